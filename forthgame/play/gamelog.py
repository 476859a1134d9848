"""Progress of a playing process: a file in memory that the watching process shares.

If the process dies or hangs, this still says which game it was, whose words were running, and the
moves so far. Writing costs no call of the system. Layout: a counter of changes (8 bytes), the
number of the game (8), the entrant (8), the length of the text (8), the text: a line
`player<TAB>move` for each move.
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
REFEREE, IDLE, LOADING = -1, -2, -3  # whose words are running, if not an entrant's


class GameLog:
    """The shared memory: `GameLog.create` makes it on the watching side, `GameLog` opens it.

    `place` says to the other process where it is: the number of a descriptor that it inherits, or
    a path. Who writes may be under a stranger's control, so nothing read from it is trusted.
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
        """A new one: where the system can, memory whose size nobody can change, else a file.

        Were it made shorter, the watching process would be ended by its next look. The
        descriptors are to be closed with `handed_over` when the other process has them.
        """
        head = HEAD.pack(0, 0, IDLE, 0)
        if not hasattr(os, "memfd_create"):
            handle, name = tempfile.mkstemp(dir=folder, suffix=".log")
            with os.fdopen(handle, "wb") as file:
                file.write(head + bytes(SIZE - HEAD.size))
            return cls(name)
        import fcntl

        kept = os.memfd_create("forthgame-log", os.MFD_CLOEXEC | os.MFD_ALLOW_SEALING)
        os.ftruncate(kept, SIZE)
        os.pwrite(kept, head, 0)
        seals = fcntl.F_SEAL_SHRINK | fcntl.F_SEAL_GROW | fcntl.F_SEAL_SEAL
        fcntl.fcntl(kept, fcntl.F_ADD_SEALS, seals)
        log = cls(f"{INHERITED}{os.dup(kept)}")
        log.place, log.descriptors = f"{INHERITED}{kept}", (kept,)
        return log

    def handed_over(self) -> None:
        """Close the descriptors: the other process has them."""
        for handle in self.descriptors:
            os.close(handle)
        self.descriptors = ()

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

    def moves(self, most: int = SIZE) -> list[tuple[str, str]]:
        """The moves of the game so far, of at most so many bytes."""
        length = min(max(0, HEAD.unpack_from(self._map, 0)[3]), SIZE - HEAD.size, most)
        text = self._map[HEAD.size : HEAD.size + length].decode("utf-8", "replace")
        lines = (line.partition("\t") for line in text.split("\n")[:-1])
        return [(player, move) for player, _, move in lines if player]
