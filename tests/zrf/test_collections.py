"""Saved games of a collection of rule files, if there is one on this machine.

`FORTHGAME_ZILLIONS` names a folder with rule files (`.zrf`) and saved games (`.zsg`). Each saved
game whose rule file is there must be replayed to its last move.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

import forthgame
from forthgame.base.errors import ScriptError
from forthgame.zrf.saved_games import SavedGame, find_move, read_saved_game
from forthgame.zrf.translation import translate

FOLDER = os.environ.get("FORTHGAME_ZILLIONS", "")
SAVED = sorted(Path(FOLDER).rglob("*.zsg")) if FOLDER else []


def rule_file(saved: SavedGame) -> Path | None:
    """Return the rule file of a saved game, the nearest of several."""
    found = [
        path
        for path in Path(FOLDER).rglob("*")
        if path.name.lower() == saved.rules.lower() and path.is_file()
    ]
    return min(found, key=lambda path: path.parent != saved.path.parent, default=None)


def replayed(saved: SavedGame, rules: Path, folder: Path) -> int:
    """Return how many moves of a saved game can be played."""
    _, translation = translate(rules, saved.variant)
    script = folder / "game.4th"
    script.write_text(translation.text)
    game = translation.context.game
    own = {
        word: name
        for (kind, name), word in translation.context.names.given.items()
        if kind in ("position", "piece", "player")
    }
    state = forthgame.load(script, native=False).new_game(seed=1)

    def number(text: str) -> int | None:
        legal = [" ".join(own.get(w, w) for w in str(m).split()) for m in state.moves()]
        return find_move(text, legal, game.players, game.board.positions)

    for count, move in enumerate(saved.moves):
        found = number(move.text)
        passes = [k for k, each in enumerate(state.moves()) if str(each) == "Pass"]
        if found is None and passes:  # the end of a chain of partial moves is not written
            state.play(state.moves()[passes[0]])
            found = number(move.text)
        if found is None:
            return count
        state.play(state.moves()[found])
    return len(saved.moves)


@pytest.mark.slow
@pytest.mark.skipif(not SAVED, reason="FORTHGAME_ZILLIONS names no folder with saved games")
@pytest.mark.parametrize("path", SAVED, ids=lambda path: path.stem)
def test_a_saved_game_is_replayed(path: Path, tmp_path: Path) -> None:
    saved = read_saved_game(path)
    rules = rule_file(saved)
    if rules is None or saved.setup:
        pytest.skip("its rule file is not there, or it begins from another set-up")
    try:
        assert replayed(saved, rules, tmp_path) == len(saved.moves)
    except ScriptError as error:
        if "a program of its own" in error.message:
            pytest.skip(error.message)
        raise
