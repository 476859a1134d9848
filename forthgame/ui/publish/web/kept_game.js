// A game in the address of the page, and in the storage of the browser where there is one.

const DIGITS = 36;

// `b.SEED.LEVEL.MOVES`: numbers of moves in their lists, with a dash between.
export function written({ seed, level }, numbers) {
  return `b.${seed.toString(DIGITS)}.${level === null ? "" : level + 1}.${numbers.map((n) => n.toString(DIGITS)).join("-")}`;
}

export function read(text) {
  const found = /^#?b\.([0-9a-z]{1,12})\.(\d{0,5})\.([0-9a-z-]*)$/.exec(text);
  if (!found) return null;
  const [, seed, level, moves] = found;
  return { start: { seed: parseInt(seed, DIGITS), level: level ? Number(level) - 1 : null },
    numbers: moves ? moves.split("-").map((n) => parseInt(n, DIGITS)) : [] };
}

// A frame without an origin of its own has no storage, and its address cannot be changed.
export class Storage {
  constructor(key) { this.key = key; }

  get() {
    try {
      return JSON.parse(localStorage.getItem(this.key) || "null");
    } catch {
      return null;
    }
  }

  set(value) {
    try {
      localStorage.setItem(this.key, JSON.stringify(value));
    } catch {
      // the game goes on without being kept
    }
  }
}

export function putAddress(text) {
  try {
    history.replaceState(null, "", `#${text}`);
  } catch {
    // as above
  }
}
