"""Answers of `why` about a script that is written for one question."""

from __future__ import annotations

from pathlib import Path

import forthgame
from forthgame.why.answers.explain import Explanation


def answer(folder: Path, script: str, question: str, after: tuple[str, ...] = ()) -> Explanation:
    """Return the answer of `why` about a script."""
    path = folder / "planted.4th"
    path.write_text(script)
    with forthgame.load(path, native=False) as game:
        state = game.new_game(seed=1)
        for move in after:
            state.play(move)
        before = state.fingerprint
        found = state.explain(question)
        assert state.fingerprint == before
    return found
