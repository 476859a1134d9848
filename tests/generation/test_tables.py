"""Tables of words, and arrays and tables with a number for each position: they are tallied."""

from __future__ import annotations

from pathlib import Path

import pytest

import forthgame
from forthgame.words.registers import memory_layout as at
from tests.generation.agreement import assert_alike, assert_tallied_alike
from tests.machines import prepared

GAME = """
{{board {size} {{grid}} 81 {{array}} heights {{variable}} seen board}}
{{directions -1 0 {{direction}} n 1 0 {{direction}} s 0 1 {{direction}} e 0 -1 {{direction}} w
  directions}}
{{players {{player}} X {{player}} O players}}
{{turn-order {{turn}} X {{turn}} O turn-order}}
{{symmetries O {{symmetry}} n s symmetries}}
VARIABLE v1 VARIABLE v2 VARIABLE count
CREATE ranks {ranks}
CREATE files {files}
: step ( 'dir -- ) EXECUTE IF friend? NOT IF from here move add-move ENDIF ENDIF back ;
: up ( -- ) ['] n step ;
: side ( -- ) ['] e step ['] w step ;
: none ( -- ) ;
{words}
{{moves ways {{move}} go moves}}
{{pieces {{piece}} man {{moves}} ways {{piece}} king {{moves}} ways pieces}}
{{board-setup {{setup}} X man a1 {{setup}} X man b1 {{setup}} X king c2 {{setup}} O man b3
  {{setup}} O king c3 {{setup}} O man d4 board-setup}}
: OnNewGame ( -- ) 81 0 DO I 3 MOD I heights ! LOOP ;
"""
TO = ": to-there ( -- ) friend? NOT verify from here move add-move ; "
GROUND = " ".join("0 C," if 3 in (k % 4, k % 9 - 5) else "1 C," for k in range(81))
BESIDE = (
    "CREATE beside 81 CELLS ALLOT : fill ( -- ) 81 0 DO {} I CELLS beside + ! LOOP ; fill "
    ": go ( -- ) from CELLS beside + @ DUP 0< NOT IF DUP friend-at? NOT IF from OVER move add-move "
    "ENDIF ENDIF DROP ;"
)
TALLIED = {
    "neighbours in a table": BESIDE.format(
        "I $columns @ MOD 1+ $columns @ < IF I 1+ ELSE -1 ENDIF"
    ),
    "neighbours on different sides": BESIDE.format("I 1 XOR DUP 80 > IF DROP -1 ENDIF"),
    "neighbours of neighbours": BESIDE.format("I 3 MOD 0= IF I 3 MOD I + ELSE I 1- ENDIF"),
    "words of a table": "CREATE doings ' up , ' side , ' none , "
    ": go ( -- ) 3 0 DO I CELLS doings + @ EXECUTE LOOP ;",
    "a helper that fetches": "CREATE doings ' up , ' side , "
    ": pick ( i table -- xt ) SWAP CELLS + @ ; : go ( -- ) 2 0 DO I doings pick EXECUTE LOOP ;",
    "one of two words": ": go ( -- ) turn-number 3 > IF ['] up ELSE ['] side ENDIF EXECUTE ;",
    "a word by the type": "CREATE doings ' none , ' up , ' side , "
    ": go ( -- ) from piece-type-at CELLS doings + @ EXECUTE ;",
    "directions of both kinds": "CREATE ways-on ' n , ' s , ' e , ' w , "
    ": go ( -- ) 4 0 DO I CELLS ways-on + @ step LOOP ;",
    "an array": TO + ": go ( -- ) n verify here heights @ 1 = verify to-there ;",
    "an array, compared": TO + ": go ( -- ) e verify here heights @ 1 > NOT verify to-there ;",
    "an array beside": TO + ": go ( -- ) s verify from heights @ 2 < verify to-there ;",
    "bytes of a table": TO + ": go ( -- ) n verify here ranks + C@ 2 = NOT verify to-there ;",
    "cells of a table": TO + ": go ( -- ) e verify here CELLS files + @ 1 > verify to-there ;",
    "numbers from a table": TO + ": go ( -- ) e verify here ranks + C@ here CELLS files + @ + 2 "
    "MOD verify to-there ;",
    "every second item": TO + ": go ( -- ) n verify here 2* ranks + C@ 2 < verify to-there ;",
    "a walk over a table": TO
    + "CREATE ground "
    + GROUND
    + " : go ( -- ) BEGIN here ground + C@ WHILE e DROP REPEAT here from <> verify to-there ;",
    "a position by its number": TO + ": go ( -- ) a1 empty-at? a1 friend-at? OR verify n verify "
    "d4 piece-type-at 0= NOT verify c3 enemy-at? b3 player-at O = OR verify to-there ;",
    "a position beside": TO + ": go ( -- ) e verify here 1- empty-at? here 1- friend-at? OR "
    "verify to-there ;",
    "items by position": TO + "81 [] marks 1 3 marks ! 2 9 marks ! : go ( -- ) n verify here marks "
    "@ 2 < verify to-there ;",
    "an address that wraps": TO + "4 [] few : go ( -- ) n verify 1073741824 few 0 few = verify "
    "to-there ;",
    "a store by position": TO + ": go ( -- ) n verify friend? NOT verify from here move "
    "5 here heights later! add-move ;",
}
OTHERS = {
    "another word behind the table": "CREATE doings ' up , ' side , VARIABLE last "
    ": bad ( -- ) count ++ ; : OnNextTurn ( -- ) ['] bad last ! ; "
    ": go ( -- ) 9 0 DO I CELLS doings + @ DUP 0= IF DROP ELSE EXECUTE ENDIF LOOP ;",
    "a number in the table": "CREATE doings ' up , 0 , ' side , "
    ": go ( -- ) 3 0 DO I CELLS doings + @ EXECUTE LOOP ;",
    "a word that stores": ": noted ( -- ) count ++ ; CREATE doings ' up , ' noted , "
    ": go ( -- ) 2 0 DO I CELLS doings + @ EXECUTE LOOP ;",
    "a table that changes": "CREATE doings ' up , ' side , : OnNextTurn ( -- ) ['] side doings ! ; "
    ": go ( -- ) 2 0 DO I CELLS doings + @ EXECUTE LOOP ;",
    "words of unequal effect": ": leaves ( -- n ) 5 ; CREATE doings ' up , ' leaves , "
    ": go ( -- ) 2 0 DO I CELLS doings + @ EXECUTE LOOP ;",
    "bytes that change": TO + ": OnNextTurn ( -- ) ranks C@ 1+ 3 MOD ranks C! ; "
    ": go ( -- ) n verify here ranks + C@ 2 = NOT verify to-there ;",
    "bytes by a computed address": TO + ": OnNextTurn ( -- ) 2 turn-number 9 MOD ranks + C! ; "
    ": go ( -- ) n verify here ranks + C@ 2 = NOT verify to-there ;",
    "bytes by an address in a variable": TO + "VARIABLE place ranks place ! : OnNextTurn ( -- ) "
    "place ++ 2 place @ C! ; : go ( -- ) n verify here ranks + C@ 2 = NOT verify to-there ;",
    "an array behind the board": TO + ": go ( -- ) n verify here 70 + heights @ verify to-there ;",
    "a position off the board": TO + ": go ( -- ) n verify here 90 + empty-at? verify to-there ;",
    "a position in front of it": TO + ": go ( -- ) e verify here 30 - empty-at? verify to-there ;",
}


