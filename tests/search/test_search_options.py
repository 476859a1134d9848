"""Options of alpha-beta change the way to a value, or, with `selective`, the value."""

from __future__ import annotations

from pathlib import Path

import pytest

import forthgame
from forthgame.base.arguments import LARGEST
from forthgame.base.errors import ForthgameError
from forthgame.rules.engines import ENGINES, OF_KINDS, Limits, parse_engine
from forthgame.search.parallel_search import shared_out
from forthgame.words.registers.memory_layout import DECIDED, WIN_SCORE
from tests.searching import Oracle, after, by_distance, prepared, skirmish

ORDER = ("malus=yes", "countermove=yes", "internal=yes", "scout=no", "aspiration=no", "keep=yes")
DEPTHS = ("null=2", "late=0", "late=2", "forced=yes", "recapture=yes", "check=yes", "captures=0")
CHECKS = "8/4k3/1R6/R7/8/8/8/6K1 w - - 0 1"  # one rook checks, the other mates


@pytest.mark.parametrize("name", OF_KINDS)
def test_every_option_is_documented(name: str) -> None:
    """It has a row in docs/search.md, and one in the docstring of `Limits`."""
    page = Path(__file__).parents[2] / "docs" / "search.md"
    assert f"\n| `{name}=" in page.read_text(encoding="utf-8")
    assert f"\n    {name} " in str(Limits.__doc__)


@pytest.mark.parametrize("option", ORDER)
def test_options_of_the_order_leave_the_value(tmp_path: Path, option: str) -> None:
    for kind in ("two", "partial", "three"):
        state = after(skirmish(tmp_path, kind, native=False), 3, 7)
        assert state is not None
        plain = state.search("paranoid", depth=4)
        assert state.search(f"paranoid:{option}", depth=4).score == plain.score


@pytest.mark.parametrize("option", [o for o in DEPTHS if "=no" not in o])
def test_a_given_depth_is_searched_in_full(tmp_path: Path, option: str) -> None:
    state = after(skirmish(tmp_path, "two", native=False), 3, 7)
    assert state is not None
    plain, found = state.search("negamax", depth=4), state.search(f"negamax:{option}", depth=4)
    assert (found.score, found.nodes) == (plain.score, plain.nodes)


@pytest.mark.parametrize(
    ("name", "option"),
    [
        ("breakthrough", "null=2"), ("breakthrough", "late=0"), ("breakthrough", "malus=yes"),
        ("breakthrough", "countermove=yes"), ("breakthrough", "aspiration=no"),
        ("breakthrough", "captures=0"), ("breakthrough", "scout=no"),
        ("breakthrough", "recapture=yes"), ("draughts/english", "forced=yes"),
    ],
)  # fmt: skip
@pytest.mark.sampled(4)
def test_an_option_changes_what_is_searched(name: str, option: str) -> None:
    """The change is always the same."""
    state = after(forthgame.load(name, native=False), 20, 1)
    assert state is not None
    depth, texts = 6, ("negamax", f"negamax:{option}")
    plain, found = (state.search(f"{t}", depth=depth, selective=True).nodes for t in texts)
    assert found != plain
    assert state.search(texts[1], depth=depth, selective=True).nodes == found


def test_a_check_is_searched_deeper() -> None:
    """In chess, depth two finds a mate in three plies."""
    state = forthgame.load("chess", native=False).position(fen=CHECKS)
    plain, found = (
        state.search(f"negamax:check={told}", depth=2, selective=True).score
        for told in ("no", "yes")
    )
    assert plain < DECIDED < found


def test_a_pass_saves_positions() -> None:
    state = after(forthgame.load("breakthrough", native=False), 8, 3)
    assert state is not None
    plain, passing = (
        state.search(f"negamax:null={plies}", depth=6, selective=True).nodes for plies in (0, 2)
    )
    assert passing < plain


@pytest.mark.parametrize("option", ["forced=yes", "late=2", "null=2", "recapture=yes"])
def test_a_win_is_as_far_away_as_it_is(option: str) -> None:
    """The depth of the line to it does not matter."""
    state = forthgame.load("breakthrough", native=False).position(
        "breakthrough | White:man@a5 Black:man@h5 | turn=0,White,White,0,1,0"
    )
    found = state.search(f"negamax:{option}", nodes=20_000)
    assert found.score == WIN_SCORE - 5
    assert len(found.pv) == 5


@pytest.mark.slow
@pytest.mark.parametrize("option", [*ORDER, *DEPTHS])
@pytest.mark.parametrize("name", ["breakthrough", "draughts/english"])
def test_both_tiers_search_alike_with_an_option(name: str, option: str) -> None:
    found = []
    for native in (True, False):
        state = after(prepared(forthgame.load(name, native=native)), 6, 5)
        assert state is not None
        result = state.search(f"negamax:{option}", depth=4, selective=True)
        found.append((result.move, result.score, result.nodes, result.pv))
    assert found[0] == found[1]


