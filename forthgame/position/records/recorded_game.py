"""A recorded game in its game: states at every ply, mistakes, and the record written again."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from forthgame.base.errors import ForthgameError
from forthgame.base.lazy import lazy
from forthgame.position.moves import Move
from forthgame.position.playthrough import Playthrough
from forthgame.position.records.game_tree import OPEN, GameTree, RecordedMove, RecordError, Sides
from forthgame.position.records.move_texts import MoveTexts

Write = Callable[[GameTree], str]
POINTS = {"win": 1.0, "draw": 0.5, "loss": 0.0}


class Step(NamedTuple):
    """A move of a record that was replayed, in the order of the text.

    ply        ply of the move, from 1
    state      the position before the move
    recorded   the move of the record
    move       the legal move, None for a null move or an error
    error      why the move cannot be played, else None
    depth      0 for the main line, 1 for a variation …
    begins     whether the move begins a variation
    after      the position after the move; the one before it if there is an error
    """

    ply: int
    state: Playthrough
    recorded: RecordedMove
    move: Move | None
    error: RecordError | None
    depth: int
    begins: bool
    after: Playthrough


@dataclass(slots=True)
class _Line:
    """A line that is being replayed: its moves, the next one, and the position before it."""

    moves: list[RecordedMove]
    state: Playthrough
    ply: int
    depth: int
    next: int = 0


class RecordedGame:
    """A game of a record: a GameTree with the game that it is played in.

    Errors are found when they are asked for, so reading a large file needs little time. Attributes
    are those of `GameTree`: `tags`, `moves`, `comment`, `result`, `name`, `line`, `number`.
    """

    def __init__(self, tree: GameTree, texts: MoveTexts, write: Write) -> None:
        self.tree, self._texts, self._write = tree, texts, write
        self.name, self.line, self.number = tree.name, tree.line, tree.number
        self.tags, self.moves = tree.tags, tree.moves
        self.comment, self.result = tree.comment, tree.result

    def __repr__(self) -> str:
        return f"<RecordedGame {self.number} of {self.name}, {len(self.moves)} plies>"

    @lazy
    def legal_plies(self) -> int:
        """Number of plies of the main line that can be played. Raises RecordError at the start."""
        return next(
            (step.ply - 1 for step in self.walk() if step.depth == 0 and step.error is not None),
            len(self.moves),
        )

    def start(self) -> Playthrough:
        """Return the position at the beginning. Raises RecordError."""
        if trouble := self._texts.trouble(self.tree):
            raise RecordError(trouble, self.name, self.line)
        try:
            return self._texts.start(self.tree)
        except ForthgameError as error:
            raise RecordError(_message(error), self.name, self.line) from None

    def states(self) -> Iterator[Playthrough]:
        """Yield the position at the beginning and after each move of the main line.

        Raises RecordError at a move that is not legal. A game goes on after its end by the rules,
        as long as there are moves: the players decide when it is over.
        """
        state = self.start()
        yield state.copy()
        for ply, recorded in enumerate(self.moves, 1):
            state = self._played(state, recorded, ply)[0]
            yield state.copy()

    def state(self, ply: int | None = None) -> Playthrough:
        """Return the position after `ply` plies of the main line, by default after all.

        Raises RecordError at a move that is not legal, ValueError if the game has fewer plies.
        """
        if ply is not None and not 0 <= ply <= len(self.moves):
            raise ValueError(f"the game has {len(self.moves)} plies, not {ply}")
        state = self.start()
        for number, recorded in enumerate(self.moves[:ply], 1):
            state = self._played(state, recorded, number)[0]
        return state

    def _played(
        self, state: Playthrough, recorded: RecordedMove, ply: int
    ) -> tuple[Playthrough, Move | None]:
        try:
            return self._texts.played(state, recorded)
        except ForthgameError as error:
            raise RecordError(_message(error), self.name, recorded.line, ply) from None

    def walk(self) -> Iterator[Step]:
        """Yield all moves with their positions, also of variations, in the order of the text.

        A line ends at a move with an error. Raises RecordError if the first position is wrong.
        """
        stack = [_Line(self.moves, self.start(), 1, 0)]
        while stack:
            line = stack[-1]
            if line.next >= len(line.moves):
                stack.pop()
                continue
            recorded, ply, begins = line.moves[line.next], line.ply, line.next == 0
            before = line.state
            line.state, move, error = before.copy(), None, None
            try:
                line.state, move = self._played(line.state, recorded, ply)
            except RecordError as failed:
                error = failed
            line.next = line.next + 1 if error is None else len(line.moves)
            line.ply += 1
            yield Step(ply, before, recorded, move, error, line.depth,
                       begins and line.depth > 0, line.state)  # fmt: skip
            stack.extend(
                _Line(variation, before, ply, line.depth + 1)
                for variation in reversed(recorded.variations)
            )

    @lazy
    def errors(self) -> list[RecordError]:
        """Mistakes in the text, moves that are not legal, and a result against the rules.

        The first access replays the game.
        """
        found = list(self.tree.problems)
        last: Step | None = None
        legal = True
        try:
            for step in self.walk():
                if step.error is not None:
                    found.append(step.error)
                    legal = legal and step.depth > 0
                if step.depth == 0:
                    last = step
            if last is not None and legal:
                found += self._wrong_result(last)
        except RecordError as error:
            found.append(error)
        return sorted(found, key=lambda error: (error.line, error.ply))

    def _wrong_result(self, last: Step) -> Iterator[RecordError]:
        """Yield an error if the rules name a winner at the end, and the record another result."""
        sides, state = self._texts.sides, last.after
        if sides is None or self.result == OPEN:
            return
        found = result_of(sides, state.outcomes())
        if found in ("1-0", "0-1") and self.result != found:
            message = f"the result is {self.result}, but by the rules it is {found}"
            yield RecordError(message, self.name, last.recorded.line, last.ply)

    def check(self) -> None:
        """Raise the first of `errors`, if there is one."""
        for error in self.errors:
            raise error

    def text(self) -> str:
        """Return the record in its format, with its moves written as the format's standard has it.

        Comments, annotations and variations are kept. Raises RecordError at a move that is not
        legal.
        """
        return self._write(rewritten(self, self._texts))


def _message(error: ForthgameError) -> str:
    return error.message if isinstance(error, RecordError) else str(error)


def result_of(sides: Sides, outcomes: dict[str, str]) -> str:
    """Return the result token for the results of two seats."""
    if not {sides.white, sides.black} <= outcomes.keys():
        return OPEN
    white, black = POINTS[outcomes[sides.white]], POINTS[outcomes[sides.black]]
    return "1-0" if white > black else "0-1" if black > white else "1/2-1/2"


def round_of(state: Playthrough) -> int:
    """Return the number of the round in which a position is, from 1."""
    return (state.turn_number - 1) // max(len(state.game.declaration.turns), 1) + 1


def rewritten(record: RecordedGame, texts: MoveTexts) -> GameTree:
    """Return a record's tree with moves in another writing. Raises RecordError."""
    old = record.tree
    tree = GameTree(old.name, old.line, old.number, dict(old.tags), comment=old.comment,
                    result=old.result,
                    round=round_of(record.start()), sides=texts.sides)  # fmt: skip
    lines = [tree.moves]
    for step in record.walk():
        if step.error is not None:
            raise step.error
        given = step.recorded
        text = given.text
        if step.move is not None:
            text = texts.write(step.state, step.move, step.state.moves(after_end=True))
        move = RecordedMove(text, given.line, given.before, given.comment, list(given.nags),
                            step.state.player)  # fmt: skip
        if step.begins:
            del lines[step.depth :]
            lines.append([])
            lines[-2][-1].variations.append(lines[-1])
        else:
            del lines[step.depth + 1 :]
        lines[-1].append(move)
    return tree
