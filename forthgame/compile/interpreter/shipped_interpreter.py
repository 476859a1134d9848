"""The interpreter as object code that comes with the sources, for common platforms.

A first start loads it in a tenth of a second, while a draft takes seconds to compile on a busy
machine. It is made for processors of a common level, which costs a few percent of the speed of
interpreted words. If the sources have changed since, or for another platform, the interpreter is
compiled.
"""

from __future__ import annotations

import json
import lzma
import os
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

from forthgame.base import cache
from forthgame.base.source import package_path
from forthgame.compile.interpreter.object_code import (
    EXPORTED,
    frequent_object,
    joined_objects,
    rest_object,
    split_objects,
)
from forthgame.compile.llvm.source_dependencies import contents_of
from forthgame.compile.primitives.bitcode import ANEW, COMPILE, LINK, primitives, primitives_key
from forthgame.compile.primitives.fingerprints import FOLDER

# processor and its required features, for each platform with a file
PLATFORMS: Final = {
    "x86_64-unknown-linux-gnu": (
        "x86-64-v2",
        ("cx16", "popcnt", "sahf", "sse3", "sse4.1", "sse4.2", "ssse3"),
    ),
}
WRITER: Final = ".compile.interpreter.interpreter_module"
LONGEST: Final = 8 << 20  # bytes of the object code


def shipped_interpreter(llvm: Any) -> bytes | None:
    """Return the joined object files for this platform, or None if none are up to date."""
    platform = llvm.get_default_triple()
    if platform not in PLATFORMS or os.environ.get(ANEW) in (COMPILE, LINK):
        return None
    has = llvm.get_host_cpu_features()
    if not all(has.get(feature) for feature in PLATFORMS[platform][1]):
        return None
    about = _description(package_path(FOLDER), platform)
    if about.get("sources") != _sources():
        return None
    return _contents(package_path(FOLDER), platform, about)


def ship_interpreter(llvm: Any, key: str, folder: Path) -> list[str]:
    """Write the file for this platform if the interpreter has changed; return its name then.

    `key` is the key of the primitives. Needs `llvm_lock`. Raises OSError if the folder cannot be
    written.
    """
    platform = llvm.get_default_triple()
    if platform not in PLATFORMS:
        return []
    written, text = list[str](), _text()
    about = _description(folder, platform)
    if about.get("text") != text or _contents(folder, platform, about) is None:
        data = lzma.compress(_compiled(llvm, platform, key), preset=9 | lzma.PRESET_EXTREME)
        _path(folder, platform).write_bytes(data)
        about = {"text": text, "file": sha256(data).hexdigest()}
        written.append(_path(folder, platform).name)
    about["sources"] = _sources()
    described = json.dumps(about, indent=0, sort_keys=True) + "\n"
    _path(folder, platform, ".json").write_text(described)
    return written


def _compiled(llvm: Any, platform: str, key: str) -> bytes:
    processor, _ = PLATFORMS[platform]
    target = llvm.Target.from_triple(platform)
    machine, plain = (
        target.create_target_machine(opt=opt, cpu=processor, jit=True) for opt in (2, 0)
    )
    bodies = primitives(llvm, key)
    frequent = frequent_object(llvm, machine, bodies, EXPORTED)
    return joined_objects([frequent, rest_object(llvm, plain, bodies)])


def _path(folder: Path, platform: str, ending: str = ".o.xz") -> Path:
    return folder / f"interpreter-{platform}{ending}"


def _description(folder: Path, platform: str) -> dict[str, str]:
    """Return what the file was made of, empty if that is unknown."""
    try:
        found = json.loads(_path(folder, platform, ".json").read_bytes())
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}


def _contents(folder: Path, platform: str, about: dict[str, str]) -> bytes | None:
    """Return the joined object files if they are those described."""
    try:
        data = _path(folder, platform).read_bytes()
        if sha256(data).hexdigest() != about.get("file"):
            return None
        found = lzma.LZMADecompressor().decompress(data, LONGEST)
        split_objects(found)
    except (OSError, EOFError, lzma.LZMAError):
        return None
    return found


def _sources() -> str:
    """Return a digest of the files from which the interpreter is made."""
    compiling = Path(__file__).with_name("object_code.py").read_bytes()
    return cache.key(primitives_key(), compiling, *contents_of([WRITER]))


def _text() -> str:
    """Return a digest of the interpreter's IR, which many changes of its sources leave alone."""
    from forthgame.compile.interpreter.interpreter_module import frequent_text, rest_text

    compiling = Path(__file__).with_name("object_code.py").read_bytes()
    return cache.key(primitives_key(), compiling, frequent_text(), rest_text())
