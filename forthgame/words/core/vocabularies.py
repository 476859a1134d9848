"""Vocabularies, lookup of words by name, and reading text into PAD.

`forth` is the outer interpreter (`machine/outer/outer_interpreter.py`).
"""

from __future__ import annotations

from forthgame.words.core.opcodes import OP
from forthgame.words.registers import memory_layout as at
from forthgame.words.table.interpreter_interface import Forth
from forthgame.words.table.row import Group

names = Group("dictionary")
SPACE = 32


@names.host(
    "VOCABULARY",
    '( "name" -- )',
    "Define a vocabulary, a separate list of words: `name ( -- )` makes the search for "
    "names begin there.",
)
def vocabulary(forth: Forth) -> None:
    name = forth.parse("the name of the vocabulary").text
    start = forth.code.begin(name)
    forth.code.append(OP["LIT"], 0, OP["LIT"], at.A_CONTEXT, OP["!"], OP["EXIT"])
    word = forth.define(name, "colon", start)
    forth.allot(4)
    forth.processor.set_cell(word.parameter, word.header)
    forth.code.change(start + 1, word.parameter)
    forth.dictionary.vocabularies.append(word.parameter)


@names.host("FORTH", "( -- )", "Search for names in the base vocabulary only.",
            "FORTH CONTEXT @ CURRENT @ = -> -1")  # fmt: skip
def base_vocabulary(forth: Forth) -> None:
    forth.processor.set_cell(at.A_CONTEXT, forth.dictionary.vocabularies[0])


@names.host(
    "-FIND",
    '( "name" -- nfa )',
    "Read a name to PAD; give the header of that word, or 0 if there is none.",
    "-FIND DUP NFA>CFA ' DUP = -> -1",
)
def find(forth: Forth) -> None:
    text = forth.parse().text
    forth.fill_pad(text)
    word = forth.dictionary.find(text)
    forth.processor.push(word.header if word else 0)


@names.host("WORD", '( c "text" -- )', "Read the text up to the character c to PAD.")
def read_text(forth: Forth) -> None:
    code = forth.processor.pop() & 255
    if code == SPACE:
        forth.fill_pad(forth.parse("the text").text)
        return
    delimiter = chr(code)
    forth.sources[-1].pass_over(delimiter)
    forth.fill_pad(forth.parse_text(delimiter))


@names.host(
    "UNDEFINED", "( str -- )", "Stop with the error that the text is an unknown word.", ends=True
)
def undefined(forth: Forth) -> None:
    raise forth.unknown(forth.text_at(forth.processor.pop()))
