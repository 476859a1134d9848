"""Breakpoints in threaded code and watched cells of memory."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from forthgame.base.arguments import digits
from forthgame.base.errors import ForthgameError, quoted
from forthgame.compile.interpreter.frame_operations import CANDIDATE_CELL, RETURN_CELL
from forthgame.rules.script import Script
from forthgame.why.inspection.probe import script_tokens
from forthgame.why.inspection.short_texts import did_you_mean, piece_name
from forthgame.words.registers import memory_layout as at
from forthgame.words.table.dictionary import Word
from forthgame.words.word_sets import BRANCHES


@dataclass
class Break:
    """A breakpoint or a watch.

    kind   `word`, `line`, `variable` or `position`
    text   as the user wrote it
    hits   how often it has paused the game
    cells  of threaded code, for the first two kinds
    exits  cells at which a word that loops back to its first cell is left
    """

    number: int
    kind: str
    text: str
    hits: int = 0
    cells: frozenset[int] = frozenset()
    exits: frozenset[int] = frozenset()
    inside: set[int] = field(default_factory=set, repr=False)  # heights of its open calls
    watched: WatchedCell | None = field(default=None, repr=False)

    def __str__(self) -> str:
        return f"{self.number}: {self.kind} {self.text}"

    def stops(self, cell: int, returns: int) -> bool:
        """Return whether to pause before a cell at the given height of the return stack.

        A word that loops back to its first cell pauses only on entry, not on each round.
        """
        if cell in self.exits:
            self.inside = {height for height in self.inside if height < returns}
        if cell not in self.cells or returns in self.inside:
            return False
        if self.exits:
            self.inside.add(returns)
        return True


def break_cells(game: Script, where: str) -> tuple[str, frozenset[int]]:
    """Return the kind and the cells of a breakpoint. Raises ForthgameError."""
    file, colon, line = where.rpartition(":")
    number = digits(line)
    if colon and file and number is not None and game.forth.dictionary.find(where) is None:
        return "line", _line_cells(game, file, number)
    word = game.forth.dictionary.find(where)
    if word is None:
        near = game.forth.dictionary.nearest(where)
        hint = did_you_mean(near, "a word's name or FILE:LINE is meant")
        raise ForthgameError(f"there is no word {quoted(where)}; {hint}")
    cells = _word_cells(game, word)
    if not cells:
        raise ForthgameError(f"`{where}` is used in no definition, so nothing can stop there")
    return "word", cells


def _word_cells(game: Script, word: Word) -> frozenset[int]:
    """Return the start of a word with code, or all cells where a word without code was compiled."""
    if word.kind in ("colon", "does"):
        return frozenset((word.entry if word.kind == "colon" else word.does,))
    tokens = script_tokens(game.forth.code)
    return frozenset(cell for cell, token in tokens if token.text == word.name)


def exits_of(game: Script, cells: frozenset[int]) -> frozenset[int]:
    """Return the exits of words that loop back to their first cell; empty for other words."""
    program = game.forth.program
    found: set[int] = set()
    for entry in cells:
        code = program.function(entry).instructions.values()
        if any(i.name in BRANCHES and i.operand == entry for i in code):
            found |= {i.cell for i in code if i.name == "EXIT"}
            found |= {RETURN_CELL, CANDIDATE_CELL}  # `verify` jumps there
    return frozenset(found)


def _line_cells(game: Script, file: str, line: int) -> frozenset[int]:
    """Return the first cell on the line in every word with code there. Raises ForthgameError."""
    code = game.forth.code
    every = [(cell, token.place.line, token.source.name) for cell, token in script_tokens(code)]
    named = [(cell, number) for cell, number, name in every if same_file(name, file)]
    if not named:
        there = ", ".join(sorted({Path(name).name for _, _, name in every})) or "none"
        raise ForthgameError(f"there is no code from a file {file!r}; there is {there}")
    first = {code.start(cell): cell for cell, number in reversed(named) if number == line}
    if first:
        return frozenset(first.values())
    lines = sorted({number for _, number in named})
    nearest = sorted(lines, key=lambda other: abs(other - line))[:3]
    raise ForthgameError(
        f"no definition has code in {file}:{line}; the nearest lines that have: "
        + ", ".join(map(str, sorted(nearest)))
    )


def same_file(name: str, wanted: str) -> bool:
    """Return whether a path equals the wanted one or ends with it."""
    parts, ending = Path(name).parts, Path(wanted).parts
    return bool(ending) and parts[-len(ending) :] == ending


class WatchedCell:
    """A cell of memory that is compared before every step."""

    def __init__(self, game: Script, kind: str, address: int) -> None:
        self.game, self.kind, self.address = game, kind, address
        self.value = self.read()

    def read(self) -> int:
        """Return the current value; cells of a position are read from the newest board."""
        processor = self.game.forth.processor
        base = 0 if self.kind == "memory" else processor.register(at.BOARD)
        return processor.cell(base + self.address)

    def shown(self, value: int) -> str:
        return piece_name(self.game, value) if self.kind == "position" else str(value)


def find_watched_cell(game: Script, what: str) -> tuple[str, WatchedCell]:
    """Return the kind and cell of a watch for a position or variable. Raises ForthgameError."""
    positions = game.declaration.positions
    if what in positions:
        return "position", WatchedCell(game, "position", 4 * positions.index(what))
    word = game.forth.dictionary.find(what)
    if word is None:
        near = game.forth.dictionary.nearest(what)
        hint = did_you_mean(near, "a variable or a position is meant")
        raise ForthgameError(f"there is no {what!r}; {hint}")
    if word.role == "board storage" and word.operand is not None:
        return "variable", WatchedCell(game, "storage", word.operand)
    if word.kind == "literal" and _is_cell(word):
        return "variable", WatchedCell(game, "memory", word.value)
    raise ForthgameError(f"`{what}` is neither a variable nor a position: it has no value to watch")


def _is_cell(word: Word) -> bool:
    """Return whether a word gives the address of a cell that scripts may write."""
    own = word.value == word.parameter and word.value % 4 == 0
    return own or word.name in at.SYSTEM_CELLS
