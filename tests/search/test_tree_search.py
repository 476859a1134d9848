"""The tree of random games: its proofs equal plain exhaustive searches; its options."""

from __future__ import annotations

import itertools
from pathlib import Path

import pytest

import forthgame
from forthgame import ForthgameError
from forthgame.api.game import State
from forthgame.play.run.tournament import tournament
from forthgame.rules.engines import ENGINES, Limits, parse_engine
from forthgame.words.playouts import move_means
from forthgame.words.registers import (
    call_registers,
    extension_registers,
    memory_layout,
    playout_trees,
)
from tests.searching import KINDS as SKIRMISHES, after, in_both_tiers, prepared, skirmish

NIM = """\\ Take one to three of a heap; who takes the last one wins.
{{board 2 4 {{grid}} {{variable}} heap {{variable}} taker {{variable}} rested board}}
{{directions 1 0 {{direction}} n directions}}
{{players {players} players}}
{{turn-order {turns} turn-order}}
: take ( n -- ) heap @ SWAP - heap ! current-player taker ! ;
: spill ( n -- ) heap @ SWAP - 1 MAX heap ! ;
: tire ( -- ) 1 rested ! ;
: offer ( n -- ) COMPILE-LITERAL COMPILE take {last} add-move ;
: grab ( -- ) {limit} 1 DO heap @ I < NOT IF I offer ENDIF LOOP ;
: rest ( -- ) rested @ NOT verify COMPILE tire add-move ;
: roll ( -- ) 3 0 DO I COMPILE-LITERAL COMPILE spill add-move LOOP ;
{{moves takes {{move}} grab {more} moves}}
{{moves rolls {{move}} roll moves}}
{{pieces {{piece}} hand {{moves}} takes {{piece}} die {{moves}} rolls pieces}}
{{board-setup {setup} board-setup}}
: emptied ( -- ) heap @ 0= IF {end} ENDIF ;
{{endings emptied {{ending}} emptied endings}}
: OnNewGame {heap} heap ! ;
"""
PLAIN = {
    "players": "{player} A {player} B", "turns": "{turn} A {turn} B", "limit": "4", "last": "",
    "setup": "{setup} A hand a1 {setup} B hand b1", "more": "", "end": "taker @ wins",
    "heap": "7",
}  # fmt: skip
TRIO = {
    "players": "{player} A {player} B {player} C", "turns": "{turn} A {turn} B {turn} C",
    "setup": "{setup} A hand a1 {setup} B hand b1 {setup} C hand c1",
}  # fmt: skip
KINDS: dict[str, dict[str, str]] = {
    "two": {},
    "misère": {"end": "taker @ loses"},
    "draws": {
        "end": "rested @ IF draw ELSE taker @ wins ENDIF", "more": "{move} rest", "heap": "5",
    },
    "passes": {"more": "{move} rest", "heap": "5"},
    "partial": {"last": "heap @ 4 > IF partial ENDIF", "heap": "6"},
    "three": {**TRIO, "heap": "6"},
    "three, misère": {**TRIO, "heap": "5", "end": "taker @ loses"},
    "one of three goes": {**TRIO, "heap": "6", "last": "heap @ 4 = IF B out ENDIF"},
    "dice": {
        "players": "{player} A {player} B {player} ?Dice {random}",
        "turns": "{turn} A {turn} ?Dice {turn} B {turn} ?Dice",
        "setup": PLAIN["setup"] + " {setup} ?Dice die d2",
        "limit": "3", "heap": "5",
    },
    "one": {"players": "{player} A", "turns": "{turn} A", "setup": "{setup} A hand a1"},
}  # fmt: skip


def nim(folder: Path, kind: str, native: bool = False, **changed: str) -> forthgame.Game:
    path = folder / "nim.4th"
    path.write_text(NIM.format(**(PLAIN | KINDS[kind] | changed)))
    game = forthgame.load(path, native=native)
    if game.native is not None:
        game.native.prepare(wait=True)
    return game


