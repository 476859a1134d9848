"""Choice of an engine: by its name, or for `auto` by declarations and a few random games.

For two players without chance a short match decides; `docs/search.md` compares the
choice with longer matches. TAKING and the choices for one player, several players and games of
chance were not measured. The games have fixed seeds and are played once for a script, so the final
choice depends on the script alone. A search with little time plays part of them and uses the engine
that they suggest so far.

Searches of the match are limited by positions and random games, not by time. A script therefore
always gets the same result, even if the match is interrupted between searches with little time.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random
from time import monotonic, thread_time

from forthgame.base.errors import TIME_LIMIT, ScriptError
from forthgame.machine.memory.locks import ForkedLock
from forthgame.position.new_games import begin
from forthgame.position.playthrough import Playthrough
from forthgame.position.position_record import POINTS
from forthgame.rules.checkpoint import isolated
from forthgame.rules.engines import AUTO, ENGINES, SCRIPT, Engine, Limits, find_engine
from forthgame.rules.fact_cache import fact
from forthgame.rules.script import Script
from forthgame.search.search_result import search_state, time_limited, uninterrupted
from forthgame.words.registers import extension_registers, memory_layout as at

GAMES = 12  # maximum, even: both engines play each opening from both sides
LEAD = 2  # deciding lead after an even number of games and ENOUGH plies
OPENING = 2  # random plies
ENOUGH = 90  # plies of all games together; short games need more games
FAR = 4  # deciding lead before that
MOVES = 240  # maximum plies of all games together
NODES = 25_000  # positions for a move of `negamax`, divided by the plies of a random game
LEAST, MOST = 200, 1500  # bounds of positions for a move
PLY = 4  # plies of random games that take about as long as a position of alpha-beta
FEWEST = 8  # minimum of random games for a move
SAMPLE = 8  # random games for the mean length
LONGEST = 300  # plies of a random game
SECONDS = 3.0  # processor time; native code needs 0.1 to 0.6 for most games
PATIENCE = 15.0  # seconds of the clock, ample so that a busy machine gets the same result
SAMPLED_GAMES = 4  # random games to sample
PLIES = 60  # of each game at most
SHARE = 0.5  # of a search's time, for the match and the games
LOOK = 0.05  # seconds between two looks for a stop, while another thread examines the game
GAME_SECONDS = 2.0  # for one game at most
TAKING = 0.02  # share of captures among random moves from which `negamax` is chosen
PROOF = 0.3  # share of a search for a proof before it, if random games are short: search.py
FORESIGHT = 0.8  # the same share if the script has OnForesee, which shortens proofs
EVALUATION = at.EVENT_NAMES.index("OnEvaluate")
FORESEEING = at.EVENT_NAMES.index("OnForesee")


@dataclass(frozen=True)
class MatchScore:
    """Points of both engines; a lead of LEAD points decides."""

    negamax: float = 0.0
    uct: float = 0.0

    @property
    def winner(self) -> str | None:
        """Return the engine with a clear lead, None for neither."""
        if abs(self.negamax - self.uct) < LEAD:
            return None
        return "negamax" if self.negamax > self.uct else "uct"


class Suspended(Exception):
    """Raised when the time of this part of the match ends during a game."""


class EngineMatch:
    """The match, which can be suspended and resumed; chosen moves are replayed without searching.

    It may be resumed on another machine of the game.

    trial  points so far
    over   whether the match has ended
    """

    _game: Script  # with the machine that plays now

    def __init__(self) -> None:
        self.trial = MatchScore()
        self.over = False
        self._length = 0.0  # mean plies of a random game, 0 if unknown
        self._number = self._plies = 0  # number of the next game, plies so far
        self._chosen: dict[int, int] = {}  # moves of engines in the suspended game, ply -> index
        self._used = self._waited = 0.0  # seconds of the processor and of the clock

    def go_on(self, game: Script, seconds: float | None = None) -> None:
        """Play on for some seconds of the clock; with None, for the rest of the match's time."""
        self._game = game
        most = PATIENCE - self._waited
        used, waited = thread_time(), monotonic()
        self._end = used + SECONDS - self._used
        try:
            with time_limited(self._game.forth.processor, most if seconds is None else seconds):
                while not self.over:
                    self._play_one()
        except Suspended:
            self.over = seconds is None and not self._game.forth.processor.asked_to_stop
        except ScriptError as error:  # a failing script is decided by the points so far
            cut = seconds is not None or self._game.forth.processor.asked_to_stop
            self.over = not cut or error.number != TIME_LIMIT
        finally:
            self._used += thread_time() - used
            self._waited += monotonic() - waited
            self.over = self.over or self._used >= SECONDS or self._waited >= PATIENCE

    def _play_one(self) -> None:
        if not self._length:
            self._length = _length(self._game)
        nodes = max(LEAST, min(MOST, int(NODES / self._length)))
        budget = nodes, max(FEWEST, int(PLY * nodes / self._length))
        points, plies = self._play(budget)
        self._plies += plies
        self._chosen = {}
        if points is None:
            self.over = True
            return
        found = self.trial
        self.trial = found = MatchScore(found.negamax + points, found.uct + 1 - points)
        ahead = abs(found.negamax - found.uct)
        decided = self._number % 2 and ahead >= (LEAD if self._plies >= ENOUGH else FAR)
        self._number += 1
        self.over = bool(decided) or self._number == GAMES

    def _play(self, budget: tuple[int, int]) -> tuple[float | None, int]:
        """Return the points of `negamax` in a game and its plies. Raises Suspended.

        The points are None if the game has no result within the plies and the processor time of the
        match. The budget is positions per move of `negamax` and random games per move of `uct`.
        """
        state = begin(self._game, 1).ahead()
        draw = Random(self._number // 2)
        seat = self._game.declaration.competitors[self._number % 2]
        for ply in range(OPENING + MOVES - self._plies):
            listed = state.moves()  # empty after the end
            if not listed or thread_time() > self._end:
                break
            if ply < OPENING or len(listed) == 1:
                state.play(draw.randrange(len(listed)))
            else:
                if ply not in self._chosen:
                    self._chosen[ply] = self._search(state, state.player == seat, budget, ply)
                state.play(self._chosen[ply])
        return POINTS.get(state.outcomes().get(seat, "")), len(state.history)

    def _search(self, state: Playthrough, negamax: bool, budget: tuple[int, int], ply: int) -> int:
        """Return the index of an engine's move. Raises Suspended if the time ends."""
        if negamax:
            found = search_state(state, "negamax", nodes=budget[0], seed=ply)
        else:
            found = search_state(state, "uct", playouts=budget[1], seed=ply)
        processor = self._game.forth.processor
        late = processor.deadline is not None and monotonic() > processor.deadline
        if late or processor.asked_to_stop:
            raise Suspended
        return uninterrupted(found).move.index


def _length(game: Script) -> float:
    state = begin(game, 1)
    state.use_seed(1)
    return max(state.play_out(SAMPLE, LONGEST).plies / SAMPLE, 1.0)


# -- the choice -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Traits:
    """Properties of a game that the choice depends on.

    players    number of competitors
    chance     dice or other chance choose moves
    together   players choose at the same time
    evaluates  the script evaluates positions
    valued     pieces have different values
    taking     share of captures among random moves, measured if the choice depends on it
    trial      a short match of `negamax` against `uct`; None if the choice does not depend on it
    """

    players: int
    chance: bool
    together: bool
    evaluates: bool
    valued: bool
    taking: float = 0.0
    trial: MatchScore | None = None


@dataclass(frozen=True)
class EngineChoice:
    engine: str
    reason: str

    def __str__(self) -> str:
        return f"auto chooses {self.engine}: {self.reason}"


class GameExamination:
    """An examination of a game, which later searches continue if they have time.

    known     the traits found so far
    complete  nothing is left to examine
    """

    _game: Script  # with the machine that is used now

    def __init__(self, game: Script) -> None:
        register = game.forth.processor.register
        values = {piece.value for piece in game.declaration.pieces}
        self._guard = ForkedLock()
        self.known = known = Traits(
            players=len(game.declaration.competitors),
            chance=bool(register(at.CHANCE_PLAYERS)),
            together=bool(register(extension_registers.CHOICE_CELL)),
            evaluates=bool(register(at.EVENTS + 4 * EVALUATION)),
            valued=len(values) > 1,
        )
        settled = known.players != 2 or known.together
        self._contest = None if settled or known.chance else EngineMatch()
        self._sampled: list[tuple[int, int]] | None = None if settled else []
        self.complete = settled

    def examine(self, game: Script, seconds: float | None) -> None:
        """Examine the game for at most so many seconds of the clock; None for no limit.

        If another thread examines it, wait for that, within the same bounds.
        """
        lock, left = self._guard.lock, seconds
        while not self.complete and (left is None or left >= 0):
            if lock.acquire(timeout=LOOK):
                try:
                    if not self.complete:
                        self._go_on(game, left)
                    return
                finally:
                    lock.release()
            if game.forth.processor.asked_to_stop:
                return
            left = None if left is None else left - LOOK

    def _go_on(self, game: Script, seconds: float | None) -> None:
        self._game = game
        end = None if seconds is None else monotonic() + seconds
        with isolated(self._game):  # the games leave no trace in the script's variables
            if self._contest is not None and not self._contest.over:
                self._contest.go_on(game, seconds)
            if self._contest is not None and self._contest.over:
                self.known = replace(self.known, trial=self._contest.trial)
            if self._contest is None or self._contest.over:
                self._sample(end)

    def _sample(self, end: float | None) -> None:
        known, sampled = self.known, self._sampled
        decided = known.trial is not None and known.trial.winner is not None
        if decided or known.evaluates or known.valued or sampled is None:
            self.complete = True
            return
        while len(sampled) < SAMPLED_GAMES:
            left = None if end is None else end - monotonic()
            if left is not None and left <= 0:
                return
            seconds = GAME_SECONDS if left is None else min(GAME_SECONDS, left)
            found = _random_game(self._game, len(sampled) + 1, seconds)
            if self._game.forth.processor.asked_to_stop:
                return
            sampled.append(found)
        plies, taken = (sum(numbers) for numbers in zip(*sampled, strict=True))
        self.known, self.complete = replace(known, taking=taken / max(plies, 1)), True


_look = fact(GameExamination)


def traits(game: Script, seconds: float | None = None) -> Traits:
    """Return the traits of a game, computed once.

    `seconds` limits the time of this call; the next one continues.
    """
    look = _look(game)
    look.examine(game, seconds)
    return look.known


def _random_game(game: Script, seed: int, seconds: float) -> tuple[int, int]:
    """Return the plies of a random game, and how many of them were captures."""
    state, draw = begin(game, seed).ahead(), Random(seed)
    plies = taken = 0
    try:
        with time_limited(game.forth.processor, seconds):
            while plies < PLIES and (listed := state.moves()):
                before = len(state.board)
                state.play(draw.randrange(len(listed)))
                plies += 1
                taken += len(state.board) < before
    except ScriptError:
        pass  # the plies so far have to suffice
    return plies, taken


def choose(game: Script, limits: Limits) -> EngineChoice:
    if limits.playouts is not None:
        return EngineChoice("uct", "a number of random games is given")
    if limits.depth is not None:
        if len(game.declaration.competitors) > 2:
            return EngineChoice("paranoid", "a depth is given, and several play against each other")
        return EngineChoice("negamax", "a depth is given")
    return suited(traits(game, None if limits.time is None else limits.time * SHARE))


def suited(found: Traits) -> EngineChoice:
    judged = "the script judges positions" if found.evaluates else "pieces have values"
    score = found.trial or MatchScore()
    winner, (high, low) = score.winner, sorted((score.negamax, score.uct), reverse=True)
    choices = (
        (found.players == 1, "uct", "one player alone"),
        (found.together, "uct", "players choose at the same time"),
        (found.players > 2 and found.evaluates, "paranoid", f"several players, and {judged}"),
        (found.players > 2, "uct", "several players, and nothing judges positions"),
        (winner, winner or "", f"it wins a short match {high:g} to {low:g}"),
        (found.evaluates or found.valued, "negamax", f"two players, and {judged}"),
        (found.taking >= TAKING, "negamax", "two players, and pieces are taken"),
        (True, "uct", "two players, and neither values nor captures say who is ahead"),
    )
    return next(EngineChoice(engine, reason) for suits, engine, reason in choices if suits)


# -- the engine that a name means ------------------------------------------------------------------


@dataclass(frozen=True)
class ChosenEngine:
    """An engine for a search.

    engine  the built-in engine; None if the script's `word` is run
    reason  why `auto` has chosen it
    proof   share of the search for a proof before it, if the limits do not give one
    """

    engine: Engine | None
    word: str
    reason: str = ""
    proof: float = 0.0

    @property
    def name(self) -> str:
        return self.engine.name if self.engine else SCRIPT


def choose_engine(state: Playthrough, name: str, limits: Limits) -> ChosenEngine:
    """Return the engine that a name means for a position.

    Raises ForthgameError for an unknown name.
    """
    if name != SCRIPT:
        return _named(state, find_engine(name), limits)
    own = own_engine(state, name)
    if own is not None:
        return ChosenEngine(None, own)
    word = _word_of_player(state)
    by_word = {known.word: known for known in ENGINES.values()}
    return _named(state, by_word[word] if word else ENGINES[AUTO], limits)


def own_engine(state: Playthrough, name: str) -> str | None:
    """Return the word of the script that a name means for a position, None for other engines."""
    if name != SCRIPT:
        return None
    forth = state.game.forth
    if forth.word("OnSearch").index >= forth.fence:
        return "OnSearch"
    word = _word_of_player(state)
    return None if word in {"", *(known.word for known in ENGINES.values())} else word


def _word_of_player(state: Playthrough) -> str:
    """Return the engine's word that the script gives the player to move; empty for none."""
    players = state.game.declaration.players
    return next((p.word for p in players if p.name == state.player), "") or ""


def _named(state: Playthrough, engine: Engine, limits: Limits) -> ChosenEngine:
    if engine.name != AUTO:
        return ChosenEngine(engine, engine.word)
    with state.game.lock:
        choice = choose(state.game, limits)
        state.enter()
    chosen = ENGINES[choice.engine]
    foresees = state.game.forth.processor.register(at.EVENTS + 4 * FORESEEING)
    proof = FORESIGHT if foresees else PROOF
    return ChosenEngine(chosen, chosen.word, choice.reason, proof)


def without_random_games(limits: Limits) -> tuple[ChosenEngine, Limits]:
    """Return alpha-beta, with its limits, for a root that is played on though the game is over."""
    engine = ENGINES["negamax"]
    found = ChosenEngine(engine, engine.word, "the game is over, and random games end at once")
    return found, replace(limits, playouts=None, nodes=limits.nodes or limits.playouts)
