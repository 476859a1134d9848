"""The words that the engine runs: move words, events, search engines."""

from __future__ import annotations

from dataclasses import dataclass, field

from forthgame.check.script import Script
from forthgame.lang.dictionary import Word
from forthgame.lang.effect import Effect
from forthgame.lang.layout import EVENT_NAMES

UNDEFINED = {"OnIsLegal?": "( -- ? )"}  # effects of events that the language does not define


@dataclass
class Roles:
    """Words by their roles for the engine; a word may have several."""

    move_words: dict[int, Word] = field(default_factory=dict)  # by token
    events: dict[int, Word] = field(default_factory=dict)
    engines: dict[int, Word] = field(default_factory=dict)
    effects: dict[str, Effect] = field(default_factory=dict)  # of events, by name

    def in_frame(self, word: Word) -> bool:
        """Return whether the engine runs the word on a stack of its own."""
        return any(word.token in of for of in (self.move_words, self.events, self.engines))

    def given(self, word: Word) -> int:
        """Return the number of items that the engine passes to the word."""
        return len(self.effects[word.name].inputs) if word.token in self.events else 0

    def answers(self, word: Word) -> bool:
        """Return whether the engine takes a result from the word."""
        return word.token in self.events and bool(self.effects[word.name].outputs)

    def title(self, word: Word) -> str:
        if word.token in self.move_words:
            return "move word"
        return "event" if word.token in self.events else "search engine"


def roles_of(script: Script) -> Roles:
    """Find the move words of all lists, the definitions of events, and the search engines."""
    roles = Roles()
    for record in script.declared.all("moves"):
        if record.word is not None:
            roles.move_words[record.word.token] = record.word
    known = script.reader.dictionary.engine
    for name in EVENT_NAMES:
        comment = known[name].comment if name in known else UNDEFINED[name]
        roles.effects[name] = Effect.parse(comment)
    for word in script.definitions:
        if word.name in EVENT_NAMES:
            roles.events[word.token] = word
    for player in script.declared.players:
        engine = script.reader.dictionary.find(player.word) if player.word else None
        if engine is not None and engine.place is not None:
            roles.engines[engine.token] = engine
    return roles
