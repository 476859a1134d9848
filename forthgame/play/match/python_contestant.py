"""An entrant whose moves a Python function chooses."""

from __future__ import annotations

import random
from time import perf_counter

from forthgame.api.game import Game
from forthgame.base.errors import ForthgameError
from forthgame.play.match.answer_timeout import NoAnswer, Patience
from forthgame.play.match.contestant import Contestant, OutOfTime
from forthgame.play.model.game_record import Usage, derive_seed
from forthgame.play.model.limits import Bank, Limits
from forthgame.play.model.python_functions import chosen_move, function_of
from forthgame.play.model.schedule import Entrant
from forthgame.position.move_texts import own_text


class PythonContestant(Contestant):
    """An entrant that plays the referee's game; its function gets a copy of each position.

    The module `random` starts from the seed of the game at each move, so that functions that draw
    from it play the same games again; its state is restored afterwards.
    """

    def __init__(self, entrant: Entrant, *, native: bool = True, game: Game | None = None) -> None:
        super().__init__(entrant, native=native, game=game)
        self._function = function_of(entrant.engine)

    def prepare(self, limits: Limits) -> None:
        """Do nothing: the function may never search."""

    def choose(self, limits: Limits, usage: Usage, bank: Bank | None = None) -> str:
        """Return the function's move; its time is wall-clock time. Raises ForthgameError.

        A function that never returns is not interrupted here: the process ends with it.
        """
        state, waited = self.state, limits.patience(self.entrant)
        lost = bank is not None and bank.bound < waited
        seconds = bank.bound if bank is not None and lost else waited
        patience = Patience(self.game.forth.processor, seconds)
        before, started = random.getstate(), perf_counter()
        random.seed(derive_seed(self._seed, len(state.move_texts)))
        failure: ForthgameError | None = None
        try:
            with patience:
                count = len(self._required_moves())
                text = own_text(chosen_move(self.entrant.engine, self._function, state))
        except ForthgameError as error:
            failure = error
        finally:
            random.setstate(before)
        used = perf_counter() - started
        if patience.late or used > seconds:  # whatever it has answered or raised
            if lost:
                raise OutOfTime(f"its clock had {seconds:.3g} s left") from None
            raise NoAnswer(f"no answer in {seconds:g} s") from None
        if failure is not None:
            raise failure
        if bank is not None:
            bank.spend(used)
        usage.add(count, 0, used)
        self.thought = None
        return text
