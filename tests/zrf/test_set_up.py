"""Tests of scripts whose set-up stands in the rule file beside them."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

import forthgame
from forthgame.base.errors import ScriptError
from forthgame.ui.commands.check import command

SCRIPT = """\
{board 3 3 {grid} board}
{directions -1 0 {direction} n 1 0 {direction} s directions}
{players {player} White {player} Black players}
{turn-order {turn} White {turn} Black turn-order}
{symmetries Black {symmetry} n s symmetries}
: go ( -- ) n verify empty? verify from here move add-move ;
{moves both {move} go moves}
{pieces {piece} man {moves} both pieces}
"""
RULES = """\
(define men (man a1 b1))
(game
  (title "Two rows")
  (engine "program.dll")
  (players White Black)
  (board-setup
    (White (men))
    (Black
      (man c3))
  )
)
(variant (title "Wide") (board-setup (White (man a1 b1 z9))))
"""


@pytest.fixture
def script(tmp_path: Path) -> Path:
    (tmp_path / "duel.zrf").write_text(RULES)
    path = tmp_path / "duel.4th"
    path.write_text(SCRIPT)
    return path


def board(path: Path) -> dict[str, tuple[str, str]]:
    with forthgame.load(path) as game:
        return dict(game.new_game().board)


def test_the_set_up_beside_a_script_is_read(script: Path) -> None:
    """Macros are replaced; `check` says where it comes from."""
    assert board(script) == {"a1": ("White", "man"), "b1": ("White", "man"), "c3": ("Black", "man")}
    found = CliRunner().invoke(command, [str(script)])
    assert found.exit_code == 0, found.output
    assert "the set-up is that of duel.zrf" in found.stdout


def test_a_variant_with_the_names_of_the_script(script: Path) -> None:
    """The first game that fits: others may be for another script."""
    text = RULES.replace("(man c3)", "(king c3)").replace("z9", "c1")
    (script.parent / "duel.zrf").write_text(text)
    assert board(script) == dict.fromkeys(("a1", "b1", "c1"), ("White", "man"))


def test_another_name_if_there_is_one_rule_file(script: Path) -> None:
    (script.parent / "duel.zrf").rename(script.parent / "Duel for two.ZRF")
    assert len(board(script)) == 3
    (script.parent / "other.zrf").write_text(RULES)
    assert board(script) == {}


@pytest.mark.parametrize("more", [
    "{board-setup {setup} White man a2 board-setup}",
    ": OnNewGame ( -- ) 0 0 a3 create-player-piece-type-at ;",
])  # fmt: skip
def test_a_set_up_of_the_script_counts(script: Path, more: str) -> None:
    script.write_text(SCRIPT + more)
    assert "c3" not in board(script)


def test_names_that_the_script_does_not_have(script: Path) -> None:
    """Nothing is set up, and `check` says what is missing."""
    (script.parent / "duel.zrf").write_text(RULES.replace("(Black", "(Red"))
    assert board(script) == {}
    found = CliRunner().invoke(command, [str(script)])
    assert "the script has no set-up" in found.stderr


def test_a_mistake_in_the_rule_file_has_its_place(script: Path) -> None:
    (script.parent / "duel.zrf").write_text(RULES.replace("(Black\n", "(Black\n(((("))
    with pytest.raises(ScriptError, match=r"duel\.zrf:\d+:\d+"):
        board(script)


def test_a_place_that_is_taken_is_named_with_its_line(script: Path) -> None:
    (script.parent / "duel.zrf").write_text(RULES.replace("(man c3)", "(man a1)"))
    found = CliRunner().invoke(command, [str(script)])
    assert "duel.zrf:9:" in found.stderr


def test_links_lead_nowhere(script: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    """The rule file lies in the folder of the script."""
    away = tmp_path_factory.mktemp("away") / "duel.zrf"
    (script.parent / "duel.zrf").rename(away)
    (script.parent / "duel.zrf").symlink_to(away)
    assert board(script) == {}


def test_the_digest_depends_on_the_set_up(script: Path) -> None:
    with forthgame.load(script) as game:
        before = game.digest
    (script.parent / "duel.zrf").write_text(RULES.replace("c3", "c2"))
    with forthgame.load(script) as game:
        assert game.digest != before


def test_a_text_reads_no_file(script: Path) -> None:
    with forthgame.load(text=SCRIPT, name="duel") as game:
        assert dict(game.new_game().board) == {}
