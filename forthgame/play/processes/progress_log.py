"""The progress of a playing process, in memory shared with the watching process.

If the playing process dies or hangs, the watching one reads here which game it was, whose words
were running, and the moves so far. Writing needs no system call. Layout: a counter of changes (8
bytes), the number of the game (8), the entrant (8), the length of the text (8), and the text: a
line `player<TAB>move` for each move.
"""

from __future__ import annotations

import mmap
import os
import struct
import tempfile
from pathlib import Path

SIZE = 1 << 20
HEAD = struct.Struct("<qqqq")
INHERITED = "descriptor:"
REFEREE, IDLE, LOADING = -1, -2, -3  # values in place of an entrant's number


class GameLog:
    """The shared memory: `GameLog.create` makes it on the watching side, `GameLog` opens it.

    `place` identifies it for the other process: `descriptor:` with the number of an inherited
    descriptor, or a path. The writing process may be under a stranger's control, so every value
    read is checked.
    """

    def __init__(self, place: str) -> None:
        self.place = place
        if place.startswith(INHERITED):
            handle = int(place.removeprefix(INHERITED))
            self._map = mmap.mmap(handle, SIZE)
            os.close(handle)
        else:
            with Path(place).open("r+b") as file:
                self._map = mmap.mmap(file.fileno(), SIZE)
        self.descriptors: tuple[int, ...] = ()
        self._changes = 0
        self._length = 0
        self._game = 0

    @classmethod
    def create(cls, folder: Path) -> GameLog:
        """Create the memory: as a sealed memfd if the system has them, else as a file.

        Seals keep the other process from truncating it, which would crash the watching one. Close
        the descriptors with `handed_over` after the other process has inherited them.
        """
        head = HEAD.pack(0, 0, IDLE, 0)
        if not hasattr(os, "memfd_create"):
            handle, name = tempfile.mkstemp(dir=folder, suffix=".log")
            with os.fdopen(handle, "wb") as file:
                file.write(head + bytes(SIZE - HEAD.size))
            return cls(name)
        import fcntl

        descriptor = os.memfd_create("forthgame-log", os.MFD_CLOEXEC | os.MFD_ALLOW_SEALING)
        os.ftruncate(descriptor, SIZE)
        os.pwrite(descriptor, head, 0)
        seals = fcntl.F_SEAL_SHRINK | fcntl.F_SEAL_GROW | fcntl.F_SEAL_SEAL
        fcntl.fcntl(descriptor, fcntl.F_ADD_SEALS, seals)
        log = cls(f"{INHERITED}{os.dup(descriptor)}")
        log.place, log.descriptors = f"{INHERITED}{descriptor}", (descriptor,)
        return log

    def handed_over(self) -> None:
        for handle in self.descriptors:
            os.close(handle)
        self.descriptors = ()

    def close(self) -> None:
        self._map.close()

    # -- the playing side -----------------------------------------------------------------------

    def begin(self, game: int) -> None:
        self._length = 0
        self._game = game
        self.watch(LOADING)

    def watch(self, entrant: int) -> None:
        """Record whose words run next: an entrant's number, REFEREE, LOADING or IDLE."""
        self._changes += 1
        HEAD.pack_into(self._map, 0, self._changes, self._game, entrant, self._length)

    def move(self, player: str, text: str) -> None:
        """Record a move; moves that do not fit are dropped."""
        line = f"{player}\t{text}\n".encode()
        start = HEAD.size + self._length
        if start + len(line) <= SIZE:
            self._map[start : start + len(line)] = line
            self._length += len(line)

    # -- the watching side ----------------------------------------------------------------------

    def read(self) -> tuple[int, int, int]:
        """Return the counter of changes, the game, and the entrant whose words are running."""
        changes, game, entrant, _ = HEAD.unpack_from(self._map, 0)
        return changes, game, entrant

    def moves(self, most: int = SIZE) -> list[tuple[str, str]]:
        """Return the moves of the game so far, at most `most` bytes of them."""
        length = min(max(0, HEAD.unpack_from(self._map, 0)[3]), SIZE - HEAD.size, most)
        text = self._map[HEAD.size : HEAD.size + length].decode("utf-8", "replace")
        lines = (line.partition("\t") for line in text.split("\n")[:-1])
        return [(player, move) for player, _, move in lines if player]
