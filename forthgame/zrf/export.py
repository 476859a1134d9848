"""Write a translated game for keeps: script, board file, images and README in a folder."""

from __future__ import annotations

import re
import shutil
import tempfile
from pathlib import Path

from forthgame.base.errors import ForthgameError
from forthgame.zrf.forms import Form
from forthgame.zrf.pictures import find_pictures, refuse_damaged
from forthgame.zrf.rule_file import read_rule_file
from forthgame.zrf.script_writer import Translation
from forthgame.zrf.translation import PICTURES, companions, script_name, translate, write_pictures

TEXTS = ("description", "history", "strategy")


def titles(path: Path) -> list[str]:
    """Return the titles of the games and variants of a rule file. Raises ScriptError."""
    return read_rule_file(path).titles


def export(path: Path, variant: str | None, output: Path | None, skin: int = 1) -> list[Path]:
    """Translate a game and write its files, with the images of a `skin`; return their paths.

    Nothing is written if the file has a mistake, and no file is overwritten. Raises ForthgameError.
    """
    _, translation = translate(path, variant)
    name = script_name(path, translation)
    stem = name.removesuffix(".4th")
    folder = output if output is not None else Path(stem)
    found = find_pictures(translation.context, path, skin)
    refuse_damaged(found)
    contents = companions(path, name, translation, found)
    contents[name] = "\n".join(commented(translation)) + "\n"
    contents["README.md"] = read_me(path, name, translation)
    there = [each for each in contents if (folder / each).exists()]
    there += [each for each in [f"{stem}{PICTURES}"] if found.files and (folder / each).exists()]
    if there:
        raise ForthgameError(f"{folder / there[0]} is there already; nothing was written")
    try:
        with tempfile.TemporaryDirectory() as scratch:
            for each, text in contents.items():
                (Path(scratch) / each).write_text(text, encoding="utf-8")
            folder.mkdir(parents=True, exist_ok=True)
            written = [Path(shutil.copy(Path(scratch) / each, folder / each)) for each in contents]
            return written + write_pictures(folder, name, found)
    except OSError as error:
        raise ForthgameError(f"{folder} cannot be written: {error.strerror or error}") from None


def commented(translation: Translation) -> list[str]:
    """Return the lines of a script, with the line of the rule file behind each definition."""
    found = []
    for line in translation.lines:
        text = line.text
        if line.form is not None and text.startswith((":", "{moves ")) and "\\" not in text:
            text = f"{text}   \\ {_line(line.form)}"
        found.append(text)
    return found


def _line(form: Form) -> str:
    place = form.place
    return f"{place.file}:{place.line}"


def read_me(path: Path, name: str, translation: Translation) -> str:
    """Return a README with the texts of the rule file."""
    game = translation.context.game
    parts = [f"# {' '.join(game.title.split())}", f"Translated from `{path.name}`: `{name}`."]
    for key in TEXTS:
        text = game.texts.get(key, "")
        paragraphs = [" ".join(each.split()) for each in re.split(r"\\+", text)]
        paragraphs = [each for each in paragraphs if each]
        if paragraphs:
            parts += [f"## {key.capitalize()}", *paragraphs]
    parts.append(
        "## Going on\n\n"
        + "\n".join(f"    forthgame {command} {name}" for command in ("check", "play", "show"))
    )
    return "\n\n".join(parts) + "\n"
