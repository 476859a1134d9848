"""The time limit is checked while a script's text is read, however long a single word takes."""

from __future__ import annotations

import pytest

import forthgame
from forthgame.base.errors import TIME_LIMIT


def late(machine: forthgame.Machine, text: str, tokens: int = 0) -> forthgame.ScriptError:
    """Return the error of a text whose time is over, as if so many words had been read before."""
    machine.seconds, machine.forth.processor.tokens = 0, tokens
    with pytest.raises(forthgame.ScriptError) as caught:
        machine.run(text)
    assert caught.value.number == TIME_LIMIT
    return caught.value


@pytest.mark.parametrize("text", ["VARIABLE x", "word", ": y [ word"])
def test_each_word_that_the_text_runs_looks_at_the_clock(text: str) -> None:
    machine = forthgame.Machine(native=False)
    machine.run(": word ;")
    assert late(machine, text).word in text.split()


def test_words_that_are_passed_over_look_at_the_clock() -> None:
    """Reading stops before the error that ENDIF is missing."""
    assert late(forthgame.Machine(native=False), "0 IF " + "5 " * 40).word == "IF"


def test_names_and_numbers_look_at_the_clock() -> None:
    late(forthgame.Machine(native=False), "5 " * 40)


def test_words_that_are_passed_over_are_not_stored() -> None:
    machine = forthgame.Machine(native=False)
    machine.run("0 IF " + "5 " * 40 + "ENDIF")
    assert machine.forth.parsed == []


def test_links_look_at_the_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """This happens once for each direction: a table of all may have millions of cells."""
    looks = 0

    def look() -> None:
        nonlocal looks
        looks += 1

    machine = forthgame.Machine(native=False)
    monkeypatch.setattr(machine.forth.processor, "check_time", look)
    machine.run("{board 2 2 {grid} board}")
    machine.forth.processor.tokens = looks = 0
    machine.run("{directions 0 1 {direction} a 0 1 {direction} b 1 0 {direction} c directions}")
    assert looks == 3
