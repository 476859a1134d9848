"""Findings about a declaration: names it lacks, unused names, parts lost by a second `{board`."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from forthgame.base.name_quoting import PIECE, numbered_names, unquoted
from forthgame.base.source import Token
from forthgame.check.findings import line_of
from forthgame.check.loading.checked_script import CheckedScript, DeclaredName, RecordedDeclaration
from forthgame.rules.declaration.set_up_file import lacks_set_up
from forthgame.words.effect_sets import BRINGING, MAKING, PLACING_NEW
from forthgame.words.registers.memory_layout import PIECE_MASK, PLAYER_NUMBER_MASK, PLAYER_UNIT
from forthgame.words.word_sets import FILLING, STORING

# words that take a move type as a number
TYPED = frozenset(("partial-move-type", ".moveType", "$GenerateMoves"))
FORCED_PASS = "$passTurnForced"  # it turns a turn without moves into a pass, which may be intended
MOST_SHARING = 4  # pieces with one list that a message names
MOST_SINGLE = 3  # piece types that are reported one by one
ENDINGS = ("", "-at", "!", "-at!", "-now!")  # suffixes of the words of an attribute or a mark
WRITING = STORING | FILLING | {"(add-piece)"}
CELLS = frozenset(("board[]", "$board", "(add-piece)"))


class Declarations:
    """The checks of a game's declaration."""

    def __init__(self, script: CheckedScript) -> None:
        self.script = script
        self.declared = script.declared
        self.used = Counter(use.word.index for use in script.uses)
        self.names_used = {use.word.name for use in script.uses}
        self.setups = [(item, script.set_up_values(item)) for item in self.declared.setups]
        self.of_levels = _pieces_of_levels(self.declared)

    def check(self) -> None:
        if self.script.reader.word("OnEditAdd").place is None:  # else its meaning is open
            self._set_ups()
        if self._lacks_set_up():
            return
        for check in (
            self._positions,
            self._directions,
            self._zones,
            self._types,
            self._lists,
            self._pieces,
            self._players,
            self._attributes,
            self._cells_by_hand,
            self._hands,
        ):
            check()

    def _report(self, code: str, message: str, record: DeclaredName) -> None:
        self.script.report(code, message, record.token, record.name)

    def _uses(self, record: DeclaredName) -> int:
        """Return how often the word is named outside of its declaration."""
        return self.used[record.word.index] if record.word is not None else 0

    # -- set-up ---------------------------------------------------------------------------------

    def _lacks_set_up(self) -> bool:
        """Report a script in which no piece can come onto the board; return whether it is one."""
        declared = self.declared
        bringing = declared.dropped or PLACING_NEW & self.names_used
        if bringing or not lacks_set_up(declared):
            return False
        record = declared.all("pieces")[0]
        self.script.report(
            "FG566",
            "the script has no set-up, so no piece is on the board and nobody has a move; add "
            "{board-setup … board-setup}, which may stand in the .zrf of the same game",
            declared.declared.header("pieces") or record.token,
            "{pieces",
        )
        return True

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
        linked = {
            position
            for direction in self.declared.directions
            for link in direction.links.items()
            for position in link
        }
        apart: set[int] = set()  # unlinked, but named or after such a one: `h1 I +`
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
        return next(
            (n.name for n in self.declared.all("move types") if _value(n) == number), str(number)
        )

    def _types(self) -> None:
        declared = self.declared
        carried = declared.list_types
        wanted = {int(r.name) for kind in ("priorities", "turn types") for r in declared.all(kind)}
        any_type = carried | {0}
        for code, kind, types, consequence, remedy in (
            ("FG504", "priorities", carried, "this priority has no effect",
             ", or remove the priority"),
            ("FG505", "turn types", any_type, "this turn has no moves", ""),
        ):  # fmt: skip
            for record in declared.all(kind):
                if int(record.name) not in types:
                    name = self._type_name(int(record.name))
                    self.script.report(
                        code,
                        f"no move has the type `{name}`, so {consequence}; give the type to a "
                        f"{{move}} with {{move-type}}{remedy}",
                        record.token,
                        name,
                    )
        for record in declared.all("move types"):
            number = _value(record)
            idle = number in carried and number not in wanted and not TYPED & self.names_used
            if idle and not self._uses(record):
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
                shared = self._is_shared(record)
                if later is record.word and not self._uses(record) and not shared:
                    self._report(
                        "FG506",
                        f"no piece has the list of moves `{record.name}`; name it after {{moves}} "
                        f"or {{drops}} of a piece, or remove it{self._lists_in_common(record)}",
                        record,
                    )

    def _lists_in_common(self, unused: DeclaredName) -> str:
        """Name the lists that several pieces have, one of which may want the unused one."""
        lines: dict[str, list[str]] = {}
        for record in self.declared.all("lists used"):
            where = line_of(record.token.place, unused.token.place)
            lines.setdefault(record.token.text, []).append(where)
        shared = [
            f"`{name}` in {', '.join(at[:-1])} and {at[-1]}"
            for name, at in lines.items()
            if 2 <= len(at) <= MOST_SHARING
        ]
        return f"; several pieces have {', or '.join(shared)}" if shared else ""

    def _is_shared(self, record: DeclaredName) -> bool:
        """Return whether a part of the script has the list for the scripts that load it."""
        file, header = record.token.place.file, self.declared.declared.header("pieces")
        if header is None or file == str(self.script.path):
            return False
        return header.place.file != file

    # -- pieces and players ---------------------------------------------------------------------

    def _pieces(self) -> None:
        placed = {piece for _, piece in self.of_levels} | {
            piece & PIECE_MASK for _, (_, piece, _) in self.setups if piece is not None
        }
        unknown = bool(MAKING & self.names_used) or any(p is None for _, (_, p, _) in self.setups)
        absent = [
            record
            for number, (record, piece) in enumerate(
                zip(self.declared.all("pieces"), self.declared.pieces, strict=False), 1
            )
            if not (piece.drops or number in placed or unknown or self._uses(record))
        ]
        for record in absent[:1] if len(absent) > MOST_SINGLE else absent:
            more = f" nor do {len(absent) - 1} more types" if len(absent) > MOST_SINGLE else ""
            self._report(
                "FG502",
                f"no `{record.name}` ever comes onto the board{more and ',' + more}: it is not in "
                "the set-up, has no drops, and nothing names it; use it or remove it",
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
        self._idle_types()

    def _idle_types(self) -> None:
        """Report turns for a type of moves that no piece of the player has, in games without drops.

        Another player has pieces with such moves, as where {for-player} was forgotten.
        """
        declared = self.declared
        dropping = any(piece.drops for piece in declared.pieces)
        unknown = any(None in values for _, values in self.setups)
        if dropping or unknown or (BRINGING | MAKING) & self.names_used:
            return
        owners: dict[int, set[int]] = {}
        for number, piece in enumerate(declared.pieces, 1):
            listed = declared.lists.get(piece.moves)
            for _, kind in listed.entries if listed is not None else ():
                owners.setdefault(kind, set()).update(
                    player & PLAYER_NUMBER_MASK
                    for _, (player, placed, _) in self.setups
                    if player is not None and placed == number
                )
        given = [*zip(declared.all("turns"), declared.turns, strict=False)]
        for record, turn in given:
            code, able = turn.for_player & PLAYER_NUMBER_MASK, owners.get(turn.of_type, set())
            if not turn.of_type or not able or code in able:
                continue
            others = [p.name for p in declared.players if p.code & PLAYER_NUMBER_MASK in able]
            self._report(
                "FG508",
                f"no piece of `{record.name}` has moves of type `{self._type_name(turn.of_type)}`, "
                f"only pieces of {' and '.join(others)} have, so this turn never has a move; is "
                "{for-player} missing or wrong?",
                record,
            )

    def _idle_turns(self) -> None:
        """Report turns of players without pieces that can move, in games without drops."""
        declared = self.declared
        dropping = any(piece.drops for piece in declared.pieces)
        unknown = any(None in values for _, values in self.setups)
        if dropping or unknown or (BRINGING | {FORCED_PASS}) & self.names_used:
            return
        every = set(range(len(declared.pieces) + 1))
        moving = {k for k, p in enumerate(declared.pieces, 1) if p.moves}
        movers = every if MAKING & self.names_used else moving
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

    # -- attributes, marks and hands ------------------------------------------------------------

    def _attributes(self) -> None:
        for kind, what in (("attributes", "attribute"), ("marks", "mark")):
            current = {item.name for item in getattr(self.declared, kind)}
            for record in self.declared.all(kind):
                used = any(record.name + ending in self.names_used for ending in ENDINGS)
                if record.name in current and not used:
                    self._report(
                        "FG515", f"the {what} `{record.name}` is never used; remove it", record
                    )

    def _cells_by_hand(self) -> None:
        """Report definitions that write board cells directly in a game with attributes."""
        names = ", ".join(attribute.name for attribute in self.declared.attributes)
        if not names:
            return
        inside: dict[str, set[str]] = {}
        for use in self.script.uses:
            inside.setdefault(use.inside or "", set()).add(use.word.name)
        reported: set[str] = set()
        for use in self.script.uses:
            place = use.inside or ""
            if use.word.name in CELLS and inside[place] & WRITING and place not in reported:
                reported.add(place)
                self.script.report(
                    "FG516",
                    f"this writes cells of the board itself, whose bits from 16 up are attributes "
                    f"({names}); set them by their words, or keep to the lower 16 bits",
                    use.token,
                    use.word.name,
                )

    def _hands(self) -> None:
        """Report words that only have an effect in games with hands."""
        if self.declared.hands:
            return
        for use in self.script.uses:
            if use.word.name == "$recycle" and use.word.index < self.script.reader.fence:
                message = "$recycle has no effect: the board has no {hand}; add it, or remove this"
                self.script.report("FG517", message, use.token, "$recycle")
                return
        for record in self.declared.all("unpromoted")[:1]:
            message = f"{{unpromoted}} of `{record.name}` has no effect: the board has no {{hand}}"
            self._report("FG517", f"{message}; add it, or remove this", record)


def _value(record: DeclaredName) -> int:
    return record.word.value if record.word is not None else -1


def _pieces_of_levels(declared: RecordedDeclaration) -> set[tuple[int, int]]:
    """Return the player codes and piece numbers in levels that are written as positions.

    Pieces of drawn levels come from words of the script.
    """
    players = numbered_names([player.name for player in declared.players])
    pieces = numbered_names([piece.name for piece in declared.pieces])
    found = set()
    for text in (level.rows[0] for level in declared.levels if level.is_text):
        for item in filter(None, map(PIECE.match, text.split())):
            if item["raw"]:
                cell = int(item["raw"])
                found.add((cell & PLAYER_NUMBER_MASK, cell & PIECE_MASK))
                continue
            player, piece = unquoted(item["player"]), unquoted(item["piece"])
            if player in players and piece in pieces:
                found.add(((players.index(player) + 1) * PLAYER_UNIT, pieces.index(piece) + 1))
    return found


# -- a second board --------------------------------------------------------------------------------


def check_second_board(script: CheckedScript) -> None:
    """Report parts of the first board's declaration that the new board lacks."""
    declared = script.declared
    token = declared.again
    if token is None:
        return
    events = {word.name for word in script.words}
    if declared.dropped and not declared.setups and "OnNewGame" not in events:
        place = declared.dropped[0].player.place
        script.report(
            "FG524",
            f"this board has no set-up: the one of {Path(place.file).name}:{place.line} belonged "
            "to the board before; give {board-setup again after it",
            token,
            token.text,
        )
    if declared.unranked and not declared.priorities:
        script.report(
            "FG524",
            "the priorities of moves belonged to the board before; give {move-priorities again "
            "after it",
            token,
            token.text,
        )
    _lost_links(script, token)
    _old_names(script, token)


def _lost_links(script: CheckedScript, again: Token) -> None:
    """Report links given by name whose positions do not exist on the new board."""
    known = set(script.declared.positions)
    for direction in script.declared.direction_names.values():
        for source, target in direction.given.items():
            if target is None or {source, target} <= known:
                continue
            script.report(
                "FG524",
                f"the link `{direction.name}` from {source} to {target} is gone: this board has no "
                f"position {target if source in known else source}; give {{directions again after "
                "it",
                again,
                again.text,
            )
            break


def _old_names(script: CheckedScript, again: Token) -> None:
    """Report definitions that use positions or storage of the first board that have moved."""
    places = {word.name: word.operand for word, _ in script.declared.stored}
    current = {word.index for word in script.declared.position_words}
    current |= {word.index for word, _ in script.declared.stored}
    for use in script.uses:
        word = use.word
        if use.inside is None or word.index in current:
            continue
        line = line_of(again.place, use.token.place)
        if word.role == "position":
            names = script.declared.positions
            there = names[word.value] if 0 <= word.value < len(names) else ""
            if there == word.name:
                continue
            meant = f"`{there}`" if there else "off the board"
            message = (
                f"`{word.name}` is position {word.value} of the board before, which is {meant} on "
                f"that of {line}; define this word after the new board"
            )
        elif word.role == "board storage" and places.get(word.name) != word.operand:
            message = (
                f"`{word.name}` is storage of the board before; on that of {line} it lies "
                "elsewhere or is gone: define this word after the new board"
            )
        else:
            continue
        script.report("FG524", message, use.token, word.name)
