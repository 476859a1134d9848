"""Games share one machine with the same results as on separate ones, or use separate ones."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from matches import same, script

from forthgame.play.match.single_machine import first_random
from forthgame.play.model.limits import Adjudication, Limits
from forthgame.play.plan.plan import Plan, make_plan
from forthgame.play.run.worker import GameRunner

pytestmark = pytest.mark.usefixtures("surveyed_here")

GAMES = 6


def both(plan: Plan, games: int = GAMES) -> bool:
    """Compare games both ways; return whether the machine was alone in all of them."""
    quick, careful = GameRunner(plan), GameRunner(plan)
    found = [quick.play(number) for number in range(games)]
    assert same(found) == same([careful.play(number, careful=True) for number in range(games)])
    return all(each.works for each in quick._shared_machines.values()) and bool(
        quick._shared_machines
    )


@pytest.mark.parametrize("game", ["tictactoe", "connectfour", "breakthrough", "kalah"])
@pytest.mark.sampled(2)
def test_the_games_are_the_same(game: str) -> None:
    """Moves, results, reasons and choices agree; also with openings, which are played alone too."""
    assert both(make_plan(["random:", "first:"], game=game, games=GAMES, seed=3))
    assert both(make_plan(["random:", "random:"], game=game, games=2, seed=4, random_plies=3), 2)


THINKING = {
    "alpha-beta": ["negamax:depth=2", "negamax:nodes=40"],
    "trees": ["uct:playouts=30", "mcts:playouts=20,seed=3"],
    "a script": ["script", "random:seed=5"],
}


@pytest.mark.parametrize("entrants", THINKING.values(), ids=THINKING)
@pytest.mark.parametrize("game", ["tictactoe", "connectfour"])
@pytest.mark.sampled(2)
def test_engines_that_think_choose_the_same(game: str, entrants: list[str]) -> None:
    """Scores, depths and nodes agree, whether or not engines draw random numbers."""
    entrants = [game if entrant == "script" else entrant for entrant in entrants]
    plan = make_plan(entrants, game=game, games=2, seed=3, random_plies=1)
    assert both(plan, 2)


def test_games_by_scores_end_alike() -> None:
    """Games are adjudicated at the same ply, with the same reason."""
    rules = Adjudication(draw_score=400, draw_moves=2, resign_score=5, resign_moves=1)
    limits = Limits(adjudication=rules)
    plan = make_plan(["uct:playouts=30", "negamax:depth=2"], game="tictactoe", games=6, seed=1,
                     limits=limits)  # fmt: skip
    assert both(plan)
    assert "adjudicated" in {GameRunner(plan).play(number).end for number in range(6)}


def test_an_engine_that_keeps_something_has_a_machine_for_each(tmp_path: Path) -> None:
    """The search has written to the script's memory; the results are those of separate machines."""
    engine = (
        "VARIABLE thought : think thought ++ thought @ 3 MOD $Candidate DROP $RandomMoveEngine ;"
    )
    path = script(tmp_path, "keeps", engine.replace("$Candidate DROP", "DROP"))
    plan = make_plan([path, "random:"], game=path, games=4, seed=2)
    table = GameRunner(plan)
    both(plan, 4)
    table.play(0)
    assert all(solo.unshared for solo in table._shared_machines.values())


@pytest.mark.slow
@pytest.mark.parametrize(
    "game", ["breakthrough", "othello", "draughts", "oware", "chess", "splut/duel"]
)
def test_engines_that_think_choose_the_same_in_others(game: str) -> None:
    """The games have promotions, partial moves and hands; some need separate machines."""
    limits = Limits(plies=40)
    for entrants in (["negamax:depth=2", "uct:playouts=20"], [game, "random:"]):
        both(make_plan(entrants, game=game, games=2, seed=5, limits=limits), 2)


@pytest.mark.slow
@pytest.mark.parametrize(
    "game", ["chess", "othello", "draughts", "go", "oware", "backgammon", "xiangqi", "splut/duel"]
)
def test_the_games_are_the_same_in_others(game: str) -> None:
    """Some need separate machines: dice, promotions, moves in parts."""
    both(make_plan(["random:", "random:"], game=game, games=4, seed=5, limits=Limits(plies=300)), 4)


def test_the_ply_limit_alone() -> None:
    """The limit is a draw there too."""
    limits = Limits(plies=4)
    assert both(make_plan(["random:", "random:"], game="tictactoe", seed=1, limits=limits))


@pytest.mark.parametrize(
    "extra",
    [
        "VARIABLE turns : OnMoves turns ++ turns @ 3 > IF 0 turns ! ENDIF ;",
        ": OnNewGame 0 5 RAND-WITHIN DROP ;",
        ": OnMoves 0 1 RAND-WITHIN2 DROP ;",
        "VARIABLE seen : OnNewGame 1 seen +! ;",
        ": OnNewGame 40 ALLOT ;",
    ],
    ids=["counter", "random set-up", "second stream", "first game", "allot"],
)
@pytest.mark.sampled(2)
def test_scripts_that_keep_something_have_a_machine_for_each(tmp_path: Path, extra: str) -> None:
    """The decision is made from their memory and random numbers, whatever their words do with
    it.
    """
    path = script(tmp_path, "keeps", extra=extra)
    assert not both(make_plan(["random:", "random:"], game=path, games=GAMES, seed=2))


def test_faults_are_blamed_with_a_machine_for_each(tmp_path: Path) -> None:
    """The record is that of separate machines, with the reason."""
    path = script(tmp_path, "fails", extra=": OnMoves move-count 6 < IF 1 0 / DROP ENDIF ;")
    both(make_plan(["random:", "random:"], game=path, games=2, seed=2), 2)


def test_the_first_random_number_is_the_machine_s() -> None:
    """This holds for any seed of 31 bits and any number of moves."""
    from forthgame.api.game import load

    game = load("tictactoe")
    state = game.new_game(seed=1)
    random = Random(1)
    entry = game.forth.word("RAND-WITHIN").entry
    seeds = [0, 1, 150889, 150890, 714025, (1 << 31) - 1]
    for seed in [*seeds, *(random.getrandbits(31) for _ in range(500))]:
        count = random.choice((1, 2, 9, 40, 300))
        state.use_seed(seed)
        assert game.call(entry, 0, count - 1) == first_random(seed, count)
