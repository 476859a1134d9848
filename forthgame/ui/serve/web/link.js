// The connection to the server: requests with answers, events, and coming back after it was lost.

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
  constructor() {
    this.waiting = new Map();
    this.number = 0;
    this.wait = FIRST_WAIT;
    this.onevent = () => {};
    this.onopen = () => {};
    this.onstate = () => {};
    this.connect();
  }

  connect() {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    this.socket = new WebSocket(`${scheme}://${location.host}/socket${location.search}`);
    this.socket.addEventListener("open", () => {
      this.wait = FIRST_WAIT;
      this.onstate(true);
      this.onopen();
    });
    this.socket.addEventListener("message", (message) => this.read(unframed(message.data)));
    this.socket.addEventListener("close", () => this.lost());
  }

  lost() {
    this.onstate(false);
    for (const { reject } of this.waiting.values()) reject(new Error("the server is not there"));
    this.waiting.clear();
    setTimeout(() => this.connect(), this.wait);
    this.wait = Math.min(this.wait * 1.6, LONGEST_WAIT);
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
    if (this.socket.readyState !== WebSocket.OPEN) {
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
