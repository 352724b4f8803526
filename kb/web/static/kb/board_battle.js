/** A battle that is set up by taps: at sea or on land, whose units attack and defend; then the first round begins. */

import { chip, chips, made, replace, select } from "./board_dom.js";
import { unitButtons } from "./board_position.js";
import { empty } from "./board_state.js";

/** No battle yet, between the enemies that a board suggests. */
export const peace = ({ battle }) => battle && { sea: true, powers: [battle.attacker, battle.defender], units: [{}, {}] };

/** Where a battle is, and who attacks and defends: at sea, units of sea and air; on land, those of land and air. */
export function showBattle(part, { board, battle, prepare }) {
  part.parentElement.hidden = !battle;
  if (!battle) return;
  const { sea, powers, units } = battle;
  const own = board.units.filter(({ kind }) => kind === "air" || kind === (sea ? "ship" : "land"));
  const side = (id) => board.powers.find((each) => each.id === id).side;
  const enemies = board.powers.filter((each) => each.side !== side(powers[0]));
  const changed = (list, at, value) => list.map((each, other) => (other === at ? value : each));
  const chosen = (at) => (power) => {
    const pair = changed(powers, at, power);
    if (side(pair[0]) === side(pair[1])) pair[1] = board.powers.find(({ id }) => side(id) !== side(power)).id;
    prepare({ ...battle, powers: pair });
  };
  const where = (key, label, now) => chip(key, label, sea === now, () => prepare({ ...battle, sea: now, units: [{}, {}] }));
  replace(part,
    chips("Where", [where("at sea", "Sea battle", true), where("on land", "Land battle", false)]),
    ["Attacker", "Defender"].map((label, at) => made("div", {},
      select(label.toLowerCase(), label, (at ? enemies : board.powers).map(({ id, name }) => [id, name]), powers[at], chosen(at)),
      unitButtons(label.toLowerCase(), own, powers[at], units[at], board, (unit, more) => () =>
        prepare({ ...battle, units: changed(units, at, { ...units[at], [unit]: Math.max(0, (units[at][unit] ?? 0) + more) }) })))));
}

/** The request that fights the battle; nothing while a side is without units. */
export function fought(game, board, battle) {
  const { sea, powers: [attacker, defender] = [], units = [] } = battle ?? {};
  const [own, others] = units.map((each) => Object.fromEntries(Object.entries(each).filter(([, many]) => many)));
  if (!units.length || [own, others].some((each) => !Object.keys(each).length)) return null;
  const land = board.spaces.find((each) => !each.sea && each.holder === defender) ?? board.spaces.find((each) => !each.sea);
  const at = sea ? board.battle.sea : land.id;
  const space = { [attacker]: own, [defender]: others, ...(!sea && { held_by: defender }) };
  return { ...empty(game, board), position: { turn: attacker, phase: board.battle.phase, spaces: { [at]: space } }, do: [{ battle: at }] };
}
