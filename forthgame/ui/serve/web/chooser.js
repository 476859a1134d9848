// The board's clicks as moves: `clicks.js` narrows them, this shows how far they have gone.

import { Clicks, keyOf, placeOf, rulesOf } from "./clicks.js";
import { fill, h, own } from "./dom.js";
import { MoveMenu } from "./menu.js";
import { buttonText, differences } from "./wording.js";

const FEW = 5; // pieces that may move, among others that may not
const MOST_BUTTONS = 40;
const MOST_DOTS = 60; // places for a new piece; more are not marked

export class Chooser {
  // `play(move)` is called with the move that was chosen; `half(done)` shows the position after
  // the first actions of a move, or the whole one again for null; `alike(moves)` finds out whether
  // moves lead to the same position.
  constructor(board, others, { play, say, half, alike, figures }) {
    Object.assign(this, { board, others, play, say, half, alike });
    this.menu = new MoveMenu(board.holder, figures);
    this.clicks = new Clicks([]);
    this.pieces = 0; // of the player on the board
    board.holder.addEventListener("keydown", (event) => {
      if (event.key === "Escape" && this.clicks.busy) this.back();
    });
  }

  // The moves that may be chosen now, at a view of a position; none if nobody here is to move.
  offer(moves, view = null, order = []) {
    const { board = {}, player } = view?.position || {};
    this.names = view?.names; // of positions, where the board shows others than the script's
    this.shown = null;
    const offered = JSON.stringify([moves.map(({ text }) => text), board]);
    if (this.clicks.busy && offered === this.offered) { // it is only drawn again: half a move stays
      this.draw();
      return;
    }
    this.offered = offered;
    this.menu.close();
    this.board.holder.removeAttribute("aria-busy");
    const can = (key) => {
      const place = placeOf(key);
      return place.position !== undefined ? this.board.cells.has(place.position) : this.board.holds(place);
    };
    this.clicks = new Clicks(moves, rulesOf(view?.clicks, order, can, board));
    this.pieces = Object.values(board).filter(([owner]) => owner === player).length;
    this.draw();
  }

  // Whether a piece can be dragged from there.
  grabs(place) {
    const key = keyOf(place);
    if (key === this.clicks.clicked.at(-1)) return this.clicks.startsAt(key);
    const found = this.clicks.peek(place);
    return Boolean(found.more && found.takes);
  }

  pick(place, dragging = false) {
    this.menu.close();
    if (dragging && keyOf(place) === this.clicks.clicked.at(-1)) return;
    this.follow(this.clicks.click(place), place);
  }

  // A drag is two clicks; one that ends where nothing fits leaves the piece in hand.
  drop(place) {
    if (this.clicks.agrees(place)) this.pick(place);
    else this.draw();
  }

  follow(found, place) {
    if (found.play) {
      this.take(found.play);
      return;
    }
    if (found.menu) this.ask(found.menu, place);
    else if (found.more) {
      this.say(this.hint(place));
      this.choose();
    }
    else this.say(this.clicks.moves.length && !found.again ? `no move at ${this.name(place)}` : "");
    this.draw();
  }

  // Of several ways to the same position, as with two dice, any will do.
  async choose() {
    const { clicks } = this;
    const { state } = clicks;
    const ways = clicks.ways;
    if (ways.length < 2 || !(await this.alike(ways)) || clicks !== this.clicks || state !== clicks.state) return;
    this.take(ways[0]);
  }

  hint(place) {
    const { clicks } = this;
    if (clicks.state.stop.length) return `${this.name(place)}: click it again to stop here, or go on`;
    if (clicks.parted(clicks.state.live)) return "several ways lead there: click what one of them passes";
    const count = clicks.moves.length;
    return `${this.name(place)}: ${count} ${count === 1 ? "move" : "moves"}`;
  }

  ask(moves, place) {
    this.say(`${moves.length} moves fit: choose one`);
    this.menu.open(moves, this.board.cells.get(place.position), (move) => this.take(move), () => this.draw());
  }

  take(move) {
    this.clicks.reset();
    this.shown = null;
    this.draw(true);
    this.board.holder.setAttribute("aria-busy", "true");
    this.play(move);
  }

  back() {
    this.menu.close();
    this.clicks.back();
    this.say("");
    this.draw();
  }

  // What can be clicked is marked; what has been done shows on the board. A move that is played
  // (`going`) leaves the board as it is.
  draw(going = false) {
    const { clicks } = this;
    const done = going ? null : clicks.done;
    const key = done ? `${done.move.text}\n${done.action}` : null;
    if (!going && key !== this.shown) {
      this.shown = key;
      this.half(done).then((drawn) => { if (drawn && key === this.shown) this.mark(); });
    }
    this.mark();
    this.drawButtons();
  }

  mark() {
    const { clicks } = this;
    const next = [...clicks.next].map(([key, takes]) => [placeOf(key), takes]);
    const movable = next.filter(([place, takes]) => takes && place.position !== undefined).map(([{ position }]) => position);
    const targets = next.filter(([place, takes]) => !takes && place.position !== undefined).map(([{ position }]) => position);
    const last = clicks.clicked.at(-1);
    const taken = last !== undefined && !(this.shown && clicks.done?.last) ? placeOf(last) : null;
    const few = movable.length <= FEW && movable.length < this.pieces;
    this.board.mark({ selected: taken, targets, movable, dots: clicks.clicked.length > 0 || targets.length <= MOST_DOTS,
      few: few || clicks.busy, used: clicks.used.map((used) => placeOf(used).position),
      path: this.shown ? [] : clicks.clicked.map((one) => placeOf(one).position).filter(Boolean) });
  }

  // Moves that no place stands for, such as passing; and how to stop, or to take a click back.
  drawButtons() {
    const { clicks } = this;
    const { stop } = clicks.state;
    const beside = clicks.busy ? [] : clicks.beside.slice(0, MOST_BUTTONS);
    const texts = beside.map(buttonText);
    const rows = new Set(texts).size === texts.length ? texts : differences(beside).map(({ text }) => text);
    fill(this.others,
      beside.map((move, k) => h("button", { type: "button", onclick: () => this.take(move) }, rows[k])),
      stop.length ? h("button", { type: "button", onclick: () => this.pick(placeOf(clicks.clicked.at(-1))) }, "Stop here") : null,
      clicks.busy && clicks.clicked.length > 1
        ? h("button", { type: "button", class: "unclick", onclick: () => this.back() }, "Take back the last click") : null);
    this.others.hidden = !this.others.children.length;
  }

  name(place) {
    return own(this.names, place.position) || place.position || `${place.piece} in hand`;
  }

  close() {
    this.menu.close();
  }
}

