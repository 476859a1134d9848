"""Symbolic values of a move word that is read for all positions at once, and their arithmetic.

A value is known (an `int`), depends on the start of the word (`PerPosition`), is the result of a
test (`TestResult`), a position (`RelativePosition`), part of a cell of the board (`BoardField`), an
address in its storage (`StorageAddress`), the content of a cell that no move word changes
(`StoredValue`), the answer of a word (`AskedValue`), a number that is computed from such values
(`Computed`), or what was there before (`EarlierValue`). Of an incremented variable only the sign is
known (`Sign`), and of all others nothing (None). In a region that is followed separately, values
from before it are named (`NamedValue`); after it, values in which its paths differ (`MergedValue`)
are unknown.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from forthgame.analysis.constant_folding import folding_function, linear_result, may_fail
from forthgame.analysis.intervals import ANY, Range, result_range
from forthgame.base.lazy import lazy
from forthgame.compile.reading.decision_diagrams import PositionTest
from forthgame.words.primitives import TABLE
from forthgame.words.table.memory_access import wrap32


@dataclass(frozen=True)
class TestResult:
    """The result of a test (-1 or 0), or its negation."""

    test: PositionTest
    negated: bool = False


@dataclass(frozen=True, eq=False)
class PerPosition:
    """A number for each position. Equal values are one object, see `SymbolicArithmetic.places`."""

    numbers: tuple[int, ...]

    def first(self, stride: int) -> int | None:
        """Return the first number if they increase by `stride`, else None."""
        found = {number - stride * k for k, number in enumerate(self.numbers)}
        return found.pop() if len(found) == 1 else None

    @lazy
    def ahead(self) -> int | None:
        """The offset of the numbers from the positions, if it is constant."""
        return self.first(1)


@dataclass(frozen=True)
class RelativePosition:
    """The position at an offset from the start of the word, reached along directions."""

    offset: int


@dataclass(frozen=True)
class BoardField:
    """The bits under a mask of the board's cell at an offset, shifted down.

    `plane` is the distance in cells from the pieces to the cells of an attribute. If `fixed`,
    `offset` is the number of a position. `between` is the range of the value, if known.
    """

    offset: int
    mask: int
    shift: int = 0
    plane: int = 0
    fixed: bool = False
    between: Range | None = None


@dataclass(frozen=True)
class StorageAddress:
    """The address of a cell of the board's storage, relative to the board, in bytes.

    It may be up to `span` bytes higher.
    """

    offset: int
    span: int = 0


@dataclass(frozen=True)
class StorageAddresses:
    """The address of a cell of the board's storage for each position, as in `StorageAddress`."""

    offsets: PerPosition


@dataclass(frozen=True)
class StorageItem:
    """The content of a cell of the board's storage for each position; `fetched` reads it."""

    offsets: PerPosition
    fetched: str


@dataclass(frozen=True)
class ItemAddress:
    """The address of an array's item for the position at an offset; `plane` as in `BoardField`."""

    offset: int
    plane: int


@dataclass(frozen=True)
class TableItem:
    """The item for each position in a table of the script.

    `address` is that of the first item, `fetched` the word that reads it.
    """

    address: int
    fetched: str


@dataclass(frozen=True)
class StoredValue:
    """The content of a cell of the script, or of the board's storage if it `moves` with the board.

    `fetched` is the word that reads it. `between` is the range of the value, if known.
    """

    address: int
    moves: bool = False
    fetched: str = "@"
    between: Range | None = None


@dataclass(frozen=True)
class AskedValue:
    """The answer of a word that is asked once for all positions, by its number."""

    number: int


@dataclass(frozen=True)
class Computed:
    """The number that a word computes from others when it runs.

    `between` is its range, if known; `size` is the number of words in it.
    """

    name: str
    items: tuple[Value, ...]
    between: Range | None = field(default=None, compare=False)
    size: int = field(default=1, compare=False)


@dataclass(frozen=True)
class EarlierValue:
    """The earlier content of a place, and the number added to it.

    A place is an item of the stack, by its depth below the top, or a variable, by ~address.
    """

    place: int
    added: int = 0


@dataclass(frozen=True)
class Sign:
    """Some positive or negative number, of a variable with an address or of a total (-1)."""

    greater: bool
    address: int


@dataclass(frozen=True)
class NamedValue:
    """A named value from before a region."""

    number: int


STARTED = NamedValue(-1)  # the position that the move word started on


@dataclass(frozen=True)
class MergedValue:
    """A value in which the paths through a region differ, by the region's function and cell."""

    function: int
    cell: int


Value = (
    int
    | TestResult
    | PerPosition
    | RelativePosition
    | BoardField
    | StorageAddress
    | StorageAddresses
    | StorageItem
    | ItemAddress
    | TableItem
    | StoredValue
    | AskedValue
    | Computed
    | EarlierValue
    | Sign
    | NamedValue
    | MergedValue
    | None
)


