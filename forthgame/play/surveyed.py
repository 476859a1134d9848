"""What is asked about scripts for a plan, and what is known of them then."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from forthgame.play import messages
from forthgame.play.limits import Limits


@dataclass(frozen=True)
class Facts:
    """What is known of a script that has been loaded; `loaded` are the files it has loaded."""

    name: str
    seats: tuple[str, ...]
    digest: str
    set_up: tuple[str, ...]
    loaded: tuple[str, ...] = ()


@dataclass(frozen=True)
class Survey:
    """What is known of scripts, by their paths; the first opening that is wrong, and why; where
    rules are not those of the first script."""

    facts: dict[str, Facts]
    wrong_opening: tuple[int, str] | None = None
    differences: tuple[str, ...] = ()


@dataclass(frozen=True)
class Request:
    """What is asked: about which scripts, whether they run as machine code, openings that are tried
    with the first of them, the limits of that, whether rules are compared."""

    scripts: tuple[str, ...]
    native: bool
    openings: tuple[tuple[str, ...], ...] = ()
    limits: Limits | None = None
    compare: bool = False


def survey_of(message: dict[str, Any], request: Request) -> Survey:
    """The survey in a message. Raises what it says has failed, or BadMessage."""
    if message.get("kind") == "error":
        raise messages.error_of(message)
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
