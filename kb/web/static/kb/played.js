/** Asks the engine to play a question with its own units, after its answer is shown; shows what it says, mostly nothing. */

import { served } from "./served.js";
import { TEXTS, fill } from "./shared.js";

const PAUSE = 600;
/** Words that a question has at least. */
const FEWEST = 3;
let turn = new AbortController();

/**
 * Shows above what was found which word play gives for a question of a game, with the position and a link to it on the
 * board. `page` is the address of the judge's page.
 */
export async function play(question, game, page) {
  turn.abort();
  const own = (turn = new AbortController());
  document.getElementById("played")?.remove();
  if (!served || question.trim().split(/\s+/).length < FEWEST) return;
  await new Promise((later) => setTimeout(later, PAUSE));
  if (own.signal.aborted || !navigator.onLine) return;
  try {
    const body = JSON.stringify({ question, ...(game && { game }) });
    const headers = { "content-type": "application/json" };
    const response = await fetch(page.replace(/judge$/, "api/v1/played"), { method: "POST", headers, body, signal: own.signal });
    const said = await response.json();
    if (response.ok && said.word && turn === own) show(said, page);
  } catch {
    // nothing is played without network
  }
}

function show({ word, told, rules, board }, page) {
  const shown = Object.assign(document.createElement("section"), { id: "played" });
  const line = (text, className = "") => Object.assign(document.createElement("p"), { textContent: text, className });
  const first = line(` ${TEXTS.played_with} `);
  first.prepend(Object.assign(document.createElement("strong"), { textContent: TEXTS[`word_${word}`] }));
  const link = Object.assign(document.createElement("a"), { textContent: TEXTS.on_the_board });
  link.href = `${page.replace(/judge$/, "ask")}#${board}`;
  first.append(link);
  const more = document.createElement("details");
  more.append(Object.assign(document.createElement("summary"), { textContent: TEXTS.as_played }));
  more.append(...rules.map(({ says }) => line(fill(TEXTS.decides, says))), line(told.join(" "), "meta"));
  shown.append(first, more);
  document.getElementById("found")?.before(shown);
}
