// The link of a published page in node, by lines of JSON as the socket of a server has them: its workers are threads.
const { readFileSync } = require("fs"), readline = require("readline"), { Worker: Thread } = require("worker_threads");

const PRELUDE = `const { parentPort } = require("worker_threads");
globalThis.postMessage = (message) => parentPort.postMessage(message);
parentPort.on("message", (data) => globalThis.onmessage({ data }));
`;
const sources = new Map();
URL.createObjectURL = (blob) => {
  sources.set(`blob:${sources.size}`, blob.text());
  return `blob:${sources.size - 1}`;
};

globalThis.Worker = class {
  constructor(address) {
    this.thread = sources.get(address).then((text) => {
      const thread = new Thread(PRELUDE + text, { eval: true });
      thread.on("message", (data) => this.onmessage({ data }));
      thread.on("error", (error) => this.onerror({ message: error.message }));
      return thread;
    });
  }

  postMessage(message) { this.thread.then((thread) => thread.postMessage(message)); }

  terminate() { this.thread.then((thread) => thread.terminate()); }
};
const turned = [];
globalThis.addEventListener = (name, work) => turned.push(work);
globalThis.location = { hash: process.argv[3] || "" };
globalThis.history = { replaceState: (state, title, address) => { location.hash = address; } };

const say = (found) => process.stdout.write(`${JSON.stringify(found)}\n`);
const { data, link } = JSON.parse(readFileSync(process.argv[2], "utf8"));
const { LocalLink } = new Function(`${link.replace(/^export /gm, "")}\nreturn { LocalLink };`)();
const local = new LocalLink(data);
local.onevent = say;
say({ event: "welcome" });
readline.createInterface({ input: process.stdin }).on("line", (line) => {
  const { do: what, id, ...given } = JSON.parse(line);
  if (what === "address") say({ answer: id, address: location.hash });
  else if (what === "turn") {
    location.hash = given.address;
    Promise.all(turned.map((work) => work())).then(() => say({ answer: id }));
  } else local.ask(what, given).then((found) => say({ answer: id, ...found }), (error) => say({ answer: id, error: error.message }));
}).on("close", () => process.exit(0));
