"""UGI options, which can be set before a game is loaded."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from forthgame.base.errors import ForthgameError, shortened
from forthgame.base.source import resolved
from forthgame.position.texts.texts_file import read_tables, tables_beside
from forthgame.rules.engines import ENGINES, MOST_THREADS, SCRIPT, parse_engine
from forthgame.version import __version__

LONG, KEY, UCI = "long", "key", "uci"


def in_order(declared: Sequence[str]) -> list[str]:
    """Return all notations of a game that declares these; the first one is the default."""
    usual = [UCI] * (UCI in declared)
    return [*usual, LONG, KEY, *(name for name in declared if name != UCI)]


def notations_in_text(scripts: Sequence[Path]) -> list[str]:
    """Return the notations declared in a script's table file, without loading the script.

    `scripts` are the script and the files it loads. An unreadable file declares none: loading
    reports the error.
    """
    path = tables_beside(scripts)
    if path is None:
        return in_order(())
    try:
        moves = read_tables(path, resolved(scripts[0]).parent).get("moves", {})
    except ForthgameError:
        return in_order(())
    return in_order(list(moves) if isinstance(moves, dict) else ())


class Settings:
    """A game's name, its notations, and the options set so far.

    engine, options  the engine that chooses moves, and its options
    seed             seed of the random streams, None if it was not set
    ponders          whether `bestmove` names a move to ponder on
    """

    def __init__(self, name: str, engine: str, notations: Sequence[str]) -> None:
        self.name = name
        self.notations = list(notations)
        self.engine, self.options = parse_engine(engine)
        self.seed: int | None = None
        self.ponders = False
        self._notation = ""

    @property
    def notation(self) -> str:
        """The notation that was set, or the default."""
        return self._notation if self._notation in self.notations else self.notations[0]

    def introduction(self, word: str) -> list[str]:
        engines = " ".join(f"var {name}" for name in (SCRIPT, *ENGINES))
        notations = " ".join(f"var {name}" for name in self.notations)
        threads = self.options.threads or 1
        return [
            f"id name forthgame {__version__} {self.name}",
            "id author the authors of forthgame",
            f"option name Engine type combo default {self.engine} {engines}",
            f"option name Notation type combo default {self.notation} {notations}",
            "option name Seed type spin default 1 min 0 max 2147483647",
            f"option name Threads type spin default {threads} min 1 max {MOST_THREADS}",
            "option name Ponder type check default false",
            f"{word}ok",
        ]

    def set(self, text: str) -> str:
        """Set an option given as in `setoption`, and return its name. Raises ForthgameError."""
        name, _, value = f"{text.removeprefix('name ')} ".partition(" value ")
        name, value = name.strip().lower(), value.strip()
        match name:
            case "engine":
                self.engine, options = parse_engine(value)
                threads = options.threads or self.options.threads  # also an option of its own
                self.options = replace(options, threads=threads)
            case "notation":
                if value not in self.notations:
                    told = " ".join(self.notations)
                    raise ForthgameError(f"there is no notation {value!r}; there are {told}")
                self._notation = value
            case "seed":
                if not (value.isdecimal() and len(value) < 11):
                    raise ForthgameError(f"a seed must be a whole number, not {shortened(value)!r}")
                self.seed = int(value)
            case "ponder":
                if value not in ("true", "false"):
                    raise ForthgameError(f"ponder is true or false, not {shortened(value)!r}")
                self.ponders = value == "true"
            case "threads":
                if not (value.isdecimal() and len(value) < 4 and 1 <= int(value) <= MOST_THREADS):
                    raise ForthgameError(
                        f"threads is a number from 1 to {MOST_THREADS}, not {shortened(value)!r}"
                    )
                self.options = replace(self.options, threads=int(value))
            case _:
                raise ForthgameError(f"there is no option {shortened(name)!r}")
        return name