def sure(state: State, player: str) -> int | None:
    """Return the certain result of a player, 0 to 2, against all others; None if dice decide."""
    if state.outcome:
        return {"win": 2, "draw": 1, "loss": 0}[state.outcomes()[player]]
    values = []
    for move in state.moves():
        behind = state.copy()
        behind.play(move)
        values.append(sure(behind, player))
    known = [value for value in values if value is not None]
    if state.player.startswith("?"):
        return known[0] if len(known) == len(values) and len(set(known)) == 1 else None
    best = max if state.player == player else min
    if known and best(known) == best(0, 2):
        return best(known)
    return best(known) if len(known) == len(values) else None


def competitors(state: State) -> list[str]:
    return [p.name for p in state.game.declaration.players if not p.chance]


def provable(state: State) -> int | None:
    """Return the provable result for the player to move: with several others only a win."""
    value = sure(state, state.player)
    return None if len(competitors(state)) > 2 and value != 2 else value


def compare(state: State) -> int:
    """Compare a search with certain results; return how many positions were proven, also
    later ones.
    """
    if state.outcome or state.player.startswith("?"):
        return 0
    value = provable(state)
    found = state.search("uct", playouts=3000, seed=1)
    told = (state.to_text(), [str(move) for move in state.moves()], value)
    assert found.proven == (None if value is None else ("loss", "draw", "win")[value]), told
    if value is None:
        return 0
    assert found.score == 500 * value, told
    behind = state.copy()
    behind.play(found.move)
    assert sure(behind, state.player) == value, told
    return 1


TIERS = [
    pytest.param(False, id="interpreted"),
    pytest.param(True, id="native", marks=pytest.mark.slow),
]


@pytest.mark.parametrize("native", TIERS)
@pytest.mark.parametrize("kind", KINDS)
def test_what_is_proven_is_what_an_exhaustive_search_finds(
    tmp_path: Path, kind: str, native: bool
) -> None:
    game = nim(tmp_path, kind, native)
    proven = 0
    for choices in itertools.product(range(3), repeat=2):
        state = game.new_game(seed=1)
        for choice in choices:
            if not state.outcome:
                state.play(state.moves()[choice % len(state.moves())])
        proven += compare(state)
    assert proven >= 1


@pytest.mark.parametrize("name", ["tictactoe", "hex/3x3"])
def test_solved_games_are_solved(name: str) -> None:
    """Tic-tac-toe is a draw; the first player wins Hex."""
    state = forthgame.load(name, native=False).new_game(seed=1)
    if name == "tictactoe":
        for _ in range(3):
            state.play(state.search("negamax", depth=9).move)
    found = state.search("uct", playouts=20000, seed=1)
    assert found.proven == ("draw" if name == "tictactoe" else "win")
    assert found.nodes < 20000
    assert f"a proven {found.proven}" in str(found)
    assert state.search("uct:solve=no", playouts=50, seed=1).proven is None


OPTIONS = (
    "mast=yes", "mast=no", "solve=no", "urgency=0.6", "history=1", "cut=3", "explore=0.3",
    "grave=5", "minimax=0.4", "grave=2,minimax=0.7,explore=0.2,mast=yes,solve=no",
    "mast=yes,sharpness=20,cut=2,history=0.5,urgency=0.1", "look=1", "look=200,mast=yes",
    "ngram=2", "ngram=3,sharpness=20,cut=6,grave=5", "join=yes",
    "bias=2,minimax=0.5,cut=1",
    "join=yes,minimax=0.3,grave=5,history=1",
)  # fmt: skip


@pytest.mark.parametrize(
    "kind",
    [*(k if k == "three" else pytest.param(k, marks=pytest.mark.slow) for k in SKIRMISHES)],
)
def test_options_play_games_of_any_shape(tmp_path: Path, kind: str) -> None:
    """Moves are legal and repeatable from the same seed; searches are independent."""
    state = after(skirmish(tmp_path, kind, False), 3, 7)
    assert state is not None
    before = state.fingerprint
    for options in OPTIONS:
        for engine in ("uct", "mcts"):
            found = [state.search(f"{engine}:{options},playouts=40", seed=3) for _ in range(2)]
            assert len({(str(f.move), f.score, f.nodes) for f in found}) == 1
            assert state.fingerprint == before
    assert state.play_out(20, 300).games == 20


