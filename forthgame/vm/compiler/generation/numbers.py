"""Numbers of a move word that is read for all positions at once.

A number is known (an `int`), follows from the position where the word begins (`Places`), is the
answer to a test (`Answer`), a position (`Here`), part of a cell of the board (`Field`), the address
of one of its storage (`Slot`), stands in a cell that no move word changes (`Stored`), or was on the
stack before (`Kept`). A variable that has grown is only known to be greater or less than 0
(`Sign`), of others it is known what they lie between (`Between`); of everything else nothing is
known (None). In a part of a word that is read by itself, numbers from before it have a name
(`Given`); behind it, numbers in which its ways differ (`Merged`) are not known either.
"""

from __future__ import annotations

from dataclasses import dataclass

from forthgame.code.meaning import meaning
from forthgame.code.ranges import ANY, Range, result_range
from forthgame.lang.cells import wrap32
from forthgame.lang.words import TABLE
from forthgame.lazy import lazy
from forthgame.vm.compiler.generation.decisions import Question


@dataclass(frozen=True)
class Answer:
    """True or false (-1 or 0) as a test says, or the opposite."""

    test: Question
    negated: bool = False


@dataclass(frozen=True, eq=False)
class Places:
    """A number for each position; equal ones are one object, see `Numbers.places`."""

    numbers: tuple[int, ...]

    def first(self, stride: int) -> int | None:
        """The first of them, if each is so much greater than the one before."""
        found = {number - stride * k for k, number in enumerate(self.numbers)}
        return found.pop() if len(found) == 1 else None

    @lazy
    def ahead(self) -> int | None:
        """How far they are ahead of the positions, if equally far for each."""
        return self.first(1)


@dataclass(frozen=True)
class Here:
    """A position of the board so many on from where the word begins, which a way has led to."""

    offset: int


@dataclass(frozen=True)
class Field:
    """Bits of the board's cell so many positions on: those under a mask, the lowest as the first.

    `plane` is how far in the record the cells lie behind those of the pieces. If it is `fixed`, it
    is the cell of the position with the number `offset`. The number may be known to lie `between`
    two.
    """

    offset: int
    mask: int
    shift: int = 0
    plane: int = 0
    fixed: bool = False
    between: Range | None = None


@dataclass(frozen=True)
class Between:
    """Some number between two, these included."""

    low: int
    high: int


@dataclass(frozen=True)
class Slot:
    """The address of a cell of the board's storage, by its distance from the board.

    It may lie up to `span` bytes further on.
    """

    offset: int
    span: int = 0


@dataclass(frozen=True)
class Beside:
    """The address of an array's item for a position so many on; `plane` is as in `Field`."""

    offset: int
    plane: int


@dataclass(frozen=True)
class Row:
    """What a table of the script has for each position: `address` is that for the first one.

    `fetched` is the word that fetches it.
    """

    address: int
    fetched: str


@dataclass(frozen=True)
class Stored:
    """What stands in a cell of the script, or in one of the storage that `moves` with a board.

    `fetched` is the word that fetches it.
    """

    address: int
    moves: bool = False
    fetched: str = "@"


@dataclass(frozen=True)
class Kept:
    """An item that was on the stack before, so far below the top, and what was added to it."""

    depth: int
    added: int = 0


@dataclass(frozen=True)
class Sign:
    """Some number greater than 0, or less; `address` is that of the variable that was changed."""

    greater: bool
    address: int


@dataclass(frozen=True)
class Given:
    """A number from before that has this number."""

    number: int


STARTED = Given(-1)  # the position where the move word began


@dataclass(frozen=True)
class Merged:
    """A number in which the ways through a stretch of code differ, by its function and cell."""

    function: int
    cell: int


Value = (
    int
    | Answer
    | Places
    | Here
    | Field
    | Slot
    | Beside
    | Row
    | Stored
    | Kept
    | Sign
    | Between
    | Given
    | Merged
    | None
)


LITTLE = 1 << 16  # so many changes that are followed stay numbers of one cell
STEPPING = {"1+": 1, "1-": -1}
TURNING_OVER = frozenset(("NOT", "0="))  # a flag may be turned over unseen
AGAINST_ZERO = {"0=": "=", "NOT": "=", "0<>": "<>", "0<": "<", "0>": ">"}
MIRRORED = {"=": "=", "<>": "<>", "<": ">", ">": "<", "<=": ">=", ">=": "<="}
OF_SIGN = {  # what a number greater than 0 is beside 0, and one less
    "=": (0, 0), "<>": (-1, -1), "<": (0, -1), ">": (-1, 0), "<=": (0, -1), ">=": (-1, 0),
}  # fmt: skip


def slots(first: int, index: int | Between, size: int) -> Value:
    """Return the address of an item of an array, each of which has a size; None if far outside."""
    low, high = _range_of(index)
    if max(-low, high) > LITTLE:
        return None
    return Slot(first + size * low, size * (high - low))


def changed_by(a: Value, b: Value, address: int) -> Value:
    """Return a variable that has changed: only its sign is kept, so that ways meet.

    It grows by little, and ways are not so long that it would wrap.
    """
    if isinstance(a, int) and isinstance(b, int):
        total = a + b
        small = max(abs(a), abs(b)) <= LITTLE
        return None if not small else Sign(total > 0, address) if total else 0
    if isinstance(a, int) or isinstance(b, Merged):
        a, b = b, a
    if isinstance(a, Merged):
        return a
    if isinstance(a, Sign) and isinstance(b, int) and abs(b) <= LITTLE:
        return a if b == 0 or (b > 0) == a.greater else None
    return None


