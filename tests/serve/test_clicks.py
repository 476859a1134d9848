"""Every legal move can be entered by clicks, and in the way in which players expect it."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest
from library import bare_name, game_scripts

from forthgame.api.game import Game, State, load
from forthgame.base.source import package_path
from serve.clicking import ask, document, sampled
from serve.clumsy_scripts import CLUMSY

SEVERAL = ("backgammon", "bao", "chase", "chess", "draughts/russian", "minishogi", "sokoban",
           "splut/duel", "ur")  # fmt: skip
MATE = "r3k2r/1P6/8/3pP3/8/8/8/R3K2R w KQkq d6 0 1"  # castling, en passant and promotion


pytestmark = pytest.mark.usefixtures("tables_here")


def entered(game: Game, states: list[State]) -> list[str]:
    """Return the moves of some positions that cannot be entered by clicks."""
    documents = [document(state) for state in states]
    return lacking(documents, ask(game, documents))


def lacking(documents: list[dict[str, Any]], answers: list[dict[str, Any]]) -> list[str]:
    """Return the moves for which no clicks were found."""
    return [
        move["text"]
        for given, found in zip(documents, answers, strict=True)
        for move, clicks in zip(given["moves"], found["clicks"], strict=True)
        if clicks is None
    ]


@pytest.mark.sampled(2)
@pytest.mark.parametrize("name", SEVERAL)
def test_every_move_can_be_entered(name: str) -> None:
    game = load(name)
    assert entered(game, list(sampled(game, 4))) == []


STRANGE = (
    "moves that look alike",
    "several at once",
    "odd names",
    "takes only",
    "passes and parts",
)


@pytest.mark.parametrize("name", ["kalah", "pentago", "ur"])
def test_a_script_without_a_board_file(name: str, tmp_path: Path) -> None:
    """A tray beside the board stands for what a board file would hide."""
    shutil.copy(package_path("games", name, f"{name}.4th"), tmp_path)
    game = load(tmp_path / f"{name}.4th")
    assert entered(game, list(sampled(game, 3))) == []


@pytest.mark.slow
@pytest.mark.parametrize("name", [bare_name(path) for path in game_scripts()])
def test_every_move_of_every_game_can_be_entered(name: str) -> None:
    game = load(name)
    assert entered(game, list(sampled(game, 50))) == []


@pytest.mark.parametrize("name", CLUMSY)
@pytest.mark.sampled(10)
def test_every_move_of_a_clumsy_script_can_be_entered(name: str, tmp_path: Path) -> None:
    """Moves that look alike have texts of their own, and different rows in the menu."""
    script = tmp_path / "game.4th"
    script.write_text(CLUMSY[name], encoding="utf-8")
    game = load(script)
    documents = [document(state) for state in sampled(game, 10, seed=3)]
    found = ask(game, documents)
    assert lacking(documents, found) == []
    for rows in (rows for answer in found for rows in answer["menus"]):
        assert len(set(rows)) == len(rows)
        assert not any("another way" in row for row in rows)


def clicked(state: State, *paths: str) -> list[dict[str, Any]]:
    """Return what clicks on a position lead to; each path is a text of places."""
    given = document(state)
    given["clicks"] = [[_key(name) for name in path.split()] for path in paths]
    tried: list[dict[str, Any]] = ask(state.game, [given])[0]["tried"]
    return tried


def _key(name: str) -> str:
    player, _, piece = name.partition(":")
    return f"+{player}\t{piece}" if piece else f"={name}"


def played(state: State, *paths: str) -> list[str]:
    """Return the move that each path plays, or empty texts."""
    return [found.get("play", "") for found in clicked(state, *paths)]


def test_chess_is_clicked_as_everywhere() -> None:
    """Castling by two squares or onto the rook, en passant; a promotion opens a menu."""
    state = load("chess").position(fen=MATE)
    castled = [move.text for move in state.moves() if move.short == "O-O"]
    assert played(state, "e1 g1", "e1 h1", "h1 e1") == 3 * castled
    rook = [move.text for move in state.moves() if move.short == "Rf1"]
    assert played(state, "h1 f1") == rook
    assert played(state, "e5 d6") == ["pawn e5 - d6 x d5"]
    promotion = clicked(state, "b7 b8")[0]
    assert len(promotion["menu"]) == 4


def test_a_piece_with_one_move_waits_for_its_target() -> None:
    state = load("chess").position(fen="4k3/8/8/8/8/8/4P3/4K3 w - - 0 1")
    assert played(state, "e2", "e2 e3") == ["", "pawn e2 - e3"]


def test_another_piece_begins_again() -> None:
    state = load("chess").new_game()
    assert played(state, "e2 d2 d4", "e2 e5 e4", "e2 e2 e4") == ["pawn d2 - d4", "", ""]


def test_sowing_takes_one_click() -> None:
    for name in ("kalah", "oware"):
        state = load(name).new_game()
        assert played(state, "c1")[0].endswith("s4 c1 - hand")


def test_a_direction_opens_a_menu() -> None:
    found = clicked(load("bao").new_game(), "g2")[0]
    assert len(found["menu"]) == 2


def test_a_single_man_is_taken_up_already() -> None:
    """Sokoban: a step, and a push by the man or by the crate."""
    state = load("sokoban").new_game()
    state.play("man d3 - e3")
    push = "crate e4 - e5 man e3 x e4"
    assert played(state, "e2", "e4", "e3 e4") == ["man e3 - e2", push, push]


def test_a_tile_slides_by_one_click() -> None:
    state = load("eight-puzzle").new_game()
    assert played(state, *(move.source or "" for move in state.moves())) == [
        move.text for move in state.moves()
    ]


def test_a_disc_falls_down_its_column() -> None:
    state = load("connectfour").new_game()
    assert played(state, "d6", "d1") == ["Yellow disc d1"] * 2


def test_pairs_come_in_any_order() -> None:
    """A square of quantum tic-tac-toe is one place."""
    state = load("quantum-tictactoe").new_game()
    one, other, corner = played(state, "a9 e5", "d6 c7", "i1 b8")
    assert one == other != ""
    assert corner != ""


def test_pieces_in_hand_come_first() -> None:
    state = load("minishogi").position(fen="4k/5/5/5/K4 b S 1")
    text = next(move.text for move in state.moves() if move.source is None)
    place = text.split()[-1]
    assert played(state, f"White:silver {place}", place) == [text, ""]


def test_an_amazon_shoots_where_she_came_from() -> None:
    state = load("amazons").new_game()
    assert played(state, "d1 d7 d1") == ["amazon d1 - d7 Burnt arrow d1"]


def backgammon(one: str, other: str) -> State:
    """Return the position after White's first throw."""
    state = load("backgammon").new_game()
    state.play(f"= {one} on die-1 = {other} on die-2")
    return state


