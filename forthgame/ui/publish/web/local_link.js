// The link of a page that has no server: one table, whose script runs in workers of the page.
//
// It has the interface of the socket in link.js: `ask(what, given)`, `onevent`, `onstate`, and the
// requests of a table: hello join leave view half alike figures rules play undo redo new resign seat hint.

import { Crew } from "./crew.js";
import { drawn } from "./drawing.js";
import { putAddress, read, Storage, written } from "./kept_game.js";

const HUMAN = "human";
const CALL = 8; // seconds for a position
const LONGEST = 15; // seconds for a search that ends by itself, unless a word of the script does not
const SHORTEST = 350; // milliseconds that an engine's move takes at least, so that it can be seen
const STILL = "the game has continued in the meantime";

async function unpacked(text) {
  const packed = new Blob([Uint8Array.from(atob(text), (c) => c.charCodeAt(0))]);
  const stream = packed.stream().pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

export class LocalLink {
  constructor(game) {
    this.game = game;
    this.facts = game.facts;
    this.onevent = () => {};
    this.onstate = () => {};
    this.storage = new Storage(`forthgame-game-${game.digest}`);
    this.plies = []; // player, text and number of each
    this.future = [];
    this.resigned = this.thinking = this.trouble = this.said = "";
    this.version = 0;
    this.begun = 0;
    this.status = null;
    this.ready = this.load();
  }

  async load() {
    const { game, facts } = this;
    const [words, interpreter, image] = await Promise.all([game.words, game.interpreter, game.image]
      .map(unpacked));
    const parts = { words: await WebAssembly.compile(words), image,
      interpreter: await WebAssembly.compile(interpreter).catch(() => null) }; // without tail calls
    this.crew = new Crew(game.worker, { parts, meta: facts });
    const kept = this.storage.get();
    const given = this.addressed();
    this.seats = Object.fromEntries(facts.seats.map((player, k) => [player, kept?.seats?.[player] ?? (k ? game.usual : HUMAN)]));
    const wanted = given || (this.said ? null : this.readable(kept?.game));
    if (!wanted || !(await this.resume(wanted))) {
      const { said } = this;
      await this.begin(facts.levels.length ? 0 : null);
      this.said = said;
    }
    addEventListener("hashchange", () => this.follow());
  }

  async begin(level) {
    this.start = { seed: 1 + Math.floor(Math.random() * 0x3fffffff), level };
    this.plies = [];
    this.future = [];
    this.resigned = this.trouble = this.said = "";
    this.begun += 1;
    await this.see();
  }

  // Go on with a game that was given by numbers; false if this script has no such game.
  async resume({ start, numbers }) {
    const { levels } = this.facts;
    if (levels.length ? !(start.level !== null && start.level < levels.length) : start.level !== null) {
      this.said = "the address has a level that this game does not have";
      return false;
    }
    try {
      const { plies } = await this.crew.ask("board", "numbered", { start, numbers }, CALL + numbers.length / 20);
      this.start = start;
      this.plies = plies.map(([player, text], k) => [player, text, numbers[k]]);
      this.future = [];
      this.resigned = this.trouble = this.said = "";
      this.begun += 1;
      if (plies.length < numbers.length) this.said = "the address has more moves than this game";
      await this.see();
      return true;
    } catch (error) {
      this.said = error.message;
      return false;
    }
  }

  // The game in the address; null if there is none, or if it cannot be read, which is said.
  addressed() {
    try {
      return read(location.hash, this.game.digest);
    } catch (error) {
      this.said = error.message;
      return null;
    }
  }

  // The game that the browser has kept; null if it cannot be read.
  readable(text) {
    try {
      return read(String(text), this.game.digest);
    } catch {
      return null;
    }
  }

  async follow() {
    if (location.hash.slice(1) === this.written) return;
    this.said = "";
    const given = this.addressed();
    if (given) this.stop();
    if ((given && (await this.resume(given))) || this.said) this.changed();
  }

  get texts() { return this.plies.map((ply) => ply[1]); }

  get written() { return written(this.start, this.plies.map((ply) => ply[2]), this.game.digest); }

  // Ask the worker how the game stands, and keep it.
  async see() {
    this.keep();
    this.status = null;
    try {
      this.status = await this.crew.ask("board", "status", { start: this.start, texts: this.texts }, CALL);
    } catch (error) {
      this.trouble = error.message;
    }
  }

  keep() {
    putAddress(this.written);
    this.storage.set({ game: this.written, seats: this.seats });
  }

  // -- the interface of a link --------------------------------------------------------------------

  async ask(what, given = {}, report = null) {
    await this.ready;
    const found = REQUESTS[what];
    if (!found) throw new Error(`a published game has no ${what}`);
    return (await found.call(this, given, report)) || {};
  }

  changed() {
    this.version += 1;
    this.onevent({ event: "table", table: this.table() });
    this.wake();
  }

  table() {
    const { facts, game, status } = this;
    const shown = this.plies.length - (status?.concealed ?? 0);
    const seats = facts.seats, others = seats.filter((player) => player !== this.resigned);
    return { table: "game", name: game.name, script: "", seats: this.seats, seconds: 1, ponder: false,
      game: { name: game.name, players: facts.players.map(({ name }) => name), seats, pieces: facts.pieces,
        positions: facts.positions, comments: game.comments, levels: facts.levels.map(({ name }) => name), digest: game.digest, together: false },
      level: this.start.level === null ? null : this.start.level + 1,
      plies: this.plies.map(([player, text], k) => [player, k < shown ? text : ""]),
      mark: `${this.begun}.${this.plies.length}`, future: this.resigned ? 0 : this.future.length, resigned: this.resigned,
      flagged: "", clock: null, player: status?.player ?? "", over: Boolean(status?.over || this.resigned),
      ended: this.resigned ? `${this.resigned} resigns${others.length === 1 ? `: ${others[0]} wins` : ""}` : status?.ended ?? "",
      thinking: this.thinking, said: this.said, trouble: this.trouble, version: this.version, watchers: 1 };
  }

  check({ at, mark }) {
    if (at !== this.plies.length || (mark && mark !== `${this.begun}.${this.plies.length}`)) throw new Error(STILL);
  }

  // The moves of a request: the game up to a ply, and further ones.
  line({ ply = this.plies.length, more = [] }) {
    const shown = this.plies.length - (this.status?.concealed ?? 0);
    if (ply > this.plies.length) throw new Error("the game has not gone on so far");
    if ((shown < ply && ply < this.plies.length) || (more.length && ply > shown)) {
      throw new Error("that position is hidden until all players have chosen");
    }
    return [...this.texts.slice(0, ply), ...more];
  }

  isHuman(player) { return this.seats[player] === HUMAN; }

  stop() {
    if (!this.thinking) return;
    this.thinking = "";
    this.crew.end("engine");
  }

  async played({ player, text, number, status }) {
    const [next] = this.future;
    this.future = next && next[1] === text && next[0] === player ? this.future.slice(1) : [];
    this.plies = [...this.plies, [player, text, number]];
    this.status = status;
    this.said = "";
    this.keep();
  }

  // -- engines --------------------------------------------------------------------------------------

  // Have an engine move, if it is the turn of one.
  wake() {
    const { status } = this, player = status?.player;
    if (!status || status.over || this.resigned || this.thinking || this.trouble) return;
    const chance = this.facts.players.some(({ name, chance: drawn_ }) => name === player && drawn_);
    const seated = this.facts.seats.includes(player);
    if (!chance && seated && this.isHuman(player)) return;
    const level = chance || !seated ? { engine: "random", limits: {} } : this.game.strengths[this.seats[player]];
    this.think(player, level || this.game.strengths[this.game.usual]).catch((error) => {
      this.thinking = "";
      this.trouble = error.message;
      this.changed();
    });
  }

  async think(player, { engine, limits }) {
    const { begun } = this, ply = this.plies.length, started = performance.now();
    this.thinking = player;
    this.version += 1;
    this.onevent({ event: "table", table: this.table() });
    let found;
    try {
      found = await this.crew.ask("engine", "think", { start: this.start, texts: this.texts, engine, longest: LONGEST,
        limits: { ...limits, seed: (this.start.seed + 7919 * ply) & 0x3fffffff } }, (limits.seconds || LONGEST) + CALL);
    } catch (error) {
      if (error.message === "stopped") return;
      throw error;
    }
    const left = SHORTEST - (performance.now() - started);
    if (left > 0) await new Promise((resolve) => { setTimeout(resolve, left); });
    if (begun !== this.begun || ply !== this.plies.length || this.thinking !== player) return;
    const played = await this.crew.ask("board", "play", { start: this.start, texts: this.texts, move: found.text }, CALL);
    if (begun !== this.begun || ply !== this.plies.length || this.thinking !== player) return;
    this.thinking = "";
    await this.played(played);
    this.changed();
  }
}

const REQUESTS = {
  hello() {
    const engines = Object.entries(this.game.strengths).map(([name, { what }]) => ({ name, what, lines: false }));
    return { version: "", token: "", games: [], tables: [], first: [], longest: 60, engines };
  },
  join() {
    setTimeout(() => this.wake());
    return { table: this.table() };
  },
  leave() {},
  async view(given) {
    const texts = this.line(given), { flip } = given;
    const { last, shorts, position } = await this.crew.ask("board", "view", { start: this.start, texts }, CALL);
    return { last, shorts, text: "", position, ...drawn(this.game.drawing, position, flip, last) };
  },
  async half(given) {
    const texts = this.line(given), { flip, move, action } = given;
    const position = await this.crew.ask("board", "half", { start: this.start, texts, move, action }, CALL);
    return { svg: drawn(this.game.drawing, position, flip, null).svg };
  },
  alike(given) {
    return this.crew.ask("board", "alike", { start: this.start, texts: this.line(given), moves: given.moves }, CALL);
  },
  figures() { return { figures: this.game.drawing.figures }; },
  rules() {
    const { rules, drawing } = this.game;
    return { ...rules, style: drawing.style, scope: drawing.scope };
  },
  // Why there is no move between two positions.
  why({ from, to }) {
    return this.crew.ask("board", "why", { start: this.start, texts: this.texts, from, to }, CALL);
  },
  async play({ at, mark, move, exact }) {
    this.check({ at, mark });
    if (this.status?.over || this.resigned) throw new Error("the game is over");
    if (!this.isHuman(this.status?.player)) throw new Error(`${this.status?.player} is not played here`);
    const played = await this.crew.ask("board", "play", { start: this.start, texts: this.texts, move, exact }, CALL);
    this.check({ at, mark });
    await this.played(played);
    this.changed();
  },
  async undo(shown) {
    this.check(shown);
    if (this.resigned) this.resigned = "";
    else {
      let keep = this.plies.length - 1;
      while (keep > 0 && !this.isHuman(this.plies[keep][0])) keep -= 1;
      if (!this.plies.length || (Object.values(this.seats).includes(HUMAN) && !this.isHuman(this.plies[keep][0]))) {
        throw new Error("there is no move of yours to take back");
      }
      this.stop();
      this.future = [...this.plies.slice(keep), ...this.future];
      this.plies = this.plies.slice(0, keep);
    }
    this.trouble = this.said = "";
    await this.see();
    this.changed();
  },
  async redo(shown) {
    this.check(shown);
    if (this.resigned) throw new Error("the game is over: undo takes its end back");
    if (!this.future.length) throw new Error("nothing was taken back");
    this.stop();
    const plies = [...this.plies], future = [...this.future];
    do plies.push(future.shift());
    while (future.length && !this.isHuman(future[0][0]));
    [this.plies, this.future] = [plies, future];
    await this.see();
    this.changed();
  },
  async new({ level, mark }) {
    if (mark && !mark.startsWith(`${this.begun}.`)) throw new Error(`${STILL}: another one has begun`);
    this.stop();
    await this.begin(this.facts.levels.length ? (level || 1) - 1 : null);
    this.changed();
  },
  resign({ at, mark, player }) {
    this.check({ at, mark });
    if (this.status?.over || this.resigned) throw new Error("the game is over");
    if (!this.isHuman(player)) throw new Error("only a human can resign");
    this.stop();
    this.resigned = player;
    this.changed();
  },
  async seat({ seats }) {
    if (!Object.keys(seats).every((player) => this.facts.seats.includes(player))) throw new Error("there is no such player");
    for (const [player, kind] of Object.entries(seats)) {
      if (kind !== HUMAN && !Object.hasOwn(this.game.strengths, kind)) throw new Error(`there is no player ${kind}`);
    }
    this.seats = { ...this.seats, ...seats };
    this.stop();
    this.trouble = "";
    if (this.status) this.keep();
    else await this.see(); // the position itself was the trouble
    this.changed();
  },
  // A move that an engine would play now.
  async hint() {
    const { engine, limits } = this.game.strengths[this.game.adviser];
    const found = await this.crew.ask("engine", "think", { start: this.start, texts: this.texts, engine, limits, longest: LONGEST }, 30 + CALL);
    return { text: found.text, from: found.from, to: found.to };
  },
};
