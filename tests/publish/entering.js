// What the test of entered moves asks of a page. Dice are thrown by the test, so that each position is
// a known one.

const { link, room } = window.published;
const asked = link.ask;
let open = 0;
link.wake = () => {};
link.ask = async (...given) => {
  open += 1;
  try { return await asked.apply(link, given); } finally { open -= 1; }
};
const turn = () => new Promise((done) => { setTimeout(done); });
// Whether the page has heard of the game as it stands.
const current = () => link.status && room.table.mark === `${link.begun}.${link.plies.length}`;
const quiet = async (holds = () => true) => {
  for (let k = 0; k < 4000; k += 1) {
    const { turning } = room;
    await turning;
    await turn();
    if (!open && turning === room.turning && holds()) return;
  }
};
const placeOf = (key) => {
  const [player, piece] = key.slice(1).split("\t");
  return key[0] === "=" ? { position: key.slice(1) } : { player, piece };
};
const element = (key) => {
  const { position, player, piece } = placeOf(key);
  if (position) return room.board.cells.get(position);
  return room.board.hands.find(({ dataset }) => dataset.player === player && dataset.piece === piece);
};
const middle = (found) => {
  const box = found.getBoundingClientRect();
  return [Math.round(box.x + box.width / 2), Math.round(box.y + box.height / 2)];
};
const centre = (found) => {
  found.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
  return middle(found);
};
const reached = (found) => found.tabIndex >= 0 && !found.disabled && found.checkVisibility();
const tabs = (found) => {
  const kinds = "a[href], button, input, select, textarea, summary, [tabindex]";
  const all = [...document.querySelectorAll(kinds)].filter(reached);
  return all.indexOf(found) - all.indexOf(document.activeElement);
};
const state = () => {
  const { view, chooser, shown } = room;
  const [player, text] = link.plies.at(-1) || [];
  return { plies: link.plies.length, shown: shown.ply, player, text, trouble: link.trouble || room.note.textContent,
    board: view.position.board, next: view.position.player, ended: link.status?.ended ?? "",
    menu: document.querySelectorAll(".menu button").length, clicked: chooser.clicks.clicked.length };
};
window.entering = {
  // People play all seats.
  async begin() {
    await link.ask("seat", { seats: Object.fromEntries(link.facts.seats.map((player) => [player, "human"])) });
    await quiet();
  },
  async go(address, ply) {
    if (`#${link.written}` !== address) {
      location.hash = address;
      await quiet(() => `#${link.written}` === address);
    }
    room.chooser.menu.close();
    while (room.chooser.clicks.busy) room.chooser.back();
    await quiet(() => current() && room.shown.ply === ply);
    return state();
  },
  async after() {
    const sent = () => room.board.holder.getAttribute("aria-busy") === "true";
    await quiet(() => !sent() || room.table.plies.length === room.shown.ply);
    return state();
  },
  moves: () => room.view.position.moves.map(({ text }) => text),
  centre: (key) => centre(element(key)),
  centres: (...keys) => {
    centre(element(keys[0]));
    return keys.map((key) => middle(element(key)));
  },
  row: (selector, k) => centre(document.querySelectorAll(selector)[k]),
  // Keys that lead to a place: Tab to the board and to hands, arrows between positions.
  keys(key) {
    const { board } = room, goal = element(key);
    if (!board.holder.contains(document.activeElement)) board.cells.get(board.focused).focus();
    if (key[0] !== "=") return ["Tab", tabs(goal)];
    const home = document.activeElement.dataset.position ? 0 : tabs(board.cells.get(board.focused));
    const start = board.focused, to = key.slice(1), came = new Map([[start, null]]), waiting = [start];
    const ways = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    for (const at of waiting) {
      for (const [name, way] of Object.entries(ways)) {
        const next = board.beside(at, way);
        if (next !== null && !came.has(next)) {
          came.set(next, [at, name]);
          waiting.push(next);
        }
      }
    }
    if (!came.has(to)) return null;
    const path = [];
    for (let at = to; came.get(at); [at] = came.get(at)) path.unshift(came.get(at)[1]);
    return ["path", home, path];
  },
  draggable: (start, end) => start !== end && end[0] === "=" && room.chooser.grabs(placeOf(start)),
  buttonKeys: (k) => {
    const { board } = room;
    if (!board.holder.contains(document.activeElement)) board.cells.get(board.focused).focus();
    return tabs(document.querySelectorAll(".others button")[k]);
  },
};
