// The page: which table is open and which view of it, by the address behind `#`.

import { announce, fill, h } from "./dom.js";
import { Link } from "./link.js";
import { lobby } from "./lobby.js";
import { Room } from "./room.js";

const main = document.getElementById("main");
const title = document.getElementById("title");
const connection = document.getElementById("connection");
const link = new Link();
let known = null;
let room = null;

function address() {
  const [table = "", view = ""] = decodeURIComponent(location.hash.slice(1)).split("/");
  return { table, view };
}

async function refresh() {
  known = await link.ask("hello");
  return known;
}

async function show() {
  const { table, view } = address();
  if (!known) return;
  if (!table) {
    room?.close();
    room = null;
    title.textContent = "";
    document.title = "forthgame";
    await link.ask("leave");
    await refresh();
    lobby(main, link, known, open);
    return;
  }
  if (room && room.name === table) {
    room.turnTo(view || "play");
    return;
  }
  room?.close();
  room = new Room(main, link, known, table, (other) => { location.hash = `${table}/${other}`; });
  try {
    await room.join();
    title.textContent = room.table.name;
    document.title = `${room.table.name} – forthgame`;
    room.turnTo(view || "play");
  } catch (error) {
    room = null;
    fill(main, h("div", { class: "notice" }, h("p", {}, error.message), h("a", { href: "#" }, "All games")));
  }
}

async function open(game) {
  const { table } = await link.ask("open", { game });
  location.hash = `${table}/play`;
}

link.onevent = (event) => room?.event(event);
link.onstate = (there) => {
  connection.textContent = there ? "" : "connecting …";
  document.body.classList.toggle("offline", !there);
  if (!there) announce("The connection is lost");
};
link.onopen = async () => {
  try {
    await refresh();
    if (room) await room.join();
    else await show();
  } catch (error) {
    connection.textContent = error.message;
  }
};
window.addEventListener("hashchange", () => show().catch((error) => { connection.textContent = error.message; }));
