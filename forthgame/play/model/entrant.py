"""Entrants of a tournament, parsed from the command line: scripts, engines and programs."""

from __future__ import annotations

import os
import re
import shlex
import shutil
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from forthgame.base.errors import ForthgameError, shortened
from forthgame.base.source import find_script, game_names, is_file, resolved
from forthgame.play.model.schedule import in_a_line
from forthgame.rules.engines import ENGINES, SCRIPT, Value, nearest, read_options

NAMES = [SCRIPT, *ENGINES]  # of engines
PROGRAM = "engine:"  # prefix of another program's name
OPTIONS = re.compile(r"^(?P<name>.*?):(?P<options>[^:/\\=]+=.*)?$", re.DOTALL)


@dataclass(frozen=True)
class Entrant:
    """A participant: a script, the engine that chooses its moves, and the engine's options.

    `engine` is `script` for the script's own engine, and `engine:./program` for another program;
    `options` are passed to `State.search`, or to the program.
    """

    name: str
    script: str
    engine: str = SCRIPT
    options: tuple[tuple[str, Value], ...] = ()

    @property
    def is_program(self) -> bool:
        return self.engine.startswith(PROGRAM)

    @property
    def time(self) -> float | None:
        """Seconds a move, if the options set them."""
        found = dict(self.options).get("time")
        return None if found is None else float(found)


def split_options(text: str) -> tuple[str, tuple[tuple[str, Value], ...]]:
    """Split `negamax:depth=4,time=1` into name and options. Raises ForthgameError."""
    found = OPTIONS.match(text)
    if not found or text == PROGRAM:
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
        scripts = (
            name for _, name, _ in parts if name not in NAMES and not name.startswith(PROGRAM)
        )
        first = next(scripts, None)
        if first is None:
            raise ForthgameError("only engines are named; say what they play with --game FILE")
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
        raise ForthgameError(f"{shortened(engine)!r} is no program: {error}") from None
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
