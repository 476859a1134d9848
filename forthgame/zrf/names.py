"""Names of the script: those of the rule file, unless they would hide a word in use."""

from __future__ import annotations

import re

# words that translated scripts use; a game's own name may be any other
WORDS = frozenset(
    re.findall(
        r"\S+",
        """
: ; ( \\ ." S" ' ['] IF ELSE ENDIF THEN BEGIN WHILE REPEAT UNTIL DO LOOP +LOOP I J LEAVE EXIT
RECURSE EXECUTE DUP DROP SWAP OVER ROT PICK 2DUP 2DROP >R R> R@ + - * / MOD 1+ 1- 2* MIN MAX ABS
NEGATE AND OR XOR NOT INVERT TRUE FALSE = <> < > <= >= 0= 0< 0> 0<> @ ! C@ C! +! ++ -- ON OFF ERASE
CELLS [] , VARIABLE CONSTANT CREATE DEFER IS LITERAL COMPILE COMPILE-LITERAL [ ] here from to home
back current-player current-piece current-piece-type for-player of-type next-player turn-number
piece piece-at piece-type piece-type-at player player-at player-index empty? empty-at? not-empty?
not-empty-at? friend? friend-at? enemy? enemy-at? enemy-of? friend-of? neutral-piece?
neutral-piece-at? in-zone? in-zone-at? verify move capture capture-at drop drop-piece drop-piece-at
create create-at create-player-piece-type-at change-type change-type-at change-owner
change-owner-at partial partial-move-type add-move Pass PassNoPartial prefer unique later! to-hand
in-hand in-hand-of in-hand! repetitions attacked? attacked-by? stalemate? wins loses draw score
OnNewGame OnNextTurn OnIsLegal? OnIsGameOver OnMoves moved-from moved-to partial? $positions
#Player #PieceType board[] $CloneBoard $DeallocateBoard (add-piece) (remove-piece) ABORT move-count
. marked target start goal effects effect-at effect-with effect-by takes taken parts part-from
part-to forget note note-take record finish-move finish-move-as finish-drop finish-drop-as
finish-copy finish-copy-as continue continue-as going-on mine? last-from last-to kings king-cell
opposite rival? rival-at? defended? beside-enemy? attacked-with? royals-safe? flip-at other-owner
clear-goal attacked-by-type? defended-by-type? create-at-once note-last begin pass count-takes
own-count total-count side own-side? own-side-at? other-side? other-side-at? strike $FirstMove
hand-drop? weak? from-store #ToOwner count-of total-of stands? turn-over? in-check? royal-at?
record-effects record-effect begin-move record-move record-move-as record-drop record-drop-as
record-copy record-copy-as keep kept kept-cells kept-again
keep-notes notes-again attacked-apart? defended-apart? attacked-with-apart?
defended-by-type-apart? owner-after flip-noted out-of-store weight move-both pieces-left?
pieces-left-early? anywhere? king-at OnPosition own-count-on-board count-of-on-board
total-of-on-board total-count-on-board newest like-newest? run row?
""",
    )
)
NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?")


class Names:
    """Gives each thing of a game a name that no other has, and finds it again."""

    def __init__(self) -> None:
        self.taken: dict[str, tuple[str, str]] = {}
        self.given: dict[tuple[str, str], str] = {}

    def __call__(self, kind: str, name: str) -> str:
        """Return the script's name for a thing of a kind, such as a piece or a direction."""
        key = (kind, name)
        found = self.given.get(key)
        if found is None:
            found = self.given[key] = self.free(name, kind)
            self.taken[found] = key
        return found

    def free(self, name: str, kind: str) -> str:
        """Return a name like the given one that is still free."""
        plain = re.sub(r"^[{$#]+|}+$", "", re.sub(r"[\s()\"\\;]+", "-", name)) or kind
        if self.is_free(plain):
            return plain
        wished = f"{kind}-{plain}" if NUMBER.fullmatch(plain) else f"{plain}-{kind}"
        for number in range(1, 1_000_000):
            tried = wished if number == 1 else f"{wished}-{number}"
            if self.is_free(tried):
                return tried
        raise AssertionError("names have run out")

    def is_free(self, name: str) -> bool:
        return (
            name not in self.taken
            and name not in WORDS
            and not NUMBER.fullmatch(name)
            and name[0] not in "{$#"
            and name[-1] != "}"
        )

    def word(self, name: str, kind: str = "word") -> str:
        """Return a new name for a word that is defined once."""
        found = self.free(name, kind)
        self.taken[found] = (kind, found)
        return found


def slug(text: str) -> str:
    """Return a text as a file name without blanks and special characters."""
    return re.sub(r"-+", "-", re.sub(r"[^A-Za-z0-9.]+", "-", text)).strip("-.")
