"""Steps with a game, each of which may be checked in itself and leaves something to compare."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

import forthgame
from forthgame.words.registers import extension_registers, memory_layout as at

from .. import games
from ..compiling import CUT
from ..kind import Difference
from . import naive
from .script import has_known_values, is_pure, is_random

# the first list and the newest move lie after the end of the lists before them
SYSTEM = {
    name: cell
    for name, cell in at.SYSTEM_CELLS.items()
    if name not in ("$lastPos", "$moveAddr")
}  # fmt: skip
RANDOM = re.compile(r" \| random=\S+")
TOLD = ("random", "count", "count-on")  # steps after which memory is the same


class Cut(Exception):
    """A limit was met, at a moment that is not the same in all ways."""


@dataclass(frozen=True)
class Seen:
    """The result or the error of a step, and the state afterwards."""

    step: str
    result: object
    position: bytes
    memory: bytes
    cells: tuple[int, ...]

    @property
    def failed(self) -> bool:
        """Whether the script has failed."""
        return isinstance(self.result, Failure)


@dataclass(frozen=True)
class Failure:
    """An error with its place and the words on the way to it."""

    message: str
    place: str = ""
    word: str | None = ""
    stack: str = ""
    calls: tuple[str, ...] = ()


def failure(error: forthgame.ForthgameError) -> Failure:
    """Return the parts of an error to compare. Raises Cut if it is a limit."""
    if getattr(error, "number", 0) in CUT:
        raise Cut
    if not isinstance(error, forthgame.ScriptError):
        return Failure(str(error))
    calls = tuple(
        f"{call.word} {call.place.line if call.place else 0}" for call in error.chain or ()
    )
    place = f"{error.line}:{error.column}"
    return Failure(error.message, place, error.word, str(error.stack), calls)


def told(call: Any) -> object:
    """Return the result or the error of a call. Raises Cut."""
    try:
        return call()
    except forthgame.ForthgameError as error:
        return failure(error)


def _cause(result: object) -> object:
    """Return the error with its cause, without the caller's numbers at the bottom of the stack."""
    if isinstance(result, Failure):
        return (result.message, result.place, result.word)
    return result


def shown(state: forthgame.State, *, streams: bool = True) -> tuple[object, ...]:
    """Return the visible parts of a position."""
    moves = [str(move) for move in state.moves()]
    text = state.to_text()
    return (state.player, state.turn_number, moves, state.outcome, state.ending, state.winner,
            str(state.result), state.count, text if streams else RANDOM.sub("", text))  # fmt: skip


def differ(what: str, wanted: object, found: object) -> None:
    """Raise Difference if they are not equal; its first line is `what`."""
    if wanted == found:
        return
    one, two = str(wanted), str(found)
    start = next((k for k, pair in enumerate(zip(one, two, strict=False)) if len(set(pair)) > 1), 0)
    start = max(0, start - 80)
    raise Difference(f"{what}\n{one[start : start + 600]}\n{two[start : start + 600]}")


