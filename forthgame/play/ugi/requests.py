"""Parse the lines `position` and `go`, and write moves as single words.

Games that declare the notation of the protocol use it. Otherwise a move is its text with blanks
replaced by `_`; underscores and characters that a line cannot contain become `%` and digits.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field

from forthgame.api.game import State
from forthgame.base.errors import ForthgameError, IllegalMove, shortened
from forthgame.base.name_quoting import quoted, unquoted
from forthgame.play.ugi.notation_choice import KEY, LONG, in_order
from forthgame.play.ugi.protocols import COUNTS, FLAGS, OTHER, OWN, USUAL, Protocol
from forthgame.position.move_texts import text_alone
from forthgame.position.moves import Move, Moves
from forthgame.position.texts.coordinates import Coordinates
from forthgame.position.texts.notation import Notation, notations
from forthgame.position.texts.texts_file import find_tables, tables_path
from forthgame.rules.engines import NUMBERS
from forthgame.rules.fact_cache import fact
from forthgame.rules.script import Script

ENDLESS = 1e8  # seconds of a search that ends with `stop`
SHARE = 30  # moves over which a clock's rest is divided
LEAST = 0.01  # seconds
USUAL_TIME = 1.0  # seconds, by default
MARGIN = 0.02  # seconds reserved for the answer
RESERVE = 1000  # milliseconds of a clock that increments refill, so that a delay loses no game
LATENESS = 200  # milliseconds of byoyomi that are not used, as there is no such reserve
BEGINNINGS = ("startpos", "fen", "sfen", "text")
NUMBER = re.compile(r"[+-]?[0-9]+(\.[0-9]*)?", re.ASCII)
LONGEST = 15  # digits of a number; longer ones are as good as endless
CLOCK = re.compile(rf"(p[0-9]+|{OWN}|{OTHER})(time|inc|moves)")
NUMBERED = (*COUNTS, "movetime", "movestogo", "mate", "byoyomi")


def known_notations(state: State) -> list[str]:
    """Return the notations of a game; the first is the default."""
    return in_order([*_known(state.game)])


@fact
def _known(game: Script) -> dict[str, Notation]:
    """Return the declared notations by name, also those that only programs use."""
    if tables_path(game) is None:
        return {}
    own = find_tables(game).table("engine").table("moves")
    return notations(game) | {name: Coordinates(game, own.table(name)) for name in own.entries}


def word_of(text: str) -> str:
    """Encode the text of a move as one word."""
    return "_".join(quoted(part).replace("_", "%5f") for part in text.split(" "))


def text_of(word: str) -> str:
    """Decode the text of a move."""
    return unquoted(word.replace("_", " "))


class MoveNotation:
    """A writer and reader of moves in a notation."""

    def __init__(self, state: State, notation: str) -> None:
        known = None if notation in (LONG, KEY) else _known(state.game)[notation]
        self.notation, self._known = notation, known

    def write(self, state: State, move: Move, moves: Moves) -> str:
        """Return the word for a legal move."""
        if self.notation == KEY:
            return str(move.key)
        known: Notation | None = self._known
        text = known.write(state, move, moves) if known is not None else ""
        return text if text and " " not in text else word_of(text_alone(moves, move.index))

    def read(self, state: State, word: str) -> Move:
        """Return the legal move for a word, exact or similar. Raises IllegalMove."""
        moves = state.moves()
        if self._known is not None:
            reading = self._known.read(moves, word)
            if reading is not None and len(reading.numbers) == 1:
                return moves[reading.numbers[0]]
        elif self.notation == KEY:
            found = next((move for move in moves if str(move.key) == word), None)
            if found is not None:
                return found
        try:
            return state.find(text_of(word))
        except IllegalMove as error:
            if error.ending:
                raise
            near = [word_of(text) for text in error.nearest]
            raise IllegalMove(word, state.player, near) from None


def seat_of(state: State) -> int:
    """Return the index of the player to move, -1 if there is none."""
    players = state.game.players
    return players.index(state.player) if state.player in players else -1


@dataclass(frozen=True)
class PositionLine:
    """A requested position, with the line's head and moves as written."""

    head: str
    played: tuple[str, ...]
    state: State


def read_position(
    begun: Callable[[], State], words: MoveNotation, text: str, before: PositionLine | None = None
) -> PositionLine:
    """Return the position for `startpos`, `text LINE` or `fen FEN` and `moves …`.

    `begun` gives a new game. If the line continues the line `before`, its state is continued, so
    that engines can reuse their knowledge of it. Raises ForthgameError.
    """
    head, _, rest = f" {text} ".partition(" moves ")
    head, played = head.strip() or "startpos", tuple(rest.split())
    known = 0
    if before and before.head == head and played[: len(before.played)] == before.played:
        state, known = before.state.copy(), len(before.played)
    else:
        state = _begin(begun, head, named=bool(text))
    for word in played[known:]:
        state.play(words.read(state, word))
    return PositionLine(head, played, state)


