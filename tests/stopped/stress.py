"""Stop searches of a game at any moment, and compare it with a game in which nothing was searched.

Between the plies of a game, searches, counts and random games of all kinds begin and are stopped:
by their own time, by a limit on the script, or by a signal. Another Game plays the same moves
without them. After every stop both must agree in their moves, texts, memory and results.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

import numpy as np

import forthgame
from forthgame.base.errors import ForthgameError
from forthgame.machine.outer.deferred_words import data_end
from forthgame.rules.engines import Limits
from forthgame.search.search import analyse
from forthgame.search.search_result import time_limited
from forthgame.words.registers import memory_layout as at
from tests.interrupting import pressed

SCRIPTS = tuple(sorted((Path(__file__).parent / "scripts").glob("*.4th")))
ENGINES = ("negamax", "paranoid", "maxn", "brs", "brs+", "best-first", "uct", "mcts")
AUTO = 0.02  # frequency of `auto`: its first search studies the game for seconds
Act = Callable[[forthgame.State, Random], object]


def script_memory(game: forthgame.Game) -> dict[str, bytes]:
    """Return all that the script of a game can read, by name of the part."""
    processor = game.forth.processor
    block, register = processor.bytes, processor.register
    counts = register(at.REPETITIONS), register(at.RING_COUNT), register(at.RING2_COUNT)
    found = {
        "data": bytes(block[at.MEMORY + at.DATA : at.MEMORY + data_end(processor)]),
        "pad": bytes(block[at.MEMORY + at.PAD : at.MEMORY + at.PAD + at.PAD_SIZE]),
        "rules": repr([(name, processor.cell(at.SYSTEM_CELLS[name])) for name in RULES]).encode(),
        "counts": repr(counts).encode(),
        "rings": bytes(block[at.RING : at.REPETITION]) if any(counts[1:]) else b"",
        "history": bytes(block[at.REPETITION : at.REPETITION + 8 * counts[0]]),
    }
    return found


# cells of the position and of lists, which the machine may hold or not
OF_POSITION = frozenset(
    (
        "$turnOffset", "$player", "$forPlayer", "$ofType", "$turnNumber", "$partial", "$pos",
        "$from", "$piece", "$lastPos", "$moveType", "$priority", "$passed", "$moveAddr",
        "$moveString", "$movesList", "$board", "$searchTimer", "$currDirection", "$playerToMove",
        "$perftStop",
    )
)  # fmt: skip
RULES = tuple(name for name in at.SYSTEM_CELLS if name not in OF_POSITION)


def _search(state: forthgame.State, random: Random) -> object:
    engine = random.choice((*ENGINES, "script"))
    if random.random() < AUTO:
        engine = "auto"
    threads = 2 if state.game.native and engine != "script" and random.random() < 0.15 else None
    return state.search(engine, time=random.uniform(0.001, 0.02), threads=threads)


def _search_by_nodes(state: forthgame.State, random: Random) -> object:
    return state.search(random.choice(ENGINES), nodes=random.randint(1, 3000))


def _search_by_depth(state: forthgame.State, random: Random) -> object:
    return state.search(random.choice(ENGINES[:5]), depth=random.randint(1, 5))


def _analyse(state: forthgame.State, random: Random) -> object:
    return analyse(state, "negamax", Limits(time=random.uniform(0.001, 0.01)), lines=2)


def _prove(state: forthgame.State, random: Random) -> object:
    return state.prove(time=random.uniform(0.001, 0.01))


def _solve(state: forthgame.State, random: Random) -> object:
    method = random.choice(("breadth", "ida", "auto"))
    return state.solve(method, time=random.uniform(0.001, 0.02))


def _perft(state: forthgame.State, random: Random) -> object:
    return state.game.perft(random.randint(1, 7), state, random.random() < 0.5)


def _playouts(state: forthgame.State, random: Random) -> object:
    return state.game.playouts(random.randint(1, 40), state=state, plies=60)


def _rollouts(state: forthgame.State, random: Random) -> object:
    jobs = 2 if state.game.native and random.random() < 0.2 else 1
    return state.game.rollouts([state, state.copy()], 5, jobs=jobs, plies=60)


def _batch(state: forthgame.State, random: Random) -> object:
    batch = state.game.batch([state.copy() for _ in range(3)])
    for _ in range(4):
        counts = np.asarray(batch.counts)
        chosen = [random.randrange(int(n)) if n > 0 else -1 for n in counts]
        if max(chosen) < 0:
            break
        batch.step(chosen)
    return None


ACTS: dict[str, Act] = {
    "search": _search, "nodes": _search_by_nodes, "depth": _search_by_depth, "analyse": _analyse,
    "prove": _prove, "perft": _perft, "playouts": _playouts, "rollouts": _rollouts,
    "batch": _batch, "solve": _solve,
}  # fmt: skip


def _position(state: forthgame.State) -> str:
    """Return the text of a position without its random streams, with which searches go on."""
    return state.to_text().partition(" | random=")[0]


@dataclass
class Stress:
    """A game that is attacked, beside one in which the same moves are played."""

    path: str | Path
    native: bool
    random: Random
    acts: int = 0
    log: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        """Load both games."""
        self.game = forthgame.load(self.path, native=self.native)
        self.other = forthgame.load(self.path, native=self.native)
        self.own_engine = False

    def play(self, plies: int, acts: int) -> None:
        """Play one game of so many plies, with so many stops before each."""
        seed = self.random.randrange(1 << 30)
        self.log.append(f"seed {seed}")
        state, twin = (game.new_game(seed=seed) for game in (self.game, self.other))
        for _ in range(plies):
            if self.random.random() < 0.5:  # else the search makes the list of moves
                self._same_lists(state, twin)
            for _ in range(acts):
                self._attack(state, twin)
                self._same_lists(state, twin)
            if twin.is_over or not twin.moves():
                return
            number = self.random.randrange(len(twin.moves()))
            self.log.append(f"play {number}")
            state.play(number)
            twin.play(number)

    def _attack(self, state: forthgame.State, twin: forthgame.State) -> None:
        """Begin something and stop it; all that the script can read is as before."""
        name = self.random.choice(tuple(ACTS))
        listed = state.position.arena is not None and state.position.asked
        memory, text = script_memory(self.game), _position(state)
        stop = self.random.choice(("signal", "limit", "own"))
        seconds = self.random.uniform(0.001, 0.02)
        self.acts += 1
        self.log.append(f"{name} {stop} {'listed' if listed else ''}")
        how = "ended"
        try:
            if stop == "signal":
                with pressed(seconds):
                    found = ACTS[name](state, self.random)
            else:  # searches have a time of their own
                with time_limited(self.game.forth.processor, seconds):
                    found = ACTS[name](state, self.random)
            how = getattr(found, "stopped", "") or how
            engine = getattr(found, "engine", "")
        except KeyboardInterrupt:
            how, engine = "interrupted", ""
        except ForthgameError as error:
            how, engine = str(error).splitlines()[0][-70:], ""
        self.log[-1] += f": {engine} {how}"
        if name == "search" and engine not in ("", "auto", *ENGINES) and how == "ended":
            self._follow()  # a script's own engine keeps its stored data
        elif listed:
            after = script_memory(self.game)
            wrong = [part for part in memory if after[part] != memory[part]]
            assert not wrong, (wrong, self._differing(memory, after, wrong), self.log)
        assert _position(state) == text, self.log
        if state.position.arena is not None:  # made before random numbers were drawn
            twin.moves(after_end=True)
            if state.position.asked:
                twin.outcome  # noqa: B018 - an event may draw numbers, too
        twin.let_go()  # a search without a seed goes on with the random streams of the state
        twin.random, twin.entropy = state.kept_streams()

    def _follow(self) -> None:
        """Have the other game's script store the same as this one's."""
        here, there = (game.forth.processor.bytes for game in (self.game, self.other))
        end = at.MEMORY + data_end(self.game.forth.processor)
        there[at.MEMORY + at.DATA : end] = here[at.MEMORY + at.DATA : end]
        for name in RULES:
            cell = self.game.forth.processor.cell(at.SYSTEM_CELLS[name])
            self.other.forth.processor.set_cell(at.SYSTEM_CELLS[name], cell)

    def _differing(
        self, before: dict[str, bytes], after: dict[str, bytes], parts: list[str]
    ) -> object:
        part = parts[0]
        if part == "rules":
            return set(eval(after[part])) - set(eval(before[part]))
        return (
            [
                (k, before[part][k], after[part][k])
                for k in range(min(len(before[part]), len(after[part])))
                if before[part][k] != after[part][k]
            ][:12],
            len(before[part]),
            len(after[part]),
        )

    def _same_lists(self, state: forthgame.State, twin: forthgame.State) -> None:
        """Check that both have the same moves, results, texts and memory."""
        lists = [[str(move) for move in each.moves(after_end=True)] for each in (state, twin)]
        assert lists[0] == lists[1], self.log
        assert state.outcome == twin.outcome, self.log
        assert state.to_text() == twin.to_text(), self.log
        memories = [script_memory(game) for game in (self.game, self.other)]
        wrong = [part for part in memories[1] if memories[0][part] != memories[1][part]]
        assert not wrong, (wrong, self._differing(memories[1], memories[0], wrong), self.log)
