"""Weights as integers, and as cells of the learning script."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from forthgame.play.tuning.feature_set import MOST_LINES, FeatureSet, hand_types, near_width
from forthgame.play.tuning.fitting import Weights
from forthgame.play.tuning.self_play import Setting
from forthgame.play.tuning.training_data import NUMERAL, GameFeatures, lines_of

SCALE = 100  # points of a score for one unit of log-odds
EMPTY, OWN, OTHER = 1, 16, 256  # marks of a place; sums of up to 15 of them can be decoded
TUNED, ROWS, NEAR, MOBILITY = 1, 2, 4, 8  # bits of `mode`
EXPLICIT = 200  # largest number of positions in explicit lists of rows or neighbours
MOST_CELLS = 1 << 19  # of the table of worths
WORDS = """0= 0< 1+ 1- 2* 2DUP 2DROP AND OR CELLS CREATE ALLOT DO DROP DUP ERASE EXIT I IF J LOOP
    MOD /MOD NEGATE NOT OVER PICK ROT SWAP >R R> VARIABLE board[] current-player in-hand-of
    move-count player-index ELSE ENDIF $GenerateMoves $DeallocateMoves material-balance TRUE MIN
    + - * / = > < @ ! , : ; LOAD BASE DECIMAL"""
USED = frozenset(WORDS.split())  # scripts that redefine them get no evaluation


@dataclass(frozen=True)
class IntegerWeights:
    """Weights as integers: worths by slot, and weights by the names of columns."""

    worth: tuple[int, ...]
    columns: dict[str, int]


def whole(weights: Weights) -> IntegerWeights:
    table = np.rint(weights.table * SCALE).astype(int)
    names = weights.shape.columns()
    return IntegerWeights(
        tuple(table.tolist()),
        {name: round(float(w) * SCALE) for name, w in zip(names, weights.columns, strict=True)},
    )


def obstacle(facts: GameFeatures) -> str:
    """Return the reason why no evaluation can be written for a game; empty if there is none."""
    taken = sorted(USED & set(facts.words))
    if taken:
        return f"the script gives {', '.join(f'`{t}`' for t in taken)} another meaning"
    size = len(facts.players) * len(facts.positions) * codes(facts)
    if size > MOST_CELLS:
        return f"its table of worths would have {size} cells, where {MOST_CELLS} are possible"
    return ""


def codes(facts: GameFeatures) -> int:
    types = len(facts.pieces)
    return len(facts.players) + 1 if types == 1 else (len(facts.players) + 1) * types + 1


def as_numbers(text: str, words: Iterable[str]) -> str:
    """Prefix numbers with zeros until none is the name of a word."""
    taken = set(words)

    def numeral(found: re.Match[str]) -> str:
        sign, digits = "-" * found[0].startswith("-"), found[0].removeprefix("-")
        while sign + digits in taken:
            digits = f"0{digits}"
        return sign + digits

    lines = []
    for line in text.split("\n"):
        code, mark, comment = line.partition("\\ ")
        lines.append(NUMERAL.sub(numeral, code) + mark + comment)
    return "\n".join(lines)


def prefix_for(facts: GameFeatures) -> str:
    """Return a prefix for names of the evaluation that no word of the script has."""
    for number in range(1, 1000):
        prefix = "tuned-" if number == 1 else f"tuned{number}-"
        if not any(word.lower().startswith(prefix) for word in facts.words):
            return prefix
    return "evaluation-tuned-"


def worth_table(
    shape: FeatureSet, worth: tuple[int, ...]
) -> np.ndarray[tuple[int], np.dtype[np.int32]]:
    facts = shape.facts
    count, types, size = len(facts.positions), len(facts.pieces), codes(facts)
    found = np.zeros((len(facts.players), count, size), np.int32)
    slots = shape.slot_of()
    values = np.array(worth, np.int64)
    rest = max(len(facts.seats) - 1, 1)
    for number in range(1, len(facts.players) + 1):
        side = facts.numbers[0] if number not in facts.numbers else number
        for kind in range(1, types + 1):
            slot = slots[number, kind]
            if (slot < 0).any():
                continue
            code = number if types == 1 else kind + types * number
            own = values[slot]
            found[:, :, code] = -np.sign(own) * (np.abs(own) // rest)
            found[side - 1, :, code] = own
    return found.reshape(-1)


def setting_of(weights: Weights) -> Setting:
    """Return the setting that makes the learning script use these weights."""
    shape = weights.shape
    facts = shape.facts
    numbers = whole(weights)
    p = prefix_for(facts)
    mode = TUNED | ROWS * bool(shape.length) | NEAR * shape.near | MOBILITY * shape.mobility
    cells: dict[str, bytes] = {
        f"{p}mode": cells_of([mode]),
        f"{p}worth": worth_table(shape, numbers.worth).tobytes(),
        f"{p}mobility": cells_of([numbers.columns.get("mobility", 0)]),
    }
    rest = max(len(facts.seats) - 1, 1)
    if shape.length:
        table = np.zeros(OTHER * shape.length + 1, np.int32)
        for k in range(1, shape.length + 1):
            weight = numbers.columns[f"row {k}"]
            table[shape.length - k + k * OWN] = weight
            table[shape.length - k + k * OTHER] = to_others(weight, rest)
        cells[f"{p}row-worth"] = table.tobytes()
    if shape.near:
        cells[f"{p}near"] = _near_cells(shape, numbers)
    for kind in hand_types(facts):
        cells[f"{p}hand-{kind}"] = cells_of([numbers.columns[f"hand {kind}"]])
    for k in range(len(facts.storage) if shape.stored else 0):
        cells[f"{p}stored-{k}"] = cells_of([numbers.columns[f"stored {k}"]])
    return Setting(cells, shape.mobility)


def cells_of(values: Sequence[int]) -> bytes:
    return np.array(values, np.int32).tobytes()


def _near_cells(shape: FeatureSet, numbers: IntegerWeights) -> bytes:
    table: NDArray[np.int32] = np.zeros((shape.near_types, 3, 16), np.int32)
    for name, weight in numbers.columns.items():
        if name.startswith("near"):
            _, kind, what, number = name.split()
            table[int(kind), ("empty", "own", "other").index(what), int(number)] = weight
    return table.tobytes()


def to_others(weight: int, rest: int) -> int:
    """Return a player's weight as seen by another, rounded as by `NEGATE rest /`."""
    return -weight // rest if weight <= 0 else -(weight // rest)


def harmless(text: str) -> str:
    """Replace unprintable characters of a name for use in a comment."""
    return "".join(c if c.isprintable() else "?" for c in text)


def number_lines(values: list[int], width: int) -> list[str]:
    wide = max(len(str(v)) for v in values)
    parts = [f"{v:{wide}} ," for v in values]
    return ["\t" + " ".join(parts[k : k + width]) for k in range(0, len(parts), width)]


def can_rows(facts: GameFeatures, length: int) -> bool:
    """Return whether rows of a length can be counted by a short script."""
    # marks do not distinguish more than one other player
    number = len(lines_of(facts, length)) if len(facts.seats) <= 2 else 0
    return 0 < number <= MOST_LINES and (all(facts.steps) or number * length <= EXPLICIT)


def can_near(facts: GameFeatures) -> bool:
    """Return whether neighbours can be counted by a short script."""
    wide = near_width(facts) if len(facts.seats) <= 2 else 0
    return bool(wide) and (all(facts.steps) or len(facts.positions) * wide <= EXPLICIT)
