"""Findings about words of puzzles in games that are none."""

from __future__ import annotations

from forthgame.check.script import Script


def check_puzzle(script: Script) -> None:
    """Report `goal` and OnDistance where not exactly one player can win."""
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
