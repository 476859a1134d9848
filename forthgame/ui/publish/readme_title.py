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

    The first heading counts for a script with the name of its folder; the other scripts of such a
    folder have it before their names. Without one, it is the name with a capital letter.
    """
    found = _HEADING.findall(readme)
    own = [heading for heading in found if _plain(heading) == _plain(name)]
    main = script.with_stem(script.parent.name)
    if own or (found and script == main):
        return _text((own or found)[0])
    title = name[:1].upper() + name[1:].replace("-", " ")
    return f"{_text(found[0])}: {title}" if found and main.exists() else title


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
