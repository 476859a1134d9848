"""`forthgame engine`: speak UGI with other programs."""

from __future__ import annotations

import select
import sys
import threading
from pathlib import Path
from typing import TYPE_CHECKING

import click

from forthgame.base.errors import ScriptError
from forthgame.base.source import find_script
from forthgame.play.ugi.notation_choice import notations_in_text
from forthgame.play.ugi.options import Settings
from forthgame.play.ugi.protocols import LINE
from forthgame.play.ugi.startup import Reception
from forthgame.play.ugi.variants import variants_beside
from forthgame.rules.engines import SCRIPT
from forthgame.ui.cli.compile_handover import hand_over_first_start
from forthgame.ui.cli.shared_options import interpret_option
from forthgame.ui.terminal import ctrl_c
from forthgame.ui.terminal.escaping import visible
from forthgame.ui.terminal.line_input import ReadAhead

if TYPE_CHECKING:
    from forthgame.api.game import Game
    from forthgame.play.ugi.engine_server import EngineServer
    from forthgame.play.ugi.gtp import GtpServer

PATIENCE = 3.0  # seconds to finish earlier commands after `quit`


@click.command("engine")
@click.argument("file")
@click.option(
    "--engine",
    default=SCRIPT,
    show_default=True,
    help="Engine that chooses the moves, with options: uct:threads=2.",
)
@interpret_option
def command(file: str, engine: str, interpret: bool) -> None:
    """Offer FILE's engine to other programs on stdin and stdout, in UGI, UCI, USI, UCCI or GTP.

    The greeting chooses the protocol: ugi, uci, usi, ucci; GTP has none, its first command chooses
    it. The commands are those of UCI: isready, setoption, position startpos|text …|fen … moves …,
    go movetime|depth|nodes|infinite …, stop, quit; and d, perft, query.
    """
    script = find_script(file)
    variants = variants_beside(script)
    settings = Settings(script.stem, engine, notations_in_text(_scripts(script)), variants)
    own = settings.variant
    writing, failed = threading.Lock(), list[OSError]()

    def write(line: str) -> None:
        try:
            with writing:
                sys.stdout.write(f"{visible(line)}\n")
                sys.stdout.flush()
        except BrokenPipeError:  # the other program has ended without closing the input
            ctrl_c.end_process(0)
        except OSError as error:  # may occur in a search thread, which would print a traceback
            failed.append(error)

    def load() -> EngineServer:
        from forthgame.play.ugi.engine_server import EngineServer
        from forthgame.ui.cli.starting_positions import load_game

        other = settings.variant != own
        name = str(variants[settings.variant]) if other else file
        game = load_game(name, native=not interpret)
        return EngineServer(game, write, settings=settings)

    class Leaving:
        def is_set(self) -> bool:
            return lines.ended(PATIENCE)

    def speak_gtp() -> GtpServer:
        from forthgame.play.ugi.gtp import GtpServer
        from forthgame.ui.cli.starting_positions import load_game

        def load_script(path: Path) -> Game:
            return load_game(file if path == script else str(path), native=not interpret)

        return GtpServer(load_script, script, settings, write, Leaving())

    lines = ReadAhead(sys.stdin, LINE + 1, "quit")
    reception = Reception(
        load, settings, write, lambda: lines.ended(PATIENCE), lambda: lines.ended(0), speak_gtp
    )
    try:
        for line in lines:
            if not reception.obey(line) or failed:
                break
        else:
            reception.wait(_reader_gone)  # at the end of input, finish earlier commands
    finally:
        reception.stop()
        if (game := reception.game) is not None:
            from forthgame.ui.cli.starting_positions import end_game

            end_game(game)
    if failed:
        raise failed[0]
    if reception.loading:  # the compiler need not be waited for
        hand_over_first_start(script)
        ctrl_c.end_process(0)


def _reader_gone() -> bool:
    """Return whether the output is a pipe that nobody can read any more."""
    try:
        poll = select.poll()
        poll.register(sys.stdout.fileno(), 0)
    except (AttributeError, OSError, ValueError):  # Windows, or not a file
        return False
    return any(event & select.POLLERR for _, event in poll.poll(0))


def _scripts(script: Path) -> list[Path]:
    """Return the script, and the files it loads if they may have a notation file."""
    from forthgame.position.texts.texts_file import tables_beside

    if tables_beside([script]) is not None:
        return [script]
    from forthgame.ui.script_outline import read_script

    try:
        return read_script(script).files
    except ScriptError:  # reported when the game is loaded
        return [script]
