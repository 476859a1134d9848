// Drawings of positions, filled into the templates that the publisher has made.

const HELD = 46; // pixels of a piece's side in hand
const MOST_STACKED = 30;
const CLOSE = 0.8;
const PLACE = "@place@";

const escaped = (text) => text.replace(/[&<>"']/g, (sign) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#x27;" })[sign]);
const written = (number) => String(Number(number.toPrecision(6)));

function count(number, size) {
  return number > 1 ? `<text class="count" x="${written(size / 2 - 4)}" y="${written(size / 2 - 1)}" font-size="16">${number}</text>` : "";
}

// The markup of what stands on a position, of which there are `several`; in a long cell they stand
// in a row from the border inwards, and one by itself stands there too if the game has `stacks`.
function standing(look, name, player, piece, several, stacks) {
  const [x, y, , height, [flat, long]] = look.cells[name];
  const row = long !== undefined && (several > 1 || stacks), space = row ? long : flat;
  const one = look.figures[look.pieces[`${player}|${piece}|${space}`]];
  if (!one) return "";
  const size = look.sizes[space], inner = one.slice(one.indexOf("</title>") + 8, -4);
  let top = y, figure = inner + (row ? "" : count(several, size));
  if (row) {
    const low = y + height / 2 - size / 2, upper = y < look.middle;
    const step = Math.round(100 * Math.min(size * 0.84, (height - size) / Math.max(several - 1, 1))) / (upper ? 100 : -100);
    top = upper ? 2 * y - low : low;
    for (let k = 1; k < Math.min(several, MOST_STACKED); k += 1) figure += `<g transform="translate(0 ${written(k * step)})">${inner}</g>`;
    if (several > 1 && Math.abs(step) < CLOSE * size) { // nobody counts them at a glance
      figure += `<g transform="translate(0 ${written((Math.min(several, MOST_STACKED) - 1) * step)})">${count(several, size)}</g>`;
    }
  }
  const [counted, times] = several > 1 ? [` data-count="${several}"`, ` times ${several}`] : ["", ""];
  return `${one.slice(0, -4 - inner.length).replace(' transform="translate(0 0)"', `${counted} transform="translate(${written(x)} ${written(top)})"`)
    .replace("</title>", `${times}</title>`).replaceAll(PLACE, () => escaped(name))}${figure}</g>`;
}

function inHand(look, player, piece, number, k) {
  const [x, y] = look.hands[player], text = look.held[`${player}|${piece}`];
  const left = x + 8 + 54 * (k % look.across) + HELD / 2, top = y + 10 + 48 * Math.floor(k / look.across) + HELD / 2;
  return text.replace("translate(0 0)", `translate(${written(left)} ${written(top)})`).replace('data-count="1"', `data-count="${number}"`)
    .replace(/ has 1 (?=.*?<\/title>)/, ` has ${number} `).replace(/<\/g>$/, `${count(number, HELD)}</g>`);
}

// A position as the server would have drawn it; `flip` is a player, or true for the other side.
export function drawn(drawing, position, flip, last) {
  const wanted = typeof flip === "string" ? drawing.sides[flip] ?? 0 : flip ? 180 : 0;
  const angle = drawing.angles[wanted] ? wanted : 0, look = drawing.angles[angle];
  const marked = last ? [...new Set([last.from, last.to, ...last.actions.flatMap((action) => [action.from, action.to])])]
    .filter((name) => name && look.last[name]) : [];
  const highlights = last
    ? `<g class="highlights">${marked.map((name) => look.last[name].replace(/ class="[^"]*"/, (kind) => `${kind} data-position="${escaped(name)}"`)).join("")}</g>` : "";
  const pieces = Object.entries(position.board).filter(([name]) => look.cells[name])
    .map(([name, [player, piece]]) => standing(look, name, player, piece, position.heaps?.[name] ?? 1, Boolean(position.heaps)));
  const hands = Object.entries(position.hands).filter(([player]) => look.hands[player]).flatMap(([player, held]) =>
    Object.entries(held).map(([piece, number], k) => inHand(look, player, piece, number, k)));
  const head = look.head.replace(/@image(\d+)@/g, (_, k) => drawing.images[k]);
  return { svg: `${head}${highlights}<g class="pieces">${pieces.join("")}</g>${
    hands.length ? `<g class="hands">${hands.join("")}</g>` : ""}</svg>`,
  style: drawing.style, scope: drawing.scope, looks: drawing.looks, sides: drawing.sides, angle, names: drawing.names,
  clicks: drawing.clicks };
}
