// The first view: games to begin and tables to go back to.

import { field, fill, h } from "./dom.js";

export function lobby(main, link, known, open) {
  const trouble = h("p", { class: "trouble", role: "alert", hidden: true });
  const list = h("ul", { class: "games" });
  const search = h("input", { type: "search", placeholder: "chess, hexagons, draughts …" });

  const begin = async (name) => {
    try {
      await open(name);
    } catch (error) {
      trouble.textContent = error.message;
      trouble.hidden = false;
    }
  };
  const draw = () => {
    const wanted = search.value.trim().toLowerCase();
    const first = new Set(known.first);
    const rank = (game) => (first.has(game.name) ? 0 : 1);
    const games = known.games
      .filter((game) => `${game.name} ${game.what} ${game.board}`.toLowerCase().includes(wanted))
      .sort((a, b) => rank(a) - rank(b));
    fill(list, games.map((game) => h("li", {},
      h("button", { type: "button", class: "game", onclick: () => begin(game.name) },
        h("strong", {}, game.name),
        game.what ? h("span", { class: "what" }, game.what) : null,
        h("span", { class: "facts" }, [game.board, game.players ? `${game.players} players` : "",
          game.own ? "your script" : ""].filter(Boolean).join(" · "))))),
    games.length ? null : h("li", { class: "none" }, "No game of that kind."));
  };
  search.addEventListener("input", draw);
  draw();
  fill(main, h("div", { class: "lobby" },
    h("section", { "aria-labelledby": "games" },
      h("div", { class: "head" }, h("h1", { id: "games" }, "Play"), h("a", { href: "#~tournaments" }, "Tournaments")),
      field("Find a game", search),
      trouble,
      list),
    tables(link, known, trouble)));
}

function tables(link, known, trouble) {
  if (!known.tables.length) return null;
  const list = h("ul", { class: "tables" });
  const draw = (rows) => fill(list, rows.map((row) => h("li", {},
    h("a", { href: `#${row.table}/play` }, h("strong", {}, row.name), h("span", { class: "facts" },
      `${row.plies} ${row.plies === 1 ? "move" : "moves"} · ${when(row.played)}`)),
    h("button", { type: "button", class: "quiet", "aria-label": `Throw the table of ${row.name} away`,
      onclick: async () => {
        try {
          draw((await link.ask("delete", { table: row.table })).tables);
        } catch (error) {
          trouble.textContent = error.message;
          trouble.hidden = false;
        }
      } }, "×"))));
  draw(known.tables);
  return h("section", { "aria-labelledby": "tables" }, h("h2", { id: "tables" }, "Go on with"), list);
}

function when(seconds) {
  const ago = Date.now() / 1000 - seconds;
  if (ago < 90) return "just now";
  if (ago < 5400) return `${Math.round(ago / 60)} minutes ago`;
  if (ago < 129600) return `${Math.round(ago / 3600)} hours ago`;
  return new Date(seconds * 1000).toLocaleDateString();
}
