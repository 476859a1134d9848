"""The moves of a list as Python objects, decoded on demand from the bytes of the list.

No words run for that, so it works at any time, even while the machine is running.
"""

from __future__ import annotations

import hashlib
import struct
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from operator import attrgetter, index
from typing import Any, TypeVar, overload

from forthgame.base.errors import ForthgameError
from forthgame.position.long_texts import uses_choices, writer
from forthgame.position.move_outlines import MoveOutlines
from forthgame.position.move_texts import find_move, short_text
from forthgame.position.position_record import STEPS, Action, Position, moved_cell
from forthgame.rules.script import Script
from forthgame.words.registers import extension_registers, memory_layout as at

CARRIED = (
    extension_registers.ACT_PREFER,
    extension_registers.ACT_CHOICE,
    extension_registers.ACT_WEIGHT,
    extension_registers.ACT_RANK,
)
PLACE_BITS = 15  # for a position's number + 1
HASHED = 1 << 62  # set in a key that is a hash
_bare = object.__new__
FIRST_KIND = 2 + at.ACTION_KIND_CELL  # cell of a record: the kind of its first action
_PARTIAL = struct.Struct("4xi").unpack_from
MOST_TEXT = 1 << 27  # characters of the texts of a list
Item = TypeVar("Item")


@dataclass(frozen=True, slots=True)
class MoveFields:
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
) -> MoveFields:
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
    choice = next(
        (game.forth.text_at(a.a) for a in actions if a.kind == extension_registers.ACT_CHOICE), ""
    )
    acting = tuple(a for a in actions if a.kind not in CARRIED)
    source, target = _way(acting)
    names = game.declaration.positions
    text = writer(game).text(partial, arena[4 * start : 4 * (start + at.ACTION_CELLS * count)])
    return MoveFields(
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
    said = next((a.a for a in reversed(actions) if a.kind == extension_registers.ACT_WEIGHT), 1)
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
    parts = [(kind, partial, choice), *(_lasting(game, action) for action in actions)]
    digest = hashlib.blake2b(repr(parts).encode(), digest_size=8).digest()
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
    if action.kind >= extension_registers.ACT_BITS:
        return (action.kind, action.a, action.b, action.c)
    return (action.kind, action.a, 0 if action.kind == at.ACT_PASS else action.b)


def disambiguated(game: Script, moves: list[MoveFields]) -> list[MoveFields]:
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


def _own_short(move: MoveFields, short: str, unique: bool) -> str:
    if unique:
        return short
    return f"{short} {move.choice}" if move.choice else move.text


# -- moves as Python objects ----------------------------------------------------------------------


def has_choice(record: bytes) -> bool:
    return (
        extension_registers.ACT_CHOICE
        in memoryview(record).cast("i")[FIRST_KIND :: at.ACTION_CELLS]
    )


def bounded(items: Iterable[Item], text_of: Callable[[Item], str]) -> list[Item]:
    """Return the items as a list. Raises ForthgameError beyond MOST_TEXT characters of texts."""
    found, left = [], MOST_TEXT
    for item in items:
        left -= len(text_of(item))
        if left < 0:
            raise ForthgameError(
                f"the texts of the moves have more than {MOST_TEXT} characters, which is the limit"
            )
        found.append(item)
    return found


class Move:
    """A legal move: its text, and its place in the list in which it was generated.

    text      the text that `find` and `play` take
    index     number in the list, from 0
    choice    name given by `choice"`; appended to the text if texts are equal
    key       a number that is the same in every run and process
    source    position that the piece leaves; None for a drop or pass
    target    position that the piece ends on; None for a pass
    captured  positions of the captured pieces
    player    the player who moves
    piece     type of the piece that moves or is placed; None for a pass
    type      the move type by `{move-type}`; 0 without one
    actions   the actions of the move, in order
    weight    relative frequency with which chance draws the move
    short     text by the script's `{notation}`, else in the main notation that the game declares

    Moves are equal if their texts and numbers are, and sorted by them.
    """

    __slots__ = ("_fields", "_moves", "_number")

    def __init__(self, moves: Moves | None, number: int, fields: MoveFields | None = None) -> None:
        self._moves = moves
        self._number = number
        self._fields = fields

    @property
    def index(self) -> int:
        """Return the number in the list, from 0."""
        return self._number

    @property
    def text(self) -> str:
        """Return the text that `find` and `play` take."""
        if self._fields is not None or self._moves is None:
            return self._all.text
        return self._moves.text_of(self._number)

    @property
    def _all(self) -> MoveFields:
        if self._fields is None:
            if self._moves is None:
                raise ValueError("a move of no list")
            self._fields = self._moves._read(self._number)
        return self._fields

    @property
    def choice(self) -> str:
        """Return the name given by `choice"`."""
        return self._all.choice

    @property
    def key(self) -> int:
        """Return a number that is the same in every run and process."""
        return self._all.key

    @property
    def source(self) -> str | None:
        """Return the position that the piece leaves; None for a drop or pass."""
        return self._all.source

    @property
    def target(self) -> str | None:
        """Return the position that the piece ends on; None for a pass."""
        return self._all.target

    @property
    def captured(self) -> tuple[str, ...]:
        """Return the positions of the captured pieces."""
        return self._all.captured

    @property
    def player(self) -> str:
        """Return the name of the player who moves."""
        return self._all.player

    @property
    def piece(self) -> str | None:
        """Return the type of the piece that moves first or is placed; None for a pass."""
        return self._all.piece

    @property
    def type(self) -> int:
        """Return the move type by `{move-type}`; 0 without one."""
        return self._all.type

    @property
    def weight(self) -> int:
        """Return the relative frequency with which chance draws the move; 1 by default."""
        return self._all.weight

    @property
    def short(self) -> str:
        """Return the text by `{notation}`, else in the game's main notation; empty without both.

        It has no signs that depend on the position after the move, such as `+`.
        """
        return self._all.short or self._text_in(None)

    @property
    def _pattern_text(self) -> str:
        """Return the text by the script's `{notation}`; empty without one."""
        return self._all.short

    def text_in(self, notation: str) -> str:
        """Return the text in a `notation` of the game, without signs of check.

        It is the long text if the notation does not have one.

        Raises TextsError if the notation is not declared, ValueError for a move of no list.
        """
        if self._moves is None:
            raise ValueError("a move of no list has its long and its short text only")
        return self._text_in(notation) or self.text

    def _text_in(self, notation: str | None) -> str:
        from forthgame.position.texts.notation import main_notation, notation_named

        if self._moves is None:
            return ""
        game = self._moves._game
        found = main_notation(game) if notation is None else notation_named(game, notation)
        return "" if found is None else found.text(self._moves, self._number)

    @property
    def actions(self) -> tuple[Action, ...]:
        """Return the actions of the move, in order."""
        return self._all.actions

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

    def __lt__(self, other: object) -> bool:
        if not isinstance(other, Move):
            return NotImplemented
        return (self.text, self._number) < (other.text, other._number)

    def __hash__(self) -> int:
        return hash((self.text, self._number))

    def __reduce__(self) -> tuple[Any, ...]:
        return (Move, (None, self._number, replace(self._all, short=self.short)))


class Moves(Sequence[Move]):
    """The legal moves of a position, in the order they were generated, duplicates kept.

    A read-only sequence that equals a list of the same moves. Moves are created on demand.
    """

    __slots__ = (
        "_arena", "_count", "_fields", "_game", "_made", "_outlined", "_places", "_whole",
    )  # fmt: skip

    def __init__(self, game: Script, arena: bytes, position: Position, count: int) -> None:
        self._game = game
        self._arena = arena
        self._whole = position.whole
        self._count = count
        self._made: list[Move] | None = None
        self._places: list[int] | None = None
        self._fields: list[MoveFields | None] | None = None
        self._outlined: MoveOutlines | None = None

    def __len__(self) -> int:
        return self._count

    @overload
    def __getitem__(self, number: int) -> Move: ...

    @overload
    def __getitem__(self, number: slice) -> list[Move]: ...

    def __getitem__(self, number: int | slice) -> Move | list[Move]:
        if self._made is not None or isinstance(number, slice):
            return self._all[number]
        if type(number) is not int:
            number = index(number)
        if number < 0:
            number += self._count
        if not 0 <= number < self._count:
            raise IndexError(f"there are {self._count} legal moves")
        made = _bare(Move)  # faster than calling the class
        made._moves = self
        made._number = number
        made._fields = None
        return made

    def __iter__(self) -> Iterator[Move]:
        return iter(self._all)

    @property
    def _all(self) -> list[Move]:
        if self._made is None:
            self._made = [Move(self, number) for number in range(self._count)]
        return self._made

    @property
    def texts(self) -> list[str]:
        """Return the texts of all moves. Raises ForthgameError if they are too long for memory."""
        if self._has_choices:
            return [self.text_of(number) for number in range(self._count)]
        known = writer(self._game)
        write = known.text
        if known.has_long_names:
            texts = (write(_PARTIAL(record)[0], record[8:]) for record in self._records())
            return bounded(texts, str)
        return [write(_PARTIAL(record)[0], record[8:]) for record in self._records()]

    def text_of(self, number: int) -> str:
        """Return the text of the move with a `number`. Raises IndexError if there is none."""
        if not self._has_choices:
            place, cells = self._place(number), memoryview(self._arena).cast("i")
            start = place + 4 * at.MOVE_CELLS
            size = 4 * at.ACTION_CELLS * cells[(place >> 2) + at.MOVE_COUNT]
            partial = cells[(place >> 2) + at.MOVE_PARTIAL]
            return writer(self._game).text(partial, self._arena[start : start + size])
        return self._read(number).text

    def _records(self) -> list[bytes]:
        """Return type, continuation and actions of each move as bytes; equal for equal moves."""
        arena, found = self._arena, list[bytes]()
        if not self._count:
            return found
        cells = memoryview(arena).cast("i")
        shift, link = at.LIST_BYTES - at.ARENA, cells[at.LIST_FIRST]
        head, each = 4 * at.MOVE_CELLS, 4 * at.ACTION_CELLS
        while link:
            place = link + shift
            cell = place >> 2
            start = place + head
            end = start + each * cells[cell + at.MOVE_COUNT]
            found.append(arena[place + 4 : place + 12] + arena[start:end])
            link = cells[cell]
        return found

    @property
    def _has_choices(self) -> bool:
        """Return whether the text of a move may depend on the other moves."""
        return uses_choices(self._game)

    @property
    def _outlines(self) -> MoveOutlines:
        """Return the places and pieces of the moves by number."""
        found = self._outlined
        if found is None:
            found = self._outlined = MoveOutlines(self._arena, self._whole)
        return found

    def _place(self, number: int) -> int:
        places = self._places
        if places is None:
            cells = memoryview(self._arena).cast("i")
            shift = at.LIST_BYTES - at.ARENA
            link = cells[at.LIST_FIRST]
            places = []
            while link:
                places.append(link + shift)
                link = cells[(link + shift) >> 2]
            self._places = places  # assigned when complete: other threads may read it
        return places[number]

    @property
    def _together(self) -> bool:
        """Return whether texts depend on the other moves, so that all must be read together."""
        if self._game.declaration.notation:
            return True
        return self._has_choices and any(map(has_choice, self._records()))

    def _read(self, number: int) -> MoveFields:
        if self._fields is None:
            if self._together:
                each = map(self._read_alone, range(self._count))
                self._fields = [*disambiguated(self._game, bounded(each, attrgetter("text")))]
            else:
                self._fields = [None] * self._count
        found = self._fields[number]
        if found is None:
            found = self._fields[number] = self._read_alone(number)
        return found

    @property
    def _mover(self) -> int:
        """Return the code of the player to move."""
        return int.from_bytes(self._whole[4:8], "little", signed=True)

    @property
    def _board_cells(self) -> memoryview:
        """Return the cells of the board record of the position."""
        return memoryview(self._whole)[at.TURN_BLOCK_SIZE :].cast("i")

    def _read_alone(self, number: int) -> MoveFields:
        """Return a move whose texts do not yet take the other moves into account."""
        game, cells = self._game, memoryview(self._arena).cast("i")
        mover = game.player_by_code(self._mover)
        by = mover.name if mover else ""
        return read_move(game, by, self._board_cells, cells, self._place(number), self._arena)

    def __contains__(self, item: object) -> bool:
        """Return whether a move is legal; a text may be long, or in any notation of the game."""
        if not isinstance(item, str):
            return super().__contains__(item)
        from forthgame.position.texts.notation import read_known

        if find_move(self, item) is not None:
            return True
        known = read_known(self, item)
        return known is not None and len(known[1].numbers) == 1

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


def list_cut_short(moves: Moves, number: int, count: int) -> bytes:
    """Return a list as bytes in which the move `number` has only its first `count` actions."""
    arena = bytearray(moves._arena)
    cells = memoryview(arena).cast("i")
    start = moves._place(number) >> 2
    kinds = cells[start + at.MOVE_CELLS + at.ACTION_KIND_CELL :: at.ACTION_CELLS]
    rows = 0
    while rows < cells[start + at.MOVE_COUNT] and count >= 0:
        count -= kinds[rows] not in CARRIED
        rows += count >= 0
    cells[start + at.MOVE_COUNT] = rows
    return bytes(arena)
