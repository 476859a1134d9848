"""Positions as text: a line that people can read and edit, and a document for JSON.

A line has sections between bars, in any order after the game's name:

    splut | South:wizard@d2 North:stone@e9 | turn=0,South,South,0,1,0 | wizards=4 | random=…

Pieces are `player:piece@position`, followed by `#name=n` for each attribute that is not 0 and `#n`
for other bits from 16 up; `=n@position` is a cell that does not hold a declared piece. Pieces in
hand are `player:piece=n`, marks of positions `name@position=n`. The turn has its offset, the player
to move, the owner of the pieces, the move type, the turn's number, and the state of a partial move.
Storage is `name=n` or `name[i]=n`, without zeros. `(last)=position` is the position changed last;
`(chosen)[i]` are keys of concealed moves, two for each player. `level` is the level of a puzzle;
`past` encodes the positions that `repetitions` counts, see `past_text`; `random` holds the random
streams; without it they start from a seed. Names are quoted as in base/name_quoting.py; of several
things with the same name, the second is `name~2`.
"""

from __future__ import annotations

import base64
import binascii
import re
import struct
import zlib
from collections.abc import Container, Iterator
from typing import TYPE_CHECKING, Any

from forthgame.analysis.instruction import ROWS
from forthgame.base.errors import ForthgameError
from forthgame.base.name_quoting import (
    HELD,
    MARKED,
    PIECE,
    VALUE,
    no_item,
    numbered_names,
    quoted,
    unquoted,
)
from forthgame.machine.random_streams import RANDOM_SIZE, sound, without_leftovers
from forthgame.position.position_record import Position
from forthgame.position.simultaneous_turns import contradiction
from forthgame.rules.declaration.geometry import HIDDEN, LAST
from forthgame.words.registers import extension_registers, memory_layout as at

if TYPE_CHECKING:
    from forthgame.position.playthrough import Playthrough
    from forthgame.rules.script import Script

NUMBER = re.compile(r"-?[0-9]{1,10}")
ATTRIBUTES = 16  # number of bits of a cell below the free ones
FREE = 0xFFFF << ATTRIBUTES
VERSION = 1
RESERVED = ("turn", "level", "past", "random")  # variables so named get an index
KEYS = 2  # version of the keys made by position_history.py
KEY_BYTES = 8
HEAD = struct.Struct("<II")
LONGEST = (HEAD.size + KEY_BYTES * at.PLAYED_LIMIT + 2) // 3 * 4
WITHOUT = "without past=… no position has stood before"


class PositionError(ForthgameError, ValueError):
    """A text that is not a position of the game, with the place of the mistake."""


def refuse(game: Script, trouble: str) -> None:
    """Raise PositionError if there is a reason why a position is impossible."""
    if trouble:
        raise PositionError(f"this is not a position of {game.name}: {trouble}")


def position_text(state: Playthrough) -> str:
    parts = [quoted(state.game.name), " ".join(_pieces(state)), f"turn={','.join(_turn(state))}"]
    kept = [*_storage(state), *(f"{key}={n}" for key, n in marks(state)), *_hands(state)]
    past, (random, entropy) = past_text(state), state.kept_streams()
    streams = base64.urlsafe_b64encode(
        zlib.compress(without_leftovers(random) + entropy, 9)
    ).decode()
    kept += [f"level={state.level}"] if state.level else []
    parts += [" ".join(kept), past and f"past={past}", f"random={streams}"]
    return " | ".join(part for part in parts if part)


def position_document(state: Playthrough) -> dict[str, Any]:
    return {
        "forthgame": "position",
        "version": VERSION,
        "game": state.game.name,
        "hash": state.game.digest,
        "player": state.player,
        "position": position_text(state),
    }


