// The view for playing: who sits where, the moves so far, the moves there are.

import { Coach } from "./coach.js";
import { ask, field, fill, h, own } from "./dom.js";
import { standing } from "./link.js";
import { Panel } from "./panel.js";
import { ply } from "./picture.js";
import { ours, Seats } from "./seats.js";
import { audible, setAudible } from "./sound.js";
import { readable, told } from "./wording.js";

const LISTED = 200;

export class PlayPanel extends Panel {
  constructor(room) {
    super(room);
    this.seats = new Seats(room);
    this.coach = new Coach(room);
    this.sheet = h("ol", { class: "sheet", "aria-label": "Moves so far" });
    this.rows = []; // of the sheet, as texts
    this.count = h("summary", {}, "Legal moves");
    this.list = h("ul", { class: "moves" });
    this.typed = h("input", { type: "text", autocomplete: "off", autocapitalize: "off", spellcheck: "false" });
    this.actions = h("ul", { class: "actions" });
    this.buttons = h("div", { class: "buttons" });
    this.details = h("details", { class: "legal" }, this.count,
      h("form", { onsubmit: (event) => this.type(event) }, field("Type a move, or a part of one", this.typed)),
      this.list, this.actions);
    this.typed.addEventListener("input", () => this.listMoves());
    this.base = h("input", { type: "number", min: "0", max: "1440", step: "any", onchange: () => this.setClock() });
    this.increment = h("input", { type: "number", min: "0", max: "600", step: "any", onchange: () => this.setClock() });
    const sound = h("input", { type: "checkbox", checked: audible(), onchange: () => setAudible(sound.checked) });
    this.element = h("div", { class: "play" }, this.buttons, this.coach.element, this.sheet, this.details,
      h("h2", {}, "Players"), this.seats.element,
      this.timing = h("div", {}, h("h2", {}, "Clocks"),
        h("div", { class: "row" }, field("Minutes a side (0: none)", this.base, "clockfield"),
          field("Seconds more a turn", this.increment, "clockfield"))),
      h("label", { class: "check" }, sound, " A sound for each ply"));
    this.details.addEventListener("toggle", () => this.listMoves());
  }

  enter() {
    if (this.room.table) this.tableChanged();
    if (this.room.view) this.viewChanged(this.room.view);
  }

  viewChanged(view) {
    this.room.offer(false);
    const playable = this.room.playable;
    this.count.textContent = playable ? `Legal moves (${view.position.count})` : "Legal moves";
    this.details.hidden = !playable;
    this.listMoves();
    this.drawSheet();
    this.drawSeats();
    this.coach.draw();
  }

  tableChanged() {
    this.drawButtons();
    this.coach.draw();
    this.drawSheet();
    this.drawSeats();
    this.drawClock();
  }

  drawClock() {
    const { clock, rights, together, plies } = this.room.table;
    this.timing.hidden = rights === "watch" || (together > 0 && plies.length > 0);
    if (document.activeElement !== this.base) this.base.value = clock ? clock.base / 60 : 0;
    if (document.activeElement !== this.increment) this.increment.value = clock ? clock.increment : 0;
  }

  async setClock() {
    const { room } = this;
    try {
      await room.link.ask("clock", { base: 60 * (Number(this.base.value) || 0), increment: Number(this.increment.value) || 0 });
      room.say("");
    } catch (error) {
      room.say(error.message, true);
    }
  }

  // What a move would do, where the piece that was chosen may go.
  hover(place) {
    const { room } = this;
    if (this.hovered) room.say("");
    this.hovered = false;
    if (!place?.position || !room.playable) return;
    const found = room.chooser.clicks.peek(place).play;
    if (!found || (!room.chooser.clicks.clicked.length && found.actions.length < 2)) return;
    this.hovered = true;
    room.say(`${readable(found)}: ${found.actions.map(told).join("; ")}`);
  }

  async chosen(move) {
    if (!this.room.playable) return;
    await this.room.play(move.text, true);
  }

  async type(event) {
    event.preventDefault();
    const text = this.typed.value.trim();
    if (!text) return;
    try {
      await this.room.play(text, false);
      this.typed.value = "";
    } catch (error) {
      this.room.say(error.message, true);
    }
  }

  // -- the parts ----------------------------------------------------------------------------------

