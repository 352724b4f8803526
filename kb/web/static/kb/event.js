/**
 * On a ruling's page: what goes for the event of the address, where no server reads it. It shows what
 * kb/web/pages/ruling.py does.
 */

import { keptCards } from "./offline.js";
import { parsed } from "./found.js";
import { known, query, read, said, words } from "./profile.js";
import { TEXTS, fill } from "./shared.js";

const given = read(new URLSearchParams(location.search));
/** What goes for an event, in a card. */
const NOTES = ":scope > .house-note:not([hidden]), :scope > .note.off[data-note]:not([hidden])";

async function show() {
  const kept = await keptCards(document.querySelector("meta[name=kb-cards]").content);
  const { profile, lines } = known(given, kept.choices);
  showOnPage(kept, profile, lines);
  for (const link of document.querySelectorAll("a[data-event]")) {
    const address = new URL(link.href);
    address.search = [address.search.slice(1), query(profile)].filter(Boolean).join("&");
    link.href = address.href;
  }
}

/** The verdict in the printing that is played, and the notes for the event above the ruling, in place of those for the site's event. */
function showOnPage(kept, profile, lines) {
  const where = document.querySelector(".which");
  const card = parsed(kept.card(where.querySelector("code").textContent, profile)).find((node) => node.localName === "article");
  const verdict = card.querySelector("h3 > .played:not([hidden])");
  if (verdict) document.querySelector("h1.verdict").replaceChildren(...bare(verdict).childNodes);
  const leave = document.querySelector(".notes.event a");
  document.querySelector(".notes.event")?.remove();
  const event = words(profile, kept.choices);
  const told = [event && fill(TEXTS.your_event, event), ...lines].filter(Boolean);
  const notes = card.querySelectorAll(NOTES);
  if (!told.length && !notes.length) return;
  const made = box(told, notes);
  if (leave && profile.event === document.querySelector(".built").dataset.event) made.firstChild.append(" ", leave);
  where.after(made);
}

/** A verdict without what marks it in a card. */
function bare(verdict) {
  for (const each of verdict.querySelectorAll(".says")) each.replaceWith(...each.childNodes);
  return verdict;
}

function box(lines, notes = []) {
  const made = Object.assign(document.createElement("div"), { className: "notes event" });
  made.append(...lines.map((textContent) => Object.assign(document.createElement("p"), { textContent })), ...notes);
  return made;
}

if (said(given)) show().catch(() => document.querySelector("main").prepend(box([TEXTS.no_event])));
