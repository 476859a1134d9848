"""The long texts of moves, written from the bytes of their actions."""

from __future__ import annotations

from itertools import pairwise

from forthgame.base.text_encoding import decoded
from forthgame.rules.fact_cache import fact
from forthgame.rules.script import Script
from forthgame.words.core.opcodes import OP
from forthgame.words.core.strings import TEXT_LIMIT
from forthgame.words.registers import memory_layout as at

LONGEST = at.TEXT_SIZE - 2
KNOWN = 1 << 14  # texts that are cached
SHORT = 255  # characters of short names; cached texts have four times as many
CHOICE = OP["(CHOICE)"]
HIGHEST = max(OP.values())  # highest opcode; addresses of texts are greater


@fact
def uses_choices(game: Script) -> bool:
    """Return whether a word of the script may give a move a choice."""
    code = game.forth.code
    cells = code.cells[game.code_fence : code.top]  # the text's address follows
    return any(cell == CHOICE and after > HIGHEST for cell, after in pairwise(cells))


@fact
def writer(game: Script) -> MoveTextWriter:
    return MoveTextWriter(game)


class MoveTextWriter:
    """Writes the texts of a game's moves, with the names in its machine's memory as bytes."""

    def __init__(self, game: Script) -> None:
        processor = game.forth.processor

        def names(table: int, count: int) -> list[bytes]:
            first, length = processor.register(table), processor.register(count)
            return [_text_at(processor.bytes, processor.cell(first + 4 * k)) for k in range(length)]

        self.positions = names(at.NAMES, at.POSITIONS)
        self.pieces = names(at.PIECE_NAMES, at.PIECE_COUNT)
        self.players = names(at.PLAYER_NAMES, at.PLAYER_COUNT)
        self._known: dict[tuple[int, bytes], str] = {}
        every = (*self.positions, *self.pieces, *self.players)
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
                text += self._piece(c) + b" " + _name(self.positions, a) + sign
                text += _name(self.positions, b)
                ended = b
            elif kind == at.ACT_CAPTURE:
                text += b"x " + _name(self.positions, a)
                ended = a
            elif kind == at.ACT_ADD:
                text += self._player(b) + b" " + self._piece(b) + b" " + _name(self.positions, a)
                ended = a
            elif kind <= at.ACT_OWNER:
                text += b"= " + (self._piece(b) if kind == at.ACT_TYPE else self._player(b))
                if a != ended:
                    text += b" on " + _name(self.positions, a)
                ended = a
        text = text[:LONGEST]
        return text if len(text) > len(begin) else text + b"Pass"

    def _piece(self, cell: int) -> bytes:
        return _name(self.pieces, (cell & at.PIECE_MASK) - 1)

    def _player(self, cell: int) -> bytes:
        return _name(self.players, ((cell & at.PLAYER_NUMBER_MASK) >> 11) - 1)


def _name(names: list[bytes], index: int) -> bytes:
    return names[index] if 0 <= index < len(names) else b"%d" % index


def _text_at(memory: memoryview, address: int) -> bytes:
    start = at.MEMORY + address
    return bytes(memory[start : start + TEXT_LIMIT]).split(b"\0", 1)[0]
