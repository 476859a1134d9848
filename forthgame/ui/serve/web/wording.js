// Moves in words. Nothing here knows the page: tests run it without one.

// A move as people read it: a partial one goes on.
export function readable(move) {
  const text = typeof move === "string" ? move : move.short || move.text;
  return text.replace(/^partial (-?\d+ )?/, "").replace(/ - /g, " – ").replace(/ x /g, " × ")
    + (/^partial /.test(typeof move === "string" ? move : move.text) ? " …" : "");
}

// A player as people say it: chance, such as ?Dice, without its sign.
export function named(player) {
  return player.replace(/^\?/, "") || (player ? "Chance" : "");
}

// A throw of dice as its faces, in a game that does not declare how moves are written.
export function thrown(text) {
  return /^= \S+( on \S+)?( = \S+( on \S+)?)*$/.test(text) ? [...text.matchAll(/= (\S+)/g)].map(([, face]) => face).join(", ") : text;
}

// What a move does, action by action, in words.
export function told(action) {
  const piece = [action.player, action.piece].filter(Boolean).join(" ");
  switch (action.do) {
    case "move": return `${piece} goes from ${action.from} to ${action.to}`;
    case "take": return `what stands on ${action.to} is taken`;
    case "put": return `${piece} is put on ${action.to}`;
    case "type": return `the piece on ${action.to} becomes ${action.piece}`;
    case "owner": return `the piece on ${action.to} goes over to ${action.player}`;
    case "hand": return action.number > 0 ? `${piece} comes into hand` : `${piece} leaves the hand`;
    default: return "a pass";
  }
}

// What tells moves apart that agree on the board: for each { text, player, piece }, where the
// piece is one to be drawn, if it alone makes the difference.
export function differences(moves) {
  const shared = (text) => moves.every((move) => move.actions.some((action) => JSON.stringify(action) === text));
  const rest = moves.map((move) => move.actions.filter((action) => !shared(JSON.stringify(action))));
  const pieces = rest.map((own) => own.filter((action) => ["type", "put", "move"].includes(action.do)));
  const last = pieces.map((own) => own.at(-1) || null);
  const apart = (texts) => new Set(texts).size === moves.length;
  const ends = moves.map((move) => (/^partial /.test(move.text) ? "go on" : "stop"));
  const named = last.map((action) => action?.piece || "");
  if (apart(named) && named.filter(Boolean).length >= moves.length - 1 && pieces.every((own) => own.length < 3)) {
    const rows = moves.map((move, k) => (named[k]
      ? { text: named[k], player: last[k].player || moverOf(move), piece: named[k] }
      : { text: unchanged(moves[k], last) }));
    if (apart(rows.map(({ text }) => text))) return rows;
  }
  const choices = moves.map((move) => move.choice);
  if (choices.every(Boolean) && apart(choices)) return choices.map((text) => ({ text }));
  const shorts = moves.map((move) => move.short);
  if (shorts.every(Boolean) && apart(shorts)) return shorts.map((text) => ({ text }));
  const words = rest.map((own) => ways(own).join("; ") || "nothing more");
  if (apart(words)) return words.map((text) => ({ text }));
  const hidden = besides(moves, words);
  if (apart(hidden)) return hidden.map((text) => ({ text }));
  if (apart(ends)) return ends.map((text) => ({ text }));
  const all = hidden.map((text, k) => (moves[k].choice ? `${moves[k].choice}: ${text}` : text))
    .map((text, k) => (apart(hidden.map((one, n) => one + ends[n])) ? `${text}, and ${ends[k]}` : text));
  return all.map((text, k) => {
    const before = all.slice(0, k).filter((other) => other === text).length;
    return { text: before ? `${text}, in another way (${before + 1})` : text };
  });
}

// Words of moves with what they do beside the board, where that differs.
function besides(moves, words) {
  const own = moves.map((move) => move.besides || []);
  return words.map((text, k) => {
    const more = own[k].filter((effect) => !own.every((others) => others.includes(effect)));
    return [...(text === "nothing more" && more.length ? [] : [text]), ...more].join("; ");
  });
}

// What actions do, with a piece that is lifted and put again as one that goes.
function ways(actions) {
  return actions.map((action, k) => {
    const next = actions[k + 1];
    const last = actions[k - 1];
    const lifted = (one, other) => one && other && one.do === "type" && other.do === "put" && one.piece === other.piece;
    if (lifted(last, action)) return "";
    return lifted(action, next) ? `${action.to} – ${next.to}` : told(action);
  }).filter(Boolean);
}

function moverOf(move) {
  return move.actions.find((action) => action.player)?.player || "";
}

// A move that leaves as it is what the others change.
function unchanged(move, others) {
  const changed = others.find((action) => action);
  const before = move.actions.find((action) => action.to === changed.to && action.piece);
  return before ? before.piece : "as it is";
}

// A move that no place stands for, on a button.
export function buttonText(move) {
  if (move.actions.every((action) => action.do === "pass")) return move.choice || "Pass";
  return move.choice || move.short || move.actions.map(told).join("; ");
}
