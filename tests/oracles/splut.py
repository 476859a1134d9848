"""Splut!, by Tommy De Coninck: four teams or two on a diamond of 41 squares."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import NamedTuple, Self

from .base import Oracle, Outcome

CLEANER = "?Cleaner"

Board = dict[str, "Piece"]  # from the name of a square


class Piece(NamedTuple):
    """A piece of a team."""

    team: str
    kind: str


def _diamond() -> list[str]:
    """The squares, rank by rank from the top, as the players read the board."""
    return [
        f"{'abcdefghi'[file]}{rank}"
        for rank in range(9, 0, -1)
        for file in range(9)
        if abs(file - 4) + abs(rank - 5) <= 4
    ]


SQUARES = _diamond()
WAYS = ((0, 1), (0, -1), (1, 0), (-1, 0))  # north, south, east, west
Way = tuple[int, int]


def _step(square: str, way: Way, times: int = 1) -> str | None:
    """The square so many steps away, if that is on the board."""
    file, rank = "abcdefghi".index(square[0]) + times * way[0], int(square[1]) + times * way[1]
    return f"{'abcdefghi'[file]}{rank}" if abs(file - 4) + abs(rank - 5) <= 4 else None


STEPS = {(square, way): _step(square, way) for square in SQUARES for way in WAYS}

HOMES = {  # stone, wizard, dwarf, troll
    "South": ("e1", "d2", "e2", "f2"),
    "West": ("a5", "b6", "b5", "b4"),
    "North": ("e9", "f8", "e8", "d8"),
    "East": ("i5", "h4", "h5", "h6"),
}


def start(players: tuple[str, ...]) -> Board:
    """The set-up: whole teams for the players, and of the others the stones."""
    return {
        square: Piece(team, kind)
        for team, squares in HOMES.items()
        for kind, square in zip(("stone", "wizard", "dwarf", "troll"), squares, strict=True)
        if team in players or kind == "stone"
    }


@dataclass(frozen=True)
class Situation:
    """The state that the next move depends on, except whose move it is."""

    board: Mapping[str, Piece]
    moved: frozenset[str] = frozenset()  # teams whose stones were moved in this round
    lifted: str | None = None  # the team of the stone levitated in this turn
    let_go: bool = False  # and whether that has ended
    thrown: bool = False  # a throw has ended this turn

    def find(self, team: str, kind: str) -> str | None:
        """The square of a team's piece."""
        return next((s for s, piece in self.board.items() if piece == (team, kind)), None)

    def kind(self, square: str | None) -> str | None:
        """The kind of piece on a square, if any."""
        piece = self.board.get(square) if square is not None else None
        return piece.kind if piece else None

    def free(self, square: str | None) -> bool:
        """Whether a square is on the board and empty."""
        return square is not None and square not in self.board

    def told(self, start: str, end: str) -> str:
        """A step as moves write it: `x` onto a square taken when the move began."""
        return f"{self.board[start].kind} {start} {'x' if end in self.board else '-'} {end}"

    def shifted(self, *steps: tuple[str, str], lifted: str | None = None) -> "Situation":
        """Return the situation after steps made all at once; a wizard may have lifted a
        team's stone.
        """
        board = {s: p for s, p in self.board.items() if s not in {start for start, _ in steps}}
        board |= {end: self.board[start] for start, end in steps}
        stones = {self.board[start].team for start, _ in steps if self.kind(start) == "stone"}
        return replace(
            self,
            board=board,
            moved=self.moved | stones,
            lifted=lifted or self.lifted,
            let_go=lifted is None and self.lifted is not None,
        )


Option = tuple[str, Situation]


def walks(now: Situation, square: str) -> Iterator[Option]:
    """Yield single steps to an empty square."""
    for way in WAYS:
        ahead = STEPS[square, way]
        if ahead is not None and now.free(ahead):
            yield now.told(square, ahead), now.shifted((square, ahead))


def drags(now: Situation, troll: str) -> Iterator[Option]:
    """A troll steps ahead and pulls the stone in its back along."""
    for way in WAYS:
        ahead, behind = STEPS[troll, way], STEPS[troll, (-way[0], -way[1])]
        if ahead is not None and now.free(ahead) and behind and now.kind(behind) == "stone":
            yield (
                f"{now.told(troll, ahead)} {now.told(behind, troll)}",
                now.shifted((troll, ahead), (behind, troll)),
            )


def pushes(now: Situation, dwarf: str) -> Iterator[Option]:
    """A dwarf steps ahead and pushes the whole row in front."""
    for way in WAYS:
        row = [dwarf]
        ahead = STEPS[dwarf, way]
        while ahead is not None and not now.free(ahead):
            row.append(ahead)
            ahead = STEPS[ahead, way]
        if ahead is not None and len(row) > 1:
            steps = list(zip(row, [*row[1:], ahead], strict=True))
            yield " ".join(now.told(*step) for step in reversed(steps)), now.shifted(*steps)


