"""The oracles alone: published counts, and Splut!'s rules one by one on small boards."""

import random

import pytest
from oracles import Breakthrough, ConnectFour, Oracle, Splut, TicTacToe
from oracles.splut import Piece, Situation

# Counted by many others; see the README of each game.
PERFT: list[tuple[type[Oracle], list[int]]] = [
    (TicTacToe, [9, 72, 504, 3024, 15120, 54720]),
    (ConnectFour, [7, 49, 343, 2401]),
    (Breakthrough, [22, 484, 11132]),
]


@pytest.mark.sampled(2)
@pytest.mark.parametrize(("oracle", "counts"), PERFT)
def test_perft(oracle: type[Oracle], counts: list[int]) -> None:
    assert [oracle().perft(depth) for depth in range(1, len(counts) + 1)] == counts


def test_finished_game_has_no_moves_to_count() -> None:
    game = TicTacToe()
    for square in ("a1", "b1", "a2", "b2", "a3"):
        game.play(f"{game.player} mark {square}")
    assert (game.player, game.outcome, game.perft(1)) == ("O", "loss", 0)


def test_full_board_is_a_draw() -> None:
    game = TicTacToe()
    for square in ("b2", "a1", "c1", "a3", "a2", "c2", "b1", "b3", "c3"):
        game.play(f"{game.player} mark {square}")
    assert game.outcome == "draw"


@pytest.mark.parametrize(
    "columns",
    ["aabbccd", "abababa", "abbccdcddgd", "gffeededdad"],
    ids=["row", "column", "up", "down"],
)
def test_four_in_a_row(columns: str) -> None:
    game = ConnectFour()
    for column in columns:
        assert game.outcome is None
        game.play(next(move for move in game.moves() if move.split()[-1][0] == column))
    assert (game.player, game.outcome) == ("Red", "loss")


def test_race_in_breakthrough() -> None:
    game = Breakthrough()
    for white, black in (
        ("a2 - a3", "h7 - h6"),
        ("a3 - a4", "h6 - h5"),
        ("a4 - a5", "h5 - h4"),
        ("b2 - b3", "h4 - g3"),
        ("b3 - b4", "g3 x h2"),
        ("b4 - b5", "h2 x g1"),
    ):
        assert game.outcome is None
        game.play(f"man {white}")
        game.play(f"man {black}")
    assert (game.player, game.outcome) == ("White", "loss")


@pytest.mark.parametrize("oracle", [TicTacToe, ConnectFour, Breakthrough, Splut])
def test_copy_is_independent(oracle: type[Oracle]) -> None:
    game = oracle()
    chance = random.Random(1)
    for _ in range(6):
        before = sorted(game.moves())
        twin = game.copy()
        twin.play(chance.choice(before))
        assert sorted(game.moves()) == before
        game.play(chance.choice(before))


def test_illegal_move_is_refused() -> None:
    for game in (TicTacToe(), ConnectFour(), Breakthrough(), Splut()):
        with pytest.raises(ValueError, match="man z9"):
            game.play("man z9")


# ---- Splut! ----


def test_splut_opening_counts() -> None:
    """The numbers recorded for the original script."""
    game = Splut()
    assert (game.player, len(game.moves())) == ("South", 3)
    game.play("wizard d2 - d3")
    assert (game.player, len(game.moves())) == ("West", 3)
    game.play("troll b4 - c4")
    assert (game.player, len(game.moves())) == ("West", 7)


@pytest.mark.parametrize(("duel", "counts"), [(False, [3, 9, 70, 210]), (True, [3, 9, 79, 79])])
def test_splut_perft(duel: bool, counts: list[int]) -> None:
    """These are our own counts, without another source: script and oracle agree on them."""
    game = Splut(duel=duel)
    assert [game.perft(depth) for depth in range(1, len(counts) + 1)] == counts


def test_splut_turns() -> None:
    game = Splut()
    seen = []
    for _ in range(9 + 13 + 2):
        seen.append(game.player)
        game.play(min(game.moves()))
    a_round = ["?Cleaner"] + [p for p in ("South", "West", "North", "East") for _ in range(3)]
    assert seen[:9] == ["South", "West", "West", *["North"] * 3, *["East"] * 3]
    assert seen[9:] == [*a_round, "?Cleaner", "South"]


