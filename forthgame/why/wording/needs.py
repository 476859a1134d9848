"""Describes what a test needs in plain words: `e3 to be empty; e3 holds White man`."""

from __future__ import annotations

from forthgame.check.word_kinds import AGAINST_ZERO, COMPARING, HERE, THERE, TURNING
from forthgame.why.inspection.short_texts import bracketed, brief
from forthgame.why.recording.stack_origins import Origin, expression
from forthgame.why.recording.trial import Decision
from forthgame.why.wording.wording import Wording

DEEP = 6  # words that are looked through
MOST_PARTS = 2  # parts of an AND or OR that are described
COMPARED = {
    ">": ("more than {}", "{} or less"), "<": ("less than {}", "{} or more"),
    ">=": ("{} or more", "less than {}"), "<=": ("{} or less", "more than {}"),
    "=": ("{}", "other than {}"), "<>": ("other than {}", "{}"),
}  # fmt: skip  # if it has to hold, and if it must not
AGAINST = {"0=": "=", "0<>": "<>", "0<": "<", "0>": ">", "0<=": "<=", "0>=": ">="}
CONTENTS = {
    "empty?": ("{} to be empty", "{} to be occupied"),
    "not-empty?": ("{} to be occupied", "{} to be empty"),
    "friend?": ("a friend on {}", "no friend on {}"),
    "enemy?": ("an enemy on {}", "no enemy on {}"),
}
CONTENTS |= {f"{name[:-1]}-at?": texts for name, texts in CONTENTS.items()}


def needs(wording: Wording, test: Decision) -> str:
    """Describe what a decision would need to go the other way, what is there, and its lines.

    Only the part of an AND or OR that decided is described.
    """
    wanted = not test.passed
    parts = _decisive(test.origin, wanted, 0)
    told = [_condition(wording, origin, value) for origin, value in parts[:MOST_PARTS]]
    joint = " or " if len(parts) > 1 and wanted else " and "
    is_there = [_present(wording, origin) for origin, _ in parts[:MOST_PARTS]]
    sentence = joint.join(dict.fromkeys(told))
    seen = ", ".join(dict.fromkeys(text for text in is_there if text))
    places = [wording.probe.place(cell) for cell in _cells(test, parts[:MOST_PARTS]) if cell >= 0]
    return f"{sentence}{f'; {seen}' if seen else ''}{bracketed(*places)}"


def decisive_parts(test: Decision) -> list[Origin]:
    """Return the tests that decided a flag, inside of AND, OR and NOT."""
    return [origin for origin, _ in _decisive(test.origin, not test.passed, 0)]


def _cells(test: Decision, parts: list[tuple[Origin, bool]]) -> list[int]:
    return [test.cell, *(origin.cell for origin, _ in parts)]


def _decisive(origin: Origin, wanted: bool, deep: int) -> list[tuple[Origin, bool]]:
    """Return the parts of a flag that have to change to get the wanted one, with their flags."""
    if deep < DEEP and origin.inputs and all(known.word for known in origin.inputs):
        if origin.word in TURNING:
            return _decisive(origin.inputs[0], not wanted, deep + 1)
        if origin.word in ("AND", "OR"):
            changing = [i for i in origin.inputs if bool(i.value) != wanted]
            return [part for i in changing for part in _decisive(i, wanted, deep + 1)]
    return [(origin, wanted)]


def _condition(wording: Wording, origin: Origin, wanted: bool) -> str:
    word, inputs = origin.word, origin.inputs
    which = 0 if wanted else 1
    if word in COMPARING and word in COMPARED and len(inputs) == 2:
        right = _value(wording, inputs[1])
        return f"`{expression(inputs[0])}` to be {COMPARED[word][which].format(right)}"
    if word in AGAINST_ZERO and inputs and word in AGAINST:
        number = COMPARED[AGAINST[word]][which].format("0")
        return f"`{expression(inputs[0])}` to be {number}"
    if word in HERE | THERE and word in CONTENTS:
        place = inputs[0].value if inputs else origin.here
        return CONTENTS[word][which].format(wording.position(place))
    if word in wording.ways.names:
        where = wording.position(origin.here)
        return f"`{word}` to lead {'on' if wanted else 'nowhere'} from {where}"
    if not word:
        return "the flag to be other than 0" if wanted else "the flag to be 0"
    return f"`{expression(origin)}`{'' if wanted else ' not to hold'}"


def _value(wording: Wording, origin: Origin) -> str:
    """Return a number as the right side of a comparison: `2`, `Z1 piece-value` 1."""
    name = expression(origin)
    return name if name == str(origin.value) else wording.valued(origin)


def _present(wording: Wording, origin: Origin) -> str:
    """Return what is there instead."""
    word, inputs = origin.word, origin.inputs
    if (word in COMPARING and len(inputs) == 2) or (word in AGAINST_ZERO and inputs):
        left = inputs[0]
        name, meant = expression(left), wording.meaning(left)
        if name == str(left.value):
            return f"it is {name}"
        return f"it is {left.value}" + (f" ({meant})" if meant else "")
    sentence = wording.reason(origin, 0, origin.cell, variables=False)
    asked = (inputs[0].value if inputs else origin.here) if word in HERE | THERE else -1
    place = wording.set_up_place(asked)
    return f"{sentence}, as set up in {brief(place)}" if place is not None else sentence
