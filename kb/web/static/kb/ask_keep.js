/** Offers to keep this page and its engine on the phone, for use without network. */

import { button, made } from "./ask_dom.js";
import { available, keep, kept } from "./engine.js";
import { ASKING, fill } from "./shared.js";

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
}
