"""OnForesee: results that a script foresees, and positions that it makes simpler."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

import forthgame
from forthgame import ScriptError
from forthgame.api.game import State
from forthgame.base.source import package_path
from forthgame.rules.engines import Limits
from forthgame.search.engine_choice import FORESIGHT, PROOF, choose_engine
from forthgame.search.proving import DRAWS, WINS, _Proving
from tests.search.test_tree_search import nim
from tests.searching import skirmish

LINE = """\\ Men on a line step towards each other; the player who cannot move loses.
{board 1 7 {grid} board}
{directions 0 1 {direction} e 0 -1 {direction} w directions}
{players {player} White {player} Black players}
{turn-order {turn} White {turn} Black turn-order}
{symmetries Black {symmetry} e w symmetries}
: step ( -- ) e verify friend? NOT verify from here move add-move ;
{moves steps {move} step moves}
{pieces {piece} man {moves} steps pieces}
{board-setup
  {setup} White man a1 {setup} White man b1 {setup} Black man e1 {setup} Black man g1
board-setup}
: OnIsGameOver ( -- result ) stalemate? IF #LossScore ELSE #UnknownScore ENDIF ;
: men ( player -- n ) 0 7 0 DO I 2 PICK friend-of? - LOOP SWAP DROP ;
: gap ( -- n ) -1 7 0 DO I Black friend-of? IF I + ENDIF I White friend-of? IF I - ENDIF LOOP ;
"""
PARITY = """: OnForesee ( -- result )
  White men Black men * 1 <> IF #UnknownScore EXIT ENDIF
  gap 2 MOD IF #LossScore ELSE #WinScore ENDIF ;
"""
FORBIDDEN = ': OnForesee ( -- result ) TRUE ABORT" foreseen" #UnknownScore ;\n'


def line(folder: Path, event: str = PARITY, native: bool = False) -> forthgame.Game:
    """The small game, with an event or without."""
    path = folder / f"line{len(event)}{native}.4th"
    path.write_text(LINE + event, encoding="utf-8")
    game = forthgame.load(path, native=native)
    if game.native:
        game.native.prepare(wait=True)
        game.native.prepare_proving()
    return game


def clobber(folder: Path, native: bool = True) -> tuple[forthgame.Game, forthgame.Game]:
    """Clobber, and the same without its foresight."""
    script = package_path("games") / "clobber" / "clobber.4th"
    text = script.read_text(encoding="utf-8")
    blind = folder / "clobber.4th"
    blind.write_text(f"{text}\n: OnForesee ( -- result ) #UnknownScore ;\n", encoding="utf-8")
    return forthgame.load(script, native=native), forthgame.load(blind, native=native)


def after(game: forthgame.Game, seed: int, plies: int) -> State | None:
    """The position after some random plies; None if the game is over there."""
    state, draw = game.new_game(seed=1), Random(seed)
    for _ in range(plies):
        if state.is_over:
            return None
        state.play(str(draw.choice(state.moves())))
    return None if state.is_over else state


@pytest.mark.sampled(2)
@pytest.mark.parametrize("native", [False, True])
def test_foreseen_results_are_those_of_a_whole_search(tmp_path: Path, native: bool) -> None:
    """This holds for all positions of a small game, with fewer nodes if results can be foreseen."""
    with_it, without = line(tmp_path, native=native), line(tmp_path, "", native)
    saved = 0
    waiting: list[list[str]] = [[]]
    while waiting:
        moves = waiting.pop()
        one, other = with_it.new_game(seed=1), without.new_game(seed=1)
        for move in moves:
            one.play(move)
            other.play(move)
        if one.is_over:
            continue
        waiting += [[*moves, str(move)] for move in one.moves()]
        short, long = one.prove(), other.prove()
        assert (short.value, short.move is None) == (long.value, long.move is None)
        searched = one.search("negamax", depth=14)
        assert searched.proven == long.value
        saved += long.nodes - short.nodes
    assert saved > 0


def test_both_tiers_search_alike(tmp_path: Path) -> None:
    """Move, score, number of positions and proof are equal."""
    found = []
    for native in (False, True):
        state = line(tmp_path, native=native).new_game(seed=1)
        result, proof = state.search("negamax", depth=9), state.prove()
        found.append((str(result.move), result.score, result.nodes, result.pv, proof.nodes))
    assert found[0] == found[1]


@pytest.mark.slow
def test_clobber_foresees_what_a_proof_without_foresight_finds(tmp_path: Path) -> None:
    """Sums of groups have the value that a search of the whole board has."""
    seeing, blind = clobber(tmp_path)
    compared = spent = spared = 0
    for seed in range(15):
        state, plain = after(seeing, seed, 9 + seed % 5), after(blind, seed, 9 + seed % 5)
        if state is None or plain is None:
            continue
        short, long = state.prove(nodes=400_000), plain.prove(nodes=400_000)
        assert long.value is not None
        assert short.value == long.value
        compared, spent, spared = compared + 1, spent + short.nodes, spared + long.nodes
    assert compared > 10
    assert spent * 3 < spared


def test_clobber_is_alike_in_both_tiers(tmp_path: Path) -> None:
    """Results that are kept in the script's memory change nothing."""
    found = []
    for native in (False, True):
        state = after(clobber(tmp_path, native)[0], 5, 12)
        assert state is not None
        for _ in range(2):  # the second time results are known
            result = state.search("negamax", time=None, nodes=300)
            found.append((str(result.move), result.score, result.nodes, state.prove().nodes))
    assert len(set(found)) == 1


