// The board on the page: what is clicked, dragged or reached with keys, what is marked, what moves.

import { parts, picture, shape, wear } from "./picture.js";

const FINGER = 30; // pixels of a piece in a hand that can be touched, at least
const DRAGGED_FROM = 6; // pixels after which a press is a drag
const STEP = 190; // milliseconds of an action of a move
const LONGEST = 760; // and of a whole move

export class Board {
  // `onpick(place)` is called with { position } or { player, piece } of a hand;
  // `onhover(position)`; `grabs(place)` says whether a piece can be dragged.
  constructor(holder) {
    this.holder = holder;
    this.svg = null;
    this.cells = new Map();
    this.label = () => "";
    this.onpick = () => {};
    this.ondrop = () => {};
    this.onhover = () => {};
    this.grabs = () => false;
    this.focused = "";
    this.drag = null;
    holder.addEventListener("pointerdown", (event) => this.press(event));
    holder.addEventListener("pointermove", (event) => this.pull(event));
    holder.addEventListener("pointerup", (event) => this.release(event));
    holder.addEventListener("pointercancel", () => this.letGo());
    holder.addEventListener("keydown", (event) => this.key(event));
    holder.addEventListener("pointerover", (event) => this.onhover(this.placeAt(event)));
    holder.addEventListener("pointerleave", () => this.onhover(null));
  }

  // -- drawing ----------------------------------------------------------------------------------

  show(view, name) {
    const kept = this.holder.contains(document.activeElement) ? this.focused : "";
    if (this.drag?.moving) this.letGo(); // a press goes on, though the board is drawn anew
    wear(view.style);
    const { board, rest } = parts(view.svg);
    if (rest && this.svg && board === this.drawn) this.redraw(rest);
    else this.draw(view.svg, name);
    this.drawn = rest ? board : null;
    this.hands = [...this.svg.querySelectorAll(".piece.hand")];
    for (const held of this.hands) {
      held.querySelector("title")?.remove();
      held.setAttribute("role", "button");
      held.setAttribute("tabindex", "0");
      held.setAttribute("aria-label", `${held.dataset.player} has ${held.dataset.count} `
        + `${held.dataset.piece} in hand`);
    }
    const pieces = this.svg.querySelector(".pieces");
    for (const piece of pieces?.children || []) {
      piece.querySelector("title")?.remove();
      piece.setAttribute("aria-hidden", "true");
    }
    this.under = shape("g", { class: "highlights marks" });
    this.over = shape("g", { class: "arrows", "aria-hidden": "true" });
    this.svg.insertBefore(this.under, pieces);
    this.svg.append(this.over);
    this.standing = null;
    this.marked = new Set();
    if (this.svg.parentNode !== this.holder) this.holder.replaceChildren(this.svg);
    this.size();
    this.relabel();
    if (!this.cells.has(this.focused)) this.focused = this.cells.keys().next().value || "";
    this.cells.get(this.focused)?.setAttribute("tabindex", "0");
    if (kept) this.cells.get(kept)?.focus({ preventScroll: true });
  }

  // The whole drawing anew.
  draw(text, name) {
    this.svg = picture(text);
    this.svg.setAttribute("role", "group");
    this.svg.setAttribute("aria-label", `The board of ${name}`);
    this.svg.removeAttribute("width");
    this.svg.removeAttribute("height");
    this.svg.querySelector(":scope > title")?.remove();
    this.cells = new Map();
    for (const cell of this.svg.querySelectorAll(".cell[data-position]")) {
      this.cells.set(cell.dataset.position, cell);
      cell.querySelector("title")?.remove();
      cell.setAttribute("role", "button");
    }
    this.centres = null;
  }

  // Only what lies on the board, which is the one that is there.
  redraw(text) {
    const labels = this.svg.querySelector(":scope > .labels");
    this.svg.querySelector(":scope > .territory")?.remove();
    while (labels.nextSibling) labels.nextSibling.remove();
    this.svg.append(...picture(text).childNodes);
    for (const name of this.marked) this.cells.get(name).classList.remove("goal", "movable");
    for (const cell of this.svg.querySelectorAll('.cell[tabindex="0"]')) cell.setAttribute("tabindex", "-1");
  }

  size() {
    const box = this.svg.viewBox.baseVal;
    this.holder.style.setProperty("--ratio", String(box.width / Math.max(box.height, 1)));
  }

