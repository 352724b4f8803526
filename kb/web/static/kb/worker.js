/*
 * Keeps the judge's page of one build, whole or not at all, and answers with it where there is no network; and the board with its
 * engine, once somebody asks for it to be kept.
 *
 * BUILD stands before this text: {root, build, mark, pages, files, rulings, engine, board, header, timeout, retryAfter}. A new build is
 * a new text, so the browser installs it beside the old one; it drops what the old one kept only when it has everything. Addresses in it
 * may be relative to this script; then pages are folders. Where `header` is empty, no header tells who answers.
 */

const here = (given, base = self.location) => new URL(given, base).pathname;
const page = (path) => path.replace(/\/$/, "");

const FAMILY = `kb ${here(BUILD.root)} `;
const NAME = FAMILY + BUILD.mark;
const BOARD = `kb-engine ${here(BUILD.root)}`;
const FILES = BUILD.files.map((file) => here(file));
const [JUDGE, COMPARE] = BUILD.pages.map((each) => here(each));
const ENGINE = here(BUILD.engine);
const BOARD_FILES = BUILD.board.map((file) => here(file));
let lost = -BUILD.retryAfter;

self.addEventListener("install", (event) => event.waitUntil(keepPages().then(() => caches.has(BOARD)).then((had) => had && keepBoard()).then(() => self.skipWaiting())));
self.addEventListener("activate", (event) => event.waitUntil(forgetOthers().then(() => self.clients.claim())));
self.addEventListener("message", (event) => event.data === "keep the engine" && event.waitUntil(keepBoard(event.ports[0])));

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== self.location.origin) return;
  if (request.mode === "navigate") event.respondWith(networkFirst(request, pathname));
  else if (FILES.includes(pathname) || pathname.startsWith(ENGINE.replace(".json", "/")) || BOARD_FILES.includes(pathname)) event.respondWith(caches.match(request).then((kept) => kept ?? fetch(request)));
  else if (pathname === ENGINE) event.respondWith(fetch(request).catch(() => caches.match(request, { ignoreSearch: true })));
});

/** Keeps the pages and what they load. Rejected where another build's page is found, as a cache on the way may have it. */
async function keepPages() {
  const cache = await caches.open(NAME);
  await cache.addAll([...BUILD.pages.map((each) => new Request(each, { cache: "reload" })), ...BUILD.files]);
  for (const each of BUILD.pages) {
    const text = await (await cache.match(each)).text();
    if (!text.includes(`data-build="${BUILD.build}"`)) throw new Error("that is another build");
  }
}

/** Keeps the board and its engine whole, and tells how far it is: {part}, at the end {kept}. Files that are there are not fetched again. */
async function keepBoard(port) {
  try {
    const described = await fetch(ENGINE, { cache: "reload" });
    const files = (await described.clone().json()).files.map((file) => here(file, described.url));
    if (!files.length) throw new Error("the site has none");
    const cache = await caches.open(BOARD);
    let there = 0;
    await Promise.all(files.map(async (file) => {
      if (file === BOARD_FILES[0] || !(await cache.match(file))) await cache.add(new Request(file, { cache: "reload" }));
      port?.postMessage({ part: (there += 1) / files.length });
    }));
    await cache.put(ENGINE, described);
    const old = (await cache.keys()).filter(({ url }) => ![ENGINE, ...files].includes(here(url)));
    await Promise.all(old.map((request) => cache.delete(request)));
    port?.postMessage({ kept: true });
  } catch {
    port?.postMessage({ kept: false });
  }
}

async function forgetOthers() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith(FAMILY) && name !== NAME).map((name) => caches.delete(name)));
}

/** What the site says; a kept page, or where one is that stands for it, where the site cannot be reached. */
async function networkFirst(request, path) {
  return (await answered(request)) ?? (await caches.match(keptAt(path), { ignoreSearch: true })) ?? Response.redirect(instead(path, new URL(request.url).searchParams));
}

/** The address under which a page is kept: in a site of files with a slash at its end. */
const keptAt = (path) => [...BUILD.pages, ...BUILD.board].map((each) => here(each)).find((each) => page(each) === page(path)) ?? path;

/** What the site says, or nothing if it cannot be reached; after a loss it is not asked for a while. */
async function answered(request) {
  if (performance.now() - lost < BUILD.retryAfter) return null;
  try {
    const late = new Promise((_, refuse) => setTimeout(refuse, BUILD.timeout));
    const answer = await Promise.race([fetch(request), late]);
    // not a proxy that cannot reach the site, nor the gate of a wireless network
    const fromSite = answer.type === "opaqueredirect" || (answer.status < 500 && (!BUILD.header || answer.headers.has(BUILD.header)));
    if (!fromSite) throw new Error("another server answered");
    return answer;
  } catch {
    lost = performance.now();
    return null;
  }
}

/** What stands for a page without network: for a ruling a search for its id, for a comparison the list; else a line that says so. */
function instead(path, query) {
  const rulings = here(BUILD.rulings);
  if (path.startsWith(`${page(COMPARE)}/`)) return `${COMPARE}#${page(path).slice(page(COMPARE).length + 1)}`;
  if (!path.startsWith(rulings) || path.endsWith(".json")) return `${JUDGE}?${new URLSearchParams({ away: path })}`;
  query.set("q", decodeURI(page(path).slice(rulings.length)));
  return `${JUDGE}?${query}`;
}
