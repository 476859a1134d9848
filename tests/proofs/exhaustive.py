"""Values of all positions that can be reached, by going back from the ends of the game."""

from __future__ import annotations

from dataclasses import dataclass, field

from forthgame.api.game import State

Key = tuple[bytes, bytes]
TURN_NUMBER = slice(16, 20)


class TooMany(Exception):
    """More positions than are worth the time of a test."""


def key_of(state: State) -> Key:
    """Return the pieces on the board, whichever turn it is."""
    turn = bytearray(state.position.turn)
    turn[TURN_NUMBER] = bytes(4)
    return bytes(turn), state.position.board


def competitors(state: State) -> list[str]:
    """Return the players that have an interest in the result."""
    return [p.name for p in state.game.declaration.players if not (p.chance or p.neutral)]


def ended(state: State, searcher: str) -> str | None:
    """Return the result for a player: by OnIsGameOver, or as the opposite of a winner's."""
    outcome = state.outcome
    if outcome is None:
        return None if state.moves() else "draw"
    if outcome == "draw" or state.player == searcher:
        return outcome
    if state.ending is not None:
        return state.outcomes()[searcher]
    if len(competitors(state)) == 2:
        return "loss" if outcome == "win" else "win"
    return state.outcome_for(searcher) or ("loss" if outcome == "win" else "draw")


@dataclass
class Reached:
    """All positions reachable from one, for a player against all others."""

    searcher: str
    own: dict[Key, bool] = field(default_factory=dict)
    behind: dict[Key, list[Key]] = field(default_factory=dict)
    ends: dict[Key, str] = field(default_factory=dict)
    states: dict[Key, State] = field(default_factory=dict)

    def explore(self, state: State, most: int) -> None:
        """Find them. Raises TooMany."""
        todo = [state]
        while todo:
            here = todo.pop()
            key = key_of(here)
            if key in self.states:
                continue
            if len(self.states) >= most:
                raise TooMany
            self.states[key] = here
            self.own[key] = here.player == self.searcher
            end = ended(here, self.searcher)
            if end is not None:
                self.ends[key] = end
                continue
            self.behind[key] = []
            for move in here.moves():
                after = here.copy()
                after.play(move)
                self.behind[key].append(key_of(after))
                todo.append(after)

    def forced(self, result: str, mine: bool) -> set[Key]:
        """Return positions from which the player, or all others, can force a result."""
        found = {key for key, end in self.ends.items() if end == result}
        grown = True
        while grown:
            grown = False
            for key, after in self.behind.items():
                if key not in found:
                    reached = [k in found for k in after]
                    if any(reached) if self.own[key] == mine else all(reached):
                        found.add(key)
                        grown = True
        return found


def value(state: State, most: int = 4000) -> str:
    """Return `win`, `loss` or `draw` for the player to move; endless play is a draw."""
    reached = Reached(state.player)
    reached.explore(state, most)
    key = key_of(state)
    if key in reached.forced("win", mine=True):
        return "win"
    return "loss" if key in reached.forced("loss", mine=False) else "draw"
