"""How often machine code has words interpreted, which it finds by their tokens in memory."""

from __future__ import annotations

OFTEN = 1000  # times after which a word is compiled


class Runs:
    """Counts for each token. Through the host a short word takes hundreds of times as long."""

    def __init__(self) -> None:
        self._counts: dict[int, int] = {}

    def are_many(self, token: int) -> bool:
        """Count another run; whether it was time to compile the word."""
        count = self._counts.pop(token, 0) + 1
        if count < OFTEN:  # else forgotten: the token may become another word's
            self._counts[token] = count
        return count >= OFTEN
