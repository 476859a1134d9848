"""`auto` chooses an engine by the game and the limits, and reports the reason."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner

import forthgame
from forthgame.api.game import Game
from forthgame.base.source import package_path
from forthgame.rules.engines import Limits
from forthgame.search.engine_choice import (
    GAMES,
    EngineChoice,
    EngineMatch,
    MatchScore,
    Traits,
    choose,
    suited,
    traits,
)
from forthgame.ui.cli.main import forthgame as command
from tests.proofs.small import without_evaluation
from tests.searching import interrupt_searches

PLACING = """
{board 3 3 {grid} board}
{players {player} X {player} O players}
{turn-order {turn} X {turn} O turn-order}
: put ( -- ) empty? verify drop add-move ;
{moves puts {move} put moves}
{pieces {piece} mark {drops} puts pieces}
: OnIsGameOver ( -- n ) stalemate? IF #DrawScore ELSE #UnknownScore ENDIF ;
"""
TAKING = """
{board 4 4 {grid} board}
{directions -1 0 {direction} n 1 0 {direction} s 0 1 {direction} e directions}
{players {player} X {player} O players}
{turn-order {turn} X {turn} O turn-order}
: step ( ? -- ) verify friend? NOT verify from here move add-move ;
: n-step n step ; : s-step s step ; : e-step e step ;
{moves steps {move} n-step {move} s-step {move} e-step moves}
{pieces {piece} man {moves} steps pieces}
{board-setup {setup} X man a1 {setup} X man b1 {setup} X man c1 {setup} O man a2
  {setup} O man b2 {setup} O man c2 board-setup}
: OnIsGameOver ( -- n ) stalemate? IF #LossScore ELSE #UnknownScore ENDIF ;
"""


def loaded(folder: Path, text: str) -> forthgame.Game:
    path = folder / "small.4th"
    path.write_text(text, encoding="utf-8")
    return forthgame.load(path, native=False)


def judged(
    trial: MatchScore | None, *, evaluates: bool = False, taking: float = 0.0
) -> EngineChoice:
    return suited(Traits(2, False, False, evaluates, False, taking, trial))


@pytest.mark.parametrize("trial", [None, MatchScore(2.5, 1.5)])
def test_without_a_clear_match_judgement_and_captures_choose(trial: MatchScore | None) -> None:
    assert judged(trial).engine == "uct"
    assert judged(trial, evaluates=True).engine == "negamax"
    found = judged(trial, taking=0.1)
    assert (found.engine, found.reason) == ("negamax", "two players, and pieces are taken")


def test_a_clear_match_chooses_whatever_the_script_declares() -> None:
    found = judged(MatchScore(1.0, 3.0), evaluates=True)
    assert (found.engine, found.reason) == ("uct", "it wins a short match 3 to 1")
    assert judged(MatchScore(4.0, 0.5)).engine == "negamax"


@pytest.mark.slow
def test_a_short_match_finds_the_engine_that_plays_clobber_better(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Without an evaluation the better engine is the one of random games."""
    monkeypatch.setattr(
        "forthgame.search.engine_choice.PATIENCE", 600.0
    )  # this machine may be busy
    judging = (package_path("games") / "clobber" / "clobber.4th").read_text(encoding="utf-8")
    trials = [
        traits(loaded(tmp_path, text)).trial for text in (without_evaluation(judging), judging)
    ]
    assert [trial and trial.winner for trial in trials] == ["uct", "negamax"]


def compare(game: Game) -> MatchScore:
    """Let both engines play their whole match."""
    contest = EngineMatch()
    contest.go_on(game)
    return contest.trial


def test_a_short_match_ends_alike_each_time(tmp_path: Path) -> None:
    game = loaded(tmp_path, PLACING)
    trial = compare(game)
    assert trial.negamax + trial.uct == GAMES  # neither player leads at tic-tac-toe without lines
    assert compare(game) == trial


