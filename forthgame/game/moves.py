"""The moves of a list as Python sees them: texts, keys, positions, choices.

Nothing of that is worked out before it is asked for: a list is its bytes, a move a number in it.
"""

from __future__ import annotations

import hashlib
import zlib
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, overload

from forthgame.game.naming import short_text
from forthgame.game.played import Action
from forthgame.lang import beyond
from forthgame.lang import layout as at

if TYPE_CHECKING:
    from forthgame.game.game import Game
    from forthgame.game.played import Position

STEPS = (at.ACT_MOVE, at.ACT_MOVE_TAKE)
CARRIED = (beyond.ACT_PREFER, beyond.ACT_CHOICE, beyond.ACT_WEIGHT, beyond.ACT_RANK)
PLACE_BITS = 15  # of a position's number + 1
TYPE_BITS = 17
CHOICE_BITS = 15
HASHED = 1 << 62  # set in a key that is a hash


@dataclass(frozen=True, slots=True)
class Told:
    """All that is known of a move: see Move."""

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
    short: str = ""


class Move:
    """A legal move: its text, and where it stands in the list it was generated in.

    text      what `find` and `play` take
    index     its number in the list, from 0
    choice    what `choice"` names it; shown behind the text where texts are equal
    key       a number that is the same in every run and process
    source    the position that its piece leaves, None if it comes from elsewhere
    target    the position that its piece ends on, None if there is none
    captured  positions whose pieces it takes
    player    who makes it
    piece     the type of the piece that moves or is placed, None if there is none
    type      the number of the kind of move that `{move-type}` gives, 0 without one
    actions   its parts
    short     its text by `{notation}`, empty without one

    Moves are equal if their texts and numbers are.
    """

    __slots__ = ("_moves", "_number", "_told")

    def __init__(self, moves: Moves | None, number: int, told: Told | None = None) -> None:
        self._moves = moves
        self._number = number
        self._told = told

    @property
    def index(self) -> int:
        """Its number in the list, from 0."""
        return self._number

    @property
    def text(self) -> str:
        """What `find` and `play` take."""
        if self._told is not None or self._moves is None:
            return self._all.text
        return self._moves.text_of(self._number)

    @property
    def _all(self) -> Told:
        if self._told is None:
            if self._moves is None:
                raise ValueError("a move of no list")
            self._told = self._moves.told(self._number)
        return self._told

    @property
    def address(self) -> int:
        """Where it lies in the machine while that holds its list."""
        return self._all.address

    @property
    def choice(self) -> str:
        """What `choice"` names it."""
        return self._all.choice

    @property
    def key(self) -> int:
        """A number that is the same in every run and process."""
        return self._all.key

    @property
    def source(self) -> str | None:
        """The position that its piece leaves, None if it comes from elsewhere."""
        return self._all.source

    @property
    def target(self) -> str | None:
        """The position that its piece ends on, None if there is none."""
        return self._all.target

    @property
    def captured(self) -> tuple[str, ...]:
        """Positions whose pieces it takes."""
        return self._all.captured

    @property
    def player(self) -> str:
        """Who makes it."""
        return self._all.player

    @property
    def piece(self) -> str | None:
        """The type of the piece that moves first or is placed, None if there is none."""
        return self._all.piece

    @property
    def type(self) -> int:
        """The number of the kind of move that `{move-type}` gives, 0 without one."""
        return self._all.type

    @property
    def short(self) -> str:
        """Its text by `{notation}`, empty without one."""
        return self._all.short

    @property
    def actions(self) -> tuple[Action, ...]:
        """Its parts."""
        return self._all.actions

    def stands_in(self, moves: Moves) -> bool:
        """Whether it is one of a list, and not only equal to one."""
        return self._moves is moves

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"Move(text={self.text!r}, index={self._number!r})"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Move):
            return NotImplemented
        if self._number != other._number:
            return False
        same = self._moves is not None and self._moves is other._moves
        return same or self.text == other.text

    def __hash__(self) -> int:
        return hash((self.text, self._number))

    def __reduce__(self) -> tuple[Any, ...]:
        return (Move, (None, self._number, self._all))