# -- windows for dice ------------------------------------------------------------------------------


@pytest.mark.parametrize("plies", [0, 3, 6])
def test_windows_for_dice_give_the_plain_mean(tmp_path: Path, plies: int) -> None:
    """Star1 and Star2 equal a search without windows, and the plain one in Python."""
    state = after(skirmish(tmp_path, "wind", native=False), plies, plies)
    assert state is not None
    oracle = Oracle(state)
    for depth in (2, 3, 4):
        found = [state.search(f"paranoid:star={star}", depth=depth) for star in (0, 1, 2)]
        assert len({(result.score, str(result.move)) for result in found}) == 1
        if depth < 4:
            assert found[0].score == by_distance(oracle.value(state.copy(), depth), depth)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "plies", "depth"), [("backgammon", 4, 3), ("ur", 20, 6)])
def test_windows_for_dice_save_positions(name: str, plies: int, depth: int) -> None:
    """The value is unchanged, in both tiers; in small trees the first look may cost more."""
    told = []
    for native in (True, False):
        state = after(forthgame.load(name, native=native), plies, 2)
        assert state is not None
        found = [state.search(f"negamax:star={star}", depth=depth) for star in (0, 1, 2)]
        assert len({result.score for result in found}) == 1
        assert found[2].nodes < found[0].nodes
        told.append([(result.score, result.nodes) for result in found])
    assert told[0] == told[1]


# -- the table is kept -----------------------------------------------------------------------------


@pytest.mark.parametrize("more", ["", ",table=2"])
def test_a_table_is_reused_in_a_game_only(more: str) -> None:
    game = forthgame.load("breakthrough", native=False)
    state = game.new_game(seed=1)
    text = f"negamax:keep=yes{more}"
    first = state.search(text, depth=4)
    again = state.search(text, depth=4)
    assert again.nodes < first.nodes
    assert again.score == first.score
    assert state.search("negamax", depth=4).nodes == first.nodes  # another search has nothing of it
    state.play(again.move)
    assert game.new_game(seed=1).search(text, depth=4).nodes == first.nodes


def test_a_reused_table_gives_the_value() -> None:
    game = forthgame.load("breakthrough", native=False)
    kept, plain = game.new_game(seed=1), game.new_game(seed=1)
    for _ in range(6):
        found = kept.search("negamax:keep=yes", depth=3)
        assert found.score == plain.search("negamax", depth=3).score
        kept.play(found.move)
        plain.play(str(found.move))


def test_threads_share_a_reused_table() -> None:
    state = forthgame.load("breakthrough", native=False).new_game(seed=1)
    plain = state.search("negamax", depth=3).score
    for _ in range(2):
        assert state.search("negamax:keep=yes,threads=2", depth=3).score == plain


def test_options_are_refused_where_they_mean_nothing() -> None:
    assert parse_engine("negamax:null=2,malus=yes")[1] == Limits(null=2, malus=True)
    for text, message in (
        ("uct:null=2", "null is an option of negamax, paranoid, brs"),
        ("maxn:malus=yes", "malus is an option of"),
        ("maxn:keep=yes", "keep is an option of uct and mcts"),
        ("negamax:null=9", "a whole number from 0 to 6"),
        ("negamax:star=3", "a whole number from 0 to 2"),
        ("negamax:malus=2", "must be yes or no"),
    ):
        with pytest.raises(ForthgameError, match=message):
            parse_engine(text)
    with pytest.raises(ValueError, match="captures is a whole number"):
        Limits(captures=-1)


@pytest.mark.parametrize("number", [1 << 31, 5_000_000_000, 1 << 62])
@pytest.mark.parametrize("engine", ["uct", "mcts", "auto", "best-first", "negamax", "random"])
def test_limits_may_be_larger_than_a_cell(engine: str, number: int) -> None:
    """Such limits end nothing, and another limit does."""
    state = forthgame.load("tictactoe", native=False).new_game(seed=1)
    own = ENGINES[engine]
    for name in ("playouts", "depth") if own.tree or engine == "auto" else ("depth",):
        found = state.search(f"{engine}:{name}={number},nodes=20", seed=1)
        assert found.move in state.moves()
        assert found.nodes <= 20
    threads = Limits(depth=number, threads=3)
    assert sum(part.playouts or 0 for part in shared_out(threads, ENGINES["uct"])) == LARGEST


@pytest.mark.parametrize("engine", ["negamax", "maxn", "brs", "best-first", "uct"])
def test_a_search_that_is_cut_short_counts_its_own_positions(engine: str) -> None:
    """Positions of the search before are not included, whichever engine that was."""
    state = forthgame.load("breakthrough", native=False).new_game(seed=1)
    for before in ("negamax", "uct"):
        state.search(before, nodes=60, seed=1)
        assert state.search(engine, nodes=5, seed=1).nodes == 5
