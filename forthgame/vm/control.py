"""Interpreter operations for control flow, loops, the return stack and stack pointers."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from forthgame.lang import layout as at
from forthgame.vm.bodies import float_replace
from forthgame.vm.interpreter import Operation
from forthgame.vm.tokens import word_of_token

Write = Callable[[Operation], bool]
CONTROL: dict[str, Write] = {}


def control(*names: str) -> Callable[[Write], Write]:
    """Register the writer of operations; it returns False if it has ended the operation itself."""

    def enter(write: Write) -> Write:
        for name in names:
            CONTROL[name] = write
        return write

    return enter


@control("LIT")
def _literal(op: Operation) -> bool:
    op.push(op.operand())
    return True


@control("BRANCH")
def _branch(op: Operation) -> bool:
    op.ip = op.code(op.load("i32", op.ip))
    return True


@control("0BRANCH")
def _zero_branch(op: Operation) -> bool:
    flag = op.pop()
    target = op.operand()

    def taken() -> None:
        op.ip = op.code(target)
        op.next()

    op.branch(op.value(f"icmp eq i32 {flag}, 0"), taken, op.next)
    return False


@control("(TOKEN)")
def _token(op: Operation) -> bool:
    op.operand()
    return True  # never part of compiled code


@control("(CALL)")
def _call(op: Operation) -> bool:
    target = op.code(op.operand())
    op.call(target)
    return True


@control("EXIT")
def _exit(op: Operation) -> bool:
    op.exit()
    return True


def entry_of_token(op: Operation, token: str) -> tuple[str, str]:
    """Return whether a token belongs to a word, and the start of its threaded code."""
    known, _, row = word_of_token(op, token)
    return known, op.load("i32", op.slot(row, 1))


def _execute(op: Operation, token: str) -> None:
    """Run a word by its token; the token of a move applies the move."""
    good, entry = entry_of_token(op, token)

    def run_word() -> None:
        op.call(op.code(entry), at.RUN_TAG)
        op.next()

    def run_move() -> None:
        move = op.value(f"sub i32 {token}, {at.MOVE_MARK_CELL * 4}")
        low = op.value(f"icmp uge i32 {move}, {at.ARENA}")
        unit = op.value(f"and i32 {move}, {at.MOVE_UNIT - 1}")
        low = op.value(f"and i1 {low}, {op.value(f'icmp eq i32 {unit}, 0')}")
        pointer = op.address_of_cell(token, "-256")
        marked = op.value(f"icmp eq i32 {op.load('i32', pointer)}, {at.MOVE_MARK}")
        op.require(op.value(f"and i1 {low}, {marked}"), "-256")
        op.store("i32", move, op.register(at.MEMORY + at.A_MOVE_ADDRESS))
        op.call(op.code(op.load_register("i32", at.APPLY_CODE)), at.RUN_TAG)
        op.next()

    op.branch(good, run_word, run_move)


@control("EXECUTE")
def _execute_word(op: Operation) -> bool:
    _execute(op, op.pop())
    return False


@control("(DEFER)")
def _deferred(op: Operation) -> bool:
    token = op.load("i32", op.address_of_cell(op.operand(), "-9"))
    _execute(op, token)
    return False


@control("(DO)")
def _do(op: Operation) -> bool:
    limit, start = op.inputs(2)
    op.replace(2, [])
    op.rpush(op.wide(limit), op.wide(start))
    return True


def _require_loop(op: Operation) -> None:
    """Stop unless index and limit are cells: return addresses lie below the word's own items."""
    both = op.value(f"or i64 {op.rslot(-1)}, {op.rslot(-2)}")
    op.require(op.value(f"icmp ult i64 {both}, 4294967296"), "-26")
    op.require_returns(2)


def _loop(op: Operation, step: str, target: str) -> None:
    """Write Fig-Forth's loop, which ends when the index has reached or passed the limit."""
    _require_loop(op)
    index = op.value(f"add i32 {op.ritem(-1)}, {step}")
    limit = op.ritem(-2)
    up = op.value(f"icmp slt i32 {index}, {limit}")
    down = op.value(f"icmp sge i32 {index}, {limit}")
    falling = op.value(f"icmp slt i32 {step}, 0")
    again = op.value(f"select i1 {falling}, i1 {down}, i1 {up}")

    def repeat() -> None:
        op.store("i64", op.wide(index), op.slot(op.rp, -1, "i64"))
        op.ip = op.code(target)
        op.next()

    def leave() -> None:
        op.rdrop(2)
        op.next()

    op.branch(again, repeat, leave)


