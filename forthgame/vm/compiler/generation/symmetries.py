"""Symmetric directions of each player as constants."""

from __future__ import annotations

from collections.abc import Sequence

from forthgame.vm.compiler.generation.links import Board
from forthgame.vm.primitives.linked import NO_SYMMETRIES

MOST_PLAYERS = 4  # with more, reading the table is faster


def symmetries_text(board: Board, players: int, directions: Sequence[int]) -> str:
    """Return the function for `cells.stands_for`, of the numbers of a player and a direction."""
    if not directions or players > MOST_PLAYERS:
        return NO_SYMMETRIES
    numbers = range(1, players + 1)
    lines = ["define i32 @stands_for(ptr %vm, i64 %player, i64 %direction) alwaysinline {"]
    arms = " ".join(f"i64 {number}, label %player{number}" for number in numbers)
    lines.append(f"  switch i64 %player, label %other [ {arms} ]")
    for number in numbers:
        found = {d: board.symmetric(number, d) for d in directions}
        arms = " ".join(f"i64 {d}, label %to{number}.{d}" for d in directions)
        lines.append(f"player{number}:")
        lines.append(f"  switch i64 %direction, label %other [ {arms} ]")
        lines += [f"to{number}.{d}:\n  ret i32 {to}" for d, to in found.items()]
    lines.append("other:\n  ret i32 -1\n}\n")
    return "\n".join(lines)
