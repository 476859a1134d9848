"""Tokens that a game stores while it runs, in deferred words and variables, compiled or not."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.generation.agreement import assert_alike, assert_tallied_alike

GAME = """
{{board 4 4 {{grid}} board}}
{{directions -1 0 {{direction}} n 1 0 {{direction}} s 0 1 {{direction}} e 0 -1 {{direction}} w
  1 1 {{direction}} se directions}}
{{players {{player}} X {{player}} O players}}
{{turn-order {{turn}} X {{turn}} O turn-order}}
VARIABLE v1 VARIABLE v2 VARIABLE count VARIABLE held
DEFER along  DEFER test
CREATE table ' n , ' s , ' e , ' w ,
: way ( i -- 'dir ) CELLS table + @ ;
: step ( ? -- ) IF empty? IF from here move add-move ENDIF ENDIF back ;
: yes ( -- ? ) TRUE ;  : free? ( -- ? ) empty? ;  : two ( -- ? ? ) TRUE TRUE ;
{words}
{{moves ways {{move}} go moves}}
{{pieces {{piece}} man {{moves}} ways pieces}}
{{board-setup {{setup}} X man a1 {{setup}} X man b2 {{setup}} X man c2 {{setup}} O man b3
  {{setup}} O man c3 {{setup}} O man d4 board-setup}}
"""
TALLIED = {
    "one of a table": ": go 4 0 DO I way IS along  along step LOOP ;",
    "a direction by name": ": go ['] n IS along  along step  ['] se IS along  along step ;",
    "one of two words": ": go e IF turn-number 3 < IF ['] yes ELSE ['] free? ENDIF IS test "
    "test IF from here move add-move ENDIF ENDIF ;",
    "a variable": ": go 4 0 DO I way held !  held @ EXECUTE step LOOP ;",
    "a variable that is read twice": ": go ['] e held ! held @ EXECUTE IF held @ EXECUTE step "
    "ELSE back ENDIF ;",
    "one that is always the same": "' yes IS test : OnNextTurn ['] yes IS test ; "
    ": go e IF test IF from here move add-move ENDIF ENDIF ;",
    "one of two that an event stores": "' yes IS test : OnNextTurn turn-number 2 MOD IF ['] yes "
    "ELSE ['] free? ENDIF IS test ; : go e IF test IF from here move add-move ENDIF ENDIF ;",
    "set outside, too": "' w IS along : go ['] e IS along along step ;",
}
LISTED = {
    "one of two, or none yet": ": OnMakeAMove turn-number 2 MOD IF ['] yes ELSE ['] free? ENDIF "
    "IS test ; : go e IF test IF from here move add-move ENDIF ENDIF ;",
    "one of two, or a number": ": OnMakeAMove turn-number 2 MOD IF ['] yes ELSE ['] free? ENDIF "
    "held ! ; : go e IF held @ EXECUTE IF from here move add-move ENDIF ENDIF ;",
    "never set": ": go along step ;",
    "set for one player only": ": go current-player X = IF ['] n IS along ENDIF along step ;",
    "set by a helper": ": set ( xt -- ) IS along ; : go ['] n set along step ['] s set along step "
    ";",
    "set by its token": ": go ['] n ['] along (IS) along step ;",
    "set behind a move": ": go along step ['] e IS along ; ' w IS along",
    "set by an event": "' n IS along : go along step ; "
    ": OnMakeAMove turn-number 2 MOD IF ['] e ELSE ['] s ENDIF IS along ;",
    "words of other effects": ": go e IF turn-number 2 > IF ['] two ELSE ['] yes ENDIF IS test "
    "test DROP IF from here move add-move ENDIF ENDIF ;",
    "a number": ": go turn-number 3 > IF 5 ELSE ['] e ENDIF held ! held @ EXECUTE step ;",
    "an index out of the table": ": go 5 1 DO I way IS along along step LOOP ;",
    "a store beside it": ": go ['] e held ! 3 held 1+ C! held @ EXECUTE step ;",
    "added to": ": go ['] e held ! 0 held +! held @ EXECUTE step ;",
    "printed": ": go ['] e IS along along IF empty? IF from here move ['] along 4 + @ count ! "
    "count @ COMPILE-LITERAL COMPILE DROP add-move ENDIF ENDIF ;",
    "deep on the stack": ": go 1 2 3 4 5 6 7 8 ['] e IS along along step 2DROP 2DROP 2DROP 2DROP ;",
    "itself": ": again ( -- ? ) turn-number 2 > IF along ELSE e ENDIF ; "
    ": go ['] again IS along along step ;",
}


def written(folder: Path, words: str) -> Path:
    path = folder / "game.4th"
    path.write_text(GAME.format(words=words), encoding="utf-8")
    return path


@pytest.mark.sampled(3)
@pytest.mark.parametrize("name", TALLIED)
def test_tokens_that_a_word_stores_first_are_known(tmp_path: Path, name: str) -> None:
    path = written(tmp_path, TALLIED[name])
    assert_tallied_alike(path)


@pytest.mark.sampled(3)
@pytest.mark.parametrize("name", LISTED)
def test_other_tokens_do_what_they_do_interpreted(tmp_path: Path, name: str) -> None:
    """Lists, errors and memory are the same if a token is not known beforehand."""
    path = written(tmp_path, LISTED[name])
    assert_alike(path)
