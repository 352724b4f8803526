/** The entries of the log as a list, newest first, with the forms that correct and strike. */

import { button, fold, made, replace } from "./ask_dom.js";
import { judge as lastJudge } from "./log_store.js";
import { LOGGING, fill } from "./shared.js";

const FIELDS = [["table", "table"], ["round", "round"], ["question", "question"], ["decision", "decision"]];

/** A time as people at the event read it. */
export function timed(time) {
  const read = new Date(time);
  return Number.isNaN(read.getTime()) ? time : read.toLocaleString("en-GB", { dateStyle: "medium", timeStyle: "short" });
}

/** What an entry rests on besides official rulings, what the page said of its question, and that nothing is decided yet; each a line. */
export function basis({ decision, state, ...lists }) {
  const by = Object.entries(LOGGING.by).filter(([name]) => lists[name].length).map(([name, text]) => fill(text, lists[name].join(", ")));
  return [decision ? "" : LOGGING.no_decision, ...by, LOGGING.states[state]].filter(Boolean).map((line) => made("p", { className: "basis" }, line));
}

/** Shows entries; `told` has the conflicts, links, which entry is edited, and the commands `edit` and `keep`. */
export function showEntries(part, entries, told) {
  const apart = new Set(told.conflicts.flatMap(({ revisions }) => revisions.map(({ entry }) => entry)));
  replace(part, entries.map((each) => made("li", { className: `entry ${each.latest.struck ? "struck" : ""}`, data: { entry: each.latest.entry } }, shownEntry(each, told, apart))));
}

function shownEntry(entry, { links, edited, edit, keep }, apart) {
  const { latest, revisions } = entry;
  const { table, round, ruled, judge, question, decision, rulings, position, event, struck } = latest;
  const where = [fill(LOGGING.table_of, table || "?"), fill(LOGGING.round_of, round || "?"), timed(ruled), judge || LOGGING.somebody, event].filter(Boolean).join(" · ");
  return [
    made("p", { className: "where" }, where, apart.has(latest.entry) && " ⚠"),
    question && made("p", { className: "asked" }, question),
    made("p", { className: "decision" }, decision),
    basis(latest),
    struck && made("p", { className: "strike" }, fill(LOGGING.struck, latest.why)),
    made("p", { className: "ids" }, rulings.map((id) => [made("a", { href: links.ruling(id) }, id), " "]), position && made("a", { href: links.position(position) }, LOGGING.position)),
    revisions.length > 1 && fold(latest.entry, fill(LOGGING.earlier, revisions.length - 1), made("ol", { className: "earlier" }, revisions.slice(0, -1).map((each) => made("li", {}, changed(each))))),
    edited.entry === latest.entry ? form(entry, edited.how, edit, keep) : made("p", { className: "buttons" },
      button(`correct ${latest.entry}`, LOGGING.correct, () => edit(latest.entry, "correct")),
      !struck && button(`strike ${latest.entry}`, LOGGING.strike, () => edit(latest.entry, "strike"))),
  ];
}

/** An earlier revision in a line. */
function changed({ written, writer, table, round, decision, struck, why }) {
  const what = struck ? fill(LOGGING.struck, why) : `${fill(LOGGING.table_of, table || "?")}, ${fill(LOGGING.round_of, round || "?")}: ${decision}${why && ` (${why})`}`;
  return `${fill(LOGGING.written_by, timed(written), writer || LOGGING.somebody)}: ${what}`;
}

function form(entry, how, edit, keep) {
  const strikes = how === "strike";
  const struck = strikes || entry.latest.struck;
  const fields = strikes ? [] : FIELDS.map(([name, label]) => field(name, LOGGING[label], entry.latest[name], name === "decision"));
  const filled = made("form", { className: "edit" }, fields, field("why", LOGGING.why, "", false, struck), field("writer", LOGGING.judge, lastJudge()),
    made("p", { className: "buttons" }, made("button", { data: { key: "keep" } }, strikes ? LOGGING.keep_strike : LOGGING.keep_correction), button("leave", LOGGING.leave, () => edit())));
  filled.addEventListener("submit", (event) => {
    event.preventDefault();
    keep(entry, { ...Object.fromEntries(new FormData(filled)), struck });
  });
  return filled;
}

function field(name, label, value, long = false, required = false) {
  const input = made(long ? "textarea" : "input", { name, value, required, autocomplete: "off", data: { key: name } });
  if (required) input.pattern = ".*\\S.*";
  return made("label", {}, made("span", {}, label), input);
}
