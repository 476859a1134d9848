"""`Playouts.wins`: winners of random games, counted for any number of players.

A random game from a finished position has no ply, so its counts must equal the result of its
`State`.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

import pytest

import forthgame
from forthgame import Game, Playouts, State

TURNS = """
{board 1 3 {grid} board}
{players {player} A"x" {player} B {player} C players}
{turn-order {turn} A"x" {turn} B {turn} C turn-order}
: put empty? verify drop add-move ;
{moves puts {move} put moves}
{pieces {piece} man {drops} puts pieces}
: full? ( -- ? ) move-count 0= ;
: here-first ( player -- ? ) a1 player-at = ;
"""
RULES = {
    "asked of everybody": TURNS + """
: OnIsGameOver
    full? NOT IF #UnknownScore ELSE
    current-player here-first IF #WinScore ELSE #LossScore ENDIF ENDIF ;
""",
    "only the mover's": TURNS + """
: OnIsGameOver
    full? NOT IF #UnknownScore ELSE
    current-player B = IF #LossScore ELSE #UnknownScore ENDIF ENDIF ;
""",
    "all lose": TURNS + """
: OnIsGameOver  full? IF #LossScore ELSE #UnknownScore ENDIF ;
""",
    "a draw": TURNS + """
: OnIsGameOver  full? IF #DrawScore ELSE #UnknownScore ENDIF ;
""",
    "no result": TURNS + """
: OnIsGameOver  #UnknownScore ;
""",
    "an ending for two": TURNS + """
: over full? IF A"x" wins a1 player-at C = IF C wins ENDIF ENDIF ;
: OnIsGameOver #UnknownScore ;
{endings over {ending} filled endings}
""",
    "scores": TURNS + """
: over full? IF 3 A"x" score a1 player-at B = IF 3 ELSE 1 ENDIF B score ENDIF ;
: OnIsGameOver #UnknownScore ;
{endings over {ending} filled endings}
""",
    "an ending, and all lose": TURNS + """
: over full? IF A"x" loses B loses C loses ENDIF ;
: OnIsGameOver #UnknownScore ;
{endings over {ending} filled endings}
""",
    "writes what it is asked about": TURNS + """
: OnIsGameOver
    full? NOT IF #UnknownScore ELSE
    current-player B = IF #WinScore ELSE #LossScore ENDIF  A"x" $player ! ENDIF ;
""",
    "two, and dice to move": """
{board 1 4 {grid} board}
{players {player} A {player} B {player} ?Dice {random} players}
{turn-order {turn} A {turn} ?Dice {turn} B {turn} ?Dice turn-order}
: put empty? verify drop add-move ;
{moves puts {move} put moves}
{pieces {piece} man {drops} puts pieces}
: OnIsGameOver
    move-count 3 > IF #UnknownScore ELSE
    current-player A = IF #WinScore ELSE #LossScore ENDIF ENDIF ;
""",
}  # fmt: skip


def counted(state: State) -> tuple[dict[str, int], int, int, int, int]:
    """Return the expected counts of one finished game: wins, draws, shared, lost, unfinished."""
    outcomes = state.outcomes()
    wins = {seat: int(outcomes.get(seat) == "win") for seat in state.game.declaration.competitors}
    won, even = sum(wins.values()), "draw" in outcomes.values()
    if state.outcome is None:
        return wins, 0, 0, 0, 1
    return wins, int(not won and even), int(won > 1), int(not won and not even), 0


def told(played: Playouts) -> tuple[dict[str, int], int, int, int, int]:
    """Return the actual counts."""
    return played.wins, played.draws, played.shared, played.lost, played.unfinished


def finished(game: Game, seed: int) -> State:
    """A random game to its end."""
    state, draw = game.new_game(seed=seed), random.Random(seed)
    while state.count:
        state.play(draw.randrange(state.count))
    return state


def check(game: Game, games: int) -> set[str | tuple[str, ...] | None]:
    """Compare some games; return the winners."""
    found = set()
    for seed in range(games):
        state = finished(game, seed)
        played = game.playouts(1, state=state)
        assert told(played) == counted(state)
        assert played.plies == 0
        found.add(state.winner)
    return found


@pytest.fixture
def made(tmp_path: Path) -> Callable[..., Game]:
    """Return a function that loads a rule."""

    def load(text: str, native: bool = False) -> Game:
        path = tmp_path / "odd.4th"
        path.write_text(text)
        return forthgame.load(path, native=native)

    return load


@pytest.mark.parametrize("rule", RULES)
def test_winners_are_those_of_the_states(made: Callable[..., Game], rule: str) -> None:
    game = made(RULES[rule])
    assert check(game, 6)
    whole = game.playouts(40, seed=1)
    if not whole.shared:
        ends = whole.draws + whole.lost + whole.unfinished
        assert sum(whole.wins.values()) + ends == whole.games == 40
    assert game.rollouts([game.new_game()], 0, seed=1)[0].wins == dict.fromkeys(whole.wins, 0)


def test_several_may_win_together(made: Callable[..., Game]) -> None:
    played = made(RULES["an ending for two"]).playouts(200, seed=3)
    assert played.wins['A"x"'] == 200
    assert 0 < played.wins["C"] == played.shared < 200
    assert played.wins["B"] == 0
    assert "won by several" in str(played)


def test_each_share_is_shown(made: Callable[..., Game]) -> None:
    """A game is decided by the owner of the piece on a1."""
    played = made(RULES["asked of everybody"]).playouts(300, seed=1)
    assert sum(played.wins.values()) == 300
    assert all(60 < number < 150 for number in played.wins.values())
    for player, number in played.wins.items():
        assert f"{player} wins {number / 3:.1f} %" in str(played)
        assert f">{number}</td>" in played._repr_html_()


def test_parts_are_added_up(made: Callable[..., Game]) -> None:
    game = made(RULES["asked of everybody"])
    one, four = (game.rollouts([game.new_game()], 300, seed=2, jobs=n)[0] for n in (1, 4))
    assert told(one) == told(four)
    assert sum(one.wins.values()) == 300


def test_a_random_game_goes_on_as_before(made: Callable[..., Game]) -> None:
    """Results for each player change neither the position nor the turn of the game afterwards."""
    rule = RULES["asked of everybody"]
    assert made(rule).playouts(50, seed=4).plies == made(RULES["a draw"]).playouts(50, seed=4).plies


@pytest.mark.slow
@pytest.mark.parametrize("rule", RULES)
def test_both_tiers_count_alike(made: Callable[..., Game], rule: str) -> None:
    games = [made(RULES[rule], native) for native in (False, True)]
    assert games[1].native is not None
    games[1].native.prepare(wait=True, engines=False)
    slow, fast = (game.playouts(200, seed=7) for game in games)
    assert (told(slow), slow.results, slow.plies) == (told(fast), fast.results, fast.plies)
    assert check(games[1], 6)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["ur", "splut", "yonin-shogi", "apocalypse", "kalah", "oware"])
def test_winners_of_bundled_games(name: str) -> None:
    assert check(forthgame.load(name, native=False), 4)
