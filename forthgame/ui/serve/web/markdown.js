// A README as elements: headings, paragraphs, lists, tables, code. What is no such thing stays text.

import { h } from "./dom.js";

const INLINE = /`([^`]+)`|\*\*([^*]+)\*\*|\*([^*\s][^*]*)\*|!?\[([^\]]*)\]\(([^)\s]*)\)/g;

function inline(text) {
  const found = [];
  let at = 0;
  for (const match of text.matchAll(INLINE)) {
    found.push(text.slice(at, match.index));
    const [whole, code, strong, emphasis, label, address] = match;
    if (code !== undefined) found.push(h("code", {}, code));
    else if (strong !== undefined) found.push(h("strong", {}, inline(strong)));
    else if (emphasis !== undefined) found.push(h("em", {}, inline(emphasis)));
    else if (/^https?:\/\//.test(address) && !whole.startsWith("!")) {
      found.push(h("a", { href: address, target: "_blank", rel: "noopener noreferrer" }, label));
    } else found.push(label);
    at = match.index + whole.length;
  }
  return [...found, text.slice(at)].filter((part) => part !== "");
}

function cells(line) {
  return line.trim().replace(/^\||\|$/g, "").split("|").map((cell) => cell.trim());
}

function table(lines) {
  const [head, , ...rows] = lines;
  return h("div", { class: "scrolling", tabindex: "0", role: "group", "aria-label": "Table" }, h("table", {},
    h("thead", {}, h("tr", {}, cells(head).map((cell) => h("th", {}, inline(cell))))),
    h("tbody", {}, rows.map((row) => h("tr", {}, cells(row).map((cell) => h("td", {}, inline(cell))))))));
}

const ITEM = /^\s*(?:[-*+]|\d+[.)])\s+/;

function list(lines) {
  const items = [];
  for (const line of lines) {
    if (ITEM.test(line)) items.push(line.replace(ITEM, ""));
    else items[items.length - 1] += ` ${line.trim()}`;
  }
  return h(/^\s*\d/.test(lines[0]) ? "ol" : "ul", { class: "marked" }, items.map((item) => h("li", {}, inline(item))));
}

// `lowest` is the level of the headings that the text's first level becomes.
export function markdown(text, lowest = 2) {
  const found = [];
  const lines = text.replace(/\r\n?/g, "\n").split("\n");
  let at = 0;
  const take = (fits) => {
    const begin = at;
    while (at < lines.length && fits(lines[at])) at += 1;
    return lines.slice(begin, at);
  };
  while (at < lines.length) {
    const line = lines[at];
    const heading = /^(#{1,6})\s+(.*)$/.exec(line);
    if (!line.trim()) {
      at += 1;
    } else if (heading) {
      found.push(h(`h${Math.min(6, heading[1].length + lowest - 1)}`, {}, inline(heading[2])));
      at += 1;
    } else if (/^```/.test(line)) {
      at += 1;
      found.push(h("pre", {}, take((each) => !/^```/.test(each)).join("\n")));
      at += 1;
    } else if (/^ {4}/.test(line)) {
      found.push(h("pre", {}, take((each) => /^ {4}/.test(each)).map((each) => each.slice(4)).join("\n")));
    } else if (/^\s*\|/.test(line) && /^\s*\|?[\s:|-]+$/.test(lines[at + 1] || "")) {
      found.push(table(take((each) => /^\s*\|/.test(each))));
    } else if (ITEM.test(line)) {
      found.push(list(take((each) => each.trim() && (ITEM.test(each) || /^\s/.test(each)))));
    } else {
      const begun = at;
      found.push(h("p", {}, inline(take((each) => each.trim()
        && (at === begun || !(/^(#|```)/.test(each) || ITEM.test(each) || /^\s*\|/.test(each)))).join(" "))));
    }
  }
  return found;
}
