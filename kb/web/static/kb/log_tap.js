/**
 * One tap keeps what was ruled in the log on this phone: the button "Log" on a card, a rule's statement, a house ruling and the
 * page of a ruling, beside the verdict on a position, and of a question that nothing answers. Before the first entry of an event
 * a sheet asks for table and round. Later entries have those of the one before; the sheet says so, and one tap changes them.
 */

import { button, fold, made, replace } from "./ask_dom.js";
import { exported, save } from "./log_files.js";
import { first, following } from "./log_record.js";
import { add, judge as lastJudge, persist, place, remember } from "./log_store.js";
import { KEPT_PROFILE, LOGGING, NO_EVENT, fill } from "./shared.js";
import { ANSWERED, RULE } from "./states.js";

/** A second tap on the same within so many milliseconds is no second decision. */
const TWICE = 800;
const ASKED = "kb-log-asked";
const { build, logPage, event: ownEvent } = document.querySelector(".built").dataset;
/** The answer state in which each kind of thing on the page decides the question; a house ruling does in any. */
const DECIDES_IN = { rulings: ANSWERED, rules: RULE };
/** What says of a ruling that it is not followed: superseded, its option is off, or overridden by a house ruling. */
const NOT_FOLLOWED = ".off:not([hidden])";
/** What the sheet shows: the revisions of the entry that was logged, those that could not be kept, the tap before; `answer`
 * closes the question for table and round while that is open. */
const shown = { heads: [], unkept: [], tapped: { what: "", at: -TWICE }, answer: undefined };
let sheet;
/** Entries and corrections are kept one after another. */
let before = Promise.resolve();

