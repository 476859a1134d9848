"""Interpreter operations for control flow, loops, the return stack and stack pointers."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from forthgame.compile.interpreter.body_operations import write_float_pick, write_literal
from forthgame.compile.interpreter.operation_writer import Operation, registering
from forthgame.compile.ir.ir_lines import UNLIKELY, word_of_token
from forthgame.words.registers import memory_layout as at

# writers return True if they have ended the operation themselves
CONTROL: dict[str, Callable[[Operation], bool | None]] = {
    "EXIT": Operation.exit,
    "FPICK": write_float_pick,
    "LIT": write_literal,
}
control = registering(CONTROL)


@control("BRANCH")
def _branch(op: Operation) -> None:
    op.ip = op.code(op.load("i32", op.ip))


@control("0BRANCH")
def _zero_branch(op: Operation) -> bool:
    flag = op.pop()
    target = op.operand()

    def taken() -> None:
        op.ip = op.code(target)
        op.next()

    op.branch(op.value(f"icmp eq i32 {flag}, 0"), taken, op.next)
    return True


@control("(TOKEN)")
def _token(op: Operation) -> None:
    op.operand()  # never part of compiled code


@control("(CALL)")
def _call(op: Operation) -> None:
    op.call(op.code(op.operand()))


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
    return True


@control("(DEFER)")
def _deferred(op: Operation) -> bool:
    _execute(op, op.load("i32", op.address_of_cell(op.operand(), "-9")))
    return True


@control("(DO)")
def _do(op: Operation) -> None:
    limit, start = op.inputs(2)
    op.replace(2, [])
    op.rpush(op.wide(limit), op.wide(start))


def _require_loop(op: Operation) -> None:
    """Stop unless index and limit are cells: return addresses lie below the word's own items."""
    both = op.value(f"or i64 {op.rslot(-1)}, {op.rslot(-2)}")
    op.require(op.value(f"icmp ult i64 {both}, 4294967296"), "-26")
    op.require_returns(2)


def _loop(op: Operation, step: str, target: str) -> None:
    """Write Fig-Forth's loop, which ends when the index has reached or passed the limit."""
    _require_loop(op)
    index = op.value(f"add i32 {op.ritem(-1)}, {step}")
    again = op.goes_on(index, op.ritem(-2), step)

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
    return True


@control("(+LOOP)")
def _loop_by_step(op: Operation) -> bool:
    _loop(op, op.pop(), op.operand())
    return True


def _return_item(op: Operation, index: int) -> None:
    op.push(op.ritem_or_zero(index))


for _name, _index in (("I", -1), ("R@", -1), ("R", -1), ("J", -3), ("K", -5)):
    CONTROL[_name] = partial(_return_item, index=_index)


@control("LEAVE")
def _leave(op: Operation) -> None:
    _require_loop(op)
    op.store("i64", op.rslot(-1), op.slot(op.rp, -2, "i64"))


@control(">R")
def _to_return(op: Operation) -> None:
    op.rpush(op.wide(op.pop()))


@control("R>")
def _from_return(op: Operation) -> None:
    op.require_taken()
    value = op.ritem(-1)
    op.rdrop(1)
    op.push(value)


@control("PICK")
def _pick(op: Operation) -> None:
    op.replace(1, [op.item_below(op.t)])


@control("DEPTH")
def _depth(op: Operation) -> None:
    op.push_depth(op.sp)


@control("SP@")
def _data_pointer(op: Operation) -> None:
    op.push_address(op.sp)


@control("RP@")
def _return_pointer(op: Operation) -> None:
    op.push_address(op.rp)


@control("$Exit")
def _leave_frame(op: Operation) -> None:
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
    return True


def _stop(op: Operation, status: int) -> bool:
    op.stop(str(status))
    return True


for _name, _status in (
    ("(HALT)", at.HALTED), ("(HOST)", at.HOST_REQUEST), ("(BREAK)", at.BREAKPOINT),
):  # fmt: skip
    CONTROL[_name] = partial(_stop, status=_status)


@control("(ERROR)")
def _error(op: Operation) -> bool:
    op.stop(op.operand())
    return True


# -- frames ----------------------------------------------------------------------------------------

__all__ = ["CANDIDATE_CELL", "CONTROL", "FRAME_POINTERS", "RETURN_CELL"]

FRAME_POINTERS = (at.FRAME_BASE, at.FRAME_LIMIT, at.FRAME_LOW, at.FRAME_RP)


@control("(FRAME)")
def _frame(op: Operation) -> None:
    good, entry = entry_of_token(op, op.pop())
    op.require(good, "-256")
    _open_frame(op, entry)


@control("(asks?)", "(ask-ahead)")
def _asks(op: Operation) -> None:
    op.push("0")  # the interpreter counts nothing beforehand


@control("(FRAME-OF)")
def _frame_of(op: Operation) -> None:
    _open_frame(op, op.operand())


