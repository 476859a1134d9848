"""The tree of a recorded game as a format has it: tags, and moves as texts with variations."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from forthgame.base.errors import ForthgameError, shortened

OPEN = "*"  # the result of a game that is not finished
DEEPEST = 500  # variations inside each other; readers refuse more


class RecordError(ForthgameError, ValueError):
    """A mistake in a record; the text begins with its place.

    message the mistake without its place
    name    file, or `game` for a text
    line    line of the file, from 1; 0 if it belongs to no line
    ply     ply of the game, from 1; 0 if it belongs to none
    """

    def __init__(self, message: str, name: str = "game", line: int = 0, ply: int = 0) -> None:
        where = f"{name}:{line}" if line else name
        at_ply = f"ply {ply}: " if ply else ""
        super().__init__(f"{shortened(where)}: {at_ply}{message}")
        self.message, self.name, self.line, self.ply = message, name, line, ply


class Sides(NamedTuple):
    """The seats that other programs call White and Black, and the one that begins."""

    white: str
    black: str
    first: str


@dataclass(slots=True, eq=False)
class RecordedMove:
    """A move as a record writes it.

    text        the move in the notation of the record
    line        its line in the file, from 1; 0 if it was not read from a file
    before      comment before the move
    comment     comment after the move
    nags        numeric annotations, as PGN has them
    player      seat whose move it is, in formats that write it, else empty
    variations  other moves instead of this one, each with its continuation
    """

    text: str
    line: int = 0
    before: str = ""
    comment: str = ""
    nags: list[int] = field(default_factory=list)
    player: str = ""
    variations: list[list[RecordedMove]] = field(default_factory=list, repr=False)


@dataclass(eq=False)
class GameTree:
    """A game of a file.

    sides     its seats, in a tree that is to be written

    name      name of the file
    line      its first line in the file
    number    its number in the file, from 1
    tags      tags in the order of the file
    moves     main line
    comment   comment before the first move, or of a game without moves
    result    `1-0`, `0-1`, `1/2-1/2`, `*`, or as the format writes it
    problems  mistakes that the reader has found
    round     number of the first move
    """

    name: str = "game"
    line: int = 0
    number: int = 1
    tags: dict[str, str] = field(default_factory=dict)
    moves: list[RecordedMove] = field(default_factory=list, repr=False)
    comment: str = ""
    result: str = OPEN
    problems: list[RecordError] = field(default_factory=list)
    round: int = 1
    sides: Sides | None = None

    def problem(self, message: str, line: int, ply: int = 0) -> None:
        """Record a mistake of the text."""
        if len(self.problems) < MOST_PROBLEMS:
            self.problems.append(RecordError(message, self.name, line, ply))


MOST_PROBLEMS = 100  # mistakes that are recorded of one game
LONGEST_JOINED = 100_000  # characters of comments that are joined, or of the lines of a position


def joined(first: str, second: str) -> str:
    """Join two comments; after LONGEST_JOINED characters, further ones are left out."""
    if len(first) > LONGEST_JOINED:
        return first
    return f"{first} {second}" if first and second else first or second


def add_line(game: GameTree, tag: str, text: str, line: int) -> None:
    """Add a line to a tag of several lines, up to LONGEST_JOINED characters."""
    before = game.tags.get(tag, "")
    if len(before) > LONGEST_JOINED:
        game.problem(f"more than {LONGEST_JOINED} characters of a position", line)
    else:
        game.tags[tag] = f"{before}\n{text}" if before else text
