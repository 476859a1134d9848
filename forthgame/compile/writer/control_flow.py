"""Machine code of operations that direct the flow: branches, loops, calls, frames, the host."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from forthgame.analysis.effect_inference import UnknownEffect
from forthgame.analysis.work_estimates import WORK_LIMIT
from forthgame.compile.interpreter.body_operations import (
    write_body,
    write_float_pick,
    write_literal,
)
from forthgame.compile.interpreter.operation_writer import registering
from forthgame.compile.ir.ir_lines import LIKELY, IrLines, define
from forthgame.compile.ir.runtime_functions import FRAMED
from forthgame.compile.writer.function_writer import ALWAYS, FunctionWriter
from forthgame.compile.writer.stack_writer import Constant
from forthgame.words.registers import memory_layout as at
from forthgame.words.registers.extension_registers import ANSWERS
from forthgame.words.word_sets import RETURN_EFFECTS

# writers return True if they have ended the block
FLOW: dict[str, Callable[[FunctionWriter], bool | None]] = {
    "FPICK": write_float_pick,
    "LIT": write_literal,
}
flow = registering(FLOW)


@flow("EXIT")
def _exit(w: FunctionWriter) -> bool:
    if w.scope.parent is None:
        w.write_exit()
    else:
        w.leave_inlined()
    return True


@flow("BRANCH")
def _branch(w: FunctionWriter) -> bool:
    if w.instruction.backward:
        w.poll(w.instruction.place)
    w.go(w.instruction.operand)
    return True


def fork(w: FunctionWriter, condition: str, drop: int = 0) -> None:
    """Jump to the operand if a condition holds, else continue.

    The second branch drops `drop` items of the return stack.
    """
    with w.when(condition, "taken", "other"):
        w.go(w.instruction.operand)
    if drop:
        del w.returns[-drop:]
    w.go(w.instruction.next)


@flow("0BRANCH")
def _zero_branch(w: FunctionWriter) -> bool:
    if w.instruction.backward:
        w.need(1)
        w.poll(w.instruction.place)
    fork(w, w.value(f"icmp eq i32 {w.pop()}, 0"))
    return True


@flow("(DO)")
def _do(w: FunctionWriter) -> None:
    limit, start = w.inputs(2)
    w.replace(2, [])
    w.returns += [limit, start]
    note_returns(w)


def note_returns(w: FunctionWriter, more: int = 0) -> None:
    w.return_growth = max(w.return_growth, len(w.returns) + more)


@flow("(LOOP)")
def _loop(w: FunctionWriter) -> bool:
    limit, index = w.own_returns(2)
    start = w.instruction.operand
    turns = w.turns(start)
    if turns == 0:
        w.poll(w.instruction.place)
    index = w.value(f"add i32 {index}, 1")
    w.returns[-1] = index
    if turns > 0:
        w.end_part(start, index, limit)
    else:
        if turns < 0:
            w.end_short(start)
        fork(w, w.value(f"icmp slt i32 {index}, {limit}"), drop=2)
    return True


@flow("(+LOOP)")
def _loop_by_step(w: FunctionWriter) -> bool:
    limit, index = w.own_returns(2)
    w.need(1)
    w.poll(w.instruction.place)
    step = w.pop()
    index = w.value(f"add i32 {index}, {step}")
    again = w.goes_on(index, limit, step)
    w.returns[-1] = index
    fork(w, again, drop=2)
    return True


@flow("I", "J", "K", "R@", "R")
def _index(w: FunctionWriter) -> None:
    """Copy the lowest of the return stack items that the operation needs."""
    needed, _ = RETURN_EFFECTS[w.row.name]
    w.push(w.own_returns(needed)[0])


@flow("LEAVE")
def _leave(w: FunctionWriter) -> None:
    w.returns[-2] = w.own_returns(2)[1]


@flow(">R")
def _to_return(w: FunctionWriter) -> None:
    w.returns.append(w.pop())
    note_returns(w)


@flow("R>")
def _from_return(w: FunctionWriter) -> None:
    w.push(w.own_returns(1)[0])
    w.returns.pop()


@flow("PICK")
def _pick(w: FunctionWriter) -> None:
    top = w.inputs(1)[0]
    depth = top.number if isinstance(top, Constant) else -1
    if 0 <= depth < 64:
        w.replace(1, [w.inputs(depth + 2)[0]])
    else:
        n = w.pop()
        w.flush()
        w.push(w.item_below(n))


@flow("DEPTH")
def _depth(w: FunctionWriter) -> None:
    w.push_depth(w.slot(w.sp, len(w.values) - 1))


@flow("SP@")
def _data_pointer(w: FunctionWriter) -> None:
    w.push_address(w.slot(w.sp, len(w.values) - 1))


@flow("RP@")
def _return_pointer(w: FunctionWriter) -> None:
    w.push_address(w.slot("%rp", len(w.returns), "i64"))


# -- calls -----------------------------------------------------------------------------------------


@flow("(CALL)")
def _call(w: FunctionWriter) -> bool:
    if w.instruction.deferred is not None:
        _check_deferred(w, *w.instruction.deferred)
    if w.instruction.token is not None:
        _check_token(w, w.instruction.token)
    if w.instruction.drops:
        w.pop()
    return _call_function(w, w.instruction.operand)


def _check_deferred(w: FunctionWriter, address: int, token: int) -> None:
    """Continue in the interpreter if a deferred word has been set again."""
    w.begin_block("deferred")
    found = w.value(f"load i32, ptr {w.register(at.MEMORY + address)}, align 1")
    w.check(w.value(f"icmp eq i32 {found}, {token}"), w.instruction.place, counted=True)


@flow("(TOKEN)")
def _jump_if_token(w: FunctionWriter) -> bool:
    (token,) = w.inputs(1)
    fork(w, w.value(f"icmp eq i32 {token}, {w.instruction.token}"))
    return True


def _check_token(w: FunctionWriter, token: int) -> None:
    """Continue in the interpreter for an unexpected token: an index has left its table."""
    w.begin_block("token")
    (found,) = w.inputs(1)
    _require(w, w.value(f"icmp eq i32 {found}, {token}"))


def _require(w: FunctionWriter, known: str) -> None:
    """Go on in the interpreter unless the token on top is a known one.

    The interpreter finds it there, or fetches it itself.
    """
    token = w.pop() if w.instruction.fetched else None
    w.check(known, w.instruction.place, counted=True)
    if token is not None:
        w.push(token)


def _call_function(w: FunctionWriter, entry: int) -> bool:
    effect = w.context.effect(entry)
    function = w.may_inline(entry)
    if function is not None:
        return not w.inline(function)
    back = w.slot("%rp", len(w.returns) + 1, "i64")
    if effect is None:
        w.flush()
        note_returns(w, 1)
        _take_stack(w, w.value(f"call ptr @x{entry}(ptr %vm, ptr {w.sp}, ptr {back})"))
        return False
    if w.context.asks(entry):
        w.unpolled = WORK_LIMIT
    else:
        w.spend(w.context.work(entry))
    taken, left = effect
    arguments = w.inputs(taken)
    del w.values[len(w.values) - taken :]
    w.flush()
    name, (growth, returns) = w.callee(entry)
    w.growth = max(w.growth, w.height + growth)
    note_returns(w, 1 + returns)
    w.call_known(name, arguments, left, back, called=True)
    return False


def _take_stack(w: FunctionWriter, sp: str) -> None:
    """Read the stack after a call of unknown effect: null if it has not returned."""
    with w.unless(w.value(f"icmp ne ptr {sp}, null"), "done", "not", LIKELY):
        w.leave_after_call(w.load_register("i32", at.NATIVE_STATUS))
    w.sp = sp
    _forget_stack(w)


def _forget_stack(w: FunctionWriter) -> None:
    """Continue with an unknown number of items, all in memory, after the host was asked."""
    w.values, w.height = [], 0
    w.check_limits(w.instruction.next)
    w.unpolled = 0


def _execute(w: FunctionWriter, token: str, before: str) -> None:
    back = w.slot("%rp", len(w.returns) + 1, "i64")
    note_returns(w, 1)
    place = w.spill_returns()
    sp = w.value(
        f"call ptr @execute(ptr %vm, ptr {w.sp}, ptr {back}, ptr {place}, i32 {token}, "
        f"ptr {before}, i32 {w.instruction.place})"
    )
    _take_stack(w, sp)


def _stir(w: FunctionWriter) -> None:
    """Mark that arbitrary code runs now: a generation checks its assumptions after this word."""
    w.store_register("i32", "1", at.SCAN_STIRRED)


@flow("EXECUTE")
def _execute_word(w: FunctionWriter) -> bool:
    _stir(w)
    token = w.pop()
    if isinstance(token, Constant):
        entry = w.context.word_entry(token.number)
        # a word that is run by its token may not pop its return address
        if entry is not None and not w.known and not w.context.is_refused(entry):
            return _call_function(w, entry)
    w.flush()
    before = w.slot(w.sp, 1)
    w.store("i32", token, before)
    _execute(w, token, before)
    return False


@flow("(ALONG)", "(ALONG-SYMMETRIC)")
def _along(w: FunctionWriter) -> None:
    """Go along the direction whose token is on top, by its number.

    With an unexpected token, from an index outside of a table, the interpreter continues.
    """
    known = w.context.directions[w.instruction.name]
    if w.context.meets_others:
        w.begin_block("direction")
        (token,) = w.inputs(1)
        chosen = _number_of(w, token, known, -1)
        _require(w, w.value(f"icmp sge i32 {chosen}, 0"))
        w.pop()
    else:
        (_, first), *others = known.items()
        chosen = _number_of(w, w.pop(), dict(others), first)
    note_returns(w, 1)
    w.push(chosen)
    write_body(w)


def _number_of(w: FunctionWriter, token: str, known: Mapping[int, int], otherwise: int) -> str:
    chosen: str = Constant(otherwise)
    for each, number in known.items():
        same = w.value(f"icmp eq i32 {token}, {each}")
        chosen = w.value(f"select i1 {same}, i32 {number}, i32 {chosen}")
    return chosen


@flow("(DEFER)")
def _deferred(w: FunctionWriter) -> None:
    _stir(w)
    w.flush()
    address = w.register(at.MEMORY + w.instruction.operand)
    _execute(w, w.value(f"load i32, ptr {address}, align 1"), w.sp)


@flow("(HOST)")
def _host(w: FunctionWriter) -> bool:
    w.flush()
    status = w.call_host(str(at.HOST_REQUEST), w.operand())
    if w.instruction.stops:
        w.leave_after_call(status, called=False)
        return True
    w.propagate(status, called=False)
    w.reload()
    _forget_stack(w)
    return False


@flow("verify")
def _verify(w: FunctionWriter) -> None:
    with w.unless(w.value(f"icmp ne i32 {w.pop()}, 0"), "stay", "leave"):
        _leave_frame(w)


@flow("$Exit")
def _leave_frame(w: FunctionWriter) -> bool:
    w.store_register("ptr", w.spill(), at.NATIVE_SP)
    w.leave(str(at.FRAME_EXIT))
    return True


@flow("(event-token)")
def _event_token(w: FunctionWriter) -> None:
    """Record the expected token, which changes only if the event is redefined in the game."""
    number = w.inputs(1)[0]
    write_body(w)
    known = isinstance(number, Constant) and number.number >= 0
    expected = w.context.event(int(number)) if known else 0
    if expected:
        w.expected[w.values[-1]] = (expected,)


def _call_by_token(w: FunctionWriter, kind: str, name: str, token: str, more: str = "") -> str:
    """Call a runtime function that runs a token, with the token on the stack for errors.

    `more` follows the common arguments.
    """
    w.flush()
    before = w.slot(w.sp, 1)
    w.store("i32", token, before)
    w.growth = max(w.growth, w.height + 1)
    back = w.slot("%rp", len(w.returns), "i64")
    return w.value(
        f"call {kind} @{name}(ptr %vm, ptr {before}, ptr {back}, i32 {token}, "
        f"i32 {w.instruction.place}{more or ')'}"
    )


@flow("(word-again)")
def _word_again(w: FunctionWriter) -> None:
    write_body(w)
    w.expected[w.values[-1]] = tuple(w.context.tried())


@flow("(FRAME)")
def _frame(w: FunctionWriter) -> None:
    token = w.pop()
    if isinstance(token, Constant):
        entry = w.context.framed_entry(token.number)
        expected = {} if entry is None else {token.number: entry}
    else:
        tokens = w.expected.get(token, ())
        found = {number: w.context.framed_entry(number) for number in tokens}
        expected = {number: entry for number, entry in found.items() if entry is not None}
    if not expected:
        result = _call_by_token(w, FRAMED, "frame", token)
    elif isinstance(token, Constant):
        result = _framed(w, token, f"@x{expected[token.number]}")
    else:
        result = _frame_of_expected(w, token, expected)
    _take_result(w, result)


def _framed(w: FunctionWriter, token: str, code: str) -> str:
    return _call_by_token(w, FRAMED, "framed", token, f", ptr {code}){_written_out(w)}")


def _written_out(w: FunctionWriter) -> str:
    """Return the attribute that inlines frames, in code that is worth the compile time."""
    return ALWAYS if w.plays else ""


def _frame_of_expected(w: FunctionWriter, token: str, expected: Mapping[int, int]) -> str:
    """Run a token that is probably one of the expected ones, by its token."""
    w.flush()
    code = "null"
    for number, entry in expected.items():
        same = w.value(f"icmp eq i32 {token}, {number}")
        code = w.value(f"select i1 {same}, ptr @x{entry}, ptr {code}")
    there = w.value(f"icmp ne ptr {code}, null")
    known, other = w.split(there, "known", "other", LIKELY)
    done = w.new_label("framed")
    w.label(known)
    found = _framed(w, token, code)
    w.do(f"br label %{done}")
    w.label(other)
    looked = _call_by_token(w, FRAMED, "frame", token)
    w.do(f"br label %{done}")
    w.label(done)
    return w.value(f"phi {FRAMED} [ {found}, %{known} ], [ {looked}, %{other} ]")


def _take_result(w: FunctionWriter, result: str) -> None:
    w.propagate(w.value(f"extractvalue {FRAMED} {result}, 0"))
    w.push(w.value(f"extractvalue {FRAMED} {result}, 1"))


@flow("(FRAME-OF)")
def _frame_of(w: FunctionWriter) -> None:
    _run_in_frame(w, _code_of(w, w.instruction.operand))


def _run_in_frame(w: FunctionWriter, code: str) -> None:
    """Run code in a frame, and push the top of its stack."""
    w.flush()
    back = w.slot("%rp", len(w.returns), "i64")
    result = w.value(
        f"call {FRAMED} @framed(ptr %vm, ptr {w.sp}, ptr {back}, i32 0, "
        f"i32 {w.instruction.place}, ptr {code}){_written_out(w)}"
    )
    _take_result(w, result)


@flow("(asks?)")
def _asks(w: FunctionWriter) -> None:
    w.push(Constant(-1 if w.context.questions() else 0))


ASKED = "asked"  # the name of a question's function, before its number


def question_text(number: int, entry: int, given: Sequence[int]) -> str:
    """Return the function of a question, which runs a word after pushing the items it is given."""

    def write(o: IrLines) -> None:
        for k, item in enumerate(given, 1):
            o.do(f"store i32 {item}, ptr {o.slot('%sp', k)}, align 1")
        top = o.slot("%sp", len(given))
        o.do(f"ret ptr {o.value(f'call ptr @x{entry}(ptr %vm, ptr {top}, ptr %rp)')}")

    return define(f"define ptr @{ASKED}{number}(ptr %vm, ptr %sp, ptr %rp) #0", write)


@flow("(ask-ahead)")
def _ask_ahead(w: FunctionWriter) -> None:
    """Store the answers; the last one is left, as if the interpreter had finished its word."""
    w.push(Constant(0))
    for number in range(len(w.context.questions())):
        w.pop()
        _run_in_frame(w, f"@{ASKED}{number}")
        w.store_register("i32", w.values[-1], ANSWERS + number * at.CELL)


def _code_of(w: FunctionWriter, entry: int) -> str:
    index = w.context.elsewhere.get(entry)
    if index is None:
        return f"@x{entry}"
    other = w.load_register("ptr", at.NATIVE_WORDS + 8 * index)
    there = w.value(f"icmp ne ptr {other}, null")
    return w.value(f"select i1 {there}, ptr {other}, ptr @x{entry}")


@flow("(CANDIDATE)")
def _candidate(w: FunctionWriter) -> None:
    w.propagate(_call_by_token(w, "i32", "candidate", w.pop()))


@flow("(CANDIDATE-END)", "(HALT)", "(RETURN)", "(BREAK)", "(ERROR)")
def _never(w: FunctionWriter) -> bool:
    raise UnknownEffect(f"{w.row.name} belongs to the interpreter")
