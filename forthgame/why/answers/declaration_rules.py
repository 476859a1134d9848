"""Rules that prevent a move from being tried, or remove it from the list afterwards."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from difflib import get_close_matches
from itertools import chain, zip_longest

from forthgame.base.errors import ScriptError
from forthgame.base.source import split_words
from forthgame.rules.model import DeclaredPart
from forthgame.rules.script import Script
from forthgame.why.answers.attempts import origins_in
from forthgame.why.answers.question import Question, passing
from forthgame.why.inspection.effect_names import type_name
from forthgame.why.inspection.short_texts import (
    bracketed,
    brief,
    contents,
    did_you_mean,
    named_move,
    own_word,
    piece_name,
    player_name,
    run_engine,
)
from forthgame.why.inspection.state_copies import isolated
from forthgame.why.inspection.word_call_setup import entries
from forthgame.why.recording.recorded_runs import (
    EventRecord,
    GeneratedMove,
    Generation,
    record_event,
)
from forthgame.why.recording.trial import WordTrial
from forthgame.why.wording.source_notes import entries_of, lines_of, list_notes
from forthgame.why.wording.wording import Wording
from forthgame.words.board.hand_counters import TO_OWNER
from forthgame.words.lists.legality_checks import STRUCK
from forthgame.words.registers import extension_registers as by, memory_layout as at
from forthgame.words.table.dictionary import Word

MOST_TYPES = 6  # words that are shown
SHOWN = 4  # moves that are named
MOST_SHARING = 3  # kinds with one list of moves that are named
DECISIONS = 4  # decisions that are shown, last first


@dataclass(frozen=True)
class Untried:
    """A word that could pass, its list entry, and the reason why it was not tried."""

    word: Word
    entry: str
    reason: str

    def sentence(self) -> str:
        word = f"`{self.word.name}`{bracketed(self.word.place)}"
        return f"{word} passes, but was not tried{self.entry}: {self.reason}"


class DeclarationRules:
    """Finds the rules that apply to a question. The machine must hold the position."""

    def __init__(self, game: Script, wording: Wording) -> None:
        self.game, self.declared, self.wording = game, wording.declared, wording
        self.processor = game.forth.processor
        self.lists: dict[str, None] = {}  # lines about move lists returned so far

    def failure(self, found: Generation) -> list[str]:
        """Describe the error that ended the generation, if there is one."""
        if found.error is None:
            return []
        trial, who = found.failing, ""
        if trial is not None:
            piece, name = piece_name(self.game, trial.piece), self.wording.position(trial.position)
            who = f" in `{trial.word.name}` of {piece} at {name}{self.entry(trial.word, '')}"
        return [f"generating the moves ends with an error{who}:", *str(found.error).splitlines()]

    # -- before generation -------------------------------------------------------------------------

    def untried(self, question: Question, tried: bool) -> list[str]:
        """Explain why the piece of a question was not tried, or not with all its move words.

        `tried` is true if move words were run for the question.
        """
        if question.kind == "pass":
            return []
        if question.kind == "piece":
            return [line for number in question.pieces for line in self._lists(number, True)]
        cell = contents(self.game, question.origin)
        named = self._named_player(question)
        found = list(named)
        if cell and not (tried and cell & at.PLAYER_MASK != self.processor.cell(at.A_FOR_PLAYER)):
            found += self._piece(question, cell)
        meant = question.pieces if question.anywhere else question.pieces[:1]
        if cell and meant and cell & at.PIECE_MASK not in meant and not named:
            place = self.wording.set_up_place(question.origin)
            there = f", as set up in {brief(place)}" if place is not None else ""
            found.insert(0, self.wording.holds(question.origin) + there)
        pieces = self.game.declaration.pieces
        dropped = any(pieces[number - 1].drops for number in question.pieces[:1]) or (
            not question.pieces and any(piece.drops for piece in pieces)
        )
        goes = question.kind != "move" or not question.anywhere or not tried
        for number in question.pieces or range(1, len(self.game.declaration.pieces) + 1):
            piece = self.game.declaration.pieces[number - 1]
            if piece.drops and (question.anywhere or not cell):
                filtered = self._filtered(piece.drops, "drops")
                found += self.hand(number) + filtered + self._contents(number, piece.drops, "drops")
            elif not cell and question.pieces and not question.targets and (goes or dropped):
                found.append(f"{piece.name} has no {{drops}}{self._piece_place(piece.name)}")
        if not cell and goes and not dropped:
            reason = f"{self.wording.holds(question.origin)}: there is no piece to move"
            found.insert(0, reason + self._set_up(question.origin))
        return found

    def _named_player(self, question: Question) -> list[str]:
        """Report that a move's text names a player other than the one to move."""
        owner = self.game.player_by_code(self.processor.cell(at.A_FOR_PLAYER))
        named = [
            p for p in self.game.declaration.players if p.name in split_words(question.text)[:1]
        ]
        if not named or owner is None or named[0] is owner or len(split_words(question.text)) > 3:
            return []
        known = self.game.declaration
        codes = {code for turn in known.turns for code in (turn.player, turn.for_player)}
        if all(self.game.player_by_code(code) is not named[0] for code in codes):
            return []  # a neutral piece in the move of another player
        return [f"the turn is for {owner.name}{self.turn_place()}, not for {named[0].name}"]

    def _set_up(self, position: int) -> str:
        parts = self.declared.parts("board-setup")
        name = self.wording.position(position)
        placed = next((p for p in parts if p.names[2:3] == (name,)), None)
        if placed is not None:
            return f"; the set-up put {' '.join(placed.names[:2])} there ({brief(placed.place)})"
        header = self.declared.header("board-setup")
        where = bracketed(None if header is None else header.place)
        return f"; {{board-setup{where} puts nothing there" if parts else ""

    def _contents(self, number: int, address: int, what: str) -> list[str]:
        listed = self.game.declaration.lists.get(address)
        if listed is None:
            return []
        piece = self.game.declaration.pieces[number - 1].name
        words = ", ".join(f"`{word.name}`" for word, _ in listed.entries)
        own = f"{listed.name}{lines_of(self.wording, listed)}"
        title = f"the {{{what}}} of {piece}{self._piece_place(piece)} are {own}: {words}"
        lines = [title, *list_notes(self.wording, listed)]
        self.lists |= dict.fromkeys(lines)
        return lines

    def set_up_of(self, made: GeneratedMove) -> str:
        """Say where the piece of a move was set up, if it still stands there."""
        trial = made.trial
        place = None
        if trial is not None and not trial.drop:
            place = self.wording.set_up_place(trial.position)
        if trial is None or place is None:
            return ""
        where = self.wording.position(trial.position)
        return f"; {piece_name(self.game, trial.piece)} on {where} was set up in {brief(place)}"

    def hides(self, made: GeneratedMove, found: Generation) -> str:
        """Name the moves of another priority that a legal move hides."""
        passes = passing(self.game)
        hidden = [
            m
            for m in found.moves
            if not (m.legal or m.kind == made.kind or (m.trial and passes(m.trial.word)))
        ]
        ranked = self.game.declaration.priorities
        if not hidden or made.kind not in ranked or found.error is not None:
            return ""
        other = hidden[0]
        return (
            f"; its type {type_name(self.game, made.kind)}, {self._rank(made.kind)}, hides the "
            f"moves of type {type_name(self.game, other.kind)}, {self._rank(other.kind)}"
        )

    def shared(self, trial: WordTrial | None) -> str:
        """Name the list of a trial's piece if another kind of piece has the same one."""
        pieces = self.game.declaration.pieces
        if trial is None or trial.drop or not 1 <= trial.piece & at.PIECE_MASK <= len(pieces):
            return ""
        own = pieces[(trial.piece & at.PIECE_MASK) - 1]
        listed = self.game.declaration.lists.get(own.moves)
        others = [piece.name for piece in pieces if piece.moves == own.moves and piece is not own]
        if listed is None or not 0 < len(others) <= MOST_SHARING:
            return ""
        also = " and ".join(others)
        return f", as {own.name}{self._piece_place(own.name)} has {listed.name} like {also}"

    def _piece_place(self, name: str) -> str:
        return bracketed(self.declared.place("pieces", "{piece}", name))

    def _piece(self, question: Question, cell: int) -> list[str]:
        declared, name = self.game.declaration, self.wording.position(question.origin)
        owner = self.processor.cell(at.A_FOR_PLAYER)
        found = []
        if cell & at.PLAYER_MASK != owner:
            found.append(
                f"{name} holds {piece_name(self.game, cell)}, and the turn is for "
                f"{player_name(self.game, owner)}{self.turn_place()}"
            )
        number = cell & at.PIECE_MASK
        piece = declared.pieces[number - 1] if 1 <= number <= len(declared.pieces) else None
        if piece is not None and piece.drops and not piece.moves:
            return []
        if question.origin >= self.processor.cell(at.A_SCAN_POSITIONS):
            where = bracketed(self.declared.place("board", "{position}", name))
            found.append(f"{name} stands after {{dummy-positions}}: it is not scanned{where}")
        if piece is not None:
            found += self._lists(number, not found)
        return found

    def _lists(self, number: int, tell_types: bool) -> list[str]:
        """Describe a piece type's move list: missing, not scanned, or with words left out."""
        piece = self.game.declaration.pieces[number - 1]
        where, found = self._piece_place(piece.name), []
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
        """Report that the player has no piece of a type in hand, if drops need one."""
        owner = self.processor.cell(at.A_FOR_PLAYER)
        player, piece = self.game.player_by_code(owner), self.game.pieces[number - 1]
        counters = {(who, what): place for place, who, what in self.game.declaration.counters()}
        place = None if player is None else counters.get((player.name, piece))
        board = self.processor.register(at.BOARD)
        if player is None or place is None or self.processor.cell(board + place):
            return []
        where = bracketed(*(part.place for part in self.declared.parts("board", "{hand}")[-1:]))
        return [
            f"{player.name} has no {piece} in hand, so its {{drops}} are not tried{where}; "
            f"hands are filled {self._hand_sources()}"
        ]

    def _hand_sources(self) -> str:
        """Describe the words and rules that put pieces into a hand."""
        places = self.wording.said_in("in-hand!", "to-hand")
        recycles = self.processor.cell(at.A_RECYCLE)
        taken = "by what is taken" if recycles else "not by what is taken ($recycle is OFF)"
        if recycles == TO_OWNER:
            taken = "of its owner by what is taken ($recycle is #ToOwner)"
        return f"in {places}, and {taken}" if places else taken

    def _filtered(self, address: int, what: str) -> list[str]:
        listed = entries(self.game, address)
        reasons = [(word, self._other_type(word, kind, address, what)) for word, kind in listed]
        found = [f"`{word.name}` was not tried: {reason}" for word, reason in reasons if reason]
        return found + (self._unknown_turn_type() if found else [])

    def _other_type(self, word: Word, kind: int, address: int, what: str) -> str:
        """Report that the turn requires another move type than a word's; empty if it does not."""
        wanted = self.filter()
        if not wanted or kind == wanted:
            return ""
        return (
            f"it makes moves of type {type_name(self.game, kind)}"
            f"{self.entry(word, self._list_name(address, what))}, and {self.filter_reason()}"
        )

    def filtered_word(self, word: Word, address: int, what: str) -> list[str]:
        """Return the reason if every entry of a word was left out because of its type."""
        kinds = [kind for entry, kind in entries(self.game, address) if entry.token == word.token]
        reasons = [self._other_type(word, kind, address, what) for kind in kinds]
        return reasons[:1] if all(reasons) else []

    def types(self) -> list[str]:
        """List all words that were not tried because of their move types."""
        lists = [self._filtered(address, what) for _, address, what in self._lists_of_pieces()]
        return list(dict.fromkeys(chain.from_iterable(lists)))[:MOST_TYPES]

    def _lists_of_pieces(self) -> Iterator[tuple[int, int, str]]:
        """Yield piece numbers with the address and the kind of each of their move lists."""
        for number, piece in enumerate(self.game.declaration.pieces, 1):
            yield number, piece.moves, "moves"
            yield number, piece.drops, "drops"

    def _list_name(self, address: int, otherwise: str) -> str:
        listed = self.game.declaration.lists.get(address)
        return listed.name if listed else otherwise

    def _unknown_turn_type(self) -> list[str]:
        """Report a type required by the turn that no move word has."""
        part = next((p for p in self._turn() if p.keyword == "{of-type}"), None)
        if part is None or self.processor.cell(at.SYSTEM_CELLS["$partial"]):
            return []
        name, declared = part.names[0], self.game.declaration
        known = [p.names[0] for p in self.declared.parts("moves", "{move-type}")]
        types = [kind for listed in declared.lists.values() for _, kind in listed.entries if kind]
        wanted = self.filter()
        if name in known or declared.types.get(name) != wanted:
            return []
        if wanted in types and len(known) < len(types):  # types without a name in the text
            return []
        hint = did_you_mean(get_close_matches(name, dict.fromkeys(known), 2))
        return [f"no move word has the {{move-type}} {name} ({brief(part.place)}){hint}"]

    def entry(self, word: Word, owner: str) -> str:
        return bracketed(self.declared.place("moves", "{move}", word.name, owner))

    def filter(self) -> int:
        """Return the only move type that is generated, 0 for any."""
        partial = self.processor.cell(at.SYSTEM_CELLS["$partial"])
        return partial - 1 if partial else self.processor.cell(at.A_OF_TYPE)

    def filter_reason(self) -> str:
        kind = type_name(self.game, self.filter())
        if self.processor.cell(at.SYSTEM_CELLS["$partial"]):
            return f"only moves of type {kind} may follow the partial move before"
        return f"the turn asks for moves of type {kind}{self.turn_place('{of-type}')}"

    def turn_place(self, keyword: str = "") -> str:
        """Return the place of the turn's declaration, or of its part with a keyword."""
        parts = self._turn()
        places = [p.place for p in parts if p.keyword == keyword or not keyword]
        if not keyword and len(places) > 1 and parts[1].keyword != "{for-player}":
            places = places[:1]
        return bracketed(*places)

    def _turn(self) -> list[DeclaredPart]:
        return self.declared.turn(self.processor.cell(at.A_TURN_OFFSET) // 12)

    # -- after generation --------------------------------------------------------------------------

    def hidden(self, made: GeneratedMove, found: Generation) -> list[str]:
        """Explain why a generated move is no longer in the list."""
        if removal := explain_removal(self.game, made, found, self.wording):
            return removal
        listed = [m for m in found.moves if m.legal]
        best = listed[0].kind if listed else 0
        by = [f", by `{m.trial.word.name}`{bracketed(m.trial.word.place)}"
              for m in listed[:1] if m.trial is not None]  # fmt: skip
        names = ", ".join(named_move(m.text) for m in listed[:SHOWN])
        names += " …" if len(listed) > SHOWN else ""
        own = f"{type_name(self.game, made.kind)}, {self._rank(made.kind)}"
        trial = made.trial
        maker = f" by `{trial.word.name}`{self._type_place(trial.word)}" if trial else ""
        return [
            f"`{named_move(made.text)}` was made{maker}, of type {own}; it is hidden by the "
            f"moves of type {type_name(self.game, best)}, {self._rank(best)}: {names}{''.join(by)}"
        ]

    def _rank(self, kind: int) -> str:
        if kind not in self.game.declaration.priorities:
            ranked = [part.place for part in self.declared.parts("move-priorities")]
            return "which has no priority" + bracketed(*ranked[:1])
        name = type_name(self.game, kind)
        place = self.declared.place("move-priorities", "{move-priority}", name)
        return f"priority {self.game.declaration.priorities.index(kind) + 1}{bracketed(place)}"

    def _type_place(self, word: Word) -> str:
        """Return the places of a move word's list entries and their move types."""
        places = []
        for part in entries_of(self.wording, word):
            places.append(part.place)
            following = self.declared.behind(part)
            if following is not None and following.keyword == "{move-type}":
                places.append(following.place)
        return bracketed(*places)

    def passing(self, found: Generation) -> list[str]:
        """Explain why the engine added no Pass."""
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
        """List words that could pass and were not tried, each once.

        The list is empty if the generation ended with an error.
        """
        if found.error is not None:
            return []
        passes = passing(self.game)
        tried = {trial.word.token for trial in found.trials}
        missing: dict[int, tuple[bool, Untried]] = {}
        for number, address, what in self._lists_of_pieces():
            absent = self.hand(number) if what == "drops" else self._none_on_board(number)
            for word, _ in entries(self.game, address):
                known = missing.get(word.token)
                # the reason of a piece that is there counts more
                if word.token in tried or not passes(word) or (known and (known[0] or absent)):
                    continue
                reasons = absent or self.filtered_word(word, address, what)
                if reasons:
                    entry = self.entry(word, self._list_name(address, ""))
                    missing[word.token] = not absent, Untried(word, entry, reasons[0])
        return [untried for _, untried in missing.values()]

    def _none_on_board(self, number: int) -> list[str]:
        """Report that the player has no piece of a type on the board."""
        owner = self.processor.cell(at.A_FOR_PLAYER)
        player, piece = self.game.player_by_code(owner), self.game.pieces[number - 1]
        standing = (contents(self.game, k) for k in range(len(self.game.declaration.positions)))
        wanted, masked = (owner & at.PLAYER_MASK) | number, at.PLAYER_MASK | at.PIECE_MASK
        if player is None or any(cell & masked == wanted for cell in standing):
            return []
        where = self._piece_place(piece)
        return [f"{player.name} has no {piece} on the board, so its {{moves}} are not tried{where}"]


# -- filters of the move list ----------------------------------------------------------------------


def explain_removal(
    game: Script, made: GeneratedMove, found: Generation, wording: Wording
) -> list[str]:
    """Explain why a generated move was removed; empty if none of the words removed it.

    Requires that the machine holds the list.
    """
    flags = game.forth.processor.cell(made.address + 4 * at.MOVE_FLAGS)
    listed = [m for m in found.moves if m.legal]
    names = ", ".join(m.text for m in listed[:SHOWN]) + (" …" if len(listed) > SHOWN else "")
    if flags & by.MOVE_STRUCK:
        word = game.forth.dictionary.find("OnMoves")
        where = bracketed(word.place) if word is not None else ""
        return [f"`{made.text}` was made{_maker(made, wording)}; `OnMoves`{where} struck it"]
    if flags & STRUCK:
        title = [f"`{made.text}` was made{_maker(made, wording)}; `OnIsLegal?` forbids it"]
        return title + explain_legality_event(game, made, wording)
    if flags & by.MOVE_UNFINISHED:
        return [
            f"`{made.text}` was made{_maker(made, wording)}; it has to be finished "
            "(`must-finish`), and no moves that can follow it come to an end"
        ]
    if flags & by.MOVE_OUTRANKED and listed:
        lists = _preference(game, made.address), _preference(game, listed[0].address)
        pairs = list(zip_longest(*lists, fillvalue=0))
        last = next((k for k, pair in enumerate(pairs, 1) if pair[0] != pair[1]), len(pairs))
        own, best = zip(*pairs[:last], strict=True)
        return [
            f"`{made.text}` was made{_maker(made, wording)}, and is preferred by "
            f"{_numbers(own)}; others by {_numbers(best)} (`prefer`): {names}; "
            f"the first is made{_maker(listed[0], wording)}; "
            f"`prefer` is in {wording.said_in('prefer')}"
        ]
    return []


def _maker(made: GeneratedMove, wording: Wording) -> str:
    if made.trial is None:
        return ""
    word = made.trial.word
    added = wording.at(made.segment.cell).strip(" ()") if made.segment is not None else ""
    return f" by `{word.name}`{bracketed(word.place)}" + (f", added in {added}" if added else "")


def _preference(game: Script, move: int) -> list[int]:
    """Return the preferences of a move and of the moves that can follow it."""
    cell = game.forth.processor.cell
    found = [cell(move + 4 * by.MOVE_PREFER)]
    if cell(move + 4 * at.MOVE_FLAGS) & by.MOVE_LEVELS:
        size = 4 * at.ACTION_CELLS
        action = move + 4 * at.MOVE_CELLS + (cell(move + 4 * at.MOVE_COUNT) - 1) * size
        found += [cell(action + 4 * k) for k in range(by.PREFERENCE_LEVELS - 1)]
    return found


def _numbers(values: Iterable[int]) -> str:
    return ", then ".join(map(str, values))


# -- OnIsLegal? -----------------------------------------------------------------------------------


def explain_legality_event(game: Script, made: GeneratedMove, wording: Wording) -> list[str]:
    """Explain why OnIsLegal? allows or forbids a move; empty if the script has no such event.

    Requires that the machine holds the move's list, and leaves it unchanged.
    """
    event = own_word(game, "OnIsLegal?")
    if event is None:
        return []
    place, found = bracketed(event.place), EventRecord(event)
    with isolated(game, exclusive=True):
        try:
            run_engine(game, "(push-position)")
            game.forth.processor.set_cell(at.A_MOVE_ADDRESS, made.address)
            run_engine(game, "(execute-move)")
            run_engine(game, "(ask-about)", made.address)
            found = record_event(game, event, wording.probe)
        except ScriptError as error:
            found.error = error
        if found.error is not None:
            return [f"`OnIsLegal?`{place} ends with an error here: {found.error.message}"]
        if not found.complete:
            return [f"`OnIsLegal?`{place} runs for too long to be watched here"]
        answer = found.result
        parts = origins_in([answer]) if answer.word else []
        where = bracketed(*(wording.probe.place(part.cell) for part in parts if part.cell >= 0))
        title = f"of the position after `{named_move(made.text)}` `OnIsLegal?`{place}"
        title += f" answered {answer.value}{where}"
        lines = [f"{title}: {wording.gave(answer)}" if answer.word else title]
        for test in reversed(found.tests[-DECISIONS:]):
            went = "went on" if test.passed else "went the other way"
            lines.append(f"  `{test.word}`{wording.at(test.cell)} {went}: {wording.flag(test)}")
        return list(dict.fromkeys(lines))
