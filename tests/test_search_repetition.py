"""Positions that come back, for an engine that is told to take them for a draw."""

from __future__ import annotations

import pytest

import forthgame

# Each side's runner goes to and fro between two squares; Black has a stone more.
SHUTTLE = """{board 3 2 {grid} board}
{directions 0 1 {direction} e 0 -1 {direction} w directions}
{players {player} White {player} Black players}
{turn-order {turn} White {turn} Black turn-order}
: go ( 'dir -- ) EXECUTE verify empty? verify from here move add-move ;
: e-go ( -- ) ['] e go ;  : w-go ( -- ) ['] w go ;
{moves runs {move} e-go {move} w-go moves}
{pieces {piece} runner {moves} runs 2 {value} {piece} stone 9 {value} pieces}
{board-setup {setup} White runner a1 {setup} Black runner a3 {setup} Black stone a2 board-setup}
: OnEvaluate ( -- n ) current-player White = IF -9 ELSE 9 ENDIF ;
"""


@pytest.fixture(scope="module", params=[False, True], ids=["interpreted", "native"])
def shuttle(
    tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest
) -> forthgame.Game:
    path = tmp_path_factory.mktemp("shuttle") / "shuttle.4th"
    path.write_text(SHUTTLE, encoding="utf-8")
    return forthgame.load(path, native=request.param)


@pytest.mark.parametrize("engine", ["negamax", "paranoid"])
def test_a_position_that_comes_back_on_the_way_is_a_draw(
    shuttle: forthgame.Game, engine: str
) -> None:
    """To and fro are four plies: three see no draw, and without the option nobody does."""
    state = shuttle.new_game(seed=1)
    for depth, score in ((3, -9), (4, 0), (6, 0)):
        assert state.search(f"{engine}:repetition=yes", depth=depth).score == score
        assert state.search(engine, depth=depth).score == -9
        assert state.search(f"{engine}:repetition=no", depth=depth).score == -9


def test_a_position_of_the_game_before_counts(shuttle: forthgame.Game) -> None:
    """After half of the way two plies are enough, and taking moves back forgets them."""
    state = shuttle.new_game(seed=1)
    for text in ("runner a1 - b1", "runner a3 - b3"):
        state.play(text)
    assert state.search("negamax:repetition=yes", depth=2).score == 0
    assert state.search("negamax", depth=2).score == -9
    assert state.fingerprint == state.copy().fingerprint
    state.undo()
    assert state.search("negamax:repetition=yes", depth=1).score == 9
    state.play("runner a3 - b3")
    assert state.history == ["runner a1 - b1", "runner a3 - b3"]


def test_a_game_longer_than_what_is_kept(shuttle: forthgame.Game) -> None:
    """Only the newest positions are kept; the oldest are forgotten without harm."""
    state = shuttle.new_game(seed=1)
    for _ in range(1100):
        for _ in range(4):
            state.play(state.moves()[0])
    assert state.search("negamax:repetition=yes", depth=2).score == 0


def test_a_position_that_comes_back_has_its_key_again(shuttle: forthgame.Game) -> None:
    """Its fingerprint has the number of the turn, which is another one."""
    state = shuttle.new_game(seed=1)
    keys, fingerprints = [state.key], [state.fingerprint]
    for text in ("runner a1 - b1", "runner a3 - b3", "runner b1 - a1", "runner b3 - a3"):
        state.play(text)
        keys.append(state.key)
        fingerprints.append(state.fingerprint)
    assert keys[4] == keys[0]
    assert len(set(keys)) == 4
    assert len(set(fingerprints)) == 5
