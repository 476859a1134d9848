"""Runs all checks of a script."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from forthgame.check.again import check_again
from forthgame.check.declarations import Declarations
from forthgame.check.effects import Effects
from forthgame.check.endings import check_endings, check_puzzle
from forthgame.check.events import check_derived, check_opening, check_together
from forthgame.check.families import check_families
from forthgame.check.findings import Finding, gathered, in_order
from forthgame.check.mirrored import check_mirrored
from forthgame.check.names import check_appended, check_names
from forthgame.check.outside import check_outside
from forthgame.check.pairs import check_pairs
from forthgame.check.reach import check_reach
from forthgame.check.roles import roles_of
from forthgame.check.rows import check_rows
from forthgame.check.rules import check_hiding, check_passes, check_rules, check_untyped
from forthgame.check.script import Script, read_script
from forthgame.check.stacks import check_stacks
from forthgame.check.text import Texts
from forthgame.check.unlike import check_unlike
from forthgame.errors import NoRoomError, Place, ScriptError, shortened
from forthgame.limits import DEFAULT_LIMITS, ScriptLimits
from forthgame.source import find_script
from forthgame.vm.native import Progress


@dataclass
class Report:
    """The findings in a script, in the order of the text."""

    name: str
    findings: list[Finding]
    script: Script | None = None

    def count(self, severity: str) -> int:
        """Return the number of findings of a severity."""
        return sum(f.severity == severity for f in self.findings)

    def failed(self, strict: bool = False) -> bool:
        """Return whether a finding makes the check fail: errors only, unless `strict`."""
        return any(
            f.severity == "error" or (strict and f.counts_when_strict) for f in self.findings
        )


def check(
    name: str | Path,
    progress: Progress | None = None,
    limits: ScriptLimits = DEFAULT_LIMITS,
    text: str | None = None,
    instead: Mapping[Path, str] | None = None,
) -> Report:
    """Check a script without playing it: a path, or the name of a bundled game.

    `text` replaces the contents of the file, as in an editor, and `instead` maps files that it
    loads to their text. Raises TooLong if it takes longer than the seconds of the limits, and
    NoRoomError if there is too little memory.
    """
    try:
        return _check(name, progress, limits, text, instead)
    except NoRoomError:
        raise
    except MemoryError:
        pass  # release the memory before raising
    raise NoRoomError(f"there is too little memory to check {shortened(str(name))}")


def _check(
    name: str | Path,
    progress: Progress | None,
    limits: ScriptLimits,
    text: str | None,
    instead: Mapping[Path, str] | None,
) -> Report:
    try:
        path = find_script(str(name)) if text is None else Path(name)
        script = read_script(path, progress, limits=limits, text=text, instead=instead)
    except ScriptError as error:
        place = error.place or Place(str(name), 1, 1)
        message = f"{error.message}; {error.hint}" if error.hint else error.message
        return Report(str(name), [Finding("FG105", message, place)])
    analyse(script)
    return Report(str(name), gathered(in_order(script.findings)), script)


def analyse(script: Script) -> None:
    """Add findings about the code and the declaration to a script. Raises TooLong."""
    effects, roles = Effects(script), roles_of(script)
    checks: list[Callable[[], None]] = [
        partial(check_stacks, script, effects, roles),
        partial(check_reach, script, effects, roles),
        partial(check_endings, script, effects),
        partial(check_rules, script, effects),
    ]
    if script.complete:
        checks += [
            partial(check_names, script, roles),
            partial(check_hiding, script),
            partial(check_appended, script),
        ]
    if script.complete and script.is_game:
        checks += [
            Declarations(script).check,
            partial(check_derived, script),
            partial(check_outside, script, effects),
            partial(check_opening, script, effects),
            partial(check_together, script, effects),
            partial(check_passes, script, effects),
            partial(check_puzzle, script),
            partial(check_again, script),
            partial(check_untyped, script, effects),
            partial(check_families, script, effects),
            partial(check_mirrored, script),
            partial(_check_texts, script),
        ]
    for check_part in checks:
        script.deadline.look()
        check_part()


def _check_texts(script: Script) -> None:
    texts = Texts(script)
    for check_part in (check_rows, check_pairs, check_unlike):
        script.deadline.look()
        check_part(texts)
