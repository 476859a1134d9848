// On a phone the panel is a sheet at the lower edge, which comes up over the board when its tab is
// tapped; on a wide page it stands beside the board and nothing here is seen.

import { h } from "./dom.js";

export class Sheet {
  constructor(side) {
    this.side = side;
    this.handle = h("button", { type: "button", class: "handle", onclick: () => this.toggle(!this.open) });
    this.toggle(false);
  }

  get open() {
    return this.side.classList.contains("open");
  }

  // Show something in the panel, where it would be hidden or below the edge.
  reveal(element) {
    this.toggle(true);
    if (this.handle.offsetParent) element.scrollIntoView({ block: "start" });
  }

  toggle(open) {
    this.side.classList.toggle("open", open);
    this.handle.textContent = open ? "▾" : "▴";
    this.handle.setAttribute("aria-expanded", String(open));
    this.handle.setAttribute("aria-label", open ? "Hide the panel" : "Show the panel");
  }
}
