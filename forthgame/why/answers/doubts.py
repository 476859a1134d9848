"""Findings of the checker in the words and lines that an answer is about."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path

from forthgame.base.errors import ForthgameError, Place
from forthgame.base.limits import ScriptLimits
from forthgame.check.check import check
from forthgame.check.findings import Finding
from forthgame.rules.script import Script
from forthgame.why.inspection.short_texts import brief
from forthgame.why.wording.explanation import cut

SHOWN = 3  # findings that are shown
LONGEST = 96  # characters of a message
FEW = 2  # findings in a whole script that are told even if their lines did not run
SHORT = 8  # longest definition of which all lines are named
SCRIPTS = 4  # scripts for which findings are cached
# codes of findings about what a script does, not about its stack or names
LOGICAL = ("FG5", "FG402", "FG405")
STACKS = "FG2"
SYMMETRIES = "FG541"

Line = tuple[str, int]  # the name of a file and a line


def doubted_lines(game: Script) -> set[Line]:
    """Return the files and lines of the warnings and strict notes of `check`."""
    return {_line(finding.place) for finding in _found(game)}


def doubts(game: Script) -> list[str]:
    """Return the warnings and strict notes of `check`, those about declarations first.

    There are none for a script that was given as a text.
    """
    found = _found(game)
    lines = [_sentence(game, finding) for finding in found[:SHOWN]]
    if len(found) > SHOWN:
        lines.append(f"and {len(found) - SHOWN} more lines: `forthgame check` shows them")
    return lines


def doubt_about(
    game: Script, ran: Iterable[Place], turned: bool = False, failed: bool = False
) -> str:
    """Return the first finding about what a script does in one of some lines, or nothing.

    `turned` is true if the symmetries turn the directions of the player. If words have `failed`,
    findings about their stacks count as well.
    """
    lines = {_line(place) for place in ran}
    codes = (*LOGICAL, STACKS) if failed else LOGICAL
    logical = [finding for finding in _found(game) if finding.code.startswith(codes)]
    for finding in logical:
        if not lines.isdisjoint(_lines(game, finding)) or (turned and finding.code == SYMMETRIES):
            return _sentence(game, finding)
    return _sentence(game, logical[0]) if 0 < len(logical) <= FEW else ""


def _lines(game: Script, finding: Finding) -> set[Line]:
    """Return the line of a finding and the others that it names, all of one file."""
    file, line = _line(finding.place)
    return {(file, number) for number in (line, *_other_lines(game, finding))}


def _line(place: Place) -> Line:
    return Path(place.file).name, place.line


def _sentence(game: Script, finding: Finding) -> str:
    message = cut(finding.message.partition("; ")[0], LONGEST)
    where = ", ".join((brief(finding.place), *map(str, _other_lines(game, finding))))
    return f"`check` doubts {where}: {message} ({finding.code})"


def _found(game: Script) -> tuple[Finding, ...]:
    if game.from_text:
        return ()
    try:
        when = game.path.stat().st_mtime_ns
    except OSError:
        return ()
    return _findings(str(game.path), when, game.forth.limits)


@lru_cache(SCRIPTS)
def _findings(path: str, _when: int, limits: ScriptLimits) -> tuple[Finding, ...]:
    try:
        findings = check(Path(path), limits=limits).findings
    except ForthgameError:
        return ()
    return tuple(f for f in findings if f.counts_when_strict)


def _other_lines(game: Script, finding: Finding) -> list[int]:
    """Return the lines of the same file that a finding's message mentions.

    For a finding about the whole of a short definition, return all its lines.
    """
    others = [int(number) for number in re.findall(r"\bline (\d+)", finding.message)]
    word = game.forth.dictionary.find(finding.word)
    place = word.place if word is not None and word.kind == "colon" else None
    if word is not None and place is not None and brief(place) == brief(finding.place):
        tokens = (game.forth.code.token(cell) for cell in range(word.entry, word.end))
        lines = dict.fromkeys(t.place.line for t in tokens if t is not None)
        others += lines if len(lines) <= SHORT else ()
    return [number for number in dict.fromkeys(others) if number != finding.place.line]
