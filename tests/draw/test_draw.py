"""Boards as text: grids, hexagons, names with gaps, links, and positions without a layout."""

from __future__ import annotations

from pathlib import Path

import pytest

import forthgame
from forthgame.draw.piece_looks import signs_of
from forthgame.draw.placement import place_positions
from forthgame.draw.text_board import board_text, legend_line, plain

REST = """
{players {player} One {player} Two players}
{turn-order {turn} One {turn} Two turn-order}
: stay here add-move ;
{moves all {move} stay moves}
{pieces {piece} king {moves} all {piece} knight {piece} kk pieces}
"""


def drawing(tmp_path: Path, board: str, *setups: str) -> list[str]:
    """The lines of a board with some pieces."""
    script = tmp_path / "drawn.4th"
    setup = " ".join(f"{{setup}} {item}" for item in setups)
    script.write_text(f"{board} {REST} {{board-setup {setup} board-setup}}")
    with forthgame.load(script, native=False) as game:
        return board_text(game.new_game(seed=1)).splitlines()


def links(name: str, *pairs: str) -> str:
    """`{link} name a b` for each pair `a b`."""
    return " ".join(f"{{link}} {name} {pair}" for pair in pairs)


def test_a_grid_and_what_lies_beside_it(tmp_path: Path) -> None:
    """Rows and columns by their names; letters of pieces are different ones."""
    board = "{board 2 3 {grid} {position} bank {position} cup board}"
    found = drawing(tmp_path, board, "One king a1", "Two knight c2", "Two kk b1", "Two kk bank")
    assert found == [
        "  2  .  .  n",
        "  1  K  kk .",
        "     a  b  c",
        "bank: Two kk",
    ]


@pytest.mark.parametrize(
    ("slanting", "wanted"),
    [
        ("-1 1 {direction} u 1 -1 {direction} v",
         ["a2:. b2:.", "a1:. b1:."]),
        ("-1 -1 {direction} u 1 1 {direction} v",
         ["a2:. b2:.", "a1:. b1:."]),
    ],
)  # fmt: skip
def test_a_grid_of_hexagons(tmp_path: Path, slanting: str, wanted: list[str]) -> None:
    """With six neighbours, each row is shifted by half a place, on the side of the links."""
    board = """{board 2 2 {grid} board} {directions -1 0 {direction} a 1 0 {direction} b
               0 1 {direction} c 0 -1 {direction} d """ + slanting + " directions}"  # fmt: skip
    found = drawing(tmp_path, board)
    assert [line.split() for line in found] == [line.split() for line in wanted]
    starts = [len(line) - len(line.lstrip()) for line in found]
    assert (starts[0] < starts[1]) == ("-1 1" in slanting)
    assert (starts[0] > starts[1]) == ("-1 -1" in slanting)


def test_eight_neighbours_are_no_hexagons(tmp_path: Path) -> None:
    """The board stays a grid."""
    steps = ("-1 0", "1 0", "0 1", "0 -1", "1 1", "-1 -1", "1 -1", "-1 1")
    rows = " ".join(f"{step} {{direction}} d{k}" for k, step in enumerate(steps))
    board = f"{{board 2 2 {{grid}} board}} {{directions {rows} directions}}"
    assert drawing(tmp_path, board) == ["  2  . .", "  1  . .", "     a b"]


def test_names_with_gaps(tmp_path: Path) -> None:
    """Letters and numbers of names are columns and rows, even if some are missing."""
    names = " ".join(f"{{position}} {name}" for name in ("b3", "a2", "c2", "b1", "a10"))
    found = drawing(tmp_path, f"{{board {names} board}}", "One king c2")
    assert found == [" 10  .", "  3    .", "  2  .   K", "  1    .", "     a b c"]


def test_links_by_compass(tmp_path: Path) -> None:
    """Directions named after the compass show where a position lies."""
    board = "{board {position} middle {position} top {position} side {position} far board}"
    steps = (links("north", "middle top"), links("east", "middle side", "side far"))
    found = drawing(
        tmp_path, f"{board} {{directions {' '.join(steps)} directions}}", "Two king far"
    )
    assert [line.split() for line in found] == [["top:."], ["middle:.", "side:.", "far:k"]]
    assert found[0].index("top") == found[1].index("middle")


