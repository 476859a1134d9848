"""The text forms of games, states, moves and results, and the ends of games."""

from __future__ import annotations

import random
import threading
import time
from pathlib import Path

import pytest

import forthgame
from forthgame import Game, IllegalMove, State
from tests.beyond.small import ALL, FRAME
from tests.waiting import eventually


@pytest.fixture(scope="module")
def tictactoe() -> Game:
    return forthgame.load("tictactoe", native=False)


@pytest.fixture(scope="module")
def breakthrough() -> Game:
    return forthgame.load("breakthrough", native=False)


def won(game: Game) -> State:
    """X has the first column."""
    state = game.new_game(seed=1)
    for text in ("X a1", "O b1", "X a2", "O b2", "X a3"):
        player, place = text.split()
        state.play(next(m for m in state.moves() if (m.player, m.target) == (player, place)))
    return state


# -- texts --------------------------------------------------------------------------------------


def test_a_state_is_printed_as_its_board(tictactoe: Game) -> None:
    lines = str(won(tictactoe)).split("\n")
    assert lines[0].split() == ["3", "X", ".", "."]
    assert lines[-1] == "the game is over: X wins"
    assert str(tictactoe.new_game()).endswith("\nX to move")


def test_a_state_has_a_short_repr(tictactoe: Game, breakthrough: Game) -> None:
    state = breakthrough.new_game(seed=1)
    assert repr(state) == "<State breakthrough, White to move, ply 0>"
    assert repr(won(tictactoe)) == "<State tictactoe, X to move, ply 5>".replace("X", "O")
    over = won(tictactoe)
    assert over.is_over
    assert repr(over) == "<State tictactoe, the game is over: X wins, ply 5>"


def test_the_repr_of_a_state_runs_nothing(tmp_path: object) -> None:
    """A debugger prints it at any time, also if the script's OnIsGameOver fails."""
    from pathlib import Path

    assert isinstance(tmp_path, Path)
    path = tmp_path / "fails.4th"
    path.write_text(FRAME % (ALL + ": OnIsGameOver 1 0 / ;", "{move} step"))
    state = forthgame.load(path, native=False).new_game(seed=1)
    assert repr(state) == "<State fails, One to move, ply 0>"
    with pytest.raises(forthgame.ScriptError):
        _ = state.is_over


def test_a_game_a_batch_and_a_machine_have_short_reprs(tictactoe: Game) -> None:
    assert repr(tictactoe) == "<Game tictactoe: X, O>"
    assert repr(tictactoe.batch(3, seed=1)) == "<Batch tictactoe: 3 positions, 0 over>"
    machine = forthgame.Machine()
    machine.run("1 2")
    assert repr(machine) == "<Machine, stack: 1 2>"


def test_a_move_names_who_makes_it_and_with_what(breakthrough: Game) -> None:
    move = breakthrough.new_game(seed=1).find("a2a3")
    assert (move.player, move.piece, move.type) == ("White", "man", 0)
    assert (move.source, move.target, move.captured) == ("a2", "a3", ())
    assert move.actions


def test_the_type_of_a_move_is_what_the_script_gives() -> None:
    found = {move.type for move in captures()}
    assert len(found) == 1
    assert 0 not in found


def captures() -> list[forthgame.Move]:
    """Moves of draughts in a position in which a man must be taken."""
    game, draw = forthgame.load("alquerque", native=False), random.Random(1)
    state = game.new_game(seed=1)
    while not state.moves()[0].captured:
        state.play(draw.randrange(state.count))
    return list(state.moves())


def test_playouts_count_who_has_won(tictactoe: Game) -> None:
    played = tictactoe.playouts(200, seed=1)
    assert set(played.wins) == {"X", "O"}
    assert sum(played.wins.values()) + played.draws + played.unfinished == 200
    assert f"X wins {100 * played.wins['X'] / 200:.1f} %" in str(played)
    assert sum(p.wins["X"] for p in tictactoe.rollouts([tictactoe.new_game(1)], 100, jobs=1)) > 40


def test_playouts_of_one_by_one_agree(tictactoe: Game) -> None:
    """`wins` equals the count of `winner`, whichever player is to move at the end."""
    ends = {"X": 0, "O": 0}
    state = won(tictactoe)
    played = tictactoe.playouts(7, seed=1, state=state)
    assert played.wins == {**ends, "X": 7}


def test_no_playouts_are_printed_too(tictactoe: Game) -> None:
    assert str(tictactoe.playouts(0)) == "0 games of 0.0 plies"


def test_playouts_from_a_state_are_those_of_the_seed(tictactoe: Game) -> None:
    state = tictactoe.new_game(seed=1)
    state.play(0)
    before = state.copy()
    games = [tictactoe.playouts(50, seed=seed, state=state).wins for seed in (1, 2, 1)]
    assert games[0] == games[2] != games[1]
    assert state == before


def test_playouts_that_were_cut_have_no_winners() -> None:
    game = forthgame.load("yonin-shogi", native=False)
    played = game.playouts(2, seed=1, plies=20)
    assert played.players == ("South", "West", "North", "East")
    assert played.wins == dict.fromkeys(played.players, 0)
    assert "unfinished 100.0 %" in str(played)


@pytest.mark.parametrize("what", ["search", "explain", "playouts", "solve"])
def test_results_have_a_table_in_html(tictactoe: Game, what: str) -> None:
    state = tictactoe.new_game(seed=1)
    found = {
        "search": lambda: state.search("negamax", depth=2),
        "explain": lambda: state.explain("X a1"),
        "playouts": lambda: tictactoe.playouts(5, seed=1),
        "solve": lambda: forthgame.load("knights-tour", native=False).solve(nodes=10),
    }[what]()
    page = found._repr_html_()  # type: ignore[attr-defined]
    assert page.startswith("<table>")
    assert page.count("<tr>") == page.count("</tr>")
    assert str(found)
    assert "object at 0x" not in str(found) + repr(found)


