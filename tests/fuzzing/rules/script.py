"""Decide from the text of a script which results may be compared."""

from __future__ import annotations

import re

STORED = re.compile(r"\b(v\d|count|table) (?:!|\+!|\+\+|--|ON|OFF)(?= |$)|\bIS (held)\b")
FETCHED = re.compile(r"\b(v\d|count|table) (?:\d \+ \] LITERAL )?C?@|\b(held)\b")
SETTINGS = re.compile(r"^: .*\$(?:scanPositions|passTurnForced|recycle) (?:!|ON|OFF)", re.MULTILINE)
DRAWN = re.compile(r"\bRAND")
SCORED = re.compile(r"^: .* score ", re.MULTILINE)  # an ending by points, not by a victory
LOOKING = re.compile(  # words that see more of a game than its position: lists, the past
    r"move-count|stalemate\?|\$FirstMove|\$GenerateMoves|\blast|\$lastPos|quiet-turns|repetitions|cycle-turns"
)


def is_pure(script: str) -> bool:
    """Return whether everything depends on the position alone, as far as the text shows.

    A variable outside of the board that is stored and fetched persists from game to game, and so do
    settings; random numbers differ each time.
    """
    words = "\n".join(line for line in script.split("\n") if line.startswith(":"))
    stored = {name for names in STORED.findall(words) for name in names if name}
    fetched = {name for names in FETCHED.findall(words) for name in names if name}
    return not stored & fetched and not any(each.search(script) for each in (SETTINGS, DRAWN))


def is_random(script: str) -> bool:
    """Whether random numbers are drawn by the script itself."""
    return bool(DRAWN.search(script))


def event(script: str, name: str) -> str:
    """The line that defines an event, empty if none does."""
    found = re.search(rf"^: {re.escape(name)} .*$", script, re.MULTILINE)
    return found[0] if found else ""


def has_known_values(script: str) -> bool:
    """Return whether a naive minimax gives the value of a search of two players."""
    evaluated = event(script, "OnEvaluate")
    others = any(event(script, name) for name in ("OnIsTerminal?", "OnForesee"))
    seats = re.findall(r"{player} (\S+)", script.partition("players}")[0])
    dice = any("D" in seat for seat in seats)
    alternate = len(seats) == 2 and not dice and "{together}" not in script
    unclear = others or SCORED.search(script) or LOOKING.search(evaluated)
    return bool(evaluated) and alternate and not unclear
