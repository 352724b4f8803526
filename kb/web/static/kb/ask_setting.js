/** Game, printing, whose turn, which phase; and what else holds in a position: round, options, wars, money and so on. */

import { nameIn } from "./ask_boards.js";
import { button, chip, chips, fold, made, replace, select } from "./ask_dom.js";
import { count, noted, positioned, toggled } from "./ask_state.js";

/** How a war began, as a position says it. */
const WARS = [["old", "nobody asks who began it"], ["unprovoked", "unprovoked"], ["provoked", "provoked"]];

/** `Revised · Germany · Conduct Combat`: what is chosen, in a line. */
export function settingLine({ request, board, games }) {
  const { turn, phase } = request.position;
  return [games[request.game].short, nameIn(board.powers, turn), nameIn(board.phases, phase)].join(" · ");
}

/** The chips of game, printing, turn and phase. `change` takes a new request, `play` another game or printing. */
export function showSetting(part, { request, board, boards, games, change, play }) {
  const { turn, phase } = request.position;
  const set = (key) => (id) => () => change(positioned(request, (position) => { position[key] = id; }));
  const one = (key, chosen, tapped) => ({ id, name }) => chip(`${key} ${id}`, name, id === chosen, tapped(id));
  const gameChips = Object.entries(games).map(([id, { short }]) => chip(`game ${id}`, short, id === request.game, () => play(id)));
  const printing = (each) => chip(`board ${each.board} ${each.ruleset}`, each.title, each === board, () => play(request.game, each));
  replace(part,
    named("Game", gameChips),
    boards.length > 1 && named("Printing and board", boards.map(printing)),
    named("Whose turn", board.powers.map(one("turn", turn, set("turn")))),
    named("Phase", board.phases.map(one("phase", phase, set("phase")))));
}

const named = (name, each) => made("div", { className: "choice" }, made("p", { className: "name", aria: { hidden: "true" } }, name), chips(name, each));

/** What else is said of the position, each in its own fold. */
export function showMore(part, told) {
  replace(part, [round, options, technologies, advantages, wars, bought].map((each) => each(told)).filter(Boolean));
}

const folded = (name, said, ...inside) => fold(name, said ? `${name}: ${said}` : name, ...inside);

function round({ request, change }) {
  const now = Number(request.position.round ?? 1);
  const to = (number) => () => change(noted(request, ["round"], number > 1 ? number : 0));
  return folded("Round", String(now), chips("Round", [1, 2, 3, 4, 5, 6].map((number) => chip(`round ${number}`, String(number), number === now, to(number)))),
    chip("set-up", "Everything else as at the printed set-up", request.position.from === "setup",
      () => change(noted(request, ["from"], request.position.from === "setup" ? "" : "setup"))));
}

function options({ request, board, change }) {
  if (!board.options.length) return null;
  const on = request.position.options ?? [];
  const each = board.options.map(({ id, name }) => chip(`option ${id}`, name, on.includes(id), () => change(noted(request, ["options"], toggled(on, id)))));
  return folded("Options", on.map((id) => nameIn(board.options, id)).join(", "), chips("Options that are played", each));
}

function technologies({ request, board, change }) {
  return board.technologies.length ? byPower("Technologies", "technologies", board.powers, () => board.technologies, request, board, change) : null;
}

function advantages({ request, board, change }) {
  const own = (power) => board.advantages.filter((each) => each.power === power);
  return board.advantages.length ? byPower("National advantages", "advantages", board.powers.filter(({ id }) => own(id).length), own, request, board, change) : null;
}

function byPower(name, key, powers, own, request, board, change) {
  const has = request.position[key] ?? {};
  const lines = powers.map((power) => named(power.name, own(power.id).map(({ id, name: title }) => {
    const list = has[power.id] ?? [];
    return chip(`${key} ${power.id} ${id}`, title, list.includes(id), () => change(noted(request, [key, power.id], toggled(list, id))));
  })));
  return folded(name, Object.keys(has).map((power) => nameIn(board.powers, power)).join(", "), lines);
}

/** What is picked of a war that is not added yet: the page may be drawn anew before. */
const picked = {};

function wars({ request, board, change }) {
  const declared = Object.entries(request.position.wars ?? {}).flatMap(([by, others]) => Object.entries(others).map(([on, how]) => [by, on, how]));
  const lines = declared.map(([by, on, how]) => made("li", {}, `${nameIn(board.powers, by)} on ${nameIn(board.powers, on)} (${how}) `,
    button(`no war ${by} ${on}`, "Take away", () => change(noted(request, ["wars", by, on], "")))));
  const powers = board.powers.map(({ id, name }) => [id, name]);
  const pick = (key, label, list) => {
    const before = list.some(([id]) => id === picked[key]) ? picked[key] : list[0][0];
    return select(`war ${key}`, label, list, before, (id) => { picked[key] = id; });
  };
  const by = pick("by", "Who declared war", powers);
  const on = pick("on", "On whom", [...powers.slice(1), powers[0]]);
  const how = pick("how", "How it began", WARS);
  const value = (field) => field.querySelector("select").value;
  const add = button("war", "Add this war", () => change(noted(request, ["wars", value(by), value(on)], value(how))));
  return folded("Wars beside those that are printed", declared.length ? String(declared.length) : "", made("ul", {}, lines), by, on, how, add);
}

/** What the power on turn has bought and places. */
function bought({ request, board, change }) {
  const { turn } = request.position;
  const own = request.position.bought?.[turn] ?? {};
  const to = (unit, number) => () => change(noted(request, ["bought", turn, unit], Math.max(0, number)));
  const each = board.units.map(({ id, name }) => {
    const now = count(own[id]);
    return made("span", { className: "buy" }, chip(`buy ${id}`, now ? `${name} ${now}` : name, now > 0, to(id, now + 1)),
      now > 0 && button(`sell ${id}`, "−", to(id, now - 1), { className: "less", aria: { label: `One ${name} less` } }));
  });
  return folded("Bought, to be placed", Object.entries(own).map(([unit, number]) => `${number} ${nameIn(board.units, unit)}`).join(", "),
    chips(`Bought by ${nameIn(board.powers, turn)}`, each));
}