def _begin(begun: Callable[[], State], head: str, named: bool) -> State:
    words = head.split() if named else []
    place = next((k for k, word in enumerate(words) if word in BEGINNINGS), None)
    if place is None:
        first = shortened(words[0]) if words else ""
        raise ForthgameError(f"a position must be startpos, text … or fen …, not {first!r}")
    kind, rest = words[place], " ".join(words[place + 1 :])
    match kind:
        case "startpos":
            return begun()
        case "text":
            return begun().game.position(rest, play_on=True)
    return begun().game.position(fen=rest, play_on=True)


@dataclass
class Go:
    """A request to search.

    time, depth, nodes, playouts  limits as in `Limits`; of a pondering search, after `ponderhit`
    mate      the number of moves within which a mate is wanted, None if it is not
    infinite  only `stop` ends the search
    ponder    the opponent is still to play
    only      words of the moves to choose from, None for all
    remarks   complaints about words that were ignored
    """

    time: float | None = None
    depth: int | None = None
    nodes: int | None = None
    playouts: int | None = None
    mate: int | None = None
    infinite: bool = False
    ponder: bool = False
    only: list[str] | None = None
    remarks: list[str] = field(default_factory=list)


def read_go(text: str, seat: int, protocol: Protocol = USUAL, seconds: bool = False) -> Go:
    """Return the request of `go` for a player by number from 1; what is unclear is ignored.

    `seconds` is the unit of the player's own clock, else milliseconds.
    """
    go, given, words = Go(), dict[str, int](), text.split()
    place = 0
    while place < len(words):
        word = words[place]
        name = protocol.words.get(word, word)
        place += 1
        if name == "searchmoves":
            start = place
            while place < len(words) and not _is_keyword(words[place], protocol):
                place += 1
            go.only = words[start:place] or go.only
        elif name in FLAGS:
            given[name] = 1
        elif not _is_keyword(word, protocol):
            if word != "draw":  # an offer of UCCI
                go.remarks.append(f"`go` has no {shortened(word)!r}")
        elif place < len(words) and words[place] == "infinite" and name in ("depth", "mate"):
            given[name if name == "mate" else "infinite"] = 10**LONGEST
            place += 1
        else:
            following = "".join(words[place : place + 1])
            number = _number(name, following)
            if number is None:
                go.remarks.append(
                    f"`go {shortened(word)}` needs a whole number, not {shortened(following)!r}"
                )
            else:
                given[name] = number
            if following and not _is_keyword(following, protocol):
                place += 1
    _set_limits(go, given, seat, 1000 if seconds else 1)
    return go


def _is_keyword(word: str, protocol: Protocol) -> bool:
    name = protocol.words.get(word, word)
    return name in (*NUMBERED, *FLAGS, "searchmoves") or CLOCK.fullmatch(name) is not None


def _number(name: str, text: str) -> int | None:
    """Return the number in a text, without a fraction; None for another text.

    A clock may be negative or have any number of digits. Counts may not.
    """
    if not NUMBER.fullmatch(text):
        return None
    digits = text.lstrip("+-").partition(".")[0].lstrip("0") or "0"
    negative, long = text.startswith("-"), len(digits) > LONGEST
    if name in (*COUNTS, "mate") and (negative or long):
        return None
    return 0 if negative else 10**LONGEST if long else int(digits)


def _set_limits(go: Go, given: dict[str, int], seat: int, unit: int) -> None:
    depth, nodes, playouts = (
        min(max(1, given[name]), NUMBERS) if name in given else None for name in COUNTS
    )
    go.depth, go.nodes, go.playouts = depth, nodes, playouts
    go.mate = given.get("mate") or None
    go.infinite, go.ponder = "infinite" in given, "ponder" in given
    go.time = _time(given, seat, unit, counted=any((depth, nodes, playouts, go.mate)))


def _time(given: dict[str, int], seat: int, unit: int, counted: bool) -> float | None:
    if "movetime" in given:
        return _seconds(given["movetime"])
    if "infinite" in given:
        return ENDLESS
    own = (f"p{seat}", OWN)
    left = next((given[f"{name}time"] * unit for name in own if f"{name}time" in given), None)
    byoyomi = given.get("byoyomi", 0)
    if left is None and not byoyomi:
        return None if counted else USUAL_TIME
    left = left or 0
    added = next((given[f"{name}inc"] * unit for name in own if f"{name}inc" in given), 0)
    refill = 0.75 * added * min(1.0, left / RESERVE)
    moves = given.get("movestogo") or SHARE
    overtime = byoyomi - min(LATENESS, byoyomi / 5)
    return _seconds(min(left / moves + refill, 0.8 * left) + overtime)


def _seconds(milliseconds: float) -> float:
    return min(ENDLESS, max(LEAST, milliseconds / 1000 - MARGIN))
