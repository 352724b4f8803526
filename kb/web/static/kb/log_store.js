/** Keeps the log on this phone, in IndexedDB: revisions are added, and never changed or taken away. No server has it. */

const NAME = "kb-log";
const STORE = "revisions";
const LAST = "kb-log-last";
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

/** Every revision that is kept. */
export async function all() {
  const base = await open();
  return new Promise((done, fail) => {
    const request = base.transaction(STORE).objectStore(STORE).getAll();
    request.onsuccess = () => done(request.result);
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

/** What was said last, {judge, table, round}, for the next entry; `tables` are those of late. */
export function last() {
  try {
    return { judge: "", table: "", round: "", tables: [], ...JSON.parse(localStorage.getItem(LAST)) };
  } catch {
    return { judge: "", table: "", round: "", tables: [] };
  }
}

const MOST_TABLES = 6;

/** Remembers what was said last. */
export function remember({ judge, table, round }) {
  const tables = [...new Set([table, ...last().tables])].filter(Boolean).slice(0, MOST_TABLES);
  try {
    localStorage.setItem(LAST, JSON.stringify({ judge, table, round, tables }));
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
