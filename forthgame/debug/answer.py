"""The answer to `why`: attempts of move words, what removed a move later, what a legal one does."""

from __future__ import annotations

from dataclasses import dataclass

from forthgame.errors import Call, Place, excerpt

WAY = 8  # hops of a way that a text shows
SHOWN = 6  # attempts that a text shows


@dataclass(frozen=True)
class Attempt:
    """A move word that was run at a position, up to where it gave up or added a move.

    word, position, piece  what was run, and where, with which piece
    ended  what ended it, a sentence
    place  of the test that ended it, or of what added the move
    path   the way it went: `e2 -north-> e3`
    stack  the data stack at that moment, the top last
    calls  the words that were being run, the innermost first
    tests  the decisions before it, the last first: a sentence each, with its place
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

    def lines(self) -> list[str]:
        """The attempt as `why` prints it."""
        where = f"{self.place}: " if self.place else ""
        found = [f"{where}`{self.word}` of {self.piece} at {self.position}: {self.ended}"]
        if self.place is not None and self.place.text:
            found += caret(self.place)
        if self.path:
            path = self.path
            if len(path) > WAY:
                path = (*path[:2], "…", *path[len(path) - WAY + 3 :])
            found.append("  path: " + ", ".join(path))
        if self.calls:
            found.append("  called by " + ", ".join(map(str, self.calls)))
        found += [f"  {test}" for test in self.tests]
        return found


@dataclass(frozen=True)
class Explanation:
    """Why a move is legal, or why it is not.

    question, legal, answer  what was asked; whether it is legal now; the answer in a sentence
    attempts  the move words that could have made it, those that matter first
    removed   what took it away later, or kept it from being tried: priorities, types, players …
    actions   for a legal move: what it does, in words, and the word that made it
    shown     how many of the attempts the text tells
    """

    question: str
    legal: bool
    answer: str
    attempts: tuple[Attempt, ...] = ()
    removed: tuple[str, ...] = ()
    actions: tuple[str, ...] = ()
    shown: int = SHOWN

    def text(self) -> str:
        """The lines `why` prints, with file:line:column, source line and caret."""
        parts = [self.answer, *self.removed, *self.actions]
        for attempt in self.attempts[: self.shown]:
            parts += attempt.lines()
        more = len(self.attempts) - self.shown
        if more > 0:
            parts.append(f"and {more} more attempts, farther from it")
        return "\n".join(parts)


def caret(place: Place) -> list[str]:
    """The source line of a place, and a mark under it."""
    text, offset, width = excerpt(place)
    return [f"{place.line:6} | {text}", " " * 6 + " | " + " " * offset + "^" * width]
