"""Contracts of events, from the sections of `docs/reference/events.md`."""

from __future__ import annotations

import re
from functools import cache

from forthgame.source import shipped

SECTION = re.compile(r"^## (\S+)\n(.*?)(?=^```|^## |\Z)", re.M | re.S)
FOLDED = re.compile(r"\n +")


@cache
def contracts() -> dict[str, str]:
    """Return the text of each event's section, up to its example."""
    page = shipped("docs", "reference", "events.md")
    if not page.is_file():  # installed without documentation
        return {}
    found = SECTION.findall(page.read_text(encoding="utf-8"))
    return {name: text.strip() for name, text in found}


def effect(name: str) -> str:
    return contracts()[name].partition("\n")[0].strip("`")


def contract(name: str) -> list[str]:
    """Return an event's contract as plain paragraphs; empty for other words."""
    _, _, items = contracts().get(name, "").partition("\n\n")
    plain = FOLDED.sub(" ", items).replace("**", "")
    return [line.removeprefix("- ") for line in plain.splitlines()]
