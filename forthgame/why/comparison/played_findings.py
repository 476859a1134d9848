"""Findings from playing: random games, and games whose images differ in a few places."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from random import Random
from time import process_time

from forthgame.base.errors import ForthgameError
from forthgame.base.limits import DEFAULT_LIMITS, ScriptLimits
from forthgame.check.check import CheckReport, check
from forthgame.check.findings import Finding, sorted_findings
from forthgame.why.answers.explain import explain
from forthgame.why.comparison.board_maps import BoardMap, symmetries
from forthgame.why.comparison.named_lines import NamedLines
from forthgame.why.comparison.paired_games import (
    Comparison,
    Difference,
    PairedGames,
    PlayedScript,
)
from forthgame.why.comparison.random_games import random_findings
from forthgame.why.recording.trial import ended_after
from forthgame.why.wording.explanation import Explanation

SECONDS = 1.5  # of processor time, for playing
EXPLAINING = 3.0  # seconds of processor time for the reason of a finding
LONGEST_TURN = 2.0  # seconds of processor time, after which playing ends
RANDOM_SHARE = 0.2  # of the time, for random games
SHARE = 0.45  # of the time that is left, for one map
GAMES = 4
PLIES = 30
MOST_MOVES = 1200  # that are compared for a map
ENOUGH = 3  # differences
# agreement of moves that makes a difference doubtful: for left and right, and for players who
# change sides; for other maps, as a piece may have directions of its own
LEAST_SIDEWAYS, LEAST = 0.75, 0.9
TOLERATED = 0.15  # lower agreement at the beginning of a game
SHORTEST = 150  # moves in which all agree before a difference is doubtful


def check_and_play(name: str | Path, limits: ScriptLimits = DEFAULT_LIMITS) -> CheckReport:
    """Check a script; if it is a game without errors, also play it. Raises as `check` does."""
    report = check(name, limits=limits)
    if report.script is not None and report.script.is_game and not report.failed():
        played = played_findings(report.script.path, limits)
        report.findings[:] = sorted_findings([*report.findings, *played])
    return report


def played_findings(
    path: Path, limits: ScriptLimits = DEFAULT_LIMITS, seconds: float = SECONDS
) -> list[Finding]:
    """Play a script's game at random, then beside its images; return what is doubtful."""
    limits = replace(limits, turn=min(limits.turn or LONGEST_TURN, LONGEST_TURN))
    with suppress(ForthgameError):
        one = PlayedScript(path, native=False, limits=limits)
        declared, started = one.declaration, process_time()
        if any(turn.together for turn in declared.turns):
            return []
        lines = NamedLines(one)
        with ended_after(RANDOM_SHARE * seconds + EXPLAINING):
            found = [*random_findings(one, lines, started + RANDOM_SHARE * seconds)]
        if found or any(player.chance for player in declared.players):
            return found
        pairs = PairedGames(one, PlayedScript(path, native=False, limits=limits))
        return [*_Search(pairs, lines, process_time() + seconds).findings()]
    return []


class _Search:
    """A search for differences, up to a processor time."""

    def __init__(self, pairs: PairedGames, lines: NamedLines, until: float) -> None:
        self.pairs, self.lines, self.until = pairs, lines, until

    def findings(self) -> Iterator[Finding]:
        """Yield a finding for the first map in which a game and its image differ in few places."""
        equal = False  # players who exchange sides have the same moves
        for image in symmetries(self.pairs.one.declaration):
            if process_time() > self.until:
                break
            if equal and image.exchanges:
                continue
            found = self.compared(image)
            equal = equal or (image.exchanges and found.same > 0 and found.agreement == 1)
            for difference in self._doubtful(found):
                finding = self.described(image, difference)
                if finding is not None:
                    yield finding
                    return

    def _doubtful(self, found: Comparison) -> list[Difference]:
        """Return the differences if there are few of them, so that they are doubtful."""
        if found.same < SHORTEST or found.agreement < self._least(found.map):
            return []
        if found.found or not found.map.exchanges:
            return found.found
        differing = {one - other for one, other in found.scores if one != other}
        turned = all(one == -other for one, other in found.scores)
        return found.scored if len(differing) > 1 and turned else []

    def _least(self, image: BoardMap) -> float:
        return LEAST_SIDEWAYS if image.exchanges or image.sideways else LEAST

    def compared(self, image: BoardMap) -> Comparison:
        """Compare some games with their images; fewer if they hardly agree."""
        total, least = Comparison(image), self._least(image)
        until = process_time() + SHARE * (self.until - process_time())
        for number in range(GAMES):
            found = None
            for found in self.pairs.play(image, PLIES, Random(number)):
                if found.agreement < least - TOLERATED or process_time() > until:
                    break
            if found is None:
                break
            total.add(found)
            known = len(total.found) >= ENOUGH and total.same > SHORTEST
            if known or total.agreement < least or total.same > MOST_MOVES:
                break
            if process_time() > until:
                break
        return total

    def described(self, image: BoardMap, difference: Difference) -> Finding | None:
        """Return a finding with the reason that `why` gives, or None if it takes too long."""
        having, lacking = difference.having, difference.lacking
        asked = {"move": (lacking, difference.image), "over": (having, "over")}
        with ended_after(EXPLAINING), suppress(ForthgameError):
            return self._told(
                image, difference, explain(*asked.get(difference.sort, (having, "score")))
            )
        return None

    def _told(self, image: BoardMap, difference: Difference, answer: Explanation) -> Finding | None:
        """Return a finding at the line that an answer names first."""
        having, lacking = difference.having, difference.lacking
        who = [f" of {state.player}" if image.exchanges else "" for state in (having, lacking)]
        turned = f" on the board {image.name}" if image.name else ""
        if difference.sort == "move":
            reason = answer.answer.partition(": ")[2] or answer.answer
            what = (
                f"`{difference.text}`{who[0]} is a legal move, and its image{turned}, "
                f"`{difference.image}`{who[1]}, is not: {reason}"
            )
        elif difference.sort == "over":
            what = (
                f"the result differs in a position{who[0]} and in its image{turned}{who[1]}: "
                f"{answer.answer}"
            )
        else:
            what = (
                f"the evaluation is {difference.text}{who[0]}, and {difference.image}{who[1]} "
                f"for the image of the position{turned}: {answer.answer}"
            )
        place = self.lines.place(answer.answer) or next(
            (p for attempt in answer.attempts if (p := attempt.place)), None
        )
        place = place or self.lines.place(answer.text())
        if place is None:
            return None
        return Finding("FG601", f"{what}; is that intended?", place, "")
