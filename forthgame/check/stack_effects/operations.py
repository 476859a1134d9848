"""The effect of single operations on the abstract state, and the kinds of their arguments."""

from __future__ import annotations

from collections.abc import Callable

from forthgame.analysis.instruction import HOSTS, Instruction, rearranged
from forthgame.check.stack_effects.abstract_state import FLAG, AbstractState, Value
from forthgame.check.stack_effects.item_kinds import (
    ADDRESS,
    COMPARISONS,
    COUNT,
    GIVEN,
    NUMBER,
    PIECE,
    PLAYER,
    TOKEN,
    TYPE,
    WANTED,
    differ,
    is_mistake,
    kind_of,
    literal_kind,
    storage_of,
)
from forthgame.check.stack_effects.walk_result import Misuse, WalkResult
from forthgame.machine.outer.outer_interpreter import Forth
from forthgame.words.effect_sets import CHANGING_BOARD
from forthgame.words.word_sets import (
    CONSTANTS,
    FILLING,
    NO_RETURN,
    STORING,
    UNBOUNDED,
    consuming,
)

# operations that may change the board
CHANGING = STORING | FILLING | CHANGING_BOARD | UNBOUNDED
# operations that record a change of the piece on a position
ALTERING = frozenset(("change-type", "change-type-at", "change-owner", "change-owner-at"))
CONSUMING_POSITION = consuming("pos")
TICK = "[']"  # compiles the token of the word whose name follows
KINDRED = WANTED.keys() | COMPARISONS  # operations with arguments of certain kinds
DEEPEST = 64


def step(result: WalkResult, forth: Forth, instruction: Instruction, state: AbstractState) -> bool:
    """Execute an operation that is not a branch; return whether the path ends here."""
    name, row = instruction.name, instruction.row
    if name in KINDRED:
        expect_kinds(result, name, instruction.cell, state)
    if name == "LIT":
        state.push(_literal(forth, instruction))
    elif name in CONSTANTS:
        state.push(("n", CONSTANTS[name], True, ""))
    elif row.kind == "shuffle":
        state.push(*(rearranged(instruction, state.pop(len(row.effect.inputs))) or ()))
    elif name == "(DO)":
        limit, start = state.pop(2)
        bounds, cell = result.bounds, instruction.cell
        same = bounds.get(cell, (limit, start)) == (limit, start)
        bounds[cell] = (limit, start) if same else (None, None)
        state.returns += [None, None]
    elif name in RETURNS:
        RETURNS[name](state)
    elif name == "PICK":
        _pick(state)
    elif name == "verify":
        return _verify(state)
    elif name == "(HOST)":
        return _host(instruction, state)
    elif name in POSITIONS:
        POSITIONS[name](state, instruction.cell)
    elif name in MEMORY:
        MEMORY[name](result, state, instruction)
    elif name == "move":
        _move(result, state, instruction.cell)
    else:
        taken = state.pop(len(row.effect.inputs))
        if name in ALTERING:
            altered = taken[-1] if name in CONSUMING_POSITION else state.here
            state.altered = state.altered | {altered}
        elif name == "add-move":
            state.altered = frozenset()
        for given in GIVEN[name]:
            kind = given is not None and given[0] == "kind"
            state.push((*given, instruction.cell) if kind and given else given)
        if name in CHANGING:
            state.empty = frozenset()
    return False


def _literal(forth: Forth, instruction: Instruction) -> Value:
    """Return a literal with its kind, and whether it is written as a number.

    A test of a number that is written is intended.
    """
    token, number = forth.code.token(instruction.cell), instruction.operand
    if token is None:
        return ("n", number, False, "")
    if token.text == TICK:
        return ("n", number, False, TOKEN)
    word = forth.dictionary.find(token.text)
    written = word is None and forth.number(token.text) is not None
    kind = literal_kind(word, number) if written or word is not None else ""
    return ("n", number, written, kind)


