// A menu beside a place: moves that differ in something that is not on the board.

import { h } from "./dom.js";
import { picture } from "./picture.js";
import { differences } from "./wording.js";

export class MoveMenu {
  // `figures()` gives the drawings of pieces by "player\tpiece", as soon as they are there.
  constructor(holder, figures) {
    this.holder = holder;
    this.figures = figures;
    this.element = null;
    this.turned = null;
  }

  open(moves, cell, choose, cancel) {
    this.close();
    const back = document.activeElement;
    const rows = differences(moves);
    const items = rows.map(({ text }, k) => h("button", { type: "button", role: "menuitem", onclick: () => {
      this.close();
      choose(moves[k]);
    } }, h("span", {}, text)));
    this.element = h("div", { class: "menu", role: "menu", "aria-label": "Which move?" }, items);
    this.element.addEventListener("keydown", (event) => {
      const step = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key];
      if (step) {
        event.preventDefault();
        const next = (items.indexOf(document.activeElement) + step + items.length) % items.length;
        items[next].focus();
      } else if (event.key === "Escape") {
        this.close();
        back?.focus?.();
        cancel();
      }
      event.stopPropagation();
    });
    this.holder.append(this.element);
    this.stand(cell);
    this.turned = () => this.stand(cell); // a phone
    addEventListener("resize", this.turned);
    items[0].focus({ preventScroll: true });
    if (rows.every(({ piece }) => piece)) this.draw(rows, items, cell);
    setTimeout(() => {
      this.outside = (event) => {
        if (this.element?.contains(event.target)) return;
        this.close();
        cancel();
      };
      document.addEventListener("pointerdown", this.outside, { once: true, capture: true });
    });
  }

  async draw(rows, items, cell) {
    const element = this.element;
    const figures = await this.figures().catch(() => ({}));
    if (element !== this.element) return;
    rows.forEach(({ player, piece, text }, k) => {
      const drawing = Object.hasOwn(figures, `${player}\t${piece}`) ? figures[`${player}\t${piece}`] : "";
      if (!drawing) return;
      const found = picture(drawing);
      found.setAttribute("aria-hidden", "true");
      items[k].prepend(found);
      items[k].title = text;
    });
    element.classList.toggle("pictured", items.every((item) => item.querySelector("svg")));
    this.stand(cell);
  }

  // Put it beside its place, inside the board.
  stand(cell) {
    this.element.style.left = "0"; // at the right border it would be narrower
    const holder = this.holder.getBoundingClientRect();
    const box = cell ? cell.getBoundingClientRect() : holder;
    const size = this.element.getBoundingClientRect();
    const left = Math.min(Math.max(box.left - holder.left + box.width / 2 - size.width / 2, 4),
      Math.max(holder.width - size.width - 4, 4));
    const below = box.bottom - holder.top + 4;
    const top = below + size.height > holder.height && box.top - holder.top - size.height > 4
      ? box.top - holder.top - size.height - 4 : below;
    this.element.style.left = `${left}px`;
    this.element.style.top = `${top}px`;
  }

  close() {
    if (this.outside) document.removeEventListener("pointerdown", this.outside, { capture: true });
    removeEventListener("resize", this.turned);
    this.outside = this.turned = null;
    this.element?.remove();
    this.element = null;
  }
}
