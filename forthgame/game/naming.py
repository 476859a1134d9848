"""Letters of pieces, and short texts of moves by the pattern that a script gives."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from forthgame.errors import IllegalMove
from forthgame.lang import layout as at
from forthgame.lang.likeness import alike

if TYPE_CHECKING:
    from forthgame.game.declare import Declaration
    from forthgame.game.moves import Move, Moves
    from forthgame.game.told import Told

CODES = "pnftx=c%"
PATTERN = re.compile(rf"(?:[^%]|%[{re.escape(CODES)}])*$")
NUMBERED = re.compile(r"(?P<text>.*)~(?P<number>[0-9]{1,9})")
LONGEST = 255  # characters of a pattern, and of a short text: the rest is left out
DROPPED = "@"  # where a piece comes from that was not on the board


def piece_letters(declared: Declaration) -> dict[str, str]:
    """A letter for each piece type: its glyph, or of its name the first that is not taken yet."""
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
    """The text of a move by `{notation}`; a move that leads nowhere keeps its own."""
    if move.target is None:
        return move.text
    steps = [a.c for a in move.actions if a.kind in (at.ACT_MOVE, at.ACT_MOVE_TAKE)]
    placed = [a.b for a in move.actions if a.kind == at.ACT_ADD]
    piece = next(iter(steps or placed), 0)
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
    """The move that a text means: by its long text, without its choice, by its short text.

    Of several with one long text `text~2` means the second, as `text_alone` writes it. Any blanks
    count as one, unless a move has the very text.
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
    """A text by which `find_move` finds the move of a number, or one that does the same."""
    text, texts = moves.text_of(number), moves.texts
    first = texts.index(text)
    if first == number or moves[first].key == moves[number].key:
        return text
    plain = [_single(own) for own in texts]
    text, count = plain[number], str(plain[: number + 1].count(plain[number]))
    while f"{text}~{count}" in plain:  # another move's own text
        count = f"0{count}"
    return f"{text}~{count}"


def own_text(move: Move) -> str:
    """`text_alone` of a move that still knows its list; else its text."""
    return move.text if move._moves is None else text_alone(move._moves, move._number)


def _single(text: str) -> str:
    """A text whose parts stand one blank apart."""
    return " ".join(text.split())


def illegal(moves: Sequence[Move], text: str, player: str, shown: int) -> IllegalMove:
    """The error of a text that means none of the moves; it names the nearest."""
    texts = list(dict.fromkeys(move.text for move in moves))
    near = alike(_single(text)[:shown], texts, 5, 0.3) or texts[:5]
    return IllegalMove(text, player, near)
