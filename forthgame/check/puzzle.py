"""Findings about words of puzzles in games that are none."""

from __future__ import annotations

from forthgame.check.script import Script
from forthgame.errors import ScriptError


def check_puzzle(script: Script) -> None:
    """Report levels that do not fit, and words of puzzles where not exactly one player can win."""
    declared = script.declared
    try:
        declared.check_levels([p.name for p in declared.players], [p.name for p in declared.pieces])
    except ScriptError as error:
        script.report("FG103", error.message, error.place)
    seats = [p.name for p in script.declared.players if not p.neutral and not p.chance]
    if len(seats) == 1:
        return
    who = f"{len(seats)} players can win here" if seats else "nobody can win here"
    for use in script.uses:
        if use.word.name == "goal" and use.word.place is None:
            script.report(
                "FG519",
                f"`goal` is for puzzles, which have one player who can win, and {who}; write "
                "`wins` in a word of {endings",
                use.token,
                "goal",
            )
    for word in script.definitions:
        if word.name == "OnDistance" and word.place is not None:
            script.report(
                "FG520",
                f"OnDistance is asked when a puzzle is solved, and {who}; remove it",
                word.place,
                word.name,
            )
