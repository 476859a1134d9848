"""Single steps of an interpreted script, and traces of a word at a position."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from forthgame.analysis.instruction import FIRST_CELL
from forthgame.base.arguments import instance
from forthgame.base.errors import Place, ScriptError
from forthgame.position.machine_binding import MachineBinding
from forthgame.position.playthrough import Playthrough
from forthgame.rules.script import Script
from forthgame.why.inspection.probe import Probe
from forthgame.why.inspection.short_texts import move_text
from forthgame.why.inspection.state_copies import MachineState, copy_state, isolated
from forthgame.why.inspection.word_call_setup import position_number, stand_before, word_named
from forthgame.words.registers import memory_layout as at
from forthgame.words.word_sets import LEAVING


@dataclass(frozen=True, slots=True)
class Step:
    """A step of a word.

    number  from 1
    word    the executed word, as written in the script
    inside  the word of the script that contains it
    place   its source; None in the language's own code
    depth   number of open calls, from 0
    before, after  the data stack before and after the step, top last; for a word of the script
            `after` is the stack right after the call, for a word of the language its result
    note    other effects, in words: a move added, the end of the move word, an error, a text
    """

    number: int
    word: str
    inside: str
    place: Place | None
    depth: int
    before: tuple[int, ...]
    after: tuple[int, ...]
    note: str = ""


class Stepper:
    """Executes a prepared machine step by step and reports each step.

    `printed` receives the printed texts.
    """

    def __init__(self, game: Script, inner: bool, printed: list[str]) -> None:
        self.probe = Probe(game, watches=True)
        self.inner = inner
        self.printed = printed
        self.bottom = self.probe.return_slot()
        self.count = 0
        self.unfinished: Step | None = None  # a word of the language that has not returned
        self.ended = False

    def step(self) -> Iterator[Step]:
        """Execute a step and yield the Step completed by it, if any.

        Raises nothing: an error is noted in the last step.
        """
        probe = self.probe
        cell = probe.cell()
        shown = self.inner or probe.in_script(cell)
        completed = None
        if shown or probe.ends(cell):
            completed, self.unfinished = self._closed(), None
        before, moves, depth = probe.stack(), probe.record(), probe.depth(self.bottom)
        self.ended, error = probe.step()
        if completed is not None:
            yield completed
        note = self._note(cell, moves, error)
        if shown:
            self.count += 1
            done = Step(
                self.count,
                probe.word(cell),
                probe.owner(cell),
                probe.place(cell),
                depth,
                before,
                probe.stack(),
                note,
            )
            following = probe.cell()
            inside = not self.ended and following >= FIRST_CELL and not probe.in_script(following)
            if inside and not self.inner:
                self.unfinished = done
            else:
                yield done
        elif note and self.unfinished is not None:
            self.unfinished = replace(self.unfinished, note=_joined(self.unfinished.note, note))
        if self.ended and self.unfinished is not None:
            yield self._closed() or self.unfinished
            self.unfinished = None

    def _closed(self) -> Step | None:
        return (
            None if self.unfinished is None else replace(self.unfinished, after=self.probe.stack())
        )

    def _note(self, cell: int, moves: tuple[int, int], error: ScriptError | None) -> str:
        probe, notes = self.probe, []
        if error is not None:
            notes.append(error.message)
        name = probe.operation(cell)
        if name in LEAVING and probe.i64[at.RP.index] < probe.before_rp and error is None:
            notes.append(f"{name} ended the word")
        if added := probe.added(moves):
            notes.append(f"adds a move: {move_text(probe.game, added)}")
        probe.processor.flush()
        if self.printed:
            notes.append(f"prints {''.join(self.printed)!r}")
            self.printed.clear()
        return _joined(*notes)


def _joined(*notes: str) -> str:
    return "; ".join(note for note in notes if note)


FIRST_BATCH = 64  # steps per batch; the machine is restored between batches
BATCH = 8192


def trace(
    state: Playthrough, word: str, position: str | None = None, *, inner: bool = False
) -> Iterator[Step]:
    """Yield the steps of a word of the script, run as generation would run a move word.

    The state's player to move is the mover and `here` is the position; without one, the first
    position where generation would try the word is used. `inner` includes the steps of the
    language's own words. Memory use does not grow with the number of steps, and the game and its
    states may be used between steps. An event (`OnIsGameOver`) is run with the moves of the state.

    Raises ForthgameError immediately if the word or the position is unknown.
    """
    instance(state, MachineBinding, "a position", "a State")
    found = word_named(state.game, word)
    number = None if position is None else position_number(state.game, position)
    return _traced(copy_state(state), found.name, number, inner)


def _traced(state: Playthrough, word: str, position: int | None, inner: bool) -> Iterator[Step]:
    game = state.game
    size = FIRST_BATCH
    with isolated(game) as printed:
        stand_before(state, word_named(game, word), position)
        stepper = Stepper(game, inner, printed)
        batch = _batch(stepper, size)
        running = MachineState(game)
    yield from batch
    while not stepper.ended:
        size = min(2 * size, BATCH)
        with isolated(game, exclusive=True) as printed:
            running.put_back()
            stepper.printed = printed
            batch = _batch(stepper, size)
            running = MachineState(game)
        yield from batch


def _batch(stepper: Stepper, size: int) -> list[Step]:
    found: list[Step] = []
    for _ in range(size):
        found += stepper.step()
        if stepper.ended:
            break
    return found
