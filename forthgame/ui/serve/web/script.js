// The view of the script: its text with what the checker finds, as one types.

import { field, fill, h, own } from "./dom.js";
import { Panel } from "./panel.js";
import { Trace } from "./trace.js";

const PAUSE = 350; // milliseconds without a key before the checker looks
const LONGEST = 400_000; // characters that are coloured

export class ScriptPanel extends Panel {
  constructor(room) {
    super(room);
    this.loaded = null; // { text, digest, file, locked }
    this.findings = [];
    this.turn = 0;
    this.aim = null;
    this.area = h("textarea", { class: "source", spellcheck: "false", autocapitalize: "off", autocomplete: "off",
      wrap: "off", "aria-label": "The script", rows: "24" });
    this.back = h("pre", { class: "back", "aria-hidden": "true" });
    this.numbers = h("pre", { class: "numbers", "aria-hidden": "true" });
    this.list = h("ol", { class: "findings" });
    this.summary = h("p", { class: "summary", role: "status" });
    this.words = {}; // what each word that the script names means
    this.marked = null; // the place of a step
    this.covered = null; // lines that random games come to
    this.caret = h("p", { class: "caret" });
    this.tip = h("div", { class: "tip", hidden: true, "aria-hidden": "true" });
    this.trace = new Trace(this);
    this.games = h("input", { type: "number", min: "1", max: "1000", value: "20" });
    this.coverage = h("p", { class: "facts", role: "status" });
    this.name = h("h2", {}, "Script");
    this.lock = h("p", { class: "hint" });
    this.save = h("button", { type: "button", class: "strong", onclick: () => this.write() }, "Save and load");
    this.revert = h("button", { type: "button", onclick: () => this.read() }, "Take the file again");
    this.element = h("div", { class: "script" },
      h("div", { class: "head" }, this.name, h("div", { class: "buttons" }, this.save, this.revert)),
      this.lock,
      h("div", { class: "editor" }, h("div", { class: "gutter" }, this.numbers), h("div", { class: "paper" }, this.back, this.area, this.tip)),
      this.caret, this.summary, this.list, this.trace.element,
      h("details", { class: "covering" }, h("summary", {}, "What random games come to"),
        h("div", { class: "row" }, field("Games", this.games, "short"),
          h("button", { type: "button", onclick: () => this.cover() }, "Play them")),
        this.coverage));
    for (const name of ["keyup", "click", "focus"]) this.area.addEventListener(name, () => this.drawCaret());
    this.area.addEventListener("pointermove", (event) => this.point(event));
    this.area.addEventListener("pointerleave", () => { this.tip.hidden = true; });
    this.area.addEventListener("input", () => this.changed());
    this.area.addEventListener("scroll", () => this.follow());
    this.area.addEventListener("keydown", (event) => this.key(event));
  }

  async enter() {
    if (this.loaded) return this.settle();
    await this.read();
    return undefined;
  }

  async read() {
    try {
      this.loaded = await this.room.link.ask("script");
    } catch (error) {
      this.summary.textContent = error.message;
      return;
    }
    this.area.value = this.loaded.text;
    this.name.textContent = this.loaded.file;
    this.lock.textContent = this.loaded.locked;
    this.lock.hidden = !this.loaded.locked;
    this.findings = [];
    this.draw();
    this.settle();
    await this.check();
  }

  get edited() {
    return Boolean(this.loaded) && this.area.value !== this.loaded.text;
  }

  settle() {
    this.save.hidden = Boolean(this.loaded?.locked);
    this.save.disabled = !this.edited;
    this.revert.disabled = !this.edited;
    this.follow();
    if (this.aim) {
      this.show(this.aim);
      this.aim = null;
    }
  }

