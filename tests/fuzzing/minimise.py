"""Reduce a find: leave out lines, then tokens, as long as the fault stays the same."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from pathlib import Path

from .child import LOST
from .kinds import KINDS
from .runner import Child, Find

TOKENS = re.compile(r"\S+")
PATIENCE = 90.0  # seconds before the best result so far is taken
Good = Callable[[str], bool]


def shrink(pieces: list[str], joined: Callable[[list[str]], str], good: Good) -> list[str]:
    """Delta debugging: as few pieces as leave the text good."""
    size = max(len(pieces) // 2, 1)
    while pieces:
        start, smaller = 0, False
        while start < len(pieces):
            rest = pieces[:start] + pieces[start + size :]
            if good(joined(rest)):
                pieces, smaller = rest, True
            else:
                start += size
        if size == 1 and not smaller:
            break
        if not smaller or size > len(pieces):
            size = max(size // 2, 1)
    return pieces


def minimise(find: Find, text: str, environment: dict[str, str] | None = None) -> str:
    """Return the text of a find, reduced to the parts that its fault needs."""
    end = time.monotonic() + PATIENCE
    aborted = find.fault.startswith("CHECK ")
    apart = aborted or find.fault.startswith(LOST.split("{")[0])
    faults = {find.fault, LOST.format(-6)} if aborted else {find.fault}
    with Child(environment) as child:

        def good(candidate: str) -> bool:
            if time.monotonic() > end:
                return False
            again = child.ask(find.kind, text=candidate, apart=apart)
            return again is not None and again.fault in faults

        if not good(text):
            return text
        lines = shrink(text.split("\n"), "\n".join, good)
        for k in range(len(lines)):
            indent = re.match(r"\s*", lines[k])
            before, after, lead = lines[:k], lines[k + 1 :], indent[0] if indent else ""

            def whole(tokens: list[str], before=before, after=after, lead=lead) -> str:  # type: ignore[no-untyped-def]
                return "\n".join([*before, lead + " ".join(tokens), *after])

            tokens = TOKENS.findall(lines[k])
            if good(whole(tokens)):
                lines[k] = lead + " ".join(shrink(tokens, whole, good))
        lines = shrink(lines, "\n".join, good)
    return "\n".join(lines)


def write(find: Find, text: str, folder: Path) -> Path:
    """Save a reproduction to a file; its first line describes it."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{find.kind}-{find.seed}.case"
    path.write_text(f"{find.kind} {find.seed} {find.fault}\n{text}\n", encoding="utf-8")
    return path


def read(path: Path) -> tuple[Find, str]:
    """A reproduction that was kept."""
    head, _, text = path.read_text(encoding="utf-8").partition("\n")
    kind, seed, fault = head.split(" ", 2)
    return Find(kind, int(seed) if seed.lstrip("-").isdigit() else None, fault), text.rstrip("\n")


def reduce_seed(find: Find, folder: Path, environment: dict[str, str] | None = None) -> Path:
    """Minimise the find of a seed and keep it."""
    assert find.seed is not None
    text = KINDS[find.kind].make(find.seed)
    return write(find, minimise(find, text, environment), folder)
