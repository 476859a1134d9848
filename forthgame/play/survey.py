"""What a plan has to know of scripts: read by a confined process, as strangers wrote them.

`python -m forthgame.play.survey` reads a pickled request from its input and writes one message.
"""

from __future__ import annotations

import pickle
import tempfile
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any, BinaryIO

from forthgame.errors import ForthgameError
from forthgame.play import messages
from forthgame.play.contestant import Contestant, seats
from forthgame.play.entrant import Entrant
from forthgame.play.limits import Limits
from forthgame.play.match import check_opening
from forthgame.play.once import ask_once
from forthgame.play.process import bundled, death, last_words, launch
from forthgame.play.rules import difference
from forthgame.play.streams import answering

COMPARING = 5.0  # seconds of processor time for a step of a game in which rules are compared,
PATIENCE = 5  # or so often what an answer may take, where that is less
STARTING = 180.0  # seconds to start and to load scripts, which may have to be compiled


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


def look(
    scripts: Sequence[str],
    *,
    native: bool,
    openings: Sequence[Sequence[str]] = (),
    limits: Limits | None = None,
    confined: bool = True,
    compare: bool = False,
) -> Survey:
    """Load scripts and try openings with the first of them. Raises ForthgameError.

    With `compare` the rules of the first are compared with those of the others.

    Strangers' scripts are loaded by a process that is confined, unless `confined` is False.
    """
    lines = [list(opening) for opening in openings]
    request = (list(dict.fromkeys(scripts)), native, lines, limits, compare)
    if not confined or bundled(scripts):
        return _look_here(*request)
    with tempfile.TemporaryDirectory(prefix="forthgame-") as folder:
        scratch = Path(folder, "scratch")
        scratch.mkdir()
        errors = Path(folder, "errors")
        with errors.open("wb") as file:
            process = launch(
                __name__, [], request[0], len(request[0]), scratch, confined=True, errors=file
            )
        message = ask_once(process, request, STARTING)
        if message is None:
            how = f"{death(process.returncode)}\n{last_words(errors)}"
            raise ForthgameError(f"the process that loads the scripts failed: {how}")
        return _survey_of(message, request[0])


def _look_here(
    scripts: list[str],
    native: bool,
    openings: list[list[str]],
    limits: Limits | None,
    compare: bool,
) -> Survey:
    contestants = [Contestant(Entrant("referee", path), native=native) for path in scripts]
    facts = {
        path: Facts(
            c.game.name,
            tuple(seats(c.game)),
            c.game.digest,
            tuple(c.game.set_up),
            tuple(str(file) for file in c.game._forth.loaded),
        )
        for path, c in zip(scripts, contestants, strict=True)
    }
    for number, line in enumerate(openings, 1):
        try:
            check_opening(contestants[0], line, limits or Limits())
        except ForthgameError as error:
            return Survey(facts, (number, str(error)))
    limits = limits or Limits()
    patience = COMPARING if limits.timeout is None else PATIENCE * limits.timeout
    bounds = replace(limits, timeout=min(COMPARING, patience))
    others = [c for c in contestants[1:] if compare and c.game.digest != contestants[0].game.digest]
    differences = (difference(contestants[0], other, bounds) for other in others)
    return Survey(facts, None, tuple(said for said in differences if said))


def _survey_of(message: dict[str, Any], scripts: list[str]) -> Survey:
    """The survey in a message. Raises what it says has failed, or BadMessage."""
    if message.get("kind") == "error":
        raise messages.error_of(message)
    found = {}
    for path, said in zip(scripts, messages.as_list(message.get("facts")), strict=False):
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
    if len(found) < len(scripts):
        raise messages.BadMessage("a survey that leaves out scripts")
    wrong = message.get("opening")
    if wrong is None:
        return Survey(found, None, _texts(message.get("differences")))
    number, why = (*messages.as_list(wrong), None, None)[:2]
    return Survey(found, (messages.as_whole(number), messages.as_text(why)))


def _texts(value: Any) -> tuple[str, ...]:
    return tuple(messages.as_text(item) for item in messages.as_list(value))


def serve(requests: BinaryIO, answers: BinaryIO) -> None:
    """Answer one request."""
    request = pickle.load(requests)
    try:
        found = _look_here(*request)
    except ForthgameError as error:
        messages.write(answers, messages.error_message(error))
        return
    facts = [asdict(known) for known in found.facts.values()]
    messages.write(
        answers,
        {"kind": "survey", "facts": facts, "opening": found.wrong_opening,
         "differences": found.differences},
    )  # fmt: skip


def main() -> None:
    """Answer on the standard streams; whatever else is printed goes to the error stream."""
    serve(*answering())


if __name__ == "__main__":
    main()
