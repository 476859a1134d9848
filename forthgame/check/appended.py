"""Findings about words of CREATE whose data have gone elsewhere."""

from __future__ import annotations

from itertools import pairwise

from forthgame.check.script import Script
from forthgame.lang import layout as at
from forthgame.lang.dictionary import Word
from forthgame.lang.facts import APPENDING


def check_appended(script: Script) -> None:
    """Report a created word that is empty because a definition begins directly behind it."""
    if not any(use.word.name in APPENDING for use in script.uses):
        return
    reader = script.reader
    words = reader.dictionary.words[reader.fence :]
    cell = reader.processor.cell
    # the first cell of a header is the address of the name, which follows the data before it
    ends = [cell(following.header) for following in words[1:]] + [cell(at.A_DP)]
    sizes = {word.index: end - word.parameter for word, end in zip(words, ends, strict=True)}
    for word, behind in pairwise(words):
        if not _is_address(word) or sizes[word.index] != 0 or _is_address(behind):
            continue
        later = [w for w in words[word.index - reader.fence + 1 :] if not _is_address(w)]
        holder = next((w for w in later if w.kind == "colon" and sizes[w.index] >= 4), None)
        if holder is not None:
            script.report(
                "FG525",
                f"`{word.name}` has no data: `{behind.name}` is defined directly after it, and "
                f"what is appended later lies after `{holder.name}`; move CREATE to the data",
                word.place,
                word.name,
            )


def _is_address(word: Word) -> bool:
    """Whether a word gives the address of its own data."""
    return word.kind == "does" or (word.kind == "literal" and word.value == word.parameter)
