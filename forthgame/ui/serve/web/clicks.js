// From clicks to moves. A move is the sequence of places where something happens; each click
// narrows the moves to those that agree. Nothing here knows the page: tests run it without one.

// A place as one text: a position, or a piece in a hand.
export function keyOf(place) {
  return place.position === undefined ? `+${place.player}\t${place.piece}` : `=${place.position}`;
}

export function placeOf(key) {
  if (key[0] === "=") return { position: key.slice(1) };
  const [player, piece] = key.slice(1).split("\t");
  return { player, piece };
}

const LEAVE = "leave"; // a piece goes away
const ARRIVE = "arrive"; // it comes
const PUT = "put"; // a new piece comes
const HAND = "hand"; // out of a hand
const MARK = "mark"; // a piece is taken or changed
const DIE = "die"; // the number of a die is used; need not be clicked

// The places of a move in order: { key, kind, strand, action }. Tokens of a strand belong to one
// piece on its way. `can(key)` says what can be clicked at all.
export function tokensOf(move, can, dice = null) {
  const tokens = [];
  const seen = new Set();
  const changes = ["take", "type", "owner"].includes(move.actions[0]?.do);
  let strands = 0;
  const add = (kind, position, strand, action) => {
    const key = keyOf({ position });
    seen.add(key);
    tokens.push({ key, kind, strand, action });
  };
  const ends = new Map(); // where pieces of this move stand: the strand
  move.actions.forEach((action, n) => {
    const last = tokens.at(-1);
    if (action.do === "move") {
      let strand = ends.get(action.from);
      if (strand === undefined) {
        strand = strands++;
        if (last?.key !== keyOf({ position: action.from })) add(LEAVE, action.from, strand, n);
        else last.strand = strand;
      }
      ends.delete(action.from);
      ends.set(action.to, strand);
      add(ARRIVE, action.to, strand, n);
    } else if (action.do === "put") {
      if (last && last.key === keyOf({ position: action.to })) return;
      const strand = changes && last ? last.strand : strands++;
      add(PUT, action.to, strand, n);
      tokens.at(-1).what = `${action.player}\t${action.piece}`;
    } else if (["take", "type", "owner"].includes(action.do)) {
      const key = keyOf({ position: action.to });
      if (last?.key === key || (!changes && seen.has(key))) return;
      add(MARK, action.to, strands++, n);
    } else if (action.do === "hand" && action.number < 0 && tokens[0]?.kind === PUT
        && tokens[0].what === `${action.player}\t${action.piece}`) {
      tokens.unshift({ key: keyOf({ player: action.player, piece: action.piece }), kind: HAND, strand: tokens[0].strand, action: tokens[0].action });
    }
  });
  const known = tokens.filter((token) => can(token.key));
  return dice ? withDice(known, tokens, dice) : known;
}

// Put the die that each step uses before the step: the one with as many points as it is long.
function withDice(known, tokens, { faces, order, first, last }) {
  const left = new Map(faces);
  const double = faces.length > 1 && new Set(faces.map(([, points]) => points)).size === 1;
  const uses = new Map(faces.map(([die]) => [die, double ? 2 : 1]));
  const take = (fits) => {
    const die = [...left].filter(([, points]) => fits(points)).sort((a, b) => a[1] - b[1])[0]?.[0];
    if (die === undefined) return undefined;
    uses.set(die, uses.get(die) - 1);
    if (!uses.get(die)) left.delete(die);
    return die;
  };
  const at = (token) => order.get(token.key.slice(1));
  const steps = []; // [token before which the die stands, its length, is the last one too long]
  let from = null;
  tokens.forEach((token, k) => {
    if (token.kind === LEAVE || token.kind === MARK) from = token;
    const next = tokens[k + 1];
    if (token.kind === ARRIVE || token.kind === PUT) {
      if (from) steps.push([steps.at(-1)?.[3] === from ? token : from, Math.abs(at(token) - at(from)), false, token]);
      from = token;
    } else if (token.kind === MARK && !(next?.kind === PUT)) {
      steps.push([token, Math.min(at(token) - order.get(first), order.get(last) - at(token)), true, token]);
    }
  });
  const before = new Map();
  for (const [token, length, off] of [...steps].sort((a, b) => a[2] - b[2])) {
    const die = take((points) => points === length) ?? (off ? take((points) => points > length) : undefined);
    if (die === undefined) return known;
    before.set(token, die);
  }
  return known.flatMap((token) => (before.has(token)
    ? [{ key: keyOf({ position: before.get(token) }), kind: DIE, strand: token.strand, action: token.action - 1 }, token]
    : [token]));
}

