"""Names of what a move changes beside pieces on the board, and sentences about it."""

from __future__ import annotations

from collections.abc import Iterator

from forthgame.position.moves import Move
from forthgame.position.position_text import storage_places
from forthgame.rules.script import Script
from forthgame.why.inspection.short_texts import position_name
from forthgame.words.moves.turn_changes import IN, OUT
from forthgame.words.registers import extension_registers as by, memory_layout as at


def stored_name(game: Script, offset: int) -> str:
    """Return the name of the storage at a byte offset in the board record."""
    for name, start, count, size in storage_places(game):
        if start <= offset < start + count * size:
            which = f" {(offset - start) // size}" if count > 1 else ""
            return f"`{name}`{which}"
    return "board storage"


def bits_text(game: Script, place: int, mask: int, bits: int) -> str:
    """Return the attribute or mark that an action sets, and its value: `moved of a1 to 1`."""
    declared = game.declaration
    count = len(declared.positions)
    mask &= 0xFFFFFFFF
    known = declared.attributes
    if place >= count:
        plane = (place - declared.marks_start // 4) // count
        known = [mark for mark in declared.marks if mark.plane == plane]
        place = (place - declared.marks_start // 4) % count
    found = next((k for k in known if k.within(-1) == mask), None)
    if found is None:
        return f"bits to {bits}"
    return f"{found.name} of {position_name(game, place)} to {found.of(bits)}"


def type_name(game: Script, number: int) -> str:
    """Return the name of a move type, also of one that a constant of the script numbers."""
    return type_names(game).get(number, "none" if number == 0 else str(number))


def type_names(game: Script) -> dict[int, str]:
    """Return the names of the move types by their numbers."""
    types = {n: name for name, n in game.declaration.types.items()}
    for part in game.declaration.declared.parts("moves", "{move-type}"):
        word = game.forth.dictionary.find(part.names[0])
        if word is not None and word.kind == "literal":
            types.setdefault(word.value, word.name)
    return types


def unseen_effects(game: Script, move: Move) -> list[str]:
    """Return the effects of a move that are not on the board, in words for players."""
    return [*_continuation(game, move), *_unseen(game, move)]


def _continuation(game: Script, move: Move) -> Iterator[str]:
    first, _, rest = move.text.partition(" ")
    number = rest.partition(" ")[0]
    if first == "partial" and number.isdigit() and int(number):
        yield f"goes on with {type_name(game, int(number))}"
    if move.type:
        yield f"as {type_name(game, move.type)}"


def _unseen(game: Script, move: Move) -> Iterator[str]:
    for action in move.actions:
        match action.kind:
            case at.ACT_WORD:
                word = game.forth.dictionary.by_token(action.a)
                yield f"runs {word.name}" if word else f"runs {action.a}"
            case by.ACT_STORE:
                yield f"{stored_name(game, action.a).replace('`', '')} becomes {action.b}"
            case by.ACT_BITS:
                yield f"sets {bits_text(game, action.a, action.b, action.c)}"
            case by.ACT_TURN if action.b in (IN, OUT):
                owner = game.player_by_code(action.c)
                name = owner.name if owner else str(action.c)
                yield f"{name} is out" if action.b == OUT else f"{name} is in again"
            case by.ACT_TURN:
                yield "another turn follows"
            case _:
                pass
