"""Words that take directions from a table are tallied, with the interpreter's results."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.generation.agreement import assert_alike, assert_tallied_alike

GAME = """
{{board {size} {{grid}} board}}
{{directions -1 0 {{direction}} n 1 0 {{direction}} s 0 1 {{direction}} e 0 -1 {{direction}} w
  1 1 {{direction}} se directions}}
{{players {{player}} X {{player}} O players}}
{{turn-order {{turn}} X {{turn}} O turn-order}}
{symmetries}
VARIABLE v1 VARIABLE v2 VARIABLE count
: nothing ( -- ? ) FALSE ;
{table}
{words}
{{moves ways {{move}} go moves}}
{{pieces {{piece}} man {{moves}} ways pieces}}
{{board-setup {{setup}} X man a1 {{setup}} X man b2 {{setup}} X man c2 {{setup}} O man b3
  {{setup}} O man c3 {{setup}} O man d4 board-setup}}
"""
TABLE = "CREATE ways-on ' n , ' s , ' e , ' w ,\n: way ( i -- 'dir ) CELLS ways-on + @ ;"
STEP = ": step ( 'dir -- ) EXECUTE IF empty? IF from here move add-move ENDIF ENDIF back ;"
SLIDE = (
    ": slide ( 'dir -- ) BEGIN DUP EXECUTE IF empty? ELSE FALSE ENDIF WHILE "
    "from here move add-move REPEAT DROP back ;"
)
GO = ": go ( -- ) 4 0 DO I way {} LOOP ;"
TWO = "CREATE ahead ' n , ' e ,\nCREATE beside ' s , ' w ,"
TALLIED = {
    "steps": {"words": f"{STEP} {GO.format('step')}"},
    "slides": {"words": f"{SLIDE} {GO.format('slide')}"},
    "an array": {
        "table": "4 [] ways-on  ' n 0 ways-on !  ' s 1 ways-on !  ' e 2 ways-on !  ' w 3 ways-on ! "
        ": way ( i -- 'dir ) ways-on @ ;",
        "words": f"{STEP} {GO.format('step')}",
    },
    "a variable of one run": {
        "words": ": step ( 'dir -- ) v1 ! v1 @ way EXECUTE IF empty? IF from here move add-move "
        "ENDIF ENDIF back ; : go ( -- ) 4 0 DO I step LOOP ;",
    },
    "two steps": {
        "words": ": next? ( 'dir -- ? ) EXECUTE IF empty? ELSE FALSE ENDIF ; : hop ( 'dir -- ) DUP "
        "next? IF next? IF from here move add-move ENDIF ELSE DROP ENDIF back ; "
        + GO.format("hop"),
    },
    "a loop that verify ends": {
        "words": ": ray ( 'dir -- ) BEGIN DUP EXECUTE verify empty? verify from here move add-move "
        "AGAIN ; : go ( -- ) ['] e ray ;",
    },
    "up to the end of the table": {
        "table": "CREATE ways-on ' n , ' s , ' e , ' w , 0 ,",
        "words": ": go ( -- ) 0 BEGIN DUP CELLS ways-on + @ DUP WHILE EXECUTE IF empty? IF from "
        "here move add-move ENDIF ENDIF back 1+ REPEAT 2DROP ;",
    },
    "backwards": {"words": f"{STEP} : go ( -- ) 4 0 DO 3 I - way step LOOP ;"},
    "symmetric": {
        "symmetries": "{{symmetries O {{symmetry}} n s O {{symmetry}} e w symmetries}}".replace(
            "{{", "{"
        ).replace("}}", "}"),
        "words": f"{STEP} {GO.format('step')}",
    },
    "one of two tables": {
        "table": TWO,
        "words": f"{STEP} : ways ( -- table ) current-player X = IF ahead ELSE beside ENDIF ; "
        ": go ( -- ) 2 0 DO ways I CELLS + @ step LOOP ways 1 CELLS + @ step ;",
    },
    "a table of tables": {
        "table": f"{TWO}\nCREATE both ahead , beside ,",
        "words": f"{STEP} : go ( -- ) 2 0 DO current-player player-index CELLS both + @ I CELLS + "
        "@ step LOOP ;",
    },
    "a variable with a table": {
        "table": TWO,
        "words": f"{STEP} : go ( -- ) ahead v1 ! friend? IF beside v1 ! ENDIF "
        "2 0 DO I CELLS v1 @ + @ step LOOP ;",
    },
    "an address that moves through a table": {
        "words": f"{STEP} : go ( -- ) ways-on BEGIN DUP ways-on 4 CELLS + < WHILE DUP @ step "
        "1 CELLS + REPEAT DROP ;",
    },
    "steps of loops": {
        "words": f"{STEP} : go ( -- ) 4 0 DO I way step 2 +LOOP 1 3 DO I way step -2 +LOOP ;",
    },
    "a variable with the token that a helper is given": {
        "words": ": step? ( -- ? ) v1 @ EXECUTE ; : try ( 'dir -- ) v1 ! step? IF enemy? IF step? "
        "IF empty? IF from here move add-move ENDIF ENDIF ELSE friend? NOT IF from here move "
        "add-move ENDIF ENDIF ENDIF back ; : go ( -- ) ['] n try ['] e try ['] se try ;",
    },
    "a deferred word that a helper sets": {
        "table": "DEFER along",
        "words": ": try ( 'dir -- ) IS along along IF empty? IF from here move add-move ENDIF "
        "ENDIF back ; : go ( -- ) ['] n try ['] e try ['] s try ;",
    },
    "a loop that is left": {
        "words": ": slide ( 'dir -- ) 3 0 DO DUP EXECUTE IF empty? ELSE FALSE ENDIF IF from here "
        "move add-move ELSE LEAVE ENDIF LOOP DROP back ; : go ( -- ) ['] n slide ['] e slide ;",
    },
    "a count of steps": {
        "words": ": far ( 'dir -- ) 0 count ! BEGIN DUP EXECUTE IF empty? ELSE FALSE ENDIF WHILE "
        "count ++ REPEAT DROP count @ 1 > IF from here move add-move ENDIF back ; "
        ": go ( -- ) ['] n far ['] e far ['] s far ;",
    },
    "a word that calls itself": {
        "words": ": far ( 'dir -- n ) DUP EXECUTE IF empty? ELSE FALSE ENDIF IF RECURSE 1+ ELSE "
        "DROP 0 ENDIF ; : try ( 'dir -- ) far 1 > IF from here move add-move ENDIF back ; "
        ": go ( -- ) ['] n try ['] e try ['] s try ;",
    },
    "a token that is left on one way": {
        "words": ": shoot ( 'dir -- ) DUP EXECUTE verify empty? IF EXECUTE verify ENDIF friend? "
        "NOT verify from here move add-move ; : go ( -- ) ['] e shoot ;",
    },
    "tokens that are left on some ways": {
        "words": ": look ( 'dir -- ) DUP EXECUTE IF empty? IF from here move add-move ELSE friend? "
        "IF EXECUTE IF empty? IF from here move add-move ENDIF ENDIF ENDIF ENDIF ENDIF back ; "
        ": go ( -- ) ['] n look ['] e look ['] s look ;",
    },
    "a total of lines": {  # whose value would make too many paths
        "table": "CREATE ways-on ' n , ' s , ' e , ' w , ' se ,\n: way ( i -- 'dir ) CELLS "
        "ways-on + @ ;",
        "words": ": catch ( 'dir -- n ) back 0 BEGIN OVER EXECUTE IF enemy? ELSE FALSE ENDIF WHILE "
        "1+ REPEAT SWAP DROP friend? NOT IF DROP 0 ENDIF ; : turn ( 'dir n -- ) back 0 DO DUP "
        "EXECUTE DROP current-player change-owner LOOP DROP ; : line ( i -- n ) way DUP catch DUP "
        "IF 2DUP turn ENDIF SWAP DROP ; : lines ( -- n ) 0 5 0 DO I line + LOOP ; "
        ": go ( -- ) e verify empty? verify from here move lines verify add-move ;",
    },
    "positions from a table of numbers": {
        "table": "CREATE ahead 1 , -2 , 5 ,",
        "words": ": hop ( i -- ) CELLS ahead + @ from + DUP 0 < OVER 15 > OR IF DROP ELSE DUP "
        "friend-at? IF DROP ELSE DUP to empty? IF from SWAP move add-move ELSE capture from SWAP "
        "move add-move ENDIF back ENDIF ENDIF ; : go ( -- ) 3 0 DO I hop LOOP ;",
    },
}
FIFTH = TABLE.replace("' w ,\n", "' w , {} ,\n")
OTHERS = {
    "a word that calls itself with another direction": {
        "words": ": far ( 'dir -- n ) DUP EXECUTE IF empty? ELSE FALSE ENDIF IF ['] n = IF ['] e "
        "ELSE ['] n ENDIF RECURSE 1+ ELSE DROP 0 ENDIF ; : try ( 'dir -- ) far 1 > IF from here "
        "move add-move ENDIF back ; : go ( -- ) ['] n try ['] e try ['] s try ;",
    },
    "a number beside the table": {
        "table": FIFTH.format("77"), "words": f"{STEP} : go ( -- ) 5 0 DO I way step LOOP ;",
    },
    "another word beside it": {
        "table": FIFTH.format("' nothing"),
        "words": f"{STEP} : go ( -- ) 5 0 DO I way step LOOP ;",
    },
    "an index out of it": {"words": f"{STEP} : go ( -- ) 5 1 DO I way step LOOP ;"},
    "an index in front of it": {"words": f"{STEP} : go ( -- ) 3 -1 DO I way step LOOP ;"},
    "a variable behind it": {
        "table": TABLE.replace("' w ,\n", "' w ,\nVARIABLE place\n"),
        "words": f"{STEP} : go ( -- ) ['] se place ! 9 0 DO I way DUP ['] se = IF step ELSE DROP "
        "ENDIF LOOP ;",
    },
    "a table that changes": {
        "words": f"{STEP} {GO.format('step')} : OnMakeAMove ['] se ways-on ! ;",
    },
    "an index out of a table of tables": {
        "table": f"{TWO}\nCREATE both ahead , beside ,\nCREATE more ' se , ' n ,",
        "words": f"{STEP} : go ( -- ) 3 0 DO more I 2 - CELLS + @ DROP I CELLS both + @ DUP 99 > "
        "IF @ step ELSE DROP ENDIF LOOP ;",
    },
    "a variable with a table or none": {
        "table": TWO,
        "words": f"{STEP} : go ( -- ) v1 @ IF v1 @ @ step ENDIF friend? IF beside v1 ! ENDIF ; "
        ": OnMakeAMove ahead v1 ! ;",
    },
    "a variable that another word gives a helper": {
        "words": ": step? ( -- ? ) v1 @ EXECUTE ; : try ( 'dir -- ) v1 ! step? IF friend? NOT IF "
        "from here move add-move ENDIF ENDIF back ; : go ( -- ) step? DROP back ['] n try ['] e "
        "try ; : OnMakeAMove ['] nothing v1 ! ; : OnNewGame ['] s v1 ! ;",
    },
    "numbers that change": {
        "table": "CREATE ahead 1 , -2 , 5 ,",
        "words": ": hop ( i -- ) CELLS ahead + @ from + DUP 0 < OVER 15 > OR IF DROP ELSE DUP "
        "friend-at? IF DROP ELSE from SWAP move add-move ENDIF ENDIF ; : go ( -- ) 3 0 DO I hop "
        "LOOP ; : OnMakeAMove 2 ahead ! ;",
    },
    "the number of a token": {
        "words": f"{STEP} : go ( -- ) 4 0 DO I way 0= IF count ++ ENDIF I way step LOOP ;",
    },
}  # fmt: skip
SIZES = ("4 4", "9 9")


def written(folder: Path, size: str, parts: dict[str, str]) -> Path:
    path = folder / "game.4th"
    shape = {"size": size, "table": TABLE, "symmetries": ""} | parts
    path.write_text(GAME.format(**shape), encoding="utf-8")
    return path


@pytest.mark.sampled(11)
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", TALLIED)
def test_directions_of_a_table_are_tallied(tmp_path: Path, name: str, size: str) -> None:
    path = written(tmp_path, size, TALLIED[name])
    assert_tallied_alike(path)


@pytest.mark.sampled(11)
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", OTHERS)
def test_other_tables_do_what_they_do_interpreted(tmp_path: Path, name: str, size: str) -> None:
    """Lists, errors and memory are the same if a table contains something else."""
    path = written(tmp_path, size, OTHERS[name])
    assert_alike(path)
