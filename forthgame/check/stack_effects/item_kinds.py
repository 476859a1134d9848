"""The kinds of stack items: position, player, piece type, token, address and others.

The effects of primitives in the word table name the kinds of their items. A value of the abstract
state has a kind if it comes from such a word, from a declared name or from a literal. Arithmetic
gives items without a kind, because scripts calculate with positions and players.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Final

from forthgame.check.stack_effects.abstract_state import Value
from forthgame.words.effect_sets import TURN_READING
from forthgame.words.primitives import TABLE
from forthgame.words.registers.system_variables import MEANINGS
from forthgame.words.table.dictionary import Word
from forthgame.words.table.row import OPERATION_KINDS, Effect, Row
from forthgame.words.word_sets import GOING_ON

POSITION, PLAYER, TYPE, PIECE = "position", "player", "piece type", "piece"
TOKEN, ADDRESS, FLAG, NUMBER = "token", "address", "flag", "number"
MOVE_TYPE, PIECE_VALUE, MOVE = "move type", "piece value", "move"
SCALAR = "variable"  # the address of a variable, not of an array
COUNT = "number without a player"  # a number whose bits have no meaning
ARTICLES: Final = {ADDRESS: "an address"}

_OF_ITEMS = {
    "pos": POSITION, "player": PLAYER, "type": TYPE, "piece": PIECE, "addr": ADDRESS, "xt": TOKEN,
    "?": FLAG, "move": MOVE, "move'": MOVE,
}  # fmt: skip
_OF_ROLES = {
    "player": PLAYER, "piece": TYPE, "position": POSITION, "move type": MOVE_TYPE,
    "variable": SCALAR, "array": ADDRESS, "board storage": ADDRESS,
}  # fmt: skip
# names of items in the comments of scripts
_OF_COMMENTS = {
    "pos": POSITION, "position": POSITION, "square": POSITION, "sq": POSITION, "player": PLAYER,
    "piece-type": TYPE, "ptype": TYPE, "addr": ADDRESS, "address": ADDRESS, "xt": TOKEN,
    "token": TOKEN, "dir": TOKEN, "'dir": TOKEN, "direction": TOKEN, "?": FLAG, "flag": FLAG,
    "f": FLAG, "bool": FLAG,
}  # fmt: skip
SHORT: Final = {POSITION: "pos", PLAYER: "player", TYPE: "type", PIECE: "piece", TOKEN: "xt",
                ADDRESS: "addr", FLAG: "?", NUMBER: "n", MOVE_TYPE: "move-type",
                PIECE_VALUE: "value", MOVE: "move"}  # fmt: skip

# wanted kind -> kinds that are mistakes there
_MISTAKES: dict[str, frozenset[str]] = {
    POSITION: frozenset((PLAYER, TYPE, PIECE, MOVE_TYPE, TOKEN, ADDRESS, FLAG, PIECE_VALUE)),
    PLAYER: frozenset((POSITION, TYPE, MOVE_TYPE, TOKEN, ADDRESS, FLAG, PIECE_VALUE)),
    TYPE: frozenset((POSITION, PLAYER, PIECE, MOVE_TYPE, TOKEN, ADDRESS, FLAG, PIECE_VALUE)),
    PIECE: frozenset((POSITION, PLAYER, TOKEN, ADDRESS, FLAG)),
    MOVE_TYPE: frozenset((POSITION, PLAYER, PIECE, TOKEN, ADDRESS, FLAG)),
    ADDRESS: frozenset((POSITION, PLAYER, TYPE, PIECE, TOKEN, FLAG, MOVE_TYPE)),
    TOKEN: frozenset((POSITION, PLAYER, TYPE, PIECE, ADDRESS)),
    MOVE: frozenset((POSITION, PLAYER, TYPE, PIECE, TOKEN, ADDRESS, FLAG)),
    NUMBER: frozenset((TOKEN, ADDRESS)),
    COUNT: frozenset((TOKEN, PIECE, PLAYER)),
    FLAG: frozenset((TOKEN, ADDRESS)),
}
# kinds that are compared only with their like; small numbers never equal players and pieces
_APART = frozenset((POSITION, PLAYER, TYPE, PIECE, TOKEN, ADDRESS, MOVE_TYPE, PIECE_VALUE, FLAG))
_LEAST_PLAYER = 1024
EQUALITIES = frozenset(("=", "<>"))
COMPARISONS: Final = EQUALITIES | {"<", ">", "<=", ">="}
_COUNTING = frozenset(("*", "2*", "ABS", "NEGATE", "MIN", "MAX", "1+", "1-"))
# words that take numbers, never addresses; `+` and `-` may take one
_CALCULATING = frozenset(
    ("*", "/", "MOD", "/MOD", "*/", "*/MOD", "2*", "2/", "ABS", "NEGATE", "MIN", "MAX", "AND", "OR",
     "XOR", "INVERT", "0=", "0<>", "0<", "0>", "NOT", "1+", "1-")
)  # fmt: skip


def _kind(row: Row, item: str) -> str:
    """Return the kind of an item in an effect. Effects call move types `type` too."""
    if item == "type" and row.name in GOING_ON | TURN_READING:
        return MOVE_TYPE
    if row.name == "move" and item in ("source", "target"):
        return POSITION
    return _OF_ITEMS.get(item, "")


def _wanted(row: Row) -> tuple[str, ...]:
    """Return the kinds of the inputs, the top first; empty if all are free."""
    if row.name in _CALCULATING:
        kind = COUNT if row.name in _COUNTING else NUMBER
        return (kind,) * len(row.effect.inputs)
    kinds = tuple(_kind(row, item) for item in reversed(row.effect.inputs))
    return kinds if any(kinds) else ()


def of_kind(kind: str) -> Value:
    """Return a value of which only the kind is known, None if that is empty."""
    return ("flag",) if kind == FLAG else ("kind", kind) if kind else None


_ROWS = [row for row in TABLE.rows if row.kind in OPERATION_KINDS and row.kind != "shuffle"]
WANTED: Final = {row.name: kinds for row in _ROWS if (kinds := _wanted(row))}
GIVEN: Final = {
    row.name: tuple(of_kind(_kind(row, item)) for item in row.effect.outputs) for row in _ROWS
}
GIVEN["piece-value"] = (("kind", PIECE_VALUE),)


def kind_of(value: Value) -> str:
    """Return the kind of a value, empty if it is unknown."""
    if value is None:
        return ""
    form = value[0]
    if form == "n":
        return ADDRESS if value[3] == SCALAR else value[3]
    if form == "kind":
        return str(value[1])
    return _FORMS.get(form, "")


_FORMS = {"flag": FLAG, "empty": FLAG, "here": POSITION, "from": POSITION, "storage": ADDRESS}


def literal_kind(word: Word | None, number: int) -> str:
    """Return the kind of a literal that a word, or a numeral (None), has compiled."""
    if word is None:
        return NUMBER
    if word.place is None and word.name in MEANINGS:
        return ADDRESS
    if word.role in _OF_ROLES and word.value == number:
        return _OF_ROLES[word.role]
    if word.role == "direction" or (word.token == number and word.kind in ("colon", "does")):
        return TOKEN
    if word.kind != "literal" or word.value != number:
        return ""
    if word.value == word.parameter:
        return ADDRESS
    return NUMBER if 0 <= number < _LEAST_PLAYER else ""  # a constant


def is_scalar(value: Value) -> bool:
    """Return whether a value is the address of a variable, which has no use but @ and !."""
    return value is not None and (value[-1] == SCALAR or value[-1] == "(VARIABLE)")


def storage_of(value: Value) -> Any:
    """Return the storage at an address, None if it is unknown."""
    if value is None or kind_of(value) != ADDRESS or value[0] == "kind":
        return None
    return value[:2]


def is_mistake(wanted: str, given: str) -> bool:
    """Return whether an item of one kind is a mistake where another one is wanted."""
    return given in _MISTAKES.get(wanted, ())


def differ(one: Value, other: Value, word: str) -> bool:
    """Return whether a comparison of two values is a mistake because of their kinds."""
    kinds = kind_of(one), kind_of(other)
    if is_scalar(one) != is_scalar(other):
        return True
    if kinds[0] == kinds[1] or "" in kinds:
        return False
    if NUMBER in kinds:
        number, kind = (one, kinds[1]) if kinds[0] == NUMBER else (other, kinds[0])
        if kind in (ADDRESS, TOKEN):
            return True
        small = number is not None and number[0] == "n" and 0 < number[1] < _LEAST_PLAYER
        return small and kind in (PLAYER, PIECE) and word in EQUALITIES
    return _APART.issuperset(kinds)


@lru_cache(1024)
def commented_kinds(comment: str) -> tuple[tuple[str, ...], tuple[str, ...]] | None:
    """Return the kinds of inputs and outputs, the top first, that a plain comment names."""
    try:
        effect = Effect.parse(comment)
    except ValueError:
        return None
    return tuple(
        tuple(_OF_COMMENTS.get(item.lower(), "") for item in reversed(items))
        for items in (effect.inputs, effect.outputs)
    )  # type: ignore[return-value]


def with_article(kind: str) -> str:
    """Return `a position`, `an address` or `a token`."""
    return ARTICLES.get(kind, f"a {kind}")
