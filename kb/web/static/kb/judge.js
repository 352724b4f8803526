/** The judge's page: searches while the user types, remembers the profile, and works without network. */

import { kept } from "./offline.js";
import { printingOf, said, query, read, state, withoutFacets } from "./profile.js";
import "./reach.js";
import { served } from "./served.js";
import { BUILD_HEADER, FACETS, KEPT_PROFILE, RETRY_AFTER, OPTION_FIELD, TIMEOUT, TEXTS, UNSAID, fill as filled } from "./shared.js";

const PAUSE = 150;
const UNTIL_READY = 60000;

const part = (id) => document.getElementById(id);
const form = part("ask");
const results = part("results");
const build = form.dataset.build;
// the kept page stands for one that could not be reached
const keptPage = form.dataset.asked === `build=${build}` && location.search.slice(1) !== form.dataset.asked;
let lost = keptPage ? performance.now() : -RETRY_AFTER;
let asking = new AbortController();
let waiting;
let outdated = false;
// the edition whose button is set because the question names it, not because somebody chose it
let named = "";
// the editions that the question names
let names = "";
// "1" where all editions are wanted although the question names one, or the chosen one is although it names another
let all = "";
let chosenFirst = "";

// -- what is asked: the form, the address, what was kept ------------------------------------------

const fields = () => new URLSearchParams(new FormData(form));
/** The profile that was chosen: without an edition that only the question names, unless a printing of it is chosen. */
function profileNow() {
  const profile = read(fields());
  return named && profile.game === named && !profile.printing ? { ...profile, game: "" } : profile;
}
const words = () => form.elements.q.value.replace(/\p{Cc}/gu, " ");
const address = (profile, more) => {
  const told = query(profile, more);
  return told ? `${form.action}?${told}` : form.action;
};

/** The profile that was chosen last at this site. */
function remembered() {
  try {
    return localStorage.getItem(KEPT_PROFILE) ?? "";
  } catch {
    return "";
  }
}

function remember(profile) {
  try {
    localStorage.setItem(KEPT_PROFILE, query(profile));
  } catch {
    // a browser that keeps nothing: the address still has it
  }
}

/** Sets the form to a query: its words and its profile. */
function fill(params) {
  const profile = read(params);
  form.elements.q.value = params.get("q") ?? "";
  all = params.get("all") === "1" ? "1" : "";
  chosenFirst = params.get("chosen") === "1" ? "1" : "";
  named = "";
  for (const select of form.querySelectorAll("select")) {
    select.value = profile[select.name];
    if (select.selectedIndex < 0) select.value = "";
  }
  for (const input of form.querySelectorAll("input[type=radio]")) {
    const option = input.name.startsWith(OPTION_FIELD) && state(profile, input.name.slice(OPTION_FIELD.length)).replace(UNSAID, "");
    input.checked = input.value === (option === false ? profile[input.name] : option);
  }
  offer();
}

/** Offers the options and printings of the chosen edition only, and links that say what is chosen. */
function offer() {
  const { game } = read(fields());
  for (const choice of form.querySelectorAll("[data-games]")) {
    const fits = game ? choice.dataset.games.split(" ").includes(game) : "everyGame" in choice.dataset;
    choice.hidden = choice.disabled = !fits;
  }
  const profile = profileNow();
  part("link").href = address(withoutFacets(profile));
  part("chosen").textContent = chosen();
}

/** What results are narrowed by and what is played, in the words of the buttons, as kb/web/pages/judge.py says it. */
function chosen() {
  const said = [...form.querySelectorAll(".sheet .row input:checked")].map((input) => input.nextElementSibling.textContent);
  said.push(printingOf(profileNow()));
  for (const choice of form.querySelectorAll(".choose:has(input:checked:not([value='']))")) {
    said.push(`${choice.firstElementChild.textContent} ${choice.querySelector("input:checked + span").textContent}`);
  }
  return said.filter(Boolean).join(TEXTS.between);
}

