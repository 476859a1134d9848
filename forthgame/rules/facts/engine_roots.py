"""The words that the engine runs, such as move words and events, and all that they reach."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial

from forthgame.analysis.dataflow import closure
from forthgame.analysis.effect_summary import (
    AT_ONE,
    ELSEWHERE,
    NAMED,
    AddressKind,
    Summary,
    accesses,
    overlapping,
    sources,
)
from forthgame.analysis.function import Function
from forthgame.analysis.instruction import HOSTS, Instruction
from forthgame.analysis.intervals import UNLIMITED, IntervalAnalysis
from forthgame.analysis.program import Program
from forthgame.analysis.time_checks import time_check
from forthgame.analysis.token_cells import TokenCells
from forthgame.base.lazy import lazy
from forthgame.compile.generation import (
    copied_from,
    copy_for_tokens,
    never_fixed,
    stored_tokens,
)
from forthgame.machine.outer.deferred_words import (
    aimed_at,
    data_end,
    fixed_tokens,
    found_in,
    own_entries,
)
from forthgame.machine.outer.outer_interpreter import Forth
from forthgame.rules.declaration.declaration import Declaration
from forthgame.rules.facts.build_roots import between_headers, sure_tokens, tokens_in_memory
from forthgame.words.effect_sets import NAMING
from forthgame.words.registers import extension_registers, memory_layout as at
from forthgame.words.word_sets import (
    APPENDING,
    FETCHING,
    FILLING,
    STORAGE,
    STORING,
    UNBOUNDED,
    rows_where,
)

EXECUTING = frozenset(("EXECUTE",))
LEAVING = frozenset(("EXIT",))
BY_TOKEN = EXECUTING | {"(DEFER)"}
STRETCH = 1 << 14  # bytes of memory that are scanned at once
LARGEST_TABLE = 1 << 12  # bytes of a table with tokens that is taken whole
IN_TABLES = {AddressKind.ELEMENT, AddressKind.INSIDE}
STORES = STORING | FILLING | {"later!"}
KEEPING = STORING & rows_where(
    lambda row: len(row.effect.inputs) > 1
)  # take a value below the address
RUNNERS = ("$DoDirection", "$SetPlayer", "remove-from-reserve,")  # these run tokens of the script
FINDERS = ("NFA>CFA", "PFA>NFA", "$DoDirection")  # these compute a token
TAKING = frozenset(("ringbuffer-remove-item", "ringbuffer2-remove-item"))
RINGS = slice(at.RING >> 2, (at.RING2 >> 2) + at.RING_SIZE)
Point = tuple[Function, int]  # a cell of a function
NOWHERE = 1 << 32  # not an entry
# words that call only OnFriends?, if it is defined
ASKING = ("(same-side?)", "friend-of?", "enemy-of?", "friend-at?", "enemy-at?", "friend?", "enemy?",
          "(side)")  # fmt: skip
ATTACKS = (
    "attacked?",
    "attacked-by?",
    "attacked-by-type?",
    "attackers",
)  # they restore their changes
GENERATING = ("$GenerateMoves", "OnGenerateMoves", *ATTACKS)  # they leave the lists unchanged
FILLING_TABLES = ("attacks",)  # stores the results of `attackers`
FRIENDS = at.EVENT_NAMES.index("OnFriends?")
NOT_ASKED = ("OnEvaluate", "OnSearch", "OnTogether", "OnDistance",
             "OnForesee", "OnPosition")  # fmt: skip  # while moves are counted


def never_set(forth: Forth) -> Callable[[int], int]:
    """Return `fixed_tokens` for callers that do not compare tokens when the game runs.

    No deferred word counts as fixed if a word of the script stores at a computed address, which may
    be that of a deferred word. Stores to array elements stay inside their arrays.
    """
    program = None
    if any(word.kind == "defer" for word in forth.dictionary.words[forth.fence :]):
        program = forth.program
        functions = map(program.function, sorted(own_entries(forth)))
        own = Summary(program, functions, by_token=run_by_token(forth))
        if not own.are_given(STORING | FILLING, NAMED | {AddressKind.ELEMENT, AddressKind.BOARD}):
            return never_fixed
    return fixed_tokens(forth, program=program)


def run_by_token(forth: Forth) -> frozenset[int]:
    """Return the entries of words that may be run by token, or by the engine."""
    key = ("run by token", forth.fence, len(forth.dictionary.words))
    known = forth.program.found
    if key not in known:
        own = map(forth.program.function, own_entries(forth))
        named = forth.entries_of(set[int]().union(*(each.literals() for each in own)))
        known[key] = frozenset(named | _run_by_engine(forth))
    found: frozenset[int] = known[key]
    return found


def _run_by_engine(forth: Forth) -> set[int]:
    """Return the entries of words that the engine runs, or of which it finds tokens in memory."""
    declaration = forth.game
    searches = {forth.word(each.word).entry for each in declaration.players if each.word}
    created = {word.does for word in forth.dictionary.words[forth.fence :] if word.does}
    run = move_words(declaration) | own_events(forth) | endings_of(forth) | searches | created
    return run | forth.entries_of(tokens_in_memory(forth))


def copy_with_tokens(forth: Forth, program: Program, entries: set[int]) -> None:
    """Rewrite words of a program by the tokens that they pass on and run."""
    copy_for_tokens(program, entries, forth.entry_of, never_set(forth), sure_tokens(forth))


def entries_in_play(forth: Forth) -> frozenset[int]:
    """Return the entries of the script's words that something may run during a game.

    These are all words if one of them may find others by name.
    """
    own, program = own_entries(forth), forth.program

    def following(entry: int) -> set[int]:
        function = program.function(entry)
        return function.callees() | forth.entries_of(function.literals())

    found = frozenset(closure(_run_by_engine(forth), following))
    functions = list(map(program.function, found))
    by_name = any(
        HOSTS[number].name in NAMING
        for function in functions
        for number in function.operands.get("(HOST)", ())
    )
    return own if by_name or any(each.refused for each in functions) else found & own


def note_sure_tokens(forth: Forth) -> None:
    """Note the cells with known tokens in the machine: see `sure_tokens`."""
    places, variables = _find_sure_tokens(forth, entries_in_play(forth))
    rows = [n for address, each in variables.items() for n in (address, len(each), *each)]
    noted = [*sorted(places), len(variables), *rows]
    table = forth.store_cells(noted) if places or variables else 0
    forth.processor.set_registers(
        {extension_registers.SURE_COUNT: len(places), extension_registers.SURE_PLACES: table}
    )


def _find_sure_tokens(
    forth: Forth, own: frozenset[int]
) -> tuple[set[int], dict[int, tuple[int, ...]]]:
    """Return the addresses of cells that hold the same token during a whole game, and variables.

    `own` are the entries of the script's words that may be run.

    The cells lie in the script's memory and include deferred words, if each store of its words
    names the variable, board storage or table that it changes. Tables without stores are returned
    whole, with the numbers between their tokens, and tables with addresses of such tables. The
    variables hold only tokens or such addresses, which are returned by the address of the variable.
    """
    program = forth.program
    reached = Summary(program, program.called(own), by_token=run_by_token(forth))
    words = Summary(program, (each for each in reached.functions if each.start in own))
    if not words.has(BY_TOKEN) or words.has((ELSEWHERE - FILLING) | APPENDING):
        return set(), {}
    if not reached.are_given(STORES, NAMED | IN_TABLES | {AddressKind.BOARD}):
        return set(), {}
    tables = _stored_tables(forth, reached)
    stored = tables.union(*map(overlapping, reached.numbers(STORES)))
    found = _constant_cells(forth, {word.token for word in forth.dictionary.words}, stored)
    found |= _constant_cells(forth, found, stored)  # addresses of tables with tokens
    sure = TokenCells({address: forth.processor.cell(address) for address in found})
    variables = _token_variables(forth, reached, sure) if stored else {}
    return found, {address: each for address, each in variables.items() if address not in tables}


def _stored_tables(forth: Forth, reached: Summary) -> set[int]:
    """Return the addresses of all cells of tables that functions fill, or store into by an index.

    An index outside of its table is an error of the script, except if something limits it.
    """
    indexed = [access for access in reached.accesses(STORES) if access.kind in IN_TABLES]
    first = {access.number for access in indexed if access.kind is AddressKind.ELEMENT}
    first |= reached.numbers(FILLING)
    first |= set[int]().union(*(access.bases for access in indexed))
    ranges = IntervalAnalysis(forth.program, forth.processor.register(at.PLAYER_COUNT))
    limited = set[int]()
    for access in indexed:
        low, high = ranges.before(access.function, access.each.cell)
        if access.each.name in AT_ONE and high - low < UNLIMITED:
            limited.update(range(low - low % at.CELL, high + 1, at.CELL))
    return limited | {
        cell
        for start, end in (between_headers(forth) if first else ())
        if any(start <= each < end for each in first)
        for cell in range(start, end, at.CELL)
    }


def _constant_cells(forth: Forth, numbers: set[int], stored: set[int]) -> set[int]:
    """Return the addresses of cells with one of some numbers that are not stored, whole tables."""
    found: set[int] = set()
    own = forth.dictionary.words[forth.fence].token if numbers else at.DATA_END
    for start, end in between_headers(forth) if numbers else ():
        if start >= own:
            cells = _cells_with(forth, numbers, start, end)
            table = set(range(start, end, at.CELL)) if end - start <= LARGEST_TABLE else set()
            found |= table if cells and table.isdisjoint(stored) else cells - stored
    return found


def _token_variables(
    forth: Forth, reached: Summary, sure: TokenCells
) -> dict[int, tuple[int, ...]]:
    """Return the tokens that each variable or deferred word may hold, if it holds only tokens.

    Each store into it names it and takes one of some tokens. 0 is among these if it holds no token
    before the first store.
    """
    program, own = Program(forth.code), set(own_entries(forth))
    stored = stored_tokens(program, own, forth.entry_of, never_set(forth), sure)
    found: dict[int, set[int]] = {}
    others = set[int]()
    for access in reached.accesses(STORES):
        if access.kind is not AddressKind.NUMBER:
            continue
        address, tokens = stored.get((access.function.entry, access.each.cell), (0, ()))
        if access.each.name == "!" and address == access.number and address % at.CELL == 0:
            found.setdefault(address, set()).update(tokens)
        else:
            others.update(overlapping(access.number))
    for address, possible in found.items():
        token = forth.processor.cell(address)
        known = token != forth.unset_token and forth.entry_of(token) is not None
        possible.add(token if known else 0)
    return {a: tuple(sorted(possible)) for a, possible in found.items() if a not in others}


def _cells_with(forth: Forth, numbers: set[int], first: int, limit: int) -> set[int]:
    """Return the addresses of the cells that hold one of some numbers, in a stretch of memory."""
    processor, look = forth.processor, time_check()
    found: set[int] = set()
    for start in range(first, limit, STRETCH):
        look()
        end = min(start + STRETCH, limit // at.CELL * at.CELL)
        cells = processor.bytes[at.MEMORY + start : at.MEMORY + end].cast("i")
        if numbers.isdisjoint(cells):
            continue
        found.update(start + k * at.CELL for k, number in enumerate(cells) if number in numbers)
    return found


def _works_out(function: Function, tokens: set[int]) -> bool:
    """Return whether a function executes a computed token, or computes with one of these tokens."""
    if not function.has(EXECUTING) and tokens.isdisjoint(function.literals()):
        return False  # most do neither
    return any(
        (_adds(giving) and taking.name in EXECUTING)
        or (giving.name == "LIT" and giving.operand in tokens and _adds(taking))
        for taking in function.instructions.values()
        if taking.name in EXECUTING or _adds(taking)
        for item in range(len(taking.row.effect.inputs))
        for giving in sources(function, taking.cell, item)
        if giving is not None
    )


def _kept_sums(program: Program, function: Function) -> set[int]:
    """Return the addresses of the variables in which a function stores computed numbers."""
    return {
        access.number
        for found in accesses(program, function).values()
        for access in found
        if access.each.name in KEEPING
        and access.kind is AddressKind.NUMBER
        and any(_adds(giving) for giving in sources(function, access.each.cell, 1) if giving)
    }


def _given(program: Program, points: Iterable[Point]) -> Iterator[tuple[Function, Instruction]]:
    """Yield the instructions that push the top item at some cells, with their functions.

    A called word is followed to the instructions that push its last result.
    """
    visited, todo = set[tuple[int, int]](), list(points)
    while todo:
        function, cell = todo.pop()
        if function.refused or (function.entry, cell) in visited:
            continue
        visited.add((function.entry, cell))
        for each in sources(function, cell, most=4 * len(function.instructions)):
            if each is not None and each.name == "(CALL)":
                todo += _points(program.function(copied_from(each.operand)), LEAVING)
            elif each is not None:
                yield function, each


def _points(function: Function, names: frozenset[str]) -> list[Point]:
    return [(function, i.cell) for i in function.instructions.values() if i.name in names]


def _adds(instruction: Instruction) -> bool:
    return instruction.row.group == "arithmetic"


class Tokens:
    """The words of a game that may be run by token."""

    def __init__(self, forth: Forth) -> None:
        self._forth = forth

    @lazy
    def _fixed(self) -> Callable[[int], int]:
        return never_set(self._forth)

    def handed(self, function: Function, compiled: bool = True) -> set[int]:
        """Return the entries of the words whose tokens a function pushes, and of deferred words.

        With `compiled`, include tokens that it compiles into moves.
        """
        deferred = map(self._forth.processor.cell, function.operands.get("(DEFER)", ()))
        pushed = function.literals() if compiled else function.operands.get("LIT", set())
        return self._forth.entries_of(pushed.union(deferred))

    def are_unknown(self, functions: list[Function]) -> bool:
        """Return whether functions may run a word whose token none of them pushes.

        A deferred word may be set during a game, a token may be fetched from memory or computed.
        """
        runners = self._of_engine(RUNNERS)
        own = [each for each in functions if each.start >= self._first or each.start in runners]
        fetched = any(each.has(FETCHING | TAKING) for each in own) or self._work_out(own)
        return (fetched and any(each.has(EXECUTING) for each in own)) or any(
            not self._fixed(address)
            for function in functions
            for address in function.operands.get("(DEFER)", ())
        )

    @lazy
    def _first(self) -> int:
        return min(own_entries(self._forth), default=NOWHERE)

    def may_be_any(self, functions: list[Function]) -> bool:
        """Return whether functions may run every word, including the engine's.

        This holds if they compute with a token, or run one from board storage, which may hold any
        number in a later position.
        """
        program, tokens = self._forth.program, self._own_tokens
        if any(_works_out(each, tokens) for each in functions):
            return True
        points = [point for each in functions for point in _points(each, EXECUTING)]
        given = list(_given(program, points))
        if any(_adds(each) for _, each in given):
            return True
        fetched = [(function, each.cell) for function, each in given if each.name in FETCHING]
        if not fetched:
            return False
        sums = set[int]().union(*(_kept_sums(program, each) for each in functions))
        return any(
            each.name in STORAGE or (each.name == "LIT" and each.operand in sums)
            for _, each in _given(program, fetched)
        )

    def at_hand(self, functions: list[Function]) -> set[int]:
        """Return the entries of all words of which the script has a token; `functions` are its own.

        These are all its own words if it computes tokens.
        """
        own = own_entries(self._forth) if self._work_out(functions) else frozenset[int]()
        handed = (self.handed(function, compiled=False) for function in functions)
        return self._forth.entries_of(self._in_memory).union(own, *handed)

    def _work_out(self, functions: list[Function]) -> bool:
        """Return whether functions compute tokens of words from other data."""
        finders = self._of_engine(FINDERS)
        return any(finders & each.callees() for each in functions) or self.may_be_any(functions)

    def _of_engine(self, names: tuple[str, ...]) -> set[int]:
        return {self._forth.engine_word(name).entry for name in names}

    @lazy
    def _own_tokens(self) -> set[int]:
        return {word.token for word in self._forth.dictionary.words[self._forth.fence :]}

    @lazy
    def _in_memory(self) -> set[int]:
        """Return the tokens in the script's memory; below it, only those of its own words."""
        forth = self._forth
        tokens = {word.token for word in forth.dictionary.words}
        own = self._own_tokens
        below = found_in(forth.processor, own, (at.SYSTEM, at.PAD + at.PAD_SIZE))
        below |= own.intersection(forth.processor.i32[RINGS])
        return below | found_in(forth.processor, tokens, self._memory)

    def standing(self) -> frozenset[int]:
        """Return tokens in memory, which events may run, and addresses of deferred words."""
        board = {at.A_BOARD} if self.has_in_memory(at.A_BOARD) else set()
        return aimed_at(self._forth).union(self._in_memory, board)

    def has_in_memory(self, number: int) -> bool:
        return bool(found_in(self._forth.processor, {number}, self._memory))

    @property
    def _memory(self) -> tuple[int, int]:
        words = self._forth.dictionary.words[self._forth.fence :]
        begin = min((word.token for word in words), default=at.DATA)
        return begin, max(begin, data_end(self._forth.processor))


