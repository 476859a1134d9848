"""What words do, in one summary: the operations they come to, the memory they read and write.

Facts of an instruction come from its row of the table; those of a function are found once, and
joined over all functions that some words reach. Purity, liveness of variables, what a list needs
and what a proof may assume are questions to a summary.

A block of memory is a variable, a table, an array. An address that is worked out from one, as in
`table I CELLS + @`, counts as inside it: an index that leads out of it is a mistake of the script.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum, auto

from forthgame.code.function import Function
from forthgame.code.instruction import Instruction
from forthgame.code.patience import present_look
from forthgame.code.program import Program
from forthgame.code.provenance import sources
from forthgame.lang import layout as at
from forthgame.lang.doing import CHANGING, WRITING
from forthgame.lang.facts import APPENDING, FETCHING, FILLING, RINGS, STORAGE, STORING, that
from forthgame.lazy import lazy

STREAMS = that(lambda row: row.group == "random and time" and "addr" not in row.effect.inputs)
STRINGS = frozenset(('"COUNT', '"SIZE', '"=', '"MOVE', '"APPEND', "TYPE"))
ENGINE = {name: number for number, names in ((-1, RINGS), (-2, STREAMS)) for name in names}
READING = FETCHING | CHANGING | FILLING | STRINGS | ENGINE.keys() | {"HERE", "(DEFER)"}
WRITES = WRITING | ENGINE.keys()
TOUCHING = READING | WRITES | {"later!"}
AT_ONE = FETCHING | STORING | {"later!"}  # they take one address, on top
# and these use addresses in other ways, or may
ELSEWHERE = that(lambda row: not {"addr", "str"}.isdisjoint(row.effect.inputs)) - AT_ONE
ELSEWHERE |= FILLING | that(lambda row: row.group == "text" and bool(row.effect.inputs))
ELSEWHERE |= {"(HOST)"}
ADDRESSES = ("addr", "source", "target", "str")  # what stack comments call them
ADDING = frozenset(
    ("+", "-", "1+", "1-", "2+", "2-")
)  # behind them an address is in the same block
BOTH = '"='  # two addresses, which its comment calls otherwise
ARRAY = "(CELLS)"  # it adds an index to the address that it has
ON_BOARD = -3  # in place of the address of a block
DEEPEST = 8  # operations that an address is followed through
HANDING = STORAGE | {"(CALL)"}  # what may leave an address on the board
CALLS = 4  # calls through which an address is handed up


class Kind(Enum):
    """How an address is given."""

    NUMBER = auto()  # a number that stands in the code
    STORAGE = auto()  # the storage of the board, by the word that names it
    BOARD = auto()  # some cell of a board
    ELEMENT = auto()  # an element of an array of the script
    INSIDE = auto()  # worked out from addresses of blocks
    ENGINE = auto()  # what only the engine's own words reach: rings, random streams, buffers
    UNKNOWN = auto()


NAMED = frozenset((Kind.NUMBER, Kind.STORAGE))
GIVING = {**dict.fromkeys(STORAGE, Kind.STORAGE), "board[]": Kind.BOARD, ARRAY: Kind.ELEMENT,
          "LIT": Kind.NUMBER}  # fmt: skip


@dataclass(frozen=True)
class Access:
    """A use of memory: an instruction of a function, and what is known of its address.

    number  the address, the offset of the storage, or the beginning of the array
    bases   addresses of the blocks that it is worked out from
    giving  the instruction that gives it
    """

    each: Instruction
    function: Function
    kind: Kind = Kind.UNKNOWN
    number: int = 0
    bases: frozenset[int] = frozenset()
    giving: Instruction | None = None


def is_own(address: int) -> bool:
    """Return whether an address lies in the script's own memory, neither on boards nor behind."""
    return at.DATA <= address < at.DATA_END


def overlapping(address: int) -> range:
    """Return the addresses of cells that share bytes with eight bytes at an address."""
    return range(address - at.CELL + 1, address + 8)


def leaves_storage(program: Program, entry: int, depth: int = CALLS) -> bool:
    """Return whether a word leaves an address in the storage of the board, whenever it ends."""
    key = ("leaves storage", entry, depth)
    if key not in program.found:
        function, ends = program.function(entry), []
        if depth and not function.refused and function.has(HANDING):
            ends = [each for each in function.instructions.values() if each.name == "EXIT"]
        program.found[key] = bool(ends) and all(
            giving is not None
            and (
                giving.name in STORAGE
                or (giving.name == "(CALL)" and leaves_storage(program, giving.operand, depth - 1))
            )
            for each in ends
            for giving in sources(function, each.cell)
        )
    return bool(program.found[key])


