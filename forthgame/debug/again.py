"""A turn's list that comes out otherwise when it is made again, and moves that are played again."""

from __future__ import annotations

from forthgame.debug.generation import Generation
from forthgame.debug.keeping import kept, twin_of
from forthgame.errors import ForthgameError
from forthgame.game.playthrough import Playthrough

NAMED = 8  # moves that an answer names


def cause(found: Generation) -> str:
    """Why it comes out otherwise."""
    if found.draws:
        return "generating moves draws random numbers here"
    return "something that is read outside of the position has changed since the list was made"


def listed_only(asked: str, texts: list[str], found: Generation) -> str:
    """The answer about moves that are in the list and are not made again."""
    if texts == [asked]:
        return f"{asked} is legal, but was not made again: {cause(found)}"
    names = ", ".join(texts[:NAMED]) + (" …" if len(texts) > NAMED else "")
    was = "was" if len(texts) == 1 else "were"
    return f"{asked}: legal is {names}, but {was} not made again: {cause(found)}"


def error_of_playing(state: Playthrough, text: str) -> list[str]:
    """The error with which a move ends that is played, if it does."""
    try:
        with kept(state.game):
            twin = twin_of(state)
            twin.play(text, after_end=True)
            _ = twin.outcome
    except ForthgameError as error:
        return ["playing it ends with an error:", *(f"  {x}" for x in str(error).splitlines())]
    return []
