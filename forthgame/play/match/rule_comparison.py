"""Compare the rules of scripts, and decide disputes about moves.

If the referee's script was not given, no entrant's script takes precedence. So rules are compared
before the first game, and a move that is legal by one script and illegal by another is judged by
the remaining scripts; if they disagree, the game is void.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random

from forthgame.base.errors import IllegalMove
from forthgame.play.match.answer_timeout import Disturbed
from forthgame.play.match.contestant import FAILURES, Contestant
from forthgame.play.model.limits import Limits

GAMES, PLIES = 4, 60  # random games that are compared, and their longest length
SEED = 1


def rule_difference(one: Contestant, other: Contestant, limits: Limits) -> str:
    """Describe the first difference of two scripts in random games; empty if there is none."""
    names = f"the rules of {one.game.name} and {other.game.name} differ"
    for what, parts in (
        ("positions", [c.game.positions for c in (one, other)]),
        ("players", [c.game.players for c in (one, other)]),
        ("the set-up", [sorted(c.game.set_up) for c in (one, other)]),
    ):
        if parts[0] != parts[1]:
            return f"{names}: {what} are not the same"
    random = Random(SEED)
    partings = (_first_parting(one, other, random, game, limits) for game in range(GAMES))
    return next((f"{names} {parting}" for parting in partings if parting), "")


def _first_parting(
    one: Contestant, other: Contestant, random: Random, seed: int, limits: Limits
) -> str:
    played: list[str] = []
    try:
        for contestant in (one, other):
            contestant.begin(seed, limits)
        for _ in range(PLIES):
            sides = []
            for contestant in (one, other):
                with contestant.patience(limits):
                    state = contestant.state
                    texts = [] if state.outcome else state.moves().texts
                    sides.append((state.player, state.outcome, texts))
            if sides[0][:2] != sides[1][:2]:
                said = " and ".join(f"{outcome or 'goes on'} ({who})" for who, outcome, _ in sides)
                return f"{_moment(played)}: {said}"
            own, others = (set(side[2]) for side in sides)
            only = sorted(own ^ others)
            if only:
                name = (one if only[0] in own else other).game.name
                return f"{_moment(played)}: only {name} has the move {only[0]!r}"
            if not sides[0][2]:
                return ""
            text = random.choice(sorted(own))
            for contestant in (one, other):
                contestant.hear(text, limits)
            played.append(text)
    except FAILURES as error:
        return f"{_moment(played)}: {(str(error).splitlines() or [''])[0]}"
    return ""


def _moment(played: Sequence[str]) -> str:
    return f"after {'; '.join(played)}" if played else "at the start"


def can_continue(
    contestant: Contestant, seed: int, moves: Iterable[tuple[str, str]], limits: Limits
) -> bool:
    """Return whether a script accepts the moves so far and can continue."""
    try:
        _play(contestant, seed, moves, limits)
        with contestant.patience(limits):
            return contestant.state.outcome is not None or contestant.state.count > 0
    except Disturbed:
        raise
    except FAILURES:
        return False


def accepts_move(
    contestant: Contestant, seed: int, moves: Iterable[tuple[str, str]], text: str, limits: Limits
) -> bool | None:
    """Return whether a move is legal by a script after the moves so far; None if it fails."""
    try:
        _play(contestant, seed, moves, limits)
        try:
            contestant.hear(text, limits)
        except IllegalMove:
            return False
        return True
    except Disturbed:
        raise
    except FAILURES:
        return None


def _play(
    contestant: Contestant, seed: int, moves: Iterable[tuple[str, str]], limits: Limits
) -> None:
    contestant.begin(seed, limits)
    for _, text in moves:
        contestant.hear(text, limits)
