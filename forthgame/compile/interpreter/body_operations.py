"""Interpreter operations with bodies compiled by numba, and operations that rearrange the stack.

Most flags are consumed by a `0BRANCH` that follows the word. An operation that only returns a flag
takes that branch directly, without storing the flag on the stack. Near a limit, or if the stack is
below its frame, both operations run one after the other, so that errors stay the same.
"""

from __future__ import annotations

from collections.abc import Callable

from forthgame.compile.interpreter.operation_writer import Operation
from forthgame.compile.primitives.signatures import body_name, guard_name
from forthgame.words.core.opcodes import OP
from forthgame.words.effect_sets import CHARGING
from forthgame.words.registers import memory_layout as at

BRANCH = OP["0BRANCH"]


def call_body(op: Operation, name: str, arguments: list[str], kind: str) -> str:
    """Write a call of a body with typed arguments; return its result, "" for the kind "void"."""
    result = op.scratch(kind if kind != "void" else "i64")
    trouble = op.scratch("ptr")
    given = "".join(f", {argument}" for argument in arguments)
    op.do(f"call i32 @{name}(ptr {result}, ptr {trouble}{given}){op.inlining}")
    return op.value(f"load {kind}, ptr {result}") if kind != "void" else ""


def write_body(op: Operation) -> None:
    flag = write_up_to_flag(op)
    if flag:
        op.replace(len(op.row.effect.inputs), [flag])


def write_up_to_flag(op: Operation) -> str:
    """Write an operation up to its flag, and return the flag, with the inputs still in place.

    For operations with other results everything is written, and "" is returned.
    """
    row = op.row
    effect = row.effect
    operand = op.operand() if row.operand is not None else ""
    values = op.inputs(len(effect.inputs))
    floats = _float_inputs(op, len(effect.float_inputs))
    plain = [p for p in row.parameters if p not in ("vm", "operand")]
    by_name = {"vm": "ptr %vm", "operand": f"i32 {operand}"}
    by_name |= {name: f"i32 {value}" for name, value in zip(plain, values, strict=False)}
    others = zip(plain[len(values) :], floats, strict=True)
    by_name |= {name: f"float {value}" for name, value in others}
    if row.guard is not None:
        names = row.guard.__code__.co_varnames[: row.guard.__code__.co_argcount]
        status = call_body(op, guard_name(row.guard), [by_name[n] for n in names], "i32")
        op.require(op.value(f"icmp eq i32 {status}, 0"), status)
    if len(effect.outputs) > len(effect.inputs):
        op.check_high(op.slot(op.sp, len(effect.outputs) - len(effect.inputs)))
    arguments = [by_name[name] for name in row.parameters]
    kind = "float" if effect.float_outputs else ("void", "i32", "i64")[len(effect.outputs)]
    assert row.body is not None
    result = call_body(op, body_name(row.body), arguments, kind)
    if row.name in CHARGING:
        op.pay()
    if kind == "float":
        float_replace(op, len(effect.float_inputs), [result])
        op.replace(len(effect.inputs), [])
        return ""
    float_replace(op, len(effect.float_inputs), [])
    if effect.outputs == ("?",):
        return result
    if kind == "i64":
        first = op.value(f"trunc i64 {result} to i32")
        second = op.value(f"trunc i64 {op.value(f'lshr i64 {result}, 32')} to i32")
        op.replace(len(effect.inputs), [first, second])
    else:
        op.replace(len(effect.inputs), [result] if kind == "i32" else [])
    return ""


def _float_inputs(op: Operation, n: int) -> list[str]:
    """Return the top n floats; the operation stops if there are fewer."""
    if not n:
        return []
    depth = op.load_register("i32", at.FSP)
    op.require(op.value(f"icmp sge i32 {depth}, {n}"), "-45")
    place = _float_place(op, depth)
    return [op.value(f"load float, ptr {op.slot(place, k - n)}") for k in range(n)]


def _float_place(op: Operation, depth: str) -> str:
    return op.element("float", op.register(at.FLOAT_STACK), depth, "sext")


def float_replace(op: Operation, n: int, outputs: list[str]) -> None:
    if not n and not outputs:
        return
    depth = op.load_register("i32", at.FSP)
    after = op.value(f"add i32 {depth}, {len(outputs) - n}")
    if len(outputs) > n:
        op.require(op.value(f"icmp sle i32 {after}, {at.FLOAT_LIMIT}"), "-44")
    place = _float_place(op, depth)
    for k, value in enumerate(outputs):
        op.do(f"store float {value}, ptr {op.slot(place, k - n)}")
    op.store_register("i32", after, at.FSP)


def write_literal(op: Operation) -> None:
    op.push(op.operand())


def write_float_pick(op: Operation) -> None:
    (n,) = op.inputs(1)
    depth = op.load_register("i32", at.FSP)
    op.require(op.value(f"icmp ult i32 {n}, {depth}"), "-45")
    index = op.value(f"sub i32 {op.value(f'sub i32 {depth}, 1')}, {n}")
    float_replace(op, 0, [op.value(f"load float, ptr {_float_place(op, index)}")])
    op.replace(1, [])


def write_shuffle(op: Operation) -> None:
    effect = op.row.effect
    if effect.float_inputs:
        values = _float_inputs(op, len(effect.float_inputs))
        named = dict(zip(effect.float_inputs, values, strict=True))
        float_replace(op, len(values), [named[name] for name in effect.float_outputs])
        return
    values = op.inputs(len(effect.inputs))
    named = dict(zip(effect.inputs, values, strict=True))
    op.replace(len(values), [named[name] for name in effect.outputs], values)


def write_answer(op: Operation, flag: str) -> None:
    """Replace the inputs by a flag, or take the branch that it decides."""
    inputs = len(op.row.effect.inputs)
    _write(op, flag, inputs, lambda: op.replace(inputs, [flag]))


def write_copy(op: Operation) -> None:
    """Write `DUP`, which may copy a flag for a branch."""
    op.check_high(op.slot(op.sp, 1))
    _write(op, op.t, 0, lambda: op.push(op.t))


def _write(op: Operation, flag: str, inputs: int, push: Callable[[], None]) -> None:
    wanted, straight, pushed = (op.new_label(stem) for stem in ("wanted", "straight", "pushed"))
    number = op.load("i32", op.ip)
    branches = op.value(f"icmp eq i32 {number}, {BRANCH}")
    op.do(f"br i1 {branches}, label %{wanted}, label %{pushed}", f"{wanted}:")
    plain = op.value(f"icmp sgt i64 {op.steps}, 0")
    below = op.slot(op.sp, -inputs)
    if inputs:
        base = op.load_register("ptr", at.FRAME_BASE)
        plain = op.value(f"and i1 {plain}, {op.value(f'icmp uge ptr {below}, {base}')}")
    op.do(f"br i1 {plain}, label %{straight}, label %{pushed}")
    before = (op.ip, op.sp, op.t, op.steps)
    op.label(straight)
    op.steps = op.value(f"sub i64 {op.steps}, 1")
    if inputs:
        op.t = op.load("i32", op.slot(op.sp, 1 - inputs))
        op.sp = below
    op.ip = op.slot(op.ip, 1)
    target = op.operand()

    def taken() -> None:
        op.ip = op.code(target)
        op.next()

    op.branch(op.value(f"icmp eq i32 {flag}, 0"), taken, op.next)
    op.ip, op.sp, op.t, op.steps = before
    op.label(pushed)
    push()
    op.next()