class Watched(games.Player):
    """Does steps, and more of them than its base: those that compare two ways in themselves.

    checking   whether they do compare; otherwise they only return their result
    """

    def __init__(self, game: forthgame.Game, script: str, *, checking: bool = True) -> None:
        super().__init__(game)
        pure = is_pure(script)
        self._random_numbers = is_random(script)
        self._checking = checking and pure
        self._values = checking and pure and has_known_values(script)

    def watch(self, row: str, seconds: float | None) -> Seen:
        """Do a step. Raises Cut, and Difference."""
        processor = self.game.forth.processor
        processor.limit(seconds=seconds)
        order = row.split()
        begun = self._memory()
        result = told(lambda: self._do(*order))
        state = self.states[0]
        position = state.fingerprint if state is not None else b""
        if order[0] not in TOLD:
            return Seen(row, result, position, b"", ())
        memory = self._memory()
        if processor.register(
            extension_registers.SCRATCH_COUNT
        ):  # may have been written for lists made ahead
            kept = memory == begun or not order[0].startswith("count")
            memory = b"" if kept else b"changed"
        cells = tuple(processor.cell(cell) for cell in SYSTEM.values())
        return Seen(row, result, position, memory, cells)

    def _memory(self) -> bytes:
        first = at.MEMORY + at.DATA
        return bytes(self.game.forth.processor.bytes[first : first + 65536])

    def _do(self, order: str, *rest: str) -> object:
        own = getattr(self, f"_{order.replace('-', '_')}", None)
        if own is not None and order in STEPS:
            return own(*rest) if self.states[0] is not None or order in TOLD else None
        found = super()._do(order, *rest)
        return None if order in ("text", "copy") else found

    def _random(self, count: str, plies: str, seed: str) -> object:
        """Random games from the beginning."""
        found = self.game.playouts(int(count), plies=int(plies), seed=int(seed))
        return (found.results, found.plies, found.unfinished)

    def _count(self, depth: str) -> object:
        """Leaves from the beginning."""
        return self.game.perft(int(depth), self._beginning())

    def _count_on(self, depth: str) -> object:
        """Count leaves from the beginning, also after the end of games."""
        return self.game.perft(int(depth), self._beginning(), stop_at_end=False)

    def _beginning(self) -> forthgame.State | None:
        """Return None for a new game, unless that would draw other numbers."""
        return self.game.new_game(seed=1) if self._random_numbers else None

    def _lists(self, depth: str) -> object:
        """Leaves counted, and by playing every move."""
        counted = told(lambda: self.game.perft(int(depth), self.states[0].copy()))
        if not self._checking:
            return counted
        try:
            listed = told(lambda: naive.leaves(self.states[0].copy(), int(depth)))
        except naive.Unknown:
            return counted
        differ("leaves by lists", _cause(listed), _cause(counted))
        return counted

    def _line(self, plies: str, choice: str) -> object:
        """Play some plies of a new game, read it again as text, and take the plies back."""
        state = self.game.new_game(seed=int(choice))
        past = [shown(state)]
        for ply in range(int(plies)):
            if state.outcome is not None or not state.count:
                break
            state.play((int(choice) + 3 * ply) % state.count)
            past.append(shown(state))
        if self._checking:
            again = told(lambda: shown(self.game.position(state.to_text())))
            if not isinstance(again, Failure):
                differ("a position as text", past[-1], again)
        for before in reversed(past[:-1]):
            state.undo()
            if self._checking:
                differ("undo", before, shown(state))
        return past

    def _batch(self, size: str, plies: str, choice: str) -> object:
        """Many positions at a time, and one by one."""
        together = told(lambda: self._batched(int(size), int(plies), int(choice)))
        if self._checking:
            alone = told(lambda: self._alone(int(size), int(plies), int(choice)))
            if not (isinstance(alone, Failure) and isinstance(together, Failure)):
                differ("a batch", alone, together)  # of two mistakes another one may come first
        return together

    def _batched(self, size: int, plies: int, choice: int) -> list[object]:
        batch = self.game.batch(size, seed=choice)
        rows: list[object] = []
        for ply in range(plies):
            counts = [int(count) for count in batch.counts]
            rows.append((counts, batch.over.tolist(), batch.movers.tolist(), batch.turns.tolist(),
                         batch.returns().tolist()))  # fmt: skip
            batch.step([picked(choice, ply, k, count) for k, count in enumerate(counts)])
        return [*rows, [shown(batch.state(number)) for number in range(size)]]

    def _alone(self, size: int, plies: int, choice: int) -> list[object]:
        states = [self.game.new_game(seed=choice + number) for number in range(size)]
        rows: list[object] = []
        for ply in range(plies):
            counts = [0 if state.is_over else state.count for state in states]
            rows.append((counts, [state.is_over for state in states],
                         [self.game.players.index(state.player) for state in states],
                         [state.turn_number for state in states],
                         [list(state.returns()) for state in states]))  # fmt: skip
            for number, state in enumerate(states):
                if counts[number]:
                    state.play(picked(choice, ply, number, counts[number]))
        return [*rows, [shown(state) for state in states]]

    def _search(self, engine: str) -> object:
        """A search, which leaves the position as it was."""
        state = self.states[0]
        if state.outcome is not None or not state.count:
            return None
        before = shown(state, streams=False)
        found = state.search(engine)
        if self._checking:
            differ("a search changes the position", before, shown(state, streams=False))
        return (str(found.move), found.score, found.depth, found.nodes, found.pv, found.proven,
                found.stopped)  # fmt: skip

    def _value(self, engine: str, depth: str) -> object:
        """The score of a search, and of minimax."""
        state = self.states[0]
        if state.outcome is not None or state.count < 2:
            return None
        found = told(lambda: state.search(engine, depth=int(depth)).score)
        if self._values and not isinstance(found, Failure):
            try:
                wanted = naive.score(state, int(depth))
            except (naive.Unknown, forthgame.ForthgameError):
                return found
            differ("the score of a search", wanted, found)
        return found

    def _prove(self, nodes: str) -> object:
        """Whether the position is won, as far as so many nodes show."""
        found = self.states[0].prove(nodes=int(nodes))
        return (found.value, str(found.move), found.known, found.nodes, found.stopped)

    def _solve(self, way: str) -> object:
        """A shortest solution, if the game is a puzzle."""
        found = self.game.solve(way, nodes=500, depth=6)
        return (found.solved, list(map(str, found.moves)), found.positions, found.reason)


STEPS = ("random", "count", "count-on", "lists", "line", "batch", "search", "value", "prove",
         "solve")  # fmt: skip


def picked(choice: int, ply: int, number: int, count: int) -> int:
    """Which of so many moves is played."""
    return (choice + 5 * ply + 3 * number) % count if count else 0
