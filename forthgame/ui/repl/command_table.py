"""Table of the prompt's commands, and readers of common arguments."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, TypeVar

from forthgame.base.arguments import digits
from forthgame.base.errors import ForthgameError, shortened
from forthgame.position.moves import Move

Run = TypeVar("Run", bound=Callable[..., None])
GROUPS: Final = ("Inspect", "Play", "Debug", "Measure", "Session")


@dataclass(frozen=True)
class Command:
    """A command of the prompt.

    usage      syntax, beginning with the name
    completes  kinds of its arguments: some of `word move position piece player engine file break`
    """

    name: str
    usage: str
    group: str
    meaning: str
    run: Callable[..., None]
    needs_game: bool
    paused: bool
    only_paused: bool
    completes: tuple[str, ...]


COMMANDS: Final[dict[str, Command]] = {}


def command(
    usage: str,
    group: str,
    meaning: str,
    *,
    game: bool = True,
    paused: bool = False,
    only_paused: bool = False,
    completes: str = "",
) -> Callable[[Run], Run]:
    """Decorate a function as a command; it is called with the session and the rest of the line.

    `paused` allows the command at a breakpoint, `only_paused` restricts it to breakpoints.
    """

    def declare(run: Run) -> Run:
        name = usage.split()[0]
        COMMANDS[name] = Command(
            name,
            usage,
            group,
            meaning,
            run,
            game,
            paused or only_paused,
            only_paused,
            tuple(completes.split()),
        )
        return run

    return declare


def by_group() -> dict[str, list[Command]]:
    return {g: [row for row in COMMANDS.values() if row.group == g] for g in GROUPS}


# -- arguments ------------------------------------------------------------------------------------


def numbered_move(legal: Sequence[Move], number: str) -> Move:
    """Return the move that `moves` lists with a number. Raises ForthgameError."""
    wanted = digits(number) or 0
    if not 1 <= wanted <= len(legal):
        shown = f"`moves` shows 1 to {len(legal)}" if legal else "the game is over"
        raise ForthgameError(f"there is no move {shortened(number)}: {shown}")
    return legal[wanted - 1]


def games_and_seed(rest: str, name: str, usage: str, usual: tuple[int, int]) -> tuple[int, int]:
    """Parse `GAMES SEED`, with defaults from `usual`.

    Raises ForthgameError with the usage of the command.
    """
    parts = rest.split()
    if len(parts) > 2 or any(digits(part) is None for part in parts):
        raise ForthgameError(usage)
    games, seed = (*map(int, parts), *usual[len(parts) :])
    if games < 1:
        raise ForthgameError(f"{name} needs at least one game")
    return games, seed
