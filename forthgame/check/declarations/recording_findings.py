"""Findings about the order in which move words record actions."""

from __future__ import annotations

from forthgame.analysis.dataflow import closure
from forthgame.analysis.function import Function
from forthgame.check.declarations.word_findings import may_reach
from forthgame.check.findings import line_of
from forthgame.check.loading.checked_script import CheckedScript, WordRoles
from forthgame.check.stack_effects.effects import StackEffects
from forthgame.words.effect_sets import ACTING, COMMITTING
from forthgame.words.table.dictionary import Word
from forthgame.words.word_sets import GOING_ON

RECORDING = (ACTING | GOING_ON | {"(COMPILE)"}) - COMMITTING
UNKNOWN_CALLS = frozenset(("EXECUTE", "(DEFER)"))


def check_recording(script: CheckedScript, effects: StackEffects, roles: WordRoles) -> None:
    """Report changes that a later `move` overwrites, and actions that no add-move ends."""
    for word in script.definitions:
        moves = effects.of(word).early_changes
        for cell in moves:
            if moves[cell]:
                script.report_at(
                    "FG559",
                    "`move` puts the piece there as it stands on the board, so the change recorded "
                    f"before it in `{word.name}` is lost; record the change after `move`",
                    cell,
                    word,
                )
    for word in roles.move_words.values():
        if word.place is not None and not effects.program.function(word.entry).refused:
            _check_last_actions(script, effects, word)


def _check_last_actions(script: CheckedScript, effects: StackEffects, word: Word) -> None:
    """Report an action of a move word after which no move is added, if one is added before."""
    function = effects.program.function(word.entry)
    visited = effects.of(word).visited & function.instructions.keys()
    adding = {cell for cell in visited if _adds(effects, function, cell)}
    actions = [cell for cell in visited if function.instructions[cell].name in RECORDING]
    if not adding or not actions:
        return

    def onward(cell: int) -> list[int]:
        return [to for to in function.instructions[cell].ways if to in visited]

    start = [to for cell in adding for to in onward(cell)]
    behind = {*closure(start, onward)}
    for cell in sorted(behind.intersection(actions)):
        if adding.isdisjoint([*closure(onward(cell), onward)]):
            before = max((c for c in adding if c < cell), default=min(adding))
            token, end = script.reader.code.token(cell), script.reader.code.token(before)
            if token is None or end is None:
                return
            script.report_at(
                "FG560",
                f"`{token.text}` is lost: it is recorded after the move has been added "
                f"({line_of(end.place, token.place)}), and no add-move follows; record it before "
                "add-move",
                cell,
                word,
            )
            return


def _adds(effects: StackEffects, function: Function, cell: int) -> bool:
    """Return whether an instruction may add a move, itself or through a call."""
    each = function.instructions[cell]
    if each.name == "(CALL)":
        word = effects.words.get(each.operand)
        return word is None or may_reach(effects, word, COMMITTING)
    return each.name in COMMITTING or each.name in UNKNOWN_CALLS
