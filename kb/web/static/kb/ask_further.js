/** What is asked only when its part is opened: what would change the answer, and the odds of the battles. */

import { made, replace } from "./ask_dom.js";
import { ASKING, FURTHER, fill } from "./shared.js";

const SHOWN = { flips: showFlips, odds: showOdds };

/** Makes the parts work: each asks when it is opened, and again when something else is asked while it is open. */
export function furtherParts(part, ask) {
  for (const name of FURTHER) part(name).addEventListener("toggle", () => part(name).open && show(part(name), name, ask));
}

/** Shows the parts that fit an answer, and asks for those that are open. */
export function refreshFurther(part, answer, ask) {
  const there = { flips: answer?.actions?.length > 0, odds: answer?.battles?.length > 0 };
  for (const name of FURTHER) {
    part(name).hidden = !there[name];
    if (there[name] && part(name).open) show(part(name), name, ask);
  }
}

async function show(part, name, ask) {
  const place = part.querySelector("div");
  place.textContent = ASKING.thinking;
  try {
    const answer = await ask({ [name]: true });
    replace(place, answer.errors ? answer.errors.map(({ message }) => made("p", {}, message)) : SHOWN[name](answer[name]));
  } catch (error) {
    place.textContent = error.message;
  }
}

function showFlips({ found, assumed = [] }) {
  if (!found.length) return made("p", {}, ASKING.no_flips);
  return [made("ul", { className: "rulings" }, found.map(({ text }) => made("li", {}, text))), ...assumed.map((line) => made("p", { className: "muted" }, line))];
}

function showOdds(odds) {
  return [odds].flat().map(({ attacker, defender, both_gone: gone, endings = [], assumed = [] }) => made("div", {},
    made("p", {}, made("b", {}, fill(ASKING.odds, percent(attacker), percent(defender), percent(gone)))),
    made("ul", { className: "rulings" }, endings.slice(0, 6).map(({ left, probability }) => made("li", {}, `${percent(probability)}: ${units(left)}`))),
    assumed.map((line) => made("p", { className: "muted" }, line))));
}

const percent = (share) => `${(100 * share).toFixed(1)} %`;

const units = (left) => Object.entries(left).map(([power, own]) =>
  `${spaced(power)} ${Object.entries(own).map(([unit, count]) => `${count} ${spaced(unit)}`).join(", ")}`).join("; ") || ASKING.nobody;

const spaced = (id) => id.replaceAll("-", " ");
