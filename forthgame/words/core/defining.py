"""Defining words, deferred words, timers, tokens and explicit compilation, run by the host.

`forth` is the outer interpreter (`machine/outer/outer_interpreter.py`).
"""

from __future__ import annotations

import time

from forthgame.base.text_encoding import float_bits
from forthgame.words.core.opcodes import OP, host_number
from forthgame.words.registers import memory_layout as at
from forthgame.words.table.dictionary import Word
from forthgame.words.table.interpreter_interface import Forth, compiler_row, host_row
from forthgame.words.table.row import Group

define = Group("defining")


define.words(
    host_row(
        ":",
        '( "name" -- )',
        "Begin a definition. The new word can be used after `;`.",
        lambda forth: forth.begin_definition(forth.parse("the name of the definition")),
        ": double DUP + ; 4 double -> 8",
    ),
    compiler_row(
        ";",
        "( -- )",
        "End the definition.",
        lambda forth: forth.end_definition(),
    ),
)


@define.host(
    "CONSTANT", '( n "name" -- )', "Define a word that gives n.", "7 CONSTANT seven seven -> 7"
)
def constant(forth: Forth) -> None:
    value = forth.processor.pop()
    word = forth.literal_word(forth.parse().text, value)
    forth.processor.set_cell(forth.allot(4), value)
    word.role = "constant"


@define.host("FVARIABLE", '( "name" -- )', "Define a variable for a float.")
@define.host(
    "VARIABLE",
    '( "name" -- )',
    "Define a word that gives the address of a cell, which starts at 0.",
    "VARIABLE v 5 v ! v @ -> 5",
)
def variable(forth: Forth) -> None:
    word = forth.create(forth.parse().text)
    forth.processor.set_cell(forth.allot(4), 0)
    word.role = "variable"


@define.host("<BUILDS", '( "name" -- )', "Define a word like CREATE does. DOES> has to follow.",
             ": c <BUILDS , DOES> @ ; 7 c x x -> 7")  # fmt: skip
@define.host(
    "CREATE",
    '( "name" -- )',
    "Define a word that gives the address where the next data are appended.",
    "CREATE t 7 , t @ -> 7",
)
def create(forth: Forth) -> None:
    forth.create(forth.parse().text)


@define.host("HEADER", "( str -- )", "Define a word like CREATE does, named by a text.")
def header(forth: Forth) -> None:
    forth.create(forth.text_at(forth.processor.pop()) or "?")


@define.compiling(
    "DOES>", "( -- addr )", "Give the newest word the rest of the definition as its behaviour."
)
def does(forth: Forth) -> None:
    forth.open_definition("DOES>")
    forth.code.append(OP["(HOST)"], host_number("(DOES)"), OP["EXIT"])


@define.host("(DOES)", "( -- )", "Make the code after the EXIT the behaviour of the newest word.",
             hidden=True)  # fmt: skip
def run_does(forth: Forth) -> None:
    p = forth.processor
    cell = (p.i64[at.IP >> 3] - p.address - at.CODE) >> 2
    forth.make_does(forth.dictionary.words[-1], cell + 1)


@define.host("DEFER", '( "name" -- )', "Define a word whose behaviour is set later, with IS.",
             "DEFER d ' 1+ IS d 4 d -> 5")  # fmt: skip
def defer(forth: Forth) -> None:
    word = forth.define(forth.parse().text, "defer", 0, OP["(DEFER)"], 0)
    word.value = forth.allot(4)
    forth.code.change(word.entry + 1, word.value)
    forth.processor.set_cell(word.value, forth.unset_token)


@define.host("(unset)", "( -- )", "Stop with the error of a deferred word that was never set.",
             hidden=True, ends=True)  # fmt: skip
def unset(forth: Forth) -> None:
    raise forth.processor.error(-270)


@define.compiling("IS", '( xt "name" -- )', "Set a deferred word.", "DEFER d ' 1- IS d 4 d -> 3")
def set_deferred(forth: Forth) -> None:
    word = forth.parse_word("a deferred word")
    if word.kind != "defer":
        raise forth.error(-256, f"{word.name} is no deferred word")
    if forth.compiling:
        forth.compile_literal(word.value)
        forth.code.append(OP["!"])
    else:
        forth.processor.set_cell(word.value, forth.processor.pop())


@define.host(
    "(IS)", "( xt xt' -- )", "Set the deferred word whose token is on top of the stack.", open=True
)
def set_deferred_token(forth: Forth) -> None:
    token = forth.processor.pop()
    word = forth.dictionary.by_token(token)
    if word is None or word.kind != "defer":
        raise forth.processor.error(-256, f"{token} is not the token of a deferred word")
    forth.processor.set_cell(word.value, forth.processor.pop())


@define.host(
    "IMMEDIATE", "( -- )", "Let the newest word run also while a definition is being compiled."
)
def immediate(forth: Forth) -> None:
    forth.dictionary.words[-1].immediate = True


