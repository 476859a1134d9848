"""The table of words: every row explains itself, and its examples are true in both tiers."""

from __future__ import annotations

import re

import pytest

import forthgame
from forthgame.lang.word import Row
from forthgame.lang.words import TABLE
from forthgame.source import shipped
from forthgame.vm.tier import NativeTier

DEFINING = r"[:\\]| (VARIABLE|CONSTANT|CREATE|DEFER|IS|LITERAL|\[\]) |'"
EXAMPLES = [(row.name, example) for row in TABLE.rows for example in row.example]


def ident(case: tuple[str, str]) -> str:
    """A test's name."""
    return case[1]


def test_rows_explain_themselves() -> None:
    """A sentence each, and unique names."""
    names = [row.name for row in TABLE.rows]
    assert len(names) == len(set(names))
    for row in TABLE.rows:
        assert row.meaning[0].isupper() or not row.meaning[0].isalpha(), row.name
        assert row.meaning.endswith("."), row.name


@pytest.mark.parametrize("case", EXAMPLES, ids=ident)
def test_example(case: tuple[str, str]) -> None:
    """`code -> stack`, interpreted."""
    code, _, stack = case[1].rpartition("->")
    machine = forthgame.Machine(native=False)
    machine.run(code)
    assert machine.stack == [int(item) for item in stack.split()]


def test_examples_as_words() -> None:
    """The same inside definitions, in both tiers: compiled code is another path."""
    usable = [
        (name, example) for name, example in EXAMPLES
        if not re.search(DEFINING, " " + example)
        and TABLE.by_name[name].kind in ("shuffle", "body", "control")
    ]  # fmt: skip
    assert len(usable) > 100
    plain, native = forthgame.Machine(native=False), forthgame.Machine(native=False)
    native.forth.processor.tier = tier = NativeTier(native.forth.processor)
    for machine in (plain, native):
        for number, (_, example) in enumerate(usable):
            machine.run(f": example{number} {example.rpartition('->')[0]} ;")
    forth = native.forth
    tier.compile(forth, [forth.word(f"example{k}").entry for k in range(len(usable))])
    for number, (name, example) in enumerate(usable):
        wanted = [int(item) for item in example.rpartition("->")[2].split()]
        for machine in (plain, native):
            machine.run(f"example{number}")
            assert machine.stack == wanted, (name, example)
            machine.forth.recover()


def takes_plain_cells(row: Row) -> bool:
    """Whether a row can be run with ones for inputs, without a game."""
    names = {"vm", "operand"} & set(row.parameters)
    return row.kind in ("shuffle", "body") and names <= {"vm"} and row.guard is None


@pytest.mark.parametrize(
    "row", [r for r in TABLE.rows if takes_plain_cells(r)], ids=lambda r: r.name
)
def test_effect_is_kept(row: Row) -> None:
    """The depth of both stacks changes as the effect says."""
    machine = forthgame.Machine(native=False)
    floats = "1. " * len(row.effect.float_inputs)
    machine.run(floats + "1 " * len(row.effect.inputs) + row.name)
    assert len(machine.stack) == len(row.effect.outputs)
    depth = machine.forth.processor.register(84)
    assert depth == len(row.effect.float_outputs)


def test_stdlib_explains_itself() -> None:
    """Every definition has an effect and a line of meaning."""
    for line in shipped("stdlib.4th").read_text().splitlines():
        if line.startswith(": "):
            assert re.match(r": \S+ \( .*-- .*\)( .*;)?\s*(\\ \S.*)?$|: \S+ \( -- \) ;", line), line
