"""Lists that an event leaves are dropped, and lists that it has found are there again."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest
from machines import interpreted

import forthgame
from tests.generation.test_strange_games import loaded

GAME = """
{board 3 3 {grid} board}
{players {player} White {player} Black players}
{turn-order {turn} White {turn} Black turn-order}
: mark empty? verify drop add-move ;
{moves marks {move} mark moves}
{pieces {piece} stone {drops} marks pieces}
: worth 0 9 0 DO I friend-at? IF I DUP * 1+ + ENDIF I enemy-at? IF I 3 * - ENDIF LOOP ;
: list current-player FALSE 0 $GenerateMoves ;
: diagonal? ( xt -- ? ) 0 OVER EXECUTE OVER 4 SWAP EXECUTE AND SWAP 8 SWAP EXECUTE AND ;
: OnIsGameOver ['] friend-at? diagonal? IF #WinScore ELSE ['] enemy-at? diagonal? IF #LossScore ELSE
  stalemate? IF #DrawScore ELSE #UnknownScore ENDIF ENDIF ENDIF ;
: OnEvaluate worth ;
"""
EVENTS = [
    ": OnEvaluate %s worth ;", ": OnIsGameOver OnIsGameOver %s ;", ": OnIsTerminal? %s TRUE ;",
    ": OnGenerateMoves %s ;", ": OnMakeAMove %s ;", ": OnNextTurn OnNextTurn %s ;",
    ": OnForesee %s #UnknownScore ;", ": policy $FirstMove %s ; ' policy IS $Rollout",
    # it counts its calls, so it is asked about all moves in any case
    "VARIABLE asked : policy $FirstMove ; ' policy IS $Rollout : OnIsLegal? %s asked ++ TRUE ;",
]  # fmt: skip
ENGINES = ["negamax:depth=3", "maxn:depth=2", "best-first:nodes=100", "uct:playouts=40",
           "mcts:playouts=20"]  # fmt: skip


def with_event(folder: Path, event: str, native: bool) -> forthgame.Game:
    """The game with an event, with all its machine code if wanted."""
    return loaded(folder, GAME + event, native, engines=True)


def results(game: forthgame.Game) -> list[object]:
    """Return the results of counting, random games, searches and proofs."""
    state = game.new_game(seed=1)
    found: list[object] = [game.perft(3), game.playouts(20, seed=1).results]
    for engine in ENGINES:
        result = state.search(engine, seed=1)
        found.append((str(result.move), result.score, result.nodes, result.proven))
    return [*found, state.prove().value]


@cache
def results_with(event: str) -> list[object]:
    """Return the results of the game with an event, in the interpreter."""
    return results(interpreted(GAME + event))


@pytest.mark.parametrize(
    ("event", "left"),  # a list that OnIsLegal? leaves is an error: tests/beyond/test_legality.py
    [*((event, "$CloneBoard") for event in EVENTS), *((event, "list") for event in EVENTS[:-1])],
)
@pytest.mark.sampled(4)
def test_what_an_event_leaves_is_dropped(tmp_path: Path, event: str, left: str) -> None:
    expected = results_with(event % "")
    assert results(with_event(tmp_path, event % left, native=False)) == expected


@pytest.mark.sampled(4)
@pytest.mark.parametrize("left", ["$CloneBoard", "list"])
def test_machine_code_drops_it_too(tmp_path: Path, left: str) -> None:
    events = " ".join(event % left for event in EVENTS[:6])
    assert results(with_event(tmp_path, events, native=True)) == results_with("")


@pytest.mark.sampled(4)
@pytest.mark.parametrize("event", EVENTS[:8])
def test_a_list_that_it_drops_is_there_again(tmp_path: Path, event: str) -> None:
    """This also holds if it has made another one in its place."""
    expected = results_with(event % "")
    for drops in ("$DeallocateMoves", "$DeallocateMoves list $DeallocateMoves list list"):
        dropping = f": drops $FirstMove IF {drops} ENDIF ; {event % 'drops'}"
        assert results(with_event(tmp_path, dropping, native=False)) == expected


@pytest.mark.parametrize("native", [False, True])
def test_a_board_that_it_has_found_it_cannot_drop(tmp_path: Path, native: bool) -> None:
    event = ": OnGenerateMoves $CloneBoard $DeallocateBoard $DeallocateBoard ;"
    game = with_event(tmp_path, event, native)
    message = "cannot drop a copy of the board that it has not made"
    with pytest.raises(forthgame.ScriptError, match=message) as caught:
        game.new_game(seed=1).search(ENGINES[0])
    assert caught.value.line > 13
    assert caught.value.word == "$DeallocateBoard"


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("left", "native"),
    [
        ("$CloneBoard", False), ("$CloneBoard $CloneBoard", False),
        pytest.param("$CloneBoard", True, marks=pytest.mark.slow),
        ("$CloneBoard $CloneBoard", True),
    ],
)  # fmt: skip
def test_move_words_and_compiled_words_leave_no_copies(
    tmp_path: Path, left: str, native: bool
) -> None:
    expected = results_with("")
    for text in (
        GAME.replace("drop add-move", f"drop add-move {left}"),
        GAME.replace(": mark", f": leave {left} ; : mark").replace(
            "drop add-move", "drop COMPILE leave add-move"
        ),
    ):
        assert results(loaded(tmp_path, text, native, engines=True)) == expected
