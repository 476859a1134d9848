"""Compare the moves of saved games of Zillions (`.zsg`) with the legal moves of a game."""

from __future__ import annotations

import re
from collections.abc import Container, Sequence
from dataclasses import dataclass

PARTIAL = re.compile(r"partial(?:\s+(-?\d+))?\s+")


@dataclass(frozen=True)
class MoveParts:
    """The parts of a move text, in an order that does not depend on the program."""

    partial: str
    moves: tuple[tuple[str, str, str], ...]
    placed: tuple[tuple[str, str, str], ...]
    taken: tuple[str, ...]
    changes: tuple[tuple[str, str], ...]


def move_parts(text: str, players: Container[str], positions: Container[str]) -> MoveParts | None:
    """Return the parts of a move text, or None if it is not understood.

    Attributes (`@ a1 0 1`) are left out: texts of this program have none.
    """
    partial = ""
    found = PARTIAL.match(text)
    if found:
        partial = found[1] or "0"
        text = text[found.end() :]
    words = text.split()
    if words == ["Pass"]:
        return MoveParts(partial, (), (), (), ())
    moves: list[tuple[str, str, str]] = []
    placed: list[tuple[str, str, str]] = []
    taken: list[str] = []
    changes: list[tuple[str, str]] = []
    last, listed, k = "", "", 0

    def at(number: int) -> str:
        return words[number] if number < len(words) else ""

    while k < len(words):
        word = words[k]
        moving = at(k + 1) in positions and at(k + 2) in ("-", "x") and at(k + 3) in positions
        if listed and word in positions and not moving:
            # one more place of the captures or changes before it
            last = word
            if listed == "x":
                taken.append(last)
            else:
                changes.append((listed, last))
            k += 1
            continue
        listed = ""
        if word == "@" and k + 3 < len(words):
            k += 4
        elif word == "x" and at(k + 1) in positions:
            last, listed = at(k + 1), "x"
            taken.append(last)
            k += 2
        elif word == "flip" and at(k + 1) in positions:
            changes.append(("flip", at(k + 1)))
            k += 2
        elif word == "=":
            if at(k + 2) == "on":
                last, listed = at(k + 3), at(k + 1)
                changes.append((listed, last))
                k += 4
            else:
                changes.append((at(k + 1), last))
                k += 2
        elif moving:
            moves.append((word, at(k + 1), at(k + 3)))
            last = at(k + 3)
            k += 4
        elif word in players and at(k + 2) in positions:
            placed.append((word, at(k + 1), at(k + 2)))
            last = at(k + 2)
            k += 3
        elif at(k + 1) in positions:
            placed.append(("", word, at(k + 1)))
            last = at(k + 1)
            k += 2
        else:
            return None
    return MoveParts(
        partial, tuple(moves), tuple(sorted(placed)), tuple(sorted(taken)), tuple(sorted(changes))
    )


def likeness(wanted: MoveParts, other: MoveParts) -> int:
    """Return how well a legal move fits a saved one; negative if they are different moves."""
    if bool(wanted.partial) != bool(other.partial):
        return -1
    own, ours = set(wanted.moves), {m for m in other.moves if m[1] != m[2]}
    own = {m for m in own if m[1] != m[2]}
    if own != ours:
        return -1
    common = (
        set(wanted.placed) & set(other.placed)
        or set(wanted.taken) & set(other.taken)
        or set(wanted.changes) & set(other.changes)  # a piece that only changes its type
    )
    if not own and not common:
        return 0 if wanted == other else -1
    score = 10
    score += 8 if wanted.partial == other.partial else 0
    score += 20 * len(set(wanted.placed) & set(other.placed))
    score -= 5 * len(set(wanted.placed) ^ set(other.placed))
    score += 20 * len(set(wanted.taken) & set(other.taken))
    score -= 5 * len(set(wanted.taken) ^ set(other.taken))
    plain = {c for c in wanted.changes if c[0] != "flip"}
    score += 10 * len(plain & set(other.changes))
    score -= 3 * len(plain ^ set(other.changes))
    return score


def find_move(
    text: str, legal: Sequence[str], players: Container[str], positions: Container[str]
) -> int | None:
    """Return the index of the legal move that a saved move stands for, or None."""
    wanted = move_parts(text, players, positions)
    if wanted is None:
        return None
    best, best_score = None, -1
    for k, each in enumerate(legal):
        other = move_parts(each, players, positions)
        if other is None:
            continue
        score = likeness(wanted, other)
        if score > best_score:
            best, best_score = k, score
    return best if best_score >= 0 else None
