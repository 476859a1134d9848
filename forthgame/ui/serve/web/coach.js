// Advice of an engine while one plays alone: a hint, and what was wrong with the last move.

import { readable } from "./wording.js";
import { fill, h } from "./dom.js";
import { ours } from "./seats.js";

export class Coach {
  constructor(room) {
    this.room = room;
    this.hint = h("button", { type: "button", onclick: () => this.ask("hint") }, "Hint");
    this.review = h("button", { type: "button", onclick: () => this.ask("review") }, "How good was my move?");
    this.said = h("div", { class: "coach", role: "status", hidden: true });
    this.element = h("div", {}, h("div", { class: "buttons" }, this.hint, this.review), this.said);
    this.shown = "";
  }

  // The last ply that a person here has made.
  get last() {
    const { table } = this.room;
    const own = ours(table);
    return table.plies.findLastIndex(([player, text]) => text && own.includes(player));
  }

  draw() {
    const { table, playable } = this.room;
    this.element.hidden = !table.rights || table.rights === "watch" || table.together > 0 || !ours(table).length;
    this.hint.disabled = !playable || this.busy;
    this.review.disabled = this.last < 0 || this.busy;
    if (this.shown !== this.key) this.clear();
  }

  get key() {
    return this.room.table.mark;
  }

  clear() {
    if (!this.said.hidden) this.room.board.arrows([]);
    this.said.hidden = true;
    fill(this.said);
  }

  async ask(what) {
    const { room } = this;
    this.busy = true;
    this.shown = this.key;
    this.draw();
    this.said.hidden = false;
    fill(this.said, "Thinking …");
    const { shown } = this;
    try {
      const given = what === "hint" ? {} : { ply: this.last + 1 };
      const answer = await room.link.ask(what, given);
      if (shown !== this.key) return;
      if (what === "hint") this.showHint(answer.hint);
      else this.showReview(answer.review);
    } catch (error) {
      fill(this.said, h("span", { class: "trouble" }, error.message));
    } finally {
      this.busy = false;
      this.draw();
    }
  }

  showHint(hint) {
    fill(this.said, h("p", {}, "Try ", h("strong", {}, readable(hint)), "."), this.line(hint.line));
    this.room.board.arrows(hint.to ? [{ from: hint.from, to: hint.to, kind: "hover" }] : []);
  }

  showReview({ player, best, same, alike, before, after, reply }) {
    const share = (value) => (value === null ? "" : `${Math.round(100 * value)} %`);
    const known = before !== null && after !== null;
    const verdict = same ? "That is the move the engine would play." : alike ? "That was about as good as the best move."
      : known ? "" : "The engine would play another move.";
    fill(this.said,
      known ? h("p", {}, `The points that ${player} can expect: `, h("strong", {}, share(before)), " before the move, ",
        h("strong", {}, share(after)), " after it.") : null,
      verdict ? h("p", {}, verdict) : null,
      same ? null : h("p", {}, "Better: ", h("strong", {}, readable(best)), best.said ? ` (${best.said})` : ""),
      reply ? h("p", {}, "The reply: ", h("strong", {}, readable(reply)), reply.said ? ` (${reply.said})` : "") : null,
      reply ? this.line(reply.line) : null);
    const arrows = [];
    if (!same && best.to) arrows.push({ from: best.from, to: best.to, kind: "hover" });
    if (reply?.to) arrows.push({ from: reply.from, to: reply.to, kind: "other" });
    this.room.board.arrows(arrows);
  }

  line(moves) {
    return moves && moves.length > 1 ? h("p", { class: "facts" }, `Then ${moves.slice(1).join(", ")}`) : null;
  }
}
