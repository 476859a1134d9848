"""The options of alpha-beta, and how the machine learns of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from forthgame.game.growing import TreeOption as Option
from forthgame.lang import pruning

if TYPE_CHECKING:
    from forthgame.game.engines import Limits
    from forthgame.vm.machine import Processor

OPTIONS = {
    "null": Option(int, pruning.PASS, 0, 0, 6),
    "late": Option(int, pruning.LATE, pruning.LATE_USUAL, 0, 1000),
    "malus": Option(bool, pruning.MALUS, False),
    "countermove": Option(bool, pruning.COUNTERMOVE, False),
    "forced": Option(bool, pruning.FORCED, False),
    "recapture": Option(bool, pruning.RECAPTURE, False),
    "check": Option(bool, pruning.CHECK, False),
    "aspiration": Option(bool, pruning.WHOLE, True),
    "scout": Option(bool, pruning.OPEN, True),
    "internal": Option(bool, pruning.INTERNAL, False),
    "captures": Option(int, pruning.CAPTURES, pruning.CAPTURES_USUAL, 0, 30),
    "star": Option(int, pruning.STAR, pruning.STAR_USUAL, 0, 2),
}
REVERSED = frozenset(("aspiration", "scout"))  # the machine has their opposite: 0 is the usual


def set_pruning_options(processor: Processor, limits: Limits) -> None:
    """Write the options of a search where the words of alpha-beta read them."""
    for name, option in OPTIONS.items():
        given = getattr(limits, name)
        value = option.default if given is None else given
        if option.kind is bool:
            number = -1 if value != (name in REVERSED) else 0
        else:  # 0 is the usual
            number = int(value or 0) + (1 if option.default else 0)
        processor.set_register(option.register, number)