  changed() {
    this.marked = null;
    this.uncover();
    this.draw();
    this.settle();
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.check(), PAUSE);
  }

  async check() {
    this.turn += 1;
    const turn = this.turn;
    const text = this.area.value;
    this.summary.textContent = "Checking …";
    try {
      const { findings, more } = await this.room.link.ask("check", { script: text });
      if (turn !== this.turn) return;
      this.findings = Array.isArray(findings) ? findings : [];
      this.more = more || 0;
    } catch (error) {
      if (turn === this.turn) this.summary.textContent = error.message;
      return;
    }
    if (text === this.area.value) this.draw();
    this.drawFindings();
    await this.learn(text, turn);
  }

  // What the words mean: of a script that cannot be read, what was known before.
  async learn(text, turn) {
    try {
      const { words, own } = await this.room.link.ask("words", { script: text });
      if (turn !== this.turn || !Object.keys(words).length) return;
      this.words = words;
      this.trace.offer(own);
      this.drawCaret();
    } catch (error) {
      if (turn === this.turn) this.caret.textContent = error.message;
    }
  }

  async write() {
    try {
      const { kept, digest, said } = await this.room.link.ask("save", { script: this.area.value, digest: this.loaded.digest });
      this.loaded = { ...this.loaded, text: this.area.value, digest };
      this.room.kept.clear();
      this.trace.clear();
      this.uncover();
      this.summary.textContent = `Saved; what was there is in ${kept}. ${said}`;
      this.settle();
    } catch (error) {
      this.summary.textContent = error.message;
    }
  }

  // -- drawing ------------------------------------------------------------------------------------

  // The coloured text behind the field that one types in.
  draw() {
    const text = this.area.value;
    const lines = text.split("\n");
    fill(this.numbers, lines.map((_, k) => this.number(k + 1)));
    const marks = new Map();
    for (const finding of this.findings) {
      if (!finding.own) continue;
      if (!marks.has(finding.line)) marks.set(finding.line, []);
      marks.get(finding.line).push(finding);
    }
    if (this.marked) marks.set(this.marked.line, [...(marks.get(this.marked.line) || []), { ...this.marked, severity: "now" }]);
    const coloured = text.length <= LONGEST;
    const state = { comment: false };
    const parts = [];
    lines.forEach((line, k) => {
      parts.push(...(coloured ? pieces(line, marks.get(k + 1) || [], state) : [line]), "\n");
    });
    fill(this.back, parts);
    this.follow();
  }

  // A line's number, with a sign for what random games have come to.
  number(line) {
    const kind = this.covered?.get(line);
    if (!kind) return `${line}\n`;
    return h("span", { class: kind }, `${{ hit: "●", part: "◐", missed: "○" }[kind]} ${line}\n`);
  }

  // Mark the place of a step, and have it in sight.
  mark(place) {
    const own = place && place.file === this.loaded?.file && !this.edited ? place : null;
    if (!own && !this.marked) return;
    this.marked = own;
    this.draw();
    if (!own) return;
    const high = parseFloat(getComputedStyle(this.area).lineHeight) || 18;
    const top = (own.line - 1) * high;
    if (top < this.area.scrollTop || top + 2 * high > this.area.scrollTop + this.area.clientHeight) {
      this.area.scrollTop = Math.max(0, top - this.area.clientHeight / 3);
      this.follow();
    }
  }

  // -- words --------------------------------------------------------------------------------------

  // The word at a column of a line, with what it means.
  meaning(line, column) {
    for (const match of line.matchAll(/\S+/g)) {
      const [name] = match;
      if (match.index <= column && column <= match.index + name.length) {
        return own(this.words, name) || "";
      }
    }
    return "";
  }

  drawCaret() {
    const before = this.area.value.slice(0, this.area.selectionStart);
    const start = before.lastIndexOf("\n") + 1;
    const end = this.area.value.indexOf("\n", start);
    const line = this.area.value.slice(start, end < 0 ? undefined : end);
    this.caret.textContent = this.meaning(line, before.length - start).replaceAll("\n\n", " · ") || "Point at a word: what it takes, leaves and means.";
  }

  point(event) {
    const style = getComputedStyle(this.area);
    const box = this.area.getBoundingClientRect();
    const wide = this.wide(style.font);
    const row = Math.floor((event.clientY - box.top - parseFloat(style.paddingTop) + this.area.scrollTop) / parseFloat(style.lineHeight));
    const far = (event.clientX - box.left - parseFloat(style.paddingLeft) + this.area.scrollLeft) / wide;
    const line = this.area.value.split("\n", row + 1)[row] || "";
    let shown = 0;
    let column = 0;
    while (column < line.length) {
      const next = line[column] === "\t" ? shown + 4 - (shown % 4) : shown + 1;
      if (next > far) break;
      shown = next;
      column += 1;
    }
    const text = far >= 0 && column < line.length && line[column].trim() ? this.meaning(line, column) : "";
    this.tip.hidden = !text;
    if (!text) return;
    this.tip.textContent = text.replaceAll("\n\n", "\n");
    const paper = this.area.parentElement.getBoundingClientRect();
    const left = Math.min(event.clientX - paper.left + 8, paper.width - this.tip.offsetWidth - 6);
    const below = event.clientY - paper.top + 18;
    const above = event.clientY - paper.top - this.tip.offsetHeight - 8;
    this.tip.style.left = `${Math.max(4, left)}px`;
    this.tip.style.top = `${below + this.tip.offsetHeight > paper.height && above > 0 ? above : below}px`;
  }

  wide(font) {
    if (this.font !== font) {
      const canvas = document.createElement("canvas").getContext("2d");
      canvas.font = font;
      this.font = font;
      this.broad = canvas.measureText("0".repeat(100)).width / 100;
    }
    return this.broad;
  }

  // -- coverage -----------------------------------------------------------------------------------

  uncover() {
    this.covered = null;
    this.coverage.textContent = "";
  }

  async cover() {
    if (this.edited) {
      this.coverage.textContent = "Save the script first: random games play the one that is saved.";
      return;
    }
    this.coverage.textContent = "Playing …";
    try {
      const { games, plies, own, others } = await this.room.link.ask("coverage", { games: Number(this.games.value) || 1 });
      if (this.edited) return;
      this.covered = new Map(own.lines.map((line) => [line, "hit"]));
      for (const { line } of own.parts) this.covered.set(line, "part");
      for (const line of own.missed) this.covered.set(line, "missed");
      this.coverage.textContent = `${games} games, ${plies.toLocaleString()} plies: they came to ${own.lines.length - own.missed.length} of `
        + `${own.lines.length} lines with code (● all of it, ◐ a part, ○ never).`
        + `${own.words.length ? ` Never run: ${own.words.join(", ")}.` : ""}`
        + others.map(({ file, share }) => ` ${file}: ${Math.round(100 * share)} %.`).join("");
      this.draw();
    } catch (error) {
      this.coverage.textContent = error.message;
    }
  }

  drawFindings() {
    const counts = ["error", "warning", "note"].map((kind) =>
      [this.findings.filter((finding) => finding.severity === kind).length, kind]).filter(([number]) => number);
    this.summary.textContent = counts.length
      ? counts.map(([number, kind]) => `${number} ${kind}${number === 1 ? "" : "s"}`).join(", ")
      : "The checker finds nothing wrong.";
    fill(this.list, this.findings.map((finding) => h("li", { class: finding.severity },
      h("button", { type: "button", class: "finding", disabled: !finding.own, onclick: () => this.show(finding) },
        h("span", { class: "kind" }, `${finding.severity} ${finding.code}`), " ",
        h("span", { class: "at" }, `${finding.own ? "line" : finding.file} ${finding.line}`), " ",
        h("span", { class: "message" }, finding.message)))),
    this.more ? h("li", {}, `… and ${this.more} more`) : null);
  }

  follow() {
    this.back.style.transform = `translate(${-this.area.scrollLeft}px, ${-this.area.scrollTop}px)`;
    this.numbers.style.transform = `translateY(${-this.area.scrollTop}px)`;
  }

  // Come here to a place of the script.
  goTo(place) {
    this.aim = place;
    this.room.go("script");
  }

  show({ line, column, width = 1, file }) {
    if (file && this.loaded && file !== this.loaded.file) {
      this.summary.textContent = `That place is in ${file}, line ${line}.`;
      return;
    }
    const lines = this.area.value.split("\n");
    const start = lines.slice(0, line - 1).reduce((sum, text) => sum + text.length + 1, 0) + column - 1;
    const high = parseFloat(getComputedStyle(this.area).lineHeight) || 18;
    this.area.focus({ preventScroll: false });
    this.area.setSelectionRange(start, start + Math.max(1, width));
    this.area.scrollTop = Math.max(0, (line - 1) * high - this.area.clientHeight / 3);
    this.follow();
  }

  // Tab leaves the field, as elsewhere on the page; Ctrl-S saves.
  key(event) {
    if ((event.ctrlKey || event.metaKey) && event.key === "s") {
      event.preventDefault();
      if (!this.save.hidden && !this.save.disabled) this.write();
    }
  }

  leave() {
    this.trace.clear();
  }

  viewChanged() {
    if (!this.room.view) return;
    if (this.trace.open) {
      this.room.chooser.offer([]);
      this.room.others.hidden = true;
      if (this.trace.steps.length) this.trace.clear();
    } else this.room.offer(false);
  }

  grabs(place) {
    return !this.trace.open && super.grabs(place);
  }

  pick(place, dragging) {
    if (this.trace.open) this.trace.pick(place);
    else super.pick(place, dragging);
  }

  async chosen(move) {
    if (this.room.playable) await this.room.play(move.text, true);
  }
}

