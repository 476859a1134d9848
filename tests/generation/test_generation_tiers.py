"""Generation and recursion inlined in machine code, beside the interpreter, with errors."""

from __future__ import annotations

from pathlib import Path

import pytest

import forthgame
from tests.compile.test_tiers import fresh, observe
from tests.machines import loaded

GAME = """
{{board 3 3 {{grid}} {{variable}} seen board}}
{{directions -1 0 {{direction}} n 0 1 {{direction}} e directions}}
{{players {{player}} X {{player}} O {{neutral}} N players}}
{{turn-order {{turn}} X {{turn}} O {of_type} turn-order}}
{{symmetries O {{symmetry}} n e symmetries}}
VARIABLE count  VARIABLE depth
DEFER later
: step ( -- ) n verify empty? verify from here move add-move ;
: side ( -- ) e verify empty? verify from here move add-move ;
{words}
{{moves men {{move}} step {{move}} special {{move-type}} special-type {{move}} side moves}}
{{moves drops {{move}} put moves}}
{priorities}
{{pieces {{piece}} man {{moves}} men {{piece}} king {{moves}} men {drops} {{piece}} wall pieces}}
{{board-setup {{setup}} X man a1 {{setup}} X king b1 {{setup}} X man c1 {{setup}} O man b3
  {{setup}} N wall a3 board-setup}}
"""
PUT = ": put ( -- ) empty? verify drop add-move ;"
SPECIAL = {
    "plain": ": special ( -- ) n verify e verify empty? verify from here move add-move ;",
    "division at the second piece": ": special ( -- ) count ++ 7 2 count @ - / DROP ;",
    "an error in a called word": ": inner ( n -- n ) 1 SWAP / ; : outer 1 inner 0 inner ; "
    ": special ( -- ) from here outer ;",
    "verify in a called word": ": deep ( ? -- ) 1 2 3 ROT verify ; : special ( -- ) FALSE deep ;",
    "junk and underflow": ": special ( -- ) DROP DROP 1 2 3 from 5 OVER + e DROP here verify "
    "from here move add-move DROP DROP DROP DROP DROP DROP 9 ;",
    "far below the bottom": ": special ( -- ) 2000 0 DO DROP LOOP ;",
    "a move left unfinished": ": special ( -- ) from here 1+ move here capture-at ;",
    "moving nothing": ": special ( -- ) n verify here from move add-move ;",
    "several moves": ": special ( -- ) 3 0 DO n IF from here move add-move ENDIF LOOP ;",
    "looking ahead inside": ": special ( -- ) depth @ NOT verify depth ++ current-player TRUE 0 "
    "$GenerateMoves move-count $DeallocateMoves -1 depth +! n verify from here move add-move "
    "seen ! ;",
    "an open list left behind": ": special ( -- ) depth @ NOT verify depth ++ current-player "
    "FALSE 0 $GenerateMoves n verify from here move add-move ;",
    "a deferred word not set": ": special ( -- ) later ;",
    "a deferred word set": ": hop n verify from here move add-move ; ' hop IS later "
    ": special ( -- ) later ;",
    "passing": ": special ( -- ) Pass Pass ;",
    "compiled words": ": mark 1 seen ! ; : special ( -- ) n verify from here move COMPILE mark "
    "5 COMPILE-LITERAL COMPILE DROP add-move ;",
    "wandering home": ": special ( -- ) 4 home here 1+ to from here DROP DROP n verify back ;",
    "a limit on the scan": ": special ( -- ) 8 $scanPositions ! step ;",
    "partial": ": special ( -- ) n verify empty? verify from here move partial add-move ;",
    "text": ': special ( -- ) ." at " here . CR ;',
}
# the board lies before its variable, so cells of positions have addresses, and can be written
STIRRING = {
    "a man comes to the last position": ": special ( -- ) count ++ count @ 5 MOD 2 = IF "
    "$piece @ seen 4 - ! ENDIF n verify empty? verify from here move add-move ;",
    "men behind are swept away": ": special ( -- ) count ++ count @ 5 MOD 2 = IF here 1+ 9 < IF "
    "seen 36 - here 1+ CELLS + 8 here - CELLS 0 FILL ENDIF ENDIF "
    "n verify from here move add-move ;",
    "men ahead turn their coats": ": special ( -- ) count ++ count @ 1 AND IF 9 0 DO "
    "I not-empty-at? IF seen 36 - I CELLS + DUP @ 6144 XOR SWAP ! ENDIF LOOP ENDIF "
    "e verify from here move add-move ;",
    "the player changes": ": special ( -- ) count ++ count @ 5 MOD 2 = IF O $forPlayer ! "
    "O $player ! ENDIF n verify empty? verify from here move add-move ;",
    "a deferred word stores": ": sweep $piece @ seen 4 - ! seen 8 - OFF ; "
    "' sweep IS later : special ( -- ) count ++ count @ 5 MOD 2 = IF later ENDIF "
    "n verify from here move add-move ;",
    "a token is run that stores": ": sweep $piece @ seen 8 - ! ; : run ( xt -- ) EXECUTE ; "
    "VARIABLE xt ' sweep xt ! : special ( -- ) count ++ count @ 5 MOD 3 = IF xt @ run ENDIF "
    "n verify from here move add-move ;",
    "looking ahead and storing": ": special ( -- ) depth @ NOT verify depth ++ $piece @ seen 4 - ! "
    "current-player TRUE 0 $GenerateMoves $DeallocateMoves -1 depth +! n verify from here move "
    "add-move ;",
    "a player who is none": ": special ( -- ) $player @ 31744 $player ! n SWAP $player ! verify "
    "from here move add-move ;",
    "only its own variables": ": special ( -- ) 0 count ! BEGIN count @ 3 < WHILE n verify "
    "count ++ empty? IF from here move add-move ENDIF REPEAT ;",
}
SPECIAL |= STIRRING
SHAPES = {
    "plain": {},
    "of type": {"of_type": "{of-type} special-type"},
    "priorities": {"priorities": "{move-priorities {move-priority} special-type move-priorities}"},
    "drops": {"drops": "{drops} drops"},
}


