"""LLVM IR of functions that bodies call and that each module of machine code defines."""

from __future__ import annotations

from collections.abc import Mapping

from forthgame.compile.primitives.signatures import signatures
from forthgame.words.registers import memory_layout as at
from forthgame.words.registers.call_registers import RARE_USED
from forthgame.words.registers.extension_registers import COUNTING

# the interpreter counts the steps that bodies charge; machine code checks the clock instead
CHARGE = f"""define void @charge(ptr %vm, i64 %steps) alwaysinline nounwind {{
  %place = getelementptr i8, ptr %vm, i64 {at.CHARGED}
  %before = load i64, ptr %place
  %after = add i64 %before, %steps
  store i64 %after, ptr %place
  ret void
}}
"""
NO_STIR = "define void @stir(ptr %vm, i64 %address, i64 %size) alwaysinline nounwind { ret void }\n"
STIR = f"""define void @stir(ptr %vm, i64 %address, i64 %size) alwaysinline nounwind {{
  %end = add i64 %address, %size
  %below = icmp slt i64 %address, {at.DATA}
  %behind = icmp sgt i64 %end, {at.BOARDS}
  %outside = or i1 %below, %behind
  br i1 %outside, label %note, label %done
note:
  %place = getelementptr i8, ptr %vm, i64 {at.SCAN_STIRRED}
  store i32 1, ptr %place
  br label %done
done:
  ret void
}}
"""
STORED_HEAD = "define void @stored_in_records(ptr %vm, i64 %address, i64 %size) nounwind"
NO_STORED = f"{STORED_HEAD} alwaysinline {{ ret void }}\n"  # for records without a rare part
STORED = f"""{STORED_HEAD} noinline cold {{
  %rare = call i32 @settled(ptr %vm, i64 {at.RARE})
  %none = icmp eq i32 %rare, 0
  br i1 %none, label %done, label %look
look:
  %board.place = getelementptr i8, ptr %vm, i64 {at.BOARD}
  %board.cell = load i32, ptr %board.place
  %board = sext i32 %board.cell to i64
  %first = sub i64 %address, %board
  %end = add i64 %first, %size
  %length.cell = call i32 @settled(ptr %vm, i64 {at.BOARD_SIZE})
  %length = sext i32 %length.cell to i64
  %last.cell = call i32 @settled(ptr %vm, i64 {at.RARE_END})
  %last = sext i32 %last.cell to i64
  %used.place = getelementptr i8, ptr %vm, i64 {RARE_USED}
  %used.cell = load i32, ptr %used.place
  %used = sext i32 %used.cell to i64
  %before = icmp slt i64 %first, 0
  %behind = icmp sgt i64 %end, %length
  %other = or i1 %before, %behind
  %inside = icmp slt i64 %first, %last
  %more = icmp sgt i64 %end, %used
  %higher = and i1 %inside, %more
  %raises = or i1 %other, %higher
  br i1 %raises, label %raise, label %done
raise:
  %mark = select i1 %other, i64 %last, i64 %end
  %mark.cell = trunc i64 %mark to i32
  store i32 %mark.cell, ptr %used.place
  br label %done
done:
  ret void
}}
"""
ALL_PROMISE = "define i64 @promising(ptr %vm, i64 %start) alwaysinline { ret i64 -1 }\n"
OWNED = f"""define i64 @owned_from(ptr %vm, i64 %start, i64 %owner) noinline nounwind {{
  %place = getelementptr i8, ptr %vm, i64 {at.BOARD}
  %record = load i32, ptr %place
  %board = sext i32 %record to i64
  %before = shl i64 %start, 2
  %cell = add i64 %board, %before
  %offset = add i64 %cell, {at.MEMORY}
  %first = getelementptr i8, ptr %vm, i64 %offset
  %pieces = load <64 x i32>, ptr %first, align 1
  %one = trunc i64 %owner to i32
  %alone = insertelement <64 x i32> poison, i32 %one, i64 0
  %owners = shufflevector <64 x i32> %alone, <64 x i32> poison, <64 x i32> zeroinitializer
  %mask = insertelement <64 x i32> poison, i32 {at.PLAYER_MASK}, i64 0
  %masks = shufflevector <64 x i32> %mask, <64 x i32> poison, <64 x i32> zeroinitializer
  %found = and <64 x i32> %pieces, %masks
  %same = icmp eq <64 x i32> %found, %owners
  %bits = bitcast <64 x i1> %same to i64
  ret i64 %bits
}}
"""
NO_SYMMETRIES = "define i32 @stands_for(ptr %vm, i64 %a, i64 %b) alwaysinline { ret i32 -1 }\n"
NO_TALLY = """define i64 @tally(ptr %vm, i64 %start, i64 %number, i64 %within) alwaysinline {
  ret i64 0
}
define i32 @tally_entry(ptr %vm, i64 %number) alwaysinline { ret i32 0 }
define i32 @tally_drop(ptr %vm, i64 %number) alwaysinline { ret i32 0 }
define i32 @tally_behind(ptr %vm, i64 %number) alwaysinline { ret i32 0 }
define i32 @tally_sites(ptr %vm) alwaysinline { ret i32 0 }
define void @make(ptr %vm, i64 %number, i64 %pos) alwaysinline { ret void }
define i32 @made(ptr %vm, i64 %number) alwaysinline { ret i32 0 }
define i32 @last_made(ptr %vm, i64 %number, i64 %pos) alwaysinline { ret i32 -1 }
define i32 @some_made(ptr %vm) alwaysinline { ret i32 0 }
define i32 @all_made(ptr %vm) alwaysinline { ret i32 0 }
"""
# the position of the n-th set bit: by a loop, or by an instruction
NTH_BIT = """declare i64 @llvm.cttz.i64(i64, i1)
define i64 @nth_bit(ptr %vm, i64 %bits, i64 %n) alwaysinline nounwind {
entry:
  br label %look
look:
  %left = phi i64 [ %n, %entry ], [ %fewer, %drop ]
  %rest = phi i64 [ %bits, %entry ], [ %without, %drop ]
  %done = icmp sle i64 %left, 0
  br i1 %done, label %end, label %drop
drop:
  %fewer = sub i64 %left, 1
  %less = sub i64 %rest, 1
  %without = and i64 %rest, %less
  br label %look
end:
  %place = call i64 @llvm.cttz.i64(i64 %rest, i1 false)
  ret i64 %place
}
"""
NTH_BIT_SPREAD = """declare i64 @llvm.cttz.i64(i64, i1)
declare i64 @llvm.x86.bmi.pdep.64(i64, i64)
define i64 @nth_bit(ptr %vm, i64 %bits, i64 %n) alwaysinline nounwind {
  %within = and i64 %n, 63
  %one = shl i64 1, %within
  %there = call i64 @llvm.x86.bmi.pdep.64(i64 %one, i64 %bits)
  %place = call i64 @llvm.cttz.i64(i64 %there, i1 false)
  ret i64 %place
}
"""
NO_CHARGE = "define void @charge(ptr %vm, i64 %steps) alwaysinline nounwind { ret void }\n"


def settled_text(known: Mapping[int, int]) -> str:
    """Return the functions for `cells.settled`: known registers are constants."""
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
    kinds = {"vm": "ptr", "cell": "i32", "float": "float"}
    parts = []
    for name, signature in signatures().items():
        given = "".join(f", {kinds[kind]}" for kind in signature.parameters)
        parts.append(f"declare i32 @{name}(ptr, ptr{given})\n")
    return "".join(parts)
