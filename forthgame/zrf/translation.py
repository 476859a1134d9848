"""Translate a rule file into a script, and keep translations in the cache by content."""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
import tempfile
from contextlib import suppress
from functools import cache as remembered
from pathlib import Path

from forthgame.base import cache
from forthgame.base.errors import shortened
from forthgame.base.source import MAP_ENDING, UnreadableFile, is_file, read_limited, resolved
from forthgame.version import __version__
from forthgame.zrf.forms import Form, RuleFileError
from forthgame.zrf.game_reader import read_game
from forthgame.zrf.names import slug
from forthgame.zrf.pictures import (
    BOARD_ENDING,
    Pictures,
    board_file,
    find_pictures,
    stamp,
    toml_text,
)
from forthgame.zrf.rule_file import ENDING, LARGEST, RuleFile, chosen, read_rule_file
from forthgame.zrf.script_writer import Translation, write_script

FOLDER = "zrf"  # inside the cache folder
SOURCES = "sources.json"
SHOWN_CALL = 60
TEXTS_ENDING = ".texts.toml"
PICTURES = ".pictures"  # ending of the folder with images beside a script
NAMED_IN_MOVES = ("position", "piece", "player", "attribute")


def split_name(name: str) -> tuple[str, str | None] | None:
    """Return path and variant of `GAME.zrf` or `GAME.zrf#VARIANT`, or None for another name."""
    path, mark, variant = name.partition("#")
    while mark and not path.lower().endswith(ENDING):
        more, mark, variant = variant.partition("#")
        path += "#" + more
    if not path.lower().endswith(ENDING):
        return None
    return path, variant if mark else None


def script_for(name: str) -> Path | None:
    """Return the script for `GAME.zrf` or `GAME.zrf#VARIANT`, or None if there is no such file.

    Raises ScriptError for a mistake in the file, and if it has several games and none is named.
    """
    parts = split_name(name)
    if parts is None or not is_file(Path(parts[0])):
        return None
    return translated_script(Path(parts[0]), parts[1])


def translate(path: Path, variant: str | None) -> tuple[RuleFile, Translation]:
    """Read a rule file and write the script of one game. Raises ScriptError."""
    file = read_rule_file(path)
    titles = file.titles
    if variant is None and len(titles) > 1:
        listed = ", ".join(f"{k} {title}" for k, title in enumerate(titles[:40], 1))
        more = f" and {len(titles) - 40} more" if len(titles) > 40 else ""
        raise RuleFileError(
            f"{path.name} has {len(titles)} games: name one, as in {path.name}#1",
            hint=f"there are {shortened(listed) if len(listed) > 4000 else listed}{more}",
        )
    number = chosen(file, variant)
    try:
        return file, write_script(file, read_game(file, number))
    except RecursionError:
        form = file.playable()[number][1]
        raise form.error("the lists or macros of this game are nested too deep") from None


def translated_script(path: Path, variant: str | None) -> Path:
    """Return the path of a script that plays a game of a rule file.

    The script is in the cache folder, or in a temporary one if there is none; it is written again
    if the rule file, one of its includes or the translator changed. Raises ScriptError.
    """
    path = resolved(path)
    try:
        data = read_limited(path, LARGEST, regular=True)
    except UnreadableFile as error:
        raise RuleFileError(str(error)) from None
    key = hashlib.sha256(
        b"\0".join([_own_digest(), str(path).encode(), (variant or "").encode(), data])
    ).hexdigest()[:24]
    for parent in _parents():
        found = _kept(parent / key)
        if found is not None:
            return found
    file, translation = translate(path, variant)
    return _keep(key, path, file, translation)


@remembered
def _own_digest() -> bytes:
    """Return a digest of the translator."""
    digest = hashlib.sha256(__version__.encode())
    for each in sorted(Path(__file__).parent.glob("*.py")):
        digest.update(each.read_bytes())
    return digest.digest()


def _parents() -> list[Path]:
    """Return the folders in which translations may be kept, the best first."""
    found = []
    own = cache.folder()
    if own is not None and not cache.distrusted():
        found.append(own / FOLDER)
    user = os.geteuid() if hasattr(os, "geteuid") else 0
    found.append(Path(tempfile.gettempdir()) / f"forthgame-zrf-{user}")
    return found