// A line as coloured pieces, with what the checker has found in it underlined.
function pieces(line, findings, state) {
  const kinds = new Array(line.length).fill("");
  const found = new Array(line.length).fill("");
  const paint = (from, to, kind) => { for (let k = from; k < to; k += 1) kinds[k] = kind; };
  const word = /\S+/g;
  let match;
  while ((match = word.exec(line))) {
    const text = match[0];
    const start = match.index;
    let end = start + text.length;
    if (state.comment || text === "(") {
      const close = line.indexOf(")", state.comment ? start : end);
      end = close < 0 ? line.length : close + 1;
      state.comment = close < 0;
      paint(start, end, "comment");
    } else if (text === "\\") {
      end = line.length;
      paint(start, end, "comment");
    } else if (text.endsWith('"') && text.length > 1 && line.indexOf('"', end) >= 0) {
      end = line.indexOf('"', end) + 1;
      paint(start, end, "string");
    } else if (/^\{.*|^.*\}$/.test(text)) paint(start, end, "section");
    else if (/^-?\d+$/.test(text)) paint(start, end, "number");
    else if (/^(:|;|IF|ELSE|ENDIF|THEN|DO|LOOP|\+LOOP|BEGIN|WHILE|REPEAT|UNTIL|AGAIN|EXIT|LEAVE|CASE|OF|ENDOF|ENDCASE)$/i.test(text)) paint(start, end, "control");
    word.lastIndex = end;
  }
  for (const finding of findings) {
    const from = Math.min(Math.max(0, finding.column - 1), Math.max(0, line.length - 1));
    for (let k = from; k < Math.min(line.length, from + Math.max(1, finding.width)); k += 1) {
      if (found[k] !== "error" || finding.severity === "now") found[k] = finding.severity;
    }
  }
  const parts = [];
  let begin = 0;
  for (let k = 1; k <= line.length; k += 1) {
    if (k < line.length && kinds[k] === kinds[begin] && found[k] === found[begin]) continue;
    const text = line.slice(begin, k);
    const names = [kinds[begin], found[begin] && `found ${found[begin]}`].filter(Boolean).join(" ");
    parts.push(names ? h("span", { class: names }, text) : text);
    begin = k;
  }
  return parts;
}
