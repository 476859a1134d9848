"""Files of games (as text and JSON) and of openings, with lines, fields and bytes changed."""

from __future__ import annotations

import json
import random
from functools import cache
from pathlib import Path

from forthgame.play.model.game_file import game_file, read_game
from forthgame.play.plan.plan import make_plan

from .kind import Kind, scratch_folder, tolerant
from .positions import GAMES, ODD, game, odd_number

FORMS = ("game.txt", "game.json", "openings.txt")
VALUES = ("null", "[]", "{}", "true", "1e999", "-1", '"x"', "[[[]]]", '{"a": 1}', "NaN", "1" * 5000)


@cache
def originals(form: str) -> tuple[str, ...]:
    """Files that are right."""
    found = []
    for name in GAMES:
        loaded, draw = game(name), random.Random(7)
        loaded.forth.processor.limit()  # the case before may have used up its own
        state = loaded.new_game(seed=3)
        for _ in range(8):
            loaded.forth.processor.limit()
            moves = state.moves()
            if state.outcome or not moves:
                break
            state.play(draw.choice(moves))
        record = game_file(state, 3, {state.player: "random"})
        if form == "openings.txt":
            found.append("; ".join(state.history[:3]) + "\n# more\n" + state.history[0] + "\n")
        elif form == "game.json":
            found.append(json.dumps(record.document(), indent=1))
        else:
            found.append(record.text())
    return tuple(found)


def make(seed: int) -> str:
    """The form of a file, the game it is read for, then its contents, wrong in some places."""
    draw = random.Random(f"files {seed}")
    form = draw.choice(FORMS)
    number = draw.randrange(len(GAMES))
    text = originals(form)[number]
    if draw.random() < 0.1:
        form = draw.choice(FORMS)
    for _ in range(draw.choice((1, 1, 2, 5))):
        rows = text.split("\n")
        k = draw.randrange(len(rows))
        kind = draw.randrange(9)
        if kind == 0:
            del rows[k]
        elif kind == 1:
            rows.insert(k, draw.choice(rows))
        elif kind == 2:
            rows[k] = draw.choice(draw.choice(originals(draw.choice(FORMS))).split("\n"))
        elif kind == 3:
            words = rows[k].split(" ")
            words[draw.randrange(len(words))] = draw.choice((*ODD, str(odd_number(draw))))
            rows[k] = " ".join(words)
        elif kind == 4:
            at = draw.randrange(len(rows[k]) + 1)
            rows[k] = rows[k][:at] + draw.choice((*ODD, '"', "\\", "\udcff")) + rows[k][at + 1 :]
        elif kind == 5 and ": " in rows[k]:
            rows[k] = rows[k].partition(": ")[0] + ": " + draw.choice(VALUES) + ","
        elif kind == 6:
            rows[k] = rows[k][: draw.randrange(len(rows[k]) + 1)]
        elif kind == 7:
            rows = rows[:k]
        else:
            other = draw.randrange(len(rows))
            rows[k], rows[other] = rows[other], rows[k]
        text = "\n".join(rows)
    return f"{form} {GAMES[number]}\n{text}"


def attempt(text: str) -> None:
    """Read the file and play its contents."""
    head, _, contents = text.partition("\n")
    form, _, name = head.partition(" ")
    if form not in FORMS or name not in GAMES:
        return
    with scratch_folder() as folder:
        path = Path(folder) / form
        path.write_bytes(contents.encode("utf-8", "surrogateescape"))
        if form == "openings.txt":
            plan = make_plan([name, "random:", *["first:"] * 3][: _seats(name)], native=False,
                             openings=path, games=2, seed=1)  # fmt: skip
            plan.opening(0)
            return
        found = read_game(path)
        tolerant(lambda: found.replay(game(name)))
        game(name).forth.processor.limit()
        state = found.replay(game(name), strict=False)
        tolerant(lambda: game_file(state, found.seed, found.seats).save(path))


def _seats(name: str) -> int:
    return 2


KIND = Kind("files", "files of games and openings, damaged", make, attempt)
