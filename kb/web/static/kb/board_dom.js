/** Makes and replaces parts of the board's page, and draws counters: copies of the one that the page has as a template. */

import { LETTERS, SYMBOLS } from "./counter_parts.js";

/** An element with properties (`data` for data attributes, `aria` for ARIA's) and what is in it. */
export function made(tag, { data = {}, aria = {}, ...properties } = {}, ...inside) {
  const element = Object.assign(document.createElement(tag), properties);
  Object.assign(element.dataset, data);
  for (const [name, value] of Object.entries(aria)) element.setAttribute(name === "role" ? name : `aria-${name}`, value);
  element.append(...inside.flat(2).filter((each) => each !== null && each !== undefined && each !== false));
  return element;
}

/** A button; `key` names it, so that it keeps the focus when its part of the page is made anew. */
export function button(key, label, tapped, properties = {}) {
  const { data = {}, ...rest } = properties;
  const element = made("button", { type: "button", data: { key, ...data }, ...rest }, label);
  element.addEventListener("click", tapped);
  return element;
}

/** One of several to choose from, which looks like the chips of the judge's page. */
export function chip(key, label, chosen, tapped) {
  return button(key, label, tapped, { className: "pick", aria: { pressed: String(chosen) } });
}

/** A group of chips, with its name. */
export function chips(name, each) {
  return made("div", { className: "picks", aria: { role: "group", label: name } }, each);
}

/** A list to choose from by its name: `options` are [value, label]. */
export function select(key, label, options, value, changed) {
  const list = made("select", { data: { key } }, options.map(([id, name]) => made("option", { value: id, selected: id === value }, name)));
  list.addEventListener("change", () => changed(list.value));
  return made("label", { className: "field" }, made("span", {}, label), list);
}

/** A part that opens; it stays open when it is made anew. */
export function fold(name, summary, ...inside) {
  return made("details", { className: "small", data: { of: name } }, made("summary", { data: { key: `fold ${name}` } }, summary), inside);
}

/** Makes a part anew, and leaves the focus where it was and open what was open. */
export function replace(part, ...inside) {
  const key = part.contains(document.activeElement) ? document.activeElement.dataset.key : undefined;
  const open = [...part.querySelectorAll("details[open]")].map((each) => each.dataset.of);
  part.replaceChildren(...inside.flat().filter(Boolean));
  for (const each of part.querySelectorAll("details")) each.open ||= open.includes(each.dataset.of);
  if (key) part.querySelector(`[data-key="${CSS.escape(key)}"]`)?.focus({ preventScroll: true });
}

/** An <svg> of a unit beside words that say what it is: `unit`, `power` and what it is (`is`) are ids as in a position. */
export function counter({ unit, power, is = [] }) {
  const drawn = document.getElementById("counter").content.firstElementChild.cloneNode(true);
  const initials = power.split("-").map((word) => word.slice(0, 1)).join("").slice(0, 2).toUpperCase();
  drawn.classList.add(`power-${power in LETTERS ? power : "other"}`);
  drawn.querySelector(".letters").textContent = LETTERS[power] ?? initials;
  drawn.querySelector("use").setAttribute("href", `#${SYMBOLS.includes(unit) ? unit : "unknown"}`);
  const badges = [...drawn.querySelectorAll(".badge")];
  const marks = is.map((mark) => `mark-${mark.split(" ")[0]}`).filter((mark) => SYMBOLS.includes(mark));
  for (const [at, badge] of badges.entries()) {
    if (at < marks.length) badge.nextElementSibling.setAttribute("href", `#${marks[at]}`);
    else for (const each of [badge.nextElementSibling, badge]) each.remove();
  }
  return drawn;
}
