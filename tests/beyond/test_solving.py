"""Every search method finds a shortest solution, reports if there is none, and keeps limits."""

from __future__ import annotations

import os
import signal
import threading
import time
from pathlib import Path
from typing import Any

import pytest

import forthgame
from forthgame.search import lent_memory
from tests.waiting import GROWING

from .puzzles import GOAL, puzzle
from .tiers import TIERS

WALL = "{setup} One wall b1 {setup} One wall b2"
DISTANCE = " : OnDistance ( -- n ) 0 9 0 DO I piece-type-at man = IF I c1 <> 1 AND + ENDIF LOOP ;"
AT_C1 = "walk | One:man@c1 One:wall@b1 One:wall@b2 | turn=0,One,One,0,1,0"


@pytest.mark.parametrize("native", TIERS)
@pytest.mark.parametrize("method", ["auto", "breadth", "ida", "both-ends"])
def test_a_way_round_a_wall(tmp_path: Path, method: str, native: bool) -> None:
    game = puzzle(tmp_path, native, setup=WALL, end=GOAL + DISTANCE)
    to = game.position(AT_C1) if method == "both-ends" else None
    found = game.new_game(seed=1).solve(method, to=to)
    assert (found.solved, found.length, found.reason) == (True, 6, "solved in 6 turns")
    assert found.moves == (
        "man a1 - a2", "man a2 - a3", "man a3 - b3", "man b3 - c3", "man c3 - c2", "man c2 - c1",
    )  # fmt: skip
    assert found.warnings == ()


@pytest.mark.parametrize("native", TIERS)
@pytest.mark.parametrize("judged", ["early", "late"])
def test_tiers_look_at_the_same_positions(tmp_path: Path, native: bool, judged: str) -> None:
    late = ": OnIsGameOver ( -- result ) c1 piece-type-at man = IF One goal ENDIF stalemate? "
    end = GOAL if judged == "early" else late + "IF 0 ELSE #UnknownScore ENDIF ;"
    found = puzzle(tmp_path, native, setup=WALL, end=end).solve("breadth")
    assert (found.length, found.positions) == (6, 7)


@pytest.mark.parametrize("method", ["breadth", "both-ends"])
def test_no_solution(tmp_path: Path, method: str) -> None:
    closed = WALL + " {setup} One wall b3"
    game = puzzle(tmp_path, setup=closed)
    to = game.position(AT_C1.replace("b2 |", "b2 One:wall@b3 |"))
    found = game.new_game().solve(method, to=to if method == "both-ends" else None)
    assert (found.solved, found.exhausted) == (False, True)
    assert found.reason.startswith("no solution: ")


def test_from_both_ends_another_solution_is_found(tmp_path: Path) -> None:
    """No way leads to the position that is given, but b3 is an end too."""
    end = """: there ( -- ) c1 piece-type-at man = b3 piece-type-at man = OR IF One goal ENDIF ;
        {endings there {ending} there endings}"""
    game = puzzle(tmp_path, setup="{setup} One wall b1 {setup} One wall c2", end=end)
    to = game.position(AT_C1.replace("b2", "c2"))
    found = game.new_game(seed=1).solve("both-ends", to=to)
    assert (found.solved, found.length) == (True, 3)


def test_by_depth_a_space_without_ways_back_is_exhausted(tmp_path: Path) -> None:
    game = puzzle(tmp_path, ways="{move} e {move} s", setup=WALL, end=GOAL + DISTANCE)
    found = game.solve("ida")
    assert (found.solved, found.exhausted, found.method) == (False, True, "ida")


@pytest.mark.parametrize(
    ("limit", "reason"),
    [({"depth": 5}, "none within 5 turns"), ({"nodes": 4}, "none within 4 positions")],
)
@pytest.mark.parametrize("method", ["breadth", "ida", "both-ends"])
@pytest.mark.parametrize("late", [False, True])
def test_a_limit_ends_the_search(
    tmp_path: Path, method: str, limit: dict[str, int], reason: str, late: bool
) -> None:
    rest = " : OnIsGameOver ( -- result ) stalemate? IF 0 ELSE #UnknownScore ENDIF ;" * late
    game = puzzle(tmp_path, setup=WALL, end=GOAL + DISTANCE + rest)
    to = game.position(AT_C1) if method == "both-ends" else None
    found = game.new_game().solve(method, to=to, **limit)
    assert (found.solved, found.exhausted, found.reason) == (False, False, reason)
    assert game.new_game().solve(method, to=to, depth=6).length == 6


