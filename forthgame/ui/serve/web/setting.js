// What this browser remembers about the page; where it stores nothing, until the page is left.

const memory = new Map();

export class Setting {
  constructor(name) {
    this.key = `forthgame-${name}`;
  }

  get on() {
    try {
      return localStorage.getItem(this.key) === "on";
    } catch {
      return memory.get(this.key) === true;
    }
  }

  set on(on) {
    memory.set(this.key, on);
    try {
      localStorage.setItem(this.key, on ? "on" : "off");
    } catch {
      // a private window or a frame without an origin may refuse
    }
  }
}
