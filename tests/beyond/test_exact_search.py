"""Searches give the values of exhaustive ones, in games with words beyond Axiom."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

import pytest

import forthgame
from forthgame.api.game import State
from tests.searching import by_distance

from .exact_games import KINDS, load, written
from .exhaustive import Exhaustive, chance, clock, competitors, in_hand, nothing, played

PLUS = {"hands": in_hand, "to-hand": in_hand, "many at once": in_hand, "choices": clock}


def positions(game: forthgame.Game, count: int, plies: int) -> list[State]:
    """Yield positions of random games in which a player with an interest chooses."""
    found: list[State] = []
    for seed in range(50):
        state, draw = game.new_game(seed=seed), Random(seed)
        for ply in range(plies * seed % 7 + 9):
            if state.outcome or not state.moves():
                break
            if ply >= plies * seed % 7 and not chance(state) and not state.turn_cell(5):
                found.append(state)
                break
            state.play(draw.choice(state.moves()))
        if len(found) == count:
            break
    assert found
    return found


def compare(state: State, kind: str, depth: int) -> None:
    """All engines that search to a depth."""
    oracle = Exhaustive(state.player, PLUS.get(kind, nothing))
    behind = {str(m): played(state, m) for m in state.moves()}
    values = {text: oracle.value(after, depth - 1) for text, after in behind.items()}
    names = ["paranoid", "negamax"] if len(competitors(state)) < 3 else ["paranoid"]
    for name in names:
        found = state.search(name, depth=depth)
        told = (name, depth, state.to_text(), values)
        assert found.score == by_distance(max(values.values()), depth), told
        assert values[str(found.move)] == max(values.values()), told
    if depth < 4:  # it keeps every position of the depth
        found = state.search("best-first", depth=depth)
        told = ("best-first", depth, state.to_text(), values)
        assert found.score == by_distance(max(values.values()), depth), told
        assert values[str(found.move)] == max(values.values()), told
    scores = {t: oracle.all_scores(a, depth - 1)[state.player] for t, a in behind.items()}
    first = next(t for t, score in scores.items() if score == max(scores.values()))
    found = state.search("maxn", depth=depth)
    told = ("maxn", depth, state.to_text(), scores)
    assert found.score == by_distance(scores[first], depth), told
    assert scores[str(found.move)] == scores[first], told


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.sampled(2)
def test_a_search_gives_the_exhaustive_value(tmp_path: Path, kind: str) -> None:
    for state in positions(load(tmp_path, kind), 2, 3):
        compare(state, kind, 2)


@pytest.mark.slow
@pytest.mark.parametrize("native", [False, True], ids=["interpreted", "native"])
@pytest.mark.parametrize("table", [True, False], ids=["table", "no table"])
@pytest.mark.parametrize("kind", KINDS)
def test_deeper_in_both_tiers_with_and_without_table(
    tmp_path: Path, kind: str, table: bool, native: bool
) -> None:
    game = load(tmp_path, kind, table=table, native=native)
    for state in positions(game, 5, 3):
        for depth in (1, 3, 4):
            compare(state, kind, depth)


# -- brs: of all opponents only the best reply -----------------------------------------------------

SAFE = (
    ": OnIsLegal? my-king attacked? NOT ; "
    ": OnIsGameOver current-player men-left IF #UnknownScore ELSE #LossScore ENDIF ;"
)


def with_turn(state: State, player: str) -> State:
    """The position with another player's turn; turns are declared in the order of the players."""
    offset = 12 * "XYZ".index(player)
    turn = f"turn={offset},{player},{player},"
    return state.game.position(re.sub(r"turn=\d+,\w+,\w+,", turn, state.to_text()))


def best_reply(oracle: Exhaustive, state: State, depth: int) -> int:
    """Return the replies of all opponents, with OnIsLegal? tested as in their own turns."""
    if state.outcome:
        return oracle.ended(state, oracle.searcher, depth)
    if depth <= 0:
        return oracle.judged(state)
    own = state.player == oracle.searcher
    movers = [oracle.searcher] if own else [p for p in "XYZ" if p != oracle.searcher]
    found = []
    for mover in movers:
        before = state if own else with_turn(state, mover)
        for move in before.moves():
            after = played(before, move)
            after = after if own else with_turn(after, oracle.searcher)
            found.append(best_reply(oracle, after, depth - 1))
    if not found:
        return oracle.judged(state)
    return max(found) if own else min(found)


def replies(game: forthgame.Game, depth: int) -> None:
    """Best-reply search of some positions."""
    for state in positions(game, 4, 3):
        oracle = Exhaustive(state.player)
        wanted = best_reply(oracle, state, depth)
        told = (state.to_text(), depth)
        assert state.search("brs", depth=depth).score == by_distance(wanted, depth), told


@pytest.fixture
def trio(tmp_path: Path) -> Path:
    """Three players, none of whom may leave the king open to capture."""
    setup = "X king a1 {setup} X man a2 {setup} X man c1 {setup} Y king c3 {setup} Z king a3"
    return written(tmp_path, "OnIsLegal? of three", rules=SAFE, setup="{setup} " + setup)


def test_best_replies_are_legal(trio: Path) -> None:
    replies(forthgame.load(trio, native=False), 3)


@pytest.mark.slow
def test_best_replies_are_legal_in_machine_code(trio: Path) -> None:
    game = forthgame.load(trio)
    assert game.native is not None
    game.native.prepare(wait=True)
    replies(game, 4)


@pytest.mark.parametrize("kind", ["OnIsLegal?", "hands", "zones"])
def test_with_two_players_the_best_reply_is_the_only_one(tmp_path: Path, kind: str) -> None:
    for state in positions(load(tmp_path, kind), 3, 3):
        found = [state.search(name, depth=3) for name in ("brs", "negamax")]
        assert found[0].score == found[1].score
