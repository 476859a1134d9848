"""Searches, counts and random games leave all memory that a script can read unchanged."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

import forthgame
from forthgame.rules.checkpoint import looking_ahead
from forthgame.words.registers import memory_layout as at
from tests.interrupting import pressed

CASES = Path(__file__).parents[1] / "cases"
GAME = """
{board 3 3 {grid} board}
{players {player} White {player} Black players}
{turn-order {turn} White {turn} Black turn-order}
VARIABLE listed
3 [] counts
DEFER chosen
: one ( -- )   1 counts ++ ;
: other ( -- )   2 counts ++ ;
: place ( -- )
	empty? verify  listed ++  drop add-move
	listed @ 2 MOD IF ['] one IS chosen ELSE ['] other IS chosen ENDIF
	listed @ ringbuffer-add-item
;
: OnMakeAMove ( -- )   chosen  $passTurnForced @ NOT $passTurnForced !  HEX ;
: OnNextTurn ( -- )   OnNextTurn  repetition-push-position DROP  7 , ;
: OnEvaluate ( -- score )   listed @ 65 PAD C! ;
{moves places {move} place moves}
{pieces {piece} stone {drops} places pieces}
"""
ENGINES = ("negamax", "uct", "mcts", "paranoid", "brs", "maxn", "best-first")


def loaded(tmp_path: Path, text: str, native: bool = True) -> forthgame.Game:
    """Load a game from a text."""
    script = tmp_path / "storing.4th"
    script.write_text(text)
    return forthgame.load(script, native=native)


def readable(game: forthgame.Game) -> tuple[bytes, ...]:
    """Return all that a script can read between two operations, but for turn and board."""
    processor = game.forth.processor
    start = at.MEMORY
    return (
        processor.memory[start + at.MEMORY_LOW : start + at.TURN_BLOCK],
        processor.memory[start + at.SYSTEM_CELLS["$flipGrid"] : start + at.PAD + at.PAD_SIZE],
        processor.memory[start + at.DATA : start + processor.cell(at.A_DP)],
        processor.memory[at.REPETITIONS : at.RING2_COUNT + 4],
        processor.memory[at.RING : at.CODE],
    )


@pytest.fixture(params=[True, False], ids=["native", "interpreted"])
def state(request: pytest.FixtureRequest, tmp_path: Path) -> forthgame.State:
    """A game in progress whose words store in all kinds of memory."""
    game = loaded(tmp_path, GAME, request.param)
    found = game.new_game(seed=1)
    found.play(0)
    found.moves()
    return found


OPERATIONS: dict[str, Callable[[forthgame.State], object]] = {
    **{engine: lambda state, engine=engine: state.search(engine, nodes=300) for engine in ENGINES},
    "threads": lambda state: state.search("negamax:threads=2", nodes=300),
    "perft": lambda state: state.game.perft(3, state),
    "playouts": lambda state: state.game.playouts(30, state=state, seed=1),
    "rollouts": lambda state: state.game.rollouts([state], 30, jobs=1, seed=1),
    "explain": lambda state: state.explain("stone a1"),
}


@pytest.mark.sampled(3)
@pytest.mark.parametrize("operation", OPERATIONS)
def test_what_a_script_can_read_is_as_before(state: forthgame.State, operation: str) -> None:
    before = readable(state.game)
    OPERATIONS[operation](state)
    assert readable(state.game) == before


@pytest.mark.parametrize("engine", ["negamax", "uct"])
def test_also_after_a_search_that_the_clock_stops(state: forthgame.State, engine: str) -> None:
    before = readable(state.game)
    for k in range(20):
        state.search(engine, time=0.001 * (1 + k % 3))
        assert readable(state.game) == before


def test_also_after_ctrl_c(state: forthgame.State) -> None:
    before = readable(state.game)

    def count_for_ever() -> None:
        while True:
            state.game.perft(12, state)

    with pytest.raises(KeyboardInterrupt), pressed(0.05):
        count_for_ever()
    assert readable(state.game) == before


def test_also_after_an_error_of_the_script(tmp_path: Path) -> None:
    text = GAME + ": OnEvaluate ( -- score )   listed ++  1 0 / ;"
    state = loaded(tmp_path, text, native=False).new_game(seed=1)
    state.moves()
    before = readable(state.game)
    with pytest.raises(forthgame.ScriptError, match="division"):
        state.search("negamax", depth=2)
    assert readable(state.game) == before


def test_also_after_a_proof(tmp_path: Path) -> None:
    text = GAME.replace("repetition-push-position DROP", "")
    state = loaded(tmp_path, text, native=False).new_game(seed=1)
    state.moves()
    before = readable(state.game)
    state.prove(nodes=300)
    assert readable(state.game) == before


def test_moves_that_are_played_keep_what_they_store(state: forthgame.State) -> None:
    before = readable(state.game)
    state.play(0)
    assert readable(state.game) != before


OWN = (
    GAME
    + """
VARIABLE searches
: OnSearch ( -- )   searches ++  $FirstMove $MoveString BestMove!  %s ;
"""
)


def test_an_engine_of_the_script_keeps_what_it_stored(tmp_path: Path) -> None:
    game = loaded(tmp_path, OWN % "")
    state = game.new_game(seed=1)
    state.search()
    state.search("negamax", depth=2)
    state.search()
    assert game.forth.processor.cell(game.forth.word("searches").value) == 2


def test_an_engine_of_the_script_that_is_stopped_keeps_nothing(tmp_path: Path) -> None:
    game = loaded(tmp_path, OWN % "BEGIN FALSE UNTIL")
    state = game.new_game(seed=1)
    found = state.search(time=0.05)
    assert (found.stopped, found.move.text) == ("time", "White stone a3")
    assert game.forth.processor.cell(game.forth.word("searches").value) == 0


@pytest.mark.sampled(2)
@pytest.mark.parametrize("native", [True, False])
def test_marks_of_a_stopped_search_are_gone(native: bool) -> None:
    """A move word marks squares on its way and takes the marks back."""
    game = forthgame.load(CASES / "marks.4th", native=native)
    state = game.new_game(seed=1)
    first = [str(move) for move in state.moves()]
    assert len(first) == 40
    for k in range(60):
        state.search("negamax", time=0.001 + k % 5 / 1000)
        assert [str(move) for move in game.new_game(seed=1).moves()] == first


@pytest.mark.parametrize("native", [True, False])
def test_random_games_all_begin_with_the_same_memory(native: bool) -> None:
    """A history of positions that each turn adds to is that of its own game."""
    game = forthgame.load(CASES / "thrice.4th", native=native)
    together = game.playouts(2000, seed=1)
    assert 8.0 < together.plies / together.games < 8.5
    assert 0.52 < together.draws / together.games < 0.60


def test_operations_inside_each_other_restore_their_own(state: forthgame.State) -> None:
    game, listed = state.game, state.game.forth.word("listed").value
    processor = game.forth.processor
    with looking_ahead(game) as outer:
        state.play(0)  # stays for the rest of the body
        state.moves()
        inside = processor.cell(listed)
        state.search("negamax", depth=2)
        assert processor.cell(listed) == inside
        outer.keep()
    assert processor.cell(listed) == inside
