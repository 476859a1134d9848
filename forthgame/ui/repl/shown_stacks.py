"""The stacks of a session, and how the prompt shows them."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from forthgame.machine.memory.processor import Processor
from forthgame.machine.outer.outer_interpreter import Forth
from forthgame.words.registers import memory_layout as at

MOST = 16  # items shown


class SessionStacks:
    """Data and float stack between two lines."""

    def __init__(self) -> None:
        self.items: list[int] = []
        self.floats: list[float] = []

    def take(self, processor: Processor) -> None:
        self.items, self.floats = processor.items(), floats(processor)

    def give(self, processor: Processor) -> None:
        processor.reset_stacks()
        for value in self.items:
            processor.push(value)
        for number in self.floats:
            processor.push_float(number)


def floats(processor: Processor) -> list[float]:
    """Return the float stack, top last."""
    start = at.FLOAT_STACK >> 2
    return list(processor.f32[start : start + processor.register(at.FSP)])


def shown(processor: Processor) -> str:
    """Return depth and items of the stacks, top last; empty if they are."""
    items, numbers = processor.items(), floats(processor)
    parts = [f"<{len(items)}> {topmost(items)}"] if items else []
    if numbers:
        parts.append(f"F: <{len(numbers)}> {' '.join(f'{number:g}' for number in numbers)}")
    return " ".join(parts)


def topmost(items: Sequence[int], shown: Callable[[int], str] = str) -> str:
    """Return up to MOST items from the top of a stack as text."""
    return ("… " if len(items) > MOST else "") + " ".join(map(shown, items[-MOST:]))


def named(forth: Forth, items: Sequence[int]) -> str:
    """Return the topmost items as text; word tokens are shown as `'word`."""

    def name(value: int) -> str:
        word = forth.dictionary.by_token(value)
        return str(value) if word is None else f"'{word.name}"

    return topmost(items, name)
