"""The notations of moves that a game declares, and the moves that a text means in them."""

from __future__ import annotations

from difflib import SequenceMatcher
from string import digits
from typing import TYPE_CHECKING

from forthgame.base import arguments
from forthgame.base.errors import TEXT_SHOWN, AmbiguousMove, IllegalMove, alike, quoted
from forthgame.position.texts.coordinates import Coordinates, Points
from forthgame.position.texts.move_style import LONGEST, NO_MOVE, Notation, Reading
from forthgame.position.texts.san import San
from forthgame.position.texts.square_numbers import SquareNumbers
from forthgame.position.texts.step_lists import StepLists
from forthgame.position.texts.texts_file import TextsError, find_tables, tables_path
from forthgame.rules.fact_cache import fact

if TYPE_CHECKING:
    from forthgame.position.moves import Moves
    from forthgame.rules.script import Script

__all__ = [
    "Notation", "asked_in_notation", "edge_names", "main_notation", "notation_named", "notations",
    "notations_if_any", "number_of", "read_known", "refused", "typed_names",
]  # fmt: skip
SHOWN = 9  # moves that AmbiguousMove lists
MOST_NEAR = 5  # moves that IllegalMove lists
COMPARED = 30  # of those that are about as similar
STYLES: dict[str, type[Notation]] = {
    "coordinates": Coordinates,
    "points": Points,
    "san": San,
    "numbers": SquareNumbers,
    "steps": StepLists,
}


@fact
def notations(game: Script) -> dict[str, Notation]:
    """Return the notations in a game's file by name, cached. Raises TextsError."""
    moves = find_tables(game).table("moves")
    found: dict[str, Notation] = {}
    for name in moves.entries:
        table = moves.table(name)
        style = table.text("style", "coordinates")
        if style not in STYLES:
            raise table.fail(f"there is no style {style!r}: {', '.join(STYLES)}")
        found[name] = STYLES[style](game, table)
    return found


@fact
def notations_if_any(game: Script) -> dict[str, Notation]:
    """Return the notations in a game's file; none without a file. Raises TextsError."""
    return {} if tables_path(game) is None else notations(game)


@fact
def main_notation(game: Script) -> Notation | None:
    """Return the notation that the game's file marks with `main = true`, else the first one."""
    known = list(notations_if_any(game).values())
    return next((one for one in known if one.table.flag("main")), known[0] if known else None)


def typed_names(moves: Moves) -> dict[str, str]:
    """Return names by which people type positions, if it is not by those of the script."""
    return _typed_names(moves._game)


@fact
def _typed_names(game: Script) -> dict[str, str]:
    """Return the names of the main notation if they differ in meaning from those of the script.

    A name of the script may mean another position in the main notation, which goes before it: in
    go, there is no column I.
    """
    notation = main_notation(game)
    if notation is None or notation.names is None:
        return {}
    written, numbers = notation.names.by_number, notation.names.numbers
    changed = any(numbers.get(name, k) != k for k, name in enumerate(game.positions))
    return dict(zip(game.positions, written, strict=True)) if changed else {}


@fact
def edge_names(game: Script) -> dict[str, tuple[str, str]]:
    """Return for each position of a grid the names of its column and row in the main notation.

    It is empty if the notation has the names of the script. Raises TextsError.
    """
    main = main_notation(game)
    files = main.table.text("files", "") if main else ""
    ranks = main.table.text("ranks", "") if main else ""
    if not files and not ranks:
        return {}
    found = {}
    for (row, column), name in game.declaration.first_grid().items():
        letters = name.rstrip(digits)
        found[name] = (
            files[column] if files else letters,
            ranks[row] if ranks else name[len(letters) :],
        )
    return found


def notation_named(game: Script, name: str) -> Notation:
    """Return a notation by name. Raises TextsError."""
    arguments.instance(name, str, "a notation", "a name")
    known = notations(game)
    if name not in known:
        declared = ", ".join(known) or "none"
        raise TextsError(
            f"{game.name} declares no moves as {quoted(name)}; declared are: {declared}"
        )
    return known[name]


# -- reading in any notation ----------------------------------------------------------------------


def read_known(moves: Moves, text: str) -> tuple[Notation, Reading] | None:
    """Return the notation of a text and what it means, None if the text has no notation's form.

    It is the first notation in which the text means one move; else the first in which it means
    several; else the first whose form the text has.
    """
    best: tuple[Notation, Reading] | None = None
    for notation in notations_if_any(moves._game).values():
        reading = notation.read(moves, text)
        if reading is None:
            continue
        if len(reading.numbers) == 1:
            return notation, reading
        if best is None or len(reading.numbers) > len(best[1].numbers) == 0:
            best = notation, reading
    return best


def number_of(moves: Moves, text: str) -> int | None:
    """Return the number of the one move that a text means in a notation, without reading texts.

    Return None for a text that may be a long or short text of the script: the long ones have
    blanks, except Pass.
    """
    game = moves._game
    if " " in text or text.startswith("Pass") or game.declaration.notation:
        return None
    if len(text) <= LONGEST and text not in NO_MOVE:  # usually a move without signs
        for notation in notations_if_any(game).values():
            reading = notation.read_move(moves, text)
            if reading is not None and len(reading.numbers) == 1:
                return reading.numbers[0]
    found = read_known(moves, text)
    return found[1].numbers[0] if found is not None and len(found[1].numbers) == 1 else None


def asked_in_notation(moves: Moves, text: str, player: str) -> str:
    """Return a text that asks about a move, in the names of the script; the same if it is none.

    Raises AmbiguousMove if a text means several moves. Of several pieces that an illegal move may
    mean, the nearest one is asked about.
    """
    found = None if text.strip() in moves._game.positions else read_known(moves, text)
    if found is None:
        return text
    notation, reading = found
    if len(reading.numbers) > 1:
        raise refused(moves, text, player, notation, reading)
    if reading.numbers:
        return moves.text_of(reading.numbers[0])
    return notation.asked(moves, text) or text


def refused(
    moves: Moves, text: str, player: str, notation: Notation, reading: Reading
) -> IllegalMove:
    """Return the error for a text of a notation that means no move or several, in that notation."""
    if reading.numbers:
        texts = [notation.text(moves, k) or moves.text_of(k) for k in reading.numbers]
        if len(set(texts)) < len(texts):
            texts = [moves.text_of(k) for k in reading.numbers]
        shown = texts[:SHOWN]
        return AmbiguousMove(text, player, shown, [*reading.numbers[:SHOWN]], len(texts))
    texts = [own for k in range(len(moves)) if (own := notation.text(moves, k))]
    near = _nearest(text[:TEXT_SHOWN], texts) or texts[:MOST_NEAR]
    return IllegalMove(text, player, near, reason=reading.reason)


def _nearest(text: str, texts: list[str]) -> list[str]:
    """Return the most similar texts; of equally similar ones those with the nearest characters."""
    found = alike(text, dict.fromkeys(texts), COMPARED, 0.3)
    ratios = {own: SequenceMatcher(None, own, text).ratio() for own in found}

    def distance(own: str) -> tuple[float, int]:
        return -ratios[own], sum(abs(ord(a) - ord(b)) for a, b in zip(own, text, strict=False))

    return sorted(found, key=distance)[:MOST_NEAR]
