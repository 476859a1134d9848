"""The table of words: every row describes itself, and its examples are true in both tiers."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest
from unsealed import unseal

import forthgame
from forthgame.base.source import Source, package_path
from forthgame.machine.outer.outer_interpreter import Forth
from forthgame.machine.tiers.native_tier import NativeTier
from forthgame.words.primitives import TABLE
from forthgame.words.registers import memory_layout as at
from forthgame.words.table.row import Effect, Row, WordTable
from tests.waiting import HANGS_AFTER

DEFINING = r"[:\\]| (VARIABLE|CONSTANT|CREATE|DEFER|IS|LITERAL|\[\]) |'"
EXAMPLES = [(row.name, example) for row in TABLE.rows for example in row.example]


def ident(case: tuple[str, str]) -> str:
    """A test's name."""
    return case[1]


def test_rows_explain_themselves() -> None:
    """Rows have a sentence each, and unique names."""
    names = [row.name for row in TABLE.rows]
    assert len(names) == len(set(names))
    assert len(names) > 350
    for row in TABLE.rows:
        assert row.meaning[0].isupper() or not row.meaning[0].isalpha(), row.name
        assert re.search(r"[^\s.]\.$", row.meaning), row.name
        assert "  " not in row.meaning, row.name
        assert "\n" not in row.meaning, row.name


def test_effects_can_be_read() -> None:
    """The effects are those in `help`; a shuffle's shows its result, a body's its function's
    inputs.
    """
    for row in TABLE.rows:
        assert Effect.parse(str(row.effect)) == row.effect, row.name
        effect = row.effect
        items = [*effect.inputs, *effect.outputs, *effect.float_inputs, *effect.float_outputs]
        assert all(re.fullmatch(r"[^\s()|]+", item) and item != "--" for item in items), row.name
        if row.kind == "shuffle":
            assert set(effect.outputs) <= set(effect.inputs), row.name
            assert set(effect.float_outputs) <= set(effect.float_inputs), row.name
        if row.kind == "body":
            cells = [n for n in row.parameters if n not in ("vm", "operand")]
            assert len(cells) == len(effect.inputs) + len(effect.float_inputs), row.name


@pytest.mark.parametrize(
    ("row", "message"),
    [
        (Row("ONE", Effect(), "Fine.", "control", "test"), "declared twice"),
        (Row("two", Effect(), "No sentence", "control", "test"), "is a sentence"),
        (Row("two", Effect(("a",), ("b",)), "New.", "shuffle", "test"), "makes nothing new"),
        (Row("two", Effect(("a",)), "Odd.", "body", "test", body=lambda: 0), "the body takes"),
    ],
)
def test_the_table_refuses(row: Row, message: str) -> None:
    """A row may not contradict itself or another."""
    table = WordTable()
    table.add(Row("ONE", Effect(), "Fine.", "control", "test"))
    with pytest.raises(ValueError, match=message):
        table.add(row)
    assert list(table.by_name) == ["ONE"]


def test_numbers_of_operations() -> None:
    """The numbers are positions among the operations, with Python's rows left out."""
    assert TABLE.numbers == {row.name: k for k, row in enumerate(TABLE.operations())}
    table = WordTable()
    for name, kind in (("a", "host"), ("b", "control"), ("c", "compile"), ("d", "body")):
        table.add(Row(name, Effect(), "Fine.", kind, "test", body=lambda: 0))
    assert table.numbers == {"b": 0, "d": 1}


def test_many_rows_have_examples() -> None:
    """These are all arithmetic, stack and memory words that a line can show."""
    without = {
        row.name for row in TABLE.rows
        if row.group in ("arithmetic", "stack", "memory") and not row.hidden and not row.example
    }  # fmt: skip
    assert without <= {"SP@", "RP@", "R"}
    assert len(EXAMPLES) >= 150


@pytest.mark.parametrize("case", EXAMPLES, ids=ident)
def test_example(case: tuple[str, str]) -> None:
    """The example is `code -> stack`, interpreted."""
    code, _, stack = case[1].rpartition("->")
    machine = forthgame.Machine(native=False)
    machine.run(code)
    assert machine.stack == [int(item) for item in stack.split()]


def test_examples_as_words() -> None:
    """Examples run inside definitions, in both tiers: compiled code is another path."""
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


def addresses(row: Row) -> str:
    """Return inputs that any guard for memory accepts: PAD for an address, else 1."""
    wanted = {"addr", "source", "target", "str", "array"}
    return " ".join("PAD" if name in wanted else "1" for name in row.effect.inputs)


@cache
def playing() -> forthgame.Game:
    """A game with a list of moves, which some words need."""
    return forthgame.load("tictactoe", native=False)


