"""Requests and results of a survey of scripts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from forthgame.play.model.limits import Limits
from forthgame.play.processes import messages


@dataclass(frozen=True)
class ScriptFacts:
    """Facts about a loaded script; `loaded` are the files it has loaded."""

    name: str
    seats: tuple[str, ...]
    digest: str
    set_up: tuple[str, ...]
    loaded: tuple[str, ...] = ()


@dataclass(frozen=True)
class Survey:
    """Facts by path of script, the first wrong opening (number, error), and differences of rules.

    Differences are those from the first script. `openings` have the texts of moves by which the
    first script finds them.
    """

    facts: dict[str, ScriptFacts]
    wrong_opening: tuple[int, str] | None = None
    differences: tuple[str, ...] = ()
    openings: tuple[tuple[str, ...], ...] = ()


@dataclass(frozen=True)
class SurveyRequest:
    """The scripts to survey, and how.

    `openings` are tried with the first script within `limits`; `compare` requests a comparison of
    rules.
    """

    scripts: tuple[str, ...]
    native: bool
    openings: tuple[tuple[str, ...], ...] = ()
    limits: Limits | None = None
    compare: bool = False


def survey_of(message: dict[str, Any], request: SurveyRequest) -> Survey:
    """Read the survey from a message. Raises the error in it, or BadMessage."""
    messages.raise_error_in(message)
    found = {}
    for path, said in zip(request.scripts, messages.as_list(message.get("facts")), strict=False):
        found[path] = messages.as_type(ScriptFacts, said)
        if len(set(found[path].seats)) < len(found[path].seats):
            raise messages.BadMessage("two seats with the same name")
    if len(found) < len(request.scripts):
        raise messages.BadMessage("a survey in which scripts are missing")
    wrong = message.get("opening")
    if wrong is None:
        differences = messages.as_type(tuple[str, ...], message.get("differences"))
        openings = messages.as_type(tuple[tuple[str, ...], ...], message.get("openings"))
        return Survey(found, None, differences, openings)
    return Survey(found, messages.as_type(tuple[int, str], wrong))
