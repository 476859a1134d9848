"""What a playing process tells of itself as it goes: a file in memory shared with who watches it.

If the process dies or hangs, this still says which game it was, whose words were running, and the
moves so far. Writing costs no call of the system. Layout: a counter of changes (8 bytes), the
number of the game (8), the entrant (8), the length of the text (8), the text: a line
`player<TAB>move` for each move.
"""

from __future__ import annotations

import mmap
import struct
from pathlib import Path

SIZE = 1 << 20
HEAD = struct.Struct("<qqqq")
REFEREE, IDLE, LOADING = -1, -2, -3  # whose words are running, if not an entrant's


class GameLog:
    """The shared file; `create` it on the watching side, open it on the other."""

    def __init__(self, path: Path, *, create: bool = False) -> None:
        self.path = path
        if create:
            path.write_bytes(HEAD.pack(0, 0, IDLE, 0) + bytes(SIZE - HEAD.size))
        with path.open("r+b") as file:
            self._map = mmap.mmap(file.fileno(), SIZE)
        self._changes = 0
        self._length = 0

    def close(self) -> None:
        """Let go of the memory."""
        self._map.close()

    # -- the playing side -----------------------------------------------------------------------

    def begin(self, game: int) -> None:
        """A game begins."""
        self._length = 0
        self._game = game
        self.watch(LOADING)

    def watch(self, entrant: int) -> None:
        """The words of an entrant are about to run (or one of: REFEREE, LOADING, IDLE)."""
        self._changes += 1
        HEAD.pack_into(self._map, 0, self._changes, self._game, entrant, self._length)

    def move(self, player: str, text: str) -> None:
        """A move has been played. What does not fit is left out."""
        line = f"{player}\t{text}\n".encode()
        start = HEAD.size + self._length
        if start + len(line) <= SIZE:
            self._map[start : start + len(line)] = line
            self._length += len(line)

    # -- the watching side ----------------------------------------------------------------------

    def read(self) -> tuple[int, int, int]:
        """The counter of changes, the game, and the entrant whose words are running."""
        changes, game, entrant, _ = HEAD.unpack_from(self._map, 0)
        return changes, game, entrant

    def moves(self) -> list[tuple[str, str]]:
        """The moves of the game so far."""
        length = min(HEAD.unpack_from(self._map, 0)[3], SIZE - HEAD.size)
        text = self._map[HEAD.size : HEAD.size + length].decode("utf-8", "replace")
        lines = (line.partition("\t") for line in text.split("\n"))
        return [(player, move) for player, _, move in lines if player]
