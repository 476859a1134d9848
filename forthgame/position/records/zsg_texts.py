"""The moves and set-ups of saved games of Zillions, as `[records.zsg]` declares them.

Zillions and a script may write the parts of a move in another order, so moves are compared by their
parts.
"""

from __future__ import annotations

import re
from collections.abc import Container, Sequence
from dataclasses import dataclass
from pathlib import Path

from forthgame.base.errors import ForthgameError, shortened
from forthgame.base.source import is_file
from forthgame.position.move_texts import own_text
from forthgame.position.moves import Move
from forthgame.position.playthrough import Playthrough
from forthgame.position.position_editing import put, remove
from forthgame.position.records.game_tree import GameTree, RecordedMove
from forthgame.position.records.move_texts import CLIENT_ENDS, MoveTexts
from forthgame.position.records.zsg import rules_name
from forthgame.rules.script import Script

PARTIAL = re.compile(r"partial(?:\s+(-?\d+))?\s+")


@dataclass(frozen=True)
class MoveParts:
    """The parts of a move text, in an order that does not depend on the program."""

    partial: str
    moves: tuple[tuple[str, str, str], ...]
    placed: tuple[tuple[str, str, str], ...]
    taken: tuple[str, ...]
    changes: tuple[tuple[str, str], ...]


def move_parts(text: str, players: Container[str], positions: Container[str]) -> MoveParts | None:
    """Return the parts of a move text, or None if it is not understood.

    Attributes (`@ a1 0 1`) are left out: texts of this program have none.
    """
    partial = ""
    found = PARTIAL.match(text)
    if found:
        partial = found[1] or "0"
        text = text[found.end() :]
    words = text.split()
    if words == ["Pass"]:
        return MoveParts(partial, (), (), (), ())
    moves: list[tuple[str, str, str]] = []
    placed: list[tuple[str, str, str]] = []
    taken: list[str] = []
    changes: list[tuple[str, str]] = []
    last, listed, k = "", "", 0

    def at(number: int) -> str:
        return words[number] if number < len(words) else ""

    while k < len(words):
        word = words[k]
        moving = at(k + 1) in positions and at(k + 2) in ("-", "x") and at(k + 3) in positions
        if listed and word in positions and not moving:
            # one more place of the captures or changes before it
            last = word
            if listed == "x":
                taken.append(last)
            else:
                changes.append((listed, last))
            k += 1
            continue
        listed = ""
        if word == "@" and k + 3 < len(words):
            k += 4
        elif word == "x" and at(k + 1) in positions:
            last, listed = at(k + 1), "x"
            taken.append(last)
            k += 2
        elif word == "flip" and at(k + 1) in positions:
            changes.append(("flip", at(k + 1)))
            k += 2
        elif word == "=":
            if at(k + 2) == "on":
                last, listed = at(k + 3), at(k + 1)
                changes.append((listed, last))
                k += 4
            else:
                changes.append((at(k + 1), last))
                k += 2
        elif moving:
            moves.append((word, at(k + 1), at(k + 3)))
            last = at(k + 3)
            k += 4
        elif word in players and at(k + 2) in positions:
            placed.append((word, at(k + 1), at(k + 2)))
            last = at(k + 2)
            k += 3
        elif at(k + 1) in positions:
            placed.append(("", word, at(k + 1)))
            last = at(k + 1)
            k += 2
        else:
            return None
    return MoveParts(
        partial, tuple(moves), tuple(sorted(placed)), tuple(sorted(taken)), tuple(sorted(changes))
    )


def likeness(wanted: MoveParts, other: MoveParts) -> int:
    """Return how well a legal move fits a saved one; negative if they are different moves."""
    if bool(wanted.partial) != bool(other.partial):
        return -1
    own, ours = set(wanted.moves), {m for m in other.moves if m[1] != m[2]}
    own = {m for m in own if m[1] != m[2]}
    if own != ours:
        return -1
    common = (
        set(wanted.placed) & set(other.placed)
        or set(wanted.taken) & set(other.taken)
        or set(wanted.changes) & set(other.changes)  # a piece that only changes its type
    )
    if not own and not common:
        return 0 if wanted == other else -1
    score = 10
    score += 8 if wanted.partial == other.partial else 0
    score += 20 * len(set(wanted.placed) & set(other.placed))
    score -= 5 * len(set(wanted.placed) ^ set(other.placed))
    score += 20 * len(set(wanted.taken) & set(other.taken))
    score -= 5 * len(set(wanted.taken) ^ set(other.taken))
    plain = {c for c in wanted.changes if c[0] != "flip"}
    score += 10 * len(plain & set(other.changes))
    score -= 3 * len(plain ^ set(other.changes))
    return score


