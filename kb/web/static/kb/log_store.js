/** Keeps the log on this phone, in IndexedDB: revisions are added, and never changed or taken away. No server has it. */

import { completed } from "./log_record.js";

const NAME = "kb-log";
const STORE = "revisions";
const LAST = "kb-log-last";
/** Before the name of an event. */
const PLACE = "kb-log-place ";
const MOST_TABLES = 6;
let opened;

function open() {
  opened ??= new Promise((done, fail) => {
    const request = indexedDB.open(NAME, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE, { autoIncrement: true });
    request.onsuccess = () => {
      const forget = () => { opened = undefined; };
      request.result.onclose = forget;
      request.result.onversionchange = () => { request.result.close(); forget(); };
      done(request.result);
    };
    request.onerror = () => fail(request.error);
  }).catch((error) => {
    opened = undefined;
    throw error;
  });
  return opened;
}

/** Every revision that is kept; what an older version of this site kept is completed. */
export async function all() {
  const base = await open();
  return new Promise((done, fail) => {
    const request = base.transaction(STORE).objectStore(STORE).getAll();
    request.onsuccess = () => done(request.result.map(completed));
    request.onerror = () => fail(request.error);
  });
}

/** Keeps revisions, all or none: done when they are on the disk; rejected where the store is full or there is none. */
export async function add(revisions) {
  const base = await open();
  await new Promise((done, fail) => {
    const transaction = base.transaction(STORE, "readwrite", { durability: "strict" });
    transaction.oncomplete = done;
    transaction.onabort = transaction.onerror = () => fail(transaction.error ?? new Error("not kept"));
    for (const each of revisions) transaction.objectStore(STORE).add(each);
  });
}

/** The name that the judge of this phone said last. */
export const judge = () => stored(LAST)?.judge ?? "";

/** The table and the round that were said last at an event, with the tables of late; nothing where nobody was asked for them yet. */
export const place = (event) => stored(PLACE + event);

/** Remembers who ruled at which event, table and round. */
export function remember({ judge: name, event, table, round }) {
  const tables = [...new Set([table, ...(place(event)?.tables ?? [])])].filter(Boolean).slice(0, MOST_TABLES);
  store(PLACE + event, { table, round, tables });
  rememberJudge(name);
}

/** Remembers the name of this phone's judge. */
export const rememberJudge = (name) => store(LAST, { judge: name });

function stored(key) {
  try {
    return JSON.parse(localStorage.getItem(key)) ?? undefined;
  } catch {
    return undefined;
  }
}

function store(key, value) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // a browser that keeps nothing: it is said anew each time
  }
}

/** Asks the browser not to drop the log when room is short; whether it promised. */
export async function persist() {
  try {
    return (await navigator.storage.persisted()) || (await navigator.storage.persist());
  } catch {
    return false; // only sites with https are asked
  }
}
