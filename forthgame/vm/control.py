"""How the interpreter implements what directs the flow."""

from __future__ import annotations

from collections.abc import Callable

from forthgame.lang import layout as at
from forthgame.vm.interpreter import Operation, float_replace

Write = Callable[[Operation], bool]
CONTROL: dict[str, Write] = {}


def control(*names: str) -> Callable[[Write], Write]:
    """Enter a writer; it gives False when it has ended the operation itself."""

    def enter(write: Write) -> Write:
        for name in names:
            CONTROL[name] = write
        return write

    return enter


@control("LIT")
def _literal(op: Operation) -> bool:
    op.push(op.operand())
    return True


@control("BRANCH")
def _branch(op: Operation) -> bool:
    op.ip = op.code(op.load("i32", op.ip))
    return True


@control("0BRANCH")
def _zero_branch(op: Operation) -> bool:
    flag = op.pop()
    target = op.operand()

    def taken() -> None:
        op.ip = op.code(target)
        op.next()

    op.branch(op.value(f"icmp eq i32 {flag}, 0"), taken, op.next)
    return False


@control("(CALL)")
def _call(op: Operation) -> bool:
    target = op.code(op.operand())
    op.call(target)
    return True


@control("EXIT")
def _exit(op: Operation) -> bool:
    op.exit()
    return True


def _entry(op: Operation, token: str) -> tuple[str, str]:
    """Whether a token is a word, and where its threaded code starts."""
    pointer = op.address_of_cell(token, "-256")
    index = op.load("i32", pointer)
    inside = op.value(f"icmp ult i32 {index}, {at.WORD_LIMIT}")
    safe = op.value(f"select i1 {inside}, i32 {index}, i32 0")
    wide = op.value(f"zext i32 {safe} to i64")
    words = op.register(at.WORDS)
    row = op.value(f"getelementptr i64, ptr {words}, i64 {wide}")
    known = op.value(f"icmp eq i32 {op.load('i32', row)}, {token}")
    return op.value(f"and i1 {inside}, {known}"), op.load("i32", op.slot(row, 1))


def _execute(op: Operation, token: str) -> None:
    """Run a word by its token; a move's token applies the move."""
    good, entry = _entry(op, token)

    def run_word() -> None:
        op.call(op.code(entry))
        op.next()

    def run_move() -> None:
        move = op.value(f"sub i32 {token}, {at.MOVE_MARK_CELL * 4}")
        low = op.value(f"icmp uge i32 {move}, {at.ARENA}")
        unit = op.value(f"and i32 {move}, {at.MOVE_UNIT - 1}")
        low = op.value(f"and i1 {low}, {op.value(f'icmp eq i32 {unit}, 0')}")
        pointer = op.address_of_cell(token, "-256")
        marked = op.value(f"icmp eq i32 {op.load('i32', pointer)}, {at.MOVE_MARK}")
        op.require(op.value(f"and i1 {low}, {marked}"), "-256")
        op.store("i32", move, _system(op, at.A_MOVE_ADDRESS))
        op.call(op.code(op.load_register("i32", at.APPLY_CODE)))
        op.next()

    op.branch(good, run_word, run_move)


def _system(op: Operation, address: int) -> str:
    return op.register(at.MEMORY + address)


@control("EXECUTE")
def _execute_word(op: Operation) -> bool:
    _execute(op, op.pop())
    return False


@control("(DEFER)")
def _deferred(op: Operation) -> bool:
    token = op.load("i32", op.address_of_cell(op.operand(), "-9"))
    _execute(op, token)
    return False


@control("(DO)")
def _do(op: Operation) -> bool:
    limit, start = op.inputs(2)
    op.replace(2, [])
    op.rpush(op.wide(limit), op.wide(start))
    return True


def _loop(op: Operation, step: str, target: str) -> None:
    """Fig-Forth's loop: it ends when the index has reached or passed the limit."""
    index = op.value(f"add i32 {op.ritem(-1)}, {step}")
    limit = op.ritem(-2)
    up = op.value(f"icmp slt i32 {index}, {limit}")
    down = op.value(f"icmp sge i32 {index}, {limit}")
    falling = op.value(f"icmp slt i32 {step}, 0")
    again = op.value(f"select i1 {falling}, i1 {down}, i1 {up}")
    op.require_returns(2)

    def repeat() -> None:
        op.store("i64", op.wide(index), op.slot(op.rp, -1, "i64"))
        op.ip = op.code(target)
        op.next()

    def leave() -> None:
        op.rdrop(2)
        op.next()

    op.branch(again, repeat, leave)


@control("(LOOP)")
def _loop_by_one(op: Operation) -> bool:
    _loop(op, "1", op.operand())
    return False


@control("(+LOOP)")
def _loop_by_step(op: Operation) -> bool:
    step = op.pop()
    _loop(op, step, op.operand())
    return False


@control("I", "R@", "R")
def _index(op: Operation) -> bool:
    op.push(op.ritem_or_zero(-1))
    return True