# Moves made when South's first whole turn of a duel begins, and when its second move is due.
ALL_THREE, LAST_TWO = 4, 5
OPENING = 6  # how many more moves the opening of four teams has


def splut(pieces: str, ply: int = LAST_TWO, duel: bool = True) -> Splut:
    """Return a game with South to move, on a board given as `South wizard e5, West stone d5`."""
    board = {}
    for item in pieces.split(", "):
        team, kind, square = item.split()
        board[square] = Piece(team, kind)
    game = Splut(duel=duel, board=board, ply=ply if duel else ply + OPENING)
    assert game.player == "South"
    return game


def steps_of(game: Splut, kind: str) -> set[str]:
    """Return the moves that begin with a step of a piece of this kind."""
    return {move for move in game.moves() if move.startswith(kind)}


def throws(game: Splut) -> set[str]:
    """Return the throws, without the square that the troll comes from."""
    return {move.split(" x ", 1)[1] for move in steps_of(game, "troll") if move.split()[2] == "x"}


REST = "North wizard a5, North stone i5"  # enough for the game to go on, and out of the way


def test_dwarf_pushes_a_row() -> None:
    game = splut(f"South wizard e9, South dwarf c5, West stone d5, North troll e5, {REST}")
    assert "troll e5 - f5 stone d5 x e5 dwarf c5 x d5" in game.moves()
    game.play("troll e5 - f5 stone d5 x e5 dwarf c5 x d5")
    assert game.situation.board["f5"] == ("North", "troll")
    assert game.situation.board["e5"] == ("West", "stone")
    assert game.situation.moved == {"West"}


def test_dwarf_pushes_nothing_over_the_edge() -> None:
    game = splut("South wizard e9, South dwarf h5, North stone i5, North wizard a5")
    assert steps_of(game, "dwarf") == {"dwarf h5 - h6", "dwarf h5 - h4", "dwarf h5 - g5"}
    assert steps_of(game, "stone") == set()


def test_troll_drags() -> None:
    game = splut(f"South wizard e9, South troll d5, West stone c5, {REST}")
    assert {"troll d5 - e5", "troll d5 - e5 stone c5 x d5"} <= steps_of(game, "troll")
    assert not any(move.startswith("troll d5 - d6 stone") for move in game.moves())


def test_throw_lands_before_what_stops_it() -> None:
    game = splut(
        "South wizard b6, South troll d5, West stone e5, "
        "North stone h5, North troll e8, North wizard e9"
    )
    assert throws(game) == {
        "e5 West stone e7",  # north, before a troll
        "e5 West stone e1",  # south, before the edge
        "e5 West stone g5",  # east, before a stone
        "e5 West stone a5",  # back, over its former square
    }


def test_throw_may_land_where_the_troll_was() -> None:
    game = splut("South wizard e9, South troll a5, West stone b5, North wizard i5, North stone h5")
    assert "b5 West stone a5" in throws(game)
    game.play("troll a5 x b5 West stone a5")
    assert game.situation.board["a5"] == ("West", "stone")
    assert game.situation.board["b5"] == ("South", "troll")


def test_throw_flies_over_dwarves_and_kills_where_it_lands() -> None:
    game = splut(
        "South wizard a5, South troll d2, South stone d3, South dwarf d5, "
        "North dwarf d7, North troll d8, North wizard i5, North stone h5"
    )
    game.play("troll d2 x d3 x d7 South stone d7")
    assert game.situation.board["d5"] == ("South", "dwarf")
    assert game.situation.board["d7"] == ("South", "stone")
    assert game.moves() == ["Pass"]


def test_throw_needs_room() -> None:
    game = splut("South wizard a5, South troll e3, West stone e2, North wizard i5, North stone e1")
    assert throws(game) == {"e2 West stone d2", "e2 West stone f2", "e2 West stone e9"}