def play(path: Path, native: bool) -> list[object]:
    """Return the state and the results for two seats over some plies, up to the first error."""
    game = loaded(path, native)
    seen: list[object] = []
    state = game.new_game(seed=3)
    try:
        for ply in range(6):
            moves = [str(move) for move in state.moves()]
            seen.append((state.player, moves, state.outcome, state.fingerprint))
            if not moves:
                break
            state.play(moves[ply * 5 % len(moves)])
        seen.append(game.playouts(20, plies=12, seed=4).results)
        seen.append(game.perft(3))
    except forthgame.ScriptError as error:
        calls = [str(call) for call in error.chain]
        seen.append((error.message, str(error.place), error.word, error.stack, calls))
    seen.append(state.player)
    return seen


# every other special word in one shape, in turn; the slow tests have them all
PAIRS = [
    pytest.param(
        special, shape,
        marks=[] if (k + 2 * n) % (4 if special in STIRRING else 16) == 0 else pytest.mark.slow,
    )
    for k, special in enumerate(SPECIAL)
    for n, shape in enumerate(SHAPES)
]  # fmt: skip


@pytest.mark.sampled(3)
@pytest.mark.parametrize(("special", "shape"), PAIRS)
def test_a_generation_agrees(tmp_path: Path, special: str, shape: str) -> None:
    """Lists, results and errors of move words are those of published ones, and of worse ones."""
    parts = {"of_type": "", "priorities": "", "drops": "", **SHAPES[shape]}
    path = tmp_path / "game.4th"
    path.write_text(GAME.format(words=PUT + "\n" + SPECIAL[special], **parts), encoding="utf-8")
    assert play(path, native=True) == play(path, native=False)


RECURSIVE = """
: sum ( n -- n ) DUP 0= IF ELSE DUP 1- RECURSE + ENDIF ;
: fib ( n -- n ) DUP 2 < IF EXIT ENDIF DUP 1- RECURSE SWAP 2- RECURSE + ;
: stumble ( n -- n ) DUP 0= IF 1 SWAP / ELSE 1- RECURSE 1+ ENDIF ;
: leave ( n -- n ) DUP 0> verify 1- RECURSE 1+ ;
: heavy ( n -- n ) DUP 0= IF ELSE 11 22 33 ROT 44 55 >R DROP R> DROP 1- RECURSE + ENDIF ;
: endless ( n -- n ) 1+ RECURSE 1+ ;
"""


@pytest.mark.parametrize("word", ["sum", "fib", "stumble", "leave", "heavy"])
def test_recursion_agrees_at_every_depth(word: str) -> None:
    """Results, and errors with all their calls, wherever in the copies the last level is."""
    machines = fresh()
    seen = []
    for machine in (machines.plain, machines.native):
        machine.run(RECURSIVE)
        tier = machine.forth.processor.tier
        if tier is not None:
            entry = machine.forth.word(word).entry
            tier.compile(machine.forth, [entry], [machine.forth.word(word).token])
        seen.append([observe(machine, f"{n} {word}") for n in range(14)])
    assert seen[0] == seen[1]


@pytest.mark.parametrize("frames", range(5))
def test_recursion_without_end_agrees(frames: int) -> None:
    """The return stack is full at the same call, whatever it held before."""
    machines = fresh()
    seen = []
    for machine in (machines.plain, machines.native):
        machine.run(RECURSIVE + ": start ( -- n ) " + "1 >R " * frames + "0 endless ;")
        tier = machine.forth.processor.tier
        if tier is not None:
            tier.compile(machine.forth, [machine.forth.word("start").entry])
        seen.append(observe(machine, "start"))
    assert seen[0] == seen[1]


def test_a_list_left_open_does_no_harm(tmp_path: Path) -> None:
    """Moves continue after a list that a move word has opened and not dropped."""
    path = tmp_path / "game.4th"
    words = PUT + "\n" + SPECIAL["an open list left behind"]
    path.write_text(GAME.format(words=words, of_type="", priorities="", drops=""), encoding="utf-8")
    for native in (True, False):
        assert isinstance(play(path, native)[-2], int)
