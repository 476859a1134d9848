"""Effect summaries of words: the operations they reach, the memory they read and write.

Facts about an instruction come from its table row; those about a function are computed once and
joined over all reachable functions. Purity, liveness of variables, the needs of lists and the
assumptions of proofs are queries to a summary.

A block of memory is a variable, a table or an array. An address computed from a block, as in `table
I CELLS + @`, counts as inside it: an index out of bounds is an error of the script. The provenance
of an address, the instructions that may have pushed it, is found by a backward search.
"""

from __future__ import annotations

from collections.abc import Collection, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum, auto

from forthgame.analysis.effect_inference import UNKNOWN_CALLS
from forthgame.analysis.function import Function
from forthgame.analysis.instruction import Instruction
from forthgame.analysis.program import Program
from forthgame.analysis.time_checks import time_check
from forthgame.base.lazy import lazy
from forthgame.words.effect_sets import CHANGING, WRITING
from forthgame.words.registers import memory_layout as at
from forthgame.words.word_sets import (
    APPENDING,
    FETCHING,
    FILLING,
    RINGS,
    STORAGE,
    STORING,
    rows_where,
)

FAR = 64  # places visited for one item
CALLS = UNKNOWN_CALLS | {"(CALL)"}  # items below their results are unknown
PUSHED, UNKNOWN = -1, -2  # in place of an item: pushed by the instruction itself, or unknown


def sources(
    function: Function, cell: int, item: int = 0, most: int = FAR
) -> Collection[Instruction | None]:
    """Return the instructions that may have pushed a stack item, as seen before a cell.

    Items are counted from the top. The search passes through shuffle words; a call counts as the
    source of the top item. None stands for the caller and for unknown sources.
    """
    found, given, unknown = _traced(function, cell, item, most)
    return [*found.values(), None] if given or unknown else list(found.values())


def _traced(
    function: Function, cell: int, item: int, most: int
) -> tuple[dict[int, Instruction], set[int], bool]:
    """Return the sources of an item by cell, and the items of the caller that it may be.

    The last result is true if it may also be something unknown.
    """
    found, given, unknown = dict[int, Instruction](), set[int](), False
    todo, seen = [(cell, item)], set[tuple[int, int]]()
    time_check()()
    while todo:
        place = todo.pop()
        if place in seen:
            continue
        seen.add(place)
        cell, item = place
        if len(seen) > most:
            return found, given, True
        if cell == function.start:
            given.add(item)
        for each in function.predecessors.get(cell, ()):
            below = _below(each, item)
            if below >= 0:
                todo.append((each.cell, below))
            elif below == PUSHED:
                found[each.cell] = each
            else:
                unknown = True
    return found, given, unknown


def _below(each: Instruction, item: int) -> int:
    """Return the position before an instruction of an item after it; PUSHED if it is new."""
    inputs, outputs = each.row.effect.inputs, each.row.effect.outputs
    if each.name in CALLS:
        return UNKNOWN if item else PUSHED
    if item >= len(outputs):
        return item - len(outputs) + len(inputs)
    if each.row.kind != "shuffle" and not each.row.branches:
        return PUSHED
    return len(inputs) - 1 - inputs.index(outputs[len(outputs) - 1 - item])


STREAMS = rows_where(lambda row: row.group == "random and time" and "addr" not in row.effect.inputs)
STRINGS = frozenset(('"COUNT', '"SIZE', '"=', '"MOVE', '"APPEND', "TYPE"))
ENGINE_RINGS, ENGINE_STREAMS = -1, -2  # in place of the addresses of blocks
ENGINE = dict.fromkeys(RINGS, ENGINE_RINGS) | dict.fromkeys(STREAMS, ENGINE_STREAMS)
READING = FETCHING | CHANGING | FILLING | STRINGS | ENGINE.keys() | {"HERE", "(DEFER)"}
WRITES = WRITING | ENGINE.keys()
TOUCHING = READING | WRITES | {"later!"}
AT_ONE = FETCHING | STORING | {"later!"}  # they take one address, on top
# words that use addresses in other ways, or may
ELSEWHERE = rows_where(lambda row: not {"addr", "str"}.isdisjoint(row.effect.inputs)) - AT_ONE
ELSEWHERE |= FILLING | rows_where(lambda row: row.group == "text" and bool(row.effect.inputs))
ELSEWHERE |= {"(HOST)"}
ADDRESSES = ("addr", "source", "target", "str")  # names of addresses in stack comments
ADDING = frozenset(
    ("+", "-", "1+", "1-", "2+", "2-")
)  # the result is in the same block as the operand
BOTH = '"='  # it takes two addresses, named differently in its stack comment
ARRAY = "(CELLS)"  # it adds an index to an address
ON_BOARD = -3  # in place of the address of a block
TRACE_LIMIT = 8  # operations through which an address is traced
HANDING = STORAGE | {"(CALL)"}  # words that may leave an address on the board
CALL_TRACE_LIMIT = 4  # calls through which an address is returned


