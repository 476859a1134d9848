"""How the machine learns of the options of engines that grow a tree of random games."""

from __future__ import annotations

from typing import TYPE_CHECKING

from forthgame.game.options import OF_TREES
from forthgame.lang import trees
from forthgame.lang.beyond import CHOICE_CELL

if TYPE_CHECKING:
    from forthgame.game.engines import Limits
    from forthgame.vm.machine import Processor

FINE = 1000  # what a weight is counted in
TOGETHER = 1.0  # exploring where players choose together: with less they settle too soon
ONLY_NOTED = 1  # moves are noted, and nothing is learned of them: words/plays.py


def set_tree_options(processor: Processor, limits: Limits) -> None:
    """Write the options of a search where the words of the tree read them."""
    given: dict[str, bool | float | None] = {}
    for name, option in OF_TREES.items():
        value = getattr(limits, name)
        given[name] = option.default if value is None else value
    if limits.explore is None and processor.register(CHOICE_CELL):
        given["explore"] = TOGETHER
    for name, option in OF_TREES.items():
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
    averages = given["mast"] or given["ngram"]
    processor.set_register(trees.AVERAGES, -1 if averages else 0)
    learns = averages or given["history"]
    noted = ONLY_NOTED if given["grave"] else 0
    processor.set_register(trees.LEARNS, -1 if learns else noted)