def levitations(now: Situation, wizard: str) -> Iterator[Option]:
    """A wizard steps, and one stone makes the same step."""
    for stone, piece in now.board.items():
        if piece.kind != "stone":
            continue
        if now.lifted is None:
            if piece.team in now.moved:
                continue
        elif now.let_go or piece.team != now.lifted:
            continue
        for way in WAYS:
            ahead, beyond = STEPS[wizard, way], STEPS[stone, way]
            if ahead is None or beyond is None:
                continue
            if ahead == stone and now.free(beyond):
                text = f"{now.told(stone, beyond)} {now.told(wizard, ahead)}"
            elif now.free(ahead) and (now.free(beyond) or beyond == wizard):
                text = f"{now.told(wizard, ahead)} {now.told(stone, beyond)}"
            else:
                continue
            yield text, now.shifted((wizard, ahead), (stone, beyond), lifted=piece.team)


def throws(now: Situation, troll: str) -> Iterator[Option]:
    """A troll steps to a stone and throws it."""
    for way in WAYS:
        stone = STEPS[troll, way]
        if stone is None or now.kind(stone) != "stone":
            continue
        board = {s: p for s, p in now.board.items() if s not in (troll, stone)}
        board[stone] = now.board[troll]
        for flight in WAYS:
            if (landing := fall(board, stone, flight)) != stone:
                yield thrown(now, board, troll, stone, landing)


def fall(board: Board, stone: str, way: Way) -> str:
    """Return the square on which a stone lands that flies over all but wizards, trolls and
    stones.
    """
    landing = stone
    while (ahead := STEPS[landing, way]) is not None:
        hit = board.get(ahead)
        if hit and hit.kind == "wizard":
            return ahead
        if hit and hit.kind != "dwarf":
            break
        landing = ahead
    return landing


def thrown(now: Situation, board: Board, troll: str, stone: str, landing: str) -> Option:
    """Return the throw of a stone to its landing square; the troll has stepped there."""
    victim, team = board.get(landing), now.board[stone].team
    text = now.told(troll, stone)
    if victim:
        text += f" x {landing}"
    text += f" {team} stone {landing}"
    after = board | {landing: Piece(team, "stone")}
    if victim and victim.kind == "wizard":
        for square in SQUARES:  # as they stood before the move
            piece = now.board.get(square)
            if piece in ((victim.team, "dwarf"), (victim.team, "troll")):
                at = stone if square == troll else square
                text += f" x {at}"
                del after[at]
    return text, replace(now, board=after, moved=now.moved | {team}, thrown=True)


class Splut(Oracle):
    """The game of four, or the duel of two; on request with other pieces, or later."""

    def __init__(
        self, duel: bool = False, board: Mapping[str, Piece] | None = None, ply: int = 0
    ) -> None:
        self.players = ("South", "North") if duel else tuple(HOMES)
        self._opening = self._turns((1, 2) if duel else (1, 2, 3, 3))
        self._round = [CLEANER, *self._turns((3,) * len(self.players))]
        self._ply = ply
        self.situation = Situation(start(self.players) if board is None else board)

    def _turns(self, lengths: tuple[int, ...]) -> list[str]:
        return [p for p, n in zip(self.players, lengths, strict=True) for _ in range(n)]

    @property
    def player(self) -> str:
        if self._ply < len(self._opening):
            return self._opening[self._ply]
        return self._round[(self._ply - len(self._opening)) % len(self._round)]

    @property
    def outcome(self) -> Outcome | None:
        alive = [piece.team for piece in self.situation.board.values() if piece.kind == "wizard"]
        if len(alive) > 1 or self.player == CLEANER:
            return None
        return "win" if self.player in alive else "loss"

    def _options(self) -> list[Option]:
        now, player = self.situation, self.player
        if player == CLEANER:
            return [("Pass", replace(now, moved=frozenset()))]
        options: list[Option] = []
        if not now.thrown:
            if wizard := now.find(player, "wizard"):
                options += [*walks(now, wizard), *levitations(now, wizard)]
            if dwarf := now.find(player, "dwarf"):
                options += [*walks(now, dwarf), *pushes(now, dwarf)]
            if troll := now.find(player, "troll"):
                options += [*walks(now, troll), *drags(now, troll), *throws(now, troll)]
        return options or [("Pass", now)]

    def moves(self) -> list[str]:
        return [text for text, _ in self._options()]

    def play(self, text: str) -> None:
        options = dict(self._options())
        if text not in options:
            raise ValueError(text)
        player, self.situation = self.player, options[text]
        self._ply += 1
        if self.player != player:
            self.situation = replace(self.situation, lifted=None, let_go=False, thrown=False)

    def copy(self) -> Self:
        twin = type(self)(duel=len(self.players) == 2, ply=self._ply)
        twin.situation = self.situation
        return twin


def duel() -> Splut:
    """Two players, two neutral teams."""
    return Splut(duel=True)


GAMES = {"splut": Splut, "splut/duel": duel, "splut/random": duel, "splut/general": duel}
COUNTS = {  # counted by this oracle, which was written from the rules alone
    "splut": [3, 9, 70, 210, 1653],
    "splut/duel": [3, 9, 79, 79, 717],
    "splut/random": [3, 9, 79, 79, 717],
    "splut/general": [3, 9, 79, 79, 717],
}
