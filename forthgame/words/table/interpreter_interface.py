"""Interface of the outer interpreter for words run by Python; the class is in
`machine/outer/outer_interpreter.py`.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, Protocol

from forthgame.base.errors import ScriptError
from forthgame.base.source import Source, Token
from forthgame.words.table.declaration_interface import Declaration
from forthgame.words.table.dictionary import Dictionary, Word


class Processor(Protocol):
    """The machine that runs threaded code."""

    bytes: memoryview
    i64: memoryview  # the same memory in units of 64 bits
    address: int  # of the block
    asking: int | None  # the cell of the word that Python runs for code, if any

    def cell(self, address: int) -> int:
        """Return the cell at a Forth address."""

    def set_cell(self, address: int, value: int) -> None:
        """Store a cell."""

    def register(self, offset: int) -> int:
        """Return a register of the engine."""

    def push(self, value: int) -> None:
        """Push a number."""

    def pop(self) -> int:
        """Pop a number. Raises ScriptError if the stack is empty."""

    def pop_float(self) -> float:
        """Pop a float. Raises ScriptError if the float stack is empty."""

    def items(self) -> list[int]:
        """Return the stack, its top last."""

    def charge(self, steps: int) -> None:
        """Count `steps` more steps of work."""

    def write(self, text: str) -> None:
        """Print a text."""

    def error(self, number: int, message: str = "", hint: str = "") -> ScriptError:
        """Return an error located at the code being run."""


class CodeBuffer(Protocol):
    """The threaded code."""

    @property
    def top(self) -> int:
        """The first free cell."""

    def append(self, *values: int) -> int:
        """Append cells; return the number of the first."""

    def change(self, cell: int, value: int) -> None:
        """Change the value of a cell that has been appended."""

    def begin(self, name: str) -> int:
        """Begin a word and return its first cell."""


class Definition(Protocol):
    """An open definition."""

    name: str
    token: Token
    start: int
    control: list[tuple[str, int, Token]]
    comment: str


class Limits(Protocol):
    """Limits on the resources of a script."""

    @property
    def loads(self) -> int:
        """Files that it may load."""

    @property
    def script(self) -> int:
        """Total size of its files, in bytes."""


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
    def code(self) -> CodeBuffer:
        """The threaded code."""

    @property
    def definition(self) -> Definition | None:
        """The open definition, if any."""

    @property
    def limits(self) -> Limits:
        """The limits of the script."""

    @property
    def game(self) -> Declaration:
        """The game declared by the script."""

    def allot(self, size: int) -> int:
        """Reserve aligned bytes of the dictionary; return their address."""

    def begin_definition(self, token: Token) -> None:
        """Open a colon definition."""

    def compile(self, word: Word) -> None:
        """Append a word to the open definition."""

    def compile_literal(self, value: int) -> None:
        """Append a number to the open definition."""

    @property
    def compiling(self) -> bool:
        """Whether words are being compiled."""

    def create(self, name: str) -> Word:
        """Return a new word that pushes the address after its header."""

    def define(self, name: str, kind: str, value: int, *code: int, **more: Any) -> Word:
        """Add a word; `code` are the cells that run it, to which an EXIT is added."""

    def end_definition(self) -> Word:
        """Close the open definition and add its word."""

    def engine_word(self, name: str) -> Word:
        """Return a word of the language, even if it is sealed or redefined."""

    def error(self, number: int, message: str = "", hint: str = "") -> ScriptError:
        """Return an error at the word that Python runs for code, or else at the current token."""

    def fill_pad(self, text: str) -> None:
        """Store a text at PAD, cut to its size."""

    def forget(self, word: Word) -> None:
        """Forget a word and everything defined later; vocabularies end where they did before."""

    def literal_word(self, name: str, value: int) -> Word:
        """Add a word that pushes a number."""

    def load_text(self, source: Source) -> None:
        """Interpret a text to its end."""

    def make_does(self, word: Word, does: int) -> None:
        """Make a created word push its address and continue at a cell of threaded code."""

    def open_definition(self, what: str) -> Definition:
        """Return the open definition. Raises ScriptError if there is none."""

    def operand_word(self, name: str, operation: str, operand: int) -> Word:
        """Add a word that is an operation with an operand."""

    def parse(self, what: str = "a name") -> Token:
        """Return the next token. Raises ScriptError at the end of the text."""

    def pass_token(self, what: str) -> Token:
        """Return the next token, which is not a name for a word."""

    def parse_text(self, delimiter: str) -> str:
        """Return the text up to a delimiter. Raises ScriptError if it is missing."""

    def parse_value(self, what: str) -> int:
        """Return the value of the next token: a number, or the result of running a word."""

    def parse_word(self, what: str = "a word") -> Word:
        """Return the word named by the next token."""

    def run_word(self, word: Word) -> None:
        """Run a word now."""

    def set_compiling(self, on: bool) -> None:
        """Switch between compiling and interpreting."""

    def store_cells(self, values: list[int]) -> int:
        """Store cells above the fence; return their address."""

    def store_text(self, text: str) -> int:
        """Store a text above the fence; return its address."""

    def text_at(self, address: int) -> str:
        """Return the text at a Forth address, up to its 0 byte."""

    def unknown(self, name: str, token: Token | None = None) -> ScriptError:
        """Return the error for an unknown word, with similar names."""
