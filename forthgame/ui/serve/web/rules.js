// The view with the rules: what the game's README says, and how each piece moves.

import { fill, h } from "./dom.js";
import { markdown } from "./markdown.js";
import { Panel } from "./panel.js";
import { shape, thumbnail } from "./picture.js";

const NAMED = 5; // kinds of pieces named beside one picture

export class RulesPanel extends Panel {
  constructor(room) {
    super(room);
    this.known = "";
    this.pieces = h("div", { class: "lone" });
    this.text = h("div", { class: "readme" });
    this.element = h("div", { class: "rules" }, this.pieces, this.text);
  }

  enter() {
    this.draw();
    if (this.room.view) this.viewChanged(this.room.view);
  }

  tableChanged() {
    if (this.room.active === "rules") this.draw();
  }

  // Play goes on while one reads.
  viewChanged() {
    this.room.offer(false);
  }

  async chosen(move) {
    if (this.room.playable) await this.room.play(move.text, true);
  }

  async draw() {
    const { table, link } = this.room;
    const digest = table?.game?.digest || "";
    if (!digest || digest === this.known) return;
    this.known = digest;
    if (!this.text.children.length) fill(this.text, h("p", { class: "none" }, "Reading …"));
    try {
      const { readme, groups = [], more = 0, style, scope } = await link.ask("rules");
      fill(this.text, readme ? markdown(readme) : h("p", { class: "none" }, "There is no README beside the script."));
      const shown = groups.filter((group) => group.svg || group.pieces.some((piece) => piece.comment));
      const left = groups.length - shown.length + more;
      fill(this.pieces, shown.length ? h("h2", {}, "How the pieces move") : null,
        shown.length ? h("ul", {}, shown.map((group) => this.piece(group, style, scope))) : null,
        shown.length && left ? h("p", { class: "none" }, "Pieces that are not shown do not move by themselves.") : null);
    } catch (error) {
      this.known = "";
      fill(this.text, h("p", { class: "trouble" }, error.message));
    }
  }

  piece({ svg, pieces, from, targets, player }, style, scope) {
    const names = pieces.slice(0, NAMED).map((piece) => piece.name).join(", ");
    const more = pieces.length > NAMED ? ` and ${pieces.length - NAMED} more` : "";
    const picture = svg ? h("span", { class: "thumb" }, thumbnail({ svg, style, scope })) : null;
    const said = svg ? `${player}, from ${from} to ${targets.join(", ")}` : "";
    return h("li", {}, picture, h("span", { class: "words" }, h("strong", {}, names + more),
      pieces.filter((piece) => piece.comment).map((piece) => h("span", { class: "what" }, piece.comment)),
      h("span", { class: "unseen" }, said)));
  }
}

// What a piece is, how many are stacked, and what the script says about it, in tooltips of a board.
export function explain(board, comments = {}) {
  for (const piece of board.querySelectorAll(".piece[data-piece]")) {
    const { player, piece: name, count } = piece.dataset;
    const comment = Object.hasOwn(comments, name) ? comments[name] : "";
    if (!comment && !(count > 1)) continue;
    const title = shape("title", {});
    title.textContent = [`${count > 1 ? `${count} × ` : ""}${player} ${name}`, comment].filter(Boolean).join("\n");
    piece.prepend(title);
  }
}
