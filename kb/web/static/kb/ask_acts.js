/** What somebody wants to do: units are chosen, then where they go or what they do; the engine judges each. */

import { nameIn, spaceOf } from "./ask_boards.js";
import { button, chips, fold, made, replace } from "./ask_dom.js";
import { silent } from "./ask_picture.js";
import { count } from "./ask_state.js";

/** What is done already, with a way to take the last of it back. */
export function showDone(part, { answer, request, change, undone }) {
  const acts = (answer?.actions ?? []).slice(0, (request.do ?? []).length);
  replace(part, acts.length > 0 && made("ol", { className: "done" }, acts.map((act) => made("li", {}, act.text))),
    (request.do ?? request.may) && button("undo", "Take the last back", () => change(undone(request))));
}

/** The units that stand somewhere now: a tap chooses one of a kind, as those that are to act. */
export function showActors(part, { answer, board, chosen, choose }) {
  const spaces = rolling(answer) ? [] : (answer?.outcome?.after?.spaces ?? []).filter((space) => space.units.length);
  replace(part, spaces.map((space) => made("li", {}, made("b", {}, spaceOf(board, space.id).name), actors(space, board, chosen, choose))));
}

/** Whether dice or a choice are waited for: then nobody does anything else. */
const rolling = (answer) => (answer?.waiting ?? []).some(({ what }) => what !== "decision");

function actors(space, board, chosen, choose) {
  const stacks = new Map();
  for (const { power, unit, count: many, is } of space.units) {
    const stack = stacks.get(`${power} ${unit}`) ?? { power, unit, count: 0, is: [] };
    stacks.set(`${power} ${unit}`, { ...stack, count: stack.count + many, is: [...new Set([...stack.is, ...is])] });
  }
  return made("span", { className: "actors", aria: { role: "group", label: `Units in ${space.name}` } }, [...stacks.values()].map((stack) => {
    const now = chosen.at === space.id ? count(chosen.units[stack.power]?.[stack.unit]) : 0;
    const name = `${nameIn(board.powers, stack.power)}: ${nameIn(board.units, stack.unit)}`;
    return button(`act ${space.id} ${stack.power} ${stack.unit}`,
      [silent({ ...stack, marks: stack.is }), now > 0 && made("b", { className: "taken" }, `${now} chosen`)],
      () => choose(more(chosen, space.id, stack, now)),
      { className: "unit", aria: { label: `${name}, ${stack.count} here, ${now} chosen`, pressed: String(now > 0) } });
  }));
}

/** One unit more is chosen; after the last of a kind none is. */
function more(chosen, at, { power, unit, count: most }, now) {
  const units = structuredClone(chosen.at === at ? chosen.units : {});
  (units[power] ??= {})[unit] = now < most ? now + 1 : 0;
  if (!units[power][unit]) delete units[power][unit];
  if (!Object.keys(units[power]).length) delete units[power];
  return { at: Object.keys(units).length ? at : "", units, route: [at] };
}

/** The chosen units as an action writes them: those of the power on turn without its name. */
export function unitsOf({ units }, turn) {
  const powers = Object.keys(units);
  return powers.length === 1 && powers[0] === turn ? units[turn] : units;
}

/** The way of the chosen units, space after space; each step is judged as a move. */
export function showRoute(part, { answer, board, chosen, request, go }) {
  if (rolling(answer)) return replace(part);
  if (!chosen.at) return replace(part, made("p", { className: "muted" }, "Tap the units that are to act; or choose below."));
  const { route } = chosen;
  const names = route.map((id) => spaceOf(board, id).name);
  const last = spaceOf(board, route.at(-1));
  const to = (way) => () => go(way, { move: unitsOf(chosen, request.position.turn), route: way });
  const near = last.near.map((id) => board.places.get(id)).filter(Boolean);
  replace(part, made("p", { className: "name" }, "Move: ", made("b", {}, names.join(" → ")), " → …"),
    chips("Move on to", near.map(({ id, name }) => button(`to ${id}`, name, to([...route, id]), { className: "pick" }))),
    route.length > 1 && button("back one", "One space back", route.length > 2 ? to(route.slice(0, -1)) : () => go(route.slice(0, 1), null)));
}

/** What the engine offers: what is allowed as buttons, and what is not, greyed, with the reason. */
export function showOffers(part, { answer, judge }) {
  const offers = answer?.offers ?? [];
  const row = (offer, at) => button(`offer ${at} ${offer.text}`,
    [offer.text, !offer.legal && made("span", { className: "why" }, offer.reasons[0]?.says ?? "not allowed")],
    () => judge(offer.written), { className: offer.legal ? "offer" : "offer refused" });
  const allowed = offers.filter(({ legal }) => legal);
  const refused = offers.filter(({ legal }) => !legal);
  replace(part, made("div", { className: "offers" }, allowed.map(row)),
    refused.length > 0 && fold("refused", `Not allowed, and why: ${refused.length}`, made("div", { className: "offers" }, refused.map(row))));
}

/** What may be done with a battle or a phase, whatever is chosen. */
export function showAlways(part, { answer, request, board, judge }) {
  const waits = (answer?.waiting ?? []).length > 0 || !answer || answer.errors;
  const phase = nameIn(board.phases, answer?.phase ?? request.position.phase);
  replace(part, !waits && (answer?.battles ?? []).map(({ space }) => button(`battle ${space}`, `Battle in ${spaceOf(board, space).name}`, () => judge({ battle: space }), { className: "offer" })),
    !waits && button("end", `End the phase (${phase})`, () => judge({ end: "phase" }), { className: "offer" }));
}
