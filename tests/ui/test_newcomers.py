"""Commands, options and hints that newcomers expect after reading the pages."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

import forthgame
from forthgame.base.errors import ForthgameError
from forthgame.check.check import check
from forthgame.ui.cli.main import forthgame as command
from forthgame.ui.help import topics
from forthgame.ui.help.help_pages import definition, library_page

HEAD = """{board 3 3 {grid} board}  {directions -1 0 {direction} n directions}
{players {player} White {player} Black players}  {turn-order {turn} White {turn} Black turn-order}
"""
THREE = """{board 2 2 {grid} board}
{players {player} Red {player} Green {player} Blue players}
{turn-order {turn} Red {turn} Green {turn} Blue turn-order}
: place empty? verify drop add-move ;
{moves drops {move} place moves}  {pieces {piece} stone {drops} drops pieces}
"""


def run(*arguments: str) -> str:
    """Run a command, which must succeed, and return its output."""
    result = CliRunner().invoke(command, arguments)
    assert result.exit_code == 0, result.output
    return result.output


@pytest.mark.parametrize("form", ["text", "file"])
def test_moves_of_a_position(form: str, tmp_path: Path) -> None:
    """`moves` and `perft` begin from a position that `show` has printed."""
    text = "breakthrough | White:man@d4 Black:man@d5 Black:man@c5 | turn=0,White,White,0,1,0"
    given = text
    if form == "file":
        given = str(tmp_path / "position.txt")
        Path(given).write_text(text)
    assert set(run("moves", "breakthrough", "--position", given).splitlines()[:2]) == {
        "man d4 x c5", "man d4 - e5"
    }  # fmt: skip
    assert run("perft", "breakthrough", "1", "--interpret", "--position", given).startswith("2\n")


def test_a_word_of_english_leads_to_a_page() -> None:
    """`help dice` finds no word of the language, but a page."""
    with pytest.raises(ForthgameError, match="`forthgame help --topic dice` shows a page about it"):
        library_page("dice")
    with pytest.raises(ForthgameError, match=r"there is no word 'frobnicate'$"):
        library_page("frobnicate")


def test_a_topic_that_no_heading_has_is_looked_for_in_the_text() -> None:
    """The pages that contain the word most often are named, with the section."""
    with pytest.raises(ForthgameError, match=r"it is mentioned in cookbook/surround \(Surround\)"):
        topics.find("liberty suicide")
    with pytest.raises(ForthgameError, match="there is no topic 'xyzzy'; `forthgame docs` lists"):
        topics.find("xyzzy")


@pytest.mark.parametrize(
    ("code", "remedy"),
    [
        (": go n verify king change-type add-move ; {moves m {move} go moves}\n"
         "{pieces {piece} man {moves} m {piece} king pieces}",
         "put a section {pieces that only names the types in front"),
        (": go n verify taking partial-move-type add-move ;\n{moves m {move} go {move-type} taking "
         "moves}", "list the type in {move-priorities or write `1 CONSTANT NAME` in front"),
        (": go late ;\n: late ;", "define or LOAD it before it is used"),
    ],
    ids=["a piece", "a move type", "a word"],
)  # fmt: skip
def test_a_name_that_comes_later(code: str, remedy: str, tmp_path: Path) -> None:
    """The message shows how to declare it earlier, in `check` and when the script is loaded."""
    script = tmp_path / "late.4th"
    script.write_text(HEAD + code)
    assert any(remedy in str(finding) for finding in check(script).findings)
    shown = CliRunner().invoke(command, ["moves", str(script)])
    assert remedy in str(shown.exception or shown.output)


def test_random_games_of_three(tmp_path: Path) -> None:
    """Results for the player to move do not show the winner of three; another line does."""
    script = tmp_path / "three.4th"
    script.write_text(THREE)
    printed = run("playouts", str(script), "3", "--interpret")
    (shares,) = [line for line in printed.splitlines() if " games of " in line]
    assert all(f"{player} wins" in shares for player in ("Red", "Green", "Blue"))


@pytest.mark.parametrize("inside", ["( a ; b )", "\\ a ; b\n ", 'S" a ; b"', '." a ; b" ( -- ; )'])
def test_a_definition_ends_with_the_semicolon_of_its_own(inside: str) -> None:
    """A semicolon in a comment or a text does not end it."""
    machine = forthgame.Machine()
    text = f": shown 1 {inside} DROP ;"
    machine.run(f"{text} : other 2 ;")
    assert definition(machine.forth, machine.forth.word("shown")) == text
