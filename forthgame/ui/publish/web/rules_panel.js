// The view with the rules of the game, as its author has written them.

import { h } from "./dom.js";
import { Panel } from "./panel.js";

export class RulesPanel extends Panel {
  constructor(room) {
    super(room);
    const { rules, credit } = room.game;
    this.element = h("div", { class: "rules" },
      rules.map((part) => (part.list ? h("ul", { class: "plain" }, part.list.map((item) => h("li", {}, item)))
        : h(part.head ? "h2" : "p", {}, part.text))),
      rules.length ? null : h("p", {}, "The author has written no rules down."),
      h("p", { class: "hint" }, credit));
  }

  viewChanged() { this.room.offer(false); }

  async chosen(move) {
    if (this.room.playable) await this.room.play(move.text, true);
  }
}
