// What views beside the board share; a view that does nothing of its own leaves the board as it is.

export class Panel {
  constructor(room) {
    this.room = room;
    this.element = null;
  }

  enter() {}

  leave() {}

  viewChanged() {
    this.room.offer(true);
  }

  pick(place, dragging) {
    this.room.chooser.pick(place, dragging);
  }

  drop(place) {
    this.room.chooser.drop(place);
  }

  grabs(place) {
    return this.room.chooser.grabs(place);
  }

  hover() {}

  // A move was chosen on the board: it is followed, and not played.
  async chosen(move) {
    await this.room.explore(move);
  }
}
