"""State of the writer that its parts share: the game, names, helper words that are needed."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from forthgame.zrf.forms import Form
from forthgame.zrf.macros import Macros
from forthgame.zrf.model import Game
from forthgame.zrf.move_facts import ADDS, CONTINUING, EFFECTS, BlockFacts, FactReader
from forthgame.zrf.names import Names

LAST = {
    word + end
    for word in ("last-from", "last-to", "not-last-from", "not-last-to")
    for end in ("", "?")
}


@dataclass(frozen=True)
class Line:
    """A line of the script, and the form that it comes from."""

    text: str
    form: Form | None = None


@dataclass
class Context:
    """A game that is being written."""

    game: Game
    macros: Macros
    names: Names = field(default_factory=Names)
    needed: dict[str, None] = field(default_factory=dict)
    zone_words: dict[str, str] = field(default_factory=dict)  # tests of zones by side
    noting: dict[str, str] = field(default_factory=dict)  # words that note an effect, by effect
    asked_apart: dict[str, str] = field(default_factory=dict)  # see `apart`

    def __post_init__(self) -> None:
        self.board = self.game.board
        self.directions = set(self.board.directions)
        # a name that is a position, too, is the position
        handed = self.directions - set(self.board.positions) - set(self.game.pieces)
        self.facts = FactReader(self.macros, handed)
        self.attributes: dict[str, dict[str, bool]] = {}
        for piece in self.game.pieces.values():
            for name, value in piece.attributes.items():
                self.attributes.setdefault(name, {})[piece.name] = value
        self.zones = {zone.name for zone in self.board.zones}
        moving = {turn.player for turn in self.game.turns} | {t.moved for t in self.game.turns}
        self.neutral = {name for name in self.game.players if name not in moving}
        heads: set[str] = set()
        continuing: set[tuple[str, ...]] = set()
        blocks = [b for p in self.game.pieces.values() for b in [*p.moves, *p.drops]]
        for block in blocks:
            facts = self.facts.of(block.form)
            heads |= facts.heads
            continuing |= facts.continuing
        self.heads = heads
        self.goal = "goal" if "to" in heads else "here"  # where the move leads
        self.continuing = self._continuing_types(continuing)
        # random players who move pieces of others see them as their owner does
        self.dice = [
            name
            for name in self.game.players
            if name[0] == "?" and any(t.player == name and t.moved for t in self.game.turns)
        ]
        self.partial = bool(heads & CONTINUING)
        self.lasts = bool(heads & LAST)
        self.mover_taken = False  # whether a move may take the piece that moved
        self.newest = False  # whether the place of the piece that moved last is remembered
        self.recycles = self.game.option("recycle captures") == "true"
        self.maximal = self.game.option("maximal captures")
        self.royal = self._royal()
        self.hand = any(not s.position for s in self.game.setups) or any(
            p.drops for p in self.game.pieces.values()
        )
        self.hand = self.hand and not self._stores_suffice()
        self.king_array = self._king_array()
        self.king_sure = self.king_array and self._king_stays()

    def _continuing_types(self, arguments: set[tuple[str, ...]]) -> set[str]:
        """Return the move types that may follow a partial move, from arguments of `add-partial`."""
        found: set[str] = set()
        for each in arguments:
            types = {text for text in each if text in self.game.move_types}
            if not types:
                return {"", *self.game.move_types}
            found |= types
        return found

    def _royal(self) -> dict[str, list[str]]:
        """Return the pieces that may not be left in check, by player."""
        found: dict[str, list[str]] = {}
        for goal in self.game.goals:
            if goal.condition.head == "checkmated":
                for player in goal.players:
                    names = [f.text for f in self.macros.expand(goal.condition.rest)]
                    found.setdefault(player, []).extend(names)
        return found

    def _stores_suffice(self) -> bool:
        """Return whether no store can run out, so that nobody needs to count.

        Pieces are only dropped on empty positions, and each player has enough for all turns.
        """
        game, turns = self.game, [turn.player for turn in self.game.turns]
        blocks = [(p, b) for p in game.pieces.values() for b in p.drops]
        moving = any(
            self.facts.of(block.form).heads & ADDS
            for piece in game.pieces.values()
            for block in piece.moves
        )
        if moving or self.recycles or self.heads & (EFFECTS | {"add-copy", "go", "to", "from"}):
            return False
        if len(set(turns)) != len(turns) or game.repeat or any(t.moved for t in game.turns):
            return False
        if game.option("include off-pieces") == "true" or not all(
            any(
                " ".join(form.parts()) == "( verify empty? )" for form in self._commands(block.form)
            )
            for _, block in blocks
        ):
            return False
        for number, player in enumerate(turns):
            needed = -((number - len(self.board.positions)) // len(turns))
            for piece, _ in blocks:
                stored = (s for s in game.setups if not s.position and s.player == player)
                if sum(s.count for s in stored if s.piece == piece.name) < needed:
                    return False
        return bool(blocks)

    def _commands(self, form: Form) -> list[Form]:
        """Return the commands of a block on its top level, those of calls included."""
        return list(self.macros.expand(form.items or []))

    def _king_array(self) -> bool:
        """Return whether each player has exactly one royal piece, always of one type."""
        names = {name for own in self.royal.values() for name in own}
        if len(names) != 1:
            return False
        (name,) = names
        at = Counter(s.player for s in self.game.setups if s.piece == name)
        if set(at) != set(self.royal) or any(n != 1 for n in at.values()):
            return False
        if self.heads & {"change-owner", "flip", "add-copy", "add-copy-partial"}:
            return False
        own = self.game.pieces[name]
        if any("create" in self.facts.of(block.form).heads for block in [*own.moves, *own.drops]):
            return False
        return not any(
            name.lower() in self.facts.of(block.form).heads
            for piece in self.game.pieces.values()
            for block in [*piece.moves, *piece.drops]
            if self.facts.of(block.form).heads & ADDS
        )

    def _king_stays(self) -> bool:
        """Return whether only moves of the royal piece itself move it."""
        return not (
            self.partial or self.recycles or self.heads & {"cascade", "from", "to", "create"}
        )

    def zone_owners(self, name: str) -> dict[str, list[str]]:
        """Return the positions of a zone for each player, or for all under an empty name."""
        found: dict[str, list[str]] = {}
        for zone in self.board.zones:
            if zone.name == name:
                for player in zone.players or list(self.game.players):
                    found.setdefault(player, []).extend(zone.positions)
        whole = {player: found.get(player, []) for player in self.game.players if player[0] != "?"}
        moving = [player for player in whole if player not in self.neutral]
        if moving and all(set(whole[player]) == set(whole[moving[0]]) for player in moving):
            return {"": list(dict.fromkeys(whole[moving[0]]))}
        return {
            p: list(dict.fromkeys(names)) for p, names in found.items() if p in self.game.players
        }

    def zone_word(self, name: str) -> str:
        """Return the word that tests a zone for the side whose pieces move."""
        self.need("side")
        if name not in self.zone_words:
            self.zone_words[name] = self.names.word(f"in-{self.names('zone', name)}?")
        return self.zone_words[name]

    def need(self, word: str) -> str:
        """Note that a helper word is used, and return it."""
        self.needed.setdefault(word)
        return word

    def apart(self, word: str) -> str:
        """Return the word that asks for attacks and leaves alone what a block has noted."""
        self.asked_apart.setdefault(word, word.removesuffix("?") + "-apart?")
        return self.asked_apart[word]

    def noted(self, effect: str) -> str:
        """Return the word that notes an effect for the next `add`."""
        self.need("note")
        if effect not in self.noting:
            self.noting[effect] = self.names.word(f"note-{effect.removesuffix('!')}")
        return self.noting[effect]

    def position(self, name: str) -> str:
        return self.names("position", name)

    def direction(self, name: str) -> str:
        return self.names("direction", name)

    def piece(self, form: Form) -> str:
        if form.text not in self.game.pieces:
            raise form.unknown("unknown piece", list(self.game.pieces))
        return self.names("piece", form.text)

    def player(self, form: Form) -> str:
        if form.text not in self.game.players:
            raise form.unknown("unknown player", self.game.players)
        return self.names("player", form.text)

    def block_facts(self, form: Form) -> BlockFacts:
        return self.facts.of(form)
