"""Limits on scripts that a user can set, with defaults and meanings.

Fixed limits that follow from the memory layout are in `words/registers/memory_layout.py`;
`docs/limits.md` lists both kinds.
"""

from __future__ import annotations

from dataclasses import dataclass, field, fields, replace
from typing import Any

from forthgame.base.arguments import instance, optional_seconds, whole
from forthgame.base.errors import ForthgameError

LARGEST = (1 << 63) - 1  # largest value of an integer limit, as the system takes it


def _bound(default: float | None, meaning: str) -> Any:
    return field(default=default, metadata={"meaning": meaning})


@dataclass(frozen=True)
class ScriptLimits:
    """Limits on one script; None means no limit.

    `forthgame.load` and `forthgame.Machine` take this object; on the command line each field is an
    option `--limit NAME=VALUE`.
    """

    steps: int | None = _bound(2_000_000_000, "steps while a script is loaded")
    seconds: float | None = _bound(
        None, "seconds that one call takes: a load, check, move or list of moves"
    )
    turn: float | None = _bound(
        20.0, "seconds of processor time that the words of one turn take, if `seconds` is none"
    )
    output: int = _bound(64 << 20, "characters that a script prints in one call")
    dictionary: int = _bound(7 << 20, "bytes of the dictionary that a script fills")
    moves: int = _bound(500_000, "moves in one list")
    actions: int = _bound(65_536, "actions in one move")
    plies: int = _bound(100_000, "plies of a game that is stored")
    nesting: int = _bound(64, "nested loads of files, and nested calls of events")
    loads: int = _bound(1_000, "files that a script loads in total")
    script: int = _bound(16 << 20, "bytes of a script, and of the files that it loads in total")
    position: int = _bound(4 << 20, "characters of the text of a position")
    game_file: int = _bound(
        64 << 20, "bytes of a file with games, openings or the plan of a tournament"
    )
    board: int = _bound(16_384, "positions of a board")
    memory: int | None = _bound(2 << 30, "bytes of memory of a confined process")
    cpu: int | None = _bound(None, "seconds of processor time of a confined process")

    def __post_init__(self) -> None:
        """Raise TypeError or ValueError for an invalid limit."""
        own = self.__dict__  # converts numpy numbers to Python's
        for each in fields(self):
            kind, what = str(each.type), f"the limit {each.name}"
            if own[each.name] is None and "None" in kind:
                continue
            if "float" in kind:
                own[each.name] = optional_seconds(own[each.name], what)
            else:
                own[each.name] = whole(own[each.name], what, 0, LARGEST)

    def with_text(self, text: str) -> ScriptLimits:
        """Return these limits with one changed by a text `name=value`; `none` means no limit.

        Raises ForthgameError if the name is unknown or the value is not a number.
        """
        instance(text, str, "a limit", "a text such as moves=1000")
        name, equals, value = (part.strip() for part in text.partition("="))
        known = {f.name: f for f in fields(self)}
        if name not in known or not equals:
            names = ", ".join(known)
            raise ForthgameError(f"{text!r} is not a limit: write NAME=VALUE with {names}")
        optional = "None" in str(known[name].type)
        number: Any = None
        if value.lower() != "none" or not optional:
            try:
                number = float(value) if "float" in str(known[name].type) else int(value)
            except ValueError:
                raise ForthgameError(f"the limit {name} is a number, not {value[:30]!r}") from None
            if not number >= 0:
                raise ForthgameError(f"the limit {name} is at least 0")
        try:
            return replace(self, **{name: number})
        except (TypeError, ValueError) as error:
            raise ForthgameError(str(error)) from None


DEFAULT_LIMITS = ScriptLimits()
