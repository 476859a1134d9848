"""The options of engines that grow a tree of random games, and how the machine learns of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from forthgame.lang import trees

if TYPE_CHECKING:
    from forthgame.game.engines import Limits
    from forthgame.vm.machine import Processor

FINE = 1000  # what a weight is counted in
ONLY_NOTED = 1  # moves are noted, and nothing is learned of them: words/plays.py


@dataclass(frozen=True)
class TreeOption:
    """An option.

    kind      bool, int or float
    register  where the machine has it, weights in thousandths; 0 of what the host does itself
    default   what `uct` does
    least     smallest number, most  largest one
    """

    kind: type
    register: int
    default: bool | float | None
    least: float = 0
    most: float = 1000


OPTIONS = {
    "mast": TreeOption(bool, trees.AVERAGES, False),
    "sharpness": TreeOption(float, trees.SHARPNESS, 8.0, 0, 100),
    "solve": TreeOption(bool, trees.SOLVES, True),
    "explore": TreeOption(float, trees.EXPLORES, 1.0),
    "urgency": TreeOption(float, trees.URGENCY, None),
    "history": TreeOption(float, trees.BIAS, 0.0),
    "cut": TreeOption(int, trees.CUT, None, 1, 10_000),
    "keep": TreeOption(bool, 0, False),
    "tree": TreeOption(int, 0, None, 1, 1 << 16),
    "grave": TreeOption(int, trees.GRAVE, None, 1, 1_000_000),
    "minimax": TreeOption(float, trees.MINIMAX, 0.0, 0, 1),
    "look": TreeOption(int, trees.LOOKS, None, 1, 10_000),
    "prove": TreeOption(float, 0, 0.0, 0, 0.9),
}


def option_error(option: TreeOption, value: object) -> str:
    """What is wrong with a value of an option, empty if nothing is."""
    if value is None:
        return ""
    if option.kind is bool:
        return "" if isinstance(value, bool) else "is yes or no"
    number = isinstance(value, int) if option.kind is int else isinstance(value, int | float)
    if isinstance(value, bool) or not number or not option.least <= value <= option.most:  # type: ignore[operator]
        whole = "whole number" if option.kind is int else "number"
        return f"is a {whole} from {option.least:g} to {option.most:g}"
    return ""


def set_tree_options(processor: Processor, limits: Limits) -> None:
    """Write the options of a search where the words of the tree read them."""
    given: dict[str, bool | float | None] = {}
    for name, option in OPTIONS.items():
        value = getattr(limits, name)
        given[name] = option.default if value is None else value
    for name, option in OPTIONS.items():
        if option.register == 0:
            continue
        value = given[name]
        if option.kind is bool:
            number = -1 if value else 0
        elif option.kind is int:
            number = int(value or 0)
        else:
            number = round(FINE * (value or 0))
        if name == "urgency":  # 0 is none
            number = 0 if value is None else number + 1
        processor.set_register(option.register, number)
    learns = given["mast"] or given["history"]
    noted = ONLY_NOTED if given["grave"] else 0
    processor.set_register(trees.LEARNS, -1 if learns else noted)
