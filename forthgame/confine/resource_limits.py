"""Resource limits on memory, processor time and files."""

from __future__ import annotations

import sys

from forthgame.confine.rules import Rules


def bound_resources(rules: Rules) -> tuple[list[str], list[str]]:
    """Set limits that the process cannot raise again; return those set and those missing."""
    if sys.platform == "win32":
        return [], ["bounds on memory and time: this platform has none that Python can set"]
    import resource

    held: list[str] = []
    missing: list[str] = []

    def bound(name: str, soft: int, sentence: str, hard: int | None = None) -> None:
        number = getattr(resource, name, None)
        if number is None:
            missing.append(f"{sentence}: this platform has no {name}")
            return
        highest = resource.getrlimit(number)[1]
        if highest != resource.RLIM_INFINITY:
            soft, hard = min(soft, highest), min(soft if hard is None else hard, highest)
        try:
            resource.setrlimit(number, (soft, soft if hard is None else hard))
        except (OSError, ValueError, OverflowError) as error:
            missing.append(f"{sentence}: {error}")
            return
        held.append(sentence)

    bound("RLIMIT_CORE", 0, "no core files")
    bound("RLIMIT_FSIZE", rules.file_size, f"{rules.file_size >> 20} MB a file")
    bound("RLIMIT_NOFILE", rules.open_files, f"{rules.open_files} open files")
    if rules.cpu is not None:
        sentence = f"{rules.cpu} s of processor time"
        bound("RLIMIT_CPU", rules.cpu, sentence, rules.cpu + 1)
    if rules.memory is not None:
        bound("RLIMIT_AS", rules.memory, f"{rules.memory >> 20} MB of memory")
    if not sys.platform.startswith("linux"):  # Linux counts threads too, and has seccomp
        bound("RLIMIT_NPROC", 0, "no new processes")
    return [f"bounds: {', '.join(held)}"] if held else [], missing
