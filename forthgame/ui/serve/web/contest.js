// A tournament: how it stands, and its games on the board, while it runs and afterwards.

import { Board } from "./board.js";
import { readable } from "./wording.js";
import { announce, fill, h, own } from "./dom.js";
import { ply, receivedImages, restored } from "./picture.js";

const ROWS = 50; // games of a page of the list, as the server gives them
const PAUSE = 1500; // milliseconds for which the end of a game is shown before the next one

export class Contest {
  constructor(main, link, store, number, ply) {
    this.link = link;
    this.name = store;
    this.known = null;
    this.first = 0;
    this.game = null; // the one on the board
    this.ply = ply || 0;
    this.wanted = number;
    this.drawing = 0;
    this.turning = 0;
    this.listed = "";
    this.flip = false;
    this.closed = false;
    this.running = []; // games that are being played
    this.place = 0; // of the one that is followed among them
    this.rest = 0; // until when the end of a game is shown
    this.going = null;
    this.build(main);
  }

  build(main) {
    this.holder = h("div", { class: "board" });
    this.board = new Board(this.holder);
    this.board.label = (position) => {
      const found = own(this.view?.position.board, position);
      return `${position}, ${found ? found.join(" ").trim() : "empty"}`;
    };
    this.status = h("p", { class: "status" });
    this.note = h("p", { class: "note", role: "status" });
    this.steps = h("div", { class: "steps", role: "group", "aria-label": "Plies" });
    this.title = h("h1", { class: "standing" }, "Tournament");
    this.facts = h("p", { class: "facts", role: "status" });
    this.bar = h("progress", { max: "1", value: "0", "aria-label": "Games that have been played" });
    this.table = h("div", { class: "counts scrolling", tabindex: "0", role: "region", "aria-label": "How it stands" });
    this.lines = h("ul", { class: "facts" });
    this.buttons = h("div", { class: "buttons" });
    this.follow = h("input", { type: "checkbox", checked: this.wanted === null });
    this.now = h("ol", { class: "gamelist", "aria-label": "Games that are being played" });
    this.nowTitle = h("h2", { hidden: true }, "Being played");
    this.list = h("ol", { class: "gamelist", "aria-label": "Games" });
    this.pages = h("div", { class: "steps", role: "group", "aria-label": "Pages of games" });
    this.sheet = h("ol", { class: "sheet", "aria-label": "Moves of the game", hidden: true });
    this.element = h("div", { class: "room contest" },
      h("div", { class: "table" }, this.status, this.holder, this.steps, this.note, this.sheet),
      h("div", { class: "side" }, h("div", { class: "panel" },
        this.title, this.bar, this.facts, this.buttons, this.table, this.lines,
        h("label", { class: "check" }, this.follow, " Follow the games as they are played"),
        this.nowTitle, this.now,
        h("h2", {}, "Games"), this.pages, this.list)));
    this.follow.addEventListener("change", () => this.goOn());
    fill(main, this.element);
    this.keys = (event) => this.key(event);
    document.addEventListener("keydown", this.keys);
  }

  close() {
    this.closed = true;
    clearTimeout(this.going);
    document.removeEventListener("keydown", this.keys);
  }

  async join() {
    const { tournament } = await this.link.ask("tournament", { store: this.name });
    await this.take(tournament);
    const number = this.wanted;
    this.wanted = null;
    if (number !== null) await this.open(number, this.ply);
  }

  event(event) {
    let work = null;
    if (event.event === "live" && event.store === this.name) work = this.takeRunning(event.games);
    if (event.event === "tournament" && event.tournament.store === this.name) work = this.take(event.tournament);
    work?.catch((error) => this.say(error.message, true));
  }

  say(text, bad = false) {
    this.note.textContent = text;
    this.note.classList.toggle("trouble", bad);
  }

  // -- how it stands ------------------------------------------------------------------------------

  async take(found) {
    const before = this.known;
    this.known = found;
    const played = found.played || 0;
    this.title.textContent = found.entrants ? found.entrants.join(" – ") : found.name;
    this.bar.max = found.games || 1;
    this.bar.value = played;
    this.bar.hidden = !found.games;
    this.describe(found, played);
    this.drawTable(found);
    fill(this.lines, (found.lines || []).map((line) => h("li", {}, line)));
    fill(this.buttons, found.playing ? h("button", { type: "button", onclick: () => this.stop() }, "Stop it") : null);
    this.buttons.hidden = !found.playing;
    if (!before || before.played !== played) {
      const newest = found.last;
      if (this.follow.checked && newest >= 0) {
        this.first = Math.floor(newest / ROWS) * ROWS;
        if (!this.running.length && !this.game?.playing) await this.show(newest, before !== null);
      }
      await this.drawGames();
      if (before && before.played === 0 && played) announce("The first games have ended");
    }
  }

