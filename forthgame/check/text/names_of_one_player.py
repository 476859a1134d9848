"""Findings about names of one player in words that run for both.

`current-player South = IF south-store ELSE north-store ENDIF` shows that each of the two names is
for one player. A word that runs for both and has only one of them is doubtful.
"""

from __future__ import annotations

from collections.abc import Iterator

from forthgame.check.findings import line_of
from forthgame.check.loading.checked_script import WordRoles
from forthgame.check.text.definition_text import DefinitionText, DefinitionTexts, Fork
from forthgame.check.text.twin_rows import naming
from forthgame.words.effect_sets import PASSING

CHOSEN = frozenset(("position", "variable"))
TURN = (["current-player"], ["for-player"])
CHOICE = 8  # words of a definition that only chooses between two names


def check_names_of_one_player(texts: DefinitionTexts, roles: WordRoles) -> None:
    """Report the name of one player in a move word without a test of the player."""
    pairs = dict([*_chosen(texts)][::-1])  # by the first word that chooses
    if not pairs:
        return
    moving = {word.name for word in roles.move_words.values()}
    players = [name for name, kind in texts.roles.items() if kind == "player"]
    personal = {name for body in texts.bodies for name in _in_branches(texts, body)}
    for body in texts.bodies:
        name = body.word.name
        if name not in moving or name in personal or naming(name, players):
            continue
        if not PASSING.isdisjoint(body.texts):  # offered once, at whatever position
            continue
        texts.deadline.look()
        for at, text in enumerate(body.texts):
            twin, chooser = pairs.get(text, ("", body))
            if not twin or chooser is body or {twin, *players} & set(body.texts):
                continue
            texts.script.report(
                "FG544",
                f"`{text}` is for one player: `{chooser.word.name}` "
                f"({line_of(chooser.tokens[0].place, body.tokens[at].place)}) chooses between it "
                f"and `{twin}`, and `{name}` runs for both; is `{chooser.word.name}` meant?",
                body.tokens[at],
                name,
            )
            break


def _chosen(texts: DefinitionTexts) -> Iterator[tuple[str, tuple[str, DefinitionText]]]:
    """Yield names that a word chooses by the player, each with the other one and that word."""
    for body in texts.bodies:
        if body.texts[:1] not in TURN or len(body.texts) != CHOICE:
            continue
        for fork in body.forks():
            yes, no = body.texts[fork.at + 1 : fork.other], body.texts[fork.other + 1 : fork.end]
            names = (*yes, *no)
            if fork.other < 0 or not len(yes) == len(no) == 1 or yes == no:
                continue
            if _asks_player(texts, body, fork) and {*map(texts.kind, names)} <= CHOSEN:
                yield names[0], (names[1], body)
                yield names[1], (names[0], body)


def _asks_player(texts: DefinitionTexts, body: DefinitionText, fork: Fork) -> bool:
    return any(texts.kind(text) == "player" for text in body.texts[max(0, fork.at - 3) : fork.at])


def _in_branches(texts: DefinitionTexts, body: DefinitionText) -> Iterator[str]:
    """Yield the words in branches that depend on a player."""
    for fork in body.forks():
        if _asks_player(texts, body, fork):
            yield from body.texts[fork.at + 1 : fork.end]