class AddressKind(Enum):
    """Classification of an address by its source."""

    NUMBER = auto()  # a literal
    STORAGE = auto()  # board storage, by the word that names it
    BOARD = auto()  # any cell of a board
    ELEMENT = auto()  # an element of an array of the script
    INSIDE = auto()  # computed from addresses of blocks
    ENGINE = auto()  # reached only by the engine's words: rings, random streams, buffers
    UNKNOWN = auto()


NAMED = frozenset((AddressKind.NUMBER, AddressKind.STORAGE))
GIVING = {
    **dict.fromkeys(STORAGE, AddressKind.STORAGE),
    "board[]": AddressKind.BOARD,
    ARRAY: AddressKind.ELEMENT,
    "LIT": AddressKind.NUMBER,
}


@dataclass(frozen=True)
class Access:
    """A use of memory by an instruction of a function.

    number  the address, the offset of the storage, or the beginning of the array
    bases   addresses of the blocks that the address is computed from
    giving  the instruction that pushes the address
    given   the item that a caller gives as the address, counted from the top; -1 for others
    """

    each: Instruction
    function: Function
    kind: AddressKind = AddressKind.UNKNOWN
    number: int = 0
    bases: frozenset[int] = frozenset()
    giving: Instruction | None = None
    given: int = -1


def is_own(address: int) -> bool:
    """Return whether an address lies in the script's own memory, outside boards and the engine."""
    return at.DATA <= address < at.DATA_END


def overlapping(address: int) -> range:
    """Return the addresses of cells that share bytes with the eight bytes at an address."""
    return range(address - at.CELL + 1, address + 8)


def leaves_storage(program: Program, entry: int, depth: int = CALL_TRACE_LIMIT) -> bool:
    """Return whether a word leaves an address of board storage at every exit."""
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
    """Return the memory accesses of a function itself, by cell."""
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
    """Yield the memory accesses of an instruction, one for each possible source of an address."""
    inputs = each.row.effect.inputs[::-1]
    items = [k for k, item in enumerate(inputs) if item in ADDRESSES or each.name == BOTH]
    if each.name in ENGINE:
        yield Access(each, function, AddressKind.ENGINE, bases=frozenset((ENGINE[each.name],)))
    elif each.name in ("HERE", "(DEFER)"):
        number = at.A_DP if each.name == "HERE" else each.operand
        yield Access(each, function, AddressKind.NUMBER, number)
    elif not items:
        yield Access(
            each, function, AddressKind.UNKNOWN if each.name in APPENDING else AddressKind.ENGINE
        )
    for item in items:
        found, given, unknown = _traced(function, each.cell, item, FAR)
        if unknown:
            yield Access(each, function)
        for depth in given:
            yield Access(each, function, given=depth)
        for giving in found.values():
            yield _access(program, Access(each, function), function, giving)


def _access(program: Program, access: Access, function: Function, giving: Instruction) -> Access:
    """Return an access by an address that an instruction of a function pushes."""
    if giving.name == "(CALL)" and leaves_storage(program, giving.operand):
        return replace(access, kind=AddressKind.STORAGE, number=ON_BOARD, giving=giving, given=-1)
    if giving.name in GIVING:
        kind, number = GIVING[giving.name], giving.operand
        bases = frozenset((number,) if giving.name == ARRAY else ())
        return replace(access, kind=kind, number=number, bases=bases, giving=giving, given=-1)
    bases = frozenset(_bases(program, function, giving, TRACE_LIMIT))
    kind = AddressKind.INSIDE if bases else AddressKind.UNKNOWN
    return replace(access, kind=kind, bases=bases, giving=giving, given=-1)