FORK = {  # a tree of numbers: 2n + 1 and 2n + 2 follow n
    "before": """: go ( n -- ) note ! ; : to ( n -- ) COMPILE-LITERAL COMPILE go add-move ;
        : fork ( -- ) note @ 63 < verify note @ 2 * DUP 1+ to 2 + to ;""",
    "ways": "{move} fork",
    "end": """: there ( -- ) note @ 62 = note @ 63 = OR IF One goal ENDIF ;
        {endings there {ending} there endings} : OnDistance ( -- n ) 0 ;""",
}


@pytest.mark.parametrize("few", [60, 80])
def test_a_search_by_depth_that_goes_on_as_machine_code_finds_the_shortest_way(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, few: int
) -> None:
    """The last position five turns away is solved, and the first one that is six turns away."""
    monkeypatch.setattr("forthgame.search.puzzles.solve.INTERPRETED", few)
    found = puzzle(tmp_path, True, **FORK).solve("ida")
    assert (found.solved, found.length) == (True, 5)


LATE = {  # 3 is three turns away by one path and two by the other; 9 follows it
    "before": """: go ( n -- ) note ! ; : to ( n -- ) COMPILE-LITERAL COMPILE go add-move ;
        : hop ( from to -- ) SWAP note @ = IF to ELSE DROP ENDIF ;
        : way ( -- ) 0 1 hop 1 2 hop 2 3 hop 0 4 hop 4 3 hop 3 9 hop ;""",
    "ways": "{move} way",
}


@pytest.mark.parametrize("method", ["breadth", "ida"])
@pytest.mark.parametrize("patience", [2, 3])
def test_a_position_that_is_reached_too_late_is_not_lost_for_ever(
    tmp_path: Path, method: str, patience: int
) -> None:
    """The longer path to 3 is searched first; OnDistance returns that three are needed."""
    end = f""": there ( -- ) note @ 9 = IF One goal ENDIF ;
        : tired ( -- ) turn-number {patience} > IF One loses ENDIF ;
        {{endings there {{ending}} there 1 {{priority}} tired {{ending}} patience endings}}
        : OnDistance ( -- n ) note @ 0= 3 AND ;"""
    found = puzzle(tmp_path, **LATE, end=end).solve(method, depth=9)
    assert (found.solved, found.length) == ((True, 3) if patience == 3 else (False, 0))


def test_a_distance_that_is_too_great_is_warned_about(tmp_path: Path) -> None:
    game = puzzle(tmp_path, setup=WALL, end=GOAL + " : OnDistance ( -- n ) 8 ;")
    found = game.solve("breadth")
    assert found.length == 6
    assert found.warnings[0].startswith("OnDistance says 8 after 0 of 6 turns, 6 are left")


def test_a_position_that_is_solved(tmp_path: Path) -> None:
    game = puzzle(tmp_path, setup=WALL)
    found = game.position(AT_C1).solve()
    assert (found.solved, found.length, found.moves) == (True, 0, ())


def test_a_turn_of_several_parts_is_one(tmp_path: Path) -> None:
    two = ": two ( -- ) east verify empty? verify from here move partial add-move ;"
    game = puzzle(tmp_path, before=two, ways="{move} two")
    found = game.solve("breadth")
    assert (found.length, found.moves) == (1, ("partial 0 man a1 - b1", "partial 0 man b1 - c1"))


def test_storage_tells_positions_apart(tmp_path: Path) -> None:
    """Two steps on the same square: the first path to it is not the solution."""
    before = ": again ( -- ) note ++ ; : rest ( -- ) note @ 3 < verify COMPILE again add-move ;"
    end = ": there ( -- ) note @ 3 = IF One goal ENDIF ; {endings there {ending} there endings}"
    assert puzzle(tmp_path, before=before, ways="{move} rest", end=end).solve().length == 3


def test_numbers_beyond_sixteen_bits_are_stored(tmp_path: Path) -> None:
    before = ": more ( -- ) note @ 3 * 70000 + note ! ; : rest ( -- ) COMPILE more add-move ;"
    end = (
        ": there ( -- ) note @ -1729934592 = IF One goal ENDIF ; {endings there {ending} x endings}"
    )
    total = 0
    turns = 0
    while total != -1729934592 and turns < 40:
        total = (total * 3 + 70000 + 2**31) % 2**32 - 2**31
        turns += 1
    found = puzzle(tmp_path, before=before, ways="{move} rest", end=end).solve(depth=turns)
    assert (found.solved, found.length if found.solved else turns) == (total == -1729934592, turns)