NOWHERE = 1 << 40  # the offset of an unknown position
READ_WHEN_RUN = StoredValue | StorageItem | BoardField | AskedValue | TableItem | Computed
MOST_COMPUTED = 12  # words in one number
LITTLE = 1 << 16  # so many tracked changes cannot overflow a cell
TURNING_OVER = frozenset(("NOT", "0="))  # negation of a flag without a test
AGAINST_ZERO = {"0=": "=", "NOT": "=", "0<>": "<>", "0<": "<", "0>": ">"}
MIRRORED = {"=": "=", "<>": "<>", "<": ">", ">": "<", "<=": ">=", ">=": "<="}


def slots(first: int, index: Value, size: int) -> Value:
    """Return the address of an array's item, or None if the index may be far outside."""
    if isinstance(index, BoardField):
        return None
    low, high = _range_of(index)
    if max(-low, high) > LITTLE:
        return None
    return StorageAddress(first + size * low, size * (high - low))


def changed_by(a: Value, b: Value, address: int) -> Value:
    """Return the value of a changed variable: only its sign is kept, so that paths can be merged.

    Changes are small, and paths are too short for it to overflow.
    """
    if isinstance(a, int) and isinstance(b, int):
        total = a + b
        small = max(abs(a), abs(b)) <= LITTLE
        return None if not small else Sign(total > 0, address) if total else 0
    if isinstance(a, int) or isinstance(b, MergedValue):
        a, b = b, a
    if isinstance(a, MergedValue):
        return a
    if isinstance(a, Sign) and isinstance(b, int) and abs(b) <= LITTLE:
        return a if b == 0 or (b > 0) == a.greater else None
    return None


def _range_of(value: Value) -> Range:
    if isinstance(value, int):
        return value, value
    if isinstance(value, BoardField | Computed) and value.between is not None:
        return value.between
    return ANY


def _linear(name: str, taken: tuple[Value, ...]) -> Value:
    """Return the known result of a word, or the item that it leaves; None for other results."""
    items = tuple(each if isinstance(each, int) else None for each in taken)
    if items.count(None) != 1 or (found := linear_result(name, items)) is None:
        return None
    item, (factor, added) = taken[items.index(None)], found
    if isinstance(item, Sign) and factor and added:
        return item if (added > 0) == item.greater and 16 * abs(added) <= LITTLE else None
    if isinstance(item, EarlierValue) and factor:
        return EarlierValue(item.place, item.added + added)
    return item if factor and not added else None if factor else added


def depends_on_position(value: Value) -> bool:
    """Return whether a number differs from position to position."""
    if isinstance(value, Computed):
        return any(map(depends_on_position, value.items))
    if isinstance(value, BoardField):
        return not value.fixed
    return isinstance(value, RelativePosition | PerPosition | TableItem | StorageItem)


def leaves(value: Value) -> Iterator[Value]:
    """Yield the values from which a number is computed, or the value itself."""
    if isinstance(value, Computed):
        for each in value.items:
            yield from leaves(each)
    else:
        yield value


def computed(name: str, taken: tuple[Value, ...], between: Range | None = None) -> Computed | None:
    """Return what a word leaves as a number that is computed when it runs; None if it cannot be."""
    if not all(map(_is_computable, taken)):
        return None
    size = 1 + sum(each.size for each in taken if isinstance(each, Computed))
    return Computed(name, taken, between, size) if size <= MOST_COMPUTED else None


def _is_computable(value: Value) -> bool:
    if isinstance(value, RelativePosition):
        return value.offset != NOWHERE
    return isinstance(value, int | PerPosition | READ_WHEN_RUN)