def test_hit_wizard_takes_his_team_along() -> None:
    game = splut(
        "South wizard a5, South troll e3, South stone e4, "
        "North wizard e8, North dwarf d8, North troll f8, North stone e9, East wizard i5",
        duel=False,
    )
    game.play("troll e3 x e4 x e8 South stone e8 x d8 x f8")
    assert {s for s, p in game.situation.board.items() if p.team == "North"} == {"e9"}
    assert game.outcome is None
    while game.player != "North":
        game.play(min(game.moves()))
    assert game.moves() == ["Pass"]


def test_own_wizard_may_be_hit_and_the_thrower_leaves_too() -> None:
    game = splut(f"South wizard e8, South troll e3, South dwarf d3, South stone e4, {REST}")
    game.play("troll e3 x e4 x e8 South stone e8 x d3 x e4")
    assert {p for p in game.situation.board.values() if p.team == "South"} == {("South", "stone")}
    assert (game.player, game.outcome) == ("South", "loss")


def test_last_wizard_wins_at_once() -> None:
    game = splut("South wizard a5, South troll e3, South stone e4, North wizard e8, North stone d8")
    game.play("troll e3 x e4 x e8 South stone e8")
    assert (game.player, game.outcome) == ("South", "win")


def test_throw_ends_the_turn_but_not_the_next_players() -> None:
    game = splut(f"South wizard e9, South troll d5, West stone e5, {REST}")
    game.play("troll d5 x e5 West stone e1")
    assert (game.player, game.moves()) == ("South", ["Pass"])
    game.play("Pass")
    assert game.player == "North"
    assert game.moves() != ["Pass"]


def test_wizard_levitates() -> None:
    game = splut("South wizard e5, South stone d5, West stone f5, North wizard a5, North stone i5")
    assert {move for move in steps_of(game, "wizard") if "e6" in move} == {
        "wizard e5 - e6",
        "wizard e5 - e6 stone d5 - d6",
        "wizard e5 - e6 stone f5 - f6",
    }
    assert steps_of(game, "stone") == {
        "stone f5 - g5 wizard e5 x f5",
        "stone d5 - c5 wizard e5 x d5",
    }
    game = splut("South wizard e5, South stone d5, North wizard a5, North stone i5")
    assert "wizard e5 - f5 stone d5 x e5" in game.moves()


def lifts(game: Splut) -> set[str]:
    """The squares of the stones that can be levitated."""
    return {
        move.split()[5] for move in game.moves() if move.startswith("wizard") and "stone" in move
    }


def test_wizard_holds_one_stone_until_he_lets_go() -> None:
    game = splut(
        "South wizard e4, South dwarf c3, South stone d5, West stone f5, "
        "North wizard a5, North stone h5",
        ply=ALL_THREE,
    )
    assert lifts(game) == {"d5", "f5", "h5"}
    held = game.copy()
    held.play("wizard e4 - e5 stone d5 - d6")
    assert lifts(held) == {"d6"}
    again = held.copy()
    again.play("wizard e5 - e6 stone d6 - d7")
    assert lifts(again) == {"d7"}
    for plain in ("wizard e5 - e4", "dwarf c3 - c4"):
        over = held.copy()
        over.play(plain)
        assert lifts(over) == set()
    late = game.copy()
    late.play("wizard e4 - e3")
    assert lifts(late) == {"d5", "f5", "h5"}


def test_moved_stone_cannot_be_levitated_until_the_round_ends() -> None:
    game = splut("South wizard e4, South stone d5, North wizard d7, North stone h5")
    game.play("wizard e4 - e5 stone d5 - d6")
    game.play("wizard e5 - e4")
    assert game.player == "North"
    assert lifts(game) == {"h5"}
    for move in ("wizard d7 - e7", "wizard e7 - d7", "wizard d7 - e7", "Pass"):
        game.play(move)
    assert game.player == "South"
    assert lifts(game) == {"d6", "h5"}


def test_situation_knows_its_pieces() -> None:
    now = Situation({"e5": Piece("South", "troll")})
    assert (now.find("South", "troll"), now.find("North", "troll")) == ("e5", None)
    assert (now.free("e5"), now.free("e6"), now.free(None)) == (False, True, False)
