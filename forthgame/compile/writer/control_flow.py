"""Machine code of control flow."""

from __future__ import annotations

from collections.abc import Callable

from forthgame.compile.interpreter.body_operations import write_float_pick, write_literal
from forthgame.compile.interpreter.operation_writer import registering
from forthgame.compile.writer.blocks import Constant
from forthgame.compile.writer.function_writer import FunctionWriter
from forthgame.words.word_sets import RETURN_EFFECTS

# writers return True if they have ended the block
FLOW: dict[str, Callable[[FunctionWriter], bool | None]] = {
    "FPICK": write_float_pick,
    "LIT": write_literal,
}
flow = registering(FLOW)


@flow("EXIT")
def _exit(w: FunctionWriter) -> bool:
    if w.scope.parent is None:
        w.write_exit()
    else:
        w.leave_inlined()
    return True


@flow("BRANCH")
def _branch(w: FunctionWriter) -> bool:
    if w.instruction.backward:
        w.poll(w.instruction.place)
    w.go(w.instruction.operand)
    return True


def fork(w: FunctionWriter, condition: str, drop: int = 0) -> None:
    """Jump to the operand if a condition holds, else continue.

    The second branch drops `drop` items of the return stack.
    """
    taken, other = w.split(condition, "taken", "other")
    state = w.state()
    w.label(taken)
    w.go(w.instruction.operand)
    w.restore(state)
    w.label(other)
    if drop:
        del w.returns[-drop:]
    w.go(w.instruction.next)


@flow("0BRANCH")
def _zero_branch(w: FunctionWriter) -> bool:
    if w.instruction.backward:
        w.need(1)
        w.poll(w.instruction.place)
    fork(w, w.value(f"icmp eq i32 {w.pop()}, 0"))
    return True


@flow("(DO)")
def _do(w: FunctionWriter) -> None:
    limit, start = w.inputs(2)
    w.replace(2, [])
    w.returns += [limit, start]
    note_returns(w)


def note_returns(w: FunctionWriter, more: int = 0) -> None:
    w.return_growth = max(w.return_growth, len(w.returns) + more)


@flow("(LOOP)")
def _loop(w: FunctionWriter) -> bool:
    limit, index = w.own_returns(2)
    start = w.instruction.operand
    turns = w.turns(start)
    if turns == 0:
        w.poll(w.instruction.place)
    index = w.value(f"add i32 {index}, 1")
    w.returns[-1] = index
    if turns > 0:
        w.end_part(start, index, limit)
    else:
        if turns < 0:
            w.end_short(start)
        fork(w, w.value(f"icmp slt i32 {index}, {limit}"), drop=2)
    return True


@flow("(+LOOP)")
def _loop_by_step(w: FunctionWriter) -> bool:
    limit, index = w.own_returns(2)
    w.need(1)
    w.poll(w.instruction.place)
    step = w.pop()
    index = w.value(f"add i32 {index}, {step}")
    again = w.goes_on(index, limit, step)
    w.returns[-1] = index
    fork(w, again, drop=2)
    return True


@flow("I", "J", "K", "R@", "R")
def _index(w: FunctionWriter) -> None:
    """Copy the lowest of the return stack items that the operation needs."""
    needed, _ = RETURN_EFFECTS[w.row.name]
    w.push(w.own_returns(needed)[0])


@flow("LEAVE")
def _leave(w: FunctionWriter) -> None:
    w.returns[-2] = w.own_returns(2)[1]


@flow(">R")
def _to_return(w: FunctionWriter) -> None:
    w.returns.append(w.pop())
    note_returns(w)


@flow("R>")
def _from_return(w: FunctionWriter) -> None:
    w.push(w.own_returns(1)[0])
    w.returns.pop()


@flow("PICK")
def _pick(w: FunctionWriter) -> None:
    top = w.inputs(1)[0]
    depth = top.number if isinstance(top, Constant) else -1
    if 0 <= depth < 64:
        w.replace(1, [w.inputs(depth + 2)[0]])
    else:
        n = w.pop()
        w.flush()
        w.push(w.item_below(n))


@flow("DEPTH")
def _depth(w: FunctionWriter) -> None:
    w.push_depth(w.slot(w.sp, len(w.values) - 1))


@flow("SP@")
def _data_pointer(w: FunctionWriter) -> None:
    w.push_address(w.slot(w.sp, len(w.values) - 1))


@flow("RP@")
def _return_pointer(w: FunctionWriter) -> None:
    w.push_address(w.slot("%rp", len(w.returns), "i64"))
