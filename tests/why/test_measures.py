"""Profiles, flame graphs, coverage and listings."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from time import sleep, thread_time
from types import SimpleNamespace
from xml.etree import ElementTree

import pytest
from small import SCRIPT, line, small

import forthgame
from forthgame.compile.llvm.jobs import busy
from forthgame.why.inspection.word_listing import see
from forthgame.why.profiling import coverage as native_coverage, profile as profiling
from forthgame.why.profiling.coverage import coverage
from forthgame.why.profiling.profile import flame_graph, profile
from tests.searching import interrupt_searches

ROOT = Path(__file__).parents[2]
COVERED = ("games/go/go.4th", "games/chess/chess.4th", "games/backgammon/backgammon.4th",
           "games/tablut/tablut.4th", "tests/planted/scripts/fourcourts.4th",
           "tests/planted/scripts/territory.4th")  # fmt: skip


@pytest.fixture
def game(tmp_path: Path) -> Iterator[forthgame.Game]:
    """The small game."""
    with small(tmp_path) as found:
        yield found


def test_a_profile_counts_steps_and_calls(game: forthgame.Game) -> None:
    """The counts agree with a trace, word by word."""
    state = game.new_game(seed=1)
    found = profile(state, "generation")
    rows = {row.word: row for row in found.rows}
    traced = [s for at in ("north", "east") for s in game.trace(at, "a1", state=state, inner=True)]
    slide = [s for s in traced if s.inside == "slide"]
    assert rows["slide"].own == len(slide)
    assert rows["slide"].calls == 2
    assert rows["hop"].calls == rows["aside"].calls == 1
    assert rows["place"].calls == 16
    assert rows["north"].total > rows["north"].own
    place = rows["slide"].place
    assert place is not None
    assert place.line == line("BEGIN DUP")
    assert rows["friend?"].place is None


def test_ctrl_c_ends_the_profile_of_a_search(
    game: forthgame.Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    interrupt_searches(monkeypatch)
    with pytest.raises(KeyboardInterrupt):
        profile(game.new_game(seed=1), "search", depth=1)


def test_the_sums_of_a_profile(game: forthgame.Game) -> None:
    """Own steps, chains of calls and seconds each add up to the whole."""
    found = profile(game.new_game(seed=1), "playout", seed=4)
    assert found.complete
    assert sum(row.own for row in found.rows) == found.steps == sum(found.paths.values())
    assert sum(row.seconds for row in found.rows) == pytest.approx(found.seconds)
    assert all(row.own <= row.total <= found.steps for row in found.rows)
    assert found.rows == tuple(sorted(found.rows, key=lambda row: -row.own))


def test_profiles_of_searches_and_limits(game: forthgame.Game) -> None:
    """A limit ends the counting and nothing else; the position stays as it is."""
    state = game.new_game(seed=1)
    before = state.to_text()
    assert "(search)" in {row.word for row in profile(state, "search", depth=2).rows}
    cut = profile(state, "playout", steps=500)
    assert (cut.steps, cut.complete) == (500, False)
    cut = profile(state, "search", depth=3, steps=700)
    assert (cut.steps, cut.complete) == (700, False)
    assert state.to_text() == before
    assert [m.text for m in state.moves()] == [m.text for m in game.new_game(seed=1).moves()]
    with pytest.raises(forthgame.ForthgameError, match="there is generation, playout, search"):
        profile(state, "everything")


@pytest.mark.parametrize("what", ["generation", "playout"])
def test_a_profile_that_is_cut_has_times(
    game: forthgame.Game, what: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The times cover the steps up to the end of the counting, shared by steps."""
    monkeypatch.setattr(profiling, "time", SimpleNamespace(perf_counter=thread_time))
    cut = profile(game.new_game(seed=1), what, steps=200)
    assert not cut.complete
    assert 0 < cut.seconds < 1
    assert sum(row.seconds for row in cut.rows) == pytest.approx(cut.seconds)


