/** What is asked only when its part is opened: what would change the answer, and the odds of the battles. */

import { nameIn } from "./ask_boards.js";
import { button, made, replace } from "./ask_dom.js";
import { ASKING, FURTHER } from "./shared.js";

const MOST_ENDINGS = 6;

/** What was asked last for each part: an answer that comes late counts no more. */
const last = {};
const SHOWN = { flips: showFlips, odds: showOdds };

/** Makes the parts work: each asks when it is opened, and again when something else is asked while it is open. */
export function furtherParts(part, told) {
  for (const name of FURTHER) part(name).addEventListener("toggle", () => part(name).open && show(part(name), name, told()));
}

/** Shows the parts that fit an answer, and asks for those that are open. */
export function refreshFurther(part, told) {
  const { answer } = told;
  const there = { flips: answer?.actions?.length > 0, odds: answer?.battles?.length > 0 };
  for (const name of FURTHER) {
    part(name).hidden = !there[name];
    if (there[name] && part(name).open) show(part(name), name, told);
  }
}

async function show(part, name, told) {
  const place = part.querySelector("div");
  const own = (last[name] = {});
  place.textContent = ASKING.thinking;
  try {
    const answer = await told.further({ [name]: true });
    if (own !== last[name]) return;
    replace(place, answer.errors ? answer.errors.map(({ message }) => made("p", {}, message)) : SHOWN[name](answer[name], told, answer));
  } catch (error) {
    place.textContent = error.message;
  }
}

function showFlips(found, { links, apply }, { flips_searched: { assumed } }) {
  const tried = (flip, at) => button(`flip ${at}`, ASKING.try_it, () => apply(flip.change), { aria: { label: `${ASKING.try_it}: ${flip.text}` } });
  const rows = found.length ? list(found.map((flip, at) => [...linked(flip, links), Object.keys(flip.change).length > 0 && [" ", tried(flip, at)]])) : made("p", {}, ASKING.no_flips);
  return [rows, ...lines(assumed)];
}

/** A sentence in which the first ruling that it names is a link. */
function linked({ text, rulings: [id] }, links) {
  const [before, ...after] = id ? text.split(id) : [text];
  return [before, ...(after.length ? [made("a", { href: links.ruling(id) }, id), after.join(id)] : [])];
}

function showOdds(battles, { board }) {
  return battles.map((odds) => made("div", {}, odds.wrong ? made("p", {}, odds.wrong) : shares(odds, board)));
}

/** How one battle ends, and what is left then. */
function shares(odds, board) {
  const ends = Object.entries(ASKING.endings).filter(([name]) => odds[name]).map(([name, words]) => `${words} ${percent(odds[name])}`);
  const lefts = odds.endings.slice(0, MOST_ENDINGS).map(({ left, probability }) => `${percent(probability)}: ${units(left, board)}`);
  return [made("p", {}, made("b", {}, ends.join("; "))), list(lefts), ...lines(odds.assumed)];
}

const list = (rows) => made("ul", { className: "rulings" }, rows.map((row) => made("li", {}, row)));
const lines = (texts) => texts.map((line) => made("p", { className: "muted" }, line));
const percent = (share) => `${(100 * share).toFixed(1)} %`;
const units = (left, board) => Object.entries(left).map(([power, own]) =>
  `${nameIn(board.powers, power)}: ${Object.entries(own).map(([unit, count]) => `${count} ${spaced(unit)}`).join(", ")}`).join("; ") || ASKING.nothing_left;
const spaced = (id) => id.replaceAll("-", " ");
