"""Findings about contradictions in the text of definitions.

They concern numbers of different kinds, steps without effect, repeated tests, results on the wrong
side of an IF, and bounds of loops.
"""

from __future__ import annotations

import operator
import re
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise

from forthgame.analysis.dataflow import closure
from forthgame.check.findings import line_of
from forthgame.check.text.definition_text import DefinitionText, DefinitionTexts, Fork
from forthgame.check.word_kinds import AT, HERE, STRUCTURES, THERE
from forthgame.words.effect_sets import LOOKING
from forthgame.words.primitives import TABLE
from forthgame.words.registers.memory_layout import CELL
from forthgame.words.word_sets import FETCHING

IDLE_PHRASES: dict[tuple[str, ...], str] = {
    ("SWAP", "SWAP"): "the two undo each other",
    ("NEGATE", "NEGATE"): "the two undo each other", ("add-move", "add-move"):
    "the second finds nothing recorded", ("here", "to"): "it goes where it is",
    ("from", "home"): "it sets what is so already",
    ("here", "here", "move"): "it moves a piece to where it is",
    ("from", "from", "move"): "it moves a piece to where it is",
    ("here", "from", "move"): "it moves what is here back to the start",
}  # fmt: skip
IDLE_ENDS = {said[-1] for said in IDLE_PHRASES}
STEPS = frozenset(("to", "back", "home", "EXECUTE", "$pos", "$from"))
MOVING_WORDS = STRUCTURES | STEPS
SHORTEST = 12  # rounds of the shortest loop that is compared with the board
EXCLUDES = {
    "empty?": ("friend?", "enemy?", "not-empty?"),
    "friend?": ("empty?", "enemy?"),
    "enemy?": ("empty?", "friend?"),
    "not-empty?": ("empty?",),
}

EXCLUDES_AT = {
    f"{one[:-1]}-at?": tuple(f"{other[:-1]}-at?" for other in others)
    for one, others in EXCLUDES.items()
}
CONSTANT = frozenset(("player", "piece", "position", "number"))
STABLE_WORDS = frozenset(
    ("I", "J", "here", "from", "DUP", "current-player", "piece-type", "player")
)
ON = "#UnknownScore"
FINAL_RESULTS = frozenset(("#WinScore", "#LossScore", "#DrawScore"))
NEGATING_WORDS = frozenset(("NOT", "0=", "INVERT", "0<>", "=", "<>"))
GROWING_COUNTS = frozenset(("turn-number", "quiet-turns", "repetitions"))
COMPARISONS: dict[str, Callable[[int, int], bool]] = {
    "=": operator.eq, "<>": operator.ne, "<": operator.lt, ">": operator.gt,
    "<=": operator.le, ">=": operator.ge,
}  # fmt: skip
HARMLESS = LOOKING | FETCHING | STRUCTURES | STABLE_WORDS | HERE | THERE | {"MOD", "/"}
CONTROL = STRUCTURES | {"EXIT", "verify"}


def check_unlike(texts: DefinitionTexts) -> None:
    """Report comparisons of different kinds, steps without effect, contradictions and bounds."""
    moves = {record.word.token for record in texts.script.declared.all("moves") if record.word}
    for body in texts.bodies:
        for check in (_check_idle, _check_contradictions):
            check(texts, body)
        for fork in body.forks():
            _check_inner(texts, body, fork)
            _check_repeated(texts, body, fork)
            if body.word.name == "OnIsGameOver" and fork.other >= 0:
                _check_result(texts, body, fork)
        if body.word.name == "OnIsGameOver":
            _check_limits(texts, body)
        _check_comparisons(texts, body)
        if body.word.token in moves:
            _check_standing(texts, body)
    _check_bounds(texts)


