"""Saved data of a table, a file each, and its clock.

Files are replaced atomically and contain every ply that was reported, whenever the server ends.
"""

from __future__ import annotations

import hashlib
import json
import os
import secrets
import sys
import time
from collections.abc import Iterable
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from forthgame.base.errors import ForthgameError
from forthgame.base.files import locked, write_whole
from forthgame.base.source import UnreadableFile, read_limited
from forthgame.base.untrusted_json import parse_json
from forthgame.play.model.game_file import GameFile
from forthgame.play.processes.messages import BadMessage, as_number, as_seconds, as_whole
from forthgame.ui.tables.seat_holders import Holders, Seating, holders_of, offer_of

LONGEST = 24 * 3600.0  # seconds for each side
LONGEST_STEP = 600.0  # seconds added by a move
LEAST_THINK = 0.02  # seconds of thinking when the clock is nearly empty
PARTS = 30  # moves among which an engine divides its time

LARGEST = 16 << 20  # bytes of a table's file
SUFFIX = ".table.json"
MOST_PLIES = 20_000  # plies of a game
LOCK = ".lock"  # locked by a server while it writes
WAITING = 2.0  # seconds to wait for another server
Ply = tuple[str, str]  # player, and text of a move


class TableClock:
    """Time for each side with an increment, from the first ply on.

    Running out of time does not end a game by itself. The saved clock has the times at the last
    ply, so that a server shutdown costs no player any time.
    """

    def __init__(self, base: float, increment: float, left: dict[str, float]) -> None:
        self.base, self.increment, self.left = base, increment, left
        self.running = ""
        self._since = 0.0

    @classmethod
    def begun(cls, base: float, increment: float, players: Iterable[str]) -> TableClock:
        return cls(base, increment, dict.fromkeys(players, base))

    @classmethod
    def from_document(cls, document: Any) -> TableClock | None:
        """Read the clock of a table's file; None if the table has none.

        Raises BadMessage, TypeError, AttributeError or KeyError for an invalid clock.
        """
        if not document:
            return None
        base = _bounded_seconds(LONGEST, document["base"])
        increment = _bounded_seconds(LONGEST_STEP, document["increment"])
        left = {str(player): as_number(seconds) for player, seconds in document["left"].items()}
        return cls(base, increment, left)

    def document(self) -> dict[str, Any]:
        return {"base": self.base, "increment": self.increment, "left": self.left}

    def shown(self) -> dict[str, Any]:
        """Return the clock for the page, which advances it by itself."""
        left = {player: round(self.now(player), 2) for player in self.left}
        return {
            "base": self.base,
            "increment": self.increment,
            "left": left,
            "running": self.running,
        }

    def now(self, player: str) -> float:
        """Return the remaining seconds of a player, negative if exceeded."""
        used = time.monotonic() - self._since if player == self.running else 0.0
        return self.left.get(player, 0.0) - used

    def share(self, player: str, most: float) -> float:
        """Return the seconds that an engine may use for its move."""
        if player not in self.left:
            return most
        return min(most, max(LEAST_THINK, self.now(player) / PARTS + 0.8 * self.increment))

    def press(self, player: str, following: str, *, first: bool, ended: bool) -> None:
        """Switch the clock after a ply; the first ply of a game costs nothing.

        `ended` is False for partial moves, which do not end the turn.
        """
        self.stop()
        if ended and not first and player in self.left:
            self.left[player] += self.increment
        self.run(following)

    def run(self, player: str) -> None:
        self.stop()
        self.running = player if player in self.left else ""
        self._since = time.monotonic()

    def stop(self) -> None:
        if self.running:
            self.left[self.running] = self.now(self.running)
        self.running = ""

    def copy(self) -> TableClock:
        found = TableClock(self.base, self.increment, {p: self.now(p) for p in self.left})
        found.run(self.running)
        return found


def _bounded_seconds(most: float, value: Any) -> float:
    """Return seconds from 0 to `most`, so that sums stay finite. Raises BadMessage."""
    found = as_number(value)
    if not 0 <= found <= most:
        raise BadMessage(f"a clock with {found:g} s, where there may be {most:g}")
    return found


class DamagedTable(ForthgameError):
    """A file that is not a valid table."""


class Overtaken(ForthgameError):
    """Another server has changed the table."""


