"""Games that are played beside their mirror images: what `check` finds by that."""

from __future__ import annotations

from pathlib import Path

import pytest

from forthgame.base.limits import ScriptLimits
from forthgame.why.comparison import played_findings as played_findings_module
from forthgame.why.comparison.paired_games import PlayedScript
from forthgame.why.comparison.played_findings import played_findings

SECONDS = 20.0  # more than enough, so that findings do not depend on the load
BOARD = """{board 5 5 {grid} board}
{directions -1 0 {direction} n  1 0 {direction} s  0 1 {direction} e  0 -1 {direction} w directions}
{players {player} White {player} Black players}
{turn-order {turn} White {turn} Black turn-order}
{symmetries Black {symmetry} n s symmetries}
: go ( ? -- )   verify empty? verify from here move add-move ;
: step-n ( -- )   n go ;
: step-e ( -- )   e go ;
: step-w ( -- )   w go ;
"""
END = """{moves steps {move} step-n {move} step-e {move} step-w moves}
{pieces {piece} man {moves} steps pieces}
{board-setup
	{setup} White man a1 {setup} White man c1 {setup} White man e1
	{setup} Black man a5 {setup} Black man c5 {setup} Black man e5
board-setup}
"""
WORTH = ": OnEvaluate ( -- n )   0 25 0 DO I player-at White = IF I 5 / + ENDIF LOOP"
OTHERS = " 25 0 DO I player-at Black = IF 4 I 5 / - - ENDIF LOOP"


def found(folder: Path, text: str) -> list[str]:
    (folder / "men.4th").write_text(text)
    findings = played_findings(folder / "men.4th", seconds=SECONDS)
    return [f"{f.place.line} {f.message}" for f in findings]


@pytest.mark.slow
def test_equal_images(tmp_path: Path) -> None:
    """A symmetric game has no findings."""
    turned = f"{WORTH}{OTHERS} current-player White = IF NEGATE ENDIF ;\n"
    assert found(tmp_path, BOARD + turned + END) == []


def test_a_step_to_one_side(tmp_path: Path) -> None:
    """A test that holds on one wing only is named with its line."""
    text = BOARD.replace("w go", "w here 11 <> AND go")
    (line,) = found(tmp_path, text + END)
    assert line.startswith("9 `man ")
    assert "on the board mirrored" in line


def test_a_result_of_one_player(tmp_path: Path) -> None:
    """A game that ends for one of the players only is a finding at the event."""
    over = """: OnIsGameOver ( -- result )
	current-player Black = IF a5 enemy-at? ELSE b1 enemy-at? ENDIF
	IF #LossScore ELSE #UnknownScore ENDIF ;
"""
    (line,) = found(tmp_path, BOARD + over + END)
    assert "the result differs" in line
    assert int(line.split()[0]) in (10, 11, 12)


def test_an_evaluation_for_one_player(tmp_path: Path) -> None:
    """An evaluation that is always for White has the opposite sign for Black's image."""
    (line,) = found(tmp_path, f"{BOARD}{WORTH}{OTHERS} ;\n{END}")
    assert line.startswith("10 the evaluation is ")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("right", "wrong"),
    [("White", "?White"), ("{turn} Black", "{turn} Black {turn} Black")],
    ids=["chance", "two turns"],
)
def test_games_without_images(tmp_path: Path, right: str, wrong: str) -> None:
    """Nothing is found if the players cannot change sides, or a player is chance."""
    text = BOARD.replace(
        "empty? verify", "empty? verify current-player Black = here 17 = AND NOT verify"
    )
    assert found(tmp_path, text + END) != []
    assert found(tmp_path, (text + END).replace(right, wrong)) == []


def test_a_game_of_chance_that_fails(tmp_path: Path) -> None:
    """An error in a random game is found in games without images, too, at the script's line."""
    text = BOARD.replace("White", "?White").replace("e go", "e 1 here 11 - / DROP go")
    (line,) = found(tmp_path, text + END.replace("White", "?White"))
    assert line.startswith("8 a random game ends with an error in `/`: division by zero")


def test_a_piece_of_the_same_side(tmp_path: Path) -> None:
    """The word that asks too little is named, with the line of its `move`."""
    text = (
        BOARD.replace("verify empty? verify", "verify")
        + ": aside ( -- )   e verify friend? NOT verify from here move add-move ;\n"
    )
    (line,) = found(tmp_path, text + END.replace("White man c1", "White man b1"))
    assert line.startswith("6 `man a1 x b1` takes a piece of White")


def test_nobody_can_move(tmp_path: Path) -> None:
    """A game without a first move is found, with what stops the pieces."""
    (line,) = found(tmp_path, BOARD.replace("empty?", "enemy?") + END)
    assert line.startswith("6 White has no move before the first move: ")


def test_an_endless_word_ends_the_games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A turn has a shorter limit than in a game, after which nothing more is played."""
    played = []

    class Watched(PlayedScript):
        def __init__(self, path: Path, *, native: bool, limits: ScriptLimits) -> None:
            played.append(limits.turn)
            super().__init__(path, native=native, limits=limits)

    monkeypatch.setattr(played_findings_module, "PlayedScript", Watched)
    monkeypatch.setattr(played_findings_module, "LONGEST_TURN", 0.02)
    assert found(tmp_path, BOARD.replace("empty?", "BEGIN here 0 < UNTIL empty?") + END) == []
    assert played == [0.02]
