// Moves that look alike: texts that tell them apart, and what they do beside the board, in words.

const single = (text) => text.split(/\s+/).filter(Boolean).join(" ");

// A text for each move by which it is found, as `texts_alone` writes it.
export function textsAlone(texts, moves, at) {
  if (new Set(texts).size === texts.length) return texts;
  const taken = new Set(texts.map(single)), first = new Map(), times = new Map();
  return texts.map((text, k) => {
    const own = single(text);
    times.set(own, (times.get(own) || 0) + 1);
    if (!first.has(text)) first.set(text, k);
    const before = first.get(text);
    if (before === k || signature(moves[before], at) === signature(moves[k], at)) return text;
    let count = String(times.get(own));
    while (taken.has(`${own}~${count}`)) count = `0${count}`;
    return `${own}~${count}`;
  });
}

function signature({ type, partial, actions }, at) {
  return JSON.stringify([type, partial, actions.map(([a, b, c, kind]) => [kind, a, kind === at.ACT_PASS ? 0 : b,
    kind >= at.ACT_BITS ? c : 0])]);
}

// Give documents of moves that look alike a list `besides` of their other effects.
export function addEffects(documents, moves, game) {
  const looks = documents.map(({ partial, choice, actions }) => JSON.stringify([partial, choice, actions]));
  const often = new Map();
  for (const look of looks) often.set(look, (often.get(look) || 0) + 1);
  documents.forEach((document, k) => {
    if (often.get(looks[k]) > 1) document.besides = [...effects(moves[k], game)];
  });
}

function* effects({ type, partial, actions }, { meta, at }) {
  const { effects: names } = meta, typed = (number) => names.types[number] ?? String(number);
  if (partial > 1) yield `goes on with ${typed(partial - 1)}`;
  if (type) yield `as ${typed(type)}`;
  for (const [a, b, c, kind] of actions) {
    if (kind === at.ACT_WORD) yield `runs ${names.words[a] ?? a}`;
    else if (kind === at.ACT_STORE) yield `${stored(names.storage, a)} becomes ${b}`;
    else if (kind === at.ACT_BITS) yield `sets ${bits(a, b, c, meta)}`;
    else if (kind === at.ACT_TURN) yield turned(b, meta.players.find(({ code }) => code === c)?.name ?? String(c), names);
  }
}

function turned(what, player, { out, back }) {
  if (what === out) return `${player} is out`;
  return what === back ? `${player} is in again` : "another turn follows";
}

function stored(storage, offset) {
  const found = storage.find(([, start, count, size]) => start <= offset && offset < start + count * size);
  if (!found) return "board storage";
  const [name, start, count, size] = found;
  return count > 1 ? `${name} ${Math.floor((offset - start) / size)}` : name;
}

function bits(place, mask, value, { positions, effects: { fields, marksStart } }) {
  const count = positions.length, plane = place < count ? -1 : Math.floor((place - marksStart) / count);
  const found = fields.find(([, shift, width, own]) => own === plane && ((((1 << width) - 1) << shift) | 0) === (mask | 0));
  if (!found) return `bits to ${value}`;
  const [name, shift, width] = found, at = place < count ? place : (place - marksStart) % count;
  return `${name} of ${positions[at] ?? at} to ${(value >> shift) & ((1 << width) - 1)}`;
}
