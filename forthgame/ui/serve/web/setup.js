// The view for setting up a position: pieces, owners, whose turn, values; then it is played or analysed.

import { ask, field, fill, h, own } from "./dom.js";
import { standing } from "./link.js";
import { Panel } from "./panel.js";

export class SetupPanel extends Panel {
  constructor(room) {
    super(room);
    this.made = null; // the position as it is being set up; null before the first look at it
    this.tool = { do: "move" };
    this.from = null;
    this.asked = 0;
    this.player = h("select", { onchange: () => this.drawTools() });
    this.tools = h("div", { class: "palette", role: "group", "aria-label": "What a click does" });
    this.turn = h("select", { onchange: () => this.change({ do: "turn", number: Number(this.turn.value) }) });
    this.values = h("div", { class: "values" });
    this.item = h("input", { type: "text", placeholder: "name=3, name[2]=1", autocomplete: "off", spellcheck: "false" });
    this.facts = h("p", { class: "facts", role: "status" });
    this.element = h("div", { class: "setup" },
      h("p", { class: "hint" }, "Choose a piece and click where it goes; drag pieces about. The game stays as it is until "
        + "you play or analyse from here."),
      field("Pieces of", this.player), this.tools,
      field("Whose turn", this.turn),
      this.facts,
      h("div", { class: "buttons" },
        h("button", { type: "button", class: "strong", onclick: () => this.begin("play") }, "Play from here"),
        h("button", { type: "button", onclick: () => this.begin("analyse") }, "Analyse from here"),
        h("button", { type: "button", onclick: () => this.change({ do: "clear" }) }, "Empty the board"),
        h("button", { type: "button", onclick: () => this.again() }, "The game's position")),
      h("h2", {}, "Values"), this.values,
      h("form", { class: "row", onsubmit: (event) => this.typed(event) }, field("Another value", this.item, "wide"),
        h("button", { type: "submit" }, "Set")));
  }

  enter() {
    this.from = null;
    if (!this.made && this.room.table?.game) this.again();
  }

  leave() {
    this.asked += 1;
    this.room.board.mark({});
  }

  // Begin with the position that was looked at.
  again() {
    this.made = null;
    return this.change(null);
  }

  get flip() {
    return this.room.flip === null ? this.room.side() : this.room.flip;
  }

  async change(change) {
    this.asked += 1;
    const turn = this.asked;
    const { ply, more } = this.room.now;
    const given = { ply, more, flip: this.flip, change };
    if (this.made) given.text = this.made.text;
    try {
      const made = await this.room.link.ask("edit", given);
      if (turn !== this.asked || this.room.panel !== this) return;
      this.made = made;
      this.room.say("");
      this.draw();
    } catch (error) {
      if (turn !== this.asked) return;
      this.room.say(error.message, true);
      if (this.made) this.drawValues();
    }
  }

  // The board was drawn anew, for a ply or turned round: what is being set up stays on it.
  viewChanged() {
    this.room.chooser.offer([]);
    this.room.others.hidden = true;
    if (!this.made) return;
    if (this.flipped === this.flip) this.draw();
    else this.change(null);
  }

  draw() {
    const { room, made } = this;
    this.flipped = this.flip;
    room.view = made;
    room.board.show(made, room.table.name);
    room.board.mark({ selected: this.from && { position: this.from } });
    room.describe();
    this.drawTools();
    const { setup, position } = made;
    if (this.turn.children.length !== setup.turns.length) {
      fill(this.turn, setup.turns.map((label, k) => h("option", { value: String(k) },
        setup.turns.length > 2 ? `${k + 1}: ${label}` : label)));
    }
    this.turn.value = String(setup.turn);
    this.facts.textContent = position.trouble ? `The script fails here: ${position.trouble.split("\n")[0]}`
      : position.ended || `${position.player} to move, ${position.count} ${position.count === 1 ? "move" : "moves"}`
        + `${setup.partial ? ", in the middle of a turn" : ""}`;
    this.drawValues();
  }

  drawTools() {
    const { game } = this.room.table;
    if (this.player.children.length !== game.players.length) {
      fill(this.player, game.players.map((player) => h("option", { value: player }, player)));
    }
    const player = this.player.value;
    const focus = [...this.tools.children].indexOf(document.activeElement);
    const tool = (label, does) => h("button", { type: "button", class: "small",
      "aria-pressed": String(JSON.stringify(does) === JSON.stringify(this.tool)),
      onclick: () => {
        this.tool = does;
        this.from = null;
        this.room.board.mark({});
        this.drawTools();
      } }, label);
    if (this.tool.player) this.tool = { ...this.tool, player };
    fill(this.tools, tool("Move", { do: "move" }), tool("Take off", { do: "remove" }),
      tool(`Give to ${player}`, { do: "owner", player }),
      game.pieces.map((piece) => tool(piece, { do: "put", player, piece })));
    if (focus >= 0) this.tools.children[focus]?.focus();
  }

  drawValues() {
    const { values, more } = this.made.setup;
    fill(this.values, values.map(({ key, value, kind }) => {
      const input = h("input", { type: "number", value: String(value), onchange: () =>
        this.change({ do: "value", key, value: Math.trunc(Number(input.value)) || 0 }) });
      return field(kind === "storage" ? key : `${key} (${kind})`, input);
    }),
    more ? h("p", { class: "hint" }, `… and ${more} more`) : null,
    values.length ? null : h("p", { class: "hint" }, "This game keeps no values beside the board."));
  }

  typed(event) {
    event.preventDefault();
    const [, key, value] = /^\s*(\S+?)\s*=\s*(-?\d+)\s*$/.exec(this.item.value) || [];
    if (key === undefined) this.room.say("write it as name=3, name[2]=1 or name@a1=1", true);
    else this.change({ do: "value", key, value: Number(value) });
  }

  // -- the board ----------------------------------------------------------------------------------

  grabs(place) {
    return Boolean(place.position && own(this.made?.position.board, place.position));
  }

  pick(place, dragging) {
    const position = place.position;
    if (!position || !this.made) return;
    if (dragging) {
      this.from = position;
      return;
    }
    if (this.tool.do !== "move") {
      this.change({ ...this.tool, position });
      return;
    }
    if (this.from === null && this.grabs(place)) {
      this.from = position;
      this.room.board.mark({ selected: { position } });
      return;
    }
    this.drop(place);
  }

  drop(place) {
    const { from } = this;
    this.from = null;
    if (from && place.position && place.position !== from) this.change({ do: "move", from, to: place.position });
    else this.room.board.mark({});
  }

  async chosen() {}

  // -- what it is for -----------------------------------------------------------------------------

  // A game that has moves stays: the position begins another table then.
  async begin(view) {
    const { room, made } = this;
    if (!made) return;
    const { table, link } = room;
    try {
      if (made.position.trouble) {
        const sure = await ask("The script fails at this position. Begin with it all the same?", [["Begin", "yes", "strong"], ["No", ""]]);
        if (sure !== "yes") return;
      }
      let name = room.name;
      if (table.plies.length) {
        name = (await link.ask("open", { game: table.name })).table;
        await link.ask("join", { table: name });
        await link.ask("seat", { seats: table.seats, seconds: table.seconds, ponder: table.ponder });
      }
      await link.ask("read", { ...(name === room.name ? standing(table) : {}), text: made.text });
      this.made = null;
      room.seen = null;
      location.hash = `${name}/${view}`;
    } catch (error) {
      room.say(error.message, true);
    }
  }
}
