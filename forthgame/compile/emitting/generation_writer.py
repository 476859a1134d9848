"""The entry point of fast generation for modules of machine code."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from forthgame.analysis.function import Function
from forthgame.base.lazy import lazy
from forthgame.compile.emitting.scan_loop import (
    FEW,
    LIMIT,
    MoveLists,
    ScanWriter,
    can_be_written_out,
)
from forthgame.compile.generation.list_entries import Candidates, CountingMethod
from forthgame.compile.generation.purity import is_quiet, is_steady, leaves_nothing
from forthgame.compile.generation.switches import Optimisation, used
from forthgame.compile.primitives.module_functions import ALL_PROMISE, NO_SYMMETRIES, NO_TALLY
from forthgame.compile.reading.assumptions import Assumptions, Contents, Stores
from forthgame.compile.reading.direction_links import POSITIONS_AT_ONCE, BoardLinks, symmetries_text
from forthgame.compile.reading.list_questions import ListQuestions, Question, TopRange
from forthgame.compile.reading.path_states import Inexact
from forthgame.compile.tallying.computed_tests import ComputedTests
from forthgame.compile.tallying.loop_iterations import LoopParts
from forthgame.compile.tallying.move_maker import ENTRY_OF
from forthgame.compile.tallying.position_loops import (
    MOST_CHUNKS,
    DirectionLoop,
    DirectionLoopReader,
    PositionLoop,
    PositionLoopReader,
    rays_text,
    write_ray,
    write_round,
)
from forthgame.compile.tallying.tally_reader import (
    GameTally,
    listed,
    listed_paths,
    may_choose,
    paths,
    read_game,
)
from forthgame.compile.tallying.tally_writer import promising_text, tally_text
from forthgame.compile.writer.callees import INLINE_SIZE
from forthgame.compile.writer.function_writer import FunctionWriter
from forthgame.words.registers import memory_layout as at
from forthgame.words.registers.extension_registers import COUNTABLE, HANDS, ONLY_READ


class GenerationWriter:
    """The move words of a game, and the code that is generated for all of them.

    `functions` are those of the module; they may be added later. `cell` reads a cell of memory,
    whose tables do not change; it is None if no game is compiled. `entry_of` returns the entry of a
    token. If `runs_all`, as in modules that record coverage, every word is run and nothing is
    counted without running it.
    """

    def __init__(
        self,
        functions: Mapping[int, Function],
        settled: Mapping[int, int],
        candidates: Candidates,
        cell: Callable[[int], int] | None,
        entry_of: ENTRY_OF,
        runs_all: bool,
        sure: Mapping[int, int],
        directions: Mapping[str, Mapping[int, int]],
        stores: Callable[[], tuple[set[int], set[int], bool]],
        top_range: TopRange,
        contents: Contents,
    ) -> None:
        self._functions, self._settled, self._candidates = functions, settled, candidates
        self._board = BoardLinks(settled, cell, sure, directions) if cell and settled else None
        self._find_stores, self._top_range, self._contents = stores, top_range, contents
        self._entry_of, self._runs_all = entry_of, runs_all
        self._loops: dict[tuple[int, int], DirectionLoop | PositionLoop] = {}  # function and cell
        self._followed: set[int] = set()  # directions of the rays that have been written
        self._parts: LoopParts | None = None
        if self._board is not None:
            self._parts = LoopParts(self._board, ComputedTests("looped", self._board.positions))
        self.tallied = False  # set by `tally_text`: moves are counted without running words

    def is_hot(self, entry: int) -> bool:
        """Return whether a function is a short move word of a game with few list entries."""
        tried = {candidate.entry for candidate in self._candidates.values()}
        short = len(self._functions[entry].instructions) <= INLINE_SIZE
        return short and len(self._candidates) <= FEW and entry in tried

    def tried(self) -> Sequence[int]:
        """Return the tokens of the move words of a game with few list entries."""
        found = {candidate.token for candidate in self._candidates.values()}
        return sorted(found) if len(self._candidates) <= FEW else ()

    def is_steady(self, entry: int) -> bool:
        return used(Optimisation.STEADY) and is_steady(entry, self._functions)

    def is_quiet(self, entry: int) -> bool:
        """Return whether a function leaves board and turn unchanged or reports it (`purity.py`)."""
        return used(Optimisation.STEADY) and is_quiet(entry, self._functions)

    def leaves_nothing(self, entry: int) -> bool:
        return used(Optimisation.STEADY) and leaves_nothing(entry, self._functions)

    def read_loops(self) -> None:
        """Find the loops that can be evaluated for many positions at once."""
        board = self._board
        if board is None or self._runs_all or not used(Optimisation.RAYS):
            return
        if not 0 < board.positions <= MOST_CHUNKS * POSITIONS_AT_ONCE:
            return
        small = board.positions <= POSITIONS_AT_ONCE
        rays = DirectionLoopReader(self._functions, board)
        rounds = PositionLoopReader(self._functions, board)
        for function in self._functions.values():
            if function.refused:
                continue
            for start, loop in function.loops.items():
                if not (loop.counted or small):
                    continue
                read = rounds.round if loop.counted else rays.ray
                if (found := read(function, loop)) is not None:
                    self._loops[function.entry, start] = found
                if isinstance(found, DirectionLoop):
                    function.loops[start] = replace(loop, turns=1)

    def write_loop(self, out: FunctionWriter, start: int) -> bool:
        """Write a loop, or the start of its iterations, if it is one of those that were found."""
        if self._parts is None or not out.known:
            return False
        ray = self._loops.get((out.function.entry, start))
        if isinstance(ray, PositionLoop):
            return write_round(out, ray, self._parts)
        if ray is None or len(out.values) < ray.turn.deepest:
            return False
        self._followed.add(ray.direction)
        write_ray(out, ray, self._parts)
        out.go(ray.behind)
        return True

    def rays_text(self) -> str:
        """Return the tables and functions that loops use. Valid after writing."""
        if self._parts is None:
            return ""
        return self._parts.computed.text() + rays_text(self._followed, self._parts.board)

    def is_written_out(self, function: Function) -> bool:
        """Return whether a function is the generation loop and gets code for each entry."""
        return used(Optimisation.LOOP) and can_be_written_out(function, self._candidates)

    def write(self, out: FunctionWriter) -> str:
        if self.is_written_out(out.function):
            return ScanWriter(out, self._candidates, self._lists, self._tallied_entries()).write()
        return out.write()

    def _tallied_entries(self) -> set[int]:
        """Return the entries that the loop skips if the moves of others are counted by it."""
        if not self._tallies() or isinstance(self._read, Inexact) or not self._read.mixed:
            return set()
        return self._candidates.keys() - self._read.reader.unread.keys()

    def _tallies(self) -> bool:
        """Return whether the words of the module tally moves, if the game allows it."""
        if self._board is None or not self._settled.get(COUNTABLE) or self._runs_all:
            return False
        return any(function.has(("(tally)",)) for function in self._functions.values())

    @property
    def _lists(self) -> MoveLists:
        """The entries of the lists; without moves if the drops of a game are unknown."""
        dropped = self._settled.get(at.DROP_COUNT)
        drops = self._entries(True) if dropped and not self._settled[HANDS] else {}
        return MoveLists(self._entries(False) if drops or not dropped else {}, drops)

    def _entries(self, drops: bool) -> dict[int, list[int]]:
        """Return the entries of the lists by piece type; empty if some are unknown."""
        found: dict[int, list[int]] = {}
        if self._board is not None:
            for type, address in listed(self._board, drops):
                found.setdefault(type, []).append(address)
        known = all(address in self._candidates for each in found.values() for address in each)
        return found if known else {}

    def symmetries_text(self) -> str:
        if self._board is None:
            return NO_SYMMETRIES
        followed = {
            instruction.operand
            for function in self._functions.values()
            for instruction in function.instructions.values()
            if instruction.name == "(SYMMETRIC)"
        }
        return symmetries_text(self._board, self._settled[at.PLAYER_COUNT], sorted(followed))

    def tally_text(self) -> str:
        """Return the functions that count moves for many positions, if the game allows it."""
        if self._board is None or not self._tallies():
            return NO_TALLY
        tally = self._read
        if isinstance(tally, Inexact):
            return NO_TALLY
        text = tally_text(tally, self._functions, self._board, self._entry_of)
        self.tallied = text != NO_TALLY
        return text

    def promising_text(self) -> str:
        """Return the function for positions where some word adds a move, if all words are pure.

        It pays off in games with drops; most pieces on the board can move anyway.
        """
        board, words = self._board, {candidate.entry for candidate in self._candidates.values()}
        if board is None or self._runs_all or not words or not board.settled.get(at.DROP_COUNT):
            return ALL_PROMISE
        small = board.positions <= POSITIONS_AT_ONCE
        if not small or not all(self.is_hot(word) and self.is_steady(word) for word in words):
            return ALL_PROMISE
        tally = self._read
        if isinstance(tally, Inexact) or tally.reader.assumed or tally.mixed:
            return ALL_PROMISE
        return promising_text(tally, board)

    def may_choose(self) -> bool:
        """Return whether `prefer` or `unique` may remove a move."""
        tally = self._read
        if isinstance(tally, Inexact) or tally.reader.assumed or tally.mixed:
            return True
        return may_choose(tally.entries, tally.sites)

    @lazy
    def _read(self) -> GameTally | Inexact:
        """The moves of all words of the game, or the reason why they cannot be read."""
        if self._board is None:
            return Inexact("no game")
        countable = self._settled.get(COUNTABLE, 0)
        few = len(self._candidates) <= LIMIT and used(Optimisation.LOOP)
        repeatable = countable < 0 or countable & ONLY_READ == 0
        try:
            return read_game(
                self._functions,
                self._board,
                self._candidates,
                self._assume(),
                mixes=few and repeatable and countable != 0,
            )
        except Inexact as reason:
            return reason

    def _assume(self) -> Assumptions:
        board, questions = self._board, None
        if board is not None and used(Optimisation.ASKED):
            questions = ListQuestions(self._functions, board, self._top_range)
        positions = 0 if board is None else board.positions
        return Assumptions(self._stores, positions, contents=self._contents, questions=questions)

    def idle_regions(self, function: Function) -> Mapping[int, int]:
        """Return the regions of a function that are left out while moves are passed over."""
        if not self._tallies() or isinstance(self._read, Inexact):
            return {}
        return self._read.idle_regions(function)

    def questions(self) -> Sequence[Question]:
        """Return the questions that are asked before moves are tallied."""
        if self._board is None or not self._tallies() or isinstance(self._read, Inexact):
            return ()
        return self._read.reader.assumed.asked_words

    @lazy
    def _stores(self) -> Stores:
        return Stores(*self._find_stores())

    def paths(self) -> dict[int, CountingMethod]:
        """Return the counting method of each list entry, by its address."""
        if self._board is None:
            return {}
        if not self._settled.get(COUNTABLE):
            return listed_paths(self._functions, self._candidates)
        return paths(self._read, self._functions, self._board, self._candidates, self._assume)
