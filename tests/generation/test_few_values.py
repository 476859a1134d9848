"""A word is read for each value of a cell that decides how far it goes, or where it looks."""

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
{{board 4 9 {{grid}} 6 {{array}} cards 36 {{array}} height
  {{variable}} newest {{variable}} lower board}}
{{directions 0 1 {{direction}} e 0 -1 {{direction}} w 1 0 {{direction}} s directions}}
{{players {{player}} X {{player}} O players}}
{{turn-order {{turn}} X {{turn}} O turn-order}}
{{symmetries O {{symmetry}} e w symmetries}}
VARIABLE die VARIABLE where VARIABLE at-most
CREATE reach 2 , 1 , 3 , 1 , 4 , 2 , 1 ,
CREATE ways ' e , ' s , ' w ,
CREATE bytes 1 C, 2 C, 3 C, 1 C, 2 C, 1 C, 3 C,
{words}
: OnNewGame ( -- ) {begin} ;
: OnNextTurn ( -- ) {turn} ;
: walk ( n -- ) 0 DO e verify LOOP friend? NOT verify from here move add-move ;
: go ( -- ) {go} ;
{{moves steps {{move}} go moves}}
{{pieces {{piece}} man {{moves}} steps pieces}}
{{board-setup {{setup}} X man a1 {{setup}} X man a2 {{setup}} X man b3 {{setup}} X man a4
  {{setup}} O man i1 {{setup}} O man h2 {{setup}} O man i3 {{setup}} O man i4 board-setup}}
: OnIsGameOver ( -- result )
  stalemate? IF #LossScore EXIT ENDIF
  turn-number 40 > IF #DrawScore ELSE #UnknownScore ENDIF ;
"""
THROW = ": throw ( -- ) turn-number 5 AND 1+ die ! ;"
DEAL = "5 0 DO I I cards ! LOOP"
SWAP = ": swap-cards ( i -- ) DUP cards @ 4 cards @ ROT cards ! 4 cards ! ;"
READ = {  # words, begin, turn, go
    "a die as a number of steps": (THROW, "throw", "throw", "die @ walk"),
    "a die as an index": (THROW, "throw", "throw", "die @ CELLS reach + @ walk"),
    "a die as an index of bytes": (THROW, "throw", "throw", "die @ bytes + C@ walk"),
    "a die that a word is given": (
        THROW + " : set ( n -- ) die ! ;",
        "3 set",
        "turn-number 3 MOD 4 AND 2 + set",
        "die @ 2 / walk",
    ),
    "cards that are dealt": (
        SWAP,
        DEAL,
        "",
        "current-player player-index 2* DUP cards @ 1+ 0 DO e verify LOOP friend? NOT verify "
        "from here move COMPILE-LITERAL COMPILE swap-cards add-move",
    ),
    "tokens by a card": (
        SWAP,
        "3 0 DO I I cards ! LOOP 4 cards OFF",
        "",
        "current-player player-index DUP cards @ CELLS ways + @ EXECUTE verify friend? NOT "
        "verify from here move COMPILE-LITERAL COMPILE swap-cards add-move",
    ),
    "a number that a move leaves": (
        ": set ( n -- ) newest ! ; : leave ( n -- ) COMPILE-LITERAL COMPILE set ;",
        "1 newest !",
        "",
        "newest @ 0 DO e verify LOOP friend? NOT verify from here move newest @ 3 MOD 1+ leave "
        "add-move",
    ),
    "a number kept with the board": (
        "",
        "2 newest !",
        "",
        "newest @ walk",
    ),
    "how high a stack is": (
        ": carry ( from to n -- ) SWAP OVER OVER height @ + 3 MIN SWAP height ! NEGATE SWAP "
        "height +! ;",
        "36 0 DO I 3 MOD 1+ I height ! LOOP",
        "",
        "from height @ 0 DO e verify LOOP friend? NOT verify from here move from "
        "COMPILE-LITERAL here COMPILE-LITERAL 1 COMPILE-LITERAL COMPILE carry add-move",
    ),
    "a mark of two values": (
        ": far ( -- ) 3 lower ! ; : near ( -- ) 1 lower ! ;",
        "near",
        "turn-number 3 AND 0= IF far ELSE near ENDIF",
        "lower @ walk",
    ),
}
OUTSIDE = {  # what is stored is not always what the words show
    "by an unknown address": (
        THROW,
        "throw die where !",
        "turn-number 5 MOD 0= IF 7 where @ ! ELSE throw ENDIF",
        "die @ walk",
    ),
    "on the board by an unknown address": (
        "",
        "2 newest ! newest where !",
        "turn-number 3 > IF 8 where @ ! ELSE turn-number 1 AND 1+ newest ! ENDIF",
        "newest @ walk",
    ),
    "a stack that grows": (
        "",
        "36 0 DO 1 I height ! LOOP",
        "36 0 DO I height ++ LOOP turn-number 3 = IF -3 9 height ! ENDIF",
        "from height @ 1 MAX walk",
    ),
    "none at the start": (THROW, "", "throw", "die @ 1- bytes + C@ walk"),
}


def written(folder: Path, case: tuple[str, str, str, str]) -> Path:
    words, begin, turn, go = case
    return script_in(folder, GAME.format(words=words, begin=begin, turn=turn, go=go))


@pytest.mark.sampled(3)
@pytest.mark.parametrize("name", READ)
def test_words_read_for_each_value(tmp_path: Path, name: str) -> None:
    assert_tallied_alike(written(tmp_path, READ[name]))


@pytest.mark.parametrize("name", OUTSIDE)
def test_other_values_are_run(tmp_path: Path, name: str) -> None:
    assert_alike(written(tmp_path, OUTSIDE[name]))


def test_many_values(tmp_path: Path) -> None:
    case = (THROW, "throw", "turn-number 60 MOD 63 AND die !", "die @ 9 MOD walk")
    assert_run_alike(written(tmp_path, case))


STORES = """
{board 4 3 {grid} 6 {array} store board}
{directions -1 0 {direction} n -1 1 {direction} ne 0 1 {direction} e 1 1 {direction} se
  1 0 {direction} s 1 -1 {direction} sw 0 -1 {direction} w -1 -1 {direction} nw directions}
{players {player} X {player} O players}
{turn-order {turn} X {turn} O turn-order}
{pieces {piece} foot {piece} bishop {piece} rook {piece} chief {piece} gold pieces}
CREATE ways ' n , ' ne , ' e , ' se , ' s , ' sw , ' w , ' nw ,
CREATE goes 0 , 1 , 170 , 85 , 255 , 215 ,
: me ( -- 0|1 ) current-player player-index ;
: bit ( k -- n ) 1 SWAP BEGIN DUP WHILE SWAP 2* SWAP 1- REPEAT DROP ;
: goes? ( k -- ? ) bit piece-type CELLS goes + @ AND ;
: toward ( k -- ? ) me 4 * + 8 MOD CELLS ways + @ EXECUTE ;
: unpromoted ( type -- type ) DUP gold = IF DROP foot ENDIF ;
: place-of ( type player -- addr ) 3 * + 1- store ;
: take ( -- ) enemy? IF piece-type chief <> IF
  piece-type unpromoted me place-of DUP @ 1+ SWAP later! ENDIF ENDIF ;
