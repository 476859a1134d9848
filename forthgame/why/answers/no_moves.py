"""Explains why a player has no move, by the ends of the words that were tried."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from forthgame.position.playthrough import Playthrough
from forthgame.why.answers.attempts import Attempts
from forthgame.why.answers.question import Question
from forthgame.why.inspection.short_texts import joined, piece_name
from forthgame.why.recording.recorded_generation import Generation, recorded_generation
from forthgame.why.recording.trial import Trial
from forthgame.why.wording.executed_lines import executed_lines
from forthgame.why.wording.explanation import Attempt, shortened
from forthgame.why.wording.set_up_notes import entries_of
from forthgame.why.wording.wording import Wording

SHOWN = 4  # ends that are shown
SHOWN_BETTER = 3
WATCHED = 8  # watched trials of a word
ANY = Question("any move", "piece", -1, (), ())


def no_moves(state: Playthrough, wording: Wording) -> list[str]:
    """Describe the ends of a turn's move words, those that came farthest first."""
    found, lines = _ends(state, wording, lambda trial: True, SHOWN)
    if not found.trials:
        return ["no move word was tried: the player has no piece that moves, and none to drop"]
    times = "once" if len(found.trials) == 1 else f"{len(found.trials)} times"
    return [f"there is no move; move words were tried {times}:", *lines]


def better_types(state: Playthrough, wording: Wording, kind: int) -> list[str]:
    """Describe the ends of the words whose moves would have a better priority."""
    ranked = state.game.declaration.priorities
    better = set(ranked[: ranked.index(kind)] if kind in ranked else ranked)
    if not better:
        return []
    found, lines = _ends(state, wording, lambda trial: trial.kind in better, SHOWN_BETTER)
    if found.error is not None or not lines:
        return []
    return ["moves of a better priority would hide it, and these words made none:", *lines]


def _ends(
    state: Playthrough, wording: Wording, wanted: Callable[[Trial], bool], most: int
) -> tuple[Generation, list[str]]:
    """Generate moves, watching the first wanted trials of each word.

    Returns the generation and the ends of the trials that came farthest, at most `most`.
    """
    counts = Counter[str]()

    def watch(trial: Trial) -> bool:
        counts[trial.word.name] += wanted(trial)
        return wanted(trial) and counts[trial.word.name] <= WATCHED

    with recorded_generation(state, watch) as found:
        attempts, _ = Attempts(state.game, ANY, wording).of(found.trials)
    farthest = sorted(attempts, key=_far)[:most]
    return found, [f"  {line}" for attempt in farthest for line in _told(attempt, counts)]


def failing_lines(state: Playthrough, wording: Wording) -> list[str]:
    """Return the lines that led to the error of a generation; empty if there is none."""
    with recorded_generation(state, lambda _: False) as found:
        failing = found.failing
        if found.error is None or failing is None:
            return []

    key = failing.key()
    with recorded_generation(state, lambda trial: trial.key() == key) as found:
        trial = found.failing
        if trial is None or not trial.segments:
            return []
        places = [trial.word.place] if trial.word.place is not None else []
        places += [part.place for part in entries_of(wording, trial.word)]
        piece, where = piece_name(state.game, trial.piece), wording.position(trial.position)
        told = [f"in `{trial.word.name}` of {piece} at {where} ({joined(places)})"]
        return told + executed_lines(wording, trial.segments, trial.segments[-1])


def _told(attempt: Attempt, counts: Counter[str]) -> list[str]:
    """Describe an attempt and the lines it ran; `counts` has the trials of each word."""
    where = f"{attempt.place}: " if attempt.place else ""
    watched = f" of the first {WATCHED}" if counts[attempt.word] > WATCHED else ""
    more = f" (and {len(attempt.twins)} more{watched})" if attempt.twins else ""
    first = (
        f"{where}`{attempt.word}` of {attempt.piece} at {attempt.position}{more}: {attempt.ended}"
    )
    return [shortened(first), *attempt.ran[:1]]


def _far(attempt: Attempt) -> tuple[int, int]:
    """Return a sort key that puts attempts that came farthest first."""
    return -len(attempt.path), -len(attempt.tests)
