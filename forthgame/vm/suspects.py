"""Where errors come from that the engine meets while no word of the script is being run."""

from __future__ import annotations

from typing import TYPE_CHECKING

from forthgame.code.instruction import instructions
from forthgame.source import LANGUAGE

if TYPE_CHECKING:
    from forthgame.code.threaded import Code
    from forthgame.errors import Place
    from forthgame.lang.dictionary import Dictionary, Word
    from forthgame.source import Token
    from forthgame.vm.machine import Processor

# errors that the engine notices when a word of the script is done -> the word that does such things
NOTICED_LATE = {
    -261: "$deallocateboard",
    -262: "$deallocatemoves",
    -277: "$deallocatemoves",
}
UNSET = "(unset)"  # what a deferred word runs that was never set
Suspect = tuple[str, "Place | None", str]


def suspected(
    code: Code, dictionary: Dictionary, processor: Processor, number: int, word: str
) -> Suspect:
    """Word, place and hint of such an error, by its number and the word that failed.

    A list or a board that an event has dropped is missed only when the engine needs it. A word of
    the language that is run by a move stands where COMPILE has put it there.
    """
    wanted = NOTICED_LATE.get(number)
    if wanted is None:
        return _put_into_moves(code, dictionary, processor, word)
    tokens = {id(token): token for token in map(code.token, range(4, code.top))}
    found = [
        token
        for token in tokens.values()
        if token and token.source.name != LANGUAGE and token.text.lower() == wanted
    ]
    if not found:
        return word, None, ""
    name = found[0].text
    return name, found[0].place, _first_of(len(found), f"`{name}` stands")


def _put_into_moves(code: Code, dictionary: Dictionary, processor: Processor, word: str) -> Suspect:
    found: list[Token] = []
    for defined in dictionary.words:
        if defined.kind != "colon" or defined.place is None:
            continue
        for each in instructions(code.cells, defined.entry, defined.end):
            put = dictionary.by_token(each.operand) if each.name == "(COMPILE)" else None
            token = code.token(each.cell)
            if put is None or token is None or token.source.name == LANGUAGE:
                continue
            if put.name == word or (word == UNSET and _is_unset(put, dictionary, processor)):
                word = put.name
                found.append(token)
    if not found:
        return word, None, ""
    return word, found[0].place, _first_of(len(found), f"`{word}` is put into moves")


def _is_unset(word: Word, dictionary: Dictionary, processor: Processor) -> bool:
    if word.kind != "defer":
        return False
    runs = dictionary.by_token(processor.cell(word.value))
    return runs is not None and runs.name == UNSET


def _first_of(count: int, told: str) -> str:
    """The hint of an error that may come from several places."""
    return f"{told} at {count} places, and this is the first" if count > 1 else ""
