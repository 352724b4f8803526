/** The board: a position is set up by taps, somebody wants to do something, and the engine says what is legal. */

import { fought, peace, showBattle } from "./board_battle.js";
import { showActors, showDone, showOffers, showRoute, showWaiting, unitsOf } from "./board_acts.js";
import { button, made, replace } from "./board_dom.js";
import "./copy.js";
import { showFound, showSpaces } from "./board_position.js";
import { settingLine, showMore, showSetting } from "./board_setting.js";
import { boardOf, boardsOf, continued, done, empty, judged, read, remember, undone } from "./board_state.js";
import { ask, available, keep, kept, served } from "./engine.js";
import { ASKING, KEPT_CHOICES, fill } from "./shared.js";

const part = (id) => document.getElementById(id);
const { games: listed, rulings, sections } = part("asking").dataset;
const games = JSON.parse(listed);
/** Milliseconds after which it is said that an answer takes a while. */
const PATIENCE = 600;
const NOBODY = { at: "", units: {}, route: [] };
/** What the page shows: the request, its game's boards, the answer; which space is open, whose units are added, who acts. */
const shown = { request: null, boards: [], board: null, answer: null, opened: "", power: "", chosen: NOBODY, faces: [] };
let turn = 0;
/** The question that is on its way. */
let before = Promise.resolve();

// -- what changes

/** Another game: an empty question. Another board of the same game: the same question on it. */
async function play(game, board = null) {
  const boards = await boardsOf(game, games[game].boards);
  const same = board && said(shown.request) && game === shown.request.game;
  start(same ? { ...shown.request, board: board.board, ruleset: board.ruleset } : empty(game, board ?? boards[0]), boards);
  part("battle").open = !same;
  remember(shown.request);
  render();
  await answer();
}

/** Whether somebody has said anything yet. */
const said = (request) => Object.keys(request.position.spaces ?? {}).length > 0;

function start(request, boards) {
  const board = boardOf(request, boards);
  Object.assign(shown, { request, boards, board, battle: peace(board), answer: null, opened: "", power: request.position.turn, chosen: NOBODY, faces: [] });
}

/** Another request; `what` is said where changes of the same thing follow each other. */
async function change(request, what = "") {
  if (request.position.turn !== shown.request.position.turn) shown.power = request.position.turn;
  Object.assign(shown, { request, faces: [] });
  if (!request.may) shown.chosen = NOBODY;
  part("read").textContent = "";
  remember(request, what);
  render();
  await answer();
}

/** A line that is typed: it fills the board with what was read of it, and its own answer is shown. */
async function type(line) {
  if (!line.trim()) return;
  const own = (turn += 1);
  part("asking").ariaBusy = "true";
  part("verdict").textContent = ASKING.thinking;
  let told = await asked({ line, game: shown.request.game });
  const { what = { power: told.asked?.position.turn }, ...request } = told.asked ?? {};
  if (told.asked) told = { ...told, asked: request, offers: (await asked({ ...request, what })).offers ?? [] };
  if (own !== turn) return;
  if (told.asked) {
    start(told.asked, await boardsOf(told.game, games[told.game].boards));
    part("setting").open = false;
    remember(shown.request);
  }
  shown.answer = told;
  part("read").textContent = told.read_as ? fill(ASKING.read_as, told.read_as) : "";
  render();
  part("asking").ariaBusy = "false";
}

/** The request in the address: on loading, and when somebody goes back or forward. One that cannot be read is told. */
async function open() {
  const given = new URLSearchParams(location.hash.slice(1));
  if (!location.hash || given.has("line") || given.has("game")) {
    await play(given.get("game") in games ? given.get("game") : usual());
    part("line").value = given.get("line") ?? "";
    return type(part("line").value);
  }
  try {
    const request = read(location.hash);
    start(request, await boardsOf(request.game, games[request.game].boards));
    render();
  } catch {
    await play(usual());
    part("verdict").textContent = ASKING.unreadable;
    return;
  }
  await answer();
}

/** The game that is chosen on the judge's page, or else the first. */
function usual() {
  try {
    const chosen = new URLSearchParams(localStorage.getItem(KEPT_CHOICES)).get("game");
    if (chosen in games) return chosen;
  } catch {
    // a browser that keeps nothing
  }
  return Object.keys(games)[0];
}

/** What the engine answers, or that it cannot be reached. */
const asked = (request) => ask(request).catch((error) => ({ kind: "none", says: fill(ASKING.cannot, `${ASKING.unreachable} (${error.message})`), errors: [] }));

/** Asks the engine, one question at a time; of those that wait for the one before only the last is asked. */
async function answer() {
  const own = (turn += 1);
  part("asking").ariaBusy = "true";
  await before;
  if (own !== turn) return;
  const { request, chosen } = shown;
  const { turn: power } = request.position;
  const what = chosen.at ? { at: chosen.at, units: unitsOf(chosen, power) } : { power };
  const patience = setTimeout(() => { part("verdict").textContent = ASKING.thinking; }, PATIENCE);
  before = asked({ ...request, what });
  const told = await before;
  clearTimeout(patience);
  if (own !== turn) return;
  const waited = shown.answer?.waiting?.length;
  shown.answer = told;
  render();
  if (told.waiting?.length && !waited) part("waiting").scrollIntoView({ block: "center" });
  part("asking").ariaBusy = "false";
}

