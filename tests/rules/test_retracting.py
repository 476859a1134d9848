"""OnRetractMove runs once for every move that is taken back, and cannot spoil the restored data.

A script counts moves in a VARIABLE, up in OnMakeAMove and down in OnRetractMove, and in a cell of
the board, which is restored with it. If the two differ the game is lost at once: so one event too
many or too few changes the results of counts, searches and proofs.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest
from machines import Load, interpreted

import forthgame

MEN = """
{board 4 4 {grid} {variable} plies board}
{directions -1 0 {direction} n 1 0 {direction} s 0 1 {direction} e directions}
{players {player} White {player} Black players}
{symmetries Black {symmetry} n s symmetries}
{turn-order {turn} White {turn} Black turn-order}
: step n verify empty? verify from here move add-move ;
: take n verify e verify enemy? verify from here move add-move ;
{moves ways {move} step {move} take moves}
{pieces {piece} man {moves} ways pieces}
{board-setup {setup} White man a1 {setup} White man b1 {setup} White man c1
{setup} Black man b4 {setup} Black man c4 {setup} Black man d4 board-setup}
"""
PARTIAL = MEN.replace(
    "{moves ways", ": hop n verify empty? verify partial from here move add-move ; {moves ways"
).replace("{move} step", "{move} hop {move} step")
FINISHED = PARTIAL.replace("verify partial", "verify partial must-finish")
PLAIN = """
VARIABLE depth
: OnMakeAMove plies ++ ;
: OnIsGameOver depth @ 9999 = stalemate? OR IF #LossScore ELSE #UnknownScore ENDIF ;
"""
COUNTED = """
VARIABLE depth
: OnMakeAMove plies ++ depth ++ ;
: down depth @ 1- depth ! ;
: OnIsGameOver depth @ plies @ <> stalemate? OR IF #LossScore ELSE #UnknownScore ENDIF ;
: OnRetractMove {} ;
"""
BODIES = {
    "before": "down OnRetractMove",
    "after": "OnRetractMove down",
    "without the older word": "down",
    "stores in the board": "down 0 5 board[] ! 7 plies ! OnRetractMove 0 6 board[] ! 9 plies !",
    "leaves copies": "down $CloneBoard $CloneBoard",
    "leaves a list": "down current-player FALSE 0 $GenerateMoves OnRetractMove",
    "drops a list": "down $DeallocateMoves OnRetractMove",
    "leaves junk": "down here 3 to OnRetractMove 1 2 3 e",
    "ends at verify": "down FALSE verify OnRetractMove",
}

QUICK = ("before", "leaves copies", "drops a list")  # in machine code


def found(game: forthgame.Game) -> dict[str, Any]:
    """Return the results of counts, searches, proofs and random games."""
    state = game.new_game(seed=1)
    all_found: dict[str, Any] = {
        "perft": [game.perft(depth) for depth in (1, 2, 3, 4)],
        "after the end": game.perft(4, stop_at_end=False),
    }
    for engine in ("negamax", "maxn", "brs", "best-first"):
        result = state.search(engine, nodes=150, seed=1)
        all_found[engine] = (result.move.text, result.score, result.nodes)
    tree = state.search("uct", playouts=15, seed=1)
    all_found["uct"] = (tree.move.text, tree.score)
    proof = state.prove(None, nodes=400)
    all_found["proof"] = (proof.value, proof.nodes)
    games = game.playouts(5, seed=1, state=state)
    all_found["playouts"] = (games.plies, games.wins)
    return all_found


@cache
def found_without(board: str) -> dict[str, Any]:
    """Return the results of a game without the event, in the interpreter."""
    return found(interpreted(board + PLAIN))


@pytest.mark.parametrize("body", BODIES.values(), ids=[key.replace(" ", "-") for key in BODIES])
def test_the_position_before_is_restored_whatever_the_event_does(
    body: str, load_interpreted: Load
) -> None:
    plain = found_without(MEN)
    assert found(load_interpreted(MEN + COUNTED.format(body))) == plain


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    "kind", [key if key in QUICK else pytest.param(key, marks=pytest.mark.slow) for key in BODIES]
)
def test_machine_code_restores_it_too(kind: str, load_native: Load) -> None:
    plain = found_without(MEN)
    assert found(load_native(MEN + COUNTED.format(BODIES[kind]))) == plain


@pytest.mark.sampled(2)
@pytest.mark.parametrize("board", [PARTIAL, FINISHED], ids=["partial", "must-finish"])
def test_partial_moves_are_taken_back_one_by_one(
    board: str, load: Load, load_interpreted: Load
) -> None:
    plain = found_without(board)
    assert found(load(board + COUNTED.format(BODIES["before"]))) == plain


def test_dropping_a_copy_too_many_names_the_line(load: Load) -> None:
    game = load(MEN + ": OnRetractMove OnRetractMove OnRetractMove ;")
    with pytest.raises(forthgame.ScriptError, match=r"game\.4th:13:\d+: an event cannot drop"):
        game.perft(2)


def test_no_turn_is_passed_that_the_event_would_take_back(load: Load) -> None:
    """Passing runs OnNextTurn without OnMakeAMove, so the script would miscount."""
    game = load(MEN + COUNTED.format(BODIES["before"]))
    passing, plain = (
        game.new_game(seed=1).search(engine, depth=5, seed=1)
        for engine in ("negamax:selective=yes,null=2", "negamax:selective=yes")
    )
    assert (passing.score, passing.nodes) == (plain.score, plain.nodes)


@pytest.mark.sampled(2)
@pytest.mark.parametrize("players", ["three", "dice", "legality"])
def test_other_kinds_of_games_take_moves_back_the_same_way(
    players: str, load: Load, load_interpreted: Load
) -> None:
    board = MEN
    if players == "three":
        board = board.replace("{player} Black", "{player} Black {player} Red")
        board = board.replace("{turn} Black", "{turn} Black {turn} Red")
        board = board.replace("board-setup}", "{setup} Red man a4 board-setup}")
    elif players == "dice":
        board = board.replace("{player} Black", "{player} Black {player} ?Dice {random}")
        board = board.replace("{turn} White", "{turn} White {turn} ?Dice")
        board = board.replace("board-setup}", "{setup} ?Dice man d1 board-setup}")
    else:
        board += ": OnIsLegal? a3 empty-at? ;"
    counted, plain = (
        [
            (result.move.text, result.score, result.nodes)
            for engine in ("paranoid", "maxn", "best-first")
            for result in [game.new_game(seed=1).search(engine, nodes=150, seed=1)]
        ]
        for game in (
            load(board + COUNTED.format(BODIES["before"])),
            load_interpreted(board + PLAIN),
        )
    )
    assert counted == plain


def test_undo_runs_the_event(load: Load) -> None:
    game = load(MEN + COUNTED.format(BODIES["before"]))
    state = game.new_game(seed=1)
    for number in (0, 1, 0):
        state.play(number)
    state.undo()
    state.undo()
    assert game.forth.processor.cell(game.forth.word("depth").value) == 1


def test_undo_keeps_what_the_event_stores(load: Load) -> None:
    game = load(MEN + "VARIABLE retracted : OnRetractMove retracted ++ OnRetractMove ;")
    state = game.new_game(seed=1)
    state.play(0)
    state.undo()
    assert game.forth.processor.cell(game.forth.word("retracted").value) == 1
    assert state.board == game.new_game(seed=1).board


def test_undo_that_fails_names_the_line_and_leaves_the_game(load: Load) -> None:
    game = load(MEN + "VARIABLE retracted\n: OnRetractMove retracted ++ 1 0 / DROP ;\n")
    state = game.new_game(seed=1)
    state.play(0)
    with pytest.raises(forthgame.ScriptError, match=r"game\.4th:14:\d+: .*zero"):
        state.undo()
    assert len(state.history) == 1
    assert game.forth.processor.cell(game.forth.word("retracted").value) == 0


def test_an_event_that_fails_in_a_count_leaves_no_trace(load: Load) -> None:
    game = load(MEN + "VARIABLE made : OnMakeAMove made ++ ;\n: OnRetractMove 1 0 / DROP ;\n")
    state = game.new_game(seed=1)
    state.moves()
    with pytest.raises(forthgame.ScriptError, match=r"game\.4th:14:\d+: .*zero"):
        game.perft(3, state)
    assert game.forth.processor.cell(game.forth.word("made").value) == 0
    assert [move.text for move in state.moves()] == [
        move.text for move in game.new_game(seed=1).moves()
    ]
