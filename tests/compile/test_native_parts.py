"""Machine code of a game is made on request, and nothing is made twice."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from move_words import QUEENS

import forthgame
from forthgame.analysis.function import Function
from forthgame.analysis.instruction import place_of
from forthgame.base import cache
from forthgame.base.source import package_path
from forthgame.compile.writer import ir_module
from forthgame.machine.memory.processor import Processor
from forthgame.machine.tiers.plan_search import BuildPlan
from forthgame.rules.facts.build_roots import tokens_in_memory
from forthgame.rules.native import code_stages
from forthgame.rules.native.code_parts import CALL_ROOTS, COUNT_ROOTS, ENGINE_ROOTS, PLAYOUT_ROOTS
from forthgame.rules.native.native_game import NativeGame
from forthgame.rules.native.part_builder import PartBuilder
from tests.waiting import HANGS_AFTER

ALL = {*CALL_ROOTS, *COUNT_ROOTS, *PLAYOUT_ROOTS}


def made(game: forthgame.Game) -> set[str]:
    """The roots that can be entered as machine code."""
    tier = game.forth.processor.tier
    if tier is None:
        return set()
    entries = set(tier.addresses)
    return {r for r in {*ALL, *ENGINE_ROOTS} if game.forth.engine_word(r).entry in entries}


# a loop whose rounds depend on a variable
COUNTED = "VARIABLE v\n: go here v ! BEGIN v @ 50 > WHILE -13 v +! REPEAT "


def native(game: forthgame.Game) -> NativeGame:
    assert game.native is not None
    return game.native


def test_random_games_make_only_what_they_need() -> None:
    with forthgame.load("tictactoe") as game, forthgame.load("tictactoe", native=False) as plain:
        played, wanted = (each.playouts(100, seed=3) for each in (game, plain))
        assert (played.plies, played.wins) == (wanted.plies, wanted.wins)
        assert native(game).ready
        assert made(game) == set(PLAYOUT_ROOTS)
        assert game.perft(4) == plain.perft(4)
        assert made(game) == {*PLAYOUT_ROOTS, *COUNT_ROOTS}
        states = [each.new_game(seed=1) for each in (game, plain)]
        for _ in range(5):
            texts = [[str(move) for move in state.moves()] for state in states]
            assert texts[0] == texts[1]
            for state in states:
                state.play(0)


def test_the_whole_is_not_made_again_in_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    with forthgame.load("tictactoe") as game:
        native(game).prepare(wait=True, engines=False)
        assert made(game) == ALL
        monkeypatch.setattr(PartBuilder, "plan_of", None)  # another part would have to call it
        assert game.perft(4) == 3024
        assert game.playouts(100, seed=1).games == 100
        native(game).prepare_calls(wait=True, engines=False)


def test_where_words_are_run_to_count_moves_they_have_code_for_that(tmp_path: Path) -> None:
    """A word that cannot be tallied gets additional machine code that only counts."""
    script = tmp_path / "queens.4th"
    script.write_text(QUEENS.replace(": go ", COUNTED))
    with forthgame.load(script) as game, forthgame.load(script, native=False) as plain:
        native(game).prepare(wait=True, engines=False)
        assert native(game)._counting.ready
        assert [game.perft(k) for k in (1, 2, 3)] == [plain.perft(k) for k in (1, 2, 3)]
        ours, theirs = (each.playouts(30, seed=4, plies=60) for each in (game, plain))
        assert (ours.plies, ours.results) == (theirs.plies, theirs.results)
        moves = [[str(move) for move in each.new_game(seed=1).moves()] for each in (game, plain)]
        assert moves[0] == moves[1]
    with forthgame.load("tictactoe") as game:
        native(game).prepare(wait=True, engines=False)
        assert not native(game)._counting.ready


def test_long_move_words_have_no_second_code_to_count_moves(tmp_path: Path) -> None:
    """A second code would take as long to make, and save little, since recording is the smallest
    part of them.
    """
    script = tmp_path / "long.4th"
    script.write_text(QUEENS.replace(": go ", "VARIABLE v\n: go " + "v @ 3 XOR v ! " * 150))
    with forthgame.load(script) as game, forthgame.load(script, native=False) as plain:
        native(game).prepare(wait=True, engines=False)
        assert not native(game)._counting.ready
        assert [game.perft(k) for k in (1, 2)] == [plain.perft(k) for k in (1, 2)]


def test_engines_are_made_before_what_python_asks() -> None:
    with forthgame.load("tictactoe") as game:
        native(game).prepare_calls(wait=True, engines=True)
        assert made(game) >= {*ENGINE_ROOTS, *CALL_ROOTS}
        assert not made(game) & {*COUNT_ROOTS, *PLAYOUT_ROOTS}


def test_preparing_without_waiting_waits_for_nobody() -> None:
    """Another thread's search has the machine; the lock is given back."""
    with ThreadPoolExecutor(1) as other, forthgame.load("tictactoe") as game:
        with game.lock:
            other.submit(native(game).prepare, wait=False).result(timeout=HANGS_AFTER)
        assert not native(game).ready
        native(game).prepare(wait=False)
        assert other.submit(game.lock.acquire, blocking=False).result()
        other.submit(game.lock.release).result()


