"""Words that direct the flow of control.

Some are implemented by the engines. Control structures are compiled by the host; `forth` is the
outer interpreter (`machine/outer/outer_interpreter.py`).
"""

from __future__ import annotations

from functools import partial

from forthgame.base.source import Token
from forthgame.words.core.opcodes import OP
from forthgame.words.table.interpreter_interface import Forth, compiler_row
from forthgame.words.table.row import TABLE, Group

control = Group("control")

control.control(
    "EXIT",
    "( -- )",
    "Return from the word. Inside DO … LOOP it stops with an error, since the loop's limit and "
    "index lie on the return stack: LEAVE ends the loop, or write R> R> 2DROP EXIT.",
    ": t 1 EXIT 2 ; t -> 1",
    ": t 9 0 DO I R> R> 2DROP EXIT LOOP ; t -> 0",
    ends=True,
)
control.control(
    "EXECUTE",
    "( xt -- )",
    "Run the word that the token stands for.",
    "5 ' 1+ EXECUTE -> 6",
    runs="word",
)
control.control("I", "( -- n ) ( R: n -- n )", "Give the index of the innermost loop.",
                ": t 2 0 DO I LOOP ; t -> 0 1")  # fmt: skip
control.control(
    "J",
    "( -- n ) ( R: n a b -- n a b )",
    "Give the index of the loop around the innermost one.",
    ": t 2 1 DO 1 0 DO J LOOP LOOP ; t -> 1",
)
control.control(
    "K",
    "( -- n ) ( R: n a b c d -- n a b c d )",
    "Give the index of the third loop, counted from the innermost.",
)
control.control("LEAVE", "( R: limit i -- limit limit )",
                "End the loop at its next LOOP or +LOOP.",
                ": t 9 0 DO I LEAVE LOOP ; t -> 0")  # fmt: skip
control.control("verify", "( ? -- )", "Leave the whole move word or event if the flag is false.",
                ": t TRUE verify 1 ; t -> 1", ": t FALSE verify 1 ; t ->", leaves=True)  # fmt: skip
control.control("$Exit", "( -- )", "Leave the whole move word or event.", leaves=True, ends=True)
control.control("LIT", "( -- n )", "Push the number that follows it; numbers in definitions are "
                "compiled to this.", operand="n")  # fmt: skip
control.control(
    "BRANCH", "( -- )", "Jump; AGAIN and ELSE are compiled to this.", operand="target", ends=True
)
control.control("0BRANCH", "( ? -- )", "Jump if the flag is false; IF and UNTIL are compiled to "
                "this.", operand="target")  # fmt: skip
control.control("(DO)", "( limit start -- ) ( R: -- limit i )", "Begin a counted loop.", open=True)
control.control(
    "(LOOP)", "( R: limit i -- )", "End a counted loop of step 1.", operand="target", open=True
)
control.control("(+LOOP)", "( n -- ) ( R: limit i -- )", "End a counted loop of step n.",
                operand="target", open=True)  # fmt: skip

_engine = partial(control.control, hidden=True)
_engine("(CALL)", "( -- )", "Call threaded code.", operand="target", runs="code")
_engine("(DEFER)", "( -- )", "Run the word whose token is stored at an address.", operand="addr",
        runs="word")  # fmt: skip
_engine("(TOKEN)", "( xt -- xt )", "Jump if a token is on top, in machine code.", operand="target")
_engine("(FRAME)", "( xt -- x )", "Run a word in a frame of its own; give the top of its stack.",
        runs="word")  # fmt: skip
_engine("(FRAME-OF)", "( -- x )", "Run a word of the engine in a frame, given the start of its "
        "code.", operand="target", runs="word")  # fmt: skip
_engine("(asks?)", "( -- ? )", "True if counting asks words beforehand, in machine code.")
_engine("(ask-ahead)", "( -- x )", "Ask these words, in machine code.")
_engine("(RETURN)", "( -- )", "Leave a frame.", ends=True)
_engine("(CANDIDATE)", "( xt -- )", "Run a move word; `verify` leaves it, and its stack is reset.",
        runs="word")  # fmt: skip
_engine("(CANDIDATE-END)", "( -- )", "End a move word.", ends=True)
_engine("(HALT)", "( -- )", "Stop: the host's call has returned.", ends=True)
_engine("(HOST)", "( -- )", "Stop and ask the host for a word.", operand="word", runs="python")
_engine("(BREAK)", "( -- )", "Stop: a breakpoint.")
_engine("(ERROR)", "( -- )", "Stop with an error number.", operand="number", ends=True)


compiling = Group("control structures")


def _token(forth: Forth) -> Token:
    """Return the token of the running word. Raises ScriptError if no text is being read."""
    if forth.current is None:
        raise forth.error(-14)
    return forth.current


def _open(forth: Forth, kind: str, cell: int) -> None:
    forth.open_definition(kind).control.append((kind, cell, _token(forth)))


def _close(forth: Forth, what: str, *kinds: str) -> tuple[str, int]:
    definition = forth.open_definition(what)
    if not definition.control or definition.control[-1][0] not in kinds:
        found = f", but {definition.control[-1][0]} is open" if definition.control else ""
        raise forth.error(-22, f"`{what}` without {' or '.join(kinds)}{found}")
    kind, cell, _ = definition.control.pop()
    return kind, cell


