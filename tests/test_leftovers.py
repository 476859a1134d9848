"""What an event leaves behind is dropped, and what it has found it cannot drop."""

from __future__ import annotations

from pathlib import Path

import pytest

import forthgame

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
    ": policy $FirstMove ; ' policy IS $Rollout : OnIsLegal? %s TRUE ;",
]  # fmt: skip
ENGINES = ["negamax:depth=3", "maxn:depth=2", "best-first:nodes=100", "uct:playouts=40",
           "mcts:playouts=20"]  # fmt: skip


def loaded(folder: Path, event: str, native: bool) -> forthgame.Game:
    """The game with an event, with all its machine code if wanted."""
    path = folder / "game.4th"
    path.write_text(GAME + event)
    found = forthgame.load(path, native=native)
    if found.native is not None:
        found.native.prepare(wait=True, engines=True)
    return found


def results(game: forthgame.Game) -> list[object]:
    """What counting, random games, searches and proofs give."""
    state = game.new_game(seed=1)
    found: list[object] = [game.perft(3), game.playouts(20, seed=1).results]
    for engine in ENGINES:
        result = state.search(engine, seed=1)
        found.append((str(result.move), result.score, result.nodes, result.proven))
    return [*found, state.prove().value]


@pytest.mark.parametrize("event", EVENTS)
@pytest.mark.parametrize("left", ["$CloneBoard", "list"])
def test_what_an_event_leaves_is_dropped(tmp_path: Path, event: str, left: str) -> None:
    if "OnIsLegal?" in event and left == "list":
        pytest.skip("an error, see tests/beyond/test_legality.py")
    expected = results(loaded(tmp_path, event % "", native=False))
    assert results(loaded(tmp_path, event % left, native=False)) == expected


@pytest.mark.parametrize("left", ["$CloneBoard", "list"])
def test_machine_code_drops_it_too(tmp_path: Path, left: str) -> None:
    events = " ".join(event % left for event in EVENTS[:6])
    found = [loaded(tmp_path, events, native) for native in (False, True)]
    expected = results(loaded(tmp_path, "", native=False))
    assert [results(game) for game in found] == [expected, expected]


@pytest.mark.parametrize(("event", "dropped", "native"), [
    (": OnEvaluate $DeallocateBoard worth ;", "a copy of the board", False),
    (": OnMakeAMove $DeallocateMoves list ;", "a list of moves", True),
    (": OnNextTurn $DeallocateMoves OnNextTurn ;", "a list of moves", False),
    (": OnGenerateMoves $CloneBoard $DeallocateBoard $DeallocateBoard ;", "a copy", False),
])  # fmt: skip
def test_what_it_has_found_it_cannot_drop(
    tmp_path: Path, event: str, dropped: str, native: bool
) -> None:
    game = loaded(tmp_path, event, native)
    with pytest.raises(forthgame.ScriptError, match=f"cannot drop {dropped}") as caught:
        game.new_game(seed=1).search(ENGINES[0])
    assert caught.value.line > 13
    assert caught.value.word.startswith("$Deallocate")
