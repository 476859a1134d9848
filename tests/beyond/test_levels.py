"""Tests of `{levels`: start positions from files and from the script, and errors in them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from click.testing import CliRunner

import forthgame
from forthgame.check.check import check
from forthgame.ui.commands.play import command as play
from forthgame.ui.commands.show import command as show
from forthgame.ui.commands.solve import command as solve

from .puzzles import puzzle

READ = """
: put ( type -- ) One OR here (add-piece) ;
: place ( c -- ) DUP ASCII m = IF DROP man put EXIT ENDIF
	DUP ASCII # = IF DROP wall put EXIT ENDIF BL = NOT ABORT" neither m nor #" ;
"""
SECTION = "{levels {drawn} place {level-file} walk.levels %s levels}"
TWO = "; First\nm\n\n; Second\nm#\n #\n"
PAGE = Path(__file__).parents[2] / "docs" / "beyond" / "puzzles.md"


def levels(folder: Path, text: str | None = TWO, more: str = "", **parts: object) -> forthgame.Game:
    """The walk with levels, without a set-up."""
    if text is not None:
        (folder / "walk.levels").write_text(text)
    end = parts.pop("end", "") or (
        ": there ( -- ) c1 piece-type-at man = IF One goal ENDIF ;"
        " {endings there {ending} there endings}"
    )
    parts.setdefault("section", SECTION % more)
    game = puzzle(folder, **{"man": "", "end": f"{end} {READ} {parts.pop('section')}", **parts})
    return game


def test_drawings_lie_in_the_lower_left_corner(tmp_path: Path) -> None:
    game = levels(tmp_path)
    assert game.levels == ["First", "Second"]
    assert game.new_game().board == {"a1": ("One", "man")}
    second = game.new_game(level=2)
    assert second.board == {"a2": ("One", "man"), "b2": ("One", "wall"), "b1": ("One", "wall")}
    assert (second.level, second.copy().level) == (2, 2)
    assert game.position(level=2).board == second.board


def test_rows_are_counted_from_the_top_with_a_flipped_grid(tmp_path: Path) -> None:
    path = tmp_path / "walk.4th"
    levels(tmp_path)
    path.write_text("$flipGrid ON " + path.read_text())
    assert forthgame.load(path, native=False).new_game(level=2).board["a1"] == ("One", "man")


def test_letters_stand_where_the_grid_has_them(tmp_path: Path) -> None:
    """Deleted positions shift the numbers of others; a blank stands for them."""
    path = tmp_path / "walk.4th"
    levels(tmp_path)
    path.write_text(path.read_text().replace("{grid}", "{grid} {kill} a1 {kill} b2"))
    (tmp_path / "walk.levels").write_text("m #\n #")
    assert forthgame.load(path, native=False).new_game().board == {
        "a2": ("One", "man"), "c2": ("One", "wall"), "b1": ("One", "wall")
    }  # fmt: skip
    (tmp_path / "walk.levels").write_text("mm#")
    with pytest.raises(forthgame.ScriptError, match="left no position for 'm'"):
        forthgame.load(path, native=False)


def test_a_level_of_the_script_is_a_position(tmp_path: Path) -> None:
    game = levels(
        tmp_path, more="\n{level} walk | One:man@b2 | turn=0,One,One,0,7,0\n{level} | One:man@b1\n"
    )
    third, fourth = game.new_game(level=3), game.new_game(level=4)
    assert (third.board, third.turn_number) == ({"b2": ("One", "man")}, 7)
    assert (fourth.board, fourth.turn_number) == ({"b1": ("One", "man")}, 1)


def test_a_level_tells_things_of_one_name_apart(tmp_path: Path) -> None:
    """Pieces of one name are told apart, as in the texts of positions."""
    path = tmp_path / "walk.4th"
    levels(tmp_path, more="\n{level} | One:wall@b1\n")
    text = path.read_text().replace("{piece} wall", "{piece} wall {piece} man")
    path.write_text(text.replace("One:wall@b1", "One:man~2@b1"))
    third = forthgame.load(path, native=False).new_game(level=3)
    assert "One:man~2@b1" in third.to_text()


def test_a_seed_is_checked_also_where_a_level_has_random_numbers_of_its_own(tmp_path: Path) -> None:
    text = levels(tmp_path).new_game(seed=1).to_text()
    assert "random=" in text
    game = levels(tmp_path, more=f"\n{{level}} {text}\n")
    assert game.new_game(seed=2, level=3).to_text() == text.replace("level=1", "level=3")
    with pytest.raises(TypeError, match="a seed must be a whole number"):
        game.new_game(seed="2", level=3)  # type: ignore[arg-type]


def test_what_is_carried_goes_on(tmp_path: Path) -> None:
    before = ": count ( -- ) note ++ ; : right ( -- ) east verify from here move "
    before += "COMPILE count add-move ;"
    game = levels(tmp_path, more="{carry} note", before=before, ways="{move} right")
    state = game.new_game()
    for _ in range(2):
        state.play(state.moves()[0])
    following = state.next_level()
    assert following is not None
    assert "note=2" in following.to_text()
    assert following.level == 2
    assert following.next_level() is None
    assert "note" not in game.new_game(level=2).to_text()


def test_levels_are_part_of_the_hash(tmp_path: Path) -> None:
    game = levels(tmp_path)
    before = game.digest
    assert levels(tmp_path, TWO + "\nm m\n").digest != before


def test_positions_of_texts_and_batches_have_their_level(tmp_path: Path) -> None:
    game = levels(tmp_path)
    second = game.new_game(level=2)
    batch = game.batch([game.new_game(), second])
    found = [
        batch.state(0),
        batch.state(1),
        game.position(second.to_text()),
        game.batch(1).state(0),
    ]
    assert [state.level for state in found] == [1, 2, 2, 1]
    with pytest.raises(forthgame.PositionError, match="'3' is not a number from 1 to 2"):
        game.position(second.to_text().replace("level=2", "level=3"))


@pytest.mark.parametrize("number", [0, 3, -1])
def test_there_is_no_such_level(tmp_path: Path, number: int) -> None:
    game = levels(tmp_path)
    with pytest.raises(ValueError, match="level"):
        game.new_game(level=number)
    with pytest.raises(ValueError, match="the game has none"):
        puzzle(tmp_path).new_game(level=1)


@pytest.mark.parametrize(
    ("text", "place", "message"),
    [
        ("", "walk.levels:1:1", "there is no level in this file"),
        ("; only a name\n\n", "walk.levels:1:1", "there is no level in this file"),
        ("m\n\nm  #\n", "walk.levels:3:4", "the row has 4 letters, and the grid 3 columns"),
        ("m\n#\n#\n#\n", "walk.levels:4:1", "the drawing has 4 rows, the grid 3"),
        ("walk | One:horse@a1\n", "walk.levels:1:8", "there is no piece 'horse'"),
        ("\nwalk | One:man@z9\n", "walk.levels:2:8", "there is no position 'z9'"),
        ("| Nobody:man@a1", "walk.levels:1:3", "there is no player 'Nobody'"),
        ("| One:man@a1 sdf", "walk.levels:1:14", "neither a piece"),
    ],
)
def test_what_is_wrong_with_a_file(tmp_path: Path, text: str, place: str, message: str) -> None:
    with pytest.raises(forthgame.ScriptError, match=re.escape(message)) as caught:
        levels(tmp_path, text)
    assert str(caught.value.place).endswith(place)
    report = check(tmp_path / "walk.4th")
    assert any(message in finding.message for finding in report.findings)


@pytest.mark.parametrize(
    ("text", "place", "message"),
    [
        ("m\n\n#x\n", "walk.levels:3:2", "place cannot read 'x': .*neither m nor #"),
        ("walk | note=x", "walk.levels:1:8", "'x' is not a number"),
        ("other | One:man@a1", "walk.levels:1:1", "one of 'other', not of 'walk'"),
    ],
)
def test_what_is_seen_when_a_level_begins(
    tmp_path: Path, text: str, place: str, message: str
) -> None:
    game = levels(tmp_path, text)
    with pytest.raises(forthgame.ScriptError, match=message) as caught:
        game.new_game(level=len(game.levels))
    assert str(caught.value.place).endswith(place)


@pytest.mark.parametrize(
    ("section", "message"),
    [
        ("{levels {level-file} ../walk.levels levels}", "lies outside the script's folder"),
        ("{levels {level-file} missing.levels levels}", "there is no file 'missing.levels'"),
        ("{levels {level-file} folder levels}", "there is no file 'folder'"),
        ("{levels {level-file} walk.levels levels}", "a drawing needs {drawn} word"),
        ("{levels {drawn} place levels}", "there is no level in {levels"),
        ("{levels {drawn} man levels}", "not a word of the script that reads a letter"),
        ("{levels {carry} nothing levels}", "unknown word 'nothing'"),
        ("{levels {carry} place levels}", "nothing that {board stores"),
        ("{levels {level} man\nlevels}", "a position as text must follow"),
        ("{level} walk | One:man@a1\n", "belongs between {levels and levels}"),
        ("{levels {level} | One:man@a1\n", "never closed"),
    ],
)
def test_what_is_wrong_with_a_section(tmp_path: Path, section: str, message: str) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path.parent / "walk.levels").write_text("m\n")
    with pytest.raises(forthgame.ScriptError, match=re.escape(message)) as caught:
        levels(tmp_path, section=section)
    assert caught.value.place is not None


def test_a_huge_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "walk.levels").write_text("m\n" * (3 << 20))
    with pytest.raises(forthgame.ScriptError, match="longer than 4194304 bytes") as caught:
        levels(tmp_path, None)
    assert caught.value.place is not None


def test_many_levels_are_refused(tmp_path: Path) -> None:
    with pytest.raises(forthgame.ScriptError, match="more than 10000 levels") as caught:
        levels(tmp_path, "m\n\n" * 10_001)
    assert str(caught.value.place).endswith("walk.levels:20001:1")


# ---- the commands ----


def test_the_commands_take_a_level(tmp_path: Path) -> None:
    levels(tmp_path)
    path, run = str(tmp_path / "walk.4th"), CliRunner().invoke
    given = [path, "--interpret", "--level", "2"]
    assert "solved in 5 turns" in run(solve, given).stdout
    assert "turn 1: One to move" in run(show, [path, "--level", "2"]).stdout
    result = run(solve, [path, "--level", "3"])
    assert (result.exit_code, "no level 3: it has 2" in result.stderr) == (2, True)
    result = run(solve, [path, "--interpret", "--level", "2", "--depth", "3"])
    assert (result.exit_code, result.stdout) == (1, "none within 3 turns\n")


def test_play_goes_on_to_the_next_level(tmp_path: Path) -> None:
    levels(tmp_path)
    path = str(tmp_path / "walk.4th")
    answers = "man a1 - b1\nman b1 - c1\nquit\n"
    told = CliRunner().invoke(play, [path, "--seat", "One=human"], input=answers).stdout
    assert re.findall(r"Level \d of \d: \w+", told) == [
        "Level 1 of 2: First",
        "Level 2 of 2: Second",
    ]
    refused = CliRunner().invoke(play, [path, "--save", str(tmp_path / "game.txt")])
    assert refused.exit_code == 2


def test_the_script_of_the_page(tmp_path: Path) -> None:
    text = PAGE.read_text()
    parts = dict(re.findall(r"^```(forth|levels)\n(.*?)\n```$", text, re.M | re.S))
    (tmp_path / "frogs.levels").write_text(parts["levels"])
    (tmp_path / "frogs.4th").write_text(parts["forth"])
    game = forthgame.load(tmp_path / "frogs.4th", native=False)
    assert game.levels == ["Two and two", "Three and three", ""]
    solutions = [game.solve(level=k) for k in (1, 2, 3)]
    assert [found.length for found in solutions] == [7, 15, 2]
    assert [game.solve("ida", level=k).length for k in (1, 2, 3)] == [7, 15, 2]
    assert not any(found.warnings for found in solutions)
    assert not check(tmp_path / "frogs.4th").failed(strict=True)


LOTS = """{board 1 4 {grid} {variable} lot board}
{directions 0 1 {direction} east directions}
{players {player} P players}
{turn-order {turn} P turn-order}
: roll ( -- ) 1 1000000 RAND-WITHIN lot ! ;
: go ( -- ) east verify from here move COMPILE roll add-move ;
{moves gos {move} go moves}
{pieces {piece} man {moves} gos pieces}
: place ( c -- ) ASCII @ = IF P man OR here (add-piece) roll ENDIF ;
{levels {drawn} place {level-file} lots.levels {level} | P:PIECE@b1
levels}
: solved ( -- ) d1 not-empty-at? IF P goal ENDIF ;
{endings solved {ending} solved endings}
"""


def lots_of(game: forthgame.Game, seed: int | None, level: int = 1) -> list[str]:
    """Return the random draws at the beginning and the end of each level."""
    state: forthgame.State | None = game.new_game(level=level, seed=seed)
    found = []
    while state is not None:
        found.append(state.to_text().partition("lot=")[2].split()[0:1])
        while not state.is_over:
            state.play(0)
        found.append(state.to_text().partition("lot=")[2].split()[0:1])
        state = state.next_level()
    return [text for texts in found for text in texts]


def test_a_seed_is_that_of_all_levels(tmp_path: Path) -> None:
    """A seed covers drawings and texts; without a seed each game has its own random numbers."""
    (tmp_path / "lots.levels").write_text("@-\n\n-@\n\n--@-\n")
    path = tmp_path / "lots.4th"
    path.write_text(LOTS.replace("PIECE", "man"))
    with forthgame.load(path, native=False) as game:
        lots = lots_of(game, 1)
        assert len(set(lots)) == len(lots) == 7
        assert lots == lots_of(game, 1)
        assert not set(lots) & set(lots_of(game, 2))
        for level in (1, 4):
            assert not set(lots_of(game, None, level)) & set(lots_of(game, None, level))


def test_a_mistake_in_a_level_shows_its_line(tmp_path: Path) -> None:
    (tmp_path / "lots.levels").write_text("@-\n")
    path = tmp_path / "lots.4th"
    path.write_text(LOTS.replace("PIECE", "men"))
    with pytest.raises(forthgame.ScriptError, match="there is no piece 'men'") as caught:
        forthgame.load(path, native=False)
    place = caught.value.place
    assert place is not None
    assert place.text[place.column - 1 :].startswith("P:men@b1")


def test_what_stands_behind_a_level(tmp_path: Path) -> None:
    """A text after the level is not a comment."""
    (tmp_path / "lots.levels").write_text("@-\n")
    path = tmp_path / "lots.4th"
    path.write_text(LOTS.replace("P:PIECE@b1", "P:man@b1 \\ the last"))
    with pytest.raises(forthgame.ScriptError, match=r"'\\\\' is neither a piece") as caught:
        forthgame.load(path, native=False)
    place = caught.value.place
    assert place is not None
    assert place.text[place.column - 1 :].startswith("\\ the last")
