"""Zones, several boards, positions taken away, and the view."""

from __future__ import annotations

from pathlib import Path

import pytest

import forthgame
from forthgame.draw.text_board import board_text

from .tiers import both

REST = """
{directions -1 0 {direction} n directions}
{players {player} W {player} B players}
{turn-order {turn} W {turn} B turn-order}
"""
PIECES = """
{moves mm {move} step moves}
{pieces {piece} man {moves} mm pieces}
"""
STEP = ": step n verify empty? verify from here move add-move ;"


def load(
    folder: Path, board: str, more: str = "", step: str = STEP, setup: str = ""
) -> forthgame.Game:
    """A small game; `more` comes before the move word."""
    path = folder / "small.4th"
    placed = f"{{board-setup {setup} board-setup}}" if setup else ""
    path.write_text(f"{{board {board} board}}\n{REST}{more}\n{step}\n{PIECES}{placed}\n")
    return forthgame.load(path, native=False)


def texts(game: forthgame.Game) -> list[str]:
    """The moves at the start."""
    return [str(move) for move in game.new_game(seed=1).moves()]


def both_tiers(game: forthgame.Game) -> tuple[int, int]:
    """Return perft(3), interpreted and, in slow runs, as machine code."""
    return game.perft(3), both(Path(game.path))[-1].perft(3)


def test_a_zone_belongs_to_the_player_to_move(tmp_path: Path) -> None:
    zones = "{zones W {zone} goal a2 c2 B {zone} goal b2 ( a comment ) 0 {zone} goal d2 zones}"
    step = ": step n verify empty? verify here goal in-zone-at? verify from here move add-move ;"
    setup = " ".join(f"{{setup}} W man {c}1 {{setup}} B man {c}1" for c in "abcd")
    game = load(
        tmp_path, "3 4 {grid}", zones, step, setup.replace("{setup} B man", "{setup} W man")
    )
    assert texts(game) == ["man a1 - a2", "man c1 - c2", "man d1 - d2"]
    game = load(tmp_path, "3 4 {grid}", zones, step, setup)  # the later set-up counts
    state = game.new_game(seed=1)
    assert state.moves() == []
    game = load(tmp_path, "3 4 {grid}", zones, step,
                "{setup} W man a1 {setup} B man b1 {setup} B man c1 {setup} B man d1")  # fmt: skip
    state = game.new_game(seed=1)
    state.play("man a1 - a2")
    assert [str(move) for move in state.moves()] == ["man b1 - b2", "man d1 - d2"]
    assert len(set(both_tiers(game))) == 1


def test_rows_columns_and_boards_are_ready_zones(tmp_path: Path) -> None:
    step = ": step n verify rank-3 in-zone? file-b in-zone? OR verify from here move add-move ;"
    setup = "{setup} W man a1 {setup} W man b1 {setup} W man a2 {setup} W man Ba1 {setup} W man Bb1"
    game = load(tmp_path, "3 2 {grid} 2 2 {grid}", "", step, setup)
    assert texts(game) == ["man a2 - a3", "man b1 - b2", "man Bb1 - Bb2"]
    board = ": step board-B in-zone? verify n verify from here move add-move ;"
    game = load(tmp_path, "3 2 {grid} 2 2 {grid}", "", board, setup)
    assert texts(game) == ["man Ba1 - Ba2", "man Bb1 - Bb2"]


def test_a_zone_may_name_zones(tmp_path: Path) -> None:
    zones = "{zones 0 {zone} edge file-a file-c 0 {zone} all edge b1 b2 zones}"
    step = ": step n verify here all in-zone-at? verify from here move add-move ;"
    setup = " ".join(f"{{setup}} W man {name}" for name in ("a1", "b1", "c1", "b2"))
    game = load(tmp_path, "3 3 {grid}", zones, step, setup)
    assert texts(game) == ["man a1 - a2", "man b1 x b2", "man c1 - c2"]


