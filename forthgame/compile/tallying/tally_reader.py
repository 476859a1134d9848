"""Read the moves of all list entries of a game, for all positions at once.

If all entries can be read, moves are counted without running words (`tally_writer.py`). Otherwise
the words of the others are run, if that pays (`untallied_entries.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum

from forthgame.analysis.dataflow import closure
from forthgame.analysis.function import Function
from forthgame.analysis.write_before_read import Scratch, write_first
from forthgame.base.lazy import lazy
from forthgame.compile.generation.list_entries import (
    COUNTED,
    LISTED,
    TALLIED,
    Candidates,
    CountingMethod,
)
from forthgame.compile.generation.purity import first_change, said_of, written_by
from forthgame.compile.generation.switches import Optimisation, used
from forthgame.compile.reading.assumptions import Assumptions
from forthgame.compile.reading.decision_diagrams import Decisions
from forthgame.compile.reading.direction_links import BoardLinks
from forthgame.compile.reading.path_graph import MoveSite, PathGraph, PathStep, fits, same_moves
from forthgame.compile.reading.path_reader import ALL_STEPS, PathReader
from forthgame.compile.reading.path_states import CHOICES, UNKNOWN_ACTION, Inexact, TooLarge
from forthgame.compile.reading.region_reader import RegionReader
from forthgame.compile.reading.skipped_regions import Regions
from forthgame.compile.reading.symbolic_values import RelativePosition
from forthgame.compile.tallying.untallied_entries import fitting, may_pass, pays, run_sites
from forthgame.words.effect_sets import PASSING_ONCE
from forthgame.words.lists.tallying import MOST_SITES, TALLIED_POSITIONS
from forthgame.words.primitives import TABLE
from forthgame.words.registers import memory_layout as at
from forthgame.words.registers.extension_registers import (
    COUNTABLE,
    HANDS,
    ONLY_DRAWN,
    ONLY_READ,
    ONLY_TALLIED,
    PREFER,
    PREFERENCE_LEVELS,
)
from forthgame.words.word_sets import GOING_ON

MOST_DECISIONS = 6000  # in all words together, for all players


@dataclass(frozen=True)
class TallyEntry:
    """An entry of a move list: its address, its word, and the piece type.

    `drops` means that the pieces are put on the board. `more` are other types that have the same
    list and for which the word makes the same moves.
    """

    address: int
    word: int
    type: int
    drops: bool = False
    more: tuple[int, ...] = ()


Read = tuple[TallyEntry, list[list[MoveSite]]]  # with the moves of its word, for each player


class Mode(Enum):
    """How a word is read."""

    PLAIN = "as it is"
    WIDENING = "with the signs of totals only, and without facts from words that have returned"
    ASKING = "with words asked beforehand"


class TallyReader:
    """Read the moves of entries for each player."""

    def __init__(
        self,
        functions: Mapping[int, Function],
        board: BoardLinks,
        candidates: Candidates,
        assumed: Assumptions,
    ) -> None:
        self._settled, self._board, self.assumed = board.settled, board, assumed
        self._functions, self._steps = functions, ALL_STEPS
        self.unread: dict[int, Inexact] = {}  # why words of entries are run, by address
        self._modes: dict[int, Mode] = {}  # of words that cannot be read as they are
        self._unfollowed: dict[int, Inexact] = {}  # reasons why words cannot be read, by entry
        self.decisions = Decisions()
        self.steps: dict[TallyEntry, list[list[PathStep]]] = {}  # for each player
        scratch = written_by((each.entry for each in candidates.values()), functions)
        self.regions = regions = Regions(functions)
        self._plain = set[int]()  # words that were read without skipping regions
        self._readers = [
            (
                PathReader(functions, board, player, scratch, assumed),
                RegionReader(regions, board, player, scratch, assumed),
            )
            for player in range(1, board.settled[at.PLAYER_COUNT] + 1)
        ]

    def read(self, entry: TallyEntry) -> list[list[MoveSite]]:
        """Return the moves of an entry's word for each player. Raises Inexact."""
        found: dict[int, tuple[list[MoveSite], list[PathStep]]] = {}
        players = range(1, len(self._readers) + 1)
        for player, readers in zip(players, self._readers, strict=True):
            try:
                reader, ways = self._follow(*readers, entry)
            except Inexact:
                if not self._is_neutral(player):
                    raise
                self.assumed.unread.add(player)
                continue
            each = 2 if self._settled.get(HANDS) else 1  # a drop also takes a piece from the hand
            if not fits(ways, self._settled[at.ACTION_LIMIT], each):
                raise Inexact("a move of many actions")
            found[player] = ways.sites(self.decisions), ways.steps()
            if reader is readers[0]:
                self._note_regions(readers[1], entry, found[player][0])
            if len(self.decisions.nodes) > MOST_DECISIONS:
                raise TooLarge("the word has too many ways")
            if not reader.depends_on_player:
                found = dict.fromkeys(players, found[player])
                break
        if not found:
            raise Inexact("players who are never to move")
        other = next(iter(found.values()))
        self.steps[entry] = [found.get(player, other)[1] for player in players]
        return [found.get(player, other)[0] for player in players]

    def _note_regions(
        self, passing: RegionReader, entry: TallyEntry, sites: Sequence[MoveSite]
    ) -> None:
        """Read a word again to find its regions, if it is run again to make its moves."""
        if all(site.actions is not None for site in sites) or 2 * self._steps < ALL_STEPS:
            self._plain.add(entry.word)
            return
        nodes, assumed = len(self.decisions.nodes), self.assumed.copy()
        try:
            self._ways(passing, entry)
        except Inexact:
            self._plain.add(entry.word)
        passing.forget_needs()
        self.decisions.forget(nodes)
        self.assumed.restore(assumed)

    def _is_neutral(self, player: int) -> bool:
        code = self._board.cell(self._settled[at.PLAYERS] + (player - 1) * at.CELL)
        return code & at.NEUTRAL_BIT != 0

    def read_all(
        self, entries: list[TallyEntry], mixes: bool = False
    ) -> tuple[list[TallyEntry], list[list[list[MoveSite]]]]:
        """Read all entries, and merge piece types with the same list and moves.

        A piece has one type, so the order of its moves does not change. If the game `mixes`, words
        that cannot be read are run; else raise Inexact.
        """
        found = [self._read_or_run(entry, mixes) for entry in entries]
        if mixes:
            self._run_most(entries, found)
        lists: dict[int, list[Read]] = {}
        for number, (entry, sites) in enumerate(zip(entries, found, strict=True)):
            key = -1 - number if entry.drops else entry.type
            lists.setdefault(key, []).append((entry, sites))
        return self._merged(lists)

    def _read_or_run(self, entry: TallyEntry, mixes: bool) -> list[list[MoveSite]]:
        nodes, assumed = len(self.decisions.nodes), self.assumed.copy()
        try:
            return self.read(entry)
        except Inexact as reason:
            if not mixes or may_pass(self._functions, entry.word):
                raise
            self.decisions.forget(nodes)
            self.assumed.restore(assumed)
            self.unread[entry.address] = reason
            return self._run_sites(entry)

    def _run_sites(self, entry: TallyEntry) -> list[list[MoveSite]]:
        return [run_sites(self._functions, entry.word)] * len(self._readers)

    def _run_most(self, entries: list[TallyEntry], found: list[list[list[MoveSite]]]) -> None:
        """Run the words of entries that share their address with one that is run.

        Run those that make most moves if all together make too many.
        """
        for entry, kept in zip(entries, fitting([*map(most_moves, found)]), strict=True):
            if not kept:
                self.unread.setdefault(entry.address, Inexact("too many moves of all words"))
        for k, entry in enumerate(entries):
            if entry.address in self.unread:
                found[k] = self._run_sites(entry)

    def _merged(
        self, lists: dict[int, list[Read]]
    ) -> tuple[list[TallyEntry], list[list[list[MoveSite]]]]:
        kept: list[list[Read]] = []
        for listed in lists.values():
            same = next((k for k, each in enumerate(kept) if _have_all(each, listed)), None)
            if same is None:
                kept.append(listed)
            else:
                kept[same] = [
                    (self._with_type(entry, listed[0][0].type), sites)
                    for entry, sites in kept[same]
                ]
        found = [each for listed in kept for each in listed]
        return [entry for entry, _ in found], [sites for _, sites in found]

    def _with_type(self, entry: TallyEntry, type: int) -> TallyEntry:
        together = replace(entry, more=(*entry.more, type))
        if entry in self.steps:
            self.steps[together] = self.steps[entry]
        return together

    def _follow(
        self, plain: PathReader, passing: RegionReader, entry: TallyEntry
    ) -> tuple[PathReader, PathGraph]:
        """Return the graph of a word, and the reader that has followed it.

        If the plain reader fails, regions that only record actions are skipped, also for other
        piece types and the next player. Raises Inexact.
        """
        mode = self._modes.get(entry.word, Mode.PLAIN)
        for reader in (plain, passing):
            reader.asking, reader.widening = mode is Mode.ASKING, mode is Mode.WIDENING
        if entry.word not in self._unfollowed:
            try:
                return plain, self._ways(plain, entry)
            except Inexact as reason:
                self._unfollowed[entry.word] = reason
        while True:
            try:
                return passing, self._ways(passing, entry)
            except Inexact as reason:
                if passing.learns():
                    continue
                if self._has_another_mode(entry.word, mode, reason):
                    return self._follow(plain, passing, entry)
                if isinstance(reason, TooLarge):
                    reason.cell = self._functions[entry.word].start
                    raise
                raise self._unfollowed[entry.word] from None

    def without_idle_regions(self, run: set[int]) -> set[int]:
        """Return the functions whose regions matter for all moves.

        `run` are the words that are run for each move.
        """
        return set(closure(run | self._plain, lambda entry: self._functions[entry].callees()))

    def _has_another_mode(self, word: int, mode: Mode, reason: Inexact) -> bool:
        """Return whether there is another mode for a word that cannot be read; it is used next."""
        if mode is Mode.PLAIN and isinstance(reason, TooLarge):
            self._modes[word] = Mode.WIDENING
        elif mode is not Mode.ASKING and self.assumed.questions is not None:
            self._modes[word] = Mode.ASKING
        else:
            return False
        del self._unfollowed[word]
        return True

    def _ways(self, reader: PathReader, entry: TallyEntry) -> PathGraph:
        if self._steps < 0:
            raise TooLarge("the words have too many ways")
        try:
            return PathGraph(reader, reader.begin(entry.word, entry.type, entry.drops))
        finally:
            self._steps -= reader.steps


