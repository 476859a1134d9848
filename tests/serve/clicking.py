"""Enter moves by clicks in the page's own model, without a browser: `clicks.js` runs in node."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from random import Random
from typing import Any

import pytest

from forthgame.api.game import Game, State
from forthgame.draw.scenes import click_rules, scene
from forthgame.ui.worker.move_documents import move_documents
from forthgame.ui.worker.worker_state import LISTED

NODE = shutil.which("node")
WEB = files("forthgame") / "ui" / "serve" / "web"
MODEL, WORDS = WEB / "clicks.js", WEB / "wording.js"
DRIVER = """
import { readFileSync } from "node:fs";
const model = Buffer.from(readFileSync(process.argv[1])).toString("base64");
const { clickedAt, Clicks, clicksFor, placeOf, rulesOf, triedFrom } =
  await import(`data:text/javascript;base64,${model}`);
const { positions, order } = JSON.parse(readFileSync(0, "utf8"));
const words = Buffer.from(readFileSync(process.argv[2])).toString("base64");
const { differences } = await import(`data:text/javascript;base64,${words}`);
const answers = positions.map(({ moves, drawn, rules, board, clicks, wanted, chosen }) => {
  const can = new Set(drawn);
  const make = () => new Clicks(moves, rulesOf(rules, order, (key) => can.has(key), board));
  const first = make(), tree = triedFrom(first);
  const beside = first.beside.map(({ text }) => text);
  const asked = moves.filter(({ text }) => (chosen || [wanted ?? text]).includes(text));
  const own = clicks ? [] : asked.map((move) =>
    (beside.includes(move.text) ? [] : clicksFor(first, move, tree)));
  const tried = (clicks || (wanted ? own : [])).map((path) => {
    const one = make();
    let found = {};
    for (const name of path) found = one.click(placeOf(name));
    return { play: found.play?.text, menu: found.menu?.map(({ text }) => text),
      ways: one.ways.map(({ text }) => text), next: [...one.next.keys()], used: one.used,
      done: one.done?.action ?? null };
  });
  const ends = own.map((path) => {
    let found = {}, node = tree;
    for (const key of path || []) ({ found, node } = clickedAt(node, key));
    return found.menu || [];
  });
  const textsOf = (list) => list.map(({ text }) => text);
  const menus = ends.map((found) => (found.length ? textsOf(differences(found)) : []));
  const listed = ends.map(textsOf);
  return { beside, menus, listed, clicks: own, tried, next: [...first.next.keys()] };
});
console.log(JSON.stringify(answers));
"""


def need_node() -> None:
    """Skip a test without node."""
    if NODE is None:
        pytest.skip("needs node (Debian: nodejs)")


@cache
def positions_of(game: Game) -> list[str]:
    """Return the positions of a game in their order."""
    return list(game.positions)


def document(state: State) -> dict[str, Any]:
    """Return a position as the page has it."""
    found = scene(state)
    names = found.names
    drawn = [f"={names[cell.position]}" for cell in found.layout.cells]
    drawn += [f"+{held.player}\t{held.piece}" for held in found.held]
    moves = move_documents(state.game, state.moves(), LISTED)
    return {"moves": moves, "drawn": drawn, "rules": click_rules(state.game), "board": state.board}


def sampled(game: Game, count: int, seed: int = 1, most: int = 160) -> Iterator[State]:
    """Yield positions of random games with moves of people."""
    random, found, ply = Random(seed), 0, 0
    state = game.new_game(seed=seed)
    while found < count:
        moves = state.moves()
        if state.outcome is not None or not moves or ply >= most:
            seed, ply = seed + 1, 0
            state = game.new_game(seed=seed)
            continue
        if not game.is_chance(state.player) and random.random() < 0.5:
            found += 1
            yield state.copy()
        state.play(random.choice(list(moves)))
        ply += 1


def random_game(game: Game, seed: int) -> list[str]:
    """Return the moves of a random game that has ended."""
    random, state, texts = Random(seed), game.new_game(), []
    while state.outcome is None and (moves := state.moves()):
        texts.append(random.choice(list(moves)).text)
        state.play(texts[-1])
    return texts


def clicked_game(game: Game, texts: list[str]) -> Iterator[tuple[int, str, list[str], int]]:
    """Yield each move of people with its ply, its clicks, and its row in the menu that they open.

    The program itself draws the moves of chance.
    """
    state, plies, documents = game.new_game(), [], []
    for ply, text in enumerate(texts):
        if not game.is_chance(state.player):
            plies.append((ply, text))
            documents.append({**document(state), "wanted": text})
        state.play(text)
    for (ply, text), found in zip(plies, ask(game, documents), strict=True):
        menu = (found["tried"] or [{}])[0].get("menu") or [text]
        yield ply, text, found["clicks"][0], menu.index(text)


def ask(game: Game, documents: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return for each position the clicks of its moves, and what given clicks lead to."""
    need_node()
    given = {"positions": documents, "order": positions_of(game)}
    done = subprocess.run(
        [str(NODE), "--input-type=module", "-e", DRIVER, str(MODEL), str(WORDS)],
        input=json.dumps(given), capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr[-2000:]
    found: list[dict[str, Any]] = json.loads(done.stdout)
    return found