def test_links_by_structure(tmp_path: Path) -> None:
    """Two pairs of directions that undo each other make a square board, whatever their names."""
    board = "{board {position} w {position} x {position} y {position} z board}"
    steps = (links("p", "w x", "y z"), links("q", "x w", "z y"),
             links("r", "w y", "x z"), links("s", "y w", "z x"))  # fmt: skip
    found = drawing(tmp_path, f"{board} {{directions {' '.join(steps)} directions}}")
    assert [line.split() for line in found] == [["w:.", "x:."], ["y:.", "z:."]]


@pytest.mark.parametrize("spoil", ["{link} p x w", "{link} r w w"])
def test_links_that_fit_no_drawing(tmp_path: Path, spoil: str) -> None:
    """All positions are then listed, a few in a line."""
    names = [f"place{k}" for k in range(10)]
    board = " ".join(f"{{position}} {name}" for name in ("w", "x", *names))
    steps = " ".join((links("p", "w x"), links("q", "x w"), spoil))
    found = drawing(
        tmp_path, f"{{board {board} board}} {{directions {steps} directions}}", "One king x"
    )
    assert len(found) == 2
    assert " ".join(found).split() == ["w:.", "x:K", *(f"{name}:." for name in names)]


@pytest.mark.parametrize("name", ["tictactoe", "breakthrough", "connectfour", "splut"])
def test_games_that_come_along(name: str) -> None:
    """Every position is placed or listed once, and pieces have letters of their own."""
    with forthgame.load(name, native=False) as game:
        placing = place_positions(game.declaration)
        assert sorted([*placing.spots, *placing.beside]) == list(range(len(game.positions)))
        assert len(set(placing.spots.values())) == len(placing.spots)
        assert len(set(signs_of(game).types.values())) == len(game.pieces)


KINDS = """{{board 2 2 {{grid}} board}}
{{players {players} players}}
{{turn-order {{turn}} One {{turn}} Two turn-order}}
: stay here add-move ;
{{moves all {{move}} stay moves}}
{{pieces {pieces} pieces}}
{{board-setup {setup} board-setup}}"""


def signed(tmp_path: Path, players: str, pieces: str, *setups: str) -> tuple[list[str], str]:
    """The signs on a board, and the legend."""
    script = tmp_path / "signed.4th"
    script.write_text(KINDS.format(
        players=" ".join(players.split("/")),
        pieces=" ".join(f"{{piece}} {name} {{moves}} all" for name in pieces.split()),
        setup=" ".join(f"{{setup}} {item}" for item in setups),
    ))  # fmt: skip
    with forthgame.load(script, native=False) as game:
        state = game.new_game(seed=1)
        rows = [line.split()[1:] for line in board_text(state).splitlines()[:2]]
        return rows[1] + rows[0], plain(legend_line(state.game, state.board))


TWO = "{player} One/{player} Two"


@pytest.mark.parametrize(
    ("players", "pieces", "setups", "signs"),
    [
        (TWO, "man", ("One man a1", "Two man b1"), "O T . ."),
        (TWO, "p1 p2 p13", ("One p1 a1", "Two p13 b1"), "1O 13T . ."),
        (TWO, "king p1 p13 rook", ("One p1 a1", "Two p13 b1"), "P1 p13 . ."),
        (TWO, "k K k_ K_", ("One k a1", "One K b1", "Two k_ a2", "Two K_ b2"), "K K2 k_ k3"),
        (TWO, "kk kkk kkkk", ("One kk a1", "One kkk b1", "Two kkkk a2"), "K KK k2 ."),
        (f"{TWO}/{{neutral}} Wild", "king rook", ("Two king a1", "Wild king b1"), "k k' . ."),
        (f"{TWO}/{{player}} Three", "king rook",
         ("One king a1", "Two king b1", "Three king a2"), "Ko Kt Kh ."),
    ],
)  # fmt: skip
def test_signs_tell_type_and_owner(
    tmp_path: Path, players: str, pieces: str, setups: tuple[str, ...], signs: str
) -> None:
    """This works without colour; families by their numbers, one kind of piece by its player."""
    found, told = signed(tmp_path, players, pieces, *setups)
    assert found == signs.split()
    assert all(sign in told for sign in signs.split() if sign != ".")


