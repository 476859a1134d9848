"""Games whose end is drawn by lot: it is drawn once, in a State, in its copies and in batches."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

import forthgame
from forthgame import Game, ScriptError, ScriptLimits, State
from forthgame.position.batch import outcome_points
from forthgame.position.position_record import POINTS

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
    """Return the result of a position; while the game goes on, also its random streams."""
    text = "" if state.is_over else state.to_text()
    said = (state.is_over, state.outcome, state.ending, state.result, state.outcomes(), state.count)
    return (*said, [str(move) for move in state.moves()], text)


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
    """A batch from a pickle does not draw again either, nor one of fresh states."""
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
    """This includes positions derived from one whose winner is known."""
    for seed in range(1, MANY):
        state = game.new_game(seed=seed)
        assert len({str((state.outcomes(), state.returns(), state.winner)) for _ in range(4)}) == 1
        batch = game.batch([state, state])
        assert batch.returns().tolist() == [state.returns()] * 2
        batch.step([-1, -1])
        for other in (pickle.loads(pickle.dumps(state)), batch.state(1), state.copy()):
            assert seen(other) == seen(state)
        batch.reset([0], seed=seed + MANY)
        fresh = game.new_game(seed=seed + MANY)
        assert batch.returns().tolist() == [fresh.returns(), state.returns()]


@pytest.mark.parametrize("first", [State.copy, copy.copy, copy.deepcopy])
@pytest.mark.sampled(3)
def test_a_copy_that_is_judged_first_leaves_the_original_unchanged(
    game: Game, first: Callable[[State], State]
) -> None:
    """Each draws from its own streams, which are the same: so both have the same result."""
    for seed in range(MANY):
        state, alone = game.new_game(seed=seed), game.new_game(seed=seed)
        while True:
            other = first(state)
            found = seen(other)
            assert found == seen(state) == seen(alone)
            assert other == state
            if not state.count:
                break
            state.play(0)
            alone.play(0)


def test_what_was_never_judged_is_drawn_by_each_state(game: Game) -> None:
    """This also holds after an undo, and for the winner among more than two."""
    for seed in range(MANY):
        state = game.new_game(seed=seed)
        for _ in range(3):
            state.play(0, after_end=True)
        twin = state.copy()
        for one in (state, twin):
            one.undo()
        alone = pickle.loads(pickle.dumps(state))
        found = [(one.outcome, one.outcomes()) for one in (twin, state, alone)]
        assert found == [found[0]] * 3
        assert twin == state == alone


def hanging(folder: Path) -> Game:
    """A game whose end is drawn, and never found with a stone on the first place."""
    end = ": OnIsGameOver a3 empty-at? NOT IF BEGIN FALSE UNTIL ENDIF " + ENDS["by event"][15:]
    path = folder / "hanging.4th"
    path.write_text(
        SCRIPT.format(players="{player} A {player} B", turns="{turn} A {turn} B", end=end), "utf-8"
    )
    return forthgame.load(path, native=False, limits=ScriptLimits(turn=0.1))


def test_a_step_that_is_cut_short_leaves_its_position(tmp_path: Path) -> None:
    """The end is not drawn again; those before it have been played."""
    game = hanging(tmp_path)
    batch = game.batch(MANY, seed=1)
    before = [seen(batch.state(k)) for k in range(MANY)]
    moves = np.where(batch.over, -1, 1)
    first = int(np.flatnonzero(moves > 0)[3])
    assert str(batch.state(first).moves()[0]).endswith("a3")
    moves[first] = 0
    for _ in range(3):
        with pytest.raises(ScriptError, match="on this turn"):
            batch.step(moves)
        assert [seen(batch.state(k)) for k in range(first, MANY)] == before[first:]
        moves[:first] = -1
    assert sum(seen(batch.state(k)) != before[k] for k in range(first)) == 3
