// The view for looking into positions: engines' lines, variations, positions as text, counting.

import { readable } from "./wording.js";
import { copy, download, field, fill, h } from "./dom.js";
import { standing } from "./link.js";
import { Panel } from "./panel.js";
import { copyPicture } from "./snapshot.js";

const DECIDED = 2_000_000_000;
const LINES_KEPT = 40;
const LARGEST = 1 << 20; // characters of a game, as the server reads them

const decided = ({ score }) => typeof score === "number" && Math.abs(score) > DECIDED;

// The share of the points that the player to move can expect; null if nobody knows it.
function shareOf(line) {
  if (decided(line)) return line.score > 0 ? 1 : 0;
  return typeof line.share === "number" ? line.share : null;
}

// A score in words: how soon it is decided, the share of the points, or the number of the engine.
function said(line) {
  const share = shareOf(line);
  if (decided(line) || share === null) return line.said || "–";
  if (line.proven) return { win: "wins", loss: "loses", draw: "a draw" }[line.proven];
  return `${Math.round(100 * share)} %`;
}

// What the engine itself has said, for those who point at a score.
function raw(line) {
  if (decided(line)) return `${line.said} plies`;
  const about = shareOf(line) === null ? "" : line.proven ? "proven, " : "points to expect, ";
  return line.said ? `${about}score ${line.said}` : "";
}

export class AnalysePanel extends Panel {
  constructor(room) {
    super(room);
    this.running = 0;
    this.wanted = false;
    this.best = [];
    this.largest = 100;
    this.kept = []; // lines that were followed: { ply, more }
    const engines = room.known.engines.filter((engine) => !["random", "first"].includes(engine.name));
    this.engine = h("select", { onchange: () => this.again() }, engines.map((engine) =>
      h("option", { value: engine.name, selected: engine.name === "negamax" }, engine.name)));
    this.number = h("input", { type: "number", min: "1", max: "8", value: "3", onchange: () => this.again() });
    this.seconds = h("input", { type: "number", min: "1", max: "60", value: "10", onchange: () => this.again() });
    this.button = h("button", { type: "button", class: "strong", onclick: () => this.toggle() }, "Analyse");
    this.bar = h("div", { class: "bar", role: "img" }, h("div", { class: "share" }));
    this.barText = h("span", { class: "bartext" });
    this.table = h("ol", { class: "lines" });
    this.facts = h("p", { class: "facts" });
    this.tree = h("ul", { class: "tree" });
    this.text = h("textarea", { rows: "4", spellcheck: "false" });
    this.file = h("input", { type: "file", class: "unseen", tabindex: "-1", "aria-label": "A file with a game or a position",
      onchange: () => this.openFile() });
    this.fen = h("button", { type: "button", onclick: (event) => copy(this.room.view?.fen || "", event.currentTarget) }, "Copy as FEN");
    this.saved = h("button", { type: "button", onclick: () => this.saveGame("zsg") }, "Save for Zillions");
    this.depth = h("input", { type: "number", min: "1", max: "12", value: "3" });
    this.games = h("input", { type: "number", min: "1", max: "100000", value: "1000" });
    this.counts = h("div", { class: "counts", "aria-live": "polite" });
    this.element = h("div", { class: "analyse" },
      h("p", { class: "hint" }, "Moves on the board are followed and not played; lines that were followed are kept below."),
      h("div", { class: "row" }, field("Engine", this.engine, "wide"), field("Lines", this.number, "short"),
        field("Seconds", this.seconds, "short")),
      h("div", { class: "buttons" }, this.button),
      h("div", { class: "score" }, this.bar, this.barText),
      this.table, this.facts, this.tree,
      h("h2", {}, "As text or picture"),
      field("The position that is shown; or paste a position or a game", this.text),
      h("div", { class: "buttons" },
        h("button", { type: "button", onclick: (event) => copy(this.room.view?.text || "", event.currentTarget) }, "Copy the position"),
        this.fen,
        h("button", { type: "button", onclick: (event) =>
          copyPicture(this.room.board.svg, this.room.table.name, event.currentTarget) }, "Copy the picture"),
        h("button", { type: "button", onclick: (event) => this.copyGame(event.currentTarget) }, "Copy the game"),
        h("button", { type: "button", onclick: () => this.load() }, "Begin with this text"),
        h("button", { type: "button", onclick: () => this.saveGame() }, "Save the game"),
        this.saved,
        h("button", { type: "button", onclick: () => this.file.click() }, "Open a file"), this.file),
      h("h2", {}, "Counting"),
      h("div", { class: "row" }, field("Plies", this.depth, "short"),
        h("button", { type: "button", onclick: () => this.count() }, "Count moves"),
        field("Games", this.games, "short"),
        h("button", { type: "button", onclick: () => this.playouts() }, "Random games")),
      this.counts);
  }

