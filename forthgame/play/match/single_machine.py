"""Play whole games on one machine, if the result equals that on a machine for each entrant.

This applies if all entrants have the referee's script and built-in engines without a limit of time,
and the script has no state besides the position. The former is checked before a game, the latter
after every step: memory must be unchanged and no random number drawn. If a check fails, a word
raises an error, or an answer takes too long, the game is replayed from the start with a machine for
each entrant, which attributes faults. So are all later games of that script, or of the entrant
whose search changed something.

Such a script is a function of the position, so facts about a position are cached: player
to move, result, texts of moves, successors, and choices of engines that draw no random numbers.
Games that reach it again do not need the machine. Moves of `random` are computed without it.
"""

from __future__ import annotations

import ctypes
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from forthgame.api.game import State
from forthgame.play.match.answer_timeout import Disturbed, Patience
from forthgame.play.match.contestant import (
    FAILURES,
    Contestant,
    search_settings,
    searched,
    thought_of,
    waits_for_code,
)
from forthgame.play.match.match import Judge, final_outcomes, open_game
from forthgame.play.model.game_record import (
    GameRecord,
    Thought,
    Usage,
    derive_seed,
    rounded,
    seed_of,
)
from forthgame.play.model.limits import Limits
from forthgame.play.model.schedule import Entrant, Opening
from forthgame.play.processes.progress_log import REFEREE
from forthgame.position.move_texts import text_alone
from forthgame.position.moves import Moves
from forthgame.position.position_record import Position
from forthgame.rules.engines import ENGINES, SCRIPT, grows_trees
from forthgame.words.core.random_streams import FACTOR, INCREMENT, MODULUS, MULTIPLIER
from forthgame.words.registers import extension_registers as more, memory_layout as at

KEPT_BYTES = 24 << 20  # of cached positions
NODE_BYTES, MOVE_BYTES = 900, 250  # approximate overhead of a position and of each move
UNSHARED = ("time", "repetition")  # options that make a search depend on more than the position
# words that may make one machine differ from several
TELLING = (b"$rand-within", b"weight", b"pad", b"$buffer", b"randomize", b"rootmoves")
STREAMS = (at.RANDOM, at.RANDOM2)
FIRST = 97  # numbers in a filled random stream


def _memcmp() -> Callable[[int, bytes, int], int] | None:
    try:
        found = ctypes.CDLL(None).memcmp
    except (OSError, TypeError, AttributeError):
        return None
    found.argtypes = (ctypes.c_void_p, ctypes.c_char_p, ctypes.c_size_t)
    found.restype = ctypes.c_int
    return found


_compare = _memcmp()


# -- the engine `random` -------------------------------------------------------------------------


def _powers() -> tuple[list[int], list[int]]:
    """Return factors and terms that map a seed to each number of a filled stream."""
    factors, terms = [MULTIPLIER], [INCREMENT]
    for _ in range(FIRST):
        factors.append(factors[-1] * MULTIPLIER % MODULUS)
        terms.append((terms[-1] * MULTIPLIER + INCREMENT) % MODULUS)
    return factors, terms


_FACTORS, _TERMS = _powers()
_LAST_FACTOR, _LAST_TERM = _FACTORS[FIRST], _TERMS[FIRST]


def first_random(seed: int, count: int) -> int:
    """Return the first result of `0 count-1 RAND-WITHIN` for a seed from 0 to 2³¹ - 1."""
    start = abs(INCREMENT - seed) % MODULUS
    place = (_LAST_FACTOR * start + _LAST_TERM) % MODULUS * FIRST // MODULUS
    return int((_FACTORS[place] * start + _TERMS[place]) % MODULUS * FACTOR * count)


def drawn(text: str, count: int) -> int:
    """Return the first random number for the seed that `derive_seed` makes of a text."""
    return first_random(seed_of(text), count)


# -- cached positions ----------------------------------------------------------------------------


