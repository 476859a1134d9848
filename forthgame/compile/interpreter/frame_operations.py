"""Interpreter operations for frames: separate stacks for events and move words."""

from __future__ import annotations

from forthgame.compile.interpreter.control_operations import CONTROL, control, entry_of_token
from forthgame.compile.interpreter.operation_writer import Operation
from forthgame.compile.ir.ir_lines import UNLIKELY
from forthgame.words.registers import memory_layout as at

__all__ = ["CANDIDATE_CELL", "CONTROL", "FRAME_POINTERS", "RETURN_CELL"]

FRAME_POINTERS = (at.FRAME_BASE, at.FRAME_LIMIT, at.FRAME_LOW, at.FRAME_RP)


@control("(FRAME)")
def _frame(op: Operation) -> None:
    good, entry = entry_of_token(op, op.pop())
    op.require(good, "-256")
    _open_frame(op, entry)


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
    op.do(f"br label %{done}")
    op.label(done)


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
