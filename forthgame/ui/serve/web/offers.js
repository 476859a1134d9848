// The people at a table above its board, and what they offer each other: a draw, a takeback, a new game.

import { announce, fill, h } from "./dom.js";
import { standing } from "./link.js";
import { chip } from "./picture.js";
import { nameOf } from "./seats.js";

const ASKED = { draw: "offers a draw", takeback: "asks for a takeback", new: "wants to begin a new game" };
const ASKING = { draw: "You have offered a draw", takeback: "You have asked for a takeback",
  new: "You have offered a new game" };

export class Offers {
  constructor(room) {
    this.room = room;
    this.people = h("div", { class: "people", hidden: true });
    this.bar = h("div", { class: "offer", role: "status", hidden: true });
    this.element = h("div", {}, this.people, this.bar);
  }

  take(table, before) {
    this.drawPeople(table);
    const { offer } = table;
    this.bar.hidden = !offer || !offer.kind;
    if (this.bar.hidden) {
      const gone = before?.offer;
      if (gone?.yours && before.plies.length === table.plies.length && before.mark === table.mark) {
        this.room.say("The offer was declined.");
      }
      fill(this.bar);
      return;
    }
    const reply = (agrees) => async () => {
      try {
        await this.room.link.ask("reply", { ...standing(this.room.table), agrees });
      } catch (error) {
        this.room.say(error.message, true);
      }
    };
    const text = offer.yours ? `${ASKING[offer.kind]}.` : `${this.called(table, offer.player)} ${ASKED[offer.kind]}.`;
    if (!before?.offer?.kind) announce(text);
    fill(this.bar, h("span", {}, text),
      offer.open ? h("button", { type: "button", class: "strong", onclick: reply(true) }, "Accept") : null,
      offer.open ? h("button", { type: "button", onclick: reply(false) }, "Decline") : null,
      offer.yours ? h("button", { type: "button", onclick: reply(false) }, "Withdraw") : null);
  }

  async sit(player) {
    try {
      await this.room.link.ask("sit", { player });
    } catch (error) {
      this.room.say(error.message, true);
    }
  }

  called(table, player) {
    const name = nameOf(table, player);
    return name && !["you", "somebody", "free"].includes(name) ? `${name} (${player})` : player;
  }

  // Shown where people play each other, and to those who watch.
  drawPeople(table) {
    const { people = {}, yours = [], free = [] } = table;
    const others = Object.keys(people).length > yours.length || free.length > 0;
    this.people.hidden = !others;
    if (!others) return;
    fill(this.people, Object.keys(table.seats).map((player) => {
      const away = Object.hasOwn(people, player) && !people[player].here;
      const name = nameOf(table, player);
      const may = table.rights !== "watch" && free.includes(player) && !yours.length;
      return h("span", { class: away ? "away" : "" }, chip(this.room.view, player), `${player}: `,
        may ? h("button", { type: "button", class: "small strong", onclick: () => this.sit(player) }, "Sit down")
          : h("strong", {}, name), away ? " (away)" : "");
    }), table.rights === "watch" || (!yours.length && !free.length) ? h("span", { class: "away" }, "You watch") : null);
  }
}
