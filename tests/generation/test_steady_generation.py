"""Words that change nothing but their move: machine code handles many positions at a time."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

import pytest

import forthgame
from forthgame.compile.primitives.signatures import body_name
from forthgame.words.primitives import TABLE
from forthgame.words.registers import memory_layout as at
from tests.generation.test_generation_tiers import play
from tests.machines import loaded

GAME = """
{{board {board} {{grid}} {{variable}} seen board}}
{{directions -1 0 {{direction}} n 1 0 {{direction}} s 0 1 {{direction}} e {links} directions}}
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
    "links": "",
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
# whether a move word is quiet, or all are steady, and whether its tests are run for all positions
ANY, QUIET, STEADY, GUARDED = "any", "quiet", "steady", "guarded"
GAMES = {
    "moves": (STEADY, {}),
    "moves on more than 64 squares": (STEADY, WIDE),
    "drops": (GUARDED, DROPS),
    "drops on more than 64 squares": (STEADY, DROPS | WIDE),
    "two ways to drop": (GUARDED, DROPS | {
        "words": ": low ( -- ) empty? verify s NOT verify drop add-move ;",
        "ways": "{move} put {move} low",
    }),
    "drops where something stands": (GUARDED, DROPS | {"ways": "{move} put {move} flank"}),
    "a piece that is never scanned": (GUARDED, DROPS | {
        "pieces": "{dummy-pieces} {piece} wall {moves} ways",
    }),
    "two pieces to drop": (GUARDED, DROPS | {"pieces": "{piece} king {drops} ways"}),
    "moves and drops of one piece": (STEADY, {"pieces": "{drops} ways"}),
    "a type is asked for": (STEADY, {
        "of_type": "{of-type} special", "ways": "{move} step {move-type} special {move} side",
    }),
    "a type is asked for that drops": (GUARDED, DROPS | {
        "of_type": "{of-type} special", "ways": "{move} put {move-type} special {move} put",
    }),
    "not all the board": (STEADY, WIDE | {"more": ": OnNewGame 70 $scanPositions ! ;"}),
    "hardly any board": (GUARDED, DROPS | {"more": ": OnNewGame 2 $scanPositions ! ;"}),
    "no board": (GUARDED, DROPS | {"more": ": OnNewGame 0 $scanPositions ! ;"}),
    "less than no board": (STEADY, {"more": ": OnNewGame -5 $scanPositions ! ;"}),
    "less than none": (GUARDED, DROPS | {"more": ": OnNewGame -1 $scanPositions ! ;"}),
    "a capture in passing": (STEADY, {
        "words": ": side ( -- ) e IF enemy? IF capture n verify ENDIF ENDIF add-move ;",
    } | {"ways": "{move} step"}),
    "a pass": (STEADY, {"words": ": idle ( -- ) Pass ;", "ways": "{move} step {move} idle"}),
    "compiled words": (GUARDED, DROPS | {
        "words": ": mark 1 seen ! ; : put ( -- ) empty? verify drop COMPILE mark add-move ;",
    }),
    "a partial move": (STEADY, {
        "words": ": hop ( -- ) n verify empty? verify from here move partial add-move ;",
        "ways": "{move} hop {move} side",
    }),
    "an error at the second piece": (STEADY, {
        "words": ": fall ( -- ) 7 here b1 - / DROP ;", "ways": "{move} step {move} fall",
    }),
    "an error at the second square": (STEADY, DROPS | {
        "words": ": fall ( -- ) empty? verify 7 here c1 - / DROP drop add-move ;",
        "ways": "{move} fall {move} put",
    }),
    "a record left by verify": (QUIET, {
        "words": ": spoil ( -- ) from here 1+ move e verify add-move ;",
        "ways": "{move} spoil {move} step",
    }),
    "a record left at the end": (QUIET, {
        "words": ": spoil ( -- ) from here 1+ move ;", "ways": "{move} spoil {move} step",
    }),
    "a record left at a call": (QUIET, {
        "words": ": part ( -- ) e verify ; : spoil ( -- ) from here 1+ move part add-move ;",
        "ways": "{move} spoil {move} step",
    }),
    "a partial move that is none": (QUIET, {
        "words": ": spoil ( -- ) partial ;", "ways": "{move} spoil {move} step",
    }),
    "a word that puts a piece": (QUIET, {
        "words": ": grow ( -- ) here 1+ empty-at? verify X 1 OR here 1+ (add-piece) ;",
        "ways": "{move} grow {move} step",
    }),
    "a word that takes a piece": (QUIET, {
        "words": ": eat ( -- ) e verify here (remove-piece) ;",
        "ways": "{move} step {move} eat",
    }),
    "a word that stores in the board": (QUIET, {
        "words": ": grow ( -- ) here 1+ 9 MOD board[] DUP @ IF DROP ELSE X 1 OR SWAP ! ENDIF ;",
        "ways": "{move} grow {move} step",
    }),
    "a word that changes the player": (QUIET, {
        "words": ": turn ( -- ) O $forPlayer ! ;", "ways": "{move} turn {move} step",
    }),
    "a word that counts": (QUIET, {
        "words": ": note ( -- ) count ++ count @ 3 < verify ;", "ways": "{move} note {move} step",
    }),
    "a word by its token": (STEADY, {
        "words": ": any ( -- ) ['] step EXECUTE ;", "ways": "{move} any {move} side",
    }),
    "a word with a loop": (QUIET, {
        "words": ": slide ( -- ) BEGIN n DUP IF empty? AND ENDIF WHILE from here move add-move "
        "REPEAT ;", "ways": "{move} slide",
    }),
    "a disc on top of another": (GUARDED, DROPS | {
        "words": ": fall ( -- ) empty? verify e IF not-empty? verify back ENDIF drop add-move ;",
        "ways": "{move} fall",
    }),
    "the same on more than 64 squares": (STEADY, DROPS | WIDE | {
        "words": ": fall ( -- ) empty? verify e IF not-empty? verify back ENDIF drop add-move ;",
        "ways": "{move} fall",
    }),
    "next to something": (GUARDED, DROPS | {
        "words": ": near ( -- ) empty? verify e not-empty? AND verify back drop add-move ;"
        " : by ( -- ) e verify not-empty? verify back empty? verify drop add-move ;",
        "ways": "{move} by",
    }),
    "flags on the stack": (GUARDED, DROPS | {
        "words": ": odd ( -- ) empty? DUP NOT IF DROP EXIT ENDIF verify e DUP IF DROP empty? NOT "
        "verify TRUE ENDIF DROP back drop add-move ;",
        "ways": "{move} odd",
    }),
    "called questions": (GUARDED, DROPS | {
        "words": ": free ( -- ) empty? verify ; : edge ( -- ? ) e IF back FALSE ELSE TRUE ENDIF ;"
        " : rim ( -- ) free edge verify drop add-move ;",
        "ways": "{move} rim",
    }),
    "either of two ways": (GUARDED, DROPS | {
        "words": ": rim ( -- ) e NOT verify empty? verify drop add-move ;"
        " : nook ( -- ) e verify empty? verify back empty? verify drop add-move ;",
        "ways": "{move} rim {move} nook",
    }),
    "never": (GUARDED, DROPS | {
        "words": ": none ( -- ) FALSE verify drop add-move ; : idle ( -- ) empty? IF EXIT ENDIF ;",
        "ways": "{move} none {move} idle",
    }),
    "out of the frame": (GUARDED, DROPS | {
        "words": ": leave ( -- ) empty? NOT IF $Exit ENDIF drop add-move ;", "ways": "{move} leave",
    }),
    "two steps away": (GUARDED, DROPS | {
        "words": ": far ( -- ) e verify e verify empty? verify drop add-move ;",
        "ways": "{move} far",
    }),
    "a question that is not known": (STEADY, DROPS | {
        "words": ": odd ( -- ) here 2 MOD verify empty? verify drop add-move ;",
        "ways": "{move} odd {move} put",
    }),
    "more questions than are followed": (GUARDED, DROPS | {
        "words": ": ask ( -- ) " + "empty? IF not-empty? ELSE empty? ENDIF NOT verify " * 25
        + "; : many ( -- ) empty? verify ask drop add-move ;",
        "ways": "{move} many",
    }),
    "cells that change from word to word": (STEADY, {
        "words": ": late ( -- ) $pos @ 5 > verify step ; : early ( -- ) $from @ 3 < verify side ;"
        " : none ( -- ) $piece @ 0= verify step ;",
        "ways": "{move} late {move} early {move} none",
    }),
    "nothing is asked": (STEADY, DROPS | {
        "words": ": odd ( -- ) here 2 MOD verify empty? verify drop add-move ;",
        "ways": "{move} odd",
    }),
    "links that jump": (GUARDED, DROPS | {
        "words": ": round ( -- ) around verify empty? verify drop add-move ;",
        "links": "{link} around a1 c3 {link} around c3 b1 {link} around b2 b3",
        "ways": "{move} round",
    }),
    "links that go back": (GUARDED, DROPS | {
        "words": ": round ( -- ) around verify empty? verify drop add-move ;",
        "links": "{link} around c1 a1 {link} around b1 c2 {link} around c3 a3 {unlink} around b1",
        "ways": "{move} round",
    }),
    "moves that ask first": (STEADY, WIDE | {
        "words": ": hop ( -- ) e verify empty? verify from here move add-move ;",
        "ways": "{move} hop",
    }),
    "a word that counts, and drops": (QUIET, DROPS | {
        "words": ": note ( -- ) count ++ empty? verify drop add-move ;", "ways": "{move} note",
    }),
    "only words that put pieces": (ANY, {
        "words": ": grow ( -- ) here 1+ empty-at? verify X 1 OR here 1+ (add-piece) ;",
        "ways": "{move} grow",
    }),
    "a type is asked for of words that put pieces": (ANY, {
        "words": ": grow ( -- ) here 4 + empty-at? IF X 1 OR here 4 + (add-piece) ENDIF ;"
        " : up ( -- ) grow step ; : aside ( -- ) grow side ;", "of_type": "{of-type} special",
        "ways": "{move} up {move-type} special {move} aside {move-type} normal {move} up",
    }),
    "friends that the script names": (QUIET, {
        "words": ": side ( -- ) e verify friend? NOT verify from here move add-move ;",
        "more": ": OnFriends? ( player1 player2 -- ? ) 2DROP TRUE ;",
    }),
}  # fmt: skip


