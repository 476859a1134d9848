"""Best-reply search has the values of a plain one over the legal moves of each opponent."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

import pytest

import forthgame
from forthgame.api.game import State
from tests.waiting import HANGS_AFTER

GAME = """
{board 1 6 {grid} {variable} v {variable} w board}
{players {player} X {player} Y {player} Z players}
{turn-order %(order)s turn-order}
: add-v ( n -- ) v +! ;
: way ( n -- ) COMPILE-LITERAL COMPILE add-v ;
: small ( -- ) current-player X = IF -1 ELSE 1 current-player Z = + ENDIF way %(small)s add-move ;
: large ( -- ) current-player X <> verify w @ 3 MOD verify 100 way %(large)s add-move ;
{moves ways {move} small {move} large moves}
{pieces {piece} man {moves} ways pieces}
{board-setup {setup} X man a1 {setup} Y man b1 {setup} Z man c1 {setup} Z man d1 board-setup}
: OnIsGameOver #UnknownScore ;
: OnEvaluate v @ 5 * w @ + current-player X <> IF NEGATE ENDIF ;
: OnMakeAMove w ++ %(made)s ;
%(rules)s
"""
PLAIN = {"order": "{turn} X {turn} Y {turn} Z", "small": "", "large": "", "made": "", "rules": ""}
KINDS = {
    "plain": {},
    "preferred": {"small": "1 prefer"},
    "struck": {
        "rules": ": OnMoves move-count 1 > IF $FirstMove $NextMove DUP IF strike ELSE DROP ENDIF"
        " ENDIF ;"
    },
    "events": {"made": "v @ 50 > IF v OFF ENDIF"},
    "legal": {"rules": ": OnIsLegal? v @ 50 < ;"},
    "chains": {"large": "v @ 300 < IF TRUE partial ENDIF"},
    "chains behind small moves": {"small": "w @ 2 MOD IF TRUE partial ENDIF"},
    "two turns": {"order": "{turn} X {turn} Y {turn} X {turn} Z"},
    "long": {"order": "{turn} X {turn} Y {turn} Y {turn} Z {turn} Y"},
    "generation": {"rules": ": OnGenerateMoves current-player Y = IF w @ 3 + w ! ENDIF ;"},
}


def written(folder: Path, kind: str) -> Path:
    script = folder / "replies.4th"
    script.write_text(GAME % {**PLAIN, **KINDS[kind]}, encoding="utf-8")
    return script


class Naive:
    """Best-reply search by lists and copies of positions."""

    def __init__(self, game: forthgame.Game, kind: str, searcher: str) -> None:
        order = {**PLAIN, **KINDS[kind]}["order"]
        self.turns = order.replace("{turn}", "").split()
        self.game, self.searcher = game, searcher

    def with_turn(self, state: State, number: int) -> State:
        player = self.turns[number]
        turn = f"turn={12 * number},{player},{player},"
        return self.game.position(re.sub(r"turn=\d+,\w+,\w+,", turn, state.to_text()))

    def following(self, state: State, own: bool) -> list[int]:
        """Return the turn numbers that follow a position, up to the searcher's next turn."""
        found = re.search(r"turn=(\d+),", state.to_text())
        assert found
        number, numbers = int(found[1]) // 12, []
        while self.turns[number] != self.searcher:
            numbers.append(number)
            number = (number + 1) % len(self.turns)
        return [number] if own else numbers

    def value(self, state: State, depth: int) -> int:
        """Return the value of a position for the searcher."""
        own = state.player == self.searcher
        if depth <= 0 and not state.turn_cell(5):
            before = state if own else self.with_turn(state, self.following(state, True)[0])
            return self.judged(before)
        replies = [state]
        if not own and not state.turn_cell(5):
            replies = [self.with_turn(state, number) for number in self.following(state, False)]
        found = []
        for before in replies:
            for number in range(before.count):
                after = before.copy()
                after.play(number)
                if not own and not after.turn_cell(5):
                    after = self.with_turn(after, self.following(after, True)[0])
                found.append(self.value(after, depth - 1))
        if not found:
            return self.judged(state)
        return max(found) if own else min(found)

    def judged(self, state: State) -> int:
        """Return the result of OnEvaluate, from one player's view or its opposite."""
        stored = dict(re.findall(r"(?<=[ |])(v|w)=(-?\d+)", state.to_text()))
        value = 5 * int(stored.get("v", 0)) + int(stored.get("w", 0))
        return value if self.searcher == "X" else -value


