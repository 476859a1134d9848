"""Explanations, traces, profiles and listings of scripts with something wrong."""

from __future__ import annotations

import random
from itertools import islice
from pathlib import Path

import pytest
from fuzzing.mutate import folder_of_originals, mutants

import forthgame
from forthgame.why.inspection.word_listing import see
from forthgame.why.profiling.profile import profile

STEPS = 3_000_000


def complaint(state: forthgame.State, seed: int) -> str:
    """Return mistakes in the explanations of a position, if there are any."""
    game, draw = state.game, random.Random(seed)
    processor = game.forth.processor
    processor.limit(steps=STEPS)
    try:
        texts = [move.text for move in state.moves()]
    except forthgame.ForthgameError:
        texts = []
    processor.limit()
    if texts and not state.explain(texts[0]).legal:
        return f"{texts[0]} is told to be not legal"
    for question in (draw.choice(game.positions), draw.choice(game.pieces), "Pass"):
        answer = state.explain(question)
        if not answer.text().startswith(answer.answer):
            return f"{question}: {answer.text()}"
    words = game.forth.dictionary.words[game.forth.fence :]
    word = draw.choice([word.name for word in words])
    if game.forth.dictionary.find(word) is not None:
        see(game, word).text()
        list(islice(game.trace(word, state=state), 300))
    return "" if profile(state, steps=5000).steps <= 5000 else "too many steps"


def search(folder: Path, first: int, count: int) -> int:
    """Test so many mutants; return how many of them could be played."""
    folder_of_originals(folder)
    played = 0
    for seed, text in mutants(first, count):
        (folder / "mutant.4th").write_text(text)
        try:
            game = forthgame.load(folder / "mutant.4th", native=False, steps=STEPS)
            game.forth.processor.limit(steps=STEPS)
            state = game.new_game(seed=1)
        except forthgame.ForthgameError:
            continue
        game.forth.processor.limit()
        if not (game.positions and game.pieces):
            continue
        played += 1
        try:
            found = complaint(state, seed)
        except forthgame.ScriptError:
            continue  # the script may fail in a profile or at the end of a game
        assert not found, f"seed {seed}: {found}"
    return played


def test_scripts_with_something_wrong(tmp_path: Path) -> None:
    """Crashes and foreign exceptions do not occur, and legal moves are explained as legal."""
    assert search(tmp_path, 720, 12) > 1


@pytest.mark.slow
def test_many_of_them(tmp_path: Path) -> None:
    """A longer look."""
    assert search(tmp_path, 50_000, 1500) > 100
