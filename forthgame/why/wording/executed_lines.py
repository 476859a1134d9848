"""Lists the source lines that a move word or an event has run, the last first."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Container, Iterable, Sequence
from pathlib import Path

from forthgame.why.inspection.short_texts import brief, joined
from forthgame.why.recording.trial import Segment
from forthgame.why.wording.wording import Wording

NAMED = re.compile(r"(?<![^\s(`,;:])([^\s(`,;:]++):(\d{1,9}(?:, \d{1,9})*)(?!\d)")
MOST = 36  # lines that are shown
CONSTANTS_WITHIN = 10  # leading cells that are searched for constants
VARIABLES = 4  # variables read by an event that are shown
RUN_BY_MOVES = 20  # lines shown of words that moves run
OF_A_WORD = 4  # lines of a word before other words get more
OF_THE_FIRST = 12  # more for the word in question and the last word


def executed_lines(
    wording: Wording,
    segments: list[Segment],
    segment: Segment,
    word: str = "",
    nearest: Iterable[int] = (),
    named: Container[tuple[str, int]] = (),
) -> list[str]:
    """Return the lines that led to the end of a segment, by word; empty for a single line.

    The cells `nearest` come first, then the segment, then the segments before it. `word` gets the
    most lines, and lines in `named` are left out.
    """
    last = next((k for k, s in enumerate(segments) if s is segment), len(segments) - 1)
    cells = list(reversed(segment.ran))
    for before in reversed(segments[:last]):
        cells += reversed(before.ran)
    cells = list(dict.fromkeys([*nearest, *cells, *wording.before]))
    return describe_lines(wording, cells, word, named)


def named_in(texts: Iterable[str]) -> set[tuple[str, int]]:
    """Return the files and line numbers that some sentences mention."""
    found = [match for text in texts for match in NAMED.findall(text)]
    return {(Path(file).name, int(line)) for file, lines in found for line in lines.split(", ")}


def describe_lines(
    wording: Wording,
    cells: Sequence[int],
    asked: str = "",
    named: Container[tuple[str, int]] = (),
) -> list[str]:
    """Describe cells by the lines of their words, and the definitions of their values."""
    values = wording.values
    lines = by_word(wording, cells, MOST, asked, named)
    found = [f"it ran, the nearest first: {lines}"] if lines else []
    names = [wording.probe.named(cell) for cell in cells]
    found += [
        f"`{name}` is set by IS in {', '.join(map(brief, values.deferred[name]))}"
        for name in dict.fromkeys(names)
        if name in values.deferred
    ]
    found += [
        f"`{name}` holds what stands in {joined(values.data[name][:MOST])}"
        for name in dict.fromkeys(names)
        if name in values.data
    ]
    constants = [n for n in dict.fromkeys(names[:CONSTANTS_WITHIN]) if n in values.constants]
    if constants:
        where = joined(values.constants[name] for name in constants)
        found.append(f"{', '.join(f'`{name}`' for name in constants)}: defined in {where}")
    return found


def by_word(
    wording: Wording,
    cells: Iterable[int],
    most: int,
    asked: str = "",
    named: Container[tuple[str, int]] = (),
    fewest: int = 2,
) -> str:
    """Return the lines of cells, grouped by word; empty if there are fewer than `fewest` cells."""
    words: dict[tuple[str, str], list[int]] = {}
    every = 0
    for cell in cells:
        place = wording.probe.place(cell)
        if place is None:
            continue
        every += 1
        lines = words.setdefault((wording.probe.owner(cell), place.file), [])
        if place.line not in lines and (Path(place.file).name, place.line) not in named:
            lines.append(place.line)
    if every < fewest or not any(words.values()):
        return ""
    kept: dict[tuple[str, str], list[int]] = {}
    room, first = most, next(iter(words))[0]
    for bound in (OF_A_WORD, most):
        for key, lines in words.items():
            limit = max(bound, OF_THE_FIRST) if key[0] in (first, asked) else bound
            taken = kept.get(key, [])
            more = lines[len(taken) : limit][:room]
            kept[key] = taken + more
            room -= len(more)
    return ", ".join(_word_lines(*key, lines) for key, lines in kept.items() if lines)


def _word_lines(word: str, file: str, lines: list[int]) -> str:
    return f"`{word}` ({Path(file).name}:{', '.join(map(str, lines))})"


def variables_read(wording: Wording, names: Iterable[str]) -> list[str]:
    """Return a sentence about the lines that set the given variables."""
    found = [
        f"`{name}` {where}"
        for name in names
        if wording.is_variable(name) and (where := wording.set_where(name))
    ]
    return [f"set: {'; '.join(found[:VARIABLES])}"] if found else []


def run_by_moves(wording: Wording) -> list[str]:
    """Return the lines of the words that moves run when they are made, including called words."""
    dictionary = wording.game.forth.dictionary
    todo = list(wording.values.run_by_moves)
    lines: dict[tuple[str, str], dict[int, None]] = defaultdict(dict)
    for name in todo:
        word = dictionary.find(name)
        if word is None or word.kind != "colon" or word.place is None:
            continue
        for cell in range(word.entry, word.end):
            token = wording.probe.token(cell)
            if token is None:
                continue
            called = dictionary.find(token.text)
            if called is not None and called.kind == "colon" and token.text not in todo:
                todo.append(token.text)
            lines[name, token.source.name][token.place.line] = None
    shown, room = [], RUN_BY_MOVES
    for (name, file), numbers in lines.items():
        if room > 0:
            shown.append(_word_lines(name, file, list(numbers)[:room]))
        room -= len(numbers)
    return [f"moves run, when they are made: {', '.join(shown)}"] if shown else []
