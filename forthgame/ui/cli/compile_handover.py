"""Option `--no-finish`, and completion of machine code after a command."""

from __future__ import annotations

import os
import sys
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from forthgame.base.environment import FINISH

if TYPE_CHECKING:
    from forthgame.api.game import Game
    from forthgame.play.plan.plan import Plan

COMMANDS = frozenset(("play", "engine", "autoplay", "analyse", "repl"))
_handed_over: list[str] = []  # keys of unfinished compilations


def finishing(command: click.Command) -> click.Command:
    if any("--no-finish" in option.opts for option in command.params):
        return command
    command.params.append(
        click.Option(
            ["--no-finish"],
            is_flag=True,
            expose_value=False,
            callback=_leave_unfinished,
            help="Do not complete machine code in the background afterwards.",
        )
    )
    return command


def _leave_unfinished(context: click.Context, option: click.Parameter, off: bool) -> None:
    """Switch completion off for this command, and restore the switch afterwards."""
    if off:
        context.find_root().call_on_close(partial(_restore, os.environ.get(FINISH)))
        os.environ[FINISH] = "0"


def _restore(before: str | None) -> None:
    if before is None:
        del os.environ[FINISH]
    else:
        os.environ[FINISH] = before


def hand_over(game: Game) -> None:
    """Complete a game's machine code in the background after the command."""
    key = "" if game.native is None else game.native.unfinished
    if key:
        from forthgame.play.processes.code_finishing import finish_later

        if finish_later({key: game.path}, game.limits):
            _handed_over.append(key)
            return
    hand_over_first_start(game.path)


def hand_over_first_start(script: Path) -> None:
    """Complete an unfinished first start in the background."""
    native = sys.modules.get("forthgame.compile.interpreter.native_interpreter")
    unfinished = getattr(native, "is_unfinished", None)  # another thread may be importing it
    if unfinished is not None and unfinished():
        from forthgame.play.processes.code_finishing import finish_first_start

        finish_first_start(script)


def finish_scripts(plan: Plan) -> None:
    """Complete machine code for a tournament whose processes may store it."""
    from forthgame.play.processes.child_process import bundled
    from forthgame.play.processes.code_finishing import finish_later
    from forthgame.rules.native.unfinished_code import key_of

    if plan.native and (bundled(plan.scripts) or not plan.confined):
        scripts = [*(entrant.script for entrant in plan.entrants), plan.referee]
        works = zip(scripts, plan.digests, strict=False)
        finish_later({key_of(digest): Path(path) for path, digest in works if digest})


def handed_over() -> bool:
    """Return whether other processes complete the compilation, so this one need not wait."""
    return bool(_handed_over)
