"""Where a script writes a variable, and where it names one to no effect."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING

from forthgame.debug.places import joined
from forthgame.lang.facts import FETCHING, STORING

if TYPE_CHECKING:
    from forthgame.errors import Place

Tokens = list[tuple[str, "Place", str]]  # texts, places, the definitions they stand in

STORES = STORING | {"later!"}
READS = FETCHING | {"?"}
ENDS = frozenset((";", "IF", "ELSE", "ENDIF", "LOOP", "verify"))
NUMBER = re.compile(r"-?\d+$")
LISTED = 10  # places that are told
SHORT = 12  # tokens in which an address that was copied is written to


def set_in(tokens: Tokens, name: str) -> str:
    """The places of a script that write a variable."""
    names = {name, *leading_to(tokens, name)}
    found = [
        place
        for k, (text, place, _) in enumerate(tokens[:-1])
        if text in names and _stores(tokens, k)
    ]
    return joined(found[:LISTED])


def _stores(tokens: Tokens, k: int) -> bool:
    """Whether the address at a token is written to.

    As in `sum !`, `sum 1 SWAP !` and `sum DUP @ 1+ SWAP !`.
    """
    following, owner = tokens[k + 1][0], tokens[k][2]
    if following in STORES:
        return True
    length = SHORT if following == "DUP" else 2
    behind = [text for text, _, own in tokens[k + 2 : k + 2 + length] if own == owner]
    return any(a == "SWAP" and b in STORES for a, b in pairwise(behind))


def handed_on(tokens: Tokens, name: str) -> str:
    """The places of a script that do something else with a variable's address than read or write
    there: who gets it may write."""
    names = {name, *leading_to(tokens, name)}
    found = [
        place
        for k, (text, place, owner) in enumerate(tokens[:-1])
        if text in names
        and owner not in names
        and tokens[k + 1][0] not in STORES | READS | ENDS
        and not _stores(tokens, k)
    ]
    return joined(found[:LISTED])


def by_moves(tokens: Tokens, compiled: dict[str, list[Place]], name: str) -> str:
    """The lines that put a word into a move which writes a variable, with what they hand it."""
    names = {name, *leading_to(tokens, name)}
    writers = dict.fromkeys(
        owner
        for k, (text, _, owner) in enumerate(tokens[:-1])
        if text in names and _stores(tokens, k)
    )
    found = [place for writer in writers for place in compiled.get(writer, ())]
    return f", by moves in {joined(found[:LISTED])}" if found else ""


def idle_uses(tokens: Tokens, name: str) -> str:
    """The places that name a variable and neither read nor write it."""
    if leading_to(tokens, name):
        return ""
    found = [
        place
        for k, (text, place, _) in enumerate(tokens[:-1])
        if text == name
        and (tokens[k + 1][0] in ENDS or NUMBER.match(tokens[k + 1][0]))
        and not _stores(tokens, k)
    ]
    return joined(found[:LISTED])


def leading_to(tokens: Tokens, name: str) -> set[str]:
    """The words of a script that end with a variable: they give its address."""
    last: dict[str, str] = {}
    count: dict[str, int] = {}
    for text, _, owner in tokens:
        if text != ";":
            last[owner] = text
            count[owner] = count.get(owner, 0) + 1
    return {owner for owner, text in last.items() if text == name and count[owner] < 3}