def test_own_names_like_those_of_ready_zones_are_the_scripts(tmp_path: Path) -> None:
    game = load(tmp_path, "2 2 {grid} {position} rank-1", "", setup="{setup} W man rank-1")
    assert game.new_game(seed=1).board == {"rank-1": ("W", "man")}
    typed = "{moves mt {move} step {move-type} file-a moves}"
    game = load(tmp_path, "2 2 {grid}", f"{STEP} {typed}", setup="{setup} W man a1")
    assert game.declaration.types == {"file-a": 1}


@pytest.mark.parametrize("number", ["0", "-1", "9", "100000", "2147483647"])
def test_what_is_no_zone_holds_nothing(tmp_path: Path, number: str) -> None:
    zones = "{zones 0 {zone} here-zone a1 a2 zones}"
    step = f": step n verify {number} in-zone? NOT verify -5 here-zone in-zone-at? NOT verify "
    step += "70000 here-zone in-zone-at? NOT verify from here move add-move ;"
    game = load(tmp_path, "2 2 {grid}", zones, step, "{setup} W man a1")
    assert texts(game) == ["man a1 - a2"]


def test_zones_are_given_anew_with_the_board(tmp_path: Path) -> None:
    """A script that loads another may change both; words compiled before use the new ones."""
    (tmp_path / "base.4th").write_text(
        "{board 3 2 {grid} board}" + REST + "{zones 0 {zone} goal a2 zones}\n"
        ": there? goal in-zone? rank-3 in-zone? OR ;\n"
    )
    setup = " ".join(f"{{setup}} W man {name}" for name in ("a1", "b1", "a2", "b3"))
    later = tmp_path / "later.4th"
    later.write_text(
        "LOAD base.4th\n{board 4 2 {grid} board}" + REST + "{zones 0 {zone} goal b2 zones}\n"
        ": step n verify there? verify from here move add-move ;"
        + PIECES + f"{{board-setup {setup} board-setup}}"
    )  # fmt: skip
    assert texts(forthgame.load(later, native=False)) == ["man a2 - a3", "man b1 - b2"]


def test_boards_stand_behind_each_other_and_are_linked_apart(tmp_path: Path) -> None:
    game = load(tmp_path, "2 2 {grid} 1 3 {grid} {position} hand", setup="{setup} W man a1")
    assert game.positions == ["a2", "b2", "a1", "b1", "Ba1", "Bb1", "Bc1", "hand"]
    assert game.declaration.direction_names["n"].links == {2: 0, 3: 1}
    processor = game.forth.processor
    from forthgame.words.registers.memory_layout import SYSTEM_CELLS

    assert [processor.cell(SYSTEM_CELLS[n]) for n in ("$rows", "$columns", "$posCount")] == [
        2,
        2,
        1,
    ]


def test_a_solid_grid_has_planes_and_directions_between_them(tmp_path: Path) -> None:
    up = "{directions 1 0 0 {direction3} up -1 1 1 {direction3} dive directions}"
    game = load(tmp_path, "2 2 2 {grid3}", up, ": step up verify from here move add-move ;",
                "{setup} W man Ab1 {setup} W man Bb1")  # fmt: skip
    assert game.positions == ["Aa2", "Ab2", "Aa1", "Ab1", "Ba2", "Bb2", "Ba1", "Bb1"]
    assert texts(game) == ["man Ab1 x Bb1"]
    assert game.declaration.direction_names["dive"].links == {4: 3}


def test_a_killed_position_is_gone_and_so_are_its_links(tmp_path: Path) -> None:
    game = load(tmp_path, "3 2 {grid} {kill} a2 {kill} b3 {dummy-positions} {position} hand",
                "{directions {link} n b1 hand directions}",
                setup="{setup} W man a1 {setup} W man b1 {setup} W man b2")  # fmt: skip
    assert game.positions == ["a3", "b2", "a1", "b1", "hand"]
    assert game.declaration.direction_names["n"].links == {3: 4}
    assert texts(game) == ["man b1 - hand"]
    assert game.declaration.scan_positions == 4
    assert len(set(both_tiers(game))) == 1
    state = game.new_game(seed=1)
    assert game.position(state.to_text()).board == state.board


