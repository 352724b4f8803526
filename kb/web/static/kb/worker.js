/*
 * Keeps the judge's page of one build, whole or not at all, and answers with it where there is no network; and the rules engine, once
 * somebody asks for it to be kept.
 *
 * BUILD stands before this text: {root, mark, files, shell, judge, pages, compare, rulings, engine, header, timeout, retryAfter}. A new build is a new
 * text, so the browser installs it beside the old one; it drops what the old one kept only when it has everything.
 * Addresses in it may be relative to this script; then pages are folders. Where `header` is empty, no header tells who answers.
 *
 * The SHA-256 of each kept file is kept beside it, and compared whenever the file is given: what a disk has damaged is fetched anew, and
 * refused in one line where that fails.
 */

const address = ({ pathname, search }) => pathname + search;
const here = (given, base = self.location) => address(new URL(given, base));
const page = (path) => path.replace(/\/$/, "");

const ROOT = here(BUILD.root);
const FAMILY = `kb ${ROOT} `;
const NAME = FAMILY + BUILD.mark;
const [FILES, JUDGE, RULINGS] = [BUILD.files.map((file) => here(file)), here(BUILD.judge), here(BUILD.rulings)];
/** The pages that are kept whole, each with the address under which it is kept. */
const PAGES = new Map([[BUILD.judge, BUILD.shell], ...Object.entries(BUILD.pages)].map(([path, shell]) => [page(here(path)), here(shell)]));
/** Below it each comparison has a page; without network it is a part of the page of all. */
const COMPARE = page(here(BUILD.compare));
const ENGINE = {
  cache: `kb-engine ${ROOT}`,
  build: BUILD.engine.build,
  described: here(BUILD.engine.described),
  below: here(BUILD.engine.below),
  asking: here(BUILD.engine.asking),
  page: BUILD.engine.page.map((file) => here(file)),
};
/** Where the sums of the other files of a cache are kept in it. */
const SUMS = `${ROOT}kept-sums.json`;
const DAMAGED = "What is kept here for use without network is damaged, so it is not shown. Load the page again with network.\n";
// everything being kept anew, where the sums are lost
let again;
let lost = -BUILD.retryAfter;

self.addEventListener("install", (event) => {
  event.waitUntil(keepPage().then(renewEngine).then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  event.waitUntil(forgetOthers().then(() => self.clients.claim()).then(tellEveryPage));
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== self.location.origin) return;
  if (FILES.includes(address(url))) event.respondWith(keptFirst(request, NAME));
  else if (url.pathname.startsWith(ENGINE.below) || ENGINE.page.includes(address(url))) event.respondWith(keptFirst(request, ENGINE.cache));
  else if (url.pathname === ENGINE.described) event.respondWith(engineDescribed(request));
  else if (request.mode !== "navigate") return;
  else if (page(url.pathname) === page(ENGINE.asking)) event.respondWith(askingPage(request, url));
  else event.respondWith(ours(url.pathname) ? networkFirst(request, url) : fetch(request).catch(() => Response.redirect(away(url))));
});

self.addEventListener("message", (event) => {
  if (event.data === "keep the engine") event.waitUntil(keepEngine(event.ports[0]));
});

/** Keeps the pages and what they load. Rejected where another build's page is found, as a cache on the way may have it. */
async function keepPage() {
  const cache = await caches.open(NAME);
  const shells = [...PAGES.values()];
  await cache.addAll([...shells.map((each) => new Request(each, { cache: "reload" })), ...FILES.filter((file) => !shells.includes(file))]);
  for (const each of shells) {
    const text = await (await cache.match(each)).text();
    if (!text.includes(`data-build="${ENGINE.build}"`)) throw new Error("that is another build");
  }
  await keepSums(cache);
}

async function keepSums(cache) {
  const files = (await cache.keys()).map(({ url }) => address(new URL(url))).filter((file) => file !== SUMS);
  const sums = await Promise.all(files.map(async (file) => [file, await sumOf(await cache.match(file))]));
  const own = JSON.stringify(Object.fromEntries(sums));
  await cache.put(SUMS, new Response(JSON.stringify([own, await sumOf(new Response(own))])));
}

/** The sums of a cache by address; none where they are damaged themselves. */
async function sumsOf(cacheName) {
  try {
    const [own, sum] = await (await caches.match(SUMS, { cacheName })).json();
    return (await sumOf(new Response(own))) === sum ? JSON.parse(own) : {};
  } catch {
    return {};
  }
}