def _open_frame(op: Operation, entry: str) -> None:
    """Save the frame on the return stack, switch to the next level's data stack, run the word."""
    level = op.load_register("i32", at.FRAME_LEVEL)
    op.require(op.value(f"icmp slt i32 {level}, {at.LEVELS}"), "-264")
    saved = [op.value(f"ptrtoint ptr {op.sp} to i64"), op.wide(op.t)]
    saved += [op.load_register("i64", offset) for offset in FRAME_POINTERS]
    saved.append(op.value(f"ptrtoint ptr {op.ip} to i64"))
    op.rpush(*saved)
    op.rpush(op.value(f"or i64 {op.wide(str(RETURN_CELL))}, {at.RUN_TAG << 32}"))
    op.store_register("ptr", op.rp, at.FRAME_RP)
    op.store_register("i32", op.value(f"add i32 {level}, 1"), at.FRAME_LEVEL)
    wide = op.value(f"zext i32 {level} to i64")
    start = op.value(f"mul i64 {wide}, {at.LEVEL_CELLS}")
    region = op.register(at.LEVEL_ONE)
    base = op.value(
        f"getelementptr i32, ptr {region}, i64 {op.value(f'add i64 {start}, {at.STACK_ZONE}')}"
    )
    limit = op.slot(base, at.LEVEL_CELLS - at.STACK_ZONE - 32)
    op.store_register("ptr", base, at.FRAME_BASE)
    op.store_register("ptr", limit, at.FRAME_LIMIT)
    op.store_register("ptr", base, at.FRAME_LOW)
    op.sp, op.t = base, "0"
    op.ip = op.code(entry)


# code cells that every machine has; cells 0 and 1 hold (HALT)
RETURN_CELL = 2  # (RETURN)
CANDIDATE_CELL = 3  # (CANDIDATE-END)


def _clean_zone(op: Operation, base: str) -> None:
    """Clear the cells below the bottom of the stack if an underflow has touched them."""
    low = op.load_register("ptr", at.FRAME_LOW)
    touched = op.value(f"icmp ult ptr {low}, {base}")
    clean, done = op.split(touched, "clean", "done", UNLIKELY)
    op.label(clean)
    under = op.slot(low, -at.UNDER_LOW)
    end = op.value(f"ptrtoint ptr {op.slot(base, 1)} to i64")
    size = op.value(f"sub i64 {end}, {op.value(f'ptrtoint ptr {under} to i64')}")
    op.do(f"call void @llvm.memset.p0.i64(ptr {under}, i8 0, i64 {size}, i1 false)")
    op.store_register("ptr", base, at.FRAME_LOW)
    op.do(f"br label %{done}", f"{done}:")


@control("(CANDIDATE)")
def _candidate(op: Operation) -> None:
    """Run a move word on the empty stack of the frame, until `verify` leaves it."""
    good, entry = entry_of_token(op, op.pop())
    op.require(good, "-256")
    back = op.value(f"or i64 {op.wide(str(CANDIDATE_CELL))}, {at.RUN_TAG << 32}")
    ip = op.value(f"ptrtoint ptr {op.ip} to i64")
    op.rpush(op.load_register("i64", at.FRAME_RP), ip, back)
    op.store_register("ptr", op.rp, at.FRAME_RP)
    op.ip = op.code(entry)


@control("(CANDIDATE-END)")
def _candidate_end(op: Operation) -> None:
    op.store_register("i32", "0", at.FRAME_LEFT)
    base = op.load_register("ptr", at.FRAME_BASE)
    _clean_zone(op, base)
    op.rp = op.slot(op.load_register("ptr", at.FRAME_RP), -3, "i64")
    op.store_register("i64", op.rslot(0), at.FRAME_RP)
    op.ip = op.value(f"inttoptr i64 {op.rslot(1)} to ptr")
    op.sp, op.t = base, "0"


@control("(RETURN)")
def _return(op: Operation) -> None:
    """Restore the caller's frame, after clearing the cells below the frame's stack if touched."""
    op.store_register("i32", "0", at.FRAME_LEFT)
    result = op.t
    _clean_zone(op, op.load_register("ptr", at.FRAME_BASE))
    op.rp = op.slot(op.load_register("ptr", at.FRAME_RP), -8, "i64")
    slots = [op.load("i64", op.slot(op.rp, k, "i64")) for k in range(7)]
    op.sp = op.value(f"inttoptr i64 {slots[0]} to ptr")
    op.t = op.value(f"trunc i64 {slots[1]} to i32")
    for offset, value in zip(FRAME_POINTERS, slots[2:6], strict=True):
        op.store_register("i64", value, offset)
    op.ip = op.value(f"inttoptr i64 {slots[6]} to ptr")
    level = op.load_register("i32", at.FRAME_LEVEL)
    op.store_register("i32", op.value(f"sub i32 {level}, 1"), at.FRAME_LEVEL)
    op.push(result)
