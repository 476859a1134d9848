"""Interface of the outer interpreter for words run by Python; the class is in
`machine/outer/outer_interpreter.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Protocol

from forthgame.base.errors import Place, ScriptError
from forthgame.base.source import Source, Token
from forthgame.words.table.dictionary import Dictionary, Word
from forthgame.words.table.row import Group, Row, plain

Direction = Any  # opaque to words, which only pass it back


class Player(Protocol):
    """A player of the declaration."""

    engine: str
    word: str


class Endings(Protocol):
    """The section `{endings`."""

    @property
    def left_over(self) -> int:
        """Items left on the stack."""


class Declaration(Protocol):
    """A game under declaration."""

    symmetric: list[tuple[int, Direction, Direction, bool]]

    @property
    def directions(self) -> Sequence[Direction]:
        """The directions, by their numbers."""

    @property
    def players(self) -> Sequence[Player]:
        """The players, in their order."""

    @property
    def endings(self) -> Endings:
        """The section `{endings`."""

    def attribute(self, name: str, bits: int) -> None:
        """`bits {attribute} name`, for pieces; must stand in `{board`, before its first use."""

    def bare_direction(self, name: str) -> None:
        """Define a direction without links, also outside the section."""

    def close_section(self, name: str) -> None:
        """Close a section."""

    def direction(self, name: str, rows: int, columns: int, boards: int = 0) -> None:
        """`rows columns {direction} name`, with `boards` in front for `{direction3}`."""

    def dummy_pieces(self) -> None:
        """`{dummy-pieces}`."""

    def dummy_positions(self) -> None:
        """`{dummy-positions}`."""

    def ending(self, token: int, name: str) -> None:
        """`word {ending} name`."""

    def ending_priority(self, priority: int) -> None:
        """`n {priority}`."""

    def hides_always(self) -> None:
        """`{unconditional}`."""

    def engine(self, kind: str, word: str) -> None:
        """Set `{random}`, `{first}` or `{search-engine} word` for the newest player."""

    def engine_named(self, name: str) -> bool:
        """Set a built-in engine by `{search-engine} name`; return False if there is none."""

    def follow_symmetries(self, name: str, number: int) -> None:
        """Redefine a direction to follow the symmetries of the player to move."""

    def glyph(self, piece: int) -> None:
        """`"text" {glyph} piece`."""

    def grid(self, rows: int, columns: int) -> None:
        """Name and number the positions of `rows columns {grid}`."""

    def hand(self) -> None:
        """`{hand}`."""

    def in_text(self) -> Token:
        """Return the token being read. Raises ScriptError in a word that a game runs."""

    def inside_endings(self) -> None:
        """Raise ScriptError outside `{endings`."""

    def kill(self, pos: int) -> None:
        """`{kill} position`: at `board}`, remove it and renumber the positions after it."""

    def label(self, name: str) -> None:
        """`{label} name` of the turn that follows."""

    def level(self, place: Place, text: str) -> None:
        """`{level} position`."""

    def level_carries(self, name: str) -> None:
        """`{carry} name`."""

    def level_drawn(self, word: Word) -> None:
        """`{drawn} word`."""

    def level_file(self, token: Token) -> None:
        """`{level-file} name`."""

    def link(self, name: str, source: int, target: int) -> None:
        """`{link} name from to`."""

    def link_grid(self, direction: Direction, rows: int, columns: int, boards: int = 0) -> None:
        """Link each position of a grid with the one at a distance in rows, columns and boards."""

    def mark(self, name: str, bits: int) -> None:
        """`bits {mark} name`."""

    def move(self, word: Word) -> None:
        """`{move} word`."""

    def move_type(self, token: Token) -> int:
        """Return the number of a move type, creating it at its first mention."""

    def newest_direction(self) -> Direction:
        """Return the newest direction. Raises ScriptError if there is none."""

    def open_section(self, name: str) -> None:
        """Open a section."""

    def piece(self, name: str) -> None:
        """`{piece} name`."""

    def piece_list(self, kind: str, word: Word) -> None:
        """`{moves} list` or `{drops} list`."""

    def piece_value(self, value: int) -> None:
        """`n {value}`."""

    def place_at(self, pos: int, x: int, y: int, width: int, height: int) -> None:
        """`x y width height {at} position`."""

    def player(self, name: str, neutral: bool) -> None:
        """`{player} name` or `{neutral} name`."""

    def position(self, name: str) -> None:
        """`{position} name`."""

    def priority(self, number: int) -> None:
        """`{move-priority} type`."""

    def repeat(self) -> None:
        """`{repeat}`."""

    def set_link(self, direction: Direction, source: int, target: int) -> None:
        """Link two positions, also outside the section."""

    def setup(self, player: Token, piece: Token, position: Token) -> None:
        """`{setup} player piece position`."""

    def solid(self, planes: int, rows: int, columns: int) -> None:
        """`planes rows columns {grid3}`: boards above each other, named `Aa1` and so on."""

    def storage(self, name: str, operation: str, size: int) -> None:
        """`{variable}`, `{array}`, `{carray}`: bytes of the board record."""

    def symmetry(self, player: int, first: str, second: str, both: bool) -> None:
        """`player {symmetry} a b`, or `{asymmetry}`."""

    def together(self, player: int) -> None:
        """`{together} player`, who chooses on the same position as the player of the `{turn}`."""

    def turn(self, player: int) -> None:
        """`{turn} player`."""

    def turn_for(self, player: int) -> None:
        """`{for-player} player`."""

    def turn_type(self, number: int) -> None:
        """`{of-type} type`."""

    def type_of_move(self, number: int) -> None:
        """`{move-type} type`."""

    def uncompared(self) -> None:
        """`{uncompared}`: the newest declaration does not distinguish positions."""

    def unlink(self, name: str, source: int) -> None:
        """`{unlink} name position`."""

    def unpromoted(self, number: int) -> None:
        """`type {unpromoted}`."""

    def use_notation(self, pattern: str) -> None:
        """`{notation} "pattern"`."""

    def use_weights(self) -> None:
        """Record that a move word sets weights, by which `{random}` players draw."""

    def write_symmetry_table(self) -> None:
        """"""

    def zone(self, player: int, name: Token, places: list[Token]) -> None:
        """`player {zone} name position …`; further lines with the same name add to it."""

    def zone_places(self) -> list[Token]:
        """Read the positions and zones after the name of a zone, up to another word."""


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
        """Return whether words are being compiled."""

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


# -- rows of words run by Python whose body is an expression --------------------------------------

HostBody = Callable[[Forth], object]


def host_row(
    name: str, effect: str, meaning: str, body: HostBody, *example: str, **facts: Any
) -> Callable[[Group], Row]:
    """Describe a word run by Python for `Group.words`."""
    return plain(name, effect, meaning, body, *example, kind="host", **facts)


def compiler_row(
    name: str, effect: str, meaning: str, body: HostBody, *example: str, **facts: Any
) -> Callable[[Group], Row]:
    """Describe an immediate word of the compiler for `Group.words`."""
    return plain(name, effect, meaning, body, *example, kind="compile", immediate=True, **facts)
