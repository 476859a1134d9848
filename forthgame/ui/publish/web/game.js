// A game in progress on a machine: positions, lists of moves with their texts, results.

import { addEffects, textsAlone } from "./alike_moves.js";
import { shortTexts } from "./notation.js";
import { pointsDocument, resultText } from "./result.js";

// A position: bytes of its turn and its board, the random streams as it was reached, and what is
// computed later: its list of moves, and its result for the player to move.
class Position {
  constructor(turn, board, streams) {
    this.turn = turn;
    this.board = board;
    this.streams = streams;
    this.later = streams; // after the list and the result, which may have drawn random numbers
    this.list = null;
    this.count = 0;
    this.opened = null;
    this.asked = false;
    this.outcome = null;
    this.verdict = null;
    this.key = null;
  }

  cells(part) {
    const bytes = this[part];
    return new Int32Array(bytes.buffer, bytes.byteOffset, bytes.length >> 2);
  }
}

export class Game {
  constructor(machine) {
    this.machine = machine;
    this.meta = machine.meta;
    this.at = machine.at;
    this.past = [];
    this.played = [];
    this.position = null;
  }

  // -- beginning ----------------------------------------------------------------------------------

  // Begin at a level (from 0), or with the script's set-up; `seed` starts the random streams.
  begin(seed, level = null) {
    const { machine, at, meta } = this;
    machine.call("(clear-lists)", 0);
    this.firstBoard();
    machine.setRegister(at.REPETITIONS, 0);
    this.startStreams(seed);
    this.past = [];
    this.played = [];
    if (level !== null) {
      const whole = Uint8Array.from(atob(meta.levels[level].start), (c) => c.charCodeAt(0));
      this.position = new Position(whole.slice(0, at.TURN_BLOCK_SIZE), whole.slice(at.TURN_BLOCK_SIZE), this.streams());
      return;
    }
    const turn = new Int32Array(at.TURN_BLOCK_SIZE >> 2);
    turn.set(meta.firstTurn);
    machine.bytes.set(new Uint8Array(turn.buffer), at.MEMORY + at.TURN_BLOCK);
    const size = machine.register(at.BOARD_SIZE);
    machine.bytes.fill(0, at.MEMORY + at.BOARDS, at.MEMORY + at.BOARDS + size);
    this.resetHere();
    machine.call("OnNewGame");
    for (const values of meta.setups) {
      const numbers = values.map((value) => (typeof value === "number" ? value : machine.call(value.entry)));
      this.resetHere();
      machine.call("OnEditAdd", ...numbers);
    }
    this.position = this.capture();
  }

  startStreams(seed) {
    const { machine, at } = this;
    machine.setWide(at.ENTROPY, (BigInt(seed) * 0x9E3779B97F4A7C15n + 1n) & 0x7FFFFFFFFFFFFFFFn);
    [[at.RANDOM, seed], [at.RANDOM2, seed + 1]].forEach(([stream, value]) => {
      machine.setRegister(stream, value | 0);
      machine.setRegister(stream + 8, 0);
    });
  }

  streams() {
    const { machine, at } = this;
    const size = at.RANDOM2 + 4 * at.RANDOM_CELLS - at.RANDOM, kept = new Uint8Array(size + 8);
    kept.set(machine.bytes.subarray(at.RANDOM, at.RANDOM + size));
    kept.set(machine.bytes.subarray(at.ENTROPY, at.ENTROPY + 8), size);
    return kept;
  }

  useStreams(kept) {
    const { machine, at } = this, size = kept.length - 8;
    machine.bytes.set(kept.subarray(0, size), at.RANDOM);
    machine.bytes.set(kept.subarray(size), at.ENTROPY);
  }

  firstBoard() {
    const { machine, at } = this;
    machine.setRegister(at.BOARD, at.BOARDS);
    machine.setCell(at.A_BOARD, at.BOARDS);
    machine.setRegister(at.BOARD_DEPTH, 0);
  }

  resetHere() {
    const { machine, at } = this, last = machine.register(at.LAST_CELL);
    machine.setCell(at.A_HERE, 0);
    machine.setCell(at.A_FROM, 0);
    if (last) machine.setCell(at.A_LAST, machine.cell(machine.register(at.BOARD) + last) - 1);
  }

  capture() {
    const { machine, at } = this, board = at.MEMORY + at.BOARDS, turn = at.MEMORY + at.TURN_BLOCK;
    return new Position(machine.bytes.slice(turn, turn + at.TURN_BLOCK_SIZE),
      machine.bytes.slice(board, board + machine.register(at.BOARD_SIZE)), this.streams());
  }

