"""Findings about items of the wrong kind: a player for a position, a variable without `@` …"""

from __future__ import annotations

from collections import defaultdict
from typing import Any

from forthgame.check.findings import line_of
from forthgame.check.loading.checked_script import CheckedScript
from forthgame.check.stack_effects.effects import StackEffects
from forthgame.check.stack_effects.item_kinds import (
    ADDRESS,
    FLAG,
    MOVE_TYPE,
    NUMBER,
    PIECE,
    PLAYER,
    POSITION,
    TOKEN,
    TYPE,
    commented_kinds,
    is_mistake,
    with_article,
)
from forthgame.check.stack_effects.walk_result import KNOWN, Misuse, WalkResult
from forthgame.words.table.dictionary import Word

NEVER_STORED = frozenset((NUMBER, FLAG, ""))
ADVICE = {
    ADDRESS: "is @ missing?",
    TOKEN: "is EXECUTE missing?",
}


def check_kinds(script: CheckedScript, effects: StackEffects) -> None:
    """Report items of the wrong kind in every definition, and in variables."""
    results = [(word, effects.of(word)) for word in script.definitions]
    for word, result in results:
        if result.misuses:
            _check_misuses(script, word, result)
        _check_comment(script, effects, word, result)
    _check_variables(script, results)


def _check_misuses(script: CheckedScript, word: Word, result: WalkResult) -> None:
    """Report each kind of misuse once, because rows of a word often repeat it."""
    reported: set[tuple[str, str, str]] = set()
    for (cell, _), misuse in sorted(result.misuses.items(), key=lambda item: item[0]):
        token = script.reader.code.token(cell)
        name = token.text if token is not None else ""
        if misuse is not None and (misuse.wanted, misuse.given, name) not in reported:
            reported.add((misuse.wanted, misuse.given, name))
            source = script.reader.code.token(misuse.source) if misuse.source >= 0 else None
            where = ""
            if source is not None and token is not None and source.place.line != token.place.line:
                where = f" (`{source.text}` in {line_of(source.place, token.place)})"
            _report(script, word, cell, misuse, where)


def _report(script: CheckedScript, word: Word, cell: int, misuse: Misuse, where: str = "") -> None:
    token = script.reader.code.token(cell)
    name = f"`{token.text}`" if token is not None else "this"
    one, other = with_article(misuse.wanted), with_article(misuse.given)
    advice = next((ADVICE[k] for k in (misuse.given, misuse.wanted) if k in ADVICE), "")
    if misuse.compared:
        message = f"{name} compares {one} with {other}{where}"
    else:
        message = f"{name} takes {one}, and gets {other}{where}"
    script.report_at("FG545", f"{message}; {advice or 'is another word meant?'}", cell, word)


# -- variables ------------------------------------------------------------------------------------


def _check_variables(script: CheckedScript, results: list[tuple[Word, WalkResult]]) -> None:
    """Report uses of a variable's contents that contradict everything that is stored there."""
    stored: dict[Any, list[tuple[str, int]]] = defaultdict(list)
    escaped: set[Any] = set()
    for _, result in results:
        escaped |= result.escapes
        for cell, (storage, kind) in result.stores.items():
            stored[storage].append((kind, cell))
    kinds = {}
    for storage, items in stored.items():
        found = {kind for kind, _ in items} - {NUMBER}
        if storage not in escaped and len(found) == 1 and not found & NEVER_STORED:
            kinds[storage] = (
                found.pop(),
                max(cell for kind, cell in items if kind not in NEVER_STORED),
            )
    for word, result in results:
        for (cell, _), (storage, wanted) in result.loads.items():
            given, source = kinds.get(storage, ("", 0))
            if is_mistake(wanted, given):
                _report(script, word, cell, Misuse(wanted, given), _stored_in(script, source))
        for cell, (storage, against) in result.compared.items():
            given, source = kinds.get(storage, ("", 0))
            if not isinstance(against, str):
                against, _ = kinds.get(against, ("", 0))
            apart = is_mistake(against, given) or is_mistake(given, against)
            if given and apart:
                _report(
                    script, word, cell, Misuse(against, given, True), _stored_in(script, source)
                )


def _stored_in(script: CheckedScript, cell: int) -> str:
    token = script.reader.code.token(cell)
    return f", stored in line {token.place.line}" if token is not None else ""


# -- comments -------------------------------------------------------------------------------------

STRONG = frozenset((POSITION, PLAYER, TYPE, PIECE, TOKEN, ADDRESS, MOVE_TYPE))


def _check_comment(
    script: CheckedScript, effects: StackEffects, word: Word, result: WalkResult
) -> None:
    """Report a comment that names other kinds of items than the code takes or leaves."""
    hints = commented_kinds(word.comment)
    if hints is None or result.state != KNOWN or STRONG.isdisjoint((*hints[0], *hints[1])):
        return
    if (len(hints[0]), len(hints[1])) != (result.inputs, result.outputs):
        return
    for said, seen, verb in zip(hints, effects.kinds(word.entry, result), ("takes", "leaves"),
                                strict=True):  # fmt: skip
        for hint, kind in zip(said, seen, strict=True):
            if hint in STRONG and kind in STRONG and is_mistake(hint, kind):
                script.report(
                    "FG213",
                    f"the comment of `{word.name}` names {with_article(hint)}, and the code {verb} "
                    f"{with_article(kind)}; correct the one that is wrong",
                    word.place,
                    word.name,
                )
                return
