"""Tests of `NAME.board.toml`: its entries take effect, and mistakes name file and key."""

from __future__ import annotations

from pathlib import Path
from time import thread_time

import pytest

import forthgame
from forthgame.api.game import State
from forthgame.draw.board_file import board_file
from forthgame.draw.board_file_table import BoardFileError
from forthgame.draw.scenes import scene
from forthgame.draw.svg_documents import svg
from forthgame.play.results.board_replay import read_scene
from forthgame.position.texts.texts_file import LARGEST
from tests.draw.boards import graph, loaded, positions, script
from tests.draw.test_boards import check_picture, elements

GRID = "{board 2 2 {grid} {variable} more 4 {array} stack[] board}"
SETUP = "{setup} One king a1 {setup} Two knight b2 {setup} Two kk a2"


def drawn(folder: Path, file: str, board: str = GRID, setup: str = SETUP) -> State:
    """A game with a file beside its script."""
    return loaded(folder, script(board, setup=setup), file).new_game(seed=1)


def test_places_hold(tmp_path: Path) -> None:
    """Places hold to the pixel, on a board of any kind; others stand beside."""
    for board in (graph(3, [(0, 1), (1, 2)]), positions(["p0", "p1", "p2"])):
        state = drawn(tmp_path, "[places]\np0 = [100, 37.5]\np2 = [300, 250, 80, 40]\n", board, "")
        cells = scene(state).layout.by_position()
        assert (cells[0].x, cells[0].y, cells[0].width, cells[0].height) == (100, 37.5, 60, 60)
        assert (cells[2].x, cells[2].y, cells[2].width, cells[2].height) == (300, 250, 80, 40)
        assert cells[1].tray
        check_picture(state)


def test_places_of_a_grid(tmp_path: Path) -> None:
    """Only the named places move."""
    state = drawn(tmp_path, "[places]\nb1 = [200, 10]\n")
    by_name = {state.game.positions[c.position]: c for c in scene(state).layout.cells}
    assert (by_name["b1"].x, by_name["b1"].y) == (200, 10)
    assert (by_name["a2"].x, by_name["a2"].y) == (0, 0)
    assert (by_name["b2"].x, by_name["a1"].y) == (60, 60)


def test_board(tmp_path: Path) -> None:
    state = drawn(tmp_path, '[board]\nchequered = true\nhidden = "b1"\nwidths = [20, 80]\n')
    by_name = {state.game.positions[c.position]: c for c in scene(state).layout.cells}
    assert {name: c.tone for name, c in by_name.items()} == {"a2": 0, "b2": 1, "a1": 1}
    assert (by_name["a1"].width, by_name["b2"].width) == (20, 80)


@pytest.mark.parametrize("kind", ["square", "hexagon", "circle", "point", "none"])
def test_cells(tmp_path: Path, kind: str) -> None:
    state = drawn(tmp_path, f'[board]\ncells = "{kind}"\n')
    assert {cell.shape for cell in scene(state).layout.cells} == {kind}
    assert len(scene(state).layout.lines) == (4 if kind == "point" else 0)
    check_picture(state)


def test_pieces(tmp_path: Path) -> None:
    """A letter, a Unicode sign, a path, one of the shapes; one player's piece by itself."""
    file = """
[pieces.king]
sign = "♔"

[pieces.knight]
path = "M 10 10 H 90 V 90 Z"
detail = "M20 20h4"
base = "wedge"

[pieces."Two kk"]
shape = "rook"
colour = "#123"
"""
    state = drawn(tmp_path, file)
    picture = elements(svg(state), "piece")
    texts = {name: "".join(e.itertext()) for name, e in picture.items()}
    assert texts["a1"] == "a1: One king♔"
    paths = [e.get("d") for e in picture["b2"].iter() if e.get("d")]
    assert paths[1:] == ["M 10 10 H 90 V 90 Z", "M20 20h4"]
    assert any(e.get("fill") == "#112233" for e in picture["a2"].iter())


def test_characters_stand_beside_the_usual_signs(tmp_path: Path) -> None:
    """A page shows one or the other; a drawing by itself shows the usual ones."""
    state = drawn(tmp_path, '[pieces.king]\nletter = "K"\ncharacter = "玉"\n')
    picture = svg(state)
    assert picture.count('<g class="usual">') == picture.count('<g class="character">') == 1
    assert ".character{display:none}" in picture
    assert read_scene(scene(state).as_dict()).figures["king"].character == "玉"
    check_picture(state)


