"""Findings about move words that go somewhere and never ask what stands there.

A move onto a position takes the piece there, an own one too. Where other move words of a game test
the contents of positions, a word without any such test is doubtful, unless it reads a variable.
"""

from __future__ import annotations

from forthgame.analysis.dataflow import closure
from forthgame.check.findings import line_of
from forthgame.check.loading.checked_script import WordRoles
from forthgame.check.text.contradictions import MOVING_WORDS
from forthgame.check.text.definition_text import DefinitionText, DefinitionTexts
from forthgame.check.word_kinds import HERE, STRUCTURES, THERE

ASKING = HERE | THERE | {"board[]"}
STEPS = MOVING_WORDS - STRUCTURES - {"back", "home"}
FEWEST = 4  # pieces of a player who may meet them
SHOWN = 3  # words that a message names


def check_blind_moves(texts: DefinitionTexts, roles: WordRoles) -> None:
    """Report the `move` of words that test the contents of no position, if others do."""
    bodies = {body.word.name: body for body in texts.bodies}
    names = {word.name for word in roles.move_words.values() if word.name in bodies}
    blind: dict[str, list[str]] = {}
    asking = 0
    for name in (each for each in bodies if each in names):
        texts.deadline.look()
        ran = [bodies[each] for each in closure([name], lambda each: _named(bodies, each))]
        said = {text for body in ran for text in body.texts}
        remembers = any(texts.kind(text) == "variable" for text in said)
        if not ASKING.isdisjoint(said):
            asking += 1
        elif not remembers and _goes(texts, said) and (mover := _mover(ran)) is not None:
            blind.setdefault(mover.word.name, []).append(name)
    if asking and len(blind) == 1 and _may_meet(texts):
        ((mover_name, callers),) = blind.items()
        _report(texts, bodies[mover_name], [bodies[name] for name in callers])


def _named(bodies: dict[str, DefinitionText], name: str) -> list[str]:
    return [text for text in dict.fromkeys(bodies[name].texts) if text in bodies]


def _goes(texts: DefinitionTexts, said: set[str]) -> bool:
    """Return whether words take a step."""
    return not STEPS.isdisjoint(said) or any(texts.kind(text) == "direction" for text in said)


def _mover(ran: list[DefinitionText]) -> DefinitionText | None:
    """Return the definition that records a plain move to `here`."""
    return next((b for b in ran if "from here move" in " ".join(b.texts)), None)


def _may_meet(texts: DefinitionTexts) -> bool:
    """Return whether a player has several pieces that could meet."""
    owners = [item.player.text for item in texts.script.declared.setups]
    return any(owners.count(owner) >= FEWEST for owner in owners)


def _report(texts: DefinitionTexts, mover: DefinitionText, callers: list[DefinitionText]) -> None:
    at = mover.texts.index("move")
    token = mover.tokens[at]
    said = [
        f"`{body.word.name}` ({line_of(body.tokens[0].place, token.place)})"
        for body in callers[:SHOWN]
    ]
    more = f" and {len(callers) - SHOWN} more" if len(callers) > SHOWN else ""
    ask = "asks" if len(callers) == 1 else "ask"
    texts.script.report(
        "FG569",
        f"{', '.join(said)}{more} never {ask} what stands where this `move` goes, so an own piece "
        "may be taken; is a test such as `friend? NOT verify` missing?",
        token,
        mover.word.name,
    )
