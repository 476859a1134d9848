"""PettingZoo environments: `env("breakthrough")` returns an AEC environment of the game."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from forthgame.api.game import Game, State
from forthgame.base import arguments
from forthgame.bridges.planes import HIGHEST
from forthgame.bridges.prepared_game import PLIES, PreparedGame, StateGuard, render_board

try:
    from gymnasium import spaces
    from gymnasium.utils import seeding
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers
except ImportError as error:  # pragma: no cover
    raise ImportError("PettingZoo is not installed: pip install 'forthgame[pettingzoo]'") from error

Observation = dict[str, NDArray[Any]]


def env(
    game: Game | str | Path,
    *,
    slots: int | None = None,
    plies: int = PLIES,
    render_mode: str | None = None,
) -> Any:
    """Return a `RawEnv`, wrapped by PettingZoo's check of the order of calls.

    Raises ForthgameError if the game cannot be prepared, for example because no player can win.
    """
    raw = RawEnv(game, slots=slots, plies=plies, render_mode=render_mode)
    return wrappers.OrderEnforcingWrapper(raw)


class RawEnv(AECEnv):
    """A game as an environment, with one agent for each player who can win, named after the player.

    An observation is a dict of `observation` (planes: see `Observer`) and `action_mask`; action
    numbers are those of `Actions`. Dice use the seed of `reset`. Rewards (1, 0 or -1) are given at
    the end. An illegal action ends the game: the agent gets -1 and the others 0. A game is
    truncated after `plies`. In simultaneous turns (`{together}`) agents choose one after the other,
    and see the other choices after all have chosen.
    """

    def __init__(
        self,
        game: Game | str | Path,
        *,
        slots: int | None = None,
        plies: int = PLIES,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        if render_mode not in (None, "ansi", "human"):
            raise ValueError(f"render_mode must be None, 'ansi' or 'human', not {render_mode!r}")
        self.prepared = PreparedGame(game, slots, plies)
        self.metadata = {
            "name": f"forthgame_{self.prepared.game.name}",
            "render_modes": ["ansi", "human"],
            "is_parallelizable": False,
            "render_fps": 1,
        }
        self.render_mode = render_mode
        self.possible_agents = list(self.prepared.seats)
        self.agents = list(self.possible_agents)
        shape, size = self.prepared.observer.shape, self.prepared.actions.size
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(0.0, HIGHEST, shape, np.float32),
                    "action_mask": spaces.Box(0, 1, (size,), np.int8),
                }
            )
            for agent in self.agents
        }
        self.action_spaces = {agent: spaces.Discrete(size) for agent in self.agents}
        self._chance = np.random.default_rng()
        self.state_of_game: State = self.prepared.game.new_game(seed=1)
        self._guard = StateGuard()

    def observation_space(self, agent: str) -> Any:
        """Return the space of an agent's observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """Return the space of an agent's actions."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a new game; `seed` determines the dice."""
        if seed is not None:
            self._chance, _ = seeding.np_random(seed)
        self.state_of_game = self.prepared.game.new_game(seed=int(self._chance.integers(1 << 31)))
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[0]
        with self._guard:
            self._advance()
        self._accumulate_rewards()  # dice may have ended the game

    def _advance(self) -> None:
        state, prepared = self.state_of_game, self.prepared
        while not prepared.ended(state):
            player = prepared.mover(state)
            if player not in prepared.chance:
                self.agent_selection = player
                return
            prepared.play_chance(state, self._chance)
        cut = prepared.reached_ply_limit(state) and not state.is_over
        ended = self.truncations if cut else self.terminations
        ended.update(dict.fromkeys(self.agents, True))
        self.rewards = dict(zip(prepared.seats, prepared.rewards(state), strict=True))

    def observe(self, agent: str) -> Observation:
        """Return an agent's observation; only the mask of legal moves depends on the agent."""
        state = self.state_of_game
        mask = np.zeros(self.prepared.actions.size, np.int8)
        if agent == self.agent_selection and not self.prepared.ended(state):
            mask[self.prepared.actions.numbers(state)] = 1
        return {"observation": self.prepared.observer.read(state), "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Play a move of the selected agent; pass None for an agent whose game has ended.

        Raises TypeError if `action` is not an integer, ForthgameError before `reset` and after an
        interrupted call.
        """
        self._guard.check()
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        state = self.state_of_game
        numbers = self.prepared.actions.numbers(state)
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        number = None if action is None else arguments.whole(action, "an action")
        if number in numbers:
            with self._guard:
                state.play(numbers.index(number))
                self._advance()
        else:
            self.infos[agent]["illegal"] = True
            self.rewards[agent] = -1.0
            self.terminations = dict.fromkeys(self.agents, True)
        if self.terminations[agent] or self.truncations[agent]:
            self.agent_selection = self.agents[(self.agents.index(agent) + 1) % len(self.agents)]
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def render(self) -> str | None:
        """Print the board in the mode `human`; otherwise return it as text."""
        return render_board(self.state_of_game, self.render_mode)

    def close(self) -> None:
        """Do nothing; the environment holds no resources."""
