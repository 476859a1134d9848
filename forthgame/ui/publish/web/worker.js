// The worker of a page: it holds the machine, and answers requests of the page one after the other.
//
// A game is given by its start and the texts of its moves, so a worker that was ended in the middle
// of a script's endless loop is replaced by another one that knows nothing.

import { Game } from "./game.js";
import { Machine } from "./machine.js";
import { Search } from "./search.js";

const CALL = 5000; // milliseconds that a script may take for a list of moves or a move

let machine = null, game = null, begun = "", line = [];

function goTo(start, texts) {
  const wanted = JSON.stringify(start);
  if (game === null || begun !== wanted) {
    game = new Game(machine);
    begun = "";
    line = [];
    game.begin(start.seed, start.level ?? null);
    begun = wanted;
  }
  let same = 0;
  while (same < line.length && same < texts.length && line[same] === texts[same]) same += 1;
  while (line.length > same) {
    game.undo();
    line.pop();
  }
  for (const text of texts.slice(same)) {
    if (game.outcome() !== null) throw new Error(`ply ${line.length + 1} (${text}): the game is over before it`);
    const number = game.texts().indexOf(text);
    if (number < 0) throw new Error(`ply ${line.length + 1}: ${text} is not a legal move`);
    game.play(number);
    line.push(text);
  }
}

const REQUESTS = {
  view({ start, texts }) {
    let last = null;
    if (texts.length) {
      goTo(start, texts.slice(0, -1));
      const found = game.documents().find((move) => move.text === texts.at(-1));
      last = found ? { player: game.player, ...found } : null;
    }
    goTo(start, texts);
    return { last: game.concealed ? null : last, position: { ply: texts.length, ...game.describe() } };
  },
  play({ start, texts, move }) {
    goTo(start, texts);
    if (game.outcome() !== null) throw new Error("the game is over");
    const moves = game.texts();
    if (!moves.includes(move)) throw new Error(`${move} is not a legal move`);
    const { player } = game;
    goTo(start, [...texts, move]);
    return { player, move };
  },
  // The texts of moves that were given by their numbers in the lists.
  numbered({ start, numbers }) {
    const texts = [], plies = [];
    for (const number of numbers) {
      goTo(start, texts);
      if (game.outcome() !== null || !(number < game.texts().length)) break;
      plies.push([game.player, game.texts()[number]]);
      texts.push(plies.at(-1)[1]);
    }
    return { plies };
  },
  numbers({ start, texts }) {
    const found = [];
    texts.forEach((text, ply) => {
      goTo(start, texts.slice(0, ply));
      found.push(game.texts().indexOf(text));
    });
    return { numbers: found };
  },
  think({ start, texts, engine, limits }) {
    goTo(start, texts);
    const found = new Search(game, engine, limits, (best) => postMessage({ report: { ...best, text: game.texts()[best.move] } })).run();
    return { ...found, player: game.player, text: game.texts()[found.move] };
  },
  count({ start, texts, depth }) {
    goTo(start, texts);
    return { leaves: game.perft(depth) };
  },
  playouts({ start, texts, games, seed }) {
    goTo(start, texts);
    if (seed !== undefined) game.startStreams(seed);
    return { playouts: game.playouts(games) };
  },
};

onmessage = ({ data }) => {
  const { id, what, given } = data;
  try {
    if (what === "load") {
      machine = new Machine(given.parts, given.meta);
      postMessage({ id, answer: {} });
      return;
    }
    const unlimited = what === "think" || what === "count" || what === "playouts";
    const answer = machine.within(unlimited ? Infinity : CALL, () => REQUESTS[what](given));
    postMessage({ id, answer });
  } catch (error) {
    game = null;
    postMessage({ id, error: error.message || String(error), script: error.number });
  }
};
