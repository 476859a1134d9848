"""Calls of move words from the generation loop."""

from __future__ import annotations

from forthgame.lang import layout as at
from forthgame.vm.compiler.generation.entries import Candidate
from forthgame.vm.compiler.stack import result_type
from forthgame.vm.compiler.writer import FunctionWriter


def call_word(
    out: FunctionWriter, candidate: Candidate, direct: bool, first: str, frame: str, inlining: str
) -> None:
    """Write a call of a move word; leaving it by `verify` counts as its end.

    If `direct`, the word takes no items, so it is called without its stack in memory. `first` is
    the first slot of the data stack, `frame` the return stack of the word's frame.
    """
    entry = candidate.entry
    good, bad = out.new_label("ran"), out.new_label("stopped")
    arguments = f"ptr %vm, ptr {first}, ptr {frame}"
    if direct:
        effect = out.context.effect(entry)
        kind = result_type(effect[1] if effect else 0)
        result = out.value(f"call fastcc {kind} @w{entry}({arguments}){inlining}")
        status: str = result if kind == "i32" else out.value(f"extractvalue {kind} {result}, 0")
        error = out.value(f"icmp eq i32 {status}, {at.NATIVE_ERROR}")
        out.do(f"br i1 {error}, label %{bad}, label %{good}, !prof !1")
        _write_stopped(out, bad)
        out.label(good)
        return
    left = out.new_label("left")
    top = out.value(f"call ptr @x{entry}({arguments})")
    ended = out.value(f"icmp ne ptr {top}, null")
    out.do(f"br i1 {ended}, label %{good}, label %{left}")
    out.label(left)
    status = out.load_register("i32", at.NATIVE_STATUS)
    error = out.value(f"icmp ne i32 {status}, {at.FRAME_EXIT}")
    out.do(f"br i1 {error}, label %{bad}, label %{good}, !prof !1")
    _write_stopped(out, bad)
    out.label(good)
    out.do(f"call void @clean_frame(ptr %vm, ptr {first})")


def _write_stopped(out: FunctionWriter, label: str) -> None:
    """Leave after an error. Clear the frame's slots, which are not return addresses."""
    out.label(label)
    for k in range(2):
        out.store("i64", "0", out.slot("%rp", k, "i64"))
    out.leave_behind_call(str(at.NATIVE_ERROR))
