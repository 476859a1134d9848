"""Defining, compiling and parsing words: the compiler's part of the language, run by the host.

`forth` is the outer interpreter (`vm/forth.py`).
"""

from __future__ import annotations

import time
from typing import Any

from forthgame.errors import ScriptError
from forthgame.lang import layout as at
from forthgame.lang.word import TABLE, Group

define = Group("defining")
compiling = Group("compiling")
Forth = Any


def _number(name: str) -> int:
    return next(k for k, row in enumerate(TABLE.operations()) if row.name == name)


class _Numbers(dict[str, int]):
    """Numbers of operations, looked up once each: the table is complete by then."""

    def __missing__(self, name: str) -> int:
        self[name] = _number(name)
        return self[name]


OP = _Numbers()

# -- defining words ------------------------------------------------------------------------------


@define.host(":", '( "name" -- )', "Begin a definition; the new word is visible after `;`.",
             ": double DUP + ; 4 double -> 8")  # fmt: skip
def colon(forth: Forth) -> None:
    forth.begin_definition(forth.parse("the name of the definition"))


@define.compiling(";", "( -- )", "End the definition.")
def semicolon(forth: Forth) -> None:
    forth.end_definition()


@define.host("CONSTANT", '( n "name" -- )', "A word that gives n.", "7 CONSTANT seven seven -> 7")
def constant(forth: Forth) -> None:
    value = forth.processor.pop()
    word = forth.literal_word(forth.parse().text, value)
    forth.processor.set_cell(forth.allot(4), value)
    word.role = "constant"


@define.host("VARIABLE", '( "name" -- )', "A word that gives the address of a cell, at first 0.",
             "VARIABLE v 5 v ! v @ -> 5")  # fmt: skip
def variable(forth: Forth) -> None:
    word = forth.create(forth.parse().text)
    forth.processor.set_cell(forth.allot(4), 0)
    word.role = "variable"


@define.host("CREATE", '( "name" -- )', "A word that gives the address of what is appended next.",
             "CREATE t 7 , t @ -> 7")  # fmt: skip
def create(forth: Forth) -> None:
    forth.create(forth.parse().text)


@define.host("<BUILDS", '( "name" -- )', "The same, to be followed by DOES>.",
             ": c <BUILDS , DOES> @ ; 7 c x x -> 7")  # fmt: skip
def builds(forth: Forth) -> None:
    forth.create(forth.parse().text)


@define.host("HEADER", "( str -- )", "The same with the name from a text.")
def header(forth: Forth) -> None:
    forth.create(forth.text_at(forth.processor.pop()) or "?")


@define.compiling(
    "DOES>", "( -- addr )", "The rest of the definition is what the newest word does."
)
def does(forth: Forth) -> None:
    forth.open_definition("DOES>")
    forth.code.append(OP["(HOST)"], _host_number("(DOES)"), OP["EXIT"])


def _host_number(name: str) -> int:
    rows = [row for row in TABLE.rows if row.kind in ("host", "compile")]
    return next(k for k, row in enumerate(rows) if row.name == name)


@define.host("(DOES)", "( -- )", "Make the newest word do what follows the EXIT.", hidden=True)
def run_does(forth: Forth) -> None:
    p = forth.processor
    cell = (p.i64[at.IP >> 3] - p.address - at.CODE) >> 2
    forth.make_does(forth.dictionary.words[-1], cell + 1)


@define.host("DEFER", '( "name" -- )', "A word whose meaning is set later with IS.",
             "DEFER d ' 1+ IS d 4 d -> 5")  # fmt: skip
def defer(forth: Forth) -> None:
    name = forth.parse().text
    word = forth.define(name, "defer", 0, OP["(DEFER)"], 0)
    word.value = forth.allot(4)
    forth.code.cells[word.entry + 1] = word.value
    forth.processor.set_cell(word.value, forth.word("(unset)").token)


@define.host("(unset)", "( -- )", "What a deferred word does that was never set.", hidden=True)
def unset(forth: Forth) -> None:
    raise forth.processor.error(-270)


