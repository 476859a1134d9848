"""The result of `why`: attempts of move words, rules that removed a move, effects of a move."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from forthgame.base.errors import Call, Place, calls_text, excerpt
from forthgame.base.html_tables import table

FEW_NOTES = 2  # most notes with which all tests are shown
FEW_TESTS = 5  # tests of the first attempt if there are others
OF_THE_SECOND = 2  # tests of the second attempt
NEAREST = 2  # tests before the list of lines
LONGEST = 400  # characters of a line of an attempt
SHORTER = 200  # of a line of a later attempt
WAY = 8  # hops of a path that are shown
SHOWN = 6  # attempts that are shown
PLACED = re.compile(r" \([^()]*:\d+\)$")  # file and line after a part of a path
TWINS = 3  # attempts with the same end that get a line each


@dataclass(frozen=True)
class Attempt:
    """A run of a move word at a position, up to the point where it gave up or added a move.

    word, position, piece  the word that was run, its position and piece
    ended  a sentence about what ended it
    place  the source of the test that ended it, or of the word that added the move
    path   the hops it took: `e2 -north-> e3`
    stack  the data stack at the end, the top last
    calls  the open calls, innermost first
    tests  the decisions before the end, newest first (in order if it made the move): a sentence
           each, with its place
    twins  other attempts that ended at the same place in the same way
    ran    the other lines that led to the end, nearest first; the declarations of its directions
    made   true if it made the move of the question
    differs  differences between the move that it made and the move of the question
    """

    word: str
    position: str
    piece: str
    ended: str
    place: Place | None
    path: tuple[str, ...]
    stack: tuple[int, ...]
    calls: tuple[Call, ...]
    tests: tuple[str, ...] = ()
    twins: tuple[Attempt, ...] = ()
    ran: tuple[str, ...] = ()
    differs: tuple[str, ...] = ()
    made: bool = False

    def lines(self, everything: bool = False, most: int | None = None) -> list[str]:
        """Return the lines that `why` prints for the attempt.

        With `everything`, attempts with the same end are shown in full. `most` limits the tests.
        """
        if everything:
            return [*self._own(), *(line for twin in self.twins for line in twin.lines())]
        return [*self._own(most), *self._folded()]

    def brief(self, most: int = 0) -> list[str]:
        """Return the lines for an attempt after the first one: its end, path and last lines.

        `most` limits the tests.
        """
        found = [self._title(), *(f"  {line}" for line in self.differs[:1]), *self._way()]
        if not self.path:
            found += self._called()
        found += [f"  {line}" for line in (*self.tests[:most], *self.ran[:1])]
        return [cut(line, SHORTER) for line in found + self._folded()[:1]]

    def _folded(self) -> list[str]:
        counts = Counter(twin.short(self) for twin in self.twins)
        shown = list(counts.items())[:TWINS]
        found = [f"  so too {text}" + (f" ({n} times)" if n > 1 else "") for text, n in shown]
        rest = len(self.twins) - sum(n for _, n in shown)
        if rest:
            found.append(f"  and {rest} more that ended there")
        return found

    def short(self, other: Attempt) -> str:
        """Return one line for an attempt that follows another one with the same end.

        It contains the word, the end of the path, and the end if that differs. For another word it
        also contains the lines of the path.
        """
        line = f"`{self.word}`"
        if self.position != other.position:
            line += f" of {self.piece} at {self.position}"
        same = self.word == other.word
        if self.path:
            way = PLACED.sub("", self.path[-1]) if same else self.path[-1]
            line += f", path {'… ' if len(self.path) > 1 else ''}{way}"
        if self.calls and not same and self.calls[0].place is not None:
            called = self.calls[0].place
            line += f", called in {Path(called.file).name}:{called.line}"
        ended = self.ended.partition("; `")[0] if same else self.ended
        return line if self.ended == other.ended else f"{line}: {ended}"

    def _own(self, most: int | None = None) -> list[str]:
        found = [self._title()]
        if self.place is not None and self.place.text:
            found += caret(self.place)
        found += [*(f"  {line}" for line in self.differs), *self._way(), *self._called()]
        tests = self.tests if most is None else self.tests[:most]
        return found + [f"  {line}" for line in (*tests[:NEAREST], *self.ran, *tests[NEAREST:])]

    def _title(self) -> str:
        where = f"{self.place}: " if self.place else ""
        return f"{where}`{self.word}` of {self.piece} at {self.position}: {self.ended}"

    def _way(self) -> list[str]:
        short = (*self.path[:2], "…", *self.path[len(self.path) - WAY + 3 :])
        path = self.path if len(self.path) <= WAY else short
        return ["  path: " + ", ".join(path)] if path else []

    def _called(self) -> list[str]:
        return [f"  called by {calls_text(self.calls)}"] if self.calls else []


@dataclass(frozen=True)
class Explanation:
    """The answer to the question why a move is legal or not.

    question, legal  the question; whether the move is legal
    answer    the answer in a sentence, with the likeliest reason and its line
    attempts  the move words that could have made the move, most relevant first
    removed   rules that removed or prevented the move: priorities, types, players …
    actions   for a legal move: its effects in words, and the word that made it
    shown     number of attempts in the text
    notes     lines that set up the pieces and link the positions
    doubts    doubtful places that `check` finds in the script
    lists     words in the piece's move list, if some of them were tried
    suspects  reasons that are likely too
    """

    question: str
    legal: bool
    answer: str
    attempts: tuple[Attempt, ...] = ()
    removed: tuple[str, ...] = ()
    actions: tuple[str, ...] = ()
    shown: int = SHOWN
    notes: tuple[str, ...] = ()
    doubts: tuple[str, ...] = ()
    lists: tuple[str, ...] = ()
    suspects: tuple[str, ...] = ()

    def text(self, everything: bool = False) -> str:
        """Return the lines that `why` prints, with file:line:column, source line and caret.

        With `everything`, attempts that are farther from the question are included.
        """
        parts = [self.answer, *(f"or: {cut(line, SHORTER)}" for line in self.suspects)]
        removed = [line for line in self.removed if line not in self.answer]
        doubts = [line for line in self.doubts if line not in self.answer]
        parts += [*removed, *doubts, *self.actions]
        shown = len(self.attempts) if everything else self.shown
        for number, attempt in enumerate(self.attempts[:shown]):
            if everything:
                parts += attempt.lines(everything)
            elif number:
                parts += attempt.brief(OF_THE_SECOND if number == 1 else 0)
            else:
                others = shown > 1 and len(self.attempts) > 1
                most = FEW_TESTS if others or len(self.notes) > FEW_NOTES else None
                most = 0 if attempt.made else most  # shown below, in order
                parts += [shortened(line) for line in attempt.lines(most=most)]
            if not number:
                parts += [*self.lists, *self.notes]
            if not number and attempt.made and not everything:
                parts += ["what it asked, in order:"] if attempt.tests else []
                parts += [shortened(f"  {test}") for test in attempt.tests]
        if not self.attempts[:shown]:
            parts += self.notes
        more = sum(1 + len(attempt.twins) for attempt in self.attempts[shown:])
        if more > 0:
            attempts = "attempt" if more == 1 else "attempts"
            parts.append(f"and {more} more {attempts}, farther from it: `--all` shows them")
        return "\n".join(parts)

    def __str__(self) -> str:
        return self.text()

    def _repr_html_(self) -> str:
        rows = [("", line) for line in (*self.suspects, *self.removed, *self.lists, *self.actions)]
        for attempt in self.attempts[: self.shown]:
            details = "\n".join(attempt.lines()[1:])
            what = f"{attempt.word} of {attempt.piece} at {attempt.position}"
            rows.append((what, f"{attempt.ended}\n{details}" if details else attempt.ended))
        return table(self.answer, rows)


def shortened(line: str) -> str:
    """Cut a line to four rows of a screen, except the list of executed lines."""
    return line if line.startswith("  it ran") else cut(line, LONGEST)


def cut(line: str, most: int) -> str:
    return line if len(line) <= most else f"{line[: most - 1]}…"


def caret(place: Place) -> list[str]:
    """Return the source line of a place and a line that marks the place."""
    text, offset, width = excerpt(place)
    return [f"{place.line:6} | {text}", " " * 6 + " | " + " " * offset + "^" * width]
