"""Damage files of the cache: cut short, exchanged, with bytes flipped; none may be used."""

from __future__ import annotations

import os
import random
from pathlib import Path

from forthgame.base import cache

from .kind import Difference, Kind, scratch_folder

NAMES = ("words-1.o", "words-2.o", "interpreter-3.o", "primitives-4.bc")
ORDERS = ("save", "save", "load", "load", "load", "flip", "cut", "exchange", "copy", "empty",
          "grow", "folder", "link", "remove", "trim")  # fmt: skip


def make(seed: int) -> str:
    """Return operations on the cache, one a line."""
    draw = random.Random(f"caches {seed}")
    rows = [f"save {name} {draw.randrange(5000)}" for name in NAMES[: draw.randint(1, 4)]]
    for _ in range(draw.randint(3, 12)):
        rows.append(f"{draw.choice(ORDERS)} {draw.choice(NAMES)} {draw.randrange(5000)}")
    return "\n".join([*rows, *(f"load {name} 0" for name in NAMES)])


def contents(name: str, number: int) -> bytes:
    """Return contents that differ for each name and number."""
    return f"{name} {number} ".encode() * (number % 37)


def _damage(order: str, path: Path, other: Path, number: int) -> None:
    data = path.read_bytes() if path.is_file() else b""
    if order == "flip" and data:
        at = number % len(data)
        path.write_bytes(data[:at] + bytes([data[at] ^ 1 << number % 8]) + data[at + 1 :])
    elif order == "cut" and data:
        path.write_bytes(data[: number % len(data)])
    elif order == "exchange" and path.is_file() and other.is_file():
        path.write_bytes(other.read_bytes())
        other.write_bytes(data)
    elif order == "copy" and data:
        other.write_bytes(data)
    elif order == "empty":
        path.write_bytes(b"")
    elif order == "grow" and data:
        path.write_bytes(data + b"x" * (number % 9))
    elif order == "remove":
        path.unlink(missing_ok=True)
    elif order == "folder" and not path.exists() and not path.is_symlink():
        path.mkdir()
    elif order == "link" and not path.exists() and not path.is_symlink():
        path.symlink_to(path.with_name("nowhere"))


def attempt(text: str) -> None:
    """Run the operations in a new folder; loaded data was saved under that name, or is None."""
    before = os.environ.get("FORTHGAME_CACHE")
    with scratch_folder() as folder:
        os.environ["FORTHGAME_CACHE"] = folder
        os.chmod(folder, 0o700)
        try:
            _do(Path(folder), text)
        finally:
            if before is None:
                del os.environ["FORTHGAME_CACHE"]
            else:
                os.environ["FORTHGAME_CACHE"] = before


def _do(folder: Path, text: str) -> None:
    kept: dict[str, set[bytes]] = {name: set() for name in NAMES}
    for row in text.split("\n"):
        order, name, number = row.split()
        if name not in NAMES:
            continue
        if order == "save":
            data = contents(name, int(number))
            if cache.save(name, data):
                kept[name].add(data)
        elif order == "load":
            found = cache.load(name)
            if found is not None and found not in kept[name]:
                raise Difference(f"contents that were never saved under a name\n{row}")
        elif order == "trim":
            cache.trim("words-", int(number))
        else:
            other = folder / NAMES[int(number) % len(NAMES)]
            if not (folder / name).is_dir() and not other.is_dir():
                _damage(order, folder / name, other, int(number))


KIND = Kind("caches", "files of the cache, damaged", make, attempt)
