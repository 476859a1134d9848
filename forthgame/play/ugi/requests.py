"""Parse the UGI lines `position` and `go`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from forthgame.api.state import State
from forthgame.base.errors import ForthgameError, shortened
from forthgame.play.ugi.move_words import MoveNotation
from forthgame.rules.engines import Limits

ENDLESS = 1e8  # seconds of a search that ends with `stop`
SHARE = 30  # moves over which a clock's rest is divided
LEAST = 0.01  # seconds
USUAL = 1.0  # seconds, by default
MARGIN = 0.02  # seconds reserved for the answer
COUNTS = ("depth", "nodes", "playouts")
TIMES = ("movetime", "time", "movestogo")
COLOURS = {"w": 1, "b": 2}


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