def accesses(program: Program, function: Function) -> Mapping[int, Sequence[Access]]:
    """Return the uses that a function itself makes of memory, by their cells."""
    key = ("accesses", function.entry, 0)
    if key not in program.found:
        program.found[key] = {
            cell: list(_accesses(program, function, each))
            for cell, each in function.instructions.items()
            if each.name in TOUCHING and not each.of_token
        }
    found: Mapping[int, Sequence[Access]] = program.found[key]
    return found


def _accesses(program: Program, function: Function, each: Instruction) -> Iterator[Access]:
    """Yield the uses of memory by an instruction, for each address that it may be given."""
    inputs = each.row.effect.inputs[::-1]
    items = [k for k, item in enumerate(inputs) if item in ADDRESSES or each.name == BOTH]
    if each.name in ENGINE:
        yield Access(each, function, Kind.ENGINE, bases=frozenset((ENGINE[each.name],)))
    elif each.name in ("HERE", "(DEFER)"):
        number = at.A_DP if each.name == "HERE" else each.operand
        yield Access(each, function, Kind.NUMBER, number)
    elif not items:
        yield Access(each, function, Kind.UNKNOWN if each.name in APPENDING else Kind.ENGINE)
    for item in items:
        for giving in sources(function, each.cell, item):
            if giving is None:
                yield Access(each, function)
            elif giving.name == "(CALL)" and leaves_storage(program, giving.operand):
                yield Access(each, function, Kind.STORAGE, ON_BOARD, giving=giving)
            elif giving.name in GIVING:
                bases = frozenset((giving.operand,) if giving.name == ARRAY else ())
                yield Access(each, function, GIVING[giving.name], giving.operand, bases, giving)
            else:
                bases = frozenset(_bases(function, giving, DEEPEST))
                kind = Kind.INSIDE if bases else Kind.UNKNOWN
                yield Access(each, function, kind, bases=bases, giving=giving)


def _bases(function: Function, each: Instruction, depth: int) -> Iterator[int]:
    """Yield the addresses of blocks in a sum, as far as they are seen."""
    present_look()()
    if each.name == ARRAY or (each.name == "LIT" and is_own(each.operand)):
        yield each.operand
    elif each.name in STORAGE:
        yield ON_BOARD
    elif each.name in ADDING and depth:
        for item in range(len(each.row.effect.inputs)):
            for giving in sources(function, each.cell, item):
                if giving is not None:
                    yield from _bases(function, giving, depth - 1)


class Summary:
    """What some functions of a program do together.

    unknown  whether one of them cannot be read, so that they may do anything
    """

    def __init__(
        self, program: Program, functions: Iterable[Function], unknown: bool = False
    ) -> None:
        """The `functions` are gone through up to one that cannot be read."""
        self.program, self.functions, self.unknown = program, list[Function](), unknown
        for function in functions:
            self.functions.append(function)
            if function.refused:
                self.unknown = True
                break

    @lazy
    def names(self) -> frozenset[str]:
        """The names of their operations."""
        return frozenset[str]().union(*(each.operands for each in self.functions))

    @lazy
    def literals(self) -> frozenset[int]:
        """The numbers that they push or record as tokens."""
        return frozenset[int]().union(*(each.literals() for each in self.functions))

    def may(self, names: Iterable[str], cell: int = at.A_MOVES_LIST) -> bool:
        """Return whether they may come to one of some operations, or use a system cell.

        By default the cell is that of the list of moves, at which words may look by its address.
        """
        found = self.unknown or self.has(names)
        return found or (cell in self.literals and cell in self.addresses)

    def has(self, names: Iterable[str]) -> bool:
        """Return whether one of them has one of some operations."""
        return not self.names.isdisjoint(names)

    def accesses(self, names: Collection[str]) -> Iterator[Access]:
        """Yield their uses of memory by operations of some names."""
        for function in self.functions:
            if function.has(names):
                for found in accesses(self.program, function).values():
                    yield from (access for access in found if access.each.name in names)

    def are_given(self, names: Collection[str], kinds: Collection[Kind]) -> bool:
        """Return whether all addresses that they use with some operations are of some kinds."""
        return not self.unknown and all(access.kind in kinds for access in self.accesses(names))

    def numbers(self, names: Collection[str]) -> set[int]:
        """Return the addresses that they name for some operations."""
        found = self.accesses(names)
        return {access.number for access in found if access.kind is Kind.NUMBER}

    @lazy
    def addresses(self) -> Collection[int]:
        """The numbers that they may use as addresses; all that they push where one is unknown."""
        unseen = {Kind.UNKNOWN, Kind.ENGINE}
        if self.has(ELSEWHERE) or not self.are_given(AT_ONE, set(Kind) - unseen):
            return self.literals
        return self.numbers(AT_ONE)
