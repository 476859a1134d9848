"""An engine against OpenSpiel's MCTSBot with random rollouts, at equal processor time.

    python benchmarks/against_openspiel.py [--engine auto] [--time 0.1] [--games 20] [--uct-c 1]
        [--only hex,clobber] [--bots 12]

Each opening is played from both sides. For every move our engine searches as many positions, and
the bot runs as many simulations, as took `--time` seconds of processor time at the same moves of
the games before, so the load of the machine has no influence. Without `--uct-c` the bot has the
best constant for the game (BEST); `--bots` plays bots with several constants against each other
instead, so many games a pair. Prints rows for `strength.md`. The extra `bench` installs OpenSpiel.
"""

from __future__ import annotations

import argparse
import re
import time
from collections.abc import Callable
from dataclasses import dataclass
from itertools import combinations
from random import Random
from typing import Any

import forthgame
from forthgame.api.game import State
from forthgame.base.source import package_path
from forthgame.play.statistics.interval import wilson

SQUARE = re.compile(r"\b([a-k])(\d+)\b")
FIRST = 200  # simulations or positions of the first move
OPENING = 3  # random plies
LONGEST = 400  # plies; a game that lasts longer is a draw
CONSTANTS = (0.5, 1.0, 2.0)  # uct_c that the bot is tried with
BEST = {  # as `--bots` has found
    "breakthrough": 0.5, "connectfour": 1.0, "othello": 0.5, "hex": 0.5,
    "clobber": 0.5, "amazons": 2.0, "draughts": 1.0, "morris": 0.5,
}  # fmt: skip
Square = tuple[str, int]
Words = Callable[[str], tuple[str, ...]]


def squares(text: str) -> list[Square]:
    """The squares that a move names, in order."""
    return [(file, int(rank)) for file, rank in SQUARE.findall(text)]


def upside_down(rows: int) -> Words:
    """Convert a move between squares, on a board that is numbered from the other end."""

    def words(text: str) -> tuple[str, ...]:
        named = squares(text)[:2]
        return ("".join(f"{file}{rows + 1 - rank}" for file, rank in named),)

    return words


def column(text: str) -> tuple[str, ...]:
    """The column of a disc."""
    return (str("abcdefg".index(squares(text)[0][0])),)


def square(text: str) -> tuple[str, ...]:
    """The square of a stone, or a pass."""
    named = squares(text)
    return (f"{named[0][0]}{named[0][1]}",) if named else ("pass",)


def jumps(text: str) -> tuple[str, ...]:
    """Convert jumps between squares; a chain of captures is several actions there."""
    named = squares(text.partition(" = ")[0])  # after the comma: the new type of a man
    (here, there), taken = named[:2], named[2:]
    if not taken:
        return (f"{here[0]}{here[1]}{there[0]}{there[1]}",)
    return chain(here, there, taken) or ("no chain",)


def chain(here: Square, there: Square, taken: list[Square]) -> tuple[str, ...] | None:
    """Jumps over all that are taken, in some order that leads there; None if there is none."""
    if not taken:
        return () if here == there else None
    for over in taken:
        if abs(ord(over[0]) - ord(here[0])) == 1 == abs(over[1] - here[1]):
            behind = chr(2 * ord(over[0]) - ord(here[0])), 2 * over[1] - here[1]
            rest = chain(behind, there, [square for square in taken if square != over])
            if rest is not None:
                return (f"{here[0]}{here[1]}{behind[0]}{behind[1]}", *rest)
    return None


def amazon(text: str) -> tuple[str, ...]:
    """Convert a move: an amazon, its target square and the square of its arrow."""
    places = [f"({11 - rank}, {ord(file) - 96})" for file, rank in squares(text)]
    return tuple(
        f"{kind}{place}" for kind, place in zip(("From ", "To ", "Shoot: "), places, strict=True)
    )


def morris(points: list[str]) -> Words:
    """A point, or from point to point, and the point of a man that is taken."""

    def words(text: str) -> tuple[str, ...]:
        plain, _, taken = text.partition(" x ")
        named = [points.index(f"{file}{rank}") for file, rank in squares(plain)]
        first = f"Point {named[0]}" if len(named) == 1 else f"Move {named[0]} -> {named[1]}"
        return (first, *(f"Point {points.index(point)}" for point in taken.split()))

    return words


def bare(text: str) -> str:
    """An action of OpenSpiel without the player's mark and that of a capture."""
    return re.sub(r"^[xoXO](?=\d|\(| )\s*", "", text).rstrip("*").strip()


@dataclass(frozen=True)
class Pair:
    """A game here and in OpenSpiel, with a translation of move texts."""

    ours: str
    theirs: str
    words: Words


