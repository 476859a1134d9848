"""The moves and tags of PGN and PDN, as `[records.pgn]` and `[records.pdn]` declare them."""

from __future__ import annotations

import re
from typing import Any

from forthgame.base.errors import shortened
from forthgame.position.moves import Move
from forthgame.position.playthrough import Playthrough
from forthgame.position.records.game_tree import GameTree, RecordedMove, RecordError
from forthgame.position.records.move_texts import MoveTexts
from forthgame.rules.script import Script

SQUARE = re.compile(r"[0-9]{1,3}")
STRENGTH = "*!?"  # signs after a move


class PdnTexts(MoveTexts):
    """Moves by numbers of squares, or as the table's `moves` says.

    The table has `type`, the tag GameType, and `untyped`, the least and the greatest number that
    the highest square has in a game without that tag.
    """

    form = "pdn"

    def __init__(self, game: Script) -> None:
        super().__init__(game)
        if not self.table.has("type"):
            raise RecordError(f"{game.name} does not declare how PDN writes it: [records.pdn] type")
        self.type = self.table.text("type")

    def find(self, state: Playthrough, recorded: RecordedMove) -> Move:
        text = recorded.text.rstrip(STRENGTH)
        return super().find(state, RecordedMove(text, recorded.line))

    def game_tags(self) -> dict[str, str]:
        return {"GameType": self.type}

    def trouble(self, tree: GameTree) -> str:
        given = tree.tags.get("GameType", "")
        if not given or _number(given) == _number(self.type):
            return ""
        return (f"the tag GameType is {shortened(given)}, "
                f"and this game has the type {_number(self.type)}")  # fmt: skip

    @classmethod
    def script_for(cls, entries: dict[str, Any], tree: GameTree) -> str | None:
        if given := tree.tags.get("GameType"):
            return "" if _number(given) == _number(str(entries.get("type"))) else None
        match entries.get("untyped"):
            case [int(least), int(greatest)]:
                return "" if least <= _highest(tree) <= greatest else None
        return None

    @classmethod
    def naming(cls, tree: GameTree) -> str:
        return f"the tag GameType is {shortened(tree.tags.get('GameType', 'missing'))}"


def _number(game_type: str) -> str:
    """Return the number of a game type: `20` of `20,W,10,10,N2,0`."""
    return game_type.partition(",")[0].strip()


def _highest(tree: GameTree) -> int:
    """Return the highest number of a square in the moves and the first position of a game."""
    texts = [tree.tags.get("FEN", ""), *(move.text for move in tree.moves)]
    return max((int(found) for text in texts for found in SQUARE.findall(text)), default=0)


class PgnTexts(MoveTexts):
    """Moves in SAN if the game declares it, else in its first notation or its own texts.

    `variant` lists the names of the game in the tag Variant: the first is written unless it is
    empty, all are read. Without it the name of the script is written and read.
    """

    form = "pgn"

    def __init__(self, game: Script) -> None:
        super().__init__(game)
        named = self.table.has("variant")
        self.variants = self.table.texts("variant") if named else [game.name]

    def game_tags(self) -> dict[str, str]:
        return {"Variant": self.variants[0]} if self.variants[:1] not in ([], [""]) else {}

    def trouble(self, tree: GameTree) -> str:
        found = tree.tags.get("Variant", "")
        if not found or any(same_name(found, name) for name in self.variants):
            return ""
        return f"the tag Variant is {shortened(found)}, and this game is {self.game.name}"

    @classmethod
    def script_for(cls, entries: dict[str, Any], tree: GameTree) -> str | None:
        names = entries.get("variant")
        found = tree.tags.get("Variant", "")
        if isinstance(names, list) and any(same_name(found, str(name)) for name in names):
            return ""
        return None

    @classmethod
    def named_game(cls, tree: GameTree) -> str:
        return tree.tags.get("Variant", "").lower().replace(" ", "-")

    @classmethod
    def naming(cls, tree: GameTree) -> str:
        return f"the tag Variant is {shortened(tree.tags.get('Variant', 'missing'))}"


def same_name(one: str, other: str) -> bool:
    """Compare names of games without case, blanks and hyphens."""
    return _plain(one) == _plain(other)


def _plain(name: str) -> str:
    return "".join(char for char in name.casefold() if char.isalnum())