class SymbolicArithmetic:
    """Arithmetic with symbolic values, for a board with `positions` positions."""

    def __init__(self, positions: int) -> None:
        self.positions = positions
        self._per_position: dict[tuple[int, ...], PerPosition] = {}
        self._results: dict[tuple[str, tuple[Value, ...]], tuple[Value, ...]] = {}

    def places(self, numbers: tuple[int, ...]) -> PerPosition:
        """Return the only object for a tuple of numbers."""
        return self._per_position.setdefault(numbers, PerPosition(numbers))

    def apply(self, name: str, taken: tuple[Value, ...]) -> tuple[Value, ...]:
        """Return the results of a word that depends on its items only; None for unknown ones.

        Raises ArithmeticError if the word may fail.
        """
        effect = TABLE.by_name[name].effect
        flag = effect.outputs == ("?",)
        if flag and (found := self._comparison(name, taken)) is not None:
            return (found,)
        rows = tuple(
            self.places(tuple(range(each.offset, each.offset + self.positions)))
            if isinstance(each, RelativePosition)
            else each
            for each in taken
        )
        if all(isinstance(each, int | PerPosition) for each in rows):
            return self._each(name, flag, rows)
        if may_fail(name, taken):
            raise ArithmeticError
        if (simple := _linear(name, taken)) is not None:
            return (simple,)
        between = None
        if any(_range_of(each) != ANY and not isinstance(each, int) for each in taken):
            between = result_range(name, tuple(map(_range_of, taken)))
            between = None if between == ANY else between
        if len(effect.outputs) == 1 and (number := computed(name, taken, between)) is not None:
            return (number,)
        unknown = next((each for each in taken if isinstance(each, MergedValue)), None)
        return (unknown,) * len(effect.outputs)

    def flag(self, value: Value) -> Value:
        """Return a value that decides a branch as a flag."""
        if isinstance(value, PerPosition):
            return self.answer(sum(1 << k for k, each in enumerate(value.numbers) if each))
        return self.compared(value, "<>", 0) or self._computed_test(value, "<>", 0) or value

    def _comparison(self, name: str, taken: tuple[Value, ...]) -> Value:
        """Return the result of a comparison with a value that is read at run time, if possible."""
        a, b = (*taken, 0)[:2]  # words that compare with 0 take one item
        if isinstance(a, TestResult) and name in AGAINST_ZERO:
            return TestResult(a.test, not a.negated) if name in TURNING_OVER else None
        compared = AGAINST_ZERO.get(name, name)
        if compared not in MIRRORED:
            return None
        for one, other, so in ((a, b, compared), (b, a, MIRRORED[compared])):
            if isinstance(one, Sign) and other == 0:
                return self._each(so, True, (1 if one.greater else -1, 0))[0]
            if (found := self.compared(one, so, other)) is not None:
                return found
        return self._computed_test(a, compared, b)

    def _computed_test(self, one: Value, name: str, other: Value) -> TestResult | None:
        """Return the test that compares two numbers of which one is read at run time, or None."""
        if not isinstance(one, READ_WHEN_RUN) and not isinstance(other, READ_WHEN_RUN):
            return None
        if not _is_computable(one) or not _is_computable(other):
            return None
        compared = "=" if name == "<>" else name
        return TestResult(PositionTest("computed", name=compared, items=(one, other)), name == "<>")

    def compared(self, one: Value, name: str, other: Value) -> TestResult | None:
        """Return the test that compares a value read at run time, or None."""
        same = name in ("=", "<>")
        compared = "=" if same else name
        if isinstance(other, PerPosition) and other.ahead is not None:
            other = RelativePosition(other.ahead)
        if isinstance(one, StoredValue | TableItem) and isinstance(other, int):
            kind = "row" if isinstance(one, TableItem) else "slot" if one.moves else "cell"
            test = PositionTest(kind, 0, other, one.address, compared, fetched=one.fetched)
        elif isinstance(one, AskedValue) and isinstance(other, int):
            test = PositionTest("asked", 0, other, one.number, compared)
        elif isinstance(one, BoardField) and isinstance(other, int):
            wanted = wrap32(other << one.shift)
            signed = one.mask < 0 and not same  # the field has the sign of the cell
            if one.shift and (signed or wanted & one.mask != wanted):
                return None
            test = PositionTest(
                "field", one.offset, one.mask, wanted, compared, one.plane, fixed=one.fixed
            )
        elif isinstance(one, BoardField) and isinstance(other, StoredValue) and same:
            if one.shift or other.moves or other.fetched != "@":
                return None
            test = PositionTest(
                "like", one.offset, one.mask, other.address, plane=one.plane, fixed=one.fixed
            )
        elif isinstance(one, BoardField) and isinstance(other, BoardField) and same:
            kinds = {(each.mask, each.shift, each.plane, each.fixed) for each in (one, other)}
            if len(kinds) > 1 or one.fixed:
                return None
            first, last = sorted((one.offset, other.offset))
            test = PositionTest("pair", first, one.mask, last, plane=one.plane)
        elif (
            isinstance(one, StoredValue)
            and isinstance(other, RelativePosition)
            and same
            and one.fetched == "@"
        ):
            test = PositionTest("here", other.offset, int(one.moves), one.address)
        else:
            return None
        return TestResult(test, name == "<>")

    def _each(self, name: str, flag: bool, taken: tuple[Value, ...]) -> tuple[Value, ...]:
        if all(isinstance(each, int) for each in taken):
            work = folding_function(name)
            alone = None if work is None else work(*taken)
            if alone is None:
                raise ArithmeticError
            return alone
        found = self._results.get((name, taken))  # paths often compute the same
        if found is None:
            found = self._results[name, taken] = self._for_each(name, flag, taken)
        return found

    def _for_each(self, name: str, flag: bool, taken: tuple[Value, ...]) -> tuple[Value, ...]:
        work = folding_function(name)
        assert work is not None
        rows = (v.numbers if isinstance(v, PerPosition) else (v,) * self.positions for v in taken)
        found = [work(*numbers) for numbers in zip(*rows, strict=True)]
        if None in found:
            raise ArithmeticError
        columns = [*zip(*(each for each in found if each is not None), strict=True)]
        if flag:
            return (self.answer(sum(1 << k for k, each in enumerate(columns[0]) if each)),)
        return tuple(self.places(column) for column in columns)

    def answer(self, bits: int) -> Value:
        """Return the flag that is true at positions with a bit."""
        if bits == 0:
            return 0
        return (
            -1
            if bits == (1 << self.positions) - 1
            else TestResult(PositionTest("mask", value=bits))
        )
