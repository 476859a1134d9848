"""The rules of a game for players, from the README beside its script."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from forthgame.base.errors import ForthgameError
from forthgame.base.source import decoded_source, read_limited

NAME: Final = "README.md"
LARGEST: Final = 1 << 18  # bytes of a README
MOST: Final = 60  # paragraphs
_HEADING: Final = re.compile(r"^#{1,6}\s+(.*?)\s*#*$")
_ABOUT_RULES: Final = re.compile(r"^(?:\*\*)?(?:the )?rules\b[.:]?(?:\*\*)?[.:]?\s*", re.I)
_OTHER: Final = re.compile(r"^\*\*[^*]+\*\*")  # a paragraph that begins with a title of its own
_ITEM: Final = re.compile(r"^\s*(?:[-*+]|\d+\.)\s+")
_LINK: Final = re.compile(r"!?\[([^\]]*)\]\([^)]*\)")
_SIGNS: Final = re.compile(r"(\*\*|__|`)")
Part = dict[str, object]  # `text`, `head` with it, or `list`


def rules_of(script: Path, name: str) -> list[Part]:
    """Return the rules as paragraphs, headings and lists; empty without a README.

    They are the introduction, and the paragraph or the section called "Rules" if there is one;
    of a README for several scripts, those in the section with the name of this one.
    """
    blocks = list(_blocks(_read(script)))
    return [_part(block) for block in _chosen(_of_script(blocks, name))][:MOST]


def title_of(script: Path, name: str) -> str:
    """Return the title of a game: the heading of the README that is its name, or its first one.

    The first heading counts for a script with the name of its folder. Without a README it is the
    name with a capital letter.
    """
    found = [heading[1] for block in _blocks(_read(script)) if (heading := _HEADING.match(block))]
    main = found[:1] if script.parent.name == script.stem else []
    own = [heading for heading in found if _plain(heading) == _plain(name)] or main
    return _text(own[0]) if own else name[:1].upper() + name[1:].replace("-", " ")


def _read(script: Path) -> str:
    """Return the text of the README; empty if there is none that can be read."""
    path = script.parent / NAME
    try:
        return decoded_source(read_limited(path, LARGEST, regular=True), path).text
    except (ForthgameError, OSError):
        return ""


def _blocks(text: str) -> Iterator[str]:
    """Yield paragraphs, headings and lists; code and tables are left out."""
    fenced = False
    lines: list[str] = []
    for line in [*text.splitlines(), ""]:
        fence = line.lstrip().startswith("```")
        fenced = fenced != fence
        code = fenced or fence or line.startswith("    ") or line.lstrip().startswith("|")
        heading = bool(_HEADING.match(line))
        if (code or heading or not line.strip()) and lines:
            yield "\n".join(lines)
            lines = []
        if heading:
            yield line
        elif not code and line.strip():
            lines.append(line)


def _of_script(blocks: list[str], name: str) -> list[str]:
    wanted = _plain(name)
    for k, block in enumerate(blocks):
        heading = _HEADING.match(block)
        if heading and _plain(heading[1]) == wanted:
            level = len(block) - len(block.lstrip("#"))
            end = next(
                (
                    j
                    for j in range(k + 1, len(blocks))
                    if _HEADING.match(blocks[j])
                    and len(blocks[j]) - len(blocks[j].lstrip("#")) <= level
                ),
                len(blocks),
            )
            return blocks[k + 1 : end]
    return [block for block in blocks if not block.startswith("# ")]


def _plain(text: str) -> str:
    return re.sub(r"\W", "", text).casefold()


def _chosen(blocks: list[str]) -> list[str]:
    """Return the introduction and what is about rules; everything if nothing says so."""
    first = next((k for k, block in enumerate(blocks) if _is_about_rules(block)), None)
    if first is None:
        return blocks
    found = [block for block in blocks[:first] if not _HEADING.match(block)][:2]
    titled = bool(_HEADING.match(blocks[first]))
    for k, block in enumerate(blocks[first:]):
        other = bool(_HEADING.match(block)) or (not titled and bool(_OTHER.match(block)))
        if k and other:
            break
        if not (k == 0 and titled):
            found.append(block)
    return found


def _is_about_rules(block: str) -> bool:
    heading = _HEADING.match(block)
    if heading:
        return bool(_ABOUT_RULES.match(heading[1]))
    return bool(_OTHER.match(block)) and bool(_ABOUT_RULES.match(block))


def _part(block: str) -> Part:
    heading = _HEADING.match(block)
    if heading:
        return {"text": _text(heading[1]), "head": True}
    if _ITEM.match(block):
        items = re.split(r"\n(?=\s*(?:[-*+]|\d+\.)\s)", block)
        return {"list": [_text(_ITEM.sub("", item)) for item in items]}
    return {"text": _text(_ABOUT_RULES.sub("", block))}


def _text(markdown: str) -> str:
    return _SIGNS.sub("", _LINK.sub(r"\1", " ".join(markdown.split())))
