"""States of a word that is read for all positions, and numbers that are computed with them."""

from __future__ import annotations

import pytest

from forthgame.compile.reading.path_states import PathState
from forthgame.compile.reading.symbolic_values import RelativePosition, SymbolicArithmetic


def test_a_state_differs_in_its_cell_or_its_stack_only() -> None:
    """The rest stays: what a path depends on is not lost where it goes on."""
    values = [number + 1 for number, _ in enumerate(PathState._fields)]
    state = PathState(*values)  # type: ignore[arg-type]  # each field has a value of its own
    assert state.at_cell(99) == state._replace(cell=99)
    assert state.with_items((7, 8)) == state._replace(items=(7, 8))
    assert type(state.at_cell(1)) is type(state.with_items(())) is PathState


def test_numbers_for_each_position_are_computed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Paths that meet the same numbers share the results; an error is an error each time."""
    numbers, computed = SymbolicArithmetic(9), list[str]()
    real = numbers._for_each

    def counted(name: str, flag: bool, taken: tuple[object, ...]) -> object:
        computed.append(name)
        return real(name, flag, taken)  # type: ignore[arg-type]

    monkeypatch.setattr(numbers, "_for_each", counted)
    here = RelativePosition(0)
    results = [numbers.apply("MOD", (here, each)) for each in (3, 3, 2)]
    assert computed == ["MOD"] * 2
    assert [each.numbers for (each,) in results] == [  # type: ignore[union-attr]
        tuple(k % each for k in range(9)) for each in (3, 3, 2)
    ]
    assert numbers.apply("+", (here, 3)) != numbers.apply("+", (here, 2))
    for _ in range(2):
        with pytest.raises(ArithmeticError):
            numbers.apply("MOD", (here, 0))