class Unprofitable(Inexact):
    """Raised if too many words have to be run; `unread` has the reasons by address of the entry."""

    def __init__(self, reason: Inexact, unread: Mapping[int, Inexact]) -> None:
        super().__init__(str(reason), reason.cell)
        self.unread = unread


@dataclass(frozen=True)
class GameTally:
    """The entries of a game and their moves for each player, with the reader that found them."""

    reader: TallyReader
    entries: list[TallyEntry]
    sites: list[list[list[MoveSite]]]

    @property
    def mixed(self) -> bool:
        """Return whether some words are run."""
        return bool(self.reader.unread)

    def idle_regions(self, function: Function) -> dict[int, int]:
        """Return the regions of a function that matter only for moves that are made.

        The result has the cell after each region by its first cell.
        """
        if function.entry in self._without_idle_regions:
            return {}
        return self.reader.regions.idle(function)

    @lazy
    def _without_idle_regions(self) -> set[int]:
        unread = self.reader.unread
        run = {entry.word for entry in self.entries if entry.address in unread}
        return self.reader.without_idle_regions(run)


def read_game(
    functions: Mapping[int, Function],
    board: BoardLinks,
    candidates: Candidates,
    assumed: Assumptions,
    mixes: bool = False,
) -> GameTally:
    """Read the words of all entries of a game, if it `mixes` only as far as possible.

    Raises Inexact.
    """
    reader = TallyReader(functions, board, candidates, assumed)
    mixes = mixes and used(Optimisation.MIXED) and not board.settled[at.PRIORITIES]
    tally = GameTally(reader, *reader.read_all(tallied_entries(board, candidates), mixes))
    check_together(tally, board)
    if reader.unread:
        check_mixed(reader, functions, tally.entries)
    return tally


