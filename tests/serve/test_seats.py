"""Tests of seats: who moves, links to play and to watch, offers, names, coming back."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("starlette", reason="needs the extra `board`")

from forthgame.ui.serve.http_server import PLAYING, WATCHING
from forthgame.ui.serve.page_requests import REQUESTS
from forthgame.ui.tables.seat_holders import LONGEST_NAME, name_of
from forthgame.ui.tables.table_record import SUFFIX, TableRecord
from serve.talking import House, Talk, house, kept, make_hub

pytestmark = pytest.mark.usefixtures("tables_here")


class Party:
    """Ann, who has the token, plays X; Bob came by the link and plays O; Eve watches."""

    def __init__(self, server: House, ann: Talk, table: str) -> None:
        self.server, self.ann, self.table = server, ann, table
        self.bob = server.guest("Bob", table)
        self.bob.ask("sit", player="O")
        self.eve = server.guest("Eve", table, "watch")

    def seen(self, page: Talk) -> dict[str, Any]:
        """The table as a page sees it now."""
        found: dict[str, Any] = page.ask("join", table=self.table)["table"]
        return found

    def play(self, *moves: str) -> None:
        """Ann and Bob move in turn."""
        for ply, move in enumerate(moves):
            assert "error" not in (self.ann, self.bob)[ply % 2].ask("play", at=ply, move=move)


@pytest.fixture
def party(tmp_path: Path) -> Iterator[Party]:
    """A table for two that a third watches."""
    with house(make_hub(tmp_path)) as server:
        ann = server.page("Ann")
        table = ann.sit("tictactoe", X="human", O="open")
        yield Party(server, ann, table)


def test_only_who_sits_there_moves(party: Party, tmp_path: Path) -> None:
    assert "played by Ann" in party.bob.ask("play", at=0, move="a1")["error"]
    assert "error" not in party.ann.ask("play", at=0, move="a1")
    assert "played by Bob" in party.ann.ask("play", at=1, move="b2")["error"]
    assert "error" in party.eve.ask("play", at=1, move="b2")
    assert kept(tmp_path, party.table) == [["X", "X mark a1"]]
    assert "error" not in party.bob.ask("play", at=1, move="b2")


def test_nobody_takes_back_a_move_of_somebody_else(party: Party, tmp_path: Path) -> None:
    party.play("a1", "b2")
    for page in (party.ann, party.bob, party.eve):
        assert "error" in page.ask("undo", at=2)
        assert "error" in page.ask("redo", at=2)
        assert "error" in page.ask("new", at=2)
    assert "error" in party.ann.ask("read", text="")
    assert "error" in party.ann.ask("resign", at=2, player="O")
    assert "error" in party.ann.ask("seat", seats={"O": "random"})
    assert "error" in party.eve.ask("resign", at=2, player="O")
    assert len(kept(tmp_path, party.table)) == 2


def test_each_sees_the_table_with_his_own_seats(party: Party) -> None:
    ann, bob, eve = map(party.seen, (party.ann, party.bob, party.eve))
    assert (ann["yours"], bob["yours"], eve["yours"]) == (["X"], ["O"], [])
    assert (ann["together"], eve["together"]) == (1, 2)
    assert ann["people"] == {"X": {"name": "Ann", "here": True}, "O": {"name": "Bob", "here": True}}
    assert ann["links"] == bob["links"]
    assert list(eve["links"]) == ["watch"]
    keys = json.dumps([ann, eve])
    assert party.server.hub.token not in keys
    assert all(
        holder.key not in keys for holder in party.server.hub.records[party.table].holders.values()
    )


def test_a_guest_enters_half_moves(tmp_path: Path) -> None:
    """Whatever the page requests while somebody plays is allowed."""
    with house(make_hub(tmp_path)) as server:
        ann = server.page("Ann")
        table = ann.sit("draughts", White="open", Black="human")
        bob = server.guest("Bob", table)
        bob.ask("sit", player="White")
        move = bob.moves()[0]
        assert "error" not in bob.ask("figures")
        assert "error" not in bob.ask("half", move=move["text"], action=0)
        assert "error" not in bob.ask("play", at=0, move=move["text"], exact=True)


def test_a_free_seat_is_taken_once(tmp_path: Path) -> None:
    with house(make_hub(tmp_path)) as server:
        ann = server.page("Ann")
        table = ann.sit("tictactoe", X="human", O="open")
        one, two = (server.guest(name, table) for name in ("Bob", "Cid"))
        assert one.ask("join", table=table)["table"]["free"] == ["O"]
        assert "not free" in one.ask("sit", player="X")["error"]
        assert "error" not in one.ask("sit", player="O")
        assert "not free" in two.ask("sit", player="O")["error"]
        ann.ask("play", at=0, move="a1")
        assert "played by Bob" in two.ask("play", at=1, move="b2")["error"]
        assert "do not sit" in two.ask("stand", player="O")["error"]
        assert "error" not in one.ask("stand", player="O")
        assert "error" not in two.ask("play", at=1, move="b2")  # sits down by it
        assert two.ask("join", table=table)["table"]["yours"] == ["O"]


def test_a_player_takes_no_second_seat_by_moving(tmp_path: Path) -> None:
    with house(make_hub(tmp_path)) as server:
        ann = server.page("Ann")
        table = ann.sit("tictactoe", X="human", O="open")
        bob = server.guest("Bob", table)
        ann.ask("play", at=0, move="a1")
        assert "sit down" in ann.ask("play", at=1, move="b2")["error"]
        assert "error" not in bob.ask("sit", player="O")


@pytest.mark.parametrize("kind", ["draw", "takeback", "new"])
@pytest.mark.parametrize("agrees", [True, False])
@pytest.mark.sampled(2)
def test_an_offer_is_answered(party: Party, tmp_path: Path, kind: str, agrees: bool) -> None:
    """Nothing changes before the other agrees; those who watch have no say."""
    party.play("a1", "b2", "c3")
    assert "error" not in party.ann.ask("offer", at=3, kind=kind)
    assert "error" in party.eve.ask("reply", at=3, agrees=True)
    assert "error" in party.eve.ask("offer", at=3, kind=kind)
    assert len(kept(tmp_path, party.table)) == 3
    assert party.seen(party.bob)["offer"] == {
        "kind": kind, "player": "X", "yours": False, "open": True,
    }  # fmt: skip
    assert not party.seen(party.eve)["offer"]["open"]
    assert "error" not in party.bob.ask("reply", at=3, agrees=agrees)
    found = party.seen(party.ann)
    assert found["offer"] == {}
    left = {"draw": 3, "takeback": 2, "new": 0}[kind] if agrees else 3
    assert len(found["plies"]) == left
    assert found["ended"] == ("A draw by agreement" if agrees and kind == "draw" else "")


def test_nobody_accepts_his_own_offer(party: Party) -> None:
    """He withdraws it by answering."""
    party.play("a1", "b2")
    party.ann.ask("offer", at=2, kind="draw")
    assert "error" not in party.ann.ask("reply", at=2, agrees=True)
    assert party.seen(party.bob)["offer"] == {}
    assert not party.seen(party.bob)["over"]


def test_an_offer_ends_with_the_next_move(party: Party) -> None:
    party.play("a1", "b2")
    party.ann.ask("offer", at=2, kind="draw")
    party.ann.ask("play", at=2, move="c3")
    assert "no offer" in party.bob.ask("reply", at=3, agrees=True)["error"]
    assert "continued" in party.bob.ask("reply", at=2, agrees=True)["error"]


def test_two_who_offer_the_same_agree(party: Party) -> None:
    party.play("a1", "b2")
    party.ann.ask("offer", at=2, kind="draw")
    party.bob.ask("offer", at=2, kind="draw")
    assert party.seen(party.ann)["ended"] == "A draw by agreement"
    assert "over" in party.ann.ask("play", at=2, move="c3")["error"]


def test_all_others_have_to_agree(tmp_path: Path) -> None:
    with house(make_hub(tmp_path)) as server:
        ann = server.page("Ann")
        table = ann.sit("splut", South="human", West="open", North="open", East="random")
        bob, cid = (server.guest(name, table) for name in ("Bob", "Cid"))
        bob.ask("sit", player="West")
        cid.ask("sit", player="North")
        ann.ask("play", at=0, move=ann.moves()[0]["text"], exact=True)
        cid.ask("offer", at=1, kind="draw")
        ann.ask("reply", at=1, agrees=True)
        assert not bob.ask("join", table=table)["table"]["over"]
        ann.ask("reply", at=1, agrees=True)  # twice is once
        assert not bob.ask("join", table=table)["table"]["over"]
        bob.ask("reply", at=1, agrees=True)
        assert bob.ask("join", table=table)["table"]["over"]


def test_a_takeback_goes_back_to_the_turn_of_who_asks(party: Party, tmp_path: Path) -> None:
    party.play("a1", "b2", "c3")
    party.bob.ask("offer", at=3, kind="takeback")
    party.ann.ask("reply", at=3, agrees=True)
    assert kept(tmp_path, party.table) == [["X", "X mark a1"]]


def test_a_clock_is_set_before_the_game(party: Party) -> None:
    assert "error" in party.eve.ask("clock", base=60, increment=0)
    assert "error" not in party.bob.ask("clock", base=60, increment=0)
    party.ann.ask("play", at=0, move="a1")
    assert "before the first move" in party.ann.ask("clock", base=600, increment=0)["error"]
    assert party.seen(party.eve)["clock"]["running"] == "O"


def test_somebody_who_is_away_can_be_replaced_by_the_host(party: Party) -> None:
    """Not while he is there, and not by a guest."""
    assert "Bob sits there" in party.ann.ask("seat", seats={"O": "random"})["error"]
    assert "Bob sits there" in party.ann.ask("seat", seats={"O": "open"})["error"]
    party.bob.ask("leave")
    assert "error" in party.eve.ask("seat", seats={"O": "random"})
    assert party.seen(party.ann)["people"]["O"] == {"name": "Bob", "here": False}
    assert "error" not in party.ann.ask("seat", seats={"O": "random"})


def test_a_killed_server_knows_who_sits_where(party: Party, tmp_path: Path) -> None:
    """The links lead to the table again, an offer stands, and nobody gets a seat of somebody."""
    party.play("a1", "b2")
    party.ann.ask("offer", at=2, kind="draw")
    hub = make_hub(tmp_path)
    hub.token = "another token"
    keys = party.server.hub.records[party.table].keys
    with house(hub) as server:
        bob = server.page("Bob", keys["play"], f"play.{party.table}")
        assert bob.ask("join", table=party.table)["table"]["yours"] == ["O"]
        assert "played by Ann" in bob.ask("play", at=2, move="c3")["error"]
        cid = server.page("Cid", "another token")  # the new owner of the server
        found = cid.ask("join", table=party.table)["table"]
        assert (found["yours"], found["free"]) == ([], [])
        assert "error" in cid.ask("play", at=2, move="c3")
        assert "error" not in bob.ask("reply", at=2, agrees=True)
        assert bob.ask("join", table=party.table)["table"]["over"]


def test_a_guest_reaches_one_table(party: Party, tmp_path: Path) -> None:
    """No other table, script, engine or tournament."""
    other = party.ann.ask("open", game="hex")["table"]
    assert "another table" in party.bob.ask("join", table=other)["error"]
    for do in set(REQUESTS) - PLAYING:
        assert "does not allow" in party.bob.ask(do)["error"], do
    for do in set(REQUESTS) - WATCHING:
        assert "does not allow" in party.eve.ask(do)["error"], do
    hello = party.bob.ask("hello")
    assert (hello["games"], hello["tables"]) == ([], [])


def test_a_table_of_an_earlier_version_is_the_hosts(tmp_path: Path) -> None:
    """Without holders in its file, whoever has the token plays all its human seats."""
    document = TableRecord(
        "T", "tictactoe", "tictactoe", {}, {"X": "human", "O": "human"}
    ).document()
    for name in ("holders", "keys", "offer", "agreed"):
        del document[name]
    (tmp_path / f"T{SUFFIX}").write_text(json.dumps(document))
    with house(make_hub(tmp_path)) as server:
        ann = server.page("Ann")
        found = ann.ask("join", table="T")["table"]
        assert found["yours"] == ["X", "O"]
        for ply, move in enumerate(("a1", "b2")):
            assert "error" not in ann.ask("play", at=ply, move=move)
        assert "error" not in ann.ask("undo", at=2)
        assert all(found["links"].values())


@pytest.mark.parametrize(("text", "shown"), [
    ("  Ann\n\tLee ", "Ann Lee"), ("a\u202eb\u200b", "ab"), ("\x1b[31m", "[31m"),
    ("x" * 99, "x" * LONGEST_NAME), ("<b>", "<b>"), ("", ""),
])  # fmt: skip
def test_a_name_is_one_line(text: str, shown: str) -> None:
    assert name_of(text) == shown


def test_a_new_name_is_shown_at_the_seat(party: Party) -> None:
    party.bob.ask("who", secret="Bob".ljust(20, "-"), name="Robert")
    assert party.seen(party.ann)["people"]["O"]["name"] == "Robert"


def test_a_short_secret_is_refused(party: Party) -> None:
    assert "error" in party.bob.ask("who", secret="short", name="Bob")
    assert party.seen(party.bob)["yours"] == ["O"]
