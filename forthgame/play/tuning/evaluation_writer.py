"""Write an evaluation in Forth, either for learning or as the result for the user.

Both variants share their words. The variant for learning has empty tables, which the learner fills,
and a variable `mode` that enables features; the result fills its tables when it is loaded.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from forthgame.play.tuning.feature_set import FeatureSet, hand_types, near_width
from forthgame.play.tuning.integer_weights import (
    EMPTY,
    MOBILITY,
    NEAR,
    OTHER,
    OWN,
    ROWS,
    IntegerWeights,
    as_numbers,
    codes,
    harmless,
    number_lines,
    prefix_for,
    to_others,
)
from forthgame.play.tuning.training_data import lines_of, neighbours_of
from forthgame.words.registers import memory_layout as at

DECIMAL = 10
PLAYER = f"{at.PLAYER_NUMBER_MASK} AND {at.PLAYER_UNIT} /"  # words for the number in a code


def sum_of_marks(places: int) -> str:
    """Return words that add the marks of places in a row of a table: ( table -- table sum )."""
    return "DUP @ @" + "".join(f" OVER {4 * k} + @ @ +" for k in range(1, places))


class EvaluationWriter:
    """A writer of the words for a shape, with numbers or (None) for learning."""

    def __init__(
        self, shape: FeatureSet, numbers: IntegerWeights | None, wild: bool = False
    ) -> None:
        self.shape, self.numbers, self.wild = shape, numbers, wild
        self.facts = shape.facts
        self.prefix = prefix_for(self.facts)
        self.count, self.types = len(self.facts.positions), len(self.facts.pieces)
        self.size = codes(self.facts)
        self.two = len(self.facts.seats) == 2
        self.rest = max(len(self.facts.seats) - 1, 1)
        self.to_others = "NEGATE" if self.rest == 1 else f"NEGATE {self.rest} /"

    def text(self) -> str:
        parts = (
            (True, self._worths),
            (self._rows or self._near, self._marks_text),
            (self._rows, self._rows_text),
            (self._near, self._near_text),
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
        """Return whether a column of a kind has a nonzero weight, or is still to be learned."""
        if self.numbers is None:
            return True
        return any(w for name, w in self.numbers.columns.items() if name.startswith(kind))

    def _stored(self) -> list[int]:
        """Return cells of storage with nonzero weights; when learning, all."""
        every = range(len(self.facts.storage) if self.shape.stored else 0)
        return [k for k in every if self.numbers is None or self.numbers.columns[f"stored {k}"]]

    def _weight(self, column: str, variable: str) -> str:
        """Return a column's weight; when learning, words that fetch it from a variable."""
        return f"{variable} @" if self.numbers is None else str(self.numbers.columns.get(column, 0))

    def _player(self, number: int) -> str:
        name = self.facts.players[number - 1]
        neutral = at.NEUTRAL_BIT if self.facts.neutral[number - 1] else 0
        return name if name in self.facts.plain else str(number * at.PLAYER_UNIT + neutral)

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
        code = PLAYER if self.types == 1 else f"DUP {kind} SWAP {PLAYER} {self.types} * +"
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

    def _given(self, numbers: IntegerWeights) -> list[str]:
        p, count, facts = self.prefix, self.count, self.facts
        lines = ["", *self._seen()]
        top = "( values player side -- )" if self.types == 1 else "( values type player side -- )"
        drop = "2DROP 2DROP" if self.types == 1 else "2DROP 2DROP DROP"
        begin = (
            f"\tOVER {PLAYER}" if self.types == 1 else f"\tOVER {PLAYER} {self.types} * 3 PICK +"
        )
        lines += [
            f": {p}give {top}   \\ Spread worths over the table.",
            f"{begin}   \\ the code of the piece",
            f"\t{count} 0 DO",
            f"\t\t{3 if self.types == 1 else 4} PICK I 4 PICK {p}seen CELLS + @",
            f"\t\t{len(facts.players)} 0 DO",
            f"\t\t\tDUP 3 PICK {PLAYER} 1- I = NOT IF {self.to_others} ENDIF",
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
        p, facts = self.prefix, self.facts
        lines, body = [], []
        for seat, number in enumerate(facts.numbers if self.shape.mirror else ()):
            seen = np.argsort(self.shape.mirror[seat]).tolist()
            formula = self._formula(seen)
            if formula is None:
                lines += [f"CREATE {p}view{seat + 1}", *number_lines(seen, 16), ""]
                formula = f"CELLS {p}view{seat + 1} + @"
            if formula:
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
        count, rows, columns = self.count, self.facts.rows, self.facts.columns
        places = range(count)
        views = {"": list(places), f"{count - 1} SWAP -": [count - 1 - k for k in places]}
        if rows * columns == count:
            views |= {
                f"{columns} /MOD {rows - 1} SWAP - {columns} * +": [
                    (rows - 1 - k // columns) * columns + k % columns for k in places
                ],
                f"DUP {columns} MOD 2* - {columns - 1} +": [
                    k // columns * columns + columns - 1 - k % columns for k in places
                ],
            }
            if rows == columns:
                views[f"{columns} /MOD SWAP {columns} * +"] = [
                    k % rows * rows + k // rows for k in places
                ]
        return next((words for words, view in views.items() if view == seen), None)

    # -- rows and neighbours -------------------------------------------------------------------

    def _marks_text(self) -> str:
        """Return the word that marks the content of each place, as the mover sees it."""
        p, facts = self.prefix, self.facts
        sides = []
        for mover in range(1, len(facts.players) + 1):
            marks = dict.fromkeys(facts.numbers, OTHER) | {0: EMPTY, mover: OWN}
            sides += [marks.get(number, 0) for number in range(len(facts.players) + 1)]
        return "\n".join([
            "", f"CREATE {p}sides   \\ by mover: an empty place, then pieces of each player",
            *number_lines(sides, len(facts.players) + 1),
            f"CREATE {p}marks   {self.count + 1} CELLS ALLOT   \\ one more: off the board",
            f"{p}marks {self.count + 1} CELLS ERASE",
            "",
            f": {p}look ( -- )   \\ Note {EMPTY} for empty places, {OWN} for own pieces, "
            f"{OTHER} for others.",
            f"\tcurrent-player player-index {4 * (len(facts.players) + 1)} * {p}sides +",
            f"\t{self.count} 0 DO",
            f"\t\tI board[] @ {PLAYER} CELLS OVER + @ I CELLS {p}marks + !",
            "\tLOOP DROP",
            ";",
        ])  # fmt: skip

    def _rows_text(self) -> str:
        """Return the words that score rows of pieces."""
        p, length = self.prefix, self.shape.length
        lines = lines_of(self.facts, length)
        head = f"CREATE {p}rows   \\ {len(lines)} rows of {length} places: where their marks are"
        words, calls = self._table_of_rows(lines)
        out = [
            "", *words, "", head, *calls, "",
            f"CREATE {p}row-worth   \\ by the sum of the marks of a row",
            f"\t{OTHER * length + 1} CELLS ALLOT",
            f"{p}row-worth {OTHER * length + 1} CELLS ERASE",
        ]  # fmt: skip
        if self.numbers:
            for k in range(1, length + 1):
                weight = self.numbers.columns[f"row {k}"]
                others = to_others(weight, self.rest)
                free = (length - k) * EMPTY
                out.append(
                    f"{weight} {free + k * OWN} CELLS {p}row-worth + !   "
                    f"{others} {free + k * OTHER} CELLS {p}row-worth + !"
                )
        out += [
            "",
            f": {p}lines ( -- score )   \\ Rows that only one player has pieces in.",
            f"\t0 {p}rows {len(lines)} 0 DO",
            f"\t\t{sum_of_marks(length)} CELLS {p}row-worth + @ ROT + SWAP {4 * length} +",
            "\tLOOP DROP",
            ";",
        ]
        return "\n".join(out)

    def _from_list(self, name: str, places: list[int], wide: int) -> tuple[list[str], list[str]]:
        """Return words for an explicit list of positions, and their calls."""
        p = f"{self.prefix}{name}"
        words = [
            f"CREATE {p}-list   \\ positions",
            *number_lines(places, wide * max(1, 24 // wide)),
            f": {p}-list, ( -- )",
            f"\t{len(places)} 0 DO I CELLS {p}-list + @ CELLS {self.prefix}marks + , LOOP",
            ";",
        ]
        return words, [f"\t{p}-list,"]

    def _table_of_rows(self, lines: list[list[int]]) -> tuple[list[str], list[str]]:
        p, length, columns = self.prefix, self.shape.length, self.facts.columns
        made: list[list[int]] = []
        calls = []
        known = columns and all(self.facts.steps)
        for down, across in self.facts.steps if known else ():
            high = self.facts.rows - abs(down) * (length - 1)
            wide = columns - abs(across) * (length - 1)
            if high <= 0 or wide <= 0:
                continue
            first = (length - 1) * (max(-down, 0) * columns + max(-across, 0))
            delta = down * columns + across
            made += [
                [first + r * columns + c + k * delta for k in range(length)]
                for r in range(high)
                for c in range(wide)
            ]
            calls.append(f"{delta} {first} {wide} {high} {p}rows,")
        if sorted(made) != sorted(lines):
            return self._from_list("row", [pos for line in lines for pos in line], length)
        return [
            f": {p}row, ( step pos -- )   \\ One row from a position.",
            f"\t{length} 0 DO DUP CELLS {p}marks + , OVER + LOOP 2DROP",
            ";",
            "",
            f": {p}rows, ( step pos wide high -- )   \\ Rows from all positions of a rectangle.",
            "\t0 DO",
            f"\t\t2DUP 0 DO 3 PICK OVER {p}row, 1+ LOOP DROP",
            f"\t\tSWAP {columns} + SWAP",
            "\tLOOP 2DROP DROP",
            ";",
        ], ["\t" + call for call in calls]

    def _near_text(self) -> str:
        """Return the words that score neighbours of pieces."""
        p, shape, count = self.prefix, self.shape, self.count
        wide, kinds = near_width(self.facts), shape.near_types
        words, calls = self._table_of_neighbours(wide)
        head = f"CREATE {p}beside   \\ for each position {wide} neighbours: where their marks are"
        size = 3 * 16
        out = [
            "", *words, "", head, *calls, "",
            f"CREATE {p}near   \\ by number of empty, own and other neighbours",
        ]  # fmt: skip
        if self.numbers:
            for kind in range(kinds):
                for what in ("empty", "own", "other"):
                    names = [f"near {kind} {what} {n}" for n in range(16)]
                    out += number_lines([self.numbers.columns.get(name, 0) for name in names], 16)
        else:
            out += [f"\t{kinds * size} CELLS ALLOT", f"{p}near {kinds * size} CELLS ERASE"]
        table = f"{p}near"
        if kinds > 1:
            most = f" {kinds} MIN" if self.wild else ""
            table = f"I board[] @ {at.PIECE_MASK} AND{most} 1- {4 * size} * {p}near +"
        out += [
            "",
            f": {p}read ( sum own other near -- n )   \\ Worth of a piece by its neighbours.",
            "\t3 PICK 15 AND CELLS OVER + @ >R",
            "\t3 PICK 3 PICK / 15 AND 16 + CELLS OVER + @ >R",
            "\tSWAP 3 PICK SWAP / 15 AND 32 + CELLS + @ R> + R> + >R 2DROP R>",
            ";",
            "",
            f": {p}around ( -- score )   \\ Neighbours of the pieces of each player.",
            f"\t0 {p}beside {count} 0 DO",
            f"\t\tI CELLS {p}marks + @ DUP {EMPTY} > IF",
            f"\t\t\tOVER {sum_of_marks(wide)} SWAP DROP",
            f"\t\t\tSWAP {OWN} = IF {OWN} {OTHER} {table} {p}read ELSE "
            f"{OTHER} {OWN} {table} {p}read {self.to_others} ENDIF",
            "\t\t\tROT + SWAP",
            "\t\tELSE DROP ENDIF",
            f"\t\t{4 * wide} +",
            "\tLOOP DROP",
            ";",
        ]
        return "\n".join(out)

    def _table_of_neighbours(self, wide: int) -> tuple[list[str], list[str]]:
        p, facts, count = self.prefix, self.facts, self.count
        near = neighbours_of(facts)
        rows, columns = facts.rows, facts.columns
        both = {s for step in facts.steps for s in (step, tuple(-n for n in step)) if step}
        steps = sorted(both)
        made: list[set[int]] = [set() for _ in range(count)]
        if rows * columns == count and all(facts.steps) and len(steps) == wide:
            for k in range(count):
                for down, across in steps:
                    r, c = k // columns + down, k % columns + across
                    if 0 <= r < rows and 0 <= c < columns:
                        made[k].add(r * columns + c)
        if [sorted(m) for m in made] != near:
            filled = [[*places, *[count] * (wide - len(places))] for places in near]
            return self._from_list("side", [pos for places in filled for pos in places], wide)
        calls = "  ".join(f"{down} {across} {p}next," for down, across in steps)
        return [
            f": {p}next, ( pos down across -- pos )   \\ A neighbour, or the place off the board.",
            f"\t2 PICK {columns} MOD + DUP 0< OVER {columns - 1} > OR IF 2DROP {count} ELSE",
            f"\t\tSWAP 2 PICK {columns} / + DUP 0< OVER {rows - 1} > OR IF 2DROP {count} ELSE "
            f"{columns} * + ENDIF",
            f"\tENDIF CELLS {p}marks + ,",
            ";",
            "",
            f": {p}all-next, ( -- )",
            f"\t{count} 0 DO I {calls} DROP LOOP",
            ";",
        ], [f"\t{p}all-next,"]

    # -- hands, storage, and the event ----------------------------------------------------------

    def _hands_text(self) -> str:
        p, kinds = self.prefix, hand_types(self.facts)
        weights = {kind: self._weight(f"hand {kind}", f"{p}hand-{kind}") for kind in kinds}
        variables = [] if self.numbers else [f"VARIABLE {p}hand-{kind}" for kind in kinds]
        parts = [
            f"\t{kind} OVER in-hand-of {weight} * ROT + SWAP"
            for kind, weight in weights.items()
            if weight != "0"
        ]
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
        body = []
        for k in self._stored():
            name, index, _ = facts.storage[k]
            fetch = f"{name} @" if index < 0 else f"{index} {name} @"
            body.append(f"\t{fetch} {self._weight(f'stored {k}', f'{p}stored-{k}')} * +")
        variables = [] if self.numbers else [f"VARIABLE {p}stored-{k}" for k in self._stored()]
        first = self._player(facts.numbers[0])
        return "\n".join([
            "", *variables,
            f": {p}stored ( -- score )   \\ What the script keeps beside the pieces.",
            "\t0", *body, f"\tcurrent-player {first} = NOT IF NEGATE ENDIF", ";",
        ])  # fmt: skip

    def _event(self) -> str:
        p = self.prefix
        moves, share = "move-count", ""
        if len(self.facts.seats) > 1:
            moves += " current-player TRUE 0 $GenerateMoves move-count - $DeallocateMoves"
        if self.rest > 1:
            moves = moves.replace("move-count", f"move-count {self.rest} *", 1)
            share = f" {self.rest} /"
        weight = self._weight("mobility", f"{p}mobility")
        parts = (
            (True, 0, f"{p}pieces"),
            (hand_types(self.facts), 0, f"{p}hands +"),
            (self._stored(), 0, f"{p}stored +"),
            (self._rows or self._near, ROWS | NEAR, f"{p}look"),
            (self._rows, ROWS, f"{p}lines +"),
            (self._near, NEAR, f"{p}around +"),
            (weight != "0", MOBILITY, f"{moves} {weight} *{share} +"),
        )  # present, the bits of `mode` that enable it when learning, words
        if self.numbers is not None:
            body = [f"\t{words}" for present, _, words in parts if present]
            return "\n".join([
                "", ": OnEvaluate ( -- score )   \\ Learned; 100 points for one of log-odds.",
                *body, ";", "",
            ])  # fmt: skip
        body = [
            f"\t{p}mode @ {bits} AND IF {words} ENDIF" if bits else f"\t{words}"
            for present, bits, words in parts
            if present
        ]
        none = "current-player material-balance 10 *" + (" move-count +" if self.two else "")
        return "\n".join([
            "", f"VARIABLE {p}mode", f"VARIABLE {p}mobility", "",
            ": OnEvaluate ( -- score )",
            f"\t{p}mode @ 0= IF {none} EXIT ENDIF", *body, ";", "",
        ])  # fmt: skip