@control("J")
def _outer_index(op: Operation) -> bool:
    op.push(op.ritem_or_zero(-3))
    return True


@control("K")
def _outmost_index(op: Operation) -> bool:
    op.push(op.ritem_or_zero(-5))
    return True


@control("LEAVE")
def _leave(op: Operation) -> bool:
    index = op.rslot(-1)
    op.require(op.value(f"icmp ult i64 {index}, 4294967296"), "-26")
    op.require_returns(2)
    op.store("i64", index, op.slot(op.rp, -2, "i64"))
    return True


@control(">R")
def _to_return(op: Operation) -> bool:
    op.rpush(op.wide(op.pop()))
    return True


@control("R>")
def _from_return(op: Operation) -> bool:
    value = op.ritem(-1)
    op.rdrop(1)
    op.push(value)
    return True


@control("PICK")
def _pick(op: Operation) -> bool:
    n = op.t
    wide = op.value(f"sext i32 {n} to i64")
    place = op.value(f"getelementptr i32, ptr {op.sp}, i64 {op.value(f'sub i64 0, {wide}')}")
    bottom = op.slot(op.load_register("ptr", at.FRAME_BASE), 64 - at.STACK_ZONE)
    inside = op.value(f"icmp uge ptr {place}, {bottom}")
    good = op.value(f"and i1 {inside}, {op.value(f'icmp sge i32 {n}, 0')}")
    safe = op.value(f"select i1 {good}, ptr {place}, ptr {op.sp}")
    value = op.value(f"select i1 {good}, i32 {op.load('i32', safe)}, i32 0")
    op.replace(1, [value])
    return True


@control("DEPTH")
def _depth(op: Operation) -> bool:
    base = op.value(f"ptrtoint ptr {op.load_register('ptr', at.FRAME_BASE)} to i64")
    here = op.value(f"ptrtoint ptr {op.sp} to i64")
    items = op.value(f"ashr i64 {op.value(f'sub i64 {here}, {base}')}, 2")
    op.push(op.value(f"trunc i64 {items} to i32"))
    return True


def _push_pointer(op: Operation, pointer: str) -> bool:
    base = op.value(f"ptrtoint ptr {op.register(at.DATA_STACK)} to i64")
    here = op.value(f"ptrtoint ptr {pointer} to i64")
    op.push(op.value(f"trunc i64 {op.value(f'sub i64 {here}, {base}')} to i32"))
    return True


@control("SP@")
def _data_pointer(op: Operation) -> bool:
    return _push_pointer(op, op.sp)


@control("RP@")
def _return_pointer(op: Operation) -> bool:
    return _push_pointer(op, op.rp)


@control("FPICK")
def _float_pick(op: Operation) -> bool:
    n = op.t
    depth = op.load_register("i32", at.FSP)
    inside = op.value(f"icmp ult i32 {n}, {depth}")
    op.require(inside, "-45")
    index = op.value(f"sub i32 {op.value(f'sub i32 {depth}, 1')}, {n}")
    wide = op.value(f"sext i32 {index} to i64")
    base = op.register(at.FLOAT_STACK)
    place = op.value(f"getelementptr float, ptr {base}, i64 {wide}")
    float_replace(op, 0, [op.value(f"load float, ptr {place}")])
    op.replace(1, [])
    return True


def _leave_frame(op: Operation) -> None:
    """Go where the frame's word would return to; the mark is for native code around us."""
    op.store_register("i32", "1", at.FRAME_LEFT)
    op.rp = op.load_register("ptr", at.FRAME_RP)
    op.exit()


@control("verify")
def _verify(op: Operation) -> bool:
    flag = op.pop()

    def leave() -> None:
        _leave_frame(op)
        op.next()

    op.branch(op.value(f"icmp eq i32 {flag}, 0"), leave, op.next)
    return False


@control("$Exit")
def _exit_frame(op: Operation) -> bool:
    _leave_frame(op)
    return True


FRAME_POINTERS = (at.FRAME_BASE, at.FRAME_LIMIT, at.FRAME_LOW, at.FRAME_RP)


@control("(FRAME)")
def _frame(op: Operation) -> bool:
    """Run a word in a frame of its own."""
    good, entry = _entry(op, op.pop())
    op.require(good, "-256")
    return _open_frame(op, entry)


@control("(FRAME-OF)")
def _frame_of(op: Operation) -> bool:
    """The same with a word whose code is known."""
    return _open_frame(op, op.operand())


