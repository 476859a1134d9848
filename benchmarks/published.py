"""Measure random games in the machine of a published page, beside machine code of this processor.

The page's own program runs in node, whose WebAssembly and JavaScript are those of Chromium.
"""

from __future__ import annotations

import base64
import json
from pathlib import Path

from benchmarks.measuring import Peer, Prepare, Row, Run
from benchmarks.sides import HERE, found, output_of, reported, timed_by_processor

SEED = 1
SUBJECTS = (  # name, random games, their plies by the interpreter, and the ratio to reach
    ("breakthrough", 2000, "127947", 2.0),
    ("splut", 100, "63126", 2.0),
    ("chess", 100, "35531", 2.5),
)


def rows() -> list[Row]:
    """Return a row for each game; both sides play the same games."""
    return [
        Row(
            f"published-{name}",
            plies,
            in_a_page(name, games),
            (Peer("native", native(name, games), bar),),
        )
        for name, games, plies, bar in SUBJECTS
    ]


def in_a_page(name: str, games: int) -> Prepare:
    """Play random games in node; fails unless there are as many plies as natively."""

    def prepare(folder: Path) -> Run:
        from forthgame import load
        from forthgame.ui.publish.game_facts import game_facts, worker_source
        from forthgame.ui.publish.wasm_game import wasm_game

        node, file = found("node"), folder / f"{name}.json"
        with load(name) as game:
            built = wasm_game(game)
            facts = game_facts(game, game.new_game(seed=SEED), built)
        parts = {"words": built.code, "image": built.image}
        texts = {part: base64.b64encode(data).decode() for part, data in parts.items()}
        document = {"worker": worker_source(), "facts": facts, **texts}
        file.write_text(json.dumps(document), encoding="utf-8")
        program = str(HERE / "web" / "published.js")
        return lambda: reported(output_of(node, program, str(file), str(games)))

    return prepare


def native(name: str, games: int) -> Prepare:
    """Play the same games by machine code of this processor."""

    def prepare(folder: Path) -> Run:
        from forthgame import load

        game = load(name)
        if game.native:
            game.native.prepare(wait=True, engines=False)
        state = game.new_game(seed=SEED)
        state.moves()

        def play() -> str:
            state.use_seed(SEED)
            return str(state.play_out(games, 1000).plies)

        return lambda: timed_by_processor(play)

    return prepare
