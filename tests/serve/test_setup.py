"""Setting up a position over the protocol: every change is one of a text, the game stays."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("starlette", reason="needs the extra `board`")

from serve.talking import Talk, make_hub, talking

pytestmark = pytest.mark.usefixtures("tables_here")


def change(page: Talk, made: dict[str, Any] | None, **what: Any) -> dict[str, Any]:
    """The position after a change of one that is being set up, or of the game's."""
    text = {} if made is None else {"text": made["text"]}
    return page.ask("edit", change=what or None, **text)


def test_pieces_are_placed_moved_given_and_taken_off(tmp_path: Path) -> None:
    """The resulting position is played, while the game stayed as it was."""
    with talking(make_hub(tmp_path)) as [page]:
        page.sit("breakthrough")
        made = change(page, None)
        assert made["position"]["count"] == 22
        made = change(page, made, do="clear")
        assert made["position"]["board"] == {}
        made = change(page, made, do="put", player="White", piece="man", position="b3")
        made = change(page, made, do="put", player="White", piece="man", position="c3")
        made = change(page, made, do="owner", position="c3", player="Black")
        made = change(page, made, do="move", **{"from": "c3", "to": "h6"})
        made = change(page, made, do="put", player="Black", piece="man", position="a8")
        made = change(page, made, do="remove", position="a8")
        made = change(page, made, do="turn", number=1)
        assert made["position"]["board"] == {"b3": ["White", "man"], "h6": ["Black", "man"]}
        assert made["position"]["player"] == "Black"
        assert page.ask("view")["position"]["count"] == 22
        assert "error" not in page.ask("read", text=made["text"])
        assert page.ask("view")["position"]["board"] == made["position"]["board"]
        assert "error" not in page.ask("play", at=0, move="h6h5")


def test_values_and_pieces_in_hand(tmp_path: Path) -> None:
    """Values of storage, hands and marks are set by the names in a position's text."""
    with talking(make_hub(tmp_path)) as [page]:
        page.sit("minishogi")
        made = change(page, None)
        keys = {value["key"]: value["value"] for value in made["setup"]["values"]}
        hand = next(key for key in keys if key.endswith(":pawn"))
        made = change(page, made, do="value", key=hand, value=2)
        assert {"key": hand, "value": 2, "kind": "in hand"} in made["setup"]["values"]
        assert made["position"]["hands"][hand.partition(":")[0]]["pawn"] == 2


@pytest.mark.parametrize("wrong", [
    {"do": "put"}, {"do": "put", "player": "X", "piece": "mark", "position": "z9"},
    {"do": "put", "player": "nobody", "piece": "mark", "position": "a1"}, {"do": "fly"}, {},
    {"do": "remove", "position": 7}, {"do": "owner", "position": "a1", "player": "X"},
    {"do": "move", "from": "a1", "to": "a2"}, {"do": "turn", "number": 99},
    {"do": "turn", "number": -1}, {"do": "value", "key": "turn", "value": 1},
    {"do": "value", "key": "a | turn", "value": 1}, {"do": "value", "key": "", "value": 0},
    {"do": "value", "key": "random", "value": 1}, {"do": "value", "key": "x", "value": 1 << 40},
])  # fmt: skip
def test_changes_that_are_none(wrong: dict[str, Any], talk: Talk) -> None:
    """Each gets an error message."""
    assert talk.ask("edit", change=wrong)["error"], wrong
    assert "error" not in talk.ask("edit", change=None)


@pytest.fixture(scope="module")
def talk(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """A page at a table of tic-tac-toe."""
    with talking(make_hub(tmp_path_factory.mktemp("tables"))) as [page]:
        page.sit("tictactoe")
        yield page


def test_texts_that_are_no_position(talk: Talk) -> None:
    """Invalid texts end nothing."""
    for text in ("nonsense", "tictactoe | X:mark@z9", "x" * 50_000):
        assert talk.ask("edit", text=text, change={"do": "clear"})["error"]
    assert talk.ask("edit", change="clear")["error"]
    assert talk.ask("edit", text=9)["error"]


def test_what_was_chosen_in_secret_is_not_set_up(tmp_path: Path) -> None:
    """A position at which others have still to choose cannot be read."""
    with talking(make_hub(tmp_path)) as [page]:
        page.sit("apocalypse")
        page.ask("play", at=0, move=page.moves()[0]["text"], exact=True)
        assert "until all players have chosen" in page.ask("edit", change=None)["error"]


def test_an_impossible_position_can_be_edited_on(tmp_path: Path) -> None:
    """Two kings of a side are reported, and one of them can be taken off again."""
    with talking(make_hub(tmp_path)) as [page]:
        page.sit("chess")
        made = change(page, None, do="put", player="White", piece="king", position="e4")
        assert "there are 2 pieces 'White king'" in made["position"]["trouble"]
        assert "there are 2 pieces" in page.ask("read", text=made["text"])["error"]
        made = change(page, made, do="remove", position="e1")
        assert (made["position"]["trouble"], made["position"]["count"]) == ("", 28)
        made = change(page, made, do="clear")
        assert "there are 0 pieces 'king'" in made["position"]["trouble"]