@define.compiling("IS", '( xt "name" -- )', "Set a deferred word.", "DEFER d ' 1- IS d 4 d -> 3")
def set_deferred(forth: Forth) -> None:
    word = forth.parse_word("a deferred word")
    if word.kind != "defer":
        raise forth.error(-256, f"{word.name} is no deferred word")
    if forth.compiling:
        forth.compile_literal(word.value)
        forth.compile(forth.word("!"))
    else:
        forth.processor.set_cell(word.value, forth.processor.pop())


@define.host("(IS)", "( xt xt' -- )", "Set the deferred word whose token is on top.")
def set_deferred_token(forth: Forth) -> None:
    token = forth.processor.pop()
    word = forth.dictionary.by_token(token)
    if word is None or word.kind != "defer":
        raise forth.processor.error(-256, f"{token} is not the token of a deferred word")
    forth.processor.set_cell(word.value, forth.processor.pop())


@define.host("IMMEDIATE", "( -- )", "The newest word runs while others are compiled.")
def immediate(forth: Forth) -> None:
    forth.dictionary.words[-1].immediate = True


@define.host("[]", '( n "name" -- )', "An array of n cells: `name ( i -- addr )`.",
             "3 [] a 5 2 a ! 2 a @ -> 5")  # fmt: skip
def array(forth: Forth) -> None:
    count = forth.processor.pop()
    if count < 0:
        raise forth.error(-271, f"an array of {count} cells")
    word = forth.operand_word(forth.parse().text, "(CELLS)", 0)
    word.operand = forth.allot(4 * count)
    forth.code.cells[word.entry + 1] = word.operand
    start = at.MEMORY + word.operand
    forth.processor.bytes[start : start + 4 * count] = bytes(4 * count)
    word.role = "array"


@define.host("FVARIABLE", '( "name" -- )', "A variable for a float.")
def float_variable(forth: Forth) -> None:
    variable(forth)


@define.host("FCONSTANT", '( "name" -- ) ( F: r -- )', "A word that gives a float.")
def float_constant(forth: Forth) -> None:
    import struct

    value = forth.processor.pop_float()
    bits = struct.unpack("<i", struct.pack("<f", value))[0]
    forth.operand_word(forth.parse().text, "(FLOAT)", forth.store_cells([bits]))


@define.host("TIMER", '( "name" -- )', "A stop-watch: `name ( -- timer )`.")
def timer(forth: Forth) -> None:
    forth.create(forth.parse().text)
    forth.allot(8)


@define.host("START-TIMER", "( timer -- )", "Start a stop-watch.")
def start_timer(forth: Forth) -> None:
    _set_timer(forth, forth.processor.pop())


def _set_timer(forth: Forth, address: int) -> None:
    if not at.MEMORY_LOW <= address <= at.WRITE_END - 8 or address & 3:
        raise forth.processor.error(-9)
    forth.processor.set_cell(address, clock())


@define.host("READ-TIMER", "( timer -- n )", "Milliseconds since it was started.")
def read_timer(forth: Forth) -> None:
    address = forth.processor.pop()
    if not at.MEMORY_LOW <= address <= at.WRITE_END - 8 or address & 3:
        raise forth.processor.error(-9)
    forth.processor.push(clock() - forth.processor.cell(address))


def clock() -> int:
    """Milliseconds of a steady clock, as many as fit a cell."""
    return int(time.monotonic() * 1000) & 0x7FFFFFFF


@define.host("SYSTEM-TIME", "( -- n )", "Milliseconds of the clock.")
def system_time(forth: Forth) -> None:
    forth.processor.push(clock())


@define.host("FORGET", '( "name" -- )', "Forget a word and all that came after it.")
def forget(forth: Forth) -> None:
    word = forth.parse_word()
    if word.index < forth.fence:
        raise forth.error(-13, f"{word.name} belongs to the language and stays")
    _forget(forth, word.index, word.token)


def _forget(forth: Forth, index: int, token: int) -> None:
    for gone in forth.dictionary.forget(index):
        forth.processor.i32[(at.WORDS + gone.index * at.WORD_SIZE) >> 2] = 0
    forth.processor.set_cell(at.A_DP, token - 12)