@dataclass(slots=True)
class MoveEdge:
    """A move of a position: number, player and text, and the node after it once it has been played.

    If several moves have the same text, `number` is that of the first.
    """

    number: int
    move: tuple[str, str]
    node: PositionNode | None = None


@dataclass(slots=True)
class PositionNode:
    """A cached position. `ways` are its moves as far as they have been chosen; `chosen` has the
    move and thought of each entrant whose engine draws no random numbers."""

    position: Position
    player: str
    ended: tuple[str, dict[str, str]] | None
    moves: Moves | None
    count: int
    texts: list[str] = field(default_factory=list)
    ways: list[MoveEdge | None] = field(default_factory=list)
    chosen: dict[int, tuple[MoveEdge, Thought | None]] = field(default_factory=dict)

    def text_of(self, number: int) -> str:
        while len(self.texts) <= number and self.moves is not None:
            self.texts.append(self.moves.text_of(len(self.texts)))
        return self.texts[number]


# -- games ---------------------------------------------------------------------------------------


class _SeparateMachines(Exception):
    """The game has to be played with a machine for each entrant."""


def can_share_machine(entrant: Entrant) -> bool:
    """Return whether an entrant's choices depend only on the position and a seed."""
    return (entrant.engine == SCRIPT or entrant.engine in ENGINES) and not any(
        name in UNSHARED for name, _ in entrant.options
    )


