"""Where mistakes belong that the engine finds while it takes moves out of a list."""

from __future__ import annotations

from typing import TYPE_CHECKING

from forthgame.errors import ScriptError
from forthgame.vm.compiler.decode import Program

if TYPE_CHECKING:
    from forthgame.game.declare import Declaration
    from forthgame.lang.dictionary import Word

CHANGED = -282  # numbers of the errors
ENDLESS = -284
LISTS_CHANGED = -300
EVENTS = {CHANGED: "OnMoves", LISTS_CHANGED: "OnIsLegal?"}
GOING_ON = frozenset(("partial", "partial-move-type"))


def place_error(declaration: Declaration, error: ScriptError) -> None:
    """Give an error that no word of the script has raised the place of the word to blame."""
    event = EVENTS.get(error.number)
    if error.place is not None or (event is None and error.number != ENDLESS):
        return
    word = declaration.forth.dictionary.find(event) if event else _going_on(declaration)
    if word is not None and word.place is not None:
        error.place, error.word = word.place, word.name


def _going_on(declaration: Declaration) -> Word | None:
    """The first move word that makes partial moves."""
    code = declaration.forth.code
    program = Program(code.cells, code.top)
    for listed in declaration.lists.values():
        for word, _ in listed.entries:
            todo, seen = {word.entry}, set[int]()
            while todo := todo - seen:
                function = program.function(todo.pop())
                seen.add(function.entry)
                todo |= function.callees()
                if GOING_ON & {i.name for i in function.instructions.values()}:
                    return word
    return None
