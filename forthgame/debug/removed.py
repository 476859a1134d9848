"""What keeps a move from being tried, or takes it away behind the move words."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from difflib import get_close_matches

from forthgame.debug.candidate import entries
from forthgame.debug.generation import Generation, Made
from forthgame.debug.layout import entries_of, lines_of, list_notes
from forthgame.debug.naming import bracketed, brief, contents, piece_name
from forthgame.debug.question import Question, passing
from forthgame.debug.selected import selected
from forthgame.debug.wording import Wording
from forthgame.game.declared import Part
from forthgame.game.script import Script
from forthgame.lang import layout as at
from forthgame.lang.dictionary import Word
from forthgame.source import split_words

MOST_TYPES = 6  # words that are told of
SHOWN = 4  # moves that are named


@dataclass(frozen=True)
class Untried:
    """A word that would pass, where its list is said, and why it was not tried."""

    word: Word
    entry: str
    reason: str

    def told(self) -> str:
        """The line that `why Pass` shows."""
        word = f"`{self.word.name}`{bracketed(self.word.place)}"
        return f"{word} passes, but was not tried{self.entry}: {self.reason}"


class Removed:
    """Looks for the rules of the declaration that have a say; the machine holds the position."""

    def __init__(self, game: Script, wording: Wording) -> None:
        self.game, self.declared, self.wording = game, wording.declared, wording
        self.processor = game.forth.processor
        self.lists: dict[str, None] = {}  # lines about the words of a piece that have been told

    def failure(self, found: Generation) -> list[str]:
        """The error that ended the generation, if one did: then there are no moves at all."""
        if found.error is None:
            return []
        trial, who = found.failing, ""
        if trial is not None:
            piece, name = piece_name(self.game, trial.piece), self.wording.position(trial.position)
            entry = self.entry(trial.word, "")
            who = f" in `{trial.word.name}` of {piece} at {name}{entry}"
        return [f"generating the moves ends with an error{who}:", *str(found.error).splitlines()]

    # -- before: why nothing was tried ----------------------------------------------------------

    def untried(self, question: Question, tried: bool) -> list[str]:
        """Why the piece of a question was not tried, or not with all its move words.

        `tried` says that move words were run for the question.
        """
        if question.kind == "pass":
            return []
        if question.kind == "piece":
            return [line for number in question.pieces for line in self._lists(number, True)]
        cell = contents(self.game, question.origin)
        found = self._named_player(question)
        if cell and not (tried and cell & at.PLAYER_MASK != self.processor.cell(at.A_FOR_PLAYER)):
            found += self._piece(question, cell)
        if cell and question.pieces and cell & at.PIECE_MASK not in question.pieces:
            found.insert(0, self.wording.holds(question.origin))
        for number in question.pieces or range(1, len(self.game.declaration.pieces) + 1):
            piece = self.game.declaration.pieces[number - 1]
            if piece.drops:
                found += self.hand(number)
                found += self._filtered(piece.drops, "drops")
                found += self._contents(number, piece.drops, "drops")
            elif not cell and question.pieces and not question.targets:
                where = bracketed(self.declared.place("pieces", "{piece}", piece.name))
                found.append(f"{piece.name} has no {{drops}}{where}")
        if not cell and not any(p.drops for p in self.game.declaration.pieces):
            told = f"{self.wording.holds(question.origin)}: there is no piece to move"
            found.insert(0, told + self._set_up(question.origin))
        return found

    def _named_player(self, question: Question) -> list[str]:
        """The player that a move's text names, where the turn is for another one."""
        owner = self.game.player_by_code(self.processor.cell(at.A_FOR_PLAYER))
        named = [
            p for p in self.game.declaration.players if p.name in split_words(question.text)[:1]
        ]
        if not named or owner is None or named[0] is owner:
            return []
        return [f"the turn is for {owner.name}{self.turn_place()}, not for {named[0].name}"]

    def _set_up(self, position: int) -> str:
        """Whether the set-up has put a piece on a position."""
        parts = self.declared.parts("board-setup")
        name = self.wording.position(position)
        placed = next((p for p in parts if p.names[2:3] == (name,)), None)
        if placed is not None:
            return f"; the set-up put {' '.join(placed.names[:2])} there ({brief(placed.place)})"
        header = self.declared.header("board-setup")
        where = bracketed(None if header is None else header.place)
        return f"; {{board-setup{where} puts nothing there" if parts else ""

    def _contents(self, number: int, address: int, what: str) -> list[str]:
        """Which words a piece type has."""
        listed = self.game.declaration.lists.get(address)
        if listed is None:
            return []
        piece = self.game.declaration.pieces[number - 1].name
        words = ", ".join(f"`{word.name}`" for word, _ in listed.entries)
        where = bracketed(self.declared.place("pieces", "{piece}", piece))
        own = lines_of(self.wording, listed)
        told = f"the {{{what}}} of {piece}{where} are {listed.name}{own}: {words}"
        self.lists |= dict.fromkeys([told, *list_notes(self.wording, listed)])
        return [told, *list_notes(self.wording, listed)]

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
        if 1 <= number <= len(declared.pieces):
            piece = declared.pieces[number - 1]
            if piece.drops and not piece.moves:
                return []
        scanned = self.processor.cell(at.A_SCAN_POSITIONS)
        if question.origin >= scanned:
            where = bracketed(self.declared.place("board", "{position}", name))
            found.append(f"{name} stands after {{dummy-positions}}: it is not scanned{where}")
        if 1 <= number <= len(declared.pieces):
            found += self._lists(number, not found)
        return found

    def _lists(self, number: int, tell_types: bool) -> list[str]:
        """What is to be said of a piece type: no list of moves, not scanned, types left out."""
        piece = self.game.declaration.pieces[number - 1]
        where = bracketed(self.declared.place("pieces", "{piece}", piece.name))
        found = []
        if number > self.processor.register(at.SCAN_PIECES):
            found.append(f"{piece.name} stands after {{dummy-pieces}}: it is not scanned{where}")
        if not piece.moves and not piece.drops:
            found.append(f"{piece.name} has no {{moves}} and no {{drops}}{where}")
        elif not piece.moves:
            found.append(f"{piece.name} has no {{moves}}, only {{drops}}{where}")
        elif tell_types:
            found += self._filtered(piece.moves, "moves")
            found += self._contents(number, piece.moves, "moves")
        return found

    def hand(self, number: int) -> list[str]:
        """That the player has none of a type in hand, in a game where drops need one."""
        owner = self.processor.cell(at.A_FOR_PLAYER)
        player, piece = self.game.player_by_code(owner), self.game.pieces[number - 1]
        counters = {(who, what): place for place, who, what in self.game.declaration.counters()}
        if player is None or (place := counters.get((player.name, piece))) is None:
            return []
        if self.processor.cell(self.processor.register(at.BOARD) + place):
            return []
        parts = self.declared.parts("board", "{hand}")
        where = bracketed(parts[-1].place if parts else None)
        return [
            f"{player.name} has no {piece} in hand, so its {{drops}} are not tried{where}; "
            f"hands are filled {self._filled()}"
        ]

    def _filled(self) -> str:
        """What puts pieces into a hand."""
        places = self.wording.said_in("in-hand!", "to-hand")
        recycles = self.processor.cell(at.A_RECYCLE)
        taken = "by what is taken" if recycles else "not by what is taken ($recycle is OFF)"
        return f"in {places}, and {taken}" if places else taken

    def _filtered(self, address: int, what: str) -> list[str]:
        """Words of a list that were left out because of their type."""
        found: list[str] = []
        for word, kind in entries(self.game, address):
            if reason := self._other_type(word, kind, address, what):
                found.append(f"`{word.name}` was not tried: {reason}")
        return found + (self._misspelt() if found else [])

    def _other_type(self, word: Word, kind: int, address: int, what: str) -> str:
        """That the turn asks for another type than a word makes; nothing if it does not."""
        wanted = self.filter()
        if not wanted or kind == wanted:
            return ""
        return (
            f"it makes moves of type {self.wording.type_name(kind)}"
            f"{self.entry(word, self._list_name(address, what))}, and {self.filter_reason()}"
        )

    def filtered_word(self, word: Word, address: int, what: str) -> list[str]:
        """Why a word of a list was left out because of its type."""
        kinds = [kind for entry, kind in entries(self.game, address) if entry.token == word.token]
        reasons = [self._other_type(word, kind, address, what) for kind in kinds]
        return reasons[:1] if all(reasons) else []

    def types(self) -> list[str]:
        """Words that were not tried because of their types, where the turn asks for one."""
        found: list[str] = []
        for _, address, what in self._lists_of_pieces():
            found += self._filtered(address, what)
        return list(dict.fromkeys(found))[:MOST_TYPES]

    def _lists_of_pieces(self) -> Iterator[tuple[int, int, str]]:
        """The number of each piece type with its lists: their addresses, and what they are."""
        for number, piece in enumerate(self.game.declaration.pieces, 1):
            yield number, piece.moves, "moves"
            yield number, piece.drops, "drops"

    def _list_name(self, address: int, otherwise: str) -> str:
        """The name of a list of moves."""
        listed = self.game.declaration.lists.get(address)
        return listed.name if listed else otherwise

    def _misspelt(self) -> list[str]:
        """A type that the turn asks for, and that it has made itself by naming it."""
        part = next((p for p in self._turn() if p.keyword == "{of-type}"), None)
        if part is None or self.processor.cell(at.SYSTEM_CELLS["$partial"]):
            return []
        name, declared = part.names[0], self.game.declaration
        known = [p.names[0] for p in self.declared.parts("moves", "{move-type}")]
        types = [kind for listed in declared.lists.values() for _, kind in listed.entries if kind]
        wanted = self.filter()
        if name in known or declared.types.get(name) != wanted:
            return []
        if wanted in types and len(known) < len(types):  # the text does not show all of them
            return []
        near = get_close_matches(name, dict.fromkeys(known), 2)
        hint = f"; did you mean {' or '.join(near)}?" if near else ""
        return [f"no move word has the {{move-type}} {name} ({brief(part.place)}){hint}"]

    def entry(self, word: Word, owner: str) -> str:
        """Where a list has a word, in brackets."""
        return bracketed(self.declared.place("moves", "{move}", word.name, owner))

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
        parts = self._turn()
        places = [p.place for p in parts if p.keyword == keyword or not keyword]
        if not keyword and len(places) > 1 and parts[1].keyword != "{for-player}":
            places = places[:1]
        return bracketed(*places)

    def _turn(self) -> list[Part]:
        """The parts that declare the turn."""
        return self.declared.turn(self.processor.cell(at.A_TURN_OFFSET) // 12)

    # -- after: what priorities and passes took away --------------------------------------------

    def hidden(self, made: Made, found: Generation) -> list[str]:
        """Why a move that was made is not in the list any more."""
        if told := selected(self.game, made, found, self.wording):
            return told
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
            ranked = [part.place for part in self.declared.parts("move-priorities")]
            return "which has no priority" + bracketed(*ranked[:1])
        name = self.wording.type_name(kind)
        place = self.declared.place("move-priorities", "{move-priority}", name)
        return f"priority {declared.priorities.index(kind) + 1}{bracketed(place)}"

    def _type_place(self, word: Word) -> str:
        """Where a move word stands in its list, and its type behind it."""
        places = []
        for part in entries_of(self.wording, word):
            places.append(part.place)
            behind = self.declared.behind(part)
            if behind is not None and behind.keyword == "{move-type}":
                places.append(behind.place)
        return bracketed(*places)

    def passing(self, found: Generation) -> list[str]:
        """What is to be said of Pass."""
        forced = self.processor.cell(at.A_PASS_FORCED)
        others = [m for m in found.moves if m.legal]
        if forced and others:
            return [
                "$passTurnForced is ON, but a Pass is offered by itself only where there is no "
                f"other move: there are {len(others)}"
            ]
        if not forced and not others:
            return ["$passTurnForced is OFF, so no Pass is offered by itself"]
        return []

    # -- words that pass ------------------------------------------------------------------------

    def passes_untried(self, found: Generation) -> list[Untried]:
        """Words of the script's lists that could pass and were tried nowhere, each once.

        A generation that has ended with an error has tried what it could: nothing is said of it.
        """
        if found.error is not None:
            return []
        passes = passing(self.game)
        tried = {trial.word.token for trial in found.trials}
        missing: dict[int, Untried] = {}
        for number, address, what in self._lists_of_pieces():
            for word, _ in entries(self.game, address):
                if word.token in tried or word.token in missing or not passes(word):
                    continue
                reasons = self.hand(number) if what == "drops" else self._nowhere(number)
                reasons = reasons or self.filtered_word(word, address, what)
                if reasons:
                    entry = self.entry(word, self._list_name(address, ""))
                    missing[word.token] = Untried(word, entry, reasons[0])
        return list(missing.values())

    def _nowhere(self, number: int) -> list[str]:
        """That the player has no piece of a type on the board."""
        owner = self.processor.cell(at.A_FOR_PLAYER)
        player, piece = self.game.player_by_code(owner), self.game.pieces[number - 1]
        standing = (contents(self.game, k) for k in range(len(self.game.declaration.positions)))
        wanted = (owner & at.PLAYER_MASK) | number
        masked = at.PLAYER_MASK | at.PIECE_MASK
        if player is None or any(cell & masked == wanted for cell in standing):
            return []
        where = bracketed(self.declared.place("pieces", "{piece}", piece))
        return [f"{player.name} has no {piece} on the board, so its {{moves}} are not tried{where}"]