def _move(result: WalkResult, state: AbstractState, cell: int) -> None:
    """Execute `move`; note whether its source is empty, and changes that it overwrites."""
    source, target = state.pop(2)
    known, early = result.empty_moves, result.early_changes
    known[cell] = known.get(cell, True) and source is not None and source in state.empty
    overwritten = not state.altered.isdisjoint((source, target)) and None not in (source, target)
    early[cell] = early.get(cell, False) or overwritten


# -- kinds of arguments ---------------------------------------------------------------------------


def expect_kinds(result: WalkResult, name: str, cell: int, state: AbstractState) -> None:
    """Compare the kinds of the items that an operation will take with those it wants."""
    wanted = WANTED.get(name)
    if wanted:
        state.need(len(wanted))
        for k, kind in enumerate(wanted):
            if kind:
                expect(result, cell, kind, state.items[-1 - k], k)
    elif name in COMPARISONS:
        state.need(2)
        _compare(result, cell, name, state.items[-2], state.items[-1])


def expect(result: WalkResult, cell: int, wanted: str, value: Value, argument: int) -> None:
    """Note that an item of a kind is wanted. It is a mistake if it is one on every visit."""
    if value is None:
        _note(result, cell, argument, None)
        return
    given = kind_of(value)
    if value[0] == "in":
        result.wants.setdefault(value[1], {}).setdefault(wanted, cell)
    elif value[0] == "var":
        result.loads[cell, argument] = (value[1], wanted)
    misuse = None
    if is_mistake(wanted, given):
        misuse = Misuse(wanted, given, source=_source_of(value))
    _note(result, cell, argument, misuse)


def _source_of(value: Value) -> int:
    """Return the cell of the instruction that has given an item of a kind, -1 if it is unknown."""
    return value[2] if value is not None and value[0] == "kind" and len(value) > 2 else -1


def _note(result: WalkResult, cell: int, argument: int, misuse: Misuse | None) -> None:
    key = cell, argument
    if misuse is not None or key in result.misuses:
        result.misuses[key] = misuse if result.misuses.get(key, misuse) is not None else None


def _compare(result: WalkResult, cell: int, name: str, one: Value, other: Value) -> None:
    for value, against in ((one, other), (other, one)):
        kind = kind_of(against)
        if value is None or against is None or kind == NUMBER:
            continue
        if value[0] == against[0] == "var":
            result.compared[cell] = (value[1], against[1])
        if not kind:
            continue
        if value[0] == "in":
            result.wants.setdefault(value[1], {}).setdefault(kind, cell)
        elif value[0] == "var":
            result.compared[cell] = (value[1], kind)
    misuse = None
    if differ(one, other, name):
        source = max(_source_of(one), _source_of(other))
        misuse = Misuse(kind_of(one) or NUMBER, kind_of(other) or NUMBER, True, source)
    _note(result, cell, 0, misuse)


# -- memory ---------------------------------------------------------------------------------------


def _storage(result: WalkResult, state: AbstractState, instruction: Instruction) -> None:
    state.pop(len(instruction.row.effect.inputs))
    state.push(("storage", instruction.operand, instruction.name))


def _fetch(result: WalkResult, state: AbstractState, instruction: Instruction) -> None:
    storage = storage_of(state.pop()[0])
    state.push(None if storage is None else ("var", storage))


def _store(result: WalkResult, state: AbstractState, instruction: Instruction) -> None:
    value, address = state.pop(2)
    state.empty = frozenset()
    storage = storage_of(address)
    if storage is not None:
        result.stores[instruction.cell] = (storage, kind_of(value))
    exchanged = kind_of(value) == ADDRESS and kind_of(address) == NUMBER
    _note(result, instruction.cell, 1, Misuse(ADDRESS, NUMBER) if exchanged else None)


