/**
 * Asks the rules engine: the one on this phone where it has been started, else the server's, and without network the one that is kept.
 * Where there is no server it is started on this phone when first asked, kept or not.
 *
 * `ask(request)` gives the answer; `available()` tells whether this site has an engine for phones, `kept()` whether it is kept here,
 * `keep(told)` keeps it. What is asked and answered is described in docs/asking.md.
 */

import { served } from "./served.js";
import { TIMEOUT } from "./shared.js";

const SITE = new URL("../../../../", import.meta.url);
const DESCRIPTION = new URL("../../engine.json", import.meta.url);
// the engine on this phone once it is wanted (a promise), and once it can answer
let engine;
let ready;
let bytes = 0;

/** The answer to a request, both plain values. Rejected where nobody can answer: without network, when no engine is kept. */
export async function ask(request) {
  const text = JSON.stringify(request);
  if (!served) await start();
  const own = here();
  if (ready) return JSON.parse(await ready.answer(text));
  try {
    if (!navigator.onLine) throw new Error("there is no network");
    return await posted(text);
  } catch (error) {
    const kept = await own;
    if (!kept) throw error;
    return JSON.parse(await kept.answer(text));
  }
}

/** Whether this site has an engine that a phone can keep, and this browser can keep it. */
export async function available() {
  return "serviceWorker" in navigator && window.isSecureContext && Boolean((await described())?.files.length);
}

/** Whether the engine is kept on this phone, whole. */
export async function kept() {
  if (!("caches" in window) || !(await caches.match(DESCRIPTION))) return false;
  const description = await described();
  return Boolean(description) && (await Promise.all(description.files.map((file) => caches.match(file)))).every(Boolean);
}

/** Keeps the engine; `told` is called with the part that is there already, 0 to 1. Rejected where that fails. */
export async function keep(told = () => {}) {
  const { keeper, scope } = (await described()) ?? {};
  if (!keeper) throw new Error("there is no engine for phones here");
  await navigator.serviceWorker.register(keeper, { scope });
  const { active } = await navigator.serviceWorker.ready;
  const { port1, port2 } = new MessageChannel();
  await new Promise((done, refuse) => {
    port1.onmessage = ({ data }) => {
      told(data.part ?? 1);
      if (data.kept === true) done();
      if (data.kept === false) refuse(new Error("the engine could not be kept"));
    };
    active.postMessage("keep the engine", [port2]);
  });
  engine = undefined;
}

/** Starts the engine on this phone, kept or not; fulfilled when it can answer, rejected where this site has none. */
export async function start() {
  if (!served && ready) return;
  engine = served ? started() : (engine ?? started());
  const own = await engine;
  if (!own) {
    engine = undefined; // asked for again, perhaps with network then
    throw new Error("there is no engine for phones here");
  }
  await own.started;
}

/** Bytes that starting the engine takes, while it starts. */
export const weight = () => (ready ? 0 : bytes);

/** What the server answers. Rejected where it cannot be reached in time or does not answer as it should. */
async function posted(text) {
  const answer = await fetch(new URL("ask.json", SITE), {
    method: "POST", body: text, headers: { "content-type": "application/json" }, signal: AbortSignal.timeout(5 * TIMEOUT),
  });
  const said = (answer.headers.get("content-type") ?? "").startsWith("application/json");
  if (!said || answer.status >= 500) throw new Error(`the server answered ${answer.status}`);
  return answer.json(); // also what is wrong with the request
}

/** The engine on this phone, starting when first asked for; nothing where it is not kept. */
function here() {
  engine ??= kept().then((whole) => (whole ? started() : null));
  return engine;
}

async function started() {
  const description = await described();
  bytes = description?.bytes ?? 0;
  return description?.files.length ? new Engine(description) : null;
}

/** Where the engine of this page's build is (kb/web/phone/offer.py); nothing where nobody says. */
async function described() {
  const build = document.querySelector("[data-build]")?.dataset.build;
  for (const query of build ? [`?build=${build}`, ""] : [""]) {
    const answer = await fetch(DESCRIPTION + query).catch(() => null);
    if (answer?.ok) return resolved(await answer.json());
  }
  return null;
}

/** The same with whole addresses. */
function resolved({ bytes, files, ...paths }) {
  const whole = (path) => path && new URL(path, DESCRIPTION).href;
  return { bytes, files: files.map(whole), ...Object.fromEntries(Object.entries(paths).map(([name, path]) => [name, whole(path)])) };
}

/** A worker and where it is written to: one that pages share and that outlives each of them, where the browser has that. */
function workerAt(address) {
  if (!("SharedWorker" in window)) {
    const own = new Worker(address, { type: "module" });
    return [own, own];
  }
  const shared = new SharedWorker(address, { type: "module", extendedLifetime: true });
  return [shared, shared.port];
}

class Engine {
  constructor({ worker, code, runtime }) {
    this.asked = new Map();
    this.count = 0;
    const [source, port] = workerAt(worker);
    this.worker = port;
    this.started = new Promise((done, refuse) => {
      port.onmessage = ({ data }) => this.hear(data, done, refuse);
      source.onerror = () => refuse(new Error("the engine could not be started"));
    });
    this.started.then(() => (ready = this), () => (engine = undefined));
    this.worker.postMessage({ code, runtime });
  }

  hear({ id, answer, failed }, done, refuse) {
    if (id === undefined) {
      if (failed) refuse(new Error(failed));
      else done();
      return;
    }
    this.asked.get(id)(answer);
    this.asked.delete(id);
  }

  /** The answer to a request, both JSON; rejected where the engine cannot be started. */
  async answer(request) {
    await this.started;
    const id = (this.count += 1);
    return new Promise((done) => {
      this.asked.set(id, done);
      this.worker.postMessage({ id, request });
    });
  }
}
