"""Entrants of a tournament, parsed from the command line, and the schedule of their games.

Meetings, seats and openings are pure functions of numbers. A tournament is a sequence of rounds. In
a round every meeting takes place, and each is played from one opening with every rotation of its
seats in consecutive games.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations, permutations
from math import comb
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from forthgame.base.errors import ForthgameError, shortened
from forthgame.base.limits import DEFAULT_LIMITS
from forthgame.base.source import (
    find_script,
    game_names,
    is_file,
    read_limited,
    resolved,
    split_lines,
    split_words,
)
from forthgame.play.model.python_functions import (
    PREFIX as PYTHON,
    function_of,
    is_python,
    label_of,
)
from forthgame.position.seats import seats
from forthgame.rules.engines import ENGINES, SCRIPT, Value, nearest, read_options

if TYPE_CHECKING:
    from forthgame.api.game import Game


NAMES = [SCRIPT, *ENGINES]  # of engines
PROGRAM = "engine:"  # prefix of another program's name
OPTIONS = re.compile(r"^(?P<name>.*?):(?P<options>[^:/\\=]+=.*)?$", re.DOTALL)
KINDS: Final = ("match", "round-robin", "gauntlet")
MOST_MEETINGS: Final = 100_000
ALL_ORDERS: Final = 4  # seats up to which all permutations are used, else only rotations
POSITION: Final = "position "  # before the first position of an opening
MARKS: Final = re.compile(r"[;#]|%(?=3b|23|25)", re.IGNORECASE)  # special in a line
WRITTEN: Final = re.compile(r"%(3b|23|25)", re.IGNORECASE)  # their escapes within a move


@dataclass(frozen=True)
class Entrant:
    """A participant: a script, the engine that chooses its moves, and the engine's options.

    `engine` is `script` for the script's own engine, `engine:./program` for another program, and
    `python:module.function` for a function; `options` are passed to `State.search`, or to the
    program.
    """

    name: str
    script: str
    engine: str = SCRIPT
    options: tuple[tuple[str, Value], ...] = ()

    @property
    def is_program(self) -> bool:
        return self.engine.startswith(PROGRAM)

    @property
    def is_python(self) -> bool:
        return is_python(self.engine)

    @property
    def is_foreign(self) -> bool:
        """Return whether other code than a script's chooses the moves, which is not confined."""
        return self.is_program or self.is_python

    @property
    def time(self) -> float | None:
        """Seconds a move, if the options set them."""
        found = dict(self.options).get("time")
        return None if found is None else float(found)


def split_options(text: str) -> tuple[str, tuple[tuple[str, Value], ...]]:
    """Split `negamax:depth=4,time=1` into name and options. Raises ForthgameError."""
    found = OPTIONS.match(text)
    if not found or text in (PROGRAM, PYTHON):
        return text, ()
    return found["name"], tuple(read_options(found["options"] or "", text).items())


def read_entrants(texts: Sequence[str], game: str | None) -> tuple[list[Entrant], str]:
    """Return the entrants that texts name, and the path of the referee's script.

    The referee has the script `game`, or else the first script among the entrants; built-in engines
    play it too. A bare name that is both script and engine (`random`) is a script if no `game` is
    given and the file is in the referee's or the current folder; with a colon (`random:`) it is
    always an engine. Raises ForthgameError for unknown names, with the nearest known ones.
    """
    parts = [(text, *split_options(text)) for text in texts]
    if game is not None:
        referee = find_script(game)
    else:
        foreign = (PROGRAM, PYTHON)
        scripts = (
            name for _, name, _ in parts if name not in NAMES and not name.startswith(foreign)
        )
        first = next(scripts, None)
        if first is None:
            raise ForthgameError("only engines are given; name their game with --game FILE")
        referee = _script(first)
    folder = resolved(referee).parent
    entrants = []
    for text, name, options in parts:
        # a colon without options marks an engine and is not part of its name
        label = text.removesuffix(":")
        is_engine = name in NAMES
        if is_engine and game is None and not options and text == name:
            beside = next(
                (p for p in (Path(f"{name}.4th"), folder / f"{name}.4th") if is_file(p)), None
            )
            if beside:
                entrants.append(Entrant(beside.stem, str(resolved(beside))))
                continue
        if name.startswith(PROGRAM):
            command = program_command(name)
            shown = Path(command[0]).name + label[len(name) :]
            engine = f"{PROGRAM}{shlex.join(command)}"
            entrants.append(Entrant(shown, str(resolved(referee)), engine, options))
        elif is_python(name):
            if options:
                raise ForthgameError(f"{shortened(text)!r}: a Python function takes no options")
            function_of(name)  # before any process is started
            entrants.append(Entrant(label_of(name), str(resolved(referee)), name))
        elif is_engine:
            entrants.append(Entrant(label, str(resolved(referee)), name, options))
        else:
            path = _script(name)
            shown = path.stem + label[len(name) :]
            entrants.append(Entrant(shown, str(resolved(path)), SCRIPT, options))
    return entrants, str(resolved(referee))


def program_command(engine: str) -> list[str]:
    """Return program and arguments of `engine:./program -x`. Raises ForthgameError."""
    try:
        parts = shlex.split(engine.removeprefix(PROGRAM))
    except ValueError as error:
        raise ForthgameError(f"{shortened(engine)!r} is not a program: {error}") from None
    if not parts:
        raise ForthgameError("write the program after `engine:`, as in engine:./program")
    found = shutil.which(os.path.expanduser(parts[0]))
    if found is None:
        raise ForthgameError(f"there is no program {shortened(parts[0])!r} that can be started")
    return [str(Path(found).absolute()), *parts[1:]]