def find_move(
    text: str, legal: Sequence[str], players: Container[str], positions: Container[str]
) -> int | None:
    """Return the index of the legal move that a saved move stands for, or None."""
    wanted = move_parts(text, players, positions)
    if wanted is None:
        return None
    best, best_score = None, -1
    for k, each in enumerate(legal):
        other = move_parts(each, players, positions)
        if other is None:
            continue
        score = likeness(wanted, other)
        if score > best_score:
            best, best_score = k, score
    return best if best_score >= 0 else None


PASS = "Pass"


class ZsgTexts(MoveTexts):
    """Moves in the texts of Zillions.

    The table has `rules` and `variant`, the names of rule file and game, and `[records.zsg.names]`,
    the names of the rule file by those of the script, if they differ.
    """

    form = "zsg"
    any_seats = True

    def __init__(self, game: Script) -> None:
        super().__init__(game)
        self.names = dict(self.table.table("names").items())
        self.own = {name: own for own, name in self.names.items()}
        self.players = frozenset(self._named(name) for name in game.players)
        self.positions = frozenset(self._named(name) for name in game.positions)

    def _named(self, text: str) -> str:
        """Return a text of the script with the names of the rule file."""
        return " ".join(self.names.get(word, word) for word in text.split())

    # -- moves ----------------------------------------------------------------------------------

    def find(self, state: Playthrough, recorded: RecordedMove) -> Move:
        moves = state.moves(after_end=CLIENT_ENDS)
        texts = [self._named(move.text) for move in moves]
        text = recorded.text
        number = find_move(text, texts, self.players, self.positions)
        if number is None:
            return super().find(state, recorded)
        plain, _, count = text.rpartition("~")
        if count.isdigit() and texts.count(texts[number]) > 1:  # the second of equal texts
            same = [k for k, each in enumerate(texts) if each == plain]
            number = same[int(count) - 1] if 0 < int(count) <= len(same) else number
        return moves[number]

    def played(self, state: Playthrough, recorded: RecordedMove) -> tuple[Playthrough, Move | None]:
        """Play a move; before it the pass that ends a chain of partial moves, if need be."""
        try:
            return super().played(state, recorded)
        except ForthgameError:
            ends = [move for move in state.moves(after_end=CLIENT_ENDS) if move.text == PASS]
            if not state.in_turn or not ends:
                raise
            after = state.copy()
            after.play(ends[0], after_end=CLIENT_ENDS)
            return super().played(after, recorded)

    def write(self, state: Playthrough, move: Move, moves: Sequence[Move]) -> str:
        """Return the text of a move; an empty one for the end of a chain of partial moves."""
        if move.text == PASS and state.in_turn:
            return ""
        return self._named(own_text(move))

    # -- the game and its set-up ------------------------------------------------------------------

    def start(self, tree: GameTree) -> Playthrough:
        state = super().start(tree)
        for line in tree.tags.get("Setup", "").split("\n"):
            words = [self.own.get(word, word) for word in line.split()]
            if len(words) == 2:
                state = remove(state, words[1])
            elif len(words) == 3:
                state = put(state, *words)
        return state

    def start_tags(self, start: Playthrough) -> dict[str, str]:
        """Return the changes of the set-up that lead to a position."""
        before, now = super().start(GameTree()).board, start.board
        lines = [f"x {self._named(place)}" for place in before if place not in now]
        lines += [
            " ".join(self._named(each) for each in (*piece, place))
            for place, piece in now.items()
            if before.get(place) != piece
        ]
        return {"Setup": "\n".join(lines)} if lines else {}

    def game_tags(self) -> dict[str, str]:
        return {
            "RulesFile": self.table.text("rules", f"{self.game.name}.zrf"),
            "VariantName": self.table.text("variant", self.game.name),
        }

    @classmethod
    def file_of(cls, tree: GameTree) -> str:
        """Return the rule file beside a record or in the folder above it, with the variant."""
        wanted = rules_name(tree).lower()
        variant = tree.tags.get("VariantName", "")
        folder = Path(tree.name).parent
        for place in (folder, folder.parent) if wanted.endswith(".zrf") else ():
            try:
                found = sorted(path for path in place.iterdir() if path.name.lower() == wanted)
            except OSError:
                continue
            if found and is_file(found[0]):
                return f"{found[0]}#{variant}" if variant else str(found[0])
        return ""

    @classmethod
    def naming(cls, tree: GameTree) -> str:
        return f"its rule file {shortened(rules_name(tree) or 'without a name')} is not beside it"
