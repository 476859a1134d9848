"""Reading a script's text, its lines, and text after a mistake: work stays in proportion."""

from __future__ import annotations

from pathlib import Path

import pytest

import forthgame
from forthgame.base.source import LINES_PIECE, Source, find_loaded_file
from forthgame.machine.outer import load_diagnosis
from forthgame.machine.outer.load_diagnosis import starts_line, swallows_code

LONG = "x" * (2 * LINES_PIECE + 5)


@pytest.mark.parametrize(
    "text",
    [
        "a", "\n", "\n\n\n", "a\nb\n", "\n" * LINES_PIECE, "\n" * (LINES_PIECE + 1),
        f"{LONG}\n{LONG}\n\n{LONG}", f"a\n{LONG}", "ab\n" * LINES_PIECE,
        "x" * (LINES_PIECE - 1) + "\ny", "x" * LINES_PIECE + "\n",
    ],
    ids=range(11),
)  # fmt: skip
def test_lines_and_columns(text: str) -> None:
    """These are the positions of each character, and of the text's end."""
    source, line, column = Source("text", text), 1, 1
    for offset in range(len(text) + 1):
        place = source.place(offset)
        assert (place.line, place.column) == (line, column)
        line, column = (line + 1, 1) if text[offset : offset + 1] == "\n" else (line, column + 1)


def test_the_lines_of_a_text_take_little_memory() -> None:
    source = Source("text", "\n" * (100 * LINES_PIECE))
    assert source.place(len(source.text)).line == 100 * LINES_PIECE + 1
    assert source._lines is not None
    assert len(source._lines._starts) == 101


def test_a_delimiter_is_passed_over_however_often_it_comes() -> None:
    machine = forthgame.Machine(native=False)
    assert machine.run("65 WORD AAAbcA PAD TYPE") == "bc"
    assert machine.run("42 WORD ***b c* PAD TYPE") == "b c"
    with pytest.raises(forthgame.ScriptError, match="never closed: A is missing"):
        machine.run("65 WORD AAAA")


def test_delimiters_are_passed_over_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """A text may have millions of them."""
    read: list[str] = []
    until = Source.until

    def note(source: Source, delimiter: str) -> str | None:
        read.append(delimiter)
        return until(source, delimiter)

    monkeypatch.setattr(Source, "until", note)
    forthgame.Machine(native=False).run(f"65 WORD {'A' * 100}bA")
    assert read == ["A"]


@pytest.mark.parametrize(
    ("text", "starts"),
    [
        (":", True),
        ("  \t:", True),
        ("a :", False),
        ("a\n:", True),
        ("a\n  :", True),
        ("\n b :", False),
    ],
)
def test_a_word_that_starts_a_line(text: str, starts: bool) -> None:
    assert starts_line(Source("text", text).token_at(len(text) - 1)) is starts


# -- what comes behind a mistake ------------------------------------------------------------------


def test_definitions_are_looked_for_among_the_next_words(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(load_diagnosis, "MOST_AHEAD", 7)
    machine = forthgame.Machine(native=False)
    for name, found in (("near", True), ("far", False)):
        with pytest.raises(forthgame.ScriptError) as caught:
            machine.run(f"{name} : near 1 2 ; : far ;")
        assert ("it is defined later" in caught.value.hint) is found


def test_so_many_files_are_read_ahead_as_may_be_loaded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A name counts even if its file is missing."""
    asked: list[str] = []

    def find(folder: Path, name: str, root: Path) -> Path:
        asked.append(name)
        return find_loaded_file(folder, name, root)

    monkeypatch.setattr(load_diagnosis, "find_loaded_file", find)
    path = tmp_path / "game.4th"
    path.write_text("wanted " + " ".join(f"LOAD file{k}" for k in range(50)))
    with pytest.raises(forthgame.ScriptError, match="unknown word 'wanted'"):
        forthgame.load(path, native=False, limits=forthgame.ScriptLimits(loads=3))
    assert asked == ["file0", "file1", "file2"]


def test_files_read_ahead_have_the_length_of_a_script(tmp_path: Path) -> None:
    """A further one may be read when the limit is reached."""
    for k in range(4):
        (tmp_path / f"file{k}").write_text(f"{'5 ' * 40}: name{k} ;")
    path = tmp_path / "game.4th"
    for name, later in (("name0", True), ("name1", True), ("name3", False)):
        path.write_text(f"{name} LOAD file0 LOAD file1 LOAD file2 LOAD file3")
        with pytest.raises(forthgame.ScriptError) as caught:
            forthgame.load(path, native=False, limits=forthgame.ScriptLimits(script=150))
        assert ("it is defined later" in caught.value.hint) is later


COMMENTS = [
    (" one line : a ( ", False),
    (" first\n: a ( -- ", True),
    (" first\n\t : a ( -- ", True),
    (" first\n: a (-- ", False),
    (" first\n:a ( -- ", False),
    (" first\n x : a ( -- ", False),
    (" first (\n: a x( ", False),
    (" first\n:\n(", True),
    ("\n\n\n\n ( \n\n: ", True),
]


@pytest.mark.parametrize(("comment", "swallows"), COMMENTS)
def test_comments_that_swallow_code(comment: str, swallows: bool) -> None:
    assert swallows_code(comment) is swallows