def test_the_position_stays_as_it_is(tmp_path: Path) -> None:
    """Pieces that the event takes off the board are back after a search and a proof."""
    state = after(clobber(tmp_path)[0], 3, 12)
    assert state is not None
    board, print_of = dict(state.board), state.fingerprint
    state.search("negamax", time=None, nodes=2000)
    state.prove(nodes=2000)
    assert (dict(state.board), state.fingerprint) == (board, print_of)


def test_the_root_has_a_move_whatever_is_foreseen(tmp_path: Path) -> None:
    """The event does not run for the root: the opponent wins after it."""
    state = line(tmp_path, ": OnForesee ( -- result ) #WinScore ;\n").new_game(seed=1)
    found = state.search("negamax", depth=3)
    assert (str(found.move) in map(str, state.moves()), found.proven) == (True, "loss")
    assert state.prove().value == "loss"


@pytest.mark.parametrize("engine", ["uct:playouts=20", "best-first:nodes=50", "maxn:depth=2"])
def test_other_engines_do_not_foresee(tmp_path: Path, engine: str) -> None:
    """Only alpha-beta and proofs run the event."""
    state = line(tmp_path, FORBIDDEN).new_game(seed=1)
    state.search(engine, time=None)
    for search in (lambda: state.search("negamax", depth=2), state.prove):
        with pytest.raises(ScriptError, match="foreseen"):
            search()


@pytest.mark.parametrize("kind", ["three", "wind"])
def test_it_is_for_two_players_without_dice(tmp_path: Path, kind: str) -> None:
    """With more than two winners, or with dice, nothing is foreseen."""
    path = tmp_path / "skirmish.4th"
    skirmish(tmp_path, kind, native=False)
    event = FORBIDDEN if kind == "three" else FORBIDDEN.replace("TRUE", "current-player ?Wind =")
    path.write_text(path.read_text(encoding="utf-8") + event, encoding="utf-8")
    assert forthgame.load(path, native=False).new_game(seed=1).search("paranoid", depth=2).move


def test_auto_proves_longer_where_results_are_foreseen(tmp_path: Path) -> None:
    for event, share in ((PARITY, FORESIGHT), ("", PROOF)):
        state = line(tmp_path, event).new_game(seed=1)
        assert choose_engine(state, "auto", Limits(time=1.0)).proof == share


def test_a_lost_position_is_played_where_it_is_hardest_to_refute(tmp_path: Path) -> None:
    """The move that took most positions; a search that begins with a proof plays it."""
    state = nim(tmp_path, "two", heap="8").new_game(seed=1)
    proof = state.prove()
    assert (proof.value, proof.move) == ("loss", None)
    assert proof.hardest in list(state.moves())
    found = state.search("negamax:prove=0.9", time=None, nodes=5000)
    assert (found.move, found.proven, found.score < 0) == (proof.hardest, "loss", True)


def test_a_loss_is_proven_once_where_nothing_is_drawn(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A player without a winning line has lost, unless the search reached a draw."""
    asked: list[int] = []
    search = _Proving._goal

    def noted(self: _Proving, goal: int, share: float) -> int:
        asked.append(goal)
        return search(self, goal, share)

    monkeypatch.setattr(_Proving, "_goal", noted)
    assert nim(tmp_path, "two", heap="8").new_game(seed=1).prove().value == "loss"
    assert asked == [WINS]
    asked.clear()
    assert forthgame.load("tictactoe", native=False).new_game(seed=1).prove().value == "draw"
    assert asked == [WINS, DRAWS]
