"""The outer interpreter: reads a script's text, compiles definitions, runs the rest."""

from __future__ import annotations

from collections.abc import Callable, Container
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from forthgame.analysis.instruction import HOSTS, ROWS, instruction_at
from forthgame.base.errors import ScriptError
from forthgame.base.source import LANGUAGE, Source, Token, package_path, read_source
from forthgame.base.text_encoding import float_bits, single
from forthgame.compile.interpreter.native_interpreter import Progress
from forthgame.machine.memory.call_restrictions import handing_out
from forthgame.machine.outer import language_snapshot
from forthgame.machine.outer.definer import Definer
from forthgame.machine.outer.load_diagnosis import (
    LaterDefinitions,
    explain_loading_error,
    swallows_code,
)
from forthgame.machine.outer.numerals import FLOAT, integer, is_integer, range_error, wrapped
from forthgame.machine.tiers.running_loops import running_loops
from forthgame.words.core.opcodes import OP
from forthgame.words.registers import call_registers, memory_layout as at
from forthgame.words.table import interpreter_interface
from forthgame.words.table.dictionary import Word
from forthgame.words.table.sealed_words import NOTED, keeps

PICK = OP["PICK"]
UNNAMED = ("(HALT)", "(BREAK)", "(RETURN)", "(CANDIDATE-END)")  # the interpreter's own
COMMENTS = frozenset(("(", "\\"))