def test_high_stacks_show_their_number(tmp_path: Path) -> None:
    """Seven men overlap in a long place; three of them are counted at a glance."""
    text = script(GRID, setup=SETUP) + " : OnNewGame 7 2 stack[] ! 3 0 stack[] ! ;"
    file = '[board]\ncount = "stack[]"\n[places]\na1 = [0, 0, 40, 200]\na2 = [99, 0, 40, 200]\n'
    picture = elements(svg(loaded(tmp_path, text, file).new_game(seed=1)), "piece")
    numbers = {name: [e.text for e in piece.iter() if e.get("class") == "count"]
               for name, piece in picture.items()}  # fmt: skip
    assert (numbers["a1"], numbers["a2"]) == (["7"], [])
    assert (picture["a1"].get("data-count"), picture["a2"].get("data-count")) == ("7", "3")


def test_counts(tmp_path: Path) -> None:
    """An array of the board holds the number of pieces on each position."""
    text = script(GRID, setup=SETUP) + " : OnNewGame 7 2 stack[] ! ;"
    state = loaded(tmp_path, text, '[board]\ncount = "stack[]"\n').new_game(seed=1)
    assert {p.position: p.count for p in scene(state).pieces} == {"a1": 7, "a2": 1, "b2": 1}
    assert "One king times 7" in svg(state)


def test_colours_and_players(tmp_path: Path) -> None:
    file = '[colours]\ncell = "#abc"\n[colours.dark]\ncell = "#010203"\n'
    file += '[players.One]\ncolour = "#fedcba"\nmark = "dots"\nturn = 90\n'
    state = drawn(tmp_path, file)
    assert ".cell>*{fill:#aabbcc" in svg(state, theme="light")
    assert ".cell>*{fill:#010203" in svg(state, theme="dark")
    assert "#fedcba" in svg(state)
    assert scene(state).looks["One"].mark == "dots"
    assert "rotate(90)" in svg(state)
    assert "rotate(270)" in svg(state, flip=180)


def test_a_scene_comes_back_with_its_colours(tmp_path: Path) -> None:
    """The scene is read from the data of another process, which draws the pieces separately."""
    file = '[colours]\nground = "#010101"\ncell-dark = "#abc"\n[colours.dark]\ncell-dark = "#123"\n'
    written = scene(drawn(tmp_path, file)).as_dict()
    assert "#aabbcc" in str(written)
    assert read_scene(written).as_dict() == {**written, "pieces": []}


def test_a_file_of_several_games(tmp_path: Path) -> None:
    """A variant uses the file of the script that it loads, without entries for missing parts."""
    (tmp_path / "rules.4th").write_text(": nothing ;")
    (tmp_path / "rules.board.toml").write_text(
        '[board]\nchequered = true\n[pieces.king]\nletter = "Z"\n[pieces.dragon]\nletter = "D"\n'
        "[places]\nz9 = [1, 1]\n"
    )
    state = loaded(tmp_path, "LOAD rules.4th " + script(GRID, setup=SETUP)).new_game(seed=1)
    assert scene(state).figures["king"].sign == "Z"
    assert "dragon" not in scene(state).figures