// A move on its way of being clicked: which of its tokens were, and where the next begins.
class Candidate {
  constructor(move, tokens) {
    this.move = move;
    this.tokens = tokens;
    this.line = tokens.filter(({ kind }) => kind !== DIE).map(({ key }) => key).join("\n");
    this.first = tokens.findIndex((token) => token.kind !== DIE);
    const kind = tokens[this.first]?.kind;
    this.changes = kind === MARK;
    this.loose = kind === PUT; // several new pieces of a kind come in any order
    this.least = kind === LEAVE || kind === HAND ? Math.min(2, tokens.length) : 1;
  }

  alike(token) {
    return this.loose && token.kind === PUT && token.what === this.tokens[this.first].what;
  }

  // Indexes of tokens where the move may begin.
  starts() {
    const found = this.first > 0 ? [0, this.first] : [0];
    this.tokens.forEach((token, k) => {
      if (k > this.first && (token.kind === LEAVE ? this.tokens[k - 1].key !== token.key : this.alike(token))) found.push(k);
    });
    return found;
  }

  required(token) {
    return token.kind === ARRIVE || token.kind === PUT || (this.changes && token.kind === MARK);
  }
}

// Where a candidate stands: `done` are the indexes of clicked tokens, `at` is the next one.
function standing(candidate, done, at, side, strict) {
  const { tokens } = candidate;
  const rest = tokens.some((token, k) => candidate.required(token) && !done.includes(k)
    && (k >= at || candidate.alike(token)));
  return { candidate, done, at, side, strict, ended: !rest };
}

const distinct = (list) => new Set(list.map(({ candidate }) => candidate.move.text)).size;
const oneLine = (list) => new Set(list.map(({ candidate }) => candidate.line)).size === 1;

export class Clicks {
  // `moves` as the server writes them. `can(key)` says whether a place can be clicked; `dice`
  // has the faces of dice and the order of places; `areas` are places that count as one.
  constructor(moves, { can = () => true, dice = null, areas = [] } = {}) {
    const texts = new Map(moves.map((move) => [move.text, move]));
    const all = [...texts.values()].map((move) => new Candidate(move, tokensOf(move, can, dice)));
    this.beside = all.filter(({ tokens }) => !tokens.length).map(({ move }) => move);
    this.candidates = all.filter(({ tokens }) => tokens.length);
    this.begins = new Map(); // by place: [candidate, index of the token]
    for (const candidate of this.candidates) {
      for (const k of candidate.starts()) {
        const { key } = candidate.tokens[k];
        if (!this.begins.has(key)) this.begins.set(key, new Map());
        if (!this.begins.get(key).has(candidate)) this.begins.get(key).set(candidate, k);
      }
    }
    this.areas = new Map();
    for (const area of areas) for (const key of area) this.areas.set(key, area);
    this.passed = this.commonEnd();
    if (this.passed !== null) {
      for (const candidate of this.candidates) candidate.least = 1;
    }
    this.common = this.passed === null || this.candidates.length === 1 ? this.commonStart() : null;
    this.reset();
  }

  // A place where all moves begin: it need not be clicked.
  commonStart() {
    const places = this.candidates.map((candidate) => new Set(candidate.starts()
      .filter((k) => candidate.tokens[k].kind !== DIE && candidate.tokens.length > 1).map((k) => candidate.tokens[k].key)));
    if (!places.length) return null;
    return [...places[0]].find((key) => places.every((own) => own.has(key))) ?? null;
  }