def test_men_of_backgammon_use_up_the_dice() -> None:
    state = backgammon("three", "one")
    first, die, both = clicked(state, "p8 p5", "die-2 p6 p5", "p8 p5 p6")
    assert first["used"] == ["=die-1"]
    assert first["done"] is not None
    assert die["used"] == ["=die-2"]
    assert both["play"] == "= man on p8 White man p5 = man on p6 White man p5"


def test_one_man_goes_straight_on() -> None:
    """A man on the way could move, too: a second click says that the first man stays there."""
    state = backgammon("six", "five")
    text = "= man on p24 White man p18 = man White man p13"
    assert played(state, "p24 p13", "p24 p18 p13", "p24 p18 p13 p13") == [text, "", text]


def test_ways_to_one_place_are_compared() -> None:
    """Two dice lead one man, or two men, to the same position: the page asks whether they do."""
    state = backgammon("five", "three")
    ways, step = (found["ways"] for found in clicked(state, "p13 p5", "p13 p8"))
    reached = set()
    for text in ways:
        ahead = state.copy()
        ahead.play(text)
        reached.add(ahead.to_text())
    assert len(ways) > 1
    assert len(reached) == 1
    assert step == []


def test_passing_needs_no_place() -> None:
    state = load("go/5x5").new_game()
    found = ask(state.game, [document(state)])[0]
    assert found["beside"] == ["Pass"]