async function sumOf(response) {
  const bytes = new Uint8Array(await crypto.subtle.digest("SHA-256", await response.clone().arrayBuffer()));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** What the site says that the engine consists of; what the kept one consists of where the site cannot be reached. */
async function engineDescribed(request) {
  if (!(await caches.match(ENGINE.described))) return fetch(request);
  return (await answered(request)) ?? kept(ENGINE.described, ENGINE.cache);
}

/** The page "Ask with the board": the site's, or the kept one. */
async function askingPage(request, url) {
  return (await answered(request)) ?? (await keptPage(ENGINE.page[0], ENGINE.page, ENGINE.cache)) ?? Response.redirect(away(url));
}

/** Keeps the engine of this build where one is kept; the one before stays where that fails. */
async function renewEngine() {
  if (await caches.has(ENGINE.cache)) await keepEngine();
}

/** Keeps the engine and the page that asks it whole, and tells how far it is: {part}, at the end {kept}. Files that are there already, as they were kept, are not fetched again. */
async function keepEngine(port) {
  try {
    const described = await fetch(`${ENGINE.described}?build=${ENGINE.build}`);
    const told = await described.clone().json();
    const files = told.files.map((file) => here(file, described.url));
    if (!files.length) throw new Error("the site has none");
    const cache = await caches.open(ENGINE.cache);
    const sums = await sumsOf(ENGINE.cache);
    let there = 0;
    await Promise.all(files.map(async (file) => {
      const found = await cache.match(file);
      if (!found || (await sumOf(found)) !== sums[file]) await cache.add(file);
      port?.postMessage({ part: (there += 1) / files.length });
    }));
    await cache.put(ENGINE.described, described);
    const old = (await cache.keys()).filter(({ url }) => ![ENGINE.described, SUMS, ...files].includes(address(new URL(url))));
    await Promise.all(old.map((request) => cache.delete(request)));
    await keepSums(cache);
    port?.postMessage({ kept: true });
  } catch {
    port?.postMessage({ kept: false });
  }
}

async function forgetOthers() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith(FAMILY) && name !== NAME).map((name) => caches.delete(name)));
}

async function tellEveryPage() {
  for (const page of await self.clients.matchAll()) page.postMessage(BUILD.mark);
}

/** Whether a path is a page that is kept, or the page of a ruling. */
function ours(path) {
  if (PAGES.has(page(path)) || path.startsWith(`${COMPARE}/`)) return true;
  const [id, ...more] = path.startsWith(RULINGS) ? page(path).slice(RULINGS.length).split("/") : [""];
  return id !== "" && !id.endsWith(".json") && !more.length;
}

/** A file as it was kept, nothing where it is not. A damaged one is fetched anew; where that fails, the answer says so (503). */
async function kept(file, cacheName) {
  const found = await caches.match(file, { cacheName });
  if (!found) return undefined;
  const sum = (await sumsOf(cacheName))[file];
  if ((await sumOf(found)) === sum) return found;
  if (!sum) again ??= Promise.allSettled([keepPage(), renewEngine()]).then(() => (again = undefined));
  const fresh = await soon(fetch(file, { cache: "reload" })).catch(() => null);
  if (!fresh?.ok || (sum && (await sumOf(fresh)) !== sum)) return new Response(DAMAGED, { status: 503, headers: { "content-type": "text/plain" } });
  if (sum) await (await caches.open(cacheName)).put(file, fresh.clone());
  return fresh;
}

async function keptFirst(request, cacheName) {
  return (await kept(address(new URL(request.url)), cacheName)) ?? fetch(request);
}

/** A kept page, or what is said where a file that it loads is damaged; nothing where it is not kept. */
async function keptPage(shell, files, cacheName) {
  const page = await kept(shell, cacheName);
  const loaded = page && (await Promise.all(files.map((file) => kept(file, cacheName))));
  return loaded?.find((each) => each?.status === 503) ?? page;
}

async function networkFirst(request, url) {
  const shell = PAGES.get(page(url.pathname));
  return (await answered(request)) ?? (shell ? keptPage(shell, FILES, NAME) : Response.redirect(instead(url)));
}

/** What the site says, or nothing if it cannot be reached; after a loss it is not asked for a while. */
async function answered(request) {
  if (performance.now() - lost < BUILD.retryAfter) return null;
  try {
    const answer = await soon(fetch(request));
    if (!fromSite(answer)) throw new Error("somebody else answers");
    return answer;
  } catch {
    lost = performance.now();
    return null;
  }
}

/** Whether the site itself answers, not a proxy that cannot reach it or the gate of a wireless network. */
function fromSite(answer) {
  return answer.type === "opaqueredirect" || (answer.status < 500 && (!BUILD.header || answer.headers.has(BUILD.header)));
}

function soon(answer) {
  return Promise.race([answer, new Promise((_, refuse) => setTimeout(refuse, BUILD.timeout))]);
}

/** Where a ruling's page is without network: `/r/<id>` is a search for it; and a comparison. */
function instead(url) {
  if (url.pathname.startsWith(`${COMPARE}/`)) return `${here(BUILD.compare)}#${page(url.pathname).slice(COMPARE.length + 1)}`;
  const query = new URLSearchParams(url.search);
  query.set("q", decoded(page(url.pathname).slice(RULINGS.length)));
  return `${JUDGE}?${query}`;
}

/** Where a page is that is not kept: the judge's page says that it needs the network. */
function away(url) {
  return `${JUDGE}?${new URLSearchParams({ away: url.pathname })}`;
}

function decoded(part) {
  try {
    return decodeURIComponent(part);
  } catch {
    return part; // a stray % stands for itself
  }
}
