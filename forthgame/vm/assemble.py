"""Puts the interpreter together: a function for each operation, their table, entry and exit."""

from __future__ import annotations

from forthgame.lang import layout as at
from forthgame.lang.words import TABLE
from forthgame.vm.answers import write_answer, write_copy
from forthgame.vm.bodies import write_shuffle, write_up_to_flag
from forthgame.vm.doors import doors_text
from forthgame.vm.framing import CONTROL
from forthgame.vm.functions import functions_text
from forthgame.vm.interpreter import CONVENTION, SIGNATURE, Operation
from forthgame.vm.linked import (
    ALL_PROMISE,
    CHARGE,
    NO_PASSING,
    NO_STIR,
    NO_SYMMETRIES,
    NO_TALLY,
    NTH_BIT,
    OWNED,
    STORED,
    declarations,
    settled_text,
)


def module_text() -> str:
    """The interpreter as LLVM IR, without the bodies, which are to be linked in."""
    rows = TABLE.operations()
    parts = ["declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)\n", settled_text({})]
    parts += [ALL_PROMISE, NO_PASSING, OWNED, STORED]
    parts += [NO_SYMMETRIES, NO_TALLY, NTH_BIT, CHARGE, NO_STIR]
    parts.append("declare ptr @llvm.frameaddress.p0(i32)\ndefine ptr @stack_place() noinline {\n")
    parts.append("  %place = call ptr @llvm.frameaddress.p0(i32 0)\n  ret ptr %place\n}\n")
    parts.append(declarations())
    for number, row in enumerate(rows):
        op = Operation(number, row)
        op.count_step()
        if row.kind == "body":
            flag = write_up_to_flag(op)
            if flag:
                write_answer(op, flag)
            else:
                op.next()
        elif row.name == "DUP":
            write_copy(op)
        elif row.kind == "shuffle":
            write_shuffle(op)
            op.next()
        elif CONTROL[row.name](op):
            op.next()
        parts.append(op.finish())
    table = ", ".join(f"ptr @op{number}" for number in range(len(rows)))
    parts.append(f"@table = internal constant [{len(rows)} x ptr] [{table}]\n")
    keep = (
        ("%before", "ptr", at.IP),
        ("%sp", "ptr", at.SP),
        ("%rp", "ptr", at.RP),
        ("%t", "i32", at.TOP),
        ("%steps", "i64", at.STEPS),
    )
    stores = "".join(
        f"  %p{offset} = getelementptr i8, ptr %vm, i64 {offset}\n"
        f"  store {kind} {value}, ptr %p{offset}\n"
        for value, kind, offset in keep
    )
    parts.append(
        f"define {CONVENTION} void @stop({SIGNATURE}) noinline {{\n"
        "  %before = getelementptr i32, ptr %ip, i64 -1\n"
        f"{stores}  ret void\n}}\n"
    )
    loads = "".join(
        f"  %q{offset} = getelementptr i8, ptr %vm, i64 {offset}\n"
        f"  {value} = load {kind}, ptr %q{offset}\n"
        for value, kind, offset in (
            ("%ip", "ptr", at.IP),
            ("%sp", "ptr", at.SP),
            ("%rp", "ptr", at.RP),
            ("%t", "i32", at.TOP),
            ("%steps", "i64", at.STEPS),
        )
    )
    parts.append(
        f"define void @run(ptr %vm) {{\n{loads}"
        "  %number = load i32, ptr %ip\n"
        "  %index = zext i32 %number to i64\n"
        "  %entry = getelementptr ptr, ptr @table, i64 %index\n"
        "  %target = load ptr, ptr %entry\n"
        "  %next = getelementptr i32, ptr %ip, i64 1\n"
        f"  call {CONVENTION} void %target(ptr %next, ptr %sp, ptr %rp, i32 %t, ptr %vm, "
        "i64 %steps)\n"
        "  ret void\n}\n"
    )
    parts += [doors_text(), functions_text()]
    parts.append(
        "attributes #0 = { nounwind }\nattributes #1 = { alwaysinline }\n"
        '!0 = !{!"branch_weights", i32 2000, i32 1}\n'
        '!1 = !{!"branch_weights", i32 1, i32 2000}\n'
    )
    return "".join(parts)
