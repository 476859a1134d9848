"""Which moves `prefer`, `must-finish` and OnMoves have taken out of a list, and why."""

from __future__ import annotations

from typing import TYPE_CHECKING

from forthgame.debug.generation import Generation, Made
from forthgame.debug.judged import judged
from forthgame.debug.places import brief
from forthgame.lang import beyond as by
from forthgame.lang import layout as at
from forthgame.lang.words.invariant import STRUCK

if TYPE_CHECKING:
    from forthgame.debug.wording import Wording
    from forthgame.game.script import Script

SHOWN = 4  # moves that are named


def selected(game: Script, made: Made, found: Generation, wording: Wording) -> list[str]:
    """Why a move that was made has been taken out again; empty if none of the words did it.

    The machine holds the list.
    """
    flags = game.forth.processor.cell(made.address + 4 * at.MOVE_FLAGS)
    kept = [m for m in found.moves if m.legal]
    names = ", ".join(m.text for m in kept[:SHOWN]) + (" …" if len(kept) > SHOWN else "")
    if flags & by.MOVE_STRUCK:
        word = game.forth.dictionary.find("OnMoves")
        where = f" ({brief(word.place)})" if word is not None and word.place else ""
        return [f"`{made.text}` was made{_maker(made, wording)}; `OnMoves`{where} struck it"]
    if flags & STRUCK:
        told = [f"`{made.text}` was made{_maker(made, wording)}; `OnIsLegal?` forbids it"]
        return told + judged(game, made, wording)
    if flags & by.MOVE_UNFINISHED:
        return [
            f"`{made.text}` was made{_maker(made, wording)}; it has to be finished "
            "(`must-finish`), and no moves that can follow it come to an end"
        ]
    if flags & by.MOVE_LESS and kept:
        own, best = _preference(game, made.address), _preference(game, kept[0].address)
        length = max(len(own), len(best))
        own += [0] * (length - len(own))
        best += [0] * (length - len(best))
        last = next((k for k in range(length) if own[k] != best[k]), length - 1) + 1
        return [
            f"`{made.text}` was made{_maker(made, wording)}, and is preferred by "
            f"{_numbers(own[:last])}; others by {_numbers(best[:last])} (`prefer`): {names}; "
            f"the first is made{_maker(kept[0], wording)}; "
            f"`prefer` is in {wording.said_in('prefer')}"
        ]
    return []


def _maker(made: Made, wording: Wording) -> str:
    """The word that made a move, and the line that added it."""
    if made.trial is None:
        return ""
    word = made.trial.word
    place = f" ({brief(word.place)})" if word.place else ""
    segment = next((s for s in made.trial.segments if s.move == made.address), None)
    added = wording.at(segment.cell).strip(" ()") if segment is not None else ""
    return f" by `{word.name}`{place}" + (f", added in {added}" if added else "")


def _preference(game: Script, move: int) -> list[int]:
    """The preferences of a move, what can follow it included."""
    cell = game.forth.processor.cell
    found = [cell(move + 4 * by.MOVE_PREFER)]
    if cell(move + 4 * at.MOVE_FLAGS) & by.MOVE_LEVELS:
        size = 4 * at.ACTION_CELLS
        action = move + 4 * at.MOVE_CELLS + (cell(move + 4 * at.MOVE_COUNT) - 1) * size
        found += [cell(action + 4 * k) for k in range(by.LEVELS - 1)]
    return found


def _numbers(values: list[int]) -> str:
    return ", then ".join(map(str, values))
