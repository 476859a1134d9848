"""What words that Python runs may ask of the outer interpreter, whose class is in `vm/forth.py`."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Protocol

from forthgame.errors import ScriptError
from forthgame.lang.declaring import Declaration
from forthgame.lang.dictionary import Dictionary, Word
from forthgame.source import Source, Token


class Processor(Protocol):
    """The machine that runs threaded code."""

    bytes: memoryview
    i64: memoryview  # the same as numbers of 64 bits
    address: int  # of the block
    asking: int | None  # the cell of the word that Python runs for code, if any

    def cell(self, address: int) -> int:
        """The cell at a Forth address."""

    def set_cell(self, address: int, value: int) -> None:
        """Store a cell."""

    def register(self, offset: int) -> int:
        """A register of the engine."""

    def push(self, value: int) -> None:
        """Put a number on the stack."""

    def pop(self) -> int:
        """Take the top of the stack. Raises ScriptError if it is empty."""

    def pop_float(self) -> float:
        """Take the top of the float stack. Raises ScriptError if it is empty."""

    def items(self) -> list[int]:
        """The stack, its top last."""

    def charge(self, steps: int) -> None:
        """Count work as so many steps more."""

    def write(self, text: str) -> None:
        """Print a text."""

    def error(self, number: int, message: str = "", hint: str = "") -> ScriptError:
        """An error at the place that is being run."""


class Code(Protocol):
    """The threaded code."""

    @property
    def top(self) -> int:
        """The first free cell."""

    def append(self, *values: int) -> int:
        """Append cells."""

    def change(self, cell: int, value: int) -> None:
        """Put another value into a cell that has been appended."""

    def begin(self, name: str) -> int:
        """Begin the code of a word; give the cell."""


class Definition(Protocol):
    """A definition that is open."""

    name: str
    start: int
    control: list[tuple[str, int, Token]]
    comment: str


class Limits(Protocol):
    """How much a script may use."""

    @property
    def loads(self) -> int:
        """Files that it may load."""

    @property
    def script(self) -> int:
        """Bytes of all of them."""


class Forth(Protocol):
    """The outer interpreter: reads a script's text, compiles definitions, runs the rest."""

    dictionary: Dictionary
    current: Token | None
    sources: list[Source]
    loaded: dict[Path, bytes]
    instead: dict[Path, str]
    loading: list[Any]
    conditions: list[Token]
    root: Path | None
    fence: int
    lasting: int
    unset_token: int

    @property
    def processor(self) -> Processor:
        """The machine."""

    @property
    def code(self) -> Code:
        """The threaded code."""

    @property
    def definition(self) -> Definition | None:
        """The definition that is open."""

    @property
    def limits(self) -> Limits:
        """What scripts may use."""

    @property
    def game(self) -> Declaration:
        """The game that the script declares."""

    def allot(self, size: int) -> int:
        """Reserve bytes of the dictionary, aligned; give their address."""

    def begin_definition(self, token: Token) -> None:
        """Open a colon definition."""

    def compile(self, word: Word) -> None:
        """Append a word to the definition that is open."""

    def compile_literal(self, value: int) -> None:
        """Append a number."""

    @property
    def compiling(self) -> bool:
        """Whether words are compiled now."""

    def create(self, name: str) -> Word:
        """A word that pushes the address behind its header."""

    def define(self, name: str, kind: str, value: int, *code: int, **more: Any) -> Word:
        """Enter a word; `code` are the cells that run it, to which an EXIT is added."""

    def end_definition(self) -> Word:
        """Close it and enter the word."""

    def engine_word(self, name: str) -> Word:
        """A word of the language by name, also one that scripts cannot reach or have redefined."""

    def error(self, number: int, message: str = "", hint: str = "") -> ScriptError:
        """An error of the word that code runs in Python, or else at the current token."""

    def fill_pad(self, text: str) -> None:
        """Leave a text at PAD, cut where PAD ends."""

    def forget(self, word: Word) -> None:
        """Forget a word and all that came after it; vocabularies end where they did before."""

    def literal_word(self, name: str, value: int) -> Word:
        """A word that pushes a number."""

    def load_text(self, source: Source) -> None:
        """Interpret a text to its end."""

    def make_does(self, word: Word, does: int) -> None:
        """Make a created word push its address and go on at a cell of threaded code."""

    def open_definition(self, what: str) -> Definition:
        """The definition that is open. Raises ScriptError if there is none."""

    def operand_word(self, name: str, operation: str, operand: int) -> Word:
        """A word that is an operation with an operand."""

    def parse(self, what: str = "a name") -> Token:
        """The next token of the text. Raises ScriptError at its end."""

    def pass_token(self, what: str) -> Token:
        """The next token of the text, which no word takes for a name."""

    def parse_text(self, delimiter: str) -> str:
        """The text up to a delimiter. Raises ScriptError if it does not come."""

    def parse_value(self, what: str) -> int:
        """Run the word whose name comes next, or read a number; give what it leaves."""

    def parse_word(self, what: str = "a word") -> Word:
        """The word whose name comes next."""

    def run_word(self, word: Word) -> None:
        """Run a word now."""

    def set_compiling(self, on: bool) -> None:
        """Compile or interpret from now on."""

    def store_cells(self, values: list[int]) -> int:
        """Keep cells behind the fence; give their address."""

    def store_text(self, text: str) -> int:
        """Keep a text behind the fence; give its address."""

    def text_at(self, address: int) -> str:
        """The text at a Forth address, up to its 0 byte."""

    def unknown(self, name: str, token: Token | None = None) -> ScriptError:
        """The error of an unknown word, with the nearest known ones."""
