// Moves as the players of a game write them: by the pattern of the script, or in the main notation
// of its file. The publisher writes what the notation declares, see notation_facts.py.

const REST = 255; // characters of a text by a pattern

const files = (name) => name.replace(/\d+$/, "");

// Places and pieces of a move: `became` is 0 for a piece that stays what it is.
function outlined({ actions }, board, at) {
  const code = at.PLAYER_MASK | at.PIECE_MASK, left = new Set();
  let source = -1, target = -1, placed = -1, piece = 0, put = 0, takes = false;
  for (const [a, b, c, kind] of actions) {
    let taken = -1;
    if (kind <= at.ACT_MOVE_TAKE) {
      left.add(a);
      if (source < 0) [source, target, piece] = [a, b, c & code];
      else if (a === target) target = b;
      if (kind === at.ACT_MOVE_TAKE) taken = b;
    } else if (kind === at.ACT_CAPTURE) taken = a;
    else if (kind === at.ACT_ADD && placed < 0) [placed, put] = [a, b & code];
    if (taken >= 0 && !left.has(taken) && board[taken]) {
      left.add(taken);
      takes = true;
    }
  }
  if (source < 0) return { source, target: placed, piece: put, became: 0, takes };
  let became = 0;
  for (const [a, b, , kind] of actions) {
    if (a !== target) continue;
    if (kind === at.ACT_TYPE) became = (piece & ~at.PIECE_MASK) | (b & at.PIECE_MASK);
    else if (kind === at.ACT_ADD) became = b & code;
  }
  return { source, target, piece, became: became === piece ? 0 : became, takes };
}

// -- by styles --------------------------------------------------------------------------------------

function coordinates({ source, target, piece, became }, { names, letters, drop, promotion, passing }) {
  if (target < 0) return passing;
  if (source < 0) return `${letters[piece].toUpperCase()}${drop}${names[target]}`;
  return names[source] + names[target] + (became ? promotion || letters[became].toLowerCase() : "");
}

function points({ target }, { names, passing }) {
  return target < 0 ? passing : names[target];
}

function san(outline, declared, { all, at }) {
  const { source, target, piece, became, takes } = outline, { names, letters, plain, castling, passing } = declared;
  const capital = (own) => ((own & at.PIECE_MASK) === plain ? "" : letters[own].toUpperCase());
  if (target < 0 || !piece) return passing;
  const name = names[target], letter = capital(piece), sign = takes ? "x" : "";
  if (source < 0) return `${letter}@${name}`;
  const castled = castling[`${piece & at.PIECE_MASK} ${source} ${target}`];
  if (castled) return castled;
  const file = files(names[source]), rank = names[source].slice(file.length);
  const suffix = became ? `=${letters[became].toUpperCase()}` : "";
  if (!letter) return `${takes || file !== files(name) ? file : ""}${sign}${name}${suffix}`;
  const others = all.filter((other) => other.target === target && other.source >= 0 && other.source !== source
    && capital(other.piece) === letter).map((other) => names[other.source]);
  let apart = "";
  if (others.length) {
    if (others.every((other) => files(other) !== file)) apart = file;
    else apart = others.some((other) => other.slice(files(other).length) === rank) ? file + rank : rank;
  }
  return `${letter}${apart}${sign}${name}${suffix}`;
}

// A path of straight jumps over what is taken, in its order; it lands as soon as it can.
function jumps({ cells }, board, start, taken, end) {
  const at = new Map(cells.flatMap((cell, k) => (cell ? [[`${cell}`, k]] : []))), failed = new Set();
  const free = (k) => k === start || !board[k];
  const step = (from, to) => {
    if (!cells[from] || !cells[to] || from === to) return null;
    const down = cells[to][0] - cells[from][0], right = cells[to][1] - cells[from][1];
    return down && right && Math.abs(down) !== Math.abs(right) ? null : [Math.sign(down), Math.sign(right)];
  };
  const next = (from, [down, right]) => at.get(`${[cells[from][0] + down, cells[from][1] + right]}`);
  const clear = (from, to, way) => {
    let k = next(from, way);
    while (k !== to && k !== undefined && free(k)) k = next(k, way);
    return k === to;
  };
  const over = (from, done) => {
    if (done === taken.length) return from === end ? [from] : null;
    const key = `${from} ${done}`, way = failed.has(key) ? null : step(from, taken[done]);
    if (way && clear(from, taken[done], way)) {
      for (let k = next(taken[done], way); k !== undefined && free(k); k = next(k, way)) {
        const rest = over(k, done + 1);
        if (rest) return [from, ...rest];
      }
    }
    failed.add(key);
    return null;
  };
  return cells[start] && cells[end] ? over(start, 0) : null;
}

