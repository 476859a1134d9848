"""Exceptions of the package and the messages of numbered errors.

Numbers down to -255 are the throw codes of ANS Forth; forthgame's own begin at -256.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from heapq import nlargest
from itertools import groupby
from typing import Final

INTERRUPTED: Final = -28
NO_ROOM_FOR_MOVES: Final = -259
TOO_DEEP: Final = -264
STEP_LIMIT: Final = -265
TIME_LIMIT: Final = -266
POSITION_LIMIT: Final = -275
TOO_MANY_MOVES: Final = -279

SENTENCES: Final = {
    -1: "aborted",
    -3: "stack overflow",
    -4: "stack underflow",
    -5: "return stack overflow (a word that calls itself without end?)",
    -6: "return stack underflow",
    -8: "the dictionary is full",
    -9: "address out of memory",
    -10: "division by zero",
    -11: "the number does not fit",
    -13: "unknown word",
    -14: "only for compiling",
    -15: "code cannot forget words of a game that has been loaded",
    -16: "a name is missing",
    -22: "control structure does not match",
    -25: "return stack unbalanced",
    -26: "no loop is running here",
    INTERRUPTED: "interrupted",
    -38: "file not found",
    -39: "unexpected end of the script",
    -44: "float stack overflow",
    -45: "float stack underflow",
    -256: "not the token of a word",
    -257: "the move has too many actions",
    -258: "move from an empty position",
    NO_ROOM_FOR_MOVES: "no memory left for moves",
    -260: "no memory left for positions ($CloneBoard without $DeallocateBoard?)",
    -261: "$DeallocateBoard without $CloneBoard",
    -262: "there is no move list",
    -263: "not a move",
    TOO_DEEP: "events nested too deep",
    STEP_LIMIT: "step limit reached",
    TIME_LIMIT: "time limit reached",
    -267: "too much output",
    -268: "the program is too long",
    -269: "not allowed in this section",
    -270: "deferred word was never set",
    -271: "wrong declaration",
    -272: "outside the script's folder",
    -273: "the file loads itself",
    -274: "the file cannot be read",
    POSITION_LIMIT: "the search has seen as many positions as it may",
    -276: "too many move lists ($GenerateMoves without $DeallocateMoves?)",
    -277: "the list that is being generated cannot be dropped",
    -278: "a search cannot begin inside another",
    TOO_MANY_MOVES: "too many moves in one list",
    -280: "this word belongs in a move word",
    -281: "a move has four preferences at most",
    -282: "OnMoves may strike moves of its list, and change nothing else of the game",
    -283: "later! needs the address of a {variable} or of a cell of an {array}; "
    "the first cell of an array is number 0",
    -284: "there is no end to the partial moves that are looked ahead through",
    -290: "only a move word records what a move does, while moves are generated",
    -295: "score, wins, loses and draw belong in a word of {endings",
    -296: "the top of the stack is not a player of this game",
    -297: "the script was loaded without this word, so nothing is counted for it",
    -298: "the game has more positions than `repetitions` can look back on",
    -299: "not a label of the turn order",
    -304: "goal belongs in OnIsGameOver or in a word of {endings",
    -305: "goal belongs in a puzzle: a game with one player who can win",
    -307: "a player who is neutral or stands for chance can have no result",
    -306: "no room is left for positions of the search",
    -285: "a weight is a number from 1 to 65535",
    -300: "OnIsLegal? has opened or dropped a list of moves and not put it back",
    -301: "OnIsLegal? is being asked about another move",
    -303: "a move word has opened or dropped a list of moves while `attacked?` ran it",
    -302: "only OnIsLegal? is asked about a move",
    -310: "a partial move cannot be chosen in a turn with {together}",
    -311: "chosen belongs in OnTogether",
    -312: "a move that was chosen is not made again when all have chosen",
    -313: "what was chosen is being applied: OnTogether cannot go on to other turns",
    -314: "OnTogether has dropped the lists of the moves that were chosen",
    -315: "OnTogether has made or dropped a copy of the board and not put it back",
    -316: "nothing is proven where chance decides among several moves",
    -317: "an event cannot drop a copy of the board that it has not made",
    -318: "there is no end to the partial moves of a turn",
    -322: "a deferred word was set without IS to a word with another stack effect",
}

# advice by error number and failing word
ADVICE: Final = {
    (-25, "EXIT"): "EXIT returns to the address on top of the return stack, where DO or >R has put "
    "something else: end a loop with LEAVE, or write R> R> 2DROP EXIT in it; take back with R> "
    "what >R has put there",
    (-25, ";"): "take back with R> what >R has put on the return stack before the word ends",
}

LINE_SHOWN: Final = 110  # characters of a source line in a message
TEXT_SHOWN: Final = 200  # characters of a name or another text in a message
CALLS_SHOWN: Final = 12  # calling words in a message
CALLS_KEPT: Final = 64  # calling words that are recorded, the innermost


@dataclass(frozen=True)
class Place:
    """A place in a script; line and column count from 1."""

    file: str
    line: int
    column: int
    text: str = ""
    width: int = 1

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}"


@dataclass(frozen=True)
class Call:
    """A word on the call chain, with the place of the call."""

    word: str
    place: Place | None = None

    def __str__(self) -> str:
        return f"{self.word} {self.place}" if self.place else self.word


def calls_text(calls: Sequence[Call]) -> str:
    """Return a call chain as text, with repeated calls counted."""
    counted = [(str(call), len(list(same))) for call, same in groupby(calls)]
    texts = [name if n == 1 else f"{name} ({n} times)" for name, n in counted]
    more = " …" if len(texts) > CALLS_SHOWN or len(calls) >= CALLS_KEPT else ""
    return ", ".join(texts[:CALLS_SHOWN]) + more


class ForthgameError(Exception):
    """Base class of all errors that the package raises."""


class NoRoomError(ForthgameError, MemoryError):
    """Raised if the system has no memory for another machine."""


@dataclass
class ScriptError(ForthgameError):
    """A mistake in a script, with its place, word, data stack and call chain.

    message  error message
    number   THROW code of the error
    place    place in the script, None if unknown
    word     word that failed
    stack    data stack at the error, top last
    chain    calling words, innermost first
    hint     advice; empty if there is none
    output   output of the script before the error
    """

    message: str
    place: Place | None = None
    word: str = ""
    stack: list[int] = field(default_factory=list)
    chain: list[Call] = field(default_factory=list)
    number: int = -1
    hint: str = ""
    output: str = ""
    _borrowed: bool = field(
        default=False, init=False, repr=False, compare=False
    )  # the place is that of the failing word's caller
    _explained: bool = field(default=False, init=False, repr=False, compare=False)

    @property
    def file(self) -> str:
        """Name of the file with the mistake, or an empty text."""
        return self.place.file if self.place else ""

    @property
    def line(self) -> int:
        """Line of the mistake, from 1; 0 if unknown."""
        return self.place.line if self.place else 0

    @property
    def column(self) -> int:
        """Column of the mistake, from 1; 0 if unknown."""
        return self.place.column if self.place else 0

    def __str__(self) -> str:
        where = f"{self.place}: " if self.place else ""
        named = shortened(self.word)
        what = f" in `{named}`" if named and not self._names(named) else ""
        lines = [f"{where}{self.message}{what}"]
        if self.place and self.place.text:
            lines += excerpt_lines(self.place)
        lines.append("  stack: " + (" ".join(map(str, self.stack[-16:])) or "empty"))
        if self.chain:
            lines.append(f"  called by {calls_text(self.chain)}")
        if self.hint:
            lines.append(f"  {self.hint}")
        return "\n".join(lines)

    def _names(self, word: str) -> bool:
        return f"`{word}`" in self.message or quoted(word) in self.message

    def _called(self, chain: list[Call]) -> None:
        """Record the call chain; an error without a place takes that of its caller."""
        self.chain = chain
        if self._borrowed and chain:
            self.word, self.place, self.chain = chain[0].word, chain[0].place, chain[1:]

    def __reduce__(self) -> tuple[object, ...]:
        given = (self.message, self.place, self.word, self.stack, self.chain)
        return (ScriptError, (*given, self.number, self.hint, self.output))


def shortened(text: str) -> str:
    """Return a text for a message, without the middle part if it is long."""
    return text if len(text) <= TEXT_SHOWN else f"{text[:120]}…{text[-60:]}"


def shortened_names(text: str) -> str:
    """Return a message in which long names are shortened."""
    if len(text) <= TEXT_SHOWN:
        return text
    return re.sub(r"\S+", lambda found: shortened(found[0]), text)


def quoted(text: str) -> str:
    """Return a shortened name in quotation marks, with unprintable characters escaped."""
    return repr(shortened(text)).replace("\\\\", "\\")


def excerpt(place: Place) -> tuple[str, int, int]:
    """Return the shown part of a source line, and offset and width of the mark below it."""
    offset, text = place.column - 1, place.text
    if len(text) > LINE_SHOWN:
        start = max(0, min(offset - LINE_SHOWN // 2, len(text) - LINE_SHOWN))
        end = start + LINE_SHOWN
        text = ("…" if start else "") + text[start:end] + ("…" if end < len(place.text) else "")
        offset -= start - (1 if start else 0)
    return text, offset, max(1, min(place.width, len(text) - offset))


def excerpt_lines(place: Place) -> list[str]:
    """Return the shown part of a source line with its number, and a line with the mark below it."""
    text, offset, width = excerpt(place)
    return [f"{place.line:6} | {text}", " " * 6 + " | " + " " * offset + "^" * width]


class IllegalMove(ForthgameError, ValueError):
    """A text that is not a legal move of the position.

    text     rejected move text
    player   player to move
    nearest  texts of the most similar legal moves
    ending   result sentence if the game is over, otherwise empty
    reason   why no move can have this text, such as a column that the board does not have
    """

    def __init__(
        self, text: str, player: str, nearest: list[str], ending: str = "", reason: str = ""
    ) -> None:
        self.text = text
        self.player = player
        self.nearest = nearest
        self.ending = ending
        self.reason = reason
        known = "; ".join(nearest) if nearest else "there is no legal move"
        why = ending or f"the nearest legal moves: {known}"
        told = f"{reason}; {why}" if reason else why
        super().__init__(f"{player} cannot play {shortened(text)!r}; {told}")

    def __reduce__(self) -> tuple[object, ...]:
        return (IllegalMove, (self.text, self.player, self.nearest, self.ending, self.reason))


class AmbiguousMove(IllegalMove):
    """A text that matches several legal moves.

    nearest  their texts
    numbers  their indexes in the move list
    count    number of matching moves

    `text`, `player` and `ending` are those of IllegalMove.
    """

    def __init__(
        self, text: str, player: str, nearest: list[str], numbers: list[int], count: int
    ) -> None:
        super().__init__(text, player, nearest)
        self.numbers = numbers
        self.count = count
        more = f"; and {count - len(nearest)} more" if count > len(nearest) else ""
        self.args = (
            f"{player} may mean several moves with {shortened(text)!r}: {'; '.join(nearest)}{more}",
        )

    def __reduce__(self) -> tuple[object, ...]:
        given = (self.text, self.player, self.nearest, self.numbers, self.count)
        return (AmbiguousMove, given)


def advice(number: int, word: str) -> str:
    return ADVICE.get((number, word), "")


def sentence(number: int) -> str:
    return SENTENCES.get(number, f"error {number}")


WORK = 1_000_000  # character comparisons: 0.1 to 0.2 s


def alike(name: str, known: Iterable[str], most: int = 3, cutoff: float = 0.6) -> list[str]:
    """Return the most similar names, the nearest first, as `difflib.get_close_matches` does.

    Names that come after the limit of work is reached, which takes thousands of them, are left out.
    """
    from difflib import SequenceMatcher

    matcher = SequenceMatcher()
    matcher.set_seq2(name)
    found, left, length = [], WORK, len(name)
    for each in known:
        left -= len(each)
        if 2 * min(length, len(each)) < cutoff * (length + len(each)):
            continue  # `real_quick_ratio`
        matcher.set_seq1(each)
        if matcher.quick_ratio() >= cutoff:
            left -= len(each) * len(name)
            if (ratio := matcher.ratio()) >= cutoff:
                found.append((ratio, each))
        if left <= 0:
            break
    return [each for _, each in nlargest(most, found)]
