"""A word that machine code finds by a token in memory: it is compiled when it has run often."""

from __future__ import annotations

from pathlib import Path

import pytest

import forthgame
from forthgame.machine.tiers.native_tier import OFTEN
from forthgame.words.registers import memory_layout as at

TEXT = """: once 1+ ; : twice 2 + ;
CREATE table ' once , ' twice ,
VARIABLE word ' once word !
: run ( n times -- n )   0 DO word @ EXECUTE LOOP ;
: both ( n times -- n )   0 DO table I 1 AND CELLS + @ EXECUTE LOOP ;
: fail ( -- )   0 1 SWAP / ;
: stops ( times -- )   0 DO I 5000 = IF ['] fail word ! ENDIF word @ EXECUTE LOOP ;
"""


def machine_code_of(machine: forthgame.Machine, name: str) -> int:
    word = machine.forth.word(name)
    return machine.forth.processor.i64[(at.NATIVE_WORDS >> 3) + word.index]


def compiled() -> forthgame.Machine:
    """Return a machine with compiled loops, without the words that they run."""
    machine = forthgame.Machine()
    machine.run(TEXT)
    forth = machine.forth
    native = forth.processor.tier
    assert native is not None
    native.compile(forth, [forth.word(name).entry for name in ("run", "both", "stops")])
    return machine


def test_it_is_compiled_when_it_has_run_often() -> None:
    machine = compiled()
    machine.run(f"0 {OFTEN - 1} run")
    assert not machine_code_of(machine, "once")
    machine.run("DROP 7 10 run")
    assert machine_code_of(machine, "once")
    assert machine.stack == [17]


def test_each_of_a_table_is() -> None:
    machine = compiled()
    machine.run("0 10000 both")
    assert machine.stack == [15000]
    assert machine_code_of(machine, "once")
    assert machine_code_of(machine, "twice")


def test_errors_in_it_are_those_of_the_interpreter() -> None:
    told = []
    plain = forthgame.Machine(native=False)
    plain.run(TEXT)
    for machine in (plain, compiled()):
        for before in ("", "' fail word ! "):
            try:
                machine.run(before + "0 9000 stops")
            except forthgame.ScriptError as error:
                told.append((error.message, str(error.place), error.word, error.stack))
            machine.run("' once word !")
    assert len(told) == 4
    assert told[:2] == told[2:]


def test_a_new_word_in_its_place_is_run() -> None:
    machine = compiled()
    machine.run(": tail 3 + ; ' tail word ! 0 5000 run")
    assert machine.stack == [15000]
    machine.run("DROP FORGET tail : tail 4 + ; ' tail word ! 0 5000 run")
    assert machine.stack == [20000]


def test_what_a_word_leaves_that_takes_a_token(tmp_path: Path) -> None:
    """If it is run as a token too, that is a mistake, which is reported at its place."""
    path = tmp_path / "left.4th"
    path.write_text(
        "{board 3 3 {grid} board}\n{directions -1 0 {direction} n directions}\n"
        "{players {player} X {player} O players}\n{turn-order {turn} X {turn} O turn-order}\n"
        ": look ( pos 'dir -- pos ) EXECUTE DROP DUP to ;\n"
        ": go here ['] n look EXECUTE n verify from here move add-move ;\n"
        "{moves m {move} go moves}\n{pieces {piece} p {moves} m pieces}\n"
        "{board-setup {setup} X p a1 board-setup}\n"
    )
    with (
        forthgame.load(path, native=False) as game,
        pytest.raises(forthgame.ScriptError, match="not the token of a word") as caught,
    ):
        game.perft(1)
    assert (caught.value.line, caught.value.word, list(caught.value.stack)) == (6, "EXECUTE", [6])
