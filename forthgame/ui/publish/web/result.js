// Results and points as people say them.

const HALVES = { 0: "", 0.25: "¼", 0.5: "½", 0.75: "¾" };

// A number of points: `7½`, `-3`, `0.2`.
export function numberText(number) {
  const size = Math.abs(number), whole = Math.floor(size), part = size - whole;
  if (!(part in HALVES)) return number.toFixed(1);
  return `${number < 0 ? "-" : ""}${whole || !part ? whole : ""}${HALVES[part]}`;
}

// The points of each player by the rules of the board file; empty if none are counted.
export function pointsOf(game, over) {
  const { scores: rules, competitors } = game.meta, verdict = over && game.position.verdict;
  if (verdict && Object.keys(verdict.scores).length) {
    return Object.fromEntries(competitors.map((seat) => [seat, verdict.scores[seat] / rules.divided]));
  }
  if (!rules.pieces.length && !rules.places.length) return {};
  const board = game.board(), found = Object.fromEntries(competitors.map((seat) => [seat, 0]));
  const number = (piece) => Number(rules.numbers[piece] ?? 0), stores = new Set(rules.places.map(([, place]) => place));
  for (const [player, place] of rules.places) if (player in found && board[place]) found[player] += number(board[place][1]);
  for (const [place, [player, piece]] of Object.entries(board)) {
    if (!(player in found)) continue;
    if (rules.pieces.includes(piece)) found[player] += 1;
    else if (over && rules.rest && !stores.has(place)) found[player] += number(piece);
  }
  return found;
}

// The points as texts with their unit, and at the end the positions that players surround.
export function pointsDocument(game, over) {
  const { scores: rules } = game.meta, points = pointsOf(game, over), counted = Object.keys(points).length > 0;
  const texts = Object.fromEntries(Object.entries(points).map(([player, number]) => [player, numberText(number)]));
  const found = { points: texts, unit: counted ? rules.unit : "" };
  return over && counted && rules.surrounded ? { ...found, surrounded: surrounded(game) } : found;
}

// For each player the empty positions from which links reach only that player's pieces.
function surrounded(game) {
  const { positions, scores: { beside } } = game.meta, board = game.board(), found = {}, met = new Set();
  beside.forEach((near, first) => {
    if (!near.length || met.has(first) || board[positions[first]]) return;
    const group = [first], owners = new Set();
    met.add(first);
    for (let k = 0; k < group.length; k += 1) {
      for (const other of beside[group[k]]) {
        const held = board[positions[other]];
        if (held) owners.add(held[0]);
        else if (!met.has(other)) {
          met.add(other);
          group.push(other);
        }
      }
    }
    const [owner] = owners;
    if (owners.size === 1) found[owner] = [...(found[owner] || []), ...group.map((k) => positions[k])];
  });
  return found;
}

// How a game has ended: who has won, by how much if points are counted, and the ending's name.
export function resultText(game) {
  if (game.outcome() === null) return `${game.player} has no move`;
  const outcomes = game.outcomes(), { verdict } = game.position;
  const won = Object.keys(outcomes).filter((player) => outcomes[player] === "win");
  const name = verdict?.name ? `: ${verdict.name.replaceAll("-", " ")}` : "";
  if (won.length) {
    return `${won.join(" and ")} ${won.length === 1 ? "wins" : "win"}${margin(pointsOf(game, true), won, game.meta.scores.unit)}${name}`;
  }
  if (Object.values(outcomes).every((each) => each === "loss")) {
    return `${Object.keys(outcomes).length > 1 ? "Nobody wins" : `${game.player} loses`}${name}`;
  }
  return `A draw${name}`;
}

// ` by 7½ points` if two players have points and the winner has more.
function margin(points, won, unit) {
  const numbers = Object.values(points);
  if (numbers.length !== 2 || won.length !== 1 || !(won[0] in points)) return "";
  const by = 2 * points[won[0]] - numbers[0] - numbers[1], ending = unit.endsWith("xes") ? /es$/ : /s$/;
  return by > 0 ? ` by ${numberText(by)} ${by === 1 ? unit.replace(ending, "") : unit}` : "";
}