  drawButtons() {
    const { room } = this;
    const { table, link } = room;
    const at = table.plies.length;
    const seen = standing(table);
    const run = (what, given) => async () => {
      try {
        room.say("");
        await link.ask(what, given);
      } catch (error) {
        room.say(error.message, true);
      }
    };
    const own = ours(table);
    const offer = (kind) => run("offer", { ...seen, kind });
    const button = (label, off, onclick) => h("button", { type: "button", disabled: off, onclick }, label);
    const resigning = own.includes(table.player) ? table.player : own[0];
    const resign = async () => {
      const sure = await ask(`${resigning} gives the game up?`, [["Resign", "yes", "strong"], ["Go on", ""]]);
      if (sure === "yes") await run("resign", { ...seen, player: resigning })();
    };
    const back = !at && !table.resigned && !table.flagged && !table.agreed;
    if (table.together && !own.length) fill(this.buttons); // others play
    else if (table.together) {
      fill(this.buttons, button("Ask for a takeback", back, offer("takeback")),
        button("Offer a draw", table.over || !at, offer("draw")), button("Resign", table.over, resign),
        button("Offer a new game", false, offer("new")));
    } else {
      fill(this.buttons, button("Undo", back, run("undo", seen)), button("Redo", !table.future, run("redo", seen)),
        own.length ? button("Resign", table.over, resign) : null, button("New game", false, () => this.begin()));
    }
  }

  async begin() {
    const { room } = this;
    const { table } = room;
    if (table.plies.length && !table.over) {
      const sure = await ask("Give up this game and begin another?", [["New game", "yes", "strong"], ["Go on", ""]]);
      if (sure !== "yes") return;
    }
    try {
      room.seen = null;
      await room.link.ask("new", { ...standing(table), ...(table.level ? { level: table.level } : {}) });
    } catch (error) {
      room.say(error.message, true);
    }
  }

  drawSheet() {
    const { room } = this;
    const { table } = room;
    const at = room.now.ply;
    const { shorts } = room;
    const texts = table.plies.map((ply, k) => [...ply, shorts[k] || ""].join("\t"));
    let same = 0; // rows that stay: a game may have thousands
    if (this.coloured === (room.view?.scope || "")) {
      while (same < texts.length && texts[same] === this.rows[same]) same += 1;
    }
    while (this.sheet.children.length > same) this.sheet.lastChild.remove();
    this.sheet.append(...table.plies.slice(same).map(([player, text], k) => h("li", {},
      h("button", { type: "button", class: "ply", onclick: () => room.at(same + k + 1) },
        ply(room.view, player, shorts[same + k] || text)))));
    this.rows = texts;
    this.coloured = room.view?.scope || "";
    this.sheet.querySelector("[aria-current]")?.removeAttribute("aria-current");
    const current = this.sheet.children[at - 1];
    if (current) {
      current.firstChild.setAttribute("aria-current", "step");
      const top = current.offsetTop; // the sheet is positioned, so it counts from there
      if (top < this.sheet.scrollTop || top + current.offsetHeight > this.sheet.scrollTop + this.sheet.clientHeight) {
        this.sheet.scrollTop = top - this.sheet.clientHeight / 2;
      }
    }
    this.sheet.hidden = !table.plies.length;
  }

  listMoves() {
    if (!this.details.open || !this.room.view) return;
    const wanted = this.typed.value.trim().toLowerCase();
    const all = this.room.playable ? this.room.view.position.moves : [];
    const squeezed = (text) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
    const moves = all.filter((move) => move.text.toLowerCase().includes(wanted)
      || squeezed(move.text).includes(squeezed(wanted)));
    const show = (move) => () => {
      this.room.board.arrows([{ from: move.from, to: move.to, kind: "hover" }]);
      fill(this.actions, move.actions.map((action) => h("li", {}, told(action))));
    };
    const hide = () => {
      this.room.board.arrows([]);
      fill(this.actions);
    };
    fill(this.list, moves.slice(0, LISTED).map((move) => h("li", {},
      h("button", { type: "button", class: "move", onclick: () => { hide(); this.room.chosen(move); },
        onpointerenter: show(move), onpointerleave: hide, onfocus: show(move), onblur: hide }, readable(move)))),
    moves.length > LISTED ? h("li", { class: "none" }, `… and ${moves.length - LISTED} more`) : null,
    moves.length ? null : h("li", { class: "none" }, "no such move"));
  }

  drawSeats() {
    this.seats.draw();
  }
}
