"""Scripts that store an invalid number for the player: both tiers give the same results."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

import forthgame
from forthgame.bridges.planes import Observer
from forthgame.play.ugi.engine_server import EngineServer
from tests.generation.test_asking_first import play

GAME = """
{{board 4 4 {{grid}} {{variable}} seen board}}
{{directions -1 0 {{direction}} n 1 0 {{direction}} s 0 1 {{direction}} e 0 -1 {{direction}} w
  directions}}
{{players {{player}} X {{player}} O {neutral} players}}
{{turn-order {{turn}} X {{turn}} O {another} turn-order}}
{symmetries}
VARIABLE v1
: odd {value} {cell} ! ;
: step n verify {asked[0]} verify from here move add-move {said[0]} ;
: hop e verify {asked[1]} verify from here move {said[1]} add-move ;
: put {asked[2]} verify drop add-move ;
{{moves m {{move}} step {{move}} hop moves}}
{{moves d {{move}} put moves}}
{{pieces {{piece}} man {{moves}} m {lists[0]} {{piece}} king {lists[1]} pieces}}
{{board-setup {{setup}} X man a1 {{setup}} X man b1 {{setup}} O man c3 {{setup}} O man b2
  {{setup}} X king d3 board-setup}}
{event}
"""
VALUES = ("28672", "29696", "3072", "2049", "4096", "v1", "O", "X", "O v1 OR", "X 7 OR", "0", "-1")
CELLS = ("$forPlayer", "$player")
ASKED = ("empty?", "enemy?", "friend?", "not-empty?", "friend? NOT")
SAID = ("", "", "", "odd", "v1 ++ v1 @ 3 > IF odd ENDIF")
EVENTS = (
    "", "", ": OnGenerateMoves odd ;", ": OnNewGame odd ;", ": OnMakeAMove odd ;",
    ": OnIsGameOver odd #UnknownScore ;",
)  # fmt: skip
LISTS = (("", ""), ("{drops} d", ""), ("", "{drops} d"), ("{drops} d", "{moves} m"))
SEEDS = [pytest.param(k, marks=[] if k < 10 else pytest.mark.slow) for k in range(400)]


def script(random: Random) -> str:
    """Return a game whose events or words store an invalid player, or another one."""
    return GAME.format(
        neutral=random.choice(("", "{neutral} N")), another=random.choice(("", "{turn} X O")),
        symmetries=random.choice(("", "{symmetries O {symmetry} n s symmetries}")),
        value=random.choice(VALUES), cell=random.choice(CELLS),
        asked=[random.choice(ASKED) for _ in range(3)], said=[random.choice(SAID) for _ in "ab"],
        lists=random.choice(LISTS), event=random.choice(EVENTS),
    )  # fmt: skip


@pytest.mark.sampled(4)
@pytest.mark.parametrize("seed", SEEDS)
def test_who_plays_may_be_nobody(tmp_path: Path, seed: int) -> None:
    path = tmp_path / "game.4th"
    path.write_text(script(Random(seed)), encoding="utf-8")
    assert play(path, native=True) == play(path, native=False)


@pytest.mark.parametrize("value", ["X 7 OR", "O 512 OR", "0", "28672"])
@pytest.mark.parametrize("asked", ["empty?", "not-empty?"])
@pytest.mark.sampled(3)
def test_moves_are_tallied_for_players_only(tmp_path: Path, value: str, asked: str) -> None:
    path = tmp_path / "game.4th"
    text = GAME.format(
        neutral="", another="", symmetries="", value=value, cell="$forPlayer", asked=[asked] * 3,
        said=["", ""], lists=("{drops} d", ""), event=": OnGenerateMoves odd ;",
    )  # fmt: skip
    path.write_text(text, encoding="utf-8")
    assert play(path, native=True) == play(path, native=False)


NOBODY = """
{board 3 3 {grid} board}
{players {player} A {player} B {player} C players}
{turn-order {turn} A {turn} B {turn} C turn-order}
: put empty? verify drop add-move ;
{moves drops {move} put moves}
{pieces {piece} stone {drops} drops pieces}
: OnIsGameOver #UnknownScore ;
: OnNextTurn 99 $player ! ;
"""


@pytest.mark.parametrize("engine", ["best-first", "maxn", "paranoid", "brs", "random", "uct"])
def test_engines_go_on_where_nobody_is_to_move(tmp_path: Path, engine: str) -> None:
    path = tmp_path / "nobody.4th"
    path.write_text(NOBODY, encoding="utf-8")
    state = forthgame.load(path, native=False).new_game(seed=1)
    for _ in range(2):
        assert state.search(engine, nodes=40).move in state.moves()
        state.play(0)
        assert state.player == ""


def test_what_is_said_where_nobody_is_to_move(tmp_path: Path) -> None:
    """This covers the protocol, and PettingZoo and OpenSpiel, which have to name a player."""
    said: list[str] = []
    server = EngineServer(forthgame.load("tictactoe", native=False), said.append, "negamax")
    server.obey("position text tictactoe | turn=0,%99,X,0,1,0")
    server.obey("go p1time 1000")
    server.wait()
    assert said[-1].startswith("bestmove X_mark")
    pettingzoo = pytest.importorskip("forthgame.bridges.pettingzoo")
    path = tmp_path / "nobody.4th"
    path.write_text(NOBODY, encoding="utf-8")
    environment = pettingzoo.env(forthgame.load(path, native=False))
    environment.reset(seed=1)
    with pytest.raises(forthgame.ForthgameError, match="no player is to move in nobody"):
        environment.step(0)
    openspiel = pytest.importorskip("forthgame.bridges.openspiel")
    spiel = openspiel.register(
        forthgame.load(path, native=False), name="nobody"
    ).new_initial_state()
    with pytest.raises((forthgame.ForthgameError, RuntimeError), match="no player is to move"):
        spiel.apply_action(spiel.legal_actions()[0])


@pytest.mark.parametrize("value", ["99", "0", "-1", "123456", "A 7 OR"])
def test_no_plane_shows_who_moves_where_nobody_does(tmp_path: Path, value: str) -> None:
    """The test covers one position and many, which continue with random moves."""
    bridge = pytest.importorskip("forthgame.bridges.gymnasium")
    path = tmp_path / "nobody.4th"
    path.write_text(NOBODY.replace("99", value), encoding="utf-8")
    game = forthgame.load(path, native=False)
    envs, observer = bridge.make_vec(game, 2, plies=5), Observer(game)
    seen, _ = envs.reset(seed=1)
    envs.batch.step([0, 0])
    state = envs.batch.state(0)
    assert (
        envs.batch.movers.tolist() == [game.players.index(state.player) if state.player else -1] * 2
    )
    planes = observer.read(state)
    assert [bool(plane.all()) for plane in planes[3:6]] == [p == state.player for p in game.players]
    assert planes[:3].sum() == 1, "one stone"
    seen, *_ = envs.step(seen["action_mask"].argmax(axis=1))
    assert (seen["observation"][0] == observer.read(envs.batch.state(0))).all()


@pytest.mark.sampled(2)
@pytest.mark.parametrize("last", ["?Dice {random}", "Dice {random}"])
def test_the_last_of_31_players_is_dice(last: str, tmp_path: Path) -> None:
    """The player's bit is the sign of a cell."""
    names = " ".join(f"{{player}} P{number}" for number in range(1, 31))
    path = tmp_path / "many.4th"
    path.write_text(f"""{{board 3 3 {{grid}} board}}
{{players {names} {{player}} {last} players}}
{{turn-order {{turn}} P1 {{turn}} {last.split()[0]} turn-order}}
: put empty? verify drop here 1+ weight add-move ;
{{moves puts {{move}} put moves}}
{{pieces {{piece}} man {{drops}} puts pieces}}
""")
    found = []
    for native in (False, True):
        with forthgame.load(path, native=native) as game:
            if game.native is not None:
                game.native.prepare(wait=True)
            played = game.playouts(20, seed=1, plies=30)
            state = game.new_game(seed=1)
            state.play(state.moves()[0])
            best = game.new_game(seed=1).search("maxn", depth=2, time=None)
            dice = game.forth.game.players[-1].chance
            found.append((dice, played.results, best.score, str(best.move)))
    assert found[0] == found[1]
    assert found[0][0]


DROPPING = """
{board 4 4 {grid} board}
{directions 0 1 {direction} e directions}
{players {player} X {player} O players}
{turn-order {turn} X {turn} O turn-order}
: put ( -- ) current-player X <> verify empty? verify drop add-move ;
: corner ( -- ) current-player X = verify here a1 = verify drop add-move ;
{moves puts {move} put {move} corner moves}
{pieces {piece} man {drops} puts pieces}
{board-setup {setup} X man d4 board-setup}
: OnGenerateMoves turn-number 3 = IF current-player 1+ $player ! ENDIF ;
"""


def test_drops_are_tried_for_who_is_no_player(tmp_path: Path) -> None:
    """Facts on the places of new moves hold for players only, not for another number."""
    path = tmp_path / "game.4th"
    path.write_text(DROPPING, encoding="utf-8")
    assert play(path, native=True) == play(path, native=False)
