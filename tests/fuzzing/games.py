"""Whole games, played through the API: the steps follow the script, one a line."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import forthgame

from . import scripts
from .kind import Kind, scratch_folder, tolerant

STEPS = 60_000  # of one call
MARK = "\\! "
ENGINES = ("negamax", "paranoid", "maxn", "brs", "uct", "mcts", "random", "first", "script")
OF_TREES = ("", "", ",join=yes", ",join=yes,keep=yes", ",keep=yes", ",cut=1", ",mast=yes",
            ",grave=1,look=1", ",minimax=0.5,cut=2", ",ngram=2,history=1", ",solve=no")  # fmt: skip
ORDERS = ("moves", "moves", "play", "play", "play", "play", "undo", "outcome", "perft", "playouts",
          "search", "search", "search", "text", "board", "copy", "new", "fork", "swap")  # fmt: skip


def steps(draw: random.Random) -> list[str]:
    """Return steps with a game, one a line."""
    rows = []
    for _ in range(draw.randint(6, 16)):
        order = draw.choice(ORDERS)
        if order == "play":
            order += f" {draw.randrange(50)}"
        elif order == "perft":
            order += f" {draw.choice((1, 2, 3))}"
        elif order == "playouts":
            order += f" {draw.choice((1, 3))} {draw.choice((2, 10, 40))}"
        elif order == "search":
            option = draw.choice(("depth=1", "depth=2", "depth=2", "playouts=5", "nodes=40"))
            engine = draw.choice(ENGINES)
            extra = draw.choice(("", "", ",selective=yes", ",repetition=yes"))
            if engine in ("uct", "mcts"):
                extra = draw.choice(OF_TREES)
            order += f" {engine}:{option}{extra}"
        rows.append(MARK + order)
    return rows


def make(seed: int) -> str:
    """Return the script of a seed, and its steps."""
    draw = random.Random(f"games {seed}")
    return "\n".join([scripts.script(draw), *steps(draw)])


def bounded(game: forthgame.Game, most: int = STEPS) -> None:
    """Let no call of the game run longer than so many steps, engines included."""
    processor = game.forth.processor
    plain = processor.limit

    def limit(*, steps: int | None = None, seconds: float | None = None) -> None:
        plain(steps=most if steps is None else steps, seconds=seconds)

    processor.limit = limit  # type: ignore[method-assign]


class Player:
    """Run the steps, and accept refusals with a message."""

    def __init__(self, game: forthgame.Game) -> None:
        self.game = game
        self.states: list[Any] = [None, None]

    def begin(self) -> None:
        """The first position."""
        tolerant(lambda: self._set(self.game.new_game(seed=1)))

    def _set(self, state: Any) -> None:
        self.states[0] = state

    def step(self, row: str) -> object:
        """Run one step; return its result, None if it was refused."""
        self.game.forth.processor.limit()
        return tolerant(lambda: self._do(*row.split()))

    def _do(self, order: str, *rest: str) -> object:
        state = self.states[0]
        if order == "new":
            return self._set(self.game.new_game(seed=2))
        if state is None:
            return None
        if order == "moves":
            return [str(move) for move in state.moves()]
        if order == "play":
            moves = state.moves()
            return state.play(moves[int(rest[0]) % len(moves)]) if moves else None
        if order == "undo":
            return state.undo() if state.history else None
        if order == "outcome":
            return state.outcome
        if order == "perft":
            return self.game.perft(int(rest[0]), state)
        if order == "playouts":
            return self.game.playouts(int(rest[0]), state=state, plies=int(rest[1])).results
        if order == "search":
            found = state.search(rest[0])
            return (str(found.move), found.score, found.depth, found.pv)
        if order == "text":
            text = state.to_text()
            return self._set(self.game.position(text)) or text
        if order == "board":
            return state.board
        if order == "copy":
            return self._set(state.copy())
        if order == "fork":
            self.states[1] = state.copy()
        elif order == "swap":
            self.states.reverse()
        else:
            raise ValueError(f"there is no step {order}")
        return None


def parts(text: str) -> tuple[str, list[str]]:
    """The script, and the steps."""
    rows = text.split("\n")
    script = "\n".join(row for row in rows if not row.startswith(MARK))
    return script + "\n", [row[len(MARK) :] for row in rows if row.startswith(MARK)]


def load(script: str, *, native: bool = False) -> forthgame.Game:
    """The game of a script. Raises ScriptError."""
    with scratch_folder() as folder:
        path = Path(folder) / "game.4th"
        path.write_text(script, encoding="utf-8")
        game = forthgame.load(path, native=native, steps=STEPS)
        tolerant(lambda: game.digest)
    return game


def attempt(text: str) -> None:
    """Load the script and do the steps, in the interpreter."""
    script, rows = parts(text)
    game = load(script)
    bounded(game)
    player = Player(game)
    game.forth.processor.limit()
    player.begin()
    for row in rows:
        player.step(row)
    tolerant(game.close)


KIND = Kind("games", "whole games whose events call any word", make, attempt)