# ---- what is no puzzle ----


@pytest.mark.parametrize(
    ("parts", "message"),
    [
        ({"players": "{player} Two", "turns": "{turn} Two"}, "2 players who can win .One, Two."),
        ({"players": "{player} ?Dice", "turns": "{turn} ?Dice"}, "Dice has turns too"),
        ({"end": ": OnIsGameOver repetitions 2 > IF 0 ELSE #UnknownScore ENDIF ;"}, "how often"),
    ],
)
def test_a_game_that_is_no_puzzle_is_refused(
    tmp_path: Path, parts: dict[str, str], message: str
) -> None:
    with pytest.raises(forthgame.ForthgameError, match=message):
        puzzle(tmp_path, **{"end": "", **parts}).solve()


@pytest.mark.parametrize(
    ("parts", "to", "message"),
    [
        ({}, None, "needs the position to be reached"),
        ({}, "walk | One:man@b1 | turn=0,One,One,0,1,0", "does not win"),
        ({"ways": "{move} e {move} n"}, "walk | One:man@c1 | turn=0,One,One,0,1,0", "taken back"),
    ],
)
def test_no_search_from_both_ends(
    tmp_path: Path, parts: dict[str, str], to: str | None, message: str
) -> None:
    game = puzzle(tmp_path, **parts)
    goal = None if to is None else game.position(to)
    with pytest.raises(forthgame.ForthgameError, match=message):
        game.new_game().solve("both-ends", to=goal)


def test_by_depth_needs_a_distance(tmp_path: Path) -> None:
    with pytest.raises(forthgame.ForthgameError, match="OnDistance"):
        puzzle(tmp_path).solve("ida")


def test_goal_is_refused_where_two_can_win(tmp_path: Path) -> None:
    game = puzzle(tmp_path, players="{player} Two", turns="{turn} Two")
    state = game.position("walk | One:man@c1 | turn=0,One,One,0,1,0")
    with pytest.raises(forthgame.ScriptError, match="one player who can win") as caught:
        assert state.outcome
    assert caught.value.place is not None


def test_goal_belongs_to_the_end_of_the_game(tmp_path: Path) -> None:
    game = puzzle(tmp_path, before=": bad ( -- ) One goal ;", ways="{move} bad")
    with pytest.raises(forthgame.ScriptError, match="goal belongs in OnIsGameOver"):
        game.new_game().moves()


def test_goal_counts_whatever_the_event_leaves(tmp_path: Path) -> None:
    end = ": OnIsGameOver ( -- result ) b1 piece-type-at man = IF One goal ENDIF #LossScore ;"
    game = puzzle(tmp_path, end=end)
    assert game.new_game().outcome == "loss"
    assert game.position("walk | One:man@b1 | turn=0,One,One,0,1,0").outcome == "win"


# ---- scripts that do what they should not ----


@pytest.mark.sampled(2)
@pytest.mark.parametrize("event", ["BEGIN AGAIN", "0 BEGIN 1+ FALSE UNTIL"])
def test_an_endless_distance_meets_the_time(tmp_path: Path, event: str) -> None:
    game = puzzle(tmp_path, end=GOAL + f" : OnDistance ( -- n ) {event} ;")
    began = time.thread_time()
    found = game.new_game().solve("ida", time=0.3)
    assert not found.solved
    assert found.reason.startswith("none within 0.3 s")
    assert time.thread_time() - began < 5


@pytest.mark.parametrize("event", ["OnDistance", "OnIsGameOver"])
def test_the_time_holds_where_the_puzzle_begins_with_its_end(tmp_path: Path, event: str) -> None:
    end = {"OnDistance": GOAL, "OnIsGameOver": ""}[event] + f" : {event} ( -- n ) BEGIN AGAIN ;"
    game = puzzle(tmp_path, end=end, man="{setup} One man c1")
    found = game.new_game().solve(time=0.2)
    assert found.solved == (event == "OnDistance")
    assert found.solved or "whether it is solved was not found out" in found.reason


