"""Detect games in which `prefer` and `unique` can remove moves."""

from __future__ import annotations

from collections.abc import Sequence

from forthgame.compile.reading.move_actions import CHOICES, UNKNOWN_ACTION
from forthgame.compile.reading.path_graph import MoveSite
from forthgame.compile.reading.symbolic_values import RelativePosition
from forthgame.compile.tallying.tally_reader import TallyEntry
from forthgame.words.primitives import TABLE
from forthgame.words.registers.extension_registers import PREFER, PREFERENCE_LEVELS
from forthgame.words.word_sets import GOING_ON

Key = int | RelativePosition  # the type of the piece that is put, or the target


def may_choose(
    entries: Sequence[TallyEntry], sites: Sequence[Sequence[Sequence[MoveSite]]]
) -> bool:
    """Return whether some moves of a list may be preferred to others, or may be duplicates.

    `sites` has the moves of each entry for each player. Moves differ if their start or their `_key`
    does; moves with an unknown key count as equal. Equal moves do not matter if one run of a word
    never adds both.
    """
    preferred = set[tuple[int, ...]]()
    known = dict[tuple[int, int, Key], list[tuple[TallyEntry, MoveSite]]]()
    for entry, of_players in zip(entries, sites, strict=True):
        for player, of_player in enumerate(of_players):
            for site in of_player:
                key, said = _key(site, entry), _preferences(site)
                if key is None or said is None:
                    return True
                preferred.add(said)
                for type in (entry.type, *entry.more) if not entry.drops else (0,):
                    alike = known.setdefault((player, type, key), [])
                    if any(other != entry or _both(each, site) for other, each in alike):
                        return True
                    alike.append((entry, site))
    return len(preferred) > 1


def _both(one: MoveSite, other: MoveSite) -> bool:
    return bool(one.before >> other.number & 1 or other.before >> one.number & 1)


def _key(site: MoveSite, entry: TallyEntry) -> Key | None:
    """Return the key that distinguishes moves that start at the same position; None if unknown.

    A move of a piece has one action that moves it from there, and a drop has one that puts a piece
    there, so moves with different starts are never equal.
    """
    if site.chosen_by is None:
        return None
    actions = [action for action in site.chosen_by if action.name not in CHOICES]
    names = {action.name for action in actions}
    if site.kind != "add-move" or not names.isdisjoint(GOING_ON | {UNKNOWN_ACTION.name}):
        return None
    if entry.drops:
        if len(actions) != 1 or actions[0].name == "move" or actions[0].offset != 0:
            return None
        kind = actions[0].taken[0] if actions[0].taken else entry.type
        return kind if isinstance(kind, int) else None
    moved = [action for action in actions if action.name == "move"]
    target = moved[0].taken[1] if len(moved) == 1 else None
    return target if isinstance(target, RelativePosition) else None


def _preferences(site: MoveSite) -> tuple[int, ...] | None:
    """Return a move's numbers for `prefer`, without trailing zeros; None if unknown."""
    said = [
        action.taken[0]
        for action in site.chosen_by or ()
        if action.name in CHOICES and TABLE.by_name[action.name].selects == PREFER
    ]
    if len(said) > PREFERENCE_LEVELS:
        return None
    while said and said[-1] == 0:
        said.pop()
    numbers = tuple(each for each in said if isinstance(each, int))
    return numbers if len(numbers) == len(said) else None
