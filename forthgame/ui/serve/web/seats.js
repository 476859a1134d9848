// Who sits at a table: names, engines, free seats, and the links by which others come.

import { ask, copy, field, fill, h, own } from "./dom.js";
import { linkTo, person, rename } from "./keys.js";
import { chip } from "./picture.js";

const LEVELS = 10;

// What a level means, as far as it was measured.
function levelName(level, ladder = []) {
  const score = ladder[level - 1]?.[2];
  const named = { 1: "a child wins", [LEVELS]: "all the machine can do" }[level];
  const known = typeof score === "number"
    ? `${Math.round(100 * score)} % against ${level === 1 ? "random moves" : `level ${level - 1}`}` : "";
  const about = [named, known].filter(Boolean).join(", ");
  return about ? `level ${level} – ${about}` : `level ${level}`;
}

// Whether somebody at this page may move for a player: at an own seat, or at a free one if there is no own.
export function plays(table, player) {
  if (own(table.seats, player) !== "human") return false;
  if (!table.yours) return true;
  return table.yours.includes(player)
    || (table.rights !== "watch" && table.free.includes(player) && !table.yours.length);
}

// The players of this page.
export function ours(table) {
  return table.yours || Object.keys(table.seats).filter((player) => table.seats[player] === "human");
}

export function nameOf(table, player) {
  const known = own(table.people, player);
  if (own(table.seats, player) !== "human") return (own(table.seats, player) || "").replace(/^level:/, "level ");
  if (table.yours?.includes(player)) return known?.name || "you";
  return known ? known.name || "somebody" : "free";
}

export class Seats {
  constructor(room) {
    this.room = room;
    this.drawn = "";
    this.name = h("input", { type: "text", maxlength: "40", autocomplete: "nickname", value: person().name,
      onchange: () => this.rename() });
    this.rows = h("div", { class: "seats" });
    this.links = h("div", { class: "buttons links" });
    this.element = h("div", {}, this.rows, field("Your name", this.name), this.links);
  }

  async run(what, given) {
    try {
      await this.room.link.ask(what, given);
      this.room.say("");
    } catch (error) {
      this.room.say(error.message, true);
      this.drawn = "";
      this.draw();
    }
  }

  rename() {
    rename(this.name.value.trim());
    this.room.link.introduce?.().catch((error) => this.room.say(error.message, true));
  }

  draw() {
    const { table, known, view } = this.room;
    if (!table.game) return;
    const drawn = JSON.stringify([table.seats, table.seconds, table.ponder, table.game.seats, view?.looks,
      table.people, table.free, table.yours, table.rights, table.links]);
    if (drawn === this.drawn) return;
    this.drawn = drawn;
    const host = !table.rights || table.rights === "server";
    const rows = table.game.seats.map((player) => (host ? this.seatOfHost(player) : this.seatOfGuest(player)));
    rows.forEach(({ row }, k) => row.querySelector("label, .who").prepend(chip(view, table.game.seats[k]) || ""));
    const seconds = h("input", { type: "number", min: "0", max: known.longest, step: "0.1", value: table.seconds,
      onchange: () => this.send() });
    const ponder = h("input", { type: "checkbox", checked: table.ponder, onchange: () => this.send() });
    this.read = () => ({
      seats: Object.fromEntries(rows.map(({ player, read }) => [player, read()])), // "__proto__" is a name, too
      seconds: Number(seconds.value) || 0,
      ponder: ponder.checked,
    });
    fill(this.rows, rows.map(({ row }) => row),
      host ? field("Engines: seconds a move", seconds, "short") : null,
      host ? h("label", { class: "check" }, ponder, " Engines think while you do") : null);
    this.name.parentElement.hidden = !table.people;
    fill(this.links, [["play", "Link to play"], ["watch", "Link to watch"]].filter(([which]) => table.links?.[which])
      .map(([which, label]) => h("button", { type: "button",
        onclick: (event) => copy(linkTo(which, table.table, table.links[which]), event.currentTarget) }, label)));
  }

  send() {
    return this.run("seat", this.read());
  }

  // A row for the host: who plays, and an engine's options if it is to have some.
  seatOfHost(player) {
    const { table, known } = this.room;
    const kind = own(table.seats, player) || "script";
    const [name, ...rest] = kind.split(":");
    const holder = own(table.people, player);
    const mine = !table.yours || table.yours.includes(player);
    const theirs = name === "human" && Boolean(holder) && !mine;
    const free = name === "human" && !holder && !mine;
    const options = h("input", { type: "text", value: rest.join(":"), placeholder: "depth=4, time=2", autocomplete: "off",
      autocapitalize: "off", spellcheck: "false", onchange: () => this.send() });
    const choice = h("select", { onchange: () => { options.value = ""; this.send(); } },
      theirs ? h("option", { value: "theirs", selected: true },
        `${holder.name || "somebody"}${holder.here ? "" : " (away)"}`) : null,
      h("option", { value: "human", selected: name === "human" && mine }, "you"),
      table.yours ? h("option", { value: "open", selected: free }, free ? "free: send a link to play" : "somebody else") : null,
      h("optgroup", { label: "Levels" }, Array.from({ length: LEVELS }, (_, k) => h("option", {
        value: `level:${k + 1}`, selected: kind === `level:${k + 1}` }, levelName(k + 1, table.game.ladder)))),
      h("optgroup", { label: "Engines" }, known.engines.map((engine) => h("option", { value: engine.name,
        selected: engine.name === name }, `${engine.name} – ${engine.what}`))));
    const more = field(`Options of ${player}`, options, "options");
    more.hidden = ["human", "random", "first", "script", "level"].includes(name);
    const read = () => {
      if (choice.value === "theirs") return "human"; // as it is
      if (choice.value.startsWith("level:")) return choice.value;
      const given = options.value.replace(/\s*,\s*/g, ",").trim();
      return !["human", "open"].includes(choice.value) && given && !more.hidden ? `${choice.value}:${given}` : choice.value;
    };
    return { player, read, row: h("div", { class: "seat" }, field(player, choice), more) };
  }

  // A row for somebody who came by a link: sit down, or stand up.
  seatOfGuest(player) {
    const { table } = this.room;
    const holder = own(table.people, player);
    const mine = table.yours.includes(player);
    const what = mine ? "you" : nameOf(table, player);
    return { player, read: () => own(table.seats, player), row: h("div", { class: "seat taken" },
      h("span", { class: "who" }, player), h("span", {}, holder && !holder.here ? `${what} (away)` : what),
      mine ? h("button", { type: "button", onclick: () => this.stand(player) }, "Stand up") : null) };
  }

  async stand(player) {
    const sure = await ask(`Leave the seat of ${player}? Anyone with the link may take it.`,
      [["Stand up", "yes", "strong"], ["Stay", ""]]);
    if (sure === "yes") await this.run("stand", { player });
  }
}
