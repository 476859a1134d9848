"""`why` follows the deciding values: through memory, to earlier moves, to the beginning of
the game.
"""

from __future__ import annotations

from pathlib import Path

import pytest

import forthgame
from forthgame.why.recording.stack_origins import MOST_SOURCES, Origin, sources
from forthgame.why.wording.move_differences import move_differences

SCRIPTS = Path(__file__).parents[1] / "planted" / "scripts"


def explained(tmp_path: Path, name: str, question: str, right: str = "", wrong: str = "") -> str:
    """The answer at the beginning of a game of a script, in which a text may be replaced."""
    script = (SCRIPTS / f"{name}.4th").read_text()
    assert right in script
    file = tmp_path / f"{name}.4th"
    file.write_text(script.replace(right, wrong, 1) if right else script)
    with forthgame.load(file, native=False) as game:
        return game.new_game(seed=1).explain(question).text()


def line(name: str, text: str) -> int:
    """The number of a line of a script."""
    script = (SCRIPTS / f"{name}.4th").read_text()
    return script[: script.index(text)].count("\n") + 1


def test_the_parts_in_which_two_moves_differ() -> None:
    """Actions are compared one by one, with the positions that they name."""
    found = move_differences(
        "man a1 - a2 x b1 = king", "man a1 - a2 x c1", ("a1", "a2", "b1", "c1"), ("man",)
    )
    assert [(part.wanted, part.made) for part in found] == [(("x b1", "= king"), ("x c1",))]
    assert found[0].positions == ("b1", "c1")


def test_in_what_a_move_differs_that_was_made(tmp_path: Path) -> None:
    """The answer shows the part, the line that recorded it, and the array of its number."""
    text = explained(tmp_path, "pebbles", "x c1 South p4 d1 South p4 e1 South p5 f1")
    assert "it has `South p4 f1` instead of `South p5 f1`" in text
    recorded = line("pebbles", "create-player-piece-type-at")
    assert f"puts South p4 on f1 (`create-player-piece-type-at`, pebbles.4th:{recorded})" in text
    assert "`I pebbles[] @` gave 4" in text


def test_what_was_stored_before_the_moves(tmp_path: Path) -> None:
    """A flag that OnGenerateMoves has set leads to the variable that it hung on."""
    right, wrong = "\tother-side whose !", "\tcurrent-player whose !"
    text = explained(tmp_path, "courtiers", "prince d1 - c2", right, wrong)
    first = next(row for row in text.split("\n") if "it ran" in row)
    assert f"`OnGenerateMoves` (courtiers.4th:{line('courtiers', right)}" in first


def test_what_the_beginning_of_a_game_has_run(tmp_path: Path) -> None:
    """No move has changed the value that was read."""
    text = explained(
        tmp_path, "haystacks", "bale b3 x b5", "IF 1 ELSE 2 ENDIF", "IF 2 ELSE 1 ENDIF"
    )
    sentence = next(row for row in text.split("\n") if row.startswith("no move has changed"))
    assert "when the game began, it ran `OnEditAdd`" in sentence
    assert f"`start-height` (haystacks.4th:{line('haystacks', '14 > IF')}" in sentence


def test_which_move_changed_a_position() -> None:
    """The word that made the move is named, with the lines that ran when it was played."""
    with forthgame.load(SCRIPTS / "haystacks.4th", native=False) as game:
        state = game.new_game(seed=1)
        state.play("bale b3 x d3")
        text = state.explain("d3").text()
        turn = state.explain("turn").text()
    stored = line("haystacks", "height[] !")
    assert "d3 was changed last by `bale b3 x d3` of `carry-right`" in text
    assert "when it was played, it ran" in text
    assert f"`set-height` (haystacks.4th:{stored})" in text
    assert "the move before was `bale b3 x d3` of `carry-right`" in turn


def test_many_actions_of_one_line_share_a_line() -> None:
    """The positions that they change are listed."""
    with forthgame.load(SCRIPTS / "pebbles.4th", native=False) as game:
        found = game.new_game(seed=1).explain("x a1 South p4 b1 South p4 c1 South p4 d1")
    assert found.legal
    assert any(row.endswith(", and 2 times more: c1, d1") for row in found.actions)


@pytest.mark.slow
def test_a_word_that_adds_moves_without_end(tmp_path: Path) -> None:
    """The first moves are enough: the answer does not take minutes."""
    script = (SCRIPTS / "haystacks.4th").read_text()
    script = script.replace("\tlay\n;", "\tBEGIN from here move add-move FALSE UNTIL\n;", 1)
    (tmp_path / "endless.4th").write_text(script)
    limits = forthgame.ScriptLimits(steps=3_000_000)
    with forthgame.load(tmp_path / "endless.4th", native=False, limits=limits) as game:
        answer = game.new_game(seed=1).explain("bale b3 - b4")
    assert answer.answer.endswith("there are no moves at all")
    assert len(answer.attempts) < 100


def test_numbers_that_many_are_made_of_are_followed_once() -> None:
    """Each number is computed twice from the one before it, so a million paths lead to the
    first.
    """
    origin = Origin(0, cell=1)
    for cell in range(2, 22):
        origin = Origin(cell, cell=cell, inputs=(origin, origin))
    assert sources([origin], MOST_SOURCES) == list(range(21, 0, -1))
    assert sources([origin], 5) == list(range(21, 16, -1))