def test_a_look_for_winning_moves_leaves_the_move_that_was_drawn() -> None:
    """In chess random games draw one move and test it; later lists draw others."""
    state = forthgame.load("chess", native=False).new_game(seed=1)
    assert state.search("uct:look=200,playouts=20", seed=2).nodes > 1


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["three", "wind", "partial", "judged"])
def test_both_tiers_grow_the_same_tree(tmp_path: Path, kind: str) -> None:
    found = []
    for state in in_both_tiers(tmp_path, kind):
        results = [
            state.search(f"{engine}:{options},playouts=60", seed=2)
            for options in OPTIONS
            for engine in ("uct", "mcts")
        ]
        found.append([(str(r.move), r.score, r.nodes, r.proven) for r in results])
    assert found[0] == found[1]


@pytest.mark.slow
@pytest.mark.parametrize("name", ["hex/3x3", "gomoku", "breakthrough", "chess", "oware"])
def test_both_tiers_grow_the_same_tree_of_games_of_the_library(name: str) -> None:
    found = []
    for native in (True, False):
        state = prepared(forthgame.load(name, native=native)).new_game(seed=1)
        results = [state.search(f"uct:{o},playouts=30", seed=2) for o in OPTIONS]
        found.append([(str(r.move), r.score, r.nodes) for r in results])
    assert found[0] == found[1]


def test_options_are_read_and_checked() -> None:
    wanted = Limits(mast=False, cut=8, explore=0.5)
    assert parse_engine("uct:mast=no,cut=8,explore=0.5")[1] == wanted
    for text, message in (
        ("uct:mast=maybe", "yes or no"),
        ("uct:cut=-1", "whole number from 0"),
        ("uct:cut=2.5", "whole number"),
        ("uct:explore=nan", "is a number from 0"),
        (f"uct:playouts={'9' * 20}", f"is at most {1 << 62}"),
        ("uct:explore=-1", "is a number from 0"),
        ("uct:history=x", "is a number from 0"),
        ("uct:minimax=1.1", "is a number from 0 to 1"),
        ("uct:grave=0", "whole number from 1"),
        ("uct:tree=0", "whole number from 1 to 65536"),
        ("uct:keep=1", "yes or no"),
        ("maxn:keep=yes", "option of uct and mcts"),
        ("negamax:mast=yes", "option of uct and mcts"),
        ("uct:look=0", "whole number from 1"),
        ("uct:ngram=1", "whole number from 2 to 3"),
        ("uct:prove=1", "is a number from 0 to 0.9"),
        ("brs:prove=0.5", "prove is an option of negamax"),
        ("uct:mest=yes", "did you mean mast"),
    ):
        with pytest.raises(ForthgameError, match=message):
            parse_engine(text)
    with pytest.raises(ValueError, match="sharpness is a number"):
        Limits(sharpness=float("nan"))


@pytest.mark.parametrize("engine", [*ENGINES, "script"])
def test_an_engine_without_time_has_a_move(engine: str) -> None:
    """This holds for each engine, also after a search that has left a tree."""
    state = forthgame.load("tictactoe", native=False).new_game(seed=1)
    state.search("uct", playouts=300, seed=1)
    found = state.search(engine, time=0)
    assert found.move.text in [move.text for move in state.moves()]
    assert found.proven is None


def test_a_script_s_engine_without_time_has_a_move(tmp_path: Path) -> None:
    path = tmp_path / "endless.4th"
    text = NIM.format(**PLAIN).replace("{player} A", "{player} A {search-engine} think")
    path.write_text(": think BEGIN FALSE UNTIL ;\n" + text)
    state = forthgame.load(path, native=False).new_game(seed=1)
    for seconds in (0, 0.05):
        found = state.search("script", time=seconds)
        assert found.move.index == 0
        assert found.stopped == "time"


def test_a_tournament_hands_all_options_on() -> None:
    entrants = ["uct:playouts=5,mast=yes,solve=no,cut=2", "negamax:depth=1,repetition=yes"]
    played = tournament(entrants, jobs=1, games=2, seed=1, game="tictactoe", native=False)
    assert [(record.end, record.reason) for record in played.records if record.end == "fault"] == []
    assert len(played.records) == 2


