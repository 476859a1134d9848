// The clocks of a table: they count on here between two events of the server, which alone decides.

import { announce, fill, h } from "./dom.js";
import { standing } from "./link.js";

const COUNTED = 200; // milliseconds between two looks at the time
const SHORT = 10; // seconds from which on tenths are shown

export class Clocks {
  constructor(room) {
    this.room = room;
    this.clock = null;
    this.since = 0;
    this.times = new Map();
    this.claim = h("button", { type: "button", class: "small", hidden: true, onclick: () => this.call() }, "");
    this.faces = h("div", { class: "faces", role: "timer", "aria-label": "Clocks" });
    this.element = h("div", { class: "clocks", hidden: true }, this.faces, this.claim);
    this.timer = setInterval(() => this.count(), COUNTED);
  }

  close() {
    clearInterval(this.timer);
  }

  take(table) {
    this.clock = table.clock;
    this.over = table.over;
    this.since = performance.now();
    this.element.hidden = !table.clock;
    if (!table.clock) return;
    const players = Object.keys(table.clock.left);
    if (players.join() !== [...this.times.keys()].join()) {
      this.times = new Map(players.map((player) => [player, h("span", { class: "time" })]));
      fill(this.faces, players.map((player) => h("span", { class: "clock" }, h("span", { class: "who" }, player), " ",
        this.times.get(player))));
    }
    this.count();
  }

  left(player) {
    const used = player === this.clock.running ? (performance.now() - this.since) / 1000 : 0;
    return this.clock.left[player] - used;
  }

  count() {
    if (!this.clock) return;
    for (const [player, face] of this.times) {
      const text = shown(this.left(player));
      if (face.textContent !== text) face.textContent = text;
      face.parentElement.classList.toggle("running", player === this.clock.running);
      face.parentElement.classList.toggle("out", this.left(player) <= 0);
    }
    const { running } = this.clock;
    const out = Boolean(running) && !this.over && this.left(running) <= 0;
    if (out && this.claim.hidden) announce(`The time of ${running} is over`);
    this.claim.hidden = !out;
    const label = `The time of ${running} is over: end the game`;
    if (out && this.claim.textContent !== label) this.claim.textContent = label;
  }

  async call() {
    try {
      await this.room.link.ask("claim", { ...standing(this.room.table), player: this.clock.running });
    } catch (error) {
      this.room.say(error.message, true);
    }
  }
}

function shown(seconds) {
  const left = Math.max(0, seconds);
  if (left < SHORT) return left.toFixed(1);
  const whole = Math.ceil(left - 0.001);
  const minutes = Math.floor(whole / 60) % 60;
  const hours = Math.floor(whole / 3600);
  const rest = String(whole % 60).padStart(2, "0");
  return hours ? `${hours}:${String(minutes).padStart(2, "0")}:${rest}` : `${minutes}:${rest}`;
}
