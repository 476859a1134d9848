"""A program of a user that touches every public name: `mypy --strict` has to accept it."""

from __future__ import annotations

import asyncio
import threading

import forthgame
from forthgame import (
    AmbiguousMove,
    Batch,
    Explanation,
    ForthgameError,
    Game,
    Highlights,
    IllegalMove,
    Machine,
    Move,
    Moves,
    Playouts,
    PositionError,
    RecordedGame,
    RecordError,
    ScriptError,
    ScriptLimits,
    SearchResult,
    Solution,
    State,
    Step,
    Tournament,
)


def games() -> list[object]:
    """Use a game and its results."""
    game: Game = forthgame.load("tictactoe", native=False, limits=ScriptLimits())
    texts: list[str] = [game.name, game.rules, game.digest, *game.players, *game.positions]
    texts += [*game.pieces, *game.levels, *game.words, *game.set_up, *game.printed]
    files: dict[str, bytes] = game.files
    flags: list[bool] = [game.closed, game.changed, game.native is None]
    limits: ScriptLimits = game.limits
    batch: Batch = game.batch(2, seed=1)
    played: Playouts = game.playouts(2, seed=1)
    many: list[Playouts] = game.rollouts([game.new_game()], 2, jobs=1)
    steps: list[Step] = list(game.trace(game.words[-1]))
    count: int = game.perft(1)
    state: State = game.position(game.new_game(play_on=True).to_text(), play_on=True)
    again: Game = forthgame.load(text=files["tictactoe.4th"].decode(), name="mine").reload()
    game.close()
    return [again, texts, files, flags, limits, batch, played, many, steps, count, state, game.path]


def states(state: State) -> list[object]:
    """Use a state and its results."""
    moves: Moves = state.moves(after_end=True)
    move: Move = state.find(moves[0].text, exact=True)
    state.play(move)
    state.undo()
    state.play(state.legal(move))
    state.use_seed(1)
    found: SearchResult = state.search("negamax", depth=1)
    awaited: SearchResult = asyncio.run(state.asearch("negamax", depth=1, stop=threading.Event()))
    proof = state.prove(nodes=100)
    share: float | None = state.share_of(found.score)
    answer: Explanation = state.explain("over")
    numbers: list[float] = state.returns()
    result: dict[str, float] | None = state.result
    winner: str | tuple[str, ...] | None = state.winner
    outcomes: dict[str, str] = state.outcomes()
    told: list[str | None] = [state.outcome, state.ending, state.outcome_for(state.player)]
    told += [str(awaited), str(share), proof.value, proof.known, proof.stopped, str(proof.move)]
    told += [state.ending_text(), *state.history, *state.texts("uci"), *state.choosers]
    told += state.history_in("uci")
    board: dict[str, tuple[str, str]] = state.board
    hands: dict[str, dict[str, int]] = state.hands
    whole: list[int] = [state.count, state.turn_number, state.concealed, state.level or 0]
    flags: list[bool] = [state.is_over, state.in_turn, state.play_on, state == state.copy()]
    document = state.to_json()
    text: str = state.to_text() + state.fen()
    following: State | None = state.next_level()
    kept: bytes = state.fingerprint
    solution: Solution = state.solve()
    picture: str = forthgame.svg(state, highlights=Highlights(last=["a1"]))
    solutions: Solution = state.game.solve(level=1)
    return [found, answer, numbers, result, winner, outcomes, told, board, hands, whole, flags,
            document, text, following, kept, solution, solutions, picture]  # fmt: skip


def records(state: State) -> list[object]:
    """Use records of games."""
    game: Game = state.game
    record: RecordedGame = game.from_pgn(state.pgn(White="Ada"))
    every: list[RecordedGame] = [*game.records(state.record("pgn"), "pgn")]
    try:
        every.append(game.from_record("1. oh *"))
    except RecordError as error:
        return [error.name, error.line, error.ply]
    lines: list[str] = [move.text + move.comment for move in record.moves]
    tags: dict[str, str] = record.tags
    last: State = record.state()
    return [every, lines, tags, record.errors, record.text(), last, list(record.walk())]


def moves(listed: Moves) -> list[object]:
    """Use moves and their properties."""
    texts: list[str] = [*listed.texts, listed.text_of(0)]
    move = listed[0]
    named: list[str | None] = [move.text, move.short, move.choice, move.source, move.target]
    named += [move.player, move.piece, move.text_in("uci"), *move.captured]
    numbers: list[int] = [move.index, move.key, move.type, move.weight]
    numbers += [listed.index(move), listed.count(move)]
    return [texts, named, numbers, move.actions]


def results(played: Playouts, found: SearchResult, solved: Solution) -> list[object]:
    """Use counts, searches and solutions."""
    counts: dict[str, int] = played.wins
    numbers: list[int] = [played.games, played.plies, played.draws, played.unfinished]
    numbers += [played.shared, played.lost]
    numbers += [found.score, found.nodes, found.depth, solved.length, solved.positions]
    times: list[float] = [played.seconds, found.seconds, found.nodes_per_second]
    times += [solved.seconds, solved.positions_per_second]
    texts: list[str] = [*played.players, *found.pv, found.stopped, str(found.move), solved.method]
    texts += [*solved.moves, *solved.warnings, solved.reason, found.engine, found.reason]
    certain: list[str | float | None] = [found.proven, found.share]
    flags: list[bool] = [solved.solved, solved.exhausted]
    return [counts, numbers, times, texts, flags, certain, played.results, solved.document()]


def others(batch: Batch, step: Step, why: Explanation) -> list[object]:
    """Use batches, steps, explanations, machines and tournaments."""
    batch.step(batch.counts - 1)
    batch.reset([0], seed=1)
    state: State = batch.state(0)
    arrays = [batch.over, batch.movers, batch.turns, batch.returns()]
    place = [step.number, step.word, step.inside, step.place, step.depth, step.before, step.after]
    told: list[str] = [step.note, why.question, why.answer, why.text(), *why.removed, *why.actions]
    known: list[object] = [
        why.legal,
        why.attempts,
        why.shown,
        why.notes,
        why.doubts,
        why.suspects,
        batch.game,
        why.lists,
    ]
    machine = Machine(steps=100, seconds=1.0)
    printed: str = machine.run("1 2 + .") + machine.output
    stack: list[int] = machine.stack
    inside: object = machine.forth
    bounds: list[float | None] = [machine.steps, machine.seconds]
    tournament: Tournament = forthgame.tournament(["random", "first"], game="tictactoe", games=2)
    again: Explanation = forthgame.explain(state, "over")
    steps = list(forthgame.trace(state, "mark"))
    return [state, arrays, place, told, known, printed, stack, inside, bounds, tournament.plan,
            tournament.records, tournament.analysis, again, steps]  # fmt: skip


def errors(state: State) -> list[object]:
    """Use the exceptions."""
    try:
        state.play("x")
    except AmbiguousMove as error:
        return [error.numbers, error.count]
    except IllegalMove as error:
        return [error.text, error.player, error.nearest, error.ending]
    except PositionError as error:
        return [str(error)]
    except ScriptError as error:
        return [error.message, error.file, error.line, error.column, error.word, error.stack]
    except ForthgameError as error:
        return [str(error)]
    return []
