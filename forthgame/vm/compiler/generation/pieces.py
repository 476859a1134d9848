"""The next piece of a generation that finds pieces by bits, written out for lists that are known.

It does what `advance_by_bits` does (`lang/words/candidate.py`) while positions of the last 64 are
left: the piece's type says where its list begins.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from forthgame.lang import layout as at
from forthgame.vm.compiler.generation.gates import write_stores
from forthgame.vm.compiler.generation.guards import Stores
from forthgame.vm.compiler.stack import IN_SYSTEM, ON_BOARD
from forthgame.vm.compiler.writer import FunctionWriter

ENTRY_BYTES = 2 * at.CELL


def write_next_piece(
    out: FunctionWriter,
    firsts: Mapping[int, tuple[int, int]],
    begin: Callable[[], None],
    start: Callable[[int], str],
    stores: Stores,
) -> None:
    """Write label `piece`: to the first entry of the next piece's list, else to label `list`.

    `firsts` are the address of a list's first entry and the type of its moves, by type of pieces;
    `begin` writes what comes before each, `start` gives the entry's label; `stores` are what words
    store that are passed over.
    """
    out.label("piece")
    bits = out.load_register("i64", at.SCAN_BITS)
    some = out.value(f"icmp ne i64 {bits}, 0")
    out.do(f"br i1 {some}, label %piece.found, label %list")
    out.label("piece.found")
    begin()
    first = out.value(f"call i64 @llvm.cttz.i64(i64 {bits}, i1 true)")
    fewer = out.value(f"and i64 {bits}, {out.value(f'sub i64 {bits}, 1')}")
    out.store_register("i64", fewer, at.SCAN_BITS)
    if stores:
        _pass_over_before(out, first, stores)
    place = out.value(f"trunc i64 {first} to i32")
    lowest = out.value(f"sub i32 {out.load_register('i32', at.SCAN_AHEAD)}, 64")
    here = out.value(f"add i32 {lowest}, {place}")
    piece = _piece_at(out, here)
    type = out.value(f"and i32 {piece}, {at.PIECE_MASK}")
    arms = " ".join(f"i32 {known}, label %piece.{known}" for known in firsts)
    out.do(f"switch i32 {type}, label %piece [ {arms} ]")
    for known, (address, moves) in firsts.items():
        out.label(f"piece.{known}")
        out.store_register("i32", here, at.SCAN_POSITION)
        out.store_register("i32", str(address + ENTRY_BYTES), at.SCAN_ENTRY)
        out.store_register("i32", str(moves), at.SCAN_TYPE)
        for cell, value in ((at.A_PIECE, piece), (at.A_HERE, here), (at.A_FROM, here)):
            out.do(f"store i32 {value}, ptr {out.register(at.MEMORY + cell)}, {IN_SYSTEM}")
        out.do(f"br label %{start(address)}")


def _pass_over_before(out: FunctionWriter, first: str, stores: Stores) -> None:
    """Do what the words of the pieces before would have done, if it is not done."""
    passed = out.load_register("i64", at.SCAN_PASSED)
    above = out.value(f"shl i64 -1, {first}")
    left = out.value(f"and i64 {passed}, {above}")
    done = out.value(f"icmp eq i64 {left}, {passed}")
    out.do("br i1 " + done + ", label %piece.next, label %piece.passed")
    out.label("piece.passed")
    write_stores(out, stores)
    out.store_register("i64", left, at.SCAN_PASSED)
    out.do("br label %piece.next")
    out.label("piece.next")


def _piece_at(out: FunctionWriter, position: str) -> str:
    board = out.value(f"sext i32 {out.load_register('i32', at.BOARD)} to i64")
    cell = out.value(f"shl i64 {out.value(f'zext i32 {position} to i64')}, 2")
    offset = out.value(f"add i64 {out.value(f'add i64 {board}, {cell}')}, {at.MEMORY}")
    pointer = out.value(f"getelementptr i8, ptr %vm, i64 {offset}")
    return out.value(f"load i32, ptr {pointer}, {ON_BOARD}")
