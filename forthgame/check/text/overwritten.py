"""Findings about actions that undo an earlier one of the same move, or slip into the next move.

A position holds one piece: of two pieces that a move puts there, the first is lost. What is
recorded behind add-move belongs to the next move, in a loop to that of the next round.
"""

from __future__ import annotations

from forthgame.check.findings import line_of
from forthgame.check.text.contradictions import may_move
from forthgame.check.text.definition_text import DefinitionText, DefinitionTexts
from forthgame.check.word_kinds import STRUCTURES
from forthgame.words.effect_sets import ACTING, COMMITTING

PUTTING = frozenset(("drop", "create"))  # at `here`
HERE = "here"
LATER = ACTING | {"COMPILE", "COMPILE-LITERAL"}


def check_overwritten(texts: DefinitionTexts) -> None:
    """Report a piece that is put where an earlier action of the same move has put one."""
    reported = {f.word for f in texts.script.findings if f.code in ("FG559", "FG560")}
    for body in texts.bodies:
        if PUTTING.isdisjoint(body.texts) and "move" not in body.texts:
            continue
        texts.deadline.look()
        _check_puts(texts, body)
        if body.word.name not in reported:
            _check_rounds(texts, body)


def _check_puts(texts: DefinitionTexts, body: DefinitionText) -> None:
    """Report two pieces that a straight piece of text puts on `here`."""
    before = -1
    for at, text in enumerate(body.texts):
        moves = text == "move" and body.texts[at - 1 : at] == [HERE]
        if text in STRUCTURES or text in COMMITTING or may_move(texts, text):
            before = -1
        elif moves or text in PUTTING:
            if before >= 0 and (moves or body.texts[before] != "move"):
                _report_put(texts, body, before, at)
            before = at


def _report_put(texts: DefinitionTexts, body: DefinitionText, before: int, at: int) -> None:
    line = line_of(body.tokens[before].place, body.tokens[at].place)
    texts.script.report(
        "FG549",
        f"`{body.texts[at]}` puts a piece where `{body.texts[before]}` ({line}) has put one in the "
        "same move, so the first is lost; is another position meant?",
        body.tokens[at],
        body.word.name,
    )


def _check_rounds(texts: DefinitionTexts, body: DefinitionText) -> None:
    """Report an action between add-move and the end of its round of a loop."""
    added = -1
    for at, text in enumerate(body.texts):
        if text in COMMITTING:
            added = at
        elif text in ("REPEAT", "UNTIL", "LOOP"):
            late = next((k for k in range(added, at) if body.texts[k] in LATER), -1)
            if added >= 0 and late >= 0:
                line = line_of(body.tokens[added].place, body.tokens[late].place)
                texts.script.report(
                    "FG560",
                    f"`{body.texts[late]}` is recorded after the move has been added ({line}), so "
                    "it belongs to the move of the next round; record it before add-move",
                    body.tokens[late],
                    body.word.name,
                )
            added = -1
        elif text in STRUCTURES or (body.texts[at - 1] != "COMPILE" and may_move(texts, text)):
            added = -1
