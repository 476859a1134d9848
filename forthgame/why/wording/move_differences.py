"""Differences between similar things: two moves, or two words that mirror each other."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator
from dataclasses import dataclass
from difflib import SequenceMatcher

from forthgame.base.errors import Place
from forthgame.check.word_kinds import AGAINST_ZERO, COMPARING, HERE, THERE, TURNING
from forthgame.why.inspection.short_texts import bracketed, brief
from forthgame.why.recording.trial import Segment
from forthgame.why.wording.wording import Wording
from forthgame.words.registers import memory_layout as at
from forthgame.words.table.dictionary import Word

SHOWN = 3  # differences that are shown
QUOTED = 3  # parts of a move that are quoted
ALIKE = 0.75  # least similarity of two words that are compared
SHORTEST = 3  # tokens of the shortest word that is compared
REACHED = 12  # words reached from a move word, including itself
NOTES = 3  # differences that are shown
WORDS = 6  # tokens of a difference that are quoted
WAY = "a direction"
DECIDING = frozenset(("verify", "IF", "WHILE", "UNTIL"))
ASKS = COMPARING | AGAINST_ZERO | TURNING | HERE | THERE | DECIDING

Body = list[tuple[str, Place]]


@dataclass(frozen=True)
class MoveDifference:
    """Differing parts of the move in question and of another move, with their positions."""

    wanted: tuple[str, ...]
    made: tuple[str, ...]
    positions: tuple[str, ...]
    moved: bool = False

    def sentence(self) -> str:
        if self.moved:
            order = f"{_quoted(self.made)}, not {_quoted(self.wanted)}"
            return f"it has the same parts in another order: {order}"
        if not self.made:
            return f"it lacks {_quoted(self.wanted)}"
        if not self.wanted:
            return f"it has {_quoted(self.made)} besides"
        return f"it has {_quoted(self.made)} instead of {_quoted(self.wanted)}"


def move_differences(
    wanted_move: str, made: str, positions: Container[str], pieces: Container[str]
) -> list[MoveDifference]:
    """Return the differences between the texts of two moves, part by part."""
    own, other = (list(parts(text, positions, pieces)) for text in (wanted_move, made))
    if own != other and sorted(own) == sorted(other):
        pairs = [pair for pair in zip(own, other, strict=True) if pair[0] != pair[1]]
        wanted, stands = (tuple(pair[k] for pair in pairs) for k in (0, 1))
        return [MoveDifference(wanted, stands, (), moved=True)]
    found = []
    for kind, a, b, c, d in SequenceMatcher(None, own, other, autojunk=False).get_opcodes():
        if kind != "equal":
            words = [word for part in (*own[a:b], *other[c:d]) for word in part.split()]
            places = tuple(dict.fromkeys(word for word in words if word in positions))
            found.append(MoveDifference(tuple(own[a:b]), tuple(other[c:d]), places))
    return found[:SHOWN]


def parts(text: str, positions: Container[str], pieces: Container[str]) -> Iterator[str]:
    """Split the text of a move into actions: `partial 0`, `man a1 - a2`, `x b1`, `= king`."""
    words, part = text.split(), list[str]()
    if words[:1] == ["partial"]:
        yield " ".join(words[:2])
        words = words[2:]
    for number, word in enumerate(words):
        after = words[number + 1] if number + 1 < len(words) else ""
        part.append(word)
        goes = len(part) == 2 and part[0] in pieces and after in ("-", "x")
        changed = len(part) == 2 and part[0] == "=" and after != "on"
        if (word in positions and not goes) or changed or after in ("=", "partial"):
            yield " ".join(part)
            part = []
    if part:
        yield " ".join(part)


def _quoted(parts: tuple[str, ...]) -> str:
    more = f" and {len(parts) - QUOTED} more" if len(parts) > QUOTED else ""
    return ", ".join(f"`{part}`" for part in parts[:QUOTED]) + more


def overwritten(wording: Wording, segment: Segment) -> Iterator[str]:
    """Yield sentences about actions on a position that a later move onto it undoes."""
    for number, action in enumerate(segment.actions):
        if action.kind not in (at.ACT_TYPE, at.ACT_OWNER, at.ACT_ADD):
            continue
        for later in segment.actions[number + 1 :]:
            moves = later.kind in (at.ACT_MOVE, at.ACT_MOVE_TAKE)
            if moves and later.values[1] == action.values[0]:
                called = called_in(wording, action.cell, later.cell)
                yield (
                    f"`{action.word}`{wording.at(action.cell)}{called} comes before `{later.word}`"
                    f"{wording.at(later.cell)}, which puts the piece there as it was"
                )


def called_in(wording: Wording, inner: int, outer: int) -> str:
    """Return where the word of one cell is called in the word of another, if it is."""
    own, other = wording.probe.owner(inner), wording.probe.owner(outer)
    calls = [place for text, place, owner in wording.tokens if text == own and owner == other]
    return f" in `{own}`{bracketed(*calls)}" if calls and own != other else ""


# -- words ----------------------------------------------------------------------------------------


def differences(word: Word, wording: Wording) -> list[str]:
    """Describe the differences between a move word, or a word it calls, and similar words.

    Directions count as equal. A word that equals as many words as it differs from is skipped.
    """
    bodies = _bodies(wording.tokens)
    shapes = {
        name: tuple(WAY if text in wording.ways.names else text for text, _ in body)
        for name, body in bodies.items()
    }
    found: list[str] = []
    for name in _reached(word.name, bodies):
        if len(shapes[name]) < SHORTEST:
            continue
        equal, near = 0, []
        for other, shape in shapes.items():
            if other == name or len(shape) < SHORTEST:
                continue
            if shape == shapes[name]:
                equal += 1
                continue
            matcher = SequenceMatcher(None, shape, shapes[name], autojunk=False)
            if matcher.quick_ratio() >= ALIKE and (ratio := matcher.ratio()) >= ALIKE:
                near.append((-ratio, other, matcher))
        if near and equal < len(near):
            _, other, matcher = min(near, key=lambda entry: entry[0])
            found += _difference_lines(other, bodies[other], name, bodies[name], matcher)
    return list(dict.fromkeys(found))[:NOTES]


def _bodies(tokens: Iterable[tuple[str, Place, str]]) -> dict[str, Body]:
    found: dict[str, Body] = {}
    for text, place, owner in tokens:
        if owner:
            found.setdefault(owner, []).append((text, place))
    return found


def _reached(name: str, bodies: dict[str, Body]) -> list[str]:
    """Return a word and the words of the script that it uses, directly or indirectly."""
    found = [name] if name in bodies else []
    for reached in found:
        for text, _ in bodies[reached]:
            if text in bodies and text not in found and len(found) < REACHED:
                found.append(text)
    return found


def _difference_lines(
    other: str, others: Body, name: str, own: Body, matcher: SequenceMatcher[str]
) -> list[str]:
    found = []
    for kind, a, b, c, d in matcher.get_opcodes():
        a, b = _shifted(others, a, b) if c == d else (a, b)
        c, d = _shifted(own, c, d) if a == b else (c, d)
        theirs, ours = others[a:b], own[c:d]
        asks = any(text.endswith("?") or text in ASKS for text, _ in theirs + ours)
        if kind == "equal" or not asks:
            continue
        here = brief(own[min(c, len(own) - 1)][1])
        there = brief(others[min(a, len(others) - 1)][1])
        if theirs and ours:
            sentence = f"`{other}` has {_said(theirs)} ({there}), `{name}` {_said(ours)} ({here})"
        elif theirs:
            sentence = f"`{other}` has {_said(theirs)} ({there}), `{name}` does not ({here})"
        else:
            sentence = f"`{name}` has {_said(ours)} ({here}), `{other}` does not ({there})"
        found.append(f"compare: {sentence}")
    return found


def _shifted(body: Body, start: int, end: int) -> tuple[int, int]:
    """Shift a stretch that the other body lacks so that it ends with a decision, if it can."""
    first = start
    while end < len(body) and body[start][0] == body[end][0] and body[end - 1][0] not in DECIDING:
        start, end = start + 1, end + 1
    return (start, end) if body[end - 1][0] in DECIDING else (first, end - start + first)


def _said(tokens: Body) -> str:
    texts = [text for text, _ in tokens]
    return f"`{' '.join(texts[:WORDS])}{' …' if len(texts) > WORDS else ''}`"