def read_position(game: Script, source: str | dict[str, Any]) -> Playthrough:
    """Return the state of a line or a document. Raises PositionError."""
    if not isinstance(source, str | dict):
        raise TypeError(f"a position must be a text or a document, not {type(source).__name__}")
    if isinstance(source, dict):
        if source.get("forthgame") != "position" or not isinstance(source.get("position"), str):
            raise PositionError("the document is not a position")
        if source.get("hash") not in (None, game.digest):
            raise PositionError(
                f"the position was saved with another version of {source.get('game')}: the scripts "
                "have changed; load its line (`position`) to use it all the same"
            )
        return _Reader(game, source["position"]).read()
    return _Reader(game, source).read()


# -- writing --------------------------------------------------------------------------------------


def _cells(state: Playthrough) -> memoryview:
    return memoryview(state.position.board).cast("i")


def _players(game: Script) -> dict[int, str]:
    codes = [player.code for player in game.declaration.players]
    return dict(zip(codes, numbered_names(game.players), strict=True))


def _pieces(state: Playthrough) -> Iterator[str]:
    game = state.game
    players, pieces = _players(game), numbered_names(game.pieces)
    for name, cell in zip(numbered_names(game.positions), _cells(state), strict=False):
        if not cell:
            continue
        owner, number = players.get(cell & at.PLAYER_MASK), cell & at.PIECE_MASK
        if owner is not None and 1 <= number <= len(pieces):
            extra = "".join(_attributes(game, cell))
            yield f"{quoted(owner)}:{quoted(pieces[number - 1])}{extra}@{quoted(name)}"
        else:
            yield f"={cell}@{quoted(name)}"


def _attributes(game: Script, cell: int) -> Iterator[str]:
    rest = cell & FREE
    for attribute in game.declaration.attributes:
        if value := attribute.of(cell):
            yield f"#{quoted(attribute.name)}={value}"
        rest &= ~attribute.within(-1)
    if rest:
        yield f"#{rest >> ATTRIBUTES}"


def marks(state: Playthrough) -> Iterator[tuple[str, int]]:
    """Yield the marks that are not 0: the key in a line, and the value."""
    declared, data = state.game.declaration, _cells(state)
    for mark in declared.marks:
        start = declared.mark_cells(mark) // 4
        for k, name in enumerate(numbered_names(declared.positions)):
            if value := mark.of(data[start + k]):
                yield f"{quoted(mark.name)}@{quoted(name)}", value


def _hands(state: Playthrough) -> Iterator[str]:
    for player, pieces in hands(state).items():
        for piece, number in pieces.items():
            yield f"{quoted(player)}:{quoted(piece)}={number}"


