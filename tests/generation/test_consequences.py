"""Words whose captures and flips are skipped: they are tallied, and have the same results."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

import forthgame
from tests.generation.agreement import assert_alike, assert_tallied_alike, script_in
from tests.machines import with_module

GAME = """
{{board {size} {{grid}} {{variable}} seen 3 {{array}} men board}}
{{directions -1 0 {{direction}} n 1 0 {{direction}} s 0 1 {{direction}} e 0 -1 {{direction}} w
  1 1 {{direction}} se directions}}
{{players {{player}} X {{player}} O players}}
{{turn-order {{turn}} X {{turn}} O turn-order}}
{{pieces {{piece}} man {{piece}} king pieces}}
VARIABLE target VARIABLE count VARIABLE taken
{words}
{{moves ways {{move}} go moves}}
{{pieces {{piece}} man {{moves}} ways {{piece}} king {{moves}} ways pieces}}
{{board-setup {{setup}} X man a1 {{setup}} X king b1 {{setup}} X man c2 {{setup}} O man b3
  {{setup}} O king c3 {{setup}} O man d4 {{setup}} X man d1 {{setup}} O man a4 board-setup}}
"""
ARRIVE = (
    ": arrive ( -- ) here target ! from here move {} target @ to add-move ; "
    ": slide ( 'dir -- ) BEGIN DUP EXECUTE IF empty? ELSE FALSE ENDIF WHILE arrive REPEAT "
    "DROP back ; : go ( -- ) ['] n slide ['] s slide ['] e slide ['] w slide ;"
)
BETWEEN = (
    ": between ( 'dir -- n ) target @ to 0 BEGIN OVER EXECUTE enemy? AND WHILE 1+ REPEAT "
    "SWAP DROP friend? AND ; : take ( 'dir -- ) DUP between target @ to "
    "BEGIN DUP WHILE OVER EXECUTE DROP {} 1- REPEAT 2DROP ; "
)
TAKES = "['] n take ['] s take ['] e take ['] w take"
PASSED = {
    "captures on four sides": BETWEEN.format("capture") + ARRIVE.format(TAKES),
    "flips": BETWEEN.format("current-player here change-owner-at") + ARRIVE.format(TAKES),
    "counters": BETWEEN.format("capture 1 taken +!")
    + ARRIVE.format(
        f"0 taken ! {TAKES} taken @ IF next-player player-index men @ taken @ - "
        "next-player player-index men later! ENDIF"
    ),
    "an array by the player": BETWEEN.format("capture 5 current-player player-index men later!")
    + ARRIVE.format(TAKES),
    "moves from named positions": ": sink ( -- ) a2 not-empty-at? IF a2 a1 move ENDIF b2 empty-at? "
    "NOT IF b2 a2 move ENDIF c1 enemy-at? IF c1 b2 move ENDIF ; " + ARRIVE.format("sink"),
    "a word of all takes": BETWEEN.format("capture")
    + f": takes ( -- ) {TAKES} ; "
    + ARRIVE.format("takes"),
    "inline, with a count": ARRIVE.format(
        "target @ to 0 count ! BEGIN e IF enemy? ELSE FALSE ENDIF WHILE count ++ REPEAT "
        "friend? count @ 0 > AND IF target @ to BEGIN e DROP enemy? WHILE here capture-at REPEAT "
        "ENDIF target @ to 0 count ! BEGIN s IF enemy? ELSE FALSE ENDIF WHILE count ++ REPEAT "
        "friend? count @ 0 > AND IF back target @ to count @ 0 DO s DROP capture LOOP ENDIF"
    ),
    "inline, in the move word": ": go ( -- ) BEGIN n IF empty? ELSE FALSE ENDIF WHILE here "
    "target ! from here move 0 count ! BEGIN w IF enemy? ELSE FALSE ENDIF WHILE count ++ REPEAT "
    "friend? IF count @ 0 > IF target @ to count @ 0 DO w DROP capture LOOP ENDIF ENDIF "
    "target @ to add-move REPEAT ;",
    "what it comes to is asked": BETWEEN.format("capture 1 taken +!")
    + ": arrive ( -- ) here target ! from here move 0 taken ! "
    + TAKES
    + " target @ to taken @ 0> IF add-move ELSE add-move ENDIF ; "
    ": go ( -- ) e IF empty? IF arrive ENDIF ENDIF ;",
    "where it began": BETWEEN.format("from capture-at")
    + ARRIVE.format("['] e take from target @ = IF capture ENDIF"),
    "the type": BETWEEN.format("current-piece-type change-type") + ARRIVE.format(TAKES),
}
OTHERS = {
    "division by zero": BETWEEN.format("1 0 / DROP capture") + ARRIVE.format(TAKES),
    "division by a count": BETWEEN.format("capture 12 taken @ / DROP 1 taken +!")
    + ARRIVE.format(f"0 taken ! {TAKES}"),
    "a loop that may not end": BETWEEN.format("capture 1+") + ARRIVE.format(TAKES),
    "storage behind the array": BETWEEN.format("capture 5 90000 men later!") + ARRIVE.format(TAKES),
    "no storage": BETWEEN.format("capture 5 target later!") + ARRIVE.format(TAKES),
    "an item too many": BETWEEN.format("capture 7 SWAP") + ARRIVE.format(TAKES),
    "an item that is not there": BETWEEN.format("capture DROP DROP DROP DROP")
    + ARRIVE.format(TAKES),
    "verify in it": BETWEEN.format("capture enemy? verify") + ARRIVE.format(TAKES),
    "a store into the board": BETWEEN.format("capture 1 seen !") + ARRIVE.format(TAKES),
    "a word that calls itself": ": take ( 'dir n -- ) DUP IF 1- OVER EXECUTE IF capture ENDIF "
    "2DUP RECURSE ENDIF 2DROP ; " + ARRIVE.format("['] e 2 take ['] s 3 take"),
    "a move in it": BETWEEN.format("capture add-move") + ARRIVE.format(TAKES),
    "many actions": ARRIVE.format("2000 0 DO enemy? IF capture ENDIF LOOP"),
}


def written(folder: Path, size: str, words: str) -> Path:
    return script_in(folder, GAME.format(size=size, words=words))


@pytest.mark.sampled(7)
@pytest.mark.parametrize("size", ["4 4", "9 9"])
@pytest.mark.parametrize("name", PASSED)
def test_words_with_consequences_are_tallied(tmp_path: Path, name: str, size: str) -> None:
    path = written(tmp_path, size, PASSED[name])
    assert_tallied_alike(path)


@pytest.mark.sampled(4)
@pytest.mark.parametrize("name", OTHERS)
def test_what_may_fail_is_not_left_out(tmp_path: Path, name: str) -> None:
    """Moves, results, errors and variables are those of the interpreter."""
    path = written(tmp_path, "5 5", OTHERS[name])
    assert_alike(path)


@pytest.mark.parametrize(
    ("name", "jumps"), [("a word of all takes", True), ("what it comes to is asked", False)]
)
def test_consequences_of_other_moves_are_left_out(tmp_path: Path, name: str, jumps: bool) -> None:
    """A word is run again for a drawn move; captures of moves before that one are jumped over."""
    game = forthgame.load(written(tmp_path, "4 4", PASSED[name]), native=True)
    assert (", label %over" in with_module(game).text()) == jumps


# -- random consequences --------------------------------------------------------------------------

STEPS = ("n", "s", "e", "w", "se")
TESTS = ("enemy?", "friend?", "empty?", "count @ 1 >", "taken @ 2 <", "piece-type king =", "TRUE")
DEEDS = (
    "capture", "here capture-at", "current-player here change-owner-at", "king change-type",
    "1 taken +!", "count ++", "0 count !", "here target @ = IF capture ENDIF", "target @ to",
    "count @ seen later!", "back", "3 current-player player-index men later!",
    "taken @ 1 AND IF capture ENDIF",
)  # fmt: skip


def some_words(random: Random, depth: int) -> str:
    """Return words that record, branch and loop, and leave the stack as it is."""
    parts = []
    for _ in range(random.randint(1, 4)):
        kind = random.random()
        if depth and kind < 0.25:
            test = random.choice(TESTS)
            inner = some_words(random, depth - 1)
            other = f" ELSE {some_words(random, depth - 1)}" if random.random() < 0.3 else ""
            parts.append(f"{test} IF {inner}{other} ENDIF")
        elif depth and kind < 0.4:
            step, test = random.choice(STEPS), random.choice(TESTS[:3])
            inner = random.choice(("", "capture", "count ++", "here capture-at", "1 taken +!"))
            parts.append(f"BEGIN {step} IF {test} ELSE FALSE ENDIF WHILE {inner} REPEAT")
        elif depth and kind < 0.5:
            bound = random.choice(("2", "3", "count @"))
            parts.append(f"{bound} 0 DO {some_words(random, 0)} LOOP")
        elif kind < 0.65:
            step = random.choice(STEPS)
            parts.append(random.choice((f"{step} DROP", f"{step} IF capture ENDIF")))
        else:
            parts.append(random.choice(DEEDS))
    return " ".join(parts)


def some_game(random: Random) -> str:
    """Return the words of a game whose moves have random consequences."""
    helpers = [f": help-{k} ( -- ) {some_words(random, 2)} ;" for k in range(3)]
    calls = " ".join(f"help-{random.randrange(3)}" for _ in range(2))
    body = random.choice((calls, some_words(random, 2), f"help-0 {some_words(random, 1)} help-1"))
    end = random.choice(("", "taken @ 3 < IF capture ENDIF", "count @ IF target @ to ENDIF"))
    adding = random.choice(("add-move", "add-move", "enemy? NOT IF add-move ELSE add-move ENDIF"))
    return (
        f"{' '.join(helpers)} : arrive ( -- ) here target ! 0 count ! 0 taken ! from here move "
        f"{body} {end} target @ to {adding} ; : slide ( 'dir -- ) BEGIN DUP EXECUTE IF empty? "
        "ELSE FALSE ENDIF WHILE arrive REPEAT DROP back ; "
        ": go ( -- ) ['] n slide ['] s slide ['] e slide ['] w slide ;"
    )


@pytest.mark.sampled(8)
@pytest.mark.parametrize("seed", range(24))
def test_random_consequences_are_those_of_the_interpreter(tmp_path: Path, seed: int) -> None:
    path = written(tmp_path, "4 4", some_game(Random(seed)))
    assert_alike(path)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(24, 300))
def test_many_random_consequences(tmp_path: Path, seed: int) -> None:
    test_random_consequences_are_those_of_the_interpreter(tmp_path, seed)
