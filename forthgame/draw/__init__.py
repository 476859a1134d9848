"""Draw positions, with one geometry for SVG, the browser and the terminal.

The steps are plain data until the last one: rows and columns of positions (`placement.py`), pixels
(`cell_geometry.py`, `board_layout.py`), a `Scene` that JSON can hold, and SVG or text. Positions
are placed by the grid, half a place further in each row if links make six neighbours; by names such
as `c4`; by directions named after the compass; or by directions that undo each other. Boards with
links only are laid out by `placement.py`, with sums and roots alone, so every machine draws them
alike; contradictory links have no drawing, and positions are listed.

Data that depends on the game alone is a cached fact, with the part of the document that every
position shares. Style rules are scoped by a class that is a hash of them, so pictures of several
games on a page keep their colours. `scenes.py` checks scenes from confined processes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from forthgame.base.lazy import loading

if TYPE_CHECKING:
    from forthgame.draw.scenes import (
        Scene,
        click_rules,
        rotation_for,
        scene,
        score_rules,
        shown_names,
        sides,
    )
    from forthgame.draw.score_table import surrounded
    from forthgame.draw.svg_documents import (
        THEMES,
        Highlights,
        classes,
        piece_pictures,
        scope,
        stylesheet,
        svg,
    )

__all__ = [
    "THEMES",
    "Highlights",
    "Scene",
    "classes",
    "click_rules",
    "piece_pictures",
    "rotation_for",
    "scene",
    "scope",
    "score_rules",
    "shown_names",
    "sides",
    "stylesheet",
    "surrounded",
    "svg",
]
_HOMES = {
    "Highlights": "forthgame.draw.svg_documents",
    "svg": "forthgame.draw.svg_documents",
    "Scene": "forthgame.draw.scenes",
    "scene": "forthgame.draw.scenes",
    "sides": "forthgame.draw.scenes",
    "click_rules": "forthgame.draw.scenes",
    "score_rules": "forthgame.draw.scenes",
    "shown_names": "forthgame.draw.scenes",
    "surrounded": "forthgame.draw.score_table",
    "rotation_for": "forthgame.draw.scenes",
    "THEMES": "forthgame.draw.svg_documents",
    "classes": "forthgame.draw.svg_documents",
    "piece_pictures": "forthgame.draw.svg_documents",
    "scope": "forthgame.draw.svg_documents",
    "stylesheet": "forthgame.draw.svg_documents",
}
__getattr__ = loading(__name__, _HOMES)  # a board in the terminal needs no other module
