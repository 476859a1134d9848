"""Table of the prompt's commands, used by help, completion and documentation."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from forthgame.ui.repl.session import Session

Run = Callable[["Session", str], None]
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
    run: Run
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
            name, usage, group, meaning, run, game, paused or only_paused, only_paused,
            tuple(completes.split()),
        )  # fmt: skip
        return run

    return declare


def by_group() -> dict[str, list[Command]]:
    return {g: [row for row in COMMANDS.values() if row.group == g] for g in GROUPS}