def _range_of(value: Value) -> Range:
    """Return between which numbers one lies."""
    if isinstance(value, int):
        return value, value
    if isinstance(value, Field) and value.between is not None:
        return value.between
    return (value.low, value.high) if isinstance(value, Between) else ANY


class Numbers:
    """Arithmetic for a board of some positions."""

    def __init__(self, positions: int) -> None:
        self.positions = positions
        self._kept: dict[tuple[int, ...], Places] = {}

    def places(self, numbers: tuple[int, ...]) -> Places:
        """The one object for a row of numbers."""
        return self._kept.setdefault(numbers, Places(numbers))

    def from_here(self, offset: int) -> Places:
        """The numbers of the positions, so many on."""
        return self.places(tuple(range(offset, offset + self.positions)))

    def apply(self, name: str, taken: tuple[Value, ...]) -> tuple[Value, ...]:
        """What a word leaves that looks at its items only; None for what is not known.

        Raises ArithmeticError where it may fail.
        """
        effect = TABLE.by_name[name].effect
        if name in STEPPING and isinstance(kept := taken[0], Kept):
            return (Kept(kept.depth, kept.added + STEPPING[name]),)
        flag = effect.outputs == ("?",)
        if flag and (found := self._told(name, taken)) is not None:
            return (found,)
        rows = tuple(self.from_here(v.offset) if isinstance(v, Here) else v for v in taken)
        if all(isinstance(each, int | Places) for each in rows):
            return self._each(name, flag, rows)
        if TABLE.by_name[name].guard is not None:
            raise ArithmeticError
        if any(_range_of(each) != ANY and not isinstance(each, int) for each in taken):
            between = result_range(name, tuple(map(_range_of, taken)))
            return (None if between is None or between == ANY else Between(*between),)
        unknown = next((each for each in taken if isinstance(each, Merged)), None)
        return (unknown,) * len(effect.outputs)

    def flag(self, value: Value) -> Value:
        """A number that decides where to go on, as a flag."""
        found = self._compared(value, "<>", 0)
        return value if found is None else found

    def _told(self, name: str, taken: tuple[Value, ...]) -> Value:
        """The answer of a comparison where one of the numbers is asked for at run time."""
        a: Value
        b: Value
        if name in AGAINST_ZERO:
            a, b, compared = taken[0], 0, AGAINST_ZERO[name]
            if isinstance(a, Answer):
                return Answer(a.test, not a.negated) if name in TURNING_OVER else None
        elif name in MIRRORED:
            a, b = taken
            compared = name
        else:
            return None
        for one, other, so in ((a, b, compared), (b, a, MIRRORED[compared])):
            if isinstance(one, Sign) and other == 0:
                return OF_SIGN[so][0 if one.greater else 1]
            found = self._compared(one, so, other)
            if found is not None:
                return found
        return None

    def _compared(self, one: Value, name: str, other: Value) -> Answer | None:
        """Whether a number that is asked for at run time stands so to another."""
        same = name in ("=", "<>")
        if isinstance(other, Places) and other.ahead is not None:
            other = Here(other.ahead)
        if isinstance(one, Stored) and isinstance(other, int):
            kind = "slot" if one.moves else "cell"
            compared = name if not same else "="
            test = Question(kind, 0, other, one.address, compared, fetched=one.fetched)
        elif isinstance(one, Row) and isinstance(other, int):
            compared = name if not same else "="
            test = Question("row", 0, other, one.address, compared, fetched=one.fetched)
        elif isinstance(one, Field) and isinstance(other, int):
            wanted = wrap32(other << one.shift)
            if one.shift and wanted & one.mask != wanted:
                return None
            if one.shift and not same and one.mask < 0:  # the field has the sign of the cell
                return None
            compared = "=" if same else name
            test = Question(
                "field", one.offset, one.mask, wanted, compared, one.plane, fixed=one.fixed
            )
        elif isinstance(one, Field) and isinstance(other, Stored) and same:
            if one.shift or other.moves or other.fetched != "@":
                return None
            test = Question(
                "like", one.offset, one.mask, other.address, plane=one.plane, fixed=one.fixed
            )
        elif isinstance(one, Stored) and isinstance(other, Here) and same and one.fetched == "@":
            test = Question("here", other.offset, int(one.moves), one.address)
        else:
            return None
        return Answer(test, name == "<>")

    def _each(self, name: str, flag: bool, taken: tuple[Value, ...]) -> tuple[Value, ...]:
        """The word at each position."""
        work = meaning(name)
        assert work is not None
        if all(isinstance(each, int) for each in taken):
            alone = work(*taken)
            if alone is None:
                raise ArithmeticError
            return alone
        rows = (v.numbers if isinstance(v, Places) else (v,) * self.positions for v in taken)
        found = [work(*numbers) for numbers in zip(*rows, strict=True)]
        if None in found:
            raise ArithmeticError
        columns = [*zip(*(each for each in found if each is not None), strict=True)]
        if flag:
            return (self.answer(sum(1 << k for k, each in enumerate(columns[0]) if each)),)
        return tuple(self.places(column) for column in columns)

    def answer(self, bits: int) -> Value:
        """The flag that is true at positions with a bit."""
        if bits == 0:
            return 0
        return -1 if bits == (1 << self.positions) - 1 else Answer(Question("mask", value=bits))
