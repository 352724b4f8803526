/** The position at the start: its spaces, what stands there, and the counters that add to it. */

import { button, chip, chips, counter, fold, made, replace, select } from "./board_dom.js";
import { aboard, added, count, marked, marksOf, nameIn, noted, positioned, spaceOf, spacesLike, unitName, words } from "./board_state.js";

const MOST_FOUND = 6;
/** What a unit may have done or suffered before, as far as it is set by a tap. */
const MARKS = ["damaged", "submerged", "combat-moved", "noncombat-moved", "retreated", "airborne"];

/** The spaces that fit what is typed, as buttons that open them. */
export function showFound(part, typed, { request, board, open }) {
  const found = spacesLike(board, typed, MOST_FOUND);
  replace(part, found.map((space) => button(`found ${space.id}`, space.name, () => open(space.id), { className: space.sea ? "pick place sea" : "pick place" })));
  return typed.trim() ? (found.length ? `${found.length} ${found.length === 1 ? "space" : "spaces"}` : "No space has this name") : "";
}

/** The spaces of the position; the open one with its counters to tap. */
export function showSpaces(part, told) {
  const { request, board, opened, answer } = told;
  const now = request.do && !opened && answer?.outcome?.after.spaces;
  if (now) return replace(part, now.map((space) => made("li", { className: space.kind === "sea-zone" ? "sea" : "land" },
    made("h3", {}, button(`space ${space.id}`, spaceOf(board, space.id).name, () => told.open(space.id), { className: "heading" })),
    space.units.length ? space.units.map((each) => stack(each, board)) : made("span", { className: "kind" }, "empty"))));
  const written = Object.keys(request.position.spaces ?? {});
  const shown = opened && !written.some((name) => spaceOf(board, name)?.id === opened) ? [...written, opened] : written;
  replace(part, shown.map((name) => box(name, told)));
}

function box(name, told) {
  const { request, board, opened, open } = told;
  const space = spaceOf(board, name);
  const here = request.position.spaces?.[name] ?? {};
  const on = space?.id === opened;
  const heading = button(`space ${name}`, space?.name ?? name, () => open(on || !space ? "" : space.id), { className: "heading", aria: { expanded: String(on) } });
  return made("li", { className: space?.sea ? "sea" : "land" }, made("h3", {}, heading),
    !space?.sea && made("span", { className: "kind" }, heldBy(here, space, board)),
    stacks(here).length ? stacks(here).map((each) => stack(each, board)) : made("span", { className: "kind" }, "empty"),
    on && editor(name, here, space, told));
}

function heldBy({ held_by: by }, space, board) {
  const holder = by ?? space?.holder;
  return holder && holder !== "none" ? `held by ${nameIn(board.powers, holder)}` : "held by nobody";
}

/** Equal units: their counter, and in words how many of which, and what they are. */
function stack({ power, unit, count: many, is = [] }, board) {
  const marks = is.length ? ` (${is.map((mark) => mark.replaceAll("-", " ")).join(", ")})` : "";
  return made("span", { className: "stack" }, counter({ power, unit, is }), made("span", { className: "visually-hidden" }, nameIn(board.powers, power)),
    `${many} ${unitName(board, unit, many)}${marks}`);
}

/** The units of a space as stacks, cargo beside what carries it. */
function stacks(here) {
  return Object.entries(here).filter(([power]) => power !== "held_by").flatMap(([power, units]) =>
    Object.entries(units).flatMap(([unit, many]) => [{ power, unit, count: count(many), is: marksOf(many) },
      ...aboard(many, power).map((each) => ({ ...each, is: [`aboard ${unit}`] }))]));
}

function editor(name, here, space, told) {
  const { request, board, power, choosePower, change, open } = told;
  const add = (unit, more) => () => change(added(request, name, power, unit, more), `${name} ${power} ${unit}`);
  const own = here[power] ?? {};
  const { turn } = request.position;
  const first = (list, is) => [...list.filter(is), ...list.filter((each) => !is(each))];
  const fitting = board.units.filter(({ kind }) => kind !== (space.sea ? "facility" : "ship"));
  const near = space.near.map((id) => board.places.get(id)).filter(Boolean);
  return made("div", { className: "editor" },
    chips("Whose units", first(board.powers, ({ id }) => id === turn).map((each) =>
      chip(`power ${each.id}`, [made("span", { className: `flag power-${each.id}`, aria: { hidden: "true" } }), each.name], each.id === power, () => choosePower(each.id)))),
    unitButtons("", first(fitting, ({ kind }) => space.sea && kind === "ship"), power, own, board, add),
    marks(name, here, told),
    !space.sea && holder(name, here, told),
    made("p", { className: "row" },
      Object.keys(space.setup).length > 0 && button(`setup ${name}`, "As at set-up", () => change(positioned(request, ({ spaces }) => { spaces[name] = structuredClone(space.setup); }))),
      button(`clear ${name}`, "Remove the space", () => { open(""); change(positioned(request, ({ spaces }) => { delete spaces[name]; })); }),
      button(`close ${name}`, "Done", () => open(""))),
    made("p", { className: "name" }, "Next to it"),
    chips("Neighbours", near.map((each) => button(`near ${each.id}`, each.name, () => open(each.id), { className: each.sea ? "pick place sea" : "pick place" }))));
}

/** A button for each unit that adds one, and one that takes it away; `of` tells groups of them apart. */
export function unitButtons(of, units, power, own, board, add) {
  return made("div", { className: "units", aria: { role: "group", label: `${words(of)} Units of ${nameIn(board.powers, power)}`.trim() } }, units.map(({ id, name: title }) => {
    const now = count(own[id]);
    const key = `${of} add ${id}`.trim();
    return made("span", { className: "tray" },
      button(key, [counter({ unit: id, power }), made("span", {}, now ? `${now} ${unitName(board, id, now)}` : title)], add(id, 1),
        { className: "unit", aria: { label: `One ${title} more (${now} now)` } }),
      now > 0 && button(key.replace("add", "less"), "−", add(id, -1), { className: "less", aria: { label: `One ${title} less` } }));
  }));
}

/** What units of one's own did or suffered before. */
function marks(name, here, { request, board, power, change }) {
  const units = Object.entries(here[power] ?? {});
  if (!units.length) return null;
  const lines = units.map(([unit, many]) => chips(nameIn(board.units, unit), [made("span", { className: "name" }, nameIn(board.units, unit)),
    ...MARKS.map((mark) => {
      const on = marksOf(many).includes(mark);
      return chip(`mark ${unit} ${mark}`, words(mark), on, () => change(marked(request, name, power, unit, mark, !on)));
    })]));
  return fold(`marks ${name}`, "What they did or suffered before", lines);
}

function holder(name, here, { request, board, change }) {
  const printed = spaceOf(board, name)?.holder;
  const options = [["", printed ? `${nameIn(board.powers, printed)} (printed)` : "nobody (printed)"],
    ...board.powers.filter(({ id }) => id !== printed).map(({ id, name: title }) => [id, title]), ...(printed ? [["none", "nobody"]] : [])];
  return select(`holder ${name}`, "Held by", options, here.held_by ?? "", (by) => change(noted(request, ["spaces", name, "held_by"], by)));
}
