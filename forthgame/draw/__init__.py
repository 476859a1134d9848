"""Positions as pictures: one geometry for SVG, the browser and the terminal."""

from __future__ import annotations

from forthgame.draw.documents import Highlights, svg
from forthgame.draw.scenes import Scene, scene, sides, turned
from forthgame.draw.styles import THEMES, classes, scope, stylesheet

__all__ = [
    "THEMES",
    "Highlights",
    "Scene",
    "classes",
    "scene",
    "scope",
    "sides",
    "stylesheet",
    "svg",
    "turned",
]
