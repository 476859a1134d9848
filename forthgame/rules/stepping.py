"""Run a machine step by step, and so find the place of an error: a list with too many moves.

The limit is checked only after the move words, so it costs nothing for each move. If it is
exceeded, the list is made again by the interpreter on a saved machine: quickly to a point shortly
before the move in excess, then from one word that adds a move to the next.
"""

from __future__ import annotations

from contextlib import suppress
from time import thread_time

from forthgame.base.errors import (
    NO_ROOM_FOR_MOVES,
    SENTENCES,
    TOO_MANY_MOVES,
    ForthgameError,
    ScriptError,
)
from forthgame.machine.memory.processor import Processor
from forthgame.rules.checkpoint import isolated
from forthgame.rules.word_execution import RunnableScript
from forthgame.words.effect_sets import COMMITTING
from forthgame.words.registers import memory_layout as at

CHUNK = 20_000  # steps between checks of the list
SECONDS = 2.0  # of processor time; the error has no place if the search takes longer


def begin_generation(game: RunnableScript) -> None:
    """Open the move list of the turn in the current position, without scanning."""
    forth, processor = game.forth, game.forth.processor
    kind = game.call(forth.engine_word("(turn-filter)").entry)
    number = (processor.cell(at.A_FOR_PLAYER) & at.PLAYER_NUMBER_MASK) // at.PLAYER_UNIT
    game.call(forth.engine_word("(begin-generation)").entry, 1 << number, kind, 1)


def open_call(game: RunnableScript, entry: int) -> None:
    """Set the machine to an entry, as if called from the top level."""
    processor = game.forth.processor
    rp = processor.i64[at.RP.index]
    processor.i64[(rp - processor.address) >> 3] = at.RUN_TAG << 32
    processor.i64[at.RP.index] = rp + 8
    processor.i64[at.FRAME_RP.index] = rp + 8
    processor.i64[at.IP.index] = processor.address + at.CODE + 4 * entry


# -- lists with too many moves --------------------------------------------------------------------


def add_place_of_excess(game: RunnableScript, error: ScriptError) -> None:
    """Add the place of the responsible word to the error of a list that is too long.

    A word that adds moves without end exhausts the memory first. The error is unchanged if the list
    does not become too long again, or inside words that Python runs for others.
    """
    if error.number == NO_ROOM_FOR_MOVES:
        if not _is_too_long(game.forth.processor):
            return
        error.number, error.message = TOO_MANY_MOVES, SENTENCES[TOO_MANY_MOVES]
    elif error.place is not None:
        return
    if game.forth.processor.nesting:
        return
    with suppress(ForthgameError):  # another failure is not the cause
        found = _find(game)
        if found is not None:
            error.place, error.word = found.place, found.word
            error.stack, error.chain = found.stack, found.chain


def _find(game: RunnableScript) -> ScriptError | None:
    until = thread_time() + SECONDS
    with isolated(game, exclusive=True):
        again, steps, status = _Again(game), 0, at.OUT_OF_STEPS
        while not again.full:
            if status == at.HALTED or thread_time() > until:
                return None
            status = again.run(CHUNK)
            steps += CHUNK
    with isolated(game, exclusive=True):
        again = _Again(game)
        again.run(steps - CHUNK)
        return again.stop_when_full(_adding(game))


def _adding(game: RunnableScript) -> frozenset[int]:
    forth = game.forth
    program = forth.program
    own = {word.entry for word in forth.dictionary.words[forth.fence :] if word.kind == "colon"}
    return frozenset(
        cell
        for function in program.called(own)
        for cell, instruction in function.instructions.items()
        if instruction.name in COMMITTING
    )


def _is_too_long(processor: Processor) -> bool:
    list_of_moves = processor.register(at.GENERATING)
    count = processor.cell(list_of_moves + at.CELL * at.LIST_COUNT) if list_of_moves else 0
    return count > processor.register(at.MOVE_LIMIT)


class _Again:
    def __init__(self, game: RunnableScript) -> None:
        self.processor = game.forth.processor
        game.run_word("(abandon-generation)")
        begin_generation(game)
        self.processor.tidy()
        open_call(game, game.forth.engine_word("(scan-all)").entry)

    @property
    def full(self) -> bool:
        return _is_too_long(self.processor)

    def run(self, steps: int, stops: frozenset[int] = frozenset()) -> int:
        """Run up to `steps` steps, to a cell in `stops`, or to the end; return the status."""
        while steps > 0:
            status, done = self.processor.advance(steps, stops)
            steps -= done
            if status in (at.HALTED, at.BREAKPOINT):
                return status
            if status != at.OUT_OF_STEPS:
                self.processor.serve(status)
        return at.OUT_OF_STEPS

    def stop_when_full(self, stops: frozenset[int]) -> ScriptError | None:
        """Return the error at the cell in `stops` that makes the list too long, or None."""
        processor = self.processor
        while self.run(2 * CHUNK, stops) == at.BREAKPOINT:
            cell = (processor.i64[at.IP.index] - processor.address - at.CODE) >> 2
            self.run(1)
            if self.full:
                processor.asking = cell
                try:
                    return processor.error(TOO_MANY_MOVES)
                finally:
                    processor.asking = None
        return None