def test_games_with_the_same_words_share_their_machine_code(tmp_path: Path) -> None:
    """Their files may differ; it exists as long as one of them does."""
    script = (
        package_path("games").joinpath("tictactoe", "tictactoe.4th").read_text(encoding="utf-8")
    )
    copy = tmp_path / "copy.4th"
    copy.write_text(f"{script}\n\\ a copy\n", encoding="utf-8")
    with forthgame.load("tictactoe") as game, forthgame.load(copy) as twin:
        assert game.digest != twin.digest
        for each in (game, twin):
            native(each).prepare_calls(wait=True, engines=True)
        built = [game.forth.processor.tier, twin.forth.processor.tier]
        kept, shared = ({id(b.keep) for b in tier.built} for tier in built if tier is not None)
        assert kept == shared
        moves = [
            each.new_game(seed=1).search("negamax", depth=4).move.text for each in (game, twin)
        ]
        assert moves[0] == moves[1]


def test_words_that_nothing_calls_are_not_compiled(tmp_path: Path) -> None:
    """Numbers in headers, such as a word's own, look like tokens here and there."""
    script = (
        package_path("games").joinpath("tictactoe", "tictactoe.4th").read_text(encoding="utf-8")
    )
    unused = "".join(f": unused{k} ;\n" for k in range(400))
    kept = "VARIABLE tokens 8 ALLOT\n: kept ; : apart ;\n' kept tokens !  ' apart tokens 5 + !\n"
    (tmp_path / "unused.4th").write_text(script + unused + kept, encoding="utf-8")
    with forthgame.load(tmp_path / "unused.4th") as game:
        words = game.forth.dictionary.words[game.forth.fence :]
        tokens = tokens_in_memory(game.forth)
        own = {word.name for word in words if word.token in tokens}
        assert {"kept", "apart"} <= own
        assert not {name for name in own if name.startswith("unused")}


