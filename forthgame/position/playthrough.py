"""A position in a game that is being played."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Self, SupportsIndex, TypeVar

from forthgame.base import arguments
from forthgame.base.errors import TEXT_SHOWN, IllegalMove
from forthgame.base.lazy import Internal
from forthgame.machine.memory.call_restrictions import Busy
from forthgame.machine.memory.locks import exclusive_use, one_at_a_time
from forthgame.machine.random_streams import start_streams
from forthgame.position.move_texts import illegal
from forthgame.position.moves import Move, Moves
from forthgame.position.pickling import is_same_state, pickled_state
from forthgame.position.plies import Plies
from forthgame.position.position_record import POINTS, opposite_outcomes, outcome_name, winners_text
from forthgame.position.position_text import hands, position_document, position_text
from forthgame.position.simultaneous_turns import choosers_of, have_chosen, play_all, with_mover
from forthgame.words.registers import memory_layout as at

AnyPlaythrough = TypeVar("AnyPlaythrough", bound="Playthrough")  # a State yields a State


@one_at_a_time("outcome_for _sides_with copy", "game.lock")
@one_at_a_time("undo use_seed to_text to_json", "game.lock")
@exclusive_use("use_seed _outcome_now _sides_with")
class Playthrough(Internal, Plies):
    """A game in progress, as all layers of the package take it; users have it as a State.

    `game` is the Game; `level` the number of its level, from 1, in a game that has levels. Equal
    states have the same board, turn, random streams and history, in the same script. The hash
    changes with the position: use copies in sets and as keys of dicts.

    With `play_on` moves are legal as long as the move words generate them, whatever OnIsGameOver
    returns; `outcome` and `is_over` still report its result. Copies have the same `play_on`.
    """

    internal = frozenset((
        "ahead", "capture", "count_leaves", "enter", "entropy", "internal", "kept_streams",
        "leave", "let_go", "make", "move_texts", "original", "past", "play_out", "played_keys",
        "position",
        "random", "require_possible", "run_here", "stand_at", "step_back", "store_afresh",
        "streams", "turn_cell", "without_list",
    ))  # fmt: skip

    level: int | None = None  # number of the level, from 1, in a game with levels
    play_on = False  # moves are legal after the end of the game

    def __eq__(self, other: object) -> bool:
        """Return whether board, turn, random streams and history are equal, in the same script."""
        return is_same_state(self, other) if isinstance(other, Playthrough) else NotImplemented

    def __hash__(self) -> int:
        return hash((self.position.whole, self.played_keys))

    def __copy__(self) -> Self:
        return self.copy()

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        return pickled_state(self)

    def __repr__(self) -> str:
        known = self.position.asked and self.position.outcome is not None
        status = self.ending_text() if known else f"{self.player} to move"
        return f"<State {self.game.name}, {status}, ply {len(self.move_texts)}>"

    # -- inspecting -----------------------------------------------------------------------------

    def turn_cell(self, index: int) -> int:
        """Return a cell of the turn, by its number: see `layout.TURN_BLOCK`."""
        return int.from_bytes(self.position.whole[4 * index : 4 * index + 4], "little", signed=True)

    @property
    def player(self) -> str:
        """Return the name of the player to move."""
        found = self.game.player_by_code(self.turn_cell(1))
        return found.name if found else ""

    @property
    def choosers(self) -> tuple[str, ...]:
        """Return the players who choose now: several in a turn with `{together}`, else one.

        Choices of several are recorded as plies in this order.
        """
        return choosers_of(self)

    @property
    def concealed(self) -> int:
        """Return how many of the newest plies are choices that the others may not see yet."""
        return len(have_chosen(self.game, self.position.board))

    @property
    def turn_number(self) -> int:
        """Return the number of the turn, from 1; a partial move stays in its turn."""
        return self.turn_cell(4)

    @property
    def in_turn(self) -> bool:
        """Return whether the turn goes on after a partial move."""
        return self.turn_cell(at.TURN_BLOCK_CELLS - 1) != 0

    @property
    def history(self) -> list[str]:
        """Return the texts of the moves played so far, including `concealed` ones."""
        return self._history(lambda moves, number: moves.text_of(number))

    def history_in(self, notation: str) -> list[str]:
        """Return the moves played so far in a `notation` that the game's file declares.

        A move without a text in it has its long text, and so have moves that were played in
        another version of the game. Raises TextsError if the notation is not declared.
        """
        from forthgame.position.texts.history import history_in

        return history_in(self, notation)

    def _history(self, text_of: Callable[[Moves, int], str]) -> list[str]:
        # no calls here, so another thread cannot play in between
        position, past, texts = self.position, [*self.past], [*self.move_texts]
        if past and past[-1] is position:  # a move is being made
            del past[-1]
        start = len(texts) - len(past)  # earlier moves came from another game
        return [
            text if isinstance(text, str) else text_of(self._shown(past[k - start]), text)
            for k, text in enumerate(texts)
        ]

    @property
    def board(self) -> dict[str, tuple[str, str]]:
        """Return the pieces on the board: position -> (player, piece), without empty positions."""
        cells = memoryview(self.position.board).cast("i")
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
        """Return the pieces in hand: player -> piece -> number; empty in a game without hands."""
        return hands(self)

    @property
    def fingerprint(self) -> bytes:
        """Return the position bit for bit: turn with its number, board and board storage."""
        return self.position.whole

    @property
    def key(self) -> bytes:
        """Return the position without its turn number: equal if a position is repeated."""
        whole, number = self.position.whole, at.A_TURN_NUMBER - at.TURN_BLOCK
        return whole[:number] + whole[number + at.CELL :]

    def to_text(self) -> str:
        """Return the position as a line, which `Game.position` reads: see
        `position/position_text.py`.
        """
        return position_text(self)

    def fen(self) -> str:
        """Return the position as other programs write it: FEN and the like.

        The format is declared in the game's file of texts. Raises TextsError if the game has none.
        """
        from forthgame.position.texts.fen import known_fen

        return known_fen(self.game).write(self)

    def texts(self, notation: str) -> list[str]:
        """Return the legal moves in a `notation` that the game's file declares: `uci`, `san` …

        Raises TextsError, a ForthgameError, if that notation is not declared.
        """
        from forthgame.position.texts.notation import notation_named

        return notation_named(self.game, notation).texts(self)

    def to_json(self) -> dict[str, Any]:
        """Return the position as a document for JSON, with the script's hash."""
        return position_document(self)

    def outcome_for(self, player: str) -> str | None:
        """Return the result of OnIsGameOver for another `player`, as if it were their turn now.

        Raises ValueError for an unknown player, ScriptError if the script fails.
        """
        code = self.game.player_named(player).code
        if self.outcome is not None and self.position.verdict is not None:
            return self.position.verdict.outcomes[player]
        self._offer()
        return self._outcome_now(code)

    def _outcome_now(self, mover: int) -> str | None:
        game = self.game
        self.store_afresh()
        self.enter()
        for address in (at.A_PLAYER, at.A_FOR_PLAYER):
            game.forth.processor.set_cell(address, mover)
        try:
            return outcome_name(game.ask_result())
        finally:
            self.enter()

    def _sides_with(self, player: str) -> bool:
        game = self.game
        if not game.forth.processor.register(at.COALITIONS):
            return False
        self.enter()
        code = game.player_named(player).code
        return game.run_word("(same-side?)", self.turn_cell(1), code) != 0

    # -- results --------------------------------------------------------------------------------

    @property
    def ending(self) -> str | None:
        """Return the name of the ending that has ended the game; None without one."""
        outcome, verdict = self.outcome, self.position.verdict
        return verdict.name if outcome is not None and verdict is not None else None

    def outcomes(self) -> dict[str, str]:
        """Return "win", "loss" or "draw" for each player who can win; empty before the end."""
        outcome, seats = self.outcome, self.game.declaration.competitors
        if outcome is None:
            return {}
        position = self.position
        if position.verdict is not None:
            return {seat: position.verdict.outcomes[seat] for seat in seats}
        found = opposite_outcomes(seats, self.player, outcome) or position.outcomes
        if found is None:
            against = "loss" if outcome == "win" else "win"
            found = {
                s: outcome
                if s == self.player
                else self.outcome_for(s) or (outcome if self._sides_with(s) else against)
                for s in seats
            }
            position.outcomes = found  # stored because the script may draw it
        return dict(found)

    @property
    def winner(self) -> str | tuple[str, ...] | None:
        """Return the winner, a tuple of several joint winners, or None."""
        found = tuple(name for name, outcome in self.outcomes().items() if outcome == "win")
        return found[0] if len(found) == 1 else found or None

    @property
    def result(self) -> dict[str, float] | None:
        """Return scores, or 1, 0.5 and 0, for each player who can win; None before the end."""
        outcomes, verdict = self.outcomes(), self.position.verdict
        if verdict is not None and verdict.scores:
            return {seat: float(verdict.scores[seat]) for seat in outcomes}
        return {seat: POINTS[outcome] for seat, outcome in outcomes.items()} or None

    def ending_text(self) -> str:
        """Return the result as text, `the game is over: X wins`; empty while the game goes on.

        The name of the ending follows in parentheses, then the points if the script counts them.
        """
        outcomes = self.outcomes()
        if not outcomes and self.outcome is None:
            return ""
        name = f" ({self.ending})" if self.ending else ""
        verdict = self.position.verdict
        scores = verdict.scores if verdict is not None else {}
        points = ", ".join(f"{seat} {scores[seat]}" for seat in outcomes if seat in scores)
        scored = f": {points}" if points else ""
        return f"the game is over: {winners_text(outcomes, self.player)}{name}{scored}"

    def returns(self) -> list[float]:
        """Return the values of `result` in the order of the players; zeros before the end."""
        return list((self.result or dict.fromkeys(self.game.declaration.competitors, 0.0)).values())

    # -- playing --------------------------------------------------------------------------------

    def moves(self, player: str | None = None, *, after_end: bool = False) -> Moves:
        """Return the legal moves in the order they were generated, duplicates kept.

        The list is empty if the game is over, unless `after_end` or the state's `play_on`: then
        OnIsGameOver is not called. `player` selects another one of the `choosers`. Raises
        ValueError for any other player, and ScriptError if the script fails.
        """
        if player is not None and player != self.player:
            return with_mover(self, player).moves(after_end=after_end)
        position = self.position
        if not (after_end or self.play_on):
            if not position.asked:
                with self.game.lock:
                    position = self._judge()
            if position.outcome is not None:
                return Moves(self.game, b"", position, 0)
        found = position.moves
        if found is None:
            arena = position.arena
            if arena is not None:
                found = position.moves = Moves(self.game, arena, position, position.count)
            else:
                with self.game.lock:
                    self._offer()
                    self.position.unpack()
                    found = self._shown(self.position)
        return found

    @property
    def count(self) -> int:
        """Return the number of legal moves; 0 if the game is over, unless `play_on`."""
        if self.play_on:
            return len(self.moves())
        position = self.position
        if not position.asked:
            with self.game.lock:
                position = self._judge()
        return position.count if position.outcome is None else 0

    @property
    def outcome(self) -> str | None:
        """Return "win", "loss" or "draw" for the player to move; None while the game goes on."""
        position = self.position
        if not position.asked:
            with self.game.lock:
                position = self._judge()
        return position.outcome

    @property
    def is_over(self) -> bool:
        """Return whether the game has ended."""
        position = self.position
        if not position.asked:
            with self.game.lock:
                position = self._judge()
        return position.outcome is not None

    def find(self, text: str, exact: bool = False, *, after_end: bool = False) -> Move:
        """Return the first legal move with a `text`, long or short.

        Unless `exact`, accept a move as people type it: `a2a3`, `A2 a3`, `d3`, or a beginning that
        fits only one move. `after_end` is as in `moves`. Raises IllegalMove, AmbiguousMove (a kind
        of it) if several moves fit, and TypeError if `text` is neither a text nor a Move.
        """
        if not isinstance(text, (str, Move)):
            raise TypeError(f"a move must be a Move or a text, not {arguments.kind(text)}")
        moves = self.moves(after_end=after_end)
        wanted = text if isinstance(text, str) else text.text
        return moves[self._number(moves, wanted, exact, after_end)]

    def _number(self, moves: Moves, text: str, exact: bool, after_end: bool) -> int:
        if not moves and not after_end:
            raise self._no_move(text)
        from forthgame.position.move_reading import number_meant  # many starts play no move

        return number_meant(moves, text, self, exact)

    def legal(self, move: Move | str, *, after_end: bool = False) -> Move:
        """Return the `move` as this position lists it. Raises IllegalMove or TypeError.

        `after_end` is as in `moves`.
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
        """Play a legal `move`; the turn advances, except after a partial move.

        A number is an index into `moves()`. In a turn with `{together}`, a move is stored until the
        last one of the `choosers` has played; `{player: move, …}` plays the moves of all of them.
        Raises IllegalMove for any other move, and if the game is over unless `after_end`; TypeError
        for a value that cannot be a move; ScriptError if the script fails. The position is then
        unchanged.
        """
        with self.game.lock:
            position = self.position
            known = position.moves
            if (
                known is not None
                and type(move) is Move
                and move._moves is known
                and position.asked
                and position.outcome is None
            ):
                number = move._number
            elif type(move) is int and not after_end:
                if not position.asked:
                    position = self._judge()
                going = position.outcome is None and 0 <= move < position.count
                number = move if going else self._checked(move, False)
            elif type(move) is str:
                number = self._number(self.moves(after_end=after_end), move, False, after_end)
            elif isinstance(move, Mapping):
                play_all(self, move)
                return
            elif isinstance(move, Move | str):
                number = self.legal(move, after_end=after_end)._number
            else:
                number = self._checked(move, after_end)
            self.make(position, number)

    def _checked(self, number: SupportsIndex, after_end: bool) -> int:
        if isinstance(number, bool) or not isinstance(number, SupportsIndex):
            given = arguments.kind(number)
            raise TypeError(f"a move must be a Move, a text or a number, not {given}")
        chosen, moves = number.__index__(), self.moves(after_end=after_end)
        if not moves and not after_end:
            raise self._no_move(arguments.shown(chosen))
        if not 0 <= chosen < len(moves):
            raise illegal(moves, arguments.shown(chosen), self.player, TEXT_SHOWN)
        return chosen

    def _no_move(self, text: str) -> IllegalMove:
        return IllegalMove(text, self.player, [], self.ending_text())

    def undo(self) -> None:
        """Take the last move back, including board storage.

        Runs the script's OnRetractMove, if it defines one. Raises IndexError at the start, and
        ScriptError if the event fails; the state is then unchanged.
        """
        if self.past and self.game.forth.processor.register(at.RETRACTS):
            with self.game.lock:
                self._retract()
        self.step_back()

    def step_back(self) -> None:
        """Return to the position before the last move without running OnRetractMove."""
        if not self.past:
            raise IndexError("there is no move to take back")
        if self.game.active is self:
            self.game.forth.processor.refuse_inside()
        position = self.past[-1]
        own = position.for_copy()  # a copy of this state may share the past
        played = self.played_keys[: len(self.played_keys) - len(position.key)]
        # no calls from here on, so a signal handler cannot interrupt
        if self.past[-1] is not position:
            raise Busy
        self.position, self.played_keys = own, played
        del self.past[-1], self.move_texts[-1]

    # -- copying and searching ------------------------------------------------------------------

    def copy(self) -> Self:
        """Return an independent state with the same position and history."""
        random, entropy = self.kept_streams()
        # no calls here, so a signal handler cannot play in between
        position, past, texts, played = (
            self.position,
            [*self.past],
            [*self.move_texts],
            self.played_keys,
        )
        twin = type(self)(self.game, position.for_copy(), random, entropy)
        twin.past, twin.move_texts, twin.played_keys, twin.level = past, texts, played, self.level
        twin._limited, twin._listed, twin.play_on = self._limited, self._listed, self.play_on
        return twin

    def ahead(self) -> Self:
        """Return a copy for looking ahead: without a past, and not limited by `plies`."""
        twin = self.copy()
        twin.past, twin.move_texts, twin._limited = [], [], False
        return twin

    def use_seed(self, seed: int) -> None:
        """Start the random streams of this state from an integer `seed`. Raises TypeError."""
        arguments.whole(seed, "a seed")
        self.enter()
        start_streams(self.game.forth.processor, seed)
