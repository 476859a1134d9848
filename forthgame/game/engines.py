"""The engines there are, and how a text names one with its options."""

from __future__ import annotations

import difflib
from collections.abc import Callable
from dataclasses import dataclass, replace

from forthgame.errors import ForthgameError


@dataclass(frozen=True)
class Engine:
    """A built-in engine.

    word     the word that a script may name as its engine
    step     the word that searches to a depth, for engines that go deeper and deeper
    reply    whether of all opponents only the best reply counts
    policy   whether random games choose their moves by `$Rollout`
    """

    name: str
    word: str
    meaning: str
    step: str = ""
    reply: bool = False
    policy: bool = False
    tree: bool = False


ENGINES = {
    engine.name: engine
    for engine in (
        Engine("random", "$RandomMoveEngine", "any move"),
        Engine("first", "$FirstMoveEngine", "the first move"),
        Engine("negamax", "$NegamaxMove", "alpha-beta, for two sides", "(search-to)"),
        Engine("paranoid", "$ParanoidMove", "alpha-beta, all others against me", "(search-to)"),
        Engine("maxn", "$MaxNMove", "a score for each player", "(max-n-to)"),
        Engine("brs", "$BestReplyMove", "the best reply of all opponents", "(search-to)", True),
        Engine("uct", "$UCTMove", "a tree of random games", tree=True),
        Engine("mcts", "$MctsMove", "the same, games by $Rollout", policy=True, tree=True),
    )
}
SCRIPT = "script"  # the engine that the script names for the player to move


@dataclass(frozen=True)
class Limits:
    """What a search may use. None is no limit; without any, an engine has its own default.

    time       seconds
    depth      plies
    nodes      positions
    playouts   random games
    selective  follow captures beyond the depth, cut late moves short; None: unless depth is given
    seed       of the random streams
    """

    time: float | None = None
    depth: int | None = None
    nodes: int | None = None
    playouts: int | None = None
    selective: bool | None = None
    seed: int | None = None

    def over(self, other: Limits) -> Limits:
        """These limits, and another's where these say nothing; a depth or count needs no time."""
        counted = self.depth is not None or self.nodes is not None or self.playouts is not None
        taken = {
            name: getattr(other, name)
            for name in self.__dataclass_fields__
            if getattr(self, name) is None and not (name == "time" and counted)
        }
        return replace(self, **taken)


OPTIONS: dict[str, Callable[[str], float | int | bool]] = {
    "time": float,
    "depth": int,
    "nodes": int,
    "playouts": int,
    "seed": int,
    "selective": lambda text: {"yes": True, "no": False}[text],
}


def find_engine(name: str) -> Engine:
    """A built-in engine. Raises ForthgameError for an unknown name, with the nearest known one."""
    if name in ENGINES:
        return ENGINES[name]
    near = difflib.get_close_matches(name, [SCRIPT, *ENGINES], 1)
    hint = f" (did you mean {near[0]}?)" if near else ""
    known = ", ".join([SCRIPT, *ENGINES])
    raise ForthgameError(f"there is no engine {name!r}{hint}; there are {known}")


def parse_engine(text: str) -> tuple[str, Limits]:
    """An engine's name and its limits from a text such as `negamax:depth=4,time=0.2`.

    Raises ForthgameError for an unknown engine or option, or a value that is none.
    """
    name, _, rest = text.partition(":")
    if name != SCRIPT:
        find_engine(name)
    values: dict[str, float | int | bool] = {}
    for part in filter(None, rest.split(",")):
        key, _, value = part.partition("=")
        if key not in OPTIONS:
            raise ForthgameError(
                f"{text}: there is no option {key!r}; there are {', '.join(OPTIONS)}"
            )
        try:
            values[key] = OPTIONS[key](value)
        except (ValueError, KeyError):
            raise ForthgameError(f"{text}: {value!r} is no value of {key}") from None
        if not isinstance(values[key], bool) and key != "seed" and values[key] <= 0:
            raise ForthgameError(f"{text}: {key} has to be more than 0")
    return name, Limits(**values)  # type: ignore[arg-type]
