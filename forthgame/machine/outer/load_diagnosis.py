"""Finds the mistake behind an error that is reported at another place.

The cause of a loading error is in the text; an error that the engine meets while no word of the
script is running is caused by a word that has run before.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from forthgame.analysis.code_buffer import Code
from forthgame.analysis.instruction import instructions
from forthgame.base.errors import Place, ScriptError
from forthgame.base.source import BLANKS, LANGUAGE, Source, Token, find_loaded_file, read_source
from forthgame.words.primitives import TABLE
from forthgame.words.table.dictionary import Dictionary, Word
from forthgame.words.table.interpreter_interface import Definition, Forth, Processor
from forthgame.words.word_sets import QUOTED

UNKNOWN_WORD = -13
# errors that an unclosed comment or definition can cause
FOLLOWING = frozenset((-13, -14, -16, -22, -39))

# words that define the name after them
DEFINING = frozenset(
    row.name for row in TABLE.rows
    if row.kind == "host" and '"name"' in row.effect.inputs and not row.effect.outputs
) - {"FORGET", "{carry}"} | {"{link}", "{move-type}"}  # fmt: skip
# the start of a comment, and a definition at the start of a line
OPENED, DEFINED = re.compile(r"\((?<!\S\()(?!\S)"), re.compile(r"\n[^\S\n]*:(?!\S)")
MOST_AHEAD = 200_000  # words that are read to find later definitions: a fraction of a second
# remedies for names that are needed before the section that defines them
EARLIER = {
    "{piece}": "put a section {pieces that only names the types in front, and give it again there",
    "{move-type}": "list the type in {move-priorities or write `1 CONSTANT NAME` in front",
}

# errors that the engine notices after a word of the script -> the word that causes them
NOTICED_LATE = {
    -261: "$deallocateboard",
    -262: "$deallocatemoves",
    -277: "$deallocatemoves",
}
UNSET = "(unset)"  # the behaviour of a deferred word that was never set
Suspect = tuple[str, Place | None, str]
Comment = tuple[Token, int]  # a comment that swallows code, and its end


def code_tokens(source: Source) -> Iterator[Token]:
    while (token := source.token()) is not None:
        if token.text == "(":
            if source.until(")") is None:
                return
        elif token.text == "\\":
            source.rest_of_line()
        elif token.text in QUOTED:
            if source.until('"') is None:
                return
        else:
            yield token


def starts_line(token: Token) -> bool:
    """Return whether only blanks precede a token in its line."""
    text, start = token.source.text, token.offset
    while start > 0 and text[start - 1] in BLANKS and text[start - 1] != "\n":
        start -= 1
    return start == 0 or text[start - 1] == "\n"


def swallows_code(comment: str) -> bool:
    """Return whether a comment contains the start of a definition with a comment of its own."""
    end = comment.find("\n")
    if end < 0:
        return False
    return bool(OPENED.search(comment, end) and DEFINED.search(comment, end))


def explain_loading_error(
    error: ScriptError,
    token: Token,
    comment: Comment | None,
    definition: Definition | None,
    later: LaterDefinitions,
) -> None:
    """Replace the message of an error at a token by the mistake that caused it, if that is found.

    `comment` is the last one that may swallow code, `definition` the open one.
    """
    if error.number not in FOLLOWING:
        return
    if _unclosed_comment(comment, error, token) or _missing_end(definition, error, token):
        error.word = ""
    elif error.number == UNKNOWN_WORD:
        place = later.find(error.word)
        if place is not None:
            error.hint = later_hint(place, later.keyword(error.word))


def later_hint(place: Place, keyword: str) -> str:
    """Return the hint for a name that a keyword defines after its first use."""
    remedy = EARLIER.get(keyword, "define or LOAD it before it is used")
    return f"it is defined later, at {place}; {remedy}"


def comment_message(opener: Token, end: int) -> str:
    """Return the message for a comment that swallows code up to an offset."""
    line = opener.source.place(end).line
    return f"the comment is not closed: it goes on to the `)` of line {line}"


def _unclosed_comment(comment: Comment | None, error: ScriptError, token: Token) -> bool:
    if comment is None or comment[0].source is not token.source:
        return False
    opener, end = comment
    error.message, error.place = comment_message(opener, end), opener.place
    error.hint = "write `)` at the end of the comment"
    return True


def _missing_end(definition: Definition | None, error: ScriptError, token: Token) -> bool:
    if definition is None or definition.token.source is not token.source:
        return False
    second = second_start(definition.token, token, error.word)
    if second is None:
        return False
    error.message = missing_end(definition.name, second)
    error.place, error.hint = definition.token.place, "end the definition before that with `;`"
    return True


def missing_end(name: str, second: Token) -> str:
    """Return the message for a definition that contains the start of another or of a section."""
    line = second.place.line
    return f"the definition of `{name}` has no `;`, and `{second.text}` follows in line {line}"


def second_start(first: Token, last: Token, unknown: str) -> Token | None:
    """Return the `:` or section between two tokens that starts inside a definition."""
    source = first.source
    reader = Source(source.name, source.text, source.path, first.offset + len(first.text))
    before: Token | None = None
    for token in code_tokens(reader):
        if token.offset > last.offset:
            return None
        if before is not None and token.text == unknown and token.offset >= last.offset:
            return before
        text = token.text
        section = text[0] == "{" and len(text) > 1 and text[-1] != "}"
        if (text == ":" or section) and starts_line(token):
            return token
        before = token if text == ":" else None
    return None


class LaterDefinitions:
    """The definitions of a script and its files, read only when a word is unknown."""

    def __init__(self, forth: Forth) -> None:
        self.forth = forth
        self.read: Source | None = None
        self.places: dict[str, tuple[Source, int, str]] = {}

    def find(self, name: str) -> Place | None:
        """Return the place of a definition in text that has not been read yet, or None."""
        sources = self.forth.sources
        if len(sources) < 2:
            return None
        if self.read is not sources[1]:
            self._collect(sources[1])
        found = self.places.get(name)
        if found is None:
            return None
        source, offset, _ = found
        open_ = next((s for s in sources if s.name == source.name), None)
        if open_ is not None and offset < open_.position:
            return None
        if open_ is None and source.path in self.forth.loaded:
            return None
        return source.place(offset, len(name))

    def keyword(self, name: str) -> str:
        return self.places[name][2]

    def _collect(self, script: Source) -> None:
        """Read the definitions of a script and of its loaded files, up to `MOST_AHEAD` words."""
        self.read, self.places = script, {}
        waiting = [Source(script.name, script.text, script.path)]
        seen, left, limits = {script.path}, MOST_AHEAD, self.forth.limits
        loads, room = limits.loads, limits.script - len(script.text)
        while waiting:
            source, before = waiting.pop(0), ""
            for token in islice(code_tokens(source), left):
                left -= 1
                if before in DEFINING:
                    self.places.setdefault(token.text, (source, token.offset, before))
                elif before == "LOAD" and loads > 0 and room >= 0:
                    loads -= 1
                    loaded = self._loaded(source, token.text, seen)
                    if loaded is not None:
                        room -= len(loaded.text)
                        waiting.append(loaded)
                before = token.text

    def _loaded(self, source: Source, name: str, seen: set[Path | None]) -> Source | None:
        """Return the text of a loaded file, None if it must not be read or was `seen`."""
        if source.path is None or self.forth.root is None:
            return None
        folder = source.path.parent
        try:
            path = find_loaded_file(folder, name, self.forth.root)
            if path in seen:
                return None
            seen.add(path)
            limit = self.forth.limits.script
            return read_source(
                path, str(folder / name), limit=limit, regular=True, below=self.forth.root
            )
        except ScriptError:
            return None


# -- errors while no word of the script is running ---------------------------------------------


def cause_of_late_error(
    code: Code, dictionary: Dictionary, processor: Processor, number: int, word: str
) -> Suspect:
    """Return word, place and hint of such an error, by its number and the word that failed.

    The engine misses a list or a board that an event has dropped only when it needs it. A word of
    the language that a move runs was recorded by COMPILE.
    """
    wanted = NOTICED_LATE.get(number)
    if wanted is None:
        return _put_into_moves(code, dictionary, processor, word)
    tokens = {id(token): token for token in map(code.token, range(4, code.top))}
    found = [
        token
        for token in tokens.values()
        if token and token.source.name != LANGUAGE and token.text.lower() == wanted
    ]
    if not found:
        return word, None, ""
    name = found[0].text
    return name, found[0].place, _first_of(len(found), f"`{name}` stands")


def _put_into_moves(code: Code, dictionary: Dictionary, processor: Processor, word: str) -> Suspect:
    found: list[Token] = []
    for defined in dictionary.words:
        if defined.kind != "colon" or defined.place is None:
            continue
        for each in instructions(code.cells, defined.entry, defined.end):
            put = dictionary.by_token(each.operand) if each.name == "(COMPILE)" else None
            token = code.token(each.cell)
            if put is None or token is None or token.source.name == LANGUAGE:
                continue
            if put.name == word or (word == UNSET and _is_unset(put, dictionary, processor)):
                word = put.name
                found.append(token)
    if not found:
        return word, None, ""
    return word, found[0].place, _first_of(len(found), f"`{word}` is put into moves")


def _is_unset(word: Word, dictionary: Dictionary, processor: Processor) -> bool:
    if word.kind != "defer":
        return False
    runs = dictionary.by_token(processor.cell(word.value))
    return runs is not None and runs.name == UNSET


def _first_of(count: int, statement: str) -> str:
    return f"{statement} at {count} places, and this is the first" if count > 1 else ""
