/** Game, printing, whose turn, which phase; and what else holds in a position: round, options, what is bought. */

import { button, chip, chips, fold, made, replace } from "./board_dom.js";
import { count, nameIn, noted, positioned, toggled } from "./board_state.js";

/** `Revised · Germany · Conduct Combat`: what is chosen, in a line. */
export function settingLine({ request, board, games, answer }) {
  const { turn, phase } = (request.do && answer?.outcome) || request.position;
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
  replace(part, [round, options, bought].map((each) => each(told)).filter(Boolean));
}

function round({ request, change }) {
  const now = Number(request.position.round ?? 1);
  const { from } = request.position;
  const to = (number) => () => change(noted(request, ["round"], number > 1 ? number : 0));
  return fold("round", `Round: ${now}`, chips("Round", [1, 2, 3, 4, 5, 6].map((number) => chip(`round ${number}`, String(number), number === now, to(number)))),
    chip("set-up", "Everything else as at the printed set-up", from === "setup", () => change(noted(request, ["from"], from === "setup" ? "" : "setup"))));
}

function options({ request, board, change }) {
  const on = request.position.options ?? [];
  const each = board.options.map(({ id, name }) => chip(`option ${id}`, name, on.includes(id), () => change(noted(request, ["options"], toggled(on, id)))));
  return each.length > 0 && fold("options", `Options: ${on.map((id) => nameIn(board.options, id)).join(", ")}`, chips("Options that are played", each));
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
  return fold("bought", "Bought, to be placed", chips(`Bought by ${nameIn(board.powers, turn)}`, each));
}
