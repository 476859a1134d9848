"""Gives the names in `lang/cells.py` their LLVM instructions. Imported only where numba is."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from llvmlite import ir
from numba.core import types
from numba.core.imputils import lower_builtin
from numba.core.typing.templates import AbstractTemplate, signature
from numba.extending import register_jitable

from forthgame.lang import cells
from forthgame.lang.word import HELPERS, INLINED_HELPERS
from forthgame.vm.primitives.checks import check, checked

BYTE = ir.IntType(8)
I32 = ir.IntType(32)
I64 = ir.IntType(64)
Lower = Callable[[Any, Any, Any, Any], Any]
BARE = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}  # nothing outside calls a function
# parts of the block as a tree: an access may touch what lies on its path from the root, or below
PARTS = {
    "register": ("forthgame", "register"),
    "memory": ("forthgame", "memory"),
    "system": ("forthgame", "memory", "system"),
    "board": ("forthgame", "memory", "board"),
    "table": ("forthgame", "memory", "table"),
    "arena": ("forthgame", "memory", "arena"),
    "outer": ("forthgame", "outer"),
}


def _declare(function: Any, inputs: tuple[Any, ...], output: Any, lower: Lower) -> None:
    """Type a name for numba and lower it; integer and float arguments are cast to the inputs."""

    template = type(
        function.__name__ + "_template",
        (AbstractTemplate,),
        {"key": function, "generic": lambda self, a, k: signature(output, *inputs)},
    )
    from numba.core.typing.templates import builtin_registry  # the registry cfuncs look into

    builtin_registry.register_global(function, types.Function(template))
    lower_builtin(function, *inputs)(lower)


def _place(builder: Any, base: Any, offset: Any, kind: Any) -> Any:
    pointer = builder.gep(base, [offset])
    return builder.bitcast(pointer, kind.as_pointer())


def _tag(builder: Any, access: Any, part: str) -> None:
    """Say which part of the block an access may touch (type-based alias analysis)."""
    if not part:
        return
    add = builder.module.add_metadata
    zero = ir.Constant(I64, 0)
    path = PARTS[part]
    node = add([path[0]])
    for name in path[1:]:
        node = add([name, node, zero])
    access.set_metadata("tbaa", add([node, node, zero]))


def _size(kind: Any) -> int:
    return 4 if isinstance(kind, ir.FloatType) else int(kind.width) // 8


def _load(kind: Any, extend: str | None, part: str = "", base: int = 0) -> Lower:
    def lower(context: Any, builder: Any, sig: Any, arguments: Any) -> Any:
        offset = builder.add(arguments[1], ir.Constant(I64, base)) if base else arguments[1]
        check(builder, offset, I64(_size(kind)), part, writing=False)
        value = builder.load(_place(builder, arguments[0], offset, kind))
        value.align = 1
        _tag(builder, value, part)
        if extend == "zero":
            return builder.zext(value, I64)
        return builder.sext(value, I64) if extend else value

    return lower


def _store(kind: Any, narrow: bool, part: str = "", base: int = 0) -> Lower:
    def lower(context: Any, builder: Any, sig: Any, arguments: Any) -> Any:
        offset = builder.add(arguments[1], ir.Constant(I64, base)) if base else arguments[1]
        check(builder, offset, I64(_size(kind)), part, writing=True)
        value = builder.trunc(arguments[2], kind) if narrow else arguments[2]
        store = builder.store(value, _place(builder, arguments[0], offset, kind))
        store.align = 1
        _tag(builder, store, part)
        return context.get_dummy_value()

    return lower


def _publish(context: Any, builder: Any, sig: Any, arguments: Any) -> Any:
    check(builder, arguments[1], I64(8), "outer", writing=True)
    place = _place(builder, arguments[0], arguments[1], I64)
    _tag(builder, builder.store_atomic(arguments[2], place, "release", 8), "outer")
    return context.get_dummy_value()


def _copy(context: Any, builder: Any, sig: Any, arguments: Any) -> Any:
    vm, target, source, size = arguments
    check(builder, source, size, "", writing=False, doing="copies from")
    check(builder, target, size, "", writing=True, doing="copies to")
    move = builder.module.declare_intrinsic(
        "llvm.memmove", [BYTE.as_pointer(), BYTE.as_pointer(), I64]
    )
    places = [builder.gep(vm, [target]), builder.gep(vm, [source])]
    builder.call(move, [*places, size, ir.Constant(ir.IntType(1), 0)])
    return context.get_dummy_value()


def _copy_batch(context: Any, builder: Any, sig: Any, arguments: Any) -> Any:
    """As `_copy`; one of the places lies outside of the block."""
    vm, target, source, size = arguments
    move = builder.module.declare_intrinsic(
        "llvm.memcpy", [BYTE.as_pointer(), BYTE.as_pointer(), I64]
    )
    places = [builder.gep(vm, [target]), builder.gep(vm, [source])]
    builder.call(move, [*places, size, ir.Constant(ir.IntType(1), 0)])
    return context.get_dummy_value()


def _batch_cell(context: Any, builder: Any, sig: Any, arguments: Any) -> Any:
    value = builder.load(_place(builder, arguments[0], arguments[1], I32))
    value.align = 1
    return builder.sext(value, I64)


def _set_batch_cell(context: Any, builder: Any, sig: Any, arguments: Any) -> Any:
    place = _place(builder, arguments[0], arguments[1], I32)
    builder.store(builder.trunc(arguments[2], I32), place).align = 1
    return context.get_dummy_value()


def _fill(context: Any, builder: Any, sig: Any, arguments: Any) -> Any:
    vm, target, value, size = arguments
    check(builder, target, size, "", writing=True, doing="fills")
    fill = builder.module.declare_intrinsic("llvm.memset", [BYTE.as_pointer(), I64])
    place = builder.gep(vm, [target])
    builder.call(fill, [place, builder.trunc(value, BYTE), size, ir.Constant(ir.IntType(1), 0)])
    return context.get_dummy_value()


def _positions_with(context: Any, builder: Any, sig: Any, arguments: Any) -> Any:
    """Compares 64 cells at once; LLVM makes of it what the processor can do."""
    vm, board, start, mask, wanted = arguments
    vector = ir.VectorType(I32, 64)
    first = builder.add(board, builder.add(builder.shl(start, I64(2)), I64(cells.MEMORY)))
    check(builder, first, I64(4), "board", writing=False)  # the last 63 may lie behind it
    found = builder.load(builder.bitcast(builder.gep(vm, [first]), vector.as_pointer()))
    found.align = 1
    _tag(builder, found, "board")

    def everywhere(value: Any) -> Any:
        one = builder.insert_element(vector(ir.Undefined), builder.trunc(value, I32), I32(0))
        return builder.shuffle_vector(one, vector(ir.Undefined), ir.VectorType(I32, 64)(None))

    same = builder.icmp_unsigned("==", builder.and_(found, everywhere(mask)), everywhere(wanted))
    return builder.bitcast(same, I64)


def _lowest_bit(context: Any, builder: Any, sig: Any, arguments: Any) -> Any:
    return builder.cttz(arguments[0], ir.IntType(1)(1))


def _promise_below(context: Any, builder: Any, sig: Any, arguments: Any) -> Any:
    if not checked():
        assume = builder.module.declare_intrinsic(
            "llvm.assume", (), ir.FunctionType(ir.VoidType(), [ir.IntType(1)])
        )
        builder.call(assume, [builder.icmp_unsigned("<", *arguments)])
    return context.get_dummy_value()


def _number_of_bits(context: Any, builder: Any, sig: Any, arguments: Any) -> Any:
    return builder.ctpop(arguments[0])


def _binary(operation: str) -> Lower:
    def lower(context: Any, builder: Any, sig: Any, arguments: Any) -> Any:
        return getattr(builder, operation)(*arguments)

    return lower


def _linked(name: str, kind: Any, stores: bool = False) -> Lower:
    """Calls a function that each module defines in its own way: see `linked.py`.

    One that gives nothing stores something; `stores` says that one does both.
    """
    gives = not isinstance(kind, ir.VoidType)

    def lower(context: Any, builder: Any, sig: Any, arguments: Any) -> Any:
        function = builder.module.globals.get(name)
        if function is None:
            kinds = [BYTE.as_pointer(), *[I64] * (len(arguments) - 1)]
            function = ir.Function(builder.module, ir.FunctionType(kind, kinds), name)
            if gives and not stores:
                function.attributes.add("readonly")
            function.attributes.add("nounwind")
        result = builder.call(function, arguments)
        if not gives:
            return context.get_dummy_value()
        return builder.sext(result, I64) if kind == I32 else result

    return lower


def _wrap(context: Any, builder: Any, sig: Any, arguments: Any) -> Any:
    return builder.sext(builder.trunc(arguments[0], I32), I64)


_done = False


def install() -> None:
    """Make every name known to numba; a second call does nothing."""
    global _done
    if _done:
        return
    _done = True
    vm, n, f = types.voidptr, types.int64, types.float32
    _declare(cells.load8, (vm, n), n, _load(BYTE, "zero"))
    _declare(cells.load16, (vm, n), n, _load(ir.IntType(16), "sign"))
    _declare(cells.load32, (vm, n), n, _load(I32, "sign", "register"))
    _declare(cells.load64, (vm, n), n, _load(I64, None, "register"))
    _declare(cells.load_float, (vm, n), f, _load(ir.FloatType(), None))
    _declare(cells.store8, (vm, n, n), types.none, _store(BYTE, True))
    _declare(cells.store16, (vm, n, n), types.none, _store(ir.IntType(16), True))
    _declare(cells.store32, (vm, n, n), types.none, _store(I32, True, "register"))
    _declare(cells.store64, (vm, n, n), types.none, _store(I64, False, "register"))
    _declare(cells.outer16, (vm, n), n, _load(ir.IntType(16), "sign", "outer"))
    _declare(cells.outer32, (vm, n), n, _load(I32, "sign", "outer"))
    _declare(cells.outer64, (vm, n), n, _load(I64, None, "outer"))
    _declare(cells.set_outer16, (vm, n, n), types.none, _store(ir.IntType(16), True, "outer"))
    _declare(cells.set_outer32, (vm, n, n), types.none, _store(I32, True, "outer"))
    _declare(cells.set_outer64, (vm, n, n), types.none, _store(I64, False, "outer"))
    _declare(cells.publish64, (vm, n, n), types.none, _publish)
    reading: list[tuple[Any, str]] = [
        (cells.cell, "memory"),
        (cells.system, "system"),
        (cells.board_cell, "board"),
        (cells.table_cell, "table"),
        (cells.arena_cell, "arena"),
    ]
    writing: list[tuple[Any, str]] = [
        (cells.set_cell, "memory"),
        (cells.set_system, "system"),
        (cells.set_board_cell, "board"),
        (cells.set_arena_cell, "arena"),
    ]
    for function, part in reading:
        _declare(function, (vm, n), n, _load(I32, "sign", part, cells.MEMORY))
    for function, part in writing:
        _declare(function, (vm, n, n), types.none, _store(I32, True, part, cells.MEMORY))
    _declare(cells.positions_with, (vm, n, n, n, n), n, _positions_with)
    _declare(cells.owned_from, (vm, n, n), n, _linked("owned_from", I64))
    _declare(cells.stands_for, (vm, n, n), n, _linked("stands_for", I32))
    # it stores bits too, which no function that calls it reads: so loops around it are faster
    _declare(cells.tally, (vm, n, n, n), n, _linked("tally", I64))
    _declare(cells.tally_entry, (vm, n), n, _linked("tally_entry", I32))
    _declare(cells.tally_drop, (vm, n), n, _linked("tally_drop", I32))
    _declare(cells.tally_behind, (vm, n), n, _linked("tally_behind", I32))
    _declare(cells.tally_sites, (vm,), n, _linked("tally_sites", I32))
    _declare(cells.make, (vm, n, n), types.none, _linked("make", ir.VoidType()))
    _declare(cells.made, (vm, n), n, _linked("made", I32))
    _declare(cells.last_made, (vm, n, n), n, _linked("last_made", I32))
    _declare(cells.some_made, (vm,), n, _linked("some_made", I32))
    _declare(cells.all_made, (vm,), n, _linked("all_made", I32))
    _declare(cells.nth_bit, (vm, n, n), n, _linked("nth_bit", I64))
    _declare(cells.counting, (vm,), n, _linked("counting", I32))
    _declare(cells.charge, (vm, n), types.none, _linked("charge", ir.VoidType()))
    _declare(cells.stir, (vm, n, n), types.none, _linked("stir", ir.VoidType()))
    _declare(cells.stored_in_records, (vm, n, n), types.none,
             _linked("stored_in_records", ir.VoidType()))  # fmt: skip
    _declare(cells.lowest_bit, (n,), n, _lowest_bit)
    _declare(cells.promise_below, (n, n), types.none, _promise_below)
    _declare(cells.number_of_bits, (n,), n, _number_of_bits)
    _declare(cells.settled, (vm, n), n, _linked("settled", I32))
    _declare(cells.store_float, (vm, n, f), types.none, _store(ir.FloatType(), False))
    _declare(cells.copy_block, (vm, n, n, n), types.none, _copy)
    _declare(cells.copy_batch, (vm, n, n, n), types.none, _copy_batch)
    _declare(cells.batch_cell, (vm, n), n, _batch_cell)
    _declare(cells.set_batch_cell, (vm, n, n), types.none, _set_batch_cell)
    _declare(cells.fill_block, (vm, n, n, n), types.none, _fill)
    _declare(cells.quotient64, (n, n), n, _binary("sdiv"))
    _declare(cells.remainder64, (n, n), n, _binary("srem"))
    _declare(cells.wrap32, (n,), n, _wrap)
    for function in HELPERS:
        register_jitable(**BARE)(function)
    for function in INLINED_HELPERS:
        register_jitable(forceinline=True, **BARE)(function)
