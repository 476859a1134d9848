"""Decode the fields and texts of moves from the bytes of a list.

No words run, so this works at any time, even while the machine is running.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import TYPE_CHECKING

from forthgame.game.facts import fact
from forthgame.game.naming import short_text
from forthgame.game.played import STEPS, Action, moved_cell
from forthgame.lang import beyond
from forthgame.lang import layout as at
from forthgame.lang.encoding import decoded
from forthgame.lang.words.opcodes import OP
from forthgame.lang.words.text import TEXT_LIMIT

if TYPE_CHECKING:
    from forthgame.game.script import Script

CARRIED = (beyond.ACT_PREFER, beyond.ACT_CHOICE, beyond.ACT_WEIGHT, beyond.ACT_RANK)
PLACE_BITS = 15  # for a position's number + 1
HASHED = 1 << 62  # set in a key that is a hash
LONGEST = at.TEXT_SIZE - 2
KNOWN = 1 << 14  # texts that are cached
SHORT = 255  # characters of short names; cached texts have four times as many
CHOICE = OP["(CHOICE)"]
HIGHEST = max(OP.values())  # highest opcode; addresses of texts are greater


@dataclass(frozen=True, slots=True)
class Told:
    """All fields of a move: see Move."""

    text: str
    address: int
    choice: str
    key: int
    source: str | None
    target: str | None
    captured: tuple[str, ...]
    actions: tuple[Action, ...]
    player: str
    piece: str | None
    type: int
    weight: int = 1
    short: str = ""


def read_move(
    game: Script, by: str, board: memoryview, cells: memoryview, place: int, arena: bytes
) -> Told:
    """Return the move of the player `by` at an offset of a list, for a board."""
    start = place >> 2
    kind, partial = cells[start + at.MOVE_TYPE], cells[start + at.MOVE_PARTIAL]
    count = cells[start + at.MOVE_COUNT]
    start += at.MOVE_CELLS
    rows = cells[start : start + at.ACTION_CELLS * count].tolist()
    actions = tuple(
        Action(rows[k + at.ACTION_KIND_CELL], *rows[k : k + 3])
        for k in range(0, len(rows), at.ACTION_CELLS)
    )
    choice = next((game.forth.text_at(a.a) for a in actions if a.kind == beyond.ACT_CHOICE), "")
    acting = tuple(a for a in actions if a.kind not in CARRIED)
    source, target = _way(acting)
    names = game.declaration.positions
    text = writer(game).text(partial, arena[4 * start : 4 * (start + at.ACTION_CELLS * count)])
    return Told(
        text, place - at.LIST_BYTES + at.ARENA, choice, _key(game, kind, partial, choice, acting),
        None if source is None else names[source], None if target is None else names[target],
        tuple(names[pos] for pos in _taken(board, acting)), acting, by, _moved(game, acting), kind,
        _weight(game, by, actions),
    )  # fmt: skip


def _way(actions: tuple[Action, ...]) -> tuple[int | None, int | None]:
    """Return source and target of the first moving piece, or the target of a placed one."""
    source = target = None
    for action in actions:
        if action.kind in STEPS and (source is None or action.a == target):
            source, target = action.a if source is None else source, action.b
    if source is None:
        target = next((a.a for a in actions if a.kind == at.ACT_ADD), None)
    return source, target


def _moved(game: Script, actions: tuple[Action, ...]) -> str | None:
    number = moved_cell(actions) & at.PIECE_MASK
    pieces = game.declaration.pieces
    return pieces[number - 1].name if 1 <= number <= len(pieces) else None


def _weight(game: Script, by: str, actions: tuple[Action, ...]) -> int:
    said = next((a.a for a in reversed(actions) if a.kind == beyond.ACT_WEIGHT), 1)
    if said == 1:
        return 1
    weighs = any(player.weighted for player in game.declaration.players if player.name == by)
    return said if weighs else 1


def _taken(board: memoryview, actions: tuple[Action, ...]) -> Iterator[int]:
    """Yield the positions of captured pieces, except positions that the move's pieces leave."""
    left: set[int] = set()
    for action in actions:
        if action.kind in STEPS:
            left.add(action.a)
        takes = {at.ACT_MOVE_TAKE: action.b, at.ACT_CAPTURE: action.a}.get(action.kind)
        if takes is not None and takes not in left and board[takes]:
            left.add(takes)
            yield takes


def _key(game: Script, kind: int, partial: int, choice: str, actions: tuple[Action, ...]) -> int:
    """Return a number that is the same in every process.

    It is made of source, target and type for a single step, else a hash of choice and actions.
    """
    if len(actions) == 1 and actions[0].kind in STEPS and not (partial or choice):
        key = (kind & 0xFFFFFFFF) << PLACE_BITS | actions[0].b + 1
        return key << PLACE_BITS | actions[0].a + 1
    told = [(kind, partial, choice), *(_lasting(game, action) for action in actions)]
    digest = hashlib.blake2b(repr(told).encode(), digest_size=8).digest()
    return int.from_bytes(digest, "little") >> 2 | HASHED


