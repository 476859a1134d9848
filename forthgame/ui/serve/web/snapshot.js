// The board as a picture: what is seen, with the colours that it has here.

import { download, flash } from "./dom.js";

const LARGEST = 2400; // pixels of the longer side
const SCALE = 2;
const STYLES = ["display", "fill", "fill-opacity", "stroke", "stroke-width", "stroke-opacity", "stroke-dasharray",
  "stroke-linecap", "stroke-linejoin", "opacity", "font-family", "font-size", "font-weight", "text-anchor", "paint-order"];

// A copy that needs no style sheet.
function plain(svg) {
  const copy = svg.cloneNode(true);
  const copies = copy.querySelectorAll("*");
  svg.querySelectorAll("*").forEach((element, k) => {
    const style = getComputedStyle(element);
    for (const name of STYLES) copies[k].setAttribute(name, style.getPropertyValue(name));
  });
  for (const part of copy.querySelectorAll(".arrows:empty, .marks")) part.remove();
  return copy;
}

export async function png(svg) {
  const { width, height } = svg.viewBox.baseVal;
  const scale = Math.min(SCALE, LARGEST / Math.max(width, height, 1));
  const copy = plain(svg);
  copy.setAttribute("width", width * scale);
  copy.setAttribute("height", height * scale);
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(new XMLSerializer().serializeToString(copy))}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(width * scale);
  canvas.height = Math.round(height * scale);
  canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("no picture"))), "image/png");
  });
}

// Copy it, or save it where a page may not copy pictures.
export async function copyPicture(svg, name, button) {
  try {
    await navigator.clipboard.write([new ClipboardItem({ "image/png": png(svg) })]);
    flash(button, "Copied");
  } catch {
    download(await png(svg), `${name}.png`);
    flash(button, "Saved");
  }
}
