"""Questions of `why`: the text of a move, two positions, a position, a kind of piece."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator
from dataclasses import dataclass
from difflib import SequenceMatcher, get_close_matches
from functools import cache

from forthgame.base import arguments
from forthgame.base.errors import ForthgameError, quoted
from forthgame.base.source import split_words
from forthgame.position.move_texts import two_places
from forthgame.position.playthrough import Playthrough
from forthgame.position.texts.notation import asked_in_notation, notations_if_any
from forthgame.rules.script import Script
from forthgame.why.inspection.short_texts import did_you_mean, positions_of
from forthgame.why.recording.recorded_runs import GeneratedMove
from forthgame.why.recording.trial import WordTrial
from forthgame.words.effect_sets import PASSING
from forthgame.words.registers import memory_layout as at
from forthgame.words.table.dictionary import Word

ASK = (
    "ask for a move as `moves` shows it, two positions, one position, a piece or Pass; "
    "or `over`, `not over`, `score`, `turn`, `partial`, `together`"
)


@dataclass(frozen=True)
class Question:
    """A parsed question.

    kind     `move` (a text), `pair` (two positions), `position`, `piece` (all of a kind), `pass`
    origin   the position whose move words are tried, -1 for anywhere
    targets  the other positions it names, most important first
    pieces   numbers of the piece types it names
    others   true if a piece on one of the targets may be the moving one
    anywhere true unless the text begins with a piece going from one position to another
    unknown  sentences about names that the game does not have
    """

    text: str
    kind: str
    origin: int
    targets: tuple[int, ...]
    pieces: tuple[int, ...]
    others: bool = False
    anywhere: bool = False
    unknown: tuple[str, ...] = ()

    def watches(self, trial: WordTrial) -> bool:
        """Return whether a trial could have made the move in question."""
        number = trial.piece & at.PIECE_MASK
        if self.kind == "piece":
            return number in self.pieces
        if self.anywhere:
            own = trial.position in (self.origin, *self.targets)
            return own and (not trial.drop or not self.pieces or number in self.pieces)
        own = trial.position == self.origin
        if not own and (trial.drop or not self.others or trial.position not in self.targets):
            return False
        if self.kind == "pair":
            return not trial.drop
        return self.kind != "move" or not self.pieces or number in self.pieces

    def meets(self, made: GeneratedMove) -> bool:
        """Return whether a generated move matches."""
        if self.kind in ("move", "pass"):
            return made.text in (self.text, f"{self.text} {made.choice}")
        places = [p for kind, *values in made.actions for p in positions_of(kind, values)]
        if self.kind == "pair":
            return places[:1] == [self.origin] and self.targets[0] in places[1:]
        if self.kind == "position":
            return places[:1] == [self.origin]
        return made.trial is not None and made.trial.piece & at.PIECE_MASK in self.pieces

    def fits(self, text: str) -> bool:
        """Return whether the text of a move matches, as far as the text shows."""
        if self.kind in ("move", "pass"):
            return text == self.text
        words, wanted = _behind_partial(split_words(text)), self.text.split()
        if self.kind == "piece":
            return words[:1] == wanted
        first = next((number for number, word in enumerate(words) if word == wanted[0]), -1)
        if first not in (0, 1) or self.kind == "position":
            return first in (0, 1)
        return wanted[1] in words[first + 1 :]


def resembles(question: Question, text: str) -> bool:
    """Return whether a text fits a question, apart from whether a piece is taken: `a1 - a2`."""
    if question.fits(text):
        return True
    own, other = _from_to(question.text.split()), _from_to(split_words(text))
    return question.kind == "move" and len(own) == 4 and [*own[:2], own[3]] == [
        *other[:2], *other[3:4]
    ]  # fmt: skip


def same_start(one: str, other: str) -> bool:
    """Return whether two texts move a piece from and to the same positions."""
    begins = [_from_to(split_words(text)) for text in (one, other)]
    places = [[*words[:2], *words[3:4]] for words in begins]
    return bool(begins[0]) and places[0] == places[1]


def passing(game: Script) -> Callable[[Word], bool]:
    """Return a test for words from which a word that adds a pass can be reached."""
    comes_to = cache(game.forth.program.comes_to)
    return lambda word: comes_to(word.entry, PASSING)


def read_question(state: Playthrough, text: str) -> Question:
    """Parse a question. Raises ForthgameError."""
    arguments.text(text, "a question must be", f"; {ASK}")
    game = state.game
    pair = two_places(text, game.declaration.positions)
    if pair is None and len(split_words(text)) == 1 and notations_if_any(game):
        text = asked_in_notation(state.copy().moves(), text, state.player)
    words = split_words(text)
    declared = game.declaration
    if text.strip() not in declared.positions:
        words = [*(two_places(text, declared.positions) or words)]  # `e2e4`, `E2-E4`
    words = _written_out(state, words)
    wanted = " ".join(words)
    for move in state.position.moves or []:
        if move.choice and move.text == wanted and wanted.endswith(move.choice):
            words = words[: -len(split_words(move.choice))]  # it names no position
            break
    numbers = {name: number for number, name in enumerate(declared.positions)}
    places = [numbers[word] for word in words if word in numbers]
    names = [piece.name for piece in declared.pieces]
    pieces = tuple(names.index(word) + 1 for word in words if word in names)
    if words and all(word in numbers for word in words):
        if len(places) == 1:
            return Question(wanted, "position", places[0], (), ())
        return Question(wanted, "pair", places[0], tuple(places[1:]), ())
    if words == ["Pass"]:
        return Question(wanted, "pass", -1, (), ())
    if len(words) == 1 and pieces:
        return Question(wanted, "piece", -1, (), pieces)
    known = {*numbers, *names, *game.players, "x", "="}
    if len(words) == 2 and (unknown := [word for word in words if word not in known]):
        hint = did_you_mean(get_close_matches(unknown[0], numbers, 4))
        raise ForthgameError(f"there is no position {unknown[0]!r} in {game.name}{hint}")
    if places:
        others = tuple(dict.fromkeys(p for p in places[1:] if p != places[0]))
        owner, _ = state.board.get(declared.positions[places[0]], ("", ""))
        moved = game.player_by_code(state.turn_cell(2))
        away = moved is None or owner != moved.name or _parts(words) > 1
        anywhere = not _goes(words, names, numbers)
        missing = tuple(_unknown(game, words))
        return Question(wanted, "move", places[0], others, pieces, away, anywhere, missing)
    raise ForthgameError(f"{quoted(wanted)} names no position of {game.name}; {ASK}")


def _parts(words: list[str]) -> int:
    """Return how many pieces go to other positions in a text such as `rook h1 - f1 king e1 - g1`.

    Any of them may be the one whose move word makes the move.
    """
    return words.count("-")


def _unknown(game: Script, words: list[str]) -> Iterator[str]:
    """Yield sentences about unknown names in a text such as `man a1 - a2`."""
    words = _from_to(words)
    if not words:
        return
    pieces = [piece.name for piece in game.declaration.pieces]
    if words[0] not in (*pieces, *game.players):
        yield f"{game.name} has no piece `{words[0]}`: its pieces are {', '.join(pieces)}"
    for word in (words[1], words[3]):
        if word not in (*game.positions, *pieces):
            yield f"{game.name} has no position `{word}`"


def _written_out(state: Playthrough, words: list[str]) -> list[str]:
    """Expand `man b1 b2` and `man b1b2` to the form `man b1 - b2` that `moves` prints."""
    declared = state.game.declaration
    if len(words) not in (2, 3) or all(piece.name != words[0] for piece in declared.pieces):
        return words
    places = two_places(" ".join(words[1:]), declared.positions)
    known = {move.text for move in state.position.moves or []}
    if places is None or " ".join(words) in known:
        return words
    takes = [words[0], places[0], "x", places[1]]
    return takes if " ".join(takes) in known else [words[0], places[0], "-", places[1]]


def _goes(words: list[str], pieces: list[str], positions: Container[str]) -> bool:
    """Return whether a text begins with a piece that goes from one position to another."""
    words = _from_to(words)
    if not words or words[0] not in pieces:
        return False
    return words[1] in positions and words[3] in positions


def alike(wanted: str, made: str) -> float:
    """Return the similarity of two move texts, from 0 to 1.

    A move of a piece between two positions is similar only to moves between the same positions.
    """
    own, other = (_behind_partial(split_words(text)) for text in (wanted, made))
    if len(own) > 3 and own[2] in ("-", "x") and own[:2] + own[3:4] != other[:2] + other[3:4]:
        return 0.0
    return SequenceMatcher(None, own, other, autojunk=False).ratio()


def _from_to(words: list[str]) -> list[str]:
    """Return the words of `man a1 - a2` or `man a1 x a2` without `partial 0`, else none."""
    words = _behind_partial(words)
    return words if len(words) > 3 and words[2] in ("-", "x") else []


def _behind_partial(words: list[str]) -> list[str]:
    return words[2:] if words[:1] == ["partial"] else words