def _kept(folder: Path) -> Path | None:
    """Return the script in a folder of the cache if its sources are unchanged."""
    try:
        if hasattr(os, "geteuid") and folder.parent.stat().st_uid != os.geteuid():
            return None
        about = json.loads((folder / SOURCES).read_bytes())
        for name, digest in about["sources"]:
            if hashlib.sha256(read_limited(Path(name), LARGEST)).hexdigest() != digest:
                return None
        if any(stamp(Path(name)) != (size, time) for name, size, time in about["images"]):
            return None
        script = folder / str(about["script"])
    except (OSError, ValueError, KeyError, TypeError, UnreadableFile):
        return None
    return script if is_file(script) else None


def _keep(key: str, path: Path, file: RuleFile, translation: Translation) -> Path:
    """Write a script with its map into the first folder that takes it."""
    name = script_name(path, translation)
    found = find_pictures(translation.context, path)
    problem: OSError | None = None
    for parent in _parents():
        try:
            parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            if hasattr(os, "geteuid") and parent.stat().st_uid != os.geteuid():
                continue
            scratch = Path(tempfile.mkdtemp(dir=parent, prefix=".new-"))
            try:
                for each, text in companions(path, name, translation, found).items():
                    (scratch / each).write_text(text, encoding="utf-8")
                write_pictures(scratch, name, found)
                (scratch / (name + MAP_ENDING)).write_text(map_text(translation), encoding="utf-8")
                about = {
                    "script": name,
                    "sources": [
                        [str(s.path), hashlib.sha256(s.data).hexdigest()] for s in file.sources
                    ],
                    "images": found.seen,
                }
                (scratch / SOURCES).write_text(json.dumps(about), encoding="utf-8")
                target = parent / key
                shutil.rmtree(target, ignore_errors=True)
                with suppress(OSError):  # another process was first
                    scratch.rename(target)
            finally:
                shutil.rmtree(scratch, ignore_errors=True)
            if (target / name).is_file():
                return target / name
        except OSError as error:
            problem = error
    raise RuleFileError(f"the translation cannot be written: {problem}")


def script_name(path: Path, translation: Translation) -> str:
    """Return the file name of a script: that of the rule file, and the variant's."""
    game = translation.context.game
    name = slug(path.stem)
    if game.is_variant or game.number > 1:
        name += f"-{slug(game.title) or game.number}"
    return f"{name[:100]}.4th"


def companions(path: Path, name: str, translation: Translation, found: Pictures) -> dict[str, str]:
    """Return the texts of a script and of the files beside it, by their names."""
    stem = name.removesuffix(".4th")
    return {
        name: translation.text,
        f"{stem}{BOARD_ENDING}": board_file(translation.context, found, f"{stem}{PICTURES}"),
        f"{stem}{TEXTS_ENDING}": texts_file(path, translation),
    }


def write_pictures(folder: Path, name: str, found: Pictures) -> list[Path]:
    """Write images into a folder for a script; return their paths."""
    into = folder / (name.removesuffix(".4th") + PICTURES)
    if found.files:
        into.mkdir(exist_ok=True)
    for each, data in found.files.items():
        (into / each).write_bytes(data)
    return [into / each for each in found.files]


def texts_file(path: Path, translation: Translation) -> str:
    """Return the file of texts: how saved games of Zillions name the game and its parts."""
    names = translation.context.names
    renamed = {
        word: name
        for (kind, name), word in names.given.items()
        if kind in NAMED_IN_MOVES and word != name
    }
    lines = [
        "[records.zsg]",
        f"rules = {toml_text(path.name)}",
        f"variant = {toml_text(' '.join(translation.context.game.title.split()))}",
    ]
    if renamed:
        lines += ["", "[records.zsg.names]"]
        lines += [f"{toml_text(word)} = {toml_text(name)}" for word, name in renamed.items()]
    return "\n".join(lines) + "\n"


def map_text(translation: Translation) -> str:
    """Return the map from the lines of a script to those of the rule file.

    See `LineMap`. The text of a line has the macro call that led to it; lines of the translator's
    own have no place.
    """
    digest = hashlib.sha256(translation.text.encode()).hexdigest()
    rows = [json.dumps(digest)]
    for line in translation.lines:
        row = json.dumps(_mapped(line.form)) if line.form is not None else "null"
        rows += [row] * (line.text.count("\n") + 1)
    return "\n".join(rows) + "\n"


def _mapped(form: Form) -> list[object]:
    place = form.place
    text = place.text.rstrip()
    if form.calls is not None:
        call = form.calls
        while call.outer is not None:
            call = call.outer
        at = call.source.place(call.offset)
        shown = re.sub(r"\s+", " ", at.text[at.column - 1 :])[:SHOWN_CALL]
        text += f"   ; called in {at.file}:{at.line}: {shown}"
    return [place.file, place.line, place.column, text]
