"""The process that surveys scripts.

`python -m forthgame.play.surveying` reads a pickled `Request` from its input and writes a message.
"""

from __future__ import annotations

from dataclasses import asdict, replace
from typing import Any

from forthgame.errors import ForthgameError
from forthgame.play import messages
from forthgame.play.contestant import Contestant
from forthgame.play.entrant import Entrant
from forthgame.play.limits import Limits
from forthgame.play.match import check_opening
from forthgame.play.rules import difference
from forthgame.play.schedule import seats_of
from forthgame.play.surveyed import Facts, Request, Survey

COMPARING = 5.0  # seconds of processor time for a step when rules are compared,
PATIENCE = 5  # or this multiple of an answer's timeout, if that is less


def look_here(request: Request) -> Survey:
    """Load and survey the scripts in this process. Raises ForthgameError."""
    limits = request.limits or Limits()
    entrants = [Entrant("referee", path) for path in request.scripts]
    contestants = [Contestant(entrant, native=request.native) for entrant in entrants]
    facts = {
        path: Facts(
            c.game.name,
            tuple(seats_of(c.game)),
            c.game.digest,
            tuple(c.game.set_up),
            tuple(str(file) for file in c.game.forth.loaded),
        )
        for path, c in zip(request.scripts, contestants, strict=True)
    }
    for number, line in enumerate(request.openings, 1):
        try:
            check_opening(contestants[0], line, limits)
        except ForthgameError as error:
            return Survey(facts, (number, str(error)))
    patience = COMPARING if limits.timeout is None else PATIENCE * limits.timeout
    bounds = replace(limits, timeout=min(COMPARING, patience))
    first, *rest = contestants
    others = [c for c in rest if request.compare and c.game.digest != first.game.digest]
    differences = (difference(first, other, bounds) for other in others)
    return Survey(facts, None, tuple(said for said in differences if said))


def surveyed(request: Request) -> dict[str, Any]:
    """Return the survey as a message. Raises ForthgameError."""
    found = look_here(request)
    facts = [asdict(known) for known in found.facts.values()]
    return {"kind": "survey", "facts": facts, "opening": found.wrong_opening,
            "differences": found.differences}  # fmt: skip


if __name__ == "__main__":
    messages.answer_once(surveyed)
