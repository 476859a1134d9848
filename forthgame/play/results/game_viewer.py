"""The part of a tournament's page that steps through games, with its own script."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from forthgame.draw.svg_documents import board, piece_markup
from forthgame.draw.svg_escaping import safe
from forthgame.draw.svg_styles import rules_of, scope_of
from forthgame.play.model.game_record import GameRecord
from forthgame.play.plan.plan import Plan
from forthgame.play.results.board_replay import Boards, PlaceContent

STYLE = """
.viewer { display: flex; flex-wrap: wrap; gap: 1rem } .viewer figure { margin: 0; flex: 1 1 20rem }
.viewer svg { width: 100%; max-height: 80vh } .viewer aside { flex: 1 1 12rem; min-width: 0 }
.viewer ol { max-height: 24rem; overflow: auto; padding-left: 3.2em; margin: .5rem 0 }
.viewer li button { all: unset; cursor: pointer; padding: 0 .3em;
  vertical-align: top }
.viewer li button:focus-visible { outline: 2px solid }
.viewer li[aria-current] { font-weight: 700 } .viewer select { max-width: 100% }
.viewer nav button { font-size: 1.1rem; min-width: 2.6rem; padding: .25rem }
"""
SCRIPT = """
'use strict';
const data = JSON.parse(document.getElementById('games').textContent);
const view = document.querySelector('.viewer'), pieces = view.querySelector('.pieces');
const choice = view.querySelector('select'), list = view.querySelector('ol');
const told = view.querySelector('output');
let game = 0, ply = 0, timer = 0;
function draw() {
  const now = new Map(), plies = data.games[game].plies;
  for (let k = 0; k <= ply; k++)
    for (const [place, mark] of plies[k]) mark < 0 ? now.delete(place) : now.set(place, mark);
  pieces.innerHTML = [...now.values()].map(mark => data.marks[mark]).join('');
  [...list.children].forEach((row, k) =>
    k + 1 === ply ? row.setAttribute('aria-current', 'true') : row.removeAttribute('aria-current'));
  const row = list.children[ply - 1];
  if (row) list.scrollTop = row.offsetTop - list.offsetTop - list.clientHeight / 2;
  const moves = data.games[game].moves;
  told.textContent = ply ? ply + ' of ' + moves.length + ': ' + moves[ply - 1] : 'the opening';
}
function go(to) { ply = Math.max(0, Math.min(to, data.games[game].plies.length - 1)); draw(); }
function open(number) {
  game = number;
  list.replaceChildren(...data.games[game].moves.map((move, k) => {
    const row = document.createElement('li'), button = document.createElement('button');
    button.textContent = move;
    button.addEventListener('click', () => go(k + 1));
    row.append(button);
    return row;
  }));
  go(0);
}
function play() {
  if (timer) { clearInterval(timer); timer = 0; return; }
  timer = setInterval(() => {
    if (ply + 1 >= data.games[game].plies.length) { clearInterval(timer); timer = 0; }
    else go(ply + 1);
  }, 700);
}
const acts = { first: () => go(0), back: () => go(ply - 1), on: () => go(ply + 1),
               last: () => go(1e9), play };
for (const button of view.querySelectorAll('nav button'))
  button.addEventListener('click', acts[button.name]);
view.addEventListener('keydown', event => {
  const act = { ArrowLeft: acts.back, ArrowRight: acts.on, Home: acts.first, End: acts.last };
  if (act[event.key] && event.target !== choice) { act[event.key](); event.preventDefault(); }
});
choice.addEventListener('change', () => open(+choice.value));
view.hidden = false;
open(0);
"""
BUTTONS = (("first", "|◀", "first position"), ("back", "◀", "a ply back"), ("on", "▶", "a ply on"),
           ("last", "▶|", "last position"), ("play", "▶ …", "play or stop"))  # fmt: skip


def viewer(plan: Plan, records: Sequence[GameRecord], boards: Boards) -> str:
    """Return the HTML of a board, the moves, and a menu of games."""
    found = boards.scene
    layout = found.layout
    shown = list(zip(records, boards.games, strict=False))
    options = "".join(f'<option value="{k}">{safe(_title(plan, record))}</option>'
                      for k, (record, _) in enumerate(shown))  # fmt: skip
    buttons = "".join(f'<button type="button" name="{name}" aria-label="{told}">{sign}</button>'
                      for name, sign, told in BUTTONS)  # fmt: skip
    count = "" if len(shown) == len(records) else f"<p>The first {len(shown)} games.</p>"
    return (
        f"<style>{STYLE}{rules_of(found.looks, found.file)}</style>{count}"
        f'<div class="viewer" tabindex="0" hidden><figure>'
        f'<svg class="forthgame {scope_of(found.looks, found.file)}" role="img" '
        f'aria-label="board" viewBox="{layout.left:g} {layout.top:g} {layout.width:g} '
        f'{layout.height:g}">{"".join(board(found))}<g class="pieces"></g></svg></figure>'
        f"<aside><label>Game <select>{options}</select></label>"
        f'<nav aria-label="plies">{buttons}</nav><output></output><ol></ol></aside></div>'
        f'<script type="application/json" id="games">{_data(shown, boards)}</script>'
        f"<script>{SCRIPT}</script>"
    )


def _title(plan: Plan, record: GameRecord) -> str:
    seated = " – ".join(f"{plan.names[entrant]} ({seat})" for seat, entrant in record.seats.items())
    won = "nobody wins" if record.winner is None else f"{plan.names[record.winner]} wins"
    return f"{record.number + 1}: {seated}: {won}, {record.reason}"


def _data(shown: Sequence[tuple[GameRecord, Any]], boards: Boards) -> str:
    marks: dict[str, int] = {}

    def mark_of(standing: PlaceContent) -> int:
        if standing.what is None:
            return -1
        return marks.setdefault(piece_markup(boards.scene, standing.what), len(marks))

    games = [
        {
            "moves": [f"{player}: {text}" for player, text in record.moves[: len(plies) - 1]],
            "plies": [[[each.place, mark_of(each)] for each in ply] for ply in plies],
        }
        for record, plies in shown
    ]
    document = json.dumps({"marks": list(marks), "games": games}, separators=(",", ":"))
    return document.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")