QUICK = {
    "drops on more than 64 squares", "a type is asked for", "an error at the second square",
    "a record left by verify", "a word that puts a piece", "a disc on top of another",
    "links that jump", "more questions than are followed", "cells that change from word to word",
}  # fmt: skip
NAMES = [pytest.param(n, marks=[] if n in QUICK else pytest.mark.slow) for n in GAMES]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.sampled(7)
def test_the_lists_are_those_of_the_interpreter(tmp_path: Path, name: str) -> None:
    """Moves, results and errors agree, and the next list is made in the way that the words
    allow.
    """
    way, parts = GAMES[name]
    path = tmp_path / "game.4th"
    path.write_text(GAME.format(**(PLAIN | parts)), encoding="utf-8")
    assert found_in_code(path) == way
    assert play(path, native=True) == play(path, native=False)


def test_words_that_put_pieces_need_one_type_of_move(tmp_path: Path) -> None:
    """Then pieces are not found ahead, and the entries of a list are run one by one."""
    name = "a type is asked for of words that put pieces"
    test_the_lists_are_those_of_the_interpreter(tmp_path, name)


def found_in_code(path: Path) -> str:
    """Return the kinds of machine code of the move words."""
    game = forthgame.load(path)
    assert game.native is not None
    entry = game.forth.engine_word("(scan)").entry
    text = game.native.builder.module(game.native._play).text()
    functions = re.findall(rf"define [^\n]*@[wx]{entry}\(.*?\n}}", text, re.DOTALL)
    row = TABLE.by_name["(next-steady-list)"]
    assert row.body is not None
    if not any(f"@{body_name(row.body)}(" in function for function in functions):
        return ANY
    if any(f"i64 {at.SCAN_STIRRED}" in function for function in functions):
        return QUIET
    return GUARDED if "@promising(ptr %vm, i64 %start) noinline" in text else STEADY


