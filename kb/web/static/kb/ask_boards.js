/** The boards of a game: fetched once, kept by the browser; how things are called, and how a space is found. */

const known = new Map();

/** The boards of a game, each with its `places`: spaces by id. */
export async function boardsOf(game, address) {
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
  const folded = fold(name);
  return board.places.get(name) ?? board.spaces.find((each) => [each.name, ...each.also].some((other) => fold(other) === folded));
}

/** The name of a thing in a list of things with ids; the id in words where it is not there. */
export function nameIn(list, id) {
  return list.find((each) => each.id === id)?.name ?? words(id);
}

/** An id as words, with a capital. */
export const words = (id) => id.replaceAll("-", " ").replace(/^./, (letter) => letter.toUpperCase());

/** The spaces that fit what is typed, the best first: by number, by the beginning of a name, of a word, or anywhere. */
export function spacesLike(board, typed, most) {
  const wanted = fold(typed);
  if (!wanted) return [];
  const found = board.spaces.map((space) => [fit(space, wanted), space]).filter(([much]) => much > 0);
  return found.sort(([one], [other]) => other - one).slice(0, most).map(([, space]) => space);
}

function fit(space, wanted) {
  return Math.max(...[space.name, space.id, ...space.also].map((name) => fitOfName(fold(name), wanted)));
}

function fitOfName(name, wanted) {
  const ownWords = name.split(" ");
  if (name === wanted || name === `sz${wanted}`) return 4;
  if (name.startsWith(wanted)) return 3;
  if (ownWords.some((word) => word.startsWith(wanted))) return 2;
  return name.includes(wanted) ? 1 : 0;
}

const fold = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().replace(/[^\p{L}\p{N}]+/gu, " ").trim();