def test_ctrl_c_in_a_short_match_ends_it_without_a_choice(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    state = loaded(tmp_path, PLACING).new_game(seed=1)
    with monkeypatch.context() as patched:
        interrupt_searches(patched)
        with pytest.raises(KeyboardInterrupt):
            state.search("auto", nodes=100)
    found = traits(state.game).trial
    assert found is not None
    assert found.negamax + found.uct == GAMES


def test_a_match_in_parts_ends_like_a_whole_one(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("forthgame.search.engine_choice.SECONDS", 600.0)  # this machine may be busy
    monkeypatch.setattr("forthgame.search.engine_choice.PATIENCE", 600.0)
    game = loaded(tmp_path, PLACING)
    contest, parts = EngineMatch(), 0
    while not contest.over:
        parts += 1
        contest.go_on(game, 0.01 * parts)
    assert parts > 3
    assert contest.trial == compare(game)


def test_a_search_goes_on_with_the_match_and_keeps_to_its_time(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    for name, value in (("LEAST", 10**6), ("MOST", 10**6), ("SECONDS", 600.0), ("PATIENCE", 600.0)):
        monkeypatch.setattr(f"forthgame.search.engine_choice.{name}", value)
    state = loaded(tmp_path, PLACING.replace("3 3", "7 7")).new_game(seed=1)
    found = state.search("auto", time=0.2)
    assert found.seconds < 60.0  # all games of the match take ten minutes
    assert traits(state.game, 0.0).trial is None


def test_a_match_has_a_share_of_the_time_until_it_is_over(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    given = list[float | None]()

    def go_on(contest: EngineMatch, game: Game, seconds: float | None = None) -> None:
        given.append(seconds)
        contest.over = len(given) == 3
        contest.trial = MatchScore(0.0, 4.0)

    monkeypatch.setattr(EngineMatch, "go_on", go_on)
    game = loaded(tmp_path, TAKING + ": OnEvaluate ( -- n ) 1 ;")
    chosen = [choose(game, Limits(time=1.0)).engine for _ in range(5)]
    assert given == [0.5, 0.5, 0.5]
    assert chosen == ["negamax", "negamax", "uct", "uct", "uct"]


def test_a_match_has_no_limit_of_time_where_a_search_has_none(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    given = list[float | None]()
    monkeypatch.setattr(EngineMatch, "go_on", lambda contest, game, seconds: given.append(seconds))
    choose(loaded(tmp_path, PLACING), Limits(nodes=100))
    assert given == [None]


@pytest.mark.parametrize("name", ["backgammon", "apocalypse", "splut", "peg-solitaire"])
def test_no_match_is_played_where_it_says_nothing(name: str) -> None:
    assert traits(forthgame.load(name, native=False)).trial is None


def test_a_script_that_fails_leaves_the_choice_to_its_traits(tmp_path: Path) -> None:
    failing = PLACING + ": OnEvaluate ( -- n ) 1 0 / ;"
    found = choose(loaded(tmp_path, failing), Limits(time=1.0))
    reason = "two players, and the script judges positions"
    assert (found.engine, found.reason) == ("negamax", reason)


@pytest.mark.parametrize(
    ("name", "wanted"),
    [("breakthrough", "negamax"), ("splut", "paranoid"), ("apocalypse", "uct"),
     ("peg-solitaire", "uct"), ("chess", "negamax")],
)  # fmt: skip
def test_bundled_games(name: str, wanted: str) -> None:
    assert choose(forthgame.load(name, native=False), Limits(time=1.0)).engine == wanted


def test_a_depth_means_plies_and_playouts_random_games(tmp_path: Path) -> None:
    game = loaded(tmp_path, PLACING)
    assert choose(game, Limits(depth=3)).engine == "negamax"
    assert choose(game, Limits(playouts=10)).engine == "uct"


def test_a_search_says_which_engine_and_why(tmp_path: Path) -> None:
    state = loaded(tmp_path, PLACING).new_game(seed=1)
    found = state.search("auto:nodes=50", seed=3)
    assert (found.engine, found.nodes) == ("uct", 50)
    assert "neither values nor captures" in found.reason
    assert found.share is not None
    again = state.search("auto:nodes=50", seed=3)
    assert (again.move, again.score) == (found.move, found.score)


def test_a_script_that_names_no_engine_gets_it(tmp_path: Path) -> None:
    state = loaded(tmp_path, PLACING).new_game(seed=1)
    assert state.search(time=None, nodes=20).engine == "uct"
    assert state.search(depth=2).engine == "negamax"


def test_a_script_may_name_it(tmp_path: Path) -> None:
    named = PLACING.replace("{player} X", "{player} X {search-engine} auto")
    state = loaded(tmp_path, named).new_game(seed=1)
    assert state.search(time=None, nodes=20).engine == "uct"


def test_the_choice_leaves_the_game_as_it_was() -> None:
    state = forthgame.load("connectfour", native=False).new_game(seed=1)
    state.play(state.moves()[3])
    before = (state.to_text(), state.history, [str(move) for move in state.moves()])
    state.search("auto", time=None, nodes=30)
    assert (state.to_text(), state.history, [str(move) for move in state.moves()]) == before


def run(*words: str) -> str:
    found = CliRunner().invoke(command, ["analyse", *words, "--interpret"])
    assert found.exit_code == 0, found.output
    return found.output


def test_analyse_names_the_engine(tmp_path: Path) -> None:
    loaded(tmp_path, PLACING)
    told = run(str(tmp_path / "small.4th"), "--engine", "auto", "--nodes", "50")
    assert "auto chooses uct: two players" in told
    assert "% of the points" in told


def test_analyse_proves() -> None:
    document = json.loads(run("tictactoe", "--prove", "--json"))
    assert (document["value"], document["stopped"]) == ("draw", "")
    after = "X mark b2; O mark a2; X mark a1; O mark c3"
    assert "proven: a win by X mark" in run("tictactoe", "--prove", "--after", after)
    text = forthgame.load("tictactoe", native=False).new_game(seed=1).to_text()
    assert "proven: a draw" in run("tictactoe", "--prove", "--position", text)


def test_analyse_says_what_was_not_decided() -> None:
    assert "not decided within" in run("chess", "--prove", "--nodes", "300")


def test_looking_at_a_game_leaves_no_trace(tmp_path: Path) -> None:
    """Script memory beside the board and the output are as before."""
    path = tmp_path / "counts.4th"
    path.write_text("""LOAD breakthrough.4th
VARIABLE games  VARIABLE asked
: OnNewGame ( -- ) 1 games +! ." begun " ;
: OnNextTurn ( -- ) 1 asked +! ;
""")
    shutil.copy(package_path("games", "breakthrough") / "breakthrough.4th", tmp_path)
    game = forthgame.load(path, native=False)
    state = game.new_game(seed=1)

    def kept() -> list[object]:
        cell = game.forth.processor.cell
        game.forth.processor.flush()
        values = [cell(game.forth.word(name).value) for name in ("games", "asked")]
        return [*values, list(game.printed), [str(m) for m in state.moves()], state.to_text()]

    before = kept()
    assert traits(game).trial is not None
    assert kept() == before
