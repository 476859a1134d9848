"""Rule files and saved games of a collection, if there is one on this machine.

`FORTHGAME_ZILLIONS` names a folder with rule files (`.zrf`) and saved games (`.zsg`). Each saved
game whose rule file is there must be replayed to its last move, and all games and variants of each
rule file play the same random games in both tiers.
"""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

import pytest

import forthgame
from forthgame.base.errors import ScriptError
from forthgame.position.records.formats import read_trees
from forthgame.position.records.game_tree import GameTree
from forthgame.position.records.zsg import rules_name
from forthgame.zrf.rule_file import read_rule_file
from tests.zrf.perft import turns

FOLDER = os.environ.get("FORTHGAME_ZILLIONS", "")
RULES = sorted(p for p in Path(FOLDER).rglob("*") if p.suffix.lower() == ".zrf") if FOLDER else []
GAMES, PLIES = 20, 400
LISTS = 40  # plies of a game whose lists of moves are compared
FOREIGN = ("a program of its own", "this file is of edition", "the option")  # other programs' rules
SAVED = sorted(Path(FOLDER).rglob("*.zsg")) if FOLDER else []


def rule_file(path: Path, saved: GameTree) -> Path | None:
    """Return the rule file of a saved game, the nearest of several."""
    wanted = rules_name(saved).lower()
    found = [
        each for each in Path(FOLDER).rglob("*") if each.name.lower() == wanted and each.is_file()
    ]
    return min(found, key=lambda each: each.parent != path.parent, default=None)


TURNS = {  # turns from the first position, as independent programs count them
    ("Checker Games.zrf", "International Checkers"): [9, 81, 658, 4265],
    # its priorities hide a single jump where another piece has a chain: 7 473 at the fifth turn
    ("Checker Games.zrf", "Shashki (Russian Draughts)"): [7, 49, 302, 1469],
    ("Checker Games.zrf", "English Draughts"): [7, 49, 302, 1469, 7361],
    ("CheckersCollection.zrf", "International Checkers"): [9, 81, 658, 4265, 27117],
    ("CheckersCollection.zrf", "Russian Checkers"): [7, 49, 302, 1469, 7482],
    ("CheckersCollection.zrf", "Checkers (English draughts)"): [7, 49, 302, 1469, 7361],
}


@pytest.mark.slow
@pytest.mark.skipif(not RULES, reason="FORTHGAME_ZILLIONS names no folder with rule files")
@pytest.mark.parametrize(("name", "title"), TURNS)
def test_turns_of_known_games_are_counted_right(name: str, title: str) -> None:
    path = next((path for path in RULES if path.name == name), None)
    if path is None:
        pytest.skip("its rule file is not there")
    counts = TURNS[name, title]
    state = forthgame.load(f"{path}#{title}", native=False).new_game()
    assert [turns(state, depth) for depth in range(1, len(counts) + 1)] == counts


@pytest.mark.slow
@pytest.mark.skipif(not SAVED, reason="FORTHGAME_ZILLIONS names no folder with saved games")
@pytest.mark.parametrize("path", SAVED, ids=lambda path: path.stem)
def test_a_saved_game_is_replayed(path: Path) -> None:
    (tree,) = read_trees(path)
    rules = rule_file(path, tree)
    if rules is None:
        pytest.skip("its rule file is not there")
    try:
        game = forthgame.load(f"{rules}#{tree.tags.get('VariantName', '')}", native=False)
    except ScriptError as error:
        if "a program of its own" in error.message:
            pytest.skip(error.message)
        raise
    record = next(game.records(path))
    assert record.errors == []
    assert record.legal_plies == len(tree.moves)


def moves_along_a_game(game: forthgame.Game) -> list[list[str]]:
    """Return the texts of all moves at each ply of a game."""
    state, lists = game.new_game(5), list[list[str]]()
    while len(lists) < LISTS and not state.is_over:
        moves = state.moves()
        lists.append([str(move) for move in moves])
        state.play(moves[(7 * len(lists) + 3) % len(moves)])
    return lists


@pytest.mark.slow
@pytest.mark.skipif(not RULES, reason="FORTHGAME_ZILLIONS names no folder with rule files")
@pytest.mark.parametrize("path", RULES, ids=lambda path: path.stem)
def test_all_games_of_a_file_play_alike_in_both_tiers(path: Path) -> None:
    try:
        titles = read_rule_file(path).titles
    except ScriptError as error:
        pytest.skip(error.message)
    failed = []
    for number, title in enumerate(titles, 1):
        try:
            games = [forthgame.load(f"{path}#{number}", native=native) for native in (False, True)]
            assert games[1].native is not None
            games[1].native.prepare_playouts()
            games[1].native.prepare_calls(wait=True, engines=False)
            lists = [moves_along_a_game(game) for game in games]
            if lists[0] != lists[1]:
                failed.append(f"{title}: the lists of moves differ")
            one, two = (game.playouts(GAMES, seed=3, plies=PLIES) for game in games)
            if replace(one, seconds=0.0) != replace(two, seconds=0.0):
                failed.append(f"{title}: the random games differ")
        except ScriptError as error:
            if not any(reason in error.message for reason in FOREIGN):
                failed.append(f"{title}: {error.message}")
    assert failed == []
