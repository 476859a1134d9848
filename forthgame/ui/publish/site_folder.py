"""Write pages as files: one file, a folder with what a browser can install, or a gallery."""

from __future__ import annotations

import hashlib
import html
import json
import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from forthgame.base.errors import ForthgameError, shortened
from forthgame.base.files import write_whole
from forthgame.base.source import error_reason
from forthgame.ui.publish.page_writer import PublishedPage
from forthgame.ui.publish.script_bundle import bundled_file

INDEX: Final = "index.html"
HOME: Final = "../"
SIZES: Final = "any"


def write_file(path: Path, text: str) -> None:
    """Write a file that everybody may read. Raises ForthgameError if it cannot be written."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, text)
        path.chmod(0o644)
    except OSError as error:
        raise ForthgameError(
            f"{shortened(str(path))} cannot be written: {error_reason(error)}"
        ) from None


def write_folder(folder: Path, page: PublishedPage) -> None:
    """Write a page with a service worker, a manifest, an icon and a preview picture."""
    links = (
        '<link rel="icon" href="icon.svg" type="image/svg+xml">\n'
        f'<meta name="description" content="{html.escape(page.description)}">\n'
        '<meta property="og:image" content="preview.svg">\n'
    )
    start = f"<script>{bundled_file('installing.js')}</script>\n"
    text = page.text.replace("</head>", f"{links}{start}</head>", 1)
    files = {
        INDEX: text,
        "manifest.webmanifest": _manifest(page),
        "icon.svg": bundled_file("icon.svg"),
        "preview.svg": page.preview,
    }
    mark = hashlib.sha256("".join(files.values()).encode("utf-8", "replace")).hexdigest()[:12]
    files["worker.js"] = _service_worker(mark, ["./", *files])
    for name, contents in files.items():
        write_file(folder / name, contents)


@dataclass(frozen=True)
class GalleryGame:
    """A game of the gallery: its name, family and page, and the folder of the page."""

    name: str
    family: str
    folder: str
    page: PublishedPage

    @property
    def address(self) -> str:
        """Return the address of the page, from the gallery."""
        return html.escape(f"{self.folder}/")


def write_gallery(folder: Path, games: Iterable[GalleryGame]) -> None:
    """Write a first page that leads to games in folders beside it, by families.

    Variants, such as `chess/atomic`, share the card of their main game.
    """
    families: dict[str, dict[str, list[GalleryGame]]] = {}
    for game in games:
        cards = families.setdefault(game.family, {})
        cards.setdefault(game.name.partition("/")[0], []).append(game)
    groups = "".join(
        f'<section class="family"><h2>{html.escape(family)}</h2>'
        f'<ul class="games">{"".join(map(_card, cards.values()))}</ul></section>'
        for family, cards in families.items()
    )
    parts = {"style": bundled_file("style.css") + bundled_file("gallery.css"), "groups": groups}
    text = bundled_file("gallery.html")
    write_file(folder / INDEX, re.sub(r"@(\w+)@", lambda found: parts[found[1]], text))


def _card(games: list[GalleryGame]) -> str:
    main, *variants = games
    links = "".join(
        f'<a class="variant" href="{game.address}" title="{html.escape(game.page.description)}">'
        f"{html.escape(game.name.rpartition('/')[2])}</a>"
        for game in variants
    )
    return (
        f'<li class="card"><a class="game" href="{main.address}"><span class="thumb">'
        f'<img src="{main.address}preview.svg" alt="" loading="lazy" width="88" height="88"></span>'
        f'<span class="words"><strong>{html.escape(main.page.title)}</strong>'
        f'<span class="what">{html.escape(main.page.description)}</span></span></a>'
        + (f'<div class="variants">{links}</div></li>' if links else "</li>")
    )


def _manifest(page: PublishedPage) -> str:
    return json.dumps({
        "name": page.title,
        "short_name": page.title[:30],
        "description": page.description,
        "start_url": "./",
        "display": "standalone",
        "background_color": "#f4f1ea",
        "theme_color": "#1f5f5b",
        "icons": [{"src": "icon.svg", "sizes": SIZES, "type": "image/svg+xml"}],
    })  # fmt: skip


def _service_worker(mark: str, files: list[str]) -> str:
    parts = {"mark": json.dumps(mark), "files": json.dumps(files)}
    return re.sub(r"@(\w+)@", lambda found: parts[found[1]], bundled_file("service_worker.js"))