// -- finding --------------------------------------------------------------------------------------

/** Shows what is asked now, from the server or from what is kept; `limit` is how many rulings. */
async function find(limit = "") {
  clearTimeout(waiting);
  asking.abort();
  const turn = (asking = new AbortController());
  const profile = profileNow();
  const text = words();
  part("board").href = part("board").href.split("#")[0] + (text.trim() && `#line=${encodeURIComponent(text.trim())}`);
  const more = { q: text.trim() && text, all, chosen: chosenFirst, n: limit };
  history.replaceState(null, "", address(profile, more));
  if (outdated) return location.reload();
  let shown = await online(profile, more, turn);
  if (turn === asking && !outdated) shown ??= await offline(profile, text);
  if (turn !== asking || outdated) return;
  if (shown.good) remember(profile);
  results.replaceChildren(...shown.nodes);
  part("status").textContent = shown.told;
  part("network").textContent = shown.network;
  show(profile, shown);
  mark(Boolean(shown.network));
}

/** Marks the links that need the network, where there is none; the board is hidden where it is not kept. */
async function mark(offline) {
  for (const link of document.querySelectorAll("main a[href], .foot a[href]")) {
    if (!link.protocol.startsWith("http")) continue; // a mail is written without it
    const needs = offline && !keptPath(new URL(link.href).pathname);
    if (needs !== link.classList.contains("online")) link.title = needs ? TEXTS.needs_network : "";
    link.classList.toggle("online", needs);
  }
  const board = part("board");
  board.hidden = offline && "caches" in window && !(await caches.match(board.href.split("#")[0], { ignoreSearch: true }));
}

/** Whether a path is one that worker.js answers without network. */
function keptPath(path) {
  const [rulings, compare] = [form.dataset.rulings, form.dataset.compare].map((each) => new URL(each, document.baseURI).pathname);
  return path === new URL(form.action).pathname || path.startsWith(compare) || (path.startsWith(rulings) && !path.endsWith(".json"));
}

/** Sets the button of the edition that the question names, where none was chosen. */
function show(profile, shown) {
  const chosen = profile.game || profileNow().game; // perhaps only since it was asked
  [names, all, chosenFirst] = [shown.names, shown.names && all, shown.names && chosenFirst].map((each) => each ?? "");
  named = chosen ? "" : (shown.named ?? "");
  if (chosen) return;
  for (const input of form.querySelectorAll("input[name=game]")) input.checked = input.value === named;
  offer();
}

/** What the server says, or nothing if there is none or it cannot be reached. A server of another build makes the page load again. */
async function online(profile, more, turn) {
  if (!served || !navigator.onLine || performance.now() - lost < RETRY_AFTER) return null;
  const patience = setTimeout(() => turn.abort(), TIMEOUT);
  try {
    const url = address(profile, { ...more, part: "results", build });
    const response = await fetch(url, { signal: turn.signal });
    const own = response.headers.get(BUILD_HEADER);
    if (!own || response.status >= 500) throw new Error("somebody else answers, or it is out of order");
    if (!own.startsWith(build)) {
      outdated = true;
      location.reload();
      return null;
    }
    return { ...answer(response, await response.text()), good: response.ok, network: "" };
  } catch {
    if (turn === asking) lost = performance.now();
    return null;
  } finally {
    clearTimeout(patience);
  }
}

/** What was found, or why not, in the site's own words. */
function answer({ headers }, text) {
  const refused = "That did not work";
  if ((headers.get("content-type") ?? "").startsWith("text/plain")) return { nodes: [paragraph(text.trim(), "hint")], told: refused };
  const page = new DOMParser().parseFromString(text, "text/html");
  const found = page.getElementById("found");
  return { nodes: found ? [found] : [...page.querySelectorAll("main p")], told: refused, ...found?.dataset };
}