class Forth(Definer):
    """A Forth on one processor. `output` receives printed texts."""

    def __init__(self, progress: Progress | None = None) -> None:
        super().__init__(progress)
        self.output: Callable[[str], None] = lambda text: None
        self.sources = [Source("", "")]  # the first is empty, for words that run later and read on
        self.loaded: dict[Path, bytes] = {}  # loaded files, with their contents at that time
        self.instead: dict[Path, str] = {}  # texts that replace such files
        self.loading: list[Any] = [None, 0, 0]  # a script, its loaded files, their length
        self.root: Path | None = None
        self.wide_comment: tuple[Token, int] | None = None  # may swallow code; and its end
        self.later = LaterDefinitions(self)
        self.conditions: list[Token] = []
        self.nesting = 0  # depth of words that run for the value they leave
        self.running, self.parsed = "", list[Token]()  # a word in Python, names it has read
        self.before: Token | None = None  # the previous token outside of definitions and comments
        self.watched: Container[str] = ()  # words of the language that `Declaration.done` records
        p = self.processor
        p.on_host = self._host
        p.on_compile = self._compile_request
        p.on_output = lambda text: handing_out(p, self.output, text)
        p.locate = self.locate
        p.suspect = self.suspect
        p.loops = lambda whole: running_loops(self, whole)
        image = language_snapshot.load_snapshot()
        if image is not None:
            language_snapshot.restore_snapshot(self, image)
        else:
            self._read_language()
            language_snapshot.save_snapshot(language_snapshot.take_snapshot(self))

    def _read_language(self) -> None:
        """Enter the words of the engine, and those of `stdlib.4th`."""
        p = self.processor
        self.begin_dictionary()
        p.set_cell(at.A_BASE, 10)
        p.set_arena_top(at.ARENA)
        p.set_register(at.BOARD, at.BOARDS)
        halt = OP["(HALT)"]
        # compile/interpreter/control_operations.py relies on these cells
        self.code.append(halt, halt, OP["(RETURN)"], OP["(CANDIDATE-END)"])
        self._enter_primitives()
        self.unset_token = self.word("(unset)").token
        self.load_text(read_source(package_path(LANGUAGE), LANGUAGE))
        for word in self.dictionary.words:
            word.hidden = word.hidden or (word.name.startswith("(") and len(word.name) > 1)
        for word in self.dictionary.seal():
            p.i32[(at.WORDS + word.index * at.WORD_SIZE) >> 2] = 0
        p.set_register(at.APPLY_CODE, self.engine_word("(execute-move)").entry)
        self.fence = len(self.dictionary.words)

    def _enter_primitives(self) -> None:
        for number, row in enumerate(ROWS):
            if row.operand is None and row.name not in UNNAMED:
                word = self.define(row.name, "operation", number, number)
                word.hidden = row.hidden
                word.comment = str(row.effect)
        for number, row in enumerate(HOSTS):
            word = self.define(row.name, row.kind, number, OP["(HOST)"], number)
            word.immediate, word.hidden, word.body = row.immediate, row.hidden, row.body
            word.comment = str(row.effect)
        for name, address in (
            ("PAD", at.PAD),
            ("$buffer", at.TEXT_BUFFER),
            *at.SYSTEM_CELLS.items(),
        ):
            self.literal_word(name, address).comment = "( -- addr )"

    # -- reading --------------------------------------------------------------------------------

    def _next(self, what: str) -> Token:
        """Return the next token of the text. Raises ScriptError at its end."""
        token = self.sources[-1].token()
        if token is None:
            running = len(self.sources) == 1 and self.error(-16).word == "'"
            hint = (
                "inside a definition, ['] gives the token of the word after it" if running else ""
            )
            raise self.error(-16, f"{what} is missing at the end of the script", hint)
        return token

    def parse(self, what: str = "a name") -> Token:
        """Read a token as a name. Raises ScriptError at the end of the text."""
        token = self._next(what)
        self.parsed.append(token)
        return token

    def pass_token(self, what: str) -> Token:
        """Skip the next token. Raises ScriptError at the end of the text or if time is up."""
        self.processor.count_token()
        return self._next(what)

    def parse_text(self, delimiter: str) -> str:
        """Return the text up to a delimiter. Raises ScriptError if the delimiter is missing."""
        found = self.sources[-1].until(delimiter)
        if found is None:
            raise self.error(-39, f"the text is never closed: {delimiter} is missing")
        if delimiter == ")" and self.current is not None and swallows_code(found):
            self.note_wide_comment(self.current)
        return found

    def note_wide_comment(self, token: Token) -> None:
        """Record that the comment which began at a token has swallowed code."""
        if token.text == "(":
            self.wide_comment = (token, self.sources[-1].position - 1)

    def word(self, name: str) -> Word:
        """Return a word by name. Raises ScriptError if it is unknown."""
        found = self.dictionary.find(name)
        if found is None:
            raise self.unknown(name)
        return found

    def engine_word(self, name: str) -> Word:
        """Return a word of the language, also if scripts cannot reach it or have redefined it."""
        return self.dictionary.engine[name]

    def parse_word(self, what: str = "a word") -> Word:
        """Read a name and return its word. Raises ScriptError if it is unknown."""
        token = self.parse(what)
        found = self.dictionary.find(token.text)
        if found is None:
            raise self.unknown(token.text, token)
        if what != "a word" and self.is_of_section(found):
            raise self.left_out(what, token)
        self._note(found)
        return found

    def is_of_section(self, word: Word) -> bool:
        """Return whether a word declares a section of a game, as `{move}` does."""
        return word.index < self.fence and (word.name[0] == "{" or word.name[-1] == "}")

    def left_out(self, what: str, token: Token) -> ScriptError:
        return self.error_at(token, -271, f"{what} is missing before `{token.text}`")

    def _note(self, word: Word) -> None:
        """Record a word of the text for which the engine has to keep or watch something."""
        noted = keeps(word.name) or word.name in NOTED
        if noted and word.index < self.fence and self.game is not None:
            self.game.kept.name(word.name)

    def parse_value(self, what: str) -> int:
        """Read a number or a name; run the named word and return its result."""
        token = self.parse(what)
        found = self.dictionary.find(token.text)
        if found is None:
            number = self.read_number(token)
            if number is None:
                raise self.unknown(token.text, token)
            return number
        return self.value_of(found)

    def value_of(self, word: Word) -> int:
        """Run a word and return the item it leaves on the stack."""
        if self.nesting >= self.limits.nesting:
            raise self.error(-264, "words that read values are nested too deep")
        self.nesting += 1
        running, parsed = self.running, self.parsed
        try:
            self.run_word(word)
        finally:
            self.nesting -= 1
            self.running, self.parsed = running, parsed
        return self.processor.pop()

    def number(self, text: str) -> int | None:
        """Return the value of a text in the current base, or None."""
        base = self.base
        if not is_integer(text, base):
            return None if self.game is None else self.game.ready_zone(text)
        value = integer(text, base)
        return None if value is None else wrapped(value)

    def read_number(self, token: Token) -> int | None:
        return self.number(token.text)

    def load_text(self, source: Source) -> None:
        if len(self.sources) > self.limits.nesting:
            raise self.error(-273, "too many files inside each other")
        outer, depth, asking = self.current, len(self.sources), self.processor.asking
        try:
            self.sources.append(source)
            self.processor.asking = None
            while (token := source.token()) is not None:
                self.current = token
                self.interpret(token)
                self.processor.count_token()
        except ScriptError as error:
            if error.place is None and token is not None:
                error.place = token.place  # a word of the language has failed
            if not error._explained and token is not None:
                explain_loading_error(error, token, self.wide_comment, self.definition, self.later)
                error._explained = True
            raise
        else:
            self.current = outer  # later errors are not caused by the last token
        finally:
            del self.sources[depth:]
            self.processor.asking = asking

    def interpret(self, token: Token) -> None:
        word = self.dictionary.find(token.text)
        p = self.processor
        if word is not None:
            self._note(word)
        if self.compiling:
            self.code.at(token)
            if word is None:
                self._compile_number(token)
            elif word.immediate:
                self.run_word(word)
            else:
                self.compile(word)
            return
        if word is None:
            self._push_number(token)
        else:
            if word.name == "TYPE" and p.depth == 0 and word.kind == "operation":
                p.write(token.text)  # it prints PAD, which still has the token
                return
            if self.game is not None and self.game.takes_token(word):
                p.push(word.token)
            else:
                if word.value == PICK and word.kind == "operation":
                    self._require_picked()
                self.run_word(word)
                if word.name in self.watched and word.index < self.fence:
                    self.game.done(word, self.before, token)
        if word is None or word.name not in COMMENTS:
            self.before = token
        if p.depth < 0:
            error = self.error(-4)
            p.tidy()
            raise error
        if p.depth == 0 or p.i64[at.FRAME_LOW.index] < p.i64[at.FRAME_BASE.index]:
            p.tidy()

    def _require_picked(self) -> None:
        """Raise ScriptError if PICK reads further down than the cell below the bottom.

        That cell is 0, as recorded on the original engine; compiled code reads zeros below it too.
        """
        items = self.processor.items()
        there = len(items) - 1
        if not items or not 0 <= items[-1] <= there:
            count = f"there {'is' if there == 1 else 'are'} {max(there, 0)}"
            hint = f"PICK counts the items below its number from 0, and {count}"
            raise self.error(-4, hint=hint)

    def run_word(self, word: Word) -> None:
        """Run a word. Raises ScriptError also if the time limit has passed afterwards."""
        p = self.processor
        if word.body is not None:
            self.running, self.parsed = word.name, []
            word.body(self)
        elif word.kind == "literal":
            p.push(word.value)
            return
        else:
            p.execute(word.entry)
        if p.deadline is not None:
            p.check_time()

    def _compile_number(self, token: Token) -> None:
        number = self.read_number(token)
        if number is not None:
            self.compile_literal(number)
        elif FLOAT.match(token.text) and not range_error(token.text, self.base):
            self.compile_float(float(token.text))
        else:
            raise self.unknown(token.text, token)

    def compile_float(self, value: float) -> None:
        self.code.append(OP["(FLOAT)"], self.store_cells([float_bits(value)]))

    def _push_number(self, token: Token) -> None:
        number = self.read_number(token)
        if number is not None:
            self.processor.push(number)
        elif FLOAT.match(token.text) and not range_error(token.text, self.base):
            self.processor.push_float(single(float(token.text)))
        elif self.game is None or not self.game.view_text(token):
            raise self.unknown(token.text, token)

    # -- requests of running code ------------------------------------------------------------------

    def _host(self, number: int) -> None:
        row = HOSTS[number]
        if row.body is not None:
            self.running, self.parsed = row.name, []
            self.processor.i32[call_registers.STORED.index] = 0  # it may define words, or store
            row.body(self)

    def _compile_request(self) -> None:
        """Handle `COMPILE w`, `n COMPILE-LITERAL` or `xt ,` while a definition is open."""
        p = self.processor
        asking = instruction_at(self.code.cells, p.cell_to_run)
        p.cell_to_run = asking.next
        if asking.name == "(COMPILE)":
            word = self.dictionary.by_token(asking.operand)
            if word:
                self.compile(word)
            return
        value = p.pop()
        if asking.name == "COMPILE-LITERAL":
            self.compile_literal(value)
            return
        target = self.dictionary.by_token(value)
        if target is None:
            raise self.error(-256, f"{value} is not the token of a word")
        self.compile(target)

    def stop(self) -> None:
        """Reset the machine in a forked process, which lacks the thread that was using it."""
        del self.sources[1:]
        self.processor.leave()
        self.processor.set_cell(at.SYSTEM_CELLS["$searching"], 0)
        self.recover()

    def recover(self) -> None:
        """Empty the stacks and discard unfinished work after an error."""
        self.abandon_definition()
        self.conditions.clear()
        if self.game is not None:
            self.game.section = None
        self.processor.reset_stacks()
        self.processor.drop_lists()
        self.processor.limit()
        with suppress(ScriptError):
            self.processor.flush()


if TYPE_CHECKING:  # checks that Forth satisfies the protocol of the words in Python
    _of_words: type[interpreter_interface.Forth] = Forth
