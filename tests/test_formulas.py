"""Formulas are made small, and stay true where they were true."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest

import forthgame
from forthgame.code.walk import closure
from forthgame.vm.compiler.generation.formulas import (
    FALSE,
    TRUE,
    Formula,
    both,
    either,
    negation,
    one_or_other,
)

A, B, C, D = ATOMS = tuple(Formula("empty", k) for k in range(4))
WORLDS = [dict(zip(ATOMS, values, strict=True)) for values in product((False, True), repeat=4)]


def holds(formula: Formula, world: dict[Formula, bool]) -> bool:
    """Whether a formula is true where its questions are answered so."""
    if formula in (TRUE, FALSE):
        return formula == TRUE
    if formula.kind == "not":
        return not holds(formula.parts[0], world)
    if formula.kind == "and":
        return all(holds(part, world) for part in formula.parts)
    return world[formula]


def size(formula: Formula) -> int:
    """How many operations it takes, with each part once."""
    return sum(bool(part.parts) for part in closure((formula,), lambda part: part.parts))


@pytest.mark.parametrize("seed", range(40))
def test_what_is_left_out_changes_nothing(seed: int) -> None:
    rng = Random(seed)
    pool = [(f, [holds(f, world) for world in WORLDS]) for f in (*ATOMS, TRUE, FALSE)]
    for _ in range(150):
        (a, x), (b, y), (c, z) = (rng.choice(pool) for _ in range(3))
        made, true = rng.choice([
            (negation(a), [not p for p in x]),
            (both(a, b), [p and q for p, q in zip(x, y, strict=True)]),
            (either(a, b), [p or q for p, q in zip(x, y, strict=True)]),
            (one_or_other(a, b, c), [q if p else r for p, q, r in zip(x, y, z, strict=True)]),
        ])  # fmt: skip
        assert [holds(made, world) for world in WORLDS] == true
        if size(made) < 30:
            pool.append((made, true))


@pytest.mark.parametrize(
    ("made", "wanted"),
    [
        (both(A, negation(A)), FALSE),
        (both(A, both(A, B)), both(A, B)),
        (both(both(A, B), negation(A)), FALSE),
        (both(A, negation(both(A, B))), both(A, negation(B))),
        (both(A, negation(both(negation(A), B))), A),
        (both(negation(both(A, B)), negation(both(A, B))), negation(both(A, B))),
        (either(A, both(A, B)), A),
        (either(A, both(negation(A), B)), either(A, B)),
        (one_or_other(A, either(B, C), C), either(C, both(A, B))),
        (one_or_other(A, both(B, C), both(D, C)), both(C, one_or_other(A, B, D))),
        (one_or_other(A, B, B), B),
    ],
)
def test_what_is_said_twice_is_said_once(made: Formula, wanted: Formula) -> None:
    assert made == wanted


def test_directions_one_after_the_other_are_independent_questions() -> None:
    """A king of draughts looks in four directions: some operations for each of them."""
    with forthgame.load("draughts/english") as game:
        assert game.native is not None
        gates = game.native._module(game.native._playouts).generation.lists.gates
        assert gates
        for gate in gates.values():
            for formula in gate.formulas:
                asked = closure((formula,), lambda part: part.parts)
                directions = {part.direction for part in asked if part.kind == "linked"}
                assert size(formula) <= 12 * len(directions)