def _forward(forth: Forth, operation: str) -> int:
    return int(forth.code.append(OP[operation], 0)) + 1


def _land(forth: Forth, cell: int) -> None:
    forth.code.change(cell, forth.code.top)


def _skip(forth: Forth, *ends: str) -> None:
    """Skip the text up to a word that ends this part of the condition, or all of it."""
    depth = 0
    while True:
        token = forth.pass_token("ENDIF")
        row = TABLE.by_name.get(token.text)
        if row is not None and row.closes:
            forth.parse_text(row.closes)
        elif token.text == "\\":
            forth.sources[-1].rest_of_line()
        elif token.text == "IF":
            depth += 1
        elif depth == 0 and token.text in ends:
            if token.text != "ELSE":
                forth.conditions.pop()
            return
        elif token.text in ("ENDIF", "THEN"):
            depth -= 1


@compiling.compiling("IF", "( ? -- )", "Run the code up to ELSE or ENDIF if the flag is true.",
                     ": t IF 1 ELSE 2 ENDIF ; 0 t -> 2")  # fmt: skip
def if_(forth: Forth) -> None:
    if forth.compiling:
        _open(forth, "IF", _forward(forth, "0BRANCH"))
        return
    forth.conditions.append(_token(forth))
    if forth.processor.pop() == 0:
        _skip(forth, "ELSE", "ENDIF", "THEN")


@compiling.compiling("ELSE", "( -- )", "Run the code up to ENDIF if the flag of IF was false.")
def else_(forth: Forth) -> None:
    if not forth.compiling and forth.conditions:
        _skip(forth, "ENDIF", "THEN")
        return
    _, cell = _close(forth, "ELSE", "IF")
    end = _forward(forth, "BRANCH")
    _land(forth, cell)
    _open(forth, "ELSE", end)


@compiling.compiling("THEN", "( -- )", "End an IF, like ENDIF.", ": t IF 1 THEN 2 ; 0 t -> 2")
@compiling.compiling("ENDIF", "( -- )", "End an IF.")
def endif(forth: Forth) -> None:
    if not forth.compiling and forth.conditions:
        forth.conditions.pop()
        return
    _land(forth, _close(forth, "ENDIF", "IF", "ELSE")[1])


compiling.words(
    compiler_row(
        "BEGIN",
        "( -- )",
        "Begin a loop that ends with UNTIL, REPEAT or AGAIN.",
        lambda forth: _open(forth, "BEGIN", forth.code.top),
        ": t 0 BEGIN 1+ DUP 4 = UNTIL ; t -> 4",
    ),
)


@compiling.compiling("UNTIL", "( ? -- )", "Repeat the loop from BEGIN while the flag is false.")
def until(forth: Forth) -> None:
    forth.code.append(OP["0BRANCH"], _close(forth, "UNTIL", "BEGIN")[1])


@compiling.compiling("WHILE", "( ? -- )", "Leave the loop if the flag is false.",
                     ": t 0 BEGIN DUP 3 < WHILE 1+ REPEAT ; t -> 3")  # fmt: skip
def while_(forth: Forth) -> None:
    definition = forth.open_definition("WHILE")
    if not definition.control or definition.control[-1][0] != "BEGIN":
        raise forth.error(-22, "`WHILE` without BEGIN")
    _open(forth, "WHILE", _forward(forth, "0BRANCH"))


@compiling.compiling("REPEAT", "( -- )", "Repeat the loop from BEGIN, which WHILE leaves.")
def repeat(forth: Forth) -> None:
    _, cell = _close(forth, "REPEAT", "WHILE")
    forth.code.append(OP["BRANCH"], _close(forth, "REPEAT", "BEGIN")[1])
    _land(forth, cell)


compiling.words(
    compiler_row(
        "AGAIN",
        "( -- )",
        "Repeat the loop from BEGIN without end.",
        lambda forth: forth.code.append(OP["BRANCH"], _close(forth, "AGAIN", "BEGIN")[1]),
    ),
)


@compiling.compiling(
    "DO",
    "( limit start -- )",
    "Begin a counted loop from start up to, but not including, limit.",
    ": t 3 0 DO I LOOP ; t -> 0 1 2",
)
def do(forth: Forth) -> None:
    forth.open_definition("DO")
    forth.code.append(OP["(DO)"])
    _open(forth, "DO", forth.code.top)


compiling.words(
    compiler_row(
        "LOOP",
        "( -- )",
        "Add 1 to the index and repeat the loop while it is below the limit.",
        lambda forth: forth.code.append(OP["(LOOP)"], _close(forth, "LOOP", "DO")[1]),
    ),
    compiler_row(
        "+LOOP",
        "( n -- )",
        "Add n to the index and repeat the loop until the index passes the limit.",
        lambda forth: forth.code.append(OP["(+LOOP)"], _close(forth, "+LOOP", "DO")[1]),
        ": t 0 4 DO I -2 +LOOP ; t -> 4 2 0",
    ),
)
