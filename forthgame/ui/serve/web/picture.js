// The server's drawing of a position as elements: of those that drawings are made of, and no others.

import { h } from "./dom.js";
import { readable, thrown } from "./wording.js";

const ELEMENTS = new Set(["svg", "g", "rect", "circle", "path", "polygon", "polyline", "line", "text",
  "tspan", "title", "ellipse", "defs", "image", "use"]);
const ATTRIBUTES = new Set(["class", "viewBox", "width", "height", "role", "x", "y", "x1", "y1", "x2",
  "y2", "cx", "cy", "r", "rx", "ry", "d", "points", "transform", "fill", "fill-opacity", "stroke",
  "stroke-width", "stroke-dasharray", "stroke-linecap", "stroke-linejoin", "opacity", "font-size",
  "font-weight", "text-anchor", "dominant-baseline", "data-position", "data-player", "data-piece",
  "data-count", "id", "href", "preserveAspectRatio"]);
const NAME = /^pic-[0-9a-f]{12}$/; // of an image, to which pieces refer
const REFERENCES = { image: /^data:image\/png;base64,[A-Za-z0-9+/]+={0,2}$/, use: /^#pic-[0-9a-f]{12}$/ };

const policy = window.trustedTypes
  ? window.trustedTypes.createPolicy("board", { createHTML: (text) => text })
  : { createHTML: (text) => text };
const sheet = new CSSStyleSheet();
let styled = "";

document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];

const IMAGES = /(<image\b[^<>]*? id="(pic-[0-9a-f]{12})"[^<>]*? href=")([^"]*)"/g;
const received = new Map(); // the data of images, which the server sends once

// The images that the server need not send again.
export function receivedImages() {
  return [...received.keys()].slice(-200);
}

// A drawing with the images that the server has left out.
export function restored(text) {
  return text.replace(IMAGES, (all, before, name, data) => {
    if (data) received.set(name, data);
    return `${before}${data || received.get(name) || ""}"`;
  });
}

let found = null; // whether a font has the characters of other countries

// Whether the browser has a font for characters such as those on the pieces of shogi and xiangqi: without
// one they all look like a character that no font has.
export function drawable() {
  if (found === null) {
    const paper = h("canvas", { width: "24", height: "24" }).getContext("2d", { willReadFrequently: true });
    const drawn = (text) => {
      paper.clearRect(0, 0, 24, 24);
      paper.font = "20px sans-serif";
      paper.fillText(text, 0, 20);
      return paper.getImageData(0, 0, 24, 24).data.join();
    };
    found = drawn("\u6587") !== drawn("\u{10fffd}");
  }
  return found;
}

export function picture(text) {
  const parsed = new DOMParser().parseFromString(policy.createHTML(text), "image/svg+xml");
  const root = document.importNode(parsed.documentElement, true);
  if (root.localName !== "svg") throw new Error("the drawing cannot be read");
  clean(root);
  return root;
}

function clean(element) {
  for (const { name, value } of [...element.attributes]) {
    const known = name === "id" ? NAME.test(value)
      : name === "href" ? REFERENCES[element.localName]?.test(value) : ATTRIBUTES.has(name);
    if (!known) element.removeAttribute(name);
  }
  for (const child of [...element.children]) {
    if (ELEMENTS.has(child.localName)) clean(child);
    else child.remove();
  }
}

const LABELS = '<g class="labels">';
const OPEN = '<svg xmlns="http://www.w3.org/2000/svg">';

// A drawing's board, which is the same in every position, and what lies on it, as texts.
export function parts(text) {
  const begin = text.indexOf("<title>");
  const board = text.indexOf("</title>", begin);
  const labels = text.indexOf(LABELS, board);
  const end = text.indexOf("</g>", labels);
  if (begin < 0 || board < 0 || labels < 0 || end < 0) return { board: text, rest: "" };
  return { board: text.slice(0, begin) + text.slice(board, end), rest: OPEN + text.slice(end + 4) };
}

// The colours of a game's drawings.
export function wear(style) {
  if (style === styled) return;
  styled = style;
  sheet.replaceSync(style);
}

const shelf = new CSSStyleSheet(); // the rules of small pictures, each with a scope of its own
const shelved = new Set();
document.adoptedStyleSheets = [...document.adoptedStyleSheets, shelf];

// A drawing of a game beside drawings of others.
export function thumbnail({ svg, style, scope }) {
  const found = picture(svg);
  for (const part of found.querySelectorAll("title, .labels")) part.remove();
  if (!shelved.has(scope)) {
    shelved.add(scope);
    const rules = new CSSStyleSheet();
    rules.replaceSync(style);
    for (const rule of rules.cssRules) shelf.insertRule(rule.cssText, shelf.cssRules.length);
  }
  found.classList.add("forthgame", scope);
  found.setAttribute("aria-hidden", "true");
  return found;
}

// A player's colour, as a disc in a line of text.
export function chip(view, player) {
  const look = view?.looks?.[player];
  if (!look) return null;
  const found = shape("svg", { class: `forthgame chip ${view.scope}`, viewBox: "-46 -46 92 92", "aria-hidden": "true" });
  const piece = shape("g", { class: look });
  piece.append(shape("circle", { class: "body", r: 40 }));
  found.append(piece);
  return found;
}

// A move with who has made it in front: by colour, and in words where nobody sees that.
export function ply(view, player, text) {
  const colour = chip(view, player);
  const rest = colour && text.startsWith(`${player} `) ? text.slice(player.length + 1) : text;
  const named = !colour && text.startsWith(`${player} `);
  return [named ? null : h("span", { class: colour ? "by" : "who" }, colour,
    h("span", { class: colour ? "unseen" : "" }, `${player} `)), rest ? readable(player.startsWith("?") ? thrown(rest) : rest) : "has chosen"];
}

export function shape(name, given) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(given)) element.setAttribute(key, value);
  return element;
}