@dataclass
class TableRecord:
    """Saved data of a table.

    script  path of the script, or name of a bundled one
    start   start of the game: `seed`, `level`, `position` (see `GameStart`)
    seats   `human`, or an engine with options, for each player
    future  undone plies, the next to redo first
    clock   time for each side (see `TableClock`), empty without clocks
    ponder  engines think during a human's turn
    flagged player whose loss on time was claimed
    together some turns are simultaneous
    standing current position as text, empty if unknown
    begun   identifier of the game at this table
    holders people at the seats of humans, None before anybody has sat down
    keys    of the links to `play` and to `watch`
    offer   to the other holders (see `Offer`), empty if there is none
    agreed  the holders have agreed on a draw
    """

    table: str
    script: str
    name: str
    start: dict[str, Any]
    seats: dict[str, str] = field(default_factory=dict)
    plies: list[Ply] = field(default_factory=list)
    future: list[Ply] = field(default_factory=list)
    resigned: str = ""
    clock: dict[str, Any] = field(default_factory=dict)
    flagged: str = ""
    seconds: float = 1.0
    ponder: bool = False
    digest: str = ""
    played: float = 0.0
    together: bool = False
    standing: str = ""
    begun: str = ""
    holders: Holders | None = None
    keys: dict[str, str] = field(default_factory=dict)
    offer: dict[str, Any] = field(default_factory=dict)
    agreed: bool = False

    def document(self) -> dict[str, Any]:
        return {"forthgame": "table", **asdict(self)}

    @classmethod
    def from_document(cls, document: Any) -> TableRecord:
        try:
            if document["forthgame"] != "table":
                raise KeyError("forthgame")
            refuse_long(len(document["plies"]) + len(document["future"]))
            return cls(
                str(document["table"]),
                str(document["script"]),
                str(document["name"]),
                _start(document["start"]),
                {str(player): str(kind) for player, kind in document["seats"].items()},
                [(str(player), str(text)) for player, text in document["plies"]],
                [(str(player), str(text)) for player, text in document["future"]],
                str(document["resigned"]),
                _clock(document.get("clock")),
                str(document.get("flagged", "")),
                as_seconds(document["seconds"]),
                document.get("ponder") is True,
                str(document["digest"]),
                as_number(document["played"]),
                document.get("together", True) is True,  # missing in files of earlier versions
                str(document.get("standing", "")),
                str(document.get("begun", "")),
                holders_of(document.get("holders")),
                {name: str(key) for name, key in document.get("keys", {}).items()},
                offer_of(document.get("offer")),
                document.get("agreed") is True,
            )
        except (
            KeyError,
            TypeError,
            ValueError,
            AttributeError,
            OverflowError,
            ForthgameError,
        ) as error:
            raise DamagedTable(f"this JSON is not a table: {error}") from None

    def replace_by(self, other: TableRecord) -> None:
        vars(self).update(vars(other))

    def begin(self, start: dict[str, Any], plies: list[Ply]) -> None:
        self.start, self.plies, self.future = start, plies, []
        self.begun = secrets.token_hex(8)
        self.resigned = self.flagged = self.digest = ""
        self.offer, self.agreed = {}, False
        self.standing = "" if plies else str(start.get("position", ""))

    @property
    def loser(self) -> str:
        """Return the player who has resigned or lost on time, or an empty text."""
        return self.resigned or self.flagged

    @property
    def stopped(self) -> bool:
        """Return whether people have ended the game before its rules did."""
        return bool(self.loser or self.agreed)

    @property
    def seating(self) -> Seating:
        return Seating(self.seats, self.holders or {})

    def key_of(self, which: str) -> str:
        """Return the key of a link, which is made when it is first wanted."""
        return self.keys.setdefault(which, secrets.token_urlsafe(18))

    def given_up(self, seats: list[str]) -> str:
        """Describe an end by resignation, time or agreement; empty if there is none."""
        loser = self.loser
        if self.agreed and not loser:
            return "A draw by agreement"
        if not loser:
            return ""
        left = [player for player in seats if player != loser]
        how = f"{loser} resigns" if self.resigned else f"The time of {loser} is over"
        return how + (f": {left[0]} wins" if len(left) == 1 else "")

    @property
    def texts(self) -> list[str]:
        return [text for _, text in self.plies]

    def game_file(self, result: str) -> str:
        """Return the game in the format of `forthgame replay`."""
        reason = f"{self.resigned} resigned" if self.resigned else ""
        reason = f"the time of {self.flagged} was over" if self.flagged else reason
        reason = "agreed" if self.agreed and not reason else reason
        seed = self.start.get("seed", 1)
        game = GameFile(self.name, self.digest, seed, self.seats, result, reason, self.plies)
        return game.text()