  enter() {
    this.saved.hidden = !this.room.table?.game?.zsg;
    this.drawTree();
    this.draw();
  }

  leave() {
    this.wanted = false;
    this.halt();
    this.room.board.arrows([]);
  }

  viewChanged(view) {
    this.room.offer(true);
    this.text.value = view.text;
    this.fen.hidden = !view.fen;
    this.best = [];
    this.draw();
    this.drawTree();
    if (this.wanted) this.start();
  }

  tableChanged(before) {
    if (before && before.plies.length > this.room.table.plies.length) this.kept = [];
  }

  // -- engines ------------------------------------------------------------------------------------

  toggle() {
    this.wanted = !this.wanted;
    if (this.wanted) this.start();
    else this.halt();
    this.label();
  }

  label() {
    this.button.textContent = this.wanted ? "Stop" : "Analyse";
    this.button.setAttribute("aria-pressed", String(this.wanted));
  }

  again() {
    if (this.wanted) this.start();
  }

  async halt() {
    this.label();
    if (!this.running) return;
    this.running = 0;
    try {
      await this.room.link.ask("halt");
    } catch {
      // it ends with the connection
    }
  }

  async start() {
    const view = this.room.view;
    if (!view || view.position.over) {
      this.facts.textContent = view?.position.over ? "The game is over here." : "";
      return;
    }
    const { ply, more } = this.room.now;
    const turn = this.running = Math.random();
    const mine = () => turn === this.running;
    this.facts.textContent = "Searching …";
    const asked = { ply, more, engine: this.engine.value, lines: Number(this.number.value) || 1,
      seconds: Number(this.seconds.value) || 10 };
    try {
      const { lines } = await this.room.link.ask("analyse", asked, (found) => {
        if (mine()) this.take(found.lines, view);
      });
      if (!mine()) return;
      this.take(lines, view);
    } catch (error) {
      if (!mine()) return;
      this.facts.textContent = error.message === "stopped" ? "" : error.message;
    }
    this.running = 0;
    this.wanted = false;
    this.label();
  }

  take(lines, view) {
    if (!Array.isArray(lines) || view !== this.room.view) return;
    this.best = lines;
    for (const line of lines) {
      if (typeof line.score === "number" && Math.abs(line.score) < DECIDED) {
        this.largest = Math.max(this.largest, 1.2 * Math.abs(line.score));
      }
    }
    this.draw();
  }

  draw() {
    const first = this.best[0];
    fill(this.table, this.best.map((line) => h("li", {},
      h("button", { type: "button", class: "line", onclick: () => this.follow(line.pv) },
        h("span", { class: "said", title: raw(line) }, said(line)), " ",
        h("span", { class: "pv" }, line.pv.map(readable).join(", "))))));
    this.facts.textContent = first
      ? `${first.depth ? `depth ${first.depth}, ` : ""}${first.nodes.toLocaleString()} positions, ${first.seconds.toFixed(1)} s`
      : "";
    this.room.board.arrows(this.best.filter((line) => line.to).map((line, k) =>
      ({ from: line.from, to: line.to, kind: k ? "other" : "best", strength: 1 / (k + 1) })));
    this.drawBar(first);
  }

  // The bar shows the score for the first player of two, else for the player to move.
  drawBar(first) {
    const known = first && typeof first.score === "number";
    const seats = this.room.table?.game?.seats || [];
    const mover = this.room.view?.position.player;
    const two = seats.length === 2;
    const side = two ? seats[0] : mover;
    let share = 0.5;
    if (known) {
      const own = shareOf(first) ?? 0.5 + 0.45 * (first.score / this.largest); // the largest that was seen, or more
      share = mover === side ? own : 1 - own;
    }
    this.bar.firstChild.style.width = `${Math.round(Math.min(1, Math.max(0, share)) * 100)}%`;
    this.bar.setAttribute("aria-label", known ? `${side}: ${Math.round(share * 100)} of 100` : "no score yet");
    this.bar.title = known ? raw(first) : "";
    fill(this.barText, known ? h("span", { title: raw(first) }, `${mover}: ${said(first)}`) : "");
  }

