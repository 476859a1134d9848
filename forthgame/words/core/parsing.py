"""Words that read the following text: comments, texts, errors, files, names and vocabularies.

`forth` is the outer interpreter (`machine/outer/outer_interpreter.py`).
"""

from __future__ import annotations

from pathlib import Path

from forthgame.base.errors import ScriptError
from forthgame.words.core.opcodes import OP, host_number
from forthgame.words.registers import memory_layout as at
from forthgame.words.table.interpreter_interface import Forth, compiler_row, host_row
from forthgame.words.table.row import Group

define = Group("text and files")
compiling = Group("text and files")
STEPS_SHOWN = 50  # cost of printing an item, in steps


@compiling.compiling(
    "(", "( -- )", "Skip a comment up to the next closing parenthesis.", closes=")", open=True
)
def comment(forth: Forth) -> None:
    text = forth.parse_text(")")
    definition = forth.definition
    if definition and not definition.comment and forth.code.top == definition.start:
        definition.comment = f"( {text.strip()} )"


compiling.words(
    compiler_row(
        "\\",
        "( -- )",
        "Skip a comment up to the end of the line.",
        lambda forth: forth.sources[-1].rest_of_line(),
    ),
)


@compiling.compiling(
    '."', '( "text" -- )', "Print the text up to the next quotation mark.", closes='"'
)
def print_text(forth: Forth) -> None:
    text = forth.parse_text('"')
    if forth.compiling:
        forth.code.append(OP["(PRINT)"], forth.store_text(text))
    else:
        forth.processor.write(text)


@compiling.compiling(
    'S"',
    '( "text" -- str )',
    "Give the address of the text up to the next quotation mark; outside definitions the "
    "text only goes to PAD.",
    closes='"',
)
def string(forth: Forth) -> None:
    text = forth.parse_text('"')
    if forth.compiling:
        forth.compile_literal(forth.store_text(text))
    else:
        forth.fill_pad(text)


@compiling.compiling(
    '^"', '( "text" -- )', "Append the text up to the next quotation mark to `$buffer`.", closes='"'
)
def append_text(forth: Forth) -> None:
    address = forth.store_text(forth.parse_text('"'))
    if forth.compiling:
        forth.compile_literal(address)
        forth.code.append(OP["^string"])
    else:
        forth.processor.push(address)
        forth.run_word(forth.engine_word("^string"))


@compiling.compiling(
    "ASCII",
    '( "c" -- n )',
    "Give the code of the first character of the next token.",
    "ASCII A -> 65",
)
def ascii_code(forth: Forth) -> None:
    code = ord(forth.parse("a character").text[0]) & 255
    if forth.compiling:
        forth.compile_literal(code)
    else:
        forth.processor.push(code)


@define.host("ABORT", "( -- )", "Stop with an error.", ends=True)
def abort(forth: Forth) -> None:
    raise forth.processor.error(-1)


@define.host("QUIT", "( -- )", "Return to the outer interpreter.", ends=True)
def quit_(forth: Forth) -> None:
    raise forth.processor.error(-1, "QUIT")


@define.host("ERROR", "( str -- )", "Stop with a message.", ends=True)
def error(forth: Forth) -> None:
    text = forth.text_at(forth.processor.pop())
    forth.processor.write(text + "\n")
    raise forth.processor.error(-1, text or "ERROR")


@define.host(
    '(ABORT")', "( ? -- )", 'Stop if the flag is true, like ABORT" without its text.', open=True
)
def abort_without_text(forth: Forth) -> None:
    if forth.processor.pop():
        raise forth.processor.error(-1)


@define.host("(abort-with)", "( str -- )", "Print the text and stop.", hidden=True, ends=True)
def abort_with(forth: Forth) -> None:
    raise _printed(forth, forth.text_at(forth.processor.pop()))


def _printed(forth: Forth, text: str) -> ScriptError:
    """Print the text of an abort, and return its error."""
    forth.processor.write(text + "\n")
    return forth.processor.error(-1, text or "aborted")


