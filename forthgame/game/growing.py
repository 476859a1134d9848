"""Pass options of engines to the machine: alpha-beta, and trees of random games."""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from typing import TYPE_CHECKING

from forthgame.game.facts import fact
from forthgame.game.options import OF_PRUNING, OF_TREES, SearchOption
from forthgame.lang import layout as at
from forthgame.lang import trees
from forthgame.lang.beyond import CHOICE_CELL
from forthgame.lang.words.estimate import NEVER_CUT, PATIENCE, RARE, USUAL_CUT

if TYPE_CHECKING:
    from forthgame.game.engines import Limits
    from forthgame.game.script import Script
    from forthgame.vm.machine import Processor

FINE = 1000  # the unit of weights
TOGETHER = 1.0  # exploration if players choose together: with less they settle too soon
EVALUATION = at.EVENT_NAMES.index("OnEvaluate")
MOST = (1 << 31) - 1
_numbers = itertools.count(1)  # numbers of searches: positions joined by earlier ones do not count
REVERSED = frozenset(
    ("aspiration", "scout")
)  # stored inverted in the machine, so that 0 is the default
ONLY_NOTED = 1  # moves are recorded, and nothing is learned from them: words/plays.py


def set_pruning_options(processor: Processor, limits: Limits) -> None:
    """Write the options of a search to the registers of alpha-beta."""
    for name, option in OF_PRUNING.items():
        given = getattr(limits, name)
        value = option.default if given is None else given
        if name == "null" and processor.register(at.RETRACTS):
            value = 0  # OnRetractMove would run after a null move that OnMakeAMove did not see
        if option.kind is bool:
            number = -1 if value != (name in REVERSED) else 0
        else:  # 0 is the default
            number = int(value or 0) + (1 if option.default else 0)
        processor.set_register(option.register, number)


def set_tree_options(game: Script, limits: Limits) -> None:
    """Write the options of a search to the registers of trees.

    Random games are cut off if the script evaluates positions. Otherwise they are cut off at once
    if they are known not to end and the search is bounded by time alone; a search with counted
    limits does the same whatever was searched before.
    """
    processor = game.forth.processor
    given: dict[str, bool | float | None] = {name: getattr(limits, name) for name in OF_TREES}
    given |= {name: OF_TREES[name].default for name, value in given.items() if value is None}
    if limits.explore is None and processor.register(CHOICE_CELL):
        given["explore"] = TOGETHER
    counted = limits.playouts is not None or limits.nodes is not None
    if given["cut"] is None:
        evaluates = bool(processor.register(at.EVENTS + 4 * EVALUATION))
        given["cut"] = USUAL_CUT if evaluates or (not counted and hardly_end(game)) else None
    elif given["cut"] == 0:
        given["cut"] = NEVER_CUT
    numbers = {
        option.register: _number(option, given[name])
        for name, option in OF_TREES.items()
        if option.register
    }
    if given["urgency"] is not None:  # 0 means that there is none
        numbers[trees.URGENCY] += 1
    averages = given["mast"] or given["ngram"]
    noted = ONLY_NOTED if given["grave"] else 0
    processor.set_registers(numbers | {
        trees.AVERAGES: -1 if averages else 0,
        trees.JOINS: next(_numbers) & MOST if given["join"] else 0,
        trees.LEARNS: -1 if averages or given["history"] else noted,
    })  # fmt: skip


def _number(option: SearchOption, value: bool | float | None) -> int:
    if option.kind is bool:
        return -1 if value else 0
    return round((value or 0) * (FINE if option.kind is float else 1))


@dataclass
class RandomGames:
    """Numbers of random games, and of those without an end."""

    games: int = 0
    unended: int = 0


def note_endless(game: Script, limits: Limits, games: int) -> None:
    if limits.cut is not None:
        return
    register = game.forth.processor.register
    unended = register(trees.UNENDED)
    if register(trees.CUT):  # the others were cut off: their end is unknown
        games = unended
    seen = seen_before(game)
    seen.games += games
    seen.unended += unended


@fact
def seen_before(game: Script) -> RandomGames:
    return RandomGames()


def hardly_end(game: Script) -> bool:
    seen = seen_before(game)
    return seen.unended >= PATIENCE and seen.unended * RARE >= seen.games
