"""Moves that change the order of turns: labels, once more, players who are out."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

import forthgame

from .tiers import TIERS

SCRIPT = """
{board 1 6 {grid} board}
{players {player} A {player} B {player} C players}
{turn-order {turn} A {label} middle {turn} B {turn} C {turn} B turn-order}
: put empty? verify drop ;
: plain here 0= verify put add-move ;
: once-more here 1 = verify put again add-move ;
: to-middle here 2 = verify put middle continue-at add-move ;
: without-b here 3 = verify put B out add-move ;
: with-b here 4 = verify put B in add-move ;
: all-out here 5 = verify put A out B out C out add-move ;
{moves drops {move} plain {move} once-more {move} to-middle {move} without-b {move} with-b
    {move} all-out moves}
{pieces {piece} man {drops} drops pieces}
: OnIsGameOver stalemate? IF #DrawScore ELSE #UnknownScore ENDIF ;
"""


@pytest.fixture(params=TIERS)
def game(request: pytest.FixtureRequest, tmp_path: Path) -> forthgame.Game:
    """The game in one of the tiers."""
    path = tmp_path / "tiny.4th"
    path.write_text(SCRIPT)
    loaded = forthgame.load(path, native=request.param)
    if loaded.native:
        loaded.native.prepare(wait=True)
    return loaded


def play(state: forthgame.State, column: str) -> str:
    """Put a man there; return the player whose turn it is then."""
    state.play(f"{state.player} man {column}1")
    return state.player


def test_the_same_turn_once_more(game: forthgame.Game) -> None:
    state = game.new_game(seed=1)
    assert [play(state, c) for c in "ba"] == ["A", "B"]
    assert state.turn_number == 3


def test_turns_go_on_at_a_label(game: forthgame.Game) -> None:
    state = game.new_game(seed=1)
    assert [play(state, c) for c in "acb"] == ["B", "B", "B"]
    assert play(state, "e") == "C"


def test_a_player_is_out_and_in_again(game: forthgame.Game) -> None:
    state = game.new_game(seed=1)
    assert [play(state, c) for c in "dae"] == ["C", "A", "B"]


def test_if_all_are_out_turns_come_as_before(game: forthgame.Game) -> None:
    state = game.new_game(seed=1)
    assert [play(state, c) for c in "fa"] == ["B", "C"]


def test_out_belongs_to_the_position(game: forthgame.Game) -> None:
    state = game.new_game(seed=1)
    play(state, "d")
    again = game.position(state.to_text())
    assert again.fingerprint == state.fingerprint
    assert play(again, "a") == "A"
    state.undo()
    assert play(state, "a") == "B"


def model(turn: int, out: frozenset[str], free: str, depth: int) -> int:
    """Count moves by an independent implementation of the rules."""
    order = "ABCB"
    if depth == 0:
        return 1
    total = 0
    for column in free:
        gone = out | {"B"} if column == "d" else out - {"B"} if column == "e" else out
        gone = frozenset("ABC") if column == "f" else gone
        following = {"b": turn, "c": 1}.get(column, (turn + 1) % 4)
        for _ in range(4):
            if order[following] not in gone or set("ABC") <= set(gone):
                break
            following = (following + 1) % 4
        total += model(following, frozenset(gone), free.replace(column, ""), depth - 1)
    return total


def test_perft_and_order_agree_with_rules_written_anew(game: forthgame.Game) -> None:
    assert [game.perft(d) for d in range(1, 7)] == [
        model(0, frozenset(), "abcdef", d) for d in range(1, 7)
    ]
    state = game.new_game(seed=1)
    assert state.search("negamax", depth=4).nodes > 10
    assert state.search("maxn", depth=3).nodes > 10


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("middle continue-at", "nowhere continue-at", "unknown word 'nowhere'"),
        ("{turn} B turn-order}", "{turn} B {label} end turn-order}", "no turn follows"),
        ("{label} middle", "{label} middle {label} middle", "already"),
        ("{pieces", "{label} late {pieces", "belongs between"),
    ],
)
def test_mistakes_while_loading(tmp_path: Path, old: str, new: str, message: str) -> None:
    path = tmp_path / "tiny.4th"
    path.write_text(SCRIPT.replace(old, new))
    with pytest.raises(forthgame.ScriptError, match=message):
        forthgame.load(path, native=False)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("middle continue-at", "5 continue-at", "not a label"),
        ("middle continue-at", "480 continue-at", "not a label"),
        ("B out add-move", "0 out add-move", "not a player"),
    ],
)
def test_mistakes_in_move_words(tmp_path: Path, old: str, new: str, message: str) -> None:
    path = tmp_path / "tiny.4th"
    path.write_text(SCRIPT.replace(old, new))
    state = forthgame.load(path, native=False).new_game(seed=1)
    with pytest.raises(forthgame.ScriptError, match=message) as caught:
        state.moves()
    assert caught.value.line > 0


SUPERKO = """
{board 1 4 {grid} board}
{directions 0 1 {direction} e 0 -1 {direction} w directions}
{players {player} A {player} B {player} C players}
{turn-order {turn} A {label} middle {turn} B {turn} C {turn} B turn-order}
: go empty? verify from here move ;
: right e verify go %s add-move ;
: left w verify go add-move Pass ;
{moves ways {move} right {move} left moves}
{pieces {piece} man {moves} ways pieces}
{board-setup {setup} A man a1 {setup} B man d1 board-setup}
: OnIsLegal? repetitions 1 = ;
: OnIsGameOver stalemate? IF #DrawScore ELSE repetitions 1 > IF #WinScore ELSE #UnknownScore
  ENDIF ENDIF ;
"""


@pytest.mark.parametrize("tier", TIERS)
@pytest.mark.parametrize("change", ["again", "middle continue-at", "B out", "C out", "C in", ""])
def test_a_rule_counts_repetitions_for_the_turn_that_comes(
    tmp_path: Path, tier: bool, change: str
) -> None:
    """A move that `repetitions 1 =` allows never leads to an earlier position."""
    path = tmp_path / "superko.4th"
    path.write_text(SUPERKO % change)
    found = forthgame.load(path, native=tier)
    for seed in range(20):
        state = found.new_game(seed=seed)
        draw = random.Random(seed)
        while state.outcome is None:
            state.play(draw.randrange(state.count))
        assert state.outcome == "draw"


@pytest.mark.parametrize("tier", TIERS)
def test_places_in_a_long_turn_order_are_distinguished(tmp_path: Path, tier: bool) -> None:
    """Turns 0 and 256 differ; only the words about boards do not tell them apart."""
    path = tmp_path / "long.4th"
    path.write_text(
        "{board 1 2 {grid} board} {players {player} A {player} B players} {turn-order "
        + "{turn} A {turn} B " * 150
        + "turn-order} : wait Pass ; {moves waits {move} wait moves} {pieces {piece} man {moves} "
        "waits pieces} {board-setup {setup} A man a1 {setup} B man b1 board-setup} "
        ": OnIsGameOver repetitions 1 > IF #DrawScore ELSE board-repetitions 290 > IF "
        "#WinScore ELSE #UnknownScore ENDIF ENDIF ;"
    )
    state = forthgame.load(path, native=tier).new_game(seed=1)
    while state.outcome is None and len(state.history) < 320:
        state.play(0)
    assert (state.outcome, len(state.history)) == ("win", 290)
