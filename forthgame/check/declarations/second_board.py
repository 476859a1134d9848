"""Findings about a second `{board`, such as in a script that LOADs another one."""

from __future__ import annotations

from pathlib import Path

from forthgame.base.source import Token
from forthgame.check.findings import line_of
from forthgame.check.loading.checked_script import CheckedScript


def check_second_board(script: CheckedScript) -> None:
    """Report parts of the first board's declaration that the new board lacks."""
    declared = script.declared
    token = declared.again
    if token is None:
        return
    events = {word.name for word in script.words}
    if declared.dropped and not declared.setups and "OnNewGame" not in events:
        place = declared.dropped[0].player.place
        script.report(
            "FG524",
            f"this board has no set-up: the one of {Path(place.file).name}:{place.line} belonged "
            "to the board before; give {board-setup again after it",
            token,
            token.text,
        )
    if declared.unranked and not declared.priorities:
        script.report(
            "FG524",
            "the priorities of moves belonged to the board before; give {move-priorities again "
            "after it",
            token,
            token.text,
        )
    _lost_links(script, token)
    _old_names(script, token)


def _lost_links(script: CheckedScript, again: Token) -> None:
    """Report links given by name whose positions do not exist on the new board."""
    declared = script.declared
    known = set(declared.positions)
    for direction in declared.direction_names.values():
        for source, target in direction.given.items():
            if target is None or {source, target} <= known:
                continue
            script.report(
                "FG524",
                f"the link `{direction.name}` from {source} to {target} is gone: this board has no "
                f"position {target if source in known else source}; give {{directions again after "
                "it",
                again,
                again.text,
            )
            break


def _old_names(script: CheckedScript, again: Token) -> None:
    """Report definitions that use positions or storage of the first board that have moved."""
    declared = script.declared
    places = {word.name: word.operand for word, _ in declared.stored}
    current = {word.index for word in declared.position_words}
    current |= {word.index for word, _ in declared.stored}
    for use in script.uses:
        word = use.word
        if use.inside is None or word.index in current:
            continue
        line = line_of(again.place, use.token.place)
        if word.role == "position":
            names = declared.positions
            there = names[word.value] if 0 <= word.value < len(names) else ""
            if there == word.name:
                continue
            meant = f"`{there}`" if there else "off the board"
            message = (
                f"`{word.name}` is position {word.value} of the board before, which is {meant} on "
                f"that of {line}; define this word after the new board"
            )
        elif word.role == "board storage" and places.get(word.name) != word.operand:
            message = (
                f"`{word.name}` is storage of the board before; on that of {line} it lies "
                "elsewhere or is gone: define this word after the new board"
            )
        else:
            continue
        script.report("FG524", message, use.token, word.name)
