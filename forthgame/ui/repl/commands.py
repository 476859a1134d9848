"""The table of the prompt's commands: one row each, which help, completion and documents read."""

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
    """A command: how it is written, what it does, whether it can be used while a word is paused.

    completes  what its argument is: some of `word move position piece player engine file break`
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
    """Enter a command; it is called with the session and the rest of the line.

    `paused` and `only_paused` say whether it may, or must, be used while a word stands still.
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
    """The commands in the order they are shown."""
    return {g: [row for row in COMMANDS.values() if row.group == g] for g in GROUPS}
