// Counters, as kb/web/drawing/counters.py makes them.
import { MARKS, POWERS, UNITS } from "./counter_parts.js";

const SVG = "http://www.w3.org/2000/svg";
const SPRITE = new URL("./counters.svg", import.meta.url).pathname;
const WIDTH = 52, HEIGHT = 26, DIGIT = 9, PITCH = 12;

const spaced = (id) => id.replaceAll("-", " ");

// A power's letters: "G", "UK"; of one that is not known its initials.
export function letters(power) {
  const initials = power.split("-").map((word) => word.slice(0, 1)).join("");
  return POWERS[power]?.letters ?? initials.slice(0, 2).toUpperCase();
}

// A counter in words: "Germany: 2 submarines (submerged)".
export function words({ unit, power, count = 1, marks = [] }) {
  const whose = POWERS[power]?.name ?? spaced(power).replace(/\b[a-z]/g, (letter) => letter.toUpperCase());
  const what = UNITS[unit]?.[count === 1 ? 0 : 1] ?? spaced(unit);
  return `${whose}: ${count} ${what}${marks.length ? ` (${marks.map(spaced).join(", ")})` : ""}`;
}

// An <svg> of a unit with its number, named by its words or by a title of your own. ``unit``, ``power`` and ``marks`` are
// ids as in a position: "tank", "germany", ["damaged"].
export function counter({ unit, power, count = 1, marks = [], title = words({ unit, power, count, marks }) }) {
  const wide = WIDTH + 5 + DIGIT * String(count).length;
  const root = element("svg", {
    class: `counter power-${power in POWERS ? power : "other"}`,
    viewBox: `0 0 ${wide} ${HEIGHT}`, width: wide, height: HEIGHT, role: "img",
  });
  const add = (tag, attributes, text) => root.append(element(tag, attributes, text));
  add("title", {}, title);
  add("rect", { class: "tile", x: 1, y: 2, width: 50, height: 23, rx: 3 });
  add("text", { class: "letters", x: 11.5, y: 18, "text-anchor": "middle" }, letters(power));
  add("use", { href: `${SPRITE}#${unit in UNITS ? unit : "unknown"}`, x: 22, y: 4, width: 28, height: 19 });
  marks.map((mark) => mark.split(" ")[0]).filter((mark) => MARKS.includes(mark)).forEach((mark, at) => {
    const x = 47 - at * PITCH;
    add("circle", { class: "badge", cx: x, cy: 6, r: 5.6 });
    add("use", { class: "mark", href: `${SPRITE}#mark-${mark}`, x: x - 4, y: 2, width: 8, height: 8 });
  });
  add("text", { class: "number", x: WIDTH + 3, y: 19 }, count);
  return root;
}

function element(tag, attributes, text = "") {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.textContent = text;
  return made;
}