def depths(forth: Forth, text: str) -> tuple[int, int]:
    """Items on the two stacks after a text. Raises ScriptError."""
    unseal(forth).processor.limit(steps=3_000_000)
    try:
        forth.load_text(Source("test", text))
        return len(forth.processor.items()), forth.processor.register(at.FSP)
    finally:
        forth.recover()


# preparations for a word, and a move if it takes one
BEFORE = {
    "(begin-again)": "(count-moves) 1",
    "$DeallocateBoard": "$CloneBoard",
    "(pop-position)": "(push-position)",
    "(pop-to)": "(push-position) 0",
    "(keep-opened)": "(push-position) 0",
    "$DeallocateMoves": "",
    "$NextMove": "$FirstMove",
    "(move-partial)": "$FirstMove",
    "(apply-simple)": "$FirstMove",
    "(run-actions)": "$FirstMove 0",
    "(simple-move?)": "$FirstMove",
    "$MoveString": "$FirstMove",
    "(move-hash)": "$FirstMove",
    "(take-scores)": "$FirstMove 0",
    "(next-tried)": "$FirstMove",
    "(add-scores)": "$FirstMove",
    "(move-number)": "$FirstMove",
    "(unknown?)": "$FirstMove",
    "(known-legal?)": "$FirstMove",
    "(ask-about)": "$FirstMove",
    "(reject)": "$FirstMove",
    "(take-in)": "$FirstMove",
    "(next-partial)": "$FirstMove",
    "move-from": "$FirstMove",
    "move-to": "$FirstMove",
    "move-takes": "$FirstMove",
    "move-type": "$FirstMove",
    "(note-step)": "$FirstMove",
    "(close-asking)": "2 0 1 (begin-generation) (open-asking)",
    "(same-move)": "$FirstMove",
    "(next-leaf)": "$FirstMove",
}
# words that belong in an event, a section or a move word, and the error elsewhere
PLACED = {
    "prefer": -280, "unique": -280, "must-finish": -280, "rank": -280, "later!": -280,
    "score": -295, "draw": -295, "(wins)": -295, "(loses)": -295,
    "out": -296, "in": -296,
    "quiet-turns": -297, "progress": -297, "again": -297, "continue-at": -299,
    "moved-from": -302, "moved-to": -302, "partial?": -302,
    "chosen": -311, "(to-choice)": -311, "(find-choice)": -311, "(open-choices)": -311,
    "(close-choices)": -311, "(note-choice)": -263,
    "(goal)": -304, "(enter-position)": -306, "(drop-record)": -306, "(known-bound)": -306,
    "(note-bound)": -306, "(learn)": -306, "(rehash)": -306, "(bound-within)": -306,
    "(batch-load)": -9, "(batch-save)": -9, "(batch-chosen)": -9, "(batch-result)": -9,
    "(batch-return)": -9,
    "strike": -263, "to-hand": -290, "(end-striking)": -282,
}  # fmt: skip
RUNNABLE = [row for row in TABLE.rows if row.kind in ("shuffle", "body") and not row.operand]


@pytest.mark.parametrize("row", RUNNABLE, ids=lambda row: row.name)
def test_effect_is_observed(row: Row) -> None:
    """The depth of both stacks changes as declared; deeper items are left alone."""
    effect = row.effect
    wanted = 2 + len(effect.outputs), 1 + len(effect.float_outputs)
    floats = "9. " + "1. " * len(effect.float_inputs)
    if row.name in BEFORE:
        state = playing().new_game(seed=1)
        state.moves()
        text = f"{floats} 8 8 {BEFORE[row.name]} {row.name}"
        assert depths(playing().forth, text) == wanted
        return
    forth = forthgame.Machine(native=False).forth
    try:
        found = depths(forth, f"{floats} 8 8 {'1 ' * len(effect.inputs)} {row.name}")
    except forthgame.ScriptError as error:
        if row.name in PLACED:
            assert error.number == PLACED[row.name]  # noqa: PT017
            return
        assert error.number == -9  # noqa: PT017 (1 is no address; no other guard may refuse)
        assert error.stack == [8, 8] + [1] * len(effect.inputs)  # noqa: PT017
        found = depths(forth, f"{floats} 8 8 {addresses(row)} {row.name}")
    assert found == wanted


# TYPE on an empty stack prints its own name, as the original does
CONSUMERS = [
    row for row in RUNNABLE
    if row.effect.inputs and not row.effect.outputs and not row.hidden and row.name != "TYPE"
]  # fmt: skip


