"""The title of a game and a sentence about it, from its README."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

LONGEST: Final = 160  # characters of a description
_HEADING: Final = re.compile(r"^#{1,6}\s+(.*?)\s*#*$", re.M)
_LINK: Final = re.compile(r"!?\[([^\]]*)\]\([^)]*\)")
_SIGNS: Final = re.compile(r"\*\*|__|`")


def title_of(readme: str, script: Path, name: str) -> str:
    """Return the title of a game: the heading that is its name, or the first heading.

    The first heading counts for a script with the name of its folder. Without one, it is the name
    with a capital letter.
    """
    found = _HEADING.findall(readme)
    own = [heading for heading in found if _plain(heading) == _plain(name)]
    main = found[:1] if script.parent.name == script.stem else []
    known = [*own, *main]
    return _text(known[0]) if known else name[:1].upper() + name[1:].replace("-", " ")


def description_of(readme: str) -> str:
    """Return the first paragraph, shortened; empty if there is none."""
    for block in re.split(r"\n\s*\n", readme):
        if not block.lstrip().startswith(("#", "|", "```", "    ", "!", "<")) and block.strip():
            text = _text(block)
            return text if len(text) <= LONGEST else text[: LONGEST - 2].rsplit(" ", 1)[0] + " …"
    return ""


def _plain(text: str) -> str:
    return re.sub(r"\W", "", text).casefold()


def _text(markdown: str) -> str:
    return _SIGNS.sub("", _LINK.sub(r"\1", " ".join(markdown.split())))