@compiling.compiling(
    'ABORT"', '( ? "text" -- )', "Print the text and stop if the flag is true.", closes='"'
)
def abort_text(forth: Forth) -> None:
    text = forth.parse_text('"')
    if forth.compiling:
        branch = forth.code.append(OP["0BRANCH"], 0) + 1  # the host is asked only if it stops
        forth.compile_literal(forth.store_text(text))
        forth.code.append(OP["(HOST)"], host_number("(abort-with)"))
        forth.code.change(branch, forth.code.top)
    elif forth.processor.pop():
        raise _printed(forth, text)


@define.host(".S", "( -- )", "Print the stack, from the bottom up.")
def show_stack(forth: Forth) -> None:
    items = forth.processor.items()
    forth.processor.charge(len(items) * STEPS_SHOWN)
    forth.processor.write("".join(_in_base(forth, item) + " " for item in items))


def _in_base(forth: Forth, n: int) -> str:
    base = forth.processor.cell(at.A_BASE)
    if base == 10 or not 2 <= base <= 36:
        return str(n)
    digits, value = "", abs(n)
    while True:
        digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"[value % base] + digits
        value //= base
        if not value:
            return ("-" if n < 0 else "") + digits


define.words(
    host_row(
        "F.",
        "( F: r -- )",
        "Print a float and a space.",
        lambda forth: forth.processor.write(float_text(forth.processor.pop_float()) + " "),
    ),
)


def float_text(value: float) -> str:
    """Format a float like `F.`: six digits, always with a point."""
    text = f"{value:.6g}"
    return text if any(c in text for c in ".en") else text + "."


@define.host("LOAD", '( "file" -- )', "Interpret another file in the script's folder.")
def load(forth: Forth) -> None:
    from forthgame.base.source import decoded_source, find_loaded_file, read_source

    token = forth.parse("a file name")
    forth.current = token
    base = next((s.path.parent for s in reversed(forth.sources) if s.path), None)
    if base is None or forth.root is None:
        raise forth.error(-38, f"there is no file {token.text[:200]!r}: this text is in no folder")
    try:
        path = find_loaded_file(base, token.text, forth.root)
    except ScriptError as error:
        raise forth.error(error.number, error.message) from None
    inside = (s.path for s in forth.sources if s.path)
    if any(own == path or (own not in forth.loaded and _same(own, path)) for own in inside):
        raise forth.error(-273, f"{token.text!r} loads itself")
    try:
        text, name = forth.instead.get(path), str(base / token.text)
        source = (
            read_source(path, name, limit=forth.limits.script, regular=True, below=forth.root)
            if text is None
            else decoded_source(text.encode("utf-8", "replace"), path, name)
        )
        _count_load(forth, len(source.text))
        forth.loaded[path] = source.data
        forth.load_text(source)
    except ScriptError as error:
        if error.place is None:
            error.place = token.place
        raise


def _same(path: Path, other: Path) -> bool:
    try:
        return path.resolve() == other
    except (OSError, RuntimeError):
        return False


def _count_load(forth: Forth, length: int) -> None:
    """Count a loaded file; raises ScriptError for too many files or bytes.

    The count starts anew for each file given by the user, and for each line at a prompt.
    """
    script = forth.sources[1] if len(forth.sources) > 1 else None
    if forth.loading[0] is not script:
        forth.loading = [script, 0, 0]
    forth.loading[1] += 1
    forth.loading[2] += length
    if forth.loading[1] > forth.limits.loads:
        raise forth.error(-273, f"the script loads more than {forth.limits.loads} files")
    if forth.loading[2] > forth.limits.script:
        raise forth.error(
            -274, f"the script loads more than {forth.limits.script} bytes, which is the limit"
        )


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


names.words(
    host_row(
        "FORTH",
        "( -- )",
        "Search for names in the base vocabulary only.",
        lambda forth: forth.processor.set_cell(at.A_CONTEXT, forth.dictionary.vocabularies[0]),
        "FORTH CONTEXT @ CURRENT @ = -> -1",
    ),
)


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
