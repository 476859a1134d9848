"""Find the first effect of a mistake, ask the author's question, and see which tool names the line.

The right script and the wrong one play the same random moves side by side, up to the first position
with different moves, players or results. An author who is familiar with the rules would ask there:
why is this move missing, why is that one there, why is the game over.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from hashlib import sha256
from pathlib import Path
from random import Random

import forthgame
from forthgame.check.check import check
from forthgame.check.findings import Finding

GAMES = 4  # random games that are played until a mistake shows
PLIES = 90
SCORED = 6  # a score is compared every so many plies
ROWS, COLUMNS = 24, 100  # the first screen of an answer
LIMITS = forthgame.ScriptLimits(seconds=8.0, steps=3_000_000)
SCORE = re.compile(r"gave (-?\d+|#\w+)")


@dataclass(frozen=True)
class Asked:
    """A position, by the moves that lead there, and a question about it; `sort` of question."""

    seed: int
    moves: tuple[str, ...]
    question: str
    sort: str  # missing, extra, over, not over, score, turn


@dataclass(frozen=True)
class Planted:
    """A mistake in a script, the position of its first effect, and the lines that are guilty."""

    kind: str
    script: str  # path of the right script, from the root of the project
    what: str
    text: str
    guilty: tuple[int, ...]
    asked: Asked

    def document(self, right: str) -> dict[str, object]:
        """Return plain data to save: the replaced part of the right script, and its replacement."""
        start = _common(right, self.text)
        end = _common(right[start:][::-1], self.text[start:][::-1])
        kept = asdict(self)
        del kept["text"]
        edit = [start, len(right) - end, self.text[start : len(self.text) - end]]
        return kept | {"edit": edit, "digest": digest(right)}


def _common(one: str, other: str) -> int:
    """Return the length of the common beginning of two texts."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((k for k, (a, b) in pairs if a != b), min(len(one), len(other)))


def digest(text: str) -> str:
    """Return a digest that identifies a text of a script."""
    return sha256(text.encode()).hexdigest()[:16]


@contextmanager
def inside(folder: Path) -> Iterator[None]:
    """Work in a folder, so that answers name files in short, as they do for their authors."""
    before = Path.cwd()
    os.chdir(folder)
    try:
        yield
    finally:
        os.chdir(before)


def shows(right: forthgame.Game, wrong: forthgame.Game, random: Random) -> Asked | None:
    """Find the first position where a wrong script differs, and the question to ask there."""
    for seed in range(1, GAMES + 1):
        one, other = right.new_game(seed=seed), wrong.new_game(seed=seed)
        played: list[str] = []
        for ply in range(PLIES):
            found = _difference(one, other, ply, random)
            if found is not None:
                return Asked(seed, tuple(played), *found)
            moves = [] if one.outcome is not None else [m.text for m in one.moves()]
            if not moves:
                break
            played.append(random.choice(moves))
            one.play(played[-1])
            try:
                other.play(played[-1])
            except forthgame.ForthgameError:
                return Asked(seed, tuple(played[:-1]), played[-1], "missing")
    return None


def _difference(
    one: forthgame.State, other: forthgame.State, ply: int, random: Random
) -> tuple[str, str] | None:
    known = one.outcome
    mine = [] if known else sorted({move.text for move in one.moves()})
    try:
        if one.player != other.player:
            return "turn", "turn"
        try:
            found = other.outcome
        except forthgame.ForthgameError:
            return "over", "over"
        if known != found:
            return ("not over", "not over") if found is None else ("over", "over")
        theirs = [] if found else sorted({move.text for move in other.moves()})
    except forthgame.ForthgameError:
        return (random.choice(mine), "missing") if mine else ("over", "over")
    missing, extra = sorted(set(mine) - set(theirs)), sorted(set(theirs) - set(mine))
    if missing or extra:
        text = random.choice(missing + extra)
        return text, "missing" if text in missing else "extra"
    if ply % SCORED == SCORED - 1 and not known and score(one) != score(other):
        return "score", "score"
    return None


def score(state: forthgame.State) -> str:
    """Return the value of OnEvaluate."""
    try:
        found = SCORE.search(state.explain("score").answer)
    except forthgame.ForthgameError:
        return "an error"
    return found[1] if found else ""


def answer(planted: Planted, folder: Path) -> tuple[str, str]:
    """Return the output of `why` about the wrong script, and that with `--all`."""
    name = Path(planted.script).name
    (folder / name).write_text(planted.text)
    with inside(folder), forthgame.load(name, native=False, limits=LIMITS) as game:
        state = game.new_game(seed=planted.asked.seed)
        for move in planted.asked.moves:
            state.play(move)
        try:
            found = state.explain(planted.asked.question)
            return found.text(), found.text(everything=True)
        except forthgame.ForthgameError as error:
            return str(error), str(error)


def screen(text: str) -> str:
    """The first screen of an answer: long lines take several rows."""
    rows: list[str] = []
    for line in text.split("\n"):
        rows += [line[k : k + COLUMNS] for k in range(0, max(len(line), 1), COLUMNS)]
    shown, used = [], 0
    for line in text.split("\n"):
        height = max(1, -(-len(line) // COLUMNS))
        shown.append(line[: (ROWS - used) * COLUMNS])
        used += height
        if used >= ROWS:
            break
    return "\n".join(shown)


def lines_named(text: str, name: str) -> set[int]:
    """The lines of a file that a text names as file:line, or as file:line, line, line."""
    return set(in_order(text, name))


def in_order(text: str, name: str) -> list[int]:
    """Return those lines in the order in which the text first names them."""
    named = re.findall(rf"{re.escape(name)}:(\d+(?:, \d+)*)", text)
    return list(dict.fromkeys(int(line) for lines in named for line in lines.split(", ")))


def checked(text: str, name: str, folder: Path) -> list[Finding]:
    """Return the findings of `check` in a script."""
    (folder / name).write_text(text)
    with inside(folder):
        return check(name).findings


def new_findings(planted: Planted, right: str, folder: Path) -> list[Finding]:
    """Return the findings of `check` in the wrong script that the right one does not have."""
    name = Path(planted.script).name
    known = [_said(finding) for finding in checked(right, name, folder)]
    found = []
    for finding in checked(planted.text, name, folder):
        if _said(finding) in known:
            known.remove(_said(finding))
        else:
            found.append(finding)
    return found


def _said(finding: Finding) -> tuple[str, str]:
    return finding.code, re.sub(r"\d+", "#", finding.message)


def leads_to(finding: Finding, planted: Planted) -> bool:
    """Return whether a finding is in a guilty line, in its definition or section, or names it."""
    lines = planted.text.split("\n")
    if finding.place.line in planted.guilty:
        return True
    if lines_named(finding.message, Path(planted.script).name) & set(planted.guilty):
        return True
    return any(_head(lines, finding.place.line) == _head(lines, line) for line in planted.guilty)


def _head(lines: list[str], line: int) -> int:
    """Return the line that opens the definition or section of a line."""
    for number in range(min(line, len(lines)), 0, -1):
        if re.match(r"\s*(:\s|\{[a-z-]+(\s|$))", lines[number - 1]) and not re.match(
            r"\s*\{(direction|link|unlink|player|neutral|turn|move|move-type|piece|setup|position|"
            r"variable|array|symmetry|move-priority|repeat)\}",
            lines[number - 1],
        ):
            return number
    return 0
