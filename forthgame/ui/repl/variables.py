"""The command `vars`: variables and arrays of the script and of the board, with what they hold."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import groupby, islice

from forthgame.game import edit
from forthgame.lang import layout as at
from forthgame.lang.dictionary import Word
from forthgame.ui.repl.commands import command
from forthgame.ui.repl.inspecting import WIDTH, matches
from forthgame.ui.repl.session import Session
from forthgame.vm.forth import Forth

LEAST = 24  # characters of an array's contents, however long the names are
LOOKED_AT = 65536  # items of an array that is shown shortened
REPEATED = 4  # equal items in a row that are written as one


@command("vars [PATTERN]", "Inspect", "Variables and arrays of the script and of the board, with "
         "their values; an array is shortened unless PATTERN is its name.",
         game=False, paused=True)  # fmt: skip
def variables(session: Session, pattern: str) -> None:
    rows = [*_script_variables(session.forth), *_board_variables(session)]
    rows = [row for row in rows if not pattern or matches(row[0], pattern)]
    if not rows:
        what = f" with {pattern!r} in its name" if pattern else ""
        session.say(f"there is no variable{what}")
        return
    width = max(len(name) for name, _ in rows)
    for name, contents in rows:
        room = None if name == pattern else max(LEAST, WIDTH - width - 2)
        session.say(f"{name:{width}}  {contents(room)}")


Contents = Callable[[int | None], str]  # in so many characters; None: all


def _script_variables(forth: Forth) -> list[tuple[str, Contents]]:
    """Words that give the address of their own data, or of a cell of it."""
    found: dict[str, Contents] = {}
    for word in forth.dictionary.words[forth.fence :]:
        data = _data_of(forth, word)
        if data is not None:
            found[word.name] = data
    return list(found.items())


def _data_of(forth: Forth, word: Word) -> Contents | None:
    """What a word holds: a variable its cell, an array and what CREATE began up to the next word.

    None for a word of another kind.
    """
    created = word.kind == "literal" and word.value == word.parameter
    created = created and word.role in ("", "variable")
    if not created and word.role != "array":
        return None
    start = word.value if created else word.operand
    if start is None or not at.DATA <= start < at.DATA_END or start % at.CELL:
        return None
    count = (_end_of(forth, word) - start + at.CELL - 1) // at.CELL
    if created and count == 1:
        return _one(forth.processor.cell(start))
    cell = forth.processor.cell
    return lambda room: listed((cell(start + at.CELL * k) for k in range(count)), count, room)


def _end_of(forth: Forth, word: Word) -> int:
    """Where a word's data end: at the name of the next word, or at the end of the dictionary."""
    words, cell = forth.dictionary.words, forth.processor.cell
    if word.index + 1 < len(words):
        return cell(words[word.index + 1].header)
    return cell(at.A_DP)


def _board_variables(session: Session) -> list[tuple[str, Contents]]:
    if session.state is None:
        return []
    return [
        (name, _one(values[0]) if count == 1 else _several(values))
        for name, count, values in edit.storage(session.state)
    ]


def _one(value: int) -> Contents:
    return lambda room: str(value)


def _several(values: list[int]) -> Contents:
    return lambda room: listed(values, len(values), room)


def listed(values: Iterable[int], count: int, room: int | None) -> str:
    """An array in so many characters: its length, then its values from 0 on.

    Equal ones in a row are written once, with their number: `0 x61`.
    """
    text = f"[{count}]"
    if room is not None:
        values = islice(values, LOOKED_AT)
    shown = 0
    for value, run in groupby(values):
        many = sum(1 for _ in run)
        part = f"{value} x{many}" if many >= REPEATED else " ".join([str(value)] * many)
        if room is not None and len(text) + len(part) + 3 > room:
            break
        text = f"{text} {part}"
        shown += many
    return text if shown == count else f"{text} …"
