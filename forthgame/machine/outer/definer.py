"""The dictionary and threaded code of a machine: headers, storage and the open definition."""

from __future__ import annotations

import struct
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from forthgame.analysis.code_buffer import Code
from forthgame.analysis.program import Program
from forthgame.base.errors import TEXT_SHOWN, Place, ScriptError, quoted, sentence
from forthgame.base.limits import DEFAULT_LIMITS, ScriptLimits
from forthgame.base.source import LANGUAGE, Token
from forthgame.base.text_encoding import decoded, encoded
from forthgame.compile.interpreter.native_interpreter import Progress
from forthgame.machine.memory.processor import Processor
from forthgame.machine.outer.load_diagnosis import cause_of_late_error
from forthgame.machine.outer.numerals import OUT_OF_RANGE, range_error
from forthgame.words.core.opcodes import OP
from forthgame.words.registers import memory_layout as at, playout_trees, proof_nodes
from forthgame.words.table.dictionary import Dictionary, Word


@dataclass
class Definition:
    name: str
    token: Token
    start: int
    control: list[tuple[str, int, Token]] = field(default_factory=list)
    comment: str = ""


class Definer:
    """The dictionary and the code of one processor, with methods that add words."""

    def __init__(self, progress: Progress | None = None) -> None:
        self.processor = Processor(progress)
        self.processor.i64[proof_nodes.TABLE_BASE.index] = at.TRANSPOSITIONS
        self.processor.i64[proof_nodes.TABLE_MASK.index] = at.TRANSPOSITION_LIMIT - 1
        self.processor.i64[playout_trees.BASE.index] = at.TREE
        self.processor.i64[playout_trees.MASK.index] = at.TREE_LIMIT - 1
        self.code = Code(self.processor.code)
        self._program: Program | None = None
        self.dictionary = Dictionary()
        self.current: Token | None = None
        self.definition: Definition | None = None
        self.pool = at.TABLES
        self.unset_token = 0
        self.game: Any = None
        self.fence = 0
        self.lasting = 0  # words of a loaded game, which running code cannot forget
        self.limits = DEFAULT_LIMITS

    def use_limits(self, limits: ScriptLimits) -> None:
        """Limit the resources that scripts may use from now on."""
        self.limits = limits
        self.processor.set_limits(limits)

    @property
    def program(self) -> Program:
        """Return a read-only view of the code of all current words."""
        code, known = self.code, self._program
        if known is None or known.limit != code.top or known.changes != code.changes:
            known = self._program = Program(code, read_only=True)
        return known

    # -- vocabularies ---------------------------------------------------------------------------

    def vocabulary(self, variable: int) -> int:
        """Return the vocabulary in CONTEXT or CURRENT, or the base if a script stored nonsense."""
        known = self.dictionary.vocabularies
        held = self.processor.cell(variable)
        return held if held in known else known[0]

    def search_order(self) -> tuple[int, int, int]:
        known = self.dictionary.vocabularies
        return self.vocabulary(at.A_CONTEXT), self.vocabulary(at.A_CURRENT), known[0]

    def begin_dictionary(self) -> None:
        self.processor.set_cell(at.A_DP, at.DATA)
        base = self.allot(4)
        self.dictionary.vocabularies.append(base)
        self.dictionary.search_order = self.search_order
        for variable in (at.A_CONTEXT, at.A_CURRENT):
            self.processor.set_cell(variable, base)

    def forget(self, word: Word) -> None:
        """Forget a word and all later ones; vocabularies end where they did before."""
        processor, dictionary = self.processor, self.dictionary
        for gone in dictionary.forget(word.index):
            processor.i32[(at.WORDS + gone.index * at.WORD_SIZE) >> 2] = 0
            processor.i64[(at.NATIVE_WORDS >> 3) + gone.index] = 0  # its number may return
        found = dictionary.newest()
        for vocabulary in dictionary.vocabularies:
            newest = found.get(vocabulary) or dictionary.by_token(vocabulary - 4)
            processor.set_cell(vocabulary, newest.header if newest else 0)
        for variable in (at.A_CONTEXT, at.A_CURRENT):
            processor.set_cell(variable, self.vocabulary(variable))
        processor.set_cell(at.A_DP, word.header)
        self.lasting = min(self.lasting, word.index)  # its number may be assigned again
        if self.game is not None and self.fence:
            self.game.bind_events()  # the previous definition becomes valid again

    # -- defining -------------------------------------------------------------------------------

    def header(self, name: str) -> tuple[int, int]:
        """Write a header to the dictionary's memory; return token and index of the word."""
        p = self.processor
        index = len(self.dictionary.words)
        if index >= at.WORD_LIMIT - 1:
            raise self.error(-8)
        data = encoded(name) + b"\0"
        here = p.cell(at.A_DP) + 3 & ~3
        nfa = here + (len(data) + 3 & ~3)
        if not at.DATA <= here <= p.register(at.DATA_LIMIT) - len(data) - 64:
            raise self.error(-8)
        start = at.MEMORY + here
        p.bytes[start : start + len(data)] = data
        vocabulary = self.vocabulary(at.A_CURRENT)
        latest = p.cell(vocabulary)
        p.set_cell(vocabulary, nfa)
        for offset, value in ((0, here), (4, 0), (8, latest), (12, index)):
            p.set_cell(nfa + offset, value)
        token = nfa + 12
        p.set_cell(at.A_DP, token + 4)
        return token, index

    def define(self, name: str, kind: str, value: int, *code: int, **more: Any) -> Word:
        """Enter a word; `code` are the cells that run it, to which EXIT is added."""
        self._refuse_inside(f"`{name}` is defined")
        if self.code.full:
            raise self.error(-268)
        begin = self.processor.cell(at.A_DP)
        token, index = self.header(name)
        if kind == "colon":
            entry = value
        else:
            held = self.code.tokens
            held.append(None)
            entry = self.code.begin(name)
            self.code.append(*code, OP["EXIT"])
            held.append(self.current)
        words = (at.WORDS + index * at.WORD_SIZE) >> 2
        self.processor.i32[words] = token
        self.processor.i32[words + 1] = entry
        self.processor.i32[(at.TOKENS + token - at.DATA) >> 2] = index
        place = self.current.place if self.current and self.fence else None
        word = Word(name, token, index, kind, value, entry, place=place, **more)
        word.vocabulary = self.vocabulary(at.A_CURRENT)
        word.begin, word.end = begin, self.code.top
        self.dictionary.add(word)
        return word

    def literal_word(self, name: str, value: int) -> Word:
        return self.define(name, "literal", value, OP["LIT"], value)

    def operand_word(self, name: str, operation: str, operand: int) -> Word:
        number = OP[operation]
        return self.define(name, "operation", number, number, operand, operand=operand)

    def create(self, name: str) -> Word:
        """Define a word that pushes the address after its header."""
        word = self.define(name, "literal", 0, OP["LIT"], 0)
        word.value = word.parameter
        self.code.change(word.entry + 1, word.parameter)
        return word

    def make_does(self, word: Word, does: int) -> None:
        """Make a created word push its address and continue at a cell of threaded code.

        Words of the language and of a loaded game cannot be changed: machine code and tables depend
        on them.
        """
        self._refuse_inside("`DOES>`")
        if word.index < max(self.fence, self.lasting):
            owner = "the language" if word.index < self.fence else "a game that has been loaded"
            message = f"`{word.name}` stays as it is: it belongs to {owner}"
            raise self.processor.error(-15, message)
        if self.code.full:
            raise self.processor.error(-268)
        word.kind, word.value, word.does = "does", word.parameter, does
        self.code.begin(word.name)
        entry = self.code.append(OP["LIT"], word.parameter, OP["(CALL)"], does, OP["EXIT"])
        word.entry = entry
        self.processor.i32[((at.WORDS + word.index * at.WORD_SIZE) >> 2) + 1] = entry
        self.processor.i64[(at.NATIVE_WORDS >> 3) + word.index] = 0  # of its former behaviour

    def entry_of(self, token: int) -> int | None:
        word = self.dictionary.by_token(token)
        return word.entry if word else None

    def entries_of(self, tokens: Iterable[int]) -> set[int]:
        """Return the starts of the code of words, for those numbers that are tokens."""
        return {entry for entry in map(self.entry_of, tokens) if entry is not None}

    def allot(self, size: int) -> int:
        """Reserve bytes of the dictionary, aligned; return their address."""
        p = self.processor
        here = p.cell(at.A_DP) + 3 & ~3
        if not at.DATA <= here + size <= p.register(at.DATA_LIMIT):
            raise self.error(-8)
        p.set_cell(at.A_DP, here + size)
        return here

    def allot_table(self, size: int) -> int:
        """Reserve aligned bytes of the memory for tables; return their address."""
        address, end = self.pool, self.pool + (size + 3 & ~3)
        if end > at.TABLES_END:
            raise self.error(-8, "no memory left for the game's tables")
        self.pool = end
        return address

    def store_text(self, text: str) -> int:
        """Store a text in the memory for tables; return its address."""
        data = encoded(text) + b"\0"
        address = self.allot_table(len(data))
        start = at.MEMORY + address
        self.processor.bytes[start : start + len(data)] = data
        return address

    def fill_pad(self, text: str) -> None:
        data = encoded(text)[: at.PAD_SIZE - 1] + b"\0"
        start = at.MEMORY + at.PAD
        self.processor.bytes[start : start + len(data)] = data

    def store_cells(self, values: list[int]) -> int:
        address = self.allot_table(4 * len(values))
        start = at.MEMORY + address
        self.processor.bytes[start : start + 4 * len(values)] = struct.pack(
            f"<{len(values)}i", *values
        )
        return address

    def text_at(self, address: int) -> str:
        """Return the text at a Forth address, up to its 0 byte."""
        if not at.MEMORY_LOW <= address < at.READ_END:
            return ""
        start = at.MEMORY + address
        data = bytes(self.processor.bytes[start : start + 4096])
        return decoded(data.split(b"\0", 1)[0])

    # -- compiling ------------------------------------------------------------------------------

    def _refuse_inside(self, what: str) -> None:
        """Raise ScriptError in an open definition, which would absorb the code of a new word."""
        if self.definition is not None:
            raise self.error(-22, f"{what} inside the definition of {self.definition.name}")

    def compile(self, word: Word) -> None:
        if self.code.full:
            raise self.error(-268)
        append = self.code.append
        match word.kind:
            case "operation":
                append(word.value, *([] if word.operand is None else [word.operand]))
            case "literal":
                append(OP["LIT"], word.value)
            case "colon":
                append(OP["(CALL)"], word.entry)
            case "does":
                append(OP["LIT"], word.value, OP["(CALL)"], word.does)
            case "defer":
                append(OP["(DEFER)"], word.value)
            case _:
                append(OP["(HOST)"], word.value)

    def compile_literal(self, value: int) -> None:
        self.code.append(OP["LIT"], value)

    @property
    def compiling(self) -> bool:
        return self.processor.cell(at.A_STATE) != 0

    def set_compiling(self, on: bool) -> None:
        self.processor.set_cell(at.A_STATE, -1 if on else 0)

    def begin_definition(self, token: Token) -> None:
        self._refuse_inside("`:`")
        self.definition = Definition(token.text, token, self.code.begin(token.text))
        self.set_compiling(True)
        self.processor.set_register(at.OPEN_DEFINITION, 1)

    def end_definition(self) -> Word:
        definition = self.open_definition(";")
        if definition.control:
            kind, _, opener = definition.control[-1]
            raise self.error(-22, f"{kind} of line {opener.place.line} is not closed")
        self.code.append(OP["EXIT"])
        self.set_compiling(False)
        self.definition = None
        self.processor.set_register(at.OPEN_DEFINITION, 0)
        end = self.code.top
        word = self.define(definition.name, "colon", definition.start)
        word.place = definition.token.place if self.fence else None
        word.comment, word.end = definition.comment, end
        if self.game is not None:
            self.game.defined(word)
        return word

    def open_definition(self, what: str) -> Definition:
        """Return the open definition. Raises ScriptError if there is none."""
        if self.definition is None:
            raise self.error(-14, f"`{what}` is only for compiling")
        return self.definition

    def abandon_definition(self) -> None:
        if self.definition:
            self.code.cut(self.definition.start)
            self.definition = None
        self.set_compiling(False)
        self.processor.set_register(at.OPEN_DEFINITION, 0)

    # -- errors ---------------------------------------------------------------------------------

    def locate(self, cell: int) -> tuple[str, Place | None]:
        """Return the word at a cell of threaded code and its place, None in the language's code.

        Cells that belong to no word are run by the text: the result is its current token.
        """
        token = self.code.token(cell)
        if token is None:
            owner = "" if cell < 4 else self.code.owner(cell)
            return (owner, None) if owner else self._here()
        if token.source.name == LANGUAGE:
            return self.code.owner(cell), None
        return token.text, token.place

    def suspect(self, number: int, word: str) -> tuple[str, Place | None, str]:
        """Return word, place and hint of an error that has no word of the script."""
        return cause_of_late_error(self.code, self.dictionary, self.processor, number, word)

    def _here(self) -> tuple[str, Place | None]:
        return (self.current.text, self.current.place) if self.current else ("", None)

    def error(self, number: int, message: str = "", hint: str = "") -> ScriptError:
        """Return an error of the running word in Python, or of the current token."""
        if self.processor.asking is not None:
            return self.processor.error(number, message, hint)
        word, place = self._here()
        p = self.processor
        return ScriptError(
            message or sentence(number), place, word, p.items(), p.calls(), number, hint
        )

    def error_at(self, token: Token, number: int, message: str) -> ScriptError:
        error = self.error(number, message)
        error.place, error.word = token.place, token.text
        return error

    @property
    def base(self) -> int:
        """Return the base for reading numbers; 10 if the script stored an invalid one."""
        base = self.processor.cell(at.A_BASE)
        return base if 2 <= base <= 36 else 10

    def unknown(self, name: str, token: Token | None = None) -> ScriptError:
        """Return the error for an unknown word, with hints, or for a number out of range."""
        if wrong := range_error(name, self.base):
            error = self.error(OUT_OF_RANGE, wrong)
        else:
            near = self.dictionary.nearest(name) if len(name) <= TEXT_SHOWN else []
            hint = f"did you mean {' or '.join(near)}?" if near else ""
            if name in self.dictionary.engine:
                hint = f"{name} is a part of the engine that scripts cannot use"
            error = self.error(-13, f"unknown word {quoted(name)}", hint)
        error.word = name
        if token is not None:
            error.place = token.place
        return error