@pytest.mark.parametrize("word", ["BEGIN AGAIN", '1 ABORT" no" 0'])
def test_a_solution_is_not_lost_with_the_distance(tmp_path: Path, word: str) -> None:
    """A breadth-first search uses the distance only to compare it with the solution."""
    end = GOAL + f" : OnDistance ( -- n ) a1 empty-at? IF {word} ELSE 0 ENDIF ;"
    for seconds in GROWING:
        found = puzzle(tmp_path, end=end).new_game().solve("breadth", time=seconds)
        if found.solved:
            break
    assert (found.solved, found.length) == (True, 2)
    assert "could not be compared with the solution after 1 of 2 turns" in found.warnings[0]


def test_the_time_holds_where_each_depth_is_done_at_once(tmp_path: Path) -> None:
    """Ways round in circles need ever more turns."""
    game = puzzle(tmp_path, setup=WALL + " {setup} One wall b3", end=GOAL + DISTANCE)
    for seconds in GROWING:
        found = game.solve("ida", time=seconds)
        if "every" in found.reason:
            break
    assert found.reason.startswith(f"none within {seconds:g} s: every solution of up to ")


def test_an_error_in_a_distance_has_its_place(tmp_path: Path) -> None:
    game = puzzle(tmp_path, end=GOAL + " : OnDistance ( -- n ) 1 0 / ;")
    with pytest.raises(forthgame.ScriptError) as caught:
        game.solve("ida")
    assert caught.value.place is not None
    assert game.solve("breadth", depth=1).reason == "none within 1 turn"


def test_random_moves_are_refused(tmp_path: Path) -> None:
    before = ": dice ( -- ) 0 1 RAND-WITHIN IF e ELSE s ENDIF ;"
    game = puzzle(tmp_path, before=before, ways="{move} dice")
    try:
        found = game.new_game(seed=5).solve("breadth")
    except forthgame.ForthgameError as error:
        assert "random" in str(error)  # noqa: PT017
    else:
        assert not found.solved or found.length == 2


def test_the_position_stays_as_it_is(tmp_path: Path) -> None:
    state = puzzle(tmp_path, setup=WALL).new_game(seed=1)
    state.play(state.moves()[0])
    before = state.fingerprint
    assert state.solve(nodes=3).solved is False
    assert (state.fingerprint, len(state.history)) == (before, 1)
    assert state.moves()


