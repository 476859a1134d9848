// From clicks to moves: a piece and where it goes, a place for a new piece, or a menu where several fit.

import { fill, h } from "./dom.js";

const FEW = 5; // pieces that may move, among others that may not

export class Chooser {
  // `play(move)` is called with the move that was chosen.
  constructor(board, play, say) {
    this.board = board;
    this.play = play;
    this.say = say;
    this.moves = [];
    this.picked = null;
    this.menu = null;
  }

  // The moves that may be chosen now; none where nobody here is to move.
  offer(moves, picked = null, pieces = 0) {
    this.close();
    this.moves = moves;
    this.pieces = pieces; // of the player on the board
    this.picked = picked && this.from(picked).length ? picked : null;
    this.draw();
  }

  // Moves that begin at a place: of the piece there, or drops of what is in hand.
  from(place) {
    if (place.position) return this.moves.filter((move) => move.from === place.position);
    return this.moves.filter((move) => !move.from && move.to && move.actions.some((action) =>
      action.do === "put" && action.piece === place.piece && action.player === place.player));
  }

  placements(position) {
    return this.moves.filter((move) => !move.from && move.to === position);
  }

  draw() {
    const own = this.picked ? this.from(this.picked) : this.moves.filter((move) => !move.from);
    const movable = this.picked ? [] : [...new Set(this.moves.map((move) => move.from).filter(Boolean))];
    const targets = [...new Set(own.map((move) => move.to).filter(Boolean))];
    const some = this.picked || targets.length <= 60;
    const few = movable.length <= FEW && movable.length < this.pieces;
    this.board.mark({ selected: this.picked, targets, movable, dots: some, few });
  }

  grabs(place) {
    return this.from(place).length > 0;
  }

  pick(place, dragging) {
    this.close();
    if (dragging) {
      this.picked = place;
      this.draw();
      return;
    }
    if (this.picked && place.position) {
      const fitting = this.from(this.picked).filter((move) => move.to === place.position);
      if (fitting.length) return this.choose(fitting, place);
      if (this.picked.position === place.position) {
        const placed = this.placements(place.position);
        this.picked = null;
        if (placed.length) this.choose(placed, place);
        return this.draw();
      }
    }
    if (this.from(place).length) {
      this.picked = place;
      const count = this.from(place).length;
      const also = place.position ? this.placements(place.position) : [];
      this.say(`${name(place)}: ${count} ${count === 1 ? "move" : "moves"}`
        + (also.length ? `; click again for ${readable(also[0])}` : ""));
      return this.draw();
    }
    const placed = place.position ? this.placements(place.position) : [];
    this.picked = null;
    if (placed.length) this.choose(placed, place);
    else if (this.moves.length) this.say(`no move at ${name(place)}`);
    this.draw();
  }

  drop(place) {
    const fitting = this.picked ? this.from(this.picked).filter((move) => move.to === place.position) : [];
    if (fitting.length) this.choose(fitting, place);
    else this.draw();
  }

  choose(fitting, place) {
    const different = [...new Map(fitting.map((move) => [move.text, move])).values()];
    if (different.length === 1) {
      this.take(different[0]);
      return;
    }
    this.open(different, place);
  }

  take(move) {
    this.picked = null;
    this.draw();
    this.play(move);
  }

  open(moves, place) {
    const back = document.activeElement;
    const items = labels(moves).map((label, k) =>
      h("button", { type: "button", role: "menuitem", onclick: () => {
        this.close();
        this.take(moves[k]);
      } }, label));
    this.menu = h("div", { class: "menu", role: "menu", "aria-label": "Which move?" }, items);
    this.menu.addEventListener("keydown", (event) => {
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      if (step) {
        event.preventDefault();
        const next = (items.indexOf(document.activeElement) + step + items.length) % items.length;
        items[next].focus();
      } else if (event.key === "Escape") {
        this.close();
        back?.focus?.();
        this.draw();
      }
      event.stopPropagation();
    });
    this.board.holder.append(this.menu);
    this.stand(place);
    items[0].focus({ preventScroll: true });
    this.say(`${moves.length} moves fit: choose one`);
    setTimeout(() => {
      this.outside = (event) => { if (!this.menu?.contains(event.target)) this.close(); };
      document.addEventListener("pointerdown", this.outside, { once: true, capture: true });
    });
  }

  // Put the menu beside its place, inside the board.
  stand(place) {
    const cell = this.board.cells.get(place.position);
    const holder = this.board.holder.getBoundingClientRect();
    const box = cell ? cell.getBoundingClientRect() : holder;
    const size = this.menu.getBoundingClientRect();
    const left = Math.min(Math.max(box.left - holder.left + box.width / 2 - size.width / 2, 4),
      Math.max(holder.width - size.width - 4, 4));
    const below = box.bottom - holder.top + 4;
    const top = below + size.height > holder.height && box.top - holder.top - size.height > 4
      ? box.top - holder.top - size.height - 4 : below;
    this.menu.style.left = `${left}px`;
    this.menu.style.top = `${top}px`;
  }

  close() {
    if (this.outside) document.removeEventListener("pointerdown", this.outside, { capture: true });
    this.outside = null;
    this.menu?.remove();
    this.menu = null;
  }
}

function name(place) {
  return place.position || `${place.piece} in hand`;
}

// A move as people read it: a partial one goes on.
export function readable(move) {
  const text = typeof move === "string" ? move : move.short || move.text;
  return text.replace(/^partial (-?\d+ )?/, "").replace(/ - /g, " – ").replace(/ x /g, " × ")
    + (/^partial /.test(typeof move === "string" ? move : move.text) ? " …" : "");
}

// What tells moves of a menu apart: their choice, the piece, or the whole text.
function labels(moves) {
  const choices = moves.map((move) => move.choice);
  if (choices.every(Boolean) && new Set(choices).size === moves.length) return choices;
  return moves.map(readable);
}

// Moves that no place stands for, such as passing, as buttons.
export function otherMoves(moves, play, holder) {
  const others = [...new Map(moves.filter((move) => !move.from && !move.to)
    .map((move) => [move.text, move])).values()];
  fill(holder, others.slice(0, 40).map((move) =>
    h("button", { type: "button", onclick: () => play(move) }, readable(move))));
  holder.hidden = !others.length;
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