def test_the_times_of_a_cut_profile_end_with_the_counting(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A word that never ends is timed too."""
    monkeypatch.setattr(profiling, "time", SimpleNamespace(perf_counter=thread_time))
    script = SCRIPT.replace("1 counter +!", "BEGIN 1 counter +! 0 UNTIL")
    with small(tmp_path, script) as endless:
        cut = profile(endless.new_game(seed=1), steps=5000)
    assert (cut.steps, cut.complete) == (5000, False)
    assert 0 < cut.seconds < 1


def test_a_recursive_word_is_counted_once_in_a_chain(tmp_path: Path) -> None:
    """Steps with callees are not more than there are."""
    script = SCRIPT.replace(
        ": slide", ": deep ( n -- ) DUP IF 1- RECURSE ELSE DROP ENDIF ;\n: slide"
    ).replace("1 counter +!", "9 deep 1 counter +!")
    with small(tmp_path, script) as game:
        rows = {row.word: row for row in profile(game.new_game(seed=1)).rows}
    assert rows["deep"].calls == 10
    assert rows["deep"].total == rows["deep"].own == 9 * 6 + 4


def test_a_flame_graph_is_drawn(game: forthgame.Game) -> None:
    """Well-formed, without scripts, and as wide below as all above it together."""
    found = profile(game.new_game(seed=1))
    text = found.flame_svg()
    root = ElementTree.fromstring(text)
    space = "{http://www.w3.org/2000/svg}"
    assert not root.findall(f".//{space}script")
    boxes: dict[float, list[float]] = {}
    for box in root.findall(f".//{space}rect"):
        boxes.setdefault(float(box.attrib["y"]), []).append(float(box.attrib["width"]))
    rows = [sum(boxes[y]) for y in sorted(boxes, reverse=True)]
    assert rows[0] == pytest.approx(980)
    assert all(upper <= lower + 1 for lower, upper in pairwise(rows))
    titles = [title.text or "" for title in root.findall(f".//{space}title")]
    assert any(title.startswith("slide: ") for title in titles)


def test_a_flame_graph_shows_names_that_no_picture_can_hold() -> None:
    root = ElementTree.fromstring(flame_graph({("a\x01\u202e",): 5}, "steps \x02"))
    texts = [element.text or "" for element in root.iter()]
    assert r"a\x01\u202e: 5 steps, 100.0 %" in texts
    assert r"steps \x02" in texts


def test_coverage(game: forthgame.Game) -> None:
    """Lines that random play never reaches are listed; breakpoints are removed."""
    before = game.forth.processor.steps_done
    found = coverage(game, games=3, seed=2)
    assert game.forth.processor.steps_done > before
    assert (found.games, len(found.files)) == (3, 1)
    (file,) = found.files
    assert Path(file.file).name == "small.4th"
    assert not file.missed
    assert line("1 counter +!") in file.lines
    assert line("{board") not in file.lines
    assert not game.forth.processor.attended


def test_a_coverage_goes_on_behind_a_game_that_fails(tmp_path: Path) -> None:
    """The coverage of the failed game counts, the first error is kept, and the progress is
    reported.
    """
    script = SCRIPT.replace("1 counter +!", "1 counter +! counter @ 5 = IF 1 0 / DROP ENDIF")
    far: list[tuple[int, int, int]] = []
    with small(tmp_path, script) as game:
        found = coverage(game, games=4, seed=2, report=lambda *now: far.append(now))
        assert not game.forth.processor.attended
    assert (found.games, found.failed) == (3, 1)
    assert found.error is not None
    assert "division by zero" in found.error.message
    assert found.error.line == line("1 counter +! counter", script)
    assert not found.files[0].missed
    assert [games for games, _, _ in far] == [1, 2, 3, 4]
    assert found.plies == far[-1][1] > far[0][1]
    assert far[0][2] >= far[-1][2]


def test_a_coverage_of_a_game_that_cannot_begin(tmp_path: Path) -> None:
    """The coverage of the set-up is shown, and no error is raised."""
    script = SCRIPT + "\n: OnNewGame 1 0 / ;\n"
    with small(tmp_path, script) as game:
        found = coverage(game, games=4)
    assert (found.games, found.failed) == (0, 4)
    assert found.error is not None
    assert "north" in found.files[0].words


def test_coverage_plays_the_games_of_playouts(game: forthgame.Game) -> None:
    """The games are the same, one by one, with as many plies."""
    assert coverage(game, games=7, seed=3).plies == game.playouts(7, seed=3).plies


ODD = """: unused ( -- )
	TRUE verify
;
: odd ( -- ) 1 IF 2 DROP ELSE
	3 DROP
	ENDIF 0 IF 4 DROP ENDIF ;
"""


def test_coverage_misses_what_is_never_reached(tmp_path: Path) -> None:
    """These are an unused word, a branch never taken, and code after a test that never holds."""
    script = SCRIPT.replace(": tire", ODD + ": tire").replace("1 counter +!", "odd\n\t1 counter +!")
    with small(tmp_path, script) as game:
        (file,) = coverage(game, games=8, seed=2).files
    assert file.missed == (line("\tTRUE verify\n;", script), line("\t3 DROP", script))
    assert [(p.line, p.text[p.column - 1 :].split()[0]) for p in file.parts] == [
        (line("0 IF 4", script), "4")
    ]
    assert file.words == ("unused",)
    assert file.share == pytest.approx(1 - 2 / len(file.lines))


def test_what_is_covered_is_played_by_the_games_own_machine_code(tmp_path: Path) -> None:
    """Machine code plays once everything is covered and the code has been made."""
    path = tmp_path / "small.4th"
    path.write_text(SCRIPT)
    with forthgame.load(path) as game:
        game.playouts(50, seed=1)
        processor = game.forth.processor
        tier, used, left = processor.tier, [], []

        def report(games: int, plies: int, waiting: int) -> None:
            used.append(processor.tier is tier)
            left.append(waiting)

        coverage(game, games=30, seed=1, report=report)
        assert tier is not None
        assert left[-1] == 0
        assert used == [False, *(waiting == 0 for waiting in left[:-1])]


def test_coverage_of_a_native_game(tmp_path: Path) -> None:
    """A game that would become machine code is interpreted for as many games as needed."""
    path = tmp_path / "small.4th"
    path.write_text(SCRIPT)
    with forthgame.load(path) as game:
        game.playouts(50, seed=1)
        assert not coverage(game, games=50, seed=1).files[0].missed


@pytest.mark.parametrize(
    "script",
    ["", *(pytest.param(path, marks=pytest.mark.slow) for path in COVERED)],
    ids=lambda path: Path(path).stem or "small",
)
def test_machine_code_reaches_what_the_interpreter_reaches(script: str, tmp_path: Path) -> None:
    """Games, lines, parts and words are equal, including errors of the script."""
    path = ROOT / script
    if not script:
        path = tmp_path / "small.4th"
        text = SCRIPT.replace(": tire", ODD + ": tire")
        path.write_text(
            text.replace("1 counter +!", "odd 1 counter +! counter @ 40 = IF 1 0 / DROP ENDIF")
        )
    with forthgame.load(path) as game:
        game.playouts(3, seed=1)
        tier = game.forth.processor.tier
        slow = coverage(game, games=6, seed=2, plies=200, native=False)
        assert not game.forth.processor.noting
        quick = coverage(game, games=6, seed=2, plies=200, native=True)
        assert (quick.games, quick.plies, quick.failed) == (slow.games, slow.plies, slow.failed)
        assert str(quick.error) == str(slow.error)
        assert quick.files == slow.files
        assert game.forth.processor.tier is tier
        assert not game.forth.processor.attended
        assert not game.forth.processor.noting


def test_long_games_of_a_coverage_become_machine_code(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Machine code is made if the remaining games would take long; the answer is unchanged."""
    path = tmp_path / "small.4th"
    path.write_text(SCRIPT)
    monkeypatch.setattr(native_coverage, "TRIED", 0.0)
    monkeypatch.setattr(native_coverage, "WORTH", 0.0)
    with forthgame.load(path) as game:
        processor = game.forth.processor
        used = []

        def report(*far: int) -> None:
            used.append(processor.noting)
            while len(used) == 2 and busy():
                sleep(0.01)

        found = coverage(game, games=5, seed=3, report=report)
        assert used[-1]
        assert found == coverage(game, games=5, seed=3, native=False)
        assert game.playouts(5, seed=3).plies == found.plies


def test_see_a_definition(game: forthgame.Game) -> None:
    """`see` shows its text, and its code with operands by name."""
    found = see(game, "north")
    assert found.source == ": north ( -- ) ['] n slide ;"
    assert (found.kind, found.effect) == ("a definition", "( -- )")
    assert [code.operation for code in found.code] == ["LIT", "(CALL)", "EXIT"]
    assert found.code[0].operand.endswith("(n)")
    assert found.code[1].operand == "slide"
    place = found.code[1].place
    assert place is not None
    assert place.line == line(": north")
    slide = see(game, "slide")
    assert slide.source.splitlines()[0].startswith(": slide ( 'dir -- )")
    assert slide.source.splitlines()[-1] == ";"
    branch = next(code for code in slide.code if code.operation == "0BRANCH")
    assert branch.operand == f"-> {slide.code[-2].number}"
    assert slide.text().startswith("slide ( 'dir -- )   a definition, ")


@pytest.mark.parametrize("word", ["n", "rook", "counter", "tired", "DUP", "friend?", ":", "IF"])
def test_see_other_words(game: forthgame.Game, word: str) -> None:
    """Directions, pieces, variables, primitives, words of the language and of the compiler."""
    found = see(game, word)
    assert found.word == word
    assert found.kind
    assert found.code
    assert found.text()


def test_see_machine_code(game: forthgame.Game) -> None:
    """LLVM IR and assembly of the word, or why there is none."""
    found = see(game, "aside", native=True)
    assert f"@x{found.code[0].cell}" in found.ir
    assert f"x{found.code[0].cell}:" in found.assembly
    assert "ret" in found.assembly
    assert not found.refused
    with pytest.raises(forthgame.ForthgameError, match="no word 'asid'; did you mean aside"):
        see(game, "asid")


def test_long_chains_of_calls_are_cut_and_count_in_full(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Steps of deeper calls count for the last word that is kept; words have all of theirs."""
    script = SCRIPT.replace(
        ": slide", ": deep ( n -- ) DUP IF 1- RECURSE ELSE DROP 7 inner ENDIF ;\n: slide"
    ).replace(": deep", ": inner ( n -- ) 1+ DROP ;\n: deep")
    script = script.replace("1 counter +!", "900 deep 1 counter +!")
    with small(tmp_path, script) as game:
        state = game.new_game(seed=1)
        found = profile(state)
        monkeypatch.setattr(profiling, "MOST_CHAINS", 5)
        few = profile(state)
    rows = {row.word: row for row in found.rows}
    assert max(map(len, found.paths)) == 200
    assert rows["inner"].calls == 1
    assert rows["deep"].own == 900 * 6 + 6
    assert rows["deep"].total == rows["deep"].own + rows["inner"].total
    assert sum(found.paths.values()) == sum(few.paths.values()) == found.steps
    assert len(few.paths) <= 6
    assert [(r.own, r.total) for r in few.rows] == [(r.own, r.total) for r in found.rows]
