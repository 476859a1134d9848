// The worker of a published page, and its drawings, by lines of JSON: { what, given } in, { answer } or { error } out.
const { readFileSync } = require("fs"), { gunzipSync } = require("zlib"), readline = require("readline");

const { data, drawing } = JSON.parse(readFileSync(process.argv[2], "utf8"));
const unpacked = (text) => new Uint8Array(gunzipSync(Buffer.from(text, "base64")));
const say = (found) => process.stdout.write(`${JSON.stringify(found)}\n`);
let said = null;
globalThis.postMessage = (message) => { if (!message.report) said = message; };
(0, eval)(data.worker);
const { drawn } = new Function(`${drawing.replace(/^export /gm, "")}\nreturn { drawn };`)();

function ask(what, given) {
  if (what === "draw") return { answer: drawn(data.drawing, given.position, given.flip, given.last).svg };
  globalThis.onmessage({ data: { id: 1, what, given } });
  const { answer, error, script } = said;
  return error === undefined ? { answer } : { error, script };
}

const [words, interpreter] = [data.words, data.interpreter].map((text) => new WebAssembly.Module(unpacked(text)));
ask("load", { parts: { words, interpreter, image: unpacked(data.image) }, meta: data.facts });
readline.createInterface({ input: process.stdin }).on("line", (line) => {
  const { what, given } = JSON.parse(line);
  say(ask(what, given));
});
