"""Write pages as files: one file, a folder with what a browser can install, or a gallery."""

from __future__ import annotations

import hashlib
import html
import json
import re
from collections.abc import Iterable
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
        '<link rel="manifest" href="manifest.webmanifest">\n'
        '<link rel="icon" href="icon.svg" type="image/svg+xml">\n'
        f'<meta name="description" content="{html.escape(page.description)}">\n'
        '<meta property="og:image" content="preview.svg">\n'
    )
    start = (
        "<script>if (location.protocol.startsWith('http') && 'serviceWorker' in navigator) "
        "navigator.serviceWorker.register('worker.js').catch(() => {});</script>\n"
    )
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


def write_gallery(folder: Path, pages: Iterable[tuple[str, PublishedPage]]) -> None:
    """Write a first page that leads to the games in folders beside it, given their names."""
    cards = "".join(
        f'<li><a class="game" href="{html.escape(name)}/">'
        f'<img src="{html.escape(name)}/preview.svg" '
        f'alt="" loading="lazy" width="200" height="200"><strong>{html.escape(page.title)}</strong>'
        f'<span class="what">{html.escape(page.description)}</span></a></li>'
        for name, page in pages
    )
    parts = {"style": bundled_file("style.css") + bundled_file("gallery.css"), "cards": cards}
    text = bundled_file("gallery.html")
    write_file(folder / INDEX, re.sub(r"@(\w+)@", lambda found: parts[found[1]], text))


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