  describe(found, played) {
    let text = "";
    if (found.trouble) text = found.trouble;
    else if (found.said) text = found.said;
    else if (found.waiting) text = "The scripts are loaded; games begin then.";
    else {
      const limits = Object.entries(found.limits).map(([name, value]) => `${name} ${value}`).join(", ");
      text = `${played.toLocaleString()} of ${found.games.toLocaleString()} games, ${found.schedule}`
        + `${limits ? `, ${limits}` : ""}${found.playing ? ", playing" : ""}`
        + `${found.read < played && found.reading ? `; ${found.read.toLocaleString()} read so far` : ""}`
        + `${found.damaged ? `; ${found.damaged} damaged` : ""}`;
    }
    if (this.facts.textContent !== text) this.facts.textContent = text;
    this.facts.classList.toggle("trouble", Boolean(found.trouble || found.said));
  }

  drawTable({ table }) {
    if (!table || !table.rows.length) {
      this.table.hidden = true;
      return;
    }
    this.table.hidden = false;
    fill(this.table, h("table", {},
      h("thead", {}, h("tr", {}, table.head.map((name) => h("th", { scope: "col" }, name || "entrant")))),
      h("tbody", {}, table.rows.map(([name, ...cells]) => h("tr", {}, h("th", { scope: "row" }, name),
        cells.map((cell) => h("td", {}, cell)))))));
  }

  async stop() {
    try {
      await this.link.ask("stop", { store: this.name });
    } catch (error) {
      this.say(error.message, true);
    }
  }

  // -- games that are being played ----------------------------------------------------------------

  async takeRunning(games) {
    this.running = games;
    const focused = [...this.now.children].findIndex((row) => row.contains(document.activeElement));
    fill(this.now, games.map((game, k) => h("li", {},
      h("button", { type: "button", class: "ply", onclick: () => this.followOne(k) },
        `${game.number + 1}: ${seated(game)}: ${plies(game.plies)}${game.last ? `, ${readable(game.last)}` : ""}`))));
    if (focused >= 0) this.now.children[focused]?.firstChild.focus();
    this.nowTitle.hidden = this.now.hidden = !games.length;
    this.markRunning();
    await this.goOn();
  }

  markRunning() {
    this.running.forEach((game, k) => {
      const button = this.now.children[k]?.firstChild;
      if (this.game?.playing && game.number === this.game.number) button?.setAttribute("aria-current", "true");
      else button?.removeAttribute("aria-current");
    });
  }

  async followOne(place) {
    this.place = place;
    this.follow.checked = true;
    this.rest = 0;
    if (this.running[place]) await this.show(this.running[place].number, true);
  }

  later(wait) {
    clearTimeout(this.going);
    this.going = setTimeout(() => this.goOn().catch((error) => this.say(error.message, true)), wait);
  }

  // The next ply of the game on the board, its end, or the next game after that has been shown.
  async goOn() {
    clearTimeout(this.going);
    if (this.closed || !this.known) return;
    const { game, running } = this;
    if (game?.playing) {
      const now = running.find((one) => one.number === game.number);
      if (now && now.plies === game.moves.length) return;
      await this.show(game.number, true, () => (this.ply === game.moves.length ? null : this.ply));
      if (this.game.playing) {
        if (!now) this.later(PAUSE / 3); // it has ended, and is not saved yet
        return;
      }
      this.rest = Date.now() + PAUSE;
    }
    if (!this.follow.checked) return;
    const wait = this.rest - Date.now();
    if (wait > 0) this.later(wait);
    else if (running.length) {
      const next = running[this.place % running.length];
      if (next.number !== this.game?.number) await this.show(next.number, true);
    } else if (this.known.played && this.game?.number !== this.known.last) {
      await this.show(this.known.last, true);
    }
  }

  // -- games --------------------------------------------------------------------------------------

  async drawGames() {
    const played = this.known.played || 0;
    this.turning += 1;
    const turn = this.turning;
    const games = played ? (await this.link.ask("games", { store: this.name, first: this.first })).games : [];
    if (turn !== this.turning || this.closed) return;
    const focused = this.list.contains(document.activeElement) ? document.activeElement.dataset.number : null;
    fill(this.list, games.map((game) => h("li", {},
      h("button", { type: "button", class: "ply", "data-number": String(game.number),
        "aria-current": this.game?.number === game.number ? "true" : null,
        onclick: () => this.choose(game.number) },
      `${game.number + 1}: ${seated(game)}: ${result(game)}`))));
    if (focused !== null) this.list.querySelector(`[data-number="${focused}"]`)?.focus();
    const numbers = played ? this.known.last + 1 : 0; // games of tests that are over lack in between
    const last = Math.floor(Math.max(0, numbers - 1) / ROWS) * ROWS;
    const page = (label, sign, to, off) => h("button", { type: "button", class: "small", "aria-label": label, title: label,
      disabled: off, onclick: () => { this.first = to; this.drawGames(); } }, sign);
    fill(this.pages, page("First games", "|‹", 0, this.first === 0), page("Games before", "‹", this.first - ROWS, this.first === 0),
      h("span", { class: "facts" }, played ? `${this.first + 1} … ${Math.min(numbers, this.first + ROWS)}` : "none yet"),
      page("More games", "›", this.first + ROWS, this.first >= last), page("Last games", "›|", last, this.first >= last));
  }

