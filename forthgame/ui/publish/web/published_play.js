// The view for playing on a page of its own: who plays, hints, and the game to send to somebody.

import { placeOf } from "./clicks.js";
import { ask, copy, fill, h, newId, own } from "./dom.js";
import { chip } from "./picture.js";
import { PlayPanel } from "./play.js";

const HUMAN = "human";

export class PublishedPlay extends PlayPanel {
  constructor(room) {
    super(room);
    const { levels } = room.game.facts;
    this.hint = h("button", { type: "button", onclick: () => this.advise() }, "Hint");
    this.level = levels.length ? h("select", { "aria-label": "Level", onchange: () => this.choose() },
      levels.map(({ name }, k) => h("option", { value: String(k + 1) }, `${k + 1}: ${name}`))) : null;
    this.seats = h("div", { class: "seats" });
    const sound = this.element.querySelector("label.check");
    this.element = h("div", { class: "play" }, this.level ? h("div", { class: "field" }, this.level) : null,
      this.buttons, this.sheet, this.details, h("h2", {}, "Who plays"), this.seats, sound);
  }

  drawButtons() {
    super.drawButtons();
    const { room } = this, { table } = room;
    const copying = (label, text) => h("button", { type: "button", onclick: (event) => copy(text(), event.currentTarget) }, label);
    this.buttons.append(this.hint, copying("Copy link", () => location.href), copying("Copy moves", () => this.record()));
    this.hint.disabled = table.over || Boolean(table.thinking) || table.seats[table.player] !== HUMAN;
    if (this.level && document.activeElement !== this.level) this.level.value = String(table.level);
  }

  // A click that fits no move is answered with the test that forbids it.
  pick(place, dragging) {
    const { room } = this, { chooser } = room, first = chooser.clicks.clicked, fits = chooser.clicks.agrees(place);
    const from = first.length === 1 ? placeOf(first[0]).position : place.position;
    const to = first.length === 1 ? place.position : null;
    super.pick(place, dragging);
    if (fits || !room.playable || from === undefined || from === to || chooser.clicks.busy || first.length > 1) return;
    this.explain(from, to).catch(() => {});
  }

  async explain(from, to) {
    const { room } = this, { version } = room.table;
    const { reason } = await room.link.ask("why", { from, to });
    if (!reason || version !== room.table.version || room.chooser.clicks.busy) return;
    const { text, place, word } = reason;
    room.say(`${to === null ? `No move at ${from}` : `Not from ${from} to ${to}`}: “${text}” is not true (${place}, in ${word})`);
  }

  record() {
    return this.room.table.plies.map(([player, text], k) => `${k + 1}. ${player}: ${text}`).join("\n");
  }

  async advise() {
    const { room } = this;
    room.say("Looking for a move …");
    this.hint.disabled = true;
    const { plies } = room.table;
    try {
      const { text, from, to } = await room.link.ask("hint");
      if (plies.length !== room.table.plies.length) return;
      room.board.arrows([{ from, to: to ?? from, kind: "best" }]);
      room.say(`A good move: ${text}`);
    } catch (error) {
      room.say(error.message, true);
    } finally {
      this.drawButtons();
    }
  }

  async choose() {
    const { room } = this, { table } = room;
    if (table.plies.length && !table.over) {
      const sure = await ask("Leave this level?", [["Leave", "yes", "strong"], ["Go on", ""]]);
      if (sure !== "yes") {
        this.level.value = String(table.level);
        return;
      }
    }
    room.seen = null;
    await room.link.ask("new", { level: Number(this.level.value) });
  }

  drawSeats() {
    const { room } = this, { table, link, game } = room;
    if (!table.game) return;
    const drawn = JSON.stringify([table.seats, room.view?.looks]);
    if (drawn === this.drawnSeats) return;
    this.drawnSeats = drawn;
    fill(this.seats, h("div", { class: "who" }, table.game.seats.map((player) => {
      const now = own(table.seats, player), id = newId("seat");
      const choice = h("select", { id, onchange: async () => {
        try {
          await link.ask("seat", { seats: { [player]: choice.value } });
        } catch (error) {
          room.say(error.message, true);
        }
      } }, h("option", { value: HUMAN, selected: now === HUMAN }, "Somebody here"),
      Object.entries(game.strengths).map(([name, { what }]) => h("option", { value: name, selected: name === now }, what)));
      return [h("label", { for: id }, chip(room.view, player), player), choice];
    })));
  }
}
