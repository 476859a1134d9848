"""Makes the pictures of README and docs that show the page and the prompt.

`PYTHONPATH=tests python -m serve.pictures [FOLDER]` writes them into `docs/pictures`; it takes a
browser, as the tests do.
"""

from __future__ import annotations

import base64
import contextlib
import io
import re
import shutil
import sys
import tempfile
import time
from pathlib import Path
from unittest import mock

import forthgame
from forthgame.base.source import package_path
from forthgame.draw.text_board import board_lines, legend_line
from forthgame.ui.cli.starting_positions import last_places
from forthgame.ui.terminal.coloured_board import DOT, picture
from serve.site import Page, Site, browser

ROOT = Path(forthgame.__file__).parent.parent
WIDTH, HEIGHT = 1180, 780
PROMPT = 78  # columns
FONTS = re.compile(r"\s*@font-face \{.*?\}", re.DOTALL)


def main() -> None:
    """Make all of them."""
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "docs" / "pictures"
    prompt(folder / "prompt.svg")
    with tempfile.TemporaryDirectory() as scratch:
        mine = Path(scratch, "mine")
        mine.mkdir()
        shutil.copy(package_path("games", "breakthrough", "breakthrough.4th"), mine / "race.4th")
        board = package_path("games", "breakthrough", "breakthrough.board.toml")
        shutil.copy(board, mine / "race.board.toml")
        site = Site(Path(scratch, "tables"), str(mine))
        try:
            with browser(WIDTH, HEIGHT) as page:
                why(site, page, folder / "why.png")
                tournament(site, page, folder / "tournament.png")
        finally:
            site.stop()


def prompt(path: Path) -> None:
    """Show some plies of Connect Four as `forthgame play` prints them."""
    from rich.console import Console

    with mock.patch("sys.stdout", io.StringIO()):
        console = Console(record=True, width=PROMPT, force_terminal=True, color_system="truecolor",
                          highlight=False)  # fmt: skip
        state = forthgame.load("connectfour").new_game(seed=1)
        for move in ["d1", "d2", "c1", "e1"]:
            state.play(move)
        for typed in ("c2", ""):
            lines = board_lines(state.game, state.board, last=last_places(state))
            console.print(picture(state.game, lines, DOT))
            console.print(picture(state.game, [legend_line(state.game, state.board)]))
            console.print(f"Yellow to move ({state.count} moves)> {typed}")
            if typed:
                state.play(typed)
                found = state.search("negamax:depth=8")
                console.print(f"Red (negamax): {found.move}   score {found.score}, depth 8\n")
                state.play(found.move)
    text = console.export_svg(title="forthgame play connectfour")
    path.write_text(FONTS.sub("", text))  # nothing is fetched from elsewhere


def why(site: Site, page: Page, path: Path) -> None:
    """A man that cannot go straight ahead."""
    page.begin(site, "race", White="human", Black="human")
    for start, end in (("c2", "c3"), ("d7", "d6"), ("c3", "d4"), ("d6", "d5")):
        page.until(lambda start=start: start in page.cells("movable"), start)
        page.cell(start)
        page.until(lambda end=end: end in page.cells("goal"), end)
        page.cell(end)
    page.until(lambda: page.plies == 4, "the plies")
    page.click(".tab", "Why")
    page.until(lambda: page.read(".why"), "the view")
    page.cell("d4")
    page.cell("d5")
    page.until(lambda: page.read(".verdict"), "an answer")
    keep(page, path)


def tournament(site: Site, page: Page, path: Path) -> None:
    """Show a running tournament after some games."""
    page.driver.get(site.at("~tournaments"))
    page.driver.refresh()
    page.until(lambda: page.read(".compete"), "the form")
    page.compete({"The game": "race", "Entrant 1": "negamax", "Entrant 2": "uct",
                  "Seconds a move": "0.05", "Games": "40",
                  "Name of its file": "night"})  # fmt: skip
    page.until(lambda: len(page.read(".gamelist[aria-label=Games] button")) > 4, "some games")
    page.until(lambda: page.plies > 20 and "goes on" in page.read(".note")[0], "a game")
    keep(page, path)
    with contextlib.suppress(AssertionError):
        page.click("button", "Stop it")


def keep(page: Page, path: Path) -> None:
    """The window as a picture."""
    page.js("document.activeElement?.blur(); window.scrollTo(0, 0)")
    time.sleep(0.3)
    found = page.driver.execute_cdp_cmd("Page.captureScreenshot", {"format": "png"})
    path.write_bytes(base64.b64decode(found["data"]))


if __name__ == "__main__":
    main()