def _check_idle(texts: DefinitionTexts, body: DefinitionText) -> None:
    """Report words that undo each other or have no effect."""
    for at, text in enumerate(body.texts):
        if text in IDLE_ENDS:
            for count in (2, 3):
                said = tuple(body.texts[at + 1 - count : at + 1]) if at + 1 >= count else ()
                if said in IDLE_PHRASES:
                    _idle(texts, body, at, " ".join(said), IDLE_PHRASES[said])
        elif text in ("!", "later!") and at > 2:
            name, fetch, again = body.texts[at - 3 : at]
            if fetch == "@" and name == again and texts.kind(name) == "variable":
                said = tuple(body.texts[at - 3 : at + 1])
                _idle(texts, body, at, " ".join(said), f"`{name}` keeps its value")


def _idle(texts: DefinitionTexts, body: DefinitionText, at: int, said: str, why: str) -> None:
    line = body.tokens[at].place.line
    if any(f.code == "FG303" and f.place.line == line for f in texts.script.findings):
        return  # FG303 reports the same mistake with more detail
    texts.script.report(
        "FG549",
        f"`{said}` is probably a mistake: {why}; is another word meant?",
        body.tokens[at],
        body.word.name,
    )


def may_move(texts: DefinitionTexts, text: str) -> bool:
    """Return whether a word may move `here`; deferred words may run a direction."""
    named = texts.kind(text) in ("direction", "word") or texts.roles.get(text) == ""
    return named or text in MOVING_WORDS


def _check_contradictions(texts: DefinitionTexts, body: DefinitionText) -> None:
    """Report a test of `here` that cannot hold after the previous one."""
    known = ""
    for k, (text, after) in enumerate(pairwise([*body.texts, ""])):
        if may_move(texts, text):
            known = ""
        elif text in EXCLUDES and after == "verify":
            if text in EXCLUDES.get(known, ()):
                texts.script.report(
                    "FG550",
                    f"`{text} verify` cannot hold here, because `{known} verify` has held; is "
                    "another test meant?",
                    body.tokens[k],
                    body.word.name,
                )
            known = text


def _check_standing(texts: DefinitionTexts, body: DefinitionText) -> None:
    """Report a move word that moves its piece before any step.

    Behind variables and words of the script, this is a way to show what is chosen if no step
    follows.
    """
    certain = True
    for k, text in enumerate(body.texts):
        if may_move(texts, text) and not _stays(texts, text):
            return
        certain = certain and texts.kind(text) not in ("variable", "word")
        if text == "move" and body.texts[k - 2 : k] == ["from", "here"]:
            if certain or any(texts.kind(each) == "direction" for each in body.texts[k:]):
                _idle(texts, body, k, "from here move", "nothing has left the start before")
            return


def _stays(texts: DefinitionTexts, name: str) -> bool:
    """Return whether a word of the script never changes `here`."""
    bodies = {body.word.name: body.texts for body in texts.bodies}
    ran = closure([name], lambda each: [t for t in bodies.get(each, ()) if t in bodies])
    return name in bodies and not any(
        text in STEPS or texts.kind(text) == "direction" or texts.roles.get(text) == ""
        for each in ran
        for text in bodies[each]
    )


@dataclass(frozen=True)
class _BoardLoop:
    """A loop from 0: its definition, the index of its limit, the limit, and the board's size.

    `array` is the array with an item for each position that it goes through, empty if none.
    """

    body: DefinitionText
    at: int
    limit: int
    size: int
    array: str


def _check_bounds(texts: DefinitionTexts) -> None:
    """Report a counted loop over the board or an array that is off by one."""
    sizes, tables = _sizes(texts), _tables(texts)
    loops = [loop for body in texts.bodies for loop in _loops(texts, body, sizes, tables)]
    common = Counter(loop.limit for loop in loops)
    for loop in loops:
        lone = common[loop.limit] == 1 and common[loop.size] == 0
        short = loop.limit == loop.size - 1 and (common[loop.size] > 0 or loop.array or lone)
        if loop.limit != loop.size and (loop.limit == loop.size + 1 or short):
            too = f" and `{loop.array}` as many items" if loop.array else ""
            has = f"the board has {loop.size} positions{too}"
            if loop.size not in sizes:
                has = f"`{loop.array}` has {loop.size} items"
            texts.script.report(
                "FG546",
                f"the loop ends at {loop.limit}, but {has}; is that right?",
                loop.body.tokens[loop.at],
                loop.body.word.name,
            )


