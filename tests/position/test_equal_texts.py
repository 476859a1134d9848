"""Different moves with one text: choosing the second one plays the second one."""

from __future__ import annotations

from pathlib import Path

import pytest

import forthgame
from forthgame.play.plan.plan import make_plan
from forthgame.play.run.worker import GameRunner
from forthgame.play.ugi.engine_server import EngineServer
from forthgame.play.ugi.requests import LONG, MoveNotation
from forthgame.position.move_texts import own_text, text_alone, texts_alone

pytestmark = pytest.mark.usefixtures("played_here")

TWINS = """
{board 1 3 {grid} {variable} s board}
{players {player} A {player} B players}
{turn-order {turn} A {turn} B turn-order}
: go ( n -- ) s +! ;
: to ( n -- ) COMPILE-LITERAL COMPILE go add-move ;
: step ( -- ) 1 to 100 to ;
{moves m {move} step moves}
{pieces {piece} k {moves} m pieces}
{board-setup {setup} A k a1 {setup} B k b1 board-setup}
: OnIsGameOver ( -- r ) s @ 99 > IF #LossScore ELSE #UnknownScore ENDIF ;
"""
PUZZLE = """
{board 1 3 {grid} {variable} s board}
{players {player} P players}
{turn-order {turn} P turn-order}
: go ( n -- ) s ! ;
: to ( n -- ) COMPILE-LITERAL COMPILE go add-move ;
: step ( -- ) s @ 0= IF 1 to 2 to ENDIF s @ 2 = IF 4 to 3 to ENDIF ;
{moves m {move} step moves}
{pieces {piece} k {moves} m pieces}
{board-setup {setup} P k a1 board-setup}
: OnIsGameOver ( -- r ) s @ 3 = IF P goal ENDIF #UnknownScore ;
"""
NAMED = """
{board {position} a {position} b {position} b~2 {position} b~02 {variable} s board}
{directions {link} east a b {link} south a b~2 {link} west a b~02 directions}
{players {player} A {player} B players}
{turn-order {turn} A {turn} B turn-order}
: go ( n -- ) s ! ;
: to ( n -- ) from here move COMPILE-LITERAL COMPILE go add-move ;
: step ( -- )
	east IF 1 to 2 to ENDIF from $pos ! south IF 3 to 4 to ENDIF from $pos ! west IF 5 to ENDIF
;
{moves m {move} step moves}
{pieces {piece} k {moves} m pieces}
{board-setup {setup} A k a board-setup}
"""


@pytest.fixture
def twins(tmp_path: Path) -> Path:
    """A game of two moves called `Pass`; the second wins."""
    path = tmp_path / "twins.4th"
    path.write_text(TWINS)
    return path


def test_words_of_the_protocol(twins: Path) -> None:
    state = forthgame.load(twins, native=False).new_game(seed=1)
    words, moves = MoveNotation(state, LONG), state.moves()
    found = [words.write(state, move, moves) for move in moves]
    assert found == ["Pass", "Pass~2"]
    assert [words.read(state, word).index for word in found] == [0, 1]


@pytest.mark.parametrize("engine", ["negamax:depth=2", "uct:playouts=50", "auto:nodes=100"])
def test_best_lines(twins: Path, engine: str) -> None:
    state = forthgame.load(twins, native=False).new_game(seed=1)
    found = state.search(engine)
    assert found.pv == ["Pass~2"]
    assert str(found).startswith("Pass~2 ")


def test_replies_in_best_lines(twins: Path) -> None:
    """Both players have the first move, and the second decides."""
    text = TWINS.replace("1 to 100 to", "1 to s @ IF 100 to ENDIF")
    twins.write_text(text)
    found = forthgame.load(twins, native=False).new_game(seed=1).search("negamax:depth=3")
    assert found.pv == ["Pass", "Pass~2"]


def test_lines_of_the_protocol(twins: Path) -> None:
    said: list[str] = []
    server = EngineServer(forthgame.load(twins, native=False), said.append, "negamax")
    server.obey("go depth 2")
    server.wait()
    assert said[-2].endswith(" pv Pass~2")
    assert said[-1] == "bestmove Pass~2"


@pytest.mark.parametrize("careful", [False, True], ids=["one machine", "a machine for each"])
def test_tournaments(twins: Path, careful: bool) -> None:
    plan = make_plan(["negamax:depth=2", "first"], game=str(twins), games=1, random_plies=0)
    record = GameRunner(plan).play(0, careful=careful)
    assert record.moves == [("A", "Pass~2")]
    assert record.end == "result"


def test_solutions(tmp_path: Path) -> None:
    path = tmp_path / "puzzle.4th"
    path.write_text(PUZZLE)
    state = forthgame.load(path, native=False).new_game(seed=1)
    found = state.solve()
    assert found.moves == ("Pass~2", "Pass~2")
    for text in found.moves:
        state.play(text)
    assert state.outcome == "win"


def test_names_that_look_like_a_number(tmp_path: Path) -> None:
    path = tmp_path / "named.4th"
    path.write_text(NAMED)
    state = forthgame.load(path, native=False).new_game(seed=1)
    moves = state.moves()
    texts = [own_text(move) for move in moves]
    assert texts == ["k a - b", "k a - b~002", "k a - b~2", "k a - b~2~2", "k a - b~02"]
    assert [state.find(text).index for text in texts] == [0, 1, 2, 3, 4]


@pytest.mark.parametrize("script", [TWINS, PUZZLE, NAMED])
def test_the_texts_of_a_list_are_those_of_its_moves(tmp_path: Path, script: str) -> None:
    path = tmp_path / "several.4th"
    path.write_text(script)
    moves = forthgame.load(path, native=False).new_game(seed=1).moves()
    assert texts_alone(moves) == [text_alone(moves, number) for number in range(len(moves))]
    assert len(set(texts_alone(moves))) == len(moves) > 1
