"""Tests of the panel of rules: README, comments about pieces, and how a lone piece moves."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("starlette", reason="needs the extra `board`")

from forthgame.api.game import load
from forthgame.base.source import find_script
from forthgame.ui.tables.offered_scripts import readme_of
from forthgame.ui.worker import piece_moves
from forthgame.ui.worker.piece_moves import rules
from forthgame.ui.worker.worker_state import WorkerState
from serve.talking import house, make_hub

SCRIPT = """
{board 5 5 {grid} board}
{directions -1 0 {direction} n 0 1 {direction} e 0 -1 {direction} w directions}
{players {player} White {player} Black players}
{turn-order {turn} White {turn} Black turn-order}
: go ( -- ) verify empty? verify from here move add-move ;
: up ( -- ) n go ;
: right ( -- ) e go ;
: fails ( -- ) 0 here 99999 + ! ;
{moves ups {move} up moves}
{moves both {move} up {move} right moves}
{moves failing {move} fails moves}
{pieces {piece} pawn   \\ a forward declaration
pieces}
\\ Goes one step towards the enemy.
{pieces
	\\ Goes ahead.
	{piece} pawn {moves} ups
	{piece} hook {moves} both   \\ Goes ahead or to the right.
	{piece} wall
	{piece} twin {moves} both
	{piece} bad {moves} failing
pieces}
{board-setup {setup} White hook a1 {setup} Black pawn c3 board-setup}
"""


pytestmark = pytest.mark.usefixtures("tables_here")


def of_game(name: str) -> dict[str, Any]:
    """The groups of a bundled game, by their first piece."""
    found = rules(WorkerState(str(find_script(name)), lambda _: None), {})
    return {group["pieces"][0]["name"]: group for group in found["groups"]}


@pytest.mark.parametrize(("game", "counts"), [
    ("chess", {"knight": 8, "bishop": 13, "rook": 14, "queen": 27, "king": 8, "pawn": 2}),
    ("xiangqi", {"general": 4, "advisor": 4, "elephant": 4, "horse": 8, "chariot": 17}),
    ("draughts", {"man": 2, "king": 17}),
    ("hex", {"stone": 0}),
    ("kalah", {"s1": 0}),  # into a hand that is not drawn
])  # fmt: skip
@pytest.mark.sampled(2)
def test_a_lone_piece_goes_where_it_may(game: str, counts: dict[str, int]) -> None:
    """Also a king that has lost by being alone."""
    groups = of_game(game)
    assert {name: len(groups[name].get("targets", ())) for name in counts} == counts


def test_pieces_that_move_alike_share_a_picture(tmp_path: Path) -> None:
    """One that the script cannot move has none; comments are those of the declaration."""
    script = tmp_path / "hooks.4th"
    script.write_text(SCRIPT)
    desk = WorkerState(str(script), lambda _: None)
    found = rules(desk, {})["groups"]
    shown = [([piece["name"] for piece in group["pieces"]], "svg" in group) for group in found]
    assert shown == [
        (["pawn"], True),
        (["hook", "twin"], True),
        (["wall"], False),
        (["bad"], False),
    ]
    comments = {p["name"]: p["comment"] for group in found for p in group["pieces"] if p["comment"]}
    assert comments == {"pawn": "Goes ahead.", "hook": "Goes ahead or to the right."}
    assert found[0]["player"] == "Black"
    assert len(desk.game.new_game(seed=1).board) == 2


def test_a_piece_that_moves_for_ever_has_no_picture(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its lists are stopped, and after some of them it is left out."""
    monkeypatch.setattr(piece_moves, "LIST_SECONDS", 0.02)
    monkeypatch.setattr(piece_moves, "TOGETHER", 0.1)
    monkeypatch.setattr(piece_moves, "SECONDS", 0.0)
    game = load(text=SCRIPT.replace(": up ( -- )", ": up ( -- ) BEGIN 1 WHILE REPEAT"), name="up")
    assert piece_moves.lone_piece(game, "pawn") == {}


def test_a_watcher_reads_the_rules(tmp_path: Path) -> None:
    """The README lies beside the script; tooltips come with the table."""
    script = tmp_path / "mine" / "hooks.4th"
    script.parent.mkdir()
    script.write_text(SCRIPT)
    (script.parent / "README.md").write_text("# Hooks\n\nA *small* game.\n")
    with house(make_hub(tmp_path / "tables", str(script))) as server:
        ann = server.page("Ann")
        table = ann.sit("hooks")
        eve = server.guest("Eve", table, "watch")
        found = eve.ask("rules")
        assert found["readme"].startswith("# Hooks")
        assert len(found["groups"]) == 4
        comments = eve.ask("join", table=table)["table"]["game"]["comments"]
        assert comments["hook"] == "Goes ahead or to the right."


def test_a_readme_is_a_file_of_the_folder(tmp_path: Path) -> None:
    script, secret = tmp_path / "hooks.4th", tmp_path / "secret.txt"
    secret.write_text("secret")
    assert readme_of(script) == ""
    (tmp_path / "README.md").symlink_to(secret)
    assert readme_of(script) == ""
    (tmp_path / "hooks.md").write_bytes(b"own \xff")
    assert readme_of(script) == "own \ufffd"
