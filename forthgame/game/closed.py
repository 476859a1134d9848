"""Lock of a closed game, which raises an error."""

from __future__ import annotations

from forthgame.errors import ForthgameError


def closed_text(name: str) -> str:
    return f"the game {name} is closed: load it again to use it"


class ClosedLock:
    """Replaces the lock of a closed game, so that every operation raises a readable error."""

    def __init__(self, name: str) -> None:
        self._name = name

    def acquire(self, blocking: bool = True, timeout: float = -1) -> bool:
        """Return True, for callers that only put the machine in order, as after a fork."""
        return True

    def release(self) -> None:
        pass

    def __enter__(self) -> None:
        raise ForthgameError(closed_text(self._name))

    def __exit__(self, *error: object) -> None:
        pass
