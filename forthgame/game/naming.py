"""Piece letters, short move texts by a script's pattern, and finding a move by its text."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from forthgame.errors import IllegalMove
from forthgame.game.places import LONGEST
from forthgame.game.played import moved_cell
from forthgame.lang import layout as at
from forthgame.lang.likeness import alike

if TYPE_CHECKING:
    from forthgame.game.declare import Declaration
    from forthgame.game.moves import Move, Moves
    from forthgame.game.told import Told

NUMBERED = re.compile(r"(?P<text>.*)~(?P<number>[0-9]{1,9})")
DROPPED = "@"  # source of a dropped piece


def piece_letters(declared: Declaration) -> dict[str, str]:
    """Return a letter for each piece type: its glyph, or the first free letter of its name."""
    found = {p.name: declared.glyphs[k] for k, p in enumerate(declared.pieces, 1)
             if k in declared.glyphs}  # fmt: skip
    for piece in declared.pieces:
        if piece.name not in found:
            taken = {letter.lower() for letter in found.values()}
            free = (c.lower() for c in piece.name if c.isalnum() and c.lower() not in taken)
            found[piece.name] = next(free, piece.name[:1].lower() or "?")
    return {piece.name: found[piece.name] for piece in declared.pieces}


def _letter(declared: Declaration, cell: int) -> str:
    name = _name(declared, cell)
    return piece_letters(declared)[name].upper() if name else ""


def _name(declared: Declaration, cell: int) -> str:
    number = cell & at.PIECE_MASK
    return declared.pieces[number - 1].name if 1 <= number <= len(declared.pieces) else ""


def short_text(declared: Declaration, move: Told) -> str:
    """Return the text of a move by `{notation}`; the long text if the move has no target."""
    if move.target is None:
        return move.text
    piece = moved_cell(move.actions)
    target = declared.positions.index(move.target)
    became = [a.b for a in move.actions if a.kind == at.ACT_TYPE and a.a == target]
    promoted = _letter(declared, became[-1]) if became else ""
    meaning = {
        "p": _letter(declared, piece),
        "n": _name(declared, piece),
        "f": move.source or DROPPED,
        "t": move.target,
        "x": "x" if move.captured else "",
        "=": f"={promoted}" if promoted else "",
        "c": move.choice,
        "%": "%",
    }
    short = re.sub("%(.)", lambda found: meaning[found[1]][:LONGEST], declared.notation)
    return short.strip()[:LONGEST]


def find_move(moves: Moves, text: str) -> Move | None:
    """Return the move with a long text, with or without its choice, or with a short text.

    `text~2` means the second of several moves with the same long text, as `text_alone` writes it.
    Runs of blanks count as one, unless a move has the exact text.
    """
    texts = moves.texts
    if text in texts:
        return moves[texts.index(text)]
    wanted, plain = _single(text), [_single(own) for own in texts]
    if wanted in plain:
        return moves[plain.index(wanted)]
    if found := NUMBERED.fullmatch(wanted):
        numbers = [k for k, own in enumerate(plain) if own == found["text"]]
        if 1 <= int(found["number"]) <= len(numbers):
            return moves[numbers[int(found["number"]) - 1]]
    if not moves._together:
        return None
    for move, own in zip(moves, plain, strict=True):
        if move.choice and own == _single(f"{wanted} {move.choice}"):
            return move
    for move in moves if wanted else ():
        if _single(move.short) == wanted:
            return move
    return None


def text_alone(moves: Moves, number: int) -> str:
    """Return a text by which `find_move` finds the move of a number, or an equivalent one."""
    text, texts = moves.text_of(number), moves.texts
    first = texts.index(text)
    if first == number or moves[first].key == moves[number].key:
        return text
    plain = [_single(own) for own in texts]
    text, count = plain[number], str(plain[: number + 1].count(plain[number]))
    while f"{text}~{count}" in plain:  # the long text of another move
        count = f"0{count}"
    return f"{text}~{count}"


def own_text(move: Move) -> str:
    """Return `text_alone` of a move that belongs to a list, else its text."""
    return move.text if move._moves is None else text_alone(move._moves, move._number)


def _single(text: str) -> str:
    return " ".join(text.split())


def illegal(moves: Sequence[Move], text: str, player: str, shown: int) -> IllegalMove:
    """Return the error for a text that means none of the moves; it lists the nearest texts."""
    texts = list(dict.fromkeys(move.text for move in moves))
    near = alike(_single(text)[:shown], texts, 5, 0.3) or texts[:5]
    return IllegalMove(text, player, near)