@pytest.mark.parametrize("word", ["", "count ++"])
def test_a_list_that_was_begun_elsewhere_goes_on(tmp_path: Path, word: str) -> None:
    """Machine code starts after a list's first word, and runs those of all types after it."""
    path = tmp_path / "game.4th"
    parts = {
        "words": f": note ( -- ) {word} n verify empty? verify from here move add-move ;",
        "ways": "{move} step {move-type} one {move} note {move-type} two {move} side "
        "{move-type} three", "second": "c1",
    }  # fmt: skip
    path.write_text(GAME.format(**(PLAIN | parts)), encoding="utf-8")
    seen = []
    for native in (True, False):
        game = loaded(path, native)
        game.new_game(seed=1)
        processor = game.forth.processor
        for number in (1 << 1, 0, 0):  # X, any type, not the list of the turn
            processor.push(number)
        for name in ("(begin-generation)", "(next-candidate)", "(scan)", "(end-generation)"):
            processor.execute(game.forth.engine_word(name).entry)
        assert native == (game.forth.engine_word("(scan)").entry in getattr(
            processor.tier, "addresses", ()
        ))  # fmt: skip
        seen.append(processor.cell(processor.register(at.LIST) + at.LIST_COUNT * at.CELL))
    assert seen[0] == seen[1] > 2


