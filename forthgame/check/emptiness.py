"""Moves from positions that are known to be empty: these fail when they are made."""

from __future__ import annotations

from forthgame.check.effects import Effects
from forthgame.check.script import Script


def check_emptiness(script: Script, effects: Effects) -> None:
    """Report each `move` whose source was found empty on every way that leads to it."""
    for word in script.definitions:
        for cell, certain in effects.of(word).empty_moves.items():
            if not certain:
                continue
            script.report_at(
                "FG303",
                f"`move` in `{word.name}` starts at a position that was just found empty, which is "
                "an error when the move is made; move from where the piece stands",
                cell,
                word,
            )
