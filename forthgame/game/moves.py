"""The moves of a list as Python sees them: texts, keys, positions, choices."""

from __future__ import annotations

import hashlib
import zlib
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from forthgame.game.naming import short_text
from forthgame.game.played import Action, Move, Position
from forthgame.lang import beyond
from forthgame.lang import layout as at
from forthgame.lang.encoding import decoded

if TYPE_CHECKING:
    from forthgame.game.game import Game

STEPS = (at.ACT_MOVE, at.ACT_MOVE_TAKE)
CARRIED = (beyond.ACT_PREFER, beyond.ACT_CHOICE, beyond.ACT_WEIGHT, beyond.ACT_RANK)
PLACE_BITS = 15  # of a position's number + 1
TYPE_BITS = 17
CHOICE_BITS = 15
HASHED = 1 << 62  # set in a key that is a hash


def legal_moves(game: Game, position: Position) -> list[Move]:
    """The moves of the first list in the machine, which holds the position."""
    processor = game.forth.processor
    board = memoryview(position.board).cast("i")
    found: list[Move] = []
    address = processor.cell(at.LISTS + 4 * at.LIST_FIRST)
    while address:
        game.run_word("$MoveString", address)
        start = at.MEMORY + at.TEXT_BUFFER
        size = processor.register(at.TEXT_COUNT)
        text = decoded(bytes(processor.bytes[start : start + size]))
        found.append(_read(game, board, address, text, len(found)))
        address = processor.cell(address)
    return list(_told_apart(game, found))


def _read(game: Game, board: memoryview, address: int, text: str, index: int) -> Move:
    start = (at.MEMORY + address) >> 2
    cells = game.forth.processor.i32[start : start + at.MOVE_CELLS].tolist()
    kind, partial = cells[at.MOVE_TYPE], cells[at.MOVE_PARTIAL]
    start += at.MOVE_CELLS
    rows = game.forth.processor.i32[start : start + at.ACTION_CELLS * cells[at.MOVE_COUNT]].tolist()
    actions = tuple(
        Action(rows[k + at.ACTION_KIND_CELL], *rows[k : k + 3])
        for k in range(0, len(rows), at.ACTION_CELLS)
    )
    choice = next((game.forth.text_at(a.a) for a in actions if a.kind == beyond.ACT_CHOICE), "")
    acting = tuple(a for a in actions if a.kind not in CARRIED)
    source, target = _way(acting)
    names = game.declaration.positions
    return Move(
        text, index, address, choice, _key(game, kind, partial, choice, acting),
        None if source is None else names[source], None if target is None else names[target],
        tuple(names[pos] for pos in _taken(board, acting)), actions=acting,
    )  # fmt: skip


def _way(actions: tuple[Action, ...]) -> tuple[int | None, int | None]:
    """Where the piece that moves first comes from and ends; without one, where one is placed."""
    source = target = None
    for action in actions:
        if action.kind in STEPS and (source is None or action.a == target):
            source, target = action.a if source is None else source, action.b
    if source is None:
        target = next((a.a for a in actions if a.kind == at.ACT_ADD), None)
    return source, target


def _taken(board: memoryview, actions: tuple[Action, ...]) -> Iterator[int]:
    """Positions whose pieces a move takes: none that its own pieces have left before."""
    left: set[int] = set()
    for action in actions:
        takes = {at.ACT_MOVE_TAKE: action.b, at.ACT_CAPTURE: action.a}.get(action.kind)
        if takes is not None and takes not in left and board[takes]:
            left.add(takes)
            yield takes
        if action.kind in STEPS:
            left.add(action.a)


def _key(game: Game, kind: int, partial: int, choice: str, actions: tuple[Action, ...]) -> int:
    """A number that is the same in every process.

    From, to, type and choice where the move is one step of a piece, else a hash of the actions.
    """
    if len(actions) == 1 and actions[0].kind in STEPS and not partial:
        named = zlib.crc32(choice.encode()) % ((1 << CHOICE_BITS) - 1) + 1 if choice else 0
        parts = (actions[0].a + 1, PLACE_BITS), (actions[0].b + 1, PLACE_BITS), (kind, TYPE_BITS)
        key = named
        for value, bits in reversed(parts):
            key = key << bits | value
        return key
    told = [(kind, partial, choice), *(_told(game, action) for action in actions)]
    digest = hashlib.blake2b(repr(told).encode(), digest_size=8).digest()
    return int.from_bytes(digest, "little") >> 2 | HASHED


def _told(game: Game, action: Action) -> tuple[int | str, ...]:
    """An action without what depends on where words lie in memory."""
    if action.kind == at.ACT_WORD:
        word = game.forth.dictionary.by_token(action.a)
        return (action.kind, word.name if word else action.a)
    return (action.kind, action.a, 0 if action.kind == at.ACT_PASS else action.b)


def _told_apart(game: Game, moves: list[Move]) -> Iterator[Move]:
    """The moves with their choice behind equal texts, and with short texts that are their own."""
    if any(move.choice for move in moves):
        texts = Counter(move.text for move in moves)
        moves = [
            replace(move, text=f"{move.text} {move.choice}")
            if move.choice and texts[move.text] > 1
            else move
            for move in moves
        ]
    if not game.declaration.notation:
        yield from moves
        return
    shorts = [short_text(game.declaration, move) for move in moves]
    twice = Counter(shorts)
    for move, short in zip(moves, shorts, strict=True):
        own = short if twice[short] == 1 else f"{short} {move.choice}" if move.choice else move.text
        yield replace(move, short=own)
