"""No case of any kind harms the process, hangs, raises a foreign exception, or differs by tier.

The seeds are those of the day; `FORTHGAME_FUZZ_SEED=N` chooses others. fuzzing/README.md describes
how a find is reduced and becomes a test.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from forthgame.compile.llvm.quick_build import EFFORT
from tests.fuzzing.kinds import KINDS
from tests.fuzzing.minimise import minimise, read, shrink
from tests.fuzzing.runner import Child, Find, sweep
from tests.fuzzing.seeds import first_seed

FEW = {
    "programs": 6, "games": 4, "positions": 4, "files": 4, "stores": 4, "caches": 4,
    "calls": 2, "tiers": 1, "game-tiers": 1, "rules": 1, "events": 1,
}  # fmt: skip
MANY = 100_000
SLICE = 10_000  # of the slow run: a test each, so that the run can be continued
OPTIMISED = {
    "tiers": 1000,
    "game-tiers": 200,
    "rules": 200,
    "events": 100,
}  # with machine code as users have it
KEPT = sorted((Path(__file__).parents[1] / "hardening").glob("*.case"))
needs_fork = pytest.mark.skipif(not hasattr(os, "fork"), reason="the checks print through libc")


def told(first: int, finds: list[Find]) -> str:
    """Return instructions for the finds."""
    rows = [f"{find}\n{find.detail[-600:]}" for find in finds[:5]]
    again = f"python -m tests.fuzzing {finds[0].kind} {finds[0].seed} 1 --minimise /tmp/finds"
    return "\n".join([f"seeds from {first} on", *rows, again])


def check(kind: str, first: int, count: int, environment: dict[str, str]) -> None:
    """Try so many seeds."""
    print(f"{kind}: seeds {first} to {first + count - 1}")
    finds = sweep(kind, first, count, environment=environment, jobs=min(os.cpu_count() or 1, 8))
    assert not finds, told(first, finds)


@pytest.mark.slow
@pytest.mark.parametrize("part", range(MANY // SLICE))
@pytest.mark.parametrize("kind", list(FEW))
def test_many(kind: str, part: int) -> None:
    """A hundred thousand of each kind, in parts: `-k 'many and games-3'` is one of them."""
    check(kind, first_seed() + FEW[kind] + part * SLICE, SLICE, {EFFORT: "0"})


@pytest.mark.slow
@pytest.mark.parametrize("kind", list(OPTIMISED))
def test_optimised_code_does_the_same(kind: str) -> None:
    """Some cases run in code that LLVM has optimised, which takes ten times as long to make."""
    check(kind, first_seed() + FEW[kind] + MANY, OPTIMISED[kind], {EFFORT: "2"})


@needs_fork
@pytest.mark.slow
@pytest.mark.parametrize("kind", ["programs", "games", "positions"])
def test_every_access_lies_where_it_is_meant(kind: str) -> None:
    """The primitives check their accesses."""
    check(kind, first_seed() + MANY, SLICE, {"FORTHGAME_CHECKS": "1"})


@pytest.fixture(scope="module")
def shared_child() -> Iterator[Child]:
    """A process that tries one case after the other."""
    with Child() as child:
        yield child


@pytest.mark.parametrize("kind", list(FEW))
def test_a_few_of_the_day(kind: str, shared_child: Child) -> None:
    """Some cases of each kind are tested, new ones every day."""
    first = first_seed()
    finds = [shared_child.ask(kind, seed=seed) for seed in range(first, first + FEW[kind])]
    found = [find for find in finds if find is not None]
    assert not found, told(first, found)


@pytest.mark.parametrize("path", KEPT, ids=lambda path: path.stem)
def test_what_was_found_stays_mended(path: Path, shared_child: Child) -> None:
    """No saved reproduction has its fault any more."""
    kept, text = read(path)
    find = shared_child.ask(kept.kind, text=text)
    assert find is None, f"{find}\n{find.detail}"


# ---- the means themselves ----

BEYOND = """{hand} {attribute} {mark} {zone} {endings {label} {kill} {grid3} {view {notation}
{unpromoted} OnIsLegal? OnMoves prefer unique must-finish strike attacked? carry! trail-at! to-hand
in-hand continue-at again out in score wins draw repetitions quiet-turns progress choice" weight
later! rank in-zone?""".split()  # noqa: SIM905


@pytest.mark.parametrize("kind", ["games", "game-tiers"])
def test_scripts_have_all_words_beyond_axiom(kind: str) -> None:
    found = {word for seed in range(250) for word in KINDS[kind].make(seed).split()}
    assert [word for word in BEYOND if word not in found] == []


@pytest.mark.parametrize("kind", list(KINDS))
def test_a_seed_makes_the_same_case_each_time(kind: str) -> None:
    """Other seeds make other cases."""
    texts = [KINDS[kind].make(seed) for seed in range(20)]
    assert texts == [KINDS[kind].make(seed) for seed in range(20)]
    assert len(set(texts)) > 12


def test_shrinking_leaves_what_matters() -> None:
    """Of a row of pieces two matter."""
    good = {"k", "t"}.issubset
    assert shrink(list("abcdefghijklmnopqrstuvwxyz"), "".join, lambda t: good(set(t))) == ["k", "t"]


def test_a_lost_process_is_a_find_and_made_small() -> None:
    """A call that ends the process is reported with its code, and reduced to that call."""
    lines = ["0: load('tictactoe', native=False)", "0: state.moves()",
             "0: __import__('os')._exit(3)", "0: state.undo()"]  # fmt: skip
    text = "\n".join(lines)
    with Child() as child:
        find = child.ask("calls", text=text)
        assert find is not None
        assert find.fault == "ends the process with 3"
        assert child.ask("calls", text="\n".join(lines[:2])) is None
    assert minimise(find, text).split("\n") == ["", *lines[2:3]] or lines[2] in minimise(find, text)


def test_a_foreign_exception_is_a_find(shared_child: Child) -> None:
    """The find names the exception and its origin."""
    find = shared_child.ask("calls", text="0: load('tictactoe', native=False)\n0: {}['x']")
    assert find is not None
    assert find.fault.startswith("raises KeyError")


@needs_fork
@pytest.mark.slow
def test_the_checks_see_an_access_that_lies_elsewhere() -> None:
    """With a register that points outside its part the process ends and names the body."""
    text = (
        "0: load('tictactoe', native=False)\n"
        "0: game.forth.processor.set_register("
        "__import__('forthgame.words.registers.memory_layout').words.registers.memory_layout.LIST, "
        "640)\n0: machine.forth.processor.set_register("
        "__import__('forthgame.words.registers.memory_layout').words.registers.memory_layout.LIST, "
        "640) or machine.run('move-count .')"
    )
    with Child({"FORTHGAME_CHECKS": "1"}) as child:
        find = child.ask("calls", text=text)
    assert find is not None
    assert find.fault.startswith("CHECK generate.move_count reads outside arena")
