/** The judge's page: searches while the user types, remembers what is played, and works without network. */

import { kept } from "./offline.js";
import "./reach.js";
import { BUILD_HEADER, KEPT_CHOICES, RETRY_AFTER, TIMEOUT, TEXTS, fill } from "./shared.js";

const PAUSE = 150;
const UNTIL_READY = 60000;
/** Parameters of a question; the others say what is played. */
const QUESTION = ["q", "n", "all", "away", "part", "build"];

const part = (id) => document.getElementById(id);
const form = part("ask");
const { build } = form.dataset;
/** Whether a server answers; a site of files has none. */
const served = !("static" in document.body.dataset);
let lost = -RETRY_AFTER;
let asking = new AbortController();
let waiting;

// -- what is asked: the form, the address, what was kept ------------------------------------------

/** The parameters that the form says; `more` are others. */
function params(more = {}) {
  const said = [...new FormData(form), ...Object.entries(more)].map(([name, value]) => [name, value.replace(/\p{Cc}/gu, " ")]);
  return new URLSearchParams(said.filter(([, value]) => value.trim()));
}

const address = (query) => (String(query) ? `${form.action}?${query}` : form.action);

/** What a browser keeps; nothing where it keeps nothing: the address still has it. */
function remembered(value) {
  try {
    if (value !== undefined) localStorage.setItem(KEPT_CHOICES, value);
    return localStorage.getItem(KEPT_CHOICES) ?? "";
  } catch {
    return "";
  }
}

function choicesOf(query) {
  return new URLSearchParams([...query].filter(([name]) => !QUESTION.includes(name)));
}

/** Sets the form to a query: its words and what is played. */
function set(query) {
  form.elements.q.value = query.get("q") ?? "";
  for (const input of form.querySelectorAll("input[type=radio]")) {
    const [option, state] = [input.name.replace("option.", ""), query.get(input.name)];
    const said = ["on", "off"].find((each) => query.getAll(each).includes(option));
    input.checked = input.value === (state ?? said ?? "");
  }
  offer();
}

/** Offers the printings and options of the chosen game alone, or those that an address names; the chip says what is chosen. */
function offer() {
  const game = form.elements.game.value;
  for (const choice of form.querySelectorAll("[data-games]")) {
    const fits = game ? choice.dataset.games.split(" ").includes(game) : choice.querySelector("input:checked:not([value=''])");
    choice.hidden = choice.disabled = !fits;
  }
  const chosen = form.querySelectorAll("[name=game]:checked + span, [name=printing]:enabled:checked:not([value='']) + span");
  part("chosen").textContent = [...chosen].map((each) => each.textContent).join(", ");
}

// -- finding --------------------------------------------------------------------------------------

/** Shows what is asked now, from the server or from what is kept. */
async function find(more = {}) {
  clearTimeout(waiting);
  asking.abort();
  const turn = (asking = new AbortController());
  const query = params(more);
  part("front").classList.toggle("asked", query.has("q") || query.has("game"));
  history.replaceState(null, "", address(query));
  const shown = (await online(query, turn)) ?? (turn === asking && (await offline(query)));
  if (turn !== asking || !shown) return;
  if (shown.good) remembered(String(choicesOf(query)));
  part("results").replaceChildren(...shown.nodes);
  part("status").textContent = shown.told ?? "";
  part("network").textContent = shown.network;
  mark(Boolean(shown.network));
}

/** Marks the links that need the network, where there is none. */
function mark(offline) {
  const keptPath = (path) => [form.action, form.dataset.compare, form.dataset.rulings].some((each) => path.startsWith(new URL(each, document.baseURI).pathname));
  for (const link of document.querySelectorAll("main a[href], .foot a[href]")) {
    const needs = offline && link.protocol.startsWith("http") && (!keptPath(link.pathname) || link.pathname.endsWith(".json"));
    if (needs !== link.classList.contains("online")) link.title = needs ? TEXTS.needs_network : "";
    link.classList.toggle("online", needs);
  }
}

/** What the server says, or nothing if there is none or it cannot be reached. A server of another build makes the page load again. */
async function online(query, turn) {
  if (!served || !navigator.onLine || performance.now() - lost < RETRY_AFTER) return null;
  const patience = setTimeout(() => turn.abort(), TIMEOUT);
  try {
    const response = await fetch(address(new URLSearchParams([...query, ["part", "results"]])), { signal: turn.signal });
    const own = response.headers.get(BUILD_HEADER);
    if (!own || response.status >= 500) throw new Error("another server answered, or this one failed");
    if (!own.startsWith(build)) {
      location.reload();
      return null;
    }
    const page = new DOMParser().parseFromString(await response.text(), "text/html");
    const found = page.getElementById("found");
    const nodes = found ? [found] : [...page.querySelectorAll("main p, body:not(:has(main))")];
    return { nodes, good: response.ok, network: "", told: TEXTS.not_found, ...found?.dataset };
  } catch {
    if (turn === asking) lost = performance.now();
    return null;
  } finally {
    clearTimeout(patience);
  }
}

async function offline(query) {
  try {
    const found = (await kept(form.dataset)).found(query);
    return { ...found, good: true, network: served || !navigator.onLine ? TEXTS.offline : "" };
  } catch {
    return { nodes: [], good: false, network: served ? TEXTS.nothing_kept : TEXTS.no_search };
  }
}

// -- keeping the page for use without network -----------------------------------------------------

async function keep() {
  const say = (text) => (part("kept").textContent = text);
  if (!("serviceWorker" in navigator) || !window.isSecureContext) return say(TEXTS.needs_https);
  say(TEXTS.getting_ready);
  try {
    const registration = await navigator.serviceWorker.register(form.dataset.worker, { scope: form.dataset.scope });
    registration.update().catch(() => {}); // without network: what is kept is good
    say((await madeReady(registration)) ? TEXTS.ready : TEXTS.not_ready);
  } catch {
    say(TEXTS.not_here);
  }
}

/** Whether this page's build comes to be kept; not if its worker is given up, nor if it takes too long. */
async function madeReady(registration) {
  const until = performance.now() + UNTIL_READY;
  let worker = registration.installing;
  while (!(registration.active && (await caches.match(form.dataset.cards)))) {
    worker = registration.installing ?? registration.waiting ?? worker;
    if (worker?.state === "redundant" || performance.now() > until) return false;
    await new Promise((later) => setTimeout(later, PAUSE));
  }
  return true;
}

// -- events -----------------------------------------------------------------------------------

form.addEventListener("submit", (event) => {
  event.preventDefault();
  part("filters").open = false;
  find();
});
form.addEventListener("input", ({ target }) => {
  if (target.name === "q") part("filters").open = false;
  offer();
  clearTimeout(waiting);
  waiting = setTimeout(find, PAUSE);
});
part("forget").addEventListener("click", () => remembered(""));
for (const change of ["online", "offline"]) {
  window.addEventListener(change, () => {
    lost = -RETRY_AFTER;
    find();
  });
}

// the address says what is asked; what is played is as it was, where the address does not say it
const given = new URLSearchParams(location.search);
const before = String(choicesOf(given)) || given.has("all") ? "" : remembered();
const shown = String(params());
set(new URLSearchParams([...given, ...new URLSearchParams(before)]));
const away = given.get("away");
if (away) find().then(() => (part("network").textContent = fill(TEXTS.away, away)));
else if (String(params()) !== shown) find(Object.fromEntries(["n", "all"].map((name) => [name, given.get(name) ?? ""])));
else if (String(choicesOf(given))) remembered(String(choicesOf(given)));
keep();
