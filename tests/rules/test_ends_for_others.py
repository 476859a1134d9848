"""Results of players that the script does not mention agree for results and engines."""

from __future__ import annotations

from pathlib import Path

import pytest

import forthgame

# The next player has lost after `beat`, and won after `help`; other players are not mentioned.
SCRIPT = """
{{board 1 4 {{grid}} {{variable}} done board}}
{{players {{player}} A {{player}} B {{player}} C {{player}} D players}}
{{turn-order {{turn}} A {{turn}} B {{turn}} C {{turn}} D turn-order}}
: beat 1 done ! ;  : help 2 done ! ;
: choose choice" wait" add-move choice" beat" COMPILE beat add-move
  choice" help" COMPILE help add-move ;
{friends}
: OnIsGameOver ( -- result )
  current-player B = NOT IF #UnknownScore ELSE
    done @ 1 = IF #LossScore ELSE done @ 2 = IF #WinScore ELSE #UnknownScore ENDIF ENDIF ENDIF ;
{{moves choices {{move}} choose moves}}
{{pieces {{piece}} man {{moves}} choices pieces}}
{{board-setup {{setup}} A man a1 {{setup}} B man b1 {{setup}} C man c1
  {{setup}} D man d1 board-setup}}
"""
FRIENDS = ": OnFriends? ( p q -- ? ) player-index SWAP player-index + 2 MOD 0= ;"
BEATEN = {"A": "win", "B": "loss", "C": "win", "D": "win"}
HELPED = {"A": "loss", "B": "win", "C": "loss", "D": "loss"}


@pytest.fixture(params=[False, True], ids=["interpreted", "native"])
def native(request: pytest.FixtureRequest) -> bool:
    return bool(request.param)


def state_of(folder: Path, friends: str, native: bool) -> forthgame.State:
    path = folder / "four.4th"
    path.write_text(SCRIPT.format(friends=friends))
    game = forthgame.load(path, native=native)
    if game.native:
        game.native.prepare(wait=True)
    return game.new_game(seed=1)


@pytest.mark.parametrize(
    ("friends", "beaten", "helped"),
    [
        ("", BEATEN, HELPED),
        (FRIENDS, {**BEATEN, "D": "loss"}, {**HELPED, "D": "win"}),
    ],
    ids=["each for himself", "two sides"],
)
@pytest.mark.sampled(2)
def test_others_have_the_opposite_and_friends_the_same(
    tmp_path: Path, native: bool, friends: str, beaten: dict[str, str], helped: dict[str, str]
) -> None:
    state = state_of(tmp_path, friends, native)
    assert [move.choice for move in state.moves()] == ["wait", "beat", "help"]
    points = {"win": 1.0, "loss": 0.0}
    for number, wanted in ((1, beaten), (2, helped)):
        ended = state.copy()
        ended.play(number)
        assert ended.outcomes() == wanted
        batch = state.game.batch([state])
        batch.step([number])
        assert batch.returns().tolist() == [[points[outcome] for outcome in wanted.values()]]
    played = state.game.playouts(60, seed=1)
    wins = dict(played.wins)
    assert (wins["D"] == wins["B"]) if friends else (wins["D"] == wins["A"] == wins["C"])


@pytest.mark.sampled(2)
@pytest.mark.parametrize("friends", ["", FRIENDS], ids=["each for himself", "two sides"])
def test_engines_expect_what_the_results_are(tmp_path: Path, native: bool, friends: str) -> None:
    """A beat is a win for the player who makes it. Engines once took it for a proven draw."""
    state = state_of(tmp_path, friends, native)
    for engine in ("negamax", "paranoid", "maxn", "brs", "best-first"):
        found = state.search(engine, depth=1)
        assert (str(found.move.choice), found.score) == ("beat", 2129999999), engine
    for engine in ("uct", "mcts"):
        found = state.search(engine, playouts=200, seed=1)
        assert (found.move.choice, found.score) == ("beat", 1000), engine
    proof = state.prove()
    assert (proof.value, proof.move and proof.move.choice) == ("win", "beat")


# Ways to set other results: with `for-player`, by endings, by a turn of a neutral player.
FOR_PLAYER = """
: OnIsGameOver ( -- result )
  done @ 0= IF #UnknownScore ELSE
    for-player A = done @ 1 = AND  for-player B = done @ 2 = AND  OR
    IF #WinScore ELSE #LossScore ENDIF
  ENDIF ;
"""
BY_ENDINGS = """
: sunk current-player A = done @ 0<> AND IF A loses ENDIF ;
: OnIsGameOver ( -- result )
  current-player B = done @ 0<> AND IF
    done @ 1 = IF #LossScore ELSE #WinScore ENDIF
  ELSE #UnknownScore ENDIF ;
{{endings sunk {{ending}} sunk endings}}
"""
NEUTRAL = """
: OnIsGameOver ( -- result )
  done @ 0= IF #UnknownScore ELSE
    done @ 1 = current-player A = AND  done @ 2 = current-player B = AND  OR
    IF #WinScore ELSE #LossScore ENDIF
  ENDIF ;
"""


@pytest.mark.parametrize(
    ("event", "neutral"),
    [(FOR_PLAYER, False), (BY_ENDINGS, False), (NEUTRAL, True)],
    ids=["for-player", "endings", "neutral"],
)
@pytest.mark.sampled(3)
def test_engines_choose_what_the_results_call_best(
    tmp_path: Path, native: bool, event: str, neutral: bool
) -> None:
    head, tail = SCRIPT.split(": OnIsGameOver")
    text = head + event + tail[tail.index("{{moves") :]
    if neutral:
        text = text.replace("{{player}} B", "{{neutral}} N {{player}} B", 1)
        text = text.replace("{{turn}} B {{turn}} C {{turn}} D", "{{turn}} N {{turn}} B", 1)
        for other in ("C", "D"):
            text = text.replace(f" {{{{player}}}} {other}", "")
            text = text.replace(f"{{{{setup}}}} {other} man {other.lower()}1", "")
    path = tmp_path / "asked.4th"
    path.write_text(text.format(friends=""))
    game = forthgame.load(path, native=native)
    if game.native:
        game.native.prepare(wait=True)
    state = game.new_game(seed=1)
    value = {"win": 1, "draw": 0, "loss": -1}
    worth = {}
    for move in state.moves():
        behind = state.copy()
        behind.play(move)
        worth[move.choice] = value[behind.outcomes()["A"]] if behind.outcome else 0
    assert sorted(worth.values()) in ([-1, 0, 1], [-1, -1, 0])
    best = max(worth, key=lambda choice: worth[choice])
    for engine in ("negamax", "paranoid", "maxn", "brs", "best-first"):
        assert state.search(engine, depth=1).move.choice == best, engine
    for engine in ("uct", "mcts"):
        assert state.search(engine, playouts=200, seed=1).move.choice == best, engine
    proof = state.prove(nodes=300)
    assert (proof.value == "win") <= (max(worth.values()) == 1)
