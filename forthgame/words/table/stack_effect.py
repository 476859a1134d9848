"""Stack effects: `( before -- after )`.

`( F: before -- after )` is for the float stack, `( R: before -- after )` for the return stack.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

_SIDES = re.compile(r"\(\s*(?:([FR]):)?\s*(.*?)\s*--\s*(.*?)\s*\)")


@lru_cache(1024)
def _sides(text: str) -> tuple[tuple[str, ...], ...]:
    """Parse all sides of an effect; cached because many words share theirs."""
    sides: dict[str | None, tuple[tuple[str, ...], tuple[str, ...]]] = {}
    for match in _SIDES.finditer(text):
        sides[match[1]] = (tuple(match[2].split()), tuple(match[3].split()))
    if not sides:
        raise ValueError(f"no stack effect in {text!r}")
    plain, floats, returns = (sides.get(mark, ((), ())) for mark in (None, "F", "R"))
    return (*plain, *floats, *returns)


@dataclass(frozen=True)
class Effect:
    """The names of the items that a word consumes and leaves, the top of the stack last."""

    inputs: tuple[str, ...] = ()
    outputs: tuple[str, ...] = ()
    float_inputs: tuple[str, ...] = ()
    float_outputs: tuple[str, ...] = ()
    return_inputs: tuple[str, ...] = ()
    return_outputs: tuple[str, ...] = ()

    @classmethod
    def parse(cls, text: str) -> Effect:
        """Parse an effect; raises ValueError if the text contains none."""
        return cls(*_sides(text))

    def __str__(self) -> str:
        def side(before: tuple[str, ...], after: tuple[str, ...], mark: str) -> str:
            return " ".join(["(" + mark, *before, "--", *after, ")"])

        found = [
            side(before, after, mark)
            for before, after, mark in (
                (self.inputs, self.outputs, ""),
                (self.float_inputs, self.float_outputs, " F:"),
                (self.return_inputs, self.return_outputs, " R:"),
            )
            if before or after
        ]
        return " ".join(found) or "( -- )"
