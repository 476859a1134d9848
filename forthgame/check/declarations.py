"""Findings about what a game declares: used and not declared, declared and not used."""

from __future__ import annotations

from collections import Counter

from forthgame.check.leveled import pieces_of_levels
from forthgame.check.recorder import Named
from forthgame.check.script import Script
from forthgame.lang.doing import PLACING
from forthgame.lang.facts import taking
from forthgame.lang.layout import PIECE_MASK, PLAYER_NUMBER_MASK, PLAYER_UNIT

# words that take a type of moves as a number
TYPED = frozenset(("partial-move-type", ".moveType", "$GenerateMoves"))
# words by which a script can bring a player's pieces onto the board
BY_HAND = frozenset(("board[]", "OnEditAdd", "(add-piece)"))
BRINGING = PLACING & taking("player") | BY_HAND
# words by which it can bring piece types onto the board that it does not name
MAKING = PLACING & taking("type") | BY_HAND


FORCED_PASS = "$passTurnForced"  # with it, a turn without moves is a pass, and may be meant


class Declarations:
    """The checks of one game's declaration."""

    def __init__(self, script: Script) -> None:
        self.script = script
        self.declared = script.declared
        self.used = Counter(use.word.index for use in script.uses)
        self.names_used = {use.word.name for use in script.uses}
        self.setups = [(item, script.set_up_values(item)) for item in self.declared.setups]
        self.of_levels = pieces_of_levels(self.declared)

    def check(self) -> None:
        """Report on everything that is declared."""
        if self.script.reader.word("OnEditAdd").place is None:  # else it may mean anything
            self._set_ups()
        self._positions()
        self._directions()
        self._zones()
        self._types()
        self._lists()
        self._pieces()
        self._players()

    def _report(self, code: str, message: str, record: Named) -> None:
        self.script.report(code, message, record.token, record.name)

    def _uses(self, record: Named) -> int:
        """How often the word is named, without its declaration."""
        return self.used[record.word.index] if record.word is not None else 0

    # -- set-up ---------------------------------------------------------------------------------

    def _set_ups(self) -> None:
        first: dict[int, str] = {}
        for item, (player, piece, position) in self.setups:
            for value, token, what, high in (
                (player, item.player, "player", len(self.declared.players)),
                (piece, item.piece, "piece", len(self.declared.pieces)),
                (position, item.position, "position", len(self.declared.positions)),
            ):
                if value is not None and not self._is(what, value, high):
                    self.script.report(
                        "FG512",
                        f"`{token.text}` gives {value}, which is not a {what} of this game; a "
                        "set-up names a player, a piece and a position",
                        token,
                        token.text,
                    )
            if position is None or not 0 <= position < len(self.declared.positions):
                continue
            name = item.position.text
            if position in first:
                self.script.report(
                    "FG513",
                    f"there is a set-up on {name} already ({first[position]}), which this one "
                    "replaces; remove one of them",
                    item.position,
                    name,
                )
            first[position] = f"line {item.position.place.line}"

    @staticmethod
    def _is(what: str, value: int, high: int) -> bool:
        if what == "player":
            number, rest = divmod(value, PLAYER_UNIT)
            return 1 <= number <= high and rest in (0, PLAYER_UNIT >> 1)
        return 1 <= value <= high if what == "piece" else 0 <= value < high

    # -- board ----------------------------------------------------------------------------------

    def _positions(self) -> None:
        linked: set[int] = set()
        for direction in self.declared.directions:
            linked.update(direction.links)
            linked.update(direction.links.values())
        apart: set[int] = set()  # without links, and named or behind such: `h1 I +` reaches them
        for record in self.declared.all("positions"):
            number = record.word.value if record.word is not None else -1
            if number in linked:
                continue
            if self._uses(record) or number - 1 in apart:
                apart.add(number)
            else:
                self._report(
                    "FG501",
                    f"the position `{record.name}` is never used: no link leads there and nothing "
                    "names it; remove it",
                    record,
                )

    def _directions(self) -> None:
        used = [w for w in self.script.words if w.role == "direction" and self.used[w.index]]
        named = {word.name for word in used}
        for record in self.declared.all("directions"):
            if record.name not in named:
                self._report(
                    "FG514", f"the direction `{record.name}` is never used; remove it", record
                )
        linked = any(direction.links for direction in self.declared.directions)
        if used and not linked and len(self.declared.positions) > 1:
            self.script.report(
                "FG556",
                "no direction leads anywhere: {directions links the grid that stands before it, by "
                "steps that stay on the board; look at the order and at the steps",
                used[0].place,
                used[0].name,
            )

    def _zones(self) -> None:
        for record in self.declared.all("zones"):
            if not self._uses(record):
                self._report("FG518", f"the zone `{record.name}` is never used; remove it", record)

    # -- moves ----------------------------------------------------------------------------------

    def _type_name(self, number: int) -> str:
        names = [n.name for n in self.declared.all("move types") if _value(n) == number]
        return names[0] if names else str(number)

    def _types(self) -> None:
        declared = self.declared
        carried = declared.list_types
        asked = {int(r.name) for kind in ("priorities", "turn types") for r in declared.all(kind)}
        for record in declared.all("priorities"):
            if int(record.name) not in carried:
                name = self._type_name(int(record.name))
                self.script.report(
                    "FG504",
                    f"no move has the type `{name}`, so this priority has no effect; give the type "
                    "to a {move} with {move-type}, or remove the priority",
                    record.token,
                    name,
                )
        for record in declared.all("turn types"):
            if int(record.name) and int(record.name) not in carried:
                name = self._type_name(int(record.name))
                self.script.report(
                    "FG505",
                    f"no move has the type `{name}`, so this turn has no moves; give the type to a "
                    "{move} with {move-type}",
                    record.token,
                    name,
                )
        for record in declared.all("move types"):
            number = _value(record)
            if number not in carried or number in asked or TYPED & self.names_used:
                continue
            if not self._uses(record):
                self._report(
                    "FG503",
                    f"the move type `{record.name}` makes no difference: no priority, turn or word "
                    "uses it; remove it, or name it in {move-priorities or {of-type}",
                    record,
                )

    def _lists(self) -> None:
        used = {r.word.token for r in self.declared.all("lists used") if r.word is not None}
        for record in self.declared.all("lists"):
            if record.word is not None and record.word.token not in used:
                later = self.script.reader.dictionary.find(record.name)
                if later is record.word and not self._uses(record):
                    self._report(
                        "FG506",
                        f"no piece has the list of moves `{record.name}`; name it after {{moves}} "
                        "or {drops} of a piece, or remove it",
                        record,
                    )

    # -- pieces and players ---------------------------------------------------------------------

    def _pieces(self) -> None:
        placed = {piece & PIECE_MASK for _, (_, piece, _) in self.setups if piece is not None}
        placed |= {piece for _, piece in self.of_levels}
        unknown = any(piece is None for _, (_, piece, _) in self.setups)
        unknown = unknown or bool(MAKING & self.names_used)
        for number, (record, piece) in enumerate(
            zip(self.declared.all("pieces"), self.declared.pieces, strict=False), 1
        ):
            if piece.drops or number in placed or unknown or self._uses(record):
                continue
            self._report(
                "FG502",
                f"no `{record.name}` ever comes onto the board: it is not in the set-up, has no "
                "drops, and nothing names it; use it or remove it",
                record,
            )

    def _players(self) -> None:
        declared = self.declared
        in_turns = {t.player for t in declared.turns} | {t.for_player for t in declared.turns}
        in_turns |= {player for _, (player, _, _) in self.setups if player is not None}
        for record in declared.all("players"):
            if _value(record) not in in_turns and not self._uses(record):
                self._report(
                    "FG507",
                    f"the player `{record.name}` has no turn and nothing names them; give them a "
                    "{turn}, or remove them",
                    record,
                )
        self._idle_turns()

    def _idle_turns(self) -> None:
        """Turns of players who own nothing that moves, where nothing can be dropped."""
        declared = self.declared
        if any(p.drops for p in declared.pieces) or (BRINGING | {FORCED_PASS}) & self.names_used:
            return
        if any(None in values for _, values in self.setups):
            return
        movers = {k for k, p in enumerate(declared.pieces, 1) if p.moves}
        if MAKING & self.names_used:
            movers = set(range(len(declared.pieces) + 1))
        owners = {
            player & PLAYER_NUMBER_MASK
            for _, (player, piece, _) in self.setups
            if player is not None and piece in movers
        }
        owners |= {player for player, piece in self.of_levels if piece in movers}
        reported: set[int] = set()
        for record, turn in zip(declared.all("turns"), declared.turns, strict=False):
            code = turn.for_player & PLAYER_NUMBER_MASK
            if code in owners or code in reported:
                continue
            reported.add(code)
            number = code // PLAYER_UNIT
            name = declared.players[number - 1].name if number <= len(declared.players) else "?"
            self._report(
                "FG508",
                f"`{name}` has no piece with moves and nothing can be dropped, so this turn never "
                "has a move; set up pieces for them, or remove the turn",
                record,
            )


def _value(record: Named) -> int:
    return record.word.value if record.word is not None else -1
