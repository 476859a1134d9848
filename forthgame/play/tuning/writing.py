"""An evaluation as lines of Forth: for the script that learns, and for who pastes what was learned.

Both have the same words. The one that learns has tables of zeros that are written from outside, and
a `mode` that switches parts on; the other fills its tables when it is loaded.
"""

from __future__ import annotations

from dataclasses import dataclass
from textwrap import wrap

import numpy as np

from forthgame.play.tuning.facts import Facts, lines_of, neighbours_of
from forthgame.play.tuning.fitting import Weights
from forthgame.play.tuning.shape import MOST_LINES, Shape, hand_types, near_width

UNIT = 2048  # of players' codes
SCALE = 100  # points of a score for one of log-odds
EMPTY, OWN, OTHER = 1, 16, 256  # what stands on a place, so that sums of up to 15 can be read
TUNED, ROWS, NEAR, MOBILITY = 1, 2, 4, 8  # bits of `mode`
EXPLICIT = 200  # numbers that rows or neighbours may be written out with
MOST_CELLS = 1 << 19  # of the table of worths
USED = frozenset(
    ["0=", "1+", "2DUP", "2DROP", "AND", "CELLS", "CREATE", "ALLOT", "DO", "DROP", "DUP", "ERASE", "EXIT", "I", "IF", "J", "LOOP", "MOD", "NEGATE", "NOT", "OVER", "PICK", "ROT", "SWAP", "VARIABLE", "board[]", "current-player", "in-hand-of", "move-count", "player-index", "ELSE", "ENDIF", "0<", "1-", "OR", ">R", "R>", "2*", "/MOD", "$GenerateMoves", "$DeallocateMoves", "material-balance", "TRUE", "MIN", "+", "-", "*", "/", "=", ">", "<", "@", "!", ",", ":", ";"]
)


@dataclass(frozen=True)
class Numbers:
    """Weights as whole numbers: worths by slot, and by the names of the columns."""

    worth: tuple[int, ...]
    columns: dict[str, int]


def whole(weights: Weights) -> Numbers:
    """Weights rounded to points."""
    table = np.rint(weights.table * SCALE).astype(int)
    names = weights.shape.columns()
    return Numbers(
        tuple(table.tolist()),
        {name: round(float(w) * SCALE) for name, w in zip(names, weights.columns, strict=True)},
    )


def obstacle(facts: Facts) -> str:
    """Why no evaluation can be written for a game, as a sentence; empty if one can."""
    taken = sorted(USED & set(facts.words))
    if taken:
        return f"the script gives {', '.join(f'`{t}`' for t in taken)} another meaning"
    size = len(facts.players) * len(facts.positions) * codes(facts)
    if size > MOST_CELLS:
        return f"its table of worths would have {size} cells, where {MOST_CELLS} are possible"
    return ""


def codes(facts: Facts) -> int:
    """Numbers that tell apart what may stand on a place."""
    types = len(facts.pieces)
    return len(facts.players) + 1 if types == 1 else (len(facts.players) + 1) * types + 1


def prefix_for(facts: Facts) -> str:
    """What names of the evaluation begin with, so that they are no other words of the script."""
    for number in range(1, 1000):
        prefix = "tuned-" if number == 1 else f"tuned{number}-"
        if not any(word.lower().startswith(prefix) for word in facts.words):
            return prefix
    return "evaluation-tuned-"


