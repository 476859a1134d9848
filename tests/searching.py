"""Small games of many kinds, and plain searches in Python that the engines are held against."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

import forthgame
from forthgame.api.game import State
from forthgame.search.search_result import SearchResult
from forthgame.search.tree_reuse import Nodes
from forthgame.words.registers import memory_layout as at

WON = at.WIN_SCORE - 1000  # a won game with no depth left

LINE = """
{board 1 5 {grid} board} {directions 0 1 {direction} e directions}
{players {player} A {player} B players} {turn-order {turn} A {turn} B turn-order}
: go e verify from here move add-move ;
{moves ways {move} go moves} {pieces {piece} man {moves} ways pieces}
{board-setup {setup} A man a1 {setup} B man c1 board-setup}
"""

SKIRMISH = """\\ Men step and take on a board of 4 x 4; who has none when he is to move has lost.
{{board 4 4 {{grid}} {{position}} cup {{variable}} wind board}}
{{directions -1 0 {{direction}} n 1 0 {{direction}} s
  0 1 {{direction}} e 0 -1 {{direction}} w directions}}
{{players {players} players}}
{{turn-order {turns} turn-order}}
: go ( 'dir -- ) EXECUTE verify friend? NOT verify from here move {last} add-move ;
: n-go ( -- ) ['] n go ;  : s-go ( -- ) wind @ NOT verify ['] s go ;
: e-go ( -- ) ['] e go ;  : w-go ( -- ) wind @ 2 < verify ['] w go ;
: set-wind ( n -- ) wind ! ;
: blow ( -- ) 3 0 DO I COMPILE-LITERAL COMPILE set-wind add-move LOOP ;
: rest ( -- ) Pass ;
{{moves men {{move}} n-go {{move}} s-go {{move}} e-go {{move}} w-go {more} moves}}
{{moves dice {{move}} blow moves}}
{{pieces {{piece}} man {{moves}} men 3 {{value}} {{piece}} king {{moves}} men 5 {{value}}
  {{piece}} die {{moves}} dice pieces}}
{{board-setup {setup} board-setup}}
: men-of ( player -- n ) 0 16 0 DO OVER I player-at = IF 1+ ENDIF LOOP SWAP DROP ;
: OnIsGameOver ( -- result ) current-player men-of cup player-at current-player = OR
  IF #UnknownScore ELSE #LossScore ENDIF ;
{rules}
"""
TWO = "{setup} X man a1 {setup} X king b1 {setup} Y man c3 {setup} Y king d4 {setup} Y man b3"
THREE = TWO + " {setup} Z man a4 {setup} Z king d1"
FOUR = THREE + " {setup} V man c2 {setup} V king a3"
KINDS: dict[str, dict[str, str]] = {
    "two": {"players": "{player} X {player} Y", "turns": "{turn} X {turn} Y", "setup": TWO},
    "double moves": {"players": "{player} X {player} Y", "setup": TWO,
                     "turns": "{turn} X {repeat} {turn} Y {turn} Y {turn} X {turn} X"},
    "partial": {"players": "{player} X {player} Y", "turns": "{turn} X {turn} Y", "setup": TWO,
                "last": "here enemy-at? IF partial ENDIF"},
    "passes": {"players": "{player} X {player} Y", "turns": "{turn} X {turn} Y", "setup": TWO,
               "more": "{move} rest"},
    "three": {"players": "{player} X {player} Y {player} Z", "setup": THREE,
              "turns": "{turn} X {turn} Y {turn} Z"},
    "three, one neutral": {"players": "{player} X {player} Y {neutral} Z", "setup": THREE,
                           "turns": "{turn} X {turn} Y"},
    "four": {"players": "{player} X {player} Y {player} Z {player} V", "setup": FOUR,
             "turns": "{turn} X {turn} Y {turn} Z {turn} V"},
    "teams": {"players": "{player} X {player} Y {player} Z {player} V", "setup": FOUR,
              "turns": "{turn} X {turn} Y {turn} Z {turn} V",
              "rules": ": team ( p -- n ) player-index 2 MOD ;"
                       " : OnFriends? ( p p -- ? ) team SWAP team = ;"},
    "wind": {"players": "{player} X {player} Y {player} ?Wind {random}",
             "turns": "{turn} X {turn} ?Wind {turn} Y {turn} ?Wind",
             "setup": TWO + " {setup} ?Wind die cup"},
    "judged": {"players": "{player} X {player} Y {player} Z", "setup": THREE,
               "turns": "{turn} X {turn} Y {turn} Z",
               "rules": ": OnEvaluate ( -- n ) 0 16 0 DO "
                        "I friend-at? IF I 7 * 5 MOD + ENDIF LOOP ;"},
}  # fmt: skip
SHIPPED = ("tictactoe", "connectfour", "breakthrough", "splut", "splut/duel")


def skirmish(folder: Path, kind: str, native: bool = True) -> forthgame.Game:
    """Load one of the small games."""
    parts = {"last": "", "more": "", "rules": "", **KINDS[kind]}
    path = folder / "skirmish.4th"
    path.write_text(SKIRMISH.format(**parts), encoding="utf-8")
    return forthgame.load(path, native=native)


def prepared(game: forthgame.Game) -> forthgame.Game:
    """The game with all of its machine code made, if it has any."""
    if game.native:
        game.native.prepare(wait=True)
    return game


def in_both_tiers(folder: Path, kind: str, plies: int = 3) -> Iterator[State]:
    """Yield the same position of a small game in machine code, then in the interpreter."""
    for native in (True, False):
        state = after(prepared(skirmish(folder, kind, native)), plies, 7)
        assert state is not None
        yield state


def after(game: forthgame.Game, plies: int, seed: int) -> State | None:
    """Return a position with a real choice; None if the game ends before."""
    state, random = game.new_game(seed=seed), Random(seed)
    for ply in range(plies + 20):
        if state.outcome or not state.moves():
            return None
        if ply >= plies and not state.player.startswith("?"):
            return state
        state.play(random.choice(state.moves()))
    return None


class Oracle:
    """Plain searches: no window, no table, no order. Scores are from the view of the player
    to move.
    """

    def __init__(self, state: State) -> None:
        self.game = state.game
        self.players = state.game.declaration.players
        self.competitors = [p for p in self.players if not p.chance and not p.neutral]
        self.searcher = state.player
        self.judged = self.game.forth.processor.register(at.EVENTS + 12) != 0
        self.coalitions = self.game.forth.processor.register(at.COALITIONS) != 0

    def code(self, name: str) -> int:
        """A player's encoding."""
        return next(player.code for player in self.players if player.name == name)

    def chance(self, state: State) -> bool:
        """Return whether the player to move has no interest in the result."""
        return state.player.startswith("?")

    def own(self, state: State) -> bool:
        """Return whether the searcher's side moves, or a player without interest."""
        if self.chance(state) or state.player == self.searcher:
            return True
        if not self.coalitions:
            return False
        state.enter()
        asked = self.game.run_event("OnFriends?", self.code(self.searcher), self.code(state.player))
        return asked != 0

    def two_sided(self, state: State) -> bool:
        """Return whether the loss of one side is the gain of the other."""
        return len(self.competitors) < 3 and not self.chance(state)

    def opinion(self, state: State, player: str, mobile: bool) -> int:
        """Return the value of the position for a player."""
        state.enter()
        processor = self.game.forth.processor
        mover = processor.cell(at.A_PLAYER)
        processor.set_cell(at.A_PLAYER, self.code(player))
        if self.judged:
            score = self.game.run_event("OnEvaluate")
        else:
            values = [piece.value for piece in self.game.declaration.pieces]
            score = 10 * sum(
                values[self.game.pieces.index(piece)] * (1 if owner == player else -1)
                for owner, piece in state.board.values()
            ) + (len(state.moves()) if mobile else 0)
        processor.set_cell(at.A_PLAYER, mover)
        return max(-2_000_000_000, min(2_000_000_000, score))

    def result(self, state: State, player: str) -> int:
        """1, 0 or -1: how a game that is over ended for a player."""
        sign = {"win": 1, "draw": 0, "loss": -1}
        outcome = sign[state.outcome or "draw"]
        if player == state.player:
            return outcome
        if self.two_sided(state):
            return -outcome
        return sign[state.outcomes()[player]]

    def leaf(self, state: State, depth: int) -> bool:
        """Whether the position is judged as it is."""
        return not state.moves() or (depth <= 0 and not state.turn_cell(5))

    def value(self, state: State, depth: int) -> int:
        """Return negamax for two sides, paranoid for more."""
        own = self.own(state)
        if state.outcome:
            about = state.player if self.two_sided(state) else self.searcher
            result = self.result(state, about)
            if about != state.player and not own:
                result = -result
            return result * (WON + depth)
        if self.leaf(state, depth):
            if self.two_sided(state):
                return self.opinion(state, state.player, mobile=True)
            score = self.opinion(state, self.searcher, mobile=False)
            return score if own else -score
        values = []
        for move in state.moves():
            state.play(move)
            behind = self.value(state, depth - 1)
            values.append(behind if self.own(state) == own else -behind)
            state.undo()
        return sum(values) // len(values) if self.chance(state) else max(values)

    def vector(self, state: State, depth: int) -> dict[str, int]:
        """Max-n: a score for each player with an interest."""
        names = [player.name for player in self.competitors]
        if state.outcome:
            return {name: self.result(state, name) * (WON + depth) for name in names}
        if self.leaf(state, depth):
            return {name: self.opinion(state, name, mobile=False) for name in names}
        found = []
        for move in state.moves():
            state.play(move)
            found.append(self.vector(state, depth - 1))
            state.undo()
        if self.chance(state):
            return {name: sum(v[name] for v in found) // len(found) for name in names}
        return max(found, key=lambda scores: scores[state.player])


def by_distance(score: int, depth: int) -> int:
    """Return an inner score in the form of results: won and lost games by their distance."""
    if abs(score) <= at.WIN_SCORE - 2000:
        return score
    distance = depth - (abs(score) - WON)
    return (at.WIN_SCORE - distance) * (1 if score > 0 else -1)


WALK = """\\ Each walks along a row of his own, for ever; the further to the right the better.
{board 2 9 {grid} board}
{directions 0 1 {direction} e 0 -1 {direction} w directions}
{players {player} A {player} B players}
{turn-order {turn} A {turn} B turn-order}
: go-on e verify empty? verify from here move add-move ;
: go-back w verify empty? verify from here move add-move ;
{moves ways {move} go-back {move} go-on moves}
{pieces {piece} man {moves} ways pieces}
{board-setup {setup} A man e1 {setup} B man e2 board-setup}
: OnIsGameOver #UnknownScore ;
: OnEvaluate ( -- score )
  0 $positions @ 0 DO
    I friend-at? IF I 9 MOD + ENDIF  I enemy-at? IF I 9 MOD - ENDIF
  LOOP 100 * LEAD current-player A <> IF - ELSE + ENDIF ;
"""


def loaded(folder: Path, text: str, native: bool = False) -> forthgame.Game:
    """The game of a script."""
    path = folder / "walk.4th"
    path.write_text(text, encoding="utf-8")
    return forthgame.load(path, native=native)


def walk(folder: Path, lead: int = 0, native: bool = False) -> forthgame.Game:
    """Return a game in which the first player is ahead by so much, whatever the players do."""
    return loaded(folder, WALK.replace("LEAD", str(lead)), native)


def tree_of(game: forthgame.Game) -> Nodes:
    """The tree of random games that the last search has grown in the game's machine."""
    processor = game.forth.processor
    size = processor.register(at.TREE_COUNT)
    return Nodes(processor.i32, at.TREE >> 2, processor.address + at.TREE, size)


def interrupt_searches(patched: pytest.MonkeyPatch) -> None:
    """Have every search end as if Ctrl-C had come."""
    search = State.search

    def interrupted(*arguments: Any, **options: Any) -> SearchResult:
        return replace(search(*arguments, **options), stopped="interrupted")

    patched.setattr(State, "search", interrupted)