def _sizes(texts: DefinitionTexts) -> set[int]:
    """Return the numbers of positions, of the grid and of all."""
    grid = sum(board == 0 for board, _, _ in texts.script.declared.cells)
    return {len(texts.script.declared.positions), grid} - {0}


def _tables(texts: DefinitionTexts) -> dict[str, int]:
    """Return the arrays whose last item is given a value by its number, with their sizes."""
    found = {}
    names = [re.escape(word.name) for word in texts.script.words if word.role == "array"]
    written = {body.tokens[0].source.text for body in texts.bodies if body.tokens}
    for text in sorted(written) if names else ():
        made = re.findall(rf"(?<!\S)(\d{{1,4}})\s+\[\]\s+({'|'.join(names)})(?!\S)", text)
        for size, name in made:
            filled = rf"(?<!\S){int(size) - 1}\s+{re.escape(name)}\s+!(?!\S)"
            if re.search(filled, text):
                found[name] = int(size)
    return found


def _loops(
    texts: DefinitionTexts, body: DefinitionText, sizes: set[int], tables: dict[str, int]
) -> list[_BoardLoop]:
    found = []
    arrays = {
        name: size // CELL
        for name, (_, size) in texts.script.declared.storage_places().items()
        if size // CELL in sizes
    }
    for k in range(2, len(body.texts)):
        if body.texts[k] != "DO" or body.texts[k - 1] != "0":
            continue
        limit = texts.script.value(body.tokens[k - 2])
        rest = body.texts[k + 1 :]
        inside = rest[: rest.index("LOOP")] if "LOOP" in rest else []
        uses = [after for before, after in pairwise(inside) if before == "I"]
        array = next((name for name in uses if name in arrays), "")
        table = next((name for name in uses if tables.get(name, -1) - 1 == limit), "")
        if table:
            found.append(_BoardLoop(body, k - 2, tables[table] - 1, tables[table], table))
        if limit is None or limit < SHORTEST - bool(array) or "+" in uses or "1+" in uses:
            continue
        if array or not AT.isdisjoint(uses):
            near = [size for size in sizes if abs(size - limit) == 1]
            meant = [limit] if limit in sizes else near[:1]
            found += [_BoardLoop(body, k - 2, limit, size, array) for size in meant]
    return found


# -- nested tests ----------------------------------------------------------------------------------


def _check_inner(texts: DefinitionTexts, body: DefinitionText, fork: Fork) -> None:
    """Report the first test in a branch if it contradicts the condition."""
    said = body.texts
    first = fork.at + 1
    if fork.at == 0 or "word" in (texts.kind(said[fork.at - 1]), texts.kind(said[first])):
        return
    test, of = said[fork.at - 1], said[fork.at - 2] if fork.at > 1 else ""
    if said[first] in EXCLUDES.get(test, ()):
        _report_inner(texts, body, first, test, said[first])
    elif of in STABLE_WORDS and said[first] == of and said[first + 1] in EXCLUDES_AT.get(test, ()):
        _report_inner(texts, body, first + 1, f"{of} {test}", f"{of} {said[first + 1]}")
    elif test == "=" and fork.at >= 3 and said[first + 2 : first + 4] == ["=", "IF"]:
        one, other = said[fork.at - 2], said[first + 1]
        same = said[fork.at - 3] == said[first] and said[first] in STABLE_WORDS
        kinds = texts.kind(one), texts.kind(other)
        if same and one != other and kinds[0] == kinds[1] and kinds[0] in CONSTANT:
            whole = f"{said[first]} {one} =", f"{said[first]} {other} ="
            _report_inner(texts, body, first + 2, *whole)


def _report_inner(
    texts: DefinitionTexts, body: DefinitionText, at: int, before: str, test: str
) -> None:
    texts.script.report(
        "FG550",
        f"`{test}` cannot hold here, because `{before} IF` has held; is it "
        "meant for the other way?",
        body.tokens[at],
        body.word.name,
    )


