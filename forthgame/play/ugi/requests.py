"""Parse the UGI lines `position` and `go`, and write moves as single words.

Games that declare the notation `uci` use it. Otherwise a move is its text with blanks replaced by
`_`; underscores and characters that a line cannot contain become `%` and digits.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from forthgame.api.game import State
from forthgame.base.errors import ForthgameError, IllegalMove, shortened
from forthgame.base.name_quoting import quoted, unquoted
from forthgame.play.ugi.startup import KEY, LONG, in_order
from forthgame.position.move_texts import text_alone
from forthgame.position.moves import Move, Moves
from forthgame.position.texts.notation import Notation, notations
from forthgame.position.texts.texts_file import tables_path
from forthgame.rules.engines import Limits

ENDLESS = 1e8  # seconds of a search that ends with `stop`
SHARE = 30  # moves over which a clock's rest is divided
LEAST = 0.01  # seconds
USUAL = 1.0  # seconds, by default
MARGIN = 0.02  # seconds reserved for the answer
COUNTS = ("depth", "nodes", "playouts")
TIMES = ("movetime", "time", "movestogo")
COLOURS = {"w": 1, "b": 2}


def known_notations(state: State) -> list[str]:
    """Return the notations of a game; the first is the default."""
    declared = [] if tables_path(state.game) is None else list(notations(state.game))
    return in_order(declared)


def word_of(text: str) -> str:
    """Encode the text of a move as one word."""
    return "_".join(quoted(part).replace("_", "%5f") for part in text.split(" "))


def text_of(word: str) -> str:
    """Decode the text of a move."""
    return unquoted(word.replace("_", " "))


class MoveNotation:
    """A writer and reader of moves in a notation."""

    def __init__(self, state: State, notation: str) -> None:
        known = None if notation in (LONG, KEY) else notations(state.game)[notation]
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
        if self.notation != LONG:
            moves = state.moves()
            found = next((move for move in moves if self.write(state, move, moves) == word), None)
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
    head, _, rest = f"{text} ".partition(" moves ")
    if text.startswith("moves "):
        head, rest = "startpos", text.removeprefix("moves ")
    head, played = head.strip(), tuple(rest.split())
    known = 0
    if before and before.head == head and played[: len(before.played)] == before.played:
        state, known = before.state.copy(), len(before.played)
    else:
        state = _begin(begun, head)
    for word in played[known:]:
        state.play(words.read(state, word))
    return PositionLine(head, played, state)


def _begin(begun: Callable[[], State], head: str) -> State:
    kind, _, rest = head.partition(" ")
    match kind:
        case "startpos":
            return begun()
        case "text":
            return begun().game.position(rest)
        case "fen":
            return begun().game.position(fen=rest)
    raise ForthgameError(f"a position must be startpos, text … or fen …, not {shortened(kind)!r}")


def read_go(text: str, seat: int) -> Limits:
    """Return the limits in `go` for a player by number from 1. Raises ForthgameError."""
    given: dict[str, int] = {}
    parts = iter(text.split())
    for name in parts:
        if name in ("infinite", "ponder"):
            given[name] = 1
            continue
        if name not in (*COUNTS, *TIMES) and not _is_clock(name):
            raise ForthgameError(f"`go` has no {shortened(name)!r}")
        given[name] = _number(name, next(parts, ""))
    depth, nodes, playouts = (max(1, given[name]) if name in given else None for name in COUNTS)
    counted = any(name in given for name in COUNTS)
    return Limits(time=_time(given, seat, counted), depth=depth, nodes=nodes, playouts=playouts)


def _is_clock(name: str) -> bool:
    head = name.removesuffix("time").removesuffix("inc")
    return head != name and (head in COLOURS or (head[:1] == "p" and head[1:].isdecimal()))


def _number(name: str, text: str) -> int:
    sign = text.startswith("-")
    digits = text[sign:]
    if not digits.isdecimal() or len(digits) > 15 or (sign and name in COUNTS):
        raise ForthgameError(f"`go {name}` needs a whole number, not {shortened(text)!r}")
    return 0 if sign else int(digits)  # a clock may be negative


def _time(given: dict[str, int], seat: int, counted: bool) -> float | None:
    for name in ("movetime", "time"):
        if name in given:
            return _seconds(given[name])
    if "infinite" in given or "ponder" in given:
        return ENDLESS
    own = [f"p{seat}", *(colour for colour, number in COLOURS.items() if number == seat)]
    left = next((given[f"{name}time"] for name in own if f"{name}time" in given), None)
    if left is None:
        return None if counted else USUAL
    added = next((given[f"{name}inc"] for name in own if f"{name}inc" in given), 0)
    moves = given.get("movestogo") or SHARE
    return _seconds(min(left / moves + 0.75 * added, 0.8 * left))


def _seconds(milliseconds: float) -> float:
    return min(ENDLESS, max(LEAST, milliseconds / 1000 - MARGIN))
