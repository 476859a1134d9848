"""Play whole games by clicking: pieces, targets, menus, buttons."""

from __future__ import annotations

from random import Random

from forthgame.api.game import Game
from serve.clicking import clicked_game
from serve.site import Page


def ended(page: Page) -> bool:
    """Whether the game is over."""
    return bool(page.js("return document.querySelector('.status').classList.contains('won')"))


def play_by_clicking(page: Page, random: Random, most: int, done: int = 0) -> int:
    """Play one random move after the other until the game is over; return the number of plies."""
    while not ended(page):
        assert done < most, f"the game is not over after {most} plies: {page.status}"
        one_move(page, random)
        before = done
        done = page.until(lambda before=before: page.plies if page.plies > before else 0,
                          f"a ply after {before}: {page.status}")  # fmt: skip
        page.until(lambda: ready(page), "the board after a ply")
        done = page.plies  # others may have been played at once
    return done


def play_game(page: Page, game: Game, texts: list[str]) -> None:
    """Enter the moves of a game by their clicks."""
    for ply, text, path, row in clicked_game(game, texts):
        page.until(lambda ply=ply: page.plies == ply and (ply == 0 or ready(page)), f"ply {ply}")
        if not path:
            moves = page.read(".others button")
            page.click(".others button", number=moves.index("Pass") if "Pass" in moves else 0)
        for k, key in enumerate(path):
            if k and (page.plies > ply or sent(page)):  # one of several ways to the same position
                break
            click(page, key)
        else:
            if page.read(".menu button"):
                page.click(".menu button", number=row)
        page.until(lambda ply=ply: page.plies > ply, f"ply {ply + 1}: {text}")


def click(page: Page, key: str) -> None:
    """Click a place, a position or a piece in a hand, as the page's model names it."""
    if key.startswith("="):
        page.cell(key[1:])
        return
    player, piece = key[1:].split("\t")
    page.click(f'.piece.hand[data-player="{player}"][data-piece="{piece}"]')


def ready(page: Page) -> bool:
    """Return whether the board shows the position after the last ply, with its choices."""
    return bool(page.js(
        "const last = [...document.querySelectorAll('.sheet li')].at(-1);"
        "return document.querySelector('.status.won') || "
        "(last && last.querySelector('[aria-current]') && "
        "(document.querySelector('.cell.movable, .cell.goal') || "
        "document.querySelector('.others:not([hidden]) button')))"
    ))  # fmt: skip


def choices(page: Page) -> list[tuple[str, str]]:
    """Return the elements that can be clicked."""
    found = [("from", name) for name in page.cells("movable")]
    found += [("to", name) for name in page.cells("goal")]
    return found or [("button", text) for text in page.read(".others:not([hidden]) button")]


def one_move(page: Page, random: Random) -> None:
    """Click what can be clicked until a move has been sent."""
    for _ in range(60):
        if page.read(".menu button"):
            page.click(".menu button", number=random.randrange(len(page.read(".menu button"))))
        else:
            kind, name = random.choice(page.until(lambda: choices(page), "something to click"))
            if kind == "button":
                page.click(".others button", name)
            else:
                page.cell(name)
        if sent(page):
            return
    raise AssertionError("no move after sixty clicks")


def sent(page: Page) -> bool:
    """Return whether a move is on its way, or has been played."""
    return bool(page.js(
        "return document.querySelector('.board').getAttribute('aria-busy') === 'true' || "
        "!document.querySelector('.board .goal, .board .movable, .menu') || "
        "document.querySelector('.status.won') !== null"
    ))  # fmt: skip
