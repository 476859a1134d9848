"""Repeated positions in searches: as draws by option, and in the keys of the table."""

from __future__ import annotations

from pathlib import Path

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
    """To and fro are four plies: three see no draw, and it needs the option."""
    state = shuttle.new_game(seed=1)
    for depth, score in ((3, -9), (4, 0), (6, 0)):
        assert state.search(f"{engine}:repetition=yes", depth=depth).score == score
        assert state.search(engine, depth=depth).score == -9
        assert state.search(f"{engine}:repetition=no", depth=depth).score == -9


def test_a_position_of_the_game_before_counts(shuttle: forthgame.Game) -> None:
    """After half of the way two plies are enough, and undoing moves forgets them."""
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


def test_a_game_longer_than_what_is_stored(shuttle: forthgame.Game) -> None:
    """Only the newest positions are kept; the oldest are forgotten without harm."""
    state = shuttle.new_game(seed=1)
    for _ in range(1100):
        for _ in range(4):
            state.play(state.moves()[0])
    assert state.search("negamax:repetition=yes", depth=2).score == 0


def test_a_position_that_comes_back_has_its_key_again(shuttle: forthgame.Game) -> None:
    """The fingerprint includes the number of the turn, which differs."""
    state = shuttle.new_game(seed=1)
    keys, fingerprints = [state.key], [state.fingerprint]
    for text in ("runner a1 - b1", "runner a3 - b3", "runner b1 - a1", "runner b3 - a3"):
        state.play(text)
        keys.append(state.key)
        fingerprints.append(state.fingerprint)
    assert keys[4] == keys[0]
    assert len(set(keys)) == 4
    assert len(set(fingerprints)) == 5


# A man that may also stay; it wins if a position occurs twice more, each time after four turns.
CYCLES = """{board 2 3 {grid} board}
{directions -1 0 {direction} n 1 0 {direction} s 0 1 {direction} e 0 -1 {direction} w directions}
{players {player} White {player} Black players}
{turn-order {turn} White {turn} Black turn-order}
: step ( ? -- ) verify empty? verify from here move add-move ;
: n-step n step ; : s-step s step ; : e-step e step ; : w-step w step ;
: stay from here move add-move ;
{moves walks {move} n-step {move} s-step {move} e-step {move} w-step {move} stay moves}
{moves stays {move} stay moves}
{pieces {piece} man {moves} walks {piece} rock {moves} stays pieces}
{board-setup {setup} White man a1 {setup} Black rock c2 board-setup}
: fours? ( -- ? ) 2 cycle-turns 8 =  1 cycle-turns 4 =  AND ;
: thrice ( -- ) repetitions 2 > verify fours? IF White wins ELSE draw ENDIF ;
{endings thrice {ending} thrice endings}
"""


@pytest.mark.parametrize("native", [False, True], ids=["interpreted", "native"])
def test_scores_depend_on_how_long_ago_a_position_occurred(tmp_path: Path, native: bool) -> None:
    """Lines that reach a position equally often, but not in equal cycles, differ."""
    path = tmp_path / "cycles.4th"
    path.write_text(CYCLES, encoding="utf-8")
    state = forthgame.load(path, native=native).new_game(seed=1)
    assert (state.search("negamax:selective=no", depth=9).score or 0) > 10**9