async function offline(profile, text) {
  try {
    const { node, ...told } = (await kept(form.dataset)).found(text, profile, Boolean(all), Boolean(chosenFirst));
    return { ...told, nodes: [node], good: true, network: served || !navigator.onLine ? TEXTS.offline : TEXTS.simple };
  } catch {
    const why = served ? "No network, and nothing is kept here for use without it." : TEXTS.no_search;
    return { nodes: [], told: "", good: false, network: why };
  }
}

const paragraph = (textContent, className) => Object.assign(document.createElement("p"), { textContent, className });

/** Says that a page is not kept, and searches what is. */
async function awayFrom(path) {
  await find();
  part("network").textContent = filled(TEXTS.away, path);
}

// -- keeping the page for use without network -----------------------------------------------------

async function keep() {
  const say = (short, long) => {
    part("ready").textContent = short;
    part("kept").textContent = long;
  };
  if (!("serviceWorker" in navigator) || !window.isSecureContext) {
    say("Online only", "Offline use needs https; ask for the address that begins with https.");
    return;
  }
  say("Getting ready", "Offline use: being made ready.");
  // another tab brought a new build: what this page would need without network is gone
  navigator.serviceWorker.addEventListener("message", async () => {
    outdated = !(await keptHere());
  });
  try {
    const registration = await navigator.serviceWorker.register(form.dataset.worker, { scope: form.dataset.scope });
    registration.update().catch(() => {}); // without network: what is kept is good
    if (await madeReady(registration)) say("Ready offline", TEXTS.ready);
    else say("Not ready offline", "Offline use could not be made ready; load the page again to try.");
  } catch {
    say("Online only", "Offline use is not available in this browser.");
  }
}

/** Whether this page's build comes to be kept; not if its worker is given up, nor if it takes too long. */
async function madeReady(registration) {
  const until = performance.now() + UNTIL_READY;
  let worker = registration.installing;
  while (!(registration.active && (await keptHere()))) {
    worker = registration.installing ?? registration.waiting ?? worker;
    if (worker?.state === "redundant" || performance.now() > until) return false;
    await new Promise((later) => setTimeout(later, PAUSE));
  }
  return true;
}

/** Whether the files of this page's build are kept, not those of another. */
function keptHere() {
  return caches.match(form.dataset.cards);
}

// -- events -----------------------------------------------------------------------------------

form.addEventListener("submit", (event) => {
  event.preventDefault();
  find();
});
form.addEventListener("input", ({ target }) => {
  if (target.name === "q") {
    part("filters").open = false;
    chosenFirst = "";
  }
  if (target.name === "game") {
    all = named && !target.value ? "1" : "";
    chosenFirst = names && target.value ? "1" : "";
    named = "";
  }
  offer();
  clearTimeout(waiting);
  waiting = setTimeout(find, PAUSE);
});
part("forget").addEventListener("click", (event) => {
  event.preventDefault();
  const profile = profileNow();
  const kept = ["game", ...FACETS.map(({ name }) => name)].map((name) => [name, profile[name]]);
  fill(new URLSearchParams([["q", form.elements.q.value], ...kept]));
  find();
});
if (navigator.clipboard) {
  part("copy").hidden = false;
  part("copy").addEventListener("click", async () => {
    await navigator.clipboard.writeText(part("link").href);
    part("network").textContent = TEXTS.copied;
  });
}
document.addEventListener("visibilitychange", () => {
  if (outdated && !document.hidden) location.reload();
});
for (const change of ["online", "offline"]) {
  window.addEventListener(change, () => {
    lost = -RETRY_AFTER;
    find();
  });
}

// the address says what is asked; a choice that it does not name stays what it was
const params = new URLSearchParams(location.search);
const before = said(read(params)) || params.has("all") ? "" : remembered();
for (const [name, value] of new URLSearchParams(before)) params.append(name, value);
fill(params);
const away = params.get("away");
if (away) awayFrom(away);
else if (before || form.dataset.asked !== location.search.slice(1)) find(params.get("n") ?? "");
else {
  remember(profileNow());
  show(profileNow(), part("found").dataset);
}
keep();
