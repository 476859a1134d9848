"""Games whose end is drawn by lot: it is drawn once, in a State, in its copies and in batches."""

from __future__ import annotations

import pickle
from pathlib import Path

import numpy as np
import pytest

import forthgame
from forthgame import Game, State
from forthgame.game.batchpoints import outcome_points
from forthgame.game.result import POINTS

SCRIPT = """
{{board 3 3 {{grid}} board}} {{players {players} players}} {{turn-order {turns} turn-order}}
: mark ( -- )   empty? verify drop add-move ;
{{moves marks {{move}} mark moves}} {{pieces {{piece}} stone {{drops}} marks pieces}}
: lot? ( -- ? )   0 2 RAND-WITHIN 0= ;
{end}
"""
ENDS = {
    "by event": ": OnIsGameOver lot? IF #WinScore ELSE #UnknownScore ENDIF ;",
    "by ending": ": by-lot lot? IF A wins ENDIF ; {endings by-lot {ending} lots endings}",
    "by score": ": points lot? IF 0 9 RAND-WITHIN A score 0 9 RAND-WITHIN B score ENDIF ; "
    "{endings points {ending} points endings}",
}
MANY = 40


@pytest.fixture(params=[(end, players) for end in ENDS for players in ("A B", "A B C")],
                ids=" ".join)  # fmt: skip
def game(request: pytest.FixtureRequest, tmp_path: Path) -> Game:
    """A game for two or three whose end is drawn at each turn."""
    end, players = request.param
    path = tmp_path / "drawn.4th"
    path.write_text(
        SCRIPT.format(
            players=" ".join(f"{{player}} {name}" for name in players.split()),
            turns=" ".join(f"{{turn}} {name}" for name in players.split()),
            end=ENDS[end],
        ),
        "utf-8",
    )
    return forthgame.load(path, native=False)


def seen(state: State) -> tuple[object, ...]:
    """All that a position says of its end."""
    said = (state.is_over, state.outcome, state.ending, state.result, state.outcomes(), state.count)
    return (*said, [str(move) for move in state.moves()], state.to_text())


def test_a_position_of_a_batch_has_ended_as_its_state_has(game: Game) -> None:
    batch = game.batch(MANY, seed=1)
    states = [game.new_game(seed=1 + k) for k in range(MANY)]
    for _ in range(3):
        assert batch.over.tolist() == [state.is_over for state in states]
        for k, state in enumerate(states):
            assert seen(batch.state(k)) == seen(batch.state(k)) == seen(state)
        points, returns = outcome_points(batch), batch.returns()
        for k, state in enumerate(states):
            if state.is_over:
                assert returns[k].tolist() == state.returns()
                assert points[k].tolist() == [POINTS[o] for o in state.outcomes().values()]
            else:
                state.play(0)
        assert batch.over.sum() > 0
        batch.step(np.where(batch.over, -1, 0))


def test_a_batch_of_states_does_not_draw_again(game: Game) -> None:
    """Nor does one that comes out of a pickle, nor one whose states were not asked before."""
    asked, fresh = ([game.new_game(seed=1 + k) for k in range(MANY)] for _ in range(2))
    over = [state.is_over for state in asked]
    for batch in (game.batch(asked), game.batch(fresh)):
        for own in (batch, pickle.loads(pickle.dumps(batch))):
            assert own.over.tolist() == over
            assert [seen(own.state(k)) for k in range(MANY)] == [seen(state) for state in asked]
            assert own.counts.tolist() == [state.count for state in asked]
            assert (own.movers == 0).all()
            assert (own.turns == 1).all()


def test_who_has_won_is_drawn_once(game: Game) -> None:
    for seed in range(1, MANY):
        state = game.new_game(seed=seed)
        assert len({str((state.outcomes(), state.returns(), state.winner)) for _ in range(4)}) == 1
