"""Values of generated code: their text in the IR, and further facts."""

from __future__ import annotations

from dataclasses import dataclass


class Computed(str):
    __slots__ = ()


class Constant(str):
    """A number that is known when the code is written."""

    __slots__ = ()

    def __new__(cls, number: int) -> Constant:
        return super().__new__(cls, number)

    @property
    def number(self) -> int:
        return int(self)


@dataclass(frozen=True)
class Back:
    """The return address of an inlined function: the cell where its caller continues."""

    cell: int


Item = str | Back  # an item of the return stack