@define.host("(FORGET)", "( xt -- )", "The same by token.")
def forget_token(forth: Forth) -> None:
    token = forth.processor.pop()
    word = forth.dictionary.by_token(token)
    if word is None or word.index < forth.fence:
        raise forth.processor.error(-256)
    _forget(forth, word.index, token)


# -- tokens ----------------------------------------------------------------------------------------


@define.host("'", '( "name" -- xt )', "The token of a word.", "4 ' 1+ EXECUTE -> 5")
def tick(forth: Forth) -> None:
    forth.processor.push(forth.parse_word().token)


@compiling.compiling("[']", '( "name" -- )', "Compile the token of a word as a number.",
                     ": t ['] 1+ EXECUTE ; 4 t -> 5")  # fmt: skip
def compile_tick(forth: Forth) -> None:
    token = forth.parse_word().token
    if forth.compiling:
        forth.compile_literal(token)
    else:
        forth.processor.push(token)


@compiling.compiling("COMPILE", '( "name" -- )', "When the word that contains it runs, append the "
                     "named word to the move in the making, or to the definition that is open.")  # fmt: skip
def compile_next(forth: Forth) -> None:
    word = forth.parse_word()
    if forth.compiling:
        forth.code.append(OP["(COMPILE)"], word.token)
    elif forth.definition:
        forth.compile(word)


@compiling.compiling(
    "[COMPILE]", '( "name" -- )', "Compile an immediate word instead of running it."
)
def compile_immediate(forth: Forth) -> None:
    forth.compile(forth.parse_word())


@compiling.compiling("LITERAL", "( n -- )", "Compile the number on the stack.",
                     ": t [ 3 4 + ] LITERAL ; t -> 7")  # fmt: skip
def literal(forth: Forth) -> None:
    if forth.definition:
        forth.compile_literal(forth.processor.pop())


@compiling.compiling("[", "( -- )", "Interpret from here on.")
def left_bracket(forth: Forth) -> None:
    forth.set_compiling(False)


@compiling.host("]", "( -- )", "Compile from here on.")
def right_bracket(forth: Forth) -> None:
    forth.open_definition("]")
    forth.set_compiling(True)


@compiling.compiling("RECURSE", "( -- )", "Call the word that is being defined.",
                     ": f DUP IF 1- RECURSE ENDIF ; 5 f -> 0")  # fmt: skip
def recurse(forth: Forth) -> None:
    definition = forth.open_definition("RECURSE")
    forth.code.append(OP["(CALL)"], definition.start)


# -- control structures ------------------------------------------------------------------------------


def _open(forth: Forth, kind: str, cell: int) -> None:
    forth.open_definition(kind).control.append((kind, cell, forth.current))


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
    forth.code.cells[cell] = forth.code.top


def _skip(forth: Forth, *ends: str) -> None:
    """Pass over the text up to a word that ends the condition at this depth."""
    depth = 0
    while True:
        token = forth.parse("ENDIF")
        if token.text == "(":
            forth.parse_text(")")
        elif token.text == "\\":
            forth.sources[-1].rest_of_line()
        elif token.text in ('."', 'S"', 'ABORT"', '^"'):
            forth.parse_text('"')
        elif token.text == "IF":
            depth += 1
        elif depth == 0 and token.text in ends:
            return
        elif token.text in ("ENDIF", "THEN"):
            depth -= 1


@compiling.compiling("IF", "( ? -- )", "Run what follows if the flag is not false.",
                     ": t IF 1 ELSE 2 ENDIF ; 0 t -> 2")  # fmt: skip
def if_(forth: Forth) -> None:
    if forth.compiling:
        _open(forth, "IF", _forward(forth, "0BRANCH"))
        return
    forth.conditions.append(forth.current)
    if forth.processor.pop() == 0:
        _skip(forth, "ELSE", "ENDIF", "THEN")