MISTAKES = [
    ("[board", "Expected ']'"),
    ("[bord]\nx = 1", "no key 'bord'; there are board, places"),
    ("[board]\ncolour = 1", "[board]: there is no key 'colour'"),
    ("board = 3", "board is a table"),
    ('[board]\ncells = "round"', "[board]: cells is one of square, hexagon"),
    ('[board]\nchequered = "yes"', "[board]: chequered is true or false"),
    ('[board]\nhidden = "a1 z9"', "[board]: there is no position 'z9'"),
    ('[board]\ncount = "pile"', "[board]: count: the board has no array 'pile'"),
    ("[board]\nsize = 0", "[board]: size: a cell is from 1 to 1000 pixels"),
    ("[board]\nsize = [1, 2, 3]", "[board]: size is a list of 1 or 2 numbers"),
    ("[board]\nwidths = [10, -1]", "[board]: widths: a cell is from 1 to 1000 pixels"),
    ("[board]\nmargin = 1e9", "[board]: margin: a number is at most 100000"),
    ('[board]\nlines = ["a1"]', "[board]: lines: 'a1' is not a pair"),
    ("[board]\nlines = true", "[board]: lines is false, or a list"),
    ("[places]\nz9 = [1, 2]", "[places]: there is no position 'z9'"),
    ("[places]\na1 = [1]", "[places]: a1 is a list of 2 or 4 numbers"),
    ('[places]\na1 = ["1", 2]', "[places]: a1 is a list"),
    ("[places]\na1 = [nan, 2]", "[places]: a1: a number is at most"),
    ("[places]\na1 = [inf, 2]", "[places]: a1: a number is at most"),
    (f"[places]\na1 = [1, 1{'0' * 400}]", "[places]: a1: a number is at most"),
    (f"[places]\na1 = [1, 1{'0' * 5000}]", "drawn.board.toml: "),
    ("[places]\na1 = [1, 2, 0, 5]", "[places]: a1: a cell is from 1"),
    ("[places]\na1 = [1, 2]\nb1 = [30, 40]", "[places]: b1 covers a1"),
    ('[colours]\ncell = "red"', "[colours]: cell is a colour such as #d55e00, not 'red'"),
    ('[colours]\ncell = "#fff;}"', "[colours]: cell is a colour"),
    ('[colours.dark]\nsky = "#fff"', "[colours.dark]: there is no key 'sky'"),
    ('[players.Three]\ncolour = "#fff"', "[players]: there is no player 'Three'"),
    ('[players.One]\nmark = "star"', "[players.One]: mark is one of"),
    ("[players.One]\nturn = 7", "[players.One]: turn is a multiple of 15"),
    ('[pieces.queen]\nletter = "Q"', "[pieces]: there is no piece 'queen'"),
    ('[pieces.king]\npath = "M0 0\\"><script>"', "[pieces.king]: path is path data of SVG"),
    (f'[pieces.king]\npath = "M{"0 " * 20000}"', "[pieces.king]: path is longer than 20000"),
    ('[pieces.king]\nsign = "much too long"', "[pieces.king]: a sign has at most 8"),
    ('[pieces.king]\nshape = "dragon"', "[pieces.king]: shape is one of pawn, rook"),
    ('[pieces.king]\nbase = "table"', "[pieces.king]: base is one of disc"),
    ("[pieces.king]\npips = 12", "[pieces.king]: pips are from 0 to 9"),
    ("[pieces.king]\nletter = 4", "[pieces.king]: letter is a text"),
    ("[[shapes]]\nfill = 3", "[shapes 1]: fill is a text"),
    ('[[shapes]]\npath = "url(x)"', "[shapes 1]: path is path data"),
    ("shapes = 3", "[[shapes]] are tables"),
    ("[[shapes]]\n" * 201, "more than 200 [[shapes]]"),
    (f"# {'x' * LARGEST}", f"longer than {LARGEST} bytes"),
]


@pytest.fixture(scope="module")
def plain(tmp_path_factory: pytest.TempPathFactory) -> State:
    """A game whose file is written anew by each test."""
    return drawn(tmp_path_factory.mktemp("plain"), "")


@pytest.mark.parametrize(("text", "told"), MISTAKES, ids=[told[:40] for _, told in MISTAKES])
def test_mistakes(plain: State, text: str, told: str) -> None:
    """Each mistake has a message with the file and the key."""
    plain.game.path.with_suffix(".board.toml").write_text(text)
    with pytest.raises(BoardFileError) as caught:
        board_file(plain.game)
    assert told in str(caught.value)
    assert "drawn.board.toml" in str(caught.value)
    assert len(str(caught.value)) < 600


def test_a_game_with_a_mistake_in_its_file_can_be_played(tmp_path: Path) -> None:
    """Only pictures need the file."""
    state = drawn(tmp_path, "[board")
    assert state.board["a1"] == ("One", "king")
    with pytest.raises(forthgame.ForthgameError):
        state._repr_svg_()


def test_bytes_that_are_no_text(tmp_path: Path) -> None:
    state = drawn(tmp_path, "")
    (tmp_path / "drawn.board.toml").write_bytes(b"\xff\xfe")
    with pytest.raises(BoardFileError):
        svg(state)


def test_tens_of_thousands_of_names_are_looked_up_soon(tmp_path: Path) -> None:
    """The board is large."""
    lines = ", ".join(['"bk1 bl1"'] * 15_000)
    file = f'[board]\nlines = [{lines}]\nhidden = "{"bl1 " * 10_000}"\n'
    game = loaded(tmp_path, script("{board 64 64 {grid} board}"), file)
    started = thread_time()
    found = board_file(game)
    assert thread_time() - started < 1.5
    assert found.hidden == {"bl1"}
    assert found.lines == (("bk1", "bl1"),) * 15_000


def test_bundled_files_belong_to_games() -> None:
    """All files have a game, and most games have one."""
    from forthgame.base.source import package_path

    files = list(package_path("games").glob("*/*.board.toml"))
    assert all(path.with_name(path.name.replace(".board.toml", ".4th")).exists() for path in files)
    assert len({path.parent for path in files}) >= 35


def test_chess_pieces_are_shapes() -> None:
    """Pieces of a variant are shapes too, by the file of the rules."""
    for name in ("chess", "chess/atomic", "chess/los-alamos"):
        with forthgame.load(name, native=False) as game:
            figures = scene(game.new_game(seed=1)).figures
            assert all(figure.path and not figure.sign for figure in figures.values())
