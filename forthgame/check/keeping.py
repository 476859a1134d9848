"""Findings about attributes, marks and hands."""

from __future__ import annotations

from forthgame.check.recorder import Named
from forthgame.check.script import Script
from forthgame.lang.facts import FILLING, STORING

ENDINGS = ("", "-at", "!", "-at!", "-now!")

WRITING = STORING | FILLING | {"(add-piece)"}
CELLS = frozenset(("board[]", "$board", "(add-piece)"))


def check_keeping(script: Script) -> None:
    """Report on what is declared and not used, and on bits of cells that two have to do with."""
    names = {use.word.name for use in script.uses}
    for kind, what in (("attributes", "attribute"), ("marks", "mark")):
        current = {item.name for item in getattr(script.declared, kind)}
        for record in script.declared.all(kind):
            used = any(record.name + ending in names for ending in ENDINGS)
            if record.name in current and not used:
                message = f"the {what} `{record.name}` is never used; remove it"
                _report(script, "FG515", message, record)
    _by_hand(script)
    _hands(script, names)


def _report(script: Script, code: str, message: str, record: Named) -> None:
    script.report(code, message, record.token, record.name)


def _by_hand(script: Script) -> None:
    """A definition that writes cells of the board itself in a game with attributes."""
    if not script.declared.attributes:
        return
    names = ", ".join(attribute.name for attribute in script.declared.attributes)
    inside: dict[str, set[str]] = {}
    for use in script.uses:
        inside.setdefault(use.inside or "", set()).add(use.word.name)
    reported: set[str] = set()
    for use in script.uses:
        place = use.inside or ""
        if use.word.name in CELLS and inside[place] & WRITING and place not in reported:
            reported.add(place)
            script.report(
                "FG516",
                f"this writes cells of the board itself, whose bits from 16 up are attributes "
                f"({names}); set them by their words, or keep to the lower 16 bits",
                use.token,
                use.word.name,
            )


def _hands(script: Script, names: set[str]) -> None:
    """What only means something in a game with hands."""
    if script.declared.hands:
        return
    for use in script.uses:
        if use.word.name == "$recycle" and use.word.index < script.reader.fence:
            message = "$recycle has no effect: the board has no {hand}; add it, or remove this"
            script.report("FG517", message, use.token, "$recycle")
            return
    for record in script.declared.all("unpromoted"):
        message = f"{{unpromoted}} of `{record.name}` has no effect: the board has no {{hand}}"
        _report(script, "FG517", f"{message}; add it, or remove this", record)
        return
