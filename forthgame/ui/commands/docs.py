"""`forthgame docs`: read the documentation offline, in the browser or terminal."""

from __future__ import annotations

import os
import sys
import webbrowser
from pathlib import Path

import click

from forthgame.ui.help import topics
from forthgame.ui.terminal.escaping import echo, visible

BUILT_INTO = "site"


@click.command("docs")
@click.argument("topic", required=False)
@click.option("--build", metavar="FOLDER", help="Write the pages as HTML (needs mkdocs).")
@click.option("--browser/--no-browser", default=None, help="Open the HTML pages in a browser.")
@click.option("--where", is_flag=True, help="Print the folder of the pages.")
def command(topic: str | None, build: str | None, browser: bool | None, where: bool) -> None:
    """Show the page or section about TOPIC in the terminal, or list the pages.

    Without TOPIC the pages are opened in a browser if mkdocs is installed (the extra `docs`).
    Broken links are errors of --build.
    """
    if where:
        echo(topics.folder())
    elif build is not None:
        build_site(Path(build))
        echo(f"{Path(build) / 'index.html'} is written")
    elif topic is not None:
        show(topics.find(topic)[0].text)
    elif browser or (browser is None and sys.stdout.isatty() and has_mkdocs()):
        open_site()
    else:
        width = max(len(page) for page, _ in topics.titles())
        for page, title in topics.titles():
            echo(f"{page.ljust(width)}  {title}")


def show(markdown: str) -> None:
    if not sys.stdout.isatty():
        echo(markdown)
        return
    from rich.console import Console
    from rich.markdown import Markdown

    console = Console()
    with console.pager(styles=True):
        console.print(Markdown(visible(markdown)))


def has_mkdocs() -> bool:
    from importlib.util import find_spec

    return find_spec("mkdocs") is not None and find_spec("material") is not None


def build_site(target: Path) -> None:
    """Write the pages as HTML into a folder.

    Raises:
        UsageError: if mkdocs is missing or a link is broken.
    """
    if not has_mkdocs():
        raise click.UsageError("this needs mkdocs-material: pip install 'forthgame[docs]'")
    import subprocess

    from forthgame.base.source import package_path

    options = ["--strict", "--quiet", "--config-file", str(package_path("mkdocs.yml"))]
    line = [sys.executable, "-m", "mkdocs", "build", *options, "--site-dir", str(target.resolve())]
    quiet = {**os.environ, "NO_MKDOCS_2_WARNING": "1"}  # suppresses a notice of the theme's authors
    if subprocess.run(line, check=False, env=quiet).returncode:
        raise click.UsageError("the pages could not be built; mkdocs names the reasons above")


def open_site() -> None:
    """Open the pages in a browser, built into the cache folder if necessary."""
    from tempfile import mkdtemp

    from forthgame.base import cache
    from forthgame.version import __version__

    usable = None if cache.distrusted() else cache.folder()
    target = (usable or Path(mkdtemp(prefix="forthgame-"))) / f"{BUILT_INTO}-{__version__}"
    newest = max(path.stat().st_mtime for path in topics.folder().rglob("*"))
    index = target / "index.html"
    if not index.exists() or index.stat().st_mtime < newest:
        build_site(target)
    webbrowser.open(index.resolve().as_uri())
    echo(f"the pages are in {target}")
