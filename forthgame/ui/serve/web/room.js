// A table on the page: the board, what is being looked at, and the views beside it.

import { Board } from "./board.js";
import { Chooser } from "./chooser.js";
import { Clocks } from "./clocks.js";
import { announce, fill, h, own } from "./dom.js";
import { standing } from "./link.js";
import { Offers } from "./offers.js";
import { chip, drawable, receivedImages, restored } from "./picture.js";
import { explain } from "./rules.js";
import { ours, plays } from "./seats.js";
import { Setting } from "./setting.js";
import { Sheet } from "./sheet.js";
import { tick } from "./sound.js";
import { named, readable } from "./wording.js";
import { Zoom } from "./zoom.js";

const characters = new Setting("characters"); // whether pieces have the characters of their own country
const VISITED = ["play", "rules", "why"]; // the views of somebody who has come by a link
const ANIMATED = 3; // plies that are shown one by one when the game has gone on

export class Room {
  // `views`: for each view beside the board its name, its label and the class of its panel.
  constructor(main, link, known, name, go, views) {
    this.link = link;
    this.views = views;
    this.known = known;
    this.name = name;
    this.go = go;
    this.table = null;
    this.seen = null; // what is looked at: { ply, more }, or null for the game as it stands
    this.view = null;
    this.shown = "";
    this.shorts = []; // short texts of the plies, where the game declares a notation
    this.flip = null;
    this.turning = Promise.resolve();
    this.drawing = 0;
    this.kept = new Map();
    this.active = "play";
    this.closed = false;
    this.build(main);
  }

