// What only a page from a host has: a page from a folder would be refused its manifest, with a message.
if (location.protocol.startsWith("http")) {
  document.head.append(Object.assign(document.createElement("link"), { rel: "manifest", href: "manifest.webmanifest" }));
  navigator.serviceWorker?.register("worker.js").catch(() => {});
}
