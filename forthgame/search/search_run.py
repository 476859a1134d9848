"""A search on a machine: registers, clock and reports."""

from __future__ import annotations

import time as clock
from collections.abc import Callable
from dataclasses import replace
from typing import TypeVar

from forthgame.base.arguments import LARGEST
from forthgame.base.errors import (
    INTERRUPTED,
    POSITION_LIMIT,
    TIME_LIMIT,
    ForthgameError,
    ScriptError,
)
from forthgame.base.interrupts import Interrupts
from forthgame.base.text_encoding import decoded
from forthgame.machine.memory.call_restrictions import Stop
from forthgame.machine.memory.locks import exclusive_use
from forthgame.position.move_texts import own_text, text_alone
from forthgame.position.moves import Move
from forthgame.position.playthrough import Playthrough
from forthgame.position.simultaneous_turns import (
    blindfolded,
    choosing_as_searched,
    have_chosen,
    in_turn_order,
)
from forthgame.rules.checkpoint import ScriptMemory
from forthgame.rules.engines import Limits, set_pruning_options, set_tree_options
from forthgame.rules.fact_cache import fact
from forthgame.rules.facts.proof_conditions import is_zero_sum, score_is_forced
from forthgame.rules.script import Script
from forthgame.search.engine_choice import ChosenEngine
from forthgame.search.search_result import SearchResult, is_decided, time_limited, visit_past
from forthgame.words.registers import (
    best_first_nodes,
    extension_registers,
    memory_layout as at,
    proof_nodes,
)

STOPPED = {
    TIME_LIMIT: "time",
    POSITION_LIMIT: "nodes",
    INTERRUPTED: "interrupted",
}  # errors that end a search, not a game
SCORE_OF_END = at.WIN_SCORE - 1000  # score of a won game at depth 0
NOTHING = (0, 0, 0, 0)  # result of a search stopped before its first result: the first move
LINE_SECONDS = 0.05  # time limit for finding the best line of a tree after the search
LINE = slice(at.LINES >> 2, (at.LINES >> 2) + at.LINE_CELLS)  # hashes of the best line's moves
TURN_NUMBER = slice(16, 20)  # of the bytes of a turn
T = TypeVar("T")
Found = tuple[int, int, int, int]  # index of a move, score, nodes, depth
Report = Callable[[SearchResult], None]


@fact
def _list_free(game: Script) -> dict[str, bool]:
    return {}


def needs_no_list(game: Script, engine_word: str) -> bool:
    """Return whether results and evaluations are the same without a move list.

    This holds if no word that is reachable from OnIsGameOver, OnEvaluate or an evaluation passed to
    the engine reads the list, reads storage written during generation, or runs unknown words.
    """
    known = _list_free(game)
    if engine_word not in known:
        from forthgame.rules.facts.liveness import free_of_lists, judges_without_stores

        forth = game.forth
        known[engine_word] = free_of_lists(forth, engine_word) and judges_without_stores(
            forth, game.declaration, engine_word
        )
    return known[engine_word]


