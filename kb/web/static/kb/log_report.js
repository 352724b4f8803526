/** The log as a report for A4: by round and table, with the official rulings that were used, and counts. */

import { made } from "./ask_dom.js";
import { basis, timed } from "./log_list.js";
import { LOGGING, fill } from "./shared.js";

const ordered = (some) => some.sort(new Intl.Collator("en", { numeric: true }).compare);
const distinct = (entries, name) => ordered([...new Set(entries.map(({ latest }) => latest[name]))]);
const of = (entries, name, value) => entries.filter(({ latest }) => latest[name] === value);

/** Fills the report. */
export function showReport(part, entries, { games, links }) {
  const title = distinct(entries, "event").filter(Boolean).join(", ");
  part.replaceChildren(
    made("h2", {}, [LOGGING.report, title].filter(Boolean).join(": ")),
    ...distinct(entries, "round").flatMap((round) => roundOf(round, of(entries, "round", round), games, links)),
    ...used(entries, links));
}

function roundOf(round, entries, games, links) {
  const tables = distinct(entries, "table").map((table) => [table, of(entries, "table", table)]);
  return [made("h3", {}, `${fill(LOGGING.round_of, round || LOGGING.not_said)} (${entries.length})`),
    made("table", {},
      made("thead", {}, made("tr", {}, [LOGGING.table, LOGGING.decision, LOGGING.ruled_by].map((each) => made("th", { scope: "col" }, each)))),
      made("tbody", {}, tables.flatMap(([, some]) => some.map(({ latest }) => line(latest, games, links)))))];
}

function line(latest, games, links) {
  const { table, ruled, judge, game, question, decision, rulings, struck, why } = latest;
  const said = struck ? [made("del", {}, decision), " ", fill(LOGGING.struck, why)] : [decision];
  const ids = rulings.flatMap((id) => [" ", made("a", { href: links.ruling(id) }, id)]);
  const told = [games[game] ?? game, timed(ruled)].filter(Boolean).join(", ");
  return made("tr", {}, made("td", {}, table || "?"), made("td", {}, question && made("p", {}, question), made("p", { className: "decision" }, said, ids), basis(latest)), made("td", {}, `${judge || LOGGING.somebody}, ${told}`));
}

/** How often each ruling was used; what was struck does not count. */
function used(entries, links) {
  const counts = new Map();
  for (const id of entries.filter(({ latest }) => !latest.struck).flatMap(({ latest }) => latest.rulings)) counts.set(id, (counts.get(id) ?? 0) + 1);
  if (!counts.size) return [];
  const list = [...counts].sort(([one, many], [other, more]) => more - many || (one < other ? -1 : 1));
  return [made("h3", {}, LOGGING.rulings_used), made("ul", {}, list.map(([id, times]) =>
    made("li", {}, made("a", { href: links.ruling(id) }, id), `: ${times === 1 ? LOGGING.once : fill(LOGGING.times, times)}`)))];
}
