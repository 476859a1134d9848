"""`forthgame engine`: an engine for other programs, which speak UGI to it."""

from __future__ import annotations

import sys
import threading

import click

from forthgame.game.engines import SCRIPT, parse_engine
from forthgame.play.ugi.server import LINE, Server
from forthgame.ui.cli.common import interpret_option, load_game
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
    writing = threading.Lock()

    def write(line: str) -> None:
        with writing:
            sys.stdout.write(f"{visible(line)}\n")
            sys.stdout.flush()

    server = Server(game, write, engine)
    try:
        for line in lines_of(sys.stdin, LINE + 1):
            if not server.obey(line):
                return
        server.wait()  # the input has ended: what was asked for is answered
    finally:
        server.stop()
