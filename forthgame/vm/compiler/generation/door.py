"""What a module of machine code needs of the parts that make generation fast."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace

from forthgame.code.function import Function
from forthgame.lang import layout as at
from forthgame.lang.beyond import COUNTABLE, HANDS
from forthgame.lazy import lazy
from forthgame.vm.compiler.generation.answers import deepest
from forthgame.vm.compiler.generation.entries import Candidates, Path
from forthgame.vm.compiler.generation.formulas import TRUE, Formula, any_of, everywhere
from forthgame.vm.compiler.generation.gates import (
    MOST_PLAYERS,
    Gates,
    Lists,
    gates_text,
    read_gates,
)
from forthgame.vm.compiler.generation.guards import GuardReader
from forthgame.vm.compiler.generation.links import TOGETHER, Board
from forthgame.vm.compiler.generation.making import ENTRY_OF
from forthgame.vm.compiler.generation.parts import Part, used
from forthgame.vm.compiler.generation.paths import paths
from forthgame.vm.compiler.generation.promising import promising_text
from forthgame.vm.compiler.generation.rays import Ray, RayReader, rays_text, write_ray
from forthgame.vm.compiler.generation.rounds import Round, RoundReader, write_round
from forthgame.vm.compiler.generation.scan import FEW, ScanWriter, can_be_written_out
from forthgame.vm.compiler.generation.steady import (
    is_noticed_often,
    is_quiet,
    is_steady,
    leaves_nothing,
)
from forthgame.vm.compiler.generation.symmetries import symmetries_text
from forthgame.vm.compiler.generation.tally import listed, tally_text
from forthgame.vm.compiler.inlining import INLINE_SIZE
from forthgame.vm.compiler.writer import FunctionWriter
from forthgame.vm.primitives.linked import NO_PASSING, NO_SYMMETRIES, NO_TALLY


class Generation:
    """The move words of a game, and what can be done with them at once.

    `functions` are those of the module; they may be added later. `cell` reads the memory, whose
    tables do not change; None where no game is compiled. `entry_of` gives the code of a token. A
    module that notes what it comes to runs every word: nothing is left out or counted without it.
    """

    def __init__(
        self,
        functions: Mapping[int, Function],
        settled: Mapping[int, int],
        candidates: Candidates,
        cell: Callable[[int], int] | None,
        entry_of: ENTRY_OF,
        runs_all: bool,
    ) -> None:
        self._functions, self._settled, self._candidates = functions, settled, candidates
        self._board = None if cell is None else Board(settled, cell)
        self._entry_of = entry_of
        self._runs_all = runs_all
        self._rays: dict[tuple[int, int], Ray] = {}  # by function and cell
        self._rounds: dict[tuple[int, int], Round] = {}
        self._followed: set[int] = set()  # directions of those that have been written
        self.tallied = False  # whether moves are counted without running words; once written

    def is_hot(self, entry: int) -> bool:
        """Whether a function is a short move word, and there are few entries in all lists."""
        tried = {candidate.entry for candidate in self._candidates.values()}
        short = len(self._functions[entry].instructions) <= INLINE_SIZE
        return short and len(self._candidates) <= FEW and entry in tried

    def tried(self) -> Sequence[int]:
        """Tokens of the move words, if there are few entries in all lists."""
        found = {candidate.token for candidate in self._candidates.values()}
        return sorted(found) if len(self._candidates) <= FEW else ()

    def is_steady(self, entry: int) -> bool:
        """Whether a function leaves the board and the turn as they are."""
        coalitions = self._settled.get(at.COALITIONS) != 0
        return used(Part.STEADY) and is_steady(entry, self._functions, coalitions)

    def is_quiet(self, entry: int) -> bool:
        """Whether it does so, or it is noticed that it has not: see steady.py."""
        if not used(Part.STEADY) or not self._drops_are_known:
            return False
        return self._is_quiet(entry)

    def _is_quiet(self, entry: int) -> bool:
        return is_quiet(entry, self._functions, self._settled.get(at.COALITIONS) != 0)

    @lazy
    def _drops_are_known(self) -> bool:
        """Whether it is known ahead where pieces may be dropped that others are moved beside.

        Else that is asked at each position, where it may depend on what words have stored.
        """
        if not self._settled or not self._drops_beside_moves() or self._dropping_formula() == TRUE:
            return True
        return all(address in self.lists.gates for address in self._dropping)

    def leaves_nothing(self, entry: int) -> bool:
        """Whether a function that is called with an empty record leaves one."""
        return used(Part.STEADY) and leaves_nothing(entry, self._functions)

    def read_loops(self) -> None:
        """Find the loops of all functions that are answered for many positions at once."""
        board = self._board
        if board is None or self._runs_all or not used(Part.RAYS) or not self._settled:
            return
        if not 0 < board.positions <= TOGETHER:
            return
        rays, rounds = RayReader(self._functions, board), RoundReader(self._functions, board)
        for function in self._functions.values():
            if function.refused:
                continue
            for start, loop in function.loops.items():
                if loop.counted:
                    found = rounds.round(function, loop)
                    if found is not None:
                        self._rounds[function.entry, start] = found
                elif (ray := rays.ray(function, loop)) is not None:
                    self._rays[function.entry, start] = ray
                    function.loops[start] = replace(loop, turns=1)

    def write_loop(self, out: FunctionWriter, start: int) -> bool:
        """Write a loop as what it does, or how each of its turns begins, if it is such a loop."""
        if self._board is None or not out.known:
            return False
        round = self._rounds.get((out.function.entry, start))
        if round is not None:
            write_round(out, round, self._board)
            return True
        ray = self._rays.get((out.function.entry, start))
        if ray is None or len(out.values) < deepest(ray.counts):
            return False
        self._followed.add(ray.direction)
        write_ray(out, ray, self._board)
        out.go(ray.behind)
        return True

    def rays_text(self) -> str:
        """Tables for the loops that have been written so."""
        return "" if self._board is None else rays_text(self._followed, self._board)

    def is_written_out(self, function: Function) -> bool:
        """Whether a function is the loop of a generation, and written entry by entry."""
        return used(Part.LOOP) and can_be_written_out(function, self._candidates)

    def write(self, out: FunctionWriter) -> str:
        """Write a function."""
        if self.is_written_out(out.function):
            return ScanWriter(out, self._candidates, self.lists).write()
        return out.write()

    def promising_text(self) -> str:
        """Where move words may do something, and what is done where they are passed over."""
        board = self._board
        text = promising_text(self._dropping_formula(), board, "dropping")
        if board is not None and self.lists.gates:
            return text + gates_text(self.lists, board, self._settled[at.PLAYER_COUNT])
        for name, formula in zip(("promising", "droppable"), self._promise(), strict=True):
            text += promising_text(formula, board, name)
        return text + NO_PASSING

    def _promise(self) -> tuple[Formula, Formula]:
        """Where words may do something that move what stands there, and that drop pieces.

        It is known if all are steady and short.
        """
        entries = {candidate.entry for candidate in self._candidates.values()}
        if self._board is None or not self._may_pass_over() or not self._all_steady(entries):
            return TRUE, TRUE
        if not self._settled[at.DROP_COUNT] or self._settled[HANDS]:
            return self._any_may_do(self._candidates), TRUE
        return TRUE, self._any_may_do(self._dropping) if self._dropping else TRUE

    def _dropping_formula(self) -> Formula:
        """Whether words that drop pieces may do something, wherever it is."""
        if self._board is None or not self._may_pass_over() or not self._dropping:
            return TRUE
        return everywhere(self._any_may_do(self._dropping))

    def _may_pass_over(self) -> bool:
        return bool(self._candidates) and not self._runs_all and used(Part.PROMISING)

    @lazy
    def lists(self) -> Lists:
        """What is known of the lists of moves."""
        gates, dropped = self._gates(), self._settled.get(at.DROP_COUNT)
        drops = self._entries(True) if dropped and not self._settled[HANDS] else {}
        moves = self._entries(False) if drops or not dropped else {}
        return Lists(gates, moves, drops)

    def _entries(self, drops: bool) -> dict[int, list[int]]:
        """The entries of the lists of moves, or of drops, by type of pieces; none if not known."""
        found: dict[int, list[int]] = {}
        if self._board is not None and self._settled:
            for type, address in listed(self._board, self._settled, drops):
                found.setdefault(type, []).append(address)
        known = all(address in self._candidates for each in found.values() for address in each)
        return found if known else {}

    def _gates(self) -> Gates:
        """When words of entries may do something, if pieces are found by bits; by their addresses.

        Where all words are steady and short, whole positions are passed over instead.
        """
        settled, board = self._settled, self._board
        entries = {candidate.entry for candidate in self._candidates.values()}
        if board is None or self._runs_all or not used(Part.GATES) or not settled:
            return {}
        players = settled[at.PLAYER_COUNT]
        if settled[HANDS] or players > MOST_PLAYERS or not used(Part.STEADY):
            return {}
        coalitions = settled[at.COALITIONS] != 0
        if self._all_steady(entries) or not any(self._is_quiet(entry) for entry in entries):
            return {}
        if any(is_noticed_often(entry, self._functions, coalitions) for entry in entries):
            return {}
        readers = [GuardReader(self._functions, board, k + 1) for k in range(players)]
        entered = {address: each.entry for address, each in self._candidates.items()}
        return read_gates(readers, entered, board)

    def _all_steady(self, entries: set[int]) -> bool:
        return all(self.is_hot(entry) and self.is_steady(entry) for entry in entries)

    def _drops_beside_moves(self) -> bool:
        """Whether positions are gone through for pieces that stand there and for drops."""
        if self._settled[HANDS]:
            return False
        drops, types = self._settled[at.DROP_COUNT], self._settled[at.SCAN_PIECES]
        return drops > 0 and (drops, types, self._settled[at.MOVING_COUNT]) != (1, 1, 0)

    @lazy
    def _dropping(self) -> list[int]:
        """Entries that drop pieces; none if they are not known, or depend on what is in hand."""
        return [address for each in self.lists.drops.values() for address in each]

    def _any_may_do(self, addresses: Iterable[int]) -> Formula:
        """Where the word of some entry may do something."""
        if self._board is None:
            return TRUE
        reader = GuardReader(self._functions, self._board)
        words = sorted({self._candidates[address].entry for address in addresses})
        return any_of(reader.guard(word).formula for word in words)

    def symmetries_text(self) -> str:
        """Which directions stand for others for each player."""
        if self._board is None or not self._settled:
            return NO_SYMMETRIES
        followed = {
            instruction.operand
            for function in self._functions.values()
            for instruction in function.instructions.values()
            if instruction.name == "(SYMMETRIC)"
        }
        return symmetries_text(self._board, self._settled[at.PLAYER_COUNT], sorted(followed))

    def tally_text(self) -> str:
        """How to count moves for many positions at once, if the game allows it."""
        if self._board is None or not self._settled.get(COUNTABLE) or not self._has("(tally)"):
            return NO_TALLY
        if self._runs_all:
            return NO_TALLY
        text = tally_text(
            self._functions, self._board, self._settled, self._candidates, self._entry_of
        )
        self.tallied = text != NO_TALLY
        return text

    def paths(self) -> dict[int, Path]:
        """How the moves of each entry of the game's lists are counted, by the entry's address."""
        if self._board is None or not self._settled:
            return {}
        return paths(self._functions, self._board, self._settled, self._candidates)

    def _has(self, name: str) -> bool:
        """Whether some function has an operation."""
        return any(function.has((name,)) for function in self._functions.values())
