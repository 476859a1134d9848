"""Findings about neighbouring rows, or ways of an IF, that say the same of two players, but a word.

`white-left @ 0= IF White wins` and `black-left @ 0= IF Black wins` are such rows. An operator that
differs between them is doubtful, and so is a name of the one player in the row of the other.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import pairwise

from forthgame.base.source import Token
from forthgame.check.findings import line_of
from forthgame.check.text.copied_code import name_parts, stems
from forthgame.check.text.definition_text import DefinitionText, DefinitionTexts

# words that are mistaken for one another and do not differ between two sides of a board
ALIKE = (("<", "<="), (">", ">="), ("AND", "OR"), ("here", "from"))
TABLE = re.compile(r"(?<!\S)CREATE\s+(\S+)((?:\s+'\s+\S+\s+,(?!\S))+)")  # of tokens
TICKED = re.compile(r"(?<!\S)'\s+(\S+)\s+,(?!\S)")
SHORTEST = 6  # words of a row
FEWEST_DIRECTIONS = 6  # that a word goes through one by one


def check_twin_rows(texts: DefinitionTexts) -> None:
    """Report the only word in which two rows of two players differ or agree by mistake."""
    reported = {(f.place.file, f.place.line) for f in texts.script.findings}
    players = [name.lower() for name, kind in texts.roles.items() if kind == "player"]
    named = {name for name in texts.roles if any(player in name.lower() for player in players)}
    directions = [name for name, kind in texts.roles.items() if kind == "direction"]
    for body in texts.bodies:
        if len(players) > 1 and not named.isdisjoint(body.texts):
            texts.deadline.look()
            for one, other in pairwise(body.rows()):
                place = body.tokens[other[0]].place
                if SHORTEST <= len(one) == len(other) and (place.file, place.line) not in reported:
                    _check_pair(texts, body, _Rows(body, one, other, players))
            for fork in body.forks() if "ELSE" in body.texts else ():
                one, other = [*range(fork.at + 1, fork.other)], [*range(fork.other + 1, fork.end)]
                if fork.other >= 0 and len(one) == len(other) >= SHORTEST:
                    _check_pair(texts, body, _Rows(body, one, other, players))
        if len(directions) >= FEWEST_DIRECTIONS:
            _check_directions(texts, body, directions)
    if len(directions) >= FEWEST_DIRECTIONS:
        _check_tables(texts, directions)


def naming(word: str, players: list[str]) -> set[str]:
    """Return the players whose names, in small letters, are parts of a word."""
    parts = stems([part.lower() for part in name_parts(word)])
    return {player for player in players if player.lower() in parts}


@dataclass
class _Rows:
    """Two rows, as indexes of tokens, and the names of players in small letters."""

    body: DefinitionText
    one: list[int]
    other: list[int]
    players: list[str]

    def owners(self, at: int) -> set[str]:
        """Return the players whose names are parts of a word."""
        return naming(self.body.texts[at], self.players)

    def exchanged(self, first: int, second: int) -> bool:
        """Return whether two different names belong to two different players."""
        one, other = self.owners(first), self.owners(second)
        return len(one) == len(other) == 1 and one != other


def _check_pair(texts: DefinitionTexts, body: DefinitionText, rows: _Rows) -> None:
    pairs = [*zip(rows.one, rows.other, strict=True)]
    unlike = [(a, b) for a, b in pairs if body.texts[a] != body.texts[b]]
    exchanged = [pair for pair in unlike if rows.exchanged(*pair)]
    others = [pair for pair in unlike if pair not in exchanged]
    kept = [b for a, b in pairs if body.texts[a] == body.texts[b] and rows.owners(b)]
    if not exchanged:
        return
    line = line_of(body.tokens[rows.one[0]].place, body.tokens[rows.other[0]].place)
    if len(others) == 1 and not kept:
        a, b = others[0]
        if any({body.texts[a], body.texts[b]} == {*words} for words in ALIKE):
            texts.script.report(
                "FG567",
                f"`{body.texts[b]}` stands here, and `{body.texts[a]}` in the row of the other "
                f"player ({line}), which is alike; is one of them wrong?",
                body.tokens[b],
                body.word.name,
            )
    elif len(kept) == 1 and all(_are_names(texts, body, *pair) for pair in others):
        at = kept[0]
        if rows.owners(at) == rows.owners(exchanged[0][1]):  # right in the second row
            at = next(a for a, b in pairs if b == at)
            line = line_of(body.tokens[rows.other[0]].place, body.tokens[at].place)
        texts.script.report(
            "FG544",
            f"`{body.texts[at]}` stands here and on the side of the other player ({line}), "
            "and the names of players are exchanged otherwise; is another player meant?",
            body.tokens[at],
            body.word.name,
        )


def _are_names(texts: DefinitionTexts, body: DefinitionText, one: int, other: int) -> bool:
    """Return whether two words are names of one kind that begin alike, as goal-w and goal-b."""
    names = body.texts[one], body.texts[other]
    kinds = {texts.kind(name) for name in names}
    return (
        kinds <= {"word", "constant", "variable"}
        and len(kinds) == 1
        and names[0][:-1] == names[1][:-1]
    )


def _check_directions(texts: DefinitionTexts, body: DefinitionText, every: list[str]) -> None:
    """Report the second use of a direction in a word that names all others but one once."""
    used = [at for at, text in enumerate(body.texts) if texts.kind(text) == "direction"]
    names = [body.texts[at] for at in used]
    if len(names) != len(every):
        return
    reported = any(finding.word == body.word.name for finding in texts.script.findings)
    if reported or len(set(names)) != len(names) - 1:
        return
    first, second = (at for at in used if names.count(body.texts[at]) > 1)
    missing = next(name for name in every if name not in names)
    texts.script.report(
        "FG537",
        f"`{body.word.name}` goes in every direction but `{missing}`, and twice in this one "
        f"({line_of(body.tokens[first].place, body.tokens[second].place)}); is `{missing}` meant?",
        body.tokens[second],
        body.word.name,
    )


def _check_tables(texts: DefinitionTexts, every: list[str]) -> None:
    """Report the second place of a direction in a table that has all others but one once."""
    sources = {id(s): s for b in texts.bodies for s in ([b.tokens[0].source] if b.tokens else ())}
    for source in sources.values():
        for found in TABLE.finditer(source.text):
            texts.deadline.look()
            items = [*TICKED.finditer(source.text, found.end(1), found.end())]
            names = [item[1] for item in items]
            if len(names) != len(every) or len({*names} & {*every}) != len(every) - 1:
                continue
            twice = next(name for name in names if names.count(name) > 1)
            again = [item for item in items if item[1] == twice][-1]
            missing = next(name for name in every if name not in names)
            texts.script.report(
                "FG537",
                f"the table `{found[1]}` has every direction but `{missing}`, and `{twice}` twice; "
                f"is `{missing}` meant here?",
                Token(twice, source, again.start(1)),
                found[1],
            )
