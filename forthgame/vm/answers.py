"""How the interpreter goes on behind a flag.

Most flags are for a `0BRANCH` that stands behind the word. An operation that only answers looks
there and goes where the branch leads, without a way through the stack. Where a limit is near, or
the stack is below its frame, both are done one after the other, so errors are the same.
"""

from __future__ import annotations

from collections.abc import Callable

from forthgame.lang import layout as at
from forthgame.lang.words.opcodes import OP
from forthgame.vm.interpreter import Operation

BRANCH = OP["0BRANCH"]


def write_answer(op: Operation, flag: str) -> None:
    """Put a flag in the place of the inputs, or take the branch that it decides."""
    inputs = len(op.row.effect.inputs)
    _write(op, flag, inputs, lambda: op.replace(inputs, [flag]))


def write_copy(op: Operation) -> None:
    """`DUP`: a flag that is wanted once more is a flag too."""
    op.check_high(op.slot(op.sp, 1))
    _write(op, op.t, 0, lambda: op.push(op.t))


def _write(op: Operation, flag: str, inputs: int, push: Callable[[], None]) -> None:
    wanted, straight, pushed = (op.new_label(stem) for stem in ("wanted", "straight", "pushed"))
    number = op.load("i32", op.ip)
    op.do(f"br i1 {op.value(f'icmp eq i32 {number}, {BRANCH}')}, label %{wanted}, label %{pushed}")
    op.label(wanted)
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