  relabel(names = this.cells.keys()) {
    for (const name of names) {
      const cell = this.cells.get(name);
      const label = this.label(name);
      if (cell.getAttribute("aria-label") !== label) cell.setAttribute("aria-label", label);
      if (!cell.hasAttribute("tabindex")) cell.setAttribute("tabindex", "-1");
    }
  }

  centre(name) {
    if (!this.centres) {
      this.centres = new Map();
      for (const [position, cell] of this.cells) {
        const box = cell.getBBox();
        this.centres.set(position, { x: box.x + box.width / 2, y: box.y + box.height / 2,
          size: Math.min(box.width, box.height), long: box.height > 1.5 * box.width });
      }
    }
    return this.centres.get(name);
  }

  // The first piece on a position; a board may have thousands, so they are looked up once.
  piece(name) {
    if (!this.standing) {
      this.standing = new Map();
      for (const piece of this.svg.querySelectorAll(".pieces > .piece")) {
        const { position } = piece.dataset;
        if (!this.standing.has(position)) this.standing.set(position, piece);
      }
    }
    return this.standing.get(name);
  }

  // How many pieces are stacked on a position.
  height(name) {
    return Number(this.piece(name)?.dataset.count || 1);
  }

  // Whether pieces of that kind are in a hand on the board.
  holds(place) {
    return Boolean(this.hands?.some((held) => held.dataset.piece === place.piece && held.dataset.player === place.player));
  }

  // Mark a selected place, where it may go (with dots, unless these are too many), and a path;
  // `movable` are places of pieces that move; if they are `few` of many, they are marked.
  // pieces on `used` places are pale.
  mark({ selected = null, targets = [], path = [], movable = [], dots = true, few = false, used = [] }) {
    if (!this.svg) return;
    for (const piece of this.svg.querySelectorAll(".piece.used")) piece.classList.remove("used");
    for (const name of used) this.piece(name)?.classList.add("used");
    this.under.replaceChildren();
    const before = this.marked;
    for (const name of before) this.cells.get(name).classList.remove("goal", "movable");
    this.marked = new Set([...movable, ...targets].filter((name) => this.cells.has(name)));
    for (const name of movable) this.cells.get(name)?.classList.add("movable");
    for (const name of few ? movable : []) this.under.append(this.around(name));
    for (const held of this.hands) {
      const own = selected && selected.piece === held.dataset.piece && selected.player === held.dataset.player;
      held.classList.toggle("chosen", Boolean(own));
      held.setAttribute("aria-pressed", String(Boolean(own)));
    }
    const cell = selected && this.cells.get(selected.position);
    if (cell) this.under.append(this.outline(cell, "selected"));
    for (const name of targets) {
      const at = this.centre(name);
      if (!at) continue;
      this.cells.get(name).classList.add("goal");
      if (!dots) continue;
      const taken = this.piece(name);
      this.under.append(shape("circle", taken
        ? { class: "target ring", cx: at.x, cy: at.y, r: at.size * 0.46 }
        : { class: "target", cx: at.x, cy: at.y, r: Math.max(4, at.size * 0.15) }));
    }
    const way = path.map((name) => this.centre(name)).filter(Boolean);
    if (way.length > 1) {
      this.under.append(shape("path", { class: "path", d: `M${way.map((p) => `${p.x} ${p.y}`).join("L")}` }));
    }
    this.relabel(new Set([...before, ...this.marked]));
  }

  // Small marks in the colours of players on positions that are theirs; `looks` has their classes.
  shade(places, looks) {
    const found = shape("g", { class: "territory", "aria-hidden": "true" });
    for (const [player, names] of Object.entries(places)) {
      const own = shape("g", { class: `piece ${looks?.[player] || "nobody"}` });
      for (const name of names) {
        const at = this.centre(name);
        if (!at) continue;
        const side = at.size * 0.34;
        own.append(shape("rect", { class: "body", x: at.x - side / 2, y: at.y - side / 2, width: side, height: side }));
      }
      found.append(own);
    }
    this.svg.insertBefore(found, this.svg.querySelector(".pieces"));
  }

  // A ring on a place, or the outline of a long one, which has a row of pieces.
  around(name) {
    return this.centre(name)?.long ? this.outline(this.cells.get(name), "may") : shape("circle", this.ring(name, "may"));
  }

  ring(name, kind) {
    const at = this.centre(name);
    return at ? { class: kind, cx: at.x, cy: at.y, r: at.size * 0.47 } : { class: kind };
  }

  outline(cell, kind) {
    const found = cell.firstElementChild.cloneNode(false);
    found.setAttribute("class", kind);
    return found;
  }