def test_registers_of_the_tree_are_nobody_else_s() -> None:
    """A shared register would be a pointer of the host with a weight in it."""
    modules = (memory_layout, extension_registers, call_registers)
    taken = {
        value for module in modules for value in vars(module).values() if isinstance(value, int)
    }
    own = [getattr(playout_trees, name) for name in (
        "LEARNS", "SOLVES", "EXPLORES", "URGENCY", "BIAS", "CUT", "AVERAGES", "SHARPNESS",
        "LOGGED", "COMPETING", "OVER", "PROVEN", "BASE", "MASK",
        "OLD_BASE", "KEPT", "GOES_ON", "GRAVE", "MINIMAX",
    )]  # fmt: skip
    assert len(set(own)) == len(own)
    for register in own:
        assert memory_layout.EVENTS + 4 * 32 <= register < extension_registers.BY_AVERAGE
        assert not taken & {register, register - 4}
    assert extension_registers.ANSWER < playout_trees.WIN_LOOKAHEAD < extension_registers.INVARIANT
    assert not taken & {
        playout_trees.WIN_LOOKAHEAD,
        playout_trees.SHARING_SERIAL,
        playout_trees.LOOK_BIAS,
        playout_trees.UNENDED,
    }


@pytest.mark.parametrize("native", TIERS)
@pytest.mark.parametrize(("good", "accepts"), [(1, True), (8, False)])
def test_a_proven_draw_is_taken_where_nothing_promises_more(
    tmp_path: Path, good: int, accepts: bool, native: bool
) -> None:
    """Player A wins if the last piece lies on one of the good places, or agrees to a draw at
    once.
    """
    path = tmp_path / "offer.4th"
    path.write_text(
        "{board 3 3 {grid} {variable} agreed {variable} last board}\n"
        "{players {player} A {player} B players}\n{turn-order {turn} A {turn} B turn-order}\n"
        ": offer last @ 0= here 0= AND verify 1 agreed later! add-move ;\n"
        ": put empty? verify drop here 1+ last later! add-move ;\n"
        "{moves puts {move} put {move} offer moves}\n{pieces {piece} p {drops} puts pieces}\n"
        ": agreed? agreed @ IF draw ENDIF ;\n"
        f": full? turn-number 8 = IF last @ {good} > NOT IF A ELSE B ENDIF wins ENDIF ;\n"
        "{endings agreed? {ending} agreed full? {ending} full endings}\n"
    )
    state = prepared(forthgame.load(path, native=native)).new_game(seed=1)
    found = state.search("uct:playouts=300", seed=1)
    chosen = state.copy()
    chosen.play(found.move)
    assert (chosen.outcome == "draw") == accepts
    assert found.proven is None
    assert (found.score == 500) == accepts


WALK = """
{board 3 4 {grid} board}
{players {player} X {player} O players}
{turn-order {turn} X {turn} O turn-order}
: put empty? verify drop add-move ;
{moves m {move} put moves}
{pieces {piece} stone {drops} m pieces}
: OnIsGameOver
	turn-number 6 > IF current-player X = IF #WinScore ELSE #LossScore ENDIF
	ELSE #UnknownScore ENDIF
;
"""


def test_moves_that_always_win_are_drawn_most_readily(tmp_path: Path) -> None:
    path = tmp_path / "walk.4th"
    path.write_text(WALK)
    state = forthgame.load(path, native=False).new_game(seed=1)
    state.search("uct:mast=yes,solve=no,sharpness=100", playouts=300, seed=1)
    memory = state.game.forth.processor
    entries = [
        (memory_layout.PLAYS + k * playout_trees.ENTRY) >> 2 for k in range(playout_trees.ENTRIES)
    ]
    always = [
        memory.i32[entry + (move_means.WEIGHT >> 2)]
        for entry in entries
        if memory.i32[entry] > 30 and memory.f32[entry + (move_means.MEAN >> 2)] > 0.95
    ]
    assert always
    assert set(always) == {move_means.MOST_WEIGHT}
