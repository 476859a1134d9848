"""Requests and results of a survey of scripts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from forthgame.play import messages
from forthgame.play.limits import Limits


@dataclass(frozen=True)
class Facts:
    """Facts about a loaded script; `loaded` are the files it has loaded."""

    name: str
    seats: tuple[str, ...]
    digest: str
    set_up: tuple[str, ...]
    loaded: tuple[str, ...] = ()


@dataclass(frozen=True)
class Survey:
    """Facts by path of script, the first wrong opening (number, error), and differences of rules.

    Differences are those from the first script.
    """

    facts: dict[str, Facts]
    wrong_opening: tuple[int, str] | None = None
    differences: tuple[str, ...] = ()


@dataclass(frozen=True)
class Request:
    """The scripts to survey, and how.

    `openings` are tried with the first script within `limits`; `compare` requests a comparison of
    rules.
    """

    scripts: tuple[str, ...]
    native: bool
    openings: tuple[tuple[str, ...], ...] = ()
    limits: Limits | None = None
    compare: bool = False


def survey_of(message: dict[str, Any], request: Request) -> Survey:
    """Read the survey from a message. Raises the error in it, or BadMessage."""
    messages.raise_error_in(message)
    found = {}
    for path, said in zip(request.scripts, messages.as_list(message.get("facts")), strict=False):
        known = messages.as_object(said)
        found[path] = Facts(
            messages.as_text(known.get("name")),
            _texts(known.get("seats")),
            messages.as_text(known.get("digest")),
            _texts(known.get("set_up")),
            _texts(known.get("loaded")),
        )
        if len(set(found[path].seats)) < len(found[path].seats):
            raise messages.BadMessage("two seats of one name")
    if len(found) < len(request.scripts):
        raise messages.BadMessage("a survey that leaves out scripts")
    wrong = message.get("opening")
    if wrong is None:
        return Survey(found, None, _texts(message.get("differences")))
    number, why = (*messages.as_list(wrong), None, None)[:2]
    return Survey(found, (messages.as_whole(number), messages.as_text(why)))


def _texts(value: Any) -> tuple[str, ...]:
    return tuple(messages.as_text(item) for item in messages.as_list(value))
