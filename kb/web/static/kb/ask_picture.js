/** Spaces with their counters: as somebody sets them up, as they stand now, before and after. */

import { made } from "./ask_dom.js";
import { counter } from "./counters.js";

/** A counter beside words that say what it is. */
export function silent(stack) {
  const drawn = counter(stack);
  drawn.removeAttribute("role");
  drawn.setAttribute("aria-hidden", "true");
  drawn.querySelector("title").remove();
  return drawn;
}

/** Counters in a row; `stacks` are {power, unit, count, is}. */
export function counters(stacks) {
  return made("span", { className: "counters" }, stacks.map(({ power, unit, count, is = [] }) => counter({ unit, power, count: Number(count), marks: is })));
}

/**
 * A picture (`spaces` and `borders` of the engine's answer) as boxes; what is not as in `before` is marked, in words, too.
 */
export function boxes(picture, before = null) {
  const names = new Map(picture.spaces.map((space) => [space.id, capital(space.name)]));
  const near = (id) => picture.borders.filter((pair) => pair.includes(id)).map(([one, other]) => names.get(one === id ? other : one));
  return made("ul", { className: "board" }, picture.spaces.map((space) => {
    const was = before?.spaces.find((each) => each.id === space.id);
    return made("li", { className: space.kind === "sea-zone" ? "sea" : "land" },
      made("b", {}, names.get(space.id)),
      space.holder && made("span", { className: "kind" }, held(space, was)),
      space.units.length ? counters(space.units) : made("span", { className: "kind" }, "empty"),
      before && changes(space, was),
      near(space.id).length > 0 && made("span", { className: "kind" }, `next to ${near(space.id).join(", ")}`));
  }));
}

const named = (id) => id.split("-").map(capital).join(" ");
const capital = (text) => text.slice(0, 1).toUpperCase() + text.slice(1);

function held(space, was) {
  const turned = was && was.holder !== space.holder;
  return turned ? `now held by ${named(space.holder)}` : `held by ${named(space.holder)}`;
}

/** What came and what went, each in a line: `+1 submarine (Germany)`. */
function changes(space, was) {
  const now = counted(space.units);
  const then = counted(was?.units ?? []);
  return [...new Set([...now.keys(), ...then.keys()])].flatMap((key) => {
    const more = (now.get(key) ?? 0) - (then.get(key) ?? 0);
    const [power, unit] = key.split(" ");
    return more ? [change(power, unit, more)] : [];
  });
}

function change(power, unit, more) {
  const count = Math.abs(more);
  const drawn = silent({ power, unit, count });
  drawn.classList.add(more > 0 ? "come" : "gone");
  return made("span", { className: `change ${more > 0 ? "" : "gone"}` }, more < 0 && drawn, `${more > 0 ? "+" : "−"}${count} ${unit.replaceAll("-", " ")} (${named(power)})`);
}

function counted(units) {
  const found = new Map();
  for (const { power, unit, count } of units) found.set(`${power} ${unit}`, (found.get(`${power} ${unit}`) ?? 0) + count);
  return found;
}
