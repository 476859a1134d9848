"""Command `vars`: variables and arrays of the script and the board."""

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

LEAST = 24  # characters for an array's values, however long the names are
LOOKED_AT = 65536  # items read from a shortened array
REPEATED = 4  # equal items in a row that are grouped


@command("vars [PATTERN]", "Inspect", "Show variables and arrays of the script and the board; an "
         "array is shortened unless PATTERN is its name.",
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


Contents = Callable[[int | None], str]  # returns at most so many characters; None means no limit


def _script_variables(forth: Forth) -> list[tuple[str, Contents]]:
    found: dict[str, Contents] = {}
    for word in forth.dictionary.words[forth.fence :]:
        data = _data_of(forth, word)
        if data is not None:
            found[word.name] = data
    return list(found.items())


def _data_of(forth: Forth, word: Word) -> Contents | None:
    """Return the contents of a variable, array or CREATEd word; None for other words."""
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
    """Return the end of a word's data: the next word's name, or the end of the dictionary."""
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
    """Return the length and values of an array, within `room` characters.

    Equal values in a row are grouped: `0 x61`.
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
