"""Loads a script for the checker, turning errors into findings and continuing if possible."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from itertools import groupby
from typing import Any, NamedTuple

from forthgame.analysis.instruction import HOSTS
from forthgame.base.errors import (
    ForthgameError,
    Place,
    ScriptError,
    quoted,
    sentence,
    shortened_names,
)
from forthgame.base.source import Source, Token
from forthgame.check.findings import Finding
from forthgame.compile.interpreter.native_interpreter import Progress
from forthgame.machine.outer.definer import Definition
from forthgame.machine.outer.load_diagnosis import (
    FOLLOWING,
    code_tokens,
    comment_message,
    later_hint,
    missing_end,
    starts_line,
)
from forthgame.machine.outer.numerals import FLOAT, OUT_OF_RANGE, range_error
from forthgame.machine.outer.outer_interpreter import COMMENTS, Forth
from forthgame.words.core.opcodes import OP
from forthgame.words.table.dictionary import Word

UNKNOWN_WORD = -13
CODES = {  # of findings, by the numbers of errors
    **dict.fromkeys((-14, -16, -22, -39), "FG102"),
    **dict.fromkeys((-269, -271), "FG103"),
    **dict.fromkeys((-4, -6, -45), "FG104"),
    **dict.fromkeys((-38, -272, -273, -274), "FG105"),
    OUT_OF_RANGE: "FG110",
}
ADVICE = {
    "FG102": "close what was opened, in the order it was opened",
    "FG103": "correct the declaration",
    "FG104": "put the missing items before it",
    "FG105": "correct the name; files are looked for beside the script",
    "FG106": "correct the word, or do not run it while loading",
    "FG110": "write a smaller one",
}
SHOWN = 4  # words that are named
SET_UP_ADVICE = "{setup} places one piece; write {setup}, player and piece before each position"
LEFTOVER_ADVICE = "remove it, or write the word that takes it"
HINTS = 60  # unknown names that get suggestions, which are slow to find
REOPENED = 20  # unclosed comments after which reading resumes
# section words whose failure does not affect the rest of the section
HARMLESS = frozenset(
    ("{link}", "{unlink}", "{symmetry}", "{asymmetry}", "{setup}", "{turn}", "{for-player}",
     "{of-type}", "{move}", "{move-type}", "{move-priority}", "{moves}", "{drops}", "{value}",
     "{search-engine}", "{unpromoted}", "{zone}", "{at}", "{glyph}")
)  # fmt: skip
SECTIONS = frozenset(row.name for row in HOSTS if row.name[0] == "{" and row.name[-1] != "}")


class CheckTimeout(ForthgameError):
    """Raised when checking a script exceeds the time limit."""


class Deadline:
    """The time limit of a check in seconds; None means no limit.

    The loops of all checks call `look`, because a script can make any of them long. Hot loops call
    it only if there is a limit.
    """

    def __init__(self, seconds: float | None) -> None:
        self.seconds = seconds
        self._end = time.monotonic() + (seconds or 0.0)

    def look(self) -> None:
        """Raise CheckTimeout if the time is over."""
        if self.seconds is not None and time.monotonic() > self._end:
            raise CheckTimeout(f"the check took longer than its limit of {self.seconds:g} s")


class Item(NamedTuple):
    """A stack item: the token that left it, and the section word before it."""

    token: Token
    keyword: Token


class Leftovers:
    """Tracks the depth of the stack through each section, token by token.

    `section` is the open section with its token, None between sections.
    """

    def __init__(self, reader: Reader) -> None:
        self._reader = reader
        self.section: tuple[str, Token] | None = None
        self._items: list[Item] = []
        self._base = 0  # the depth at the start of the section
        self._keyword: Token | None = None

    def note(self, token: Token, depth: int, section: tuple[str, Token] | None) -> None:
        """Record the depth of the stack and the open section after a token was run."""
        if section is not self.section:
            if self.section is not None and token.text == f"{self.section[0]}}}":
                self._report(self.section[0])
            self.section, self._items, self._base = section, [], depth
            self._keyword = token
            return
        if section is None:
            return
        if token.text[0] == "{" or self._keyword is None:
            self._keyword = token
        self._base = min(self._base, depth)
        del self._items[depth - self._base :]
        while len(self._items) < depth - self._base:
            self._items.append(Item(token, self._keyword))

    def _report(self, section: str) -> None:
        """Report the remaining items, one finding for each part of the section."""
        for _, items in groupby(self._items, key=lambda item: item.keyword):
            part = list(items)
            names = list(dict.fromkeys(f"`{item.token.text}`" for item in part))
            words = ", ".join(names[:SHOWN]) + (" …" if len(names) > SHOWN else "")
            verb = "leaves" if len(names) == 1 else "leave"
            advice = SET_UP_ADVICE if part[0].keyword.text == "{setup}" else LEFTOVER_ADVICE
            self._reader.report(
                "FG112",
                f"nothing in {{{section} takes what {words} {verb} on the stack; {advice}",
                part[0].token.place,
                part[0].token.text,
            )


# -- the reader ------------------------------------------------------------------------------------


class LoadingStopped(Exception):
    """Raised when loading the script further would find nothing."""


@dataclass(slots=True)
class Use:
    """A word named in the text: its token, the enclosing definition (or None), the next token."""

    word: Word
    token: Token
    inside: str | None
    follower: str = ""


class Reader(Forth):
    """The outer interpreter, extended to record uses of words and to continue after errors."""

    watching = False
    loaded_as = ""  # the script's name, for errors without a place

    def __init__(self, progress: Progress | None = None) -> None:
        self.findings: list[Finding] = []
        self.left = Leftovers(self)
        self.uses: list[Use] = []
        self.doubtful = False  # something is missing, so later failures may be consequences
        self.latest: Use | None = None
        self.skipped: Token | None = None
        self.hinted: dict[str, str] = {}
        self.foreseen: tuple[Source | None, int, bool] = (None, 0, False)  # last `_will_fail`
        self.before_comment: tuple[Definition | None, int] = (None, 0)
        self.reopened = 0
        self.deadline = Deadline(None)
        super().__init__(progress)
        self.uses.clear()
        start = self.code.begin("(missing)")
        self.code.append(OP["(ERROR)"], UNKNOWN_WORD)
        self.missing = self.define("(missing)", "colon", start)
        self.missing.hidden = True
        self.fence = len(self.dictionary.words)
        self.watching = True

    # -- findings ----------------------------------------------------------------------------------

    def report(self, code: str, message: str, place: Place | None, word: str = "") -> None:
        place = place or Place(self.loaded_as, 1, 1)
        self.findings.append(Finding(code, shortened_names(message), place, word))

    def report_error(self, error: ScriptError, token: Token | None = None) -> None:
        """Add the finding for an error of loading."""
        place = error.place or (token.place if token else None)
        if error.number == UNKNOWN_WORD:
            hint = self.hinted.get(error.word, "")
            self.report("FG101", f"{error.message}{hint}", place, error.word)
            return
        code = CODES.get(error.number, "FG106")
        what = f" in `{error.word}`" if error.word and error.word not in error.message else ""
        chain = f", called by {', '.join(c.word for c in error.chain[:4])}" if error.chain else ""
        advice = f"; {error.hint}" if error.hint else f"; {ADVICE[code]}"
        self.report(code, f"{error.message}{what}{chain}{advice}", place, error.word)

    # -- uses --------------------------------------------------------------------------------------

    def note_use(self, word: Word, token: Token) -> None:
        self.uses.append(Use(word, token, self.definition.name if self.definition else None))

    def note_uses(self, tokens: Iterable[Token]) -> None:
        for token in tokens:
            word = self.dictionary.find(token.text)
            if word is not None:
                self.note_use(word, token)

    def define(self, name: str, kind: str, value: int, *code: int, **more: Any) -> Word:
        """Define a word and set its place to the token of its name."""
        word = super().define(name, kind, value, *code, **more)
        if self.watching and self.parsed and self.parsed[-1].text == name:
            word.place = self.parsed[-1].place
        return word

    def parse_word(self, what: str = "a word") -> Word:
        word = super().parse_word(what)
        self.note_use(word, self.parsed[-1])
        return word

    def parse_value(self, what: str) -> int:
        start = len(self.parsed)
        value = super().parse_value(what)
        self.note_uses(self.parsed[start : start + 1])
        return value

    def read_number(self, token: Token) -> int | None:
        """Return the number of a token; report a decimal number that becomes negative."""
        number = self.number(token.text)
        if number is not None and number < 0 and token.text[0] != "-" and self.base == 10:
            self.report(
                "FG111",
                f"`{token.text}` is {number} in 32 bits; write that, or a mask in HEX",
                token.place,
                token.text,
            )
        return number

    # -- error recovery ----------------------------------------------------------------------------

    def interpret(self, token: Token) -> None:
        """Compile or run one token, recording errors instead of stopping."""
        if not self.watching:
            super().interpret(token)
            return
        if self.deadline.seconds is not None:
            self.deadline.look()
        outer_tokens, self.parsed = self.parsed, []
        try:
            self._interpret_watched(token)
        finally:
            self.parsed = outer_tokens

    def _interpret_watched(self, token: Token) -> None:
        word = self.dictionary.find(token.text)
        if token.text not in COMMENTS:
            if self.latest is not None:
                self.latest.follower = token.text
            self.latest = None
            if word is not None:
                self.note_use(word, token)
                self.latest = self.uses[-1]
        if self.compiling and (token.text == ":" or token.text in SECTIONS):
            self._check_nested_definition(token)
        elif token.text == "'" and self.compiling and self._replace_tick(token):
            return
        try:
            super().interpret(token)
        except ScriptError as error:
            self._recover(error, token)
        else:
            game = self.game
            inside = game is not None and (game.section or self.left.section)
            if inside and not self.compiling and not self.doubtful:
                self.left.note(token, self.processor.depth, game.section)

    def _check_nested_definition(self, token: Token) -> None:
        """Handle a definition or section that seems to begin inside a definition.

        If loading would fail because of it, the open definition is closed.
        """
        definition = self.definition
        if definition is None:
            return
        name, place, starts = definition.name, definition.token.place, starts_line(token)
        if (token.text == ":" or starts) and self._will_fail(token.text == ":"):
            self.report("FG107", f"{missing_end(name, token)}; close it before that", place, name)
            self._replace_definition()
        elif starts:
            self.report(
                "FG109",
                f"`{token.text}` of line {token.place.line} is inside the definition of `{name}`; "
                "is a `;` missing before it?",
                place,
                name,
            )

    def _replace_tick(self, token: Token) -> bool:
        """Report `'` in a definition before a word of the script, and compile the word's token.

        `'` reads its name from the text when the definition runs, so ['] is probably meant.
        """
        source = self.sources[-1]
        position = source.position
        following = source.token()
        word = self.dictionary.find(following.text) if following is not None else None
        if word is None or following is None or word.index <= self.missing.index or word.immediate:
            source.position = position
            return False
        self.report(
            "FG526",
            f"`'` reads a name from the text when the definition runs; for the token of "
            f"`{word.name}` write ['] here",
            token.place,
            "'",
        )
        self.note_use(word, following)
        self.code.at(following)
        self.compile_literal(word.token)
        return True

    def _will_fail(self, only_next: bool) -> bool:
        """Return whether the next name, or any name in the rest of the definition, is unknown."""
        source = self.sources[-1]
        position = source.position
        seen, end, failing = self.foreseen
        if not only_next and seen is source and position <= end:
            return failing
        failing = not only_next  # unless the definition ends
        for following in self._rest_of_definition():
            text = following.text
            number = self.number(text) is not None or FLOAT.match(text) is not None
            known = number or self.dictionary.find(text) is not None
            failing = not known or (failing and text != ";")
            if only_next or not known:
                break
        if not only_next:
            self.foreseen = (source, source.position, failing)
        source.position = position
        return failing

    def _rest_of_definition(self) -> Iterator[Token]:
        """Yield the tokens up to and including `;`, without comments and texts."""
        for token in code_tokens(self.sources[-1]):
            yield token
            if token.text == ";":
                return

    def _recover(self, error: ScriptError, token: Token) -> None:
        """Record an error; continue, or raise LoadingStopped."""
        if error.number in FOLLOWING and self._reopen_comment():
            return
        if error.number == OUT_OF_RANGE and error.word == token.text:
            self._recover_with_zero(error, token)
            return
        if error.message == sentence(UNKNOWN_WORD):
            self.doubtful = True  # a word with missing parts was run
            self.processor.reset_stacks()
        elif self.compiling and self.definition:
            self._recover_in_definition(error, token)
        elif self.definition:
            self.report_error(error, token)
            self._skip_definition()
        elif error.number == UNKNOWN_WORD:
            self._recover_between_definitions(error, token)
        elif token.text in HARMLESS or error.number in (-14, -22):
            self.report_error(error, token)
            self.doubtful = True
            self.processor.reset_stacks()
        else:
            if not self.doubtful:
                self.report_error(error, token)
            raise LoadingStopped
        with suppress(ScriptError):
            self.processor.flush()

    def _recover_with_zero(self, error: ScriptError, token: Token) -> None:
        self.report_error(error, token)
        self.doubtful = True
        if FLOAT.match(token.text):
            self.compile_float(0.0) if self.compiling else self.processor.push_float(0.0)
        elif self.compiling:
            self.compile_literal(0)
        else:
            self.processor.push(0)

    def _recover_in_definition(self, error: ScriptError, token: Token) -> None:
        self.report_error(error, token)
        if error.number != UNKNOWN_WORD:
            if token.text == ";":
                self.processor.reset_stacks()
                self._replace_definition()
            else:
                self._skip_definition()
        elif token.text == "[']":
            self.compile_literal(self.missing.token)
        elif token.text == "COMPILE":
            self.code.append(OP["(COMPILE)"], self.missing.token)
        else:
            self.compile(self.missing)

    def _recover_between_definitions(self, error: ScriptError, token: Token) -> None:
        """Handle an unknown word between definitions; a second one is taken as its name."""
        own = error.word == token.text
        if own and self.skipped is not None and self._follows(self.skipped, token):
            self.define(token.text, "colon", self.missing.entry)
            self.skipped = None
            return
        self.report_error(error, token)
        self.doubtful = True
        self.skipped = token if own else None

    @staticmethod
    def _follows(first: Token, second: Token) -> bool:
        between = first.source.text[first.offset + len(first.text) : second.offset]
        return first.source is second.source and between.strip() == "" and "\n" not in between

    def _replace_definition(self) -> None:
        """Close the open definition as a word of unknown effect."""
        definition = self.definition
        self.foreseen = (None, 0, False)
        self.abandon_definition()
        if definition is not None:
            self.define(definition.name, "colon", self.missing.entry).role = "missing"

    def _skip_definition(self) -> None:
        for _ in self._rest_of_definition():
            pass
        self.processor.reset_stacks()
        self._replace_definition()

    # -- unclosed comments -------------------------------------------------------------------------

    def note_wide_comment(self, token: Token) -> None:
        """Save the state before a comment that contains code, so that reading can resume there."""
        super().note_wide_comment(token)
        self.before_comment = (self.definition, len(self.findings))

    def _reopen_comment(self) -> bool:
        """Treat a comment that contains code as a single line, and resume reading after it."""
        if self.wide_comment is None or self.wide_comment[0].source is not self.sources[-1]:
            return False
        self.reopened += 1
        if self.reopened > REOPENED:
            return False
        opener, end = self.wide_comment
        definition, count = self.before_comment
        del self.findings[count:]
        self.report(
            "FG102", f"{comment_message(opener, end)}; write `)` after it", opener.place, "("
        )
        self.wide_comment, self.doubtful = None, True
        self.abandon_definition()
        self.conditions.clear()
        self.processor.reset_stacks()
        if self.game is not None:
            self.game.section = None
        source = self.sources[-1]
        source.position = opener.offset + 1
        source.rest_of_line()
        if definition is not None:
            self.definition = definition
            self._skip_definition()
        return True

    # -- unknown words ---------------------------------------------------------------------------

    def unknown(self, name: str, token: Token | None = None) -> ScriptError:
        """Return the error for an unknown word; suggestions are searched once for each name."""
        if not self.watching or range_error(name, self.base):
            return super().unknown(name, token)
        if name not in self.hinted:
            self.hinted[name] = f"; {self._remedy(name)}"
        error = self.error(UNKNOWN_WORD, f"unknown word {quoted(name)}")
        error.word = name
        if token is not None:
            error.place = token.place
        return error

    def _remedy(self, name: str) -> str:
        later = self.later.find(name)
        if later is not None:
            return later_hint(later, self.later.keyword(name))
        near = self.dictionary.nearest(name) if len(self.hinted) < HINTS else []
        if near:
            return f"did you mean {' or '.join(f'`{n}`' for n in near)}?"
        return "define it before it is used"


def deferred_to(forth: Forth, word: Word) -> Word | None:
    """Return the word that a deferred word runs after loading."""
    found = forth.dictionary.by_token(forth.processor.cell(word.value))
    return None if found is None or found.name == "(unset)" else found
