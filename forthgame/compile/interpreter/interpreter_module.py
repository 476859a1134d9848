"""LLVM IR of the interpreter: a function for each operation, their table, entry and exit.

There are two modules: frequent operations are optimised, all others are compiled with little
effort.
"""

from __future__ import annotations

from collections.abc import Collection

from forthgame.compile.interpreter.body_operations import (
    write_answer,
    write_copy,
    write_shuffle,
    write_up_to_flag,
)
from forthgame.compile.interpreter.control_operations import CONTROL
from forthgame.compile.interpreter.operation_writer import (
    CONVENTION,
    SIGNATURE,
    FrequentOperation,
    Operation,
)
from forthgame.compile.interpreter.python_functions import short_call_text
from forthgame.compile.primitives.module_functions import (
    ALL_PROMISE,
    CHARGE,
    NO_STIR,
    NO_SYMMETRIES,
    NO_TALLY,
    NTH_BIT,
    OWNED,
    STORED,
    declarations,
    settled_text,
)
from forthgame.compile.primitives.signatures import module_name
from forthgame.words.primitives import TABLE
from forthgame.words.registers import memory_layout as at
from forthgame.words.table.row import Row

# modules of the table whose words take nearly all interpreted steps of games
FREQUENT = frozenset({
    "application", "arithmetic", "attacks", "board", "board_copies", "endings", "events", "memory",
    "memory_snapshot", "move_lists", "next_move_word", "position_history", "recording",
    "ring_buffers", "turns",
})  # fmt: skip
SHARED = ("stop", "table")  # names of the frequent module that the other one uses
SELDOM = frozenset({"Pass", "$Pass", "PassNoPartial"})  # each contains all of `add-move`
ATTRIBUTES = """attributes #0 = { nounwind }
attributes #1 = { alwaysinline }
!0 = !{!"branch_weights", i32 2000, i32 1}
!1 = !{!"branch_weights", i32 1, i32 2000}
"""
LACKING = -999  # status of an operation that a small interpreter does not have
KEPT = (  # machine state that the interpreter holds in registers while it runs
    ("%ip", "ptr", at.IP),
    ("%sp", "ptr", at.SP),
    ("%rp", "ptr", at.RP),
    ("%t", "i32", at.TOP),
    ("%steps", "i64", at.STEPS),
)


def is_frequent(row: Row) -> bool:
    return row.body is None or (module_name(row.body) in FREQUENT and row.name not in SELDOM)


def operation_name(number: int) -> str:
    return f"op{number}"


def unusual_name(number: int) -> str:
    """Return the name of the function that handles all cases of a frequent operation."""
    return f"unusual{number}"


def frequent_text() -> str:
    """Return the IR of the frequent operations' usual cases, the table, entry and exit.

    Link it with the bodies and with the module of `rest_text`.
    """
    rows = TABLE.operations()
    names = [operation_name(number) for number in range(len(rows))]
    parts = [_linked_text()]
    parts += [
        _written(FrequentOperation(number, row, names[number], unusual_name(number)))
        for number, row in enumerate(rows)
        if is_frequent(row)
    ]
    table = ", ".join(f"ptr @{name}" for name in names)
    parts.append(f"@table = dso_local constant [{len(rows)} x ptr] [{table}]\n")
    parts += [f"declare {CONVENTION} void @{name}({SIGNATURE})\n" for name in rest_names()]
    parts += [_stop_text(), _place_text(), _run_text(), short_call_text(), ATTRIBUTES]
    return "".join(parts)


def small_text(operations: Collection[int]) -> str:
    """Return the IR of an interpreter for some operations, which exports `run` alone.

    Any other operation stops the machine with the status LACKING.
    """
    rows, names = TABLE.operations(), rest_names()
    parts = [_linked_text()]
    parts += [_written(Operation(n, rows[n], names[n])) for n in sorted(operations)]
    table = ", ".join(
        f"ptr @{names[number] if number in operations else 'lacking'}"
        for number in range(len(rows))
    )
    lacking = Operation(0, rows[0], "lacking")
    lacking.stop(str(LACKING))
    parts.append(f"@table = internal constant [{len(rows)} x ptr] [{table}]\n")
    small = ATTRIBUTES.replace("#0 = { nounwind }", "#0 = { nounwind minsize optsize }")
    parts += [lacking.finish(), _stop_text(), _run_text(), small]
    return "".join(parts)


def rest_text() -> str:
    """Return the IR of rare operations, and of the frequent ones in unusual cases."""
    rows = TABLE.operations()
    parts = [_linked_text()]
    operations = enumerate(zip(rows, rest_names(), strict=True))
    parts += [_written(Operation(number, row, name)) for number, (row, name) in operations]
    parts.append(f"@table = external constant [{len(rows)} x ptr]\n")
    parts += [f"declare {CONVENTION} void @stop({SIGNATURE})\n", ATTRIBUTES]
    return "".join(parts)


def rest_names() -> list[str]:
    """Return the name of the complete function of each operation, by operation number."""
    return [
        unusual_name(number) if is_frequent(row) else operation_name(number)
        for number, row in enumerate(TABLE.operations())
    ]


def _written(op: Operation) -> str:
    op.count_step()
    row = op.row
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
    elif not CONTROL[row.name](op):
        op.next()
    return op.finish()


def _linked_text() -> str:
    return "".join((
        "declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)\n", settled_text({}), ALL_PROMISE,
        OWNED, STORED, NO_SYMMETRIES, NO_TALLY, NTH_BIT, CHARGE, NO_STIR, declarations(),
    ))  # fmt: skip


def _stop_text() -> str:
    stores = "".join(
        f"  %p{offset} = getelementptr i8, ptr %vm, i64 {offset}\n"
        f"  store {kind} {'%before' if value == '%ip' else value}, ptr %p{offset}\n"
        for value, kind, offset in KEPT
    )
    return (
        f"define dso_local {CONVENTION} void @stop({SIGNATURE}) noinline {{\n"
        "  %before = getelementptr i32, ptr %ip, i64 -1\n"
        f"{stores}  ret void\n}}\n"
    )


def _place_text() -> str:
    """Return the function that returns the address of its frame."""
    return (
        "declare ptr @llvm.frameaddress.p0(i32)\ndefine ptr @stack_place() noinline {\n"
        "  %place = call ptr @llvm.frameaddress.p0(i32 0)\n  ret ptr %place\n}\n"
    )


def _run_text() -> str:
    """Return the function that the host calls."""
    loads = "".join(
        f"  %q{offset} = getelementptr i8, ptr %vm, i64 {offset}\n"
        f"  {value} = load {kind}, ptr %q{offset}\n"
        for value, kind, offset in KEPT
    )
    return (
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
