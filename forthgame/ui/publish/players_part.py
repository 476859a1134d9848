"""The part of a game's README that is for its players."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

_FENCE: Final = re.compile(r"^ *(```|~~~)", re.M)
_HEADING: Final = re.compile(r"#{2,6}\s+(.*)")
_SCRIPT: Final = re.compile(r"\bscripts?\b", re.I)
_COMMANDS: Final = re.compile(r"(```\w*\n)?(\s*(\$ )?forthgame .*\n?)+(```)?")
_COUNTS: Final = re.compile(r"^\| *perft *\|", re.M)  # a table that proves the script


def players_part(readme: str) -> str:
    """Return a README without commands and without what it says about the script.

    That begins with a heading that has this word, or with a paragraph whose first words are bold
    and have it, such as **The script.**, and goes on to the next heading.
    """
    kept, about = [], False
    for block in _blocks(readme):
        heading = _HEADING.match(block)
        bold = re.match(r"\*\*([^*]+)\*\*", block)
        if heading:
            about = bool(_SCRIPT.search(heading[1]))
        elif bold and _SCRIPT.search(bold[1]):
            about = True
        if not (about or _COMMANDS.fullmatch(block) or _COUNTS.search(block)):
            kept.append(block)
    return "\n\n".join(kept) + "\n"


def _blocks(text: str) -> Iterator[str]:
    """Yield what stands between blank lines; a fenced block of code is one."""
    waiting = ""
    for part in re.split(r"\n[ \t]*\n", text.strip("\n")):
        waiting = f"{waiting}\n\n{part}" if waiting else part
        if len(_FENCE.findall(waiting)) % 2 == 0:
            yield waiting
            waiting = ""
    if waiting:
        yield waiting
