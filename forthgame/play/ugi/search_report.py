"""Write what a search has found, as `info` lines in the words of a protocol."""

from __future__ import annotations

from collections.abc import Sequence
from math import log10

from forthgame.api.game import State
from forthgame.base.errors import ForthgameError
from forthgame.play.ugi.protocols import Protocol, Write
from forthgame.play.ugi.requests import MoveNotation
from forthgame.position.move_texts import find_move
from forthgame.search.engine_choice import EngineChoice
from forthgame.search.search_result import SearchResult, is_decided
from forthgame.words.registers.memory_layout import WIN_SCORE

LONGEST = 64  # moves of a line
MATE = 30_000  # score of a mate where scores are numbers alone, less its plies
CENTIPAWNS = 400  # difference of scores at which the better side gets ten times the points
MOST = 10_000  # centipawns of a share of all or no points


class SearchReport:
    """The lines about one search: `found` holds the newest results, best first."""

    def __init__(self, state: State, words: MoveNotation, protocol: Protocol, write: Write) -> None:
        self.found: list[SearchResult] = []
        self.line: list[str] = []  # the best line, in the notation
        self._state, self._words, self._protocol, self._write = state, words, protocol, write
        self._written = 0

    def one(self, result: SearchResult) -> None:
        self._remark(result)
        self.found = [result]
        self.line = self.moves_of(result)
        self._write(self._info(result, self.line, 0))

    def several(self, results: Sequence[SearchResult]) -> None:
        self._remark(results[0])
        self.found = list(results)
        nodes = max(result.nodes for result in results)
        for number, result in enumerate(results, 1):
            line = self.moves_of(result)
            self.line = self.line if number > 1 else line
            self._write(self._info(result, line, number, nodes))

    @staticmethod
    def nothing(protocol: Protocol, write: Write, outcome: str | None) -> None:
        """Report a position of an outcome without a move to choose."""
        score = {"win": WIN_SCORE, "loss": -WIN_SCORE}.get(outcome or "", 0)
        write(f"info depth 0 score {_score(protocol, score)}")

    def _remark(self, result: SearchResult) -> None:
        first, self._written = not self._written, self._written + 1
        if first and result.reason:
            self._write(f"info string {EngineChoice(result.engine, result.reason)}")
        if result.proven:
            self._write(f"info string proven: {result.proven}")

    def moves_of(self, result: SearchResult) -> list[str]:
        """Return the principal variation in the notation, as far as it can be played."""
        follower, words = self._state.ahead(), list[str]()
        try:
            for number, text in enumerate(result.pv[:LONGEST]):
                moves = follower.moves()
                move = find_move(moves, text) if number else moves[result.move.index]
                if move is None:
                    break
                words.append(self._words.write(follower, move, moves))
                follower.play(move)
        except ForthgameError:  # the time has ended
            pass
        return words

    def _info(self, result: SearchResult, line: list[str], number: int, nodes: int = 0) -> str:
        nodes, seconds = nodes or result.nodes, result.seconds
        rate = round(nodes / seconds) if seconds else 0
        place = f"multipv {number} " if number else ""
        return (
            f"info depth {result.depth} {place}score {_score(self._protocol, _centipawns(result))} "
            f"nodes {nodes} nps {rate} time {round(1000 * seconds)} pv {' '.join(line)}"
        ).rstrip()


def _score(protocol: Protocol, score: int) -> str:
    if not is_decided(score):
        return str(score) if protocol.terse else f"cp {score}"
    plies, sign = WIN_SCORE - abs(score), 1 if score > 0 else -1
    if protocol.terse:
        return str(sign * max(0, MATE - plies))
    distance = plies if protocol.mate_plies else (plies + 1) // 2
    return f"mate {distance * sign}"


def _centipawns(result: SearchResult) -> int:
    """Return a score; shares of points, which random games give, become such a difference."""
    if result.engine not in ("uct", "mcts"):
        return result.score
    share = result.score / 1000
    if not 0 < share < 1:
        return round((share > 0.5) - (share < 0.5)) * MOST
    return round(CENTIPAWNS * log10(share / (1 - share)))
