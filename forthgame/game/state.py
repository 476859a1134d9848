"""A position in a game that is being played."""

from __future__ import annotations

from collections.abc import Mapping
from time import perf_counter as time_now
from typing import TYPE_CHECKING, Any, SupportsIndex

from forthgame.errors import TEXT_SHOWN
from forthgame.game.choosing import Choosing, aimed, play_all
from forthgame.game.holding import Holding
from forthgame.game.matching import match_move
from forthgame.game.moves import Move, Moves
from forthgame.game.naming import find_move, illegal
from forthgame.game.played import Playouts, outcome_name, read_playouts
from forthgame.game.position import hands, position_document, position_text
from forthgame.game.puzzling import PuzzleState
from forthgame.game.result import Results
from forthgame.game.streams import start_streams
from forthgame.lang import layout as at
from forthgame.vm.sharing import one_at_a_time

if TYPE_CHECKING:
    from forthgame.debug.explain import Explanation
    from forthgame.game.search import Report, SearchResult


@one_at_a_time("outcome_for undo copy count_leaves play_out search", "game.lock")
@one_at_a_time("explain use_seed to_text to_json", "game.lock")
class State(Holding, Results, Choosing, PuzzleState):
    """A game in progress. States of one Game are independent but share its machine."""

    # -- looking --------------------------------------------------------------------------------

    def _turn_cell(self, index: int) -> int:
        return int.from_bytes(self._position.turn[4 * index : 4 * index + 4], "little", signed=True)

    @property
    def player(self) -> str:
        """Name of the player to move."""
        found = self.game.player_by_code(self._turn_cell(1))
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
        """What stands where: position -> (player, piece); empty positions are left out."""
        cells = memoryview(self._position.board).cast("i")
        pieces = self.game.pieces
        found: dict[str, tuple[str, str]] = {}
        for name, cell in zip(self.game.positions, cells, strict=False):
            if cell:
                owner = self.game.player_by_code(cell)
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
        """The legal moves in a notation that the game's file declares: `uci`, `san` …"""
        from forthgame.game.texts.notation import notation_named

        return notation_named(self.game, notation).texts(self)

    def to_json(self) -> dict[str, Any]:
        """The same as a document for JSON, with the script's hash."""
        return position_document(self)

    def moves(self, player: str | None = None) -> Moves:
        """The legal moves in the order they were generated, duplicates kept.

        Of another one of the `choosers` if `player` is given: ValueError for anybody else.
        """
        if player is not None and player != self.player:
            return aimed(self, player).moves()
        found = self._position.moves
        if found is None:
            with self.game.lock:
                self._offer()
                self._position.unpack()
                found = self._shown(self._position)
        return found

    @property
    def count(self) -> int:
        """The number of legal moves."""
        position = self._position
        if position.arena is None and position.packed is None:
            with self.game.lock:
                self._offer()
        return position.count

    @property
    def outcome(self) -> str | None:
        """None while the game goes on, else "win", "loss" or "draw" for the player to move."""
        position = self._position
        if not position.asked:
            with self.game.lock:
                self._judge()
        return position.outcome

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        position = self._position
        if not position.asked:
            with self.game.lock:
                self._judge()
        return position.outcome is not None

    def outcome_for(self, player: str) -> str | None:
        """The result of OnIsGameOver for another player, as if it were their turn now."""
        game = self.game
        code = game.player_named(player).code
        if self.outcome is not None and self._position.verdict is not None:
            return self._position.verdict.outcomes[player]
        self._offer()
        self._enter()
        for address in (at.A_PLAYER, at.A_FOR_PLAYER):
            game.forth.processor.set_cell(address, code)
        try:
            return outcome_name(game.run_word("(game-result)"))
        finally:
            self._enter()

    # -- playing --------------------------------------------------------------------------------

    def find(self, text: str, exact: bool = False) -> Move:
        """The legal move with a text, long or short, the first if there are several.

        Unless `exact`, also one as people type it: `a2a3`, `A2 a3`, `d3`, a beginning that only
        one move has. Raises IllegalMove; AmbiguousMove, which is one, if several moves fit.
        """
        moves = self.moves()
        found = find_move(moves, str(text))
        if found is None:
            from forthgame.game.texts.notation import find_in_notations, written_in_notations

            found = find_in_notations(self, str(text).strip())
            if found is None and not exact:
                found = match_move(moves, str(text), self.player, written_in_notations(self))
        if found is None:
            raise illegal(moves, str(text), self.player, TEXT_SHOWN)
        return found

    def legal(self, move: Move | str) -> Move:
        """The same move as this position lists it. Raises IllegalMove."""
        if not isinstance(move, Move):
            return self.find(move)
        moves = self.moves()
        same = move.index < len(moves) and moves[move.index] == move
        return moves[move.index] if same else self.find(move.text, exact=True)

    def play(self, move: Move | str | SupportsIndex | Mapping[str, Move | str]) -> None:
        """Apply a legal move; the turn advances, except after a partial move.

        A number is that of a move in `moves()`. In a turn with `{together}` a move is kept until
        the last one of the `choosers` has played; `{player: move, …}` plays the moves of all
        of them. Raises IllegalMove for anything else and ScriptError if the script fails; the
        position is then what it was.
        """
        with self.game.lock:
            if type(move) is int and 0 <= move < self.count:
                self._make(move)
            elif isinstance(move, Move):
                own = move.stands_in(self.moves())
                self._make(move.index if own else self.legal(move).index)
            elif isinstance(move, str):
                self._make(self.find(move).index)
            elif isinstance(move, Mapping):
                play_all(self, move)
            else:
                self._make(self._checked(move))

    def _checked(self, number: SupportsIndex) -> int:
        if isinstance(number, bool) or not isinstance(number, SupportsIndex):
            return self.find(str(number), exact=True).index
        chosen = number.__index__()
        self._offer()
        if not 0 <= chosen < self._position.count:
            raise illegal(self.moves(), str(chosen), self.player, TEXT_SHOWN)
        return chosen

    def undo(self) -> None:
        """Take the last move back, board storage and all. Raises IndexError at the start."""
        if not self._past:
            raise IndexError("there is no move to take back")
        self._position = self._past[-1]
        self._played = self._played[: len(self._played) - len(self._position.key)]
        del self._past[-1], self._texts[-1]

    def copy(self) -> State:
        """An independent state with the same position and history."""
        if self.game.active is self:
            self._leave()
        twin = State(self.game, self._position, self._random, self._entropy)
        twin._past = list(self._past)
        twin._texts = list(self._texts)
        twin._played, twin.level = self._played, self.level
        return twin

    def count_leaves(self, depth: int, stop_at_end: bool) -> int:
        """perft from here: see Game.perft."""
        processor = self.game.forth.processor
        self._enter(seeing=True)
        processor.i64[at.LEAVES >> 3] = 0
        processor.set_cell(at.SYSTEM_CELLS["$perftStop"], -1 if stop_at_end else 0)
        self.game.run_word("(abandon-generation)")
        try:
            self.game.run_word("(perft)", depth)
        finally:
            self._enter()
        return processor.i64[at.LEAVES >> 3]

    def play_out(self, games: int, plies: int) -> Playouts:
        """Random games from here: see Game.playouts. The position stays as it is."""
        processor = self.game.forth.processor
        self._enter(seeing=True)
        processor.bytes[at.RESULTS : at.RESULTS + 512] = bytes(512)
        processor.i64[at.PLIES >> 3] = 0
        self.game.run_word("(abandon-generation)")
        started = time_now()
        try:
            self.game.run_word("(playouts)", games, plies)
        finally:
            seconds = time_now() - started
            self._leave()
            self._enter()
        return read_playouts(self.game, games, seconds)

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
        report: Report | None = None,
    ) -> SearchResult:
        """Let an engine choose a move; the position stays as it is.

        `engine`: `script`, or a name from `forthgame.game.engines.ENGINES`, with options if you
        like (`negamax:depth=4`). A depth in plies, or a number of positions (`nodes`) or random
        games (`playouts`), takes the place of `time` in seconds; `selective`: see `Limits`.
        `report` is called with each result on the way. Ctrl-C ends a search with the best so far.
        """
        from forthgame.game.engines import Limits, parse_engine
        from forthgame.game.search import search

        counted = depth is not None or nodes is not None or playouts is not None
        given = Limits(time=None if counted else time, depth=depth, nodes=nodes,
                       playouts=playouts, selective=selective, seed=seed)  # fmt: skip
        name, own = parse_engine(engine)
        return search(self, name, own.over(given), report)

    def explain(self, question: str) -> Explanation:
        """Why a move is legal or not: see `forthgame.debug.explain.explain`."""
        from forthgame import explain

        return explain(self, question)

    def _repr_svg_(self) -> str:
        """The board as a notebook shows it."""
        from forthgame import svg

        return svg(self, size=480)

    def use_seed(self, seed: int) -> None:
        """Start the random streams of this state from a seed."""
        self._enter()
        start_streams(self.game.forth.processor, seed)
