"""Texts of moves are bounded, however long the names of a script are."""

from __future__ import annotations

from pathlib import Path

import pytest

import forthgame
from forthgame.position import moves

GAME = """{notation}
{{board 2 2 {{grid}} board}}
{{players {{player}} A {{player}} B players}}
{{turn-order {{turn}} A {{turn}} B turn-order}}
: go ( -- ) 3 0 DO from I 1+ move {choice} add-move LOOP ;
{{moves ways {{move}} go moves}}
{{pieces {{piece}} {name} {{moves}} ways pieces}}
{{board-setup {{setup}} A {name} a1 board-setup}}
"""


def game(folder: Path, name: str = "man", notation: str = "", choice: str = "") -> forthgame.Game:
    path = folder / "game.4th"
    pattern = f'{{notation}} "{notation}"' if notation else ""
    named = f'choice" {choice}"' if choice else ""
    path.write_text(GAME.format(name=name, notation=pattern, choice=named))
    return forthgame.load(path, native=False)


def test_a_pattern_has_an_end(tmp_path: Path) -> None:
    assert game(tmp_path, notation="%t" + "y" * 253).new_game().moves()[0].short
    with pytest.raises(forthgame.ScriptError, match="more than 255 characters") as caught:
        game(tmp_path, notation="%t" + "y" * 254)
    assert caught.value.line == 1


def test_a_choice_has_an_end(tmp_path: Path) -> None:
    move = game(tmp_path, choice="y" * 255).new_game().moves()[0]
    assert move.choice == "y" * 255
    with pytest.raises(forthgame.ScriptError, match="more than 255 characters") as caught:
        game(tmp_path, choice="y" * 256)
    assert caught.value.line == 5


def test_the_rest_of_a_short_text_is_left_out(tmp_path: Path) -> None:
    listed = game(tmp_path, name="m" * 400, notation="%t%n%n").new_game().moves()
    assert [move.short for move in listed] == [f"{move.target}{'m' * 253}" for move in listed]


@pytest.mark.parametrize("notation", ["", "%t"])
def test_the_texts_of_a_list_have_an_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, notation: str
) -> None:
    loaded = game(tmp_path, name="m" * 1000, notation=notation)
    count = sum(map(len, loaded.new_game().moves().texts))
    monkeypatch.setattr(moves, "MOST_TEXT", count)
    assert len(loaded.new_game().moves().texts) == 3
    monkeypatch.setattr(moves, "MOST_TEXT", count - 1)
    with pytest.raises(forthgame.ForthgameError, match=f"more than {count - 1} characters"):
        loaded.new_game().find("zzz")


def test_many_texts_of_short_names_are_not_counted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each is bounded by the memory of its move."""
    loaded = game(tmp_path, name="m" * 255)
    monkeypatch.setattr(moves, "MOST_TEXT", 1)
    assert len(loaded.new_game().moves().texts) == 3
