"""Draw mistakes at random, by kind first, and keep those that show in play.

python tests/planted/drawing.py SEED COUNT FILE [--by-hand | --later | --all]
"""

from __future__ import annotations

import json
import sys
import tempfile
from collections.abc import Iterator, Sequence
from itertools import chain
from pathlib import Path
from random import Random

from asking import LIMITS, Asked, Planted, digest, inside, shows
from planting import KINDS, Text

import forthgame

ROOT = Path(__file__).parents[2]
OWN = tuple(
    f"tests/planted/scripts/{name}.4th"
    for name in ("camels", "fourcourts", "inkblots", "kingtakers", "millers", "pebbles", "ricochet",
                 "territory")
)  # fmt: skip
OTHERS = (
    "tests/conformance/breakthrough.4th",
    "tests/conformance/jumps.4th",
    "tests/conformance/three-players.4th",
    *(
        f"games/{name}/{name}.4th"
        for name in ("alquerque", "apocalypse", "ataxx", "fox-and-hounds", "kalah",
                     "lines-of-action", "morris", "surakarta", "ur")
    ),
)  # fmt: skip
SCRIPTS = OWN + OTHERS
LATER = tuple(  # written when `why` had been mended
    f"tests/planted/scripts/{name}.4th" for name in ("courtiers", "hallguard", "haystacks")
)


def drawn(seed: int, count: int, scripts: Sequence[str] = SCRIPTS) -> Iterator[Planted]:
    """Draw so many mistakes that show: a kind, a script, a place in it, each with equal chances."""
    random = Random(seed)
    found = 0
    with tempfile.TemporaryDirectory() as folder:
        while found < count:
            kind, script = random.choice(list(KINDS)), random.choice(scripts)
            planted = plant(kind, script, Random(random.random()), Path(folder))
            if planted is not None:
                found += 1
                yield planted


def plant(kind: str, script: str, random: Random, folder: Path) -> Planted | None:
    """A mistake of a kind in a script; None if it does not load, or never shows."""
    text = Text((ROOT / script).read_text())
    changes = KINDS[kind](text, random)
    if not changes:
        return None
    change = random.choice(changes)
    wrong, guilty = text.changed(change)
    asked = asked_about(script, text.text, wrong, random, folder)
    return asked and Planted(kind, script, change.what, wrong, guilty, asked)


def asked_about(script: str, right: str, wrong: str, random: Random, folder: Path) -> Asked | None:
    """Return the first difference of two texts of a script in play, if there is one."""
    name = Path(script).name
    for sub, text in (("right", right), ("wrong", wrong)):
        (folder / sub).mkdir(exist_ok=True)
        (folder / sub / name).write_text(text)
    with inside(folder), forthgame.load(f"right/{name}", native=False) as one:
        try:
            other = forthgame.load(f"wrong/{name}", native=False, limits=LIMITS)
        except forthgame.ForthgameError:
            return None
        with other:
            return shows(one, other, random)


def read(file: Path) -> list[Planted]:
    """Mistakes that were drawn and kept. ValueError if a script has changed since."""
    found = []
    for entry in json.loads(file.read_text()):
        right = (ROOT / entry["script"]).read_text()
        start, end, new = entry.pop("edit")
        if entry.pop("digest") != digest(right):
            raise ValueError(f"{entry['script']} has changed: draw {file.name} anew")
        asked = Asked(**entry["asked"] | {"moves": tuple(entry["asked"]["moves"])})
        text = right[:start] + new + right[end:]
        guilty = tuple(entry["guilty"])
        found.append(Planted(**entry | {"asked": asked, "guilty": guilty, "text": text}))
    return found


def main() -> None:
    """Draw and write."""
    seed, count, file = int(sys.argv[1]), int(sys.argv[2]), Path(sys.argv[3])
    from by_hand import LATER as LATER_BY_HAND, planted_by_hand

    found = []
    by_hand = planted_by_hand() if "--by-hand" in sys.argv else iter(())
    scripts = SCRIPTS + LATER if "--all" in sys.argv else SCRIPTS
    if "--later" in sys.argv:
        by_hand, scripts = planted_by_hand(LATER_BY_HAND), LATER
    for planted in chain(by_hand, drawn(seed, count, scripts)):
        found.append(planted.document((ROOT / planted.script).read_text()))
        print(planted.kind, "|", planted.script, planted.guilty, planted.what, "|",
              planted.asked.sort, planted.asked.question[:40], flush=True)  # fmt: skip
        file.write_text(json.dumps(found, indent=0))


if __name__ == "__main__":
    main()
