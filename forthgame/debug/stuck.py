"""Why a player has no move at all: how the words that were tried have ended."""

from __future__ import annotations

from forthgame.debug.answer import Attempt, shortened
from forthgame.debug.attempts import Attempts
from forthgame.debug.generation import generated
from forthgame.debug.layout import entries_of
from forthgame.debug.naming import joined, piece_name
from forthgame.debug.question import Question
from forthgame.debug.ran import lines_run
from forthgame.debug.trial import Trial
from forthgame.debug.wording import Wording
from forthgame.game.playthrough import Playthrough

SHOWN = 4  # ends that are told
SHOWN_BETTER = 3
WATCHED = 8  # trials of a word that are watched
ANY = Question("any move", "piece", -1, (), ())


def no_moves(state: Playthrough, wording: Wording) -> list[str]:
    """Where the move words of a turn have ended, those that came farthest first."""
    counts: dict[str, int] = {}

    def watch(trial: Trial) -> bool:
        name = trial.word.name
        counts[name] = counts.get(name, 0) + 1
        return counts[name] <= WATCHED

    with generated(state, watch) as found:
        if not found.trials:
            return ["no move word was tried: the player has no piece that moves, and none to drop"]
        attempts, _ = Attempts(state.game, ANY, wording).of(found.trials)
    times = "once" if len(found.trials) == 1 else f"{len(found.trials)} times"
    lines = [f"there is no move; move words were tried {times}:"]
    for attempt in sorted(attempts, key=_far)[:SHOWN]:
        lines += [f"  {line}" for line in _told(attempt, counts)]
    return lines


def better_types(state: Playthrough, wording: Wording, kind: int) -> list[str]:
    """How the words have ended whose moves would come first, where a type has priorities."""
    ranked = state.game.declaration.priorities
    better = set(ranked[: ranked.index(kind)] if kind in ranked else ranked)
    if not better:
        return []
    counts: dict[str, int] = {}

    def watch(trial: Trial) -> bool:
        counts[trial.word.name] = counts.get(trial.word.name, 0) + (trial.kind in better)
        return trial.kind in better and counts[trial.word.name] <= WATCHED

    with generated(state, watch) as found:
        if found.error is not None:
            return []
        attempts, _ = Attempts(state.game, ANY, wording).of(found.trials)
    lines = ["moves of a better priority would hide it, and these words made none:"]
    for attempt in sorted(attempts, key=_far)[:SHOWN_BETTER]:
        lines += [f"  {line}" for line in _told(attempt, counts)]
    return lines if attempts else []


def failing_lines(state: Playthrough, wording: Wording) -> list[str]:
    """The lines that led to the error with which a generation ends; none where it ends well."""
    with generated(state, lambda _: False) as found:
        failing = found.failing
        if found.error is None or failing is None:
            return []

    key = failing.key()
    with generated(state, lambda trial: trial.key() == key) as found:
        trial = found.failing
        if trial is None or not trial.segments:
            return []
        name = trial.word.name
        places = [trial.word.place] if trial.word.place is not None else []
        places += [part.place for part in entries_of(wording, trial.word)]
        piece, where = piece_name(state.game, trial.piece), wording.position(trial.position)
        told = [f"in `{name}` of {piece} at {where} ({joined(places)})"]
        return told + lines_run(wording, trial.segments, trial.segments[-1])


def _told(attempt: Attempt, counts: dict[str, int]) -> list[str]:
    """An attempt in a line, with the lines that it ran; `counts` is how often words were tried."""
    where = f"{attempt.place}: " if attempt.place else ""
    watched = f" of the first {WATCHED}" if counts.get(attempt.word, 0) > WATCHED else ""
    more = f" (and {len(attempt.twins)} more{watched})" if attempt.twins else ""
    first = (
        f"{where}`{attempt.word}` of {attempt.piece} at {attempt.position}{more}: {attempt.ended}"
    )
    return [shortened(first), *attempt.ran[:1]]


def _far(attempt: Attempt) -> tuple[int, int]:
    """How far an attempt has come, the farthest first."""
    return -len(attempt.path), -len(attempt.tests)