def _check_repeated(texts: DefinitionTexts, body: DefinitionText, fork: Fork) -> None:
    """Report a test that begins the ELSE of an IF and is the one that has just failed."""
    said, first = body.texts, fork.other + 1
    if fork.other < 0 or first >= fork.end:
        return
    end = next((k for k in range(first, fork.end) if said[k] in CONTROL), first)
    asked = said[first:end]
    if not asked or said[end] != "IF" or said[fork.at - len(asked) : fork.at] != asked:
        return
    if _only_looks(texts, asked):
        texts.script.report(
            "FG550",
            f"`{' '.join(asked)}` cannot hold here, because it has failed in "
            f"{line_of(body.tokens[fork.at].place, body.tokens[end].place)}; is another test meant "
            "in one of the two?",
            body.tokens[end - 1],
            body.word.name,
        )


def _only_looks(texts: DefinitionTexts, said: list[str]) -> bool:
    """Return whether words leave one item, take none from before, and change nothing."""
    bodies = {body.word.name: body for body in texts.bodies}
    depth = 0
    for text in said:
        row, taken, left = TABLE.by_name.get(text), 0, 1
        if text in bodies and texts.effects is not None:
            ran = closure([text], lambda each: [t for t in bodies[each].texts if t in bodies])
            if not all(_looks(texts, each) for name in ran for each in bodies[name].texts):
                return False
            result = texts.effects.of(bodies[text].word)
            taken, left = result.inputs, result.outputs
        elif not _looks(texts, text):
            return False
        elif row is not None:
            taken, left = len(row.effect.inputs), len(row.effect.outputs)
        depth += left - taken
        if depth < left:
            return False
    return depth == 1


def _looks(texts: DefinitionTexts, text: str) -> bool:
    """Return whether a word changes nothing, as far as its name shows."""
    row = TABLE.by_name.get(text)
    if text in HARMLESS or (row is not None and row.kind == "shuffle"):
        return True
    return row is None and texts.kind(text) not in ("", "direction")


# -- exchanged results -----------------------------------------------------------------------------


def _check_result(texts: DefinitionTexts, body: DefinitionText, fork: Fork) -> None:
    """Report an IF that continues the game when it must end and ends it otherwise."""
    yes = body.texts[fork.at + 1 : fork.other]
    no = body.texts[fork.other + 1 : fork.end]
    ending = len(no) == 1 and no[0] in FINAL_RESULTS
    asked = condition(body, fork.at)
    limit = len(asked) == 3 and asked[0] in GROWING_COUNTS and asked[2] in (">", ">=")
    goes_on = ON in yes and not {"#WinScore", "#LossScore"} & {*yes}  # except for a draw
    if ending and _without_a_move(asked) and goes_on:
        why = f"without a move the game goes on, and with one it is over ({no[0]})"
    elif ending and limit and yes == [ON]:
        why = f"the game is over ({no[0]}) until `{' '.join(asked)}`, and goes on from then"
    else:
        return
    texts.script.report(
        "FG554",
        f"{why}; do the ways of this IF stand on the wrong sides?",
        body.tokens[fork.at],
        body.word.name,
    )


def _check_limits(texts: DefinitionTexts, body: DefinitionText) -> None:
    """Report an end of the game that comes as long as a number of turns is small."""
    for fork in body.forks():
        asked = condition(body, fork.at)
        yes = body.texts[fork.at + 1 : fork.other if fork.other >= 0 else fork.end]
        small = len(asked) > 2 and asked[0] in GROWING_COUNTS and asked[-1] in ("<", "<=")
        if small and len(yes) == 1 and yes[0] in FINAL_RESULTS:
            texts.script.report(
                "FG554",
                f"the game is over ({yes[0]}) as long as `{' '.join(asked)}`, so from its "
                "first turn on; is another comparison meant?",
                body.tokens[fork.at - 1],
                body.word.name,
            )


