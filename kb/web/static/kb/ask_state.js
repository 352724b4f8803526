/** What is asked, as plain values, and the changes of it. Each function gives a new request; none changes one. */

/** An empty question on a board: whose turn it is and which phase are its first. */
export function empty(game, board) {
  const position = { turn: board.powers[0].id, phase: board.phases[0].id, spaces: {} };
  return { game, board: board.board, ruleset: board.ruleset, position };
}

/** A request with its position changed by a function; nothing is done in it any more. */
export function positioned(request, change) {
  const { do: _, may: __, ...rest } = structuredClone(request);
  rest.position.spaces ??= {};
  change(rest.position);
  return rest;
}

/** How many units of a type are written, as a number or as a list of units that differ. */
export function count(units) {
  if (Array.isArray(units)) return units.reduce((sum, each) => sum + Number(each.count ?? 1), 0);
  return Number(units ?? 0);
}

/** So many units more (or less) in a space. */
export function added(request, space, power, unit, more) {
  return positioned(request, ({ spaces }) => {
    const own = ((spaces[space] ??= {})[power] ??= {});
    own[unit] = changed(own[unit], more);
    if (!count(own[unit])) delete own[unit];
    if (!Object.keys(own).length) delete spaces[space][power];
  });
}

/** A number of units, or a list with plain ones more, or without its last. */
function changed(units, more) {
  if (!Array.isArray(units)) return Math.max(0, count(units) + more);
  const rows = units.map((each) => ({ ...each }));
  if (more > 0) rows.push({ count: more });
  for (let left = -more; left > 0 && rows.length; left -= 1) {
    const row = rows.at(-1);
    row.count = Number(row.count ?? 1) - 1;
    if (row.count < 1) rows.pop();
  }
  return rows;
}

/** What is aboard the units of a type, as {power, unit, count}; `power` is whose they are. */
export function aboard(units, power) {
  return (Array.isArray(units) ? units : []).flatMap((row) => Object.entries(row.cargo ?? {}).flatMap(([key, many]) => {
    const own = typeof many === "object" && !Array.isArray(many) ? [key, many] : [power, { [key]: many }];
    return Object.entries(own[1]).map(([unit, each]) => ({ power: own[0], unit, count: count(each) * Number(row.count ?? 1) }));
  }));
}

/** What is said of units of a type beside their number: `is`, `damage`; of the first where they differ. */
export function marksOf(units) {
  const [first] = Array.isArray(units) ? units : [];
  return [...[first?.is ?? []].flat(), ...(first?.damage ? ["damaged"] : [])];
}

/** All units of a type in a space with a mark, or without it. */
export function marked(request, space, power, unit, mark, on) {
  return positioned(request, ({ spaces }) => {
    const units = spaces[space][power][unit];
    const rows = Array.isArray(units) ? units : [{ count: count(units) }];
    spaces[space][power][unit] = rows.map((row) => plainRow(mark === "damaged" ? damaged(row, on) : markedRow(row, mark, on)));
    if (spaces[space][power][unit].every((row) => Object.keys(row).every((key) => key === "count"))) spaces[space][power][unit] = count(rows);
  });
}

const damaged = ({ damage: _, ...row }, on) => (on ? { ...row, damage: 1 } : row);
const markedRow = (row, mark, on) => ({ ...row, is: [...[row.is ?? []].flat().filter((each) => each !== mark), ...(on ? [mark] : [])] });
const plainRow = ({ is = [], ...row }) => (is.length ? { ...row, is } : row);

/** A table within the position with one entry set, or without it where the value is empty. */
export function noted(request, path, value) {
  return positioned(request, (position) => {
    const tables = [position];
    for (const key of path.slice(0, -1)) tables.push((tables.at(-1)[key] ??= {}));
    const empty = value === "" || value === 0 || (Array.isArray(value) && !value.length);
    if (empty) delete tables.at(-1)[path.at(-1)];
    else tables.at(-1)[path.at(-1)] = value;
    for (let at = path.length - 2; at >= 0 && path[0] !== "spaces"; at -= 1) {
      if (!Object.keys(tables[at + 1]).length) delete tables[at][path[at]];
    }
  });
}

/** A list with an entry more, or less. */
export const toggled = (list = [], entry) => (list.includes(entry) ? list.filter((each) => each !== entry) : [...list, entry]);

// -- what is done

/** An action that is judged and not done. */
export const judged = (request, act) => ({ ...request, may: act });

/** What was only judged is done. */
export function done({ may, ...request }) {
  return { ...request, do: [...(request.do ?? []), may] };
}

/** An action is done. */
export const doing = (request, act) => done(judged(request, act));

/** The last action is taken back: first what is only judged. */
export function undone({ may, ...request }) {
  if (may) return request;
  const acts = request.do.slice(0, -1);
  const { do: _, ...rest } = request;
  return acts.length ? { ...rest, do: acts } : rest;
}

/** The last action with what it waited for: dice, or a choice. */
export function continued(request, more) {
  const acts = [...request.do];
  const act = acts.pop();
  const dice = [...(act.dice ?? []), ...(more.dice ?? [])];
  const choices = [...(act.choices ?? []), ...(more.choices ?? [])];
  return { ...request, do: [...acts, { ...act, ...(dice.length && { dice }), ...(choices.length && { choices }) }] };
}
