/**
 * On a ruling's page: what the choices in the address mean, where no server reads them. It shows what
 * kb/web/pages/ruling.py does.
 */

import { keptCards } from "./offline.js";
import { known, read, said, words } from "./profile.js";
import { TEXTS, fill } from "./shared.js";

const given = read(new URLSearchParams(location.search));
/** What the choices mean, in a card. */
const NOTES = ":scope > .note.off[data-note]:not([hidden])";

async function show() {
  const kept = await keptCards(document.querySelector("meta[name=kb-cards]").content);
  const { profile, lines } = known(given, kept.choices);
  showOnPage(kept, profile, lines);
}

/** The verdict in the printing that is played, and the notes for the choices above the ruling. */
function showOnPage(kept, profile, lines) {
  const where = document.querySelector(".which");
  const html = kept.card(where.querySelector("code").textContent, profile);
  const card = new DOMParser().parseFromString(html, "text/html").querySelector("article");
  const verdict = card.querySelector("h3 > .played:not([hidden])");
  if (verdict) document.querySelector("h1.verdict").replaceChildren(...bare(verdict).childNodes);
  const said = words(profile, kept.choices);
  const told = [said && fill(TEXTS.chosen, said), ...lines].filter(Boolean);
  const notes = card.querySelectorAll(NOTES);
  if (!told.length && !notes.length) return;
  where.after(box(told, notes));
}

/** A verdict without what marks it in a card. */
function bare(verdict) {
  for (const each of verdict.querySelectorAll(".says")) each.replaceWith(...each.childNodes);
  return verdict;
}

function box(lines, notes = []) {
  const made = Object.assign(document.createElement("div"), { className: "notes chosen" });
  made.append(...lines.map((textContent) => Object.assign(document.createElement("p"), { textContent })), ...notes);
  return made;
}

if (said(given)) show().catch(() => document.querySelector("main").prepend(box([TEXTS.not_applied])));
