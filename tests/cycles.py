"""Lines of moves that repeat positions, found by a program, and the verdict of a peer on them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random
from typing import Any, NamedTuple

import pytest

import forthgame
from forthgame.position.position_text import storage_places

# xiangqi without its rule about perpetual chases, which the script does not have
PLAIN = "[plainxiangqi:xiangqi]\nchasingRule = none\n"
POSITIONS = 100  # of a graph
CALM = 6  # positions followed without a check, after which a graph is left
TRIED = 150  # lines in a graph
LINES = 2  # of these that are taken as they come
LONGEST = 90  # plies of a line: fewer than the quiet ones that end xiangqi
EAGER = (0.0, 0.7, 0.9, 1.0)  # how often a player prefers a check


class Kind(NamedTuple):
    """A game: the peer's variant, files and ranks, pieces besides kings, where kings may stand."""

    variant: str
    files: str
    ranks: int
    pieces: tuple[str, ...]  # of both players
    palaces: tuple[tuple[str, range], tuple[str, range]]
    occurrences: int  # of a position, that end a game


PIECES_OF_SHOGI = ("R", "B", "+R", "+B", "G", "S", "G", "S")
KINDS = {
    "xiangqi": Kind("plainxiangqi", "abcdefghi", 10, (*"RRCCNPrrccnp",),
                    (("def", range(1, 4)), ("def", range(8, 11))), 3),
    "shogi": Kind("shogi", "abcdefghi", 9, PIECES_OF_SHOGI,
                  (("abcdefghi", range(1, 5)), ("abcdefghi", range(5, 10))), 4),
    "minishogi": Kind("minishogi", "abcde", 5, PIECES_OF_SHOGI,
                      (("abcde", range(1, 4)), ("abcde", range(3, 6))), 4),
}  # fmt: skip


@dataclass(frozen=True)
class Line:
    """A position as a FEN of the script's, and moves from there as pairs of squares."""

    fen: str
    moves: tuple[str, ...]


def peer() -> Any:
    """Fairy-Stockfish, which gets xiangqi once more without its rule about chases."""
    found = pytest.importorskip("pyffish")
    if "plainxiangqi" not in found.variants():
        found.load_variant_config(PLAIN)
    return found


def recurring(fen: str) -> str:
    """The part of a FEN of the script's that comes back with its position."""
    return " ".join(fen.split()[: 2 if " - - " in fen else 3])


def peer_fen(fen: str) -> str:
    """The FEN of the peer for one of the script's, which is SFEN in shogi: there `b` begins."""
    board, turn, hand = fen.split()[:3]
    if " - - " in fen:
        return f"{board} {turn} - - 0 1"
    return f"{board}[{hand}] {'w' if turn == 'b' else 'b'} 0 1"


# ---- positions ----


def position_fen(name: str, choose: Random) -> str:
    """Return a random position of few pieces; the player not to move may be in check."""
    kind = KINDS[name]
    placed: dict[tuple[str, int], str] = {}

    def put(piece: str, files: str, ranks: range) -> None:
        free = [(f, r) for f in files for r in ranks if (f, r) not in placed]
        placed[choose.choice(free)] = piece

    for king, (files, ranks) in zip("Kk", kind.palaces, strict=True):
        put(king, files, ranks)
    for piece in choose.sample(kind.pieces, choose.randint(0, 5)):
        side = str if name == "xiangqi" else choose.choice((str.upper, str.lower))
        put(side(piece), kind.files, range(1, kind.ranks + 1))
    rows = []
    for rank in range(kind.ranks, 0, -1):
        row = ""
        for file in kind.files:
            piece = placed.get((file, rank), "")
            row = row + piece if piece else _one_empty_more(row)
        rows.append(row)
    behind = "w - - 0 1" if name == "xiangqi" else "b - 1"
    return f"{'/'.join(rows)} {behind}"


def _one_empty_more(row: str) -> str:
    return f"{row[:-1]}{int(row[-1]) + 1}" if row[-1:].isdigit() else f"{row}1"


