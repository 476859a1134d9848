// Elements are made here and nowhere from markup: what a script names stays text.

// What a record has under a name of a script: not what JavaScript knows as "constructor".
export function own(record, name) {
  return record && Object.hasOwn(record, name) ? record[name] : undefined;
}

export function h(tag, given = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(given || {})) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "class") element.className = value;
    else if (name === "value" || name === "checked" || name === "selected") element[name] = value;
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  fill(element, children);
  return element;
}

export function fill(element, ...children) {
  element.replaceChildren(
    ...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false)
      .map((child) => (child instanceof Node ? child : document.createTextNode(String(child)))),
  );
  return element;
}

let numbers = 0;

export function newId(name) {
  numbers += 1;
  return `${name}-${numbers}`;
}

// A label with its field: `field("Engine", select)`.
export function field(label, control, rest = "") {
  control.id = control.id || newId("field");
  return h("div", { class: `field ${rest}` }, h("label", { for: control.id }, label), control);
}

export function announce(text) {
  const live = document.getElementById("live");
  live.textContent = "";
  setTimeout(() => { live.textContent = text; }, 30);
}

// A question with buttons; gives the value of the one that was chosen, or null.
export function ask(question, answers) {
  return new Promise((resolve) => {
    const box = h("dialog", { class: "ask", "aria-label": question },
      h("p", {}, question),
      h("div", { class: "buttons" }, answers.map(([label, value, kind]) =>
        h("button", { type: "button", class: kind || "", onclick: () => box.close(value) }, label))));
    box.addEventListener("close", () => {
      box.remove();
      resolve(box.returnValue || null);
    });
    document.body.append(box);
    box.showModal();
  });
}

// Another text on a button for a moment.
export function flash(button, text) {
  const said = button.dataset.said ?? button.textContent;
  button.dataset.said = said;
  button.textContent = text;
  setTimeout(() => {
    button.textContent = said;
    delete button.dataset.said;
  }, 1500);
}

// Save a file where the browser saves files.
export function download(blob, name) {
  const address = URL.createObjectURL(blob);
  const link = h("a", { href: address, download: name.replace(/[^A-Za-z0-9_.-]+/g, "-") });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(address), 10000);
}

export async function copy(text, button) {
  try {
    await navigator.clipboard.writeText(text);
    flash(button, "Copied");
  } catch {
    const area = h("textarea", { class: "unseen", "aria-hidden": "true" });
    area.value = text;
    document.body.append(area);
    area.select();
    flash(button, document.execCommand("copy") ? "Copied" : "Copying is not allowed here");
    area.remove();
  }
}
