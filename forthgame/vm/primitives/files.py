"""Compiled primitives as files: one for each module of the table, which come with the sources.

A file is compressed by xz. It has a line of JSON, which names the module, the key of what it was
made from and the versions that made it, and then LLVM bitcode. The bitcode serves every processor
and system: it is read by the LLVM that made it, and by later ones.
"""

from __future__ import annotations

import json
import lzma
from pathlib import Path

FOLDER = "primitives"  # in the package's data
KEYS = "keys.json"  # in it: the keys of all modules, and a digest of the sources
SUFFIX = ".bc.xz"
LONGEST = 8 << 20  # bytes of a file's contents


def write_file(folder: Path, module: str, bitcode: bytes, about: dict[str, str | int]) -> None:
    """Write the primitives of a module. Raises OSError if the folder cannot be written."""
    head = json.dumps({"module": module, **about}, sort_keys=True).encode()
    data = lzma.compress(head + b"\n" + bitcode, preset=9 | lzma.PRESET_EXTREME)
    (folder / f"{module}{SUFFIX}").write_bytes(data)


def read_file(folder: Path, module: str, key: str, llvm: int) -> bytes | None:
    """Return the bitcode of a module's primitives, or None if no file fits.

    `key` is that of what they depend on, `llvm` the version of the LLVM that is to read them.
    """
    try:
        data = (folder / f"{module}{SUFFIX}").read_bytes()
        head, _, bitcode = lzma.LZMADecompressor().decompress(data, LONGEST).partition(b"\n")
        about = json.loads(head)
        fits = (about["module"], about["key"]) == (module, key) and about["llvm"] <= llvm
    except (OSError, ValueError, KeyError, TypeError, EOFError, lzma.LZMAError):
        return None
    return bitcode if fits else None
