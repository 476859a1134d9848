// A word of the script, run step by step: the steps are fetched once, and one goes through them both ways.

import { announce, field, fill, h } from "./dom.js";

const NOTES = 60; // steps of interest that are listed

export class Trace {
  constructor(script) {
    this.script = script;
    this.room = script.room;
    this.steps = [];
    this.at = 0;
    this.asked = 0;
    this.word = h("select", {});
    this.place = h("input", { type: "text", autocomplete: "off", spellcheck: "false", placeholder: "click the board" });
    this.slider = h("input", { type: "range", min: "0", max: "0", value: "0", "aria-label": "Step",
      oninput: () => this.go(Number(this.slider.value)) });
    this.buttons = h("div", { class: "steps", role: "group", "aria-label": "Steps" });
    this.now = h("div", { class: "stepnow", "aria-live": "polite" });
    this.notes = h("ul", { class: "notes" });
    this.found = h("div", { hidden: true }, this.slider, this.buttons, this.now, this.notes);
    this.trouble = h("p", { class: "trouble", role: "alert", hidden: true });
    this.element = h("details", { class: "trace" }, h("summary", {}, "Run a word step by step"),
      h("form", { class: "row", onsubmit: (event) => this.run(event) }, field("Word", this.word, "wide"),
        field("Position", this.place, "short"), h("button", { type: "submit" }, "Run")),
      this.trouble, this.found);
    this.element.addEventListener("toggle", () => {
      if (!this.open) this.clear();
      this.script.viewChanged();
    });
  }

  get open() {
    return this.element.open;
  }

  offer(words) {
    const chosen = this.word.value;
    fill(this.word, words.map((name) => h("option", { value: name, selected: name === chosen }, name)));
  }

  // The script or the position is another: what was run belongs to the one before.
  clear() {
    this.asked += 1;
    this.steps = [];
    this.found.hidden = true;
    this.script.mark(null);
    this.room.board.arrows([]);
    this.room.board.mark({});
  }

  pick(place) {
    if (!place.position) return;
    this.place.value = place.position;
    if (this.word.value) this.run();
  }

  async run(event) {
    event?.preventDefault();
    this.clear();
    this.trouble.hidden = true;
    const turn = this.asked;
    const { ply, more } = this.room.now;
    const asked = { ply, more, word: this.word.value };
    if (this.place.value.trim()) asked.position = this.place.value.trim();
    try {
      const found = await this.room.link.ask("trace", asked);
      if (turn !== this.asked) return;
      this.steps = found.steps;
      this.begun = found.begin;
      this.cut = found.cut;
    } catch (error) {
      if (turn !== this.asked) return;
      this.trouble.textContent = error.message;
      this.trouble.hidden = false;
      return;
    }
    this.found.hidden = !this.steps.length;
    if (!this.steps.length) {
      this.trouble.textContent = "The word has no steps.";
      this.trouble.hidden = false;
      return;
    }
    this.slider.max = String(this.steps.length);
    const noted = this.steps.map((step, k) => [step, k + 1]).filter(([step]) => step.note);
    fill(this.notes, noted.slice(0, NOTES).map(([step, k]) => h("li", {},
      h("button", { type: "button", class: "ply", onclick: () => this.go(k) }, `step ${k}: ${step.note}`))),
    noted.length > NOTES ? h("li", { class: "hint" }, `… and ${noted.length - NOTES} more`) : null);
    this.go(1);
    announce(`${this.steps.length} steps`);
  }

  // Show a step as it is done; 0 is before the first one.
  go(to) {
    this.at = Math.max(0, Math.min(to, this.steps.length));
    const step = this.steps[this.at - 1];
    const where = step || this.begun;
    this.slider.value = String(this.at);
    this.slider.setAttribute("aria-valuetext", step ? `step ${this.at} of ${this.steps.length}: ${step.word}` : "before the first step");
    const { board } = this.room;
    board.mark({ selected: where.here && { position: where.here } });
    board.arrows(where.from && where.here ? [{ from: where.from, to: where.here, kind: "best" }] : []);
    this.script.mark(step?.place || null);
    this.draw(step, where);
    this.drawButtons();
  }

  draw(step, where) {
    const cut = this.cut ? " (the first ones)" : "";
    if (!step) {
      fill(this.now, h("p", {}, `Before the first of ${this.steps.length} steps${cut}; `, places(where)));
      return;
    }
    const other = step.place && "text" in step.place
      ? h("p", { class: "facts" }, `${step.place.file}, line ${step.place.line}: `, h("code", {}, step.place.text.trim())) : null;
    fill(this.now,
      h("p", {}, `Step ${this.at} of ${this.steps.length}${cut}: `, h("code", {}, step.word), " in ", h("code", {}, step.inside),
        step.place ? `, line ${step.place.line}` : ""),
      other,
      h("p", {}, "Stack ", h("code", {}, stack(step.before)), " → ", h("code", {}, stack(step.after))),
      h("p", {}, places(where)),
      step.note ? h("p", { class: "strong" }, step.note) : null);
  }

  // The next step that is no deeper, so words that are called are passed over.
  over() {
    const depth = this.steps[this.at - 1]?.depth ?? 0;
    const next = this.steps.findIndex((step, k) => k >= this.at && step.depth <= depth);
    return next < 0 ? this.steps.length : next + 1;
  }

  // The next step behind the word that is being run.
  out() {
    const depth = this.steps[this.at - 1]?.depth ?? 0;
    const next = this.steps.findIndex((step, k) => k >= this.at && step.depth < depth);
    return next < 0 ? this.steps.length : next + 1;
  }

  drawButtons() {
    const focus = [...this.buttons.children].indexOf(document.activeElement);
    const last = this.at === this.steps.length;
    const step = (label, to, off) => h("button", { type: "button", class: "small", disabled: off, onclick: () => this.go(to()) }, label);
    fill(this.buttons, step("First", () => 0, !this.at), step("Back", () => this.at - 1, !this.at),
      step("Step", () => this.at + 1, last), step("Over", () => this.over(), last), step("Out", () => this.out(), last),
      step("Last", () => this.steps.length, last));
    if (focus >= 0) this.buttons.children[focus]?.focus();
  }
}

function stack(items) {
  return items.length ? items.join(" ") : "empty";
}

function places({ here, from }) {
  return [h("code", {}, "here"), ` ${here || "no position"}, `, h("code", {}, "from"), ` ${from || "no position"}`];
}
