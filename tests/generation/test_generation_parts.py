"""A game is the same without each part that makes generation fast."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from machines import with_module
from move_words import QUEENS

import forthgame
from forthgame.compile.generation import Optimisation, used, without
from tests.generation.test_many_entries import mixed

# the games whose machine code differs without a part, the one of the quick run first
GAMES = {
    Optimisation.COPIES: (
        "tictactoe",
        "othello",
        "breakthrough",
        "amazons",
        "chess",
        "splut",
        "morris",
    ),
    Optimisation.EACH: (
        "othello",
        "amazons",
        "chess",
        "morris",
        "draughts",
        "ataxx",
        "xiangqi",
        "shogi",
    ),
    Optimisation.RAYS: ("lines-of-action", "morris"),
    Optimisation.LOOP: (
        "breakthrough",
        "othello",
        "amazons",
        "chess",
        "splut",
        "draughts",
        "kalah",
    ),
    Optimisation.STEADY: ("tictactoe", "breakthrough", "connectfour", "clobber", "hex", "yavalath"),
    Optimisation.LEAVES: ("draughts/english", "draughts/italian"),
    Optimisation.COUNTED: ("tictactoe", "clobber", "othello", "hex", "amazons", "morris", "ur"),
    Optimisation.TALLIED: (
        "tictactoe",
        "knightthrough",
        "othello",
        "connectfour",
        "gomoku",
        "pentago",
    ),
    Optimisation.MIXED: ("mixed",),
    Optimisation.MADE: ("tictactoe", "connectfour", "breakthrough", "clobber", "gomoku", "hex"),
    Optimisation.APART: ("queens", "amazons", "morris", "lines-of-action"),
    Optimisation.SCRATCH: ("steps", "turns", "othello", "morris", "tablut"),
}
SHALLOW = {
    "amazons": 1,
    "lines-of-action": 2,
    "chess": 2,
    "splut": 2,
    "draughts": 2,
    "hex": 2,
    "gomoku": 2,
    "tablut": 2,
}
BOARD = """
{board 4 4 {grid} board}
{directions 0 1 {direction} e -1 0 {direction} n directions}
{players {player} X {player} O players}
{turn-order {turn} X {turn} O turn-order}
VARIABLE kept
"""
SET_UP = """
{moves ways {move} go moves}
{pieces {piece} man {moves} ways pieces}
{board-setup {setup} X man a1 {setup} X man c2 {setup} O man a3 {setup} O man b4 board-setup}
"""
WORDS = {  # a variable of one run
    "steps": """: go ( -- ) 0 kept ! BEGIN e verify empty? verify kept ++ from here move add-move
  kept @ 1 > UNTIL ;""",
    "turns": """: go ( -- ) 2 0 DO I kept ! back kept @ IF e ELSE n ENDIF
  IF friend? NOT IF from here move add-move ENDIF ENDIF LOOP ;""",
}

SCRIPTS = {"queens": QUEENS, "mixed": mixed(6, 1)}


def cases() -> Iterator[object]:
    """Return each part with its games, all but the first of which are slow."""
    for part, games in GAMES.items():
        for k, game in enumerate(games):
            mark = pytest.mark.slow if k else ()
            yield pytest.param(part, game, marks=mark, id=f"{part.name.lower()}-{game}")


def code_and_play(script: str | Path, depth: int) -> tuple[str, list[object]]:
    """Return the text of a game's machine code, and the results of playing it."""
    with forthgame.load(script) as game:
        text = with_module(game).text()
        seen: list[object] = [game.perft(k) for k in range(1, depth + 1)]
        random = game.playouts(20, seed=7, plies=80)
        seen += [random.plies, random.results, random.unfinished]
        state = game.new_game(seed=5)
        while not state.is_over and len(state.history) < 12:
            moves = state.moves()
            seen.append([str(move) for move in moves])
            state.play(len(state.history) % len(moves))
        seen.append(state.board)
        return text, seen


@cache
def with_all_parts(script: str, depth: int) -> tuple[str, list[object]]:
    """Return the same for a bundled or a generated game with all parts."""
    return code_and_play(script, depth)


@pytest.mark.parametrize(("part", "game"), [*cases()])
@pytest.mark.sampled(7)
def test_a_game_without_a_part(part: Optimisation, game: str, tmp_path: Path) -> None:
    """The machine code differs, and has the same results."""
    script = game
    if game in WORDS or game in SCRIPTS:
        path = tmp_path / f"{game}.4th"
        path.write_text(BOARD + WORDS[game] + SET_UP if game in WORDS else SCRIPTS[game])
        script = str(path)
    depth = SHALLOW.get(game, 3)
    text, seen = with_all_parts(script, depth)
    with without(part):
        other_text, other_seen = code_and_play(script, depth)
    assert other_text != text
    assert other_seen == seen


def test_without_any_part() -> None:
    with without(*Optimisation):
        assert not any(map(used, Optimisation))
        plain = code_and_play("tictactoe", 4)
    assert all(map(used, Optimisation))
    assert plain[1] == with_all_parts("tictactoe", 4)[1]


def test_parts_are_off_only_inside() -> None:
    with without(Optimisation.LOOP):
        with without(Optimisation.TALLIED):
            assert not used(Optimisation.LOOP)
        assert used(Optimisation.TALLIED)
    assert used(Optimisation.LOOP)
