"""Encode the earlier positions of a game, which `repetitions` counts, in a position's text.

Each earlier turn is a key by which the machine identifies its position (words/history.py). Keys are
made of the cells of a board record, so they are valid only for the same record layout. The text
encodes a mark of the layout, a checksum, then eight bytes for each key.
"""

from __future__ import annotations

import base64
import binascii
import struct
import zlib
from typing import TYPE_CHECKING

from forthgame.errors import ForthgameError
from forthgame.lang import beyond as more
from forthgame.lang import layout as at

if TYPE_CHECKING:
    from forthgame.game.playthrough import Playthrough
    from forthgame.game.script import Script

KEYS = 2  # version of the keys made by history.py
KEY_BYTES = 8
HEAD = struct.Struct("<II")
LONGEST = (HEAD.size + KEY_BYTES * at.PLAYED_LIMIT + 2) // 3 * 4
WITHOUT = "without past=… no position has stood before"


class PastError(ForthgameError, ValueError):
    """A text that does not encode the past of a position of the game."""


def past_text(state: Playthrough) -> str:
    """Return the value of `past=`; empty if there is no past, or the script does not use it."""
    keys = state.played_keys
    if not keys:
        return ""
    layout = _layout(state.game)
    return base64.urlsafe_b64encode(HEAD.pack(layout, zlib.crc32(keys, layout)) + keys).decode()


def read_past(game: Script, text: str) -> bytes:
    """Return the keys encoded in a text. Raises PastError."""
    if not game.forth.processor.register(more.PLAYED_USED):
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
