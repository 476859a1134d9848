"""Computed facts about words: a new word is in the right sets without further entries.

Each test finds the words in another way than `words/word_sets.py` and `words/effect_sets.py`
do: by running
them, by the code that the interpreter has for them, or by their bytecode.
"""

from __future__ import annotations

import ast
import dis
import re
from functools import cache
from typing import Any

import pytest

import forthgame
from forthgame.analysis.effect_inference import UNKNOWN_CALLS
from forthgame.analysis.program import SETTLED_QUERIES
from forthgame.base.source import package_path
from forthgame.compile.interpreter.control_operations import CONTROL, CONTROL as PLAIN
from forthgame.compile.interpreter.operation_writer import Operation
from forthgame.words import effect_sets, word_sets
from forthgame.words.core import memory, strings as text
from forthgame.words.lists import preferred_moves
from forthgame.words.primitives import TABLE
from forthgame.words.registers import memory_layout as at
from forthgame.words.table import memory_access, sealed_words
from forthgame.words.table.row import Effect, Group, Row, WordTable
from forthgame.words.table.sealed_words import is_sealed
from tests.syntax import syntax_of

OPEN = [
    row for row in TABLE.operations()
    if row.kind == "body" and not row.operand and not is_sealed(row.name)
]  # fmt: skip
ADDRESSES = dict.fromkeys(("addr", "source", "str", "array"), "PAD 64 +") | {"target": "PAD 256 +"}


@cache
def machine() -> forthgame.Machine:
    return forthgame.Machine(native=False)


def run_at_pad(row: Row) -> tuple[bytes, bytes]:
    """The memory from PAD on and in the dictionary, before and after a word."""
    processor = machine().forth.processor
    given = [ADDRESSES.get(name, "3") for name in row.effect.inputs]
    text = " ".join(["9."] * len(row.effect.float_inputs) + given)
    processor.set_cell(at.A_DP, at.DATA + (2 << 20))
    parts = [(at.PAD, at.PAD + 512), (at.DATA + (2 << 20), at.DATA + (2 << 20) + 64)]
    for first, last in parts:
        pattern = bytes(k % 7 for k in range(last - first))  # texts of at most six bytes
        processor.bytes[at.MEMORY + first : at.MEMORY + last] = pattern
    before = b"".join(bytes(processor.bytes[at.MEMORY + a : at.MEMORY + b]) for a, b in parts)
    try:
        machine().run(f"{text} {row.name}")
    except forthgame.ScriptError:
        machine().forth.recover()
    after = b"".join(bytes(processor.bytes[at.MEMORY + a : at.MEMORY + b]) for a, b in parts)
    return before, after


def test_words_that_write_the_memory_of_scripts_are_found() -> None:
    written = set()
    for row in OPEN:
        before, after = run_at_pad(row)
        if before != after:
            written.add(row.name)
    assert {"!", "FILL", "MOVE", "C,", '"MOVE', "$Rand64!"} <= written
    assert written <= effect_sets.WRITING


def test_words_that_store_a_cell_take_its_address_from_the_top() -> None:
    stored = word_sets.STORING - word_sets.FLOATING
    assert {"!", "C!", "+!", "ON"} <= stored
    machine().forth.recover()
    for name in stored:
        given = "1 " * (word_sets.inputs(name) - 1)
        machine().run(f"5 PAD ! {given} PAD {name}")
        assert not machine().stack, name
        machine().forth.recover()
    reads = {row.name for row in OPEN if row.effect.inputs == ("addr",) and row.effect.outputs}
    assert reads - effect_sets.WRITING == word_sets.FETCHING - word_sets.FLOATING


@cache
def written_out(row: Row) -> tuple[bool, str, str]:
    """Return the effects of a control word's interpreter code: its next word, return stack
    and text.
    """
    operation = Operation(0, row, "op")
    operation.count_step()
    goes_on = not CONTROL[row.name](operation)
    return goes_on, operation.rp, operation.finish()


CONTROLS = [row for row in TABLE.operations() if row.kind == "control"]


def test_what_changes_the_return_stack_says_so() -> None:
    changing = {row.name for row in CONTROLS if written_out(row)[1] != "%rp"}
    assert {">R", "R>", "(DO)"} <= changing
    assert changing <= word_sets.RETURN_EFFECTS.keys() | word_sets.RUNNING | word_sets.ENDS


def test_what_stops_the_machine_or_goes_elsewhere_says_so() -> None:
    elsewhere = {row.name for row in CONTROLS if not written_out(row)[0]}
    known = word_sets.ENDS | word_sets.RUNNING | word_sets.BRANCHES | word_sets.LEAVING
    assert elsewhere <= known | {"(BREAK)"}  # goes on when it is resumed
    assert PLAIN.keys() <= CONTROL.keys()


