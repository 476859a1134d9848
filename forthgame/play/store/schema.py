"""The tables of a store, in both formats.

Format 1 had no checksums, script snapshots or versions. It is read as it is; resuming converts it
to format 2, with checksums of the rows found.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Final

from forthgame.play.model.game_record import GameRecord, Usage
from forthgame.play.statistics import Evaluations
from forthgame.play.store.database import Database

FORMAT: Final = 2
FIRST: Final = """
CREATE TABLE tournament (format INTEGER NOT NULL, plan TEXT NOT NULL);
CREATE TABLE entrant (
    number INTEGER PRIMARY KEY, name TEXT NOT NULL, script TEXT NOT NULL, sha256 TEXT NOT NULL,
    engine TEXT NOT NULL, options TEXT NOT NULL
);
CREATE TABLE game (
    number INTEGER PRIMARY KEY, block INTEGER NOT NULL, seed INTEGER NOT NULL,
    ended TEXT NOT NULL, reason TEXT NOT NULL, fault TEXT, winner INTEGER,
    opening INTEGER NOT NULL, plies INTEGER NOT NULL, seconds REAL NOT NULL,
    line TEXT NOT NULL, moves TEXT NOT NULL,
    saved TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now'))
);
CREATE TABLE seat (
    game INTEGER NOT NULL REFERENCES game(number), seat TEXT NOT NULL, position INTEGER NOT NULL,
    entrant INTEGER NOT NULL, result TEXT, points REAL NOT NULL,
    moves INTEGER NOT NULL, seconds REAL NOT NULL, slowest REAL NOT NULL, nodes INTEGER NOT NULL,
    choices INTEGER NOT NULL, evaluations TEXT NOT NULL,
    PRIMARY KEY (game, position)
);
"""
SECOND: Final = """
CREATE TABLE tournament (
    format INTEGER NOT NULL, plan TEXT NOT NULL, checksum TEXT NOT NULL,
    version TEXT NOT NULL, rules TEXT NOT NULL
);
CREATE TABLE file (sha256 TEXT PRIMARY KEY, contents BLOB NOT NULL);
CREATE TABLE entrant (
    number INTEGER PRIMARY KEY, name TEXT NOT NULL, script TEXT NOT NULL, sha256 TEXT NOT NULL,
    engine TEXT NOT NULL, options TEXT NOT NULL
);
CREATE TABLE game (
    number INTEGER PRIMARY KEY, block INTEGER NOT NULL, seed INTEGER NOT NULL,
    ended TEXT NOT NULL, reason TEXT NOT NULL, fault TEXT, winner INTEGER,
    opening INTEGER NOT NULL, plies INTEGER NOT NULL, seconds REAL NOT NULL,
    line TEXT NOT NULL, moves TEXT NOT NULL, checksum TEXT NOT NULL,
    saved TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now'))
);
CREATE TABLE seat (
    game INTEGER NOT NULL REFERENCES game(number), seat TEXT NOT NULL, position INTEGER NOT NULL,
    entrant INTEGER NOT NULL, result TEXT, points REAL NOT NULL,
    moves INTEGER NOT NULL, seconds REAL NOT NULL, slowest REAL NOT NULL, nodes INTEGER NOT NULL,
    choices INTEGER NOT NULL, evaluations TEXT NOT NULL, cpu REAL NOT NULL, near INTEGER NOT NULL,
    PRIMARY KEY (game, position)
);
"""
GAME: Final = (
    "number, block, seed, ended, reason, fault, winner, opening, plies, seconds, line, moves"
)
SEAT: Final = (
    "game, seat, position, entrant, result, points, moves, seconds, slowest, nodes, choices, "
    "evaluations"
)
USE: Final = "cpu, near"  # columns of a seat since format 2
NOT_COUNTED = json.dumps(vars(Evaluations()))
Row = Sequence[Any]
_as_text = json.JSONEncoder(ensure_ascii=False).encode


def statements(tables: str) -> list[str]:
    return [part.strip() for part in tables.split(";") if part.strip()]


def format_of(database: Database) -> int | None:
    """Return the format whose tables a database has, None if it is not a store.

    The SQL of each table is compared, because views, triggers and computed columns could run
    foreign code.
    """
    made = list(
        database.rows(
            "SELECT type, sql FROM sqlite_master WHERE type IN ('table', 'view', 'trigger')"
        )
    )
    if any(kind == "trigger" for kind, _ in made):
        return None
    known = {" ".join(sql.split()) for _, sql in made if isinstance(sql, str)}
    for number, tables in ((FORMAT, SECOND), (1, FIRST)):
        if {" ".join(part.split()) for part in statements(tables)} <= known:
            return number
    return None


def checksum(game: Sequence[Any], seats: Sequence[Sequence[Any]]) -> str:
    return text_checksum(repr((tuple(game), [tuple(seat) for seat in seats])))


def text_checksum(text: str) -> str:
    return hashlib.blake2b(text.encode("utf-8", "backslashreplace"), digest_size=8).hexdigest()


def upgrade(database: Database, versions: tuple[str, str]) -> None:
    """Convert a store from format 1 to 2, within a transaction."""
    for name in ("tournament", "entrant", "game", "seat"):
        database.execute(f"ALTER TABLE {name} RENAME TO old_{name}")
    for statement in statements(SECOND):
        database.execute(statement)
    (plan,) = database.row("SELECT plan FROM old_tournament") or ("",)
    row = (FORMAT, plan, text_checksum(plan), *versions)
    database.execute("INSERT INTO tournament VALUES (?, ?, ?, ?, ?)", row)
    database.execute("INSERT INTO entrant SELECT * FROM old_entrant")
    database.execute(f"INSERT INTO seat SELECT {SEAT}, 0.0, 0 FROM old_seat")
    for game in list(database.rows(f"SELECT {GAME}, saved FROM old_game")):
        seats = list(
            database.rows(
                f"SELECT {SEAT}, {USE} FROM seat WHERE game = ? ORDER BY position", (game[0],)
            )
        )
        row = (*game[:-1], checksum(game[:-1], seats), game[-1])
        database.execute(f"INSERT INTO game VALUES ({', '.join('?' * len(row))})", row)
    for name in ("seat", "game", "entrant", "tournament"):
        database.execute(f"DROP TABLE old_{name}")


# -- rows of a game, read by `stored_values.py` --------------------------------------------------


def rows_of(record: GameRecord) -> tuple[Row, list[Row]]:
    points = record.points()
    game = (record.number, record.block, record.seed, record.end, record.reason, record.fault,
            record.winner, record.opening, len(record.moves), record.seconds, record.line,
            _moves_text(record))  # fmt: skip
    seats: list[Row] = []
    for position, (seat, entrant) in enumerate(record.seats.items()):
        used = record.usage.get(seat) or Usage()
        seats.append(
            (record.number, seat, position, entrant, record.outcome.get(seat), points[seat],
             used.moves, used.seconds, used.slowest, used.nodes, used.choices,
             _as_text(vars(used.evaluations)) if used.evaluations.moves else NOT_COUNTED, used.cpu,
             used.near)
        )  # fmt: skip
    return game, seats


def _moves_text(record: GameRecord) -> str:
    if record.thoughts:
        return _as_text(record.moves_with_thoughts())
    return f"[{', '.join(map(_move_text, record.moves))}]"


@lru_cache(maxsize=4096)
def _move_text(move: tuple[str, str]) -> str:
    return _as_text(move)