class Moves(Sequence[Move]):
    """The legal moves of a position, in the order they were generated, duplicates kept.

    It reads like a list, and equals a list of the same moves, but cannot be changed; `list(moves)`
    can. What is not asked for is not made.
    """

    __slots__ = ("_arena", "_board", "_count", "_game", "_made", "_mover", "_places", "_told")

    def __init__(self, game: Game, arena: bytes, position: Position, count: int) -> None:
        self._game = game
        self._arena = arena
        self._board = position.board
        self._mover = position.turn
        self._count = count
        self._made: list[Move] | None = None
        self._places: list[int] | None = None
        self._told: list[Told] | None = None

    def __len__(self) -> int:
        return self._count

    @overload
    def __getitem__(self, number: int) -> Move: ...

    @overload
    def __getitem__(self, number: slice) -> list[Move]: ...

    def __getitem__(self, number: int | slice) -> Move | list[Move]:
        if self._made is not None or isinstance(number, slice):
            return self._all[number]
        if number < 0:
            number += self._count
        if not 0 <= number < self._count:
            raise IndexError(f"there are {self._count} legal moves")
        return Move(self, int(number))

    def __iter__(self) -> Iterator[Move]:
        return iter(self._all)

    @property
    def _all(self) -> list[Move]:
        if self._made is None:
            self._made = [Move(self, number) for number in range(self._count)]
        return self._made

    @property
    def texts(self) -> list[str]:
        """The texts of all moves."""
        return [self.text_of(number) for number in range(self._count)]

    def text_of(self, number: int) -> str:
        """The text of a move."""
        if self._told is None and not self._has_choices:
            place, cells = self._place(number), memoryview(self._arena).cast("i")
            start = place + 4 * at.MOVE_CELLS
            size = 4 * at.ACTION_CELLS * cells[(place >> 2) + at.MOVE_COUNT]
            partial = cells[(place >> 2) + at.MOVE_PARTIAL]
            return self._game.writer.text(partial, self._arena[start : start + size])
        return self.told(number).text

    @property
    def _has_choices(self) -> bool:
        """Whether a move may have a choice, so that its text depends on the others."""
        return self._game.uses_choices

    def _place(self, number: int) -> int:
        """Where in the bytes a move lies."""
        if self._places is None:
            cells = memoryview(self._arena).cast("i")
            shift = at.LIST_BYTES - at.ARENA
            link = cells[at.LIST_FIRST]
            self._places = []
            while link:
                self._places.append(link + shift)
                link = cells[(link + shift) >> 2]
        return self._places[number]

    def told(self, number: int) -> Told:
        """All that is known of a move."""
        if self._told is None:
            game = self._game
            board, cells = memoryview(self._board).cast("i"), memoryview(self._arena).cast("i")
            mover = game.player_by_code(int.from_bytes(self._mover[4:8], "little", signed=True))
            by = mover.name if mover else ""
            found = [
                _read(game, by, board, cells, self._place(k), self._arena)
                for k in range(self._count)
            ]
            self._told = _told_apart(game, found)
        return self._told[number]

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Moves | list):
            return len(self) == len(other) and all(a == b for a, b in zip(self, other, strict=True))
        return NotImplemented

    __hash__ = None  # type: ignore[assignment]

    def __add__(self, other: object) -> list[Move]:
        return [*self, *other] if isinstance(other, Moves | list) else NotImplemented

    def __radd__(self, other: object) -> list[Move]:
        return [*other, *self] if isinstance(other, list) else NotImplemented

    def __repr__(self) -> str:
        return repr(self._all)

    def __reduce__(self) -> tuple[Any, ...]:
        return (list, (list(self),))


def _read(
    game: Game, by: str, board: memoryview, cells: memoryview, place: int, arena: bytes
) -> Told:
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
    text = game.writer.text(partial, arena[4 * start : 4 * (start + at.ACTION_CELLS * count)])
    return Told(
        text, place - at.LIST_BYTES + at.ARENA, choice, _key(game, kind, partial, choice, acting),
        None if source is None else names[source], None if target is None else names[target],
        tuple(names[pos] for pos in _taken(board, acting)), acting, by, _moved(game, acting), kind,
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


def _moved(game: Game, actions: tuple[Action, ...]) -> str | None:
    """The type of the piece that moves first; without one, of one that is placed."""
    steps = [action.c for action in actions if action.kind in STEPS]
    placed = [action.b for action in actions if action.kind == at.ACT_ADD]
    number = next(iter(steps or placed), 0) & at.PIECE_MASK
    pieces = game.declaration.pieces
    return pieces[number - 1].name if 1 <= number <= len(pieces) else None


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
    told = [(kind, partial, choice), *(_lasting(game, action) for action in actions)]
    digest = hashlib.blake2b(repr(told).encode(), digest_size=8).digest()
    return int.from_bytes(digest, "little") >> 2 | HASHED


def _lasting(game: Game, action: Action) -> tuple[int | str, ...]:
    """An action without what depends on where words lie in memory."""
    if action.kind == at.ACT_WORD:
        word = game.forth.dictionary.by_token(action.a)
        return (action.kind, word.name if word else action.a)
    return (action.kind, action.a, 0 if action.kind == at.ACT_PASS else action.b)


def _told_apart(game: Game, moves: list[Told]) -> list[Told]:
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