def move_words(declaration: Declaration) -> set[int]:
    return {word.entry for moves in declaration.lists.values() for word, _ in moves.entries}


def events(
    forth: Forth, names: tuple[str, ...] = at.EVENT_NAMES, all_of_them: bool = False
) -> set[int]:
    """Return the entries of the events with these names.

    Without `all_of_them`, only those that may run while a move list exists.
    """
    never = () if all_of_them else NOT_ASKED
    numbers = [k for k, name in enumerate(at.EVENT_NAMES) if name in names and name not in never]
    return forth.entries_of(forth.processor.register(at.EVENTS + 4 * k) for k in numbers)


def own_events(forth: Forth) -> set[int]:
    return events(forth, all_of_them=True) & own_entries(forth)


def endings_of(forth: Forth) -> set[int]:
    return {ending.word.entry for ending in forth.game.endings.declared}


def judges_of(forth: Forth, names: tuple[str, ...]) -> set[int]:
    """Return the entries of the words with these names and of the words of `{endings`."""
    return {forth.word(name).entry for name in names} | endings_of(forth)


def asked_of_friends(forth: Forth) -> set[int]:
    """Return the entry of the script's OnFriends?, which words of the engine run by its token."""
    if not forth.processor.register(at.COALITIONS):
        return set()
    return forth.entries_of([forth.processor.register(at.EVENTS + 4 * FRIENDS)])