  // A place where all moves of several pieces end: it need not be clicked either.
  commonEnd() {
    const ends = new Set(this.candidates.map(({ tokens }) =>
      (tokens.length === 2 && tokens[0].kind === LEAVE && tokens[1].kind === ARRIVE ? tokens[1].key : "")));
    return ends.size === 1 && !ends.has("") ? [...ends][0] : null;
  }

  reset() {
    this.history = [];
    this.state = { live: null, clicked: [], stop: [] };
    if (this.common !== null) {
      const live = this.begun(this.common);
      this.state = { live, clicked: [this.common], stop: [], given: true };
    }
  }

  copy() {
    const found = Object.assign(Object.create(Clicks.prototype), this);
    found.history = [...this.history];
    return found;
  }

  // Take the last click back.
  back() {
    this.state = this.history.pop() || this.state;
  }

  get clicked() {
    return this.state.clicked;
  }

  get busy() {
    return this.history.length > 0;
  }

  // Moves that agree with all clicks so far.
  get moves() {
    return (this.state.live || this.candidates.map((candidate) => ({ candidate }))).map(({ candidate }) => candidate.move);
  }

  begun(key) {
    return [...this.begins.get(key) || []].map(([candidate, start]) => {
      const side = start > candidate.first && !candidate.loose;
      return standing(candidate, [start], start + 1, side, !side);
    });
  }

  // Indexes of tokens that may be clicked next, nearest first: along the way of the piece, and
  // where the next thing happens.
  ahead({ candidate, done, at }) {
    const { tokens } = candidate;
    const found = [];
    const strand = tokens[at - 1]?.strand;
    let next = at;
    while (next < tokens.length && tokens[next].kind === DIE) found.push(next++);
    if (next < tokens.length) found.push(next);
    for (let k = next + 1; k < tokens.length; k += 1) {
      if (tokens[k].strand === strand && (tokens[k].kind === ARRIVE || tokens[k].kind === PUT)) found.push(k);
    }
    tokens.forEach((token, k) => {
      if (!done.includes(k) && !found.includes(k) && done.length && candidate.alike(token)) found.push(k);
    });
    return found;
  }

  // Indexes of tokens where another piece of the move leaves, or that were passed over.
  aside({ candidate, done, at }, skipped) {
    return [...candidate.tokens.keys()].filter((k) => !done.includes(k)
      && (skipped ? k < at && candidate.tokens[k].kind !== DIE : candidate.tokens[k].kind === LEAVE));
  }

  advance(list, key, indexes) {
    return list.flatMap((found) => {
      const token = indexes(found).find((k) => found.candidate.tokens[k].key === key);
      if (token === undefined) return [];
      const { candidate, done, at, side, strict } = found;
      const exact = candidate.tokens.slice(at, token).every(({ kind }) => kind === DIE);
      return [standing(candidate, [...done, token], Math.max(at, token + 1), side, strict && token >= at && exact)];
    });
  }

  // The candidates after one more click; empty if none agrees.
  after(live, key) {
    if (live === null) return this.begun(key);
    const straight = this.advance(live, key, (found) => this.ahead(found));
    if (straight.length) return straight;
    const other = this.advance(live, key, (found) => this.aside(found, false));
    if (distinct(other) === 1) return other;
    return this.parted(live) ? this.advance(live, key, (found) => this.aside(found, true)) : [];
  }

  // Whether moves are left that differ only in what was passed over.
  parted(live) {
    return live.filter(({ ended }) => ended).length > 1;
  }

  // Moves that differ only in what was passed over; empty if others are left, too.
  get ways() {
    const { live, stop } = this.state;
    const over = live !== null && !stop.length && live.every(({ ended }) => ended);
    return over ? [...new Set(live.map(({ candidate }) => candidate.move))] : [];
  }

  // Whether a move can be entered by its first and its last place alone, though other moves may
  // end with the first.
  direct({ candidate }) {
    return candidate.starts().some((start) => {
      const { strand, key } = candidate.tokens[start];
      if (this.begun(key).some(({ ended }) => ended)) return false;
      const end = candidate.tokens.findLast((token) => token.strand === strand && token.kind !== DIE);
      const found = this.after(this.begun(key), end.key).filter(({ ended }) => ended);
      return found.some((other) => other.candidate === candidate) && oneLine(this.own(found));
    });
  }

