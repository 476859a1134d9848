"""Tests of the parts of a picture: pieces, highlights, sides, colours, and text that stays text."""

from __future__ import annotations

import itertools
import math
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

import forthgame
from forthgame.api.game import State
from forthgame.draw import svg_documents
from forthgame.draw.cell_geometry import overlapping
from forthgame.draw.piece_looks import APART, COLOURS, MARKS, Figure, _number, lightness, looks
from forthgame.draw.scenes import scene
from forthgame.draw.svg_documents import Highlights, stylesheet, svg
from tests.draw.boards import BOARDS, loaded, script
from tests.draw.test_boards import SVG, elements

EVIL = "<script>alert(1)</script>"


@pytest.fixture(scope="module")
def chess() -> State:
    return forthgame.load("chess", native=False).new_game(seed=1)


def classes(picture: str, kind: str) -> list[ElementTree.Element]:
    """All elements of a class."""
    return [e for e in ElementTree.fromstring(picture).iter()
            if kind in (e.get("class") or "").split()]  # fmt: skip


def place_of(state: State, name: str, flip: str | int | bool | None = None) -> tuple[float, float]:
    """Return the centre of a position."""
    found = scene(state, flip)
    cell = found.layout.by_position()[state.game.positions.index(name)]
    return cell.x, cell.y


def test_a_piece_stands_in_its_cell(chess: State) -> None:
    piece = elements(svg(chess), "piece")["e1"]
    x, y = place_of(chess, "e1")
    assert piece.get("transform") == f"translate({x:g} {y:g})"
    assert (piece.get("data-player"), piece.get("data-piece")) == ("White", "king")
    title = piece.find(f"{SVG}title")
    assert title is not None
    assert title.text == "e1: White king"


@pytest.mark.parametrize("name", [EVIL, "a\"b'c&d", "]]>", "\x1b[31m", "‮x", "&amp;"])
def test_names_stay_text(tmp_path: Path, name: str) -> None:
    """This covers positions, players and pieces; characters that XML forbids are spelled out."""
    text = script(f"{{board {{position}} {name} {{position}} b board}}", (f"p{name}", "Two"))
    text = text.replace("{piece} kk", f"{{piece}} k{name}")
    text = text.replace("{board-setup", f"{{board-setup {{setup}} p{name} k{name} {name}")
    state = loaded(tmp_path, text).new_game(seed=1)
    picture = svg(state, highlights=Highlights(last=[name], targets=[name], heat={name: 1.0}))
    shown = name.replace("\x1b", "\\x1b").replace("‮", "\\u202e")
    piece = elements(picture, "piece")[shown]
    assert piece.get("data-player") == f"p{shown}"
    assert piece.get("data-piece") == f"k{shown}"
    assert "<script" not in picture
    assert [e.get("data-position") for e in classes(picture, "target")] == [shown]


def test_highlights(chess: State) -> None:
    marked = Highlights(last=("e2", "e4"), targets=("a3", "b3", "c3"), path=("a1", "a2", "b3"),
                        attacked=("h8",), selected=("d1",), heat={"a5": 1, "b5": 3, "c5": 2},
                        )  # fmt: skip
    picture = svg(chess, highlights=marked)
    counts = {kind: len(classes(picture, kind)) for kind in
              ("last", "target", "path", "attacked", "selected", "heat")}  # fmt: skip
    assert counts == {"last": 2, "target": 3, "path": 1, "attacked": 1, "selected": 1, "heat": 3}
    heat = {e.get("data-position"): float(e.get("fill-opacity") or 0) for e in
            classes(picture, "heat")}  # fmt: skip
    assert heat["a5"] < heat["c5"] < heat["b5"]
    assert not classes(svg(chess), "highlights")


def test_the_last_move_is_seen_around_a_piece_that_fills_its_cell() -> None:
    marked = Highlights(last=["d1"])
    state = forthgame.load("connectfour", native=False).new_game()
    assert '<circle class="last around" data-position="d1"' in svg(state, highlights=marked)
    state = forthgame.load("breakthrough", native=False).new_game()
    assert '<rect class="last" data-position="d1"' in svg(state, highlights=marked)


def test_positions_that_there_are_not_are_not_marked(chess: State) -> None:
    marked = Highlights(last=["z9"], path=["z9", "a1"], targets=["?"], heat={"z9": 1})
    picture = svg(chess, highlights=marked)
    assert not any(classes(picture, kind) for kind in ("last", "path", "target", "heat"))


