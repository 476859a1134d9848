"""LLVM instructions for the names in `words/table/memory_access.py`. Imported only with numba."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

from llvmlite import ir
from numba.core import types
from numba.core.imputils import lower_builtin
from numba.core.typing.templates import AbstractTemplate, signature
from numba.extending import register_jitable

from forthgame.compile.primitives.access_checks import check_access, checks_enabled
from forthgame.words.table import memory_access
from forthgame.words.table.row import HELPERS, INLINED_HELPERS

BYTE = ir.IntType(8)
I32 = ir.IntType(32)
I64 = ir.IntType(64)
Lower = Callable[[Any, Any, Any, Any], Any]
BARE = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}  # not called from outside
# parts of the block as a tree: an access may touch the parts on its path from the root, and below
PARTS = {
    "register": ("forthgame", "register"),
    "memory": ("forthgame", "memory"),
    "system": ("forthgame", "memory", "system"),
    "board": ("forthgame", "memory", "board"),
    "table": ("forthgame", "memory", "table"),
    "arena": ("forthgame", "memory", "arena"),
    "outer": ("forthgame", "outer"),
}


def _declare(function: Any, lower: Lower) -> None:
    """Declare a function to numba with its annotated types, and register its lowering."""
    kinds = {"Block": types.voidptr, "int": types.int64, "float": types.float32, "None": types.none}
    *inputs, output = (kinds[kind] for kind in function.__annotations__.values())
    template = type(
        function.__name__ + "_template",
        (AbstractTemplate,),
        {"key": function, "generic": lambda self, a, k: signature(output, *inputs)},
    )
    from numba.core.typing.templates import builtin_registry  # the registry that cfuncs use

    builtin_registry.register_global(function, types.Function(template))
    lower_builtin(function, *inputs)(lower)


def _place(builder: Any, base: Any, offset: Any, kind: Any) -> Any:
    pointer = builder.gep(base, [offset])
    return builder.bitcast(pointer, kind.as_pointer())


def _tag(builder: Any, access: Any, part: str) -> None:
    """Mark the part of the block that an access may touch (type-based alias analysis)."""
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
        check_access(builder, offset, I64(_size(kind)), part, writing=False)
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
        check_access(builder, offset, I64(_size(kind)), part, writing=True)
        value = builder.trunc(arguments[2], kind) if narrow else arguments[2]
        store = builder.store(value, _place(builder, arguments[0], offset, kind))
        store.align = 1
        _tag(builder, store, part)
        return context.get_dummy_value()

    return lower


def _publish(context: Any, builder: Any, sig: Any, arguments: Any) -> Any:
    check_access(builder, arguments[1], I64(8), "outer", writing=True)
    place = _place(builder, arguments[0], arguments[1], I64)
    _tag(builder, builder.store_atomic(arguments[2], place, "release", 8), "outer")
    return context.get_dummy_value()


def _copy(context: Any, builder: Any, sig: Any, arguments: Any) -> Any:
    vm, target, source, size = arguments
    check_access(builder, source, size, "", writing=False, doing="copies from")
    check_access(builder, target, size, "", writing=True, doing="copies to")
    return _move_bytes("llvm.memmove", context, builder, vm, target, source, size)


def _copy_batch(context: Any, builder: Any, sig: Any, arguments: Any) -> Any:
    """Copy like `_copy`; either place may lie outside of the block."""
    return _move_bytes("llvm.memcpy", context, builder, *arguments)


def _move_bytes(
    name: str, context: Any, builder: Any, vm: Any, target: Any, source: Any, size: Any
) -> Any:
    move = builder.module.declare_intrinsic(name, [BYTE.as_pointer(), BYTE.as_pointer(), I64])
    places = [builder.gep(vm, [target]), builder.gep(vm, [source])]
    builder.call(move, [*places, size, ir.Constant(ir.IntType(1), 0)])
    return context.get_dummy_value()


def _fill(context: Any, builder: Any, sig: Any, arguments: Any) -> Any:
    vm, target, value, size = arguments
    check_access(builder, target, size, "", writing=True, doing="fills")
    fill = builder.module.declare_intrinsic("llvm.memset", [BYTE.as_pointer(), I64])
    place = builder.gep(vm, [target])
    builder.call(fill, [place, builder.trunc(value, BYTE), size, ir.Constant(ir.IntType(1), 0)])
    return context.get_dummy_value()


def _positions_with(context: Any, builder: Any, sig: Any, arguments: Any) -> Any:
    """Compare 64 cells at once; LLVM selects suitable instructions."""
    vm, board, start, mask, wanted = arguments
    vector = ir.VectorType(I32, 64)
    first = builder.add(board, builder.add(builder.shl(start, I64(2)), I64(memory_access.MEMORY)))
    check_access(
        builder, first, I64(4), "board", writing=False
    )  # the last 63 may lie after the board
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
    if not checks_enabled():
        assume = builder.module.declare_intrinsic(
            "llvm.assume", (), ir.FunctionType(ir.VoidType(), [ir.IntType(1)])
        )
        builder.call(assume, [builder.icmp_unsigned("<", *arguments)])
    return context.get_dummy_value()


def _operation(operation: str) -> Lower:
    def lower(context: Any, builder: Any, sig: Any, arguments: Any) -> Any:
        return getattr(builder, operation)(*arguments)

    return lower


def _linked(name: str, kind: Any) -> Lower:
    """Call a function that each module of machine code defines: see `module_functions.py`.

    A function without a result has side effects.
    """
    gives = not isinstance(kind, ir.VoidType)

    def lower(context: Any, builder: Any, sig: Any, arguments: Any) -> Any:
        function = builder.module.globals.get(name)
        if function is None:
            kinds = [BYTE.as_pointer(), *[I64] * (len(arguments) - 1)]
            function = ir.Function(builder.module, ir.FunctionType(kind, kinds), name)
            if gives:
                function.attributes.add("readonly")
            function.attributes.add("nounwind")
        result = builder.call(function, arguments)
        if not gives:
            return context.get_dummy_value()
        return builder.sext(result, I64) if kind == I32 else result

    return lower


def _wrap(context: Any, builder: Any, sig: Any, arguments: Any) -> Any:
    return builder.sext(builder.trunc(arguments[0], I32), I64)


I16, FLOAT, NOTHING = ir.IntType(16), ir.FloatType(), ir.VoidType()
# functions that each module of machine code defines, by their results; `tally` stores bits too, but
# none of its callers reads them, so loops around it can be faster
LINKED: dict[Any, Any] = {
    memory_access.settled: I32,
    memory_access.counting: I32,
    memory_access.owned_from: I64,
    memory_access.promising: I64,
    memory_access.stands_for: I32,
    memory_access.tally: I64,
    memory_access.tally_entry: I32,
    memory_access.tally_drop: I32,
    memory_access.tally_behind: I32,
    memory_access.tally_sites: I32,
    memory_access.make: NOTHING,
    memory_access.made: I32,
    memory_access.last_made: I32,
    memory_access.some_made: I32,
    memory_access.all_made: I32,
    memory_access.nth_bit: I64,
    memory_access.charge: NOTHING,
    memory_access.stir: NOTHING,
    memory_access.stored_in_records: NOTHING,
}
LOWERED: dict[Any, Lower] = {
    memory_access.load8: _load(BYTE, "zero"),
    memory_access.load16: _load(I16, "sign"),
    memory_access.load32: _load(I32, "sign", "register"),
    memory_access.load64: _load(I64, None, "register"),
    memory_access.load_float: _load(FLOAT, None),
    memory_access.store8: _store(BYTE, True),
    memory_access.store16: _store(I16, True),
    memory_access.store32: _store(I32, True, "register"),
    memory_access.store64: _store(I64, False, "register"),
    memory_access.store_float: _store(FLOAT, False),
    memory_access.outer16: _load(I16, "sign", "outer"),
    memory_access.outer32: _load(I32, "sign", "outer"),
    memory_access.outer64: _load(I64, None, "outer"),
    memory_access.set_outer16: _store(I16, True, "outer"),
    memory_access.set_outer32: _store(I32, True, "outer"),
    memory_access.set_outer64: _store(I64, False, "outer"),
    memory_access.publish64: _publish,
    memory_access.cell: _load(I32, "sign", "memory", memory_access.MEMORY),
    memory_access.system: _load(I32, "sign", "system", memory_access.MEMORY),
    memory_access.board_cell: _load(I32, "sign", "board", memory_access.MEMORY),
    memory_access.table_cell: _load(I32, "sign", "table", memory_access.MEMORY),
    memory_access.arena_cell: _load(I32, "sign", "arena", memory_access.MEMORY),
    memory_access.set_cell: _store(I32, True, "memory", memory_access.MEMORY),
    memory_access.set_system: _store(I32, True, "system", memory_access.MEMORY),
    memory_access.set_board_cell: _store(I32, True, "board", memory_access.MEMORY),
    memory_access.set_arena_cell: _store(I32, True, "arena", memory_access.MEMORY),
    memory_access.positions_with: _positions_with,
    memory_access.lowest_bit: _lowest_bit,
    memory_access.promise_below: _promise_below,
    memory_access.number_of_bits: _operation("ctpop"),
    memory_access.copy_block: _copy,
    memory_access.copy_batch: _copy_batch,
    memory_access.fill_block: _fill,
    memory_access.quotient64: _operation("sdiv"),
    memory_access.remainder64: _operation("srem"),
    memory_access.wrap32: _wrap,
    **{function: _linked(function.__name__, kind) for function, kind in LINKED.items()},
}


@cache
def install() -> None:
    """Register every name with numba; a second call does nothing."""
    for function, lower in LOWERED.items():
        _declare(function, lower)
    for function in HELPERS:
        register_jitable(**BARE)(function)
    for function in INLINED_HELPERS:
        register_jitable(forceinline=True, **BARE)(function)
