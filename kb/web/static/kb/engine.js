/**
 * Asks the rules engine: the server's, and where there is none or no network the one on this phone.
 *
 * `ask(request)` gives the answer; `available()` tells whether this site has an engine for phones, `kept()` whether it is kept here,
 * `keep(told)` keeps it. What is asked and answered is described in docs/asking.md.
 */

import { TIMEOUT } from "./shared.js";

/** Whether a server answers; a site of files has none. */
export const served = !("static" in document.body.dataset);
const SITE = new URL("../../../../", import.meta.url);
const DESCRIPTION = new URL("../../engine.json", import.meta.url);
const { worker: keeper, scope } = document.getElementById("asking").dataset;
// what asks the engine on this phone once it is wanted (a promise), and whether it can answer
let engine;
let ready = false;

/** The answer to a request, both plain values. Rejected where nobody can answer: without network, when no engine is kept. */
export async function ask(request) {
  const text = JSON.stringify(request);
  if (served && !ready) {
    if (await kept()) started().catch(() => {});
    try {
      return await posted(text);
    } catch (error) {
      if (!(await kept())) throw error;
    }
  }
  return JSON.parse(await (await started())(text));
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
}

/** What the server answers. Rejected where it cannot be reached in time or does not answer as it should. */
async function posted(text) {
  if (!navigator.onLine) throw new Error("there is no network");
  const answer = await fetch(new URL("ask.json", SITE), {
    method: "POST", body: text, headers: { "content-type": "application/json" }, signal: AbortSignal.timeout(5 * TIMEOUT),
  });
  const said = (answer.headers.get("content-type") ?? "").startsWith("application/json");
  if (!said || answer.status >= 500) throw new Error(`the server answered ${answer.status}`);
  return answer.json(); // also what is wrong with the request
}

/** Where the files of the engine are (kb/web/phone/offer.py), as whole addresses; nothing where nobody says. */
async function described() {
  const answer = await fetch(DESCRIPTION).catch(() => null);
  if (!answer?.ok) return null;
  const { files, worker, code, runtime } = await answer.json();
  const whole = (path) => path && new URL(path, DESCRIPTION).href;
  return { files: files.map(whole), worker: whole(worker), code: whole(code), runtime: whole(runtime) };
}

/** What asks the engine on this phone, started when first wanted; rejected where this site has none. */
function started() {
  engine ??= start().catch((error) => {
    engine = undefined; // tried again, perhaps with network then
    throw error;
  });
  return engine;
}

async function start() {
  const description = await described();
  if (!description?.files.length) throw new Error("there is no engine for phones here");
  const { worker, code, runtime } = description;
  // one that pages share and that outlives each of them, where the browser has that
  const source = "SharedWorker" in window ? new SharedWorker(worker, { type: "module", extendedLifetime: true }) : new Worker(worker, { type: "module" });
  const port = source.port ?? source;
  const waiting = new Map();
  await new Promise((done, refuse) => {
    port.onmessage = ({ data: { id, answer, failed } }) => {
      if (id !== undefined) waiting.get(id)(answer);
      else if (failed) refuse(new Error(failed));
      else done();
    };
    source.onerror = () => refuse(new Error("the engine could not be started"));
    port.postMessage({ code, runtime });
  });
  ready = true;
  return (request) => new Promise((done) => {
    const id = waiting.size;
    waiting.set(id, done);
    port.postMessage({ id, request });
  });
}
