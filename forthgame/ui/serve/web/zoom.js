// A board can be enlarged: by a button if it has many cells, by + - 0, and by two fingers.

const STEP = 1.6;
const LARGEST = 4;
const MANY = 150; // cells of a board that has the button

export class Zoom {
  // `board.letGo()` ends a drag that a second finger has interrupted.
  constructor(holder, board) {
    this.holder = holder;
    this.board = board;
    this.scale = 1;
    this.onchange = () => {}; // the board has become larger than its place, or fits it again
    this.pinch = null; // distance of the fingers and scale when they touched
    holder.addEventListener("keydown", (event) => {
      const scale = { "+": this.scale * STEP, "=": this.scale * STEP, "-": this.scale / STEP, 0: 1 }[event.key];
      if (scale === undefined || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      this.set(scale);
      document.activeElement?.scrollIntoView({ block: "center", inline: "center" });
    });
    const fingers = (work) => (event) => {
      if (event.touches.length !== 2) return;
      event.preventDefault();
      const [one, other] = event.touches;
      work(Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY) || 1,
        { x: (one.clientX + other.clientX) / 2, y: (one.clientY + other.clientY) / 2 });
    };
    holder.addEventListener("touchstart", fingers((distance) => {
      this.board.letGo();
      this.pinch = { distance, scale: this.scale };
    }), { passive: false });
    holder.addEventListener("touchmove", fingers((distance, middle) => {
      if (this.pinch) this.set(this.pinch.scale * (distance / this.pinch.distance), middle);
    }), { passive: false });
  }

  // Whether a board of so many cells needs a button.
  offered(cells) {
    return cells >= MANY || this.scale > 1;
  }

  // The next size; the first again after the last.
  next() {
    this.set(this.scale >= LARGEST ? 1 : this.scale * STEP);
  }

  // Enlarge the board about a point of the window, by default the middle of what is seen.
  set(scale, about = null) {
    const { holder } = this;
    const box = holder.getBoundingClientRect();
    const x = about ? about.x - box.left : holder.clientWidth / 2;
    const y = about ? about.y - box.top : holder.clientHeight / 2;
    const at = [holder.scrollLeft + x, holder.scrollTop + y];
    const before = this.scale;
    this.scale = Math.max(1, Math.min(LARGEST, scale));
    holder.style.setProperty("--zoom", String(this.scale));
    holder.classList.toggle("zoomed", this.scale > 1);
    const ratio = this.scale / before;
    holder.scrollTo(at[0] * ratio - x, at[1] * ratio - y);
    if ((before > 1) !== (this.scale > 1)) this.onchange();
  }
}