def _script(name: str) -> Path:
    try:
        return find_script(name)
    except ForthgameError:
        games = game_names().split(", ")
        near = nearest(name, [*NAMES, *games])
        raise ForthgameError(
            f"there is no script {shortened(name)!r} and no engine of that name{near}\n"
            f"  engines: {', '.join(NAMES)}\n  bundled games: {', '.join(games)}"
        ) from None


def distinct_names(entrants: Sequence[Entrant]) -> list[str]:
    """Return one-line names that are all different: `splut`, `splut (2)`."""
    seen: dict[str, int] = {}
    names = []
    for entrant in entrants:
        name = in_a_line(entrant.name)
        seen[name] = times = seen.get(name, 0) + 1
        names.append(name if times == 1 else f"{name} ({times})")
    return names


# -- the schedule --------------------------------------------------------------------------------


class Pairing(NamedTuple):
    """A game to be played.

    `number` counts from 0; a `block` is one meeting from one opening; `entrants` are in the order
    of seats.
    """

    number: int
    block: int
    round: int
    entrants: tuple[int, ...]


@dataclass(frozen=True)
class Opening:
    """Moves at the start that entrants do not choose: given, or random from a seed.

    `position` is the FEN or text of the first position, if it is not that of the game.
    """

    moves: tuple[str, ...] = ()
    plies: int = 0
    seed: int = 0
    position: str = ""

    @classmethod
    def of_line(cls, line: Sequence[str]) -> Opening:
        """Return the opening of a line: moves, before them perhaps `position FEN`."""
        if line and line[0].startswith(POSITION):
            return cls(tuple(line[1:]), position=line[0][len(POSITION) :])
        return cls(tuple(line))


def seats_of(game: Game) -> list[str]:
    """Return the players that entrants play: in the turn order, neither neutral nor `?` players."""
    return seats(game)


def meetings(kind: str, entrants: int, seats: int) -> list[tuple[int, ...]]:
    """Return the groups of entrants that meet in a round.

    `match`: all of them. `round-robin`: every combination of as many as there are seats.
    `gauntlet`: the first with every combination of the others. Raises ForthgameError if the numbers
    do not fit.
    """
    if kind not in KINDS:
        raise ForthgameError(f"there is no schedule {kind!r}; there are {', '.join(KINDS)}")
    if entrants < seats or (kind == "match" and entrants != seats):
        raise ForthgameError(
            f"a {kind} of {entrants} entrants does not fit a game of {seats} seats"
        )
    fixed = 1 if kind == "gauntlet" else 0
    if comb(entrants - fixed, seats - fixed) > MOST_MEETINGS:
        raise ForthgameError(
            f"a {kind} of {entrants} entrants in games of {seats} has more than {MOST_MEETINGS} "
            "meetings in a round: name fewer entrants"
        )
    if kind == "gauntlet":
        return [(0, *others) for others in combinations(range(1, entrants), seats - 1)]
    return list(combinations(range(entrants), seats))


@cache
def orders(seats: int) -> list[tuple[int, ...]]:
    """Return orders of seats which, with all rotations of each, give all permutations.

    With more than four seats only the given order is returned.
    """
    if seats > ALL_ORDERS:
        return [tuple(range(seats))]
    return [(0, *others) for others in permutations(range(1, seats))]


def pairing(groups: Sequence[tuple[int, ...]], seats: int, number: int) -> Pairing:
    """Return game `number` of a schedule whose rounds have these meetings.

    In every `seats` games each entrant of a meeting has each seat once.
    """
    block, turn = divmod(number, seats)
    round_number, meeting = divmod(block, len(groups))
    arrangements = orders(seats)
    order = arrangements[round_number % len(arrangements)]
    group = groups[meeting]
    return Pairing(
        number,
        block,
        round_number,
        tuple(group[order[(seat + turn) % seats]] for seat in range(seats)),
    )


def in_a_line(text: str) -> str:
    """Replace line ends by blanks, which mean the same in a move."""
    return " ".join(split_lines(text))


def opening_line(moves: Iterable[str]) -> str:
    """Format moves as a line of an openings file."""
    return "; ".join(MARKS.sub(lambda found: f"%{ord(found[0]):02x}", text) for text in moves)


def unescaped(move: str) -> str:
    """Return the text of a move in which `%3b`, `%23` and `%25` are `;`, `#` and `%`."""
    return WRITTEN.sub(lambda found: chr(int(found[1], 16)), move)


def read_openings(path: Path) -> list[tuple[str, ...]]:
    """Read openings from a file: one a line, moves separated by `;`, comments after `#`.

    `%3b`, `%23` and `%25` within a move are `;`, `#` and `%`. Raises ForthgameError if the file
    cannot be read or contains none.
    """
    try:
        text = read_limited(path, DEFAULT_LIMITS.game_file).decode("utf-8-sig")
    except UnicodeDecodeError:
        raise ForthgameError(f"the openings in {path} cannot be read: they are not text") from None
    found = []
    for line in split_lines(text):
        parts = [" ".join(split_words(part)) for part in line.partition("#")[0].split(";")]
        moves = tuple(unescaped(part) for part in parts if part)
        if moves:
            found.append(moves)
    if not found:
        raise ForthgameError(
            f"{path} contains no openings: write one per line, with `;` between moves"
        )
    return found
