/** Keeps this page and its engine on the phone, for use without network; where there is little room, only when told to. */

import { button, made } from "./ask_dom.js";
import { available, keep, kept } from "./engine.js";
import { ASKING, fill } from "./shared.js";

/** Bytes that have to be free for the engine to be kept without being asked for. */
const ROOM = 500e6;

/** Whether there is much room, and nobody wants to save data. */
async function roomy() {
  const { quota = 0, usage = 0 } = (await navigator.storage?.estimate?.()) ?? {};
  return quota - usage > ROOM && !navigator.connection?.saveData && navigator.connection?.type !== "cellular";
}

/** Shows whether the engine is kept, or how to keep it; nothing where this site or browser has no engine for phones. */
export async function offerToKeep(part) {
  if (!(await available())) return;
  if (await kept()) return part.replaceChildren(ASKING.kept);
  const told = made("span", { aria: { role: "status" } });
  const start = button("keep", ASKING.keep, async () => {
    start.disabled = true;
    try {
      await keep((share) => { told.textContent = fill(ASKING.keeping, Math.round(100 * share)); });
      part.replaceChildren(ASKING.kept);
    } catch {
      told.textContent = ASKING.not_kept;
      start.disabled = false;
    }
  });
  part.replaceChildren(start, " ", told);
  if (await roomy()) start.click();
}
