"""Read a rule file with its includes, and list its games and variants."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path

from forthgame.base.errors import ScriptError, alike, shortened
from forthgame.base.source import Source, find_loaded_file, read_source, resolved
from forthgame.zrf.forms import Form, RuleFileError, read_forms
from forthgame.zrf.macros import Macros

LARGEST = 4 << 20  # bytes of a rule file with its includes
MOST_INCLUDES = 200
ENDING = ".zrf"
TOP = ["game", "variant", "define", "include", "version", "translate"]


@dataclass
class RuleFile:
    """A rule file: its macros, games and variants in the order of the file."""

    path: Path
    sources: list[Source] = field(default_factory=list)
    macros: Macros = field(default_factory=Macros)
    forms: list[Form] = field(default_factory=list)  # (game …) and (variant …)
    translations: dict[str, str] = field(default_factory=dict)

    @property
    def titles(self) -> list[str]:
        """Return the titles of the games and variants that can be played."""
        return [title for title, _ in self.playable()]

    def playable(self) -> list[tuple[str, Form]]:
        """Return the title and form of each game and variant, without dividers of the menu."""
        found = []
        for form in sorted(self.forms, key=lambda form: form.head != "game"):
            title = self.title(form)
            if title.strip("-_ ") or form.head == "game":
                found.append((title, form))
        return found

    def move_types(self) -> set[str]:
        """Return the move types that are named anywhere in the file."""
        found: set[str] = set()
        stack = [*self.forms, *self.macros.bodies.values()]
        while stack:
            form = stack.pop()
            if form.head == "move-type":
                found |= {one.text for one in form.rest}
            stack += [one for one in form.items or [] if one.items]
        return found

    def title(self, form: Form) -> str:
        for part in self.macros.expand(form.rest):
            if part.head == "title":
                return " ".join(one.text for one in self.macros.expand(part.rest)).strip()
        return ""


def read_rule_file(path: Path) -> RuleFile:
    """Read a rule file. Raises ScriptError with the place of a mistake."""
    path = resolved(path)
    file = RuleFile(path)
    reader = _Reader(file, path.parent)
    reader.read(read_source(path, path.name, limit=LARGEST, regular=True), None)
    if not file.forms:
        raise RuleFileError(f"there is no (game …) in {shortened(path.name)}")
    if all(form.head == "variant" for form in file.forms):
        raise file.forms[0].error("this variant has no (game …)")
    return file


class _Reader:
    """Collect the top forms of a file and its includes."""

    def __init__(self, file: RuleFile, folder: Path) -> None:
        self.file, self.folder = file, folder
        self.open: list[Path] = []
        self.room = LARGEST

    def read(self, source: Source, at: Form | None) -> None:
        self.room -= len(source.data)
        if self.room < 0:
            raise (at or Form("", source, 0)).error(
                f"the file and its includes are longer than {LARGEST} bytes, which is the limit"
            )
        self.file.sources.append(source)
        if len(self.file.sources) > MOST_INCLUDES:
            raise (at or Form("", source, 0)).error(f"more than {MOST_INCLUDES} files are included")
        if source.path is not None:
            self.open.append(source.path)
        for form in read_forms(source):
            self.top(form)
        if source.path is not None:
            self.open.pop()

    def top(self, form: Form) -> None:
        head = form.head.lower()
        if head == "define":
            self.file.macros.define(form)
        elif head in ("game", "variant"):
            assert form.items is not None
            form.items[0] = Form(head, form.items[0].source, form.items[0].offset)
            for part in form.items:
                if part.head.lower() == "define":
                    self.file.macros.define(part)
            form.items = [part for part in form.items if part.head.lower() != "define"]
            self.file.forms.append(form)
        elif head == "include":
            self.include(form)
        elif head == "version":
            self.version(form)
        elif head == "translate":
            self.translate(form)
        elif form.head in self.file.macros.bodies:
            for part in self.file.macros.expand([form]):
                self.top(part)
        elif form.items is None:
            raise form.error(f"{shortened(form.text)!r} stands outside of all brackets")
        elif form.items:
            raise form.items[0].unknown("unknown keyword", TOP)

    def include(self, form: Form) -> None:
        if len(form.rest) != 1 or form.rest[0].items is not None:
            raise form.error('include takes the name of a file: (include "name.inc")')
        name = form.rest[0].text.replace("\\", "/")
        try:
            path = find_loaded_file(self.folder, name, self.folder)
            if path in self.open:
                raise RuleFileError("the file includes itself")
            source = read_source(path, path.name, limit=LARGEST, regular=True)
        except ScriptError as error:
            raise form.rest[0].error(error.message) from None
        self.read(source, form)

    def version(self, form: Form) -> None:
        number = form.rest[0].text if form.rest else ""
        if number.split(".")[0] not in ("", "1", "2"):
            raise form.error(
                f"this file is of edition {shortened(number)}, whose rules are partly programs in "
                "JavaScript; files of Zillions have the version 2.0 or less"
            )

    def translate(self, form: Form) -> None:
        for pair in form.rest:
            if pair.items and len(pair.items) == 2:
                self.file.translations[pair.items[0].text] = pair.items[1].text


def chosen(file: RuleFile, variant: str | None) -> int:
    """Return the index in `playable()` of a variant, given by name or by number from 1.

    Raises ScriptError if there is none, and if several games are there and none is named.
    """
    titles = file.titles
    if variant is None:
        defaults = [k for k, (_, form) in enumerate(file.playable()) if _is_default(file, form)]
        return defaults[0] if defaults else 0
    wanted = variant.strip()
    for k, title in enumerate(titles):
        if title == wanted:
            return k
    for k, title in enumerate(titles):
        if _plain(title) == _plain(wanted) or _plain(title.split("(")[0]) == _plain(wanted):
            return k
    if wanted.isdigit() and 0 < int(wanted) <= len(titles):
        return int(wanted) - 1
    near = alike(wanted, titles)
    listed = ", ".join(f"{k} {title}" for k, title in enumerate(titles, 1))
    raise RuleFileError(
        f"{file.path.name} has no variant {shortened(wanted)!r}",
        hint=(f"did you mean {' or '.join(near)}? " if near else "") + f"there are {listed}",
    )


def _is_default(file: RuleFile, form: Form) -> bool:
    return any(part.head == "default" for part in file.macros.expand(form.rest))


def _plain(title: str) -> str:
    return re.sub(r"[^a-z0-9]+", "", title.lower())
