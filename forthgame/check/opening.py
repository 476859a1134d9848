"""Findings about OnGenerateMoves: what it stores too late for the move words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from forthgame.check.effects import Effects
from forthgame.check.script import Script
from forthgame.code.function import Function
from forthgame.game.addresses import straight
from forthgame.game.countable import move_words
from forthgame.lang.doing import CHANGING, WRITING
from forthgame.lang.facts import FETCHING, STORAGE

EVENT = "OnGenerateMoves"
Access = tuple[int, str, int]  # cell; "variable" or "storage"; address or offset


def check_opening(script: Script, effects: Effects) -> None:
    """Report what OnGenerateMoves stores after its older word, and move words read.

    From Axiom 1.50 on the older word makes the list, so the move words have run by then.
    """
    program, forth = effects.program, script.reader
    event = forth.dictionary.find(EVENT)
    if event is None or event.index < forth.fence:
        return
    maker = forth.engine_word(EVENT).entry
    function = program.function(event.entry)
    calls = [i.cell for i in function.instructions.values() if _calls(i.name, i.operand, maker)]
    if not calls:
        return
    reached = program.called(move_words(script.declared))
    read = {access[1:] for each in reached for access in _accesses(each, FETCHING | CHANGING)}
    for cell, kind, place in _accesses(function, WRITING | CHANGING):
        if cell > min(calls) and (kind, place) in read:
            script.report_at(
                "FG558",
                "move words read this, and they have run: the older `OnGenerateMoves` makes the "
                "list; store it before you call that",
                cell,
                event,
            )


def _calls(name: str, operand: int, entry: int) -> bool:
    return name == "(CALL)" and operand == entry


def _accesses(function: Function, names: Iterable[str]) -> Iterator[Access]:
    """Yield the accesses of a function to variables and storage that it names just before."""
    before = straight(function)
    for cell, each in sorted(function.instructions.items()):
        named = before.get(cell) if each.name in names else None
        if named is not None and named.name == "LIT":
            yield cell, "variable", named.operand
        elif named is not None and named.name in STORAGE:
            yield cell, "storage", named.operand
