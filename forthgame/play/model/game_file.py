"""Game files: a game with its players, result and moves, which can be replayed.

The text has a header of `[Name "value"]` lines, then a line for each ply:

    [Game "splut"]
    [Hash "…"]
    [Seed "1"]
    [Seat "South: negamax"]
    [Result "win for South"]

    1. South: wizard d2 - d3
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from forthgame.api.game import Game, State
from forthgame.base.errors import ForthgameError, IllegalMove, shortened
from forthgame.base.files import write_whole
from forthgame.base.limits import DEFAULT_LIMITS
from forthgame.base.source import UnreadableFile, read_limited, split_lines
from forthgame.base.untrusted_json import parse_json
from forthgame.play.model.schedule import in_a_line
from forthgame.position.move_texts import text_alone

HEADER = re.compile(r'\[(?P<name>[A-Z][a-z]+) "(?P<value>.*)"\]$')
PLY = re.compile(r"(?P<number>\d+)\. (?P<player>[^ ]+): (?P<move>.+)$")
RESULT = re.compile(r"(?P<outcome>win|loss|draw) for (?P<player>[^ ]+)$")
SEED = re.compile(r"-?[0-9]{1,4300}")  # the most digits that int() accepts
OPEN = "*"  # the result of an unfinished game


class GameFileError(ForthgameError, ValueError):
    """A file that is not a game of this script; the message has file and line."""


@dataclass
class GameFile:
    """A game: `moves` are pairs of player and move text; `result` as in the header."""

    game: str
    digest: str
    seed: int | None = None
    seats: dict[str, str] = field(default_factory=dict)
    result: str = OPEN
    reason: str = ""
    moves: list[tuple[str, str]] = field(default_factory=list)
    lines: list[int] = field(default_factory=list)  # line numbers of the moves, if read from a text
    name: str = "game"

    def text(self) -> str:
        seed = None if self.seed is None else str(self.seed)
        head = [
            ("Game", self.game), ("Hash", self.digest), ("Seed", seed),
            *(("Seat", f"{player}: {kind}") for player, kind in self.seats.items()),
            ("Result", self.result), ("Reason", self.reason or None),
        ]  # fmt: skip
        header = [f'[{name} "{in_a_line(text)}"]' for name, text in head if text is not None]
        plies = [
            f"{k}. {player}: {in_a_line(move)}" for k, (player, move) in enumerate(self.moves, 1)
        ]
        return "\n".join([*header, "", *plies]) + "\n"

    def document(self) -> dict[str, Any]:
        return {
            "forthgame": "game",
            "game": self.game,
            "hash": self.digest,
            "seed": self.seed,
            "seats": self.seats,
            "result": self.result,
            "reason": self.reason,
            "moves": [{"player": player, "move": move} for player, move in self.moves],
        }

    def save(self, path: Path) -> None:
        """Write the file, as JSON if the path ends in `.json`.

        An existing file is replaced completely or not at all. Raises GameFileError.
        """
        text = self.text()
        if path.suffix == ".json":
            text = json.dumps(self.document(), indent=1, ensure_ascii=False) + "\n"
        try:
            write_whole(path, text)
        except OSError as error:
            raise GameFileError(f"{path} cannot be written: {error.strerror}") from None

    def replay(self, game: Game, strict: bool = True, ply: int | None = None) -> State:
        """Replay all moves; return the last position, or the one after `ply` plies.

        Raises GameFileError for a script with another hash (unless not strict), an illegal move, a
        wrong player, or a wrong result.
        """
        if strict and self.digest != game.digest:
            raise GameFileError(
                f"{self.name}: the game was played with another version of {shortened(self.game)} "
                f"(its scripts have another hash than {game.path})"
            )
        state = game.new_game(seed=self.seed if self.seed is not None else 1)
        wanted = state.copy() if ply == 0 else None
        for number, (player, text) in enumerate(self.moves, 1):
            where = f"{self.name}:{self.lines[number - 1]}" if self.lines else self.name
            if state.player != player:
                raise GameFileError(
                    f"{where}: ply {number} is {state.player}'s, not {shortened(player)}'s"
                )
            try:
                state.play(state.find(text, exact=True))
            except IllegalMove as error:
                raise GameFileError(f"{where}: ply {number}: {error}") from None
            if number == ply:
                wanted = state.copy()
        found = result_of(state)
        if self.result != found and not (self.reason or self.result == OPEN):
            raise GameFileError(
                f"{self.name}: the result is {found!r}, not {shortened(self.result)!r}"
            )
        return state if wanted is None else wanted


def result_of(state: State) -> str:
    """Return the result as in a header: that of OnIsGameOver for the player to move."""
    return f"{state.outcome} for {state.player}" if state.outcome else OPEN


def game_file(state: State, seed: int | None, seats: dict[str, str], reason: str = "") -> GameFile:
    players: list[str] = []
    back = state.copy()
    while back.move_texts:
        back.step_back()
        players.append(back.player)
    moves = list(zip(reversed(players), state._history(text_alone), strict=True))
    digest = state.game.digest
    return GameFile(state.game.name, digest, seed, seats, result_of(state), reason, moves)


def read_game(path: Path) -> GameFile:
    """Read a file. Raises GameFileError if it is damaged, too long, or not a game."""
    try:
        text = read_limited(path, DEFAULT_LIMITS.game_file).decode()
    except UnreadableFile as error:
        raise GameFileError(str(error)) from None
    except UnicodeDecodeError:
        raise GameFileError(f"{path} is not text") from None
    return parse_game(text, str(path))


def parse_game(text: str, name: str = "game") -> GameFile:
    """Parse a game from text or JSON. Raises GameFileError with the line."""
    if text.lstrip().startswith("{"):
        return _from_json(text, name)
    found = GameFile("", "", name=name)
    for number, line in enumerate(split_lines(text), 1):
        if not line.strip():
            continue
        header, ply = HEADER.match(line), PLY.match(line)
        if header and not found.moves:
            _take_header(found, header["name"], header["value"], f"{name}:{number}")
        elif ply and int(ply["number"][:9]) == len(found.moves) + 1:
            found.moves.append((ply["player"], ply["move"]))
            found.lines.append(number)
        else:
            wanted = f"ply {len(found.moves) + 1}: `N. PLAYER: MOVE`"
            raise GameFileError(f"{name}:{number}: {line[:60]!r} is neither a header nor {wanted}")
    if not found.game or not found.digest:
        raise GameFileError(f"{name}: not a game: [Game …] and [Hash …] are missing")
    return found


def _take_header(found: GameFile, key: str, value: str, where: str) -> None:
    match key:
        case "Game":
            found.game = value
        case "Hash":
            found.digest = value
        case "Seat":
            player, _, kind = value.partition(": ")
            found.seats[player] = kind
        case "Reason":
            found.reason = value
        case "Seed":
            if not SEED.fullmatch(value):
                raise GameFileError(f"{where}: {value[:30]!r} is not a seed")
            found.seed = int(value)
        case "Result":
            if value != OPEN and not RESULT.match(value):
                raise GameFileError(
                    f"{where}: {value[:60]!r} is not a result: write `win for PLAYER`, or *"
                )
            found.result = value
        case _:
            raise GameFileError(f"{where}: there is no header {shortened(key)}")


def _from_json(text: str, name: str) -> GameFile:
    try:
        document = parse_json(text)
    except ValueError as error:
        raise GameFileError(f"{name}: damaged JSON: {error}") from None
    try:
        if document["forthgame"] != "game":
            raise KeyError("forthgame")
        moves = [(str(ply["player"]), str(ply["move"])) for ply in document["moves"]]
        found = GameFile(str(document["game"]), str(document["hash"]), moves=moves, name=name)
        found.seats = {str(k): str(v) for k, v in document["seats"].items()}
        for key, value in (("Seed", document["seed"]), ("Result", document["result"]),
                           ("Reason", document["reason"])):  # fmt: skip
            if value is not None:
                _take_header(found, key, str(value), name)
    except (KeyError, TypeError, AttributeError) as error:
        raise GameFileError(f"{name}: this JSON is not a game: {error}") from None
    return found
