"""Find words that ask the same question for each piece of a list, such as `must-take?`.

Many scripts ask in a move word whether a capture is possible anywhere. Such a word takes at most
known numbers and looks at the whole board, so its answer is the same wherever the move word starts.
If the move word cannot be read otherwise, machine code runs the word that it calls once before a
list is tallied (`(ask-ahead)`), and the tally tests the answer. The word is run although perhaps no
move word would reach it, so it must change nothing, always end, and never fail.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import NamedTuple

from forthgame.analysis.constant_folding import may_fail
from forthgame.analysis.dataflow import closure
from forthgame.analysis.effect_summary import sources
from forthgame.analysis.function import Function, Loop, constant_before, used_by
from forthgame.analysis.instruction import Instruction
from forthgame.analysis.interprocedural import InterproceduralWalk, NotFollowed
from forthgame.analysis.intervals import Range
from forthgame.analysis.work_estimates import WORK_LIMIT, work_of
from forthgame.analysis.write_before_read import Scratch, stores_of, write_first
from forthgame.compile.generation.purity import AS_RUN, PURE, written_by
from forthgame.compile.generation.token_items import ALONG, ANY
from forthgame.compile.reading.direction_links import BoardLinks
from forthgame.words.effect_sets import LOOKING, USING_HERE, USING_START
from forthgame.words.registers import memory_layout as at
from forthgame.words.word_sets import BRANCHES, RETURN_EFFECTS, STORAGE, rows_where

TopRange = Callable[[Function, int], Range]  # of the top item before an instruction
MOST_INDEX = 1 << 16  # of an item in the storage of a board
GOING = ANY.keys() | set(ALONG.values())  # words that step along a direction
DIRECTING = BRANCHES | RETURN_EFFECTS.keys() | {"LIT", "EXIT"}  # operations of the flow
SHUFFLES = rows_where(lambda row: row.kind == "shuffle")
FETCHED = frozenset(("@", "C@"))
DIVIDING = rows_where(lambda row: row.group == "arithmetic" and row.effect.inputs == ("a", "b"))
ANYWHERE = ((LOOKING & PURE) - USING_HERE - USING_START - AS_RUN) | SHUFFLES | DIRECTING


# words whose bodies compute one number anywhere, from their items and the state of the game
COMPUTING = (ANYWHERE & LOOKING) & rows_where(
    lambda row: (
        row.body is not None
        and row.operand is None
        and len(row.effect.outputs) == 1
        and {*row.parameters} <= {"vm", *row.effect.inputs}
    )
)


class Question(NamedTuple):
    """A word that is asked, by its entry, with the numbers that it is given."""

    entry: int
    given: tuple[int, ...]


class ListQuestions:
    """Decides which words of a module have one answer for all move words of a list."""

    def __init__(
        self, functions: Mapping[int, Function], board: BoardLinks, top_range: TopRange
    ) -> None:
        self.functions, self.board, self.top_range = functions, board, top_range
        self._answers: dict[int, bool] = {}
        self._moves: dict[int, bool] = {}
        self._written: dict[int, frozenset[int]] = {}

    def answers(self, entry: int, scratch: frozenset[int]) -> bool:
        """Return whether a word gives one answer for its items wherever a move word starts.

        `scratch` are the variables that move words store into.
        """
        if entry not in self._answers:
            self._answers[entry] = self._find_out(entry, scratch)
        return self._answers[entry]

    def _find_out(self, entry: int, scratch: frozenset[int]) -> bool:
        effect = self.functions[entry].effect
        if effect is None or effect[1] != 1:
            return False
        return (
            _Independent(self, scratch).all_followed([entry], False)
            and write_first([entry], self.functions, Scratch(scratch))
            and self._work(entry) < WORK_LIMIT
        )

    def moves(self, entry: int) -> bool:
        """Return whether a word may change the current position."""
        if entry not in self._moves:
            called = closure([entry], lambda each: self.functions[each].callees())
            moves = any(self.functions[each].has(GOING | {"to"}) for each in called)
            self._moves[entry] = moves
        return self._moves[entry]

    def written(self, entry: int) -> frozenset[int]:
        """Return the variables that a word stores into."""
        if entry not in self._written:
            self._written[entry] = written_by([entry], self.functions)
        return self._written[entry]

    def _work(self, entry: int) -> int:
        function = replace(self.functions[entry])
        for start, loop in self.functions[entry].loops.items():
            if loop.turns is None and self._follows(function, loop):
                loop = replace(loop, turns=self.board.positions)
            function.loops[start] = loop
        return work_of(function, self._work)

    def _follows(self, function: Function, loop: Loop) -> bool:
        """Return whether each pass of a loop goes on along one direction, which ends."""
        body = [each for cell, each in function.instructions.items() if loop.has(cell)]
        moving = [
            each
            for each in body
            if each.name in GOING
            or each.name == "to"
            or (each.name == "(CALL)" and self.moves(each.operand))
        ]
        if len(moving) != 1 or moving[0].name not in ANY:
            return False
        step, board = moving[0], self.board
        decided = used_by(function, step)
        if decided is None or decided.name != "0BRANCH" or loop.has(decided.operand):
            return False

        def following(cell: int) -> list[int]:
            ways = function.instructions[cell].ways
            return [to for to in ways if loop.has(to) and to not in (step.cell, loop.start)]

        if step.cell != loop.start:
            reached = [*closure([loop.start], following)]
            if any(loop.start in function.instructions[cell].ways for cell in reached):
                return False
        players = range(1, board.settled[at.PLAYER_COUNT] + 1)
        directions = {step.operand}
        if step.name == "(SYMMETRIC)":
            directions = {board.symmetric(player, step.operand) for player in players}
        return all(board.rays(direction)[0] for direction in directions)


class _Independent(InterproceduralWalk[bool]):
    """Track whether the current position is known to the word; raise NotFollowed if it matters.

    Also raise it if the word may fail or change something.
    """

    def __init__(self, questions: ListQuestions, scratch: frozenset[int]) -> None:
        super().__init__(questions.functions.get)
        self._top_range, self._scratch = questions.top_range, scratch

    def join(self, one: bool, other: bool) -> bool:
        return one and other

    def step(self, function: Function, each: Instruction, state: bool) -> bool:
        name = each.name
        if name in FETCHED:
            allowed = self._is_memory(function, each)
        elif each.cell in (stores := stores_of(function)):
            allowed = stores[each.cell] in self._scratch
        elif each.row.guard is not None:
            divisor = constant_before(function, each.cell)
            allowed = name in DIVIDING and not may_fail(name, (None, divisor))
        elif name in USING_HERE:
            allowed = name == "to" or (state and name in LOOKING | GOING)
        else:
            allowed = name in ANYWHERE
        if not allowed:
            raise NotFollowed
        return state or name == "to"

    def _is_memory(self, function: Function, fetch: Instruction) -> bool:
        """Return whether a word certainly fetches from the memory of the script.

        It must not find a variable that it does not name.
        """
        given = sources(function, fetch.cell)
        if all(each is not None and each.name in STORAGE for each in given):
            return all(each is not None and self._is_near(function, each) for each in given)
        low, high = self._top_range(function, fetch.cell)
        named = all(each is not None and each.name == "LIT" for each in given)
        apart = named or not any(low - at.CELL < each <= high for each in self._scratch)
        return apart and at.DATA <= low <= high < at.BOARDS_END - at.CELL

    def _is_near(self, function: Function, storage: Instruction) -> bool:
        """Return whether the index of an item in the storage of a board is not far outside."""
        if not storage.row.effect.inputs:
            return True
        low, high = self._top_range(function, storage.cell)
        return 0 <= low <= high < MOST_INDEX
