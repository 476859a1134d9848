"""Findings about the order in which move words record actions."""

from __future__ import annotations

from collections import defaultdict

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
    calls = _calls(script, effects)
    ending = {word.entry: word for word in roles.move_words.values()}
    for word in (found := list(ending.values())):
        if word.place is None or effects.program.function(word.entry).refused:
            continue
        later = _LastActions(effects, word)
        later.report(script)
        for entry in later.ending_calls():
            called = effects.words.get(entry)
            if called is None or entry in ending:
                continue
            calls[entry].discard(word.entry)
            if not calls[entry]:  # every caller ends with it, so that nothing adds a move later
                ending[entry] = called
                found.append(called)


def _calls(script: CheckedScript, effects: StackEffects) -> dict[int, set[int]]:
    """Return the entries of the words that call or name each word."""
    found: dict[int, set[int]] = defaultdict(set)
    by_token = {word.token: word.entry for word in script.definitions}
    for word in script.definitions:
        for each in effects.program.function(word.entry).instructions.values():
            if each.name == "(CALL)":
                found[each.operand].add(word.entry)
            elif each.name == "LIT" and each.operand in by_token:
                found[by_token[each.operand]].add(-1)
    return found


class _LastActions:
    """The instructions of a word that record actions and that add moves."""

    def __init__(self, effects: StackEffects, word: Word) -> None:
        self.effects, self.word = effects, word
        self.function = effects.program.function(word.entry)
        self.visited = effects.of(word).visited & self.function.instructions.keys()
        self.adding = {cell for cell in self.visited if _adds(effects, self.function, cell)}

    def report(self, script: CheckedScript) -> None:
        """Report an action after which no move is added, if one is added before."""
        start = [to for cell in self.adding for to in self._onward(cell)]
        for cell in sorted({*closure(start, self._onward)}):
            if not self._records(cell) or not self._is_last(cell):
                continue
            before = max((c for c in self.adding if c < cell), default=min(self.adding))
            token, end = script.reader.code.token(cell), script.reader.code.token(before)
            if token is None or end is None:
                return
            script.report_at(
                "FG560",
                f"{self._what(cell)}`{token.text}` is lost: it is recorded after the move has been "
                f"added ({line_of(end.place, token.place)}), and no add-move follows; record it "
                "before add-move",
                cell,
                self.word,
            )
            return

    def _what(self, cell: int) -> str:
        return "an action of " if self.function.instructions[cell].name == "(CALL)" else ""

    def ending_calls(self) -> set[int]:
        """Return the entries of the words that are only called where no move is added later."""
        found: dict[int, bool] = {}
        for cell in self.visited:
            each = self.function.instructions[cell]
            if each.name == "(CALL)":
                found[each.operand] = found.get(each.operand, True) and self._is_last(cell)
        return {entry for entry, last in found.items() if last}

    def _onward(self, cell: int) -> list[int]:
        return [to for to in self.function.instructions[cell].ways if to in self.visited]

    def _is_last(self, cell: int) -> bool:
        return self.adding.isdisjoint([*closure(self._onward(cell), self._onward)])

    def _records(self, cell: int) -> bool:
        """Return whether an instruction records an action, itself or in a word that adds none."""
        each = self.function.instructions[cell]
        if each.name != "(CALL)":
            return each.name in RECORDING
        word = self.effects.words.get(each.operand)
        return word is not None and cell not in self.adding and _records(self.effects, word)


def _records(effects: StackEffects, word: Word) -> bool:
    """Return whether a word is known to record actions on some way."""
    return may_reach(effects, word, RECORDING) and not may_reach(effects, word, frozenset())


def _adds(effects: StackEffects, function: Function, cell: int) -> bool:
    """Return whether an instruction may add a move, itself or through a call."""
    each = function.instructions[cell]
    if each.name == "(CALL)":
        word = effects.words.get(each.operand)
        return word is None or may_reach(effects, word, COMMITTING)
    return each.name in COMMITTING or each.name in UNKNOWN_CALLS
