"""Numbers of a script that do not fit, and indexes of the stack in its text."""

from __future__ import annotations

from pathlib import Path

import pytest

import forthgame
from forthgame.check.check import check

BOARD = "{board 2 2 {grid} board}\n"


def wrong(source: str) -> forthgame.ScriptError:
    """The error of a script."""
    with pytest.raises(forthgame.ScriptError) as caught:
        forthgame.Machine().run(source)
    return caught.value


@pytest.mark.parametrize(
    ("before", "number"),
    [
        ("", "99999999999"),
        ("", "-2147483649"),
        ("", "4294967296"),
        ("", "9" * 5000),
        ("HEX ", "1FFFFFFFF"),
        ("BINARY ", "1" * 33),
        ("OCTAL ", "40000000000"),
        (": t ", "99999999999"),
        (": t [ ", "99999999999"),
        ("{players {player} A players} {turn-order {turn} ", "99999999999"),
        (BOARD + "{directions {link} n a1 ", "99999999999"),
    ],
)
def test_a_number_too_large_says_what_fits(before: str, number: str) -> None:
    error = wrong(before + number)
    assert error.message.startswith("the number does not fit into 32 bits")
    assert "-2147483648 to 2147483647" in error.message
    assert error.column == len(before.splitlines()[-1] if before else "") + 1


@pytest.mark.parametrize("before", ["", ": t "])
@pytest.mark.parametrize("number", ["1.0e39", "-1.0e39", "9" * 40 + ".0"])
def test_a_float_too_large_says_what_fits(before: str, number: str) -> None:
    error = wrong(before + number)
    assert error.message.startswith("the number does not fit into a float of 32 bits")
    assert error.column == len(before) + 1


@pytest.mark.parametrize(
    ("source", "shown"),
    [
        ("2147483648 .", "-2147483648 "),
        ("4294967295 .", "-1 "),
        ("HEX FFFFFFFF DECIMAL .", "-1 "),
        ("-2147483648 .", "-2147483648 "),
        ("000000000000000000000000000000000000000000007 .", "7 "),
        ("3.4e38 F>N DROP 1.0e-60 F>N .", "0 "),
    ],
)
def test_numbers_that_fit_are_read(source: str, shown: str) -> None:
    assert forthgame.Machine().run(source) == shown


def test_names_with_a_digit_stay_unknown_words() -> None:
    assert wrong("12a4").message == "unknown word '12a4'"


@pytest.mark.parametrize("where", ["3000000000 {value}", "{value} "])
def test_a_number_that_wraps_is_warned_of_in_a_section(tmp_path: Path, where: str) -> None:
    path = tmp_path / "wraps.4th"
    number = where if where[0] == "3" else f"4000000000 {where}"
    path.write_text(f"{{pieces {{piece}} man {number} pieces}}\n")
    found = [f for f in check(path).findings if f.code == "FG111"]
    assert len(found) == 1
    assert found[0].place.line == 1


@pytest.mark.parametrize("source", ["1 2 3 9 PICK .", "1 2 3 -1 PICK .", "1 2 3 4 PICK .", "PICK"])
def test_picking_below_the_bottom_stops_the_text(source: str) -> None:
    error = wrong(source)
    assert error.message == "stack underflow"
    assert error.word == "PICK"
    assert error.column == source.index("PICK") + 1


def test_picking_the_bottom_item_is_no_underflow() -> None:
    assert forthgame.Machine().run("1 2 3 2 PICK .") == "1 "


def test_the_cell_below_the_bottom_is_0_as_in_the_original() -> None:
    assert forthgame.Machine().run("1 2 3 3 PICK .") == "0 "


def test_a_compiled_pick_reads_zeros_below_the_bottom() -> None:
    assert forthgame.Machine().run(": deep 9 PICK ; 1 2 3 deep .") == "0 "


def test_a_word_of_the_script_may_be_called_pick() -> None:
    assert forthgame.Machine().run(": PICK DROP 7 ; 9 PICK .") == "7 "


@pytest.mark.parametrize("source", ["1. 1 FPICK", "1. -1 FPICK", "FPICK"])
def test_picking_below_the_bottom_of_the_floats_stops(source: str) -> None:
    assert wrong(source).message == "float stack underflow"


def test_exit_in_a_loop_says_why_and_what_to_write() -> None:
    error = wrong(": find 10 0 DO I EXIT LOOP ; find")
    assert "return stack" in error.message
    assert "LEAVE" in error.hint
    assert "R> R> 2DROP EXIT" in error.hint


def test_what_the_message_of_exit_says_works() -> None:
    assert forthgame.Machine().run(": find 9 3 DO I R> R> 2DROP EXIT LOOP ; find .") == "3 "


def test_a_definition_that_leaves_the_return_stack_says_what_to_write() -> None:
    assert "R>" in wrong(": t 1 >R ; t").hint


def test_an_empty_name_is_an_unknown_word() -> None:
    assert wrong("PAD DUP 0 SWAP C! UNDEFINED").message.startswith("unknown word")
