"""Memory: byte-addressed, little-endian, checked at every access, read-only above the fence."""

from __future__ import annotations

from forthgame.words.core.sparse_storage import note_data_stored, note_stored
from forthgame.words.registers import memory_layout as at
from forthgame.words.table.memory_access import (
    Block,
    byte,
    cell,
    charge,
    copy_block,
    fill_block,
    load16,
    set_byte,
    set_cell,
    settled,
    store16,
)
from forthgame.words.table.row import Group, helper, plain

memory = Group("memory")
BYTES_SHIFT = 5  # 32 copied bytes count as a step


def readable(addr: int) -> int:
    return 0 if at.MEMORY_LOW <= addr <= at.READ_END - 4 else -9


def writable(addr: int) -> int:
    return 0 if at.MEMORY_LOW <= addr <= at.WRITE_END - 4 else -9


@helper
def readable_range(addr: int, size: int) -> bool:
    return size <= 0 or (addr >= at.MEMORY_LOW and addr + size <= at.READ_END)


@helper
def writable_range(addr: int, size: int) -> bool:
    return size <= 0 or (addr >= at.MEMORY_LOW and addr + size <= at.WRITE_END)


memory.words(
    plain(
        "@",
        "( addr -- n )",
        "Fetch a cell.",
        lambda vm, addr: cell(vm, addr),
        "BASE @ -> 10",
        guard=readable,
    ),
)


@memory.word("!", "( n addr -- )", "Store a cell.", "5 PAD ! PAD @ -> 5", guard=writable)
@helper
def store(vm: Block, n: int, addr: int) -> None:
    set_cell(vm, addr, n)
    note_stored(vm, addr, 4)


memory.words(
    plain(
        "C@",
        "( addr -- c )",
        "Fetch a byte.",
        lambda vm, addr: byte(vm, addr),
        "65 PAD ! PAD C@ -> 65",
        guard=readable,
    ),
)


@memory.word("C!", "( c addr -- )", "Store a byte.", "321 PAD C! PAD C@ -> 65", guard=writable)
def store_byte(vm: Block, c: int, addr: int) -> None:
    set_byte(vm, addr, c)
    note_stored(vm, addr, 1)


memory.words(
    plain(
        "I@",
        "( addr -- n )",
        "Fetch a signed 16-bit value.",
        lambda vm, addr: load16(vm, at.MEMORY + addr),
        "-2 PAD ! PAD I@ -> -2",
        guard=readable,
    ),
)


@memory.word(
    "I!", "( n addr -- )", "Store the low 16 bits.", "65537 PAD I! PAD I@ -> 1", guard=writable
)
def store_short(vm: Block, n: int, addr: int) -> None:
    store16(vm, at.MEMORY + addr, n)
    note_stored(vm, addr, 2)


memory.words(
    plain(
        "+!",
        "( n addr -- )",
        "Add n to the cell.",
        lambda vm, n, addr: store(vm, cell(vm, addr) + n, addr),
        "5 PAD ! 3 PAD +! PAD @ -> 8",
        guard=writable,
    ),
    plain(
        "++",
        "( addr -- )",
        "Add 1 to the cell.",
        lambda vm, addr: store(vm, cell(vm, addr) + 1, addr),
        "5 PAD ! PAD ++ PAD @ -> 6",
        guard=writable,
    ),
    plain(
        "--",
        "( addr -- )",
        "Subtract 1 from the cell.",
        lambda vm, addr: store(vm, cell(vm, addr) - 1, addr),
        "5 PAD ! PAD -- PAD @ -> 4",
        guard=writable,
    ),
    plain(
        "ON",
        "( addr -- )",
        "Store true.",
        lambda vm, addr: store(vm, -1, addr),
        "PAD ON PAD @ -> -1",
        guard=writable,
    ),
    plain(
        "OFF",
        "( addr -- )",
        "Store false.",
        lambda vm, addr: store(vm, 0, addr),
        "PAD OFF PAD @ -> 0",
        guard=writable,
    ),
)


def bytes_movable(source: int, target: int, size: int) -> int:
    return 0 if readable_range(source, size) and writable_range(target, size) else -9


@helper
def repeat_bytes(vm: Block, source: int, target: int, size: int) -> None:
    """Copy upward onto an overlapping target, which repeats the bytes before it.

    Each part is as long as everything before it, so there are few parts.
    """
    done = target - source
    total = done + size
    while done < total:
        part = min(done, total - done)
        copy_block(vm, at.MEMORY + source + done, at.MEMORY + source, part)
        done += part


