/**
 * Keeps the search box within reach: `/` and Escape lead to it, the arrows from it through the results, and it stands above
 * the keyboard of a phone. Without this script it is a plain form.
 */

import "./copy.js";

const box = document.getElementById("q");
const filters = document.getElementById("filters");
const ENTRY = ".card > details > summary, .card > h3 > .says";

document.addEventListener("keydown", (event) => {
  const { key, target } = event;
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (key === "/" && (!(target instanceof HTMLInputElement) || target.type === "radio")) toBox(event);
  else if (key === "Escape") back(event);
  else if (key === "ArrowDown" || key === "ArrowUp") step(event, key === "ArrowDown" ? 1 : -1);
});

function toBox(event) {
  event.preventDefault();
  box.select();
}

/** Out of the filters, out of the results, or out of what is written in the box. */
function back(event) {
  if (filters?.open && filters.contains(event.target)) {
    filters.open = false;
    filters.firstElementChild.focus();
  } else if (event.target !== box) toBox(event);
  else if (box.value) {
    event.preventDefault();
    box.value = "";
    box.dispatchEvent(new Event("input", { bubbles: true }));
  }
}

/** From the box to the first result, and from one result to the next. */
function step(event, by) {
  const from = event.target === box ? -1 : entries().indexOf(event.target.closest(ENTRY));
  if (from < 0 && (event.target !== box || by < 0)) return;
  event.preventDefault();
  if (from + by < 0) box.focus();
  else entries()[from + by]?.focus();
}

const entries = () => [...document.querySelectorAll(ENTRY)];

// long official words: whole on demand, where they do not fit
const cut = (words) => words.scrollHeight > words.clientHeight + 1;

function fit(long) {
  const more = long.querySelector(".more");
  more.hidden = !long.classList.contains("whole") && !cut(long.querySelector(".answer"));
}

function show(long, whole) {
  const more = long.querySelector(".more");
  long.classList.toggle("whole", whole);
  more.ariaExpanded = String(whole);
  more.textContent = whole ? more.dataset.less : more.dataset.more;
}

const longOf = (target) => target.closest?.(".long");
for (const long of document.querySelectorAll(".long")) if (!long.closest("details:not([open])")) fit(long);
document.addEventListener("toggle", ({ target }) => target.querySelectorAll(":scope > .long").forEach(fit), true);
document.addEventListener("click", ({ target }) => {
  if (target.matches?.(".more")) show(longOf(target), target.ariaExpanded !== "true");
});
document.addEventListener("focusin", ({ target }) => {
  if (target.closest(".answer") && cut(target.closest(".answer"))) show(longOf(target), true);
});

// a keyboard that lies over the page instead of making it smaller
const seen = window.visualViewport;
function lift() {
  const under = seen.scale > 1 ? 0 : window.innerHeight - seen.height - seen.offsetTop;
  document.documentElement.style.setProperty("--keyboard", `${Math.max(0, Math.round(under))}px`);
}
seen?.addEventListener("resize", lift);
seen?.addEventListener("scroll", lift);