def pairs() -> dict[str, Pair]:
    """The games that both have."""
    english = str(package_path("games") / "draughts" / "english.4th")
    points = forthgame.load("morris", native=False).positions
    return {
        "breakthrough": Pair("breakthrough", "breakthrough", upside_down(8)),
        "connectfour": Pair("connectfour", "connect_four", column),
        "othello": Pair("othello", "othello", square),
        "hex": Pair("hex", "hex(board_size=11)", square),
        "clobber": Pair("clobber", "clobber(rows=6,columns=5)", upside_down(6)),
        "amazons": Pair("amazons", "amazons", amazon),
        "draughts": Pair(english, "checkers", jumps),
        "morris": Pair("morris", "nine_mens_morris", morris(points)),
    }


class Board:
    """Keep the states of one game in both programs in step."""

    def __init__(self, pair: Pair, ours: State, theirs: Any) -> None:
        self.pair, self.ours, self.theirs = pair, ours, theirs

    @property
    def over(self) -> bool:
        """Whether both, or either, have ended."""
        return self.ours.is_over or self.theirs.is_terminal()

    def _actions(self) -> dict[str, int]:
        state = self.theirs
        return {bare(state.action_to_string(a)): a for a in state.legal_actions()}

    def play(self, text: str) -> None:
        """Play a move of ours on both boards."""
        words = self.pair.words(text)
        self.ours.play(text)
        for word in words:
            known = self._actions()
            if word == "pass" and word not in known:
                return  # without passes there
            self.theirs.apply_action(known[word])

    def play_bot(self, choose: Callable[[Any], int]) -> None:
        """Apply actions of the bot until they make up a move of ours."""
        wanted: dict[tuple[str, ...], str] = {}
        for move in self.ours.moves():
            wanted.setdefault(self.pair.words(str(move)), str(move))
        done: tuple[str, ...] = ()
        while done not in wanted:
            action = choose(self.theirs)
            done = (*done, bare(self.theirs.action_to_string(action)))
            if not any(words[: len(done)] == done for words in wanted):
                raise ValueError(f"{self.pair.theirs}: {done} is no move here: {list(wanted)[:9]}")
            self.theirs.apply_action(action)
        self.ours.play(wanted[done])


class Pace:
    """Convert seconds of processor time into an amount of work, from earlier measurements.

    Work is cheaper near the end of a game than at its beginning, so each move of a game uses the
    rate of the moves with the same number in earlier games, and only in the first game that of the
    move before. With `hidden`, the amount of work is not reported, and a search that ended early is
    recognised by its time.
    """

    def __init__(self, seconds: float, hidden: bool = False) -> None:
        self.seconds, self.hidden, self.known = seconds, hidden, False
        self.rate = 0.0  # units a second, of the newest move
        self.rates: dict[int, float] = {}  # of moves by their number
        self.number = 0
        self.spent = 0.0
        self.moves = 0

    def begin(self) -> None:
        """Begin a game."""
        self.number = 0

    @property
    def units(self) -> int:
        """Return the amount of work for the next move."""
        rate = self.rates.get(self.number, self.rate)
        return max(2, int(rate * self.seconds)) if rate else FIRST

    def took(self, units: int, seconds: float) -> None:
        """Take in a move."""
        allowed, number = self.units, self.number
        self.spent, self.moves, self.number = self.spent + seconds, self.moves + 1, number + 1
        early = seconds < 0.3 * self.seconds if self.hidden else units < 0.5 * allowed
        if self.known and early:
            return  # as with a single move, which does not show the rate
        measured = units / max(seconds, 1e-4)
        self.rate = measured
        self.rates[number] = 0.5 * (self.rates.get(number, measured) + measured)

    def forget(self) -> None:
        """Keep the rate, which is known from here on."""
        self.spent, self.moves, self.known, self.number = 0.0, 0, True, 0
        self.rates = {0: self.rate}

    @property
    def mean(self) -> float:
        """Milliseconds a move."""
        return 1000 * self.spent / max(self.moves, 1)


def bot_for(game: Any, constant: float, simulations: int, seed: int) -> Any:
    """Create the bot that makes one choice."""
    import pyspiel

    evaluator = pyspiel.RandomRolloutEvaluator(1, seed)
    return pyspiel.MCTSBot(game, evaluator, constant, simulations, 1000, True, seed, False)


class Bot:
    """OpenSpiel's bot."""

    def __init__(self, game: Any, constant: float, seed: int, pace: Pace) -> None:
        self.game, self.constant, self.seed, self.pace = game, constant, seed, pace

    def choose(self, state: Any) -> int:
        """An action."""
        simulations = self.pace.units
        self.seed += 1
        bot = bot_for(self.game, self.constant, simulations, self.seed)
        started = time.process_time()
        action = bot.step(state)
        self.pace.took(simulations, time.process_time() - started)
        return int(action)


