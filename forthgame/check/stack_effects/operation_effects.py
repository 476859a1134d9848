"""Effects of single operations on the state of a walk."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from forthgame.analysis.instruction import HOSTS, Instruction, rearranged
from forthgame.check.stack_effects.abstract_state import FLAG, AbstractState, Value
from forthgame.words.effect_sets import CHANGING_BOARD
from forthgame.words.word_sets import CONSTANTS, FILLING, NO_RETURN, STORING, UNBOUNDED

if TYPE_CHECKING:
    from forthgame.check.stack_effects.effects import Walk


# operations that may change the board
CHANGING = STORING | FILLING | CHANGING_BOARD | UNBOUNDED
DEEPEST = 64


def step(walk: Walk, instruction: Instruction, state: AbstractState) -> bool:
    """Execute an operation that is not a branch; return whether the path ends here."""
    name, row = instruction.name, instruction.row
    if name == "LIT":
        state.push(("n", instruction.operand, _written(walk, instruction.cell)))
    elif name in CONSTANTS:
        state.push(("n", CONSTANTS[name], True))
    elif row.kind == "shuffle":
        state.push(*(rearranged(instruction, state.pop(len(row.effect.inputs))) or ()))
    elif name == "(DO)":
        limit, start = state.pop(2)
        bounds, cell = walk.result.bounds, instruction.cell
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
    elif name == "move":
        source, _ = state.pop(2)
        known, cell = walk.result.empty_moves, instruction.cell
        known[cell] = known.get(cell, True) and source is not None and source in state.empty
    else:
        state.pop(len(row.effect.inputs))
        state.push(*(FLAG if output == "?" else None for output in row.effect.outputs))
        if name in CHANGING:
            state.empty = frozenset()
    return False


def _written(walk: Walk, cell: int) -> bool:
    """Return whether a literal is written as a number, so that a test of it is intended."""
    effects = walk.effects
    token = effects.code.token(cell)
    if token is None or effects.dictionary.find(token.text) is not None:
        return False
    return effects.script.reader.number(token.text) is not None


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
    state.moved(cell)
    state.push(FLAG)


def _pop_position(state: AbstractState) -> Value:
    (where,) = state.pop()
    return None if where is None or where[0] in ("empty", "flag") else where


def _not(state: AbstractState, cell: int) -> None:
    (flag,) = state.pop()
    if flag is not None and flag[0] == "empty":
        state.push(("empty", flag[1], not flag[2]))
    elif flag is not None and flag[0] == "n":
        state.push(("n", 0 if flag[1] else -1, flag[2]))
    else:
        state.push(FLAG)


POSITIONS: dict[str, Callable[[AbstractState, int], None]] = {
    "here": lambda state, cell: state.push(state.here),
    "from": lambda state, cell: state.push(state.home),
    "to": lambda state, cell: state.moved(cell, _pop_position(state)),
    "home": lambda state, cell: state.homed(cell, _pop_position(state)),
    "back": lambda state, cell: state.moved(cell, state.home),
    "(DIRECTION)": _direction,
    "(SYMMETRIC)": _direction,
    "empty?": lambda state, cell: state.push(_flag(state.here, True)),
    "not-empty?": lambda state, cell: state.push(_flag(state.here, False)),
    "empty-at?": lambda state, cell: state.push(_flag(state.pop()[0], True)),
    "not-empty-at?": lambda state, cell: state.push(_flag(state.pop()[0], False)),
    "NOT": _not,
    "0=": _not,
}
