"""Addresses of published pages: games that are sent, and what is damaged or hostile."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from forthgame.ui.publish.page_writer import PublishedPage
from tests.publish.test_table_protocol import linked


def joined(page: PublishedPage, folder: Path, address: str) -> tuple[dict[str, Any], str]:
    """Return the table of a page that is opened with an address, and the address afterwards."""
    with linked(page, folder, address) as talk:
        return dict(talk.ask("join")["table"]), str(talk.ask("address")["address"])


def test_a_game_that_is_sent_goes_on(tictactoe: PublishedPage, tmp_path: Path) -> None:
    with linked(tictactoe, tmp_path) as talk:
        talk.ask("seat", seats={"X": "human", "O": "human"})
        for at, place in enumerate(("a1", "b2")):
            talk.ask("play", at=at, move=place, exact=False)
        address = str(talk.ask("address")["address"])
    table, after = joined(tictactoe, tmp_path, address)
    assert ([text for _, text in table["plies"]], table["said"]) == (
        ["X mark a1", "O mark b2"], "",
    )  # fmt: skip
    assert after == address


DAMAGED = [  # and what the page says
    ("#b.7..0-zz-1", "more moves than this game"),  # a move that there is not
    ("#b.7..0-0-0-0-0-0-0-0-0-0", "more moves than this game"),  # after the end
    ("#b.7.9.", "a level"),
    ("#b.7..0.abcdef", "another script"),
    ("#b.7..-", "more moves than this game"),
    ("#b.7..<script>", "damaged"),
    ("#b." + "9" * 400, "damaged"),
    ("#b.7.." + "0-" * 40_000, "damaged"),
    ("#" + "x" * 100_000, ""),
    ("#nonsense", ""),
]


def test_an_address_that_is_damaged_begins_a_game(tictactoe: PublishedPage, tmp_path: Path) -> None:
    """The page says why, and plays."""
    for address, said in (DAMAGED[0], DAMAGED[3], DAMAGED[-1]):
        table, after = joined(tictactoe, tmp_path, address)
        assert said in table["said"], address
        assert bool(said) == bool(table["said"]), address
        assert (table["trouble"], after[:3]) == ("", "#b."), address


def test_a_damaged_address_on_an_open_page_is_named(
    tictactoe: PublishedPage, tmp_path: Path
) -> None:
    """The page can go on with its game, or with the part of the other one that can be played."""
    with linked(tictactoe, tmp_path) as talk:
        talk.ask("seat", seats={"X": "human", "O": "human"})
        for address, said in DAMAGED:
            talk.ask("turn", address=address)
            table = talk.ask("join")["table"]
            assert said in table["said"], address
            assert bool(said) == bool(table["said"]), address
            assert table["trouble"] == "", address
        talk.ask("new")
        assert "error" not in talk.ask("play", at=0, move="a1", exact=False)
