// The page: which table is open and which view of it, by the address behind `#`.

import { AnalysePanel } from "./analyse.js";
import { Contest } from "./contest.js";
import { announce, fill, h } from "./dom.js";
import { takeKey } from "./keys.js";
import { Link } from "./link.js";
import { lobby } from "./lobby.js";
import { PlayPanel } from "./play.js";
import { Room } from "./room.js";
import { RulesPanel } from "./rules.js";
import { ScriptPanel } from "./script.js";
import { SetupPanel } from "./setup.js";
import { tournaments } from "./tournaments.js";
import { WhyPanel } from "./why.js";

const VIEWS = [["play", "Play", PlayPanel], ["rules", "Rules", RulesPanel], ["why", "Why", WhyPanel], ["analyse", "Analyse", AnalysePanel],
  ["script", "Script", ScriptPanel], ["setup", "Set up", SetupPanel]];

const main = document.getElementById("main");
const title = document.getElementById("title");
const connection = document.getElementById("connection");
takeKey();
const link = new Link(tableOf());
let known = null;
let room = null;

function address() {
  return location.hash.slice(1).split("/").map((part) => {
    try {
      return decodeURIComponent(part);
    } catch {
      return part;
    }
  });
}

// The table of the address, empty for other views.
function tableOf() {
  const [first = ""] = address();
  return first.startsWith("~") ? "" : first;
}

async function refresh() {
  known = await link.ask("hello");
  return known;
}

function name(text) {
  title.textContent = text;
  document.title = text ? `${text} – forthgame` : "forthgame";
}

function close() {
  room?.close();
  room = null;
}

async function show() {
  if (takeKey() || (tableOf() && known && !link.reaches(tableOf()))) {
    link.turnTo(tableOf());
    return;
  }
  const [first = "", ...rest] = address();
  if (!known) return;
  if (first === "~tournament") await showContest(...rest);
  else if (!first || first === "~tournaments") await showLists(first);
  else await showTable(first, rest[0]);
}

async function showLists(which) {
  close();
  name(which ? "Tournaments" : "");
  const there = location.hash;
  await link.ask("leave");
  await refresh();
  if (location.hash !== there) return; // somebody was quicker
  if (link.rights !== "server") visitor();
  else if (which) await tournaments(main, link, known);
  else lobby(main, link, known, open);
}

function visitor() {
  const table = link.name.split(".")[1] || "";
  fill(main, h("div", { class: "notice" }, h("p", {}, "You have come by the link of a table."),
    h("a", { href: `#${table}/play` }, "Go to the table")));
}

async function enter(next, what) {
  close();
  room = next;
  try {
    await next.join();
    name(what(next));
    if (document.activeElement === document.body) main.focus({ preventScroll: true }); // the button is gone
  } catch (error) {
    if (room === next) close();
    fill(main, h("div", { class: "notice" }, h("p", {}, error.message), h("a", { href: "#" }, "All games")));
  }
}

async function showContest(store = "", number = "", ply = "") {
  const game = /^[0-9]+$/.test(number) ? Number(number) - 1 : null;
  if (room instanceof Contest && room.name === store) {
    if (game !== null) await room.open(game, Number(ply) || 0);
    return;
  }
  await link.ask("leave");
  await enter(new Contest(main, link, store, game, Number(ply) || 0), ({ known: found }) => found.name);
}

async function showTable(table, view = "play") {
  if (room instanceof Room && room.name === table) {
    room.turnTo(view);
    return;
  }
  link.table = table;
  await enter(new Room(main, link, known, table, (other) => { location.hash = `${table}/${other}`; }, VIEWS),
    (there) => there.table.name);
  if (room instanceof Room) room.turnTo(view);
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
link.onrefused = () => {
  connection.textContent = "";
  if (room) {
    connection.textContent = "The server has been started again: open the address it has printed";
    return;
  }
  fill(main, h("div", { class: "notice" },
    h("h1", {}, "This address does not open the board"),
    h("p", {}, "Open the whole address that `forthgame serve` has printed, or the link of a table. "
      + "The server prints a new address each time it is started.")));
};
link.onopen = async () => {
  try {
    await refresh();
    if (room && (link.rights === "server" || (room instanceof Room && link.reaches(room.name)))) await room.join();
    else await show();
  } catch (error) {
    connection.textContent = error.message;
  }
};
window.addEventListener("hashchange", () => show().catch((error) => { connection.textContent = error.message; }));