function numbers(outline, declared, { all, board, move, takes: taken, at }) {
  const { source, target, takes } = outline, { names, passing } = declared;
  if (source < 0 || target < 0) return passing;
  let way = [source, target];
  if (all.filter((other) => other.source === source && other.target === target).length > 1) {
    const found = jumps(declared, board, source, taken.filter((place) => place !== source), target);
    if (found) way = found;
    else {
      const steps = [source];
      for (const [a, b, , kind] of move.actions) if (kind <= at.ACT_MOVE_TAKE && a === steps.at(-1)) steps.push(b);
      if (steps.length > 1) way = steps;
    }
  }
  return way.map((place) => names[place]).join(takes ? declared.takes : "-");
}

function steps(outline, declared, { move: { actions }, at, player }) {
  const { faces, join, off, passing } = declared, own = declared.reversed.includes(player) ? declared.turned : declared.names;
  if (actions.length && actions.every(([, b, , kind]) => kind === at.ACT_TYPE && faces[b])) {
    return actions.map(([, b]) => faces[b]).join("-");
  }
  const acting = actions.filter(([, , , kind]) => kind <= at.ACT_TYPE);
  const found = acting.flatMap(([a, b, , kind], k) => {
    if (kind <= at.ACT_MOVE_TAKE) return [[own[a], own[b]]];
    if (kind === at.ACT_ADD) return [];
    const after = acting[k + 1];
    return [[own[a], after && after[3] === at.ACT_ADD ? own[after[0]] : off]];
  });
  return found.length ? found.map((ends) => ends.filter(Boolean).join(join)).join(" ") : passing;
}

const STYLES = { coordinates, points, san, numbers, steps };

// -- by a pattern -----------------------------------------------------------------------------------

function byPattern(move, { text, from, to, takes, choice }, { pattern, letters }, { meta, at }) {
  if (to === null) return text;
  const { actions } = move, target = meta.positions.indexOf(to);
  const stepped = actions.find(([, , , kind]) => kind <= at.ACT_MOVE_TAKE), put = actions.find(([, , , kind]) => kind === at.ACT_ADD);
  const number = ((stepped ? stepped[2] : put ? put[1] : 0) & at.PIECE_MASK) - 1;
  const became = actions.filter(([a, , , kind]) => kind === at.ACT_TYPE && a === target).at(-1);
  const promoted = became ? letters[(became[1] & at.PIECE_MASK) - 1] ?? "" : "";
  const meaning = { p: letters[number] ?? "", n: meta.pieces[number] ?? "", f: from ?? "@", t: to, x: takes.length ? "x" : "",
    "=": promoted ? `=${promoted}` : "", c: choice, "%": "%" };
  return pattern.replace(/%(.)/g, (_, sign) => meaning[sign].slice(0, REST)).trim().slice(0, REST);
}

function patterned(moves, documents, declared, known) {
  const found = moves.map((move, k) => byPattern(move, documents[k], declared, known)), times = new Map();
  for (const text of found) times.set(text, (times.get(text) || 0) + 1);
  return found.map((text, k) => {
    if (times.get(text) === 1) return text;
    return documents[k].choice ? `${text} ${documents[k].choice}` : documents[k].text;
  });
}

// The short texts of all moves of a list, given with what the page shows of them.
export function shortTexts(moves, documents, { meta, at, board, player }) {
  const { notation } = meta;
  if (!notation) return moves.map(() => "");
  if (notation.pattern !== undefined) return patterned(moves, documents, notation, { meta, at });
  const all = moves.map((move) => outlined(move, board, at)), write = STYLES[notation.style];
  return moves.map((move, k) => write(all[k], notation, { all, at, board, move, player,
    takes: documents[k].takes.map((place) => meta.positions.indexOf(place)) }));
}
