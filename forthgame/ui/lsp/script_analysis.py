"""Analysis of a script for editors: words of the text, indentation, findings, names."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType

from forthgame.api.game import Game, load
from forthgame.base.errors import ForthgameError, NoRoomError, Place
from forthgame.base.lazy import lazy
from forthgame.base.source import (
    LINE_END,
    WORD,
    LineMap,
    UnreadableFile,
    decoded_source,
    read_line_map,
    resolved,
    split_lines,
)
from forthgame.check.check import CheckReport, check
from forthgame.check.findings import Finding
from forthgame.check.loading.checked_script import CheckedScript, roles_of
from forthgame.check.stack_effects.effects import (
    StackEffects,
    effect_with_kinds,
    effects_of,
)
from forthgame.machine.outer.numerals import FLOAT
from forthgame.rules.facts.counting_advice import advice_for
from forthgame.ui.help.word_reference import meanings
from forthgame.words import effect_sets, word_sets
from forthgame.words.registers.memory_layout import EVENT_NAMES
from forthgame.words.table.dictionary import Word

TEXTS = {**word_sets.TEXTS, ".(": ")"}
OPENING = frozenset((":", "IF", "BEGIN", "DO"))
CLOSING = frozenset((";", "ENDIF", "THEN", "UNTIL", "REPEAT", "AGAIN", "LOOP", "+LOOP"))
BETWEEN = frozenset(("ELSE", "WHILE"))
READS_ON = "WORD"
SECTIONS = frozenset(
    ("board", "directions", "symmetries", "players", "turn-order", "moves", "move-priorities",
     "pieces", "board-setup", "endings", "zones", "view", "levels")
)  # fmt: skip
FORBIDDEN = frozenset(" \t\n\r\f\v\0\x1a")
EVENTS = frozenset(map(str.upper, EVENT_NAMES))
EMPTY: Mapping[str, str] = MappingProxyType({})
DIRECTION = "direction"  # role of direction words


# -- words ----------------------------------------------------------------------------------------


class WordSplitter:
    """Splits consecutive lines into words.

    `inside` is the delimiter of a text that is still open at the end of a line.
    """

    def __init__(self) -> None:
        self.inside = ""
        self._names = False  # the next token is a name
        self._defines = False
        self._in_brackets = False  # between [ and ], so words run within a definition

    def words(self, line: str) -> list[str]:
        """Return the words of a line, with empty texts for names."""
        return ["" if is_name else word for _, word, is_name in self.placed(line)]

    def placed(self, line: str) -> list[tuple[int, str, bool]]:
        """Return the offset of each word of a line, the word, and whether it is a name."""
        found: list[tuple[int, str, bool]] = []
        position = self._end_of_text(line, 0) if self.inside else 0
        for start, word in _tokens(line):
            if self.inside or start < position:
                continue
            if self._names:
                self._names = False
                found.append((start, word, True))
                continue
            if word == "\\":
                break
            if word in TEXTS:
                self.inside = TEXTS[word]
                position = self._end_of_text(line, start + len(word))
                continue
            found.append((start, word, False))
            # in a definition only words that run at compile time read a name
            runs = not self._defines or self._in_brackets or word in effect_sets.AT_ONCE
            self._names = word in effect_sets.NAMING and runs
            self._in_brackets = word == "[" or (self._in_brackets and word != "]")
            self._defines = word == ":" or (self._defines and word != ";")
        return found

    def _end_of_text(self, line: str, position: int) -> int:
        """Return the end of the open text in a line; it stays open if it does not end there."""
        end = line.find(self.inside, position)
        if end < 0:
            return len(line)
        self.inside = ""
        return end + 1


def _tokens(line: str) -> Iterator[tuple[int, str]]:
    for found in WORD.finditer(line):
        yield found.start(), found[0]


# -- indentation ----------------------------------------------------------------------------------


def indented(text: str) -> str:
    """Return the text with its lines indented.

    A text that uses `WORD` is returned unchanged, since `WORD` can read any text.
    """
    lines: list[str] = []
    depth, reader = 0, WordSplitter()
    for line, end in zip(split_lines(text), [*LINE_END.findall(text), ""], strict=True):
        whole = not reader.inside
        words = reader.words(line)
        if READS_ON in words:
            return text
        leading = 0
        for word in words:
            if word in BETWEEN or _closes(word):
                leading += 1
                if word in BETWEEN:
                    break
            else:
                break
        stripped = line.lstrip(" \t")
        if whole:
            line = "\t" * max(0, depth - leading) + stripped if WORD.search(stripped) else ""
        lines += line, end
        for word in words:
            depth = max(0, depth + _opens(word) - _closes(word))
    return "".join(lines)


def _opens(word: str) -> bool:
    return word in OPENING or (word[:1] == "{" and word[1:] in SECTIONS)


def _closes(word: str) -> bool:
    return word in CLOSING or (word[-1:] == "}" and word[:-1] in SECTIONS)


# -- analysis -------------------------------------------------------------------------------------


def _text_at(place: Place) -> str:
    return place.text[place.column - 1 :][: place.width]


def counting_texts(game: Game) -> dict[str, str]:
    """Return how the moves of each move word of a game are counted, with advice."""
    found: dict[str, list[str]] = {}
    for entry in advice_for(game.native.paths() if game.native else ()):
        found.setdefault(entry.word, []).extend(filter(None, (entry.text, entry.better)))
    return {word: "\n".join(dict.fromkeys(lines)) for word, lines in found.items()}


def _stamp(path: Path) -> tuple[int, ...]:
    """Return the identity of a file's version; empty if it is missing."""
    with suppress(OSError):
        about = path.stat()
        return about.st_mtime_ns, about.st_size, about.st_ino
    return ()


