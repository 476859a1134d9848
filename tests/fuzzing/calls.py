"""Calls of the Python API in any order, with right and wrong arguments, from several threads.

A case is lines of Python, each after the number of the thread that runs it: `0: state.moves()`.
"""

from __future__ import annotations

import copy
import pickle
import random
import threading
from typing import Any

import forthgame

from .kind import Kind

QUICK = ("'tictactoe'", "'connectfour'", "'breakthrough'")  # that take little time to load
GAMES = (*QUICK, *QUICK, "'splut/duel'", "'splut/random'")
NATIVE = 0.03  # of the cases, which take forty times as long
WRONG = (
    "None",
    "-1",
    "0",
    "1",
    "''",
    "'x'",
    "[]",
    "{}",
    "1.5",
    "float('nan')",
    "float('inf')",
    "-float('inf')",
    "1 << 70",
    "-1 << 70",
    "b'x'",
    "object()",
    "state",
    "game",
    "'a1'",
    "'negamax'",
    "True",
    "(1, 2)",
    "'\\x00'",
    "'\\ud800'",
    "'9' * 5000",
    "lambda *a: None",
    "machine",
    "range(3)",
    "int",
)
CALLS = (
    "game.new_game({0})",
    "game.new_game(seed={0})",
    "state.play({0})",
    "state.find({0})",
    "state.search({0}, depth=1)",
    "state.search('negamax', depth={0}, nodes=20)",
    "state.search('negamax', nodes={0}, depth=1)",
    "state.search('uct', playouts={0}, nodes=9)",
    "state.search('random', seed={0})",
    "state.search('negamax', depth=1, report={0})",
    "state.search('negamax', time={0}, depth=1)",
    "state.search('negamax', depth=1, selective={0})",
    "game.perft({0})",
    "game.perft(2, {0})",
    "game.perft(1, stop_at_end={0})",
    "game.playouts(1, plies={0})",
    "game.playouts(2, state={0}, plies=5)",
    "game.playouts(2, seed={0}, plies=5)",
    "game.position({0})",
    "state.outcome_for({0})",
    "state.use_seed({0})",
    "state.explain({0})",
    "list(game.trace({0}))",
    "list(game.trace('step', {0}))",
    "machine.run({0})",
    "forthgame.load({0})",
    "forthgame.Machine(steps={0}, native=False).run('1 .')",
    "forthgame.Machine(seconds={0}, native=False).run('1 .')",
    "game.player_by_code({0})",
    "state == ({0})",
    "game.position({{'forthgame': 'position', 'position': {0}}})",
    "game.position({{'forthgame': 'position', 'hash': {0}, 'position': state.to_text()}})",
)
RIGHT = (
    "state.moves()",
    "state.play(state.moves()[0])",
    "state.play(state.moves()[-1])",
    "state.play(str(state.moves()[0]))",
    "state.undo()",
    "state.outcome",
    "state.board",
    "state.player",
    "state.to_text()",
    "state.to_json()",
    "state.fingerprint",
    "state.history",
    "state.turn_number",
    "other(state.copy())",
    "swap()",
    "other(game.new_game(seed=2))",
    "keep(game.new_game(seed=5))",
    "keep(game.position(state.to_text()))",
    "game.perft(2, state)",
    "game.playouts(3, state=state, plies=20)",
    "state.search('negamax', depth=2)",
    "state.search('uct', playouts=5)",
    "state.search('random')",
    "state.search('script', depth=1, time=0.05)",
    "state.search('maxn', depth=1)",
    "game.digest",
    "game.players",
    "game.set_up",
    "machine.run(': x 5 . ; x')",
    "machine.run('1 2 + .S')",
    "machine.run('1 0 /')",
    "machine.run('{board 2 2 {grid} board}')",
    "machine.stack",
    "str(state)",
    "repr(state)",
    "hash(state)",
    "copy.copy(state)",
    "copy.deepcopy(state)",
    "pickle.dumps(state)",
    "pickle.loads(pickle.dumps(state.moves()))",
    "game.close()",
    "list(state.moves()[0].text)",
    "state.play(old)",
    "remember(state.moves()[0])",
    "state.is_over",
    "state.winner",
    "state.result",
    "state.returns()",
    "state.ending",
    "state.moves()[0].key",
    "game.native.prepare(wait=False)",
)
MISUSE = (TypeError, ValueError, IndexError, OverflowError, AttributeError, NotImplementedError)


