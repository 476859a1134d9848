"""The moves and tags of PGN and PDN, as a game declares them in `[records.pgn]`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from forthgame.base.errors import shortened
from forthgame.position.records.game_tree import GameTree
from forthgame.position.records.move_texts import MoveTexts

if TYPE_CHECKING:
    from forthgame.rules.script import Script


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
