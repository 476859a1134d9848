"""Findings about turns in which several players choose."""

from __future__ import annotations

from forthgame.check.effects import Effects
from forthgame.check.script import Script
from forthgame.code.function import Function
from forthgame.lang.dictionary import Word
from forthgame.lang.facts import GOING_ON

EVENT = "OnTogether"


def check_together(script: Script, effects: Effects) -> None:
    """Report an event that is never asked, and words that have no meaning where they stand."""
    some = any(turn.together for turn in script.declared.turns)
    found = script.reader.dictionary.find(EVENT)
    event = found if found is not None and found.place is not None else None
    if event is not None and not some:
        script.report(
            "FG521",
            f"{EVENT} is never asked: no turn has {{together}}; add it to a {{turn}}, or remove "
            "this",
            event.place,
            EVENT,
        )
    asked = _names(effects, event) if event is not None else set()
    groups = [script.declared.choosers(k) for k in range(len(script.declared.turns))]
    for use in script.uses:
        name = use.word.name
        if use.word.index >= script.reader.fence:  # a word of the script's own
            continue
        if name == "chosen" and use.inside not in asked:
            script.report(
                "FG522",
                f"{EVENT} does not run this, and nothing else can ask what was chosen; move it "
                "there",
                use.token,
                name,
            )
        elif name in GOING_ON and some and all(len(group) > 1 for group in groups):
            script.report(
                "FG523",
                f"players choose together in every turn, where a move cannot be `{name}`; make it "
                "a whole move, or give it a turn of its own",
                use.token,
                name,
            )


def _names(effects: Effects, event: Word) -> set[str | None]:
    """Names of the definitions that the event can run, also by their tokens."""

    def handed(function: Function) -> list[int]:
        words = map(effects.dictionary.by_token, function.literals())
        return [word.entry for word in words if word is not None]

    run = effects.program.called({event.entry}, handed)
    return {effects.code.owner(function.entry) for function in run}
