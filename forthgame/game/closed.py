"""What a game that has been closed has in place of a lock."""

from __future__ import annotations

from types import TracebackType

from forthgame.errors import ForthgameError


def closed_text(name: str) -> str:
    """What the error says where a game is used that has been closed."""
    return f"the game {name} is closed: load it again to use it"


class ClosedLock:
    """Every operation takes the lock of its game: here it ends with a readable error."""

    def __init__(self, name: str) -> None:
        self._name = name

    def acquire(self, blocking: bool = True, timeout: float = -1) -> bool:
        """Give it to who only puts the machine in order, as after a fork."""
        return True

    def release(self) -> None:
        """Nothing is held."""

    def __enter__(self) -> None:
        raise ForthgameError(closed_text(self._name))

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Not reached."""