  // -- variations ---------------------------------------------------------------------------------

  keep(line) {
    const begins = (one, other) => one.ply === other.ply && one.more.every((text, k) => other.more[k] === text);
    const longer = this.kept.find((known) => begins(line, known));
    if (!longer) {
      this.kept = this.kept.filter((known) => !begins(known, line));
      this.kept.unshift({ ply: line.ply, more: [...line.more] });
      this.kept.length = Math.min(this.kept.length, LINES_KEPT);
    }
    this.drawTree();
  }

  drawTree() {
    const { ply, more } = this.room.table ? this.room.now : { ply: 0, more: [] };
    fill(this.tree, this.kept.map((line) => h("li", {}, h("span", { class: "who" }, `after ply ${line.ply}: `),
      line.more.map((text, k) => {
        const here = ply === line.ply && more.length === k + 1 && more.every((own, j) => own === line.more[j]);
        return [k ? " " : "", h("button", { type: "button", class: "ply", "aria-current": here ? "step" : null,
          onclick: () => {
            this.room.seen = { ply: line.ply, more: line.more.slice(0, k + 1) };
            this.room.later(() => this.room.look());
          } }, readable(text))];
      }))));
    this.tree.hidden = !this.kept.length;
  }

  follow(moves) {
    if (!moves.length) return;
    const { ply, more } = this.room.now;
    this.keep({ ply, more: [...more, ...moves] });
    this.room.seen = { ply, more: [...more, moves[0]] };
    this.room.later(() => this.room.look(this.room.now, true));
  }

  // -- texts and counting ---------------------------------------------------------------------------

  async copyGame(button) {
    try {
      copy((await this.room.link.ask("record")).text, button);
    } catch (error) {
      this.room.say(error.message, true);
    }
  }

  async saveGame(form = "") {
    try {
      const { text } = await this.room.link.ask("record", form ? { form } : {});
      download(new Blob([text], { type: "text/plain" }), `${this.room.table.name}.${form || "txt"}`);
    } catch (error) {
      this.room.say(error.message, true);
    }
  }

  async openFile() {
    const [file] = this.file.files;
    if (!file) return;
    if (file.size > LARGEST) {
      this.room.say("That file is too large for a game.", true);
      return;
    }
    this.text.value = await file.text();
    this.file.value = "";
    await this.load();
  }

  async load() {
    try {
      await this.room.link.ask("read", { ...standing(this.room.table), text: this.text.value });
      this.room.seen = null;
      this.kept = [];
      this.room.say("The table begins with this text.");
      this.room.later(() => this.room.look());
    } catch (error) {
      this.room.say(error.message, true);
    }
  }

  async counted(what, given, draw) {
    this.wanted = false;
    await this.halt();
    const { ply, more } = this.room.now;
    fill(this.counts, h("p", { class: "hint" }, "Counting …"));
    let shown = null;
    try {
      shown = await this.room.link.ask(what, { ply, more, ...given }, (found) => fill(this.counts, draw(found)));
      fill(this.counts, draw(shown));
    } catch (error) {
      this.counts.append(h("p", { class: "trouble" }, error.message));
    }
  }

  count() {
    return this.counted("count", { depth: Number(this.depth.value) || 1 }, ({ counts }) => h("table", {},
      h("thead", {}, h("tr", {}, ["plies", "lines of moves", "seconds"].map((name) => h("th", { scope: "col" }, name)))),
      h("tbody", {}, counts.map((row) => h("tr", {}, h("td", {}, row.depth), h("td", {}, row.leaves.toLocaleString()),
        h("td", {}, row.seconds.toFixed(2)))))));
  }

  playouts() {
    return this.counted("playouts", { games: Number(this.games.value) || 1 }, ({ playouts }) => [
      h("p", {}, `${playouts.games.toLocaleString()} games, ${(playouts.plies / Math.max(playouts.games, 1)).toFixed(1)} plies each`,
        playouts.unfinished ? `, ${playouts.unfinished} without an end` : ""),
      h("table", {},
        h("thead", {}, h("tr", {}, ["to move at the end", "won", "lost", "drawn"].map((name) => h("th", { scope: "col" }, name)))),
        h("tbody", {}, Object.entries(playouts.results).map(([player, row]) => h("tr", {}, h("th", { scope: "row" }, player),
          ["win", "loss", "draw"].map((name) => h("td", {}, (row[name] || 0).toLocaleString())))))),
    ]);
  }
}