def check_mixed(
    reader: TallyReader, functions: Mapping[int, Function], entries: Sequence[TallyEntry]
) -> None:
    """Raise Inexact if running some words beside tallies is not possible, or does not pay."""
    reason = next(iter(reader.unread.values()))
    run = [entry for entry in entries if entry.address in reader.unread]
    known = {(entry.address, entry.drops and entry.type) for entry in run}
    alike = {entry.address for entry in run if entry.drops}
    if len(known) < len(run) or any(e.address in alike for e in run if not e.drops):
        raise reason  # moves would be attributed to another entry
    tallied = {entry.word for entry in entries} - {entry.word for entry in run}
    if not pays(functions, [*tallied], [*{entry.word for entry in run}]):
        raise Unprofitable(reason, reader.unread)


def tallied_entries(board: BoardLinks, candidates: Candidates) -> list[TallyEntry]:
    """Return the entries in the order in which they are tried at a position. Raises Inexact."""
    if not used(Optimisation.TALLIED):
        raise Inexact("tallies are switched off")
    if board.positions > TALLIED_POSITIONS:
        raise Inexact("a large board")
    entries: list[TallyEntry] = []
    for drops in (False, True):
        for type, address in listed(board, drops):
            if address not in candidates:
                raise Inexact("an entry that is not known")
            entries.append(TallyEntry(address, candidates[address].entry, type, drops))
    return entries


