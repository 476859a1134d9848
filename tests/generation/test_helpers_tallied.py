"""Common ways to write helper words leave moves tallied."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.generation.agreement import (
    assert_alike,
    assert_run_alike,
    assert_tallied_alike,
    script_in,
)

GAME = """
{{board 6 6 {{grid}} 2 {{array}} men {{variable}} newest board}}
{{directions -1 0 {{direction}} n 1 0 {{direction}} s 0 1 {{direction}} e 0 -1 {{direction}} w
directions}}
{{players {{player}} X {{player}} O players}}
{{turn-order {{turn}} X {{turn}} O turn-order}}
CREATE ways ' n , ' s , ' e , ' w ,
CREATE worth 0 , 3 , 5 , 2 , 1 , 7 , 1 , 2 ,
VARIABLE over VARIABLE landing VARIABLE ok VARIABLE whose VARIABLE count
: way ( i -- 'dir ) CELLS ways + @ ;
{words}
: go ( -- ) {go} ;
{{moves steps {{move}} go moves}}
{{pieces {{piece}} man {{moves}} steps pieces}}
{{board-setup {{setup}} X man a1 {{setup}} X man b2 {{setup}} X man c3 {{setup}} X man e2
  {{setup}} O man f6 {{setup}} O man e5 {{setup}} O man d3 {{setup}} O man b5 board-setup}}
: OnNewGame ( -- ) 4 0 men ! 4 1 men ! ;
{events}
: OnIsGameOver ( -- result )
  stalemate? IF #LossScore EXIT ENDIF
  turn-number 40 > IF #DrawScore ELSE #UnknownScore ENDIF ;
"""
LEAP = """
: leap? ( 'dir -- ? ) back ok OFF DUP EXECUTE IF not-empty? IF here over ! DUP EXECUTE IF empty? IF
  here landing ! ok ON ENDIF ENDIF ENDIF ENDIF DROP ok @ ;
"""
STEP = " : step ( 'dir -- ) back EXECUTE IF empty? IF from here move {then} add-move ENDIF ENDIF ; "
TALLIED = {  # words, go, events
    "variables read only after they are set": (
        LEAP + ": jump ( 'dir -- ) leap? IF over @ enemy-at? IF from landing @ move over @ "
        "capture-at add-move ENDIF ENDIF ; " + STEP.format(then=""),
        "4 0 DO I way DUP jump step LOOP",
        "",
    ),
    "an address that is copied": (
        STEP.format(
            then="here over ! current-player player-index men DUP @ 1- SWAP later! over @ newest "
            "later!"
        ),
        "4 0 DO I way step LOOP",
        "",
    ),
    "an address that a helper is given": (
        ": add ( n addr -- ) DUP @ ROT + SWAP later! ; : mine ( -- addr ) current-player "
        "player-index men ; " + STEP.format(then="1 mine add here newest add"),
        "4 0 DO I way step LOOP",
        "",
    ),
    "a table in a compiled word": (
        ": note ( n -- ) CELLS worth + @ newest ! ; "
        + STEP.format(then="here over ! over @ 7 AND COMPILE-LITERAL COMPILE note"),
        "4 0 DO I way step LOOP",
        "",
    ),
    "a table and a variable": (
        ": open? ( -- ? ) here 7 AND CELLS worth + @ 2 > ; "
        ": step ( 'dir -- ) back EXECUTE IF empty? open? AND IF here landing ! from landing @ move "
        "add-move ENDIF ENDIF ;",
        "4 0 DO I way step LOOP",
        "",
    ),
    "a word that is never run": (
        ": never-used ( pos -- ) 0 SWAP board[] ! ; " + STEP.format(then=""),
        "4 0 DO I way step LOOP",
        "",
    ),
    "the owner of a piece in a variable": (
        ": foe? ( -- ? ) empty? IF FALSE ELSE player whose @ <> ENDIF ; "
        ": foe-beside? ( pos 'dir -- ? ) SWAP to EXECUTE IF foe? ELSE FALSE ENDIF ; "
        ": bound? ( pos -- ? ) DUP player-at whose ! here SWAP 0 count ! 4 0 DO DUP I way "
        "foe-beside? IF count ++ ENDIF LOOP DROP to count @ 0> ; " + STEP.format(then=""),
        "from bound? NOT IF 4 0 DO I way step LOOP ENDIF",
        "",
    ),
    "the owners of two pieces": (
        ": beside? ( 'dir -- ? ) back EXECUTE IF here ELSE from ENDIF player-at whose ! back s IF "
        "player whose @ = ELSE FALSE ENDIF ; " + STEP.format(then=""),
        "4 0 DO I way beside? NOT IF I way step ENDIF LOOP",
        "",
    ),
    "a flood fill that a rule resets": (
        """CREATE seen 36 ALLOT VARIABLE owner VARIABLE free
        : meet ( -- ) empty? IF TRUE free ! EXIT ENDIF player owner @ = here seen + C@ 0= AND IF
          1 here seen + C! here ringbuffer-add-item ENDIF ;
        : alive? ( pos -- ? ) DUP player-at owner ! seen 36 ERASE ringbuffer-reset FALSE free !
          to meet BEGIN ringbuffer-empty? NOT WHILE ringbuffer-remove-item DUP to n IF meet ENDIF
          DUP to s IF meet ENDIF DUP to e IF meet ENDIF to w IF meet ENDIF REPEAT free @ ; """
        + STEP.format(then=""),
        "4 0 DO I way step LOOP",
        ": OnIsLegal? ( -- ? ) moved-to alive? ;",
    ),
    "marks that a loop clears": (
        """CREATE marks 36 CELLS ALLOT
        : clear ( -- ) 36 0 DO 0 I CELLS marks + ! LOOP ;
        : marked ( -- n ) 0 36 0 DO I CELLS marks + @ + LOOP ; """
        + STEP.format(then=""),
        "4 0 DO I way step LOOP",
        ": OnIsLegal? ( -- ? ) clear 1 moved-to CELLS marks + ! 1 moved-from CELLS marks + ! "
        "marked 2 = ;",
    ),
}
RUN = {
    "a fill that ends three bytes early": (
        """CREATE seen 12 ALLOT
        : met? ( -- ? ) seen 9 ERASE seen 10 + C@ 3 MOD 2 = seen 10 + C@ 1+ seen 10 + C! ; """
        + STEP.format(then=""),
        "4 0 DO I way step LOOP",
        ": OnIsLegal? ( -- ? ) met? NOT ;",
    ),
    "a judge that reads past a table": (
        "CREATE line 1 , 2 , 3 , VARIABLE behind "
        ": sum ( -- n ) 0 12 0 DO I CELLS line + @ + LOOP ; "
        ": step ( 'dir -- ) back EXECUTE IF here behind ! empty? IF from behind @ move add-move "
        "ENDIF ENDIF ; ",
        "4 0 DO I way DUP step ok OFF ok @ IF landing @ over ! ENDIF landing ! LOOP",
        ": OnNextTurn ( -- ) sum newest ! ;",
    ),
    "variables that keep what was there": (
        ": step ( 'dir -- ) back EXECUTE IF empty? count @ 9 < AND IF from here move add-move "
        "ENDIF here 3 MOD count ! ENDIF ;",
        "4 0 DO I way step LOOP",
        "",
    ),
    "a fill that is too short": (
        """CREATE seen 36 ALLOT : fill-some ( -- ) seen 20 ERASE ;
        : met? ( -- ? ) moved-to seen + C@ 3 MOD 2 = 1 moved-to seen + +! ; """
        + STEP.format(then=""),
        "4 0 DO I way step LOOP",
        ": OnIsLegal? ( -- ? ) fill-some met? NOT ;",
    ),
    "a fill without the last bytes": (
        """CREATE seen 12 ALLOT : fill-most ( -- ) seen 9 ERASE ;
        : count-one ( -- n ) seen 10 + C@ 1+ DUP seen 10 + C! ; """
        + STEP.format(then=""),
        "4 0 DO I way step LOOP",
        ": OnIsLegal? ( -- ? ) fill-most count-one 3 MOD 0<> ;",
    ),
    "a sum beyond the end of a table": (
        """3 [] small VARIABLE met
        : sum ( -- n ) 0 12 0 DO I small @ + LOOP ; """
        + STEP.format(then="here met !"),
        "here met ! 4 0 DO I way step LOOP",
        ": lucky ( -- ) sum 7 MOD 0= IF current-player loses ENDIF ; "
        "{endings lucky {ending} luck endings}",
    ),
    "a ring that is not reset": (
        STEP.format(then=""),
        "4 0 DO I way step LOOP",
        ": OnIsLegal? ( -- ? ) moved-to ringbuffer-add-item ringbuffer-remove-item moved-to = ;",
    ),
    "another ring is reset": (
        STEP.format(then=""),
        "4 0 DO I way step LOOP",
        ": OnIsLegal? ( -- ? ) ringbuffer2-reset moved-to ringbuffer-add-item moved-to 3 MOD IF "
        "ringbuffer-remove-item DROP ENDIF ringbuffer-remove-item 40 < ;",
    ),
}


def written(folder: Path, case: tuple[str, str, str]) -> Path:
    words, go, events = case
    return script_in(folder, GAME.format(words=words, go=go, events=events))


@pytest.mark.sampled(4)
@pytest.mark.parametrize("name", TALLIED)
def test_helpers_that_leave_moves_tallied(tmp_path: Path, name: str) -> None:
    assert_tallied_alike(written(tmp_path, TALLIED[name]))


@pytest.mark.sampled(4)
@pytest.mark.parametrize("name", RUN)
def test_what_earlier_runs_leave(tmp_path: Path, name: str) -> None:
    assert_run_alike(written(tmp_path, RUN[name]))


def test_a_number_that_only_a_move_reads(tmp_path: Path) -> None:
    """A variable that is changed before it is written must not go into a move."""
    words = ": step ( 'dir -- ) back EXECUTE IF count ++ empty? IF from here move count @ newest "
    words += "later! add-move ENDIF ENDIF ; "
    assert_alike(written(tmp_path, (words, "4 0 DO I way step LOOP", "")))
