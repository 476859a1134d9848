"""Options `--confined` and `--limit` of commands; see `confined_run.py` for confined runs."""

from __future__ import annotations

from typing import Any

import click

from forthgame.base.limits import DEFAULT_LIMITS, ScriptLimits

COMMANDS = frozenset(
    ("run", "moves", "perft", "playouts", "analyse", "solve", "play", "show", "replay", "check",
     "repl", "why")
)  # fmt: skip
LIMIT = "--limit"
LIMITS = "forthgame.base.limits"  # key of the limits in a command's context


def confinable(command: click.Command) -> click.Command:
    """Add `--confined` to a command, and `--limit` if it is missing."""
    if any("--confined" in option.opts for option in command.params):
        return command
    limit = next((option for option in command.params if LIMIT in option.opts), None)
    command.params.append(
        click.Option(
            ["--confined"],
            is_flag=True,
            help="Run in a confined process, for scripts of strangers.",
        )
    )
    if limit is None:
        command.params.append(
            click.Option(
                [LIMIT, "confined_limits"],
                multiple=True,
                metavar="NAME=VALUE",
                help="A limit on the script; docs/limits.md lists them.",
            )
        )
    name = "confined_limits" if limit is None else str(limit.name)
    run = command.callback
    if run is None:
        raise RuntimeError(f"the command {command.name} does nothing")

    def callback(**given: Any) -> Any:
        confined = given.pop("confined")
        texts = given.pop(name) if limit is None else given[name]
        limits = _limits(texts)
        click.get_current_context().meta[LIMITS] = limits
        if not confined:
            if (limits.memory, limits.cpu) != (DEFAULT_LIMITS.memory, DEFAULT_LIMITS.cpu):
                raise click.UsageError("memory and cpu bound a confined process: add --confined")
            return run(**given)
        from forthgame.confine import current_rules
        from forthgame.ui.cli.confined_run import run_again, run_inside

        rules = current_rules()
        if rules is None:
            arguments: list[str] = click.get_current_context().find_root().obj
            return run_again(arguments, given, limits)
        return run_inside(run, given, rules)

    command.callback = callback
    return command


def chosen_limits() -> ScriptLimits:
    context = click.get_current_context(silent=True)
    found = context.meta.get(LIMITS) if context is not None else None
    return found if isinstance(found, ScriptLimits) else DEFAULT_LIMITS


def _limits(given: Any) -> ScriptLimits:
    if isinstance(given, ScriptLimits):
        return given
    limits = DEFAULT_LIMITS
    for text in given or ():
        limits = limits.with_text(text)
    return limits
