/** What is asked, as plain values, and the changes of it: each function gives a new request, none changes one. And the boards of a game. */

/** An empty question on a board: whose turn it is and which phase are its first. */
export function empty(game, board) {
  const position = { turn: board.powers[0].id, phase: board.phases[0].id, spaces: {} };
  return { game, board: board.board, ruleset: board.ruleset, position };
}

/** A request with its position changed by a function; nothing is done in it any more, and no dice are rolled. */
export function positioned(request, change) {
  const { do: _, may: __, ...rest } = structuredClone(request);
  rest.position.spaces ??= {};
  change(rest.position);
  return rest;
}

/** Units of a type as a list of rows that differ: each has a count, and perhaps marks (`is`), `damage`, `cargo`. */
const rowsOf = (units) => (Array.isArray(units) ? units.map((row) => ({ count: 1, ...row })) : units ? [{ count: Number(units) }] : []);

/** How many units of a type are written. */
export const count = (units) => rowsOf(units).reduce((sum, row) => sum + Number(row.count), 0);

/** Rows as short as they can be written: a number where they say no more. */
const shortened = (rows) => (rows.every((row) => Object.keys(row).length === 1) ? count(rows) : rows.map(({ count: many, ...row }) => (many > 1 || !Object.keys(row).length ? { count: many, ...row } : row)));

/** So many units more (or less) in a space: plain ones more, or those of the last row less. */
export function added(request, space, power, unit, more) {
  return positioned(request, ({ spaces }) => {
    const own = ((spaces[space] ??= {})[power] ??= {});
    const rows = rowsOf(own[unit]);
    if (more > 0) rows.push({ count: more });
    else if (rows.length) rows.at(-1).count -= 1;
    own[unit] = shortened(rows.filter((row) => row.count > 0));
    if (!count(own[unit])) delete own[unit];
    if (!Object.keys(own).length) delete spaces[space][power];
  });
}

/** What is aboard the units of a type, as {power, unit, count}; `power` is whose they are. */
export function aboard(units, power) {
  return rowsOf(units).flatMap((row) => Object.entries(row.cargo ?? {}).flatMap(([key, many]) => {
    const [owner, own] = typeof many === "object" && !Array.isArray(many) ? [key, many] : [power, { [key]: many }];
    return Object.entries(own).map(([unit, each]) => ({ power: owner, unit, count: count(each) * row.count }));
  }));
}

/** What is said of units of a type beside their number; of the first where they differ. */
export function marksOf(units) {
  const [first] = rowsOf(units);
  return [...[first?.is ?? []].flat(), ...(first?.damage ? ["damaged"] : [])];
}

/** All units of a type in a space with a mark, or without it. */
export function marked(request, space, power, unit, mark, on) {
  return positioned(request, ({ spaces }) => {
    const own = spaces[space][power];
    own[unit] = shortened(rowsOf(own[unit]).map(({ is = [], damage, ...row }) => {
      const marks = [is].flat().filter((each) => each !== mark).concat(on && mark !== "damaged" ? [mark] : []);
      const hit = mark === "damaged" ? on && 1 : damage;
      return { ...row, ...(marks.length && { is: marks }), ...(hit && { damage: hit }) };
    }));
  });
}

/** A table within the position with one entry set, or without it where the value is empty. */
export function noted(request, path, value) {
  return positioned(request, (position) => {
    const tables = [position];
    for (const key of path.slice(0, -1)) tables.push((tables.at(-1)[key] ??= {}));
    if (value === "" || value === 0 || value.length === 0) delete tables.at(-1)[path.at(-1)];
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
export const done = ({ may, ...request }) => ({ ...request, do: [...(request.do ?? []), may] });

/** The last action is taken back: first what is only judged. */
export function undone({ may, do: acts = [], ...request }) {
  const left = may ? acts : acts.slice(0, -1);
  return left.length ? { ...request, do: left } : request;
}

/** The last action with what it waited for: dice, or a choice. */
export function continued(request, more) {
  const act = request.do.at(-1);
  const longer = Object.entries(more).map(([key, each]) => [key, [...(act[key] ?? []), ...each]]);
  return { ...request, do: [...request.do.slice(0, -1), { ...act, ...Object.fromEntries(longer) }] };
}

// -- the address: the whole question behind the `#`, as compact JSON in URL-safe base64, as kb/web/pages.py writes it

/** A request as it stands in the address. */
function written(request) {
  const bytes = new TextEncoder().encode(JSON.stringify(request));
  return btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** The request of an address's part behind the `#`. An error is thrown where it cannot be read. */
export function read(hash) {
  const text = atob(hash.replace(/^#/, "").replaceAll("-", "+").replaceAll("_", "/"));
  return JSON.parse(new TextDecoder().decode(Uint8Array.from(text, (each) => each.codePointAt(0))));
}

let last = "";

/**
 * Puts a request into the address. Going back leads to what was asked before; of changes of the same thing one after
 * another (`what`: the same units of the same space) only the last is kept.
 */
export function remember(request, what = "") {
  history[what && what === last ? "replaceState" : "pushState"](null, "", `#${written(request)}`);
  last = what;
}

// -- the boards of a game: fetched once; how things are called, and how a space is found

const known = new Map();

/** The boards of a game, each with its `places`: spaces by id. */
export function boardsOf(game, address) {
  if (!known.has(game)) known.set(game, fetched(address));
  return known.get(game);
}

async function fetched(address) {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`the boards cannot be loaded (${answer.status})`);
  const boards = await answer.json();
  for (const board of boards) board.places = new Map(board.spaces.map((space) => [space.id, space]));
  return boards;
}

/** The board that a request is about: the one it names, or that of its rule set, or the first. */
export function boardOf(request, boards) {
  const fits = (board) => (!request.ruleset || board.ruleset === request.ruleset) && (!request.board || board.board === request.board);
  return boards.find(fits) ?? boards[0];
}

/** The space that a request means: it may be named by its id or by any of its names. */
export function spaceOf(board, name) {
  return board.places.get(name) ?? board.spaces.find((each) => [each.name, ...each.also].some((other) => fold(other) === fold(name)));
}

/** The name of a thing in a list of things with ids; the id in words where it is not there. */
export const nameIn = (list, id) => list.find((each) => each.id === id)?.name ?? words(id);

/** The name of so many units of a type. */
export const unitName = (board, unit, many) => board.units.find(({ id }) => id === unit)?.[many === 1 ? "one" : "several"] ?? unit.replaceAll("-", " ");

/** An id as words, with a capital. */
export const words = (id) => id.replaceAll("-", " ").replace(/^./, (letter) => letter.toUpperCase());

/** The spaces that fit what is typed, the best first: by number, by the beginning of a name, of a word, or anywhere. */
export function spacesLike(board, typed, most) {
  const wanted = fold(typed);
  const fit = (name) => [name.includes(wanted), ` ${name}`.includes(` ${wanted}`), name.startsWith(wanted), name === wanted || name === `sz${wanted}`].filter(Boolean).length;
  const found = board.spaces.map((space) => [Math.max(...[space.name, space.id, ...space.also].map((name) => fit(fold(name)))), space]);
  return wanted ? found.filter(([much]) => much > 0).sort(([one], [other]) => other - one).slice(0, most).map(([, space]) => space) : [];
}

const fold = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().replace(/[^\p{L}\p{N}]+/gu, " ").trim();
