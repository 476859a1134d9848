"""How the second tier implements what directs the flow; False says that the block has ended."""

from __future__ import annotations

from collections.abc import Callable

from forthgame.lang import layout as at
from forthgame.vm.compiler.decode import Refused
from forthgame.vm.compiler.stack import result_type
from forthgame.vm.compiler.work import PATIENCE
from forthgame.vm.compiler.writer import FunctionWriter
from forthgame.vm.interpreter import write_body

Write = Callable[[FunctionWriter], bool]
FLOW: dict[str, Write] = {}


def flow(*names: str) -> Callable[[Write], Write]:
    """Enter a writer under the names of its operations."""

    def enter(write: Write) -> Write:
        for name in names:
            FLOW[name] = write
        return write

    return enter


@flow("LIT")
def _literal(w: FunctionWriter) -> bool:
    w.push(w.operand())
    return True


@flow("EXIT")
def _exit(w: FunctionWriter) -> bool:
    if w.scope.parent is None:
        w.write_exit()
    else:
        w.leave_inlined()
    return False


@flow("BRANCH")
def _branch(w: FunctionWriter) -> bool:
    if w.instruction.backward:
        w.poll(w.instruction.cell)
    w.go(w.instruction.operand)
    return False


def _fork(w: FunctionWriter, condition: str, drop: int = 0) -> None:
    """Go to the operand if a condition holds, else on, without `drop` items of the return stack."""
    taken, other = w.new_label("taken"), w.new_label("other")
    w.do(f"br i1 {condition}, label %{taken}, label %{other}")
    state = w.state()
    w.label(taken)
    w.go(w.instruction.operand)
    w.restore(state)
    w.label(other)
    if drop:
        del w.returns[-drop:]
    w.go(w.instruction.next)


@flow("0BRANCH")
def _zero_branch(w: FunctionWriter) -> bool:
    if w.instruction.backward:
        w.need(1)
        w.poll(w.instruction.cell)
    flag = w.pop()
    _fork(w, w.value(f"icmp eq i32 {flag}, 0"))
    return False


@flow("(DO)")
def _do(w: FunctionWriter) -> bool:
    limit, start = w.inputs(2)
    w.replace(2, [])
    w.returns += [limit, start]
    _note_returns(w)
    return True


def _note_returns(w: FunctionWriter, more: int = 0) -> None:
    w.return_growth = max(w.return_growth, len(w.returns) + more)


def _need_returns(w: FunctionWriter, count: int) -> None:
    own = next((k for k, v in enumerate(reversed(w.returns)) if v.startswith("@")), len(w.returns))
    if own < count:
        raise Refused(f"return stack: {w.row.name} takes what the caller left")


@flow("(LOOP)")
def _loop(w: FunctionWriter) -> bool:
    _need_returns(w, 2)
    start = w.instruction.operand
    turns = w.turns(start)
    if turns == 0:
        w.poll(w.instruction.cell)
    index = w.value(f"add i32 {w.returns[-1]}, 1")
    limit = w.returns[-2]
    w.returns[-1] = index
    if turns > 0:
        w.loop_in_parts(start, index, limit)
    else:
        if turns < 0:
            w.end_short_loop(start)
        _fork(w, w.value(f"icmp slt i32 {index}, {limit}"), drop=2)
    return False


@flow("(+LOOP)")
def _loop_by_step(w: FunctionWriter) -> bool:
    _need_returns(w, 2)
    w.need(1)
    w.poll(w.instruction.cell)
    step = w.pop()
    index = w.value(f"add i32 {w.returns[-1]}, {step}")
    limit = w.returns[-2]
    up = w.value(f"icmp slt i32 {index}, {limit}")
    down = w.value(f"icmp sge i32 {index}, {limit}")
    falling = w.value(f"icmp slt i32 {step}, 0")
    again = w.value(f"select i1 {falling}, i1 {down}, i1 {up}")
    w.returns[-1] = index
    _fork(w, again, drop=2)
    return False


@flow("I", "R@", "R")
def _index(w: FunctionWriter) -> bool:
    _need_returns(w, 1)
    w.push(w.returns[-1])
    return True


@flow("J")
def _outer_index(w: FunctionWriter) -> bool:
    _need_returns(w, 3)
    w.push(w.returns[-3])
    return True


@flow("K")
def _outmost_index(w: FunctionWriter) -> bool:
    _need_returns(w, 5)
    w.push(w.returns[-5])
    return True


@flow("LEAVE")
def _leave(w: FunctionWriter) -> bool:
    _need_returns(w, 2)
    w.returns[-2] = w.returns[-1]
    return True


@flow(">R")
def _to_return(w: FunctionWriter) -> bool:
    w.returns.append(w.pop())
    _note_returns(w)
    return True


@flow("R>")
def _from_return(w: FunctionWriter) -> bool:
    _need_returns(w, 1)
    w.push(w.returns.pop())
    return True