def _lasting(game: Script, action: Action) -> tuple[int | str, ...]:
    """Return an action without memory addresses of words."""
    if action.kind == at.ACT_WORD:
        words = game.forth.dictionary
        word = words.by_token(action.a)
        if word is None:
            return (action.kind, action.a)
        older = words.older(word)
        return (action.kind, word.name, older) if older else (action.kind, word.name)
    if action.kind >= beyond.ACT_BITS:
        return (action.kind, action.a, action.b, action.c)
    return (action.kind, action.a, 0 if action.kind == at.ACT_PASS else action.b)


def told_apart(game: Script, moves: list[Told]) -> list[Told]:
    """Return the moves with choices appended to equal texts, and with unique short texts."""
    if any(move.choice for move in moves):
        texts = Counter(move.text for move in moves)
        moves = [
            replace(move, text=f"{move.text} {move.choice}")
            if move.choice and texts[move.text] > 1
            else move
            for move in moves
        ]
    if not game.declaration.notation:
        return moves
    shorts = [short_text(game.declaration, move) for move in moves]
    twice = Counter(shorts)
    return [
        replace(move, short=_own_short(move, short, twice[short] == 1))
        for move, short in zip(moves, shorts, strict=True)
    ]


def _own_short(move: Told, short: str, alone: bool) -> str:
    if alone:
        return short
    return f"{short} {move.choice}" if move.choice else move.text


# -- texts ----------------------------------------------------------------------------------------


@fact
def uses_choices(game: Script) -> bool:
    """Return whether a word of the script may give a move a choice."""
    code = game.forth.code
    cells = code.cells[game.code_fence : code.top]  # the text's address follows
    return any(cell == CHOICE and after > HIGHEST for cell, after in pairwise(cells))


@fact
def writer(game: Script) -> Writer:
    return Writer(game)


class Writer:
    def __init__(self, game: Script) -> None:
        processor = game.forth.processor

        def names(table: int, count: int) -> list[bytes]:
            first, length = processor.register(table), processor.register(count)
            return [_text_at(processor.bytes, processor.cell(first + 4 * k)) for k in range(length)]

        self._positions = names(at.NAMES, at.POSITIONS)
        self._pieces = names(at.PIECE_NAMES, at.PIECE_COUNT)
        self._players = names(at.PLAYER_NAMES, at.PLAYER_COUNT)
        self._known: dict[tuple[int, bytes], str] = {}
        every = (*self._positions, *self._pieces, *self._players)
        self.has_long_names = max(map(len, every), default=0) > SHORT

    def text(self, partial: int, actions: bytes) -> str:
        """Return the text of a move; `partial` is its continuation, 0 for none."""
        key = (partial, actions)
        found = self._known.get(key)
        if found is None:
            if len(self._known) >= KNOWN:
                self._known.clear()
            found = decoded(self._write(partial, actions))
            if len(found) <= 4 * SHORT:
                self._known[key] = found
        return found

    def _write(self, partial: int, actions: bytes) -> bytes:
        begin = b"partial %d " % (partial - 1) if partial else b""
        text = begin
        ended = -1
        cells = memoryview(actions).cast("i").tolist()
        for k in range(0, len(cells), at.ACTION_CELLS):
            a, b, c = cells[k : k + 3]
            kind = cells[k + at.ACTION_KIND_CELL]
            if len(text) >= LONGEST:
                break
            if kind in (at.ACT_LITERAL, at.ACT_WORD) or kind >= at.ACT_PASS:
                continue
            if text and not text.endswith(b" "):
                text += b" "
            if kind <= at.ACT_MOVE_TAKE:
                sign = b" - " if kind == at.ACT_MOVE else b" x "
                text += self._piece(c) + b" " + _name(self._positions, a) + sign
                text += _name(self._positions, b)
                ended = b
            elif kind == at.ACT_CAPTURE:
                text += b"x " + _name(self._positions, a)
                ended = a
            elif kind == at.ACT_ADD:
                text += self._player(b) + b" " + self._piece(b) + b" " + _name(self._positions, a)
                ended = a
            elif kind <= at.ACT_OWNER:
                text += b"= " + (self._piece(b) if kind == at.ACT_TYPE else self._player(b))
                if a != ended:
                    text += b" on " + _name(self._positions, a)
                ended = a
        text = text[:LONGEST]
        return text if len(text) > len(begin) else text + b"Pass"

    def _piece(self, cell: int) -> bytes:
        return _name(self._pieces, (cell & at.PIECE_MASK) - 1)

    def _player(self, cell: int) -> bytes:
        return _name(self._players, ((cell & at.PLAYER_NUMBER_MASK) >> 11) - 1)


def _name(names: list[bytes], index: int) -> bytes:
    return names[index] if 0 <= index < len(names) else b"%d" % index


def _text_at(memory: memoryview, address: int) -> bytes:
    start = at.MEMORY + address
    return bytes(memory[start : start + TEXT_LIMIT]).split(b"\0", 1)[0]