def test_ctrl_c_ends_it_at_once(tmp_path: Path) -> None:
    """The search space has no end: a counter."""
    before = ": more ( -- ) note ++ ; : rest ( -- ) COMPILE more add-move ;"
    game = puzzle(tmp_path, before=before, ways="{move} rest", rows=1, setup="")
    threading.Timer(0.5, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
    began = time.thread_time()
    with pytest.raises(KeyboardInterrupt):
        game.new_game().solve("breadth")
    assert time.thread_time() - began < 5
    assert game.new_game().solve("breadth", nodes=10).positions >= 10


def test_what_a_report_raises_ends_it(tmp_path: Path) -> None:
    before = ": more ( -- ) note ++ ; : rest ( -- ) COMPILE more add-move ;"
    game = puzzle(tmp_path, before=before, ways="{move} rest", rows=1, setup="")

    def enough(progress: object) -> None:
        raise LookupError("enough")

    began = time.thread_time()
    with pytest.raises(LookupError, match="enough"):
        game.new_game().solve("breadth", report=enough)
    assert time.thread_time() - began < 5
    assert game.new_game().solve("breadth", nodes=10).positions >= 10


def test_arguments_of_other_types(tmp_path: Path) -> None:
    wrong: Any = "small | P:man@a1"
    state = puzzle(tmp_path).new_game()
    with pytest.raises(TypeError, match="the position to be reached is a State, not"):
        state.solve("both-ends", to=wrong)
    with pytest.raises(TypeError, match="a report is a function, not"):
        state.solve(report=wrong)


# ---- memory ----


def test_tables_and_logs_grow(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A log that continues in a file, and a table that is filled again, lose nothing."""
    monkeypatch.setattr("forthgame.search.puzzles.breadth_first.FIRST_ENTRIES", 64)
    monkeypatch.setattr("forthgame.search.lent_memory.FIRST_LOG", 1024)
    files: list[object] = []
    real = lent_memory.tempfile.TemporaryFile
    monkeypatch.setattr(
        lent_memory.tempfile, "TemporaryFile", lambda **given: files.append(1) or real(**given)
    )
    monkeypatch.setattr(
        lent_memory.RecordLog,
        "__init__",
        lambda self, size, old=lent_memory.RecordLog.__init__: old(self, 2048),
    )
    before = ": more ( -- ) note ++ ; : rest ( -- ) note @ 400 < verify COMPILE more add-move ;"
    end = ": there ( -- ) note @ 400 = IF One goal ENDIF ; {endings there {ending} there endings}"
    found = puzzle(tmp_path, before=before, ways="{move} rest", end=end).solve("breadth")
    assert (found.length, found.positions) == (400, 401)
    assert files == [1]


def test_the_first_position_may_be_larger_than_the_log(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("forthgame.search.lent_memory.FIRST_LOG", 64)
    assert puzzle(tmp_path, setup=WALL).solve("breadth").length == 6


def test_a_full_table_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = ": more ( -- ) note ++ ; : rest ( -- ) COMPILE more add-move ;"
    monkeypatch.setattr("forthgame.search.puzzles.breadth_first.LEAST_BITS", 8)
    monkeypatch.setattr("forthgame.search.puzzles.solve.LEAST_MEMORY", 1)
    found = puzzle(tmp_path, before=before, ways="{move} rest").new_game().solve(memory=8192)
    assert "the table of 0 MB is full" in found.reason
    assert found.reason.startswith("none within 2")


def test_a_full_disk_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*given: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "posix_fallocate", full, raising=False)
    monkeypatch.setattr(
        lent_memory.RecordLog,
        "__init__",
        lambda self, size, old=lent_memory.RecordLog.__init__: old(self, 0),
    )
    monkeypatch.setattr("forthgame.search.lent_memory.FIRST_LOG", 1024)
    before = ": more ( -- ) note ++ ; : rest ( -- ) COMPILE more add-move ;"
    found = puzzle(tmp_path, before=before, ways="{move} rest").solve("breadth")
    assert "No space left on device" in found.reason


def test_progress_is_reported(tmp_path: Path) -> None:
    before = ": more ( -- ) note ++ ; : rest ( -- ) COMPILE more add-move ;"
    seen: list[int] = []
    game = puzzle(tmp_path, before=before, ways="{move} rest")
    for seconds in GROWING[1:]:
        seen.clear()
        game.new_game().solve(time=seconds / 4, report=lambda now: seen.append(now.positions))
        if len(seen) >= 2:
            break
    assert len(seen) >= 2
    assert seen == sorted(seen)
    assert seen[-1] > 0


STROLL = {
    "before": """: stop? ( -- ? ) here a1 = here b3 = OR here c1 = OR ;
        : count ( -- ) note @ 1+ note ! ;
        : go ( ? -- ) verify empty? verify from here move stop? NOT IF %s partial ENDIF add-move ;
        : pe east go ;  : pw west go ;  : ps south go ;  : pn north go ;""",
    "ways": "{move} pe {move} pw {move} ps {move} pn",
    "setup": WALL,
    "end": GOAL + DISTANCE,
}


@pytest.mark.parametrize("native", TIERS)
@pytest.mark.parametrize("method", ["breadth", "ida", "both-ends"])
def test_partial_moves_may_go_back_and_forth(tmp_path: Path, method: str, native: bool) -> None:
    """A turn walks on to a1, b3 or c1, in any number of steps; the shortest way takes two turns."""
    game = puzzle(tmp_path, native, **{**STROLL, "before": STROLL["before"] % ""})
    if game.native:
        game.native.prepare_solving()
    to = game.position(AT_C1) if method == "both-ends" else None
    state = game.new_game(seed=1)
    found = state.solve(method, to=to)
    assert (found.solved, found.length) == (True, 2)
    for move in found.moves:
        state.play(move)
    assert (state.outcome, state.turn_number) == ("win", 3)


@pytest.mark.parametrize("native", TIERS)
@pytest.mark.parametrize("method", ["breadth", "ida"])
def test_partial_moves_without_end_are_an_error(tmp_path: Path, method: str, native: bool) -> None:
    """Each step is counted, so positions within a turn never repeat."""
    parts = {**STROLL, "before": STROLL["before"] % "COMPILE count", "end": DISTANCE + GOAL}
    game = puzzle(tmp_path, native, **parts)
    if game.native:
        game.native.prepare_solving()
    with pytest.raises(forthgame.ScriptError, match="no end to the partial moves of a turn"):
        game.solve(method)