def simulations_in(name: str, seconds: float) -> int:
    """Simulations of the bot for an action, with so many seconds of processor time a move."""
    import pyspiel

    game = pyspiel.load_game(pairs()[name].theirs)
    pace = Pace(seconds, hidden=True)
    bot = Bot(game, 1.0, 1, pace)
    bot.choose(game.new_initial_state())
    return max(20, pace.units // parts_of(name))


def parts_of(name: str) -> int:
    """Actions of OpenSpiel that are a move of ours."""
    return 3 if name == "amazons" else 1


def bots(name: str, games: int, seconds: float) -> str:
    """A row: the points of each constant, bots against bots, so many games a pair."""
    import pyspiel

    game = pyspiel.load_game(pairs()[name].theirs)
    simulations = simulations_in(name, seconds)
    points = dict.fromkeys(CONSTANTS, 0.0)
    for one, two in combinations(CONSTANTS, 2):
        for number in range(games):
            seats = (one, two) if number % 2 else (two, one)
            draw, state = Random(number // 2), game.new_initial_state()
            for _ in range(OPENING * parts_of(name)):
                state.apply_action(draw.choice(state.legal_actions()))
            seed = 1000 * number
            while not state.is_terminal() and state.move_number() < LONGEST:
                seed += 1
                constant = seats[state.current_player()]
                state.apply_action(bot_for(game, constant, simulations, seed).step(state))
            results = state.returns() if state.is_terminal() else [0.0, 0.0]
            for seat, constant in enumerate(seats):
                points[constant] += (results[seat] + 1) / 2
    shown = " | ".join(f"{50 * each / games:.0f} %" for each in points.values())
    return f"| {name} | {simulations} | {3 * games} | {shown} |"


def play_one(
    pair: Pair, game: forthgame.Game, engine: str, pace: Pace, bot: Bot, seed: int, ours: int
) -> float:
    """Our points in a game."""
    draw = Random(seed)
    pace.begin()
    bot.pace.begin()
    board = Board(pair, game.new_game(seed=seed), bot.game.new_initial_state())
    for _ in range(OPENING):
        if not board.over and board.ours.moves():
            board.play(str(draw.choice(board.ours.moves())))
    seats = game.players[:2]
    plies = 0
    while not board.over and board.ours.moves() and plies < LONGEST:
        plies += 1
        if board.ours.player == seats[ours]:
            started = time.process_time()
            found = board.ours.search(engine, time=None, nodes=pace.units)
            pace.took(found.nodes, time.process_time() - started)
            board.play(str(found.move))
        else:
            board.play_bot(bot.choose)
    if board.theirs.is_terminal():
        points = (board.theirs.returns()[ours] + 1) / 2
    else:
        result = board.ours.result or {}
        points = float(result.get(seats[ours], 0.5))
    return float(min(max(points, 0.0), 1.0))


def match(name: str, pair: Pair, options: argparse.Namespace) -> str:
    """A row of the table."""
    import pyspiel

    game = forthgame.load(pair.ours)
    if game.native:
        game.native.prepare(wait=True)
    chosen = game.new_game(seed=1).search(options.engine, time=None, nodes=FIRST)
    ours, parts = Pace(options.time), parts_of(name)
    constant = options.uct_c or BEST[name]
    theirs = Pace(options.time / parts, hidden=True)
    bot = Bot(pyspiel.load_game(pair.theirs), constant, options.seed, theirs)
    for units in (2000, 20_000):  # to know the rates
        started = time.process_time()
        found = game.new_game(seed=1).search(options.engine, time=None, nodes=units)
        ours.took(found.nodes, time.process_time() - started)
        theirs.rate = units / 10 / theirs.seconds
        bot.choose(bot.game.new_initial_state())
    ours.forget()
    theirs.forget()
    points = 0.0
    for number in range(options.games):
        seed = options.seed + number // 2
        points += play_one(pair, game, options.engine, ours, bot, seed, number % 2)
    interval = wilson(points, options.games)
    engine = (
        options.engine if options.engine == chosen.engine else f"{options.engine} ({chosen.engine})"
    )
    return (
        f"| {name}: {engine} at {options.time:g} s against MCTSBot, uct_c {constant:g} | "
        f"{options.games} | {100 * points / options.games:.1f} % | "
        f"{100 * interval.low:.1f} … {100 * interval.high:.1f} % | "
        f"{ours.mean:.0f} / {theirs.mean * parts:.0f} ms |"
    )


def main() -> None:
    """Play the matches and print their rows."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--engine", default="auto")
    parser.add_argument("--time", type=float, default=0.1)
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--uct-c", type=float)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", default="")
    parser.add_argument("--bots", type=int, help="games of bots with each two constants")
    options = parser.parse_args()
    known = pairs()
    for name in options.only.split(",") if options.only else known:
        if options.bots:
            print(bots(name, options.bots, options.time), flush=True)
        else:
            print(match(name, known[name], options), flush=True)


if __name__ == "__main__":
    main()
