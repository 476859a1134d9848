"""Pictures of positions, with one geometry for SVG, the browser and the terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from forthgame.lazy import loading

if TYPE_CHECKING:
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
_HOMES = {
    "Highlights": "forthgame.draw.documents",
    "svg": "forthgame.draw.documents",
    "Scene": "forthgame.draw.scenes",
    "scene": "forthgame.draw.scenes",
    "sides": "forthgame.draw.scenes",
    "turned": "forthgame.draw.scenes",
    "THEMES": "forthgame.draw.styles",
    "classes": "forthgame.draw.styles",
    "scope": "forthgame.draw.styles",
    "stylesheet": "forthgame.draw.styles",
}
__getattr__ = loading(__name__, _HOMES)  # a board in the terminal needs no other module
