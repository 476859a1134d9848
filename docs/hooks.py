"""What mkdocs needs to know about this folder: pages listed by folder, links that leave it."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

LINK = re.compile(r"(!?)\[((?:[^\[\]]|\[[^\]]*\])*)\]\(([^)\s#]+)(#[^)\s]*)?\)")


def on_config(config: Any) -> Any:
    """Pages of folders in the navigation, and pages that it does not name."""
    docs = Path(config["docs_dir"])
    named: set[str] = set()
    nav = [expanded for entry in config["nav"] if (expanded := _expanded(entry, docs, named))]
    rest = [
        path.relative_to(docs).as_posix()
        for path in sorted(docs.rglob("*.md"))
        if path.relative_to(docs).as_posix() not in named
    ]
    config["nav"] = [*nav, {"More": rest}] if rest else nav
    return config


def _expanded(entry: Any, docs: Path, named: set[str]) -> Any:
    """An entry of the navigation with folders replaced by their pages; None if nothing is left."""
    if isinstance(entry, dict):
        ((title, inside),) = entry.items()
        found = _expanded(inside, docs, named)
        return {title: found} if found else None
    if isinstance(entry, list):
        return [found for part in entry if (found := _expanded(part, docs, named))]
    if not entry.endswith("/"):
        named.add(entry)
        return entry if (docs / entry).exists() else None
    paths = sorted((docs / entry).glob("*.md"), key=lambda path: (path.stem != "index", path.stem))
    pages = [path.relative_to(docs).as_posix() for path in paths]
    named.update(pages)
    return pages


def on_page_markdown(markdown: str, page: Any, config: Any, **_: Any) -> str:
    """Links to files outside the folder, such as a game's script, become plain text."""
    docs = Path(config["docs_dir"]).resolve()
    here = (docs / page.file.src_uri).parent

    def plain(found: re.Match[str]) -> str:
        picture, text, target, _anchor = found.groups()
        if ":" in target or target.startswith("/"):
            return found[0]
        there = (here / target).resolve()
        outside = not there.is_relative_to(docs)
        installed = docs.parent.name == "data"  # there the sources are not beside the documents
        if outside and not picture and (there.exists() or installed):
            return text
        return found[0]

    return LINK.sub(plain, markdown)
