"""Completion of the text before the cursor."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from forthgame.base.errors import ForthgameError
from forthgame.rules.engines import ENGINES, SCRIPT
from forthgame.ui.repl.command_table import COMMANDS, Command
from forthgame.ui.repl.session import Session
from forthgame.why.profiling.profile import KINDS

SECONDS = 0.5  # time limit for generating moves to complete
MOST = 200


def completions(session: Session, text: str) -> tuple[int, list[str]]:
    """Return the number of characters to replace, and sorted replacements."""
    command, rest = _command(session, text)
    if command is None:
        part = text.split(" ")[-1]
        commands = [] if " " in text.lstrip() or session.is_open else list(COMMANDS)
        if part.startswith("/") and commands:
            return len(part), _starting([f"/{name}" for name in commands], part)
        return len(part), _starting([*commands, *_words(session)], part)
    if "move" in command.completes:
        return len(rest), _starting(_moves(session), rest)
    part = rest.split(" ")[-1]
    if command.name == "position" and " " not in rest:
        return len(part), _starting(["save", "load"], part)
    return len(part), _starting(_arguments(session, command, part), part)


def _command(session: Session, text: str) -> tuple[Command | None, str]:
    """Return the command with a complete name at the start of a text, and the text after it."""
    name, blank, rest = text.lstrip().partition(" ")
    if not blank:
        return None, ""
    found = session.command_of(name)
    return (found[0], rest.lstrip()) if found else (None, "")


def _starting(names: Iterable[str], part: str) -> list[str]:
    low = part.lower()
    found = {name for name in names if name.lower().startswith(low)}
    exact = {name for name in found if name.startswith(part)}
    return sorted(exact or found, key=lambda name: (name.lower(), name))[:MOST]


def _words(session: Session) -> list[str]:
    dictionary = session.forth.dictionary
    return [w.name for w in dictionary.words if not w.hidden and dictionary.find(w.name) is w]


def _arguments(session: Session, command: Command, part: str) -> list[str]:
    known: dict[str, Iterable[str]] = {
        "command": COMMANDS,
        "profile": KINDS,
        "engine": [SCRIPT, *ENGINES],
    }
    if (game := session.game) is not None:
        known |= {"position": game.positions, "piece": game.pieces, "player": game.players}
    found: list[str] = []
    for kind in command.completes:
        if kind == "word":
            found += _words(session)
        elif kind == "file":
            found += _files(part)
        else:
            found += known.get(kind, ())
    return found


def _files(part: str) -> list[str]:
    folder = part.rpartition("/")[0]
    with suppress(OSError):
        inside = sorted(Path(folder or ".").iterdir())[:MOST]
        return [f"{folder}/{p.name}" if folder else p.name for p in inside]
    return []


def _moves(session: Session) -> list[str]:
    """Return the legal move texts; none if generating them fails, takes long, or may pause."""
    if session.debugging is not None and session.debugging.watching:
        return []  # a breakpoint would start a conversation
    processor = session.forth.processor
    processor.limit(seconds=SECONDS)
    try:
        return [str(move) for move in session.position.moves()]
    except ForthgameError:
        return []
    finally:
        processor.limit()
