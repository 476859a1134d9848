"""Runs all checks of a script."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from forthgame.base.errors import NoRoomError, Place, ScriptError, shortened
from forthgame.base.limits import DEFAULT_LIMITS, ScriptLimits
from forthgame.base.source import find_script
from forthgame.check.declarations.asymmetries import check_mirrored
from forthgame.check.declarations.declaration_findings import Declarations, check_second_board
from forthgame.check.declarations.event_findings import (
    check_derived,
    check_endings,
    check_opening,
    check_puzzle,
    check_together,
)
from forthgame.check.declarations.recording_findings import check_recording
from forthgame.check.declarations.reset_findings import check_resets
from forthgame.check.declarations.turn_findings import (
    check_chance_turns,
    check_priorities,
    check_turn_owners,
    check_turn_patterns,
    check_turn_servants,
)
from forthgame.check.declarations.unended_rounds import check_unended_rounds
from forthgame.check.declarations.unlike_siblings import check_unlike_siblings
from forthgame.check.declarations.word_findings import (
    check_appended,
    check_array_indexes,
    check_hiding,
    check_names,
    check_passes,
    check_reach,
    check_rules,
    check_untyped,
)
from forthgame.check.findings import Finding, merge_frequent, sorted_findings
from forthgame.check.loading.checked_script import CheckedScript, read_script, roles_of
from forthgame.check.stack_effects.effects import effects_of
from forthgame.check.stack_effects.kind_findings import check_kinds
from forthgame.check.stack_effects.stack_findings import check_stacks
from forthgame.check.text.blind_moves import check_blind_moves
from forthgame.check.text.contradictions import check_unlike
from forthgame.check.text.copied_code import check_pairs, check_rows
from forthgame.check.text.definition_text import DefinitionTexts
from forthgame.check.text.left_out_names import check_left_out
from forthgame.check.text.marks_left import check_marks_left
from forthgame.check.text.mirrored_families import check_reflected
from forthgame.check.text.missing_tests import check_missing_tests
from forthgame.check.text.names_of_one_player import check_names_of_one_player
from forthgame.check.text.near_copies import check_near_copies
from forthgame.check.text.overwritten import check_overwritten
from forthgame.check.text.position_sets import check_position_tests
from forthgame.check.text.result_findings import check_results
from forthgame.check.text.twin_rows import check_twin_rows
from forthgame.check.text.unlike_limits import check_unlike_limits
from forthgame.check.text.word_families import check_families, codes_of
from forthgame.compile.interpreter.native_interpreter import Progress


@dataclass
class CheckReport:
    """The findings in a script, in the order of the text."""

    name: str
    findings: list[Finding]
    script: CheckedScript | None = None

    def count(self, severity: str) -> int:
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
) -> CheckReport:
    """Check a script without playing it: a path, or the name of a bundled game.

    `text` replaces the contents of the file, as in an editor, and `instead` maps files that it
    loads to their text. Raises CheckTimeout if it takes longer than the seconds of the limits, and
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
) -> CheckReport:
    try:
        path = find_script(str(name)) if text is None else Path(name)
        script = read_script(path, progress, limits=limits, text=text, instead=instead)
    except ScriptError as error:
        place = error.place or Place(str(name), 1, 1)
        message = f"{error.message}; {error.hint}" if error.hint else error.message
        return CheckReport(str(name), [Finding("FG105", message, place)])
    analyse(script)
    return CheckReport(str(name), merge_frequent(sorted_findings(script.findings)), script)


def analyse(script: CheckedScript) -> None:
    """Add findings about the code and the declaration to a script. Raises CheckTimeout."""
    effects, roles = effects_of(script), roles_of(script)
    checks: list[Callable[[], None]] = [
        partial(check_stacks, script, effects, roles),
        partial(check_kinds, script, effects),
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
        texts, codes = DefinitionTexts(script, effects), codes_of(script, effects)
        checks += [
            Declarations(script).check,
            partial(check_derived, script),
            partial(check_array_indexes, script, effects),
            partial(check_opening, script, effects),
            partial(check_together, script, effects),
            partial(check_passes, script, effects),
            partial(check_puzzle, script),
            partial(check_second_board, script),
            partial(check_untyped, script, effects),
            partial(check_families, script, codes),
            partial(check_reflected, script, codes),
            partial(check_mirrored, script),
            partial(check_rows, texts),
            partial(check_pairs, texts),
            partial(check_unlike, texts),
            partial(check_near_copies, texts),
            partial(check_missing_tests, texts),
            partial(check_marks_left, texts),
            partial(check_names_of_one_player, texts, roles),
            partial(check_unlike_limits, texts),
            partial(check_position_tests, texts),
            partial(check_twin_rows, texts),
            partial(check_recording, script, effects, roles),
            partial(check_overwritten, texts),
            partial(check_blind_moves, texts, roles),
            partial(check_resets, texts, roles),
            partial(check_unlike_siblings, texts, roles),
            partial(check_unended_rounds, texts),
            partial(check_turn_owners, script),
            partial(check_chance_turns, script),
            partial(check_turn_patterns, script),
            partial(check_turn_servants, script),
            partial(check_priorities, script, effects),
            partial(check_results, texts),
            partial(check_left_out, texts),
        ]
    for check_part in checks:
        script.deadline.look()
        check_part()
