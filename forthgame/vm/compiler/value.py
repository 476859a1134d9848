"""Values of generated code: their text in the IR, and what is known of them beside it."""

from __future__ import annotations

from dataclasses import dataclass


class Computed(str):
    """The name of what an instruction gives."""

    __slots__ = ()


class Constant(str):
    """A number that is known when the code is written."""

    __slots__ = ()

    def __new__(cls, number: int) -> Constant:
        return super().__new__(cls, number)

    @property
    def number(self) -> int:
        """The number."""
        return int(self)


@dataclass(frozen=True)
class Back:
    """The return address of a function written into another: where the caller goes on."""

    cell: int


Item = str | Back  # of the return stack: a value, or such an address