def make(seed: int) -> str:
    """Which game, then the calls."""
    draw = random.Random(f"calls {seed}")
    threads = draw.choice((1, 1, 1, 2, 3, 4))
    native = draw.random() < NATIVE
    rows = [f"0: load({draw.choice(QUICK if native else GAMES)}, native={native})"]
    for _ in range(draw.randint(5, 25)):
        if draw.random() < 0.5:
            row = draw.choice(RIGHT)
        else:
            row = draw.choice(CALLS).format(draw.choice(WRONG))
        rows.append(f"{draw.randrange(threads)}: {row}")
    return "\n".join(rows)


class Table:
    """The objects that the calls use: a game, two states, a machine."""

    def __init__(self) -> None:
        self.names: dict[str, Any] = {
            "forthgame": forthgame, "copy": copy, "pickle": pickle, "game": None, "state": None,
            "machine": None, "old": "a1", "spare": None, "load": self.load, "other": self.other,
            "swap": self.swap, "keep": self.keep, "remember": self.remember,
        }  # fmt: skip

    def load(self, name: str, native: bool) -> None:
        """The game all calls are about."""
        self.names["game"] = game = forthgame.load(name, native=native)
        self.names["state"] = self.names["spare"] = game.new_game(seed=1)
        self.names["machine"] = forthgame.Machine(native=False, steps=10_000)

    def other(self, state: Any) -> None:
        """Lay a state aside."""
        self.names["spare"] = state

    def swap(self) -> None:
        """Go on with the one laid aside."""
        names = self.names
        names["state"], names["spare"] = names["spare"], names["state"]

    def keep(self, state: Any) -> None:
        """Go on with a state."""
        self.names["state"] = state

    def remember(self, move: Any) -> None:
        """A move that may be of another position by and by."""
        self.names["old"] = move


def attempt(text: str) -> None:
    """Make the calls, each thread its own in their order."""
    rows = [row.partition(": ")[::2] for row in text.split("\n") if ": " in row]
    table = Table()
    wrong: list[BaseException] = []
    # a first call makes the parts that all others use
    first, rest = rows[:1], rows[1:]

    def call(text: str) -> None:
        try:
            eval(text, table.names)
        except forthgame.ForthgameError:
            pass
        except MISUSE as error:
            if not _misused(error, text):
                wrong.append(error)
        except BaseException as error:
            wrong.append(error)

    def work(number: str) -> None:
        for thread, text in rest:
            if thread == number:
                call(text)

    for _, text in first:
        call(text)
    numbers = sorted({thread for thread, _ in rest})
    if len(numbers) == 1:
        work(numbers[0])
    else:
        threads = [threading.Thread(target=work, args=(n,), daemon=True) for n in numbers]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    if wrong:
        raise wrong[0]


def _misused(error: BaseException, text: str) -> bool:
    """Return whether Python's own exception suits a wrong call: a row of `CALLS`, or no state.

    A right call may fail in this way only if something is missing: a move of an empty list, or an
    attribute that this version does not have.
    """
    if isinstance(error, AttributeError):
        return error.obj is None or not type(error.obj).__module__.startswith("builtins")
    if text in RIGHT:
        return isinstance(error, IndexError) or (
            isinstance(error, TypeError | ValueError)
            and ("pickle" in text or "copy" in text or "hash" in text)
        )
    return isinstance(error, TypeError | ValueError | OverflowError | IndexError)


KIND = Kind("calls", "calls of the Python API, from threads", make, attempt, 60.0)
