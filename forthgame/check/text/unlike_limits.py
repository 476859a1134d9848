"""Findings about limits that a script compares with `>=` everywhere, and once with `>`."""

from __future__ import annotations

from collections import defaultdict

from forthgame.base.source import Token
from forthgame.check.findings import line_of
from forthgame.check.text.definition_text import DefinitionTexts
from forthgame.check.text.position_sets import ORDERS

OFTEN = 2  # places with the other comparison
NAMED = frozenset(("constant", "position"))


def check_unlike_limits(texts: DefinitionTexts) -> None:
    """Report the only comparison of a named number that takes equal numbers for the other side."""
    found: dict[str, dict[str, list[tuple[Token, str]]]] = defaultdict(lambda: defaultdict(list))
    every = {sign for pair in ORDERS for sign in pair}
    texts.deadline.look()
    for body in texts.bodies:
        if every.isdisjoint(body.texts):
            continue
        for at, text in enumerate(body.texts[1:], 1):
            name = body.texts[at - 1]
            if text in every and texts.roles.get(name) in NAMED:
                found[name][text].append((body.tokens[at], body.word.name))
    reported = {(f.place.file, f.place.line) for f in texts.script.findings if f.code == "FG567"}
    for name, places in found.items():
        for pair in ORDERS:
            for odd, usual in (pair, pair[::-1]):
                if len(places[odd]) != 1 or len(places[usual]) < OFTEN:
                    continue
                (token, word), (other, _) = places[odd][0], places[usual][0]
                if (token.place.file, token.place.line) in reported:
                    continue
                texts.script.report(
                    "FG567",
                    f"`{name}` is compared with `{odd}` here, and with `{usual}` in "
                    f"{len(places[usual])} other places, as in "
                    f"{line_of(other.place, token.place)}; is `{usual}` meant?",
                    token,
                    word,
                )
