"""Findings about pieces that mark something beside the board and are never taken away.

A script may put a piece on a position that no direction leads to, and test it later. If no word
takes it away, the test has one answer for the rest of the game.
"""

from __future__ import annotations

from forthgame.base.source import Token
from forthgame.check.text.definition_text import DefinitionTexts
from forthgame.check.word_kinds import AT
from forthgame.words.effect_sets import ACTING
from forthgame.words.word_sets import consuming

CHANGING = ACTING & consuming("pos")
PUTTING = frozenset(name for name in CHANGING if name.startswith("create"))
STANDING = frozenset(("here", "from"))


def check_marks_left(texts: DefinitionTexts) -> None:
    """Report a position that pieces are put on and that is tested, if nothing else is done there.

    Nothing is reported if a word may change any position.
    """
    if not any(not PUTTING.isdisjoint(body.texts) for body in texts.bodies):
        return
    put: dict[str, tuple[Token, str]] = {}
    asked: set[str] = set()
    other: set[str] = set()
    for body in texts.bodies:
        for at, text in enumerate(body.texts[1:], 1):
            name = body.texts[at - 1]
            if texts.kind(name) == "position":
                if text in PUTTING:
                    put.setdefault(name, (body.tokens[at], body.word.name))
                else:
                    (asked if text in AT else other).add(name)
            elif text in CHANGING and name not in STANDING:
                return
    reached = {to for way in texts.script.declared.directions for to in way.links.values()}
    for name, (token, word) in put.items():
        position = texts.script.declared.positions.index(name)
        if name in asked - other and position not in reached:
            texts.script.report(
                "FG563",
                f"a piece is put on {name} here, which is tested, and no word takes it away; is a "
                "`capture-at` missing?",
                token,
                word,
            )