def test_the_other_side(chess: State) -> None:
    """A player's pieces come to lie at the bottom."""
    assert place_of(chess, "a1")[1] > place_of(chess, "a8")[1]
    for flip in (True, "Black", 180):
        assert place_of(chess, "a1", flip)[1] < place_of(chess, "a8", flip)[1]
        assert place_of(chess, "a1", flip)[0] > place_of(chess, "h1", flip)[0]
    assert place_of(chess, "a1", "White") == place_of(chess, "a1")
    with pytest.raises(ValueError, match="no player"):
        svg(chess, flip="Nobody")


@pytest.mark.parametrize("player", ["South", "West", "North", "East"])
def test_four_sides(player: str) -> None:
    """Each of four players may sit at the bottom."""
    with forthgame.load("splut", native=False) as game:
        state = game.new_game(seed=1)
        own = next(place for place, piece in state.board.items() if piece == (player, "stone"))
        rest = [name for name in game.positions if name not in (own, "cupboard")]
        low = place_of(state, own, player)[1]
        assert low == max(place_of(state, name, player)[1] for name in rest)


@pytest.mark.parametrize("player", ["Red", "Green", "Blue", "White", "Black", "Yellow"])
def test_six_sides(player: str) -> None:
    """Each tip of the star may be at the bottom, and points do not overlap then."""
    with forthgame.load("chinese-checkers/six", native=False) as game:
        state = game.new_game(seed=1)
        found = scene(state, player)
        assert not list(overlapping(found.layout.cells))
        lowest = max(found.pieces, key=lambda piece: piece.y)
        assert lowest.player == player


@pytest.mark.parametrize("degrees", [60, 90, 120, 180, 270, 300])
def test_turned_boards(tmp_path: Path, degrees: int) -> None:
    """Whatever side is requested, cells do not overlap."""
    for name in ("hexagons", "a wide grid", "compass of hexagons", "a view", "a grid and trays"):
        state = loaded(tmp_path, script(BOARDS[name])).new_game(seed=1)
        assert not list(overlapping(scene(state, degrees).layout.cells)), name


def test_a_theme_that_there_is_not(chess: State) -> None:
    with pytest.raises(ValueError, match="light, dark, auto"):
        svg(chess, theme="blue")


def test_themes(chess: State) -> None:
    """`auto` has the rules of both; a page may have the rules for itself."""
    light, dark, both = (stylesheet(chess, theme) for theme in ("light", "dark", "auto"))
    assert light != dark
    assert light in both
    assert dark in both
    assert "<style" not in svg(chess, styled=False)
    assert light in svg(chess, theme="light")


def test_games_on_a_page_keep_their_colours(chess: State) -> None:
    """Every rule holds for the pictures of one game only."""
    rules = stylesheet(chess, "light").split("}")
    own = svg(chess).split('class="forthgame ')[1].split('"')[0]
    assert all(part.startswith(f".{own} ") for rule in rules if rule for part in
               rule.split("{")[0].split(","))  # fmt: skip


def test_size(chess: State) -> None:
    root = ElementTree.fromstring(svg(chess, size=200))
    assert max(float(root.get("width") or 0), float(root.get("height") or 0)) == 200


def test_coordinates(chess: State) -> None:
    def texts(picture: str) -> set[str | None]:
        return {e.text for e in ElementTree.fromstring(picture).iter(f"{SVG}text")}

    assert texts(svg(chess)) == {*"abcdefgh", *"12345678"}
    assert texts(svg(chess, coordinates=False)) == set()


def test_a_notebook_shows_the_board(chess: State) -> None:
    ElementTree.fromstring(chess._repr_svg_())


def test_hands() -> None:
    """Pieces in hand have a number, and stand beside the board on their player's side."""
    with forthgame.load("minishogi", native=False) as game:
        state = game.new_game(seed=1)
        while sum(map(len, state.hands.values())) < 2 and not state.is_over:
            state.play(str(state.moves()[len(state.history) * 7 % state.count]))
        held = {(h.player, h.piece): h for h in scene(state).held}
        assert {key: h.count for key, h in held.items()} == {
            (player, piece): n for player, own in state.hands.items() for piece, n in own.items()
        }
        ys = [place_of(state, name)[1] for name in game.positions]
        for (player, _), piece in held.items():
            assert piece.y > max(ys) + 30 if player == "White" else piece.y < min(ys) - 30
        assert len(classes(svg(state), "hand")) == len(held)