def test_who_may_wait_goes_on_with_what_a_process_has_begun(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A tournament shorter than the compilation would otherwise never have machine code."""
    monkeypatch.setenv(cache.SCRATCH, str(tmp_path))
    script = (
        package_path("games").joinpath("tictactoe", "tictactoe.4th").read_text(encoding="utf-8")
    )
    (tmp_path / "mine.4th").write_text(script + ": OnMakeAMove 71 72 + DROP ;\n", encoding="utf-8")
    started: list[BuildPlan] = []
    monkeypatch.setattr(BuildPlan, "cached", False)
    # as if the process ended at once
    monkeypatch.setattr(BuildPlan, "start", lambda plan: started.append(plan))
    monkeypatch.setattr(code_stages, "EAGERNESS", 0.0)
    with forthgame.load(tmp_path / "mine.4th") as game:
        native(game).go_on()
        assert not native(game).ready
        game.new_game(seed=1).search("negamax", depth=2)
        assert started
        assert not native(game).ready
        assert native(game).builder.begun.noted(native(game)._engines.roots)
    (tmp_path / "other.4th").write_text(script + ": OnMakeAMove 71 73 + DROP ;\n", encoding="utf-8")
    with forthgame.load(tmp_path / "other.4th") as game:
        assert not native(game).builder.begun.noted(native(game)._engines.roots)
    monkeypatch.undo()
    monkeypatch.setenv(cache.SCRATCH, str(tmp_path))
    with forthgame.load(tmp_path / "mine.4th") as game:
        native(game).go_on()
        assert set(CALL_ROOTS) <= made(game)
        assert not native(game).builder.begun.noted(native(game)._engines.roots)  # it is there


def test_machine_code_is_written_once_and_its_text_given_up() -> None:
    with forthgame.load("tictactoe") as game:
        native(game).prepare_calls(wait=True, engines=False)
        plan = native(game)._calls.plan
        assert plan is not None
        assert plan.done
        assert plan.cached
        assert not plan._sources


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="memory is counted otherwise")
def test_a_machine_takes_memory_for_what_is_used() -> None:
    """Memory for unused frames, a quarter of a megabyte, is not allocated."""
    first = Processor()
    before = private()
    machines = [Processor() for _ in range(16)]
    for each in machines:
        each.reset_stacks()
    assert private() - before < 16 * 100 << 10
    assert first.depth == 0


def private() -> int:
    """Bytes of this process that it has to itself."""
    lines = Path("/proc/self/smaps_rollup").read_text().splitlines()
    return sum(int(line.split()[1]) << 10 for line in lines if line.startswith("Private_Dirty"))


@pytest.mark.sampled(2)
@pytest.mark.parametrize("place", [1326242237, 70_000_001, 0, -5, 2147483647])
def test_where_the_dictionary_ends_may_be_anywhere(tmp_path: Path, place: int) -> None:
    """A script that has moved `DP` is compiled too."""
    text = (package_path("games", "tictactoe") / "tictactoe.4th").read_text()
    script = tmp_path / "moved.4th"
    script.write_text(f"{text}\n{place} DP !\n")
    with forthgame.load(script) as game, forthgame.load(script, native=False) as plain:
        native(game).prepare(wait=True, engines=False)
        assert game.perft(3) == plain.perft(3) == 504


JUDGED = """
{board 3 4 {grid} board}
{directions 0 1 {direction} e directions}
{players {player} X {player} Y players}
{turn-order {turn} X {turn} Y turn-order}
: go e verify empty? verify from here move add-move ;
{moves ms {move} go moves}
{pieces {piece} man {moves} ms pieces}
{board-setup {setup} X man a1 {setup} Y man a2 board-setup}
: OnIsLegal? ( -- ? ) here c3 = NOT ;
"""


def test_every_engine_is_compiled_where_legality_is_tested(tmp_path: Path) -> None:
    """This includes max-n, in which paths meet with more items than a block has begun with."""
    path = tmp_path / "judged.4th"
    path.write_text(JUDGED)
    with forthgame.load(path) as game, forthgame.load(path, native=False) as plain:
        native(game).prepare(wait=True, engines=True)
        assert native(game).refused == {}
        found, wanted = (each.new_game(seed=1).search("maxn", depth=5) for each in (game, plain))
        assert (found.move.text, found.score, found.nodes) == (
            wanted.move.text, wanted.score, wanted.nodes
        )  # fmt: skip


def test_a_copy_of_a_word_that_is_not_compiled_is_interpreted_as_the_word(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of a very large script the longest words stay in the interpreter, also copies for tokens."""

    def refuse_copies(functions: Mapping[int, Function]) -> None:
        for entry, function in functions.items():
            if entry != place_of(entry):
                function.refused = "it is too long"

    monkeypatch.setattr(ir_module, "refuse_long", refuse_copies)
    monkeypatch.setenv("FORTHGAME_CACHE", str(tmp_path))
    path = tmp_path / "glides.4th"
    words = (
        ": glide ( dir -- ) BEGIN DUP EXECUTE WHILE empty? verify from here move add-move REPEAT"
    )
    path.write_text(
        JUDGED.replace(": go e verify", f"{words} DROP ;\n: go ['] e glide ;\n: one e verify")
    )
    with forthgame.load(path) as game, forthgame.load(path, native=False) as plain:
        native(game).prepare_playouts()
        assert native(game).refused
        one, two = (each.playouts(30, seed=2) for each in (game, plain))
        assert (one.plies, one.wins) == (two.plies, two.wins)