@exclusive_use("_run_here _searched", "processor")
class SearchRun:
    """A search: its registers, its clock, the best move so far.

    memory  copy of the script's memory, restored before every depth
    stop    an event that ends the search when it is set, or None
    """

    memory: ScriptMemory
    stop: Stop | None = None

    def __init__(
        self,
        state: Playthrough,
        chosen: ChosenEngine,
        limits: Limits,
        started: float,
        report: Report | None,
    ) -> None:
        self.state = state
        self._position = state.position
        self.chosen = chosen
        self.others = 0  # positions searched by other threads
        self.engine = engine = chosen.engine
        self.word = word = chosen.word
        self.limits = limits
        self.started = started
        self.report = report
        self.processor = state.game.forth.processor
        self.processor.set_register(at.LIST_FREE, -1 if needs_no_list(state.game, word) else 0)
        self.interrupts = Interrupts()
        self.stopped = ""
        self.enough = False  # another thread has a conclusive result, or has failed
        exact = engine is not None and (engine.step == "(search-to)" or engine.best)
        replies = engine is not None and (engine.reply or engine.plus)
        self.sure = exact and not replies and score_is_forced(state.game)
        self.by_two = self.sure and is_zero_sum(state.game)
        self.several = False  # several lines are searched
        self.processor.set_cell(at.A_NODES, 0)  # for a search that is stopped at once
        self.processor.i64[at.NODES.index] = 0
        self._remember_game()
        set_tree_options(self.processor, limits, state.game)
        set_pruning_options(self.processor, limits)
        self.processor.set_registers({best_first_nodes.MOST: 0, best_first_nodes.DEPTH_LIMIT: 0})

    def tell(self, report: Callable[[T], None], found: T) -> None:
        """Report an intermediate result; no other search can begin meanwhile: see `root_moves`.

        Raises ForthgameError if the report has played in the searched state.
        """
        self.processor.reporting = True
        try:
            report(found)
        finally:
            self.processor.reporting = False
        self._see_position()

    def _see_position(self) -> None:
        if self.state.position is not self._position:
            raise ForthgameError(
                "a report or a signal handler has played in the position that is being searched: "
                "let it play in a copy"
            )

    def tell_last(self, found: SearchResult) -> None:
        """Report the final result; another search may begin in the report."""
        if self.report:
            self.processor.searching = False
            self.report(found)

    def _remember_game(self) -> None:
        """Note the positions of the game so far if a repetition is a draw."""
        draws = -1 if self.limits.repetition else 0
        self.processor.set_registers({at.REPETITION_DRAWS: draws, at.PAST_COUNT: 0})
        if self.limits.repetition:
            visit_past(self.state, "(past-position)", at.PAST_LIMIT)

    # -- running words --------------------------------------------------------------------------

    def entry_of(self, word: str) -> int:
        """Return the entry of an engine's word: the language's, or the script's newest."""
        forth = self.state.game.forth
        return (forth.word(word) if self.engine is None else forth.engine_word(word)).entry

    def _elapsed(self) -> float:
        return clock.monotonic() - self.started

    def _time_left(self) -> float | None:
        limit = self.limits.time
        return None if limit is None else limit - self._elapsed()

    def _enter(self) -> None:
        self._see_position()
        processor = self.processor
        # regenerate the root's list if evaluations read storage written meanwhile
        self.state.enter(afresh=processor.register(extension_registers.LISTS_JUDGED) != 0)
        processor.i64[at.NODE_LIMIT.index] = self.limits.nodes or 0

    def _call(self, word: str, *arguments: int, depth: int = 0, timed: bool = True) -> Found | None:
        """Run a word on the current list; return its result, None if it chose nothing."""
        self._searched(word, arguments, depth, self._time_left() if timed else None)
        return self._found()

    def _run_here(self, word: str) -> None:
        self._enter()
        self.state.game.run_word(word)

    def _searched(
        self, word: str, arguments: tuple[int, ...], depth: int, seconds: float | None
    ) -> None:
        processor, limits = self.processor, self.limits
        processor.set_register(at.BEST_COUNT, -1)
        if self.engine is None:  # a script may read storage written during generation
            self._limited(self.state.store_afresh, seconds)
            if self.stopped:
                return
        else:  # following the last line or a report may have changed the script's memory
            self.memory.recall()
        self._enter()
        processor.set_system({
            "$depthLimit": min(depth, LARGEST),
            "$searchTime": min(int((limits.time or 0) * 1000), LARGEST),
            "$searching": -1, "$playerToMove": processor.cell(at.A_PLAYER),
            "$score": 0, "$depth": 0, "$searchStatus": 0,
        })  # fmt: skip
        try:
            entry = self.entry_of(word)
            game = self.state.game
            own = self.engine is None or seconds is not None  # another time limit than a turn's
            call = game.untimed if own else game.visit_positions
            self._limited(lambda: call(entry, *arguments), seconds)
        finally:
            if self.engine is not None:
                self.memory.recall()
            self.state.enter()

    @property
    def asked_to_stop(self) -> bool:
        """Return whether the search should end with its best move so far."""
        return (self.stop is not None and self.stop.is_set()) or self.processor.asked_to_stop

    def _limited(self, run: Callable[[], object], seconds: float | None) -> None:
        """Run words until they end or a limit ends them; `stopped` records which limit.

        Raises ScriptError for other errors, before a report of the word is read.
        """
        processor = self.processor
        try:
            with (
                time_limited(processor, seconds, self.stop),
                self.interrupts.let_in(),
                self.state.game.stages(),
            ):
                run()
        except ScriptError as error:
            asked = error.number == TIME_LIMIT and self.asked_to_stop
            foreign = error.number == TIME_LIMIT and self.limits.time is None  # not our limit
            if error.number not in STOPPED or (foreign and not (self.enough or asked)):
                raise
            self.stopped = "stop" if asked else STOPPED[error.number]
        except KeyboardInterrupt:
            self._interrupted()
        finally:
            processor.set_cell(at.SYSTEM_CELLS["$searching"], 0)

    def _interrupted(self) -> None:
        """Record that Ctrl-C has ended the search; the result reports it."""
        if self.interrupts.told and not self.interrupts.noted:
            raise KeyboardInterrupt  # a second Ctrl-C
        self.stopped, self.interrupts.told = "interrupted", True

    def _found(self) -> Found | None:
        """Return index of the best move, score, nodes and depth as reported."""
        index = self._chosen()
        if index is None:
            return None
        score, nodes, reached = (
            self.processor.cell(at.SYSTEM_CELLS[name]) for name in ("$score", "$nodes", "$depth")
        )
        return index, score, max(nodes, 0), reached  # scripts may report any number of positions

    def _chosen(self) -> int | None:
        processor = self.processor
        count = processor.register(at.BEST_COUNT)
        if count == -1 or (count >= 0 and self.stopped and self.engine is not None):
            return None  # a script's word has reported a text while the engine was stopped
        moves = self.state.moves(after_end=True)
        if count < 0:
            return min(-2 - count, len(moves) - 1)
        data = bytes(processor.bytes[at.BEST_TEXT : at.BEST_TEXT + count])
        return self.state.find(decoded(data), exact=True, after_end=True).index

    # -- results ------------------------------------------------------------------------------

    def _result(
        self, index: int, score: int, nodes: int, depth: int, line: bool = False
    ) -> SearchResult:
        move = self.state.moves(after_end=True)[index]
        distance = depth - (abs(score) - SCORE_OF_END)
        if is_decided(score) and (line or 0 <= distance <= depth):  # a script may use our search
            score = (at.WIN_SCORE - distance) * (1 if score > 0 else -1)
        searched = not self.processor.register(proof_nodes.ROOT_PARTLY)
        proven = self._proven(score, searched) if line else None
        pv = self._line(move) if line else [move.text]  # the move alone is fast
        return SearchResult(
            move, score, nodes, depth, pv, self._elapsed(), self.stopped,
            proven, self.chosen.name, self.chosen.reason,
        )  # fmt: skip

    def _proven(self, score: int, searched: bool) -> str | None:
        """Return the proven value of the move, if any: see `proof_conditions.py`.

        `searched` means that every line was searched to the end of the game.
        """
        if not self.sure or not (searched or is_decided(score)):
            return None
        value = "draw" if score == at.DRAW_SCORE else "win" if score > 0 else "loss"
        return value if self.by_two or value == "win" else None

    def _ended(self, best: SearchResult) -> SearchResult:
        if self.interrupts.noted:
            self._interrupted()
        nodes = max(best.nodes, self.processor.i64[at.NODES.index]) + self.others
        cut = self.enough and self.stopped in ("time", "stop")  # by another thread with the result
        stopped = "" if cut else self.stopped
        return replace(best, nodes=nodes, seconds=self._elapsed(), stopped=stopped)

    def _line(self, move: Move) -> list[str]:
        cells = self.processor.i32[LINE].tolist()
        hashes = cells[: cells.index(0)] if 0 in cells else cells
        return self._followed(move, self._time_left(), follow_line, hashes[1:])

    def _tree_line(self, move: Move, numbers: list[tuple[int, int]]) -> list[str]:
        if not numbers or self.interrupts.noted or len(self.state.choosers) > 1:
            return [own_text(move)]
        time = self.limits.time
        seconds = LINE_SECONDS if time is None else min(LINE_SECONDS, time / 20)
        return self._followed(move, seconds, follow_numbers, numbers)

    def _followed(
        self,
        move: Move,
        seconds: float | None,
        follow: Callable[[Playthrough, Move, list[T], list[str]], None],
        line: list[T],
    ) -> list[str]:
        texts = [own_text(move)]
        try:
            with (
                time_limited(self.processor, seconds, self.stop),
                self.interrupts.let_in(),
                choosing_as_searched(self.state),
            ):
                follow(self.state, move, line, texts)
        except KeyboardInterrupt:
            self._interrupted()
        except ScriptError as error:
            if error.number != TIME_LIMIT:
                raise  # else the line is shorter
        self.state.enter()
        return texts