  // Copy a position into the machine; choices of this turn that are still secret are left out.
  enter({ seeing = false, afresh = false } = {}) {
    const { machine, at, position } = this;
    machine.bytes.set(position.turn, at.MEMORY + at.TURN_BLOCK);
    const board = (afresh || !position.opened ? position.board : position.opened).slice();
    if (this.together && !seeing) board.fill(0, ...this.choices());
    machine.bytes.set(board, at.MEMORY + at.BOARDS);
    if (machine.register(at.RARE)) machine.setRegister(at.RARE_USED, machine.register(at.RARE_END));
    this.firstBoard();
    this.resetHere();
    machine.call("(clear-lists)", 0);
    if (position.list) {
      const { list } = position;
      machine.bytes.set(list.subarray(0, at.LIST_BYTES), at.MEMORY + at.LISTS);
      machine.bytes.set(list.subarray(at.LIST_BYTES), at.MEMORY + at.ARENA);
      machine.setRegister(at.LIST, at.LISTS);
      machine.setCell(at.A_MOVES_LIST, at.LISTS);
      this.setArenaTop(at.ARENA + list.length - at.LIST_BYTES);
    }
    if (!machine.register(at.PLAYED_USED)) return;
    this.played.forEach((key, k) => { machine.i64[(at.PLAYED_KEYS >> 3) + k] = key; });
    machine.setRegister(at.PLAYED_COUNT, this.played.length);
    machine.setRegister(at.PLAYED_STANDS, 0);
    if (!machine.cell(at.A_PARTIAL)) machine.call("(stand-here)", 0);
  }

  setArenaTop(top) {
    const { machine, at } = this;
    machine.setRegister(at.ARENA_TOP, top);
    machine.setRegister(at.RECORD, top);
    machine.setRegister(at.RECORD_END, top + at.MOVE_BYTES);
    machine.setRegister(at.RECORD_LIMIT, at.ARENA_END - 2 * at.ACTION_BYTES);
  }

  // -- players who choose together ----------------------------------------------------------------

  get together() { return this.machine.register(this.at.CHOICE_CELL) !== 0; }

  choices() {
    const start = this.machine.register(this.at.CHOICE_CELL);
    return [start, start + 8 * this.meta.players.length];
  }

  // How many of the newest plies are choices that the others may not see yet.
  get concealed() {
    if (!this.together) return 0;
    const kept = this.position.board.subarray(...this.choices());
    return this.meta.players.filter((_, k) => kept.subarray(8 * k, 8 * k + 8).some((byte) => byte)).length;
  }

  // -- moves ----------------------------------------------------------------------------------------

  offer() {
    const { machine, at, position } = this;
    if (position.list) return position;
    this.useStreams(position.streams);
    this.enter();
    position.count = machine.call("(offer)", 0);
    position.list = this.takenList();
    if (machine.register(at.OPENS) && machine.register(at.OPENED)) position.opened = this.capture().board;
    position.later = this.streams();
    return position;
  }

  takenList() {
    const { machine, at } = this;
    return machine.bytes.slice(at.MEMORY + at.KEPT_HEADER, at.MEMORY + machine.register(at.OFFERED_TOP));
  }

  // The result for the player to move: "win", "loss" or "draw"; null while the game goes on.
  outcome() {
    const { machine, at, position } = this;
    if (position.asked) return position.outcome;
    this.offer();
    this.useStreams(position.later);
    this.enter();
    const result = machine.call("(find-result)", 0);
    position.outcome = named(result, at);
    position.verdict = position.outcome === null ? null : this.readVerdict();
    position.asked = true;
    position.later = this.streams();
    return position.outcome;
  }

  readVerdict() {
    const { machine, at, meta } = this, number = machine.register(at.ENDING_FOUND);
    if (!(number >= 1 && number <= meta.endings.length)) return null;
    const outcomes = {}, scores = {};
    for (const { name, code } of meta.players) outcomes[name] = named(machine.call("(result-of)", code), at) || "";
    if (machine.register(at.ENDING_SCORED)) {
      for (const { name, code } of meta.players) scores[name] = machine.call("(score-of)", code);
    }
    return { name: meta.endings[number - 1], outcomes, scores };
  }

  // The result of each player who can win, after the end.
  outcomes() {
    const { meta, position } = this, outcome = this.outcome(), seats = meta.competitors, mover = this.player;
    if (outcome === null) return {};
    if (position.verdict) return Object.fromEntries(seats.map((seat) => [seat, position.verdict.outcomes[seat]]));
    if (outcome === "draw") return Object.fromEntries(seats.map((seat) => [seat, "draw"]));
    const against = outcome === "win" ? "loss" : "win";
    if (seats.length === 2 && seats.includes(mover)) {
      return Object.fromEntries(seats.map((seat) => [seat, seat === mover ? outcome : against]));
    }
    position.outcomes = position.outcomes || Object.fromEntries(seats.map((seat) => [seat, seat === mover
      ? outcome : this.outcomeFor(seat) || (this.sidesWith(seat) ? outcome : against)]));
    return position.outcomes;
  }

