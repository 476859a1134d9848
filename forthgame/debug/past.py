"""How a position has come about: which move changed what is asked about, and the lines it ran."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from forthgame.debug.coverage import places_to_reach
from forthgame.debug.declared import brief
from forthgame.debug.generation import Generation, generated
from forthgame.debug.keeping import kept, twin_of
from forthgame.debug.probe import Probe
from forthgame.debug.ran import by_word
from forthgame.errors import ForthgameError
from forthgame.lang import layout as at

if TYPE_CHECKING:
    from forthgame.debug.wording import Wording
    from forthgame.game.state import State

MOST_REACHED = 20_000  # places that are noted while a move is played
LINES = 26  # that are named of a move
LONGEST = 60  # of a move that is quoted


def past_notes(state: State, wording: Wording, positions: Iterable[int]) -> list[str]:
    """The last move, and the one that last changed any of some positions, with what they ran.

    A sentence each; none at the start of a game.
    """
    past = state._past
    if not past:
        return []
    asked = [p for p in positions if 0 <= p < len(wording.game._declaration.positions)]
    last, found = len(past) - 1, []
    changed, position = _changed_last(state, asked[:2])
    if changed >= 0:
        name = wording.position(position)
        found += _told(state, wording, changed, f"{name} was changed last by")
    if changed != last:
        found += _told(state, wording, last, "the move before was")
    return found


def _changed_last(state: State, positions: list[int]) -> tuple[int, int]:
    """Which move changed the first of some positions that any has changed; -1 for none."""
    boards = [memoryview(p.board).cast("i") for p in (*state._past, state._position)]
    for position in positions:
        for number in reversed(range(len(boards) - 1)):
            if boards[number][position] != boards[number + 1][position]:
                return number, position
    return -1, -1


def _told(state: State, wording: Wording, number: int, how: str) -> list[str]:
    """A move of the past: its text, which word made it, and what was run when it was played."""
    text = state.history[len(state.history) - len(state._past) + number]
    before = state.copy()
    for _ in range(len(state._past) - number):
        before.undo()
    try:
        maker, cells = _made_by(before, text), _run_by(before, text)
    except ForthgameError:
        return []
    lines = by_word(wording, cells, LINES)
    if not maker and not lines:
        return []
    shown = text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…"
    played = f"; when it was played, it ran {lines}" if lines else ""
    return [f"{how} `{shown}`{maker and _listed(wording, maker)}{played}"]


def _made_by(before: State, text: str) -> str:
    """The name of the word that made a move."""

    def maker(found: Generation) -> str:
        made = next((m for m in found.moves if m.text == text and m.trial is not None), None)
        return made.trial.word.name if made is not None and made.trial is not None else ""

    with generated(twin_of(before), lambda _: False) as found:
        return maker(found)


def _listed(wording: Wording, word: str) -> str:
    """Of a move word: where it is defined, and where it stands in lists of moves."""
    named = wording.game._forth.dictionary.find(word)
    places = [named.place] if named is not None and named.place is not None else []
    places += [p.place for p in wording.declared.parts("moves", "{move}") if word in p.names]
    where = ", ".join(dict.fromkeys(map(brief, places)))
    return f" of `{word}` ({where})" if where else f" of `{word}`"


def _run_by(before: State, text: str) -> list[int]:
    """The cells of the script that are run when a move is played, the last first.

    Moves that are generated meanwhile are left out.
    """
    game = before.game
    probe, processor = Probe(game), game._forth.processor
    reached: dict[int, None] = {}
    left = MOST_REACHED

    def noted() -> None:
        nonlocal left
        left -= 1
        if left <= 0:
            processor.breaks.clear()
        elif not processor.register(at.GENERATING):
            reached.pop(probe.cell(), None)
            reached[probe.cell()] = None

    with kept(game):
        twin = twin_of(before)
        move = twin.find(text, exact=True, after_end=True)
        _ = twin.outcome
        processor.breaks, processor.on_break = set(places_to_reach(game, probe)), noted
        twin._make(move.index)
    return list(reversed(reached))
