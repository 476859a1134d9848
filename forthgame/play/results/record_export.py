"""Write the games of a tournament in a format of records: PGN, SGF, PDN, KIF, CSA or ZSG."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from forthgame.base.errors import ForthgameError
from forthgame.base.files import replacing
from forthgame.play.model.game_record import GameRecord, Thought
from forthgame.play.model.schedule import in_a_line
from forthgame.play.plan.plan import Plan
from forthgame.play.results.record_replay import WrittenGame, written_games
from forthgame.position.records.formats import format_named
from forthgame.position.records.game_tree import OPEN, GameTree, RecordedMove, RecordError, Sides
from forthgame.position.records.move_texts import safe_text
from forthgame.position.records.recorded_game import result_of

TERMINATIONS = {"result": "normal", "ply limit": "adjudication", "adjudicated": "adjudication",
                "fault": "rules infraction", "void": "unterminated"}  # fmt: skip
ONE_WORD = ("pgn", "pdn")  # formats in which a move is one word without signs of the format
LOST_ON_TIME = "lost on time"


def to_records(plan: Plan, records: Iterable[GameRecord], form: str) -> Iterator[str]:
    """Yield each game of two seats in a format.

    A game that cannot be replayed has its moves in the script's own texts in PGN; other formats
    raise RecordError.
    """
    known = format_named(form)
    for record, written in written_games(plan, records, form):
        if written is None and form != "pgn":
            raise RecordError(f"game {record.number + 1} cannot be written as {form.upper()}")
        yield known.write(_tree(plan, record, written, form))


def save_games(path: Path, texts: Iterable[str]) -> None:
    """Write games to a file, which is replaced completely or not at all. Raises ForthgameError."""
    try:
        with replacing(path) as file:
            for text in texts:
                file.write(text.encode("utf-8", "backslashreplace"))
    except OSError as error:
        raise ForthgameError(f"{path} cannot be written: {error.strerror}") from None


def _tree(plan: Plan, record: GameRecord, written: WrittenGame | None, form: str) -> GameTree:
    sides = written.sides if written is not None else None
    if sides is None or {sides.white, sides.black} != set(record.seats):
        sides = _usual_sides(record)
    tree = GameTree(
        tags=({} if written is None else written.tags) | _tags(plan, record, sides),
        result=OPEN if record.end == "void" else result_of(sides, record.outcome),
        round=1 if written is None else written.round,
        sides=sides,
    )
    for ply, (player, own) in enumerate(record.moves):
        move = RecordedMove(_move_text(written, ply, own, form))
        said = record.thoughts.get(ply)
        move.player, move.comment = player, "" if said is None else _comment(said)
        tree.moves.append(move)
    return tree


def _move_text(written: WrittenGame | None, ply: int, own: str, form: str) -> str:
    """Return a move as it was written, which may be empty (a pass), or its own text as a word."""
    if written is None or ply >= len(written.moves):
        return safe_text(own)
    found = " ".join(written.moves[ply].split())
    return safe_text(own) if form in ONE_WORD and safe_text(found) != found else found


def _usual_sides(record: GameRecord) -> Sides:
    first, second = list(record.seats)[:2]
    mover = next((player for player, _ in record.moves if player in record.seats), first)
    white = "White" if "White" in (first, second) else mover
    return Sides(white, second if white == first else first, mover)


def _tags(plan: Plan, record: GameRecord, sides: Sides) -> dict[str, str]:
    names, reason = plan.names, in_a_line(record.reason)
    tags = {
        "Event": f"{plan.schedule} of {', '.join(names)}", "Site": "?", "Date": "????.??.??",
        "Round": str(plan.pairing(record.number).round + 1),
        "White": names[record.seats[sides.white]], "Black": names[record.seats[sides.black]],
    }  # fmt: skip
    end = "time forfeit" if LOST_ON_TIME in reason else TERMINATIONS[record.end]
    own = {"Termination": end, "Reason": reason, "Game": str(record.number + 1),
           "Seed": str(record.seed), "PlyCount": str(len(record.moves))}  # fmt: skip
    if plan.limits.clock is not None:
        own["TimeControl"] = str(plan.limits.clock)
    return tags | own


def _comment(said: Thought) -> str:
    score = "?" if said.score is None else f"{said.score:+d}"
    return f"{score}/{said.depth} {said.seconds:.3f}s"