def _add(result: WalkResult, state: AbstractState, instruction: Instruction) -> None:
    """Execute `+` or `-`, which give an address if one of the two is an address."""
    one, other = state.pop(2)
    kinds = kind_of(one), kind_of(other)
    if TOKEN not in kinds and ADDRESS not in kinds:
        mixed = instruction.name == "+" and PIECE in kinds and not {PLAYER, TYPE} & {*kinds}
        _note(result, instruction.cell, 0, Misuse(COUNT, PIECE) if mixed else None)
        state.push(None)
        return
    tokens, addresses = kinds.count(TOKEN), kinds.count(ADDRESS)
    subtracts = instruction.name == "-"
    wrong = TOKEN if tokens else ADDRESS if addresses == 2 and not subtracts else ""
    _note(result, instruction.cell, 0, Misuse(NUMBER, wrong) if wrong else None)
    state.push(("kind", ADDRESS) if addresses == 1 and kinds[0 if subtracts else -1] else None)


MEMORY: dict[str, Callable[[WalkResult, AbstractState, Instruction], None]] = {
    "(VARIABLE)": _storage,
    "(ARRAY)": _storage,
    "(CELLS)": _storage,
    "@": _fetch,
    "!": _store,
    "+": _add,
    "-": _add,
}


# -- items by their depth -------------------------------------------------------------------------


def _pick(state: AbstractState) -> None:
    (depth,) = state.pop()
    if depth is None or depth[0] != "n" or not 0 <= depth[1] < DEEPEST:
        state.push(None)
        return
    k = depth[1]
    state.need(k + 1)
    state.push(state.items[-1 - k])


def _verify(state: AbstractState) -> bool:
    (flag,) = state.pop()
    if flag is not None and flag[0] == "n" and flag[2]:
        return not flag[1]
    if flag is not None and flag[0] == "empty" and flag[2]:
        state.empty = state.empty | {flag[1]}
    return False


def _host(instruction: Instruction, state: AbstractState) -> bool:
    """Execute a word implemented in Python; names that it reads from the text are not items."""
    row = HOSTS[instruction.operand]
    if row.kind == "compile":
        state.lose()
        return False
    state.pop(sum(not name.startswith('"') for name in row.effect.inputs))
    state.push(*[None] * len(row.effect.outputs))
    state.empty = frozenset()
    return row.name in NO_RETURN


# -- the return stack ---------------------------------------------------------------------------


def _copy_return(state: AbstractState) -> None:
    state.push(state.returns[-1] if state.returns else None)


RETURNS: dict[str, Callable[[AbstractState], None]] = {
    ">R": lambda state: state.returns.append(state.pop()[0]),
    "R>": lambda state: state.push(state.returns.pop() if state.returns else None),
    "R@": _copy_return,
    "R": _copy_return,
}


# -- positions ----------------------------------------------------------------------------------


def _flag(position: Value, empty: bool) -> Value:
    return FLAG if position is None else ("empty", position, empty)


def _direction(state: AbstractState, cell: int) -> None:
    state.set_here(cell)
    state.push(FLAG)


def _pop_position(state: AbstractState) -> Value:
    (where,) = state.pop()
    return None if where is None or where[0] in ("empty", "flag") else where


def _not(state: AbstractState, cell: int) -> None:
    (flag,) = state.pop()
    if flag is not None and flag[0] == "empty":
        state.push(("empty", flag[1], not flag[2]))
    elif flag is not None and flag[0] == "n":
        state.push(("n", 0 if flag[1] else -1, flag[2], ""))
    else:
        state.push(FLAG)


POSITIONS: dict[str, Callable[[AbstractState, int], None]] = {
    "here": lambda state, cell: state.push(state.here),
    "from": lambda state, cell: state.push(state.from_position),
    "to": lambda state, cell: state.set_here(cell, _pop_position(state)),
    "home": lambda state, cell: state.set_from(cell, _pop_position(state)),
    "back": lambda state, cell: state.set_here(cell, state.from_position),
    "(DIRECTION)": _direction,
    "(SYMMETRIC)": _direction,
    "empty?": lambda state, cell: state.push(_flag(state.here, True)),
    "not-empty?": lambda state, cell: state.push(_flag(state.here, False)),
    "empty-at?": lambda state, cell: state.push(_flag(state.pop()[0], True)),
    "not-empty-at?": lambda state, cell: state.push(_flag(state.pop()[0], False)),
    "NOT": _not,
    "0=": _not,
}
