"""The `forthgame` command."""

from __future__ import annotations

import sys
from importlib import import_module

import click

from forthgame import __version__
from forthgame.errors import ForthgameError
from forthgame.ui.cli import ctrlc

COMMANDS = {
    "run": "Run a plain Forth script.",
    "moves": "List the legal moves of a position.",
    "perft": "Count the move sequences of a length.",
    "playouts": "Play random games.",
    "analyse": "Show the best lines of a position.",
    "autoplay": "Let scripts and engines play a tournament.",
    "results": "Show or export the games of a tournament.",
    "repl": "A prompt over a game, in which moves explain themselves.",
    "play": "Play in the terminal.",
    "show": "Draw a position.",
    "replay": "Play a saved game again.",
    "check": "Load scripts and report mistakes.",
    "help": "Explain a word of the dialect.",
    "bench": "Run the project's benchmarks.",
}


class Commands(click.Group):
    """Loads a command's module when it is called, so that a start stays quick."""

    def list_commands(self, context: click.Context) -> list[str]:
        """Names of the commands."""
        return list(COMMANDS)

    def get_command(self, context: click.Context, name: str) -> click.Command | None:
        """The command with a name."""
        if name not in COMMANDS:
            return None
        command: click.Command = import_module(f"forthgame.ui.cli.{name}").command
        return command

    def format_commands(self, context: click.Context, formatter: click.HelpFormatter) -> None:
        """The list in the help text, without loading anything."""
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="forthgame")
def forthgame() -> None:
    """Run board games written in the Axiom Forth dialect.

    FILE is a script, or the bare name of a game that comes along: splut, splut/duel, breakthrough …
    """


def main(arguments: list[str] | None = None) -> None:
    """Entry point: 0 done, 1 the script or the input is wrong, 2 wrong usage, 130 interrupted."""
    with ctrlc.watched():
        try:
            code = forthgame.main(args=arguments, prog_name="forthgame", standalone_mode=False)
        except click.ClickException as error:
            error.show()
            sys.exit(error.exit_code)
        except (click.Abort, KeyboardInterrupt):
            sys.stderr.write("interrupted\n")
            ctrlc.leave(ctrlc.INTERRUPTED)
        except ForthgameError as error:
            from forthgame.ui.screen import show_error

            show_error(error)
            sys.exit(1)
        except BrokenPipeError:
            sys.stderr.close()
            sys.exit(0)
        sys.exit(code if isinstance(code, int) else 0)
