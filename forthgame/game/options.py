"""Engine options: their types, bounds and machine registers."""

from __future__ import annotations

from dataclasses import dataclass

from forthgame.lang import pruning, trees


@dataclass(frozen=True)
class SearchOption:
    """An option of a search.

    kind      bool, int or float
    register  machine register, weights in thousandths; 0 for options handled in Python
    default   value used by the engine
    least     smallest number
    most      largest number
    """

    kind: type
    register: int
    default: bool | float | None
    least: float = 0
    most: float = 1000


OF_TREES = {
    "mast": SearchOption(bool, trees.AVERAGES, False),
    "ngram": SearchOption(int, trees.LONGEST, None, 2, 3),
    "sharpness": SearchOption(float, trees.SHARPNESS, 8.0, 0, 100),
    "solve": SearchOption(bool, trees.SOLVES, True),
    "explore": SearchOption(float, trees.EXPLORES, 0.5),
    "urgency": SearchOption(float, trees.URGENCY, None),
    "history": SearchOption(float, trees.BIAS, 0.0),
    "bias": SearchOption(float, trees.LOOK_BIAS, 0.0),
    "cut": SearchOption(int, trees.CUT, None, 0, 10_000),
    "join": SearchOption(bool, 0, False),
    "keep": SearchOption(bool, 0, False),
    "tree": SearchOption(int, 0, None, 1, 1 << 16),
    "grave": SearchOption(int, trees.GRAVE, None, 1, 1_000_000),
    "minimax": SearchOption(float, trees.MINIMAX, 0.0, 0, 1),
    "look": SearchOption(int, trees.LOOKS, None, 1, 10_000),
    "prove": SearchOption(float, 0, 0.0, 0, 0.9),
}
OF_PRUNING = {
    "null": SearchOption(int, pruning.PASS, 0, 0, 6),
    "late": SearchOption(int, pruning.LATE, pruning.LATE_USUAL, 0, 1000),
    "malus": SearchOption(bool, pruning.MALUS, False),
    "countermove": SearchOption(bool, pruning.COUNTERMOVE, False),
    "forced": SearchOption(bool, pruning.FORCED, False),
    "recapture": SearchOption(bool, pruning.RECAPTURE, False),
    "check": SearchOption(bool, pruning.CHECK, True),
    "aspiration": SearchOption(bool, pruning.WHOLE, True),
    "scout": SearchOption(bool, pruning.OPEN, True),
    "internal": SearchOption(bool, pruning.INTERNAL, False),
    "captures": SearchOption(int, pruning.CAPTURES, pruning.CAPTURES_USUAL, 0, 30),
    "star": SearchOption(int, pruning.STAR, pruning.STAR_USUAL, 0, 2),
}


def option_error(option: SearchOption, value: object) -> str:
    """Return the reason why a value does not fit an option; empty if it does."""
    if value is None:
        return ""
    if option.kind is bool:
        return "" if isinstance(value, bool) else "is yes or no"
    number = isinstance(value, int) if option.kind is int else isinstance(value, int | float)
    if isinstance(value, bool) or not number or not option.least <= value <= option.most:  # type: ignore[operator]
        whole = "whole number" if option.kind is int else "number"
        return f"is a {whole} from {option.least:g} to {option.most:g}"
    return ""
