/** What the engine waits for: dice to tap or to be rolled, options to choose from, decisions in a battle. */

import { nameIn, spaceOf, words } from "./ask_boards.js";
import { button, chips, made, replace } from "./ask_dom.js";

const FACES = [1, 2, 3, 4, 5, 6];

/** What is waited for; `faces` are dice that are tapped already. */
export function showWaiting(part, told) {
  replace(part, (told.answer?.waiting ?? []).map((wait) => made("section", { className: "wait" }, wait.dice ? dice(wait, told) : options(wait, told))));
}

function head({ power, what, space }, board, does) {
  const place = space ? ` in ${spaceOf(board, space).name}` : "";
  return made("h3", {}, `${nameIn(board.powers, power)} ${does}${what && what !== "decision" ? `: ${words(what).toLowerCase()}` : ""}${place}`);
}

function dice(wait, { board, faces, roll, rolled }) {
  const many = wait.dice;
  const needs = wait.needs?.[faces.length];
  const left = many - faces.length;
  return [head(wait, board, many === 1 ? "rolls a die" : `rolls ${many} dice`),
    made("p", {}, faces.length ? `Rolled: ${faces.join(", ")}. ` : "", left > 1 ? `${left} to roll. ` : "", needs ? `The next hits with ${needs} or less.` : ""),
    chips("Face of the die", FACES.map((face) => button(`die ${face}`, String(face), () => roll([...faces, face], many), { className: "die" }))),
    made("p", { className: "row" }, button("roll", left > 1 ? `Roll ${left} for me` : "Roll for me", () => rolled(Array.from({ length: left }, () => 1 + Math.floor(Math.random() * 6)))))];
}

function options(wait, { board, decide, pick }) {
  const decision = wait.what === "decision";
  return [head(wait, board, decision ? "may decide" : "may choose"),
    made("div", { className: "offers" }, wait.options.map((option, at) =>
      button(`option ${wait.power} ${at}`, option.text, () => (decision ? decide(option.written) : pick(option.written)), { className: "offer", disabled: !option.written })))];
}