  outcomeFor(seat) {
    const { machine, at, meta } = this, { code } = meta.players.find(({ name }) => name === seat);
    this.enter();
    machine.setCell(at.A_PLAYER, code);
    machine.setCell(at.A_FOR_PLAYER, code);
    return named(machine.call("(game-result)"), at);
  }

  sidesWith(seat) {
    const { machine, at, meta } = this;
    if (!machine.register(at.COALITIONS)) return false;
    this.enter();
    return machine.call("(same-side?)", this.turnCell(1), meta.players.find(({ name }) => name === seat).code) !== 0;
  }

  // Play a move of the list by its number.
  play(number) {
    const { machine, at } = this, before = this.offer();
    this.useStreams(before.later);
    this.enter({ seeing: true });
    const stands = !this.together, count = this.played.length;
    let key = null;
    if (machine.register(at.PLAYED_USED) && machine.register(at.PLAYED_STANDS)) {
      key = machine.i64[(at.PLAYED_KEYS >> 3) + machine.register(at.PLAYED_COUNT) - 1];
    }
    const left = machine.call("(play-number)", number), after = this.capture();
    if (left >= 0) {
      after.list = this.takenList();
      after.count = left;
    }
    this.past.push([before, count]);
    this.position = after;
    if (key !== null && (stands || !this.concealed)) this.played.push(key);
  }

  undo() {
    const { machine, at, meta } = this;
    if (machine.register(at.RETRACTS) && meta.retracts) this.retract();
    const [before, count] = this.past.pop();
    this.position = before;
    this.played.length = count;
  }

  retract() {
    const { machine, at } = this, after = this.position;
    try {
      [this.position] = this.past.at(-1);
      this.enter();
      machine.call("(push-move)");
      machine.bytes.set(after.board, at.MEMORY + machine.register(at.BOARD));
      machine.bytes.set(after.turn, at.MEMORY + at.TURN_BLOCK);
      machine.call("(take-back)");
    } finally {
      this.position = after;
    }
  }

  // -- reading ------------------------------------------------------------------------------------

  turnCell(k) { return this.position.cells("turn")[k]; }

  get player() { return this.owner(this.turnCell(1)); }

  get turnNumber() { return this.turnCell(4); }

  owner(cell) {
    const code = cell & this.at.PLAYER_MASK;
    return this.meta.players.find((player) => player.code === code)?.name ?? "";
  }

  type(cell) { return this.meta.pieces[(cell & this.at.PIECE_MASK) - 1] ?? ""; }

  board() {
    const cells = this.position.cells("board"), found = {};
    this.meta.positions.forEach((name, k) => {
      if (cells[k]) found[name] = [this.owner(cells[k]), this.type(cells[k]) || String(cells[k] & this.at.PIECE_MASK)];
    });
    return found;
  }

  hands() {
    const cells = this.position.cells("board"), found = {};
    for (const [place, player, piece] of this.meta.counters) {
      found[player] = found[player] || {};
      if (cells[place >> 2]) found[player][piece] = cells[place >> 2];
    }
    return found;
  }

  // How many pieces stand on each position, where an array of the board counts them; else null.
  heaps() {
    const { meta, position } = this;
    if (!meta.heaps) return null;
    const [start, items, size] = meta.heaps, found = {};
    const view = new DataView(position.board.buffer, position.board.byteOffset);
    for (let k = 0; k < items; k += 1) {
      const value = size === 4 ? view.getInt32(start + 4 * k, true)
        : size === 2 ? view.getUint16(start + 2 * k, true) : view.getUint8(start + k);
      found[meta.positions[k]] = Math.min(Math.abs(value), 999);
    }
    return found;
  }

  // The moves of the list: their cells, and where each begins.
  *records() {
    const { at } = this, { list } = this.offer(), cells = new Int32Array(list.buffer), shift = at.LIST_BYTES - at.ARENA;
    for (let link = this.position.count ? cells[at.LIST_FIRST] : 0; link; link = cells[(link + shift) >> 2]) {
      const start = (link + shift) >> 2, actions = [];
      for (let k = 0; k < cells[start + at.MOVE_COUNT]; k += 1) {
        actions.push(cells.subarray(start + at.MOVE_CELLS + 4 * k, start + at.MOVE_CELLS + 4 * k + 4));
      }
      yield { type: cells[start + at.MOVE_TYPE], partial: cells[start + at.MOVE_PARTIAL], actions };
    }
  }