/** Keeps what was decided: {game, question, state, decision, rulings, rules, house, near, position}; the others are what was said last. */
export function logged(decided) {
  const { what, at } = shown.tapped;
  shown.tapped = { what: JSON.stringify(decided), at: performance.now() };
  if (what === shown.tapped.what && shown.tapped.at - at < TWICE) {
    if (shown.answer) sheet.querySelector("input").focus({ preventScroll: true });
    return before;
  }
  shown.answer?.();
  const event = eventNow();
  return soon(async () => {
    const { table, round } = place(event) ?? (await askedPlace());
    const judge = lastJudge();
    return keep(first({ ...decided, event, judge, table, round, writer: judge, build }), LOGGING.logged);
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

const opened = () => (sheet ??= document.body.appendChild(made("section", { id: "logged", className: "logged", aria: { label: LOGGING.title } })));

/** Asks for table and round; what is written when the question is left is taken. */
async function askedPlace() {
  const before = document.activeElement;
  const [table, round] = ["table", "round"].map((name) => made("input", { name, autocomplete: "off", enterKeyHint: "done" }));
  const label = (text, input) => made("label", { className: "field" }, made("span", {}, text), input);
  const form = made("form", { autocomplete: "off" },
    made("p", { className: "said", id: "logged-where" }, LOGGING.where),
    row(label(LOGGING.table, table), label(LOGGING.round, round)),
    row(made("button", {}, LOGGING.log), button("skip", LOGGING.skip, () => { form.reset(); shown.answer(); })));
  form.setAttribute("aria-labelledby", "logged-where");
  replace(opened(), form);
  sheet.hidden = false;
  table.focus({ preventScroll: true });
  await new Promise((done) => {
    shown.answer = done;
    form.addEventListener("submit", (event) => { event.preventDefault(); done(); });
  });
  shown.answer = undefined;
  if (sheet.contains(document.activeElement)) before?.focus({ preventScroll: true });
  return { table: table.value, round: round.value };
}

function show(said) {
  const [{ event, table, round, judge, decision }] = shown.heads;
  const kept = [fill(said, table || LOGGING.not_said, round || LOGGING.not_said), decision ? "" : LOGGING.undecided].filter(Boolean).join(" ");
  const told = shown.unkept.length ? LOGGING.unkept : kept;
  const others = (place(event)?.tables ?? []).filter((each) => each !== table);
  replace(opened(),
    made("p", { className: "said", role: "status" }, told),
    ...(shown.unkept.length ? unkept() : []),
    row(field("table", LOGGING.table, table), others.map((each) => step("table", each, fill(LOGGING.to_table, each)))),
    row(field("round", LOGGING.round, round), near(round).map((each) => step("round", each, fill(LOGGING.to_round, each)))),
    fold("more", LOGGING.more, field("decision", LOGGING.decision, decision, "wide"), field("judge", LOGGING.judge, judge, "wide")),
    row(button("close", LOGGING.close, close), made("a", { className: "button", href: logPage }, LOGGING.page)));
  if (!judge || !decision) sheet.querySelector("details").open = true;
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
  if (shown.answer) shown.answer();
  else sheet.hidden = true;
}

/**
 * Closes the sheet for who goes on elsewhere, so that the next round is not given to the decision before; not where it tells of
 * what is not kept, and not at the second of two quick taps, before anything could be answered.
 */
function leave(target) {
  const justAsked = shown.answer && performance.now() - shown.tapped.at < TWICE;
  if (sheet?.isConnected && target.isConnected && !sheet.contains(target) && !shown.unkept.length && !justAsked) close();
}

document.addEventListener("input", ({ target }) => leave(target));

document.addEventListener("visibilitychange", () => {
  if (document.hidden) shown.answer?.(); // perhaps for good: what was tapped is kept
});

window.addEventListener("beforeunload", (event) => {
  if (shown.unkept.length || shown.answer) event.preventDefault(); // the browser asks whether to leave
});

// -- the buttons of what is on the page

/** What somebody sees of an element, in one line. */
function seen(element) {
  const copy = element?.cloneNode(true);
  copy?.querySelectorAll("[hidden]").forEach((each) => each.remove());
  return (copy?.textContent ?? "").split(/\s+/).filter(Boolean).join(" ");
}

/**
 * What was searched, what the page said of it and which game was chosen, {question, state, game}: here on the judge's page, or there
 * before the page of a ruling was opened. Empty where nothing was asked.
 */
function asked(id) {
  const found = document.getElementById("found");
  if (found) {
    const { question = "", state = "" } = found.dataset;
    const game = document.querySelector("#ask input[name=game]:checked")?.value ?? "";
    return { question, state: question && state, game };
  }
  try {
    const before = JSON.parse(sessionStorage.getItem(ASKED));
    return before?.id === id && before.question ? before : { question: "", state: "", game: "" };
  } catch {
    return { question: "", state: "", game: "" };
  }
}

/**
 * What a button keeps. Its `data-log` is the list of the entry for its ids if they decide the question; where the page does not
 * say so, they were near, and nothing is decided.
 */
function decidedBy({ dataset: { log: kind, ids = "", game = "", question: own } }, part) {
  const page = document.querySelector(".which code")?.textContent ?? "";
  const { question, state, game: chosen } = asked(page);
  const decides = kind === "house" || (["", DECIDES_IN[kind]].includes(state) && !part.querySelector(NOT_FOLLOWED));
  return {
    game: chosen || (decides || !question ? game : ""),
    question: question || (own ?? seen(part.querySelector(".question"))),
    state,
    decision: decides ? seen(part.querySelector(kind === "rulings" ? "h3, h1" : ".says")) : "",
    [decides ? kind : "near"]: ids.split(" ").filter(Boolean),
  };
}

document.addEventListener("click", ({ target }) => {
  const tapped = target.closest?.("button[data-log]");
  if (tapped) logged(decidedBy(tapped, tapped.closest(".house, .house-note, .rules li, .card") ?? document.querySelector("main")));
  else leave(target);
  const card = target.closest?.(".card a")?.closest(".card");
  if (!card) return;
  try {
    sessionStorage.setItem(ASKED, JSON.stringify({ id: card.dataset.id, ...asked(card.dataset.id) }));
  } catch {
    // a browser that keeps nothing: the ruling's own question is logged
  }
});
document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || !sheet || sheet.hidden || !sheet.contains(event.target)) return;
  event.stopImmediatePropagation();
  close();
}, true);