def test_html_is_escaped() -> None:
    from forthgame.base.html_tables import table

    page = table("<b>&", [["<script>", "\u202e\x1b"]])
    assert "<b>" not in page
    assert "<script>" not in page
    assert "\u202e" not in page
    assert "\x1b" not in page


def test_a_tournament_shows_its_results() -> None:
    played = forthgame.tournament(["random", "first"], game="tictactoe", games=4, seed=1)
    assert repr(played).startswith("<Tournament of 4 games: ")
    assert "random" in str(played)
    assert played._repr_html_().count("<tr>") >= 2


def test_a_search_result_reads_as_a_line(tictactoe: Game) -> None:
    result = won(tictactoe)
    result.undo()
    found = result.search("negamax", depth=1)
    assert "wins in 1, depth 1" in str(found)


# -- endings ------------------------------------------------------------------------------------


def test_there_are_no_moves_behind_the_end(tictactoe: Game) -> None:
    state = won(tictactoe)
    assert list(state.moves()) == []
    assert state.moves().texts == []
    assert state.count == 0
    assert len(state.moves(after_end=True)) == 4


@pytest.mark.parametrize("how", ["number", "text", "move", "high"])
def test_playing_behind_the_end_names_the_end(tictactoe: Game, how: str) -> None:
    state = won(tictactoe)
    move = state.moves(after_end=True)[0]
    given: object = {"number": 0, "text": move.text, "move": move, "high": 99}[how]
    with pytest.raises(IllegalMove, match="the game is over: X wins") as caught:
        state.play(given)  # type: ignore[arg-type]
    assert caught.value.ending == "the game is over: X wins"
    assert len(state.history) == 5


def test_one_may_play_on_behind_the_end(tictactoe: Game) -> None:
    state = won(tictactoe)
    state.play(state.moves(after_end=True)[0], after_end=True)
    state.play(0, after_end=True)
    assert len(state.history) == 7


def test_a_search_behind_the_end_says_so(tictactoe: Game) -> None:
    with pytest.raises(forthgame.ForthgameError, match="the game is over: X wins"):
        won(tictactoe).search("negamax", depth=1)
    assert won(tictactoe).search("negamax", depth=1, after_end=True).move.player == "O"


def test_a_win_is_the_winners_in_every_question(tictactoe: Game) -> None:
    state = won(tictactoe)
    assert (state.player, state.outcome, state.winner) == ("O", "loss", "X")
    assert state.result == {"X": 1.0, "O": 0.0}
    assert state.returns() == [1.0, 0.0]


# -- the front door -----------------------------------------------------------------------------


def test_the_front_door_lists_what_it_has() -> None:
    assert {"load", "Game", "State", "tournament", "Machine"} <= set(dir(forthgame))
    assert set(forthgame.__all__) <= set(dir(forthgame))
    for name in dir(forthgame):
        assert getattr(forthgame, name) is not None


@pytest.mark.parametrize("given", [None, True, 1.5, b"a2", [1]])
def test_what_is_no_move_raises_type_error(breakthrough: Game, given: object) -> None:
    with pytest.raises(TypeError, match="a move must be a Move, a text or a number, not"):
        breakthrough.new_game(seed=1).play(given)  # type: ignore[arg-type]


def test_what_is_no_seed_or_script_raises_type_error(breakthrough: Game) -> None:
    with pytest.raises(TypeError, match="a seed must be a whole number, not of type str"):
        breakthrough.new_game(seed="x")  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="a game's script is a text or a path, not None"):
        forthgame.load(None)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="a game's script is a text or a path, not None"):
        Game(None)  # type: ignore[arg-type]


def test_the_class_takes_what_load_takes() -> None:
    """`Game(…)` takes a name, or a path as text."""
    with Game("tictactoe", native=False) as game:
        assert game.name == "tictactoe"


def test_who_waits_for_a_game_that_is_closed_does_not_use_it(
    tictactoe: Game, tmp_path: Path
) -> None:
    script = tmp_path / "leaving.4th"
    text = tictactoe.path.read_text(encoding="utf-8")
    script.write_text(text + ': OnTerminate ." bye " ;', encoding="utf-8")

    def closed_before() -> bool:
        game = forthgame.load(script, native=False)
        state, found = game.new_game(seed=1), list[str]()

        def play() -> None:
            try:
                state.play(0)
                found.append("")
            except forthgame.ForthgameError as error:
                found.append(str(error))

        closing = [threading.Thread(target=game.close) for _ in range(3)]
        with game.lock:  # as a long call of this thread
            for thread in closing:
                thread.start()
            time.sleep(0.05)
            playing = threading.Thread(target=play)
            playing.start()
            time.sleep(0.05)
        for thread in (*closing, playing):
            thread.join()
        assert game.printed == ["bye "]
        assert found in ([""], ["the game leaving is closed: load it again to use it"])
        return found != [""]

    eventually(closed_before)  # on a busy machine the play may come first


def test_a_closed_game_says_so() -> None:
    game = forthgame.load("tictactoe", native=False)
    state = game.new_game(seed=1)
    game.close()
    game.close()
    for use in (game.new_game, state.moves, lambda: game.perft(2), lambda: game.playouts(2)):
        with pytest.raises(forthgame.ForthgameError, match="tictactoe is closed: load it again"):
            use()
    assert repr(game) == "<Game tictactoe: X, O, closed>"
    assert state.board == {}