: go ( k -- ) back DUP goes? IF toward ELSE DROP FALSE ENDIF IF friend? NOT IF
  take from here move add-move ENDIF ENDIF ;
: walk ( -- ) 8 0 DO I go LOOP ;
: put ( -- ) empty? IF current-piece-type me place-of @ DUP IF
  drop 1- current-piece-type me place-of later! add-move ELSE DROP ENDIF ENDIF ;
{moves walks {move} walk moves} {moves puts {move} put moves}
{pieces {piece} foot {moves} walks {drops} puts {piece} bishop {moves} walks {drops} puts
  {piece} rook {moves} walks {drops} puts {piece} chief {moves} walks
  {piece} gold {moves} walks pieces}
{board-setup {setup} O rook a4 {setup} O chief b4 {setup} O bishop c4 {setup} O foot b3
  {setup} X foot b2 {setup} X bishop a1 {setup} X chief b1 {setup} X rook c1 board-setup}
: chiefs ( player -- n ) 0 12 0 DO I piece-type-at chief = IF OVER I player-at = IF 1+ ENDIF ENDIF
  LOOP SWAP DROP ;
: OnIsGameOver ( -- result ) current-player chiefs 0= stalemate? OR IF #LossScore EXIT ENDIF
  turn-number 60 > IF #DrawScore ELSE #UnknownScore ENDIF ;
"""


COUNTED_BY_TYPE = (
    ": take ( -- ) piece-type store DUP @ 1+ SWAP later! ;\n"
    ": go ( ? -- ) IF friend? NOT IF take from here move add-move ENDIF ENDIF back ;\n"
    ": walk ( -- ) n go e go s go w go ;\n"
)


def test_captures_counted_by_type_take_few_paths(tmp_path: Path) -> None:
    """What one move has found out about the board is not kept for the next."""
    begin, rest = STORES.split(": take ", 1)
    _, end = rest.split(": walk ( -- ) 8 0 DO I go LOOP ;\n", 1)
    assert_tallied_alike(script_in(tmp_path, begin + COUNTED_BY_TYPE + end))


def test_stores_by_the_type_of_a_captured_piece(tmp_path: Path) -> None:
    """Only types that pieces have, and that no test excludes, decide where a number is stored."""
    assert_tallied_alike(script_in(tmp_path, STORES))