def refuse_long(plies: int) -> None:
    if plies > MOST_PLIES:
        raise ForthgameError(f"a game here has at most {MOST_PLIES} plies")


def _start(document: Any) -> dict[str, Any]:
    """Return the start of a game with known fields only; raises as `from_document` expects."""
    found: dict[str, Any] = {"seed": as_whole(document.get("seed", 1))}
    if document.get("level") is not None:
        found["level"] = as_whole(document["level"])
    if document.get("position"):
        found["position"] = str(document["position"])
    return found


def _clock(document: Any) -> dict[str, Any]:
    found = TableClock.from_document(document)
    return found.document() if found else {}


def tables_folder() -> Path:
    """Return `$FORTHGAME_TABLES`, or the platform's folder for application data."""
    given = os.environ.get("FORTHGAME_TABLES")
    if given:
        return Path(given)
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA") or str(Path.home() / "AppData" / "Local")
        return Path(base) / "forthgame" / "tables"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "forthgame" / "tables"
    xdg = os.environ.get("XDG_STATE_HOME", "")
    home = Path(xdg) if os.path.isabs(xdg) else Path.home() / ".local" / "state"
    return home / "forthgame" / "tables"


class TableStore:
    """Folder of table files."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.damaged: list[str] = []
        self._seen: dict[str, bytes] = {}  # digests of the files as this server knows them

    def open(self) -> None:
        try:
            self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        except OSError as error:
            raise ForthgameError(
                f"the folder for tables {self.folder} cannot be made: {error.strerror}; "
                "name another one with --tables"
            ) from None

    def new_name(self) -> str:
        return secrets.token_urlsafe(9)

    def save(self, record: TableRecord) -> None:
        """Write a record. Raises ForthgameError if it is too long or cannot be written.

        Raises Overtaken if another server has changed the file.
        """
        path = self._path(record.table)
        try:
            with locked(self.folder / LOCK, WAITING):  # from this check to the replacement
                if self._changed_file(record.table) is not None:
                    raise Overtaken("the game has continued on another server in the meantime")
                record.played = time.time()
                text = json.dumps(record.document(), ensure_ascii=False, indent=1) + "\n"
                data = text.encode("utf-8", "backslashreplace")
                if len(data) > LARGEST:
                    raise ForthgameError(f"a table's file has at most {LARGEST >> 20} MiB")
                write_whole(path, data, private=True)
        except OSError as error:
            raise ForthgameError(f"the table cannot be stored: {error.strerror}") from None
        self._seen[record.table] = _digest(data)

    def newer(self, table: str) -> TableRecord | None:
        """Return a table as changed by another server, None if it is unchanged.

        Raises ForthgameError for an invalid file.
        """
        data = self._changed_file(table)
        return None if data is None else self._record(self._path(table), data)

    def _changed_file(self, table: str) -> bytes | None:
        """Return the contents of a changed file; None if it is gone, as saving restores it."""
        path = self._path(table)
        if not os.path.lexists(path):
            return None
        data = read_limited(path, LARGEST, regular=True)
        return None if _digest(data) == self._seen.get(table) else data

    def _record(self, path: Path, data: bytes) -> TableRecord:
        try:
            record = TableRecord.from_document(parse_json(data.decode()))
        except ValueError as error:
            raise DamagedTable(f"the table's file is damaged: {error}") from None
        if record.table != path.name.removesuffix(SUFFIX):
            raise DamagedTable("it has the name of another table")
        self._seen[record.table] = _digest(data)
        return record

    def delete(self, table: str) -> None:
        try:
            self._path(table).unlink(missing_ok=True)
        except OSError as error:
            raise ForthgameError(f"the table's file cannot be deleted: {error.strerror}") from None

    def names(self) -> list[str]:
        return [path.name.removesuffix(SUFFIX) for path in self.folder.glob(f"*{SUFFIX}")]

    def read(self) -> list[TableRecord]:
        """Return all tables, most recent first; damaged files are listed in `damaged`."""
        found = []
        for path in self.folder.glob(f"*{SUFFIX}"):
            try:
                found.append(self._record(path, read_limited(path, LARGEST, regular=True)))
            except (UnreadableFile, DamagedTable) as error:
                self.damaged.append(f"{path.name}: {error}")
        return sorted(found, key=lambda record: -record.played)

    def _path(self, table: str) -> Path:
        if not table or not all(c.isascii() and (c.isalnum() or c in "-_") for c in table):
            raise ForthgameError("no name of a table")
        return self.folder / f"{table}{SUFFIX}"


def _digest(data: bytes) -> bytes:
    return hashlib.sha256(data).digest()
