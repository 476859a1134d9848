"""Words for tokens, literals and explicit compilation.

`forth` is the outer interpreter (`machine/outer/outer_interpreter.py`).
"""

from __future__ import annotations

from forthgame.words.core.opcodes import OP
from forthgame.words.table.interpreter_interface import Forth
from forthgame.words.table.row import Group

define = Group("defining")
compiling = Group("compiling")


@define.host("'", '( "name" -- xt )', "Give the token of a word.", "4 ' 1+ EXECUTE -> 5")
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


@compiling.compiling(
    "[COMPILE]", '( "name" -- )', "Compile an immediate word instead of running it."
)
def compile_immediate(forth: Forth) -> None:
    forth.compile(forth.parse_word())


@compiling.compiling(
    "(frame-of)", '( "name" -- )', "Compile a call of a word in a frame.", hidden=True
)
def compile_frame_of(forth: Forth) -> None:
    forth.code.append(OP["(FRAME-OF)"], forth.parse_word().entry)


@compiling.compiling(
    "LITERAL", "( n -- )", "Compile the number on the stack.", ": t [ 3 4 + ] LITERAL ; t -> 7"
)
def literal(forth: Forth) -> None:
    if forth.definition:
        forth.compile_literal(forth.processor.pop())


@compiling.compiling("[", "( -- )", "Start interpreting.")
def left_bracket(forth: Forth) -> None:
    forth.set_compiling(False)


@compiling.host("]", "( -- )", "Start compiling.")
def right_bracket(forth: Forth) -> None:
    forth.open_definition("]")
    forth.set_compiling(True)


@compiling.compiling(
    "RECURSE", "( -- )", "Call the word being defined.", ": f DUP IF 1- RECURSE ENDIF ; 5 f -> 0"
)
def recurse(forth: Forth) -> None:
    forth.code.append(OP["(CALL)"], forth.open_definition("RECURSE").start)
