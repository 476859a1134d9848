"""The process that surveys scripts.

`python -m forthgame.play.plan.survey_process` reads a pickled `SurveyRequest` from its input and
writes a message.
"""

from __future__ import annotations

from dataclasses import asdict, replace
from typing import Any

from forthgame.base.errors import ForthgameError
from forthgame.play.match.contestant import Contestant
from forthgame.play.match.match import check_opening
from forthgame.play.match.rule_comparison import rule_difference
from forthgame.play.model.limits import Limits
from forthgame.play.model.schedule import Entrant, seats_of
from forthgame.play.plan.survey import ScriptFacts, Survey, SurveyRequest
from forthgame.play.processes import messages

COMPARING = 5.0  # seconds of processor time for a step when rules are compared,
PATIENCE = 5  # or this multiple of an answer's timeout, if that is less


def survey_here(request: SurveyRequest) -> Survey:
    """Load and survey the scripts in this process. Raises ForthgameError."""
    limits = request.limits or Limits()
    entrants = [Entrant("referee", path) for path in request.scripts]
    contestants = [Contestant(entrant, native=request.native) for entrant in entrants]
    facts = {
        path: ScriptFacts(
            c.game.name,
            tuple(seats_of(c.game)),
            c.game.digest,
            tuple(c.game.set_up),
            tuple(str(file) for file in c.game.forth.loaded),
        )
        for path, c in zip(request.scripts, contestants, strict=True)
    }
    openings: list[tuple[str, ...]] = []
    for number, line in enumerate(request.openings, 1):
        try:
            openings.append(check_opening(contestants[0], line, limits))
        except ForthgameError as error:
            return Survey(facts, (number, str(error)))
    patience = COMPARING if limits.timeout is None else PATIENCE * limits.timeout
    bounds = replace(limits, timeout=min(COMPARING, patience))
    first, *rest = contestants
    others = [c for c in rest if request.compare and c.game.digest != first.game.digest]
    differences = (rule_difference(first, other, bounds) for other in others)
    said = tuple(difference for difference in differences if difference)
    return Survey(facts, None, said, tuple(dict.fromkeys(openings)))


def survey_message(request: SurveyRequest) -> dict[str, Any]:
    """Return the survey as a message. Raises ForthgameError."""
    found = survey_here(request)
    facts = [asdict(known) for known in found.facts.values()]
    return {"kind": "survey", "facts": facts, "opening": found.wrong_opening,
            "differences": found.differences, "openings": found.openings}  # fmt: skip


if __name__ == "__main__":
    messages.answer_once(survey_message)
