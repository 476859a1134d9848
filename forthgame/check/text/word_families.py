"""Findings about families of words: copies that should differ in their directions only."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from itertools import pairwise

from forthgame.check.declarations.word_findings import instructions_of
from forthgame.check.findings import line_of
from forthgame.check.loading.checked_script import CheckedScript
from forthgame.check.stack_effects.effects import StackEffects
from forthgame.check.text.copied_code import FEWEST, ROUNDS, SEPARATORS, differing
from forthgame.check.word_kinds import DIRECTIONS
from forthgame.words.table.dictionary import Word
from forthgame.words.word_sets import BRANCHES

Shape = tuple[tuple[str, int], ...]  # operations with their operands


@dataclass(frozen=True)
class WordCode:
    """The code of a word: its operations and operands, and the directions in it, in order."""

    word: Word
    full: Shape
    shape: Shape  # `full` with all directions equal
    directions: tuple[int, ...]
    cells: tuple[int, ...]


Codes = dict[int, WordCode]  # by the tokens of words


def codes_of(script: CheckedScript, effects: StackEffects) -> Codes:
    """Return the code of every definition that can be followed."""
    directions = _directions(script)
    return {
        word.token: _body(effects, word, directions)
        for word in script.definitions
        if not effects.program.function(word.entry).refused
    }


def _directions(script: CheckedScript) -> dict[int, int]:
    """Return the operands of directions by their tokens."""
    return {w.token: w.operand or 0 for w in script.words if w.role == "direction"}


def check_families(script: CheckedScript, codes: Codes) -> None:
    """Report equal words of a move list, and words that differ from their family."""
    directions = _directions(script)
    _check_twins(script, codes)
    for body in codes.values():
        script.deadline.look()
        _check_round(script, body, directions)
    families: dict[str, list[WordCode]] = defaultdict(list)
    for body in codes.values():
        if body.directions:
            families[_stem(body.word.name)].append(body)
    for family in families.values():
        _check_family(script, family)


def _stem(name: str) -> str:
    """Return a name without its last part, or its first character if it has only one part."""
    return name[: max(1, *(name.rfind(sign) for sign in SEPARATORS))]


def _body(effects: StackEffects, word: Word, directions: dict[int, int]) -> WordCode:
    effects.deadline.look()
    listed = instructions_of(effects, word)
    full = tuple(
        (i.name, i.operand - word.entry if i.name in BRANCHES else i.operand) for i in listed
    )
    going = [_direction(name, operand, directions) for name, operand in full]
    shape = tuple(
        (name, operand if way is None else -1)
        for (name, operand), way in zip(full, going, strict=True)
    )
    used = tuple(way for way in going if way is not None)
    return WordCode(word, full, shape, used, tuple(i.cell for i in listed))


def _direction(name: str, operand: int, directions: dict[int, int]) -> int | None:
    if name in DIRECTIONS:
        return operand
    return directions.get(operand) if name == "LIT" else None


def _check_twins(script: CheckedScript, bodies: dict[int, WordCode]) -> None:
    """Report two move words of one list with the same code."""
    reported: set[int] = set()
    for moves in script.declared.list_moves:
        seen: dict[tuple[Shape, int], Word] = {}
        for record, number in moves:
            body = bodies.get(record.word.token) if record.word is not None else None
            if body is None or not (body.directions or _is_numbered(body)):
                continue
            kind = 0 if body.directions else number
            before = seen.setdefault((body.full, kind), body.word)
            if before is body.word or body.word.token in reported:
                continue
            reported.add(body.word.token)
            line = f" ({line_of(before.place, body.word.place)})" if before.place else ""
            script.report(
                "FG535",
                f"`{body.word.name}` does the same as `{before.name}`{line}, and both are in one "
                f"list of moves; is its {'direction' if body.directions else 'number'} right?",
                body.word.place,
                body.word.name,
            )


def _is_numbered(body: WordCode) -> bool:
    """Return whether a word calls another one with a number."""
    names = [name for name, _ in body.full]
    return any(pair == ("LIT", "(CALL)") for pair in pairwise(names))


def _check_round(script: CheckedScript, body: WordCode, directions: dict[int, int]) -> None:
    """Report a word that is called once for each of several directions, but twice for one.

    Or for each of all but one, if there are more than four.
    """
    rounds: dict[tuple[str, int], list[tuple[int, int]]] = defaultdict(list)
    for place, (name, operand) in enumerate(body.full[:-1]):
        called = body.full[place + 1]
        if name == "LIT" and operand in directions and called[0] == "(CALL)":
            rounds[called].append((operand, body.cells[place]))
    by_token = {word.token: word.name for word in script.words if word.role == "direction"}
    for calls in rounds.values():
        tokens = [token for token, _ in calls]
        lacking = directions.keys() - tokens
        if len(directions) in ROUNDS[1:] and len(lacking) == 1 and len(set(tokens)) == len(tokens):
            named = next(w.name for w in script.words if w.token in lacking)
            turned = _turned_over(script, named)
            beside = [cell for token, cell in calls if by_token.get(token) == turned]
            script.report_at(
                "FG537",
                f"`{body.word.name}` goes through all directions but `{named}`; is it missing?",
                beside[0] if beside else calls[-1][1],
                body.word,
            )
        if len(calls) <= FEWEST or len(set(tokens)) != len(tokens) - 1:
            continue
        again, cell = next(call for k, call in enumerate(calls) if call[0] in tokens[:k])
        first = script.reader.code.token(calls[tokens.index(again)][1])
        line = f" (line {first.place.line})" if first is not None else ""
        script.report_at(
            "FG537",
            f"`{body.word.name}` goes through several directions, and twice through this one"
            f"{line}; is another one meant?",
            cell,
            body.word,
        )


def _turned_over(script: CheckedScript, name: str) -> str:
    """Return the direction of a grid that mirrors another one from top to bottom."""
    steps = {d.name: d.steps[:2] for d in script.declared.directions if d.steps is not None}
    rows, columns = steps.get(name, (0, 0))
    return next((other for other, step in steps.items() if step == (-rows, columns)), "")


def _check_family(script: CheckedScript, family: list[WordCode]) -> None:
    """Report the only word of a family with another shape."""
    shapes: dict[Shape, list[WordCode]] = defaultdict(list)
    for body in family:
        shapes[body.shape].append(body)
    most = max(shapes.values(), key=len)
    if len(most) >= FEWEST and len(family) == len(most) + 1:
        odd = next(body for body in family if body.shape != most[0].shape)
        place = _difference(odd.shape, most[0].shape)
        if place >= 0:
            script.report_at(
                "FG536",
                f"`{odd.word.name}` differs here from {_names(most)}, which are alike except for "
                "directions; is that intended?",
                odd.cells[min(place, len(odd.cells) - 1)],
                odd.word,
            )
    elif len(most) == len(family) > FEWEST:
        _check_directions(script, most)


def _check_directions(script: CheckedScript, family: list[WordCode]) -> None:
    """Report the only word that goes in two directions if each of the others goes in one."""
    if len(family[0].directions) < 2:
        return
    mixed = [body for body in family if len(set(body.directions)) > 1]
    if len(mixed) == 1:
        others = [body for body in family if body is not mixed[0]]
        script.report(
            "FG536",
            f"`{mixed[0].word.name}` goes in different directions where each of {_names(others)} "
            "goes in one; is that intended?",
            mixed[0].word.place,
            mixed[0].word.name,
        )


def _names(family: list[WordCode]) -> str:
    names = [f"`{body.word.name}`" for body in family]
    if len(names) > FEWEST:
        return f"{', '.join(names[:FEWEST])} and {len(names) - FEWEST} more"
    return f"{', '.join(names[:-1])} and {names[-1]}"


def _difference(odd: Shape, usual: Shape) -> int:
    """Return the index where two shapes differ; -1 if there are several or the shape is short.

    Jump targets are ignored, because a missing instruction moves them.
    """
    one, other = (
        [(name, 0 if name in BRANCHES else operand) for name, operand in shape]
        for shape in (odd, usual)
    )
    return differing(one, other) if len(other) >= 3 else -1