  // Arrows from one position to another, or rings where something is placed.
  arrows(list) {
    if (!this.svg) return;
    this.over.replaceChildren(...list.flatMap(({ from, to, kind, strength = 1 }) => {
      const start = this.centre(from);
      const end = this.centre(to);
      if (!end) return [];
      const opacity = 0.35 + 0.5 * strength;
      if (!start || from === to) {
        return [shape("circle", { class: `arrow ring ${kind}`, cx: end.x, cy: end.y, r: end.size * 0.4,
          opacity })];
      }
      const dx = end.x - start.x;
      const dy = end.y - start.y;
      const length = Math.hypot(dx, dy) || 1;
      const wide = Math.max(3, end.size * 0.11) * (0.6 + 0.4 * strength);
      const head = wide * 2.8;
      const u = { x: dx / length, y: dy / length };
      const neck = { x: end.x - u.x * head, y: end.y - u.y * head };
      const side = { x: -u.y * wide * 1.5, y: u.x * wide * 1.5 };
      return [
        shape("path", { class: `arrow ${kind}`, opacity, "stroke-width": wide,
          d: `M${start.x} ${start.y}L${neck.x} ${neck.y}` }),
        shape("polygon", { class: `arrowhead ${kind}`, opacity,
          points: `${end.x},${end.y} ${neck.x + side.x},${neck.y + side.y} ${neck.x - side.x},${neck.y - side.y}` }),
      ];
    }));
  }

  // -- moving -----------------------------------------------------------------------------------

  // Show the actions of a move one after the other on the position before it.
  async animate(actions) {
    const still = window.matchMedia("(prefers-reduced-motion: reduce)").matches;
    const seen = actions.filter((action) => action.do !== "pass" && action.do !== "hand");
    if (still || !this.svg || document.hidden || !seen.length) return;
    const time = Math.min(STEP, LONGEST / seen.length);
    const standing = new Map();
    const on = (name) => (standing.has(name) ? standing.get(name) : this.piece(name));
    const runs = [];
    for (const action of seen) {
      const target = this.centre(action.to);
      if (action.do === "move" && target) {
        const moving = on(action.from);
        const there = on(action.to);
        if (!moving) continue;
        moving.parentNode.append(moving);
        const begin = place(moving, this.centre(action.from));
        runs.push(moving.animate([
          { transform: `translate(${begin.x}px, ${begin.y}px)` },
          { transform: `translate(${target.x}px, ${target.y}px)` },
        ], { duration: time, easing: "cubic-bezier(.3,.1,.3,1)", fill: "forwards" }));
        moving.at = target;
        await runs.at(-1).finished.catch(() => {});
        if (there && there !== moving) there.remove();
        standing.set(action.from, undefined);
        standing.set(action.to, moving);
      } else if (action.do === "take") {
        const taken = on(action.to);
        if (!taken) continue;
        const run = taken.animate([{ opacity: 1 }, { opacity: 0 }], { duration: time * 0.7, fill: "forwards" });
        await run.finished.catch(() => {});
        standing.set(action.to, undefined);
      } else if (action.do === "put" && target) {
        const ring = shape("circle", { class: "target", cx: target.x, cy: target.y, r: target.size * 0.3 });
        this.under.append(ring);
        await ring.animate([{ opacity: 0 }, { opacity: 1 }], { duration: time * 0.6 }).finished.catch(() => {});
      }
    }
  }

  // -- pointing ---------------------------------------------------------------------------------

  // What lies under the pointer: a position, or a piece in a hand.
  placeAt(event) {
    const held = event.target.closest?.(".piece.hand");
    if (held && this.holder.contains(held)) {
      return { player: held.dataset.player, piece: held.dataset.piece };
    }
    const hit = event.target.closest?.("[data-position]");
    if (hit && hit.dataset.position && this.holder.contains(hit)) return { position: hit.dataset.position };
    return null;
  }

  at(event) {
    return this.placeAt(event) || this.heldAt(event) || this.nearest(event);
  }

  // The piece in a hand at whose figure, or beside it, the pointer is.
  heldAt({ clientX, clientY }) {
    const found = this.hands?.find((held) => {
      const box = held.getBoundingClientRect();
      const [wide, high] = [box.width, box.height].map((size) => Math.max(size, FINGER) / 2);
      return Math.abs(clientX - box.x - box.width / 2) <= wide && Math.abs(clientY - box.y - box.height / 2) <= high;
    });
    return found ? { player: found.dataset.player, piece: found.dataset.piece } : null;
  }

