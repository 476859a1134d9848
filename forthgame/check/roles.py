"""Which words the engine runs by itself: move words, events, engines."""

from __future__ import annotations

from dataclasses import dataclass, field

from forthgame.check.script import Script
from forthgame.lang.dictionary import Word
from forthgame.lang.layout import EVENT_NAMES

TAKES = {"OnFriends?": 2, "OnEditAdd": 3, "OnEditRemove": 1}
RESULTS = frozenset(("OnIsGameOver", "OnEvaluate", "OnIsTerminal?", "OnFriends?", "OnDistance"))


@dataclass
class Roles:
    """Words by what the engine runs them for; a word may be in several."""

    move_words: dict[int, Word] = field(default_factory=dict)  # by token
    events: dict[int, Word] = field(default_factory=dict)
    engines: dict[int, Word] = field(default_factory=dict)

    def in_frame(self, word: Word) -> bool:
        """Whether the engine runs the word on a stack of its own."""
        return any(word.token in of for of in (self.move_words, self.events, self.engines))

    def given(self, word: Word) -> int:
        """How many items the engine gives to it."""
        return TAKES.get(word.name, 0) if word.token in self.events else 0

    def title(self, word: Word) -> str:
        """What it is, for a sentence."""
        if word.token in self.move_words:
            return "move word"
        return "event" if word.token in self.events else "search engine"


def roles_of(script: Script) -> Roles:
    """Find the move words of all lists, the definitions with the name of an event, engines."""
    roles = Roles()
    for record in script.declared.all("moves"):
        if record.word is not None:
            roles.move_words[record.word.token] = record.word
    for word in script.definitions:
        if word.name in EVENT_NAMES:
            roles.events[word.token] = word
    for player in script.declared.players:
        engine = script.reader.dictionary.find(player.word) if player.word else None
        if engine is not None and engine.place is not None:
            roles.engines[engine.token] = engine
    return roles
