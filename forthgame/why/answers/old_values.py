"""Finds variables that a move word used without setting them, by runs with other values.

A variable that a word counts or marks for one run should have its first value again when the next
run begins. If it was never reset, it is not 0; if nothing gave it its first value, it is 0 instead.
"""

from __future__ import annotations

from collections.abc import Iterator

from forthgame.base.errors import Place
from forthgame.why.answers.attempts import origins_in, origins_of
from forthgame.why.answers.value_causes import ValueCauses
from forthgame.why.inspection.short_texts import bracketed, joined
from forthgame.why.inspection.value_sources import called_through
from forthgame.why.recording.changed_runs import STORED, ChangedRun, ChangedRuns, CodeChange
from forthgame.why.recording.stack_origins import Origin, added_to
from forthgame.why.recording.trial import WordTrial
from forthgame.why.wording.wording import Wording

MOST_SETTERS = 3  # other words whose value is tried


class OldValues:
    """Runs trials again with other values in variables. The machine must hold the position."""

    def __init__(
        self, runs: ChangedRuns, wording: Wording, causes: ValueCauses, variables: dict[str, int]
    ) -> None:
        self.runs, self.wording, self.causes, self.variables = runs, wording, causes, variables

    def of(self, trial: WordTrial) -> Iterator[tuple[ChangedRun, str]]:
        """Yield runs with another value in a variable that a trial used, each described.

        Only variables that the words of the trial change while moves are made are meant, as those
        count or mark something for one run. The other value is 0, or what another word stores.
        """
        stores = self.causes.stores_of(trial.word.name)
        for name, origin, cell in self._read(trial):
            if name not in stores:
                continue
            address = origin.inputs[0].value
            if origin.value:
                change = CodeChange(STORED, -1, name, "0", address=address)
                if (run := self.runs.compare(trial, change)) is not None:
                    changed = joined(stores[name]) + self._changers(trial, stores[name])
                    told = f"`{name}` is {origin.value}, left over from an earlier run"
                    used = self._used(trial, cell)
                    yield run, f"{told}: {used}, and it is only changed in {changed}"
            for setter, text, value in self._settings(trial, name, origin.value):
                change = CodeChange(STORED, -1, name, text, address=address, by=value)
                if (run := self.runs.compare(trial, change)) is not None:
                    told = f"`{name}` is {origin.value}, and nothing sets it before"
                    yield run, f"{told}, as {setter} does: {self._used(trial, cell)}"

    def _read(self, trial: WordTrial) -> list[tuple[str, Origin, int]]:
        """Return the variables that a trial read before it stored to them, each once."""
        found: dict[int, tuple[str, Origin, int]] = {}
        for segment in trial.segments:
            numbers = [(test.cell, origins_of(test)) for test in segment.tests]
            numbers += [(act.cell, origins_in(act.inputs)) for act in segment.actions]
            for cell, origin in ((cell, each) for cell, origins in numbers for each in origins):
                name = self.causes.variable(origin)
                own = added_to(origin.stored) or self.causes.is_elsewhere(origin, trial)
                if name in self.variables and own:
                    found.setdefault(origin.inputs[0].value, (name, origin, cell))
        return list(found.values())

    def _settings(self, trial: WordTrial, name: str, value: int) -> Iterator[tuple[str, str, int]]:
        """Yield the words that begin a count with a number: each described, the number's text."""
        ran = {self.wording.probe.owner(cell) for segment in trial.segments for cell in segment.ran}
        tokens, find = self.wording.tokens, self.wording.game.forth.dictionary.find
        given: dict[int, tuple[str, str, int]] = {}
        for before, (target, _, _), (store, place, owner) in zip(
            tokens, tokens[1:], tokens[2:], strict=False
        ):
            if (target, store) != (name, "!") or not owner or owner in ran:
                continue
            word = find(before[0])
            literal = word is not None and word.kind == "literal"
            number = word.value if word is not None and literal else None
            if word is None:
                number = self.wording.game.forth.number(before[0])
            if number not in (None, 0, value):
                told = f"`{owner}`{bracketed(place)} with `{before[0]}`"
                given.setdefault(number, (told, before[0], number))
        yield from list(given.values())[:MOST_SETTERS]

    def _changers(self, trial: WordTrial, stores: list[Place]) -> str:
        """Describe how a trial comes to the words that store to a variable."""
        tokens, find = self.wording.tokens, self.wording.game.forth.dictionary.find
        owners = dict.fromkeys(who for _, place, who in tokens if place in stores and who)
        calls = [call for who in owners for call in called_through(tokens, trial.word.name, who)]
        callers = dict.fromkeys(who for _, place, who in tokens if place in calls and who)
        callers.pop(trial.word.name, None)
        begins = [word.place for name in callers if (word := find(name)) is not None and word.place]
        names = ", ".join(f"`{name}`" for name in callers)
        return f", run by {names}{bracketed(*begins)}" if callers else ""

    def _used(self, trial: WordTrial, cell: int) -> str:
        """Describe where a trial used a variable, and the words on the way there."""
        probe, tokens = self.wording.probe, self.wording.tokens
        owner = probe.owner(cell)
        find = self.wording.game.forth.dictionary.find
        word = find(owner)
        began = None if word is None else word.place
        used = f"`{probe.word(cell)}` in `{owner}`{bracketed(began, probe.place(cell))} uses it"
        calls = called_through(tokens, trial.word.name, owner)
        callers = dict.fromkeys(who for _, place, who in tokens if place in calls)
        callers.pop(trial.word.name, None)
        begins = [word.place for name in callers if (word := find(name)) is not None and word.place]
        through = f"; `{trial.word.name}` comes there by {joined([*begins, *calls])}"
        return f"{used}{through if calls else ''}"
