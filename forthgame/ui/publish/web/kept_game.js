// A game in the address of the page, and in the storage of the browser where there is one.

const DIGITS = 36;
const MOST = 20000; // characters that are read of an address
const MARK = 6; // letters of the script's digest, by which a game of another script is known

// `b.SEED.LEVEL.MOVES.SCRIPT`: numbers of moves in their lists, with a dash between.
export function written({ seed, level }, numbers, digest) {
  return `b.${seed.toString(DIGITS)}.${level === null ? "" : level + 1}.${numbers.map((n) => n.toString(DIGITS)).join("-")}.${digest.slice(0, MARK)}`;
}

// The game of an address; null without one. Throws an error with a sentence if it cannot be read.
export function read(text, digest) {
  if (!/^#?b\./.test(text)) return null;
  const found = text.length > MOST ? null : /^#?b\.([0-9a-z]{1,12})\.(\d{0,5})\.([0-9a-z-]*)(?:\.([0-9a-f]*))?$/.exec(text);
  if (!found) throw new Error("the address is damaged");
  const [, seed, level, moves, script] = found;
  if (script && script !== digest.slice(0, MARK)) throw new Error("the address has a game of another script, or of another version of it");
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
