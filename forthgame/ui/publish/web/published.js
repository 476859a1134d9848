// A page with one game and no server.

import { fill, h } from "./dom.js";
import { LocalLink } from "./local_link.js";
import { PublishedPlay } from "./published_play.js";
import { Room } from "./room.js";
import { RulesPanel } from "./rules.js";

const VIEWS = [["play", "Play", PublishedPlay], ["rules", "Rules", RulesPanel]];

class GameRoom extends Room {
  constructor(main, link, known, game) {
    // a panel is made by the constructor of a room, and asks it for the game
    const views = VIEWS.map(([name, label, Panel]) => [name, label, class extends Panel {
      constructor(room) {
        room.game = game;
        super(room);
      }
    }]);
    super(main, link, known, "game", (view) => this.turnTo(view), views);
  }
}

async function open() {
  const main = document.getElementById("main"), game = JSON.parse(document.getElementById("game").textContent);
  document.getElementById("title").textContent = game.name;
  if (!("WebAssembly" in globalThis && "DecompressionStream" in globalThis)) {
    fill(main, h("p", { class: "notice" }, "This browser is too old for the game: it lacks WebAssembly or DecompressionStream."));
    return;
  }
  try {
    const link = new LocalLink(game), known = await link.ask("hello"), room = new GameRoom(main, link, known, game);
    const remark = () => { if (room.table.said) room.say(room.table.said); };
    link.onevent = (event) => {
      room.event(event);
      remark();
    };
    await room.join();
    room.turnTo("play");
    remark();
    window.published = { link, room };
  } catch (error) {
    fill(main, h("p", { class: "notice" }, `The game cannot begin: ${error.message}`));
  }
}

open();
