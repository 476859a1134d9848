"""Draughts from their rules: every chain of jumps is followed, then the rules choose among them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from copy import deepcopy
from dataclasses import dataclass
from functools import partial

from .base import Oracle, Outcome

Square = tuple[int, int]  # column and row, from 0, row 0 at the bottom
Piece = tuple[str, bool]  # owner, and whether it is a king


@dataclass(frozen=True)
class Rules:
    """The rules that differ between kinds of draughts."""

    size: int = 8
    first: str = "White"  # who begins
    bottom: str = "White"  # the side at the bottom
    men_back: bool = False  # whether men jump backwards
    flying: bool = False
    crowned_on_the_way: bool = False
    kings_safe: bool = False  # from men
    quiet: int = 80
    worth: Callable[[Capture], tuple[int, ...]] = lambda capture: ()


@dataclass(frozen=True)
class Capture:
    """A chain of jumps that has come to its end."""

    source: Square
    target: Square
    taken: tuple[Square, ...]
    kings: tuple[bool, ...]  # of those taken
    king: bool  # who takes
    crowned: bool

    @property
    def met(self) -> int:
        """Return how many jumps come before the first over a king."""
        return self.kings.index(True) if True in self.kings else len(self.kings)


def _most(capture: Capture) -> tuple[int, ...]:
    return (len(capture.taken),)


def _old_french(capture: Capture) -> tuple[int, ...]:
    return len(capture.taken), sum(capture.kings)


def _italian(capture: Capture) -> tuple[int, ...]:
    return len(capture.taken), capture.king, sum(capture.kings), -capture.met


class Draughts(Oracle):
    """A game of draughts."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        top = "Black" if rules.bottom == "White" else "White"
        rows = rules.size // 2 - 1
        self.board: dict[Square, Piece] = {}
        for column in range(rules.size):
            for row in range(rules.size):
                if (column + row) % 2 == 0 and not rows <= row < rules.size - rows:
                    self.board[column, row] = (rules.bottom if row < rows else top, False)
        self._player = rules.first
        self.still = 0
        self._moves: dict[str, tuple[Square, Square, tuple[Square, ...], bool]] | None = None

    # -- moves ----------------------------------------------------------------------------------

    def _ahead(self) -> int:
        return 1 if self._player == self.rules.bottom else -1

    def _ways(self) -> list[Square]:
        """Directions, those ahead first, and the left one of the screen first."""
        ahead = self._ahead()
        return [(-1, ahead), (1, ahead), (-1, -ahead), (1, -ahead)]

    def _on_board(self, square: Square) -> bool:
        return all(0 <= x < self.rules.size for x in square)

    def _last_rank(self, square: Square) -> bool:
        return square[1] == (self.rules.size - 1 if self._ahead() == 1 else 0)

    def _free(self, square: Square, source: Square) -> bool:
        return self._on_board(square) and (square not in self.board or square == source)

    def _jumps(
        self, source: Square, at: Square, way: Square, king: bool, taken: tuple[Square, ...]
    ) -> tuple[Square, list[Square]] | None:
        """Return the piece jumped over from a square in a direction, and the squares of landing."""
        square = (at[0] + way[0], at[1] + way[1])
        while king and self.rules.flying and self._free(square, source):
            square = (square[0] + way[0], square[1] + way[1])
        owner, is_king = self.board.get(square, (self._player, False))
        if owner == self._player or square in taken:
            return None
        if self.rules.kings_safe and is_king and not king:
            return None
        ends = []
        end = (square[0] + way[0], square[1] + way[1])
        while self._free(end, source):
            ends.append(end)
            if not (king and self.rules.flying):
                break
            end = (end[0] + way[0], end[1] + way[1])
        return (square, ends) if ends else None

    def _chains(
        self, source: Square, at: Square, king: bool, taken: tuple[Square, ...]
    ) -> Iterator[Capture]:
        """All chains from a square on, each to its end."""
        was_king = self.board[source][1]
        ways = self._ways() if king or self.rules.men_back else self._ways()[:2]
        for way in ways:
            jump = self._jumps(source, at, way, king, taken)
            if jump is None:
                continue
            so_far = (*taken, jump[0])
            found: list[list[Capture]] = []
            for end in jump[1]:
                now = king or (self.rules.crowned_on_the_way and self._last_rank(end))
                found.append(list(self._chains(source, end, now, so_far)))
            if any(found):
                for chains in found:
                    yield from chains
                continue
            for end in jump[1]:
                crowned = not was_king and (king or self._last_rank(end))
                kings = tuple(self.board[square][1] for square in so_far)
                yield Capture(source, end, so_far, kings, was_king, crowned)

    def _captures(self) -> list[Capture]:
        found: dict[tuple[Square, Square, frozenset[Square]], Capture] = {}
        for source in self._own():
            for capture in self._chains(source, source, self.board[source][1], ()):
                key = source, capture.target, frozenset(capture.taken)
                known = found.get(key)
                if known is not None and self.rules.worth(known) < self.rules.worth(capture):
                    del found[key]
                found.setdefault(key, capture)
        best = max((self.rules.worth(c) for c in found.values()), default=())
        return [c for c in found.values() if self.rules.worth(c) == best]

    def _own(self) -> list[Square]:
        """Squares with pieces of the player to move, from the top left on."""
        own = [s for s, (owner, _) in self.board.items() if owner == self._player]
        return sorted(own, key=lambda square: (-square[1], square[0]))

    def _steps(self) -> Iterator[tuple[Square, Square, bool]]:
        for source in self._own():
            king = self.board[source][1]
            for way in self._ways() if king else self._ways()[:2]:
                target = (source[0] + way[0], source[1] + way[1])
                while self._on_board(target) and target not in self.board:
                    yield source, target, not king and self._last_rank(target)
                    if not (king and self.rules.flying):
                        break
                    target = (target[0] + way[0], target[1] + way[1])

    def _generate(self) -> dict[str, tuple[Square, Square, tuple[Square, ...], bool]]:
        if self._moves is None:
            self._moves = {}
            for c in self._captures():
                text = self._text(c.source, c.target, c.taken, c.crowned)
                self._moves[text] = c.source, c.target, c.taken, c.crowned
            for source, target, crowned in self._steps() if not self._moves else ():
                self._moves[self._text(source, target, (), crowned)] = source, target, (), crowned
        return self._moves

    def _text(
        self, source: Square, target: Square, taken: tuple[Square, ...], crowned: bool
    ) -> str:
        piece = "king" if self.board[source][1] else "man"
        sign = "x" if target == source else "-"  # a chain may end on its first square
        text = f"{piece} {_name(source)} {sign} {_name(target)}"
        text += "".join(f" x {_name(square)}" for square in taken)
        if crowned:
            text += " = king" + (f" on {_name(target)}" if taken else "")
        return text

    # -- the game -------------------------------------------------------------------------------

    @property
    def player(self) -> str:
        """The player about to move."""
        return self._player

    @property
    def outcome(self) -> Outcome | None:
        """A loss without moves, a draw after many quiet moves of kings."""
        if not self._generate():
            return "loss"
        return "draw" if self.still >= self.rules.quiet else None

    def moves(self) -> list[str]:
        """The texts of the legal moves."""
        return list(self._generate())

    def play(self, text: str) -> None:
        """Make a move."""
        known = self._generate()
        if text not in known:
            raise ValueError(text)
        source, target, taken, crowned = known[text]
        owner, king = self.board.pop(source)
        self.still = self.still + 1 if king and not taken else 0
        for square in taken:
            del self.board[square]
        self.board[target] = (owner, king or crowned)
        self._player = "Black" if owner == "White" else "White"
        self._moves = None

    def copy(self) -> Draughts:
        """An independent game at the same point."""
        twin = Draughts.__new__(Draughts)
        twin.__dict__ = {**self.__dict__, "board": deepcopy(self.board)}
        return twin


def _name(square: Square) -> str:
    return f"{'abcdefghij'[square[0]]}{square[1] + 1}"


INTERNATIONAL = Rules(size=10, men_back=True, flying=True, quiet=50, worth=_most)
OLD_FRENCH = Rules(size=10, men_back=True, flying=True, quiet=50, worth=_old_french)
ENGLISH = Rules(first="Black", bottom="Black")
ITALIAN = Rules(first="Black", bottom="Black", kings_safe=True, worth=_italian)
RUSSIAN = Rules(first="Black", bottom="Black", men_back=True, flying=True, crowned_on_the_way=True)

GAMES = {
    "draughts": partial(Draughts, INTERNATIONAL),
    "draughts/old-french": partial(Draughts, OLD_FRENCH),
    "draughts/english": partial(Draughts, ENGLISH),
    "draughts/italian": partial(Draughts, ITALIAN),
    "draughts/russian": partial(Draughts, RUSSIAN),
}