@pytest.mark.parametrize("row", CONSUMERS, ids=lambda row: row.name)
def test_too_few_items_are_an_error(row: Row) -> None:
    """The check is between words of a text, whatever the word does with the zero that it reads."""
    machine = forthgame.Machine(native=False)
    given = "1. " * len(row.effect.float_inputs) + "1 " * (len(row.effect.inputs) - 1)
    with pytest.raises(forthgame.ScriptError) as caught:
        machine.run(f"{given} {row.name}")
    assert caught.value.word == row.name
    assert machine.run("1 2 + .") == "3 "


# ---- whatever a script does, it is the script that fails ----

WILD = """
import faulthandler, random, sys
import forthgame
from forthgame.words.table.sealed_words import is_sealed
from forthgame.words.primitives import TABLE
from forthgame.base.source import Source

values = [0, 1, -1, 2, 64, -64, 2047, 2048, 34000, 65536, 2**31 - 1, -2**31,
          8 << 20, (12 << 20) - 4, 12 << 20, 32 << 20, (32 << 20) + 12, (64 << 20) - 4]
numbers = random.Random(1)
tries, skipped = int(sys.argv[1]), sys.argv[2:]
game = forthgame.load("tictactoe", native=False)
state = game.new_game(seed=1)
state.moves()
forths = [forthgame.Machine(native=False).forth, game.forth]
for row in TABLE.rows:
    takes_name = any('"' in item for item in row.effect.inputs)
    if row.operand or row.kind == "compile" or takes_name or row.name in skipped:
        continue
    print(row.name, flush=True)
    faulthandler.dump_traceback_later(120, exit=True)
    for forth in forths:
        for frame in ("", "EXECUTE "):
            for _ in range(tries):
                text = " ".join(str(numbers.choice(values)) for _ in row.effect.inputs)
                text += " 1.5" * len(row.effect.float_inputs)
                text += f" ' {row.name} {frame}" if frame else f" {row.name}"
                forth.processor.limit(steps=10_000)
                try:
                    forth.load_text(Source("wild", text))
                except forthgame.ScriptError as error:
                    assert not is_sealed(row.name) or error.number == -13, row.name
                else:
                    assert not is_sealed(row.name), row.name
                forth.recover()
    faulthandler.cancel_dump_traceback_later()
print("(the-end)")
"""


@pytest.mark.parametrize("tries", [1, pytest.param(10, marks=pytest.mark.slow)])
def test_no_word_harms_the_process(tries: int) -> None:
    """Every word that a script can name runs with wild numbers, by itself and by token."""
    harmful: list[str] = []
    while len(harmful) < 20:
        result = subprocess.run(
            [sys.executable, "-c", WILD, str(tries), *harmful],
            capture_output=True, text=True, check=False, timeout=HANGS_AFTER,
            cwd=Path(forthgame.__file__).parent.parent, env=dict(os.environ),
        )  # fmt: skip
        names = result.stdout.split()
        assert names, result.stderr
        if names[-1] == "(the-end)" and result.returncode == 0:
            break
        assert names[-1] not in harmful, result.stderr
        harmful.append(names[-1])
    assert harmful == []


# ---- the part of the language that is written in itself ----

FIRST_LINE = re.compile(
    r": (?P<name>\S+) (?P<effect>\( (?:\S+ )*-- (?:\S+ )*\)(?: \( F: (?:\S+ )*-- (?:\S+ )*\))?)"
    r"(?: ;)?\s+\\ (?P<meaning>\S.*\.)"
)
DEFINITIONS = [
    line for line in package_path("stdlib.4th").read_text().splitlines() if line.startswith(": ")
]


def test_stdlib_explains_itself() -> None:
    """The first line of each definition has its effect and a sentence."""
    for line in DEFINITIONS:
        found = FIRST_LINE.fullmatch(line)
        assert found, line
        effect = Effect.parse(found["effect"])
        assert str(effect) == found["effect"] or "F:" in found["effect"], line
        assert found["meaning"][0].isupper(), line


