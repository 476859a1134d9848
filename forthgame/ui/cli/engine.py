"""`forthgame engine`: an engine for other programs, which speak UGI to it."""

from __future__ import annotations

import sys
import threading

import click

from forthgame.game.engines import SCRIPT, parse_engine
from forthgame.play.ugi.server import LINE, Server
from forthgame.ui.cli import ctrlc
from forthgame.ui.cli.common import load_game
from forthgame.ui.cli.shared_options import interpret_option
from forthgame.ui.incoming import lines_of
from forthgame.ui.safe import visible


@click.command("engine")
@click.argument("file")
@click.option("--engine", default=SCRIPT, show_default=True,
              help="Which one chooses the moves, with options such as uct:threads=2.")  # fmt: skip
@interpret_option
def command(file: str, engine: str, interpret: bool) -> None:
    """Let other programs use FILE's engine: they speak UGI on stdin and stdout.

    The words are those of UCI: ugi, isready, setoption, position startpos|text …|fen … moves …,
    go movetime|depth|nodes|infinite …, stop, d, perft, query, quit.
    """
    parse_engine(engine)
    game = load_game(file, native=not interpret)
    writing, failed = threading.Lock(), list[OSError]()

    def write(line: str) -> None:
        try:
            with writing:
                sys.stdout.write(f"{visible(line)}\n")
                sys.stdout.flush()
        except BrokenPipeError:  # the other program is gone, and may never close the input
            ctrlc.end_process(0)
        except OSError as error:  # perhaps in the thread of a search, where it would be a traceback
            failed.append(error)

    server = Server(game, write, engine)
    try:
        for line in lines_of(sys.stdin, LINE + 1):
            if not server.obey(line) or failed:
                break
        else:
            server.wait()  # the input has ended: what was asked for is answered
    finally:
        server.stop()
    if failed:
        raise failed[0]
