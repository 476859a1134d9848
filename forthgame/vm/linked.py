"""Functions that bodies call and that each module defines in its own way, as LLVM IR."""

from __future__ import annotations

from forthgame.lang import layout as at
from forthgame.lang.beyond import COUNTING
from forthgame.vm.primitives import wanted_functions

# the interpreter counts what bodies charge; machine code looks at the clock instead
CHARGE = f"""define void @charge(ptr %vm, i64 %steps) alwaysinline nounwind {{
  %place = getelementptr i8, ptr %vm, i64 {at.CHARGED}
  %before = load i64, ptr %place
  %after = add i64 %before, %steps
  store i64 %after, ptr %place
  ret void
}}
"""
NO_TALLY = """define i64 @tally(ptr %vm, i64 %start, i64 %number, i64 %within) alwaysinline {
  ret i64 0
}
define i32 @tally_entry(ptr %vm, i64 %number) alwaysinline { ret i32 0 }
define i32 @tally_drop(ptr %vm, i64 %number) alwaysinline { ret i32 0 }
"""
NO_CHARGE = "define void @charge(ptr %vm, i64 %steps) alwaysinline nounwind { ret void }\n"


def settled_text(known: dict[int, int]) -> str:
    """The functions behind `cells.settled`: known registers are constants, others are loaded."""
    cases = "".join(f" i64 {offset}, label %is{offset}" for offset in known)
    arms = "".join(f"is{offset}:\n  ret i32 {value}\n" for offset, value in known.items())
    return (
        "define i32 @settled(ptr %vm, i64 %offset) alwaysinline nounwind {\n"
        f"  switch i64 %offset, label %unknown [{cases} ]\n{arms}unknown:\n"
        "  %place = getelementptr i8, ptr %vm, i64 %offset\n"
        "  %value = load i32, ptr %place, align 1\n  ret i32 %value\n}\n"
        "define i32 @counting(ptr %vm) alwaysinline nounwind {\n"
        f"  %value = call i32 @settled(ptr %vm, i64 {COUNTING})\n  ret i32 %value\n}}\n"
    )


def declarations() -> str:
    """The bodies and guards, which are to be linked in."""
    kinds = {"vm": "ptr", "cell": "i32", "float": "float"}
    parts = []
    for name, (_, parameters, _) in wanted_functions().items():
        given = "".join(f", {kinds[kind]}" for kind in parameters)
        parts.append(f'declare i32 @"{name}"(ptr, ptr{given})\n')
    return "".join(parts)