@dataclass(frozen=True)
class Mention:
    """A word named or defined in the text."""

    word: Word
    place: Place
    defining: bool


class ScriptAnalysis:
    """Findings and word mentions of a script that may be unsaved."""

    def __init__(self, path: Path, text: str) -> None:
        self.path = path
        self.text = text
        try:
            self._report = check(path, text=text)
        except (NoRoomError, UnreadableFile) as error:
            place = Place(str(path), 1, 1)
            self._report = CheckReport(str(path), [Finding("FG106", str(error), place)])
        loaded = self._script.reader.loaded if self._script is not None else ()
        self._loaded = {path: _stamp(path) for path in loaded}

    @property
    def is_current(self) -> bool:
        return all(_stamp(path) == stamp for path, stamp in self._loaded.items())

    def differing(self, texts: dict[Path, str]) -> Path | None:
        """Return a loaded file for which the editor has another text."""
        loaded = {} if self._script is None else self._script.reader.loaded
        for path in loaded.keys() & texts.keys():
            if split_lines(texts[path]) != split_lines(decoded_source(loaded[path], path).text):
                return path
        return None

    @property
    def findings(self) -> list[Finding]:
        return self._report.findings

    @property
    def _script(self) -> CheckedScript | None:
        return self._report.script

    @lazy
    def mentions(self) -> list[Mention]:
        script = self._script
        if script is None:
            return []
        found = [Mention(use.word, use.token.place, False) for use in script.uses]
        found += [Mention(w, w.place, True) for w in script.words if w.place is not None]
        return found

    @lazy
    def here(self) -> list[Mention]:
        """Mentions in the script's own file in text order, one for each place.

        A word written at a place takes precedence over words that it has created.
        """
        ordered = sorted(
            self.mentions, key=lambda m: _text_at(m.place).upper() == m.word.name.upper()
        )
        own = {
            (m.place.line, m.place.column): m for m in ordered if Path(m.place.file) == self.path
        }
        return [own[place] for place in sorted(own)]

    def at(self, line: int, column: int) -> Mention | None:
        """Return the mention at a line and column, from 1."""
        for mention in self.here:
            place = mention.place
            if place.line == line and place.column <= column <= place.column + place.width:
                return mention
        return None

    def definition(self, mention: Mention) -> Place | None:
        """Return the place of a definition, None for a library word."""
        places = [word.place for word in self._family(mention.word) if word.place is not None]
        named = (place for place in places if _text_at(place) == mention.word.name)
        return next(named, mention.word.place)

    def _family(self, word: Word) -> list[Word]:
        """Return the word and its other definitions, as `{symmetry}` redefines directions."""
        if word.role != DIRECTION or self._script is None:
            return [word]
        words = (m.word for m in self.mentions if m.defining)
        return [w for w in words if w.role == DIRECTION and w.name == word.name] or [word]

    def references(self, word: Word) -> list[Place]:
        """Return all places that name a word of the script, its definition first."""
        family = self._family(word)
        found = [w.place for w in family if w.place is not None]
        if len(family) > 1:
            found = [place for place in found if _text_at(place) == word.name]
        found += [m.place for m in self.mentions if m.word in family and not m.defining]
        return list(dict.fromkeys(found))

    def rename(self, word: Word, name: str) -> list[Place]:
        """Return the places to edit for a new name. Raises ForthgameError if it is not possible."""
        if word.place is None:
            raise ForthgameError(f"{word.name} is a word of the language")
        if word.name.upper() in EVENTS:
            raise ForthgameError(f"{word.name} is an event: the engine knows it by this name")
        if not name or set(name) & FORBIDDEN:
            raise ForthgameError("a name is one word without blanks")
        script = self._script
        if name != word.name and script is not None:
            if script.reader.dictionary.find(name):
                raise ForthgameError(f"there is a word {name} already")
            if script.reader.number(name) is not None or FLOAT.match(name):
                raise ForthgameError(f"{name} is read as a number")
            for file, line, _ in self._occurrences(
                name
            ):  # as a number in another base, or in a text
                raise ForthgameError(f"{name} stands in {file.name}:{line} already")
        places = self.references(word)
        shown = all(_text_at(place) == word.name for place in places)
        if not shown or self._is_named_elsewhere(word, places) or self._is_broken_by(places, name):
            raise ForthgameError(f"{word.name} is named by a word that reads text: rename by hand")
        return places

    def _file(self, place: Place) -> Path:
        file = Path(place.file)
        return file if file == self.path else resolved(file)

    @lazy
    def _texts(self) -> dict[Path, str]:
        texts = {self.path: self.text}
        if (script := self._script) is not None:
            for path in script.reader.loaded.keys() - script.declared.level_files:
                texts[path] = decoded_source(script.reader.loaded[path], path).text
        return texts

    def _occurrences(self, name: str) -> Iterator[tuple[Path, int, int]]:
        """Yield the places where a name occurs outside texts and comments."""
        for file, text in self._texts.items():
            reader = WordSplitter()
            for number, line in enumerate(split_lines(text), 1):
                for start, found, _ in reader.placed(line):
                    if found.upper() == name.upper():
                        yield file, number, start + 1

    def _is_named_elsewhere(self, word: Word, places: list[Place]) -> bool:
        """Return whether the name also occurs as a plain name, as after `{move-type}`."""
        named = [mention.place for mention in self.mentions] + places
        known = {(self._file(place), place.line, place.column) for place in named}
        return any(place not in known for place in self._occurrences(word.name))

    def _is_broken_by(self, places: list[Place], name: str) -> bool:
        """Return whether renaming would cause new errors."""
        changed = {file: split_lines(text) for file, text in self._texts.items()}
        for place in sorted(places, key=lambda place: (place.line, place.column), reverse=True):
            lines, start = changed[self._file(place)], place.column - 1
            line = lines[place.line - 1]
            lines[place.line - 1] = line[:start] + name + line[start + place.width :]
        texts = {file: "\n".join(lines) for file, lines in changed.items()}
        report = check(self.path, text=texts.pop(self.path), instead=texts)
        return report.count("error") > self._report.count("error")

    # -- in words -------------------------------------------------------------------------------

    @property
    def is_saved(self) -> bool:
        """Return whether the script has no errors and is the same in its file."""
        if self._report.count("error"):
            return False
        with suppress(OSError, ForthgameError):
            return decoded_source(self.path.read_bytes(), self.path).text == self.text
        return False

    def is_move_word(self, word: Word) -> bool:
        return self._script is not None and word.token in roles_of(self._script).move_words

    def counting(self) -> dict[str, str]:
        """Return how the moves of each move word are counted, with advice, by the word's name.

        Return nothing for a script with errors, or with changes that are not saved.
        """
        if not self.is_saved:
            return {}
        try:
            game = load(self.path)
        except ForthgameError:
            return {}
        with game:
            return counting_texts(game)

    def explain(self, word: Word, counting: Mapping[str, str] = EMPTY) -> str:
        """Return a description of a word. `counting` has the texts of `counting_texts`."""
        if word.place is None:
            effect, meaning = meanings().get(word.name, (word.comment, ""))
            return f"`{word.name}` `{effect}`\n\n{meaning}".strip()
        what = word.role or {"colon": "word", "literal": "constant"}.get(word.kind, word.kind)
        paragraphs = [f"`{word.name}` {what}"]
        if word.comment:
            paragraphs[0] += f" `{word.comment}`"
        if word.kind == "colon" and (effect := self._inferred(word)):
            paragraphs.append(f"the code: `{effect}`")
        paragraphs.append(f"defined in {Path(word.place.file).name}:{word.place.line}")
        if self.is_move_word(word) and word.name in counting:
            paragraphs.append(counting[word.name])
        origin = self._origin and self._origin.place(word.place.line)
        if origin and Path(word.place.file) == self.path:
            paragraphs.append(f"from {origin.file}:{origin.line}: `{origin.text.strip()}`")
        return "\n\n".join(paragraphs)

    @lazy
    def _origin(self) -> LineMap | None:
        """Return the map to the lines of a rule file, if the script was written from one."""
        return read_line_map(self.path, self.text.encode("utf-8", "replace"))

    @lazy
    def _effects(self) -> StackEffects | None:
        return None if self._script is None else effects_of(self._script)

    def _inferred(self, word: Word) -> str:
        """Return the effect of the code with kinds of items, empty if it depends on the path."""
        if self._effects is None:
            return ""
        return effect_with_kinds(self._effects, word)

    def names(self) -> dict[str, str]:
        found = {name: effect for name, (effect, _) in meanings().items()}
        script = self._script
        if script is not None:
            found |= {word.name: word.comment for word in script.words if not word.hidden}
        return found
