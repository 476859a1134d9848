"""Words that ask the same for each piece of a list are asked once before it is tallied."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.generation.agreement import assert_run_alike, assert_tallied_alike, script_in

GAME = """
{{board 6 6 {{grid}} board}}
{{directions -1 1 {{direction}} ne -1 -1 {{direction}} nw 1 1 {{direction}} se
  1 -1 {{direction}} sw directions}}
{{players {{player}} X {{player}} O players}}
{{turn-order {{turn}} X {{turn}} O turn-order}}
CREATE ways ' ne , ' nw , ' se , ' sw ,
VARIABLE found VARIABLE at-most
: next-to? ( 'dir -- ? ) EXECUTE IF enemy? ELSE FALSE ENDIF ;
: men ( -- n ) 0 36 0 DO I friend-at? IF 1+ ENDIF LOOP ;
{words}
: step ( 'dir -- ) EXECUTE IF empty? IF from here move add-move ENDIF ENDIF back ;
: leap ( 'dir -- ) DUP EXECUTE IF enemy? IF capture EXECUTE IF empty? IF from here move add-move
  ENDIF ENDIF ELSE DROP ENDIF ELSE DROP ENDIF back ;
: steps ( -- ) {asked} verify back 4 0 DO I CELLS ways + @ step LOOP ;
: leaps ( -- ) 4 0 DO I CELLS ways + @ leap LOOP ;
{{moves ways-on {{move}} leaps {{move}} steps moves}}
{{pieces {{piece}} man {{moves}} ways-on pieces}}
{{board-setup {{setup}} X man b1 {{setup}} X man d1 {{setup}} X man f1 {{setup}} X man a2
  {{setup}} X man c2 {{setup}} O man b5 {{setup}} O man d5 {{setup}} O man a6 {{setup}} O man c6
  {{setup}} O man e6 board-setup}}
"""
ASKED = {
    "for the whole board": (
        ": threatens? ( pos -- ? ) FALSE found ! 4 0 DO DUP to I CELLS ways + @ next-to? "
        "IF TRUE found ! ENDIF LOOP DROP found @ ;\n"
        ": must-leap? ( -- ? ) FALSE 36 0 DO I friend-at? IF I threatens? IF DROP TRUE LEAVE "
        "ENDIF ENDIF LOOP ;",
        "must-leap? NOT",
    ),
    "with a direction": (
        ": any? ( 'dir -- ? ) FALSE found ! 36 0 DO I friend-at? IF I to DUP next-to? IF TRUE "
        "found ! ENDIF ENDIF LOOP DROP found @ ;",
        "['] ne any? NOT",
    ),
    "with a number": (": more-than? ( n -- ? ) men < ;", "3 more-than?"),
    "a number": ("", "men 2 > men 6 < AND"),
    "and stored": ("", "men at-most ! at-most @ 5 <="),
    "along a direction": (
        ": seen ( pos -- n ) to 0 BEGIN ne WHILE enemy? IF 1+ ENDIF REPEAT ;\n"
        ": sees? ( -- ? ) FALSE 36 0 DO I friend-at? IF I seen 0> OR ENDIF LOOP ;",
        "sees? NOT",
    ),
}
RUN = {
    "may divide by nothing": (": share ( -- n ) 24 men 1- / ;", "turn-number 9 > share 5 > OR"),
    "may go on for ever": (
        ": ends? ( -- ? ) BEGIN men 1 > UNTIL TRUE ;",
        "turn-number 99 > IF ends? ELSE TRUE ENDIF",
    ),
    "depends on the piece": (
        ": before-me ( -- n ) 0 36 0 DO I friend-at? IF I from < IF 1+ ENDIF ENDIF LOOP ;",
        "before-me 3 * 7 MOD 4 <",
    ),
    "prints": (": says? ( -- ? ) men . TRUE ;", "turn-number 99 > IF says? ELSE TRUE ENDIF"),
    "fetches from anywhere": (
        ": cell? ( -- ? ) men 4000000 * @ ;",
        "turn-number 99 > IF cell? ELSE TRUE ENDIF",
    ),
}


def written(folder: Path, words: str, asked: str) -> Path:
    return script_in(folder, GAME.format(words=words, asked=asked))


@pytest.mark.sampled(6)
@pytest.mark.parametrize("name", ASKED)
def test_a_word_for_the_whole_board_is_asked_once(tmp_path: Path, name: str) -> None:
    path = written(tmp_path, *ASKED[name])
    assert_tallied_alike(path)


@pytest.mark.sampled(6)
@pytest.mark.parametrize("name", RUN)
def test_other_words_are_run(tmp_path: Path, name: str) -> None:
    path = written(tmp_path, *RUN[name])
    assert_run_alike(path)