@define.host("[]", '( n "name" -- )', "Define an array of n cells: `name ( i -- addr )`.",
             "3 [] a 5 2 a ! 2 a @ -> 5")  # fmt: skip
def array(forth: Forth) -> None:
    count = forth.processor.pop()
    if count < 0:
        raise forth.error(-271, f"an array of {count} cells")
    word = forth.operand_word(forth.parse().text, "(CELLS)", 0)
    word.operand = forth.allot(4 * count)
    forth.code.change(word.entry + 1, word.operand)
    start = at.MEMORY + word.operand
    forth.processor.bytes[start : start + 4 * count] = bytes(4 * count)
    word.role = "array"


@define.host("FCONSTANT", '( "name" -- ) ( F: r -- )', "Define a word that gives a float.")
def float_constant(forth: Forth) -> None:
    bits = float_bits(forth.processor.pop_float())
    forth.operand_word(forth.parse().text, "(FLOAT)", forth.store_cells([bits]))


@define.host("TIMER", '( "name" -- )', "Define a stopwatch: `name ( -- timer )`.")
def timer(forth: Forth) -> None:
    forth.create(forth.parse().text)
    forth.allot(8)


define.words(
    host_row(
        "SYSTEM-TIME",
        "( -- n )",
        "Give the time of the system's clock in milliseconds.",
        lambda forth: forth.processor.push(
            int(time.monotonic() * 1000) & 0x7FFFFFFF  # the bits that fit a cell
        ),
    ),
)


@define.host("FORGET", '( "name" -- )', "Forget a word and everything defined after it.")
def forget(forth: Forth) -> None:
    word = forth.parse_word()
    if word.index < forth.fence:
        raise forth.error(-13, f"{word.name} belongs to the language and stays")
    _forget(forth, word)


@define.host(
    "(FORGET)",
    "( xt -- )",
    "Forget the word with this token and everything defined after it. "
    "Code that runs cannot forget words of a game that has been loaded.",
    open=True,
)
def forget_token(forth: Forth) -> None:
    token = forth.processor.pop()
    word = forth.dictionary.by_token(token)
    if word is None or word.index < forth.fence:
        raise forth.processor.error(-256)
    _forget(forth, word)


def _forget(forth: Forth, word: Word) -> None:
    """Forget a word, unless it belongs to a loaded game, whose machine code uses it."""
    if forth.processor.asking is not None and word.index < forth.lasting:
        message = f"`{word.name}` cannot be forgotten: it belongs to a game that has been loaded"
        raise forth.error(-15, message)
    forth.forget(word)


compiling = Group("compiling")


define.words(
    host_row(
        "'",
        '( "name" -- xt )',
        "Give the token of a word.",
        lambda forth: forth.processor.push(forth.parse_word().token),
        "4 ' 1+ EXECUTE -> 5",
    ),
)


@compiling.compiling("[']", '( "name" -- )', "Compile the token of a word as a number.",
                     ": t ['] 1+ EXECUTE ; 4 t -> 5")  # fmt: skip
def compile_tick(forth: Forth) -> None:
    token = forth.parse_word().token
    if forth.compiling:
        forth.compile_literal(token)
    else:
        forth.processor.push(token)


@compiling.compiling(
    "COMPILE",
    '( "name" -- )',
    "When the word that contains it runs, append the named word to the move being "
    "recorded, or to the open definition.",
)
def compile_next(forth: Forth) -> None:
    word = forth.parse_word()
    if forth.compiling:
        forth.code.append(OP["(COMPILE)"], word.token)
    elif forth.definition:
        forth.compile(word)


compiling.words(
    compiler_row(
        "[COMPILE]",
        '( "name" -- )',
        "Compile an immediate word instead of running it.",
        lambda forth: forth.compile(forth.parse_word()),
    ),
    compiler_row(
        "(frame-of)",
        '( "name" -- )',
        "Compile a call of a word in a frame.",
        lambda forth: forth.code.append(OP["(FRAME-OF)"], forth.parse_word().entry),
        hidden=True,
    ),
)


@compiling.compiling(
    "LITERAL", "( n -- )", "Compile the number on the stack.", ": t [ 3 4 + ] LITERAL ; t -> 7"
)
def literal(forth: Forth) -> None:
    if forth.definition:
        forth.compile_literal(forth.processor.pop())


compiling.words(
    compiler_row(
        "[",
        "( -- )",
        "Start interpreting.",
        lambda forth: forth.set_compiling(False),
    ),
)


@compiling.host("]", "( -- )", "Start compiling.")
def right_bracket(forth: Forth) -> None:
    forth.open_definition("]")
    forth.set_compiling(True)


compiling.words(
    compiler_row(
        "RECURSE",
        "( -- )",
        "Call the word being defined.",
        lambda forth: forth.code.append(OP["(CALL)"], forth.open_definition("RECURSE").start),
        ": f DUP IF 1- RECURSE ENDIF ; 5 f -> 0",
    ),
)