@control("(LOOP)")
def _loop_by_one(op: Operation) -> bool:
    _loop(op, "1", op.operand())
    return False


@control("(+LOOP)")
def _loop_by_step(op: Operation) -> bool:
    step = op.pop()
    _loop(op, step, op.operand())
    return False


def _return_item(op: Operation, index: int) -> bool:
    op.push(op.ritem_or_zero(index))
    return True


for _name, _index in (("I", -1), ("R@", -1), ("R", -1), ("J", -3), ("K", -5)):
    CONTROL[_name] = partial(_return_item, index=_index)


@control("LEAVE")
def _leave(op: Operation) -> bool:
    _require_loop(op)
    op.store("i64", op.rslot(-1), op.slot(op.rp, -2, "i64"))
    return True


@control(">R")
def _to_return(op: Operation) -> bool:
    op.rpush(op.wide(op.pop()))
    return True


@control("R>")
def _from_return(op: Operation) -> bool:
    op.require_taken()
    value = op.ritem(-1)
    op.rdrop(1)
    op.push(value)
    return True


@control("PICK")
def _pick(op: Operation) -> bool:
    n = op.t
    wide = op.value(f"sext i32 {n} to i64")
    place = op.value(f"getelementptr i32, ptr {op.sp}, i64 {op.value(f'sub i64 0, {wide}')}")
    bottom = op.slot(op.load_register("ptr", at.FRAME_BASE), 64 - at.STACK_ZONE)
    inside = op.value(f"icmp uge ptr {place}, {bottom}")
    good = op.value(f"and i1 {inside}, {op.value(f'icmp sge i32 {n}, 0')}")
    safe = op.value(f"select i1 {good}, ptr {place}, ptr {op.sp}")
    value = op.value(f"select i1 {good}, i32 {op.load('i32', safe)}, i32 0")
    op.replace(1, [value])
    return True


@control("DEPTH")
def _depth(op: Operation) -> bool:
    base = op.value(f"ptrtoint ptr {op.load_register('ptr', at.FRAME_BASE)} to i64")
    here = op.value(f"ptrtoint ptr {op.sp} to i64")
    items = op.value(f"ashr i64 {op.value(f'sub i64 {here}, {base}')}, 2")
    op.push(op.value(f"trunc i64 {items} to i32"))
    return True


def _push_pointer(op: Operation, pointer: str) -> bool:
    base = op.value(f"ptrtoint ptr {op.register(at.DATA_STACK)} to i64")
    here = op.value(f"ptrtoint ptr {pointer} to i64")
    op.push(op.value(f"trunc i64 {op.value(f'sub i64 {here}, {base}')} to i32"))
    return True


CONTROL["SP@"] = lambda op: _push_pointer(op, op.sp)
CONTROL["RP@"] = lambda op: _push_pointer(op, op.rp)


@control("FPICK")
def _float_pick(op: Operation) -> bool:
    n = op.t
    depth = op.load_register("i32", at.FSP)
    inside = op.value(f"icmp ult i32 {n}, {depth}")
    op.require(inside, "-45")
    index = op.value(f"sub i32 {op.value(f'sub i32 {depth}, 1')}, {n}")
    wide = op.value(f"sext i32 {index} to i64")
    base = op.register(at.FLOAT_STACK)
    place = op.value(f"getelementptr float, ptr {base}, i64 {wide}")
    float_replace(op, 0, [op.value(f"load float, ptr {place}")])
    op.replace(1, [])
    return True


def _leave_frame(op: Operation) -> None:
    """Return from the frame's word; the mark informs native callers."""
    op.store_register("i32", "1", at.FRAME_LEFT)
    op.rp = op.load_register("ptr", at.FRAME_RP)
    op.exit()


@control("verify")
def _verify(op: Operation) -> bool:
    flag = op.pop()

    def leave() -> None:
        _leave_frame(op)
        op.next()

    op.branch(op.value(f"icmp eq i32 {flag}, 0"), leave, op.next)
    return False


@control("$Exit")
def _exit_frame(op: Operation) -> bool:
    _leave_frame(op)
    return True


def _stop(op: Operation, status: int) -> bool:
    op.stop(str(status))
    return False


for _name, _status in (
    ("(HALT)", at.HALTED), ("(HOST)", at.HOST_REQUEST), ("(BREAK)", at.BREAKPOINT),
):  # fmt: skip
    CONTROL[_name] = partial(_stop, status=_status)


@control("(ERROR)")
def _error(op: Operation) -> bool:
    op.stop(op.operand())
    return False
