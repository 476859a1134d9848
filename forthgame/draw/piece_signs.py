"""Piece signs in text drawings: a few characters that show type and owner."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass

from forthgame.base.errors import shortened_names
from forthgame.position.move_texts import piece_letters
from forthgame.position.texts.fen import known_fen
from forthgame.position.texts.texts_file import TextsError, tables_path
from forthgame.rules.declaration.declaration import Declaration
from forthgame.rules.fact_cache import fact
from forthgame.rules.script import Script

FAMILY = re.compile(r"(\D*?)[-_]?(\d+)$")
COUNTED = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
           "eleven", "twelve")  # fmt: skip
NUMBERS = {name: str(number) for number, name in enumerate(COUNTED)} | {"none": "0"}
EXPLAINED = 16  # signs per player in a legend
NEUTRAL = "'"  # follows the small letter of a neutral player's piece


@dataclass(frozen=True)
class Signs:
    """Signs of a game's pieces and players.

    types    sign of each type
    owners   letter of each player, all different
    single   type shown by its player's letter if there is only one kind; else empty
    numbers  types that are counts or dice
    """

    types: dict[str, str]
    owners: dict[str, str]
    single: str
    numbers: frozenset[str]
    competing: tuple[str, ...]
    neutral: frozenset[str]

    def sign(self, player: str, piece: str) -> str:
        owner = self.owners.get(player, "?")
        if piece == self.single:
            return owner.lower() if player in self.neutral else owner
        sign = self.types.get(piece, "?")
        if sign.lower() == sign.upper():  # a sign without upper and lower case
            return sign if player in self.neutral or len(self.competing) < 2 else sign + owner
        if len(self.competing) > 2:
            return sign.upper() + ("" if player in self.neutral else owner.lower())
        if player in self.neutral:
            return sign.lower() + NEUTRAL
        return sign.upper() if player == self.competing[0] else sign.lower()


@fact
def signs_of(game: Script) -> Signs:
    return _signs(game.declaration, _notation_letters(game))


def _notation_letters(game: Script) -> dict[str, str]:
    """Return type letters of the position notation that the game's file declares, as `N` in FEN.

    Empty unless there are several types with distinct letters that are the same for all players.
    """
    if len(game.pieces) < 2:
        return {}
    found: dict[str, str] = {}
    with suppress(TextsError):
        if tables_path(game) is None or not hasattr(known_fen(game), "letters"):
            return {}
        for (_, name), letter in known_fen(game).letters.written.items():
            if found.setdefault(name, letter.lower()) != letter.lower():
                return {}
    alike = len(set(found.values())) < len(found) or set(found) != set(game.pieces)
    return {} if alike or any(len(letter) > 2 for letter in found.values()) else found


def _signs(declared: Declaration, written: dict[str, str]) -> Signs:
    names = [piece.name for piece in declared.pieces]
    found = dict(piece_letters(declared)) | written
    given = {declared.pieces[k - 1].name for k in declared.glyphs} | set(written)
    found |= {name: found[name][:1] for name in given - set(written)}
    numbers = numbers_of(name for name in names if name not in given)
    others = [name for name in names if name not in numbers]
    single = others[0] if len(others) == 1 and others[0] not in given else ""
    found |= {
        name: number if not others or single or name in NUMBERS else name[:1].lower() + number
        for name, number in numbers.items()
    }
    _make_distinct(found, names)
    players = declared.players
    neutral = frozenset(p.name for p in players if p.neutral or p.chance)
    competing = tuple(p.name for p in players if p.name not in neutral)
    return Signs(
        found, _owners([*competing, *neutral]), single, frozenset(numbers), competing, neutral
    )


def numbers_of(names: Iterable[str]) -> dict[str, str]:
    """Return the number of each type in a family such as `s0` … `s20` or `one` … `six`."""
    names = list(names)
    parts = {name: match for name in names if (match := FAMILY.match(name))}
    sizes = Counter(match[1] for match in parts.values())
    found = {name: match[2] for name, match in parts.items() if sizes[match[1]] > 1}
    counted = {name: NUMBERS[name] for name in names if name in NUMBERS}
    return found | (counted if len(counted) > 1 else {})


def _make_distinct(found: dict[str, str], names: list[str]) -> None:
    """Make equal signs distinct: initials of the name's parts, two letters, or a number."""
    taken: set[str] = set()
    for name in names:
        sign = found[name]
        if sign.lower() in taken:
            parts = [part for part in re.split(r"[\W_]+", name) if part]
            longer = ["".join(part[0] for part in parts[:2]), *(name[0] + c for c in name[1:])]
            longer += [f"{name[0]}{k}" for k in range(2, 2 + len(names))]
            # a free number always exists
            sign = next(s.lower() for s in longer if len(s) > 1 and s.lower() not in taken)
            found[name] = sign
        taken.add(sign.lower())


def _owners(players: list[str]) -> dict[str, str]:
    """Return a capital letter or digit for each player, the first free one of the name."""
    found: dict[str, str] = {}
    for number, name in enumerate(players, 1):
        free = (c.upper() for c in name if c.isalnum() and c.upper() not in found.values())
        spare = (
            c
            for c in (*map(str, range(number, 10)), *"ABCDEFGHIJKLMNOPQRSTUVWXYZ#@$%&")
            if c not in found.values()
        )
        found[name] = next(free, None) or next(spare, "?")
        found[name] = found[name][:1]
    return found


def legend(signs: Signs, board: dict[str, tuple[str, str]]) -> list[tuple[str, str]]:
    """Return the meaning of the signs on a board, as texts with the player of each."""
    standing = list(dict.fromkeys(board.values()))
    if signs.single:
        standing += [(player, signs.single) for player in signs.competing]
        standing = list(dict.fromkeys(standing))
    order = {player: k for k, player in enumerate(signs.owners)}
    ranks = {name: k for k, name in enumerate(signs.types)}  # types declared first come first
    standing.sort(key=lambda p: (order.get(p[0], len(order)), ranks.get(p[1], len(ranks))))
    found: list[tuple[str, str]] = []
    for player in dict.fromkeys(player for player, _ in standing):
        pieces = [piece for owner, piece in standing if owner == player]
        named = [
            f"{signs.sign(player, piece)} {piece}" for piece in pieces if piece not in signs.numbers
        ]
        counts = [f"{signs.sign(player, p)} {p}" for p in pieces if p in signs.numbers]
        named += counts[:1] + (["…"] if len(counts) > 2 else []) + counts[1:][-1:]
        if len(named) > EXPLAINED:
            named[EXPLAINED:] = ["…"]
        if named:
            found.append((shortened_names(f"{player}: {', '.join(named)}"), player))
    return found