@pytest.mark.parametrize(
    ("numbers", "told"),
    [
        ("1", "One: 1O p1"), ("1 2", "One: 1O p1, 2O p2"), ("1 2 3", "One: 1O p1, …, 3O p3"),
        ("1 2 3 4", "One: 1O p1, …, 4O p4"),
    ],
)  # fmt: skip
def test_a_family_is_explained_by_its_ends(tmp_path: Path, numbers: str, told: str) -> None:
    setups = [
        f"One p{n} {place_positions}"
        for n, place_positions in zip(numbers.split(), ("a1", "b1", "a2", "b2"), strict=False)
    ]
    assert signed(tmp_path, TWO, "p1 p2 p3 p4", *setups)[1].splitlines()[0].strip() == told


def test_letters_that_the_game_s_file_declares() -> None:
    """A knight of chess is N."""
    with forthgame.load("chess", native=False) as game:
        assert board_text(game.new_game(seed=1)).splitlines()[7] == "  1  R N B Q K B N R"


def test_a_board_seen_from_the_other_side(tmp_path: Path) -> None:
    with forthgame.load("tictactoe", native=False) as game:
        state = game.new_game(seed=1)
        state.play("a1")
        assert board_text(state, flipped=True).splitlines() == [
            "  1  . . X", "  2  . . .", "  3  . . .", "     c b a"]  # fmt: skip


def test_a_wide_board(tmp_path: Path) -> None:
    """Of the columns, 61 are close together, and 200 are split; names of columns are vertical."""
    lines = drawing(tmp_path, "{board 5 61 {grid} board}", "One king a1", "Two king bi5")
    assert [len(line) for line in lines] == [66] * 7
    assert (lines[0][-1], lines[4][5]) == ("k", "K")
    assert lines[5].endswith("bbbbbbbbb")
    assert lines[6].endswith("abcdefghi")
    lines = drawing(tmp_path, "{board 2 200 {grid} board}")
    assert max(map(len, lines)) <= 100
    assert sum(line.count(".") for line in lines) == 400
    lines = drawing(tmp_path, "{board 2 200 {grid} board}", "One kk a1", "Two kk b2")
    assert 90 < max(map(len, lines)) <= 100
    assert sum(line.count(".") for line in lines) == 398


def test_hexagons_beside_helper_positions(tmp_path: Path) -> None:
    """Names of the board determine its rows, whatever is beside it."""
    names = " ".join(f"{{position}} {c}{r}" for r in "123" for c in "abc")
    steps = {"a": (1, 0), "b": (0, 1), "c": (-1, 1)}
    pairs = {
        name: [f"{c}{r} {'abc'[i + x]}{r2 + y}" for i, c in enumerate("abc")
               for r2, r in ((k, str(k)) for k in (1, 2, 3))
               if 0 <= i + x < 3 and 1 <= r2 + y <= 3]
        for name, (x, y) in steps.items()
    }  # fmt: skip
    given = " ".join(
        links(name, *ways) + " " + links(f"{name}-back", *(" ".join(w.split()[::-1]) for w in ways))
        for name, ways in pairs.items()
    )
    board = f"{{board {names} {{position}} bank {{position}} hand1 board}}"
    lines = drawing(tmp_path, f"{board} {{directions {given} directions}}", "One king bank")
    assert [line.split() for line in lines[:3]] == [[f"{c}{r}:." for c in "abc"] for r in (3, 2, 1)]
    assert len({len(line) - len(line.lstrip()) for line in lines[:3]}) == 3
    assert lines[3:] == ["bank: One king"]


def test_positions_with_very_long_numbers_are_listed(tmp_path: Path) -> None:
    number = "1" * 5000
    board = f"{{board {{position}} a{number} {{position}} b{number} board}}"
    assert drawing(tmp_path, board, f"One king a{number}")


def test_long_names_are_shortened_in_the_legend(tmp_path: Path) -> None:
    kings = f"{{pieces {{piece}} {'k' * 1000} {{moves}} all pieces}}"
    script = tmp_path / "long.4th"
    rest = REST.partition("{pieces")[0] + kings
    placed = f"{{board-setup {{setup}} One {'k' * 1000} a1 board-setup}}"
    script.write_text(f"{{board 2 2 {{grid}} board}} {rest} {placed}")
    with forthgame.load(script, native=False) as game:
        assert len(plain(legend_line(game, game.new_game(seed=1).board))) < 500
