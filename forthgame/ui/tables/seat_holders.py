"""The seats of a table that people hold, and agreements between these people.

A seat of a human is free or held by one person. Only the holder moves there. What concerns other
holders too (a draw, a takeback, a new game) is offered, and done when all of them have agreed.
"""

from __future__ import annotations

import hashlib
import unicodedata
from dataclasses import asdict, dataclass, field
from typing import Any, NamedTuple

from forthgame.base.errors import ForthgameError

HUMAN = "human"
FREE = "open"  # a human seat that anyone with the link to play may take
DRAW, TAKEBACK, NEW = "draw", "takeback", "new"
OFFERS = (DRAW, TAKEBACK, NEW)
LONGEST_NAME = 40  # characters
SHORTEST = 16  # characters of the secret by which a browser is recognised


@dataclass(frozen=True)
class Person:
    """Someone at a browser; `host` has the token of the server."""

    key: str
    name: str = ""
    host: bool = False


class Holder(NamedTuple):
    """The person at a seat: key, and name as shown to others."""

    key: str
    name: str


@dataclass
class Offer:
    """An offer to the other holders.

    player  seat of the person who offers
    by      key of that person
    agreed  keys of those who have agreed
    """

    kind: str
    player: str
    by: str
    agreed: list[str] = field(default_factory=list)

    def document(self) -> dict[str, Any]:
        return asdict(self)


Holders = dict[str, Holder]


def person_key(secret: str) -> str:
    """Return the key of a person, from which the secret cannot be computed."""
    return hashlib.sha256(secret.encode("utf-8", "replace")).hexdigest()[:32]


def name_of(text: str) -> str:
    """Return a name as it may be shown: one line, without invisible characters."""
    words = (
        "".join(c for c in word if unicodedata.category(c)[0] not in "CZ") for word in text.split()
    )
    return " ".join(filter(None, words))[:LONGEST_NAME]


def holders_of(document: Any) -> Holders | None:
    """Read the holders of a table's file; None if nobody ever sat there."""
    if document is None:
        return None
    return {
        str(player): Holder(str(key), name_of(str(name)))
        for player, (key, name) in document.items()
    }


def offer_of(document: Any) -> dict[str, Any]:
    """Read the offer of a table's file, empty if there is none. Raises KeyError, TypeError."""
    if not document or document["kind"] not in OFFERS:
        return {}
    agreed = [str(key) for key in document["agreed"]]
    return Offer(document["kind"], str(document["player"]), str(document["by"]), agreed).document()


@dataclass(frozen=True)
class Seating:
    """The seats of a table: kinds as in its record, and holders of those that are human."""

    seats: dict[str, str]
    holders: Holders

    def held_by(self, key: str) -> list[str]:
        """Return the players of a person, in declared order."""
        return [p for p in self.seats if self._held(p) and self.holders[p].key == key]

    def others(self, key: str) -> list[str]:
        """Return the keys of other people who hold seats."""
        found = (self.holders[p].key for p in self.seats if self._held(p))
        return [other for other in dict.fromkeys(found) if other != key]

    @property
    def free(self) -> list[str]:
        """Return the human seats that nobody holds."""
        return [p for p, kind in self.seats.items() if kind == HUMAN and p not in self.holders]

    def _held(self, player: str) -> bool:
        return self.seats[player] == HUMAN and player in self.holders

    def refuse_strangers(self, person: Person) -> None:
        """Raise ForthgameError if a person has no say at the table."""
        if not self.held_by(person.key) and (self.others(person.key) or not person.host):
            raise ForthgameError("only those who sit at the table can do that")

    def refuse_alone(self, person: Person) -> None:
        """Raise ForthgameError if others have to agree."""
        self.refuse_strangers(person)
        if self.others(person.key):
            raise ForthgameError("others sit here: offer it to them")

    def refuse_others_move(self, player: str, person: Person) -> bool:
        """Return whether a move takes a free seat. Raises ForthgameError if it is not theirs."""
        holder = self.holders.get(player)
        if holder is None:
            if self.held_by(person.key):
                raise ForthgameError(f"the seat of {player} is free: sit down there first")
            return True
        if holder.key != person.key:
            raise ForthgameError(f"{player} is played by {holder.name or 'somebody else'}")
        return False

    def taken(self, player: str, person: Person) -> Holders:
        """Return the holders after a person has sat down. Raises ForthgameError."""
        if player not in self.free:
            raise ForthgameError(f"the seat of {player} is not free")
        if not person.host and self.held_by(person.key):
            raise ForthgameError("you sit already: stand up first")
        return {**self.holders, player: Holder(person.key, person.name)}

    def changed(
        self, wanted: dict[str, str], person: Person, present: set[str]
    ) -> tuple[dict[str, str], Holders]:
        """Return seats and holders after a change by the host of the table.

        `wanted` names `human` (the person), `open` or an engine for some players; `present` has the
        keys of those at the table. Raises ForthgameError if somebody present holds such a seat.
        """
        seats, holders = dict(self.seats), dict(self.holders)
        for player, kind in wanted.items():
            holder = holders.get(player) if seats.get(player) == HUMAN else None
            if holder is not None and holder.key != person.key:
                if kind == HUMAN:  # a page repeats what it shows
                    continue
                if holder.key in present:
                    raise ForthgameError(f"{holder.name or 'somebody'} sits there")
            seats[player] = HUMAN if kind == FREE else kind
            holders.pop(player, None)
            if kind == HUMAN:
                holders[player] = holder or Holder(person.key, person.name)
        return seats, holders