def hands(state: Playthrough) -> dict[str, dict[str, int]]:
    """Return the pieces in hand, player -> piece -> number; empty in games without hands."""
    found: dict[str, dict[str, int]] = {}
    data = _cells(state)
    for place, player, piece in state.game.declaration.counters():
        pieces = found.setdefault(player, {})
        if number := data[place // 4]:
            pieces[piece] = number
    return found


def _turn(state: Playthrough) -> Iterator[str]:
    offset, player, for_player, *rest = memoryview(state.position.turn).cast("i")
    yield str(offset)
    names = _players(state.game)
    for code in (player, for_player):
        yield quoted(names[code]) if code in names else f"%{code}"
    yield from map(str, rest)


def storage_places(game: Script) -> Iterator[tuple[str, int, int, int]]:
    """Yield name, offset in the board record, number of items and item size of all storage."""
    stored = game.declaration.stored
    base = 4 * len(game.positions)
    ends = [offset for _, offset in stored[1:]] + [game.declaration.storage_size]
    kept = game.declaration.kept.cells
    names = numbered_names([*kept, *(word.name for word, _ in stored)])[len(kept) :]
    for name, (word, offset), end in zip(names, stored, ends, strict=False):
        size = 1 if ROWS[word.value].name == "(BYTES)" else 4
        yield name, base + offset, (end - offset) // size, size
    places = game.declaration.storage_places()
    for name, cells in kept.items():
        yield name, places[name][0], cells, 4


def storage_contents(state: Playthrough) -> Iterator[tuple[str, list[int]]]:
    data = state.position.board
    for name, offset, count, size in storage_places(state.game):
        starts = range(offset, offset + count * size, size)
        yield name, [int.from_bytes(data[k : k + size], "little", signed=size == 4) for k in starts]


def _storage(state: Playthrough) -> Iterator[str]:
    declared = state.game.declaration  # `(last)` is written as a position's name
    positions = numbered_names(declared.positions) if LAST in declared.kept.cells else []
    for name, values in storage_contents(state):
        for k, value in enumerate(values):
            if name == LAST and 0 < value <= len(positions):
                yield f"{LAST}={quoted(positions[value - 1])}"
            elif value:
                yield f"{storage_key(name, len(values), k)}={value}"


def storage_key(name: str, count: int, k: int) -> str:
    """Return the key in a line for item `k` of `count` stored items."""
    return quoted(name) + (f"[{k}]" if count > 1 or name in RESERVED else "")


# -- reading --------------------------------------------------------------------------------------


class _Reader:
    """Reads one line and tracks the column for error messages."""

    def __init__(self, game: Script, text: str) -> None:
        self.game = game
        self.text = text
        self.column = 1
        most = self.game.forth.limits.position
        if len(text) > most:
            raise self.fail(f"it is longer than {most} characters")
        size = game.forth.processor.register(at.BOARD_SIZE)
        self.board = bytearray(size)
        self.turn: list[int] | None = None
        self.random = b""
        self.past = b""
        self.level: int | None = None
        self.filled: set[str] = set()
        self.numbers = {name: k for k, name in enumerate(numbered_names(game.positions))}
        self.pieces = {name: k for k, name in enumerate(numbered_names(game.pieces), 1)}
        self.players = {name: code for code, name in _players(game).items()}
        self.places = {name: (offset, n, size) for name, offset, n, size in storage_places(game)}

    def fail(self, message: str) -> PositionError:
        return PositionError(f"column {self.column} of the position: {message}")

    def read(self) -> Playthrough:
        name, _, _ = self.text.partition("|")
        named, own = unquoted(name.strip()), self.game.name
        if not named:
            raise self.fail(f"it does not begin with the game's name, {own!r}")
        if named != own:
            raise self.fail(f"the position is one of {named[:60]!r}, not of {own!r}")
        for found in re.finditer(r"\S+", self.text[len(name) :]):
            self.column = len(name) + found.start() + 1
            if found[0] != "|":
                self._item(found[0])
        if self.turn is None:
            raise self.fail(
                "the turn is missing: turn=offset,player,for-player,type,number,partial"
            )
        if wrong := contradiction(self.game, self.board, *self.turn[:2]):
            raise self.fail(wrong)
        turn = b"".join(value.to_bytes(4, "little", signed=True) for value in self.turn)
        state = self.game.states._begin(self.game, 1)
        fresh: Playthrough = self.game.states(
            self.game, Position(turn, bytes(self.board)), b"", b""
        )
        state.let_go()
        fresh.random = self.random[:RANDOM_SIZE] or state.random
        fresh.played_keys, fresh.level = self.past, self.level
        fresh.entropy = self.random[RANDOM_SIZE:] or state.entropy
        return fresh

    def _item(self, item: str) -> None:
        key, _, value = item.partition("=")
        reserved = {"turn": self._read_turn, "random": self._read_random, "past": self._read_past}
        if self.game.levels:
            reserved["level"] = self._read_level
        if "=" in item and key in reserved:
            reserved[key](value)
            return
        for form, read in (
            (PIECE, self._read_piece), (HELD, self._read_held), (MARKED, self._read_mark),
            (VALUE, self._read_value),
        ):  # fmt: skip
            if found := form.match(item):
                read(found)
                return
        raise self.fail(no_item(item))

    def _read_piece(self, found: re.Match[str]) -> None:
        position = self._one_of(found["position"], self.numbers, "position")
        if position in self.filled:
            raise self.fail(f"{position} is filled twice")
        self.filled.add(position)
        if found["raw"]:
            cell = self._number(found["raw"])
        else:
            player = self._one_of(found["player"], self.players, "player")
            piece = self._one_of(found["piece"], self.pieces, "piece")
            cell = self.players[player] | self.pieces[piece] | self._attributes(found["more"])
        self._write_cell(4 * self.numbers[position], cell)

    def _attributes(self, text: str) -> int:
        known = {attribute.name: attribute for attribute in self.game.declaration.attributes}
        bits = 0
        for part in text.split("#")[1:]:
            name, sign, number = part.rpartition("=")
            if not sign:
                bits |= self._number(number, 0, 0xFFFF) << ATTRIBUTES
                continue
            attribute = known[self._one_of(name, known, "attribute")]
            if bits & attribute.within(-1):
                raise self.fail(f"{attribute.name[:60]} is given twice")
            bits |= attribute.within(self._number(number, 0, attribute.greatest))
        return bits

    def _read_held(self, found: re.Match[str]) -> None:
        counters = {(who, what): place for place, who, what in self.game.declaration.counters()}
        if not counters:
            raise self.fail(f"{self.game.name} has no {{hand}}, so nobody has a piece in hand")
        player = self._one_of(found["player"], self.players, "player")
        piece = self._one_of(found["piece"], self.pieces, "piece")
        self._write_cell(counters[player, piece], self._number(found["value"], 0))

    def _read_mark(self, found: re.Match[str]) -> None:
        declared = self.game.declaration
        known = {mark.name: mark for mark in declared.marks}
        mark = known[self._one_of(found["name"], known, "mark")]
        position = self._one_of(found["position"], self.numbers, "position")
        place = declared.mark_cells(mark) + 4 * self.numbers[position]
        before = int.from_bytes(self.board[place : place + 4], "little", signed=True)
        value = mark.within(self._number(found["value"], 0, mark.greatest))
        self._write_cell(place, before & ~mark.within(-1) | value)

    def _write_cell(self, start: int, cell: int) -> None:
        cell = (cell + 0x80000000 & 0xFFFFFFFF) - 0x80000000
        self.board[start : start + 4] = cell.to_bytes(4, "little", signed=True)

    def _read_value(self, found: re.Match[str]) -> None:
        if (name := unquoted(found["name"])) in HIDDEN - self.places.keys():
            return  # used only by another version of the script
        name = self._one_of(found["name"], self.places, "variable of the board")
        offset, count, size = self.places[name]
        index = self._number(found["index"] or "0", 0, count - 1)
        low, high = (0, 255) if size == 1 else (-(1 << 31), (1 << 31) - 1)
        position = self.numbers.get(unquoted(found["value"])) if name == LAST else None
        if position is not None and LAST in self.game.declaration.kept.cells:
            value = position + 1
        else:
            value = self._number(found["value"], low, high)
        start = offset + index * size
        self.board[start : start + size] = value.to_bytes(size, "little", signed=size == 4)

    def _read_turn(self, text: str) -> None:
        parts = text.split(",")
        if len(parts) != at.TURN_BLOCK_CELLS:
            raise self.fail("a turn is offset,player,for-player,type,number,partial")
        offset = self._number(parts[0], 0, 12 * len(self.game.declaration.turns) - 12)
        if offset % 12:
            raise self.fail(f"{offset} is not a turn: turns lie 12 apart")
        players = [self._player(part) for part in parts[1:3]]
        self.turn = [offset, *players, *(self._number(part) for part in parts[3:])]

    def _player(self, text: str) -> int:
        known = unquoted(text) in self.players  # `%40` is `@`, or the number 40
        if not known and re.fullmatch(r"%-?[0-9]+", text):
            return self._number(text[1:])
        return self.players[self._one_of(text, self.players, "player")]

    def _read_random(self, text: str) -> None:
        try:
            unpacker = zlib.decompressobj()
            kept = base64.b64decode(text.encode(), altchars=b"-_", validate=True)
            self.random = unpacker.decompress(kept, RANDOM_SIZE + 9)
        except (binascii.Error, zlib.error, ValueError):
            self.random = b""
        if len(self.random) != RANDOM_SIZE + 8 or not sound(self.random):
            raise self.fail("the random streams are damaged; without them a seed is used")

    def _read_level(self, text: str) -> None:
        self.level = self._number(text, 1, len(self.game.levels))

    def _read_past(self, text: str) -> None:
        try:
            self.past = read_past(self.game, text)
        except PastError as error:
            raise self.fail(str(error)) from None

    def _one_of(self, text: str, known: Container[str], what: str) -> str:
        name = unquoted(text)
        if name not in known:
            raise self.fail(f"there is no {what} {name[:60]!r}")
        return name

    def _number(self, text: str, low: int = -(1 << 31), high: int = (1 << 31) - 1) -> int:
        value = int(text) if NUMBER.fullmatch(text) else None
        if value is None or not low <= value <= high:
            raise self.fail(f"{text[:30]!r} is not a number from {low} to {high}")
        return value


# -- earlier positions ----------------------------------------------------------------------------


class PastError(ForthgameError, ValueError):
    """A text that does not encode the past of a position of the game."""


def past_text(state: Playthrough) -> str:
    """Return the value of `past=`; empty if there is no past, or the script does not use it.

    Each earlier turn is a key by which the machine identifies its position
    (`words/lists/position_history.py`). Keys are made of the cells of a board record, so they are
    valid only for the same record layout. The text encodes a mark of the layout, a checksum, then
    eight bytes for each key.
    """
    keys = state.played_keys
    if not keys:
        return ""
    layout = _layout(state.game)
    return base64.urlsafe_b64encode(HEAD.pack(layout, zlib.crc32(keys, layout)) + keys).decode()


def read_past(game: Script, text: str) -> bytes:
    """Return the keys encoded in a text. Raises PastError."""
    if not game.forth.processor.register(extension_registers.PLAYED_USED):
        raise PastError(f"{game.name} keeps no past: its script does not name `repetitions`")
    if len(text) > LONGEST:
        raise PastError(f"the past has more than {at.PLAYED_LIMIT} positions")
    data = _bytes(text)
    if len(data) < HEAD.size + KEY_BYTES or (len(data) - HEAD.size) % KEY_BYTES:
        raise PastError(f"the past is damaged; {WITHOUT}")
    layout, check = HEAD.unpack_from(data)
    keys = data[HEAD.size :]
    if zlib.crc32(keys, layout) != check:
        raise PastError(f"the past is damaged; {WITHOUT}")
    if layout != _layout(game):
        raise PastError(f"the past is that of another version of {game.name}; {WITHOUT}")
    if len(keys) // KEY_BYTES >= at.PLAYED_LIMIT:  # the position itself is counted too
        raise PastError(f"the past has more than {at.PLAYED_LIMIT - 1} positions")
    return keys


def without_foreign_past(game: Script, text: str) -> str:
    """Return a position's line for another version of its script; an invalid past is dropped."""
    kept = []
    for part in text.split(" "):
        if part.startswith("past="):
            try:
                read_past(game, part.removeprefix("past="))
            except PastError:
                continue
        kept.append(part)
    return " ".join(kept)


def _bytes(text: str) -> bytes:
    try:
        return base64.b64decode(text.encode(), altchars=b"-_", validate=True)
    except (binascii.Error, ValueError):
        return b""


def _layout(game: Script) -> int:
    """Return a checksum of everything that keys depend on, apart from the cells themselves."""
    declared = game.declaration
    known = (
        KEYS, game.positions, game.pieces, [(p.name, p.code) for p in declared.players],
        [(turn.player, turn.for_player, turn.of_type) for turn in declared.turns],
        declared.attributes, declared.marks, declared.storage_places(), declared.kept.uncompared,
        game.forth.processor.register(at.BOARD_SIZE),
    )  # fmt: skip
    return zlib.crc32(repr(known).encode("utf-8", "surrogatepass"))