  // The texts of all moves, as the program finds them: the second of two with one text has ~2.
  texts() {
    if (this.position.texts) return this.position.texts;
    const moves = [...this.records()], texts = moves.map((move) => this.text(move));
    if (this.meta.choices) {
      const count = new Map();
      for (const text of texts) count.set(text, (count.get(text) || 0) + 1);
      moves.forEach((move, k) => {
        const choice = this.choice(move);
        if (choice && count.get(texts[k]) > 1) texts[k] = `${texts[k]} ${choice}`;
      });
    }
    this.position.texts = textsAlone(texts, moves, this.at);
    return this.position.texts;
  }

  choice(move) {
    const found = move.actions.find((action) => action[3] === this.at.ACT_CHOICE);
    return found ? this.machine.textAt(found[0]) : "";
  }

  text({ partial, actions }) {
    const { at, meta } = this, begin = partial ? `partial ${partial - 1} ` : "";
    const name = (names, k) => names[k] ?? String(k);
    const piece = (cell) => name(meta.pieces, (cell & at.PIECE_MASK) - 1);
    const player = (cell) => name(meta.players.map((each) => each.name), ((cell & at.PLAYER_NUMBER_MASK) >> 11) - 1);
    let text = begin, ended = -1;
    for (const [a, b, c, kind] of actions) {
      if (kind === at.ACT_LITERAL || kind === at.ACT_WORD || kind >= at.ACT_PASS) continue;
      if (text && !text.endsWith(" ")) text += " ";
      if (kind <= at.ACT_MOVE_TAKE) {
        text += `${piece(c)} ${name(meta.positions, a)} ${kind === at.ACT_MOVE ? "-" : "x"} ${name(meta.positions, b)}`;
        ended = b;
      } else if (kind === at.ACT_CAPTURE) {
        text += `x ${name(meta.positions, a)}`;
        ended = a;
      } else if (kind === at.ACT_ADD) {
        text += `${player(b)} ${piece(b)} ${name(meta.positions, a)}`;
        ended = a;
      } else if (kind <= at.ACT_OWNER) {
        text += `= ${kind === at.ACT_TYPE ? piece(b) : player(b)}`;
        if (a !== ended) text += ` on ${name(meta.positions, a)}`;
        ended = a;
      }
    }
    return text.length > begin.length ? text : `${text}Pass`;
  }

  // What the page shows of the moves: from and to where they go, and what they do.
  documents() {
    if (this.position.documents) return this.position.documents;
    const texts = this.texts(), board = this.position.cells("board"), moves = [...this.records()];
    const found = moves.map((move, n) => ({ n, text: texts[n], ...this.document(move, board) }));
    const shorts = shortTexts(moves, found, { meta: this.meta, at: this.at, board, player: this.player });
    addEffects(found, moves, this);
    this.position.documents = found.map((move, n) => ({ ...move, short: shorts[n] }));
    return this.position.documents;
  }

  document(move, board) {
    const { at, meta } = this, place = (k) => meta.positions[k] ?? String(k);
    const actions = [], takes = [], left = new Set();
    let source = null, target = null;
    for (const [a, b, c, kind] of move.actions) {
      const step = kind === at.ACT_MOVE || kind === at.ACT_MOVE_TAKE;
      if (step) {
        if (source === null || a === target) {
          source = source === null ? a : source;
          target = b;
        }
        left.add(a);
        actions.push({ do: "move", from: place(a), to: place(b), piece: this.type(c), player: this.owner(c) });
      } else if (kind === at.ACT_CAPTURE) actions.push({ do: "take", to: place(a) });
      else if (kind === at.ACT_ADD) actions.push({ do: "put", to: place(a), piece: this.type(b), player: this.owner(b) });
      else if (kind === at.ACT_TYPE) actions.push({ do: "type", to: place(a), piece: meta.pieces[b - 1] ?? "" });
      else if (kind === at.ACT_OWNER) actions.push({ do: "owner", to: place(a), player: this.owner(b) });
      else if (kind === at.ACT_HAND) actions.push({ do: "hand", number: b, piece: this.type(a), player: this.owner(a) });
      else if (kind === at.ACT_PASS) actions.push({ do: "pass" });
      const taken = kind === at.ACT_MOVE_TAKE ? b : kind === at.ACT_CAPTURE ? a : -1;
      if (taken >= 0 && !left.has(taken) && board[taken]) {
        left.add(taken);
        takes.push(place(taken));
      }
    }
    if (source === null) target = move.actions.find(([, , , kind]) => kind === at.ACT_ADD)?.[0] ?? null;
    const from = source === null ? null : place(source);
    let to = target === null ? null : place(target);
    if (from === null && to === null) to = actions.find((action) => action.to)?.to ?? null;
    return { choice: this.choice(move), from, to, takes, partial: move.partial !== 0, actions };
  }