@flow("PICK")
def _pick(w: FunctionWriter) -> bool:
    top = w.inputs(1)[0]
    depth = int(top) if top.lstrip("-").isdigit() else -1
    if 0 <= depth < 64:
        items = w.inputs(depth + 2)
        w.replace(1, [items[0]])
        return True
    n = w.pop()
    w.flush()
    wide = w.value(f"sext i32 {n} to i64")
    place = w.value(f"getelementptr i32, ptr {w.sp}, i64 {w.value(f'sub i64 0, {wide}')}")
    bottom = w.slot(w.load_register("ptr", at.FRAME_BASE), 64 - at.STACK_ZONE)
    inside = w.value(f"icmp uge ptr {place}, {bottom}")
    good = w.value(f"and i1 {inside}, {w.value(f'icmp sge i32 {n}, 0')}")
    safe = w.value(f"select i1 {good}, ptr {place}, ptr {w.sp}")
    w.push(w.value(f"select i1 {good}, i32 {w.load('i32', safe)}, i32 0"))
    return True


@flow("DEPTH")
def _depth(w: FunctionWriter) -> bool:
    base = w.value(f"ptrtoint ptr {w.load_register('ptr', at.FRAME_BASE)} to i64")
    here = w.value(f"ptrtoint ptr {w.slot(w.sp, len(w.values) - 1)} to i64")
    items = w.value(f"ashr i64 {w.value(f'sub i64 {here}, {base}')}, 2")
    w.push(w.value(f"trunc i64 {items} to i32"))
    return True


def _push_pointer(w: FunctionWriter, pointer: str) -> bool:
    base = w.value(f"ptrtoint ptr {w.register(at.DATA_STACK)} to i64")
    here = w.value(f"ptrtoint ptr {pointer} to i64")
    w.push(w.value(f"trunc i64 {w.value(f'sub i64 {here}, {base}')} to i32"))
    return True


@flow("SP@")
def _data_pointer(w: FunctionWriter) -> bool:
    return _push_pointer(w, w.slot(w.sp, len(w.values) - 1))


@flow("RP@")
def _return_pointer(w: FunctionWriter) -> bool:
    return _push_pointer(w, w.slot("%rp", len(w.returns), "i64"))


@flow("FPICK")
def _float_pick(w: FunctionWriter) -> bool:
    from forthgame.vm.interpreter import float_replace

    n = w.inputs(1)[0]
    depth = w.load_register("i32", at.FSP)
    w.require(w.value(f"icmp ult i32 {n}, {depth}"), "-45")
    index = w.value(f"sub i32 {w.value(f'sub i32 {depth}, 1')}, {n}")
    wide = w.value(f"sext i32 {index} to i64")
    place = w.value(f"getelementptr float, ptr {w.register(at.FLOAT_STACK)}, i64 {wide}")
    float_replace(w, 0, [w.value(f"load float, ptr {place}")])
    w.replace(1, [])
    return True


# -- calls ---------------------------------------------------------------------------------------


@flow("(CALL)")
def _call(w: FunctionWriter) -> bool:
    return _call_function(w, w.instruction.operand)


def _call_function(w: FunctionWriter, entry: int) -> bool:
    effect = w.context.effect(entry)
    function = w.may_inline(entry)
    if function is not None:
        return w.inline(function)
    back = w.slot("%rp", len(w.returns) + 1, "i64")
    if effect is None:
        w.flush()
        _note_returns(w, 1)
        _take_stack(w, w.value(f"call ptr @x{entry}(ptr %vm, ptr {w.sp}, ptr {back})"))
        return True
    if w.context.asks(entry):
        w.unasked = PATIENCE
    else:
        w.spend(w.context.work(entry))
    taken, left = effect
    arguments = list(w.inputs(taken)) if taken else []
    if taken:
        del w.values[len(w.values) - taken :]
    w.flush()
    name, (growth, returns) = w.callee(entry)
    w.growth = max(w.growth, w.height + growth)
    _note_returns(w, 1 + returns)
    given = "".join(f", i32 {argument}" for argument in arguments)
    kind = result_type(left)
    result = w.value(f"call fastcc {kind} @{name}(ptr %vm, ptr {w.sp}, ptr {back}{given})")
    status = result if left == 0 else w.value(f"extractvalue {kind} {result}, 0")
    w.propagate(status)
    for k in range(left):
        w.push(w.value(f"extractvalue {kind} {result}, {k + 1}"))
    return True


def _take_stack(w: FunctionWriter, sp: str) -> None:
    """Behind a call of unknown effect: null means that it has not returned."""
    good, bad = w.new_label("done"), w.new_label("not")
    w.do(f"br i1 {w.value(f'icmp ne ptr {sp}, null')}, label %{good}, label %{bad}, !prof !0")
    w.label(bad)
    ended = w.load_register("i32", at.NATIVE_STATUS)
    w.leave_behind_call(ended)
    w.label(good)
    w.sp, w.values, w.height = sp, [], 0
    name = w.new_label("room")
    w.do(f"br label %{name}")
    w.label(name)
    w.check(w.within_limits("GROWTH", "RETURNS"), w.instruction.next)
    w.unasked = 0


