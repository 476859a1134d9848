"""Findings of the checker and the table of their codes."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

from forthgame.base.errors import Place

SEVERITIES: Final = ("error", "warning", "note")
MERGED_CODES: Final = ("FG207", "FG208")  # reported once per file with a count if there are many
MOST_UNMERGED: Final = 3


@dataclass(frozen=True)
class Kind:
    """A kind of finding. A `strict` note counts under `--strict`, as warnings do."""

    code: str
    severity: str
    meaning: str
    strict: bool = False


FIRST_PLAYED: Final = "FG601"  # the codes from here on are of played games
FINDING_KINDS: Final = {
    kind.code: kind
    for kind in (
        # -- loading ----------------------------------------------------------------------------
        Kind("FG101", "error", "A word is unknown; the message suggests the nearest known words."),
        Kind("FG102", "error", "Control structures do not match, or a structure is never closed."),
        Kind("FG103", "error", "A declaration is invalid: it has a wrong name, number or place."),
        Kind("FG104", "error", "A word outside a definition takes more items than the stack has."),
        Kind("FG105", "error", "A file is missing, or the script is not allowed to read it."),
        Kind("FG106", "error", "A word that runs while the script is loaded fails."),
        Kind("FG107", "error", "A definition begins inside another one: a `;` is missing."),
        Kind("FG108", "error", "The game lacks a board, players, a turn order or pieces."),
        Kind("FG109", "warning", "A definition may lack its `;`: a line inside it begins another "
             "definition."),
        Kind("FG110", "error", "A number does not fit into 32 bits."),
        Kind("FG111", "warning", "A decimal number of 2147483648 or more is read as a negative "
             "number."),
        Kind("FG112", "warning", "A section leaves items on the stack that no word takes."),
        # -- stacks -----------------------------------------------------------------------------
        Kind("FG201", "note", "A move word or event always takes more items than the stack has, "
             "and reads 0.", True),
        Kind("FG202", "note", "A move word or event takes more items than the stack has on some "
             "paths.", True),
        Kind("FG203", "warning", "Two branches leave different numbers of items."),
        Kind("FG204", "note", "Two branches of a move word or event leave different numbers of "
             "items.", True),
        Kind("FG205", "warning", "Each round of a loop changes the depth of the stack."),
        Kind("FG206", "note", "Each round of a loop in a move word or event changes the depth of "
             "the stack.", True),
        Kind("FG207", "warning", "The stack comment of a word disagrees with its code."),
        Kind("FG208", "note", "The stack comment of a move word or event disagrees with its code.",
             True),
        Kind("FG209", "warning", "An event that must return a result leaves nothing on the stack."),
        Kind("FG210", "warning", "EXIT leaves a word while a loop or >R still has items on the "
             "return stack."),
        Kind("FG211", "note", "A move word leaves items on the stack; they are dropped.", True),
        Kind("FG212", "note", "A word leaves different numbers of items at different exits."),
        Kind("FG213", "note", "The stack comment of a word names other kinds of items than its "
             "code."),
        # -- code -------------------------------------------------------------------------------
        Kind("FG301", "note", "Code is never reached.", True),
        Kind("FG302", "note", "A move word can never add a move.", True),
        Kind("FG303", "warning", "`move` is called at a position that is known to be empty."),
        # -- names ------------------------------------------------------------------------------
        Kind("FG401", "note", "A variable is never read."),
        Kind("FG402", "warning", "A variable is read and never set."),
        Kind("FG403", "note", "A word is never used."),
        Kind("FG404", "note", "A word is defined again; earlier definitions still call the old "
             "one."),
        Kind("FG405", "warning", "A deferred word is used and never set."),
        Kind("FG406", "note", "Storage is filled while a game is set up, but the script has no "
             "OnPosition."),
        # -- declarations -----------------------------------------------------------------------
        Kind("FG501", "note", "A position is never used: no link leads to it, and no word names "
             "it."),
        Kind("FG502", "note", "A piece type never comes onto the board."),
        Kind("FG503", "note", "A move type is not used by any priority, turn or word."),
        Kind("FG504", "warning", "A priority is declared for a move type that no move has."),
        Kind("FG505", "warning", "A turn is declared for a move type that no move has."),
        Kind("FG506", "note", "A list of moves does not belong to any piece."),
        Kind("FG507", "note", "A player has no turn, and no word names them."),
        Kind("FG508", "warning", "A turn belongs to a player who has no pieces or moves, or "
             "none of its type."),
        Kind("FG509", "warning", "A {link} is replaced by a later one in the same section."),
        Kind("FG510", "note", "A {link} is given twice.", True),
        Kind("FG511", "note", "An {unlink} removes a link that does not exist.", True),
        Kind("FG512", "error", "A set-up has an invalid player, piece or position."),
        Kind("FG513", "warning", "Two set-ups use one position: the later one replaces the "
             "earlier one."),
        Kind("FG514", "note", "A direction is never used."),
        Kind("FG515", "note", "An attribute or a mark is never used."),
        Kind("FG516", "warning", "A word writes cells of the board directly in a game with "
             "attributes."),
        Kind("FG517", "warning", "$recycle or {unpromoted} is used on a board without {hand}."),
        Kind("FG518", "note", "A zone is never used."),
        Kind("FG519", "error", "`goal` is used in a game that is not a puzzle."),
        Kind("FG520", "note", "OnDistance is defined in a game that is not a puzzle, so it is "
             "never called."),
        Kind("FG521", "warning", "OnTogether is defined, but the game has no simultaneous turns."),
        Kind("FG522", "warning", "`chosen` is used in a word that OnTogether never calls."),
        Kind("FG523", "warning", "`partial` is used in a game in which all turns are "
             "simultaneous."),
        Kind("FG524", "warning", "A second {board discards the set-up of the first one."),
        Kind("FG525", "warning", "A word made by CREATE has no data; the data belong to a later "
             "word."),
        # -- rules ------------------------------------------------------------------------------
        Kind("FG526", "warning", "`'` is used instead of ['] before a word inside a definition."),
        Kind("FG527", "warning", "A comment extends over the beginning of a definition."),
        Kind("FG528", "warning", "No move word of the script can ever add a move."),
        Kind("FG529", "note", "A move word adds moves, but does not record what they do.", True),
        Kind("FG530", "warning", "The name of a definition is nearly that of an event."),
        Kind("FG531", "warning", "A variable or constant hides a direction, a position, a player "
             "or a piece."),
        Kind("FG532", "warning", "The limit of a counted loop is below its start, so the loop "
             "runs once."),
        Kind("FG533", "warning", "EXECUTE is called with a flag."),
        Kind("FG534", "note", "One move of a list has no type, although priorities are "
             "declared, or a type of its own.", True),
        Kind("FG535", "warning", "Two move words of a list do the same."),
        Kind("FG536", "note", "A word differs in one place from a family of similar words.", True),
        Kind("FG537", "note", "A word or list goes in several directions, and twice in one of "
             "them, or not in the last, or not in a mirror image.", True),
        Kind("FG538", "note", "A set-up has no mirror image, although the other set-ups do.", True),
        Kind("FG539", "note", "A link is wrong or missing, by the other links of its two "
             "directions or its track.", True),
        Kind("FG540", "note", "A direction does not point where its name and the other "
             "directions suggest.", True),
        Kind("FG541", "note", "Symmetries turn the board over, except for one pair of directions.",
             True),
        Kind("FG542", "note", "A row in a word differs from similar rows, or has the name of "
             "another row.", True),
        Kind("FG543", "note", "Both branches of an IF do the same, or nothing.", True),
        Kind("FG544", "note", "A word uses the opposite of its name, for example right instead "
             "of left.", True),
        Kind("FG545", "note", "An item is of the wrong kind, for example a player instead of a "
             "position.", True),
        Kind("FG546", "note", "A loop over the board ends one position too early or too late.",
             True),
        Kind("FG547", "note", "A list contains a move word twice.", True),
        Kind("FG548", "note", "A player has pieces but no turn.", True),
        Kind("FG549", "note", "Words cancel each other or move nothing.", True),
        Kind("FG550", "note", "A test always fails, by an earlier test or by its numbers.",
             True),
        Kind("FG551", "note", "A word is unused and resembles the words in a list of moves.", True),
        Kind("FG552", "warning", "A word in {endings never decides a result."),
        Kind("FG553", "error", "A neutral player or chance wins, loses or has a score."),
        Kind("FG554", "note", "A game continues when it should end, and ends when it should "
             "continue.", True),
        Kind("FG555", "note", "A player can no longer pass after placing the last piece in hand.",
             True),
        Kind("FG556", "warning", "No declared direction leads anywhere."),
        Kind("FG557", "warning", "An index is outside an array of the board."),
        Kind("FG558", "warning", "OnGenerateMoves stores a value too late for the move words "
             "that read it."),
        Kind("FG559", "note", "A change of a piece is recorded before `move`, which overwrites it.",
             True),
        Kind("FG560", "note", "An action is recorded after the last add-move, so it is lost.",
             True),
        Kind("FG561", "note", "A turn names another player or type than the other turns "
             "suggest.", True),
        Kind("FG562", "note", "The order of two priorities contradicts their names or moves.",
             True),
        Kind("FG563", "note", "A variable is reset twice, or never although it is counted up; or a "
             "mark beside the board is never taken away.",
             True),
        Kind("FG564", "note", "An evaluation has the wrong sign.", True),
        Kind("FG565", "note", "A player who has lost everything wins.", True),
        Kind("FG566", "note", "The script has no set-up."),
        Kind("FG567", "note", "An operator differs from that in copies of the same code.", True),
        Kind("FG568", "note", "The zones of two players nearly mirror each other.", True),
        Kind("FG569", "note", "Move words never ask what stands where they go.", True),
        Kind("FG570", "note", "A word goes in one direction after the other without coming back.",
             True),
        # -- played games -----------------------------------------------------------------------
        Kind("FG601", "note", "A position and its mirror image have different moves, results or "
             "evaluations.", True),
        Kind("FG602", "note", "A game is over, or nobody can move, before the first move.", True),
        Kind("FG603", "note", "A piece takes one of its own side.", True),
        Kind("FG604", "warning", "A random game ends with an error in a word of the script."),
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
        if finding.code in MERGED_CODES:
            many[finding.code, finding.place.file].append(finding)
    merged: list[Finding] = []
    for finding in findings:
        others = many.get((finding.code, finding.place.file), [])
        if len(others) <= MOST_UNMERGED:
            merged.append(finding)
        elif finding is others[0]:
            more = f"; so do {len(others) - 1} more of this file"
            merged.append(replace(finding, message=finding.message + more))
    return merged


def sorted_findings(findings: list[Finding]) -> list[Finding]:
    """Sort findings by file, line, column and code, and remove duplicates."""
    once = {(f.place.file, f.place.line, f.place.column, f.code, f.message): f for f in findings}
    return [once[key] for key in sorted(once)]