  // Whether nothing of a move is left to be clicked, nor was passed over.
  whole({ candidate, done }) {
    return candidate.tokens.every(({ kind }, k) => kind === DIE || done.includes(k));
  }

  // Those of several moves that begin where the first click was, and not aside.
  own(list) {
    const mine = list.filter(({ side }) => !side);
    return mine.length ? mine : list;
  }

  resolve(key) {
    const next = this.next;
    if (next.has(key) || !this.areas.has(key)) return key;
    const fitting = this.areas.get(key).filter((other) => next.has(other));
    return fitting.length === 1 ? fitting[0] : key;
  }

  // One click: { play: move }, { menu: moves }, { more: true }, or {} if nothing is there.
  click(place) {
    const key = this.resolve(keyOf(place));
    const { live, clicked, stop, given } = this.state;
    if (key === clicked.at(-1) && stop.length) return this.finish([...stop, ...this.after(live, key)]);
    if (given && key === clicked[0] && distinct(live) === 1 && !this.after(live, key).length) {
      return { play: live[0].candidate.move };
    }
    const found = this.after(live, key);
    if (found.length) return this.narrow(found, key);
    this.history = [];
    this.reset();
    if (key === clicked.at(-1)) return { again: true };
    if (live === null) return {};
    const again = this.after(this.state.live, key);
    if (again.length) return this.narrow(again, key);
    return {};
  }

  // What a click would do, without doing it.
  peek(place) {
    const key = this.resolve(keyOf(place));
    return { ...this.copy().click(place), takes: this.next.get(key) ?? this.startsAt(key) };
  }

  startsAt(key) {
    return [...this.begins.get(key) || []].some(([candidate, k]) => candidate.tokens[k].kind !== PUT);
  }

  // Whether a click goes on with what has been clicked, and does not begin again.
  agrees(place) {
    return this.after(this.state.live, this.resolve(keyOf(place))).length > 0;
  }

  narrow(found, key) {
    const clicked = [...this.state.clicked, key];
    const enough = (list) => list.every(({ candidate }) => clicked.length >= candidate.least);
    let live = found;
    let stop = [];
    if (enough(found) && (distinct(found) === 1 || oneLine(found))) return this.finish(found);
    const ended = this.own(found.filter((one) => one.ended));
    if (ended.length && enough(ended)) {
      const barred = found.filter((one) => !one.ended && one.strict && !this.direct(one));
      if (!barred.length) {
        if (distinct(ended) === 1 || oneLine(ended)) return this.finish(ended);
        live = ended;
        const whole = ended.filter((one) => this.whole(one));
        if (whole.length < ended.length) stop = whole;
      } else {
        live = [...ended, ...barred];
        stop = ended;
      }
    }
    this.history.push(this.state);
    this.state = { live, clicked, stop };
    if (this.next.size || stop.length) return { more: true };
    this.back();
    return this.finish(live);
  }

  finish(list) {
    const moves = [...new Map(list.map(({ candidate }) => [candidate.move.text, candidate.move])).values()];
    return moves.length === 1 ? { play: moves[0] } : { menu: moves };
  }

  // What can be clicked next: the key of a place, and whether a piece is taken up there.
  get next() {
    const { live } = this.state;
    const found = new Map();
    const note = (candidate, k) => {
      const { key, kind } = candidate.tokens[k];
      const takes = kind === LEAVE || kind === HAND || kind === DIE || (kind === MARK && candidate.changes);
      if (found.get(key) !== false) found.set(key, takes);
    };
    if (live === null) {
      for (const starts of this.begins.values()) for (const [candidate, k] of starts) note(candidate, k);
      return found;
    }
    for (const one of live) for (const k of this.ahead(one)) note(one.candidate, k);
    if (this.parted(live)) for (const one of live) for (const k of this.aside(one, true)) note(one.candidate, k);
    return found;
  }

