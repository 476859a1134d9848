"""A short list of the checker's findings about a game's script."""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path

from forthgame.base.errors import ForthgameError
from forthgame.base.limits import ScriptLimits
from forthgame.check.check import check
from forthgame.check.findings import Finding
from forthgame.rules.script import Script
from forthgame.why.inspection.short_texts import brief
from forthgame.why.wording.explanation import cut

SHOWN = 3  # findings that are shown
LONGEST = 96  # characters of a message
SHORT = 8  # longest definition of which all lines are named
SCRIPTS = 4  # scripts for which findings are cached


def doubts(game: Script) -> list[str]:
    """Return the warnings and strict notes of `check`, those about declarations first."""
    try:
        when = game.path.stat().st_mtime_ns
    except OSError:
        return []
    found = _found(str(game.path), when, game.forth.limits)
    shown = [(each, cut(each.message.partition("; ")[0], LONGEST)) for each in found[:SHOWN]]
    lines = [f"`check` doubts {_where(game, f)}: {message} ({f.code})" for f, message in shown]
    if len(found) > SHOWN:
        lines.append(f"and {len(found) - SHOWN} more lines: `forthgame check` shows them")
    return lines


@lru_cache(SCRIPTS)
def _found(path: str, _when: int, limits: ScriptLimits) -> tuple[Finding, ...]:
    try:
        findings = check(Path(path), limits=limits).findings
    except ForthgameError:
        return ()
    return tuple(f for f in findings if f.counts_when_strict)


def _where(game: Script, finding: Finding) -> str:
    """Return the line of a finding and the lines of the same file that its message mentions.

    For a finding about the whole of a short definition, return all its lines.
    """
    others = re.findall(r"\bline (\d+)", finding.message)
    word = game.forth.dictionary.find(finding.word)
    place = word.place if word is not None and word.kind == "colon" else None
    if word is not None and place is not None and brief(place) == brief(finding.place):
        tokens = (game.forth.code.token(cell) for cell in range(word.entry, word.end))
        lines = dict.fromkeys(str(t.place.line) for t in tokens if t is not None)
        others += lines if len(lines) <= SHORT else ()
    own = str(finding.place.line)
    return ", ".join(dict.fromkeys((brief(finding.place), *(n for n in others if n != own))))
