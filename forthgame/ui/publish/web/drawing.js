// Drawings of positions, filled into the templates that the publisher has made.

const HELD = 46; // pixels of a piece's side in hand
const MOST_STACKED = 30;
const CLOSE = 0.8;
const PLACE = "@place@";

const escaped = (text) => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

function count(number, size) {
  return number > 1 ? `<text class="count" x="${size / 2 - 4}" y="${size / 2 - 1}" font-size="16">${number}</text>` : "";
}

// The markup of what stands on a position: `several` pieces in a row if the cell is long.
function standing(look, name, player, piece, several) {
  const [x, y, width, height, size] = look.cells[name];
  const one = look.pieces[`${player}|${piece}|${size}`];
  if (!one) return "";
  const at = (top) => one.replaceAll(PLACE, () => escaped(name)).replace("translate(0 0)", `translate(${x} ${top})`);
  if (!(several > 1)) return at(y);
  const inner = one.slice(one.indexOf("</title>") + 8, -4);
  const filled = (text, top) => at(top).replace(inner, () => text).replace(" transform=", ` data-count="${several}" transform=`);
  if (height < 1.5 * width) return filled(inner + count(several, size), y);
  const low = y + height / 2 - size / 2, step = Math.min(size * 0.84, (height - size) / (several - 1));
  const [first, by] = y < look.middle ? [2 * y - low, step] : [low, -step];
  let stack = inner;
  for (let k = 1; k < Math.min(several, MOST_STACKED); k += 1) stack += `<g transform="translate(0 ${k * by})">${inner}</g>`;
  if (step < CLOSE * size) stack += `<g transform="translate(0 ${(Math.min(several, MOST_STACKED) - 1) * by})">${count(several, size)}</g>`;
  return filled(stack, first);
}

function inHand(look, player, piece, number, k) {
  const [x, y] = look.hands[player], text = look.held[`${player}|${piece}`];
  const left = x + 8 + 54 * (k % look.across) + HELD / 2, top = y + 10 + 48 * Math.floor(k / look.across) + HELD / 2;
  return text.replace("translate(0 0)", `translate(${left} ${top})`).replace('data-count="1"', `data-count="${number}"`)
    .replace(/<\/g>$/, `${count(number, HELD)}</g>`);
}

// A position as the server would have drawn it; `flip` is a player, or true for the other side.
export function drawn(drawing, position, flip, last) {
  const wanted = typeof flip === "string" ? drawing.sides[flip] ?? 0 : flip ? 180 : 0;
  const angle = drawing.angles[wanted] ? wanted : 0, look = drawing.angles[angle];
  const marked = last ? [...new Set([last.from, last.to, ...last.actions.flatMap((action) => [action.from, action.to])])]
    .filter((name) => name && look.last[name]) : [];
  const highlights = marked.length
    ? `<g class="highlights">${marked.map((name) => look.last[name].replace(" class=", () => ` data-position="${escaped(name)}" class=`)).join("")}</g>` : "";
  const pieces = Object.entries(position.board).filter(([name]) => look.cells[name])
    .map(([name, [player, piece]]) => standing(look, name, player, piece, position.heaps[name]));
  const hands = Object.entries(position.hands).filter(([player]) => look.hands[player]).flatMap(([player, held]) =>
    Object.entries(held).map(([piece, number], k) => inHand(look, player, piece, number, k)));
  return { svg: `${look.head}${highlights}<g class="pieces">${pieces.join("")}</g>${
    hands.length ? `<g class="hands">${hands.join("")}</g>` : ""}</svg>`,
  style: drawing.style, scope: drawing.scope, looks: drawing.looks, sides: drawing.sides, angle,
  clicks: drawing.clicks };
}
