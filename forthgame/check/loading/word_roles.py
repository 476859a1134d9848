"""The words that the engine runs: move words, events, search engines."""

from __future__ import annotations

from dataclasses import dataclass

from forthgame.check.loading.checked_script import CheckedScript
from forthgame.words.registers.memory_layout import EVENT_NAMES
from forthgame.words.table.dictionary import Word
from forthgame.words.table.stack_effect import Effect

UNDEFINED = {"OnIsLegal?": "( -- ? )"}  # effects of events that the language does not define


@dataclass
class WordRoles:
    """Words by their roles for the engine; a word may have several."""

    move_words: dict[int, Word]  # by token
    events: dict[int, Word]
    engines: dict[int, Word]
    effects: dict[str, Effect]  # of events, by name

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


def roles_of(script: CheckedScript) -> WordRoles:
    """Find the move words of all lists, the definitions of events, and the search engines."""
    dictionary = script.reader.dictionary
    listed = (record.word for record in script.declared.all("moves"))
    engines = (dictionary.find(p.word) for p in script.declared.players if p.word)
    comments = {name: word.comment for name, word in dictionary.engine.items()}
    return WordRoles(
        move_words={word.token: word for word in listed if word is not None},
        events={word.token: word for word in script.definitions if word.name in EVENT_NAMES},
        engines={w.token: w for w in engines if w is not None and w.place is not None},
        effects={n: Effect.parse(comments.get(n) or UNDEFINED[n]) for n in EVENT_NAMES},
    )
