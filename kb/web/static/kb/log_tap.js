/**
 * One tap keeps what was ruled in the log on this phone: the button "Log" on a card, on the page of a ruling, and beside the
 * verdict on a position. The table and the round are those of the entry before; a sheet says so, where one tap changes them.
 */

import { button, fold, made, replace } from "./ask_dom.js";
import { exported, save } from "./log_files.js";
import { first, following } from "./log_record.js";
import { add, last, persist, remember } from "./log_store.js";
import { KEPT_PROFILE, LOGGING, NO_EVENT, fill } from "./shared.js";

/** A second tap on the same within so many milliseconds is no second decision. */
const TWICE = 800;
const ASKED = "kb-log-asked";
const { build, logPage, event: ownEvent } = document.querySelector(".built").dataset;
/** What the sheet shows: the revisions of the entry that was logged, those that could not be kept, the tap before. */
const shown = { heads: [], unkept: [], tapped: { what: "", at: -TWICE } };
let sheet;
/** Entries and corrections are kept one after another. */
let before = Promise.resolve();

/** Keeps what was decided: {game, question, decision, rulings, position}; the others are what was said last. */
export function logged(decided) {
  const { what, at } = shown.tapped;
  shown.tapped = { what: JSON.stringify(decided), at: performance.now() };
  if (what === shown.tapped.what && shown.tapped.at - at < TWICE) return before;
  return soon(() => {
    const { judge, table, round } = last();
    return keep(first({ ...decided, event: eventNow(), judge, table, round, writer: judge, build }), LOGGING.logged);
  });
}

function soon(work) {
  before = before.then(work, work);
  return before;
}

/** Keeps a revision, with those that could not be kept before, and says so. */
async function keep(revision, said) {
  shown.unkept.push(revision);
  shown.heads = [revision];
  remember(revision);
  await keepAll(said);
  persist();
}

async function keepAll(said) {
  try {
    await add(shown.unkept);
    shown.unkept = [];
  } catch {
    // shown as it is: not kept
  }
  show(said);
}

/** Changes what was just logged: a revision of its own. */
const change = (changes) => soon(() => keep(following(shown.heads, { ...changes, writer: changes.judge ?? shown.heads[0].judge }), LOGGING.corrected));

/** The event of the address, or the one that was chosen last at this site, or the one it is served for. */
function eventNow() {
  let last = null;
  try {
    last = localStorage.getItem(KEPT_PROFILE + ownEvent);
  } catch {
    // a browser that keeps nothing
  }
  const here = new URLSearchParams(location.search).get("event") ?? (last === null ? ownEvent : new URLSearchParams(last).get("event"));
  return here === NO_EVENT ? "" : here ?? "";
}

// -- the sheet

function show(said) {
  sheet ??= document.body.appendChild(made("section", { id: "logged", className: "logged", aria: { label: LOGGING.title } }));
  const [{ table, round, judge, decision }] = shown.heads;
  const told = shown.unkept.length ? LOGGING.unkept : fill(said, table || LOGGING.not_said, round || LOGGING.not_said);
  const others = last().tables.filter((each) => each !== table);
  replace(sheet,
    made("p", { className: "said", role: "status" }, told),
    ...(shown.unkept.length ? unkept() : []),
    row(field("table", LOGGING.table, table), others.map((each) => step("table", each, fill(LOGGING.to_table, each)))),
    row(field("round", LOGGING.round, round), near(round).map((each) => step("round", each, fill(LOGGING.to_round, each)))),
    fold("more", LOGGING.more, field("judge", LOGGING.judge, judge, "wide"), field("decision", LOGGING.decision, decision, "wide")),
    row(button("close", LOGGING.close, close), made("a", { className: "button", href: logPage }, LOGGING.page)));
  if (!judge) sheet.querySelector("details").open = true;
  sheet.hidden = false;
}

const row = (...inside) => made("div", { className: "steps" }, ...inside);

/** The rounds before and after, where rounds are numbers. */
function near(round) {
  const number = /^\d{0,3}$/.test(round) ? Number(round) : NaN;
  return [number - 1, number + 1].filter((each) => each > 0).map(String);
}

/** One tap to another table or round. */
function step(name, to, label) {
  return button(`${name} ${to}`, to, () => change({ [name]: to }), { ariaLabel: label });
}

function field(name, label, value, className = "") {
  const input = made("input", { value, name, autocomplete: "off", enterKeyHint: "done", data: { key: name } });
  input.addEventListener("change", () => change({ [name]: input.value }));
  return made("label", { className: `field ${className}` }, made("span", {}, label), input);
}

/** What could not be kept, as a file to save or to copy. */
function unkept() {
  const text = exported(shown.unkept);
  const area = made("textarea", { readOnly: true, value: text, rows: 4, ariaLabel: LOGGING.unkept_text });
  return [area, row(
    button("again", LOGGING.again, () => soon(() => keepAll(LOGGING.logged))),
    button("save", LOGGING.save, () => save(LOGGING.file, text, "application/jsonl")))];
}

function close() {
  sheet.hidden = true;
}

/** Closes the sheet for who goes on elsewhere, so that the next round is not given to the decision before; not where it tells of what is not kept. */
function leave(target) {
  if (sheet?.isConnected && target.isConnected && !sheet.contains(target) && !shown.unkept.length) close();
}

document.addEventListener("input", ({ target }) => leave(target));

window.addEventListener("beforeunload", (event) => {
  if (shown.unkept.length) event.preventDefault(); // the browser asks whether to leave
});

// -- the buttons of cards and of a ruling's page

/** What somebody sees of an element, in one line. */
function seen(element) {
  const copy = element?.cloneNode(true);
  copy?.querySelectorAll("[hidden]").forEach((each) => each.remove());
  return (copy?.textContent ?? "").split(/\s+/).filter(Boolean).join(" ");
}

/** What was searched when a ruling was opened: on the judge's page, or there before its own page was opened. */
function searched(id) {
  const box = document.querySelector("form[data-rulings] #q");
  try {
    const before = JSON.parse(sessionStorage.getItem(ASKED));
    return box?.value.trim() ?? (before?.id === id ? before.q : "");
  } catch {
    return box?.value.trim() ?? "";
  }
}

function ofRuling({ dataset: { log: id, game } }) {
  const card = document.querySelector(`.card[data-id="${id}"]`) ?? document.querySelector("main");
  const asked = searched(id);
  const question = asked && asked.toLowerCase() !== id ? asked : seen(card.querySelector(".question"));
  return { game, question, decision: seen(card.querySelector("h3, h1")), rulings: [id] };
}

document.addEventListener("click", ({ target }) => {
  const tapped = target.closest?.("button[data-log]");
  if (tapped) logged(ofRuling(tapped));
  else leave(target);
  const card = target.closest?.(".card a")?.closest(".card");
  if (!card) return;
  try {
    sessionStorage.setItem(ASKED, JSON.stringify({ id: card.dataset.id, q: searched(card.dataset.id) }));
  } catch {
    // a browser that keeps nothing: the ruling's own question is logged
  }
});
document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || !sheet || sheet.hidden || !sheet.contains(event.target)) return;
  event.stopImmediatePropagation();
  close();
}, true);