def compare(folder: Path, kind: str, native: bool, deepest: int = 4) -> None:
    game = forthgame.load(written(folder, kind), native=native)
    if native:
        assert game.native is not None
        game.native.prepare(wait=True)
    state, draw, searched = game.new_game(seed=1), Random(4), set()
    for _ in range(9):
        if not state.count:
            break
        if not state.turn_cell(5):
            naive = Naive(game, kind, state.player)
            for depth in range(1, deepest + 1):
                wanted = naive.value(state, depth)
                found = state.search("brs", depth=depth, selective=False)
                assert found.score == wanted, (kind, state.to_text(), depth)
                searched.add(state.player)
        state.play(draw.randrange(state.count))
    assert len(searched) == 3


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.sampled(4)
def test_replies_are_the_legal_moves_of_each_opponent(tmp_path: Path, kind: str) -> None:
    compare(tmp_path, kind, native=False, deepest=3)


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_replies_four_plies_deep(tmp_path: Path, kind: str) -> None:
    compare(tmp_path, kind, native=False)


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_replies_in_machine_code(tmp_path: Path, kind: str) -> None:
    compare(tmp_path, kind, native=True)


TURNS = """
{board 1 3 {grid} {variable} v board}
{players {player} X {player} Y {player} Z {neutral} N players}
{turn-order %s turn-order}
: add ( n -- ) v +! ;
: go ( -- ) from here move %s COMPILE-LITERAL COMPILE add add-move ;
{moves ways {move} go moves}
{pieces {piece} man {moves} ways pieces}
{board-setup {setup} X man a1 {setup} Y man b1 {setup} %s man c1 board-setup}
: OnIsGameOver #UnknownScore ;
: OnEvaluate v @ current-player X <> IF NEGATE ENDIF ;
"""


@pytest.mark.parametrize("first", [True, False])
def test_an_opponent_replies_in_each_of_his_turns(tmp_path: Path, first: bool) -> None:
    """An opponent also replies in a turn taken for another player, before or after their own."""
    own = ("{turn} Y {for-player} N", "{turn} Y")
    order = " ".join(["{turn} X", *(own if first else own[::-1]), "{turn} Z"])
    gain = "current-player X = IF 0 ELSE for-player N = IF -100 ELSE -1 ENDIF ENDIF"
    script = tmp_path / "turns.4th"
    script.write_text(TURNS % (order, gain, "N"), encoding="utf-8")
    state = forthgame.load(script, native=False).new_game(seed=1)
    assert [state.search("brs", depth=depth).score for depth in (1, 2)] == [0, -100]


@pytest.mark.parametrize("asked", ["", "current-player X <> IF again ENDIF"])
def test_a_turn_that_a_reply_asks_for_is_left_out(tmp_path: Path, asked: str) -> None:
    script = tmp_path / "turns.4th"
    gain = f"{asked} current-player X = IF 10 ELSE -1 ENDIF"
    order = "{turn} X {turn} X {turn} Y {turn} Z"
    script.write_text(TURNS % (order, gain, "Z"), encoding="utf-8")
    state = forthgame.load(script, native=False).new_game(seed=1)
    found = [state.search("brs", depth=depth).score for depth in range(1, 7)]
    assert found == [10, 20, 19, 29, 39, 38]


@pytest.mark.parametrize("out", ["{repeat}", "out"])
def test_a_searcher_without_a_further_turn(tmp_path: Path, out: str) -> None:
    """Each turn is visited once, also one for a player without a move."""
    order = f"{{turn}} X {out if out == '{repeat}' else ''} {{turn}} Y {{turn}} Z {{for-player}} Y"
    gain = ("current-player out " if out == "out" else "") + "current-player X = verify 7"
    script = tmp_path / "turns.4th"
    script.write_text(TURNS % (order, gain, "N"), encoding="utf-8")
    state = forthgame.load(script, native=False).new_game(seed=1)
    found = [state.search("brs", depth=depth, time=HANGS_AFTER) for depth in (1, 2, 3)]
    assert [(each.score, each.depth) for each in found] == [(7, 1), (7, 2), (7, 3)]


@pytest.mark.parametrize("name", ["chess/antichess", "kalah", "draughts"])
def test_one_opponent_has_the_only_reply(name: str) -> None:
    state, draw = forthgame.load(name, native=False).new_game(seed=1), Random(5)
    for _ in range(12):
        found = [state.search(engine, depth=2) for engine in ("brs", "negamax")]
        assert (found[0].score, found[0].move.text) == (found[1].score, found[1].move.text)
        state.play(draw.randrange(state.count))
