"""Find storage that is filled when a game is set up, in scripts that do not define OnPosition."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping

from forthgame.check.reader import Use
from forthgame.check.script import Script
from forthgame.lang.facts import STORING

SETTING_UP = ("OnEditAdd", "OnNewGame")
CLEARING = "OFF"  # text and JSON leave zeros out: nothing is filled


def check_derived(script: Script) -> None:
    """Report the first word that fills storage of the board where a position may lack it.

    OnNewGame and OnEditAdd are not run for a position that is read, and OnNewGame is not run for
    one that is edited.
    """
    defined = {word.name for word in script.definitions}
    if "OnPosition" in defined or defined.isdisjoint(SETTING_UP):
        return
    stored = {word.index for word in script.words if word.role == "board storage"}
    inside: dict[str | None, list[Use]] = defaultdict(list)
    for use in script.uses:
        inside[use.inside].append(use)
    for event in SETTING_UP:
        found = _first_store(inside, event, stored)
        if found is not None:
            script.report(
                "FG406",
                f"{event} fills `{found.word.name}`, and is not called for a position that is read "
                "from a text; if this follows from the pieces, compute it again in OnPosition",
                found.token.place,
                found.word.name,
            )
            return


def _first_store(
    inside: Mapping[str | None, list[Use]], event: str, stored: set[int]
) -> Use | None:
    """Return where an event, or a word that it calls, stores into the board first."""
    seen, waiting = set[str](), [event]
    while waiting:
        name = waiting.pop()
        if name in seen:
            continue
        seen.add(name)
        for use in inside.get(name, ()):
            if use.word.index in stored and use.follower in STORING - {CLEARING}:
                return use
        waiting += [use.word.name for use in inside.get(name, ()) if use.word.kind == "colon"]
    return None