class SharedMachine:
    """A script's machine that plays all seats."""

    def __init__(self, referee: Contestant, texts: bytes) -> None:
        """`texts` are the contents of the script and the files it loads."""
        self._referee = referee
        self._processor = processor = referee.game.forth.processor
        self._top = processor.cell(at.A_DP)
        first = at.MEMORY + at.DATA
        self._size = self._top - at.DATA
        self._clean = bytes(processor.bytes[first : first + self._size])
        lower = texts.lower()
        self.works = (
            _compare is not None
            and not any(word in lower for word in TELLING)
            and not processor.register(more.CHOICE_CELL)
        )
        self.unshared: set[int] = set()  # entrants whose search changed memory
        self._known: dict[tuple[bytes, bytes], PositionNode] = {}
        self._room = KEPT_BYTES
        self._root: PositionNode | None = None
        self._prepared: set[bool | None] = set()  # kinds of engines with machine code ready

    def play(
        self,
        record: GameRecord,
        table: Mapping[str, Entrant],
        limits: Limits,
        opening: Opening,
        watch: Callable[[int], None],
        on_move: Callable[[str, str], None],
    ) -> bool:
        """Play a record's game; return whether it succeeded. `table` maps seats to entrants."""
        started = time.perf_counter()
        watch(REFEREE)
        try:
            _Game(self, record, table, limits, watch, on_move).play(opening)
        except Disturbed:
            raise
        except (_SeparateMachines, *FAILURES):
            return False
        record.seconds = rounded(time.perf_counter() - started)
        return True

    # -- positions ------------------------------------------------------------------------------

    def begin(self, opening: Opening, game: _Game) -> PositionNode:
        """Return the first position after the opening, which is added to the record."""
        opened = bool(opening.moves or opening.plies or opening.position)
        if self._root is not None and not opened:
            return self._root
        seed = derive_seed(game.record.seed, game.record.number, 0)
        if opened:
            # opening moves are reported together with the next ones
            open_game(self._referee, opening, seed, game.limits, game.record, lambda *move: None)
        else:
            with self._referee.patience(game.limits):
                self._referee.renew(seed)
        self.state = self._referee.state
        first = self.node(game)
        if self._shared and not opened:
            self._root = first
        return first

    @property
    def _shared(self) -> bool:
        """Return whether a position's bytes determine everything, so that it can be cached."""
        return not self._processor.register(more.PLAYED_USED)

    def node(self, game: _Game) -> PositionNode:
        state = self.state
        position = state.position
        key = _key(position)
        found = self._known.get(key) if self._shared else None
        if found is not None:
            return found
        self._check()
        with self._referee.patience(game.limits):
            outcome, player = state.outcome, state.player
            ended = None
            if outcome is not None:
                ended = (state.ending or "result", final_outcomes(state, list(game.table), outcome))
            moves = None if ended else state.moves()
        self._check()
        count = len(moves or ())
        found = PositionNode(position, player, ended, moves, count, ways=[None] * count)
        size = sum(map(len, key)) + len(position.arena or b"")
        size += NODE_BYTES + MOVE_BYTES * found.count
        if self._shared and self._room >= size:
            self._room -= size
            self._known[key] = found
        return found

    def way(self, node: PositionNode, number: int) -> MoveEdge:
        """Return the move that a machine plays which receives the text of a move."""
        found = node.ways[number]
        if found is None:
            text = node.text_of(number)
            first = node.texts.index(text)
            if first != number and node.moves is not None:
                text = text_alone(node.moves, number)  # differs from `text` if the moves differ
            same = first != number and text in node.texts
            found = self.way(node, first) if same else MoveEdge(number, (node.player, text))
            node.ways[number] = found
        return found

    def step(self, node: PositionNode, way: MoveEdge, game: _Game) -> PositionNode:
        """Play a move for the first time from here, and return the node after it."""
        self.enter(node)
        game.watch(REFEREE)
        with self._referee.patience(game.limits):
            self.state.play(way.number)
        found = self.node(game)
        if self._shared and self._known.get(_key(found.position)) is found:
            way.node = found
        return found

    def enter(self, node: PositionNode) -> None:
        self.state.stand_at(node.position)

    # -- engines --------------------------------------------------------------------------------

    def prepare(self, entrant: Entrant, limits: Limits) -> None:
        """Compile machine code before a search if its time matters.

        Otherwise the search starts interpreted while the code is being compiled.
        """
        native = self._referee.game.native
        kind = grows_trees(entrant.engine)
        if native and kind not in self._prepared and waits_for_code(entrant, limits):
            native.prepare_calls(True, True, kind)
            self._prepared.add(kind)

    def search(
        self, node: PositionNode, number: int, entrant: Entrant, seat: _Seat, limits: Limits
    ) -> tuple[MoveEdge, Thought | None]:
        self.prepare(entrant, limits)
        self.enter(node)
        state = self.state
        patience = Patience(self._processor, limits.patience(entrant))
        with patience:
            settings = search_settings(entrant, limits, seat.seed, seat.plies)
            if entrant.engine == SCRIPT:
                seat.resume(state)
            found = searched(state, entrant.engine, settings)
            patience.check()
            used = patience.used
        thought = thought_of(found, used)
        if not self._clean_memory():
            self.unshared.add(number)
            raise _SeparateMachines
        chosen = (self.way(node, found.move.index), thought)
        if self._drawn():
            if entrant.engine == SCRIPT:
                seat.streams = state.streams
            state.use_seed(seat.seed)
        elif self._shared:
            node.chosen[number] = chosen
        return chosen

    # -- checks for other changes ---------------------------------------------------------------

    def _drawn(self) -> bool:
        return any(self._processor.register(stream + 8) for stream in STREAMS)

    def _clean_memory(self) -> bool:
        processor = self._processor
        if processor.cell(at.A_DP) != self._top or _compare is None:
            return False
        own = processor.address + at.MEMORY + at.DATA
        return bool(_compare(own, self._clean, self._size) == 0)

    def _check(self) -> None:
        """Raise _SeparateMachines, now and in all later games, if anything has changed."""
        if self._drawn() or not self._clean_memory():
            self.works = False
            raise _SeparateMachines


def _key(position: Position) -> tuple[bytes, bytes]:
    return position.turn, position.board


