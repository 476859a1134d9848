"""Messages of loading name the mistake and its place, not its consequences."""

from __future__ import annotations

from pathlib import Path

import pytest

import forthgame
from forthgame.check.check import check

HEAD = """{board 3 3 {grid} board}
{directions 0 1 {direction} e directions}
"""


def written(folder: Path, text: str, name: str = "game.4th") -> Path:
    """A script in a folder."""
    path = folder / name
    path.write_text(HEAD + text)
    return path


# text after the head, part of the message and of the remedy, place, findings of the checker
MISTAKES = {
    "semicolon": (
        ": first ( -- ? )\n\te\n: second ( -- ? )\n\te NOT\n;\n",
        "the definition of `first` has no `;`, and `:` follows in line 5", "end the definition",
        (3, 3), [("FG107", 3)],
    ),
    "semicolon before a section": (
        ": first ( -- ? )\n\te\n{players {player} X players}\n",
        "the definition of `first` has no `;`, and `{players` follows in line 5",
        "end the definition", (3, 3), [("FG107", 3)],
    ),
    "semicolon in a line": (
        ": first e : second e ;\n", "the definition of `first` has no `;`", "end the definition",
        (3, 3), [("FG107", 3)],
    ),
    "comment": (
        ": first ( -- ?\n\te ;\n: second ( -- )\n\tfirst DROP\n;\n",
        "the comment is not closed: it goes on to the `)` of line 5", "write `)`",
        (3, 9), [("FG102", 3)],
    ),
    "comment between definitions": (
        "( To the right\n: first ( -- ? ) e ;\n: second ( -- ) first DROP ;\n",
        "the comment is not closed: it goes on to the `)` of line 4", "write `)`",
        (3, 1), [("FG102", 3)],
    ),
    "order": (
        ": first ( -- ) second ;\n: second ( -- ) e DROP ;\n",
        "unknown word 'second'", "it is defined later, at ", (3, 16), [("FG101", 3)],
    ),
    "list without a name": (
        ": step e verify from here move add-move ;\n{moves\n\t{move} step\nmoves}\n",
        "the list of moves has no name: `{move}` follows {moves", "", (4, 1), [("FG103", 4)],
    ),
    "condition": (
        ": first ( -- ) e IF e DROP ;\n: second ( -- ) e DROP ;\n: third ( -- ) second ;\n",
        "IF of line 3 is not closed", "", (3, 28), [("FG102", 3)],
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", MISTAKES)
def test_a_mistake_is_named_where_it_is(name: str, tmp_path: Path) -> None:
    """Loading and the checker name it; the checker has one finding."""
    text, message, hint, place, found = MISTAKES[name]
    path = written(tmp_path, text)
    with pytest.raises(forthgame.ScriptError) as caught:
        forthgame.load(path)
    assert message in caught.value.message
    assert hint in caught.value.hint
    assert (caught.value.line, caught.value.column) == place
    errors = [f for f in check(path).findings if f.severity == "error"]
    assert [(f.code, f.place.line) for f in errors] == found


def test_files_in_the_wrong_order(tmp_path: Path) -> None:
    """The file that defines a word later is named with its line."""
    (tmp_path / "uses.4th").write_text(": first ( -- ) second ;\n")
    (tmp_path / "defines.4th").write_text("\\ Its words.\n: second ( -- ) e DROP ;\n")
    path = written(tmp_path, "LOAD uses.4th\nLOAD defines.4th\n")
    with pytest.raises(forthgame.ScriptError) as caught:
        forthgame.load(path)
    assert f"defined later, at {tmp_path / 'defines.4th'}:2:3" in caught.value.hint
    assert f"defined later, at {tmp_path / 'defines.4th'}:2:3" in check(path).findings[0].message


def test_what_was_defined_before_is_not_said_to_come_later(tmp_path: Path) -> None:
    """The word was forgotten, or is in a file that lies outside."""
    path = written(tmp_path, ": gone ;\nFORGET gone\n: first gone ;\n")
    with pytest.raises(forthgame.ScriptError) as caught:
        forthgame.load(path)
    assert "later" not in caught.value.hint
    folder = tmp_path / "inside"
    folder.mkdir()
    written(tmp_path, ": hidden e ;\n", "outside.4th")
    path = written(folder, ": first hidden ;\nLOAD ../outside.4th\n")
    with pytest.raises(forthgame.ScriptError) as caught:
        forthgame.load(path)
    assert "later" not in caught.value.hint


def test_a_tick_that_runs_without_a_text() -> None:
    """The message for `'` in a definition has the remedy."""
    machine = forthgame.Machine()
    machine.run(": first ' DUP ; : second 1 first ;")
    with pytest.raises(forthgame.ScriptError) as caught:
        machine.forth.processor.execute(machine.forth.word("second").entry)
    assert "[']" in caught.value.hint


def test_names_are_written_once_and_as_they_are() -> None:
    """A backslash is single, and names in the message are not repeated after it."""
    with pytest.raises(forthgame.ScriptError) as caught:
        forthgame.Machine().run(": first a\\b ;")
    assert str(caught.value).splitlines()[0].endswith("unknown word 'a\\b'")
    with pytest.raises(forthgame.ScriptError) as caught:
        forthgame.Machine().run("DROP")
    assert "stack underflow in `DROP`" in str(caught.value)


def test_comments_that_are_meant(tmp_path: Path) -> None:
    """Long comments that contain commented-out code are not mistakes."""
    path = written(
        tmp_path,
        "( A word that is left out:\n: first e ; )\n( Two lines,\n  with an open ( in them. )\n"
        ": second ( of two\n  lines -- ? ) e ;\n",
    )
    assert not {f.code for f in check(path).findings} & {"FG102", "FG527"}


def test_many_comments_that_are_not_closed_are_read_again_only_so_often(tmp_path: Path) -> None:
    """Loading ends soon, however many are left open."""
    path = written(tmp_path, "( a\n: b ( c\n" * 2000 + ")\nunknown\n" * 50)
    assert check(path).failed()


def test_a_tab_takes_a_column_of_the_line_that_is_shown(tmp_path: Path) -> None:
    """The mark is under the word."""
    with pytest.raises(forthgame.ScriptError) as caught:
        forthgame.load(written(tmp_path, "\t: first\tnosuch ;\n"), native=False)
    assert caught.value.place is not None
    assert (caught.value.place.text, caught.value.place.column) == (" : first nosuch ;", 10)
