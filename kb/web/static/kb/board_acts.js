/** What somebody wants to do: units are chosen, then where they go or what they do; and the dice and choices that are waited for. */

import { button, chips, counter, fold, made, replace } from "./board_dom.js";
import { count, nameIn, spaceOf, unitName, words } from "./board_state.js";

/** What is done already, with a way to take the last of it back. */
export function showDone(part, { answer, request, change, undone }) {
  const acts = (answer?.actions ?? []).slice(0, (request.do ?? []).length);
  replace(part, acts.length > 0 && made("ol", { className: "done" }, acts.map((act) => made("li", {}, act.text))),
    (request.do ?? request.may) && button("undo", "Undo the last action", () => change(undone(request))));
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
      [counter(stack), `${stack.count} ${unitName(board, stack.unit, stack.count)}`, now > 0 && made("b", { className: "taken" }, `${now} chosen`)],
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

/** The way of the chosen units, space after space; each step is judged as a move. Land units may board ships or leave them. */
export function showRoute(part, { answer, board, chosen, request, go, judge }) {
  if (rolling(answer)) return replace(part);
  if (!chosen.at) return replace(part, made("p", { className: "muted" }, "Tap the units that are to act; or choose below."));
  const { route } = chosen;
  const units = unitsOf(chosen, request.position.turn);
  const to = (way) => () => go(way, { move: units, route: way });
  const here = spaceOf(board, route[0]);
  const onLand = near(board, here).filter(({ sea }) => !sea);
  const atSea = near(board, here).filter(({ sea }) => sea);
  const some = route.length === 1 && Object.values(chosen.units).flatMap(Object.keys).some((unit) => board.units.find(({ id }) => id === unit)?.kind === "land");
  replace(part, made("p", { className: "name" }, "Move: ", made("b", {}, route.map((id) => spaceOf(board, id).name).join(" → ")), " → …"),
    chips("Move on to", near(board, spaceOf(board, route.at(-1))).map(({ id, name }) => button(`to ${id}`, name, to([...route, id]), { className: "pick" }))),
    route.length > 1 && button("back one", "One space back", route.length > 2 ? to(route.slice(0, -1)) : () => go(route.slice(0, 1), null)),
    some && !here.sea && ways("Board ships in", "load", atSea, (id) => judge({ load: units, from: here.id, to: id })),
    some && here.sea && ways("Go ashore in", "offload", onLand, (id) => judge({ offload: units, from: here.id, to: id })));
}

const near = (board, space) => space.near.map((id) => board.places.get(id)).filter(Boolean);

function ways(label, key, spaces, go) {
  return spaces.length > 0 && made("div", {}, made("p", { className: "name" }, label),
    chips(label, spaces.map(({ id, name }) => button(`${key} ${id}`, name, () => go(id), { className: "pick" }))));
}

/** What the engine offers: what is allowed as buttons, moves by themselves; what is not, greyed, with the reason. */
export function showOffers(part, told) {
  const { answer, judge } = told;
  const decided = (answer?.waiting ?? []).flatMap(({ options }) => options.map(({ written }) => JSON.stringify(written)));
  const offers = (answer?.offers ?? []).filter(({ written }) => written && !decided.includes(JSON.stringify(written)));
  const allowed = offers.filter(({ legal, kind }) => legal && kind !== "move");
  const moves = offers.filter(({ legal, kind }) => legal && kind === "move");
  const refused = offers.filter(({ legal }) => !legal);
  const list = (some) => made("div", { className: "offers" }, some.map((each) => offer(each, judge)));
  replace(part, list(allowed),
    moves.length > 0 && fold("moves", `Where they may go: ${moves.length}`, list(moves)),
    refused.length > 0 && fold("refused", `Not allowed, and why: ${refused.length}`, list(refused)));
}

function offer({ text, written, legal, lands, reasons, count: most, all }, judge) {
  const why = !(legal && lands) && made("span", { className: "why" }, legal ? "landing is not possible there" : reasons[0]?.says ?? "not allowed");
  return [button(`offer ${JSON.stringify(written)}`, made("span", {}, text, why), () => judge(written), { className: legal ? "offer" : "offer refused" }),
    all && button(`all ${JSON.stringify(written)}`, `With ${most} of them`, () => judge(all), { className: "offer more-of-them" })];
}

// -- what the engine waits for: dice to tap or to be rolled, options to choose from, decisions in a battle

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
    made("p", {}, faces.length ? `Rolled: ${faces.join(", ")}. ` : "", left > 1 ? `${left} to roll. ` : "", wait.units[faces.length] && made("b", {}, `${words(wait.units[faces.length])}${needs ? ` (${needs} or less)` : ""}`)),
    chips("Face of the die", FACES.map((face) => button(`die ${face}`, [String(face), needs && made("small", {}, face <= needs ? "hit" : "miss")], () => roll([...faces, face], many), { className: "die" }))),
    made("p", { className: "row" }, button("roll", left > 1 ? `Roll ${left} for me` : "Roll for me", () => rolled(Array.from({ length: left }, () => 1 + Math.floor(Math.random() * 6)))))];
}

function options(wait, { board, decide, pick }) {
  const decision = wait.what === "decision";
  return [head(wait, board, decision ? "may decide" : "may choose"),
    made("div", { className: "offers" }, wait.options.map((option, at) =>
      button(`option ${wait.power} ${at}`, option.text, () => (decision ? decide(option.written) : pick(option.written)), { className: "offer", disabled: !option.written }))),
    wait.more > 0 && made("p", {}, `${wait.more.toLocaleString("en")} more options; write the choice in the line.`)];
}
