"""Parses stack comments leniently: only a plain `( before -- after )` counts."""

from __future__ import annotations

import re

# a side that contains one of these words is prose
PROSE = frozenset(
    ("the", "of", "if", "or", "is", "are", "when", "with", "that", "this", "none", "nothing",
     "empty", "returns", "leaves", "it", "its", "and", "as", "for", "by", "no", "not", "either",
     "else", "otherwise", "same", "see")
)  # fmt: skip
ITEM = re.compile(r"[^\s|…,;:]+$")


def declared_effect(comment: str) -> tuple[int, int] | None:
    """Return the item counts before and after that a comment declares, None if it is not plain."""
    parts = comment.strip().removeprefix("(").removesuffix(")").split()
    if parts.count("--") != 1 or "F:" in parts:
        return None
    middle = parts.index("--")
    before, after = parts[:middle], parts[middle + 1 :]
    return (len(before), len(after)) if all(map(_is_item, (*before, *after))) else None


def _is_item(text: str) -> bool:
    if text.lower() in PROSE or not ITEM.match(text) or ".." in text or "???" in text:
        return False
    return text != "-" and not (text.startswith('"') and text.endswith('"') and len(text) > 1)


def offers_choice(comment: str) -> bool:
    """Return whether a comment declares alternative effects."""
    words = comment.replace("|", " | ").split()
    return any(word in ("|", "or", "if", "???", "...", "…") for word in words)
