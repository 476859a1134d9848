// Random games in the machine of a published page, run by node: prints plies, and microseconds of
// processor time for the second of two runs.
const { readFileSync } = require("fs");
const [, , file, games] = process.argv;
const { worker, facts, words, image } = JSON.parse(readFileSync(file, "utf8"));
const bytes = (text) => new Uint8Array(Buffer.from(text, "base64"));
globalThis.postMessage = () => {};
(0, eval)(worker.replace("const modules", "var modules"));
const { Machine } = modules["machine.js"], { Game } = modules["game.js"];
const parts = { words: new WebAssembly.Module(bytes(words)), image: bytes(image), interpreter: null };
const game = new Game(new Machine(parts, facts));
game.begin(1);
const played = () => {
  game.startStreams(1);
  return game.playouts(Number(games)).plies;
};
played();
const before = process.cpuUsage();
const plies = played();
const { user, system } = process.cpuUsage(before);
console.log(plies, user + system);