def listed(board: BoardLinks, drops: bool) -> Iterator[tuple[int, int]]:
    """Yield piece type and address of each entry of the lists of moves, or of drops."""
    for type in range(1, board.settled[at.SCAN_PIECES] + 1):
        address = board.cell(board.settled[at.PIECES] + (type - 1) * 16 + (8 if drops else 4))
        while address and board.cell(address):
            yield type, address
            address += 8


def check_together(tally: GameTally, board: BoardLinks) -> None:
    """Raise Inexact for too many moves, or passes that depend on each other if tallied apart.

    Entries are tallied apart if moves have ranks, or if some words are run.
    """
    if sum(most_moves(of_players) for of_players in tally.sites) > MOST_SITES:
        raise Inexact("too many moves of all words")
    passing = (
        max(sum(site.kind in PASSING_ONCE for site in of_player) for of_player in each)
        for each in tally.sites
    )
    if (tally.mixed or board.settled[at.PRIORITIES] != 0) and sum(passing) > 1:
        raise Inexact("passes in several places")


def _have_all(first: list[Read], second: list[Read]) -> bool:
    """Return whether two piece types have the same entries, with the same moves."""
    return len(first) == len(second) and all(
        one.address == other.address and not one.drops and not other.drops and same_moves(a, b)
        for (one, a), (other, b) in zip(first, second, strict=True)
    )


def most_moves(of_players: list[list[MoveSite]]) -> int:
    """Return the number of places that are reserved for an entry's moves: at least one."""
    return max(1, *(len(of_player) for of_player in of_players))


# -- counting methods of entries, and the obstacles to better ones ---------------------------------


def paths(
    tally: GameTally | Inexact,
    functions: Mapping[int, Function],
    board: BoardLinks,
    candidates: Candidates,
    assume: Callable[[], Assumptions],
) -> dict[int, CountingMethod]:
    """Return the method of each entry of a game that may be counted, by its address.

    `tally` has the moves of the game, or the reason why they cannot be read.
    """
    if isinstance(tally, GameTally):
        return _methods(tally.reader.unread, candidates)
    slower = (
        LISTED if board.settled[COUNTABLE] & ~(ONLY_DRAWN | ONLY_READ) == ONLY_TALLIED else COUNTED
    )
    of_all = CountingMethod(slower, str(tally))
    if isinstance(tally, Unprofitable):
        found = _methods(tally.unread, candidates)
    else:
        drops = {address for _, address in listed(board, drops=True)}
        found = {
            a: _method_of(
                TallyReader(functions, board, candidates, assume()),
                TallyEntry(a, c.entry, c.type, a in drops),
            )
            for a, c in candidates.items()
        }
    if any(path.kind != TALLIED for path in found.values()):
        of_all = CountingMethod(slower, "other words of the game cannot be tallied")
    return {
        a: of_all if path.kind == TALLIED else CountingMethod(slower, path.why, path.cell)
        for a, path in found.items()
    }


def _methods(unread: Mapping[int, Inexact], candidates: Candidates) -> dict[int, CountingMethod]:
    return {
        a: CountingMethod(COUNTED, str(unread[a]), unread[a].cell)
        if a in unread
        else CountingMethod(TALLIED)
        for a in candidates
    }


def listed_paths(
    functions: Mapping[int, Function], candidates: Candidates
) -> dict[int, CountingMethod]:
    """Return the reason why the moves of each entry are recorded, by its address."""
    scratch = written_by((each.entry for each in candidates.values()), functions)
    if not write_first((each.entry for each in candidates.values()), functions, Scratch(scratch)):
        scratch = frozenset()
    changes = {a: first_change(each.entry, functions, scratch) for a, each in candidates.items()}
    return {
        a: CountingMethod(LISTED)
        if change is None
        else CountingMethod(LISTED, said_of(change[0]), change[1])
        for a, change in changes.items()
    }


def _method_of(reader: TallyReader, entry: TallyEntry) -> CountingMethod:
    try:
        reader.read(entry)
    except Inexact as reason:
        return CountingMethod(COUNTED, str(reason), reason.cell)
    return CountingMethod(TALLIED)


# -- choices between moves -------------------------------------------------------------------------

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
                    if any(other != entry or _both_possible(each, site) for other, each in alike):
                        return True
                    alike.append((entry, site))
    return len(preferred) > 1


def _both_possible(one: MoveSite, other: MoveSite) -> bool:
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
    if len(moved) != 1 or moved[0].taken[0] != RelativePosition(0):
        return None
    target = moved[0].taken[1]
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
