// Why a piece may not go somewhere: the test of its words that is false there.
//
// The list of moves is made once more, step by step in the interpreter, and the tests that fail are
// noted with the place where the piece begins and the one that its word has reached.

import { placeOf } from "./machine.js";

// The test that forbids a move between two positions, or every move from `from` if `to` is null:
// its line as text, file and number of the line, and the word; null if no test of the script does.
export function refusal(game, from, to) {
  const { machine, meta, at } = game, begin = meta.positions.indexOf(from), end = to === null ? -1 : meta.positions.indexOf(to);
  let found = null, passed = 0;
  const look = (cell) => {
    if (machine.i32[(at.CODE + 4 * cell) >> 2] !== at.VERIFY) return;
    passed += 1;
    if (machine.register(at.TOP) !== 0) return;
    const here = machine.cell(at.A_HERE), far = passed;
    passed = 0;
    if (machine.cell(at.A_FROM) !== begin || (end >= 0 && here !== end)) return;
    if (placeOf(cell, meta).place && (!found || far >= found.far)) found = { cell, far };
  };
  game.useStreams(game.position.streams);
  game.enter({ afresh: true });
  machine.ahead(() => machine.trace(look, "(offer)", 0));
  if (!found) return null;
  const { place, word } = placeOf(found.cell, meta);
  return { place, word, text: meta.tests[place] ?? "" };
}
