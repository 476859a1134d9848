// The connection to the server: requests with answers, events, and coming back after it was lost.

import { keep, keysFor, person } from "./keys.js";
import { proof, random } from "./proof.js";

const FIRST_WAIT = 400;
const LONGEST_WAIT = 5000;

// The server's own words are one line; what a table's process has written may follow.
function unframed(text) {
  const end = text.indexOf("\n");
  if (end < 0) return JSON.parse(text);
  const own = JSON.parse(text.slice(0, end));
  try {
    return { ...JSON.parse(text.slice(end + 1)), ...own };
  } catch {
    return { ...own, error: "the process of the script has written nonsense" };
  }
}

// What a page showed of a table when something was chosen there: the server refuses what is out of date.
export function standing(table) {
  return { at: table.plies.length, mark: table.mark };
}

export class Link {
  constructor(table = "") {
    this.waiting = new Map();
    this.number = 0;
    this.wait = FIRST_WAIT;
    this.table = table; // the one whose keys are tried besides the server's
    this.rights = "";
    this.name = ""; // of the key with which the page has entered
    this.refused = new Map(); // keys that opened nothing
    this.socket = null;
    this.onevent = () => {};
    this.onopen = () => {};
    this.onstate = () => {};
    this.onrefused = () => {};
    this.connect();
  }

  // Enter with the first key that is accepted. The key itself is not sent.
  async connect() {
    clearTimeout(this.timer);
    this.going = (this.going || 0) + 1;
    const turn = this.going;
    const [name, key] = keysFor(this.table).find(([each, value]) => this.refused.get(each) !== value) || [];
    let nonce = "";
    try {
      const answer = await fetch("/nonce", { cache: "no-store" });
      nonce = answer.ok ? await answer.text() : "";
    } catch {
      nonce = "";
    }
    if (turn !== this.going) return;
    if (!nonce) {
      this.lost();
      return;
    }
    if (!name) {
      this.onrefused();
      this.again(LONGEST_WAIT);
      return;
    }
    const mine = random();
    const given = new URLSearchParams({ key: name, nonce, mine, proof: proof(key, "page", location.host, nonce, mine) });
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/socket?${given}`);
    this.socket = socket;
    let entered = false;
    socket.addEventListener("message", (message) => {
      const found = unframed(message.data);
      if (entered) this.read(found);
      else if (found.event === "welcome" && found.proof === proof(key, "server", location.host, nonce, mine)) {
        entered = true;
        this.enter(found, name);
      } else socket.close(); // it does not have the key
    });
    socket.addEventListener("close", () => {
      if (this.socket !== socket) return;
      if (entered) {
        this.lost();
        return;
      }
      this.refused.set(name, key); // the server is there, and does not know the key
      this.connect();
    });
  }

  async enter({ rights }, name) {
    this.wait = FIRST_WAIT;
    this.rights = rights;
    this.name = name;
    this.refused.clear();
    this.onstate(true);
    try {
      await this.introduce();
    } catch {
      return; // lost again
    }
    this.onopen();
  }

  // Tell who is here.
  introduce() {
    return this.ask("who", person());
  }

  // Enter again for another table, or with another key.
  turnTo(table) {
    this.table = table;
    this.rights = this.name = "";
    this.refused.clear();
    const { socket } = this;
    this.socket = null;
    socket?.close();
    this.connect();
  }

  // Whether the page reaches a table as it has entered.
  reaches(table) {
    return this.rights === "server" || this.name.endsWith(`.${table}`);
  }

  // Keep the keys of a table's links, which open it after the server has been started again.
  keepLinks(table) {
    for (const [which, key] of Object.entries(table.links || {})) keep(`${which}.${table.table}`, key);
  }

  lost() {
    this.onstate(false);
    for (const { reject } of this.waiting.values()) reject(new Error("the server is not there"));
    this.waiting.clear();
    this.again(this.wait);
    this.wait = Math.min(this.wait * 1.6, LONGEST_WAIT);
  }

  again(wait) {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.refused.clear();
      this.connect();
    }, wait);
  }

  read(message) {
    if (!("answer" in message)) {
      const asked = this.waiting.get(message.id);
      if (asked && asked.report) asked.report(message);
      else this.onevent(message);
      return;
    }
    const asked = this.waiting.get(message.answer);
    if (!asked) return;
    this.waiting.delete(message.answer);
    if ("error" in message) asked.reject(new Error(message.error));
    else asked.resolve(message);
  }

  // Ask the server; `report` gets what comes before the answer.
  ask(what, given = {}, report = null) {
    if (this.socket?.readyState !== WebSocket.OPEN) {
      return Promise.reject(new Error("the server is not there"));
    }
    this.number += 1;
    const id = this.number;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject, report });
      this.socket.send(JSON.stringify({ ...given, do: what, id }));
    });
  }
}