def _bases(program: Program, function: Function, each: Instruction, depth: int) -> Iterator[int]:
    """Yield the addresses of blocks in a sum, as far as they can be traced."""
    time_check()()
    if each.name == ARRAY or (each.name == "LIT" and is_own(each.operand)):
        yield each.operand
    elif each.name in STORAGE:
        yield ON_BOARD
    elif each.name in ADDING and depth:
        for item in range(len(each.row.effect.inputs)):
            for giving in sources(function, each.cell, item):
                if giving is not None:
                    yield from _bases(program, function, giving, depth - 1)
    elif each.name == "(CALL)" and depth:
        called = program.function(each.operand)
        ends = [] if called.refused else called.instructions.values()
        given = [
            {*_bases(program, called, giving, min(depth - 1, CALL_TRACE_LIMIT))} if giving else ()
            for end in ends
            if end.name == "EXIT"
            for giving in sources(called, end.cell)
        ]
        if all(given):
            yield from set[int]().union(*given)


class Summary:
    """The joint effects of a set of functions.

    unknown  whether one of them cannot be read, so that the set may do anything
    """

    def __init__(
        self,
        program: Program,
        functions: Iterable[Function],
        unknown: bool = False,
        by_token: Container[int] | None = None,
    ) -> None:
        """Create a summary of the functions, up to the first that cannot be read.

        `by_token` has the entries of functions that may be run by token. If it is known, addresses
        that callers give to other functions are traced to the callers, which are all among the
        functions.
        """
        self.program, self.functions, self.unknown = program, list[Function](), unknown
        self._by_token = by_token
        for function in functions:
            self.functions.append(function)
            if function.refused:
                self.unknown = True
                break

    @lazy
    def names(self) -> frozenset[str]:
        return frozenset[str]().union(*(each.operands for each in self.functions))

    @lazy
    def literals(self) -> frozenset[int]:
        """The numbers that they push or compile as tokens."""
        return frozenset[int]().union(*(each.literals() for each in self.functions))

    def may(self, names: Iterable[str], cell: int = at.A_MOVES_LIST) -> bool:
        """Return whether they may run one of some operations, or access a system cell.

        The default cell holds the move list, which words may read by its address.
        """
        found = self.unknown or self.has(names)
        return found or (cell in self.literals and cell in self.addresses)

    def has(self, names: Iterable[str]) -> bool:
        return not self.names.isdisjoint(names)

    def accesses(self, names: Collection[str]) -> Iterator[Access]:
        """Yield their memory accesses by operations with the given names."""
        for function in self.functions:
            if function.has(names):
                for found in accesses(self.program, function).values():
                    for access in found:
                        if access.each.name in names:
                            yield from self._traced(access, function, CALL_TRACE_LIMIT)

    def _traced(self, access: Access, function: Function, depth: int) -> Iterator[Access]:
        """Yield an access for each address that callers of a function give, or the access itself.

        `depth` is the number of calls that are followed.
        """
        calls = self._calls.get(function.entry, ())
        unknown = self._by_token is None or function.entry in self._by_token
        if access.given < 0 or unknown or not depth or not calls:
            yield access
            return
        for caller, call in calls:
            item = access.given + call.drops
            found, given, other = _traced(caller, call.cell, item, FAR)
            if other:
                yield replace(access, given=-1)
            for each in given:
                yield from self._traced(replace(access, given=each), caller, depth - 1)
            for giving in found.values():
                yield _access(self.program, access, caller, giving)

    @lazy
    def _calls(self) -> dict[int, list[tuple[Function, Instruction]]]:
        """The calls of each function by the others."""
        found: dict[int, list[tuple[Function, Instruction]]] = {}
        for function in self.functions:
            for each in function.instructions.values():
                if each.name == "(CALL)":
                    found.setdefault(each.operand, []).append((function, each))
        return found

    def are_given(self, names: Collection[str], kinds: Collection[AddressKind]) -> bool:
        """Return whether all addresses passed to the given operations are of the given kinds."""
        return not self.unknown and all(access.kind in kinds for access in self.accesses(names))

    def numbers(self, names: Collection[str]) -> set[int]:
        """Return the literal addresses passed to the given operations."""
        return {each.number for each in self.accesses(names) if each.kind is AddressKind.NUMBER}

    @lazy
    def addresses(self) -> Collection[int]:
        """The numbers they may use as addresses: all literals if an address is unknown."""
        unseen = {AddressKind.UNKNOWN, AddressKind.ENGINE}
        if self.has(ELSEWHERE) or not self.are_given(AT_ONE, set(AddressKind) - unseen):
            return self.literals
        return self.numbers(AT_ONE)
