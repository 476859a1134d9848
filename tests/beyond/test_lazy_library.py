"""Testing OnIsLegal? lazily gives the results of testing all moves, in every game that
defines it.
"""

from __future__ import annotations

import random
import re
from functools import cache
from pathlib import Path

import pytest

import forthgame
from forthgame.base.source import package_path
from forthgame.words.lists.legality_checks import ALL, DRAWN, FOUND
from forthgame.words.registers import extension_registers
from tests.library import bare_name, is_game

from . import exact_games

HERE = Path(__file__).parent
HUGE = 300  # positions of a board


@cache
def text_with_loaded(path: Path) -> str:
    """Return the text of a script and of the files that it loads."""
    text = path.read_text(encoding="utf-8")
    loaded = re.findall(r"\bLOAD\s+(\S+\.4th)\b", text)
    return "\n".join([text, *(text_with_loaded(path.parent / name) for name in loaded)])


def library() -> list[Path]:
    """Bundled scripts that define the event, and the ones of the tests."""
    found = [p for p in sorted(package_path("games").glob("*/*.4th")) if not p.stem.startswith("_")]
    return [p for p in found if ": OnIsLegal?" in text_with_loaded(p)] + [HERE / "guards.4th"]


def seen(game: forthgame.Game, count: int, plies: int, depth: int) -> list[object]:
    """Return random games, counts and searches; the register selects how moves are tested."""
    drawn = game.playouts(count, seed=5, plies=plies)
    found: list[object] = [drawn.plies, drawn.results]
    draw = random.Random(2)
    for seed in range(2):
        state = game.new_game(seed=seed)
        for _ in range(draw.randrange(14)):
            if state.outcome or not state.moves():
                break
            state.play(draw.choice(state.moves()))
        found += [
            [str(move) for move in state.moves()],
            state.outcome,
            game.perft(min(2, depth), state),
        ]
        if state.outcome or not state.moves():
            continue
        engines = {
            "paranoid": {"depth": depth}, "brs": {"depth": depth}, "maxn": {"depth": depth},
            "paranoid:selective=yes": {"depth": depth}, "uct": {"playouts": 6 * depth},
            "mcts": {"playouts": 3 * depth}, "negamax": {"depth": depth},
        }  # fmt: skip
        for name, limits in engines.items():
            result = state.search(name, seed=1, **limits)
            found.append((name, str(result.move), result.score, result.nodes, result.pv))
    return found


def compare(game: forthgame.Game, count: int, plies: int, depth: int) -> list[object]:
    """Run both ways and return the two results."""
    processor = game.forth.processor
    assert processor.register(extension_registers.INVARIANT)
    told = []
    for eager in (0, -1):
        processor.set_register(extension_registers.EAGER, eager)
        told.append(seen(game, count, plies, depth))
    processor.set_register(extension_registers.EAGER, 0)
    assert told[0] == told[1]
    return told[0]


@pytest.mark.parametrize("name", ["minishogi", "chess/atomic", "chess/racing-kings"])
@pytest.mark.sampled(2)
def test_a_few_bundled_games(name: str) -> None:
    compare(forthgame.load(name, native=False), 4, 30, 2)


@pytest.mark.slow
@pytest.mark.parametrize("path", library(), ids=bare_name)
def test_all_bundled_games_in_both_tiers(path: Path) -> None:
    if not is_game(path):
        pytest.skip("only others load it")
    plainly = forthgame.load(path, native=False)
    count, plies = (15, 120) if len(plainly.positions) < 120 else (3, 40)
    depth = 2 if len(plainly.positions) < HUGE else 1  # smaller boards of go get a deeper look
    plain = compare(plainly, count, plies, depth)
    game = forthgame.load(path)
    assert game.native is not None
    game.native.prepare(wait=True)
    assert compare(game, count, plies, depth) == plain


@pytest.mark.parametrize("kind", ["OnIsLegal?", "OnIsLegal? of three", "superko", "many at once"])
def test_small_games(tmp_path: Path, kind: str) -> None:
    compare(exact_games.load(tmp_path, kind), 20, 40, 3)


TRACE = """
{board 4 4 {grid} {variable} kept board}
{directions -1 0 {direction} n 1 0 {direction} s 0 1 {direction} e directions}
{players {player} W {player} B players}
{turn-order {turn} W {turn} B turn-order}
VARIABLE seen  3 [] many
: note seen ++ ;
: other? ( -- ? ) player current-player <> ;
: north n verify other? verify from here move %s add-move ;
: south s verify other? verify from here move add-move ;
: east e verify other? verify from here move add-move ;
: pass here a1 = verify Pass ;
{moves m {move} north {move} south {move} east {move} pass moves}
{pieces {piece} man {moves} m pieces}
{board-setup {setup} W man a1 {setup} W man b1 {setup} B man a4 {setup} B man c4 board-setup}
: last-man 0 16 0 DO I friend-at? IF DROP I ENDIF LOOP ;
: OnIsLegal? ( -- ? ) %s ;
: OnGenerateMoves ( -- ) %s ;
: OnIsGameOver ( -- r ) turn-number 12 > IF #DrawScore ELSE %s IF #LossScore ELSE #UnknownScore
  ENDIF ENDIF ;
"""
STRUCK = "moved-to a2 = moved-to b2 = OR IF {} FALSE ELSE TRUE ENDIF"
TRACES = {  # body of the move's code, the rule, code before moves are made, the end
    "a variable": ("", STRUCK.format("seen ++"), "0 seen !", "seen @ 1 >"),
    "an array": ("", STRUCK.format("1 0 many !"), "0 0 many !", "0 many @"),
    "a move that is made to ask about it": (
        "COMPILE note", STRUCK.format(""), "0 seen !", "seen @ 1 >"),
    "random numbers": ("", "moved-to a3 = NOT 0 5 RAND-WITHIN AND", "", "FALSE"),
}  # fmt: skip
AT_ONCE = {
    "a variable that is written before moves are made": (
        "", "moved-to seen @ <>", "last-man 1+ seen !", "FALSE"),
    "an array that is": ("", "moved-to 1 many @ <>", "last-man 1+ 1 many !", "FALSE"),
    "board storage that is": ("", "moved-to kept @ <>", "last-man 1+ kept !", "FALSE"),
    "a variable that a move word writes": (
        "here seen !", "moved-to seen @ 1+ <>", "", "FALSE"),
}  # fmt: skip
LATER = {
    "a variable of one run": ("", "moved-to seen ! seen @ a3 = NOT", "5 seen !", "FALSE"),
    "board storage": ("", STRUCK.format("kept ++"), "", "kept @ 1 >"),
    "variables that nothing writes": (
        "", "moved-to seen @ 1 many @ + <>", "", "FALSE"),
    "another variable": ("", "moved-to 1 many @ <>", "0 seen !", "seen @"),
}  # fmt: skip


@pytest.mark.parametrize("name", [*TRACES, *AT_ONCE, *LATER])
def test_a_rule_that_leaves_or_reads_traces_is_run_in_time(tmp_path: Path, name: str) -> None:
    """Rules that depend on the time of the call, and on the number of moves, are called in time."""
    path = tmp_path / "trace.4th"
    path.write_text(TRACE % (TRACES | AT_ONCE | LATER)[name])
    game = forthgame.load(path, native=False)
    laziness = ALL if name in TRACES else DRAWN if name in AT_ONCE else FOUND
    assert game.forth.processor.register(extension_registers.CHECK_MODE_LIMIT) == laziness
    compare(game, 10, 20, 3)
