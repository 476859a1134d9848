"""Words that walk as far as a die shows, or along a ring of positions, are tallied."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.generation.agreement import assert_alike, assert_tallied_alike, script_in

GAME = """
{{board {{position}} s0 {{position}} s1 {{position}} s2 {{position}} s3 {{position}} s4
  {{position}} s5 {{position}} s6 {{position}} cup board}}
{{directions {{link}} on s0 s1 {{link}} on s1 s2 {{link}} on s2 s3 {{link}} on s3 s4
  {{link}} on s4 s5
  {{link}} on s5 s6 {{link}} on s6 s0 {{link}} over s0 s2 {{link}} over s2 s3 {{link}} over s3 s6
  {{link}} over s5 s1 directions}}
{{players {{player}} X {{player}} O {{player}} ?Die {{random}} players}}
{{turn-order {{turn}} ?Die {{of-type}} throwing {{turn}} X {{turn}} ?Die {{of-type}} throwing
  {{turn}} O turn-order}}
$passTurnForced ON
: pips ( -- n ) cup piece-type-at ;
: throw ( -- ) 3 0 DO I 1+ change-type add-move LOOP {more} ;
{words}
{{moves men {{move}} go moves}}
{{moves throws {{move}} throw {{move-type}} throwing moves}}
{{pieces {{piece}} one {{moves}} throws {{piece}} two {{moves}} throws
  {{piece}} three {{moves}} throws
  {{piece}} man {{moves}} men pieces}}
{{board-setup {{setup}} ?Die one cup {{setup}} X man s0 {{setup}} X man s2 {{setup}} O man s4
  {{setup}} O man s5 board-setup}}
"""
ARRIVE = "friend? NOT verify from here move add-move"
WORDS = {
    "steps in a loop": f": go ( -- ) pips 0 DO on verify LOOP {ARRIVE} ;",
    "all steps or none": ": walk ( n -- ? ) TRUE SWAP 0 DO on AND LOOP ; "
    f": go ( -- ) pips walk verify {ARRIVE} ;",
    "steps that are counted down": ": walk ( n -- ) BEGIN DUP 0 > WHILE over NOT IF DROP $Exit "
    f"ENDIF 1- REPEAT DROP ; : go ( -- ) pips walk {ARRIVE} ;",
    "a table by the die": "CREATE ways ' on , ' over , ' on , : go ( -- ) pips 1- 0 MAX 2 MIN "
    f"CELLS ways + @ EXECUTE verify {ARRIVE} ;",
    "a ring": f": go ( -- ) on verify over verify on IF {ARRIVE} ENDIF back over verify {ARRIVE} ;",
    "a ring until a friend": ": go ( -- ) BEGIN over IF friend? NOT ELSE FALSE ENDIF WHILE from "
    "here move add-move REPEAT ;",
}
OTHER_TYPES = "9 change-type add-move 1000 change-type add-move"


def written(folder: Path, words: str, more: str = "") -> Path:
    return script_in(folder, GAME.format(words=words, more=more))


@pytest.mark.sampled(4)
@pytest.mark.parametrize("name", WORDS)
def test_walks_are_tallied(tmp_path: Path, name: str) -> None:
    path = written(tmp_path, WORDS[name])
    assert_tallied_alike(path)


@pytest.mark.sampled(3)
@pytest.mark.parametrize("name", WORDS)
def test_a_die_with_a_type_that_there_is_not(tmp_path: Path, name: str) -> None:
    """Words are run if the piece at the position of the die has another type than any declared."""
    path = written(tmp_path, WORDS[name], OTHER_TYPES)
    assert_alike(path)
