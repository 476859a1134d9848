"""Pictures of positions, with one geometry for SVG, the browser and the terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from forthgame.base.lazy import loading

if TYPE_CHECKING:
    from forthgame.draw.scene import Scene, rotation_for, scene, sides
    from forthgame.draw.stylesheet import THEMES, classes, scope, stylesheet
    from forthgame.draw.svg_documents import Highlights, svg

__all__ = [
    "THEMES",
    "Highlights",
    "Scene",
    "classes",
    "rotation_for",
    "scene",
    "scope",
    "sides",
    "stylesheet",
    "svg",
]
_HOMES = {
    "Highlights": "forthgame.draw.svg_documents",
    "svg": "forthgame.draw.svg_documents",
    "Scene": "forthgame.draw.scene",
    "scene": "forthgame.draw.scene",
    "sides": "forthgame.draw.scene",
    "rotation_for": "forthgame.draw.scene",
    "THEMES": "forthgame.draw.stylesheet",
    "classes": "forthgame.draw.stylesheet",
    "scope": "forthgame.draw.stylesheet",
    "stylesheet": "forthgame.draw.stylesheet",
}
__getattr__ = loading(__name__, _HOMES)  # a board in the terminal needs no other module
