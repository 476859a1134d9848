// A board with many cells can be enlarged: by a button, by + - 0, and by pinching as any page.

const STEPS = [1, 1.6, 2.4, 3.4];
const MANY = 150; // cells of a board that has the button

export class Zoom {
  constructor(holder) {
    this.holder = holder;
    this.at = 0;
    holder.addEventListener("keydown", (event) => {
      const step = { "+": this.at + 1, "=": this.at + 1, "-": this.at - 1, 0: 0 }[event.key];
      if (step === undefined || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      this.set(step);
      document.activeElement?.scrollIntoView({ block: "center", inline: "center" });
    });
  }

  // Whether a board of so many cells needs it.
  offered(cells) {
    return cells >= MANY || this.at > 0;
  }

  // The next size; the first again after the last.
  next() {
    this.set((this.at + 1) % STEPS.length);
  }

  set(step) {
    const { holder } = this;
    const middle = [holder.scrollLeft + holder.clientWidth / 2, holder.scrollTop + holder.clientHeight / 2];
    const before = STEPS[this.at];
    this.at = Math.max(0, Math.min(STEPS.length - 1, step));
    holder.style.setProperty("--zoom", String(STEPS[this.at]));
    holder.classList.toggle("zoomed", this.at > 0);
    const ratio = STEPS[this.at] / before;
    holder.scrollTo(middle[0] * ratio - holder.clientWidth / 2, middle[1] * ratio - holder.clientHeight / 2);
  }
}
