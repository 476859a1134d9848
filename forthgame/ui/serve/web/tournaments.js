// The list of tournaments, and starting one.

import { field, fill, h } from "./dom.js";

export async function tournaments(main, link, known) {
  const { stores, folders, locked, processors, most } = await link.ask("tournaments");
  fill(main, h("div", { class: "lobby" },
    h("section", { "aria-labelledby": "stores" },
      h("h1", { id: "stores" }, "Tournaments"),
      stores.length ? h("ul", { class: "tables" }, stores.map(row)) : h("p", { class: "hint" },
        folders.length ? "There is no tournament in what was opened." : locked)),
    locked ? (folders.length ? h("p", { class: "hint" }, locked) : null) : form(link, known, folders, processors, most)));
}

function row(store) {
  const facts = store.trouble ? "it cannot be read"
    : `${store.played.toLocaleString()} of ${store.games.toLocaleString()} games${store.playing ? " · playing" : ""}`;
  return h("li", {}, h("a", { href: `#~tournament/${encodeURIComponent(store.store)}` },
    h("strong", {}, store.trouble ? store.name : store.entrants.join(" – ")),
    h("span", { class: "facts" }, `${store.name} · ${facts}`)));
}

function form(link, known, folders, processors, most) {
  const own = known.games.filter((game) => game.own);
  const games = [...own, ...known.games.filter((game) => !game.own)];
  const game = h("select", {}, games.map((one) => h("option", { value: one.name }, one.name)));
  const name = h("input", { type: "text", value: `games-${new Date().toISOString().slice(0, 16).replace(/[-:T]/g, "")}`,
    autocomplete: "off", spellcheck: "false" });
  const folder = h("select", {}, folders.map((one, k) => h("option", { value: String(k) }, one)));
  const number = h("input", { type: "number", min: "1", max: String(most), value: "20" });
  const seconds = h("input", { type: "number", min: "0", max: String(known.longest), step: "0.05", value: "0.1" });
  const jobs = h("input", { type: "number", min: "1", max: String(processors), value: "1" });
  const rows = h("div", { class: "entrants" });
  const trouble = h("p", { class: "trouble", role: "alert", hidden: true });
  const entrants = [];
  const add = (chosen) => {
    const kind = h("select", {},
      known.engines.map((engine) => h("option", { value: engine.name, selected: engine.name === chosen },
        `${engine.name} – ${engine.what}`)),
      own.map((one) => h("option", { value: one.name }, `${one.name} – your script with its own engine`)));
    const options = h("input", { type: "text", placeholder: "depth=3", autocomplete: "off", spellcheck: "false" });
    const number = entrants.length + 1;
    const line = h("div", { class: "row" }, field(`Entrant ${number}`, kind, "wide"), field(`Options of ${number}`, options, "short"));
    entrants.push([line, kind, options]);
    rows.append(line);
  };
  add("random");
  add("first");
  const remove = () => { if (entrants.length > 1) entrants.pop()[0].remove(); };
  const start = async (event) => {
    event.preventDefault();
    trouble.hidden = true;
    try {
      const { store } = await link.ask("compete", {
        game: game.value, name: name.value.trim(), folder: Number(folder.value), games: Number(number.value),
        seconds: Number(seconds.value), jobs: Number(jobs.value),
        entrants: entrants.map(([, kind, options]) =>
          kind.value + (options.value.trim() ? `:${options.value.trim()}` : "")),
      });
      location.hash = `~tournament/${encodeURIComponent(store)}`;
    } catch (error) {
      trouble.textContent = error.message;
      trouble.hidden = false;
    }
  };
  return h("section", { "aria-labelledby": "begin" },
    h("h2", { id: "begin" }, "Start one"),
    h("form", { class: "compete", onsubmit: start },
      field("The game", game), rows,
      h("div", { class: "buttons" },
        h("button", { type: "button", class: "small", onclick: () => add("negamax") }, "One more entrant"),
        h("button", { type: "button", class: "small", onclick: remove }, "One less")),
      h("div", { class: "row" }, field("Games", number, "short"), field("Seconds a move", seconds, "short"),
        field("Games at a time", jobs, "short")),
      h("div", { class: "row" }, field("Name of its file", name, "wide"),
        folders.length > 1 ? field("In the folder", folder, "wide") : null),
      trouble,
      h("button", { type: "submit", class: "strong" }, "Start the tournament")));
}