def follow_line(state: Playthrough, move: Move, hashes: list[int], texts: list[str]) -> None:
    """Play a line after a move on a copy, and append the texts of its moves.

    The line ends where a position repeats: there, the table holds the line's own beginning. Choices
    that other players have already made are left out, and the line ends with their turn, because
    the search only guesses them. Choices of later turns are put in playing order.
    """
    if not hashes:
        return
    waiting, known = list(state.choosers[1:]), dict[str, str]()
    follower = blindfolded(state)
    done = have_chosen(state.game, state.position.board)
    chosen = [player.name for player in state.game.declaration.players if player.code in done]
    stood = {_standing(follower)}
    follower.play(move, after_end=True)
    for wanted in hashes:
        here = _standing(follower)
        begins = not follower.concealed
        if chosen and begins:
            break
        if here in stood or not follower.moves(after_end=True):
            break
        if begins:
            waiting, known = in_turn_order(follower), {}
        stood.add(here)
        number = follower.run_here(follower.game.entries["(move-of-hash)"], wanted)
        if number < 0:
            break
        moves = follower.moves(after_end=True)
        known[follower.player] = text_alone(moves, number)
        while waiting and waiting[0] in known:
            texts.append(known[waiting.pop(0)])
        follower.play(moves[number], after_end=True)


def follow_numbers(
    state: Playthrough, move: Move, numbers: list[tuple[int, int]], texts: list[str]
) -> None:
    """Play moves after a move on a copy, and append their texts.

    Each is an index in a list, with the length of that list. The line ends at chance moves, at
    simultaneous choices, and if a list has another length, since a script may draw its moves.
    """
    follower = blindfolded(state)
    follower.play(move, after_end=True)
    for number, count in numbers:
        moves = follower.moves(after_end=True)
        thrown = state.game.is_chance(follower.player)
        together = len(follower.choosers) > 1 or follower.concealed
        if thrown or together or len(moves) != count:
            break
        texts.append(text_alone(moves, number))
        follower.play(moves[number], after_end=True)


def _standing(state: Playthrough) -> tuple[bytes, bytes]:
    turn = bytearray(state.position.turn)
    turn[TURN_NUMBER] = bytes(4)
    return bytes(turn), state.position.board