def worth_table(shape: Shape, worth: tuple[int, ...]) -> np.ndarray[tuple[int], np.dtype[np.int32]]:
    """The cells of the table of worths: for each player to move, position and code."""
    facts = shape.facts
    count, types, size = len(facts.positions), len(facts.pieces), codes(facts)
    found = np.zeros((len(facts.players), count, size), np.int32)
    slots = shape.slot_of()
    values = np.array(worth, np.int64)
    rest = max(len(facts.seats) - 1, 1)
    for number in range(1, len(facts.players) + 1):
        side = facts.numbers[0] if number not in facts.numbers else number
        for kind in range(1, types + 1):
            slot = slots[number, kind]
            if (slot < 0).any():
                continue
            code = number if types == 1 else kind + types * number
            for mover in range(len(facts.players)):
                own = values[slot]
                others = -np.sign(own) * (np.abs(own) // rest)
                found[mover, :, code] = own if mover + 1 == side else others
    return found.reshape(-1)


class Writer:
    """Writes the words for a shape: `learning` ones, or with numbers."""

    def __init__(self, shape: Shape, numbers: Numbers | None, wild: bool = False) -> None:
        self.shape, self.numbers, self.wild = shape, numbers, wild
        self.facts = shape.facts
        self.prefix = prefix_for(self.facts)
        self.count, self.types = len(self.facts.positions), len(self.facts.pieces)
        self.size = codes(self.facts)
        self.two = len(self.facts.seats) == 2
        self.rest = max(len(self.facts.seats) - 1, 1)

    def text(self) -> str:
        """All lines."""
        parts = [self._worths()]
        if self._rows or self._near:
            parts.append(self._marks())
        if self._rows:
            parts.append(self._rows_text())
        if self._near:
            parts.append(self._near_text())
        if hand_types(self.facts):
            parts.append(self._hands_text())
        if self._stored():
            parts.append(self._stored_text())
        parts.append(self._event())
        return "\n".join(parts)

    # -- what there is --------------------------------------------------------------------------

    @property
    def _rows(self) -> bool:
        if not self.shape.length:
            return False
        if self.numbers is None:
            return True
        return any(self.numbers.columns[f"row {k}"] for k in range(1, self.shape.length + 1))

    @property
    def _near(self) -> bool:
        if not self.shape.near:
            return False
        if self.numbers is None:
            return True
        return any(v for name, v in self.numbers.columns.items() if name.startswith("near"))

    def _stored(self) -> list[tuple[int, int]]:
        """Cells of storage with their weights; while it learns, all with a place for one."""
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
        return number * UNIT + (UNIT // 2 if self.facts.neutral[number - 1] else 0)

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
        kind = f"1023 AND {self.types} MIN" if self.wild else "1023 AND"
        code = f"{UNIT * 31} AND {UNIT} /"
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
        """Lists of worths, and the words that spread them."""
        p, count, facts = self.prefix, self.count, self.facts
        lines = ["", *self._seen()]
        other = "NEGATE" if self.rest == 1 else f"NEGATE {self.rest} /"
        number = f"{UNIT * 31} AND {UNIT} /"
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
        width = facts.columns if facts.rows * facts.columns == count else 12
        slots = np.array(numbers.worth).reshape(self.shape.groups, self.types, count)
        for group in range(self.shape.groups):
            members = self._members(group)
            for kind in range(self.types):
                values = slots[group, kind].tolist()
                if not any(values):
                    continue
                name = f"{p}{group + 1}-{kind + 1}"
                whose = "all players" if len(members) > 1 else facts.players[members[0] - 1]
                lines += ["", f"CREATE {name}   \\ {_safe(facts.pieces[kind])} of {_safe(whose)}"]
                lines += number_lines(values, width)
                for member in members:
                    side = member if member in facts.numbers else facts.numbers[0]
                    piece = facts.pieces[kind]
                    piece = piece if piece in facts.plain else str(kind + 1)
                    said = "" if self.types == 1 else f"{piece} "
                    lines.append(
                        f"{name} {said}{self._player(member)} {self._player(side)} {p}give"
                    )
        return lines

    def _members(self, group: int) -> list[int]:
        """The numbers of the players whose table this is."""
        facts = self.facts
        if self.shape.has_neutral and group == self.shape.groups - 1:
            return [k for k, neutral in enumerate(facts.neutral, 1) if neutral]
        return list(facts.numbers) if self.shape.mirror else [facts.numbers[group]]

    def _seen(self) -> list[str]:
        """How later players see the board."""
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
        """A map of positions in words: empty for none, None if there are no short ones."""
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

    # -- rows and neighbours --------------------------------------------------------------------

    def _marks(self) -> str:
        p, facts = self.prefix, self.facts
        sides = []
        for mover in range(1, len(facts.players) + 1):
            for number in range(len(facts.players) + 1):
                own = OWN if number == mover else OTHER if number in facts.numbers else 0
                sides.append(EMPTY if number == 0 else own)
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
            f"\t\tI board[] @ {UNIT * 31} AND {UNIT} / CELLS OVER + @ I CELLS {p}marks + !",
            "\tLOOP DROP",
            ";",
        ])  # fmt: skip

    def _rows_text(self) -> str:
        p, length = self.prefix, self.shape.length
        lines = lines_of(self.facts, length)
        sums = "@ @"
        for k in range(1, length):
            sums = f"{sums} OVER {4 * k} + @ @ +" if k > 1 else f"DUP @ @ OVER {4 * k} + @ @ +"
        head = f"CREATE {p}rows   \\ {len(lines)} rows of {length} places: where their marks are"
        words, calls = self._row_table(lines)
        out = ["", *words, "", head, *calls]
        out += ["", f"CREATE {p}row-worth   \\ by the sum of the marks of a row",
                f"\t{OTHER * length + 1} CELLS ALLOT",
                f"{p}row-worth {OTHER * length + 1} CELLS ERASE"]  # fmt: skip
        if self.numbers:
            for k in range(1, length + 1):
                weight = self.numbers.columns[f"row {k}"]
                others = _share(weight, self.rest)
                free = (length - k) * EMPTY
                out.append(
                    f"{weight} {free + k * OWN} CELLS {p}row-worth + !   "
                    f"{others} {free + k * OTHER} CELLS {p}row-worth + !"
                )
        out += [
            "",
            f": {p}lines ( -- score )   \\ Rows that only one player has pieces in.",
            f"\t0 {p}rows {len(lines)} 0 DO",
            f"\t\t{sums} CELLS {p}row-worth + @ ROT + SWAP {4 * length} +",
            "\tLOOP DROP",
            ";",
        ]
        return "\n".join(out)

    def _row_table(self, lines: list[list[int]]) -> tuple[list[str], list[str]]:
        """Words that append rows, and their calls."""
        p, length, columns = self.prefix, self.shape.length, self.facts.columns
        made: list[list[int]] = []
        calls = []
        for step in self.facts.steps:
            if not step or not columns:
                made = []
                break
            down, across = step
            high = self.facts.rows - abs(down) * (length - 1)
            wide = columns - abs(across) * (length - 1)
            if high <= 0 or wide <= 0:
                continue
            first = (-down if down < 0 else 0) * (length - 1) * columns
            first += (-across if across < 0 else 0) * (length - 1)
            delta = down * columns + across
            made += [
                [first + r * columns + c + k * delta for k in range(length)]
                for r in range(high)
                for c in range(wide)
            ]
            calls.append(f"{delta} {first} {wide} {high} {p}rows,")
        if sorted(made) != sorted(lines):
            name = f"{p}place,"
            words = [f"{pos} {name}" for line in lines for pos in line]
            return ([f": {name} ( pos -- )   CELLS {p}marks + , ;"],
                    ["\t" + text for text in wrap("  ".join(words), 96)])  # fmt: skip
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
        p, shape, count = self.prefix, self.shape, self.count
        wide, kinds = near_width(self.facts), shape.near_types
        words, calls = self._near_table(wide)
        head = f"CREATE {p}beside   \\ for each position {wide} neighbours: where their marks are"
        out = ["", *words, "", head, *calls]
        size = 3 * 16
        out += ["", f"CREATE {p}near   \\ by number of empty, own and other neighbours"]
        if self.numbers:
            for kind in range(kinds):
                for what in ("empty", "own", "other"):
                    values = [
                        self.numbers.columns[f"near {kind} {what} {n}"] if n <= wide else 0
                        for n in range(16)
                    ]
                    out += number_lines(values, 16)
        else:
            out += [f"\t{kinds * size} CELLS ALLOT", f"{p}near {kinds * size} CELLS ERASE"]
        table = f"{p}near"
        if kinds > 1:
            table = f"I board[] @ 1023 AND 1- {4 * size} * {p}near +"
        total = "@ @"
        for k in range(1, wide):
            total = f"{total} OVER {4 * k} + @ @ +" if k > 1 else f"DUP @ @ OVER {4 * k} + @ @ +"
        if wide == 1:
            total = "DUP @ @"
        other = "NEGATE" if self.rest == 1 else f"NEGATE {self.rest} /"
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
            f"\t\t\tOVER {total} SWAP DROP",
            f"\t\t\tSWAP {OWN} = IF {OWN} {OTHER} {table} {p}read ELSE "
            f"{OTHER} {OWN} {table} {p}read {other} ENDIF",
            "\t\t\tROT + SWAP",
            "\t\tELSE DROP ENDIF",
            f"\t\t{4 * wide} +",
            "\tLOOP DROP",
            ";",
        ]
        return "\n".join(out)

    def _near_table(self, wide: int) -> tuple[list[str], list[str]]:
        """Words that append neighbours, and their calls."""
        p, facts, count = self.prefix, self.facts, self.count
        near = neighbours_of(facts)
        rows, columns = facts.rows, facts.columns
        steps = [s for step in facts.steps for s in (step, tuple(-n for n in step)) if step]
        steps = sorted(set(steps))
        made: list[set[int]] = [set() for _ in range(count)]
        if rows * columns == count and all(facts.steps) and len(steps) == wide:
            for k in range(count):
                for down, across in steps:
                    r, c = k // columns + down, k % columns + across
                    if 0 <= r < rows and 0 <= c < columns:
                        made[k].add(r * columns + c)
        if [sorted(m) for m in made] != near:
            name = f"{p}next,"
            words = [
                f"{pos} {name}"
                for places in near
                for pos in (*places, *[count] * (wide - len(places)))
            ]
            return ([f": {name} ( pos -- )   CELLS {p}marks + , ;"],
                    ["\t" + text for text in wrap("  ".join(words), 96)])  # fmt: skip
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
        moves = "move-count"
        if len(self.facts.seats) > 1:
            share = f" {self.rest} /" if self.rest > 1 else ""
            moves += f" current-player TRUE 0 $GenerateMoves move-count{share} - $DeallocateMoves"
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
            said += [f"\t{moves} {weight} * +"] if weight else []
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
        said.append(f"\t{p}mode @ {MOBILITY} AND IF {moves} {p}mobility @ * + ENDIF")
        return "\n".join([
            "", f"VARIABLE {p}mode", f"VARIABLE {p}mobility", "",
            ": OnEvaluate ( -- score )",
            f"\t{p}mode @ 0= IF {none} EXIT ENDIF", *said, ";", "",
        ])  # fmt: skip


def _share(weight: int, rest: int) -> int:
    """What a weight of one player is to another, as `NEGATE rest /` has it."""
    return -weight // rest if weight <= 0 else -(weight // rest)


def _safe(text: str) -> str:
    """A name in a comment."""
    return "".join(c if c.isprintable() else "?" for c in text)


def number_lines(values: list[int], width: int) -> list[str]:
    """Numbers with commas, so many in a line."""
    wide = max(len(str(v)) for v in values)
    parts = [f"{v:{wide}} ," for v in values]
    return ["\t" + " ".join(parts[k : k + width]) for k in range(0, len(parts), width)]


def can_rows(facts: Facts, length: int) -> bool:
    """Whether rows of a length can be counted, and written in few lines."""
    lines = lines_of(facts, length)
    if not lines or len(lines) > MOST_LINES:
        return False
    return all(facts.steps) or len(lines) * length <= EXPLICIT


def can_near(facts: Facts) -> bool:
    """Whether neighbours can be counted, and written in few lines."""
    wide = near_width(facts)
    return bool(wide) and (all(facts.steps) or len(facts.positions) * wide <= EXPLICIT)
