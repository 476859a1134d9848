"""How the machine learns of the options of alpha-beta."""

from __future__ import annotations

from typing import TYPE_CHECKING

from forthgame.game.options import OF_PRUNING
from forthgame.lang import layout as at

if TYPE_CHECKING:
    from forthgame.game.engines import Limits
    from forthgame.vm.machine import Processor

REVERSED = frozenset(("aspiration", "scout"))  # the machine has their opposite: 0 is the usual


def set_pruning_options(processor: Processor, limits: Limits) -> None:
    """Write the options of a search where the words of alpha-beta read them."""
    for name, option in OF_PRUNING.items():
        given = getattr(limits, name)
        value = option.default if given is None else given
        if name == "null" and processor.register(at.RETRACTS):
            value = 0  # OnRetractMove would run behind a passed turn that OnMakeAMove did not see
        if option.kind is bool:
            number = -1 if value != (name in REVERSED) else 0
        else:  # 0 is the usual
            number = int(value or 0) + (1 if option.default else 0)
        processor.set_register(option.register, number)
