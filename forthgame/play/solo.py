"""Whole games on one machine, where that is the same as on one for each entrant.

When it applies: all who play choose at random or take the first move, all have the referee's
script, and the script keeps nothing beside the position. The first two are seen before a game; of
the third it is seen that no memory of the script has changed and no random number was drawn, after
every ply. What undoes it: any of these, an error, or an answer that takes long. The game is then
played from its start with a machine for each, which blames whom it has to blame, and so are all
later ones of the script.
"""

from __future__ import annotations

import ctypes
import time
from collections.abc import Callable, Mapping

from forthgame.errors import ForthgameError
from forthgame.game.state import State
from forthgame.lang import beyond as more
from forthgame.lang import layout as at
from forthgame.lang.words.random import FACTOR, INCREMENT, MODULUS, MULTIPLIER
from forthgame.play.contestant import Contestant
from forthgame.play.gamelog import REFEREE
from forthgame.play.limits import Limits
from forthgame.play.match import Opening, final_outcomes, open_game
from forthgame.play.patience import Disturbed
from forthgame.play.record import GameRecord, Usage, derive_seed

ENGINES = ("random", "first")
# words of a script that may make a difference between one machine and several
TELLING = (b"$rand-within", b"weight", b"pad", b"$buffer", b"randomize", b"rootmoves")
STREAMS = (at.RANDOM, at.RANDOM2)
FIRST = 97  # numbers that a stream is filled with


def _powers() -> tuple[list[int], list[int]]:
    """Factors and terms that lead from a seed to each number that a stream is filled with."""
    factors, terms = [MULTIPLIER], [INCREMENT]
    for _ in range(FIRST):
        factors.append(factors[-1] * MULTIPLIER % MODULUS)
        terms.append((terms[-1] * MULTIPLIER + INCREMENT) % MODULUS)
    return factors, terms


_FACTORS, _TERMS = _powers()


def first_random(seed: int, count: int) -> int:
    """What `0 count-1 RAND-WITHIN` gives first after a seed from 0 up to 2³¹."""
    start = abs(INCREMENT - seed) % MODULUS
    output = (_FACTORS[FIRST] * start + _TERMS[FIRST]) % MODULUS
    place = FIRST * output // MODULUS
    number = (_FACTORS[place] * start + _TERMS[place]) % MODULUS
    return int(number * FACTOR * count)


def _memcmp() -> Callable[[int, bytes, int], int] | None:
    """The C library's comparison of memory, if it can be had."""
    try:
        found = ctypes.CDLL(None).memcmp
    except (OSError, TypeError, AttributeError):
        return None
    found.argtypes = (ctypes.c_void_p, ctypes.c_char_p, ctypes.c_size_t)
    found.restype = ctypes.c_int
    return found


_compare = _memcmp()


class Solo:
    """A script's machine that plays all seats."""

    def __init__(self, referee: Contestant, texts: bytes) -> None:
        """`texts` are those of the script and of all that it loads."""
        self._referee = referee
        self._processor = processor = referee.game.forth.processor
        self._top = processor.cell(at.A_DP)
        first = at.MEMORY + at.DATA
        self._size = self._top - at.DATA
        self._clean = bytes(processor.bytes[first : first + self._size])
        lower = texts.lower()
        self.works = (
            _compare is not None
            and not any(word in lower for word in TELLING)
            and not processor.register(more.CHOICE_CELL)
        )

    def _untouched(self) -> bool:
        """Whether the script's memory is as it was loaded, and nothing was drawn."""
        processor = self._processor
        if processor.cell(at.A_DP) != self._top or _compare is None:
            return False
        if any(processor.register(stream + 8) for stream in STREAMS):
            return False
        own = processor.address + at.MEMORY + at.DATA
        return bool(_compare(own, self._clean, self._size) == 0)

    def play(
        self,
        record: GameRecord,
        table: Mapping[str, str],
        limits: Limits,
        opening: Opening,
        watch: Callable[[int], None],
        on_move: Callable[[str, str], None],
    ) -> bool:
        """Play the game of a record, `table` having the engine of each seat; whether it could."""
        started = time.perf_counter()
        record.usage = {seat: Usage() for seat in table}
        watch(REFEREE)
        try:
            with self._referee.patience(limits):
                self.works = self._play(record, table, limits, opening, on_move)
        except Disturbed:
            raise
        except (ForthgameError, ArithmeticError, LookupError, ValueError, MemoryError):
            return False
        record.seconds = time.perf_counter() - started
        return self.works

    def _play(
        self,
        record: GameRecord,
        table: Mapping[str, str],
        limits: Limits,
        opening: Opening,
        on_move: Callable[[str, str], None],
    ) -> bool:
        seeds = [derive_seed(record.seed, record.number, k + 1) for k in range(len(table))]
        seed_of = dict(zip(table, seeds, strict=True))
        seed = derive_seed(record.seed, record.number, 0)
        if opening.moves or opening.plies:
            open_game(self._referee, opening, seed, limits, record, on_move)
        else:
            self._referee.renew(seed)
        state = self._referee.state
        moves = record.moves
        while True:
            if not self._untouched():
                return False
            outcome = state.outcome
            if outcome is not None:
                found = final_outcomes(state, list(table), outcome)
                record.finish("result", state.ending or "result", found)
                return self._untouched()
            if len(moves) >= limits.plies:
                record.finish("ply limit", "ply limit", dict.fromkeys(table, "draw"))
                return True
            mover = state.player
            engine = table.get(mover)
            if engine is None or not state.count:
                return False
            used = record.usage[mover]
            text = self._choose(state, engine, seed_of[mover], len(moves), used)
            moves.append((mover, text))
            on_move(mover, text)

    def _choose(self, state: State, engine: str, seed: int, plies: int, used: Usage) -> str:
        """Choose a move and play it, as the seat's own machine would."""
        began = time.perf_counter()
        offered = state.moves()
        number = 0
        if engine == "random":
            number = first_random(derive_seed(seed, 0, plies), len(offered))
        text = offered.text_of(number)
        seconds = time.perf_counter() - began
        used.moves += 1
        used.seconds += seconds
        used.cpu += seconds
        used.slowest = max(used.slowest, seconds)
        used.choices += len(offered)
        if " ".join(text.split()) != text:
            number = state.find(text, exact=True).index
        else:  # of several moves with a text the first is played
            first = (k for k in range(number) if offered.text_of(k) == text)
            number = next(first, number)
        state.play(number)
        return text