# inputs by their names, where 1 would not do
GIVEN = {
    "addr": "PAD", "move": "$FirstMove", "player": "current-player", "number": "2",
    "str": "PAD", "target": "PAD", "array": "PAD",
    "nfa": "LATEST", "xt": "' current-player", "pfa": "' n CELLSIZE +", "timer": "PAD",
    '"a"': "n", '"b"': "n",
}  # fmt: skip
NORTH = "{directions -1 0 {direction} n directions} ' n DUP $direction1CFA ! $direction2CFA !"
PREPARED = {
    "PFA>NFA": NORTH,
    "$DoDirection": NORTH,
    "$ParseSymmetry": NORTH,
    "$RedefineDirection1": NORTH,
    "$RedefineDirection2": NORTH,
    "OnRetractMove": "$CloneBoard",
    "(apply-compiled)": "$FirstMove $moveAddr !",
    "(execute-move)": "$FirstMove $moveAddr !",
    "(descend)": "(begin-search) (begin-tree)",
    "(grow-tree)": "9 $playouts !",
    "(prove-goal)": "(begin-search) $DeallocateMoves",
    "$UCTMove": "9 $playouts !",
    "$MctsMove": "9 $playouts !",
}
LISTED = "2 0 1 (begin-generation) (scan-all)"  # a list that is being made
PREPARED |= dict.fromkeys(("(ask-of-all)", "(ask-until-legal)", "(ask-of-moves)"), LISTED)
PREPARED |= dict.fromkeys(("(ask-of-one)", "(ask-of-drawn)"), LISTED)
PREPARED |= {
    "(counted-move)": "(count-moves)",
    "(ask-of-number)": "(count-words)",
    "(draw-legal)": "(count-words)",
    "(take-back)": "(push-move)",
    "(drop-move)": "(push-move)",
}
ASKING = (  # they run OnIsLegal?
    "(legal-now?)", "(ask-of)", "(ask-unmoved)", "(settle)", "(ask-of-all)", "(ask-until-legal)",
    "(ask-of-one)", "(ask-of-drawn)", "(ask-of-moves)", "(forbidden?)", "(ask-of-number)",
    "(draw-legal)",
    "(forbidden-choice?)",
    "(ask-rule)",
)  # fmt: skip
GUARDS = Path(__file__).parents[1] / "beyond" / "guards.4th"
INSIDE = {row.name for row in TABLE.rows if row.operand} | {'(.")', '(S")', '(^")'}  # they stop
STOPPING = INSIDE | {"$DefinePlayer", "wins", "loses", "goal", "OnTogether", "(apply-choices)"}
CHOOSING = {"(take-choice)", "(to-own-chooser)", "(to-some-chooser)"}  # where several choose
STOPPING |= {"(keep)", "(spread)", "(look-deeper)", "(look-within)", "(seek)", "(seek-from)"}
STOPPING |= {"(batch-returns)", "(batch-judge)"}  # no batch exists
IN_A_FRAME = {"(scan)", "(count-scan)"}  # clear the stack they run on


@pytest.mark.parametrize("line", DEFINITIONS, ids=lambda line: line.split()[1])
def test_stdlib_does_what_its_effects_say(line: str) -> None:
    """In a game, with a list of moves, the depth of both stacks changes as declared."""
    name = line.split()[1]
    effect = Effect.parse(line.removeprefix(f": {name}"))
    other = "apocalypse" if name in CHOOSING else "tictactoe"
    game = forthgame.load(GUARDS if name in ASKING else other, native=False)
    game.new_game(seed=1).moves()
    given = [item for item in effect.inputs if not item.startswith('"')]
    inputs = " ".join(GIVEN.get(item, "1") for item in given)
    word = f"' {name} (FRAME) DROP" if name in IN_A_FRAME else name
    word += "".join(f" {GIVEN[item]}" for item in effect.inputs if item.startswith('"'))
    if name in STOPPING:
        sentences = r"belongs? in|is declared|no room|out of memory"
        with pytest.raises(forthgame.ScriptError, match=sentences) as stop:
            depths(game.forth, f"{inputs} {word}")
        assert stop.value.place is not None
        return
    found = depths(game.forth, f"8 8 {PREPARED.get(name, '')} {inputs} {word}")
    assert found == (2 + len(effect.outputs), len(effect.float_outputs))


def test_stdlib_defines_everything_once() -> None:
    """Definitions are at the start of a line, and none is already in the table."""
    names = [line.split()[1] for line in DEFINITIONS]
    assert len(names) >= 70
    assert len(names) == len(set(names))
    assert set(names) & set(TABLE.by_name) <= INSIDE
    forth = forthgame.Machine(native=False).forth
    colons = [word.name for word in forth.dictionary.words if word.kind == "colon"]
    assert sorted(colons) == sorted(names)


def test_operations_have_the_same_numbers_whatever_is_imported_first() -> None:
    """Machine code of one process runs in another."""
    code = "; from forthgame.words.primitives import TABLE"
    code += "; print([row.name for row in TABLE.operations()])"
    modules = ("forthgame", "forthgame.words.search.alpha_beta", "forthgame.words.core.stack")
    found = {
        subprocess.run(
            [sys.executable, "-c", f"import {first}{code}"],
            capture_output=True, text=True, check=True, timeout=HANGS_AFTER,
        ).stdout
        for first in modules
    }  # fmt: skip
    assert len(found) == 1
