"""Files with compiled primitives: one for each module of the table, shipped with the sources.

A file is compressed by xz. A line of JSON with the module, its key and the versions that made it
precedes LLVM bitcode. The bitcode suits every processor and system, and can be read by the LLVM
version that made it and by later ones.
"""

from __future__ import annotations

import json
import lzma
from pathlib import Path

FOLDER = "primitives"  # in the package's data
KEYS = "keys.json"  # in that folder: the keys of all modules, and a digest of the sources
SUFFIX = ".bc.xz"
LONGEST = 8 << 20  # bytes of a file's contents


def write_file(folder: Path, module: str, bitcode: bytes, about: dict[str, str | int]) -> None:
    """Write the primitives of a module. Raises OSError if the folder cannot be written."""
    head = json.dumps({"module": module, **about}, sort_keys=True).encode()
    data = lzma.compress(head + b"\n" + bitcode, preset=9 | lzma.PRESET_EXTREME)
    (folder / f"{module}{SUFFIX}").write_bytes(data)


def read_file(folder: Path, module: str, key: str, llvm: int) -> bytes | None:
    """Return the bitcode of a module's primitives, or None if its file is not up to date.

    `key` is the key of their dependencies, `llvm` the version of the LLVM that will read them.
    """
    try:
        data = (folder / f"{module}{SUFFIX}").read_bytes()
        head, _, bitcode = lzma.LZMADecompressor().decompress(data, LONGEST).partition(b"\n")
        about = json.loads(head)
        fits = (about["module"], about["key"]) == (module, key) and about["llvm"] <= llvm
    except (OSError, ValueError, KeyError, TypeError, EOFError, lzma.LZMAError):
        return None
    return bitcode if fits else None