def _execute(w: FunctionWriter, token: str, before: str) -> bool:
    """Run a word by its token; `before` is the slot of the top item if the token is none."""
    back = w.slot("%rp", len(w.returns) + 1, "i64")
    _note_returns(w, 1)
    place = w.spill_returns()
    sp = w.value(
        f"call ptr @execute(ptr %vm, ptr {w.sp}, ptr {back}, ptr {place}, i32 {token}, "
        f"ptr {before}, i32 {w.instruction.cell})"
    )
    _take_stack(w, sp)
    return True


@flow("EXECUTE")
def _execute_word(w: FunctionWriter) -> bool:
    token = w.pop()
    if token.lstrip("-").isdigit():
        entry = w.context.word_entry(int(token))
        if entry is not None and not w.known:
            return _call_function(w, entry)
    w.flush()
    before = w.slot(w.sp, 1)
    w.store("i32", token, before)
    return _execute(w, token, before)


@flow("(DEFER)")
def _deferred(w: FunctionWriter) -> bool:
    w.flush()
    address = w.register(at.MEMORY + w.instruction.operand)
    return _execute(w, w.value(f"load i32, ptr {address}, align 1"), w.sp)


@flow("(HOST)")
def _host(w: FunctionWriter) -> bool:
    w.flush()
    w.propagate(w.call_host(str(at.HOST_REQUEST), w.operand()), called=False)
    w.reload()
    w.values, w.height = [], 0
    name = w.new_label("room")
    w.do(f"br label %{name}")
    w.label(name)
    w.check(w.within_limits("GROWTH", "RETURNS"), w.instruction.next)
    w.unasked = 0
    return True


@flow("verify")
def _verify(w: FunctionWriter) -> bool:
    flag = w.pop()
    stay, leave = w.new_label("stay"), w.new_label("leave")
    w.do(f"br i1 {w.value(f'icmp ne i32 {flag}, 0')}, label %{stay}, label %{leave}")
    w.label(leave)
    _leave_frame(w)
    w.label(stay)
    return True


def _leave_frame(w: FunctionWriter) -> None:
    top = w.spill()
    w.store_register("ptr", top, at.NATIVE_SP)
    w.leave(str(at.FRAME_EXIT))


@flow("$Exit")
def _exit_frame(w: FunctionWriter) -> bool:
    _leave_frame(w)
    return False


@flow("(event-token)")
def _event_token(w: FunctionWriter) -> bool:
    """Remember which token this will be, unless an event is defined anew while the game runs."""
    number = w.inputs(1)[0]
    write_body(w)
    expected = w.context.event(int(number)) if number.isdigit() else 0
    if expected:
        w.expected[w.values[-1]] = expected
    return True


def _call_by_token(w: FunctionWriter, kind: str, name: str, token: str, more: str = "") -> str:
    """Call a function of the runtime that runs a token; on an error the token is on the stack."""
    w.flush()
    before = w.slot(w.sp, 1)
    w.store("i32", token, before)
    w.growth = max(w.growth, w.height + 1)
    back = w.slot("%rp", len(w.returns), "i64")
    return w.value(
        f"call {kind} @{name}(ptr %vm, ptr {before}, ptr {back}, i32 {token}, "
        f"i32 {w.instruction.cell}{more})"
    )


@flow("(FRAME)")
def _frame(w: FunctionWriter) -> bool:
    token = w.pop()
    pair = "{ i32, i32 }"
    number = int(token) if token.isdigit() else w.expected.get(token, 0)
    entry = w.context.word_entry(number) if number else None
    if entry is None:
        result = _call_by_token(w, pair, "frame", token)
    elif token.isdigit():
        result = _call_by_token(w, pair, "framed", token, f", ptr @x{entry}")
    else:
        direct, other, both = map(w.new_label, ("direct", "other", "both"))
        w.flush()
        same = w.value(f"icmp eq i32 {token}, {number}")
        w.do(f"br i1 {same}, label %{direct}, label %{other}, !prof !0")
        w.label(direct)
        known = _call_by_token(w, pair, "framed", token, f", ptr @x{entry}")
        w.do(f"br label %{both}")
        w.label(other)
        asked = _call_by_token(w, pair, "frame", token)
        w.do(f"br label %{both}")
        w.label(both)
        result = w.value(f"phi {pair} [ {known}, %{direct} ], [ {asked}, %{other} ]")
    w.propagate(w.value(f"extractvalue {{ i32, i32 }} {result}, 0"))
    w.push(w.value(f"extractvalue {{ i32, i32 }} {result}, 1"))
    return True


@flow("(CANDIDATE)")
def _candidate(w: FunctionWriter) -> bool:
    w.propagate(_call_by_token(w, "i32", "candidate", w.pop()))
    return True


@flow("(CANDIDATE-END)", "(HALT)", "(RETURN)", "(BREAK)", "(ERROR)")
def _never(w: FunctionWriter) -> bool:
    raise Refused(f"{w.row.name} belongs to the interpreter")
