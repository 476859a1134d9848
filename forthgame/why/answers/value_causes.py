"""Follows the values that decided a test to where they come from: stores, tables, declarations."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from time import thread_time

from forthgame.base.errors import ForthgameError, Place
from forthgame.base.lazy import lazy
from forthgame.position.playthrough import Playthrough
from forthgame.why.answers.attempts import origins_in, origins_of
from forthgame.why.inspection.probe import Probe, script_tokens
from forthgame.why.inspection.short_texts import bracketed, brief, joined, own_word
from forthgame.why.inspection.state_copies import copy_state, isolated
from forthgame.why.inspection.value_sources import stored_in, writers_of
from forthgame.why.recording.recorded_runs import GeneratedMove, recorded_generation
from forthgame.why.recording.stack_origins import READING, STORE_INPUTS, Origin, expression
from forthgame.why.recording.trial import Decision, Segment, WordTrial, deadline
from forthgame.why.wording.explanation import cut
from forthgame.why.wording.wording import Wording
from forthgame.words.registers import memory_layout as at

REPLAYED = 40  # moves that are played again to find a store
SECONDS = 1.0  # of processor time for that
RESETTING = ("OnNextTurn", "OnGenerateMoves", "OnMakeAMove", "OnNewGame")
LONGEST = 40  # characters of a move that is quoted
NONE_DID = "did that"
NO_MOVE = f"no move of this game {NONE_DID}"
MOST = 3  # causes that are told
SETTING = frozenset(("!", "ON", "OFF"))
LINES = 6  # lines that are named
OTHERS = 2  # other variables that are named


@dataclass
class LastStore:
    """The last store to an address: its cell, and the number and text of the move."""

    cell: int
    number: int
    move: str


class ValueCauses:
    """Describes where the values of tests come from. The machine must hold the position."""

    def __init__(self, state: Playthrough, wording: Wording) -> None:
        self.state, self.wording, self.game = state, wording, state.game
        self._stores: dict[int, LastStore | None] = {}
        self._searched = 0  # moves that were played again to find a store

    def of(self, test: Decision, trial: WordTrial) -> list[str]:
        """Return sentences about the values that a decision read, and that earlier words made."""
        ran = {cell for segment in trial.segments for cell in segment.ran}
        found: dict[str, None] = {}
        for origin in origins_of(test):
            for sentence in self._of(origin, ran):
                found.setdefault(sentence)
        found.update(dict.fromkeys(self._deferred(test)))
        return list(found)[:MOST]

    def of_numbers(self, numbers: Iterable[Origin]) -> list[str]:
        """Return sentences about the last stores to the variables that numbers were read from."""
        found: dict[str, str] = {}
        for origin in origins_in(numbers):
            name = self.variable(origin)
            if name and name not in found and origin.stored is None and self.state.past:
                found[name] = next(self._earlier(name, origin), "")
        return [sentence for sentence in found.values() if sentence]

    def skipped(self, numbers: Iterable[Origin]) -> list[str]:
        """Return sentences about tests that kept the last move from setting a variable.

        They are those of the words that COMPILE another word, which sets the variable.
        """
        names = {name for origin in origins_in(numbers) if (name := self.variable(origin))}
        tokens = self.wording.tokens
        writers = {w for name in names for w in writers_of(tokens, name) if self._compiled(w)}
        if not writers or not self.state.past:
            return []
        before, text = self.state.copy(), self.state.history[-1]
        before.step_back()
        with suppress(ForthgameError):
            made = _maker(before, text)
            if made is not None and made.segment is not None:
                left = writers - self._run_by(made.segment)
                return [*self._skips(made.segment, left, text)]
        return []

    def _skips(self, made: Segment, writers: set[str], text: str) -> Iterator[str]:
        """Yield, for words that a move could have run, the test behind which they stand."""
        probe = self.wording.probe
        for writer in sorted(writers):
            compiled = self.wording.values.run_by_moves[writer]
            owners = {owner for _, place, owner in self.wording.tokens if place in compiled}
            tests = [test for test in made.tests if probe.owner(test.cell) in owners]
            if tests:
                told = self.wording.decision(tests[-1], variables=False)
                said = f"`{cut(text, LONGEST)}` did not run `{writer}` ({joined(compiled[-1:])})"
                yield f"{said}: in `{probe.owner(tests[-1].cell)}`, {told}"

    def _run_by(self, made: Segment) -> set[str]:
        """Return the names of the words that a move runs when it is made."""
        by_token = self.game.forth.dictionary.by_token
        tokens = {action.values[0] for action in made.actions if action.kind == at.ACT_WORD}
        return {word.name for token in tokens if (word := by_token(token)) is not None}

    def is_elsewhere(self, origin: Origin, trial: WordTrial) -> bool:
        """Return whether a value was stored by a cell that a trial did not run."""
        stored = origin.stored
        return stored is not None and all(stored.cell not in s.ran for s in trial.segments)

    def stores_of(self, word: str) -> dict[str, list[Place]]:
        """Return the names that a word and the words that it uses store to, with the places."""
        return stored_in(self.wording.tokens, self._words_of(word))

    def _of(self, origin: Origin, ran: set[int]) -> Iterator[str]:
        values = self.wording.values
        name = self.variable(origin)
        if name in values.data:
            yield f"`{name}` holds what stands in {joined(values.data[name])}"
        elif name and origin.stored is None:
            yield from self._earlier(name, origin)
        elif name and origin.stored is not None and origin.stored.cell not in ran:
            yield self._left_over(name, origin)
        elif name and origin.stored is not None and origin.stored.word in SETTING:
            given = origin.stored.inputs[:1]
            what = f"to `{expression(given[0])}` " if given and given[0].word else ""
            yield f"`{name}` was set {what}before{self.wording.at(origin.stored.cell)}"
        if origin.word in values.constants:
            yield f"`{origin.word}` is defined in {brief(values.constants[origin.word])}"
        if origin.word == "piece-value" and origin.inputs:
            number = origin.inputs[0].value & at.PIECE_MASK
            pieces = self.game.declaration.pieces
            if 1 <= number <= len(pieces):
                named = pieces[number - 1].name
                place = self.wording.declared.place("pieces", "{piece}", named)
                yield f"the value of {named} is {origin.value}{bracketed(place)}"

    def variable(self, origin: Origin) -> str:
        """Return the variable or table that a number was read from, or an empty string."""
        if origin.word not in READING or not origin.inputs:
            return ""
        todo = [origin.inputs[0]]
        while todo:
            address = todo.pop()
            if self.wording.is_variable(address.word) or address.word in self.wording.values.data:
                return address.word
            todo += address.inputs
        return ""

    def _left_over(self, name: str, origin: Origin) -> str:
        stored = origin.stored
        where = "" if stored is None else self.wording.at(stored.cell)
        how = "" if stored is None else f"`{stored.word}`"
        return f"`{name}` is {origin.value} from another word's {how}{where}" + self._resets(name)

    # -- stores of earlier moves ------------------------------------------------------------------

    def _earlier(self, name: str, origin: Origin) -> Iterator[str]:
        last = self._last_store(origin.inputs[0].value, origin.value)
        if last is None:
            if self.state.past and (where := self.wording.set_where(name)):
                few = f"none of the last {self._searched} moves {NONE_DID}"
                none = NO_MOVE if self._searched >= len(self.state.past) else few
                told = f"`{name}` {where}; {none}{self._not_run(name)}"
                yield told + self._idle_writer(name)
            return
        text = f"`{name}` is {origin.value} since move {last.number} (`{cut(last.move, LONGEST)}`)"
        word, owner = self.wording.probe.named(last.cell), self.wording.probe.owner(last.cell)
        compiled = self.wording.values.run_by_moves.get(owner, [])
        more = " …" if len(compiled) > LINES else ""
        run = f", run by moves in {joined(compiled[:LINES])}{more}" if compiled else ""
        run += self._number_given(last, origin.value) if compiled else ""
        said = f"{text}, by `{word}`{self.wording.at(last.cell)}{run}{self._resets(name)}"
        if compiled and last.number < len(self.state.history):
            said += self._not_run(name)
        yield said + (self._idle_writer(name) or self._other_writers(name, owner))

    def _other_writers(self, name: str, owner: str) -> str:
        """Name the words that other moves run to set a variable, with the lines that do so."""
        told = []
        for writer in dict.fromkeys(writers_of(self.wording.tokens, name)):
            compiled = self.wording.values.run_by_moves.get(writer)
            if compiled and writer != owner:
                told.append(f"`{writer}`, run by moves in {joined(compiled)}")
        return f"; so do {' and '.join(told[:OTHERS])}" if told else ""

    def _idle_writer(self, name: str) -> str:
        """Name a word that sets a variable and that nothing runs."""
        tokens = self.wording.tokens
        for writer in dict.fromkeys(writers_of(tokens, name)):
            if self._said[writer] == 1 and writer not in at.EVENT_NAMES:
                places = joined(place for _, place, owner in tokens if owner == writer)
                return f"; `{writer}` ({places}) sets it as well, and nothing runs it"
        return ""

    @lazy
    def _said(self) -> Counter[str]:
        """Return how often the words of the script's texts stand there."""
        sources = {
            id(token.source): token.source for _, token in script_tokens(self.game.forth.code)
        }
        return Counter(word for source in sources.values() for word in source.text.split())

    def _not_run(self, name: str) -> str:
        """Name the maker of the last move, if other moves set a variable and this one does not."""
        writers = {w for w in writers_of(self.wording.tokens, name) if self._compiled(w)}
        if not writers:
            return ""
        before, text = self.state.copy(), self.state.history[-1]
        before.step_back()
        with suppress(ForthgameError):
            made = _maker(before, text)
            if made is None or made.trial is None or made.segment is None:
                return ""
            word = made.trial.word
            if writers.isdisjoint(self._run_by(made.segment)):
                return f"; `{word.name}`{bracketed(word.place)}, which made `{text}`, does not"
        return ""

    def _compiled(self, word: str) -> bool:
        return word in self.wording.values.run_by_moves

    def _number_given(self, last: LastStore, value: int) -> str:
        """Describe where the maker of an earlier move got a number that it handed on."""
        before = self.state.copy()
        for _ in range(len(self.state.history) - last.number + 1):
            before.step_back()
        with suppress(ForthgameError):
            made = _maker(before, last.move)
            segment = None if made is None else made.segment
            for action in [] if segment is None else segment.actions:
                if action.kind == at.ACT_LITERAL and action.values[0] == value and action.inputs:
                    given = action.inputs[0]
                    return f" with `{expression(given)}`{self.wording.at(given.cell)}"
        return ""

    def _resets(self, name: str) -> str:
        """Describe the events that set other variables but not this one, or their absence."""
        parts = []
        for event in RESETTING:
            word = own_word(self.game, event)
            if word is None or word.place is None:
                continue
            stores = stored_in(self.wording.tokens, self._words_of(event))
            if name in stores:
                parts.append(f"`{event}` sets it ({joined(stores[name])})")
                break
            others = [f"`{n}` ({joined(p)})" for n, p in list(stores.items())[:OTHERS]]
            does = f"sets {', '.join(others)} and not `{name}`" if others else "does not set it"
            parts.append(f"`{event}` ({brief(word.place)}) {does}")
        return "".join(f"; {part}" for part in parts[:2])

    def _words_of(self, name: str) -> set[str]:
        """Return a word and the words of the script that it uses."""
        found = {name}
        grown = True
        while grown:
            used = {text for text, _, owner in self.wording.tokens if owner in found}
            owners = {owner for _, _, owner in self.wording.tokens if owner}
            grown = not (used & owners) <= found
            found |= used & owners
        return found

    def _last_store(self, address: int, value: int) -> LastStore | None:
        """Play the last moves again and return the last store of a number to an address."""
        if address not in self._stores:
            self._stores[address] = self._replayed(address, value)
        return self._stores[address]

    def _replayed(self, address: int, value: int) -> LastStore | None:
        """Return the last store of a number to an address by a move of this game.

        Each move is played again from its own position and list, since variables that do not
        belong to the position are as they are now.
        """
        state, game = self.state, self.game
        processor = game.forth.processor
        start, size = processor.register(at.BOARD), processor.register(at.BOARD_SIZE)
        of_board = start <= address < start + size
        before, until = state.copy(), deadline(SECONDS)
        for count in range(min(len(state.past), REPLAYED)):
            if thread_time() > until:
                break
            self._searched = count + 1
            before.step_back()
            number = len(state.history) - count
            text = state.history[number - 1]
            with isolated(game), suppress(ForthgameError):
                twin = copy_state(before)
                move = twin.find(text, exact=True, after_end=True)
                with self._stores_noted(
                    address - start if of_board else address, of_board
                ) as stores:
                    twin.make(twin.position, move.index)
                if stores:
                    fitting = [cell for cell, stored in stores if stored in (None, value)]
                    return LastStore(
                        [*(cell for cell, _ in stores[-1:]), *fitting][-1], number, text
                    )
        return None

    @contextmanager
    def _stores_noted(self, wanted: int, of_board: bool) -> Iterator[list[tuple[int, int | None]]]:
        """Yield a list that receives the cells that store to an address in the body.

        Each has the number that `!` stores, None for other words.
        The address is in the record of the board if `of_board`; then move generation is left out.
        """
        processor, probe = self.game.forth.processor, Probe(self.game)
        tokens = script_tokens(self.game.forth.code)
        cells: list[tuple[int, int | None]] = []

        def noted() -> None:
            stored = processor.register(at.TOP)
            if of_board:
                stored -= processor.register(at.BOARD)
            if stored == wanted and not (of_board and processor.register(at.GENERATING)):
                items = processor.items()[-2:] if probe.operation(probe.cell()) == "!" else []
                cells.append((probe.cell(), items[0] if len(items) > 1 else None))

        processor.breaks = {cell for cell, _ in tokens if probe.operation(cell) in STORE_INPUTS}
        processor.on_break = noted
        try:
            yield cells
        finally:
            processor.breaks = set()

    def _deferred(self, test: Decision) -> Iterator[str]:
        """Yield the places that set the deferred words whose meaning made a flag."""
        find, by_token = self.game.forth.dictionary.find, self.game.forth.dictionary.by_token
        known = [origin for origin in origins_of(test) if origin.cell >= 0]
        owners = {self.wording.probe.owner(origin.cell) for origin in known}
        names = {origin.word for origin in known}
        for name, places in self.wording.values.deferred.items():
            word = find(name)
            if word is None or word.kind != "defer":
                continue
            now = by_token(self.game.forth.processor.cell(word.value))
            if now is not None and (now.name in owners or name in names):
                yield f"`{name}` is `{now.name}` by IS in {joined(places)}"


def _maker(before: Playthrough, text: str) -> GeneratedMove | None:
    """Return a move of a position, with the watched trial that makes it."""
    with recorded_generation(copy_state(before), lambda _: False) as found:
        trial = next((m.trial for m in found.moves if m.text == text and m.trial), None)
    if trial is None:
        return None
    key = trial.key()
    with recorded_generation(copy_state(before), lambda other: other.key() == key) as found:
        return next((m for m in found.moves if m.text == text and m.trial), None)
