"""Decode the fields of a move from the bytes of its list."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from forthgame.game.naming import short_text
from forthgame.game.played import Action
from forthgame.game.writing import writer
from forthgame.lang import beyond
from forthgame.lang import layout as at

if TYPE_CHECKING:
    from forthgame.game.script import Script

STEPS = (at.ACT_MOVE, at.ACT_MOVE_TAKE)
CARRIED = (beyond.ACT_PREFER, beyond.ACT_CHOICE, beyond.ACT_WEIGHT, beyond.ACT_RANK)
PLACE_BITS = 15  # for a position's number + 1
HASHED = 1 << 62  # set in a key that is a hash


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
    steps = [action.c for action in actions if action.kind in STEPS]
    placed = [action.b for action in actions if action.kind == at.ACT_ADD]
    number = next(iter(steps or placed), 0) & at.PIECE_MASK
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
