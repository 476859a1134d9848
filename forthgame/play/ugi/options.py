"""Keep the options that a program sets, and describe them in the words of its protocol."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from forthgame.base.errors import ForthgameError, shortened
from forthgame.play.ugi.protocols import PROTOCOLS, USUAL
from forthgame.rules.engines import ENGINES, LARGEST_TABLE, MOST_THREADS, SCRIPT, parse_engine
from forthgame.version import __version__

USUAL_TABLE = 16  # megabytes
MOST_LINES = 64
MOST_SEED = 2147483647
NAMES = {
    option.lower(): name for protocol in PROTOCOLS.values() for name, option in
    protocol.options.items() if option
}  # fmt: skip
SWITCH = {"true": True, "on": True, "yes": True, "false": False, "off": False, "no": False}


class Settings:
    """A game's name, its notations, the protocol, and the options set so far.

    engine, options  the engine that chooses moves, and its options
    seed             seed of the random streams, None if it was not set
    ponders          whether `bestmove` names a move to ponder on
    lines            best lines to report
    milliseconds     whether UCCI's clocks have this unit, not seconds
    variants         scripts that can be loaded instead, by the names of their games
    variant          name of the chosen game, empty if it has none
    """

    def __init__(
        self,
        name: str,
        engine: str,
        notations: Sequence[str],
        variants: dict[str, Path] | None = None,
    ) -> None:
        self.name = name
        self.notations = list(notations)
        self.engine, self.options = parse_engine(engine)
        self.seed: int | None = None
        self.ponders = False
        self.lines = 1
        self.milliseconds = True
        self.protocol = USUAL
        self.variants = variants or {}
        self.variant = next(iter(self.variants), "")
        self._notation = ""

    @property
    def notation(self) -> str:
        """The notation that was set, or that of the protocol, or the game's default."""
        wanted = (self._notation, *self.protocol.notations, self.notations[0])
        return next(name for name in wanted if name in self.notations)

    def introduction(self, word: str) -> list[str]:
        """Return the answer to a greeting, which selects the protocol."""
        self.protocol = PROTOCOLS[word]
        options = self.options
        lines = [
            self._combo("Engine", self.engine, (SCRIPT, *ENGINES)),
            self._combo("Notation", self.notation, self.notations),
            self._spin("Seed", 1, 0, MOST_SEED),
            self._spin("Threads", options.threads or 1, 1, MOST_THREADS),
            self._check("Ponder", self.ponders),
            self._spin("Hash", options.table or USUAL_TABLE, 1, LARGEST_TABLE),
            self._option("Clear Hash", "button"),
            self._spin("MultiPV", self.lines, 1, MOST_LINES),
            self._check("UCI_AnalyseMode", False),
        ]
        if self.variants:
            lines.append(self._combo("UCI_Variant", self.variant, list(self.variants)))
        if self.protocol.terse:
            lines.append(self._check("usemillisec", self.milliseconds))
        return [
            f"id name forthgame {__version__} {self.name}",
            "id author the authors of forthgame",
            *filter(None, lines),
            f"{word}ok",
        ]

    def _option(self, name: str, kind: str, values: str = "", default: object = "") -> str:
        name = self.protocol.option(name)
        if not name:
            return ""
        parts = [f"default {default}" if default != "" else "", values]
        if self.protocol.terse:
            parts.reverse()
        head = f"option {'' if self.protocol.terse else 'name '}{name} type {kind}"
        return " ".join([head, *filter(None, parts)])

    def _combo(self, name: str, default: str, values: Sequence[str]) -> str:
        return self._option(name, "combo", " ".join(f"var {each}" for each in values), default)

    def _spin(self, name: str, default: int, least: int, most: int) -> str:
        return self._option(name, "spin", f"min {least} max {most}", default)

    def _check(self, name: str, default: bool) -> str:
        return self._option(name, "check", default=str(default).lower())

    # -- setting --------------------------------------------------------------------------------

    def set(self, text: str) -> str:
        """Set an option given as in `setoption`, and return its name. Raises ForthgameError."""
        name, value = _split_option(text)
        match name:
            case "engine":
                self.engine, options = parse_engine(value)
                mine = self.options  # threads and table are also options of their own
                threads, table = options.threads or mine.threads, options.table or mine.table
                tree = options.tree or mine.tree
                self.options = replace(options, threads=threads, table=table, tree=tree)
            case "notation":
                if value not in self.notations:
                    known = " ".join(self.notations)
                    raise ForthgameError(
                        f"there is no notation {shortened(value)!r}; there are {known}"
                    )
                self._notation = value
            case "seed":
                if not (value.isdecimal() and len(value) < 11):
                    raise ForthgameError(f"a seed must be a whole number, not {shortened(value)!r}")
                self.seed = int(value)
            case "ponder":
                self.ponders = _switched(name, value)
            case "usemillisec":
                self.milliseconds = _switched(name, value)
            case "uci_analysemode":
                _switched(name, value)
            case "uci_chess960":  # clients switch it off although it is not offered
                if _switched(name, value):
                    raise ForthgameError("castling of Chess960 is not supported")
            case "threads":
                self.options = replace(self.options, threads=_number(name, value, MOST_THREADS))
            case "hash":  # of alpha-beta's table, or of a tree of random games
                size = _number(name, value, LARGEST_TABLE)
                self.options = replace(self.options, table=size, tree=size)
            case "multipv":
                self.lines = _number(name, value, MOST_LINES)
            case "uci_variant":
                if value not in self.variants:
                    known = " ".join(self.variants) or "none"
                    raise ForthgameError(
                        f"there is no variant {shortened(value)!r}; there are {known}"
                    )
                self.variant = value
            case "clearhash":
                pass
            case _:
                raise ForthgameError(f"there is no option {shortened(name)!r}")
        return name


def _split_option(text: str) -> tuple[str, str]:
    """Return an option's name in small letters, and its value: `name X value Y`, or `X Y`."""
    words = text.split()
    if words[:1] == ["name"]:
        place = words.index("value") if "value" in words else len(words)
        name, value = " ".join(words[1:place]).lower(), words[place + 1 :]
    else:
        name, value = "".join(words[:1]).lower(), words[1:]
    name = NAMES.get(name, name).lower()
    return ("clearhash" if name == "clear hash" else name), " ".join(value)


def _switched(name: str, value: str) -> bool:
    if value.lower() not in SWITCH:
        raise ForthgameError(f"{name} is true or false, not {shortened(value)!r}")
    return SWITCH[value.lower()]


def _number(name: str, value: str, most: int) -> int:
    if not (value.isdecimal() and len(value) < 10 and 1 <= int(value) <= most):
        raise ForthgameError(f"{name} is a number from 1 to {most}, not {shortened(value)!r}")
    return int(value)