def compiled_words(forth: Forth, functions: Iterable[Function]) -> set[int]:
    """Return the entries of the words that functions compile into moves."""
    return set[int]().union(*(_entries_compiled(forth, each) for each in functions))


def given_to_search(forth: Forth, program: Program) -> set[int]:
    """Return the entries of the words that a script may pass to AlphaBeta as evaluation."""
    given = forth.engine_word("AlphaBeta").entry
    own = [word.entry for word in forth.dictionary.words[forth.fence :] if word.kind == "colon"]
    users = (entry for entry in own if given in program.function(entry).callees())
    return set[int]().union(*(handed_on(forth, program, entry) for entry in users))


def handed_on(forth: Forth, program: Program, entry: int) -> set[int]:
    return forth.entries_of(program.function(entry).literals())


def run_move_words(forth: Forth, found: Summary) -> bool:
    """Return whether functions make the engine run move words, to list moves or attacks."""
    making = {forth.engine_word(name).entry for name in GENERATING}
    return any(not making.isdisjoint(function.callees()) for function in found.functions)


def reached(
    forth: Forth,
    program: Program,
    todo: set[int],
    words: tuple[str, ...],
    tokens: bool = False,
    compiled: bool = True,
) -> Summary:
    """Return the summary of the functions reached from some entries.

    The engine's `words` are not followed, nor those that call OnFriends? unless the script defines
    it. With `tokens`, words run by token are followed: all of which the script has a token, if they
    are not known. With `compiled`, words compiled into moves count as run.
    """
    passed = passed_over(forth, words)
    todo = todo | asked_of_friends(forth)
    by_token = run_by_token(forth) | todo
    if tokens:
        further = partial(_entries_compiled, forth) if compiled else None
        direct = Summary(program, program.called(todo, further, passed), by_token=by_token)
        if not runs_tokens(direct):
            return direct
    run = Tokens(forth)
    handed = partial(run.handed, compiled=compiled) if tokens else None
    found = Summary(program, program.called(todo, handed, passed), by_token=by_token)
    if not tokens or found.unknown or not run.are_unknown(found.functions):
        return found
    own = Summary(program, map(program.function, sorted(own_entries(forth))))
    if own.unknown or run.may_be_any(own.functions):
        return Summary(program, (), unknown=True)
    more = program.called(todo | run.at_hand(own.functions), handed, passed)
    return Summary(program, more, by_token=by_token)


def _entries_compiled(forth: Forth, function: Function) -> set[int]:
    return forth.entries_of(function.operands.get("(COMPILE)", ()))


def runs_tokens(found: Summary) -> bool:
    """Return whether functions may run a word by its token; copies for tokens call it instead."""
    return found.unknown or found.has(UNBOUNDED)


def passed_over(forth: Forth, words: tuple[str, ...]) -> set[int]:
    """Return the entries of engine words that need not be followed: they undo their changes."""
    asking = () if forth.processor.register(at.COALITIONS) else ASKING
    return {forth.engine_word(name).entry for name in (*words, *asking)}
