"""Checking a script from its text to the list of findings."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from forthgame.check.again import check_again
from forthgame.check.appended import check_appended
from forthgame.check.contrary import check_contrary
from forthgame.check.declarations import Declarations
from forthgame.check.effects import Effects
from forthgame.check.emptiness import check_emptiness
from forthgame.check.endings import check_endings
from forthgame.check.families import check_families
from forthgame.check.findings import Finding, gathered, in_order
from forthgame.check.keeping import check_keeping
from forthgame.check.mirrored import check_mirrored
from forthgame.check.names import check_names
from forthgame.check.pairs import check_pairs
from forthgame.check.passes import check_passes
from forthgame.check.puzzle import check_puzzle
from forthgame.check.reach import check_reach
from forthgame.check.roles import roles_of
from forthgame.check.rows import check_rows
from forthgame.check.rules import check_hiding, check_rules, check_untyped
from forthgame.check.script import Script, read_script
from forthgame.check.stacks import check_stacks
from forthgame.check.text import Texts
from forthgame.check.together import check_together
from forthgame.check.unlike import check_unlike
from forthgame.errors import Place, ScriptError
from forthgame.limits import DEFAULT_LIMITS, ScriptLimits
from forthgame.source import find_script
from forthgame.vm.native import Progress


@dataclass
class Report:
    """What was found in a script, in the order of the text."""

    name: str
    findings: list[Finding]
    script: Script | None = None

    def count(self, severity: str) -> int:
        """How many findings of a severity there are."""
        return sum(f.severity == severity for f in self.findings)

    def failed(self, strict: bool = False) -> bool:
        """Whether the script has errors; with `strict`, warnings and strict notes count too."""
        return any(
            f.severity == "error" or (strict and f.counts_when_strict) for f in self.findings
        )


def check(
    name: str | Path,
    progress: Progress | None = None,
    limits: ScriptLimits = DEFAULT_LIMITS,
    text: str | None = None,
) -> Report:
    """Check a script without playing it: a path, or the name of a bundled game.

    `text` takes the place of what the file holds, as in an editor.
    """
    try:
        path = find_script(str(name)) if text is None else Path(name)
        script = read_script(path, progress, limits=limits, text=text)
    except ScriptError as error:
        place = error.place or Place(str(name), 1, 1)
        message = f"{error.message}; {error.hint}" if error.hint else error.message
        return Report(str(name), [Finding("FG105", message, place)])
    analyse(script)
    return Report(str(name), gathered(in_order(script.findings)), script)


def analyse(script: Script) -> None:
    """Add to a script's findings what its code and declaration show."""
    effects, roles = Effects(script), roles_of(script)
    check_stacks(script, effects, roles)
    check_reach(script, effects, roles)
    check_endings(script, effects)
    check_emptiness(script, effects)
    check_rules(script, effects)
    if script.complete:
        check_names(script, roles)
        check_hiding(script)
        check_appended(script)
        if script.is_game:
            Declarations(script).check()
            check_keeping(script)
            check_together(script, effects)
            check_passes(script, effects)
            check_puzzle(script)
            check_again(script)
            check_untyped(script, effects)
            check_families(script, effects)
            check_mirrored(script)
            texts = Texts(script)
            check_rows(texts)
            check_pairs(texts)
            check_unlike(texts)
            check_contrary(texts)
