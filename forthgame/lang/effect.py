"""Stack effects: `( before -- after )`, with `( F: before -- after )` for the float stack."""

from __future__ import annotations

import re
from dataclasses import dataclass

_SIDES = re.compile(r"\(\s*(F:)?\s*(.*?)\s*--\s*(.*?)\s*\)")


@dataclass(frozen=True)
class Effect:
    """The names of the items a word takes and leaves, the top of the stack last."""

    inputs: tuple[str, ...] = ()
    outputs: tuple[str, ...] = ()
    float_inputs: tuple[str, ...] = ()
    float_outputs: tuple[str, ...] = ()

    @classmethod
    def parse(cls, text: str) -> Effect:
        """Read an effect; raises ValueError if there is none in the text."""
        sides: dict[bool, tuple[tuple[str, ...], tuple[str, ...]]] = {}
        for match in _SIDES.finditer(text):
            sides[match[1] is not None] = (tuple(match[2].split()), tuple(match[3].split()))
        if not sides:
            raise ValueError(f"no stack effect in {text!r}")
        plain = sides.get(False, ((), ()))
        floats = sides.get(True, ((), ()))
        return cls(plain[0], plain[1], floats[0], floats[1])

    def __str__(self) -> str:
        def side(before: tuple[str, ...], after: tuple[str, ...], mark: str) -> str:
            return " ".join(["(" + mark, *before, "--", *after, ")"])

        plain = side(self.inputs, self.outputs, "")
        if not (self.float_inputs or self.float_outputs):
            return plain
        floats = side(self.float_inputs, self.float_outputs, " F:")
        return floats if not (self.inputs or self.outputs) else f"{plain} {floats}"
