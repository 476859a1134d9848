// The worker of a page: it holds the machine, and answers requests of the page one after the other.
//
// A game is given by its start and the texts of its moves, so a worker that was ended in the middle
// of a script's endless loop is replaced by another one that knows nothing.

import { Game } from "./game.js";
import { Machine } from "./machine.js";
import { refusal } from "./refusal.js";
import { Search } from "./search.js";

const CALL = 5000; // milliseconds that a script may take for a list of moves or a move

let machine = null, broken = null, game = null, begun = "", line = [], shorts = [];

function goTo(start, texts) {
  const wanted = JSON.stringify(start);
  if (game === null || begun !== wanted) {
    game = new Game(machine);
    begun = "";
    line = [];
    shorts = [];
    game.begin(start.seed, start.level ?? null);
    begun = wanted;
  }
  let same = 0;
  while (same < line.length && same < texts.length && line[same] === texts[same]) same += 1;
  while (line.length > same) {
    game.undo();
    line.pop();
    shorts.pop();
  }
  for (const text of texts.slice(same)) {
    if (game.outcome() !== null) throw new Error(`ply ${line.length + 1} (${text}): the game is over before it`);
    const number = game.texts().indexOf(text);
    if (number < 0) throw new Error(`ply ${line.length + 1}: ${text} is not a legal move`);
    shorts.push(game.meta.notation ? game.documents()[number].short : "");
    game.play(number);
    line.push(text);
  }
}

// The number of the move with a text; unless `exact`, of the only one that contains its parts in order.
function meant(texts, wanted, exact) {
  const found = texts.indexOf(wanted);
  if (found >= 0) return found;
  const parts = (text) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) || [];
  const same = (text) => parts(text).join("");
  const fits = exact ? [] : texts.map((text, k) => [text, k]).filter(([text]) =>
    same(text) === same(wanted) || same(text).endsWith(same(wanted)) || squeezed(text, wanted));
  const different = new Set(fits.map(([text]) => text));
  if (different.size === 1) return fits[0][1];
  throw new Error(different.size ? `${wanted} may be ${[...different].slice(0, 5).join(", or ")}` : `${wanted} is not a legal move`);
}

// Whether a text has the positions of `a2a3` among its names, and no more.
function squeezed(text, wanted) {
  const names = new Set(game.meta.positions);
  const places = text.split(/\s+/).filter((part) => names.has(part)).join("");
  return places.toLowerCase() === wanted.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
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
    return { last: game.concealed ? null : last, shorts: shorts.slice(0, texts.length - game.concealed), position: { ply: texts.length, ...game.describe() } };
  },
  status({ start, texts }) {
    goTo(start, texts);
    return game.status();
  },
  half({ start, texts, move, action }) {
    goTo(start, texts);
    const number = game.texts().indexOf(move);
    if (number < 0) throw new Error(`${move} is not a legal move`);
    return game.half(number, action);
  },
  // Whether moves lead to the same position.
  alike({ start, texts, moves }) {
    const reached = new Set(moves.map((text) => {
      goTo(start, [...texts, text]);
      return `${game.position.turn}:${game.position.board}`;
    }));
    return { alike: reached.size === 1 };
  },
  why({ start, texts, from, to }) {
    goTo(start, texts);
    return { reason: refusal(game, from, to) };
  },
  play({ start, texts, move, exact = true }) {
    goTo(start, texts);
    if (game.outcome() !== null) throw new Error("the game is over");
    const number = meant(game.texts(), move, exact), { player } = game, text = game.texts()[number];
    goTo(start, [...texts, text]);
    return { player, text, number, status: game.status() };
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
  think({ start, texts, engine, limits }) {
    goTo(start, texts);
    const found = new Search(game, engine, limits, (best) => postMessage({ report: { ...best, text: game.texts()[best.move] } })).run();
    const { from, to } = game.documents()[found.move];
    return { ...found, player: game.player, text: game.texts()[found.move], from, to };
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

// Milliseconds for a request; `longest` are seconds for an engine that has no time of its own.
function limit(what, { limits, longest }) {
  if (what === "think" && longest && !limits.seconds) return 1000 * longest;
  return ["think", "count", "playouts"].includes(what) ? Infinity : CALL;
}

onmessage = ({ data }) => {
  const { id, what, given } = data;
  try {
    if (what === "load") {
      try {
        machine = new Machine(given.parts, given.meta);
      } catch (error) {
        broken = error; // the answer to every further request
      }
      postMessage({ id, answer: {} });
      return;
    }
    if (broken) throw broken;
    const answer = machine.within(limit(what, given), () => REQUESTS[what](given));
    postMessage({ id, answer });
  } catch (error) {
    game = null;
    postMessage({ id, error: error.message || String(error), script: error.number });
  }
};
