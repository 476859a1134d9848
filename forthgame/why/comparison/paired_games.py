"""Play a game and its image side by side, and compare moves, results and evaluations."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random

from forthgame.position.moves import Move
from forthgame.position.new_games import begin
from forthgame.position.playthrough import Playthrough
from forthgame.position.position_record import Position
from forthgame.rules.model import Turn
from forthgame.rules.script import Script
from forthgame.why.comparison.board_maps import BoardMap, MoveKey, identity

EVALUATION = "OnEvaluate"
SEED = 1
Moves = dict[MoveKey, Move]


class PlayedScript(Script):
    """A script whose positions have all that playing and explaining them needs."""

    @property
    def states(self) -> type[Playthrough]:
        return Playthrough


@dataclass
class Difference:
    """A position and its image that differ: in a `move`, in the `over` or in the `score`.

    `lacking` is the state without the move that the state `having` has; the texts are those of the
    move and of its image.
    """

    sort: str
    having: Playthrough
    lacking: Playthrough
    text: str = ""
    image: str = ""


@dataclass
class Comparison:
    """How many moves of a game and its image agree, their evaluations, and the differences.

    `found` has the differences of moves and results, `scored` those of evaluations.
    """

    map: BoardMap
    same: int = 0
    different: int = 0
    scores: list[tuple[int, int]] = field(default_factory=list)
    found: list[Difference] = field(default_factory=list)
    scored: list[Difference] = field(default_factory=list)

    @property
    def agreement(self) -> float:
        return self.same / max(1, self.same + self.different)

    def add(self, other: Comparison) -> None:
        """Add the comparison of another game."""
        self.same += other.same
        self.different += other.different
        self.found += other.found
        self.scores += other.scores
        self.scored += other.scored


class PairedGames:
    """Two machines with one script, which play a game and its image."""

    def __init__(self, one: Script, other: Script) -> None:
        self.one, self.other = one, other
        self.plain = identity(one.declaration)
        word = one.forth.dictionary.find(EVALUATION)
        self.evaluation = None if word is None or word.index < one.forth.fence else word.entry

    def begin(self, image: BoardMap) -> tuple[Playthrough, Playthrough] | None:
        """Return a new game and its image, or None if the set-up or the turns have none."""
        one, other = begin(self.one, SEED), begin(self.other, SEED)
        cells = _cells(one)
        if image.board(cells) != cells:
            return None
        turn = list(memoryview(one.position.turn).cast("i"))
        if image.exchanges:
            start = _start_of(image, one.game.declaration.turns, one.game.declaration.repeat_turn)
            if start is None:
                return None
            first = one.game.declaration.turns[start]
            turn[:4] = [12 * start, first.player, first.for_player, first.of_type]
        bytes_of_turn = b"".join(value.to_bytes(4, "little", signed=True) for value in turn)
        other.position = Position(bytes_of_turn, other.position.board)
        return one, other

    def play(self, image: BoardMap, plies: int, random: Random) -> Iterator[Comparison]:
        """Play a game and yield the comparison after each ply, until the ways part."""
        found = Comparison(image)
        pair = self.begin(image)
        if pair is None:
            return
        one, other = pair
        for _ in range(plies):
            if not self._compare_results(one, other, found):
                yield found
                return
            mine, theirs = _moves(one, image), _moves(other, self.plain)
            if any(image.is_left(actions) for _, actions in mine):
                return
            common = [key for key in mine if key in theirs]
            found.same += len(common)
            found.different += len(mine) + len(theirs) - 2 * len(common)
            self._note(one, other, mine, theirs, found)
            yield found
            if not common:
                return
            key = random.choice(common)
            one.play(mine[key])
            other.play(theirs[key])

    def _compare_results(self, one: Playthrough, other: Playthrough, found: Comparison) -> bool:
        """Compare results and evaluations; return whether both games go on."""
        results = one.outcome, other.outcome
        if (results[0] is None) != (results[1] is None):  # points may favour one player
            over = (one, other) if results[0] is not None else (other, one)
            found.found.append(Difference("over", over[0].copy(), over[1].copy()))
        if results != (None, None):
            return False
        if self.evaluation is not None:
            scores = one.run_here(self.evaluation), other.run_here(self.evaluation)
            found.scores.append(scores)
            if scores[0] != scores[1]:
                texts = [str(score) for score in scores]
                found.scored.append(Difference("score", one.copy(), other.copy(), *texts))
        return True

    def _note(
        self,
        one: Playthrough,
        other: Playthrough,
        mine: Moves,
        theirs: Moves,
        found: Comparison,
    ) -> None:
        """Add the first move of a game if no move of the other one goes the same way.

        Moves that only do something else at the end may depend on the order of a search.
        """
        for having, lacking, moves, against in (
            (one, other, mine, theirs), (other, one, theirs, mine),
        ):  # fmt: skip
            back = found.map if having is one else _inverse(found.map)
            names = _images_of_names(back, having.game)
            ways = {(move.source, move.target) for move in against.values()}
            for key, move in moves.items():
                way = names.get(move.source or "", None), names.get(move.target or "", None)
                if key not in against and way not in ways:
                    image = " ".join(names.get(word, word) for word in move.text.split(" "))
                    found.found.append(
                        Difference("move", having.copy(), lacking.copy(), move.text, image)
                    )
                    break


def _inverse(image: BoardMap) -> BoardMap:
    positions = [0] * len(image.positions)
    for source, target in enumerate(image.positions):
        positions[target] = source
    players = {other: code for code, other in image.players.items()}
    return BoardMap(image.name, tuple(positions), players)


def _images_of_names(image: BoardMap, game: Script) -> dict[str, str]:
    """Return the image of each position and player, by name."""
    declared = game.declaration
    places, players = declared.positions, {p.code: p.name for p in declared.players}
    names = {name: places[image.positions[k]] for k, name in enumerate(places)}
    return names | {players[code]: players[other] for code, other in image.players.items()}


def _cells(state: Playthrough) -> list[int]:
    cells = memoryview(state.position.board).cast("i")
    return cells[: len(state.game.declaration.positions)].tolist()


def _moves(state: Playthrough, image: BoardMap) -> Moves:
    return {image.move(move.type, move.actions): move for move in state.moves()}


def _start_of(image: BoardMap, turns: list[Turn], repeat: int) -> int | None:
    """Return the turn of the other player from which the turn order is the image of itself."""

    def order(start: int) -> Iterator[Turn]:
        for _ in range(2 * len(turns)):
            yield turns[start]
            start = start + 1 if start + 1 < len(turns) else repeat

    def mirrored(turn: Turn) -> Turn:
        codes = [image.players.get(code, code) for code in (turn.player, turn.for_player)]
        return Turn(codes[0], codes[1], turn.of_type, turn.together)

    wanted = [mirrored(turn) for turn in order(0)]
    return next((k for k in range(len(turns)) if [*order(k)] == wanted), None)
