"""Piece letters, short texts by a script's pattern, and finding a move by a text as typed.

Notations that a game declares are read in `texts/notation.py`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from operator import eq
from typing import TYPE_CHECKING

from forthgame.base.errors import AmbiguousMove, IllegalMove, alike
from forthgame.base.source import split_words
from forthgame.position.position_record import moved_cell
from forthgame.rules.declaration.zones import LONGEST
from forthgame.words.registers import memory_layout as at

if TYPE_CHECKING:
    from forthgame.position.moves import Move, MoveFields, Moves
    from forthgame.rules.declaration.declaration import Declaration

NUMBERED = re.compile(r"(?P<text>.*)~(?P<number>[0-9]{1,9})")
DROPPED = "@"  # source of a dropped piece
# names, and signs that may belong to a text; blanks, dashes, arrows and commas only separate
PARTS = re.compile(r"\w+|[^\w\s,>→–—-]")
LONGEST_TYPED = 400  # characters of a typed text
SHOWN = 9  # moves that AmbiguousMove lists

KINDS = ("text", "places", "named")
NO_NAMES: Mapping[str, str] = {}


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


def short_text(declared: Declaration, move: MoveFields) -> str:
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
        if _single(move._pattern_text) == wanted:
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


def texts_alone(moves: Moves) -> list[str]:
    """Return `text_alone` of each move of a list, in one pass."""
    texts, first, times = moves.texts, dict[str, int](), dict[str, int]()
    plain = [_single(text) for text in texts]
    taken, found = set(plain), list[str]()
    for number, (text, single) in enumerate(zip(texts, plain, strict=True)):
        times[single] = times.get(single, 0) + 1
        before = first.setdefault(text, number)
        if before == number or moves[before].key == moves[number].key:
            found.append(text)
            continue
        count = str(times[single])
        while f"{single}~{count}" in taken:  # the long text of another move
            count = f"0{count}"
        found.append(f"{single}~{count}")
    return found


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


# -- moves as people type them --------------------------------------------------------------------


def match_move(
    moves: Sequence[Move], text: str, player: str, names: Mapping[str, str] = NO_NAMES
) -> Move | None:
    """Return the move that a text means, or None. Raises AmbiguousMove if several moves fit.

    `names` are other names of positions, which the text has instead of the script's.
    """
    found = fitting(moves, text, names)
    texts = list(dict.fromkeys(move.text for move in found))
    if len(texts) > 1:
        numbers = [next(m.index for m in found if m.text == one) for one in texts[:SHOWN]]
        raise AmbiguousMove(text, player, texts[:SHOWN], numbers, len(texts))
    return found[0] if found else None


def fitting(moves: Sequence[Move], text: str, names: Mapping[str, str] = NO_NAMES) -> list[Move]:
    """Return the moves that fit a text in the first way of reading that any move fits.

    The ways are: the whole text; its positions, with or without player and piece; the beginning of
    one of these. Each is tried with the parts as typed, then with the separators left out.
    """
    wanted = _parts(text) if len(text) <= LONGEST_TYPED else ()
    if not wanted:
        return []
    known = [(move, _readings(move, names)) for move in moves]
    all_begin: list[Move] = []
    for reading in (eq, _begins):
        for kind in KINDS:
            for join in (" ", ""):
                to = join.join(wanted)
                found = [move for move, ways in known
                         if any(reading(join.join(own), to) for own in ways[kind])]  # fmt: skip
                if len(found) == len(moves) > 1 and reading is _begins:
                    all_begin = found  # not selective: another reading may be
                elif found:
                    return found
    return all_begin


def two_places(text: str, positions: Sequence[str]) -> tuple[str, str] | None:
    """Return the two positions that `e2e4`, `E2-E4` or `e2 - e4` names, or None."""
    joined = "".join(_parts(text)) if len(text) <= LONGEST_TYPED else ""
    known = {"".join(_parts(name)): name for name in positions} if joined else {}
    found = [(known[joined[:k]], known[joined[k:]]) for k in range(1, len(joined))
             if joined[:k] in known and joined[k:] in known]  # fmt: skip
    return found[0] if len(found) == 1 else None


def _parts(text: str) -> tuple[str, ...]:
    return tuple(PARTS.findall(text.casefold()))


def _begins(text: str, wanted: str) -> bool:
    """Compare beginnings; a number is not the beginning of a longer number."""
    if not text.startswith(wanted):
        return False
    return not (wanted[-1].isdigit() and text[len(wanted) :][:1].isdigit())


def _readings(move: Move, typed: Mapping[str, str]) -> dict[str, list[tuple[str, ...]]]:
    texts = [move.text, move._pattern_text]
    places, names = list[str](), list[str]()
    if move.target is not None:
        target = typed.get(move.target, move.target)
        places = [target]
        if move.source is not None:
            source = typed.get(move.source, move.source)
            places += [f"{source} {target}", f"{source} x {target}"]
        places += [f"{text} {move.choice}" for text in places if move.choice]
        before = split_words(move.text)
        first = move.source or move.target
        head = before[: before.index(first)] if first in before else []
        names = [name for name in (" ".join(head), *head) if name]
    named = [f"{name} {text}" for name in names for text in places]
    kinds = {"text": texts, "places": places, "named": named}
    return {kind: [_parts(own) for own in given] for kind, given in kinds.items()}
