"""Moves by their positions alone: `e2e4` of UCI, `7g7f` of USI, `D4` of GTP."""

from __future__ import annotations

from typing import TYPE_CHECKING

from forthgame.position.texts.move_style import Notation, Parsed, PlaceNames, Reading, as_one
from forthgame.position.texts.texts_file import TextsTable
from forthgame.words.registers import memory_layout as at

if TYPE_CHECKING:
    from forthgame.position.moves import Moves
    from forthgame.rules.script import Script

Form = tuple[int, int, str, bool]  # source, target, letter or sign of the promotion, whether `x`
SIGNS = "-–x:×"  # between source and target
LETTER = "letter"


class Coordinates(Notation):
    """Source and target, then the promotion: `e7e8q`; drops as `P@e5` (UCI, USI).

    `castling` gives other texts of a piece's moves, which are read if they are no moves themselves.
    """

    names: PlaceNames

    def __init__(self, game: Script, table: TextsTable) -> None:
        super().__init__(game, table)
        self.drop = table.text("drop", "@")
        self.sign = table.text("promotion", LETTER)
        self.names = PlaceNames(table)
        self.castling = table.ways("castling")
        self._forms = Parsed(self._parsed)
        self._types = self.capitals()
        signs = {letter.lower() for letter in self._types} if self.sign == LETTER else {self.sign}
        self._signs = {"", *signs}

    def text(self, moves: Moves, number: int) -> str:
        source, target, piece, became, _ = moves._outlines.outline(number)
        names = self.names.by_number
        if target < 0:
            return self.passing
        if source < 0:
            return f"{self.letter(piece).upper()}{self.drop}{names[target]}"
        return names[source] + names[target] + self._suffix(became)

    def _suffix(self, became: int) -> str:
        if not became:
            return ""
        return self.letter(became).lower() if self.sign == LETTER else self.sign

    def asked(self, moves: Moves, text: str) -> str:
        form = self._forms[text.strip()]
        if isinstance(form, str):
            return ""
        return " ".join(self.positions[place] for place in form[:2] if place >= 0)

    def read_move(self, moves: Moves, text: str) -> Reading | None:
        form = self._forms[text]
        if isinstance(form, str):
            return Reading((), form) if form else None
        source, target, sign, takes = form
        outlines = moves._outlines
        if source < 0:
            kinds = self._types[sign]
            listed = outlines.placed_on(target)
            found = [one for one in listed if one[1].piece & at.PIECE_MASK in kinds]
            return Reading(as_one(moves, outlines.numbers(found)))
        near = outlines.moved_to(target, frozenset((source,)))
        listed = [o for o in near if o[1].source == source and (o[1].takes or not takes)]
        found = [one for one in listed if self._suffix(one[1].became) == sign]
        numbers = outlines.numbers(found)
        for kind, start, end in self.castling.get(text, ()) if not numbers else ():
            numbers += outlines.numbers(outlines.of_type(kind, start, end))
        if not numbers and not sign:  # without the promotion that moves have
            several = outlines.numbers(listed)
            numbers = several if len(several) > 1 else numbers
        return Reading(numbers if len(numbers) < 2 else as_one(moves, numbers))

    def _parsed(self, text: str) -> Form | str:
        """Return the form of a text; a sentence if a place is missing; empty if it has no form."""
        known = self.names.numbers
        for own in (text, text.lower()) if self.names.either else (text,):
            for k in range(1, len(own)):
                if own[:k] not in known:
                    continue
                for start in (k, k + 1) if own[k] in SIGNS else (k,):
                    takes = own[k:start] not in ("", "-", "–")
                    for end in range(len(own), start, -1):
                        if own[start:end] in known and own[end:].lower() in self._signs:
                            return known[own[:k]], known[own[start:end]], own[end:].lower(), takes
        head, sign, rest = text.partition(self.drop)
        if sign and head.upper() in self._types:
            place = known.get(rest, known.get(rest.lower(), -1) if self.names.either else -1)
            if place >= 0:
                return -1, place, head.upper(), False
            return self.names.missing(rest)
        return ""


class Points(Notation):
    """The target alone, for games of placement: `d3`, `D4`. Read in either case."""

    names: PlaceNames

    def __init__(self, game: Script, table: TextsTable) -> None:
        super().__init__(game, table)
        self.names = PlaceNames(table)

    def text(self, moves: Moves, number: int) -> str:
        target = moves._outlines.outline(number).target
        return self.passing if target < 0 else self.names.by_number[target]

    def asked(self, moves: Moves, text: str) -> str:
        place = self._place(text.strip())
        return "" if place is None else self.positions[place]

    def _place(self, text: str) -> int | None:
        known = self.names.numbers
        return known.get(text, known.get(text.lower()) if self.names.either else None)

    def read_move(self, moves: Moves, text: str) -> Reading | None:
        place = self._place(text)
        if place is None:
            reason = self.names.missing(text)
            return Reading((), reason) if reason else None
        return Reading(as_one(moves, moves._outlines.ending_on(place)))
