"""What keeps a move from being tried, or takes it away behind the move words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from forthgame.debug.candidate import entries
from forthgame.debug.declared import Declared
from forthgame.debug.generation import Generation, Made
from forthgame.debug.moves import contents, piece_name
from forthgame.debug.question import Question
from forthgame.debug.wording import Wording, brief
from forthgame.errors import Place
from forthgame.lang import layout as at

if TYPE_CHECKING:
    from forthgame.game.game import Game
    from forthgame.lang.dictionary import Word

SHOWN = 4  # moves that are named


def _at(place: Place | None) -> str:
    return f" ({brief(place)})" if place else ""


class Removed:
    """Looks for the rules of the declaration that have a say; the machine holds the position."""

    def __init__(self, game: Game, declared: Declared, wording: Wording) -> None:
        self.game, self.declared, self.wording = game, declared, wording
        self.processor = game.forth.processor

    # -- before: why nothing was tried ----------------------------------------------------------

    def untried(self, question: Question) -> list[str]:
        """Why the piece of a question was not tried, or not with all its move words."""
        if question.kind == "pass":
            return []
        if question.kind == "piece":
            return [line for number in question.pieces for line in self._lists(number, True)]
        cell = contents(self.game, question.origin)
        found = []
        if cell:
            found = self._piece(question, cell)
        for number in question.pieces or range(1, len(self.game.declaration.pieces) + 1):
            drops = self.game.declaration.pieces[number - 1].drops
            if drops:
                found += self._filtered(number, drops, "drops")
        if not cell and not any(p.drops for p in self.game.declaration.pieces):
            found.insert(0, f"{self.wording.holds(question.origin)}: there is no piece to move")
        return found

    def _piece(self, question: Question, cell: int) -> list[str]:
        declared, name = self.game.declaration, self.wording.position(question.origin)
        owner = self.processor.cell(at.A_FOR_PLAYER)
        found = []
        if cell & at.PLAYER_MASK != owner:
            whose = self.game.player_by_code(owner)
            found.append(
                f"{name} holds {piece_name(self.game, cell)}, and the turn is for "
                f"{whose.name if whose else 'nobody'}{self.turn_place()}"
            )
        number = cell & at.PIECE_MASK
        scanned = self.processor.cell(at.A_SCAN_POSITIONS)
        if question.origin >= scanned:
            where = _at(self.declared.place("board", "{position}", name))
            found.append(f"{name} stands behind {{dummy-positions}}: it is not scanned{where}")
        if 1 <= number <= len(declared.pieces):
            found += self._lists(number, not found)
        return found

    def _lists(self, number: int, tell_types: bool) -> list[str]:
        """What is to be said of a piece type: no list of moves, not scanned, types left out."""
        piece = self.game.declaration.pieces[number - 1]
        where = _at(self.declared.place("pieces", "{piece}", piece.name))
        found = []
        if number > self.processor.register(at.SCAN_PIECES):
            found.append(f"{piece.name} stands behind {{dummy-pieces}}: it is not scanned{where}")
        if not piece.moves and not piece.drops:
            found.append(f"{piece.name} has no {{moves}} and no {{drops}}{where}")
        elif not piece.moves:
            found.append(f"{piece.name} has no {{moves}}, only {{drops}}{where}")
        elif tell_types:
            found += self._filtered(number, piece.moves, "moves")
        return found

    def _filtered(self, number: int, address: int, what: str) -> list[str]:
        """Words of a list that were left out because of their type."""
        wanted = self.filter()
        if not wanted:
            return []
        found = []
        listed = self.game.declaration.lists.get(address)
        for word, kind in entries(self.game, address):
            if kind != wanted:
                name = listed.name if listed else what
                found.append(
                    f"`{word.name}` was not tried: it makes moves of type "
                    f"{self.wording.type_name(kind)}{self._entry(word, name)}, and "
                    f"{self.filter_reason()}"
                )
        return found

    def _entry(self, word: Word, owner: str) -> str:
        return _at(self.declared.place("moves", "{move}", word.name, owner))

    def filter(self) -> int:
        """The only type of moves that is made, 0 for any."""
        partial = self.processor.cell(at.SYSTEM_CELLS["$partial"])
        return partial - 1 if partial else self.processor.cell(at.A_OF_TYPE)

    def filter_reason(self) -> str:
        """Why only moves of a type are made."""
        kind = self.wording.type_name(self.filter())
        if self.processor.cell(at.SYSTEM_CELLS["$partial"]):
            return f"only moves of type {kind} may follow the partial move before"
        return f"the turn asks for moves of type {kind}{self.turn_place('{of-type}')}"

    def turn_place(self, keyword: str = "") -> str:
        """Where the turn is declared: the part with a keyword, or all that says whose it is."""
        number = self.processor.cell(at.A_TURN_OFFSET) // 12
        parts = self.declared.turn(number)
        places = [p.place for p in parts if p.keyword == keyword or not keyword]
        if not keyword and len(places) > 1 and parts[1].keyword != "{for-player}":
            places = places[:1]
        return f" ({', '.join(dict.fromkeys(map(brief, places)))})" if places else ""

    # -- after: what priorities and passes took away --------------------------------------------

    def hidden(self, made: Made, found: Generation) -> list[str]:
        """Why a move that was made is not in the list any more."""
        kept = [m for m in found.moves if m.legal]
        best = kept[0].kind if kept else 0
        names = ", ".join(m.text for m in kept[:SHOWN]) + (" …" if len(kept) > SHOWN else "")
        own = f"{self.wording.type_name(made.kind)}, {self._rank(made.kind)}"
        word = made.trial.word if made.trial else None
        maker = f" by `{word.name}`{self._type_place(word)}" if word else ""
        return [
            f"`{made.text}` was made{maker}, of type {own}; it is hidden by the moves of type "
            f"{self.wording.type_name(best)}, {self._rank(best)}: {names}"
        ]

    def _rank(self, kind: int) -> str:
        declared = self.game.declaration
        if kind not in declared.priorities:
            return "which has no priority" + _at(self._first_priority())
        name = self.wording.type_name(kind)
        place = self.declared.place("move-priorities", "{move-priority}", name)
        return f"priority {declared.priorities.index(kind) + 1}{_at(place)}"

    def _first_priority(self) -> Place | None:
        parts = self.declared.parts("move-priorities")
        return parts[0].place if parts else None

    def _type_place(self, word: Word) -> str:
        """Where a move word stands in its list, and its type behind it."""
        places = []
        for part in self.declared.parts("moves", "{move}"):
            if word.name in part.names:
                places.append(part.place)
                behind = self.declared.behind(part)
                if behind is not None and behind.keyword == "{move-type}":
                    places.append(behind.place)
        return f" ({', '.join(dict.fromkeys(map(brief, places)))})" if places else ""

    def passing(self, found: Generation) -> list[str]:
        """What is to be said of Pass."""
        forced = self.processor.cell(at.A_PASS_FORCED)
        others = [m for m in found.moves if m.legal]
        lines = []
        if forced and others:
            lines.append(
                "$passTurnForced is ON, but a Pass is offered by itself only where there is no "
                f"other move: there are {len(others)}"
            )
        elif not forced and not others:
            lines.append("$passTurnForced is OFF, so no Pass is offered by itself")
        return lines
