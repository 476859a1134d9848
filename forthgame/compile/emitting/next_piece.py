"""The step of a generation to the next piece, written out for known lists.

It does the work of `advance_by_bits` (`words/moves/next_move_word.py`), or
`advance_by_bits_with_drops`,
while positions of the last 64 are left: the list depends on the piece's type.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from forthgame.compile.generation.list_entries import Candidates
from forthgame.compile.writer.function_writer import FunctionWriter
from forthgame.compile.writer.stack_writer import IN_SYSTEM, ON_BOARD
from forthgame.words.registers import memory_layout as at

ENTRY_BYTES = 2 * at.CELL


@dataclass(frozen=True)
class MoveLists:
    """The addresses of the entries of a game's lists of moves and of drops, by piece type."""

    moves: Mapping[int, Sequence[int]]
    drops: Mapping[int, Sequence[int]]


@dataclass(frozen=True)
class Firsts:
    """The first entry of each list, by piece type: its address and the type of its moves.

    `behind` has the label where the generation continues after the last entry of a list.
    """

    moves: Mapping[int, tuple[int, int]]
    drops: Mapping[int, tuple[int, int]]
    behind: Mapping[int, str]


def firsts_of(lists: MoveLists, candidates: Candidates) -> Firsts | None:
    """Return the first entries of the lists; None if the continuation after a list may vary."""
    labels = [*(f"drops.{type}" for type in lists.drops), "piece"]
    behind: dict[int, set[str]] = {}
    for each in lists.moves.values():
        behind.setdefault(each[-1], set()).add(labels[0])
    for each, label in zip(lists.drops.values(), labels[1:], strict=True):
        behind.setdefault(each[-1], set()).add(label)
    if not lists.moves or any(len(each) > 1 for each in behind.values()):
        return None
    moves, drops = (
        {type: (each[0], candidates[each[0]].type) for type, each in known.items()}
        for known in (lists.moves, lists.drops)
    )
    return Firsts(moves, drops, {address: each.pop() for address, each in behind.items()})


def write_next_piece(
    out: FunctionWriter,
    firsts: Firsts,
    begin: Callable[[], None],
    start: Callable[[int], str],
) -> None:
    """Write label `piece`: go to the first entry of the next piece's list, or to label `list`.

    `begin` writes the code before each list, `start` returns the label of an entry. With drops,
    label `drops.TYPE` leads to the first entry of drops of a type on the scanned position.
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
    place = out.value(f"trunc i64 {first} to i32")
    lowest = out.value(f"sub i32 {out.load_register('i32', at.SCAN_AHEAD)}, 64")
    here = out.value(f"add i32 {lowest}, {place}")
    out.store_register("i32", here, at.SCAN_POSITION)
    piece = _piece_at(out, here)
    other = f"drops.{next(iter(firsts.drops))}" if firsts.drops else "piece"
    if firsts.drops:
        out.store_register("i32", "0", at.SCAN_PIECE)
        own = out.value(f"icmp eq i32 {_owner(out, piece)}, {_player(out)}")
        out.do(f"br i1 {own}, label %piece.own, label %{other}")
        out.label("piece.own")
    type = out.value(f"and i32 {piece}, {at.PIECE_MASK}")
    arms = " ".join(f"i32 {known}, label %piece.{known}" for known in firsts.moves)
    out.do(f"switch i32 {type}, label %{other} [ {arms} ]")
    for known, first_entry in firsts.moves.items():
        out.label(f"piece.{known}")
        _begin_list(out, here, piece, first_entry)
        out.do(f"br label %{start(first_entry[0])}")
    if firsts.drops:
        _write_drops(out, firsts.drops, begin, start)


def write_end(out: FunctionWriter) -> None:
    """Write the test after label `list`: go to `finished.loop` if nothing is left to scan.

    It is the test of `advance_by_bits`; games with drops leave it to the primitive.
    """
    settled = out.context.settled
    if settled.get(at.DROP_COUNT) != 0 or at.POSITIONS not in settled:
        return
    players = out.value(f"and i32 {out.load_register('i32', at.SCAN_PLAYERS)}, -2")
    scanned = out.value(
        f"load i32, ptr {out.register(at.MEMORY + at.A_SCAN_POSITIONS)}, {IN_SYSTEM}"
    )
    ahead = out.load_register("i32", at.SCAN_AHEAD)
    through = out.value(f"icmp sge i32 {ahead}, {scanned}")
    all_seen = out.value(f"icmp sge i32 {ahead}, {settled[at.POSITIONS]}")
    ended = out.value(f"or i1 {through}, {all_seen}")
    none = out.value(f"icmp eq i64 {out.load_register('i64', at.SCAN_BITS)}, 0")
    ended = out.value(f"and i1 {ended}, {none}")
    ended = out.value(f"and i1 {ended}, {out.value(f'icmp eq i32 {players}, 0')}")
    out.do(f"br i1 {ended}, label %list.ended, label %list.more")
    out.label("list.ended")
    for register in (at.SCAN_ENTRY, at.SCAN_ACTIVE):
        out.store_register("i32", "0", register)
    out.do("br label %finished.loop")
    out.label("list.more")


def _write_drops(
    out: FunctionWriter,
    drops: Mapping[int, tuple[int, int]],
    begin: Callable[[], None],
    start: Callable[[int], str],
) -> None:
    for type, first_entry in drops.items():
        out.label(f"drops.{type}")
        begin()
        out.store_register("i32", str(type), at.SCAN_PIECE)
        piece = out.value(f"or i32 {_owner(out, _player(out))}, {type}")
        _begin_list(out, out.load_register("i32", at.SCAN_POSITION), piece, first_entry)
        out.do(f"br label %{start(first_entry[0])}")


def _begin_list(out: FunctionWriter, here: str, piece: str, first_entry: tuple[int, int]) -> None:
    address, moves = first_entry
    out.store_register("i32", str(address + ENTRY_BYTES), at.SCAN_ENTRY)
    out.store_register("i32", str(moves), at.SCAN_TYPE)
    for cell, value in ((at.A_PIECE, piece), (at.A_HERE, here), (at.A_FROM, here)):
        out.do(f"store i32 {value}, ptr {out.register(at.MEMORY + cell)}, {IN_SYSTEM}")


def _player(out: FunctionWriter) -> str:
    return out.value(f"load i32, ptr {out.register(at.MEMORY + at.A_FOR_PLAYER)}, {IN_SYSTEM}")


def _owner(out: FunctionWriter, piece: str) -> str:
    return out.value(f"and i32 {piece}, {at.PLAYER_MASK}")


def _piece_at(out: FunctionWriter, position: str) -> str:
    board = out.value(f"sext i32 {out.load_register('i32', at.BOARD)} to i64")
    cell = out.value(f"shl i64 {out.value(f'zext i32 {position} to i64')}, 2")
    offset = out.value(f"add i64 {out.value(f'add i64 {board}, {cell}')}, {at.MEMORY}")
    pointer = out.value(f"getelementptr i8, ptr %vm, i64 {offset}")
    return out.value(f"load i32, ptr {pointer}, {ON_BOARD}")