  scores() {
    const outcomes = this.outcomes(), { verdict } = this.position;
    const points = { win: 1, draw: 0.5, loss: 0 };
    const found = Object.fromEntries(Object.entries(outcomes).map(([seat, outcome]) =>
      [seat, verdict && Object.keys(verdict.scores).length ? verdict.scores[seat] : points[outcome]]));
    return Object.keys(found).length ? found : null;
  }

  // The position after the first actions of a move, up to a number in its document, to be looked at.
  half(number, action) {
    const { machine, at } = this, whole = this.offer(), kept = this.played.length, streams = this.streams();
    const carried = [at.ACT_PREFER, at.ACT_CHOICE, at.ACT_WEIGHT, at.ACT_RANK];
    const unlisted = [at.ACT_LITERAL, at.ACT_WORD, at.ACT_STORE, at.ACT_BITS, at.ACT_TURN, at.ACT_PROGRESS, ...carried];
    const list = whole.list.slice(), cells = new Int32Array(list.buffer), shift = at.LIST_BYTES - at.ARENA;
    let link = cells[at.LIST_FIRST];
    for (let k = 0; k < number; k += 1) link = cells[(link + shift) >> 2];
    const start = (link + shift) >> 2;
    let rows = 0, listed = -1;
    for (; rows < cells[start + at.MOVE_COUNT]; rows += 1) {
      if (!unlisted.includes(cells[start + at.MOVE_CELLS + 4 * rows + 3])) listed += 1;
      if (listed > action) break;
    }
    if (listed < action) throw new Error("the move has no such action");
    cells[start + at.MOVE_COUNT] = rows;
    try {
      this.position = Object.assign(new Position(whole.turn, whole.board, whole.streams), { list, count: whole.count, opened: whole.opened });
      return machine.ahead(() => {
        this.enter({ seeing: true });
        machine.call("(play-number)", number);
        this.position = this.capture();
        return { board: this.board(), hands: this.hands(), heaps: this.heaps() };
      });
    } finally {
      this.position = whole;
      this.played.length = kept;
      this.useStreams(streams);
    }
  }

  status() {
    const outcome = this.outcome(), count = outcome === null ? this.position.count : 0, over = outcome !== null || !count;
    return { player: this.player, turn: this.turnNumber, count, over, outcome, ended: over ? resultText(this) : "",
      concealed: this.concealed };
  }

  describe() {
    const status = this.status();
    return { ...status, ...pointsDocument(this, status.over), scores: status.over ? this.scores() : null, board: this.board(), hands: this.hands(),
      heaps: this.heaps(), moves: status.over ? [] : this.documents() };
  }

  // -- random games and counts ----------------------------------------------------------------------

  perft(depth, stopAtEnd = true) {
    const { machine, at } = this;
    this.useStreams(this.position.later); // a count before may have drawn random numbers
    this.enter({ seeing: true, afresh: true });
    return machine.ahead(() => {
      machine.setWide(at.LEAVES, 0);
      machine.system({ $perftStop: stopAtEnd ? -1 : 0 });
      machine.call("(abandon-generation)");
      machine.call("(perft)", depth);
      return Number(machine.wide(at.LEAVES));
    });
  }

  playouts(games, plies = 1000) {
    const { machine, at, meta } = this;
    this.enter({ seeing: true, afresh: true });
    machine.bytes.fill(0, at.RESULTS, at.RESULTS + 512);
    machine.bytes.fill(0, at.WON, at.WON + at.WON_SIZE);
    machine.setWide(at.PLIES, 0);
    machine.call("(clear-lists)", 0);
    return machine.ahead(() => {
      machine.call("(playouts)", games, plies);
      const results = {};
      for (const { name, code } of meta.players) {
        const start = (at.RESULTS >> 2) + 4 * (code >> 11), [win, loss, draw] = machine.i32.subarray(start, start + 3);
        if (win || loss || draw) results[name] = { win, loss, draw };
      }
      return { games, plies: Number(machine.wide(at.PLIES)), results };
    });
  }
}

export function named(score, at) {
  if (score === at.UNKNOWN_SCORE) return null;
  return score === 0 ? "draw" : score > 0 ? "win" : "loss";
}