  build(main) {
    this.holder = h("div", { class: "board" });
    this.status = h("p", { class: "status" });
    this.points = h("p", { class: "points", hidden: true });
    this.again = h("div", { class: "buttons again", hidden: true },
      h("button", { type: "button", class: "strong", onclick: () => this.panels.play.begin() }, "Play again"));
    this.note = h("p", { class: "note", role: "status" });
    this.others = h("div", { class: "others buttons", hidden: true });
    this.past = h("div", { class: "past", hidden: true });
    this.clocks = new Clocks(this);
    this.offers = new Offers(this);
    this.steps = h("div", { class: "steps", role: "group", "aria-label": "Plies" });
    this.board = new Board(this.holder);
    this.zoom = new Zoom(this.holder, this.board);
    this.zoom.onchange = () => this.describe();
    this.board.label = (position) => this.label(position);
    this.chooser = new Chooser(this.board, this.others, {
      play: (move) => this.chosen(move), say: (text) => this.say(text),
      half: (done) => this.half(done), alike: (moves) => this.alike(moves), figures: () => this.figures(),
    });
    this.board.onpick = (place, dragging) => this.panel.pick(place, dragging);
    this.board.ondrop = (place) => this.panel.drop(place);
    this.board.grabs = (place) => this.panel.grabs(place);
    this.board.onhover = (place) => this.panel.hover(place);
    this.panels = Object.fromEntries(this.views.map(([view, , Panel]) => [view, new Panel(this)]));
    this.tabs = this.views.map(([view, label]) => h("button", {
      type: "button", role: "tab", id: `tab-${view}`, "aria-controls": "panel", class: "tab",
      onclick: () => {
        this.sheet.toggle(view !== this.active || !this.sheet.open);
        this.go(view);
      },
    }, label));
    const bar = h("div", { class: "tabs", role: "tablist", "aria-label": "Views" }, this.tabs);
    bar.addEventListener("keydown", (event) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (!step) return;
      const tabs = this.tabs.filter((tab) => !tab.hidden);
      const next = tabs[(tabs.indexOf(document.activeElement) + step + tabs.length) % tabs.length];
      next.focus();
      this.go(this.views[this.tabs.indexOf(next)][0]);
    });
    this.body = h("div", { class: "panel", role: "tabpanel", id: "panel", tabindex: "-1" });
    const side = h("div", { class: "side" });
    this.sheet = new Sheet(side);
    fill(side, h("div", { class: "views" }, bar, this.sheet.handle), this.body);
    this.heading = h("h1", { class: "unseen" });
    this.room = h("div", { class: "room" }, this.heading,
      h("div", { class: "table" }, this.status, this.points, this.again, this.offers.element, this.clocks.element, this.holder, this.others, this.past, this.steps, this.note),
      side);
    fill(main, this.room);
    this.keys = (event) => this.key(event);
    document.addEventListener("keydown", this.keys);
  }

  close() {
    this.closed = true;
    document.removeEventListener("keydown", this.keys);
    this.chooser.close();
    this.clocks.close();
    for (const panel of Object.values(this.panels)) panel.leave();
  }

  get panel() {
    return this.panels[this.active];
  }

  async join() {
    const { table } = await this.link.ask("join", { table: this.name });
    this.take(table);
    await this.turning;
  }

  event(event) {
    if (event.event === "table" && event.table.table === this.name) this.take(event.table);
  }

  turnTo(view) {
    const found = this.views.some(([name]) => name === view && this.opens(name)) ? view : "play";
    this.panel.leave();
    this.active = found;
    this.say("");
    this.views.forEach(([name], k) => {
      this.tabs[k].setAttribute("aria-selected", String(name === found));
      this.tabs[k].tabIndex = name === found ? 0 : -1;
    });
    this.body.setAttribute("aria-labelledby", `tab-${found}`);
    this.room.classList.toggle("writing", found === "script");
    if (found !== "play") this.sheet.toggle(true);
    if (found === "play") this.seen = this.seen && !this.seen.more.length ? this.seen : null;
    fill(this.body, this.panel.element);
    this.panel.enter();
    this.later(() => this.look());
  }

  // Whether a view can be opened with the rights of the page.
  opens(view) {
    const { rights = "server" } = this.table || {};
    return rights === "server" || VISITED.includes(view);
  }

  // -- what is looked at --------------------------------------------------------------------------

  // A new state of the table from the server.
  take(table) {
    const before = this.table;
    this.table = table;
    const other = before && before.version !== table.version;
    if (before && table.plies.length < before.plies.length) this.seen = null;
    const stands = [before, table].map((one) => JSON.stringify([one?.plies, one?.game?.digest]));
    if (stands[0] !== stands[1] && this.live) this.chooser.offer([]); // what can be clicked belongs to the position before
    if (other || !before) this.later(() => this.follow());
    else if (String(before.yours) !== String(table.yours) || String(before.free) !== String(table.free)) {
      this.later(() => this.look()); // somebody has sat down, or left
    }
    this.describe();
    this.tabs.forEach((tab, k) => { tab.hidden = !this.opens(this.views[k][0]); });
    this.link.keepLinks?.(table);
    this.offers.take(table, before);
    this.clocks.take(table);
    if (before && table.plies.length > before.plies.length) tick();
    for (const panel of Object.values(this.panels)) panel.tableChanged?.(before);
  }

  later(work) {
    const next = async () => {
      if (this.closed) return;
      try {
        await work();
      } catch (error) {
        if (!this.closed) this.say(error.message, true);
      }
    };
    this.turning = this.turning.then(next, next);
    return this.turning;
  }

  // Show the plies that have been played meanwhile, or the position as it stands.
  async follow() {
    if (this.seen) return this.look();
    const last = this.table.plies.length;
    const from = this.view && !this.shown.more ? this.shown.ply : -1;
    if (from >= 0 && last > from && last - from <= ANIMATED) {
      for (let ply = from + 1; ply <= last; ply += 1) await this.look({ ply, more: [] }, true);
    } else {
      await this.look();
    }
    return undefined;
  }

  get now() {
    return this.seen || { ply: this.table.plies.length, more: [] };
  }

  // Fetch a position and show it.
  async look(which = this.now, moving = false) {
    if (!this.table || !this.table.game) {
      this.describe();
      return;
    }
    this.drawing += 1;
    const turn = this.drawing;
    const view = await this.fetch(which);
    if (turn !== this.drawing || this.closed) return;
    if (moving && view.last) await this.board.animate(view.last.actions);
    if (turn !== this.drawing || this.closed) return;
    this.view = view;
    this.shown = { ply: which.ply, more: which.more.length > 0 };
    this.shorts = [...(view.shorts || []).slice(0, which.ply), ...this.shorts.slice(which.ply)].slice(0, this.table.plies.length);
    this.board.show(view, this.table.name);
    explain(this.holder, this.table.game.comments);
    this.board.shade(view.position.surrounded || {}, view.looks);
    this.describe();
    this.panel.viewChanged(view);
    if (moving && view.last) announce(`${named(view.last.player)}: ${readable(view.last)}. ${this.status.textContent}`);
  }

  async fetch({ ply, more }) {
    const flip = this.flip === null ? this.side() : this.flip;
    const key = JSON.stringify([this.table.plies.slice(0, ply), more, flip, this.table.version]);
    if (!this.kept.has(key)) {
      if (this.kept.size > 60) this.kept.delete(this.kept.keys().next().value);
      const view = await this.link.ask("view", { ply, more, flip, images: receivedImages() });
      this.kept.set(key, { ...view, svg: restored(view.svg) });
    }
    return this.kept.get(key);
  }

  // The side at the bottom: that of the only seat here, else the board as it is declared.
  side() {
    const humans = ours(this.table);
    return humans.length === 1 && this.table.game.seats.length > 1 ? humans[0] : false;
  }

  // The next side at the bottom; where sides are alike, the board upside down.
  turnRound() {
    const { sides = {}, angle = 0 } = this.view || {};
    const distinct = new Map(Object.entries(sides).reverse().map(([player, degrees]) => [degrees, player]));
    const order = [...new Set(Object.values(sides))];
    if (order.length < 2) this.flip = angle === 0;
    else this.flip = distinct.get(order[(order.indexOf(angle) + 1) % order.length]);
    return this.later(() => this.look());
  }

  at(ply) {
    const last = this.table.plies.length;
    this.seen = ply >= last ? null : { ply: Math.max(0, ply), more: [] };
    return this.later(() => this.look());
  }

  // One ply back or forth, along the line that is looked at.
  step(by) {
    const { ply, more } = this.now;
    if (more.length && by < 0) {
      this.seen = { ply, more: more.slice(0, -1) };
      if (this.seen.more.length === 0 && ply === this.table.plies.length) this.seen = null;
      return this.later(() => this.look());
    }
    return this.at(ply + by);
  }

  get live() {
    return this.seen === null;
  }

  // -- playing ------------------------------------------------------------------------------------

  // Whether somebody at this page may move now.
  get playable() {
    const table = this.table;
    return Boolean(this.view && this.live && !table.over && !table.trouble && !table.thinking
      && this.shown.ply === table.plies.length && plays(table, this.view.position.player));
  }

  offer(exploring) {
    const view = this.view;
    const open = exploring ? !view.position.over : this.playable;
    const moves = open ? view.position.moves : [];
    this.chooser.offer(moves, view, this.table.game.positions);
  }

  // Show the position after the first actions of a move, or the whole one again; gives whether it did.
  async half(done) {
    const { view, drawing } = this;
    if (!view) return false;
    const shown = done ? await this.link.ask("half", { ...this.now, flip: this.flip === null ? this.side() : this.flip,
      move: done.move.text, action: done.action, images: receivedImages() }).catch(() => null) : view;
    if (!shown || drawing !== this.drawing || view !== this.view || this.closed) return false;
    this.board.show({ ...view, svg: restored(shown.svg) }, this.table.name);
    return true;
  }

  // Whether moves lead to the same position.
  async alike(moves) {
    const asked = this.link.ask("alike", { ...this.now, moves: moves.map(({ text }) => text) });
    return (await asked.catch(() => null))?.alike === true;
  }

  // Drawings of single pieces, for menus.
  figures() {
    const { digest } = this.table.game;
    if (this.drawn?.digest !== digest) {
      this.drawn = { digest, figures: this.link.ask("figures").then((found) => found.figures) };
    }
    return this.drawn.figures;
  }

  async chosen(move) {
    try {
      await this.panel.chosen(move);
    } catch (error) {
      this.say(error.message, true);
      this.later(() => this.look());
    }
  }

  async play(text, exact) {
    this.say("");
    await this.link.ask("play", { ...standing(this.table), move: text, exact });
  }

  // Follow a move without playing it.
  explore(move) {
    const { ply, more } = this.now;
    this.seen = { ply, more: [...more, move.text] };
    this.panels.analyse?.keep(this.seen);
    return this.later(() => this.look(this.now, true));
  }

  // -- words --------------------------------------------------------------------------------------

  say(text, bad = false) {
    this.note.textContent = text;
    this.note.classList.toggle("trouble", bad);
  }

  describe() {
    const table = this.table;
    const view = this.view;
    if (this.heading.textContent !== table.name) this.heading.textContent = table.name;
    let text = "";
    if (table.trouble) text = table.trouble;
    else if (this.live && table.ended) text = `${table.ended}.`;
    else if (this.live && table.thinking) text = thinks(table.thinking);
    else if (!this.live && view) text = view.position.ended || toMove(view.position.player);
    else text = table.player ? toMove(table.player) : "Loading …";
    const mover = !table.ended || !this.live ? this.toMove(view) : "";
    fill(this.status, chip(this.view, mover), text);
    this.drawPoints(view);
    this.again.hidden = !(this.live && table.ended);
    this.status.classList.toggle("trouble", Boolean(table.trouble));
    this.status.classList.toggle("won", this.live && Boolean(table.ended));
    const last = table.plies.length;
    const { ply, more } = this.now;
    fill(this.past, h("span", {}, more.length ? `A line behind ply ${ply}` : `Ply ${ply} of ${last}`),
      h("button", { type: "button", class: "small", onclick: () => this.at(last) }, "Back to the game"));
    this.past.hidden = this.live;
    const step = (label, sign, off, to) => h("button", {
      type: "button", class: "small", "aria-label": label, title: label, disabled: off, onclick: to }, sign);
    const focus = [...this.steps.children].indexOf(document.activeElement);
    fill(this.steps,
      step("First position", "|‹", ply === 0 && !more.length, () => this.at(0)),
      step("One ply back", "‹", ply === 0 && !more.length, () => this.step(-1)),
      step("One ply forth", "›", this.live || more.length > 0, () => this.step(1)),
      step("The game as it stands", "›|", this.live, () => this.at(last)),
      step("Turn the board round", "⇅", false, () => this.turnRound()),
      this.board.svg?.querySelector(".character") && drawable() ? step("Other signs on the pieces", "文", false, () => this.otherSigns()) : null,
      this.zoom.offered(this.board.cells.size) ? step("Enlarge the board", "⊕", false, () => this.zoom.next()) : null);
    if (focus >= 0) this.steps.children[focus]?.focus();
  }

  // The characters of a game's own country on its pieces, or signs that everybody knows.
  otherSigns() {
    characters.on = !characters.on;
    showCharacters();
  }

  // What each player has, if the game counts points.
  drawPoints(view) {
    const points = Object.entries(view?.position.points || {});
    this.points.hidden = !points.length;
    fill(this.points, points.map(([player, number]) => h("span", {}, chip(view, player), `${player} ${number}`)),
      points.length && view.position.unit !== "points" ? h("span", { class: "unit" }, view.position.unit) : null);
  }

  toMove(view) {
    if (this.table.trouble) return "";
    return this.live ? this.table.player : !view?.position.ended && view?.position.player;
  }

  label(position) {
    const found = own(this.view?.position.board, position);
    const cell = this.board.cells.get(position);
    const count = this.board.height(position);
    return [own(this.view?.names, position) || position,
      found ? `${count > 1 ? `${count} times ` : ""}${[named(found[0]), found[1]].join(" ").trim()}` : "empty",
      cell?.classList.contains("goal") ? "can be moved to" : "",
      cell?.classList.contains("movable") ? "can move" : ""].filter(Boolean).join(", ");
  }

  key(event) {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target.closest("input, textarea, select, dialog, [role=tablist], .board")) return;
    if (event.key === "ArrowLeft") this.step(-1);
    else if (event.key === "ArrowRight") this.step(1);
    else if (event.key === "f") this.turnRound();
    else return;
    event.preventDefault();
  }
}

function showCharacters() {
  document.documentElement.classList.toggle("characters", characters.on && drawable());
}

showCharacters();

function thinks(player) {
  return player.startsWith("?") ? `${toMove(player)} …` : `${player} is thinking …`;
}

function toMove(player) {
  return player.startsWith("?") ? `${named(player)}: chance decides` : `${player} to move`;
}