def written(folder: Path, size: str, words: str) -> Path:
    path = folder / "game.4th"
    ranks = " ".join(f"{k // 4 % 4} C," for k in range(100))
    files = " ".join(f"{k % 4} ," for k in range(100))
    path.write_text(GAME.format(size=size, words=words, ranks=ranks, files=files), encoding="utf-8")
    return path


@pytest.mark.sampled(7)
@pytest.mark.parametrize("size", ["4 4", "9 9"])
@pytest.mark.parametrize("name", TALLIED)
def test_tables_are_tallied(tmp_path: Path, name: str, size: str) -> None:
    path = written(tmp_path, size, TALLIED[name])
    assert_tallied_alike(path)


@pytest.mark.sampled(6)
@pytest.mark.parametrize("name", OTHERS)
def test_other_tables_do_what_they_do_interpreted(tmp_path: Path, name: str) -> None:
    """Moves, results, errors and variables are those of the interpreter."""
    path = written(tmp_path, "4 4", OTHERS[name])
    assert_alike(path)


def test_a_table_that_is_changed_from_outside(tmp_path: Path) -> None:
    """The words are run once a table differs from the one that was read, and tallied otherwise."""
    path = written(tmp_path, "4 4", TALLIED["every second item"])
    seen = []
    for native in (True, False):
        game = prepared(forthgame.load(path, native=native), native)
        place = at.MEMORY + game.forth.word("ranks").token + at.CELL
        counts = [game.perft(3)]
        for number in (9, 0):
            game.forth.processor.bytes[place : place + 9] = bytes([number] * 9)
            counts.append(game.perft(3))
        seen.append([*counts, game.playouts(20, seed=2, plies=30).results])
    assert seen[0] == seen[1]
    assert len(set(seen[0][:3])) == 2


def test_words_that_a_neutral_player_could_not_run(tmp_path: Path) -> None:
    """They are tallied for those who have turns, and run if the other is made to move."""
    words = TO + ": go ( -- ) n verify current-player player-index heights @ verify to-there ;"
    path = written(tmp_path, "4 4", words)
    text = path.read_text().replace("{player} O players}", "{player} O {neutral} N players}")
    text = text.replace("81 {array} heights", "2 {array} heights").replace("81 0 DO", "2 0 DO")
    path.write_text(text.replace("I 3 MOD I heights", "1 I heights"), encoding="utf-8")
    assert_tallied_alike(path)
    changed = text + "\n: OnNextTurn ( -- ) turn-number 4 = IF N $player ! N $forPlayer ! ENDIF "
    path.write_text(changed + "$turnNumber ++ turn-offset next-turn-offset $SetTurn ;")
    assert_alike(path)