class _Seat:
    """A seat's entrant, seed, usage, and random streams if its engine is the script's."""

    def __init__(self, number: int, entrant: Entrant, seed: int) -> None:
        self.number, self.entrant, self.seed = number, entrant, seed
        self.plies = 0
        self.streams: bytes | None = None
        self.random = entrant.engine == "random"
        self.first = entrant.engine == "first"
        if self.random:
            own = int(dict(entrant.options).get("seed", 0))
            self.draws = f"{seed},{own},"  # prefix of the ply in the text that `derive_seed` hashes
        self.moves = self.choices = self.nodes = 0
        self.seconds = self.cpu = self.slowest = 0.0

    def resume(self, state: State) -> None:
        if self.streams is None:
            state.use_seed(self.seed)
        else:
            state.streams = self.streams

    def used(self) -> Usage:
        return Usage(
            self.moves, rounded(self.seconds), rounded(self.slowest), self.nodes, self.choices,
            cpu=rounded(self.cpu),
        )  # fmt: skip


class _Game:
    def __init__(
        self,
        machine: SharedMachine,
        record: GameRecord,
        table: Mapping[str, Entrant],
        limits: Limits,
        watch: Callable[[int], None],
        on_move: Callable[[str, str], None],
    ) -> None:
        self.machine, self.record, self.table = machine, record, table
        self.limits, self._watch, self._on_move = limits, watch, on_move
        self._heard = 0  # moves reported to `on_move`
        self._seats = {
            seat: _Seat(record.seats[seat], entrant, derive_seed(record.seed, record.number, k))
            for k, (seat, entrant) in enumerate(table.items(), 1)
        }

    def watch(self, entrant: int) -> None:
        """Report moves played so far, and whose words run next."""
        moves = self.record.moves
        for player, text in moves[self._heard :]:
            self._on_move(player, text)
        self._heard = len(moves)
        self._watch(entrant)

    def play(self, opening: Opening) -> None:
        """Play to the end. Raises _SeparateMachines."""
        record, machine, limits, seats = self.record, self.machine, self.limits, self._seats
        rules = limits.adjudication
        judge = Judge(rules, list(self.table)) if rules else None
        node = machine.begin(opening, self)
        moves = record.moves
        agreed = None
        now = time.perf_counter
        while True:
            if node.ended is not None:
                record.finish("result", *node.ended)
                break
            if agreed is not None:
                record.finish("adjudicated", *agreed)
                break
            if len(moves) >= limits.plies:
                record.finish("ply limit", "ply limit", dict.fromkeys(self.table, "draw"))
                break
            seat = seats.get(node.player)
            count = node.count
            if seat is None or not count:
                raise _SeparateMachines
            began = now()
            thought = None
            if seat.random:
                number = drawn(f"{seat.draws}{len(moves)}", count) if count > 1 else 0
                way = node.ways[number] or machine.way(node, number)
            elif seat.first:
                way = node.ways[0] or machine.way(node, 0)
            else:
                way, thought = self._thought(node, seat)
            node = way.node or machine.step(node, way, self)
            seconds = now() - began
            seat.moves += 1
            seat.choices += count
            seat.seconds += seconds
            if seconds > seat.slowest:
                seat.slowest = seconds
            if thought is None:
                seat.cpu += seconds
            else:
                seat.cpu += thought.seconds
                seat.nodes += thought.nodes
                record.thoughts[len(moves)] = thought
            moves.append(way.move)
            if judge is not None:
                agreed = judge.add(way.move[0], thought, len(moves))
        record.usage = {name: seat.used() for name, seat in seats.items()}

    def _thought(self, node: PositionNode, seat: _Seat) -> tuple[MoveEdge, Thought | None]:
        known = node.chosen.get(seat.number)
        if known is None:
            seat.plies = len(self.record.moves)
            self.watch(seat.number)
            known = self.machine.search(node, seat.number, seat.entrant, seat, self.limits)
        return known
