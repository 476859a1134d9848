"""Findings of the checker and the table of their codes."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

from forthgame.base.errors import Place

SEVERITIES: Final = ("error", "warning", "note")
GATHERED: Final = ("FG207", "FG208")  # reported once per file with a count if there are many
FEW: Final = 3


@dataclass(frozen=True)
class Kind:
    """A kind of finding. A `strict` note counts under `--strict`, as warnings do."""

    code: str
    severity: str
    meaning: str
    strict: bool = False


FINDING_KINDS: Final = {
    kind.code: kind
    for kind in (
        # -- loading ----------------------------------------------------------------------------
        Kind("FG101", "error", "A word is not known; the nearest known ones are named."),
        Kind("FG102", "error", "Control structures do not match, or something is never closed."),
        Kind("FG103", "error", "A declaration is wrong: it names or counts what is not there."),
        Kind("FG104", "error", "A word of the text finds too little on the stack."),
        Kind("FG105", "error", "A file is missing, or must not be read."),
        Kind("FG106", "error", "A word that is run while loading fails."),
        Kind("FG107", "error", "A definition begins inside another one: a `;` is missing."),
        Kind("FG108", "error", "The game lacks a board, players, a turn order or pieces."),
        Kind("FG109", "warning", "A definition may lack its `;`: a line in it begins another."),
        Kind("FG110", "error", "A number does not fit into 32 bits."),
        Kind("FG111", "warning", "A number from 2147483648 on in decimal: it is a negative one."),
        Kind("FG112", "warning", "A section leaves items on the stack: nothing takes them."),
        # -- stacks -----------------------------------------------------------------------------
        Kind("FG201", "note", "A move word or event always takes more than there is; "
             "0 is read there.", True),
        Kind("FG202", "note", "A move word or event takes more than there is on some ways.", True),
        Kind("FG203", "warning", "Two branches leave different numbers of items."),
        Kind("FG204", "note", "The same directly in a move word or an event.", True),
        Kind("FG205", "warning", "Each round of a loop changes the depth of the stack."),
        Kind("FG206", "note", "The same directly in a move word or an event.", True),
        Kind("FG207", "warning", "The stack comment and the code disagree."),
        Kind("FG208", "note", "The same for a move word or an event.", True),
        Kind("FG209", "warning", "An event that must give a result leaves nothing."),
        Kind("FG210", "warning", "EXIT while a loop or >R still has items on the return stack."),
        Kind("FG211", "note", "A move word leaves items on the stack; they are dropped.", True),
        Kind("FG212", "note", "A word leaves different numbers of items at its ends."),
        # -- code -------------------------------------------------------------------------------
        Kind("FG301", "note", "Code that is never reached.", True),
        Kind("FG302", "note", "A move word that can never add a move.", True),
        Kind("FG303", "warning", "A `move` from a position that is known to be empty."),
        # -- names ------------------------------------------------------------------------------
        Kind("FG401", "note", "A variable is never read."),
        Kind("FG402", "warning", "A variable is read and never set."),
        Kind("FG403", "note", "A word is never used."),
        Kind("FG404", "note", "A word is defined again; its earlier users keep the old one."),
        Kind("FG405", "warning", "A deferred word is used and never set."),
        Kind("FG406", "note", "Storage filled while a game is set up, and no OnPosition."),
        # -- declarations -----------------------------------------------------------------------
        Kind("FG501", "note", "A position is never used: nothing links to it, nothing names it."),
        Kind("FG502", "note", "A piece type never comes onto the board."),
        Kind("FG503", "note", "A move type that no priority, turn or word asks for."),
        Kind("FG504", "warning", "A priority for a type that no move has."),
        Kind("FG505", "warning", "A turn for a type of moves that no move has."),
        Kind("FG506", "note", "A list of moves that no piece has."),
        Kind("FG507", "note", "A player without a turn whom nothing names."),
        Kind("FG508", "warning", "A turn for a player who has no pieces or moves."),
        Kind("FG509", "warning", "A {link} is replaced by a later one in the same section."),
        Kind("FG510", "note", "A {link} is given twice.", True),
        Kind("FG511", "note", "An {unlink} of a link that is not there.", True),
        Kind("FG512", "error", "A set-up outside the board, or of what is not a player or piece."),
        Kind("FG513", "warning", "Two set-ups on one position: the later one replaces the other."),
        Kind("FG514", "note", "A direction that nothing uses."),
        Kind("FG515", "note", "An attribute or a mark that nothing uses."),
        Kind("FG516", "warning", "A word writes cells of the board, and there are attributes."),
        Kind("FG517", "warning", "$recycle or {unpromoted} on a board without {hand}."),
        Kind("FG518", "note", "A zone that nothing uses."),
        Kind("FG519", "error", "`goal` in a game that is not a puzzle: one player can win there."),
        Kind("FG520", "note", "OnDistance in a game that is not a puzzle: nobody asks for it."),
        Kind("FG521", "warning", "OnTogether, and no turn in which players choose together."),
        Kind("FG522", "warning", "`chosen` where OnTogether never comes."),
        Kind("FG523", "warning", "A partial move, and players choose together in every turn."),
        Kind("FG524", "warning", "{board given again: what belonged to the board before is gone."),
        Kind("FG525", "warning", "A word that CREATE has left empty, and data after a later one."),
        # -- rules ------------------------------------------------------------------------------
        Kind("FG526", "warning", "`'` inside a definition before a word of the script, for [']."),
        Kind("FG527", "warning", "A comment goes on over the beginning of a definition."),
        Kind("FG528", "warning", "No move word of the script can ever add a move."),
        Kind("FG529", "note", "A move word adds moves and records nothing that they do.", True),
        Kind("FG530", "warning", "A definition whose name is nearly that of an event."),
        Kind("FG531", "warning", "A variable or constant that hides a direction, a position, a "
             "player or a piece."),
        Kind("FG532", "warning", "A counted loop whose limit lies below its start: it runs once."),
        Kind("FG533", "warning", "EXECUTE of a flag."),
        Kind("FG534", "note", "The one move of its list without a type, where priorities are "
             "declared.", True),
        Kind("FG535", "warning", "Two move words of a list do the same."),
        Kind("FG536", "note", "A word that differs in one place from a family of words like it.",
             True),
        Kind("FG537", "note", "A word that is called for several directions, for one twice.", True),
        Kind("FG538", "note", "A set-up without a counterpart, where two players' set-ups mirror "
             "each other otherwise.", True),
        Kind("FG539", "note", "A link without one that leads back, where two directions undo each "
             "other otherwise.", True),
        Kind("FG540", "note", "A direction that goes another way than its name or the others say.",
             True),
        Kind("FG541", "note", "Symmetries that turn the board over but for one pair.", True),
        Kind("FG542", "note", "A row of a word that differs from rows alike, or has the same name "
             "as another one.", True),
        Kind("FG543", "note", "Both ways of an IF do the same.", True),
        Kind("FG544", "note", "A word that says what belongs to the other one of a pair, as left "
             "and right.", True),
        Kind("FG545", "note", "A player, a piece type or a position where another of them is "
             "meant.", True),
        Kind("FG546", "note", "A loop over the board that ends one before or past its end.",
             True),
        Kind("FG547", "note", "A move word that is in one list twice.", True),
        Kind("FG548", "note", "A player who has pieces and no turn.", True),
        Kind("FG549", "note", "Words that undo each other, or move nothing.", True),
        Kind("FG550", "note", "A test that cannot hold, because an opposite one has held.", True),
        Kind("FG551", "note", "A word that nothing uses, like those of a list of moves.", True),
        Kind("FG552", "warning", "A word of {endings that never decides anything."),
        Kind("FG553", "error", "A neutral player or chance wins, loses or has a score."),
        Kind("FG554", "note", "A game that goes on where it has to end, and ends where it goes on.",
             True),
        Kind("FG555", "note", "A pass that disappears with the last piece in hand.", True),
        Kind("FG556", "warning", "Directions none of which leads anywhere."),
        Kind("FG557", "warning", "An index that leads out of an array of the board."),
        Kind("FG558", "warning", "OnGenerateMoves stores too late what move words read."),
    )
}  # fmt: skip


def line_of(place: Place, beside: Place | None) -> str:
    """Return `line 14`, or `base.4th:14` if the place `beside` is in another file."""
    if beside is None or place.file == beside.file:
        return f"line {place.line}"
    return f"{Path(place.file).name}:{place.line}"


@dataclass(frozen=True)
class Finding:
    """A finding: its code, its message, its place, and the word it is about."""

    code: str
    message: str
    place: Place
    word: str = ""

    @property
    def kind(self) -> Kind:
        return FINDING_KINDS[self.code]

    @property
    def severity(self) -> str:
        """Return `error`, `warning` or `note`."""
        return self.kind.severity

    @property
    def counts_when_strict(self) -> bool:
        """Return whether `--strict` fails because of it."""
        return self.severity != "note" or self.kind.strict

    def __str__(self) -> str:
        return f"{self.place}: {self.severity} {self.code}: {self.message}"

    def document(self) -> dict[str, Any]:
        return {
            "file": self.place.file,
            "line": self.place.line,
            "column": self.place.column,
            "code": self.code,
            "severity": self.severity,
            "message": self.message,
            "word": self.word,
        }


def merge_frequent(findings: list[Finding]) -> list[Finding]:
    """Merge numerous findings about comments into one per file and code, with their count.

    `findings` must be in order.
    """
    many: dict[tuple[str, str], list[Finding]] = defaultdict(list)
    for finding in findings:
        if finding.code in GATHERED:
            many[finding.code, finding.place.file].append(finding)
    merged: list[Finding] = []
    for finding in findings:
        others = many.get((finding.code, finding.place.file), [])
        if len(others) <= FEW:
            merged.append(finding)
        elif finding is others[0]:
            more = f"; so do {len(others) - 1} more of this file"
            merged.append(replace(finding, message=finding.message + more))
    return merged


def sorted_findings(findings: list[Finding]) -> list[Finding]:
    """Sort findings by file, line, column and code, and remove duplicates."""
    once = {(f.place.file, f.place.line, f.place.column, f.code, f.message): f for f in findings}
    return [once[key] for key in sorted(once)]
