"""Move words that change nothing but their move: machine code finds their pieces many at a time."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import forthgame
from forthgame.vm.compiler.decode import ROWS
from tests.test_generation_tiers import play

GAME = """
{{board {board} {{grid}} {{variable}} seen board}}
{{directions -1 0 {{direction}} n 1 0 {{direction}} s 0 1 {{direction}} e directions}}
{{players {{player}} X {{player}} O players}}
{{turn-order {{turn}} X {{turn}} O {of_type} turn-order}}
{{symmetries O {{symmetry}} n s symmetries}}
VARIABLE count
: step ( -- ) n verify empty? verify from here move add-move ;
: side ( -- ) e verify friend? NOT verify from here move add-move ;
: put ( -- ) empty? verify drop add-move ;
: flank ( -- ) not-empty? verify e verify empty? verify drop add-move ;
{words}
{{moves ways {ways} moves}}
{{pieces {{piece}} man {list} ways {pieces} pieces}}
{{board-setup {{setup}} X man {first} {{setup}} X man {second} {{setup}} O man {third}
  {{setup}} O man {fourth} board-setup}}
{more}
"""
PLAIN = {
    "board": "3 3",
    "of_type": "",
    "words": "",
    "ways": "{move} step {move} side",
    "list": "{moves}",
    "pieces": "",
    "more": "",
    "first": "a1",
    "second": "b1",
    "third": "b3",
    "fourth": "c3",
}
WIDE = {"board": "10 13", "first": "a1", "second": "m5", "third": "l5", "fourth": "m10"}
DROPS = {"list": "{drops}", "ways": "{move} put"}
ANY, STEADY, EMPTY = "(next-list)", "(next-steady-list)", "(next-empty-list)"
GAMES = {
    "moves": (STEADY, {}),
    "moves on more than 64 squares": (STEADY, WIDE),
    "drops": (EMPTY, DROPS),
    "drops on more than 64 squares": (EMPTY, DROPS | WIDE),
    "two ways to drop": (EMPTY, DROPS | {
        "words": ": low ( -- ) empty? verify s NOT verify drop add-move ;",
        "ways": "{move} put {move} low",
    }),
    "drops where something stands": (STEADY, DROPS | {"ways": "{move} put {move} flank"}),
    "a piece that is never scanned": (EMPTY, DROPS | {
        "pieces": "{dummy-pieces} {piece} wall {moves} ways",
    }),
    "two pieces to drop": (EMPTY, DROPS | {"pieces": "{piece} king {drops} ways"}),
    "moves and drops of one piece": (STEADY, {"pieces": "{drops} ways"}),
    "a type is asked for": (STEADY, {
        "of_type": "{of-type} special", "ways": "{move} step {move-type} special {move} side",
    }),
    "a type is asked for that drops": (EMPTY, DROPS | {
        "of_type": "{of-type} special", "ways": "{move} put {move-type} special {move} put",
    }),
    "not all the board": (STEADY, WIDE | {"more": ": OnNewGame 70 $scanPositions ! ;"}),
    "hardly any board": (EMPTY, DROPS | {"more": ": OnNewGame 2 $scanPositions ! ;"}),
    "no board": (EMPTY, DROPS | {"more": ": OnNewGame 0 $scanPositions ! ;"}),
    "a capture in passing": (STEADY, {
        "words": ": side ( -- ) e IF enemy? IF capture n verify ENDIF ENDIF add-move ;",
    } | {"ways": "{move} step"}),
    "a pass": (STEADY, {"words": ": idle ( -- ) Pass ;", "ways": "{move} step {move} idle"}),
    "compiled words": (EMPTY, DROPS | {
        "words": ": mark 1 seen ! ; : put ( -- ) empty? verify drop COMPILE mark add-move ;",
    }),
    "a partial move": (STEADY, {
        "words": ": hop ( -- ) n verify empty? verify from here move partial add-move ;",
        "ways": "{move} hop {move} side",
    }),
    "an error at the second piece": (STEADY, {
        "words": ": fall ( -- ) 7 here b1 - / DROP ;", "ways": "{move} step {move} fall",
    }),
    "an error at the second square": (EMPTY, DROPS | {
        "words": ": fall ( -- ) empty? verify 7 here c1 - / DROP drop add-move ;",
        "ways": "{move} fall {move} put",
    }),
    "a record left by verify": (ANY, {
        "words": ": spoil ( -- ) from here 1+ move e verify add-move ;",
        "ways": "{move} spoil {move} step",
    }),
    "a record left at the end": (ANY, {
        "words": ": spoil ( -- ) from here 1+ move ;", "ways": "{move} spoil {move} step",
    }),
    "a record left at a call": (ANY, {
        "words": ": part ( -- ) e verify ; : spoil ( -- ) from here 1+ move part add-move ;",
        "ways": "{move} spoil {move} step",
    }),
    "a partial move that is none": (ANY, {
        "words": ": spoil ( -- ) partial ;", "ways": "{move} spoil {move} step",
    }),
    "a word that puts a piece": (ANY, {
        "words": ": grow ( -- ) here 1+ empty-at? verify X 1 OR here 1+ (add-piece) ;",
        "ways": "{move} grow {move} step",
    }),
    "a word that takes a piece": (ANY, {
        "words": ": eat ( -- ) e verify here (remove-piece) ;",
        "ways": "{move} step {move} eat",
    }),
    "a word that stores in the board": (ANY, {
        "words": ": grow ( -- ) here 1+ 9 MOD board[] DUP @ IF DROP ELSE X 1 OR SWAP ! ENDIF ;",
        "ways": "{move} grow {move} step",
    }),
    "a word that changes the player": (ANY, {
        "words": ": turn ( -- ) O $forPlayer ! ;", "ways": "{move} turn {move} step",
    }),
    "a word that counts": (ANY, {
        "words": ": note ( -- ) count ++ count @ 3 < verify ;", "ways": "{move} note {move} step",
    }),
    "a word by its token": (ANY, {
        "words": ": any ( -- ) ['] step EXECUTE ;", "ways": "{move} any {move} side",
    }),
    "a word with a loop": (ANY, {
        "words": ": slide ( -- ) BEGIN n DUP IF empty? AND ENDIF WHILE from here move add-move "
        "REPEAT ;", "ways": "{move} slide",
    }),
    "friends that the script names": (ANY, {
        "words": ": side ( -- ) e verify friend? NOT verify from here move add-move ;",
        "more": ": OnFriends? ( player1 player2 -- ? ) 2DROP TRUE ;",
    }),
}  # fmt: skip


@pytest.mark.parametrize("name", GAMES)
def test_the_lists_are_those_of_the_interpreter(tmp_path: Path, name: str) -> None:
    """Moves, results and errors, and the way to the next list is the one that the words allow."""
    way, parts = GAMES[name]
    path = tmp_path / "game.4th"
    path.write_text(GAME.format(**(PLAIN | parts)), encoding="utf-8")
    assert way_to_next_list(path) == way
    assert play(path, native=True) == play(path, native=False)


def way_to_next_list(path: Path) -> str:
    """How the machine code of `(scan)` asks for the next list."""
    game = forthgame.load(path)
    assert game.native is not None
    game.native.prepare(wait=True, engines=False)
    entry = game.forth.word("(scan)").entry
    text = "".join(built.text for built in game.native._tier.built)
    functions = re.findall(rf"define [^\n]*@[wx]{entry}\(.*?\n}}", text, re.DOTALL)
    calls = {int(n) for function in functions for n in re.findall(r'@"body\.(\d+)"', function)}
    (found,) = [ROWS[n].name for n in calls if ROWS[n].name in (ANY, STEADY, EMPTY)]
    return found


def test_opponents_lists_agree(tmp_path: Path) -> None:
    """A generation for several players goes through the board once for each."""
    path = tmp_path / "game.4th"
    words = {"more": ": all ( -- n ) X TRUE 0 $GenerateMoves move-count X FALSE 0 $GenerateMoves "
             "move-count 100 * + $DeallocateMoves $DeallocateMoves ;"}  # fmt: skip
    path.write_text(GAME.format(**(PLAIN | WIDE | words)), encoding="utf-8")
    seen = []
    for native in (True, False):
        game = forthgame.load(path, native=native)
        if native:
            assert game.native is not None
            game.native.prepare(wait=True, engines=False)
        game.new_game(seed=1)
        seen.append(game.run_event("all"))
    assert seen[0] == seen[1]
    assert seen[0] > 100
