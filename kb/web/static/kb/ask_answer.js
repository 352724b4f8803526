/** The engine's answer: a verdict in a line, its reasons and rulings, what came of it step by step. */

import { fold, made, replace } from "./ask_dom.js";
import { boxes } from "./ask_picture.js";
import { ASKING, fill } from "./shared.js";

const MOST_RULINGS = 5;

/** The verdict in a line: its kind (`yes`, `no`, `none`, empty where nothing is asked), and what it says. */
export function verdictOf(answer, nothing = ASKING.nothing) {
  if (answer?.errors) return { kind: "none", says: fill(ASKING.cannot, answer.errors.map(hinted).join("; ")) };
  const act = answer?.actions.find(({ legal }) => legal === null) ?? answer?.actions.at(-1);
  if (!act) return { kind: "", says: nothing };
  if (act.legal === null) return { kind: "none", says: fill(ASKING.impossible, act.wrong) };
  if (answer.missing.length) return { kind: "none", says: answer.missing.join(" ") };
  if (!answer.legal) return { kind: "no", says: answer.answer };
  return { kind: "yes", says: answer.answer === ASKING.yes ? `${answer.answer} ${act.text}` : answer.answer };
}

const hinted = ({ message, hint }) => (hint ? `${message} (${hint})` : message);

/** The note that an answer is the engine's reading, with the rulings that the deciding rules cite. */
function authority(answer) {
  const refused = answer?.actions?.find(({ legal }) => legal === false);
  const rulings = [...new Set((refused?.reasons ?? []).flatMap((reason) => reason.rulings))];
  return rulings.length ? `${ASKING.reading} ${fill(ASKING.rests, rulings.join(", "))}` : ASKING.reading;
}

/** Reasons, rulings, pictures and steps of an answer; `links` makes the addresses of rulings and sections. */
export function showAnswer(part, answer, links) {
  if (!answer || answer.errors) return replace(part);
  const act = answer.actions.find(({ legal }) => !legal) ?? answer.actions.at(-1);
  const { before, after, lines, told } = answer.outcome;
  const changed = JSON.stringify(before) !== JSON.stringify(after);
  replace(part,
    act && made("p", { className: "authority" }, authority(answer)),
    act && reasons(act, links),
    [...answer.findings, ...answer.unreached.map((text) => fill(ASKING.unreached, text))].map((line) => made("p", { className: "muted" }, line)),
    told?.length > 0 && made("ul", { className: "came" }, told.map((line) => made("li", {}, line))),
    answer.assumed.length > 0 && made("p", { className: "muted" }, fill(ASKING.assumed, answer.assumed.join("; "))),
    rulings(answer, links),
    changed && made("div", { className: "pictures" }, pictureOf("Before", boxes(before)), pictureOf("After", boxes(after, before))),
    act && lines.length > 0 && fold("steps", "Every step, with its rules", steps(lines, links)));
}

const pictureOf = (title, board) => made("figure", {}, made("figcaption", {}, title), board);

function reasons(act, links) {
  const told = act.reasons.length ? act.reasons : act.leaned_on;
  if (!told.length) return null;
  const list = made("ul", { className: "reasons" }, told.map((reason) => made("li", {}, reason.says, " ", rests(reason, links))));
  return act.reasons.length ? [made("h3", {}, "Why"), list] : fold("leaned", `What it rests on: ${told.length}`, list);
}

/** What a reason rests on: rulings and sections, and whether it is only our reading. */
function rests({ rule, rulings: ids, sections, confidence, readings }, links) {
  const cites = [...ids.map((id) => [id, links.ruling(id)]), ...sections.map((id) => [id, links.section(id)])];
  const sure = [ASKING.confidence[confidence], readings.length > 0 && ASKING.our_reading].filter(Boolean).join(", ");
  return made("span", { className: "because" }, rule, cites.length > 0 && ": ", between(cites.map(([id, href]) => made("a", { href }, id))), sure && ` (${sure})`);
}

const between = (each) => each.flatMap((one, at) => (at ? [", ", one] : [one]));

function rulings(answer, links) {
  if (!answer.rulings.length) return null;
  return [made("h3", {}, "Cited rulings"),
    made("ul", { className: "rulings" }, answer.rulings.slice(0, MOST_RULINGS).map(({ id, verdict }) =>
      made("li", {}, made("a", { href: links.ruling(id) }, id), verdict && `: ${verdict}`)))];
}

/** A line of a trace that a rule decided, as a reason has what it rests on. */
function reasonOf({ rule, cites }) {
  const isSection = (id) => id.includes("/");
  return { rule, rulings: cites.filter((id) => !isSection(id)), sections: cites.filter(isSection), confidence: "stated", readings: [] };
}

/** The lines of a trace as nested lists. */
function steps(lines, links) {
  const top = made("ol", {});
  const path = [[-1, top]];
  for (const line of lines) {
    while (path.at(-1)[0] >= line.depth) path.pop();
    const item = made("li", {}, line.says, line.rule && [" ", rests(reasonOf(line), links)]);
    const [, parent] = path.at(-1);
    if (parent.tagName === "LI" && parent.lastElementChild?.tagName !== "OL") parent.append(made("ol", {}));
    (parent.tagName === "LI" ? parent.lastElementChild : parent).append(item);
    path.push([line.depth, item]);
  }
  return top;
}
