"""Tests of `why` for an OnIsLegal? that is long, fails, or covers many players."""

from __future__ import annotations

from pathlib import Path

import forthgame

from .small import GO

THREE = """
{board 2 6 {grid} board}
{directions
	0 1 {direction} east  0 -1 {direction} west  -1 0 {direction} north
directions}
{players {player} One {player} Two {player} Three players}
{turn-order {turn} One {turn} Two {turn} Three turn-order}
: slide BEGIN DUP EXECUTE WHILE friend? NOT verify from here move add-move empty? verify REPEAT ;
: go-east ['] east slide ; : go-west ['] west slide ; : go-north ['] north slide ;
{moves lines {move} go-east {move} go-west {move} go-north moves}
{pieces {piece} rook {moves} lines {piece} king pieces}
{board-setup
	{setup} One king c1 {setup} One rook d1 {setup} One rook b2
	{setup} Two rook f1 {setup} Three rook a1
board-setup}
: OnIsLegal? c1 attacked? NOT ;
"""


def answer(game, event: str, question: str = "man a1 - b1") -> str:
    found = game(GO + f": step b1 go add-move ; : OnIsLegal? {event} ;")
    state = found.new_game(seed=1)
    before = state.fingerprint
    told = state.explain(question).text()
    assert state.fingerprint == before
    return told


def test_here_and_from_are_those_of_the_move(game) -> None:
    """The values are those that the event sees when the engine calls it."""
    told = answer(game, "here c1 = from a1 = AND")
    assert "answered 0" in told
    assert "`here c1 =` gave 0" in told
    assert "`here` 1 (b1)" in told
    assert "from" in answer(game, "from a1 = moved-from a1 = AND")


def test_the_board_is_the_one_behind_the_move(game) -> None:
    assert "b1 holds One man" in answer(game, "b1 empty-at?")
    assert "a1 is empty" in answer(game, "a1 not-empty-at?")


def test_what_decided_on_the_way_is_reported(game) -> None:
    told = answer(game, "note @ 0= IF FALSE ELSE TRUE ENDIF")
    assert "`IF`" in told
    assert "`note` is set by no line that names it" in told


def test_an_event_that_runs_for_long(game) -> None:
    told = answer(game, "500000 0 DO LOOP FALSE")
    assert "too long to be watched" in told


def test_who_attacks_among_three_players(tmp_path: Path) -> None:
    """The pieces of both opponents are named, and none of the mover's own."""
    (tmp_path / "three.4th").write_text(THREE)
    with forthgame.load(tmp_path / "three.4th", native=False) as game:
        told = game.new_game(seed=1).explain("rook d1 - d2").text()
    assert "`c1 attacked?` gave -1" in told
    assert ": Two rook at f1, Three rook at a1 could take on c1" in told
