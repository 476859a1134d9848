"""The rungs of a game's levels, and the file `NAME.levels.toml` beside its script."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from forthgame.api.game import State
from forthgame.base.errors import ForthgameError
from forthgame.base.files import write_whole
from forthgame.base.source import UnreadableFile, is_file, read_limited
from forthgame.position.moves import Move
from forthgame.rules.engines import parse_engine

LEVELS = 10
ENDING = ".levels.toml"
LARGEST = 64 << 10  # bytes of a file of levels
FAMILIES = {"negamax": "nodes", "uct": "playouts"}  # engines of ladders, and what they count
FEWEST = {"negamax": 60, "uct": 8}  # positions or random games of the weakest search
MOST = {"negamax": 500_000, "uct": 20_000}
USUAL = (0.15, 0.4, 0.7, 1.0, 2.0, 3.5, 5.5, 7.5, 10.0)  # strengths of the levels 1 to 9


class LevelsError(ForthgameError):
    """A file that does not describe levels."""


@dataclass(frozen=True)
class Rung:
    """The engine, limits and randomness of a level.

    engine  an engine with its options; without a limit it uses the time that it is given
    random  share of moves that are drawn at random
    score   points against the level below, or against random moves for the first; None if unknown
    games   number of games of that score
    """

    engine: str
    random: float = 0.0
    score: float | None = None
    games: int = 0

    def move(self, state: State, seed: int, seconds: float | None = None) -> Move:
        """Return a move; the same seed gives the same one, unless the time counts."""
        draw = Random(seed)
        if draw.random() < self.random or state.game.is_chance(state.player):
            return state.search("random", seed=draw.randrange(1 << 30)).move
        _, own = parse_engine(self.engine)
        counted = own.depth or own.nodes or own.playouts
        return state.search(self.engine, time=None if counted else seconds, seed=seed).move


Ladder = tuple[Rung, ...]


def rung_at(family: str, strength: float) -> Rung:
    """Return the rung of a strength.

    Up to 1 it is the share of moves that are searched, with the fewest positions; each further
    unit doubles the positions.
    """
    count = round(FEWEST[family] * 2 ** max(0.0, strength - 1))
    engine = f"{family}:{FAMILIES[family]}={min(count, MOST[family])}"
    return Rung(engine, round(max(0.0, 1.0 - strength), 3))


def top_rung(family: str) -> Rung:
    """Return the rung that uses all the time it is given."""
    return Rung(family)


def usual_ladder(family: str) -> Ladder:
    """Return the rungs of a game that was not measured."""
    return (*(rung_at(family, strength) for strength in USUAL), top_rung(family))


def ladder_path(script: Path) -> Path:
    return script.with_name(script.stem + ENDING)


def read_ladder(script: Path) -> Ladder | None:
    """Return the measured rungs beside a script, or None. Raises LevelsError for a wrong file."""
    path = ladder_path(script)
    if not is_file(path) or path.is_symlink():
        return None
    import tomllib

    try:
        document = tomllib.loads(read_limited(path, LARGEST, regular=True).decode())
        return ladder_of(document.get("level"))
    except (UnreadableFile, ValueError, LevelsError) as error:
        raise LevelsError(f"{path.name}: {error}") from None


def ladder_of(document: Any) -> Ladder:
    """Return the rungs of a document. Raises LevelsError."""
    if not isinstance(document, list) or len(document) != LEVELS:
        raise LevelsError(f"there are {LEVELS} levels, each in [[level]]")
    return tuple(_rung(row) for row in document)


def _rung(row: Any) -> Rung:
    if not isinstance(row, dict) or not isinstance(row.get("engine"), str):
        raise LevelsError("a level has an `engine`")
    share, score, games = row.get("random", 0.0), row.get("score"), row.get("games", 0)
    for name, value, most in (("random", share, 1.0), ("score", score, 1.0), ("games", games, 1e9)):
        number = isinstance(value, int | float) and not isinstance(value, bool)
        if value is not None and (not number or not 0 <= value <= most):
            raise LevelsError(f"`{name}` is a number from 0 to {most:g}")
    try:
        parse_engine(row["engine"])
    except ForthgameError as error:
        raise LevelsError(str(error)) from None
    known = None if score is None else float(score)
    return Rung(row["engine"], float(share), known, int(games))


def ladder_text(rungs: Sequence[Rung], heading: str) -> str:
    """Return the text of a file of levels."""
    lines = [f"# {line}" for line in heading.splitlines()]
    for rung in rungs:
        lines += ["", "[[level]]", f'engine = "{rung.engine}"']
        lines += [f"random = {rung.random:g}"] * bool(rung.random)
        if rung.score is not None:
            lines += [f"score = {rung.score:.2f}", f"games = {rung.games}"]
    return "\n".join(lines) + "\n"


def write_ladder(path: Path, rungs: Sequence[Rung], heading: str) -> None:
    """Write a file of levels. Raises LevelsError."""
    try:
        write_whole(path, ladder_text(rungs, heading))
    except OSError as error:
        raise LevelsError(f"{path} cannot be written: {error.strerror}") from None