  nearest(event) {
    if (!this.svg || !this.svg.contains(event.target)) return null;
    const matrix = this.svg.getScreenCTM();
    if (!matrix) return null;
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
    let best = null;
    let least = Infinity;
    for (const name of this.cells.keys()) {
      const at = this.centre(name);
      const distance = Math.hypot(at.x - point.x, at.y - point.y);
      if (distance < least && distance < Math.max(at.size * 0.75, 22)) [best, least] = [name, distance];
    }
    return best === null ? null : { position: best };
  }

  press(event) {
    if (event.button || !this.svg) return;
    const place = this.at(event);
    if (!place) return;
    this.drag = { place, x: event.clientX, y: event.clientY, moving: null, id: event.pointerId };
    if (this.grabs(place)) event.preventDefault();
  }

  pull(event) {
    const drag = this.drag;
    if (!drag || drag.id !== event.pointerId) return;
    const far = Math.hypot(event.clientX - drag.x, event.clientY - drag.y) > DRAGGED_FROM;
    if (!drag.moving && far && this.grabs(drag.place)) {
      drag.moving = drag.place.position ? this.piece(drag.place.position)
        : this.hands.find((held) => held.dataset.piece === drag.place.piece
          && held.dataset.player === drag.place.player);
      if (!drag.moving) return;
      drag.home = drag.moving.getAttribute("transform");
      this.onpick(drag.place, true);
      drag.moving.classList.add("dragged");
      this.holder.setPointerCapture(event.pointerId);
    }
    if (drag.moving) {
      const point = new DOMPoint(event.clientX, event.clientY)
        .matrixTransform(this.svg.getScreenCTM().inverse());
      drag.moving.setAttribute("transform", `translate(${point.x} ${point.y})`);
    }
  }

  release(event) {
    const drag = this.drag;
    if (!drag) return;
    if (!drag.moving) {
      this.drag = null;
      const place = this.at(event);
      if (place && same(place, drag.place)) {
        if (place.position) this.focused = place.position;
        this.onpick(place, false);
      }
      return;
    }
    this.letGo();
    const under = document.elementsFromPoint(event.clientX, event.clientY)
      .map((element) => element.closest("[data-position]")).find((hit) => hit && this.holder.contains(hit));
    const place = under ? { position: under.dataset.position }
      : this.nearest({ ...pointOf(event), target: this.svg });
    if (place && !same(place, drag.place)) this.ondrop(place);
  }

  letGo() {
    if (this.drag?.moving) {
      this.drag.moving.setAttribute("transform", this.drag.home);
      this.drag.moving.classList.remove("dragged");
    }
    this.drag = null;
  }

  // -- keys -------------------------------------------------------------------------------------

  key(event) {
    const held = event.target.closest?.(".piece.hand");
    const cell = event.target.closest?.(".cell");
    if (event.key === "Enter" || event.key === " ") {
      if (held) this.onpick({ player: held.dataset.player, piece: held.dataset.piece }, false);
      else if (cell) this.onpick({ position: cell.dataset.position }, false);
      else return;
      event.preventDefault();
      return;
    }
    const way = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    if (!way || !cell) return;
    event.preventDefault();
    const next = this.beside(cell.dataset.position, way);
    if (next) this.focus(next);
  }

  beside(name, [dx, dy]) {
    const from = this.centre(name);
    let best = null;
    let least = Infinity;
    for (const other of this.cells.keys()) {
      if (other === name) continue;
      const to = this.centre(other);
      const along = (to.x - from.x) * dx + (to.y - from.y) * dy;
      const across = Math.abs((to.x - from.x) * dy) + Math.abs((to.y - from.y) * dx);
      if (along <= 1 || across > along * 1.2) continue;
      const distance = along + 1.5 * across; // below 1.7, else rows of hexagons are skipped
      if (distance < least) [best, least] = [other, distance];
    }
    return best;
  }

  focus(name) {
    this.cells.get(this.focused)?.setAttribute("tabindex", "-1");
    this.focused = name;
    const cell = this.cells.get(name);
    cell?.setAttribute("tabindex", "0");
    cell?.focus({ preventScroll: false });
  }
}

function same(one, other) {
  return one.position === other.position && one.piece === other.piece && one.player === other.player;
}

function pointOf(event) {
  return { clientX: event.clientX, clientY: event.clientY };
}

function place(piece, fallback) {
  if (piece.at) return piece.at;
  const found = /translate\(([-\d.e]+)[ ,]+([-\d.e]+)\)/.exec(piece.getAttribute("transform") || "");
  return found ? { x: Number(found[1]), y: Number(found[2]) } : fallback;
}
