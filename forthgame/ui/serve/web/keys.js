// The keys that this browser has been given, and who sits at it. They stay in the browser: the server
// sees proofs of keys, and gets the secret of the person only after it has proved that it has the key.

import { random } from "./proof.js";

const KEYS = "forthgame-keys";
const PERSON = "forthgame-person";
const MOST = 100; // tables
const memory = new Map(); // where a browser stores nothing

function read(name) {
  try {
    return JSON.parse(localStorage.getItem(name)) || {};
  } catch {
    return memory.get(name) || {};
  }
}

function write(name, value) {
  memory.set(name, value);
  try {
    localStorage.setItem(name, JSON.stringify(value));
  } catch {
    // a private window may refuse: the page knows it until it is closed
  }
}

// A key in the address, `#token=T/ROUTE`, `#play=TABLE.KEY` or `#watch=TABLE.KEY`: it is kept, and taken
// out of the address, which people copy and show. Returns whether it is a new one.
export function takeKey() {
  const found = /^#(token|play|watch)=([^/]*)\/?(.*)$/.exec(location.hash);
  if (!found) return false;
  const [, which, value, route] = found;
  const [table, key = ""] = value.split(".");
  history.replaceState(null, "", which === "token" ? `#${route}` : `#${table}/play`);
  return which === "token" ? keep("server", value) : keep(`${which}.${table}`, key);
}

export function keep(name, key) {
  const keys = read(KEYS);
  if (!key || keys[name] === key) return false;
  const rest = Object.entries(keys).filter(([other]) => other !== name && other !== "server").slice(1 - MOST);
  const server = name !== "server" && keys.server ? { server: keys.server } : {};
  write(KEYS, { ...server, ...Object.fromEntries(rest), [name]: key });
  return true;
}

// The keys for a table, the best one first.
export function keysFor(table) {
  const keys = read(KEYS);
  return ["server", `play.${table}`, `watch.${table}`].filter((name) => Object.hasOwn(keys, name))
    .map((name) => [name, keys[name]]);
}

export function person() {
  const known = read(PERSON);
  if (typeof known.secret === "string") return { name: "", ...known };
  const made = { secret: random(24), name: "" };
  write(PERSON, made);
  return made;
}

export function rename(name) {
  write(PERSON, { ...person(), name });
}

export function linkTo(which, table, key) {
  return `${location.origin}/#${which}=${table}.${key}`;
}
