"""Match moves as people type them, in any case and with parts left out.

Exact texts are found first, by `State.find`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from operator import eq

from forthgame.errors import AmbiguousMove
from forthgame.game.moves import Move
from forthgame.source import split_words

# names, and signs that may belong to a text; blanks, dashes, arrows and commas only separate
PARTS = re.compile(r"\w+|[^\w\s,>→–—-]")
LONGEST = 400  # characters of a typed text
SHOWN = 9  # moves that AmbiguousMove lists

KINDS = ("written", "text", "places", "named")  # notations are read whole, not by beginnings
Written = Callable[["Move"], Iterable[str]]


def match_move(
    moves: Sequence[Move], text: str, player: str, written: Written | None = None
) -> Move | None:
    """Return the move that a text means, or None. Raises AmbiguousMove if several moves fit.

    `written` gives further texts of a move, in notations that the game declares.
    """
    found = fitting(moves, text, written)
    texts = list(dict.fromkeys(move.text for move in found))
    if len(texts) > 1:
        numbers = [next(m.index for m in found if m.text == one) for one in texts[:SHOWN]]
        raise AmbiguousMove(text, player, texts[:SHOWN], numbers, len(texts))
    return found[0] if found else None


def fitting(moves: Sequence[Move], text: str, written: Written | None = None) -> list[Move]:
    """Return the moves that fit a text in the first way of reading that any move fits.

    The ways are: the whole text; its positions, with or without player and piece; the beginning of
    one of these. Each is tried with the parts as typed, then with the separators left out.
    """
    wanted = _parts(text) if len(text) <= LONGEST else ()
    if not wanted:
        return []
    known = [(move, _readings(move, written)) for move in moves]
    all_begin: list[Move] = []
    for reading in (eq, _begins):
        for kind in KINDS[reading is _begins :]:
            for join in (" ", ""):
                to = join.join(wanted)
                found = [move for move, ways in known
                         if any(reading(join.join(own), to) for own in ways[kind])]  # fmt: skip
                if len(found) == len(moves) > 1 and reading is _begins:
                    all_begin = found  # not selective: another reading may be
                elif found:
                    return found
    return all_begin


def two_places(text: str, positions: Sequence[str]) -> tuple[str, str] | None:
    """Return the two positions that `e2e4`, `E2-E4` or `e2 - e4` names, or None."""
    joined = "".join(_parts(text)) if len(text) <= LONGEST else ""
    known = {"".join(_parts(name)): name for name in positions} if joined else {}
    found = [(known[joined[:k]], known[joined[k:]]) for k in range(1, len(joined))
             if joined[:k] in known and joined[k:] in known]  # fmt: skip
    return found[0] if len(found) == 1 else None


def _parts(text: str) -> tuple[str, ...]:
    return tuple(PARTS.findall(text.casefold()))


def _begins(text: str, wanted: str) -> bool:
    """Compare beginnings; a number is not the beginning of a longer number."""
    if not text.startswith(wanted):
        return False
    return not (wanted[-1].isdigit() and text[len(wanted) :][:1].isdigit())


def _readings(move: Move, written: Written | None) -> dict[str, list[tuple[str, ...]]]:
    texts = [move.text, move.short]
    places, names = list[str](), list[str]()
    if move.target is not None:
        places = [move.target]
        if move.source is not None:
            places += [f"{move.source} {move.target}", f"{move.source} x {move.target}"]
        places += [f"{text} {move.choice}" for text in places if move.choice]
        before = split_words(move.text)
        first = move.source or move.target
        head = before[: before.index(first)] if first in before else []
        names = [name for name in (" ".join(head), *head) if name]
    named = [f"{name} {text}" for name in names for text in places]
    notations = [*texts, *(written(move) if written else ())]
    kinds = {"written": notations, "text": texts, "places": places, "named": named}
    return {kind: [_parts(own) for own in given] for kind, given in kinds.items()}