def test_stacks() -> None:
    """Backgammon's men stand in rows on their points, as many as the script counts."""
    with forthgame.load("backgammon", native=False) as game:
        state = game.new_game(seed=1)
        counts = {piece.position: piece.count for piece in scene(state).pieces}
        assert sum(count for name, count in counts.items() if name[0] == "p") == 30
        piece = elements(svg(state), "piece")["p6"]
        assert len(list(piece.iter(f"{SVG}circle"))) == counts["p6"] == 5
        for one in scene(state).pieces:
            cell = scene(state).layout.by_position()[game.positions.index(one.position)]
            ends = (one.y, one.y + (one.count - 1) * one.step)
            assert min(ends) - one.size / 2 >= cell.y - cell.height / 2 - 0.1
            assert max(ends) + one.size / 2 <= cell.y + cell.height / 2 + 0.1


@pytest.mark.parametrize("number", svg_documents.PIPS)
def test_pips_lie_about_the_middle(number: int) -> None:
    """Dice have as many as they count, spaced equally across and down."""
    picture = f"<g>{''.join(svg_documents._figure(Figure(pips=number), None))}</g>"
    places = [(float(e.get("cx", 0)), float(e.get("cy", 0))) for e in classes(picture, "pip")]
    across, down = (sorted({place[k] for place in places}) for k in (0, 1))
    assert len(set(places)) == number
    assert set(places) == {(-x, -y) for x, y in places}
    assert len({abs(k) for k in (*across, *down)} - {0.0}) <= 1


@pytest.mark.parametrize("sign", ["", "Q", "12a", "²", "٣", "1234567"])
def test_a_sign_that_is_no_small_number_is_drawn_as_text(sign: str) -> None:
    assert {_number(sign, kind) for kind in ("pips", "seeds")} == {Figure(sign=sign)}


@pytest.mark.parametrize("count", range(1, 9))
def test_players_can_be_distinguished(count: int) -> None:
    """Players differ by colour; if some colours are equally light, by a mark too."""
    found = looks([f"player{k}" for k in range(count)], ["?Dice"], {})
    players = [found[f"player{k}"] for k in range(count)]
    assert len({look.colour for look in players}) == count
    shades = sorted(lightness(look.colour) for look in players)
    alike = any(b - a < APART for a, b in itertools.pairwise(shades))
    assert len({look.mark for look in players}) == (count if alike else 1)
    for look in players:
        assert abs(lightness(look.colour) - lightness(look.ink)) > 35


def test_colours_by_name() -> None:
    """White is white if all players have names of colours."""
    found = looks(["White", "Black"], [], {})
    assert lightness(found["White"].colour) > 90
    assert lightness(found["Black"].colour) < 20
    assert looks(["White", "Other"], [], {})["White"].colour == COLOURS[0]
    assert looks(["White", "Black"], [], {"White": "#123456"})["White"].colour == "#123456"
    assert len(MARKS) == len(COLOURS) == 8


def test_the_data_behind_a_picture(chess: State) -> None:
    data = scene(chess).as_dict()
    assert {cell["position"] for cell in data["cells"]} == set(chess.game.positions)
    assert len(data["pieces"]) == 32
    assert data["players"]["White"]["colour"].startswith("#")
    assert data["figures"]["king"]["path"]


@pytest.mark.parametrize(
    "heat", [{"a1": 1e308, "b1": -1e308}, {"a1": math.inf, "b1": 1.0}, {"b1": 1, "a1": 10**400}]
)
def test_heat_of_huge_numbers_goes_from_the_least_to_the_greatest(heat: dict[str, float]) -> None:
    state = forthgame.load("tictactoe", native=False).new_game(seed=1)
    marked = Highlights(heat={**heat, "c1": math.nan})
    drawn = svg(state, highlights=marked)
    found = re.findall(r'class="heat" data-position="(..)"[^>]*fill-opacity="([^"]*)"', drawn)
    assert dict(found) == {"a1": "0.75", "b1": "0"}


def test_what_is_no_position_or_no_highlights_is_a_type_error() -> None:
    game = forthgame.load("tictactoe", native=False)
    for state, marked in ((None, None), (game, None), (game.new_game(seed=1), "a1")):
        with pytest.raises(TypeError, match=r"is a State|`highlights` is"):
            svg(state, highlights=marked)  # type: ignore[arg-type]


def test_the_heat_of_a_position_is_a_number() -> None:
    with pytest.raises(TypeError, match="the heat of a position is a number"):
        Highlights(heat={"a1": "hot"})  # type: ignore[dict-item]