@compiling.compiling("ELSE", "( -- )", "Run what follows if it was false.")
def else_(forth: Forth) -> None:
    if not forth.compiling and forth.conditions:
        _skip(forth, "ENDIF", "THEN")
        return
    _, cell = _close(forth, "ELSE", "IF")
    end = _forward(forth, "BRANCH")
    _land(forth, cell)
    _open(forth, "ELSE", end)


@compiling.compiling("ENDIF", "( -- )", "End of IF.")
def endif(forth: Forth) -> None:
    if not forth.compiling and forth.conditions:
        forth.conditions.pop()
        return
    _land(forth, _close(forth, "ENDIF", "IF", "ELSE")[1])


@compiling.compiling("THEN", "( -- )", "The same as ENDIF.", ": t IF 1 THEN 2 ; 0 t -> 2")
def then(forth: Forth) -> None:
    endif(forth)


@compiling.compiling("BEGIN", "( -- )", "Start of a loop.", ": t 0 BEGIN 1+ DUP 4 = UNTIL ; t -> 4")
def begin(forth: Forth) -> None:
    _open(forth, "BEGIN", forth.code.top)


@compiling.compiling("UNTIL", "( ? -- )", "End of a loop that repeats while the flag is false.")
def until(forth: Forth) -> None:
    forth.code.append(OP["0BRANCH"], _close(forth, "UNTIL", "BEGIN")[1])


@compiling.compiling("WHILE", "( ? -- )", "Leave the loop if the flag is false.",
                     ": t 0 BEGIN DUP 3 < WHILE 1+ REPEAT ; t -> 3")  # fmt: skip
def while_(forth: Forth) -> None:
    definition = forth.open_definition("WHILE")
    if not definition.control or definition.control[-1][0] != "BEGIN":
        raise forth.error(-22, "`WHILE` without BEGIN")
    _open(forth, "WHILE", _forward(forth, "0BRANCH"))


@compiling.compiling("REPEAT", "( -- )", "End of a loop with WHILE.")
def repeat(forth: Forth) -> None:
    _, cell = _close(forth, "REPEAT", "WHILE")
    forth.code.append(OP["BRANCH"], _close(forth, "REPEAT", "BEGIN")[1])
    _land(forth, cell)


@compiling.compiling("AGAIN", "( -- )", "End of a loop without end.")
def again(forth: Forth) -> None:
    forth.code.append(OP["BRANCH"], _close(forth, "AGAIN", "BEGIN")[1])


@compiling.compiling("DO", "( limit start -- )", "Start of a counted loop.",
                     ": t 3 0 DO I LOOP ; t -> 0 1 2")  # fmt: skip
def do(forth: Forth) -> None:
    forth.open_definition("DO")
    forth.code.append(OP["(DO)"])
    _open(forth, "DO", forth.code.top)


@compiling.compiling("LOOP", "( -- )", "End of a counted loop: the index grows by 1.")
def loop(forth: Forth) -> None:
    forth.code.append(OP["(LOOP)"], _close(forth, "LOOP", "DO")[1])


@compiling.compiling("+LOOP", "( n -- )", "End of a counted loop: the index changes by n.",
                     ": t 0 4 DO I -2 +LOOP ; t -> 4 2 0")  # fmt: skip
def plus_loop(forth: Forth) -> None:
    forth.code.append(OP["(+LOOP)"], _close(forth, "+LOOP", "DO")[1])


# -- comments, text, errors -----------------------------------------------------------------------------


@compiling.compiling("(", "( -- )", "A comment up to the next closing parenthesis.")
def comment(forth: Forth) -> None:
    text = forth.parse_text(")")
    definition = forth.definition
    if definition and not definition.comment and forth.code.top == definition.start:
        definition.comment = f"( {text.strip()} )"


@compiling.compiling("\\", "( -- )", "A comment up to the end of the line.")
def line_comment(forth: Forth) -> None:
    forth.sources[-1].rest_of_line()


@compiling.compiling('."', '( "text" -- )', "Print the text up to the next quotation mark.")
def print_text(forth: Forth) -> None:
    text = forth.parse_text('"')
    if forth.compiling:
        forth.code.append(OP["(PRINT)"], forth.store_text(text))
    else:
        forth.processor.write(text)


