// The view that explains: a piece and a square, or a move in words, and the script's answer.

import { field, fill, h, own } from "./dom.js";
import { Panel } from "./panel.js";

const EVENTS = [["over", "Why is it over?"], ["not over", "Why is it not over?"], ["score", "What is the score made of?"],
  ["turn", "Whose turn, and why?"]];

export class WhyPanel extends Panel {
  constructor(room) {
    super(room);
    this.from = null;
    this.path = [];
    this.about = []; // the positions of the last question
    this.asked = 0;
    this.question = h("input", { type: "text", autocomplete: "off", autocapitalize: "off", spellcheck: "false" });
    this.answer = h("div", { class: "answer", "aria-live": "polite" });
    this.element = h("div", { class: "why" },
      h("p", { class: "hint" }, "Click a piece, then where it should go: the script's lines say why it may or may not. "
        + "Click a piece twice to ask about all its moves."),
      h("form", { onsubmit: (event) => { event.preventDefault(); this.ask(this.question.value.trim()); } },
        field("Or a move, a position, a kind of piece", this.question),
        h("button", { type: "submit", class: "strong" }, "Why?")),
      h("div", { class: "buttons" }, EVENTS.map(([question, label]) =>
        h("button", { type: "button", class: "small", onclick: () => this.ask(question) }, label))),
      this.answer);
  }

  enter() {
    this.from = null;
    this.path = [];
    this.about = [];
  }

  leave() {
    this.asked += 1;
    this.room.board.arrows([]);
  }

  viewChanged() {
    this.room.chooser.offer([]);
    this.room.others.hidden = true;
    this.mark();
  }

  mark() {
    const [from, to] = this.about;
    const selected = this.from || from;
    this.room.board.mark({ selected: selected && { position: selected }, path: this.path,
      targets: !this.from && to ? [to] : [] });
  }

  grabs(place) {
    return Boolean(place.position && own(this.room.view?.position.board, place.position));
  }

  pick(place, dragging) {
    if (!place.position) {
      this.from = null;
      if (!dragging) this.ask(place.piece);
      return;
    }
    if (dragging || this.from === null) {
      this.from = place.position;
      this.path = [];
      this.mark();
      if (!dragging) this.room.say(`From ${place.position} – where to?`);
      return;
    }
    this.askFor(place.position);
  }

  drop(place) {
    if (place.position && this.from) this.askFor(place.position);
  }

  askFor(to) {
    const question = this.from === to ? to : `${this.from} ${to}`;
    this.from = null;
    this.room.say("");
    this.ask(question);
  }

  async ask(question) {
    if (!question) return;
    this.asked += 1;
    const turn = this.asked;
    this.question.value = question;
    this.path = [];
    const known = this.room.board.cells;
    this.about = question.split(" ").filter((part) => known.has(part)).slice(0, 2);
    this.mark();
    fill(this.answer, h("p", { class: "hint" }, "Looking …"));
    try {
      const { ply, more } = this.room.now;
      const { why } = await this.room.link.ask("why", { ply, more, question });
      if (turn === this.asked) this.show(why);
    } catch (error) {
      if (turn === this.asked) fill(this.answer, h("p", { class: "trouble" }, error.message));
    }
    this.room.sheet.reveal(this.answer);
  }

  show(why) {
    const shown = why.attempts.slice(0, Math.max(1, why.shown));
    const rest = why.attempts.slice(shown.length);
    fill(this.answer,
      h("p", { class: why.legal ? "verdict yes" : "verdict no" },
        h("span", { class: "mark", "aria-hidden": "true" }, why.legal ? "✓" : "✗"), code(why.answer)),
      why.suspects.length ? h("ul", { class: "suspects" }, why.suspects.map((line) =>
        h("li", {}, "or: ", code(line)))) : null,
      why.removed.length ? h("ul", {}, why.removed.map((line) => h("li", {}, code(line)))) : null,
      why.actions.length ? h("ul", { class: "does" }, why.actions.map((line) =>
        h("li", { class: line.startsWith(" ") ? "inner" : "" }, code(line.trim())))) : null,
      shown.map((attempt) => this.attempt(attempt)),
      rest.length ? h("details", {}, h("summary", {}, `${rest.length} more, farther from it`),
        rest.map((attempt) => this.attempt(attempt))) : null);
    const [from, to] = this.about;
    const first = why.attempts.find((attempt) => attempt.path.length && (!to || this.way(attempt).at(-1) === to));
    if (first) {
      this.walk(first);
    } else if (to) { // nothing came there: the line goes to the square that was asked for
      this.path = [from, to];
      this.mark();
    }
  }

  attempt(attempt) {
    const box = h("article", { class: "attempt" },
      h("h3", {}, h("code", {}, attempt.word), ` of ${attempt.piece} at ${attempt.position}`),
      h("p", {}, code(attempt.ended)),
      attempt.place ? this.line(attempt.place) : null,
      attempt.path.length ? h("p", { class: "way" }, "Its path: ", attempt.path.join(", ")) : null,
      attempt.tests.length ? h("details", {}, h("summary", {}, "What it looked at before"),
        h("ul", {}, attempt.tests.map((test) => h("li", {}, code(test))))) : null,
      attempt.calls.length ? h("p", { class: "way" }, "Called by ",
        attempt.calls.map((call, k) => [k ? ", " : "", h("code", {}, call.word),
          call.place ? ` line ${call.place.line}` : ""])) : null,
      attempt.twins.length ? h("ul", { class: "twins" }, attempt.twins.map((twin) =>
        h("li", {}, "so too ", code(twin)))) : null);
    box.addEventListener("pointerenter", () => this.walk(attempt));
    return box;
  }

  // The line of the script, with the place in it marked.
  line(place) {
    const start = Math.max(0, place.column - 1);
    const end = Math.min(place.text.length, start + Math.max(1, place.width));
    const cut = place.text.length - place.text.trimStart().length;
    return h("figure", { class: "line" },
      h("figcaption", {}, h("button", { type: "button", class: "link",
        onclick: () => this.room.panels.script.goTo(place) }, `${place.file}, line ${place.line}`)),
      h("pre", { tabindex: "0", "aria-label": `Line ${place.line}` }, place.text.slice(Math.min(cut, start), start),
        h("mark", {}, place.text.slice(start, end) || " "), place.text.slice(end)));
  }

  // The positions on the way of an attempt.
  way(attempt) {
    const known = this.room.board.cells;
    const way = [];
    for (const hop of attempt.path) {
      const [, from, to] = /^(?:(\S+) )?-\S+-> (\S+)/.exec(hop) || [];
      if (from && known.has(from) && way.at(-1) !== from) way.push(from);
      if (known.has(to)) way.push(to);
    }
    return way;
  }

  // Draw the way of an attempt on the board.
  walk(attempt) {
    this.path = this.way(attempt);
    this.mark();
  }

  async chosen() {}
}

// A sentence whose parts in backquotes are names of the script.
function code(text) {
  return text.split("`").map((part, k) => (k % 2 ? h("code", {}, part) : part));
}
