"""Describes how all move words of a turn ended: without moves, or with an error."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from forthgame.position.playthrough import Playthrough
from forthgame.why.answers.attempts import Attempts
from forthgame.why.answers.question import Question
from forthgame.why.inspection.short_texts import joined, piece_name
from forthgame.why.recording.recorded_runs import Generation, recorded_generation
from forthgame.why.recording.trial import WordTrial
from forthgame.why.wording.explanation import Attempt, shortened
from forthgame.why.wording.source_notes import entries_of, executed_lines
from forthgame.why.wording.wording import Wording

TRIED = "there is no move; move words were tried"
NONE_TRIED = "no move word was tried: the player has no piece that moves, and none to drop"
ENDS_SHOWN = 4  # ends that are shown
BETTER_SHOWN = 3  # ends of words with a better priority
WATCHED = 8  # watched trials of a word
ANY = Question("any move", "piece", -1, (), ())


def no_moves(state: Playthrough, wording: Wording) -> list[str]:
    """Describe the ends of a turn's move words, those that came farthest first."""
    found, lines = _ends(state, wording, lambda trial: True, ENDS_SHOWN)
    if not found.trials:
        return [NONE_TRIED]
    times = "once" if len(found.trials) == 1 else f"{len(found.trials)} times"
    return [f"{TRIED} {times}:", *lines]


def better_types(state: Playthrough, wording: Wording, kind: int) -> list[str]:
    """Describe the ends of the words whose moves would have a better priority."""
    ranked = state.game.declaration.priorities
    better = set(ranked[: ranked.index(kind)] if kind in ranked else ranked)
    if not better:
        return []
    found, lines = _ends(state, wording, lambda trial: trial.kind in better, BETTER_SHOWN)
    if found.error is not None or not lines:
        return []
    return ["moves of a better priority would hide it, and these words made none:", *lines]


def _ends(
    state: Playthrough, wording: Wording, wanted: Callable[[WordTrial], bool], most: int
) -> tuple[Generation, list[str]]:
    """Generate moves, watching the first wanted trials of each word.

    Returns the generation and the ends of the trials that came farthest, at most `most`.
    """
    counts = Counter[str]()

    def watch(trial: WordTrial) -> bool:
        counts[trial.word.name] += wanted(trial)
        return wanted(trial) and counts[trial.word.name] <= WATCHED

    with recorded_generation(state, watch) as found:
        attempts, _ = Attempts(state.game, ANY, wording).of(found.trials)
    farthest = sorted(attempts, key=_farthest_first)[:most]
    return found, [f"  {line}" for attempt in farthest for line in _attempt_lines(attempt, counts)]


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
        title = [f"in `{trial.word.name}` of {piece} at {where} ({joined(places)})"]
        return title + executed_lines(wording, trial.segments, trial.segments[-1])


def _attempt_lines(attempt: Attempt, counts: Counter[str]) -> list[str]:
    """Describe an attempt and the lines it ran; `counts` has the trials of each word."""
    where = f"{attempt.place}: " if attempt.place else ""
    watched = f" of the first {WATCHED}" if counts[attempt.word] > WATCHED else ""
    more = f" (and {len(attempt.twins)} more{watched})" if attempt.twins else ""
    first = (
        f"{where}`{attempt.word}` of {attempt.piece} at {attempt.position}{more}: {attempt.ended}"
    )
    return [shortened(first), *attempt.ran[:1]]


def _farthest_first(attempt: Attempt) -> tuple[int, int]:
    """Return a sort key that puts attempts that came farthest first."""
    return -len(attempt.path), -len(attempt.tests)
