"""The formats of records by name, and reading and writing records in one of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import NamedTuple

from forthgame.base import arguments
from forthgame.base.errors import ForthgameError, shortened
from forthgame.base.source import is_file
from forthgame.position.move_texts import text_alone
from forthgame.position.playthrough import Playthrough
from forthgame.position.records.csa import read_csa, write_csa
from forthgame.position.records.game_tree import OPEN, GameTree, RecordedMove, RecordError
from forthgame.position.records.kif import read_kif, write_kif
from forthgame.position.records.kif_texts import KifTexts
from forthgame.position.records.move_texts import MoveTexts
from forthgame.position.records.pgn_reader import DRAUGHTS, read_pgn
from forthgame.position.records.pgn_texts import PdnTexts, PgnTexts
from forthgame.position.records.pgn_writer import write_pgn
from forthgame.position.records.recorded_game import RecordedGame, result_of, round_of
from forthgame.position.records.sgf import read_sgf, write_sgf
from forthgame.position.records.sgf_texts import SgfTexts
from forthgame.position.records.shogi_texts import CsaTexts
from forthgame.position.records.text_lines import TextLines
from forthgame.position.records.zsg import read_zsg, write_zsg
from forthgame.position.records.zsg_texts import ZsgTexts
from forthgame.position.seats import seats
from forthgame.rules.fact_cache import fact
from forthgame.rules.script import Script

Source = str | Path


class RecordFormat(NamedTuple):
    """A format of records.

    endings   endings of its files
    read      yields the games of a file
    write     returns a game as text
    texts     class of the game's moves in this format
    fallback  encoding of files that are not UTF-8
    """

    endings: tuple[str, ...]
    read: Callable[[TextLines], Iterator[GameTree]]
    write: Callable[[GameTree], str]
    texts: type[MoveTexts]
    fallback: str = "cp1252"  # has all printable characters of Latin-1


FORMATS: dict[str, RecordFormat] = {
    "pgn": RecordFormat((".pgn",), read_pgn, write_pgn, PgnTexts),
    "pdn": RecordFormat((".pdn",), partial(read_pgn, dialect=DRAUGHTS), write_pgn, PdnTexts),
    "csa": RecordFormat((".csa",), read_csa, write_csa, CsaTexts, "cp932"),
    "kif": RecordFormat((".kif", ".kifu", ".ki2", ".ki2u"), read_kif, write_kif, KifTexts, "cp932"),
    "sgf": RecordFormat((".sgf",), read_sgf, write_sgf, SgfTexts),
    "zsg": RecordFormat((".zsg",), read_zsg, write_zsg, ZsgTexts),
}


def format_named(name: str) -> RecordFormat:
    """Return a format by its name. Raises RecordError."""
    arguments.instance(name, str, "a format of records", "a name")
    if name not in FORMATS:
        known = ", ".join(FORMATS)
        raise RecordError(f"there is no format {shortened(name)!r} of records: {known}")
    return FORMATS[name]


def format_of(path: str) -> str | None:
    """Return the format of a file by the ending of its name, None if it has none."""
    ending = Path(path).suffix.lower()
    return next((name for name, known in FORMATS.items() if ending in known.endings), None)


@fact
def _texts(game: Script) -> dict[str, MoveTexts]:
    return {}


def move_texts(game: Script, form: str) -> MoveTexts:
    """Return the moves of a game in a format, cached. Raises ForthgameError if it has none."""
    known = _texts(game)
    if form not in known:
        known[form] = format_named(form).texts(game)
    return known[form]


# -- reading --------------------------------------------------------------------------------------


def lines_of(source: Source, form: str | None) -> tuple[TextLines, str]:
    """Return the lines of a source and the name of its format.

    A Path, or a text without line ends that ends like a file of a known format or names a file, is
    a file; any other text is a record itself. Without `form` the format is that of the file's name,
    else PGN. Raises RecordError for an unknown format, TypeError for another source.
    """
    if not isinstance(source, Path):
        arguments.instance(source, str, "a record", "a text or a path")
        line = len(source.splitlines()) == 1 and len(source) < 4096
        if line and (format_of(source) is not None or is_file(Path(source))):
            source = Path(source)
    if isinstance(source, Path):
        name = form or format_of(str(source)) or "pgn"
        return TextLines(source, str(source), format_named(name).fallback), name
    name = form or "pgn"
    return TextLines(source, "game", format_named(name).fallback), name


def read_trees(source: Source, form: str | None = None) -> Iterator[GameTree]:
    """Yield the games of a file or text, without a game. Raises RecordError."""
    lines, name = lines_of(source, form)
    return format_named(name).read(lines)


def read_records(game: Script, source: Source, form: str | None = None) -> Iterator[RecordedGame]:
    """Yield the games of a file or text. Raises RecordError if it cannot be read."""
    lines, name = lines_of(source, form)
    texts = move_texts(game, name)
    return (with_game(tree, texts) for tree in format_named(name).read(lines))


def with_game(tree: GameTree, texts: MoveTexts) -> RecordedGame:
    """Return a tree as a game that can be replayed."""
    return RecordedGame(tree, texts, format_named(texts.form).write)


def read_record(game: Script, source: Source, form: str | None = None) -> RecordedGame:
    """Return the first game of a file or text. Raises RecordError if it has a mistake."""
    lines, _ = lines_of(source, form)
    record = next(read_records(game, source, form), None)
    if record is None:
        raise RecordError("there is no game", lines.name)
    record.check()
    return record


# -- writing --------------------------------------------------------------------------------------


def record_text(
    state: Playthrough, form: str, tags: Mapping[str, str] | None = None, result: str | None = None
) -> str:
    """Return the game that led to a state as a record with further `tags`.

    Raises ForthgameError if the game cannot be written in the format.
    """
    texts = move_texts(state.game, form)
    tree = tree_of(state, texts)
    tree.tags = {**dict(tags or {}), **tree.tags}
    tree.result = tree.result if result is None or tree.result != OPEN else result
    return format_named(form).write(tree)


def tree_of(state: Playthrough, texts: MoveTexts) -> GameTree:
    """Return the game that led to a state as a tree. Raises ForthgameError."""
    form = texts.form
    if texts.sides is None and not texts.any_seats:
        found = len(seats(state.game))
        raise ForthgameError(f"{state.game.name} has {found} seats, and {form.upper()} is for two")
    own = state._history(text_alone)
    back = state.copy()
    while back.past:
        back.step_back()
    tree = GameTree(tags=texts.game_tags() | texts.start_tags(back), round=round_of(back),
                    sides=texts.sides)  # fmt: skip
    for text in own[len(own) - len(state.past) :]:
        moves = back.moves(after_end=True)
        move = back.find(text, exact=True, after_end=True)
        recorded = RecordedMove(texts.write(back, move, moves), player=back.player)
        tree.moves.append(recorded)
        back.play(move, after_end=True)
    if texts.sides is not None:
        tree.result = result_of(texts.sides, state.outcomes())
    return tree
