/** The house rulings of the event that a site is served for: what kb/web/at_event.py and kb/events/choices.py do, without network. */

import { HOUSE } from "./shared.js";

const LONGEST_NUMBER = 4;

/** Whether a reader is at the site's event, {name, game} as the choices of the kept build have it, and plays its game. */
export function isAt(profile, [name, game]) {
  return Boolean(name) && profile.event === name && (!profile.game || !game || profile.game === game);
}

/** The id of a house ruling that a text is, with hyphen or space, in any case; else empty. */
function askedId(text) {
  const name = text.trim().toLowerCase().split(/\s+/).join("-");
  const number = name.startsWith(HOUSE.PREFIX) ? name.slice(HOUSE.PREFIX.length) : "";
  return /^[1-9][0-9]*$/.test(number) && number.length <= LONGEST_NUMBER ? name : "";
}

/** Those that a text names: one by its id, or all. */
export function named(rulings, text) {
  const all = HOUSE.ALL.includes(text.trim().toLowerCase().split(/\s+/).join(" "));
  return all ? rulings : rulings.filter(([id]) => id === askedId(text));
}

/**
 * The house rulings, [id, terms of the question, other terms, what it overrides, card], for a question that names none, with some
 * telling terms, and those that override a ruling that was found.
 */
export function houseOf(rulings, text, terms, ids) {
  if (askedId(text)) return [];
  const words = byWords(rulings, terms);
  const over = rulings.filter((each) => each[3].some((id) => ids.includes(id)) && !words.includes(each));
  return [...words, ...over.slice(0, HOUSE.MOST_FOUND)];
}

/** Those that share enough of the telling terms of a question, the best first. */
function byWords(rulings, terms) {
  const asked = [...new Set(terms)];
  const needed = Math.min(HOUSE.ENOUGH, Math.floor((asked.length + 1) / 2));
  const [inQuestion, inRest] = HOUSE.COUNTS;
  const scored = rulings.map((ruling, place) => {
    const own = asked.filter((term) => ruling[1].includes(term));
    const rest = asked.filter((term) => ruling[2].includes(term) && !own.includes(term));
    return { ruling, place, shared: own.length + rest.length, score: inQuestion * own.length + inRest * rest.length };
  });
  return scored.filter(({ shared }) => asked.length && shared >= needed)
    .sort((one, other) => other.score - one.score || one.place - other.place)
    .slice(0, HOUSE.MOST_FOUND).map(({ ruling }) => ruling);
}
