"""Loops over positions with a test of each: machine code visits only those that pass it."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from tests.generation.test_rays import ASKING, BOARDS, DOING, JOINING, play, written

WHO = ": who ( pos -- ? ) DUP enemy-at? SWAP player-at N <> AND ;\n"
COUNT = "@llvm.ctpop.i64"
FOUND = {  # from one to the next
    "notes": ": look 16 0 DO I empty-at? IF I note ENDIF LOOP ;",
    "an item changes": ": look 1 16 0 DO I who IF DUP + ENDIF LOOP note ;",
    "a part": ": look 3 13 2 DO I player-at X = IF I * ENDIF LOOP note ;",
    "changes what it asks": ": look 16 0 DO I player-at side @ = I place @ <> AND IF I place ! "
    "current-player side ! I note ENDIF LOOP ;",
    "changes the board": ": look 14 1 DO I friend-at? IF $piece @ seen 64 - I 1+ CELLS + ! I note "
    "ENDIF LOOP 0 seen 40 - ! ;",
    "goes": ": look 16 0 DO I here <> I enemy-at? AND IF I to 0 BEGIN e WHILE 1+ REPEAT note ENDIF "
    "LOOP ;",
    "a loop inside": ": look 16 0 DO I enemy-at? IF 5 0 DO I J + note LOOP ENDIF LOOP ;",
    "both loops": ": look 16 0 DO I enemy-at? IF 16 0 DO I friend-at? IF I J * note ENDIF LOOP "
    "ENDIF LOOP ;",
    "calls": ": tell ( n -- ) DUP 3 MOD IF note ELSE DROP ENDIF ; "
    ": look 16 0 DO I not-empty-at? IF I tell ENDIF LOOP ;",
    "fails": ": look 16 0 DO I enemy-at? IF 6 turn-number 4 - / note ENDIF LOOP ;",
    "one": ": look 1 0 DO I friend-at? IF here note ENDIF LOOP ;",
    "a variable": ": look 16 0 DO place @ 9 > I empty-at? AND IF 3 place +! I note ENDIF LOOP ;",
    "bounds that vary": ": look turn-number 3 MIN 9 + 0 DO I empty-at? IF I note ENDIF LOOP ;",
    "bounds off the board": ": look $positions @ turn-number 2 > + turn-number 3 - DO I empty-at? "
    "IF I note ENDIF LOOP ;",
    "an empty loop": ": look 3 turn-number 1 > - place @ DO I empty-at? IF I note ENDIF LOOP ;",
    "goes on": ": look 16 0 DO I enemy-at? IF I to e IF friend? IF 1 side +! ENDIF ENDIF ENDIF "
    "LOOP here note ;",
    "goes far": ": look $positions @ 0 DO I not-empty-at? IF I to s IF e DROP ENDIF ENDIF LOOP "
    "here note ;",
    "goes before it changes": ": look 16 1 DO I friend-at? IF I to nw IF I place +! $piece @ seen "
    "64 - I 1- CELLS + ! ENDIF ENDIF LOOP here note ;",
    "stores before": ": look 16 0 DO I place ! I empty-at? IF I note ENDIF LOOP ;",
    "a flag": ": look FALSE 16 0 DO I to enemy? e enemy? AND AND OR LOOP note here note ;",
    "the next player's": ": own? ( -- ? ) player next-player = ; : look FALSE 16 0 DO I to own? e "
    "own? AND AND s own? AND AND OR LOOP note ;",
    "a variable of each": ": run ( -- n ) 0 many ! BEGIN enemy? IF many ++ e ELSE FALSE ENDIF "
    "WHILE REPEAT many @ ; : look 16 0 DO I to run 2 >= IF I note ENDIF LOOP many @ note ;",
    "a variable of some": ": look 16 0 DO I friend-at? IF I many ! I to e IF many ++ ENDIF many @ "
    "7 = IF I note ENDIF ENDIF LOOP many @ note ;",
    "goes and counts": ": look 0 16 0 DO I enemy-at? IF I to 1+ ENDIF LOOP note ;",
    "counts on": ": look 0 many ! 16 0 DO I to e IF many ++ ENDIF LOOP many @ note ;",
    "counts what it visits": ": look 0 16 0 DO I friend-at? IF 1+ ENDIF I enemy-at? IF I note 1+ "
    "ENDIF LOOP note ;",
    "notes how many": ": look 0 many ! 16 0 DO I friend-at? IF many ++ ENDIF I enemy-at? IF many @ "
    "note ENDIF LOOP many @ note ;",
    "sets what it visits": ": look 4 16 0 DO I friend-at? IF DROP 9 ENDIF I enemy-at? IF DUP note "
    "ENDIF LOOP note ;",
    "counts in two and goes": ": look 0 many ! 0 16 0 DO I to enemy? IF e IF many ++ TRUE side ! "
    "ENDIF ENDIF s IF 1+ 1+ ENDIF LOOP note many @ note side @ note here note ;",
    "a flag that is counted": ": look 16 0 DO I to enemy? many +! e IF friend? NEGATE many +! "
    "ENDIF LOOP many @ note here note ;",
    "stores what it counts": ": look 16 0 DO I friend-at? IF many ++ many @ place ! ENDIF LOOP "
    "many @ note place @ note ;",
    "begins again": ": look 16 0 DO I friend-at? IF many ++ ENDIF I enemy-at? IF 0 many ! ENDIF "
    "LOOP many @ note ;",
}  # fmt: skip
COUNTS_BESIDE = (  # those that count in the iterations that are not run
    "goes on", "goes and counts", "counts on", "counts what it visits", "notes how many",
    "counts in two and goes", "a flag that is counted", "stores what it counts", "begins again",
)  # fmt: skip
COUNTED = {  # evaluated at once
    "men": ": look 0 16 0 DO I friend-at? IF 1+ ENDIF LOOP note ;",
    "two": ": look 5 7 15 3 DO I empty-at? IF 1+ I place @ = IF SWAP 1- SWAP ENDIF ENDIF LOOP note "
    "note ;",
    "like the piece that moves": ": look 0 16 0 DO I piece-at current-piece = IF 1+ ENDIF LOOP "
    "note ;",
    "nobody's turn": ": look $player @ 0 $player ! 0 16 0 DO I friend-at? I enemy-at? OR IF 1+ 1+ "
    "ENDIF LOOP SWAP $player ! note ;",
    "nothing": ": look 16 0 DO I empty-at? IF ENDIF LOOP 1 note ;",
    "in a variable": ": look 0 many ! 16 0 DO I enemy-at? IF many ++ ENDIF I friend-at? IF -2 "
    "many +! ENDIF LOOP many @ note ;",
    "a flag in a variable": ": look FALSE side ! 16 0 DO I enemy-at? IF TRUE side ! many ++ ENDIF "
    "I 7 = IF I friend-at? IF 12 place ! ENDIF ENDIF LOOP side @ note place @ note many @ note ;",
    "up to a number": ": look 0 $positions @ 2 DO I not-empty-at? IF 1+ ENDIF LOOP note ;",
}  # fmt: skip
OTHER = {  # run one by one
    "otherwise": ": look 16 0 DO I empty-at? IF I note ELSE 2 note ENDIF LOOP ;",
    "asks about another": ": look 15 0 DO I 1+ empty-at? IF I note ENDIF LOOP ;",
    "leaves": ": look 16 0 DO I enemy-at? IF I note LEAVE ENDIF LOOP ;",
    "ends the word": ": look 16 0 DO I enemy-at? IF I note R> R> DROP DROP EXIT ENDIF LOOP ;",
    "by two": ": look 16 0 DO I empty-at? IF I note ENDIF 2 +LOOP ;",
    "off the board": ": look 20 -2 DO I empty-at? IF I note ENDIF LOOP ;",
    "stores here or there": ": look 16 0 DO I to e IF I many ! ELSE I side ! ENDIF LOOP many @ "
    "note ;",
    "goes after a change": ": look 16 0 DO I empty-at? IF here note ELSE I to ENDIF LOOP ;",
}  # fmt: skip
KINDS = (FOUND, COUNTED, OTHER)
CASES = [
    pytest.param(kind, words, board, marks=[] if (k + n) % 3 == 0 else pytest.mark.slow)
    for kind in KINDS
    for k, words in enumerate(kind)
    for n, board in enumerate(BOARDS)
]


@pytest.mark.parametrize(("kind", "words", "board"), CASES)
@pytest.mark.sampled(7)
def test_a_loop_does_what_it_does_one_by_one(
    tmp_path: Path, kind: dict[str, str], words: str, board: str
) -> None:
    """Stack, index and memory are those of the interpreter, inside and after the loop."""
    path = written(tmp_path, board, WHO + kind[words])
    seen, _ = play(path, native=False)
    compiled, text = play(path, native=True)
    assert compiled == seen
    assert (", label %ended" in text) == (kind is FOUND)
    counts = words in COUNTS_BESIDE or (kind is COUNTED and words != "nothing")
    ray = words == "goes" and board != "wide"  # where rays are not counted
    assert (COUNT in text) == (counts or ray)


def random_loop(random: Random, depth: int = 0) -> str:
    """Return a loop with tests and random bodies; loops may be nested."""
    asked = random.choice(PLACES)
    for _ in range(random.randint(0, 2)):
        other = random.choice((*PLACES, *ASKING))
        asked += f" {other.replace('{n}', str(random.randint(-1, 17)))} {random.choice(JOINING)}"
    first = random.randint(0, 14)
    body = random.choice((*DOING, *DONE))
    if depth < 2 and random.random() < 0.4:
        body = random_loop(random, depth + 1) + " " + body
    other = f"ELSE {random.choice(DONE)}" if random.random() < 0.15 else ""
    limit = str(random.randint(first + 1, 16))
    if random.random() < 0.3:
        limit = random.choice(("$positions @", "turn-number 9 +", "place @", f"place @ {limit} +"))
    return f"{limit} {first} DO {asked} IF {body} {other} ENDIF LOOP"


PLACES = ("I empty-at?", "I not-empty-at?", "I friend-at?", "I enemy-at?", "I player-at O =",
          "I player-at side @ <>", "I who", "I place @ <>", "I here = NOT",
          "I piece-at current-piece <>", "I piece-type-at current-piece-type =",
          "I to 0 many ! BEGIN e IF enemy? ELSE FALSE ENDIF WHILE many ++ REPEAT many @",
          "I to here many ! s DROP enemy?", "I player-at next-player =",
          "I to player next-player = e player current-player <> AND AND")  # fmt: skip
DONE = ("many @ note", "I many !", "many ++", "I 5 AND OR",
        "I note", "I place !", "I to", "X side !", "1+ I +", "$piece @ seen 64 - I CELLS + !",
        "I 3 MOD IF 1- ENDIF", "here note", "I to e DROP", "I to s IF enemy? IF I note ENDIF ENDIF",
        "I to friend? IF nw DROP ENDIF", "1 many +!", "I friend-at? many +!", "TRUE many !",
        "many @ 2 > IF 0 many ! ENDIF", "many @ I + 15 AND place !",
        "many ++ many @ 15 AND place !",
        "I to e IF enemy? IF many ++ ENDIF ENDIF", "3 place ! 1+", "DROP 7", "many @ note many ++",
        "side ++ I to s IF side -- ENDIF")  # fmt: skip
SEEDS = [pytest.param(k, marks=[] if k < 4 else pytest.mark.slow) for k in range(90)]


@pytest.mark.sampled(2)
@pytest.mark.parametrize("seed", SEEDS)
def test_random_loops_do(tmp_path: Path, seed: int) -> None:
    """This holds for any tests and bodies, with changes of the board too."""
    random = Random(seed)
    loops = " ".join(random_loop(random) for _ in range(random.randint(1, 2)))
    text = f": look 0 1 2 {loops} note note note ;"
    path = written(tmp_path, random.choice(("grid", "linked", "wide")), WHO + text)
    assert play(path, native=True)[0] == play(path, native=False)[0]
