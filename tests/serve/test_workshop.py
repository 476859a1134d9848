"""The script's side over the protocol: words, coverage, a word step by step."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("starlette", reason="needs the extra `board`")

from serve.talking import Talk, make_hub, talking

pytestmark = pytest.mark.usefixtures("tables_here")


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Talk]:
    """A page at a table of breakthrough."""
    with talking(make_hub(tmp_path_factory.mktemp("tables"))) as [found]:
        found.sit("breakthrough")
        yield found


def test_words_of_a_script_as_it_is_written(page: Talk) -> None:
    """Words of the language have effect and description, its own have comment and code."""
    text = page.ask("script")["text"] + "\n: fresh ( a b -- n )  SWAP DROP ;\n"
    found = page.ask("words", script=text)
    assert found["words"]["SWAP"].startswith("SWAP ( a b -- b a )")
    assert "the code: ( n1 n2 -- n2 )" in found["words"]["fresh"]
    assert {"advance", "fresh", "OnIsGameOver"} <= set(found["own"])
    assert page.ask("words", script=": broken")["words"] is not None


def test_move_words_of_the_saved_script_have_the_way_their_moves_are_counted(page: Talk) -> None:
    text = page.ask("script")["text"]
    assert "man-moves advance: tallied" in page.ask("words", script=text)["words"]["advance"]
    unsaved = page.ask("words", script=text + "\n: fresh ( -- ) ;\n")["words"]
    assert "tallied" not in unsaved["advance"]


@pytest.mark.slow
def test_words_of_a_file_that_is_loaded(tmp_path: Path) -> None:
    """Such words can be run too, after the script's own; a step there has the text of its line."""
    (tmp_path / "part.4th").write_text(": place empty? verify drop add-move ;\n")
    script = tmp_path / "loads.4th"
    script.write_text(
        "{board 1 2 {grid} board}\n{players {player} A {player} B players}\n"
        "{turn-order {turn} A {turn} B turn-order}\nLOAD part.4th\n: own 1 DROP ;\n"
        "{moves drops {move} place moves}\n{pieces {piece} man {drops} drops pieces}\n"
    )
    with talking(make_hub(tmp_path / "tables", str(script))) as [page]:
        page.sit("loads")
        found = page.ask("words", script=script.read_text())
        assert found["own"] == ["own", "place"]
        [step, *_] = page.ask("trace", word="place")["steps"]
        assert step["place"]["file"] == "part.4th"
        assert "empty?" in step["place"]["text"]


def test_a_word_step_by_step(page: Talk) -> None:
    """Each step has its place, the stack, and the values of `here` and `from` after it."""
    found = page.ask("trace", word="slant-east", position="c2")
    assert found["begin"] == {"here": "c2", "from": "c2"}
    assert [step["word"] for step in found["steps"]][:4] == ["northeast", "slant", "verify",
                                                             "friend?"]  # fmt: skip
    first = found["steps"][0]
    assert (first["here"], first["from"], first["after"]) == ("d3", "c2", [-1])
    assert first["place"]["line"] > 1
    assert any(step["note"] == "adds a move: man c2 - d3" for step in found["steps"])
    assert not found["cut"]


def test_a_direction_that_fails_leaves_here(page: Talk) -> None:
    """The positions of a step are those after it, not those of the next one."""
    steps = page.ask("trace", word="slant-west", position="a2")["steps"]
    assert [(step["word"], step["here"]) for step in steps[:1]] == [("northwest", "a2")]
    assert steps[-1]["note"].startswith("verify ended the word")


def test_a_trace_changes_nothing(page: Talk) -> None:
    """The moves are the same before and after, at another position too."""
    before = [move["text"] for move in page.moves()]
    page.ask("trace", word="OnEvaluate")
    page.ask("trace", word="advance", position="b2", ply=0, more=["White man a2 - a3"])
    assert [move["text"] for move in page.moves()] == before


def test_what_cannot_be_traced(page: Talk) -> None:
    """Each gets an error message."""
    for wrong in ({"word": "nothing"}, {"word": "DUP"}, {"word": "advance", "position": "z9"}, {},
                  {"word": 7}, {"word": "advance", "position": []}):  # fmt: skip
        assert page.ask("trace", **wrong)["error"], wrong
    for wrong in ({"games": 0}, {"games": 10**6}, {"games": "x"}):
        assert page.ask("coverage", **wrong)["error"], wrong


def test_lines_that_random_games_come_to(page: Talk) -> None:
    """Words that random games do not reach are named."""
    found = page.ask("coverage", games=3)
    assert set(found["own"]["missed"]) < set(found["own"]["lines"])
    assert "OnEvaluate" in found["own"]["words"]
    assert found["games"] == 3


def test_a_word_without_an_end_is_cut(tmp_path: Path) -> None:
    """The first steps are shown."""
    script = tmp_path / "endless.4th"
    script.write_text(
        "{board 1 2 {grid} board}\n{players {player} A {player} B players}\n"
        "{turn-order {turn} A {turn} B turn-order}\n: spin BEGIN FALSE UNTIL ;\n"
        ": place empty? verify drop add-move ;\n{moves drops {move} place moves}\n"
        "{pieces {piece} man {drops} drops pieces}\n"
    )
    with talking(make_hub(tmp_path / "tables", str(script))) as [page]:
        page.sit("endless")
        found = page.ask("trace", word="spin")
        assert found["cut"]
        assert len(found["steps"]) == 2000
