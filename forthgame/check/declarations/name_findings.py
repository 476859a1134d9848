"""Findings about names: variables, and words that are unused, empty or defined twice."""

from __future__ import annotations

from collections import defaultdict
from itertools import pairwise

from forthgame.analysis.dataflow import closure
from forthgame.check.declarations.code_findings import meant_event
from forthgame.check.loading.checked_script import CheckedScript, WordRoles
from forthgame.check.loading.reader import Use, deferred_to
from forthgame.check.word_kinds import VARIABLES
from forthgame.words.registers import memory_layout as at
from forthgame.words.registers.memory_layout import EVENT_NAMES
from forthgame.words.table.dictionary import Word
from forthgame.words.word_sets import APPENDING, FETCHING, STORING

READERS = FETCHING | {"?"}

# roles that are checked with the declaration
DECLARED = frozenset(
    (
        "player",
        "piece",
        "position",
        "move type",
        "move list",
        "direction",
        "zone",
        "missing",
        "attribute",
        "mark",
    )
)


def check_names(script: CheckedScript, roles: WordRoles) -> None:
    """Report variables, unused words and redefinitions."""
    uses: dict[int, list[Use]] = defaultdict(list)
    for use in script.uses:
        uses[use.word.index].append(use)
    for word in script.words:
        if word.role in VARIABLES:
            _check_variable(script, word, uses[word.index])
        elif not uses[word.index] and not _is_used_otherwise(word, roles):
            script.report(
                "FG403",
                f"`{word.name}` is never used; remove it, or use it",
                word.place,
                word.name,
            )
    _check_redefinitions(script, uses)
    _check_deferred(script, uses, roles)


def _live(script: CheckedScript, roles: WordRoles) -> set[str | None]:
    """Return the names of definitions that can run; None stands for the text itself."""
    named: dict[str | None, set[str | None]] = defaultdict(set)
    for use in script.uses:
        named[use.inside].add(use.word.name)
    run = [word.name for word in script.words if _is_used_otherwise(word, roles)]
    return set(closure([None, *run], named.__getitem__))


def _is_used_otherwise(word: Word, roles: WordRoles) -> bool:
    return (
        word.role in DECLARED
        or word.name in EVENT_NAMES
        or word.name == "player-count"
        or (word.kind == "colon" and meant_event(word.name) is not None)  # FG530 reports it
        or roles.in_frame(word)
    )


def _check_variable(script: CheckedScript, word: Word, uses: list[Use]) -> None:
    """Report a variable that is unused, never read or never set; passing on its address is both."""
    if not uses:
        script.report("FG403", f"`{word.name}` is never used; remove it", word.place, word.name)
        return
    if all(use.follower in STORING for use in uses):
        script.report(
            "FG401",
            f"`{word.name}` is set and never read; remove it, or read it with @",
            word.place,
            word.name,
        )
    elif all(use.follower in READERS for use in uses):
        script.report(
            "FG402",
            f"`{word.name}` is read and never set, so it is always 0; set it, or write 0",
            word.place,
            word.name,
        )


def _check_redefinitions(script: CheckedScript, uses: dict[int, list[Use]]) -> None:
    """Report a redefinition of a name that earlier definitions use with its old meaning."""
    latest: dict[str, Word] = {}
    for word in script.reader.dictionary.words:
        before = latest.get(word.name)
        latest[word.name] = word
        if before is None or word.place is None or word.kind != "colon":
            continue
        if before.role in DECLARED or word.role in DECLARED or word.name in EVENT_NAMES:
            continue
        users = [use.inside for use in uses[before.index] if use.inside is not None]
        if users and word.name not in users:
            script.report(
                "FG404",
                f"`{word.name}` is defined again, and `{users[0]}`, compiled before, keeps the old "
                "meaning; define it before its users, or give it a name of its own",
                word.place,
                word.name,
            )


def _check_deferred(script: CheckedScript, uses: dict[int, list[Use]], roles: WordRoles) -> None:
    live = _live(script, roles)
    by_token = any(use.word.name == "(IS)" for use in script.uses)
    named = {
        second.word.index
        for first, second in pairwise(script.uses)
        if first.word.name == "IS" and second.word.kind == "defer"
    }
    for word in script.words:
        if (
            word.kind != "defer"
            or word.index in named
            or deferred_to(script.reader, word) is not None
        ):
            continue
        if any(use.inside in live for use in uses[word.index]) and not by_token:
            script.report(
                "FG405",
                f"the deferred word `{word.name}` is used and never set, so running it fails; set "
                "it with IS",
                word.place,
                word.name,
            )


def check_appended(script: CheckedScript) -> None:
    """Report a created word that is empty because a definition begins directly after it."""
    if not any(use.word.name in APPENDING for use in script.uses):
        return
    words = script.reader.dictionary.words[script.reader.fence :]
    cell = script.reader.processor.cell
    # the first cell of a header is the address of the name, which follows the previous word's data
    ends = [cell(following.header) for following in words[1:]] + [cell(at.A_DP)]
    sizes = {word.index: end - word.parameter for word, end in zip(words, ends, strict=True)}
    for word, following in pairwise(words):
        if not _is_address(word) or sizes[word.index] != 0 or _is_address(following):
            continue
        later = [w for w in words[word.index - script.reader.fence + 1 :] if not _is_address(w)]
        holder = next((w for w in later if w.kind == "colon" and sizes[w.index] >= 4), None)
        if holder is not None:
            script.report(
                "FG525",
                f"`{word.name}` has no data: `{following.name}` is defined directly after it, and "
                f"what is appended later lies after `{holder.name}`; move CREATE to the data",
                word.place,
                word.name,
            )


def _is_address(word: Word) -> bool:
    """Return whether a word gives the address of its own data."""
    return word.kind == "does" or (word.kind == "literal" and word.value == word.parameter)