  // How far the moves that are left have gone in common: one of them, the last of its actions that
  // is done, and whether that was the last click; null if they differ, or nothing is done yet.
  get done() {
    const { live } = this.state;
    if (!live?.length) return null;
    const way = (one) => one.candidate.tokens.slice(0, one.at).filter(({ kind }) => kind !== DIE);
    const tokens = way(live[0]);
    const line = (list) => list.map(({ key }) => key).join("\n");
    const last = tokens.findLast(({ kind }) => kind === ARRIVE || kind === PUT);
    if (!last || live.some((one) => one.side || line(way(one)) !== line(tokens))) return null;
    const { move } = live[0].candidate;
    let { action } = last;
    while (move.actions[action + 1]?.do === "take") action += 1;
    return { move, action, last: tokens.at(-1) === last };
  }

  // Dice whose numbers the clicks so far have used.
  get used() {
    const { live } = this.state;
    if (!live?.length) return [];
    const dice = (one) => one.candidate.tokens.slice(0, one.at).filter(({ kind }) => kind === DIE).map(({ key }) => key);
    const [first] = live;
    const own = dice(first);
    const same = live.every((one) => dice(one).join("\n") === own.join("\n"));
    const later = new Set(first.candidate.tokens.slice(first.at).filter(({ kind }) => kind === DIE).map(({ key }) => key));
    return same ? [...new Set(own)].filter((key) => !later.has(key)) : [];
  }
}

// What a game says about clicks, for `Clicks`: `order` are all positions, `can(key)` says whether
// a place is on the page, `board` has player and piece of the positions.
export function rulesOf(given, order, can, board) {
  const skip = new Set((given?.skip || []).map((position) => keyOf({ position })));
  const areas = (given?.areas || []).map((area) => area.map((position) => keyOf({ position })));
  return { can: (key) => can(key) && !skip.has(key), areas, dice: diceOf(given?.dice, order, board) };
}

// Dice that lie on the board, with the points that they show.
function diceOf(given, order, board) {
  if (!given?.on.every((die) => Object.hasOwn(board, die))) return null;
  const { on, points, first, last } = given;
  return { faces: on.map((die) => [die, points[board[die][1]]]), first, last,
    order: new Map(order.map((name, k) => [name, k])) };
}

const LONGEST = 12; // clicks that are tried for a move
const MOST_TRIED = 2000;

// A tree of clicks that were tried: `after` has for a place what `clickedAt` gives.
export function triedFrom(clicks) {
  return { clicks, next: null, after: new Map() };
}

// What a click on a place gives at a node of such a tree, and the node behind it.
export function clickedAt(node, key) {
  if (!node.after.has(key)) {
    const ahead = node.clicks.copy();
    node.after.set(key, { found: ahead.click(placeOf(key)), node: triedFrom(ahead) });
  }
  return node.after.get(key);
}

// The fewest clicks that enter a move, found by trying from a model with nothing clicked; null if
// there are none. All moves of a position may share a tree. For tests and for help.
export function clicksFor(clicks, move, tree = triedFrom(clicks)) {
  const mine = ({ text }) => text === move.text;
  const waiting = [{ node: tree, path: [] }];
  for (let n = 0; n < waiting.length && n < MOST_TRIED; n += 1) {
    const { node, path } = waiting[n], at = node.clicks;
    if (at.state.stop.some(({ candidate }) => mine(candidate.move))) return [...path, path.at(-1)];
    const live = at.state.live || at.candidates.map((candidate) => ({ candidate }));
    const own = live.find(({ candidate }) => mine(candidate.move));
    if (!own || path.length > LONGEST) continue;
    const order = own.candidate.tokens.filter(({ kind }) => kind !== DIE).map(({ key }) => key);
    node.next ??= [...at.next.keys()];
    const next = node.next.filter((key) => order.includes(key));
    if (at.state.given && !path.length) next.push(at.clicked[0]);
    for (const key of next.sort((a, b) => order.indexOf(a) - order.indexOf(b))) {
      const { found, node: ahead } = clickedAt(node, key);
      if ((found.play ? [found.play] : found.menu)?.some(mine)) return [...path, key];
      if (found.more) waiting.push({ node: ahead, path: [...path, key] });
    }
  }
  return null;
}
