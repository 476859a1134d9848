// The view of the script: its text with what the checker finds, as one types.

import { fill, h } from "./dom.js";
import { Panel } from "./panel.js";

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
    this.name = h("h2", {}, "Script");
    this.lock = h("p", { class: "hint" });
    this.save = h("button", { type: "button", class: "strong", onclick: () => this.write() }, "Save and load");
    this.revert = h("button", { type: "button", onclick: () => this.read() }, "Take the file again");
    this.element = h("div", { class: "script" },
      h("div", { class: "head" }, this.name, h("div", { class: "buttons" }, this.save, this.revert)),
      this.lock,
      h("div", { class: "editor" }, h("div", { class: "gutter" }, this.numbers), h("div", { class: "paper" }, this.back, this.area)),
      this.summary, this.list);
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
  }

  async write() {
    try {
      const { kept, digest, said } = await this.room.link.ask("save", { script: this.area.value, digest: this.loaded.digest });
      this.loaded = { ...this.loaded, text: this.area.value, digest };
      this.room.kept.clear();
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
    this.numbers.textContent = lines.map((_, k) => k + 1).join("\n");
    const marks = new Map();
    for (const finding of this.findings) {
      if (!finding.own) continue;
      if (!marks.has(finding.line)) marks.set(finding.line, []);
      marks.get(finding.line).push(finding);
    }
    const coloured = text.length <= LONGEST;
    const state = { comment: false };
    const parts = [];
    lines.forEach((line, k) => {
      parts.push(...(coloured ? pieces(line, marks.get(k + 1) || [], state) : [line]), "\n");
    });
    fill(this.back, parts);
    this.follow();
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

  viewChanged() {
    this.room.offer(false);
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
      if (found[k] !== "error") found[k] = finding.severity;
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
