"""The commands of GTP, and how their lines are read."""

from __future__ import annotations

import re

from forthgame.play.ugi import protocols

VERSION = "2"
COMMANDS = {  # with the least number of words after them
    "protocol_version": 0, "name": 0, "version": 0, "known_command": 1, "list_commands": 0,
    "quit": 0, "boardsize": 1, "clear_board": 0, "komi": 1, "play": 2, "genmove": 1, "undo": 0,
    "reg_genmove": 1, "fixed_handicap": 1, "place_free_handicap": 1, "set_free_handicap": 1,
    "time_settings": 3, "time_left": 3, "final_score": 0, "showboard": 0,
    "black": 1, "white": 1, "genmove_black": 0, "genmove_white": 0, "kgs-genmove_cleanup": 1,
}  # fmt: skip
SAME: dict[str, tuple[str, tuple[str, ...]]] = {  # commands of version 1, and of servers
    "black": ("play", ("black",)), "white": ("play", ("white",)),
    "genmove_black": ("genmove", ("black",)), "genmove_white": ("genmove", ("white",)),
    "kgs-genmove_cleanup": ("genmove", ()),
}  # fmt: skip
CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f]")  # all but blanks


def read_command(line: str) -> tuple[str, str, list[str]]:
    """Return the number of a command as text, its name, and the words after it.

    The name is empty for a line that needs no answer. A comment begins with `#`.
    """
    words = CONTROL.sub("", line).partition("#")[0].split()
    number = words.pop(0) if words and words[0].isascii() and words[0].isdecimal() else ""
    return number, words[0] if words else "", words[1:]


def is_gtp(line: str) -> bool:
    """Return whether a line is a command that only GTP has."""
    number, name, _ = read_command(line)
    return name in COMMANDS and (bool(number) or name not in protocols.COMMANDS)