def test_opponents_lists_agree(tmp_path: Path) -> None:
    """A generation for several players visits the board once for each."""
    path = tmp_path / "game.4th"
    words = {"more": ": all ( -- n ) X TRUE 0 $GenerateMoves move-count X FALSE 0 $GenerateMoves "
             "move-count 100 * + $DeallocateMoves $DeallocateMoves ;"}  # fmt: skip
    path.write_text(GAME.format(**(PLAIN | WIDE | words)), encoding="utf-8")
    seen = []
    for native in (True, False):
        game = loaded(path, native)
        game.new_game(seed=1)
        seen.append(game.run_event("all"))
    assert seen[0] == seen[1]
    assert seen[0] > 100


ASKING = ["empty?", "not-empty?", "friend?", "enemy?", "e", "s", "around", "TRUE", "FALSE"]
DOING = ["drop add-move", "from here move add-move", "back", "capture add-move", "ask"]


def random_words(random: Random, depth: int = 0) -> str:
    """Return the parts of a move word: tests, effects and branches."""
    parts = []
    for _ in range(random.randint(1, 3)):
        question = random.choice(ASKING) + random.choice(["", "", " NOT", " DUP AND"])
        kind = random.random()
        if kind < 0.5 or depth > 2:
            parts.append(f"{question} verify")
        elif kind < 0.8:
            yes, no = (random_words(random, depth + 1) for _ in range(2))
            parts.append(f"{question} IF {yes} {random.choice(['', 'ELSE ' + no])} ENDIF")
        else:
            parts.append(f"{question} IF {random.choice(['EXIT', '$Exit'])} ENDIF")
        if random.random() < 0.5:
            parts.append(random.choice(DOING))
    return " ".join(parts)


SEEDS = [pytest.param(k, marks=[] if k < 2 else pytest.mark.slow) for k in range(120)]


@pytest.mark.parametrize("seed", SEEDS)
def test_random_words_generate_alike(tmp_path: Path, seed: int) -> None:
    """This holds for any tests, and any code after them."""
    random = Random(seed)
    ask, one, two = (random_words(random) for _ in range(3))
    ask = ask.replace("ask", "")
    parts = {
        "links": random.choice(
            ["", "{link} around a1 c3 {link} around c3 b1", "{link} around a1 c1"]
        ),
        "words": f": ask ( -- ) {ask} ; : one ( -- ) {one} ; "
        f": two ( -- ) {two} {random.choice(['drop add-move', 'from here move add-move'])} ;",
        "list": random.choice(["{moves}", "{drops}", "{drops}"]),
        "ways": random.choice(["{move} two", "{move} one {move} two"]),
        "of_type": "",
        **random.choice([{}, {"pieces": "{piece} king {moves} ways"}]),
    }
    if "around" not in parts["links"]:
        parts["words"] = parts["words"].replace("around", "n")
    path = tmp_path / "game.4th"
    path.write_text(
        GAME.format(**(PLAIN | random.choice([{}, {}, WIDE]) | parts)), encoding="utf-8"
    )
    assert play(path, native=True) == play(path, native=False)
