"""Which seeds a run of the tests tries: other ones each day, the same all day."""

from __future__ import annotations

import os
from datetime import UTC, datetime

SPACE = 1_000_000  # seeds of a day


def first_seed() -> int:
    """`FORTHGAME_FUZZ_SEED`, or a number that belongs to the date."""
    given = os.environ.get("FORTHGAME_FUZZ_SEED")
    return int(given) if given else datetime.now(UTC).toordinal() * SPACE
