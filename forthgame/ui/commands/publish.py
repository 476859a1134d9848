"""`forthgame publish`: write a game as a web page that needs no server."""

from __future__ import annotations

from pathlib import Path

import click

from forthgame.base.errors import ForthgameError
from forthgame.base.source import is_file
from forthgame.ui.terminal.escaping import echo


@click.command("publish")
@click.argument("game", required=False)
@click.option(
    "--output",
    type=click.Path(path_type=Path, file_okay=False),
    help="Folder to write; by default one with the name of the game.",
)
@click.option(
    "--single",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE",
    help="Write one HTML file instead of a folder.",
)
@click.option(
    "--all", "everything", is_flag=True, help="Write all bundled games with a first page."
)
@click.option(
    "--engine", metavar="NAME", help="Engine that plays; by default the one that suits the game."
)
def command(
    game: str | None,
    output: Path | None,
    single: Path | None,
    everything: bool,
    engine: str | None,
) -> None:
    """Write GAME as a web page: a folder to put on any web host, or one file.

    The page plays without a server and without a network, on a phone too. Its rules come from the
    README.md beside the script. Whoever opens the page can read the compiled rules in it.
    """
    if everything == (game is not None):
        raise click.UsageError("give a GAME, or --all for all bundled games")
    if single is not None and (everything or output is not None):
        raise click.UsageError("--single writes one file: it goes with neither --output nor --all")
    from forthgame.rules.engines import find_engine
    from forthgame.ui.terminal.error_output import prepare_cache

    if engine is not None:
        find_engine(engine)
    prepare_cache()
    if everything:
        _publish_all(output or Path("site"), engine)
        return
    assert game is not None
    from forthgame.ui.publish.page_writer import publish
    from forthgame.ui.publish.site_folder import write_file, write_folder

    page = publish(game, engine=engine)
    if single is not None:
        write_file(single, page.text)
        echo(f"{single} is a page with {page.title}: {_size(page.text)}, open it in a browser")
        return
    folder = output or Path(page.name)
    if is_file(folder / f"{page.name}.4th"):
        raise ForthgameError(f"{folder} is the folder of the script: name another with --output")
    write_folder(folder, page)
    echo(f"{folder} has a page with {page.title}: {_size(page.text)}")
    echo(f"  open {folder}/index.html, or put the folder on a web host")


def _publish_all(folder: Path, engine: str | None) -> None:
    from forthgame.ui.publish.page_writer import publish
    from forthgame.ui.publish.site_folder import HOME, GalleryGame, write_folder, write_gallery
    from forthgame.ui.script_outline import bundled_games, families

    known = families()
    order = [*known]

    def place_of(name: str) -> tuple[int, str]:
        """Return the place of a folder on the first page, and its family."""
        main = name.partition("/")[0]
        return (order.index(main), known[main]) if main in known else (len(order), "More games")

    done: list[GalleryGame] = []
    failed: list[str] = []
    for card in sorted(bundled_games(), key=lambda card: place_of(card.name)[0]):
        try:
            page = publish(card.name, HOME, engine)
        except ForthgameError as error:
            failed.append(card.name)
            echo(f"{card.name} is left out: {error}", err=True)
            continue
        place = card.name.replace("/", "-")
        write_folder(folder / place, page)
        done.append(GalleryGame(card.name, place_of(card.name)[1], place, page))
        echo(f"{card.name}: {_size(page.text)}", err=True)
    write_gallery(folder, done)
    echo(f"{folder} has {len(done)} games")
    if failed:
        raise ForthgameError(f"{len(failed)} games could not be published: {', '.join(failed)}")


def _size(text: str) -> str:
    return f"{len(text.encode()) / 1000:.0f} KB"
