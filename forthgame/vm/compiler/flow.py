"""Machine code of control flow; writers return False if they have ended the block."""

from __future__ import annotations

from collections.abc import Callable

from forthgame.lang import layout as at
from forthgame.lang.facts import RETURN_EFFECTS
from forthgame.vm.compiler.value import Constant
from forthgame.vm.compiler.writer import FunctionWriter

Write = Callable[[FunctionWriter], bool]
FLOW: dict[str, Write] = {}


def flow(*names: str) -> Callable[[Write], Write]:
    """Register a writer under the names of its operations."""

    def enter(write: Write) -> Write:
        for name in names:
            FLOW[name] = write
        return write

    return enter


@flow("LIT")
def _literal(w: FunctionWriter) -> bool:
    w.push(w.operand())
    return True


@flow("EXIT")
def _exit(w: FunctionWriter) -> bool:
    if w.scope.parent is None:
        w.write_exit()
    else:
        w.leave_inlined()
    return False


@flow("BRANCH")
def _branch(w: FunctionWriter) -> bool:
    if w.instruction.backward:
        w.poll(w.instruction.place)
    w.go(w.instruction.operand)
    return False


def fork(w: FunctionWriter, condition: str, drop: int = 0) -> None:
    """Jump to the operand if a condition holds, else continue.

    The second branch drops `drop` items of the return stack.
    """
    taken, other = w.new_label("taken"), w.new_label("other")
    w.do(f"br i1 {condition}, label %{taken}, label %{other}")
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
    flag = w.pop()
    fork(w, w.value(f"icmp eq i32 {flag}, 0"))
    return False


@flow("(DO)")
def _do(w: FunctionWriter) -> bool:
    limit, start = w.inputs(2)
    w.replace(2, [])
    w.returns += [limit, start]
    note_returns(w)
    return True


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
    return False


@flow("(+LOOP)")
def _loop_by_step(w: FunctionWriter) -> bool:
    limit, index = w.own_returns(2)
    w.need(1)
    w.poll(w.instruction.place)
    step = w.pop()
    index = w.value(f"add i32 {index}, {step}")
    up = w.value(f"icmp slt i32 {index}, {limit}")
    down = w.value(f"icmp sge i32 {index}, {limit}")
    falling = w.value(f"icmp slt i32 {step}, 0")
    again = w.value(f"select i1 {falling}, i1 {down}, i1 {up}")
    w.returns[-1] = index
    fork(w, again, drop=2)
    return False


@flow("I", "J", "K", "R@", "R")
def _index(w: FunctionWriter) -> bool:
    """Copy the lowest of the return stack items that the operation needs."""
    needed, _ = RETURN_EFFECTS[w.row.name]
    w.push(w.own_returns(needed)[0])
    return True


@flow("LEAVE")
def _leave(w: FunctionWriter) -> bool:
    w.returns[-2] = w.own_returns(2)[1]
    return True


@flow(">R")
def _to_return(w: FunctionWriter) -> bool:
    w.returns.append(w.pop())
    note_returns(w)
    return True


@flow("R>")
def _from_return(w: FunctionWriter) -> bool:
    w.push(w.own_returns(1)[0])
    w.returns.pop()
    return True


@flow("PICK")
def _pick(w: FunctionWriter) -> bool:
    top = w.inputs(1)[0]
    depth = top.number if isinstance(top, Constant) else -1
    if 0 <= depth < 64:
        items = w.inputs(depth + 2)
        w.replace(1, [items[0]])
        return True
    n = w.pop()
    w.flush()
    wide = w.value(f"sext i32 {n} to i64")
    place = w.value(f"getelementptr i32, ptr {w.sp}, i64 {w.value(f'sub i64 0, {wide}')}")
    bottom = w.slot(w.load_register("ptr", at.FRAME_BASE), 64 - at.STACK_ZONE)
    inside = w.value(f"icmp uge ptr {place}, {bottom}")
    good = w.value(f"and i1 {inside}, {w.value(f'icmp sge i32 {n}, 0')}")
    safe = w.value(f"select i1 {good}, ptr {place}, ptr {w.sp}")
    w.push(w.value(f"select i1 {good}, i32 {w.load('i32', safe)}, i32 0"))
    return True


@flow("DEPTH")
def _depth(w: FunctionWriter) -> bool:
    base = w.value(f"ptrtoint ptr {w.load_register('ptr', at.FRAME_BASE)} to i64")
    here = w.value(f"ptrtoint ptr {w.slot(w.sp, len(w.values) - 1)} to i64")
    items = w.value(f"ashr i64 {w.value(f'sub i64 {here}, {base}')}, 2")
    w.push(w.value(f"trunc i64 {items} to i32"))
    return True


def _push_pointer(w: FunctionWriter, pointer: str) -> bool:
    base = w.value(f"ptrtoint ptr {w.register(at.DATA_STACK)} to i64")
    here = w.value(f"ptrtoint ptr {pointer} to i64")
    w.push(w.value(f"trunc i64 {w.value(f'sub i64 {here}, {base}')} to i32"))
    return True


@flow("SP@")
def _data_pointer(w: FunctionWriter) -> bool:
    return _push_pointer(w, w.slot(w.sp, len(w.values) - 1))


@flow("RP@")
def _return_pointer(w: FunctionWriter) -> bool:
    return _push_pointer(w, w.slot("%rp", len(w.returns), "i64"))


@flow("FPICK")
def _float_pick(w: FunctionWriter) -> bool:
    from forthgame.vm.bodies import float_replace

    n = w.inputs(1)[0]
    depth = w.load_register("i32", at.FSP)
    w.require(w.value(f"icmp ult i32 {n}, {depth}"), "-45")
    index = w.value(f"sub i32 {w.value(f'sub i32 {depth}, 1')}, {n}")
    wide = w.value(f"sext i32 {index} to i64")
    place = w.value(f"getelementptr float, ptr {w.register(at.FLOAT_STACK)}, i64 {wide}")
    float_replace(w, 0, [w.value(f"load float, ptr {place}")])
    w.replace(1, [])
    return True
