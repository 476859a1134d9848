"""`python -m tests.fuzzing KIND FIRST COUNT [--minimise FOLDER]`, or `… --file CASE`."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from .kinds import KINDS
from .minimise import minimise, read, reduce_seed, write
from .runner import Child, Find, sweep


def main() -> int:
    """Run what the arguments request; return 1 if anything was found."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzzing", description=__doc__)
    parser.add_argument("kind", nargs="?", choices=list(KINDS), help="what is tried")
    parser.add_argument("first", nargs="?", type=int, default=0, help="the first seed")
    parser.add_argument("count", nargs="?", type=int, default=100, help="how many")
    parser.add_argument("--jobs", type=int, default=2, help="processes at the same time")
    parser.add_argument("--checks", action="store_true", help="check every access of the engine")
    parser.add_argument("--log", type=Path, help="a file that gets each seed before it is tried")
    parser.add_argument("--minimise", type=Path, metavar="FOLDER", help="keep small reproductions")
    parser.add_argument("--show", action="store_true", help="print the text of the first seed")
    parser.add_argument("--file", type=Path, help="try a reproduction that was kept")
    given = parser.parse_args()
    environment = {"FORTHGAME_CHECKS": "1"} if given.checks else None
    if given.file:
        return _again(given.file, given.minimise, environment)
    if not given.kind:
        parser.error("a kind is missing")
    if given.show:
        print(KINDS[given.kind].make(given.first))
        return 0
    seen: set[str] = set()

    def told(find: Find) -> None:
        print(find, flush=True)
        if find.fault not in seen and given.minimise:
            seen.add(find.fault)
            path = reduce_seed(find, given.minimise, environment)
            print(path.read_text(encoding="utf-8"), flush=True)

    found = sweep(
        given.kind, given.first, given.count,
        jobs=given.jobs, log=given.log, told=told, environment=environment,
    )  # fmt: skip
    print(f"{given.count} cases of {given.kind} from {given.first} on: {len(found)} finds")
    return 1 if found else 0


def _again(path: Path, folder: Path | None, environment: dict[str, str] | None) -> int:
    kept, text = read(path)
    with Child(environment) as child:
        find = child.ask(kept.kind, text=text)
    if find is None:
        print(f"{path}: nothing is wrong any more ({kept.fault})")
        return 0
    print(f"{path}: {find.fault}\n{find.detail}")
    if folder:
        smaller = Find(find.kind, kept.seed, find.fault, find.detail)
        print(write(smaller, minimise(smaller, text, environment), folder))
    return 1


if __name__ == "__main__":
    sys.exit(main())
