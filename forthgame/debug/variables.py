"""Where a script writes a variable, and where it names one to no effect."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING

from forthgame.check.kinds import COMPARING
from forthgame.debug.places import joined
from forthgame.lang.facts import FETCHING, STORING

if TYPE_CHECKING:
    from forthgame.errors import Place

Tokens = list[tuple[str, "Place", str]]  # texts, places, the definitions they stand in

STORES = STORING | {"later!"}
READS = FETCHING | {"?"}
TESTS = frozenset(("IF", "WHILE", "UNTIL", "verify"))
ENDS = TESTS | {";", "ELSE", "ENDIF", "LOOP"}
FILLING = frozenset(("FILL", "ERASE", "MOVE", "CMOVE", "CMOVE>"))
NUMBER = re.compile(r"-?\d+$")
LISTED = 10  # places that are told
SHORT = 12  # tokens in which an address that was copied is written to
FILLED = 4  # tokens in which one is handed to what fills memory


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

    As in `sum !`, `sum 1 SWAP !`, `sum DUP @ 1+ SWAP !`, `sum 4 ERASE` and `['] sum EXECUTE !`.
    """
    owner = tokens[k][2]
    behind = [text for text, _, own in tokens[k + 1 : k + 3 + SHORT] if own == owner]
    if behind[:1] == ["EXECUTE"]:
        behind = behind[1:]
    if not behind or behind[0] in READS:
        return False
    if behind[0] in STORES:
        return True
    filled = next((n for n, text in enumerate(behind[:FILLED]) if text in FILLING), None)
    if owner and filled is not None and not READS.intersection(behind[:filled]):
        return True
    rest = behind[1 : 1 + (SHORT if behind[0] == "DUP" else 2)]
    return any(a == "SWAP" and b in STORES for a, b in pairwise(rest))


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
        and not _is_compared(tokens, k)
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
        if text == name and _is_compared(tokens, k) and not _stores(tokens, k)
    ]
    return joined(found[:LISTED])


def _is_compared(tokens: Tokens, k: int) -> bool:
    """Whether the address itself is asked about: `sum IF`, `sum 3 =`."""
    following = [text for text, _, _ in tokens[k + 1 : k + 3]]
    if following[0] in TESTS:
        return True
    return len(following) == 2 and bool(NUMBER.match(following[0])) and following[1] in COMPARING


def leading_to(tokens: Tokens, name: str) -> set[str]:
    """The words of a script that end with a variable, or with such a word: they give its address.

    `: mine ( -- addr ) current-player player-index hand ;`
    """
    last = {owner: text for text, _, owner in tokens if text != ";" and owner}
    found, names = set[str](), {name}
    while names := {owner for owner, text in last.items() if text in names} - found:
        found |= names
    return found
