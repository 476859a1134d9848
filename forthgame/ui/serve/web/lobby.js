// The first view: tables to go back to, own scripts, and the bundled games by family.

import { field, fill, h } from "./dom.js";
import { thumbnail } from "./picture.js";

const CONTINUED = 4; // tables that are shown without asking for more
const PLAYERS = [["", "any number"], ["1", "one"], ["2", "two"], ["3", "three and more"]];
const pictures = new Map(); // by name of the game: a promise

export function lobby(main, link, known, open) {
  const trouble = h("p", { class: "trouble", role: "alert", hidden: true });
  const say = (text) => {
    trouble.textContent = text;
    trouble.hidden = !text;
  };
  const groups = h("div", { class: "groups" });
  const search = h("input", { type: "search", placeholder: "chess, hexagons, draughts …" });
  const players = h("select", {}, PLAYERS.map(([value, label]) => h("option", { value }, label)));
  const look = watcher(link);
  const begin = async (name) => {
    try {
      await open(name);
    } catch (error) {
      say(error.message);
    }
  };
  const draw = () => {
    const fits = filter(search.value.trim().toLowerCase(), players.value);
    look.forget();
    const found = families(known).map(([family, cards]) => [family, cards.filter((card) => card.some(fits))])
      .filter(([, cards]) => cards.length);
    fill(groups, found.map(([family, cards]) => h("section", { class: "family" }, h("h2", {}, family),
      h("ul", { class: "games" }, cards.map((card) => h("li", { class: "card" }, cardOf(card, fits, begin, look)))))),
    found.length ? null : h("p", { class: "none" }, "No game of that kind."));
  };
  search.addEventListener("input", draw);
  players.addEventListener("change", draw);
  draw();
  fill(main, h("div", { class: "lobby" },
    h("div", { class: "head" }, h("h1", { id: "games" }, "Play"), h("a", { href: "#~tournaments" }, "Tournaments")),
    trouble,
    tables(link, known, say, look),
    h("div", { class: "row finding" }, field("Find a game", search), field("Players", players, "short")),
    groups));
}

function filter(wanted, players) {
  return (game) => {
    const text = `${game.name} ${game.what} ${game.board} ${game.family}`.toLowerCase();
    const number = players === "" || (players === "3" ? game.players >= 3 : game.players === Number(players));
    return text.includes(wanted) && number;
  };
}

// Families with their cards: a game, and behind it its variants. What the author has opened comes first.
function families(known) {
  const found = new Map();
  const first = new Set(known.first);
  const ordered = [...known.games].sort((a, b) => rank(a, first) - rank(b, first));
  for (const game of ordered) {
    const family = game.own ? `Your scripts: ${game.family}` : first.has(game.name) ? "Opened" : game.family || "More games";
    const cards = found.get(family) || found.set(family, new Map()).get(family);
    const [main] = game.own ? [game.name] : game.name.split("/");
    cards.set(main, [...(cards.get(main) || []), game]);
  }
  return [...found].map(([family, cards]) => [family, [...cards.values()]]);
}

function rank(game, first) {
  if (!first.has(game.name)) return 3;
  if (!game.own) return 2;
  return game.playable ? 0 : 1;
}

function cardOf([game, ...variants], fits, begin, look) {
  const picture = game.playable ? h("span", { class: "thumb" }) : null;
  if (picture) look.picture(picture, game.name);
  const facts = [game.board, counted(game.players), game.playable ? "" : "not a complete game yet"];
  const short = (name) => name.slice(name.lastIndexOf("/") + 1);
  return [
    h("button", { type: "button", class: "game", onclick: () => begin(game.name) }, picture,
      h("span", { class: "words" }, h("strong", {}, game.own ? short(game.name) : game.name),
        game.what ? h("span", { class: "what" }, game.what) : null,
        h("span", { class: "facts" }, facts.filter(Boolean).join(" · ")),
        game.parts.length ? h("span", { class: "facts" }, `with ${game.parts.join(", ")}`) : null)),
    variants.length ? h("div", { class: "variants" }, variants.filter((each) => fits(each) || fits(game)).map((each) =>
      h("button", { type: "button", class: "small variant", title: each.what, "aria-label": `${each.name}: ${each.what}`,
        onclick: () => begin(each.name) }, short(each.name)))) : null,
  ];
}

function counted(players) {
  return players ? `${players} ${players === 1 ? "player" : "players"}` : "";
}

// Fetches pictures of what comes into view, one after the other.
function watcher(link) {
  const wanted = new Map();
  let going = Promise.resolve();
  const seen = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting) continue;
      seen.unobserve(target);
      const name = wanted.get(target);
      if (!pictures.has(name)) {
        going = going.then(() => link.ask("picture", { game: name }));
        pictures.set(name, going);
        going = going.catch(() => pictures.delete(name)); // another look may succeed
      }
      pictures.get(name).then((found) => fill(target, thumbnail(found)), () => target.classList.add("missing"));
    }
  }, { rootMargin: "300px" });
  return {
    picture(element, name) {
      wanted.set(element, name);
      seen.observe(element);
    },
    forget() {
      for (const element of wanted.keys()) {
        if (!element.classList.contains("kept")) seen.unobserve(element);
      }
    },
  };
}

function tables(link, known, say, look) {
  if (!known.tables.length) return null;
  const list = h("ul", { class: "tables" });
  const more = h("button", { type: "button", class: "small", onclick: () => draw(known.tables, true) }, "All tables");
  const draw = (rows, all) => {
    known.tables = rows;
    more.hidden = all || rows.length <= CONTINUED;
    fill(list, (all ? rows : rows.slice(0, CONTINUED)).map((row) => {
      const picture = h("span", { class: "thumb kept" });
      look.picture(picture, row.name);
      return h("li", {},
        h("a", { href: `#${row.table}/play` }, picture, h("span", { class: "words" }, h("strong", {}, row.name),
          h("span", { class: "facts" }, `${row.plies} ${row.plies === 1 ? "move" : "moves"} · ${when(row.played)}`))),
        h("button", { type: "button", class: "quiet", "aria-label": `Throw the table of ${row.name} away`,
          onclick: async () => {
            try {
              draw((await link.ask("delete", { table: row.table })).tables, all);
            } catch (error) {
              say(error.message);
            }
          } }, "×"));
    }));
  };
  draw(known.tables, false);
  return h("section", { "aria-labelledby": "tables" }, h("h2", { id: "tables" }, "Continue"), list, more);
}

function when(seconds) {
  const ago = Date.now() / 1000 - seconds;
  if (ago < 90) return "just now";
  if (ago < 5400) return `${Math.round(ago / 60)} minutes ago`;
  if (ago < 129600) return `${Math.round(ago / 3600)} hours ago`;
  return new Date(seconds * 1000).toLocaleDateString();
}