@compiling.compiling(
    'S"', '( "text" -- str )', "The address of the text; nothing when interpreting."
)
def string(forth: Forth) -> None:
    text = forth.parse_text('"')
    if forth.compiling:
        forth.compile_literal(forth.store_text(text))


@compiling.compiling("ASCII", '( "c" -- n )', "The code of the next token's first character.",
                     "ASCII A -> 65")  # fmt: skip
def ascii_code(forth: Forth) -> None:
    code = ord(forth.parse("a character").text[0]) & 255
    if forth.compiling:
        forth.compile_literal(code)
    else:
        forth.processor.push(code)


@define.host("ABORT", "( -- )", "Stop with an error.")
def abort(forth: Forth) -> None:
    raise forth.processor.error(-1)


@define.host("QUIT", "( -- )", "Return to the outer interpreter.")
def quit_(forth: Forth) -> None:
    raise forth.processor.error(-1, "QUIT")


@define.host("ERROR", "( str -- )", "Stop with a message.")
def error(forth: Forth) -> None:
    text = forth.text_at(forth.processor.pop())
    forth.processor.write(text + "\n")
    raise forth.processor.error(-1, text or "ERROR")


@define.host('(ABORT")', "( ? str -- )", "Stop with a message if the flag is true.", hidden=True)
def abort_if(forth: Forth) -> None:
    text = forth.text_at(forth.processor.pop())
    if forth.processor.pop():
        forth.processor.write(text + "\n")
        raise forth.processor.error(-1, text or "aborted")


@compiling.compiling('ABORT"', '( ? "text" -- )', "Print the text and stop if the flag is true.")
def abort_text(forth: Forth) -> None:
    text = forth.parse_text('"')
    if forth.compiling:
        forth.compile_literal(forth.store_text(text))
        forth.compile(forth.word('(ABORT")'))
        return
    if forth.processor.pop():
        forth.processor.write(text + "\n")
        raise forth.processor.error(-1, text or "aborted")


@define.host(".S", "( -- )", "Print the stack, the bottom first.")
def show_stack(forth: Forth) -> None:
    for item in forth.processor.items():
        forth.processor.write(_in_base(forth, item) + " ")


def _in_base(forth: Forth, n: int) -> str:
    base = forth.processor.cell(at.A_BASE)
    base = base if 2 <= base <= 36 else 10
    digits, value = "", abs(n)
    while True:
        digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"[value % base] + digits
        value //= base
        if not value:
            return ("-" if n < 0 else "") + digits


@define.host("F.", "( F: r -- )", "Print a float and a space.")
def print_float(forth: Forth) -> None:
    forth.processor.write(float_text(forth.processor.pop_float()) + " ")


def float_text(value: float) -> str:
    """A float as `F.` prints it: six digits, a point always."""
    text = f"{value:.6g}"
    return text if any(c in text for c in ".en") else text + "."


# -- files ---------------------------------------------------------------------------------------------


@define.host("LOAD", '( "file" -- )', "Interpret another file of the script's folder.")
def load(forth: Forth) -> None:
    from forthgame.source import read_source

    token = forth.parse("a file name")
    base = next((s.path.parent for s in reversed(forth.sources) if s.path), None)
    if base is None or forth.root is None:
        raise forth.error(-38, f"there is no file {token.text!r}: this text is in no folder")
    path = (base / token.text).resolve()
    if not path.is_file() and path.parent.is_dir():
        wanted = path.name.lower()
        twins = [p for p in sorted(path.parent.iterdir()) if p.name.lower() == wanted]
        path = twins[0] if twins else path
    if not path.is_relative_to(forth.root):
        raise forth.error(-272, f"{token.text!r} lies outside the script's folder")
    if not path.is_file():
        raise forth.error(-38, f"there is no file {token.text!r}")
    if any(s.path and s.path.resolve() == path for s in forth.sources):
        raise forth.error(-273, f"{token.text!r} loads itself")
    try:
        forth.load_text(read_source(path, str(base / token.text)))
    except ScriptError as error:
        if error.place is None:
            error.place = token.place
        raise
