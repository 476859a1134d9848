"""Games for OpenSpiel: `register("breakthrough")` returns a Python game of `pyspiel`."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import numpy as np

from forthgame.api.game import Game, State
from forthgame.base.errors import ForthgameError, IllegalMove
from forthgame.bridges.prepared_game import PLIES, PreparedGame
from forthgame.position.move_texts import texts_alone

try:
    import pyspiel
    from open_spiel.python.observation import IIGObserverForPublicInfoGame
except ImportError as error:  # pragma: no cover
    raise ImportError("OpenSpiel is not installed: pip install 'forthgame[openspiel]'") from error

CHANCE = int(pyspiel.PlayerId.CHANCE)
TERMINAL = int(pyspiel.PlayerId.TERMINAL)
SIMULTANEOUS = int(pyspiel.PlayerId.SIMULTANEOUS)
_registered: dict[str, PreparedGame] = {}


def register(
    game: Game | str | Path,
    *,
    name: str | None = None,
    slots: int | None = None,
    plies: int = PLIES,
    seed: int = 1,
) -> Any:
    """Register a game with OpenSpiel and return the `pyspiel.Game`.

    Afterwards `pyspiel.load_game(name)` loads it too; `name` is `forthgame_` and the game's unless
    given. For `slots` see `Actions`. A game is a draw after `plies`. `seed` seeds the random
    numbers of scripts; dice players are chance nodes, turns with `{together}` are simultaneous
    nodes. Raises ForthgameError if the name is taken by another game.
    """
    prepared = PreparedGame(game, slots, plies)
    short = name or "forthgame_" + re.sub("[^a-z0-9]+", "_", prepared.game.name.lower())
    if short in _registered:
        known = _registered[short]
        if known.game is not prepared.game and known.game.files != prepared.game.files:
            raise ForthgameError(f"OpenSpiel has another game {short!r} already: give a name")
    _registered[short] = prepared
    kind, info = _kind(prepared, short), _info(prepared)

    class Registered(BridgedGame):
        """The registered class, which OpenSpiel constructs with parameters only."""

        def __init__(self, params: Any = None) -> None:
            super().__init__(kind, info, params or {})
            self.prepared = prepared
            self.seed = seed

    pyspiel.register_game(kind, Registered)
    return pyspiel.load_game(short)


def _kind(prepared: PreparedGame, short: str) -> Any:
    kinds = pyspiel.GameType
    two, dice = len(prepared.seats) == 2, bool(prepared.chance)
    return kinds(
        short_name=short,
        long_name=f"{prepared.game.name} (forthgame)",
        dynamics=kinds.Dynamics.SIMULTANEOUS if prepared.together else kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC
        if dice
        else kinds.ChanceMode.DETERMINISTIC,
        information=kinds.Information.PERFECT_INFORMATION,
        utility=kinds.Utility.ZERO_SUM if two else kinds.Utility.GENERAL_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=len(prepared.seats),
        min_num_players=len(prepared.seats),
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={},
    )


def _info(prepared: PreparedGame) -> Any:
    return pyspiel.GameInfo(
        num_distinct_actions=prepared.actions.size,
        max_chance_outcomes=prepared.actions.size if prepared.chance else 0,
        num_players=len(prepared.seats),
        min_utility=-1.0,
        max_utility=1.0,
        utility_sum=0.0 if len(prepared.seats) == 2 else None,
        max_game_length=prepared.plies,
    )


class BridgedGame(pyspiel.Game):
    """A forthgame game for OpenSpiel."""

    prepared: PreparedGame
    seed: int

    def new_initial_state(self, state: Any = None) -> BridgedState:
        if state is not None:
            raise ForthgameError("a position is not read from a structure: play to it")
        return BridgedState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Any:
        """Return an observer that writes positions as tensors."""
        if iig_obs_type is None or (iig_obs_type.public_info and not iig_obs_type.perfect_recall):
            return PlanesObserver(self.prepared, params)
        return IIGObserverForPublicInfoGame(iig_obs_type, params)


class BridgedState(pyspiel.State):
    """A forthgame position for OpenSpiel."""

    def __init__(self, game: BridgedGame) -> None:
        super().__init__(game)
        self.prepared = game.prepared
        self.state: State = game.prepared.game.new_game(seed=game.seed)
        self._choices: dict[str, int] = {}  # by seat, in a turn with `{together}`
        self._numbers: dict[int, list[int]] = {}  # moves of each seat that chooses now
        self._texts: dict[int, dict[int, str]] = {}  # by seat and action, of this position
        self._update_player()

    def _update_player(self) -> None:
        """Determine the player to move, which OpenSpiel reads several times a step."""
        prepared, state = self.prepared, self.state
        ended = prepared.ended(state)
        mover = TERMINAL if ended else prepared.seat_of.get(prepared.mover(state), CHANCE)
        self._numbers, self._texts = {}, {}
        if prepared.together and mover >= 0:
            seats = prepared.seat_of
            choosing = [p for p in state.choosers if p in seats and p not in self._choices]
            found = {seats[p]: prepared.actions.of(state.moves(p)) for p in choosing}
            # for a player without moves the game ends after the choices of the others
            self._numbers = {seat: numbers for seat, numbers in found.items() if numbers}
            mover = SIMULTANEOUS if len(self._numbers) > 1 else mover
        self._mover = mover

    def current_player(self) -> int:
        """Return the number of the player to move, CHANCE, TERMINAL or SIMULTANEOUS."""
        return self._mover

    def is_terminal(self) -> bool:
        return self._mover == TERMINAL

    def _legal_actions(self, player: int) -> list[int]:
        if self._mover != SIMULTANEOUS:
            return self.prepared.actions.legal(self.state)
        return sorted(set(self._numbers.get(player, ())))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return list(self.prepared.actions.weights(self.state).items())

    def _apply_action(self, action: int) -> None:
        self.state.play(self.prepared.actions.index(self.state, action))
        if self._choices:
            self._play_choices()
        self._update_player()

    def _apply_actions(self, actions: list[int]) -> None:
        """Play the choices of several players; entries of other players are ignored."""
        for player, numbers in self._numbers.items():
            name = self.prepared.seats[player]
            if actions[player] not in numbers:
                raise IllegalMove(str(actions[player]), name, [])
            self._choices[name] = numbers.index(actions[player])
        self._play_choices()
        self._update_player()

    def _play_choices(self) -> None:
        while self.state.player in self._choices:
            self.state.play(self._choices.pop(self.state.player))

    def _action_to_string(self, player: int, action: int) -> str:
        seat = player if self._mover == SIMULTANEOUS else self._mover
        texts = self._texts.get(seat)
        if texts is None:
            texts = self._texts[seat] = self._read_texts(seat)
        return texts.get(action, f"action {action}")

    def _read_texts(self, seat: int) -> dict[int, str]:
        """Return the texts of a seat's actions in this position, each of its first move."""
        several = self._mover == SIMULTANEOUS
        if several and seat not in self._numbers:
            return {}
        moves = self.state.moves(self.prepared.seats[seat] if several else None)
        found: dict[int, str] = {}
        for number, text in zip(self.prepared.actions.of(moves), texts_alone(moves), strict=True):
            found.setdefault(number, text)
        return found

    def returns(self) -> list[float]:
        """Return 1, 0 or -1 for a win, draw or loss of each player."""
        return self.prepared.rewards(self.state)

    def __str__(self) -> str:
        return str(self.state)


class PlanesObserver:
    """Writes positions as planes and as text."""

    def __init__(self, prepared: PreparedGame, params: Any) -> None:
        if params:
            raise ValueError(f"the observer takes no parameters, and was given {params}")
        self._observer = prepared.observer
        self.tensor = np.zeros(int(np.prod(self._observer.shape)), np.float32)
        self.dict = {"observation": self.tensor.reshape(self._observer.shape)}

    def set_from(self, state: BridgedState, player: int) -> None:
        """Write a position; all players have the same observation."""
        self._observer.write(state.state, self.tensor)

    def string_from(self, state: BridgedState, player: int) -> str:
        return str(state.state)
