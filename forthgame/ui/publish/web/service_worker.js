// Keeps the files of one game, so that it opens without a network; a new version replaces them all.
const NAME = `forthgame-${@mark@}`, FILES = @files@;

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(NAME).then((cache) => cache.addAll(FILES)).then(() => self.skipWaiting()));
});
self.addEventListener("activate", (event) => {
  const here = new URL("./", location).href;
  const old = async (name) => {
    if (name === NAME || !name.startsWith("forthgame-")) return;
    const [first] = await (await caches.open(name)).keys();
    if (first?.url.startsWith(here)) await caches.delete(name); // other games have caches of their own
  };
  event.waitUntil(caches.keys().then((names) => Promise.all(names.map(old))).then(() => self.clients.claim()));
});
self.addEventListener("fetch", (event) => {
  if (event.request.method !== "GET") return;
  event.respondWith(caches.open(NAME).then((cache) => cache.match(event.request, { ignoreSearch: true }))
    .then((found) => found || fetch(event.request)));
});