# -- comparisons -----------------------------------------------------------------------------------


def _check_comparisons(texts: DefinitionTexts, body: DefinitionText) -> None:
    """Report comparisons that never hold, or always."""
    said = body.texts
    for at, text in enumerate(said):
        if text == "verify" and at > 2 and said[at - 1] in COMPARISONS and said[at - 3] == "here":
            _check_limit_of_here(texts, body, at - 1)
        elif text in COMPARISONS and at > 1 and said[at - 1] == "DUP":
            if _is_fixed(texts, said[at - 2]):
                report_comparison(texts, body, at, f"compares `{said[at - 2]}` with itself")
        elif text in ("AND", "OR"):
            _check_both(texts, body, at)


def _check_limit_of_here(texts: DefinitionTexts, body: DefinitionText, at: int) -> None:
    """Report a comparison of `here` with a number that no position meets."""
    limit = texts.script.value(body.tokens[at - 1])
    count = len(texts.script.declared.positions)
    holds = COMPARISONS[body.texts[at]]
    if limit is not None and count and not any(holds(k, limit) for k in range(count)):
        report_comparison(texts, body, at, "holds on no position of the board")


def _check_both(texts: DefinitionTexts, body: DefinitionText, at: int) -> None:
    """Report two comparisons of one number that never hold together, or of which one always does.

    `at` is the index of the AND or OR after them.
    """
    two = _comparison(texts, body, at)
    one = _comparison(texts, body, at - len(two[0]) - 2) if two else None
    if not two or not one or one[0] != two[0]:
        return
    near = {number + by for number in (one[2], two[2]) for by in (-1, 0, 1)}
    tests = [(COMPARISONS[test], number) for _, test, number in (one, two)]
    both = [[holds(k, number) for holds, number in tests] for k in near]
    if body.texts[at] == "AND" and not any(map(all, both)):
        report_comparison(texts, body, at, "never holds, as one number cannot meet both tests")
    if body.texts[at] == "OR" and all(map(any, both)):
        report_comparison(texts, body, at, "always holds, as every number meets one test")


def _comparison(
    texts: DefinitionTexts, body: DefinitionText, end: int
) -> tuple[list[str], str, int] | None:
    """Return what is compared before an index, the comparison, and the number; None if unknown."""
    said = body.texts
    if end < 3 or said[end - 1] not in COMPARISONS:
        return None
    number = texts.script.value(body.tokens[end - 2])
    if number is None or texts.kind(said[end - 2]) in ("variable", "word", "direction"):
        return None
    if said[end - 3] in STABLE_WORDS - {"DUP"}:
        return [said[end - 3]], said[end - 1], number
    if said[end - 3] == "@" and end > 3 and texts.kind(said[end - 4]) == "variable":
        return [said[end - 4], "@"], said[end - 1], number
    return None


def _is_fixed(texts: DefinitionTexts, text: str) -> bool:
    return texts.kind(text) in CONSTANT or texts.kind(text) == "constant"


def report_comparison(texts: DefinitionTexts, body: DefinitionText, at: int, why: str) -> None:
    first = max(0, at - 6) if body.texts[at] in ("AND", "OR") else at - 2
    texts.script.report(
        "FG550",
        f"`{' '.join(body.texts[first : at + 1])}` {why}; is another test meant?",
        body.tokens[at],
        body.word.name,
    )


def _without_a_move(condition: list[str]) -> bool:
    """Return whether a condition holds whenever there is no move."""
    if "stalemate?" not in condition:
        return False
    rest = condition[condition.index("stalemate?") + 1 :]
    return not rest or (rest[-1] == "OR" and not NEGATING_WORDS & {*rest})


def condition(body: DefinitionText, at: int) -> list[str]:
    """Return the words of an IF's condition, back to the previous control word."""
    found: list[str] = []
    while at > 0 and body.texts[at - 1] not in CONTROL | FINAL_RESULTS | {ON}:
        at -= 1
        found.insert(0, body.texts[at])
    return found if not {"AND", "XOR"} & {*found} else []
