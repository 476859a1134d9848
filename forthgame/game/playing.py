"""Play a position: its legal moves, its outcome, playing and taking back moves."""

from __future__ import annotations

from collections.abc import Mapping
from typing import SupportsIndex

from forthgame import arguments
from forthgame.errors import TEXT_SHOWN, IllegalMove
from forthgame.game.choosing import aimed, play_all
from forthgame.game.matching import match_move
from forthgame.game.moves import Move, Moves
from forthgame.game.naming import find_move, illegal
from forthgame.game.plies import Plies
from forthgame.game.result import Results
from forthgame.game.same import Comparable
from forthgame.lang import layout as at
from forthgame.vm.heeding import Busy
from forthgame.vm.sharing import one_at_a_time


@one_at_a_time("undo", "game.lock")
class Playing(Comparable, Plies, Results):
    """The part of a State for playing moves."""

    def moves(self, player: str | None = None, *, after_end: bool = False) -> Moves:
        """Return the legal moves in the order they were generated, duplicates kept.

        The list is empty if the game is over, unless `after_end`: then OnIsGameOver is not called.
        `player` selects another one of the `choosers`. Raises ValueError for any other player, and
        ScriptError if the script fails.
        """
        if player is not None and player != self.player:
            return aimed(self._own, player).moves(after_end=after_end)
        position = self.position
        if not after_end:
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
        """Return the number of legal moves; 0 if the game is over."""
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

    # -- playing --------------------------------------------------------------------------------

    def find(self, text: str, exact: bool = False, *, after_end: bool = False) -> Move:
        """Return the first legal move with a `text`, long or short.

        Unless `exact`, accept a move as people type it: `a2a3`, `A2 a3`, `d3`, or a beginning that
        fits only one move. `after_end` is as in `moves`. Raises IllegalMove, AmbiguousMove (a kind
        of it) if several moves fit, and TypeError if `text` is neither a text nor a Move.
        """
        if not isinstance(text, (str, Move)):
            raise TypeError(f"a move must be a Move or a text, not {arguments.kind(text)}")
        moves = self.moves(after_end=after_end)
        if not moves and not after_end:
            raise self._no_move(str(text))
        found = find_move(moves, str(text))
        if found is None:
            from forthgame.game.texts.notation import find_in_notations, written_in_notations

            found = find_in_notations(self._own, moves, str(text).strip())
            if found is None and not exact:
                known = written_in_notations(self._own, moves)
                found = match_move(moves, str(text), self.player, known)
        if found is None:
            raise illegal(moves, str(text), self.player, TEXT_SHOWN)
        return found

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
            elif isinstance(move, Mapping):
                play_all(self._own, move)
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
