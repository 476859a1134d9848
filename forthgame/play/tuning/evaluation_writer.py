"""Write an evaluation in Forth: for learning, and for the user.

Both variants have the same words. The learning one has empty tables that are filled from outside,
and a `mode` that enables features; the other fills its tables when it is loaded.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from forthgame.play.tuning.feature_set import Shape, hand_types
from forthgame.play.tuning.integer_weights import (
    MOBILITY,
    NEAR,
    ROWS,
    Numbers,
    as_numbers,
    codes,
    harmless,
    number_lines,
    prefix_for,
)
from forthgame.play.tuning.pattern_words import Patterns
from forthgame.words.registers import memory_layout as at

DECIMAL = 10


class Writer:
    """A writer of the words for a shape, with numbers or (None) for learning."""

    def __init__(self, shape: Shape, numbers: Numbers | None, wild: bool = False) -> None:
        self.shape, self.numbers, self.wild = shape, numbers, wild
        self.facts = shape.facts
        self.prefix = prefix_for(self.facts)
        self.patterns = Patterns(shape, numbers, self.prefix, wild)
        self.count, self.types = len(self.facts.positions), len(self.facts.pieces)
        self.size = codes(self.facts)
        self.two = len(self.facts.seats) == 2
        self.rest = max(len(self.facts.seats) - 1, 1)

    def text(self) -> str:
        parts = (
            (True, self._worths),
            (self._rows or self._near, self.patterns.marks),
            (self._rows, self.patterns.rows),
            (self._near, self.patterns.near),
            (hand_types(self.facts), self._hands_text),
            (self._stored(), self._stored_text),
            (True, self._event),
        )
        text = as_numbers("\n".join(write() for wanted, write in parts if wanted), self.facts.words)
        if self.facts.base == DECIMAL:
            return text
        return f"DECIMAL\n{text}\n{self.facts.base} BASE !\n"

    # -- features -------------------------------------------------------------------------------

    @property
    def _rows(self) -> bool:
        return self.shape.length > 0 and self._weighs("row ")

    @property
    def _near(self) -> bool:
        return self.shape.near and self._weighs("near ")

    def _weighs(self, kind: str) -> bool:
        """Return whether columns of a kind have a nonzero weight, or may get one."""
        if self.numbers is None:
            return True
        return any(w for name, w in self.numbers.columns.items() if name.startswith(kind))

    def _stored(self) -> list[tuple[int, int]]:
        """Return cells of storage with nonzero weights; when learning, all with 0."""
        if not self.shape.stored:
            return []
        every = range(len(self.facts.storage))
        if self.numbers is None:
            return [(k, 0) for k in every]
        found = [(k, self.numbers.columns[f"stored {k}"]) for k in every]
        return [(k, w) for k, w in found if w]

    def _player(self, number: int) -> str:
        name = self.facts.players[number - 1]
        return name if name in self.facts.plain else str(self._code(number))

    def _code(self, number: int) -> int:
        return number * at.PLAYER_UNIT + (at.NEUTRAL_BIT if self.facts.neutral[number - 1] else 0)

    # -- pieces by place ------------------------------------------------------------------------

    def _worths(self) -> str:
        p, count = self.prefix, self.count
        cells = len(self.facts.players) * count * self.size
        lines = [
            f"CREATE {p}worth   {cells} CELLS ALLOT   \\ by mover, position, and what stands there",
            f"{p}worth {cells} CELLS ERASE",
        ]
        if self.numbers:
            lines += self._given(self.numbers)
        kind = f"{at.PIECE_MASK} AND {self.types} MIN" if self.wild else f"{at.PIECE_MASK} AND"
        code = f"{at.PLAYER_NUMBER_MASK} AND {at.PLAYER_UNIT} /"
        if self.types > 1:
            code = f"DUP {kind} SWAP {code} {self.types} * +"
        lines += [
            "",
            f": {p}pieces ( -- score )   \\ Worth of the pieces where they stand, for the mover.",
            f"\t0 current-player player-index {count * self.size} * CELLS {p}worth +",
            f"\t{count} 0 DO",
            f"\t\tI board[] @ {code} CELLS OVER + @ ROT + SWAP {4 * self.size} +",
            "\tLOOP DROP",
            ";",
        ]
        return "\n".join(lines)

    def _given(self, numbers: Numbers) -> list[str]:
        p, count, facts = self.prefix, self.count, self.facts
        lines = ["", *self._seen()]
        other = "NEGATE" if self.rest == 1 else f"NEGATE {self.rest} /"
        number = f"{at.PLAYER_NUMBER_MASK} AND {at.PLAYER_UNIT} /"
        top = "( values player side -- )" if self.types == 1 else "( values type player side -- )"
        drop = "2DROP 2DROP" if self.types == 1 else "2DROP 2DROP DROP"
        begin = (
            f"\tOVER {number}" if self.types == 1 else f"\tOVER {number} {self.types} * 3 PICK +"
        )
        lines += [
            f": {p}give {top}   \\ Spread worths over the table.",
            f"{begin}   \\ the code of the piece",
            f"\t{count} 0 DO",
            f"\t\t{3 if self.types == 1 else 4} PICK I 4 PICK {p}seen CELLS + @",
            f"\t\t{len(facts.players)} 0 DO",
            f"\t\t\tDUP 3 PICK {number} 1- I = NOT IF {other} ENDIF",
            f"\t\t\tI {count} * J + {self.size} * 3 PICK + CELLS {p}worth + !",
            "\t\tLOOP DROP",
            f"\tLOOP {drop}",
            ";",
        ]  # fmt: skip
        if self.types > 1:
            lines += [
                "",
                f": {p}give-all ( values player side end first -- )   \\ For types in a row.",
                f"\tDO 2 PICK I 3 PICK 3 PICK {p}give ROT {count} CELLS + ROT ROT LOOP",
                "\t2DROP DROP",
                ";",
            ]
        slots = np.array(numbers.worth).reshape(self.shape.groups, self.types, count)
        for group in range(self.shape.groups):
            kinds = [kind for kind in range(self.types) if slots[group, kind].any()]
            if kinds:
                lines += self._list(group, slots[group], kinds[0], kinds[-1] + 1)
        return lines

    def _list(self, group: int, values: NDArray[np.int64], first: int, end: int) -> list[str]:
        p, facts, count = self.prefix, self.facts, self.count
        width = facts.columns if facts.rows * facts.columns == count else min(count, 16)
        members = self._members(group)
        whose = "all players" if len(members) > 1 else facts.players[members[0] - 1]
        name = f"{p}men-{group + 1}"
        lines = ["", f"CREATE {name}   \\ of {harmless(whose)}, by position"]
        for kind in range(first, end):
            said = f"\\ {harmless(facts.pieces[kind])}"
            text = number_lines(values[kind].tolist(), width)
            lines += [f"{text[0]} {said}"] if len(text) == 1 else [f"\t{said}", *text]
        for member in members:
            side = member if member in facts.numbers else facts.numbers[0]
            give = f"{p}give" if self.types == 1 else f"{end + 1} {first + 1} {p}give-all"
            lines.append(f"{name} {self._player(member)} {self._player(side)} {give}")
        return lines

    def _members(self, group: int) -> list[int]:
        facts = self.facts
        if self.shape.has_neutral and group == self.shape.groups - 1:
            return [k for k, neutral in enumerate(facts.neutral, 1) if neutral]
        return list(facts.numbers) if self.shape.mirror else [facts.numbers[group]]

    def _seen(self) -> list[str]:
        """Return the word that maps positions to the first player's view."""
        p, facts, count = self.prefix, self.facts, self.count
        lines, body = [], []
        if self.shape.mirror:
            for seat, number in enumerate(facts.numbers):
                seen = [0] * count
                for own, place in enumerate(self.shape.mirror[seat]):
                    seen[place] = own
                formula = self._formula(seen)
                if formula == "":
                    continue
                if formula is None:
                    lines += [f"CREATE {p}view{seat + 1}", *number_lines(seen, 16), ""]
                    formula = f"CELLS {p}view{seat + 1} + @"
                body.append(f"\tDUP {self._player(number)} = IF DROP {formula} EXIT ENDIF")
        lines += [
            f": {p}seen ( pos player -- pos )   \\ The same place, as the first player sees it.",
            *body,
            "\tDROP",
            ";",
            "",
        ]
        return lines

    def _formula(self, seen: list[int]) -> str | None:
        """Return words for a map of positions: empty for the identity, None if too complex."""
        count, (rows, columns) = self.count, (self.facts.rows, self.facts.columns)
        if seen == list(range(count)):
            return ""
        if seen == [count - 1 - k for k in range(count)]:
            return f"{count - 1} SWAP -"
        if rows * columns == count:
            if seen == [(rows - 1 - k // columns) * columns + k % columns for k in range(count)]:
                return f"{columns} /MOD {rows - 1} SWAP - {columns} * +"
            if seen == [k // columns * columns + columns - 1 - k % columns for k in range(count)]:
                return f"DUP {columns} MOD 2* - {columns - 1} +"
            if rows == columns and seen == [k % rows * rows + k // rows for k in range(count)]:
                return f"{columns} /MOD SWAP {columns} * +"
        return None

    # -- hands, storage, and the event ----------------------------------------------------------

    def _hands_text(self) -> str:
        p = self.prefix
        parts = []
        for kind in hand_types(self.facts):
            weight = self.numbers.columns[f"hand {kind}"] if self.numbers else None
            factor = f"{p}hand-{kind} @" if weight is None else str(weight)
            if weight != 0:
                parts.append(f"\t{kind} OVER in-hand-of {factor} * ROT + SWAP")
        variables = (
            [] if self.numbers else [f"VARIABLE {p}hand-{k}" for k in hand_types(self.facts)]
        )
        seats = len(self.facts.seats)
        total = " ".join(
            f"{self._player(n)} {p}held{' +' if k else ''}"
            for k, n in enumerate(self.facts.numbers)
        )  # fmt: skip
        end = f"current-player {p}held {seats} * SWAP -" if seats > 1 else ""
        share = f" {self.rest} /" if self.rest > 1 else ""
        return "\n".join([
            "", *variables,
            f": {p}held ( player -- n )   \\ Worth of what a player has in hand.",
            "\t0 SWAP", *parts, "\tDROP", ";", "",
            f": {p}hands ( -- score )", f"\t{total} {end}{share}", ";",
        ])  # fmt: skip

    def _stored_text(self) -> str:
        p, facts = self.prefix, self.facts
        body, variables = [], []
        for k, weight in self._stored():
            name, index, _ = facts.storage[k]
            fetch = f"{name} @" if index < 0 else f"{index} {name} @"
            factor = str(weight)
            if self.numbers is None:
                variables.append(f"VARIABLE {p}stored-{k}")
                factor = f"{p}stored-{k} @"
            body.append(f"\t{fetch} {factor} * +")
        first = self._player(facts.numbers[0])
        return "\n".join([
            "", *variables,
            f": {p}stored ( -- score )   \\ What the script keeps beside the pieces.",
            "\t0", *body, f"\tcurrent-player {first} = NOT IF NEGATE ENDIF", ";",
        ])  # fmt: skip

    def _event(self) -> str:
        p, numbers = self.prefix, self.numbers
        moves, share = "move-count", ""
        if len(self.facts.seats) > 1:
            moves += " current-player TRUE 0 $GenerateMoves move-count - $DeallocateMoves"
        if self.rest > 1:
            moves = moves.replace("move-count", f"move-count {self.rest} *", 1)
            share = f" {self.rest} /"
        said = [f"\t{p}pieces"]
        if hand_types(self.facts):
            said.append(f"\t{p}hands +")
        if self._stored():
            said.append(f"\t{p}stored +")
        if numbers is not None:
            if self._rows or self._near:
                said.append(f"\t{p}look")
            said += [f"\t{p}lines +"] * self._rows + [f"\t{p}around +"] * self._near
            weight = numbers.columns.get("mobility", 0)
            said += [f"\t{moves} {weight} *{share} +"] if weight else []
            return "\n".join([
                "", ": OnEvaluate ( -- score )   \\ Learned; 100 points for one of log-odds.",
                *said, ";", "",
            ])  # fmt: skip
        none = "current-player material-balance 10 *" + (" move-count +" if self.two else "")
        if self.shape.length or self.shape.near:
            said.append(f"\t{p}mode @ {ROWS | NEAR} AND IF {p}look ENDIF")
        if self.shape.length:
            said.append(f"\t{p}mode @ {ROWS} AND IF {p}lines + ENDIF")
        if self.shape.near:
            said.append(f"\t{p}mode @ {NEAR} AND IF {p}around + ENDIF")
        said.append(f"\t{p}mode @ {MOBILITY} AND IF {moves} {p}mobility @ *{share} + ENDIF")
        return "\n".join([
            "", f"VARIABLE {p}mode", f"VARIABLE {p}mobility", "",
            ": OnEvaluate ( -- score )",
            f"\t{p}mode @ 0= IF {none} EXIT ENDIF", *said, ";", "",
        ])  # fmt: skip