// -- what is shown

const commands = {
  change, play, undone,
  prepare: (battle) => render(Object.assign(shown, { battle })),
  fight(request) {
    part("battle").open = part("setting").open = false;
    start(request, shown.boards);
    return change(request);
  },
  open(space) {
    const before = shown.opened;
    shown.opened = space;
    if (space) part("setting").open = part("battle").open = false;
    part("find").value = "";
    render();
    part("spaces").querySelector(space ? ".editor .unit" : `[data-key="space ${before}"]`)?.focus({ preventScroll: !space });
  },
  choosePower: (power) => render(Object.assign(shown, { power })),
  choose(chosen) {
    shown.chosen = chosen.at ? chosen : NOBODY;
    if (shown.request.may) return change({ ...shown.request, may: undefined });
    render();
    return answer();
  },
  go(route, act) {
    shown.chosen = { ...shown.chosen, route };
    return change(act ? judged(shown.request, act) : { ...shown.request, may: undefined });
  },
  judge: (act) => change(judged(shown.request, act)),
  decide: (act) => change(done(judged(shown.request, act))),
  pick: (choice) => change(continued(shown.request, { choices: [choice] })),
  roll: (faces, many) => (faces.length >= many ? commands.rolled(faces, true) : render(Object.assign(shown, { faces }))),
  rolled: (faces, all = false) => change(continued(shown.request, { dice: all ? faces : [...shown.faces, ...faces] })),
};

function render() {
  part("loaded").hidden = false;
  const before = document.activeElement;
  show();
  if (before !== document.body && document.activeElement === document.body) {
    (part("waiting").querySelector("button") ?? part("done").querySelector("button") ?? part("verdict")).focus({ preventScroll: true });
  }
}

function show() {
  const told = { ...shown, games, ...commands };
  const { request } = shown;
  part("chosen").textContent = settingLine(told);
  part("when").textContent = request.do ? ASKING.now : ASKING.start;
  part("line").placeholder = fill(ASKING.line_example, shown.board.example);
  showBattle(part("sides"), told);
  showSetting(part("choices"), told);
  showMore(part("more"), told);
  showSpaces(part("spaces"), told);
  part("found").textContent = showFound(part("places"), part("find").value, told);
  showDone(part("done"), told);
  showWaiting(part("waiting"), told);
  showActors(part("actors"), told);
  showRoute(part("route"), told);
  showOffers(part("offers"), told);
  showAnswer(told);
}

/** The verdict at the thumb, and the rest of the answer as the engine wrote it, with links that lead somewhere here. */
function showAnswer({ answer: told, request, board, battle }) {
  const says = told?.says || (said(request) ? ASKING.nothing : ASKING.begin);
  part("verdict").className = `verdict ${told?.kind ?? ""}`;
  if (part("verdict").textContent !== says) part("verdict").textContent = says;
  part("answer-title").hidden = !told?.actions?.length;
  const fight = part("battle").open && fought(request.game, board, battle);
  replace(part("do"), fight && button("fight", ASKING.fight, () => commands.fight(fight)), request.may && told?.kind === "yes" && button("do", ASKING.do, () => change(done(request))),
    told?.actions?.length > 0 && button("why", ASKING.why, () => part("answer-title").scrollIntoView()));
  const page = made("div", { innerHTML: told?.html ?? "" });
  for (const link of page.querySelectorAll("a[data-ruling]")) link.href = `${rulings}${link.dataset.ruling}${served ? "" : "/"}`;
  for (const link of page.querySelectorAll("a[data-section]")) link.href = `${sections}${served ? link.dataset.section.replace("/", "~2F") : link.dataset.section}`;
  replace(part("answer"), page);
}

/** Shows whether the board is kept for use without network, or keeps it where there is room, and else when it is told to. */
async function offerToKeep(at) {
  if (!(await available())) return;
  if (await kept()) return at.replaceChildren(ASKING.kept);
  const told = made("span", { aria: { role: "status" } });
  const start = button("keep", ASKING.keep, async () => {
    start.disabled = true;
    try {
      await keep((share) => { told.textContent = fill(ASKING.keeping, Math.round(100 * share)); });
      at.replaceChildren(ASKING.kept);
    } catch {
      told.textContent = ASKING.not_kept;
      start.disabled = false;
    }
  });
  at.replaceChildren(start, " ", told);
  const { quota = 0, usage = 0 } = (await navigator.storage?.estimate?.()) ?? {};
  if (quota - usage > 500e6 && !navigator.connection?.saveData && navigator.connection?.type !== "cellular") start.click();
}

// -- events

part("find").addEventListener("input", render);
part("find").addEventListener("keydown", (event) => {
  if (event.key !== "Enter") return;
  event.preventDefault();
  part("places").querySelector("button")?.click();
});
part("spaces").addEventListener("keydown", (event) => {
  if (event.key === "Escape" && shown.opened) commands.open("");
});
part("typed").addEventListener("submit", (event) => {
  event.preventDefault();
  part("line").blur(); // so that the keyboard of a phone does not cover what comes
  type(part("line").value);
});
part("empty").addEventListener("click", () => change(empty(shown.request.game, shown.board)));
part("battle").addEventListener("toggle", () => shown.board && render());
part("print").addEventListener("click", () => window.print());
window.addEventListener("popstate", open);

open().finally(() => offerToKeep(part("keep")));