def possible(name: str, fen: str) -> bool:
    """Return whether the player not to move is out of check."""
    board, turn, *behind = peer_fen(fen).split()
    flipped = " ".join([board, "b" if turn == "w" else "w", *behind])
    return not peer().gives_check(KINDS[name].variant, flipped, [])


# ---- lines ----


@dataclass
class Graph:
    """Positions that pieces reach which keep to a few squares each; position 0 is the first."""

    states: list[forthgame.State]
    checked: list[bool]  # whether the player to move is in check
    moves: list[list[tuple[str, int]]]  # from each position: a pair of squares, and where to


@dataclass
class Steps:
    """A line in a graph: the first position, then moves and the positions they lead to."""

    graph: Graph
    first: int
    steps: list[tuple[str, int]]

    def rows(self, perpetual: bool) -> Iterator[int]:
        """Count the checks in a row at the end, of each player who has (not) always given check.

        Always means at each move since the last position of the line occurred first.
        """
        passed = [self.first, *(to for _, to in self.steps)]
        cycle = len(self.steps) - passed.index(passed[-1])
        for back in (0, 1):
            own = [self.graph.checked[to] for to in passed[len(passed) - 1 - back : 0 : -2]]
            row = own.index(False) if False in own else len(own)
            if (row >= cycle // 2) == perpetual:
                yield row


def lines(game: forthgame.Game, choose: Random) -> Iterator[Line]:
    """Yield lines that come back to a position by one cycle or several, for ever."""
    while True:
        fen = position_fen(game.name, choose)
        if possible(game.name, fen):
            graph = explore(game, fen, choose)
            if sum(graph.checked) > len(graph.checked) / 8:
                often = KINDS[game.name].occurrences
                found = [line for _ in range(TRIED) if (line := _line(graph, often, choose))]
                for line in (*found[:LINES], *_near_the_rule(found)):
                    moves = tuple(move for move, _ in line.steps)
                    yield Line(graph.states[line.first].fen(), moves)


def explore(game: forthgame.Game, fen: str, choose: Random) -> Graph:
    """Follow all moves without captures and promotions of pieces that have few squares each."""
    state = game.position(fen=fen)
    owners = Counter(owner for owner, _ in state.board.values())
    hunter = max(game.players, key=owners.__getitem__)  # has squares about the other king
    royal = {
        owner: square for square, (owner, piece) in state.board.items()
        if piece in ("king", "general")
    }  # fmt: skip
    rooms: dict[str, set[str]] = {}
    for square, (owner, _) in state.board.items():
        rooms[square] = {square}
        for other in game.positions:
            if square in royal.values():
                likely = 0.2 if owner == hunter else 1.0
                likely *= _files_and_ranks(square, other, max) < 2
            elif owner == hunter:
                prey = next(place for player, place in royal.items() if player != hunter)
                likely = 0.4 if _files_and_ranks(prey, other, min) < 2 else 0.03
            else:
                likely = 0.01
            if choose.random() < likely:
                rooms[square].add(other)
    graph = Graph([state], [False], [[]])
    known = {_position(state): 0}
    checks = next(row[1] for row in storage_places(game) if row[0] == "checks")
    left = [rooms]
    for number, state in enumerate(graph.states):
        if number == CALM and not any(graph.checked):
            break
        count = checks + 4 * game.players.index(state.player)  # of the mover's checks in a row
        board, rooms = state.board, left[number]
        for move in state.moves():
            start, end = str(move.source), str(move.target)
            if end not in rooms[start] or end in board or "=" in move.text:
                continue
            after = state.copy()
            after.play(move)
            key = _position(after)
            if key not in known and len(known) < POSITIONS:
                known[key] = len(known)
                graph.states.append(after)
                graph.checked.append(after.position.board[count] != 0)
                graph.moves.append([])
                left.append({end if p == start else p: room for p, room in rooms.items()})
            if key in known:
                graph.moves[number].append((start + end, known[key]))
    return graph


def _files_and_ranks(one: str, other: str, which: Callable[[int, int], int]) -> int:
    """The greater or lesser of the distances along ranks and along files."""
    return which(abs(ord(one[0]) - ord(other[0])), abs(int(one[1:]) - int(other[1:])))


def _position(state: forthgame.State) -> tuple[str, bytes]:
    """The player to move and all pieces."""
    return state.player, state.position.board[: 4 * len(state.game.positions)]


def _near_the_rule(found: list[Steps]) -> Iterator[Steps]:
    """Yield the lines with most checks at the end, with and without perpetual check."""
    for perpetual in (True, False):
        rows = [(row, k) for k, line in enumerate(found) for row in line.rows(perpetual)]
        if rows:
            yield found[max(rows)[1]]


def _line(graph: Graph, occurrences: int, choose: Random) -> Steps | None:
    """Join cycles that meet in a position; stop when one has occurred often enough."""
    busy = [number for number, checked in enumerate(graph.checked) if checked]
    begin = choose.choice((choose.randrange(len(graph.moves)), choose.choice(busy)))
    cycles = [c for _ in range(2) if (c := _cycle(graph, begin, choose))]
    if not cycles:
        return None
    steps = [step for _ in range(occurrences) for step in choose.choice(cycles)]
    skipped = choose.choice((0, choose.randrange(min(map(len, cycles)))))
    first = steps[skipped - 1][1] if skipped else begin
    stood, made = Counter([first]), list[tuple[str, int]]()
    for step in (steps[skipped:] + steps)[:LONGEST]:
        made.append(step)
        stood[step[1]] += 1
        if stood[step[1]] == occurrences:
            break
    return Steps(graph, first, made)


def _cycle(graph: Graph, begin: int, choose: Random) -> list[tuple[str, int]]:
    """Random moves, with checks preferred, and a shortest way back; empty if there is none."""
    eager = [choose.choice(EAGER) for _ in range(2)]
    at, steps = begin, list[tuple[str, int]]()
    for ply in range(choose.randint(2, 12)):
        checks = [step for step in graph.moves[at] if graph.checked[step[1]]]
        likely = checks if checks and choose.random() < eager[ply % 2] else graph.moves[at]
        if not likely:
            return []
        steps.append(choose.choice(likely))
        at = steps[-1][1]
    if at == begin:
        return steps
    back = _way(graph, at, begin, choose)
    return steps + back if back else []


def _way(graph: Graph, at: int, target: int, choose: Random) -> list[tuple[str, int]]:
    """Return a shortest way between two positions, by checks if those lead there."""
    for only in (choose.random() < 0.5, False):
        ways: dict[int, list[tuple[str, int]]] = {at: []}
        queue = [at]
        for position in queue:
            for move, to in choose.sample(graph.moves[position], len(graph.moves[position])):
                if to not in ways and (graph.checked[to] or graph.checked[position] or not only):
                    ways[to] = [*ways[position], (move, to)]
                    queue.append(to)
        if target in ways:
            return ways[target]
    return []


# ---- verdicts ----


def compare(game: forthgame.Game, line: Line) -> tuple[str | None, int]:
    """Play a line; assert that its end is the peer's. Return the result and the plies played."""
    kind, rules = KINDS[game.name], peer()
    state, begin = game.position(fen=line.fen), peer_fen(line.fen)
    stood = Counter([recurring(state.fen())])
    for ply, move in enumerate(line.moves, 1):
        state.play(move)
        stood[recurring(state.fen())] += 1
        if stood[recurring(state.fen())] < kind.occurrences:
            assert state.outcome is None, (line, ply)
            continue
        ended, score = rules.is_optional_game_end(kind.variant, begin, [*line.moves[:ply]])
        assert ended, (line, ply)
        expected = "draw" if score == 0 else "win" if score > 0 else "loss"
        assert (state.outcome, state.ending) == (expected, "repetition"), (line, ply)
        return f"{state.player} {expected}", ply
    return None, len(line.moves)
