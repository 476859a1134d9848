"""Findings from random games: errors, games without moves, pieces that take their own side."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from time import process_time

from forthgame.base.errors import POSITION_LIMIT, STEP_LIMIT, TIME_LIMIT, ScriptError
from forthgame.check.findings import Finding
from forthgame.position.moves import Move
from forthgame.position.new_games import begin
from forthgame.position.playthrough import Playthrough
from forthgame.rules.script import Script
from forthgame.why.answers.explain import explain
from forthgame.why.comparison.named_lines import NamedLines
from forthgame.words.registers import memory_layout as at

GAMES = 2
PLIES = 40
LIMITS = (STEP_LIMIT, TIME_LIMIT, POSITION_LIMIT)


def random_findings(game: Script, lines: NamedLines, until: float) -> Iterator[Finding]:
    """Play random games up to a processor time; yield a finding for the first doubtful event.

    Raises ScriptError if a word exceeds a limit of the script: it would do so in other games too.
    """
    for number in range(GAMES):
        state, random = begin(game, number + 1), Random(number)
        try:
            for ply in range(PLIES):
                over, moves = state.outcome is not None, [*state.moves(after_end=True)]
                if ply == 0 and (over or not moves):
                    yield from _without_moves(state, lines, bool(moves))
                    return
                if over or not moves or process_time() > until:
                    break
                own = next((m for m in moves if lines.asks_owners and _takes_own(state, m)), None)
                if own is not None:
                    yield from _own_piece(state, own, lines)
                    return
                state.play(random.choice(moves))
        except ScriptError as error:
            if error.number in LIMITS:
                raise
            yield from _failure(error, lines)
            return


def _takes_own(state: Playthrough, move: Move) -> bool:
    """Return whether a move is one step of a piece onto another one of the same player."""
    if len(move.actions) != 1 or move.actions[0].kind != at.ACT_MOVE_TAKE:
        return False
    cells = memoryview(state.position.board).cast("i")
    owners = {cells[place] & at.PLAYER_MASK for place in (move.actions[0].a, move.actions[0].b)}
    return (
        owners == {state.turn_cell(1) & at.PLAYER_MASK} and move.actions[0].a != move.actions[0].b
    )


def _own_piece(state: Playthrough, move: Move, lines: NamedLines) -> Iterator[Finding]:
    answer = explain(state, move.text)
    said = answer.answer.partition(": ")[2]
    place = lines.place(said.partition("; ")[2]) or lines.place(said)
    if place is not None:
        yield Finding(
            "FG603",
            f"`{move.text}` takes a piece of {state.player}, who moves: {said}; is that intended?",
            place,
        )


def _without_moves(state: Playthrough, lines: NamedLines, over: bool) -> Iterator[Finding]:
    """Report a game that is over, or in which nobody can move, before the first move."""
    own = next((name for name, (owner, _) in state.board.items() if owner == state.player), None)
    question = "over" if over else own
    answer = "" if question is None else explain(state, question).answer
    place = lines.place(answer)
    if place is not None:
        what = "the game is over" if over else f"{state.player} has no move"
        yield Finding("FG602", f"{what} before the first move: {answer}; is that intended?", place)


def _failure(error: ScriptError, lines: NamedLines) -> Iterator[Finding]:
    places = [error.place, *(call.place for call in error.chain)]
    place = next((p for p in places if p is not None and lines.has(p)), None)
    if place is not None:
        word = (
            f" in `{error.word}`" if error.word and f"`{error.word}`" not in error.message else ""
        )
        yield Finding(
            "FG604",
            f"a random game ends with an error{word}: {error.message}; "
            f"{error.hint or 'correct the word, or test for this case before'}",
            place,
            error.word,
        )
