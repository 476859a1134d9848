"""Texts from rules: each name in angle brackets is replaced by one of its texts.

`<name>` is one of them, `<name?>` one or nothing, `<name+>` one to three, `<2..5>` a number. A name
without texts is nothing, so features of a game are switched off by leaving their texts out.
"""

from __future__ import annotations

import random
import re
from collections.abc import Mapping, Sequence

Rules = Mapping[str, Sequence[str]]
NAME = re.compile(r"<([a-z][a-z0-9-]*)([?+]?)>|<(-?\d+)\.\.(-?\d+)>")
SPACES = re.compile(" {2,}")
DEEPEST = 12  # names within names; deeper down only texts without names are taken


class Grammar:
    """Rules and the random numbers by which texts are chosen."""

    def __init__(self, draw: random.Random, *rules: Rules) -> None:
        self.draw = draw
        self.rules = {name: texts for each in rules for name, texts in each.items()}

    def fill(self, text: str, depth: int = 0) -> str:
        """The text with all names replaced. Raises KeyError for a name that has no rule."""
        return SPACES.sub(" ", NAME.sub(lambda name: self._chosen(name, depth), text))

    def _chosen(self, name: re.Match[str], depth: int) -> str:
        if name[3] is not None:
            return str(self.draw.randint(int(name[3]), int(name[4])))
        if name[2] == "?" and self.draw.random() < 0.5:
            return ""
        count = self.draw.randint(1, 3) if name[2] == "+" else 1
        texts = self.rules[name[1]]
        if depth > DEEPEST:
            texts = [text for text in texts if "<" not in text] or ["TRUE"]
        return " ".join(
            self.fill(self.draw.choice(texts), depth + 1) if texts else "" for _ in range(count)
        )
