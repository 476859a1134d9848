"""Drawings that a published page fills into its templates, against those of the program."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest

from forthgame.api.game import Game, State, load
from forthgame.base.source import find_script
from forthgame.draw.scenes import click_rules, scene
from forthgame.draw.svg_documents import svg
from forthgame.ui.publish.drawing_facts import drawing_facts, heaps_of
from forthgame.ui.publish.script_bundle import bundle
from forthgame.ui.worker.move_documents import move_document
from forthgame.ui.worker.worker_state import position_document
from tests.draw.test_raster_images import SCRIPT, image
from tests.library import bare_name, game_scripts
from tests.publish.comparing import line_of, picture
from tests.serve.clicking import NODE, need_node

DRIVER = """
const { source, drawing, cases } = JSON.parse(require("fs").readFileSync(0, "utf8"));
const { drawn } = new Function(`${source.replace(/^export /gm, "")}\\nreturn { drawn };`)();
console.log(JSON.stringify(cases.map(({ position, flip, last }) => {
  const { svg, clicks, angle } = drawn(drawing, position, flip, last);
  return { svg, clicks, angle };
})));
"""
QUICK = ("backgammon", "minishogi")


def heaps(game: Game, state: State) -> dict[str, int] | None:
    """Return how many pieces stand where, if the game counts them."""
    if heaps_of(game) is None:
        return None
    return {piece.position: piece.count for piece in scene(state).pieces}


def drawings(game: Game, cases: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return what the page draws."""
    need_node()
    given = {
        "source": bundle("drawing.js"),
        "drawing": drawing_facts(game, game.new_game(seed=7)),
        "cases": cases,
    }
    done = subprocess.run(
        [str(NODE), "-e", DRIVER],
        input=json.dumps(given), capture_output=True, text=True, check=True,
    )  # fmt: skip
    return list(json.loads(done.stdout))


def assert_same_drawings(name: str, plies: tuple[int, ...]) -> None:
    game = load(find_script(name), native=False)
    level = 1 if game.levels else None
    cases, known = list[dict[str, Any]](), list[tuple[str, Any]]()
    for ply in plies:
        before = game.new_game(seed=7, level=level)
        line = line_of(before, ply)
        state, last, earlier = game.new_game(seed=7, level=level), None, None
        for text in line:
            earlier = state.copy()
            move = state.find(text, exact=True)
            last = {"player": state.player, **move_document(game, move)}
            state.play(move)
        position = position_document(state) | {"moves": [], "heaps": heaps(game, state)}
        for flip in (False, True, *game.declaration.competitors):
            shown = None if state.concealed else last
            cases.append({"position": position, "flip": flip, "last": shown})
            known.append(
                (picture(state, earlier, line[-1] if line else "", flip), click_rules(game))
            )
    for case, found, (drawing, clicks) in zip(cases, drawings(game, cases), known, strict=True):
        start = '<g class="highlights">' if case["last"] else '<g class="pieces">'
        assert found["svg"][found["svg"].index(start) :] == drawing, (name, case["flip"])
        assert found["clicks"] == json.loads(json.dumps(clicks)), name


@pytest.mark.parametrize("name", QUICK)
def test_a_page_draws_as_the_program(name: str) -> None:
    assert_same_drawings(name, (0, 9))


def test_images_are_those_of_the_board_file(tmp_path: Path) -> None:
    (tmp_path / "two.4th").write_text(SCRIPT)
    (tmp_path / "man.png").write_bytes(image())
    (tmp_path / "two.board.toml").write_text('[pieces.man]\nimage = "man.png"\n')
    game = load(tmp_path / "two.4th", native=False)
    state = game.new_game(seed=7)
    case = {"position": position_document(state) | {"heaps": None}, "flip": True, "last": None}
    (found,) = drawings(game, [case])
    known = svg(state, flip=True, styled=False)
    assert found["svg"].strip()[-len(known) // 2 :] == known.strip()[-len(known) // 2 :]
    assert known[known.index("<defs>") : known.index("</defs>")] in found["svg"]


@pytest.mark.slow
@pytest.mark.parametrize("name", list(map(bare_name, game_scripts())))
def test_a_page_draws_every_bundled_game(name: str) -> None:
    assert_same_drawings(name, (0, 1, 5, 20, 60))
