"""Standard algebraic notation: the piece's letter, what tells it apart, the target.

Texts are read as people and programs write them: with more or less than is needed, other signs for
castling and promotion, comments. What is not a legal move by its letters and squares is refused.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from forthgame.position.texts.move_style import (
    Notation,
    Parsed,
    PlaceNames,
    Reading,
    as_one,
    file_and_rank,
)
from forthgame.position.texts.texts_file import TextsTable
from forthgame.rules.checkpoint import looking_ahead
from forthgame.words.registers import memory_layout as at

if TYPE_CHECKING:
    from forthgame.position.move_outlines import MoveOutlines, Outline
    from forthgame.position.moves import Moves
    from forthgame.position.playthrough import Playthrough
    from forthgame.rules.script import Script


def outcomes_after(
    state: Playthrough, numbers: Sequence[int], word: str, always: bool
) -> list[tuple[bool, str | None]]:
    """Return for each move of a position what a `word` returns after it, and the outcome there.

    Without `always` the outcome is computed only if the word returns true. An empty word is false.
    """
    game, before, twin = state.game, state.position, state.ahead()
    entry = game.forth.word(word).entry if word else 0
    found: list[tuple[bool, str | None]] = []
    with game.lock, looking_ahead(game):
        for number in numbers:
            twin.position = before
            twin.position = twin.without_list(number)
            holds = entry != 0 and game.short.run(entry, 0) != 0
            found.append((holds, twin.outcome if holds or always else None))
    return found


FIGURINES = str.maketrans("♔♕♖♗♘♙♚♛♜♝♞♟", "KQRBNPKQRBNP")
PASSANT = re.compile(r"e\.? ?p\.?[^a-z]*\Z", re.IGNORECASE)
COMMENTS = "+#!?‡†⁺‼⁇⁉⁈"  # check, mate, judgements
TAIL = re.compile(
    r"(?:\$[0-9]{1,3}|(?i:(?<=[^a-z])e\.? ?p\.?)|\(=\)"
    r"|(?<=[0-9A-Z) ])(?:(?:dis|dbl)\.? ?)?(?:ch|mate)\.?)\Z"
)
CASTLING = re.compile(r"[oO0](?:[-–][oO0]){1,2}\Z")


class Form(NamedTuple):
    """A parsed text.

    target   position that the move ends on; with `ways`, unused
    kinds    types that the piece may have; None for all
    sources  positions that it may leave; None for all
    becomes  types that it may become; None if it stays what it is
    takes    whether the text says that something is captured
    drop     whether the piece is placed
    ways     castling: type, source and target of the moves
    castles  whether moves that castle fit
    """

    target: int = -1
    kinds: frozenset[int] | None = None
    sources: frozenset[int] | None = None
    becomes: frozenset[int] | None = None
    takes: bool = False
    drop: bool = False
    ways: frozenset[tuple[int, int, int]] = frozenset()
    castles: bool = False


class San(Notation):
    """Standard algebraic notation.

    `plain` is the piece without a letter; `castling` gives texts for moves of a piece. `check` is a
    word of the script that returns whether the player to move is in check; `decided` is the sign of
    a move that ends the game with a winner.
    """

    names: PlaceNames

    def __init__(self, game: Script, table: TextsTable) -> None:
        super().__init__(game, table)
        plain = table.text("plain", game.pieces[0])
        self.plain = game.pieces.index(table.kind(plain)) + 1 if plain else 0
        self.check = table.text("check", "")
        self.decided = table.text("decided", "")
        self.castling = {way: text for text, ways in table.ways("castling").items() for way in ways}
        self.names = PlaceNames(table)
        self._parts = [file_and_rank(name) for name in self.names.by_number]
        self._forms = Parsed(self._parsed)
        self._types = self.capitals()
        self._pattern = self._form_pattern()
        grid = {name: cell for cell, name in game.declaration.first_grid().items()}
        self._cells = {k: grid[name] for k, name in enumerate(game.positions) if name in grid}
        self._written: dict[int, str] = {}  # the letter in upper case; none for the plain piece
        self._lower = all(name == name.lower() for name in self.names.by_number)

    # -- writing --------------------------------------------------------------------------------

    def text(self, moves: Moves, number: int) -> str:
        outlines = moves._outlines
        source, target, piece, became, takes = outlines.outline(number)
        if target < 0 or not piece:
            return self.passing
        name, letter = self.names.by_number[target], self._capital(piece)
        if source < 0:
            return f"{letter}@{name}"
        if text := self.castling.get((piece & at.PIECE_MASK, source, target)):
            return text
        suffix = f"={self.letter(became).upper()}" if became else ""
        sign = "x" if takes else ""
        if not letter:
            file = self._parts[source][0]
            own = file if takes or file != self._parts[target][0] else ""
            return f"{own}{sign}{name}{suffix}"
        return f"{letter}{self._apart(outlines, target, source, letter)}{sign}{name}{suffix}"

    def _capital(self, piece: int) -> str:
        found = self._written.get(piece)
        if found is None:
            plain = piece & at.PIECE_MASK == self.plain
            found = self._written[piece] = "" if plain else self.letter(piece).upper()
        return found

    def _apart(self, outlines: MoveOutlines, target: int, source: int, letter: str) -> str:
        """Return column, row or both of the source if other such pieces reach the target."""
        found = outlines.reaching(target)
        if len(found) == 1:
            return ""
        others = {
            self._parts[other.source]
            for other in found
            if other.source != source and self._capital(other.piece) == letter
        }
        if not others:
            return ""
        file, rank = self._parts[source]
        if all(other != file for other, _ in others):
            return file
        same_rank = any(other == rank for _, other in others)
        return f"{file}{rank}" if same_rank else rank

    def signs(self, state: Playthrough, numbers: Sequence[int]) -> list[str]:
        """Return `+` for check, `#` for mate, `decided` for a decided game, else nothing."""
        if not self.check and not self.decided:
            return [""] * len(numbers)
        found = []
        for in_check, outcome in outcomes_after(state, numbers, self.check, bool(self.decided)):
            if self.decided and outcome in ("win", "loss"):
                found.append(self.decided)
            else:
                found.append(("#" if outcome == "loss" else "+") if in_check else "")
        return found

    # -- reading --------------------------------------------------------------------------------

    def asked(self, moves: Moves, text: str) -> str:
        form, board, names = self._forms[text.strip()], moves._board_cells, self.positions
        if not isinstance(form, Form) or form.drop:
            return ""
        ways: list[tuple[int, int, frozenset[int] | None]] = [
            (source, target, frozenset({kind})) for kind, source, target in form.ways
        ]
        places = range(len(names)) if form.sources is None else form.sources
        ways += [(place, form.target, form.kinds) for place in places if not form.ways]
        found = [
            (self._distance(source, target), source, target)
            for source, target, kinds in ways
            if board[source] & at.PLAYER_MASK == moves._mover
            and (kinds is None or board[source] & at.PIECE_MASK in kinds)
        ]
        if not found:
            return names[form.target] if form.target >= 0 else ""
        _, source, target = min(found)
        piece = self.game.pieces[(board[source] & at.PIECE_MASK) - 1]
        return f"{piece} {names[source]} {'x' if board[target] else '-'} {names[target]}"

    def _distance(self, source: int, target: int) -> int:
        one, other = self._cells.get(source, (0, 0)), self._cells.get(target, (0, 0))
        return max(abs(a - b) for a, b in zip(one, other, strict=True))

    def read_move(self, moves: Moves, text: str) -> Reading | None:
        form = self._forms[text]
        if not isinstance(form, Form):
            return None
        outlines = moves._outlines
        if form.ways:
            listed = [one for way in form.ways for one in outlines.of_type(*way)]
            return Reading(as_one(moves, outlines.numbers(listed)))
        if form.drop:
            listed = outlines.placed_on(form.target)
        else:
            listed = outlines.moved_to(form.target, form.sources, form.kinds)
        found = outlines.numbers([one for one in listed if self._fits(form, one[1])])
        if form.becomes is None and not found:  # without the promotion that a move has
            plain = [one for one in listed if self._fits(form, one[1]._replace(became=0))]
            found = outlines.numbers(plain)
            found = found if len(found) > 1 else []
        return Reading(found if len(found) < 2 else as_one(moves, found))

    def _fits(self, form: Form, outline: Outline) -> bool:
        source, target, piece, became, takes = outline
        kind = piece & at.PIECE_MASK
        if (form.kinds is not None and kind not in form.kinds) or (form.takes and not takes):
            return False
        if form.sources is not None and source not in form.sources:
            return False
        if became:
            if form.becomes is None or became & at.PIECE_MASK not in form.becomes:
                return False
        elif form.becomes is not None:
            return False
        return form.castles or (kind, source, target) not in self.castling

    def _form_pattern(self) -> re.Pattern[str]:
        """Return the pattern of a text without comments and castling."""
        parts = [part for part in self._parts if all(part)]

        def one_of(texts: set[str]) -> str:
            return "|".join(map(re.escape, sorted(texts, key=len, reverse=True))) or "(?!)"

        names = one_of(set(self.names.by_number))
        files, ranks = one_of({file for file, _ in parts}), one_of({rank for _, rank in parts})
        letters = one_of({letter for letter in self._types if letter})
        either = one_of({own for letter in self._types for own in (letter, letter.lower())})
        return re.compile(
            rf"(?P<letter>{letters})?"
            rf"(?:(?P<drop>[@*])|(?P<source>{names})?(?P<sign>[-–x:×])?"
            rf"|(?P<file>{files})?(?P<rank>{ranks})?(?P<takes>[-–x:×])?)"
            rf"(?P<target>{names})"
            rf"(?:[=/]?(?P<promotion>{either})|=?\((?P<bracketed>{either})\))?"
        )

    def _parsed(self, text: str) -> Form | str:
        """Return the form of a text, an empty text if it does not have one."""
        body = without_comments(text.translate(FIGURINES))
        passant = PASSANT.search(text[len(body) :]) is not None
        if CASTLING.match(body):
            sides = body.replace("–", "-").upper().replace("0", "O")
            ways = frozenset(way for way, known in self.castling.items() if known == sides)
            return Form(ways=ways) if ways and not passant else ""
        variants = [body]
        if self._lower:  # squares in upper case, pieces in lower case
            small = body.lower()
            variants += [body[:1] + small[1:], small, small[:1].upper() + small[1:]]
        for variant in variants:
            found = self._pattern.fullmatch(variant)
            if found and not (found["drop"] and (found["promotion"] or found["bracketed"])):
                form = self._form(found)
                return form._replace(takes=True) if passant else form
        return ""

    def _form(self, found: re.Match[str]) -> Form:
        numbers = self.names.numbers
        target, letter = numbers[found["target"]], found["letter"]
        takes = (found["sign"] or found["takes"] or "-") not in "-–"
        plain = frozenset({self.plain} if self.plain else ())
        kinds: frozenset[int] | None = self._types[letter] if letter else plain
        if found["drop"]:
            return Form(target, kinds, drop=True)
        sources: frozenset[int] | None = None
        castles = False
        if found["source"]:
            sources = frozenset({numbers[found["source"]]})
            if not letter:
                kinds, castles = None, True
        elif found["file"] or found["rank"]:
            wanted = found["file"], found["rank"]
            sources = frozenset(k for k, part in enumerate(self._parts) if _agree(wanted, part))
        if not found["file"] and sources is None and self.plain in (kinds or ()):
            # a plain piece without its column stays in it
            file = self._parts[target][0]
            sources = frozenset(k for k, part in enumerate(self._parts) if part[0] == file)
        promotion = found["promotion"] or found["bracketed"]
        becomes = self._types[promotion.upper()] if promotion else None
        return Form(target, kinds, sources, becomes, takes, castles=castles)


def _agree(wanted: tuple[str | None, str | None], part: tuple[str, str]) -> bool:
    return all(one in (None, own) for one, own in zip(wanted, part, strict=True))


def without_comments(text: str) -> str:
    """Return the text of a move without signs of check, judgements and `e.p.` after it."""
    while True:
        body = text.rstrip(COMMENTS).rstrip()
        if found := TAIL.search(body[-8:]):
            body = body[: len(body) - (found.end() - found.start())].rstrip()
        if body == text:
            return body
        text = body