  async choose(number) {
    this.follow.checked = false;
    await this.open(number, 0);
  }

  async open(number, ply) {
    try {
      await this.show(number, false, () => ply);
      await this.drawGames();
    } catch (error) {
      this.say(error.message, true);
    }
  }

  // Put a game on the board: its last position, or the ply that `place` gives when it is there.
  async show(number, ended, place = () => null) {
    let found;
    try {
      found = await this.link.ask("game", { store: this.name, number });
    } catch (error) {
      if (!ended) this.say(error.message, true);
      return; // another one has ended before it
    }
    if (this.closed) return;
    const ply = place();
    this.game = found.game;
    this.trouble = found.trouble || "";
    this.ply = Math.min(ply === null ? found.game.moves.length : ply, found.game.moves.length);
    this.markRunning();
    await this.look();
  }

  drawSheet() {
    const drawn = `${this.game.number} ${this.game.moves.length} ${Boolean(this.view)}`;
    if (drawn !== this.drawnSheet) {
      this.drawnSheet = drawn;
      fill(this.sheet, this.game.moves.map(([player, text], k) => h("li", {},
        h("button", { type: "button", class: "ply", onclick: () => this.at(k + 1) },
          ply(this.view, player, text)))));
      this.sheet.hidden = !this.game.moves.length;
    }
    [...this.sheet.children].forEach((row, k) => {
      if (k + 1 === this.ply) row.firstChild.setAttribute("aria-current", "step");
      else row.firstChild.removeAttribute("aria-current");
    });
    const row = this.sheet.children[this.ply - 1];
    if (row) this.sheet.scrollTop = row.offsetTop - this.sheet.clientHeight / 2;
  }

  at(ply) {
    if (!this.game) return undefined;
    this.ply = Math.max(0, Math.min(ply, this.game.moves.length));
    this.follow.checked = false;
    return this.look();
  }

  async look() {
    const { game } = this;
    const last = game.moves.length;
    history.replaceState(null, "", `#~tournament/${encodeURIComponent(this.name)}/${game.number + 1}/${this.ply}`);
    this.status.textContent = `Game ${game.number + 1}: ${seated(game)}`;
    this.drawSheet();
    this.drawSteps();
    if (this.trouble) {
      this.say(this.trouble, true);
      return;
    }
    this.drawing += 1;
    const turn = this.drawing;
    if (!this.view) this.say("The board is being loaded …");
    try {
      const view = await this.link.ask("position", { store: this.name, number: game.number, ply: this.ply, flip: this.flip,
        images: receivedImages() });
      view.svg = restored(view.svg);
      if (this.closed || (turn !== this.drawing && this.view)) return;
      this.view = view;
      this.board.show(view, seated(game));
      this.drawSheet();
      if (turn !== this.drawing) return;
    } catch (error) {
      if (turn === this.drawing) this.say(error.message, true);
      return;
    }
    const moved = this.ply ? `${this.ply} of ${last}: ${readable(game.moves[this.ply - 1][1])}` : "the opening";
    this.say(this.ply === last ? `${moved}. ${result(game)}` : moved);
  }

  drawSteps() {
    const last = this.game.moves.length;
    const focus = [...this.steps.children].indexOf(document.activeElement);
    const step = (label, sign, off, act) => h("button", { type: "button", class: "small", "aria-label": label, title: label,
      disabled: off, onclick: act }, sign);
    fill(this.steps,
      step("First position", "|‹", !this.ply, () => this.at(0)),
      step("One ply back", "‹", !this.ply, () => this.at(this.ply - 1)),
      step("One ply forth", "›", this.ply === last, () => this.at(this.ply + 1)),
      step("Last position", "›|", this.ply === last, () => this.at(last)),
      step("Turn the board round", "⇅", false, () => { this.flip = !this.flip; this.look(); }),
      this.trouble ? null : h("button", { type: "button", class: "small", onclick: () => this.takeOver() }, "Open at a table"));
    if (focus >= 0) this.steps.children[focus]?.focus();
  }

  // A table with this game, where it can be asked about and analysed.
  async takeOver() {
    try {
      const { table } = await this.link.ask("take-over", { store: this.name, number: this.game.number });
      location.hash = `${table}/analyse`;
    } catch (error) {
      this.say(error.message, true);
    }
  }

  key(event) {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target.closest("input, textarea, select, dialog, .board, .scrolling")) return;
    if (event.key === "ArrowLeft") this.at(this.ply - 1);
    else if (event.key === "ArrowRight") this.at(this.ply + 1);
    else return;
    event.preventDefault();
  }
}

function seated(game) {
  return Object.entries(game.seats).map(([seat, name]) => `${name} (${seat})`).join(" – ");
}

function plies(number) {
  return number === 1 ? "1 ply" : `${number} plies`;
}

function result(game) {
  if (game.playing) return "The game goes on";
  const won = game.winner === null ? "nobody wins" : `${game.winner} wins`;
  const why = game.end === "result" ? "" : `, ${game.reason}`;
  return `${won}${why}, ${plies(game.plies)}`;
}
