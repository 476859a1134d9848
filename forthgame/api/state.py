"""A position in a game that is being played."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, SupportsIndex

from forthgame import arguments
from forthgame.errors import TEXT_SHOWN, IllegalMove
from forthgame.game.choosing import aimed, play_all
from forthgame.game.holding import Holding
from forthgame.game.matching import match_move
from forthgame.game.moves import Move, Moves
from forthgame.game.naming import find_move, illegal
from forthgame.game.played import outcome_name
from forthgame.game.position import hands, position_document, position_text
from forthgame.game.puzzling import PuzzleState
from forthgame.game.result import Results
from forthgame.game.same import Comparable
from forthgame.game.streams import start_streams
from forthgame.lang import layout as at
from forthgame.vm.sharing import one_at_a_time

if TYPE_CHECKING:
    from forthgame.debug.explain import Explanation
    from forthgame.game.found import SearchResult
    from forthgame.game.proving import Proof
    from forthgame.game.run import Report


@one_at_a_time("outcome_for undo copy search prove", "game._lock")
@one_at_a_time("explain use_seed to_text to_json", "game._lock")
class State(Comparable, Holding, Results, PuzzleState):
    """A game in progress. States of one Game are independent but share its machine.

    `game` is the Game; `level` the number of its level, from 1, in a game that has levels.
    Equal states have the same board, turn, random streams and history, in the same script. A hash
    changes with the position: keep copies in sets and dicts.
    """

    # -- looking --------------------------------------------------------------------------------

    def _turn_cell(self, index: int) -> int:
        return int.from_bytes(self._position.turn[4 * index : 4 * index + 4], "little", signed=True)

    @property
    def player(self) -> str:
        """Name of the player to move."""
        found = self.game._player_by_code(self._turn_cell(1))
        return found.name if found else ""

    @property
    def turn_number(self) -> int:
        """Number of the turn, from 1; a partial move stays in its turn."""
        return self._turn_cell(4)

    @property
    def history(self) -> list[str]:
        """Texts of the moves played so far, also of the `concealed` ones."""
        start = len(self._texts) - len(self._past)  # those before came from another game
        return [
            text if isinstance(text, str) else self._shown(self._past[k - start]).text_of(text)
            for k, text in enumerate(self._texts)
        ]

    @property
    def board(self) -> dict[str, tuple[str, str]]:
        """The pieces on the board: position -> (player, piece), without empty positions."""
        cells = memoryview(self._position.board).cast("i")
        pieces = self.game.pieces
        found: dict[str, tuple[str, str]] = {}
        for name, cell in zip(self.game.positions, cells, strict=False):
            if cell:
                owner = self.game._player_by_code(cell)
                number = cell & at.PIECE_MASK
                piece = pieces[number - 1] if 1 <= number <= len(pieces) else str(number)
                found[name] = (owner.name if owner else "", piece)
        return found

    @property
    def hands(self) -> dict[str, dict[str, int]]:
        """What each player has in hand: player -> piece -> number; empty in a game without."""
        return hands(self)

    @property
    def fingerprint(self) -> bytes:
        """The position bit for bit: turn, board and board storage."""
        return self._position.turn + self._position.board

    def to_text(self) -> str:
        """The position as a line, which `Game.position` reads: see `game/position.py`."""
        return position_text(self)

    def fen(self) -> str:
        """The position as other programs write it: FEN and the like, as the game's file declares.

        Raises TextsError if the game declares none.
        """
        from forthgame.game.texts.fen import fen_of

        return fen_of(self)

    def texts(self, notation: str) -> list[str]:
        """The legal moves in a `notation` that the game's file declares: `uci`, `san` …

        Raises TextsError, a ForthgameError, if it declares none of that name.
        """
        from forthgame.game.texts.notation import notation_named

        return notation_named(self.game, notation).texts(self)

    def to_json(self) -> dict[str, Any]:
        """The same as a document for JSON, with the script's hash."""
        return position_document(self)

    def moves(self, player: str | None = None, *, after_end: bool = False) -> Moves:
        """The legal moves in the order they were generated, duplicates kept.

        None where the game is over, unless `after_end`: then OnIsGameOver is not asked. Of another
        one of the `choosers` if `player` is given: ValueError for anybody else. Raises ScriptError
        if the script fails.
        """
        if player is not None and player != self.player:
            return aimed(self, player).moves(after_end=after_end)
        position = self._position
        if not after_end:
            if not position.asked:
                with self.game._lock:
                    self._judge()
            if position.outcome is not None:
                return Moves(self.game, b"", position, 0)
        found = position.moves
        if found is None:
            with self.game._lock:
                self._offer()
                self._position.unpack()
                found = self._shown(self._position)
        return found

    @property
    def count(self) -> int:
        """The number of legal moves: 0 where the game is over."""
        position = self._position
        if not position.asked:
            with self.game._lock:
                self._judge()
        return position.count if position.outcome is None else 0

    @property
    def outcome(self) -> str | None:
        """None while the game goes on, else "win", "loss" or "draw" for the player to move."""
        position = self._position
        if not position.asked:
            with self.game._lock:
                self._judge()
        return position.outcome

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        position = self._position
        if not position.asked:
            with self.game._lock:
                self._judge()
        return position.outcome is not None

    def outcome_for(self, player: str) -> str | None:
        """The result of OnIsGameOver for another `player`, as if it were their turn now.

        Raises ValueError if there is no such player, ScriptError if the script fails.
        """
        game = self.game
        code = game._player_named(player).code
        if self.outcome is not None and self._position.verdict is not None:
            return self._position.verdict.outcomes[player]
        self._offer()
        self._enter()
        for address in (at.A_PLAYER, at.A_FOR_PLAYER):
            game._forth.processor.set_cell(address, code)
        try:
            return outcome_name(game._ask_result())
        finally:
            self._enter()

    # -- playing --------------------------------------------------------------------------------

    def find(self, text: str, exact: bool = False, *, after_end: bool = False) -> Move:
        """The legal move with a text, long or short, the first if there are several.

        Unless `exact`, also one as people type it: `a2a3`, `A2 a3`, `d3`, a beginning that only
        one move has. `after_end`: see `moves`. Raises IllegalMove; AmbiguousMove, which is one, if
        several moves fit.
        """
        moves = self.moves(after_end=after_end)
        if not moves and not after_end:
            raise self._no_move(str(text))
        found = find_move(moves, str(text))
        if found is None:
            from forthgame.game.texts.notation import find_in_notations, written_in_notations

            found = find_in_notations(self, moves, str(text).strip())
            if found is None and not exact:
                known = written_in_notations(self, moves)
                found = match_move(moves, str(text), self.player, known)
        if found is None:
            raise illegal(moves, str(text), self.player, TEXT_SHOWN)
        return found

    def legal(self, move: Move | str, *, after_end: bool = False) -> Move:
        """The same `move` as this position lists it. Raises IllegalMove.

        `after_end`: see `moves`.
        """
        if not isinstance(move, Move):
            return self.find(move, after_end=after_end)
        moves = self.moves(after_end=after_end)
        same = move.index < len(moves) and moves[move.index] == move
        found = moves[move.index] if same else None
        return found or self.find(move.text, exact=True, after_end=after_end)

    def play(
        self,
        move: Move | str | SupportsIndex | Mapping[str, Move | str],
        *,
        after_end: bool = False,
    ) -> None:
        """Apply a legal move; the turn advances, except after a partial move.

        A number is that of a move in `moves()`. In a turn with `{together}` a move is kept until
        the last one of the `choosers` has played; `{player: move, …}` plays the moves of all
        of them. Raises IllegalMove for any other move, and if the game is over unless `after_end`;
        TypeError for a value that cannot be a move; ScriptError if the script fails. The position
        is then unchanged.
        """
        with self.game._lock:
            if type(move) is int and not after_end and 0 <= move < self.count:
                self._make(move)
            elif isinstance(move, Move):
                position = self._position
                known = position.moves if position.asked and position.outcome is None else None
                own = known is not None and move._stands_in(known)
                number = move.index if own else self.legal(move, after_end=after_end).index
                self._make(number)
            elif isinstance(move, str):
                self._make(self.find(move, after_end=after_end).index)
            elif isinstance(move, Mapping):
                play_all(self, move)
            else:
                self._make(self._checked(move, after_end))

    def _checked(self, number: SupportsIndex, after_end: bool) -> int:
        if isinstance(number, bool) or not isinstance(number, SupportsIndex):
            given = arguments.kind(number)
            raise TypeError(f"a move must be a Move, a text or a number, not {given}")
        chosen, moves = number.__index__(), self.moves(after_end=after_end)
        if not moves and not after_end:
            raise self._no_move(str(chosen))
        if not 0 <= chosen < len(moves):
            raise illegal(moves, str(chosen), self.player, TEXT_SHOWN)
        return chosen

    def _no_move(self, text: str) -> IllegalMove:
        """The error of a move where there is none: how the game has ended, if it has."""
        return IllegalMove(text, self.player, [], self.ending_text())

    def undo(self) -> None:
        """Take the last move back, board storage and all. Raises IndexError at the start."""
        if not self._past:
            raise IndexError("there is no move to take back")
        self._position = self._past[-1]
        self._played = self._played[: len(self._played) - len(self._position.key)]
        del self._past[-1], self._texts[-1]

    def copy(self) -> State:
        """An independent state with the same position and history."""
        if self.game._active is self:
            self._leave()
        twin = State(self.game, self._position, self._random, self._entropy)
        twin._past = list(self._past)
        twin._texts = list(self._texts)
        twin._played, twin.level = self._played, self.level
        return twin

    def search(
        self,
        engine: str = "script",
        time: float | None = 1.0,
        depth: int | None = None,
        seed: int | None = None,
        *,
        nodes: int | None = None,
        playouts: int | None = None,
        selective: bool | None = None,
        threads: int | None = None,
        report: Report | None = None,
        after_end: bool = False,
    ) -> SearchResult:
        """Let an engine choose a move; the position stays unchanged.

        `engine`: `script`, or a name from `forthgame.game.engines.ENGINES`, with options if you
        like (`negamax:depth=4`). A depth in plies, or a number of positions (`nodes`) or random
        games (`playouts`), takes the place of `time` in seconds; `selective`, `threads`: see
        `Limits`. `seed` is that of the random streams. `report` is called with each result on the
        way. Ctrl-C ends a search with the best so far. Raises ForthgameError if there is no move,
        or the game is over unless `after_end`.
        """
        from forthgame.game.engines import Limits, parse_engine
        from forthgame.game.search import search

        counted = depth is not None or nodes is not None or playouts is not None
        given = Limits(time=None if counted else time, depth=depth, nodes=nodes,
                       playouts=playouts, selective=selective, seed=seed,
                       threads=threads)  # fmt: skip
        name, own = parse_engine(engine)
        return search(self, name, own.over(given), report, after_end)

    def prove(
        self,
        time: float | None = 10.0,
        *,
        nodes: int | None = None,
        table: int | None = None,
    ) -> Proof:
        """What the player to move can force against all others: a win, a draw, or nothing.

        `time` limits the seconds and `nodes` the positions; `table` is the size of its memory in
        megabytes. An endless cycle, or a position without moves that no rule ends, counts as a
        draw. Raises ForthgameError if chance decides or players choose at the same time.
        """
        from forthgame.game.proving import prove

        return prove(self, time, nodes, table)

    def share_of(self, score: int) -> float | None:
        """The share of points, from 0 to 1, that a score of alpha-beta has brought so far.

        For the player to move. The first call plays quick games for a second or two, whose scores
        and results a curve is laid through. None where that says nothing: unless two play, one
        after the other and without chance, or if scores have nothing to do with who wins. Raises
        TypeError if `score` is no whole number.
        """
        from forthgame.game.expected import expectation

        arguments.whole(score, "a score")
        known = expectation(self.game)
        return None if known is None else known.share(score)

    def explain(self, question: str) -> Explanation:
        """Why a move is legal or not: `question` and errors are those of `forthgame.explain`.

        Raises ForthgameError for what is no question.
        """
        from forthgame.debug.explain import explain

        return explain(self, question)

    def __str__(self) -> str:
        from forthgame.draw.lines import board_text

        ended = self.ending_text()
        return f"{board_text(self)}\n{ended or f'{self.player} to move'}"

    def _repr_svg_(self) -> str:
        """The board as a notebook shows it."""
        from forthgame.draw import svg

        return svg(self, size=480)

    def use_seed(self, seed: int) -> None:
        """Start the random streams of this state from a `seed`. Raises TypeError if it is none."""
        arguments.whole(seed, "a seed")
        self._enter()
        start_streams(self.game._forth.processor, seed)