def test_what_leaves_a_move_word_says_so() -> None:
    leaving = {
        row.name for row in CONTROLS if f"i64 {at.FRAME_LEFT}" in written_out(row)[2]
    } & {row.name for row in CONTROLS if not row.hidden}  # fmt: skip
    assert leaving == word_sets.LEAVING


def test_host_words_that_never_return_say_so() -> None:
    silent = {
        row.name for row in TABLE.rows if row.kind == "host" and row.body is not None
        and not any(each.opname.startswith("RETURN_") for each in dis.get_instructions(row.body))
    }  # fmt: skip
    assert silent == word_sets.NO_RETURN


def test_what_the_host_may_do_instead_says_so() -> None:
    asking = {
        row.name for row in TABLE.operations()
        if row.guard is not None and at.COMPILE_REQUEST in row.guard.__code__.co_consts
    }  # fmt: skip
    assert asking == word_sets.REQUESTS


def test_words_of_the_compiler_that_read_a_text_say_what_ends_it() -> None:
    reading = {
        row.name for row in TABLE.rows if row.kind == "compile" and row.body is not None
        and "parse_text" in row.body.__code__.co_names
    }  # fmt: skip
    assert reading == word_sets.TEXTS.keys()
    assert word_sets.TEXTS["("] == ")"
    assert {word_sets.TEXTS[name] for name in word_sets.QUOTED} == {'"'}


@pytest.mark.parametrize("name", sorted(word_sets.QUOTED))
def test_a_text_ends_where_the_row_says(name: str) -> None:
    """Tokens inside are not read as words: an unknown one is not noticed."""
    flag = "0 " if name.startswith("ABORT") else ""
    body = f": Two{len(name)} {flag}{name} no-such-word{word_sets.TEXTS[name]} ;"
    machine().run(body)


def test_moves_that_commit_begin_an_empty_one() -> None:
    assert {"add-move", "$Pass", "Pass", "PassNoPartial"} == effect_sets.COMMITTING
    assert effect_sets.COMMITTING - {"add-move"} == effect_sets.PASSING


def test_an_action_on_a_position_is_there_or_here() -> None:
    assert effect_sets.PLACING_THERE | effect_sets.PLACING_HERE == effect_sets.PLACING
    there = effect_sets.PLACING_THERE - {"move"}
    assert {name.removesuffix("-at") for name in there} == effect_sets.PLACING_HERE - {"drop"}


def test_a_new_word_is_found_by_what_its_body_calls(monkeypatch: pytest.MonkeyPatch) -> None:
    """A row that stores, prints and charges is in the three sets when they are computed anew."""

    def body(vm: object, n: int, addr: int) -> None:
        memory.store(vm, n, addr)
        text.print_number(vm, n)
        memory_access.charge(vm, n)

    row = Row("new!", Effect.parse("( n addr -- )"), "Test.", "body", "test", body, memory.writable)
    for module in (word_sets, effect_sets):
        monkeypatch.setattr(module, "TABLE", WordTable([*TABLE.rows, row]))
    effect_sets._rows_by_function.cache_clear()
    effect_sets._callers.cache_clear()
    try:
        for function in (memory_access.set_cell, text.print_byte, memory_access.charge):
            assert "new!" in effect_sets.operations_reaching(function)
        assert "new!" in word_sets._guarded(memory.writable)
    finally:
        effect_sets._rows_by_function.cache_clear()
        effect_sets._callers.cache_clear()


def test_effects_of_the_return_stack_are_read_and_shown() -> None:
    text = "( a -- b ) ( F: -- r ) ( R: n -- n m )"
    effect = Effect.parse(text)
    assert (effect.return_inputs, effect.return_outputs) == (("n",), ("n", "m"))
    assert str(effect) == text
    assert str(Effect.parse("( -- )")) == "( -- )"
    assert str(Effect.parse("( R: a b -- )")) == "( R: a b -- )"


def test_a_group_hands_its_facts_to_the_row(monkeypatch: pytest.MonkeyPatch) -> None:
    table = WordTable()
    monkeypatch.setattr("forthgame.words.table.row.TABLE", table)
    group = Group("test")
    group.control("go", "( -- )", "Goes.", operand="target", ends=True, leaves=True)
    group.control("run", "( -- )", "Runs.", operand="target", runs="code")
    row, other = table.by_name["go"], table.by_name["run"]
    assert (row.branches, row.ends, row.leaves) == (True, True, True)
    assert (other.branches, other.ends, other.runs) == (False, False, "code")