@memory.word(
    "CMOVE",
    "( source target size -- )",
    "Copy bytes from the lowest address up; where source and target overlap, bytes may "
    "be repeated.",
    "65 PAD ! PAD PAD 1 + 3 CMOVE PAD 3 + C@ -> 65",
    guard=bytes_movable,
)
def copy_bytes(vm: Block, source: int, target: int, size: int) -> None:
    if size > 0:
        charge(vm, size >> BYTES_SHIFT)
        note_stored(vm, target, size)
        if target > source and target < source + size:
            repeat_bytes(vm, source, target, size)
        else:
            copy_block(vm, at.MEMORY + target, at.MEMORY + source, size)


def cells_movable(source: int, target: int, n: int) -> int:
    if n <= 0:
        return 0
    return 0 if readable_range(source, n * 4) and writable_range(target, n * 4) else -9


@memory.word("MOVE", "( source target n -- )", "Copy n cells; source and target may overlap.",
             "7 PAD ! PAD PAD 8 + 1 MOVE PAD 8 + @ -> 7", guard=cells_movable)  # fmt: skip
def copy_cells(vm: Block, source: int, target: int, n: int) -> None:
    if n > 0:
        charge(vm, n >> (BYTES_SHIFT - 2))
        note_stored(vm, target, n * 4)
        copy_block(vm, at.MEMORY + target, at.MEMORY + source, n * 4)


def fillable(addr: int, size: int) -> int:
    return 0 if writable_range(addr, size) else -9


@memory.word("FILL", "( addr size c -- )", "Fill bytes with c.", "PAD 4 1 FILL PAD @ -> 16843009",
             guard=fillable)  # fmt: skip
@helper
def fill(vm: Block, addr: int, size: int, c: int) -> None:
    if size > 0:
        charge(vm, size >> BYTES_SHIFT)
        note_stored(vm, addr, size)
        fill_block(vm, at.MEMORY + addr, c & 255, size)


memory.words(
    plain(
        "ERASE",
        "( addr size -- )",
        "Fill bytes with 0.",
        lambda vm, addr, size: fill(vm, addr, size, 0),
        "7 PAD ! PAD 4 ERASE PAD @ -> 0",
        guard=fillable,
    ),
    plain(
        "HERE",
        "( -- addr )",
        "Give the first free address of the dictionary.",
        lambda vm: cell(vm, at.A_DP),
        "HERE HERE - -> 0",
    ),
)


def room_for_cell(vm: Block) -> int:
    return 0 if at.DATA <= cell(vm, at.A_DP) <= settled(vm, at.DATA_LIMIT) - 4 else -8


@helper
def appended(vm: Block, size: int) -> None:
    """Advance the dictionary pointer past `size` stored bytes."""
    note_data_stored(vm, cell(vm, at.A_DP))
    set_cell(vm, at.A_DP, cell(vm, at.A_DP) + size)


@memory.word(
    "C,", "( c -- )", "Append a byte to the dictionary.", "HERE 65 C, C@ -> 65", guard=room_for_cell
)
def append_byte(vm: Block, c: int) -> None:
    set_byte(vm, cell(vm, at.A_DP), c)
    appended(vm, 1)


@memory.word("I,", "( n -- )", "Append a 16-bit value to the dictionary.", "HERE 7 I, I@ -> 7",
             guard=room_for_cell)  # fmt: skip
def append_short(vm: Block, n: int) -> None:
    store16(vm, at.MEMORY + cell(vm, at.A_DP), n)
    appended(vm, 2)


@memory.word(
    "(,)", "( n -- )", "Append a cell to the dictionary's data.", guard=room_for_cell, hidden=True
)
def append_cell(vm: Block, n: int) -> None:
    set_cell(vm, cell(vm, at.A_DP), n)
    appended(vm, 4)


def allotable(vm: Block, size: int) -> int:
    """Guard: the dictionary pointer stays in the data space."""
    return 0 if at.DATA <= cell(vm, at.A_DP) + size <= settled(vm, at.DATA_LIMIT) else -8


memory.words(
    plain(
        "ALLOT",
        "( size -- )",
        "Reserve bytes of the dictionary.",
        lambda vm, size: set_cell(vm, at.A_DP, cell(vm, at.A_DP) + size),
        "HERE 8 ALLOT HERE SWAP - -> 8",
        guard=allotable,
    ),
)