def test_the_view_is_drawn_and_changes_no_rule(tmp_path: Path) -> None:
    view = '{view 0 0 40 40 {at} p 80 0 40 40 {at} q "K" {glyph} man view}'
    board = "{position} p {position} q"
    plain = load(tmp_path, board, setup="{setup} W man p")
    before = texts(plain), plain.perft(2)
    path = tmp_path / "viewed.4th"
    path.write_text((tmp_path / "small.4th").read_text() + view)
    game = forthgame.load(path, native=False)
    assert (texts(game), game.perft(2)) == before
    assert game.declaration.places == {0: (0, 0, 40, 40), 1: (80, 0, 40, 40)}
    assert game.declaration.glyphs == {1: "K"}
    assert board_text(game.new_game(seed=1)).split() == ["p:K", "q:."]


def test_boards_are_drawn_below_each_other(tmp_path: Path) -> None:
    game = load(tmp_path, "1 2 {grid} 1 2 {grid} {kill} Ba1", setup="{setup} B man Bb1")
    assert board_text(game.new_game(seed=1)).splitlines() == ["  1  . .", "  1    B", "     a b"]


@pytest.mark.parametrize(
    ("board", "more", "message", "word"),
    [
        ("{position} p 2 2 {grid}", "", "comes before other positions", "{grid}"),
        ("0 2 2 {grid3}", "", "a grid of 0 planes", "{grid3}"),
        ("9 99 99 {grid3}", "", "too large", "{grid3}"),
        ("2 2 {grid} {kill} 7", "", "there is no position 7", "{kill}"),
        ("2 2 {grid}", "{zones 1 {zone} z a1 zones}", "is not a player", "{zone}"),
        ("2 2 {grid}", "{zones W {zone} z a1 a9 zones}", "unknown word 'a9'", "a9"),
        ("2 2 {grid} {kill} a1", "{zones 0 {zone} z a1 zones}", "taken away", "a1"),
        ("2 2 {grid}", "W {zone} z a1", "belongs between {zones and zones}", "{zone}"),
        ("2 2 {grid}", ": x rank-7 in-zone? ;", "unknown word 'rank-7'", "rank-7"),
        ("2 2 {grid}", "{view 0 0 0 5 {at} a1 view}", "both are 1 or more", "{at}"),
        ("2 2 {grid}", "{view {glyph} man view}", "must follow a text", "{glyph}"),
        ("2 2 {grid}", '{view "K', "never closed", '"K'),
        ("2 2 {grid}", '"K"', "unknown word", '"K"'),
        ("2 2 {grid} {kill} a1", "{board-setup {setup} W man a1 board-setup}",
         "unknown position", "a1"),
        ("2 2 {grid}", "{zones " + "".join(f"0 {{zone}} z{k} a1 " for k in range(256)) + "zones}",
         "more than 255 zones", "{zone}"),
    ],
)  # fmt: skip
def test_contradictory_declarations(
    tmp_path: Path, board: str, more: str, message: str, word: str
) -> None:
    if "{glyph}" in more or "board-setup" in more:
        more = f"{STEP}{PIECES}{more}"
    with pytest.raises(forthgame.ScriptError, match=message.replace("{", r"\{")) as caught:
        load(tmp_path, board, more)
    assert caught.value.line > 0
    assert caught.value.word == word


def test_the_checker_knows_zones(tmp_path: Path) -> None:
    from forthgame.check.check import check

    zones = "{zones 0 {zone} used a1 0 {zone} idle a2 zones}"
    step = ": step n verify used in-zone? verify from here move add-move ;"
    load(tmp_path, "2 2 {grid}", zones, step, "{setup} W man b1")
    found = [(f.code, f.word) for f in check(tmp_path / "small.4th").findings]
    assert ("FG518", "idle") in found
    assert ("FG518", "used") not in found


def test_a_row_with_a_number_of_many_digits_is_unknown(tmp_path: Path) -> None:
    with pytest.raises(forthgame.ScriptError, match="unknown word"):
        load(tmp_path, "2 2 {grid}", f": x rank-{'1' * 5000} in-zone? ;")