# ---- what scripts may name, and what their names ask of the engine ----


WRITTEN = set(re.findall(r"^: (\S+)", package_path("stdlib.4th").read_text(), re.MULTILINE))


def test_words_of_the_standard_library_are_listed_only_where_there_is_no_row() -> None:
    for listed in (sealed_words.OPEN, sealed_words.NEWER):
        assert listed <= WRITTEN
        assert not listed & TABLE.by_name.keys()


def test_open_words_stand_in_parentheses() -> None:
    found = {row.name for row in TABLE.rows if row.open}
    assert all(name.startswith("(") and not is_sealed(name) for name in found)
    assert {"(DO)", "(add-piece)", "("} <= found
    assert is_sealed("(perft)")
    assert not is_sealed("(create)")


def test_modules_of_words_beyond_axiom_declare_nothing_else() -> None:
    """A row that is added to one of their groups is replaced by a script's own word of its name."""
    found = {row.name for row in TABLE.rows if sealed_words.is_newer(row.name)}
    assert {"prefer", "later!", "in-hand", "moved-from", "chosen", "weight"} <= found
    assert sealed_words.is_newer("attacked?")
    assert not sealed_words.is_newer("move")
    assert not any(is_sealed(name) for name in found)


def test_words_that_need_cells_in_every_position_say_what() -> None:
    """A feature without its cell in a game is refused by a guard that checks for it."""
    guards = {"turns": ("turns_change", "to_label", "of_player"), "past": ("kept",),
              "cycles": ("cycles_counted",), "quiet": ("counted", "progressing")}  # fmt: skip
    for what, names in guards.items():
        guarded = {
            row.name for row in TABLE.rows
            if row.guard is not None and row.guard.__name__ in names and not is_sealed(row.name)
            and row.newer
        }  # fmt: skip
        assert guarded <= {row.name for row in TABLE.rows if row.keeps == what}, what
    assert {
        sealed_words.keeps(name) for name in ("out?", "repetitions", "progress", "goal", "move")
    } == {
        "turns",
        "past",
        "quiet",
        "goal",
        "",
    }


def test_words_that_select_moves_have_a_bit_each() -> None:
    bits = {row.name: row.selects for row in TABLE.rows if row.selects}
    assert len(set(bits.values())) == len(bits)
    guarded = {
        row.name
        for row in TABLE.rows
        if row.guard in (preferred_moves.in_move_word, preferred_moves.preferable)
        and not is_sealed(row.name)
    }
    assert guarded == bits.keys()


# ---- lists of other modules, which a new word has to be in ----


ONE_REGISTER = re.compile(r"-1 if settled\(vm, [\w.]+\) != 0 else 0")


def expression_of(body: Any) -> str:
    """The expression that is all of a body, as text; empty if there is more to it."""
    function = syntax_of(body)
    if isinstance(function, ast.Lambda):
        return ast.unparse(function.body)
    match function.body:
        case [ast.Return(value=ast.expr() as value)]:
            return ast.unparse(value)
    return ""


def test_questions_about_one_settled_register_are_answered_beforehand() -> None:
    """A word that only tests whether a settled register is 0 can be decided when code is read."""
    found = {
        row.name for row in TABLE.rows
        if row.body is not None and str(row.effect) == "( -- ? )" and row.hidden
        and ONE_REGISTER.fullmatch(expression_of(row.body))
    }  # fmt: skip
    assert "(endings?)" in found
    assert found - SETTLED_QUERIES.keys() == {
        "(goals?)"
    }  # both branches are short: both are compiled


def test_words_that_take_the_next_token_for_a_name_are_found() -> None:
    missing = set()
    for row in TABLE.rows:
        if row.kind in ("host", "compile") and not is_sealed(row.name):
            fresh = forthgame.Machine(native=False)
            try:
                fresh.run(f"1. 1 2 3 {row.name}")
            except forthgame.ScriptError as error:
                if "is missing at the end of the script" in str(error):
                    missing.add(row.name)
    elsewhere = {"{at}", "{ending}"}  # the first missing thing is their section
    assert missing == effect_sets.NAMING - elsewhere - {"(frame-of)", "WORD"} | {"{moves"}


def test_words_that_run_others_have_an_unknown_effect_or_a_frame() -> None:
    framed = {"(FRAME)", "(FRAME-OF)", "(CANDIDATE)"}  # which puts the stack right
    assert framed == word_sets.UNBOUNDED - UNKNOWN_CALLS
    assert UNKNOWN_CALLS <= word_sets.UNBOUNDED