def _open_frame(op: Operation, entry: str) -> bool:
    """Save the frame on the return stack, take the next level's data stack, run the word."""
    level = op.load_register("i32", at.FRAME_LEVEL)
    op.require(op.value(f"icmp slt i32 {level}, {at.LEVELS}"), "-264")
    saved = [op.value(f"ptrtoint ptr {op.sp} to i64"), op.wide(op.t)]
    saved += [op.load_register("i64", offset) for offset in FRAME_POINTERS]
    saved.append(op.value(f"ptrtoint ptr {op.ip} to i64"))
    op.rpush(*saved)
    back = op.value(f"or i64 {op.wide(str(RETURN_CELL))}, {at.RETURN_TAG << 32}")
    op.rpush(back)
    op.store_register("ptr", op.rp, at.FRAME_RP)
    op.store_register("i32", op.value(f"add i32 {level}, 1"), at.FRAME_LEVEL)
    wide = op.value(f"zext i32 {level} to i64")
    start = op.value(f"mul i64 {wide}, {at.LEVEL_CELLS}")
    region = op.register(at.LEVEL_ONE)
    base = op.value(
        f"getelementptr i32, ptr {region}, i64 {op.value(f'add i64 {start}, {at.STACK_ZONE}')}"
    )
    limit = op.slot(base, at.LEVEL_CELLS - at.STACK_ZONE - 32)
    op.store_register("ptr", base, at.FRAME_BASE)
    op.store_register("ptr", limit, at.FRAME_LIMIT)
    op.store_register("ptr", base, at.FRAME_LOW)
    op.sp, op.t = base, "0"
    op.ip = op.code(entry)
    return True


# code cells that every machine has; cells 0 and 1 hold (HALT)
RETURN_CELL = 2  # (RETURN)
CANDIDATE_CELL = 3  # (CANDIDATE-END)


def _clean_zone(op: Operation, base: str) -> None:
    """What lies below the bottom is 0 again, if an underflow has touched it."""
    clean, done = op.new_label("clean"), op.new_label("done")
    low = op.load_register("ptr", at.FRAME_LOW)
    touched = op.value(f"icmp ult ptr {low}, {base}")
    op.do(f"br i1 {touched}, label %{clean}, label %{done}, !prof !1")
    op.label(clean)
    under = op.slot(low, -at.UNDER_LOW)
    end = op.value(f"ptrtoint ptr {op.slot(base, 1)} to i64")
    size = op.value(f"sub i64 {end}, {op.value(f'ptrtoint ptr {under} to i64')}")
    op.do(f"call void @llvm.memset.p0.i64(ptr {under}, i8 0, i64 {size}, i1 false)")
    op.store_register("ptr", base, at.FRAME_LOW)
    op.do(f"br label %{done}")
    op.label(done)


@control("(CANDIDATE)")
def _candidate(op: Operation) -> bool:
    """Run a move word on the empty stack of the frame: only where `verify` leaves to changes."""
    token = op.pop()
    good, entry = _entry(op, token)
    op.require(good, "-256")
    back = op.value(f"or i64 {op.wide(str(CANDIDATE_CELL))}, {at.RETURN_TAG << 32}")
    ip = op.value(f"ptrtoint ptr {op.ip} to i64")
    op.rpush(op.load_register("i64", at.FRAME_RP), ip, back)
    op.store_register("ptr", op.rp, at.FRAME_RP)
    op.ip = op.code(entry)
    return True


@control("(CANDIDATE-END)")
def _candidate_end(op: Operation) -> bool:
    op.store_register("i32", "0", at.FRAME_LEFT)
    base = op.load_register("ptr", at.FRAME_BASE)
    _clean_zone(op, base)
    op.rp = op.slot(op.load_register("ptr", at.FRAME_RP), -3, "i64")
    op.store_register("i64", op.rslot(0), at.FRAME_RP)
    op.ip = op.value(f"inttoptr i64 {op.rslot(1)} to ptr")
    op.sp, op.t = base, "0"
    return True


@control("(RETURN)")
def _return(op: Operation) -> bool:
    """Clean the zone under the frame's stack if it was touched; put the caller's frame back."""
    op.store_register("i32", "0", at.FRAME_LEFT)
    result = op.t
    base = op.load_register("ptr", at.FRAME_BASE)
    _clean_zone(op, base)
    op.rp = op.slot(op.load_register("ptr", at.FRAME_RP), -8, "i64")
    slots = [op.load("i64", op.slot(op.rp, k, "i64")) for k in range(7)]
    op.sp = op.value(f"inttoptr i64 {slots[0]} to ptr")
    op.t = op.value(f"trunc i64 {slots[1]} to i32")
    for offset, value in zip(FRAME_POINTERS, slots[2:6], strict=True):
        op.store_register("i64", value, offset)
    op.ip = op.value(f"inttoptr i64 {slots[6]} to ptr")
    level = op.load_register("i32", at.FRAME_LEVEL)
    op.store_register("i32", op.value(f"sub i32 {level}, 1"), at.FRAME_LEVEL)
    op.push(result)
    return True


@control("(HALT)")
def _halt(op: Operation) -> bool:
    op.stop(str(at.HALTED))
    return False


@control("(HOST)")
def _host(op: Operation) -> bool:
    op.stop(str(at.HOST_REQUEST))
    return False


@control("(BREAK)")
def _break(op: Operation) -> bool:
    op.stop(str(at.BREAKPOINT))
    return False


@control("(ERROR)")
def _error(op: Operation) -> bool:
    op.stop(op.operand())
    return False
