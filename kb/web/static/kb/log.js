/** The judge's log: what is kept on this phone as a list and as a report; export, import, corrections and strikes. */

import { made, replace } from "./ask_dom.js";
import { csv, exported, imported, save } from "./log_files.js";
import { showEntries } from "./log_list.js";
import { merged } from "./log_merge.js";
import { following, textOf, wrong } from "./log_record.js";
import { showReport } from "./log_report.js";
import { add, all, persist, rememberJudge } from "./log_store.js";
import { pageAt } from "./served.js";
import { LOGGING, fill } from "./shared.js";

const part = (id) => document.getElementById(id);
const { rulings, ask, games, worker, scope } = part("log").dataset;
const links = { ruling: (id) => pageAt(`${rulings}${id}`), position: (text) => `${ask}#${text}` };
const ONLY = ["round", "table", "judge"];
/** Every revision that is kept, and which entry is corrected or struck now: {entry, how}. */
const shown = { revisions: [], edited: {} };

/** Reads what is kept, and shows it. */
async function open() {
  try {
    shown.revisions = await all();
    render();
  } catch (error) {
    part("count").textContent = fill(LOGGING.unreadable, error?.message ?? "");
  }
}

function render() {
  const { entries, conflicts } = merged(shown.revisions);
  for (const name of ONLY) offer(name, entries);
  const some = entries.filter(({ latest }) => ONLY.every((name) => part(`only-${name}`).value === "" || latest[name] === part(`only-${name}`).value.slice(1)));
  part("count").textContent = counted(entries, some);
  showConflicts(conflicts);
  const told = { ...shown, conflicts, links, edit, keep };
  showEntries(part("entries"), [...some].reverse(), told);
  showReport(part("report"), some, { games: JSON.parse(games), links });
}

function counted(entries, some) {
  if (!entries.length) return LOGGING.nothing;
  const struck = entries.filter(({ latest }) => latest.struck).length;
  const later = entries.reduce((sum, { revisions }) => sum + revisions.length - 1, 0);
  const all = fill(LOGGING.count, entries.length, struck, later);
  return some.length === entries.length ? all : `${all}. ${fill(LOGGING.count_shown, some.length, entries.length)}`;
}

/** Offers the rounds, tables and judges that there are; a value stands behind a `=`, so that "" means all. */
function offer(name, entries) {
  const select = part(`only-${name}`);
  const values = [...new Set(entries.map(({ latest }) => latest[name]))].sort(new Intl.Collator("en", { numeric: true }).compare);
  const options = [["", LOGGING.all], ...values.map((each) => [`=${each}`, each || LOGGING.not_said])];
  const { value } = select;
  select.replaceChildren(...options.map(([id, label]) => made("option", { value: id, selected: id === value }, label)));
}

function showConflicts(conflicts) {
  const says = ({ kind, revisions }) => {
    const [{ table, round, question }] = revisions;
    const who = revisions.map(({ writer, judge, struck, why, decision }) => `${writer || judge || LOGGING.somebody}: ${struck ? fill(LOGGING.struck, why) : decision}`);
    return `${fill(LOGGING.table_of, table || "?")}, ${fill(LOGGING.round_of, round || "?")}, ${question}: ${LOGGING.kinds[kind]} (${who.join("; ")})`;
  };
  replace(part("conflicts"), conflicts.map((each) => made("li", {}, fill(LOGGING.conflicts, says(each)))));
  part("conflicts").hidden = !conflicts.length;
}

// -- what changes

/** Opens the form to correct (`how`: "correct") or strike an entry; closes it without. */
function edit(entry = "", how = "") {
  shown.edited = { entry, how };
  render();
  (part("entries").querySelector("form [name=why], form input") ?? document.activeElement).focus();
}

/** Keeps a revision of an entry: what changes, whose name is `writer`, and why. What could not be read again is not kept. */
async function keep({ heads }, changes) {
  const revision = following(heads, changes);
  const findings = wrong(revision);
  if (findings.length) {
    part("told").textContent = fill(LOGGING.not_kept, findings.join("; "));
    return undefined;
  }
  try {
    await add([revision]);
  } catch {
    part("told").textContent = LOGGING.full;
    return save(LOGGING.file, exported([revision]), "application/jsonl");
  }
  rememberJudge(revision.writer);
  shown.revisions.push(revision);
  return edit();
}

async function read(files) {
  const told = [];
  const findings = [];
  for (const file of files) {
    const found = await imported(file);
    findings.push(...found.findings);
    if (!found.findings.length) told.push(await added(file.name, found.revisions));
  }
  part("told").textContent = [...told, ...(findings.length ? [LOGGING.refused] : [])].join(" ");
  replace(part("findings"), findings.map((each) => made("li", {}, each)));
  part("findings").hidden = !findings.length;
  render();
}

/** Keeps the revisions of a file that are not here yet; says how many. */
async function added(name, revisions) {
  const here = new Set(shown.revisions.map(textOf));
  const fresh = [...new Map(revisions.map((each) => [textOf(each), each]))].filter(([text]) => !here.has(text)).map(([, each]) => each);
  try {
    await add(fresh);
  } catch {
    return LOGGING.full;
  }
  shown.revisions.push(...fresh);
  return fill(LOGGING.imported, name, revisions.length, fresh.length);
}

// -- events

for (const name of ONLY) part(`only-${name}`).addEventListener("change", render);
part("as-report").addEventListener("click", () => {
  const on = part("report").classList.toggle("shown");
  part("as-report").ariaPressed = String(on);
  part("entries").hidden = on;
});
part("print").addEventListener("click", () => window.print());
part("export").addEventListener("click", () => save(LOGGING.file, exported(shown.revisions), "application/jsonl"));
part("csv").addEventListener("click", () => save(LOGGING.file_csv, csv(merged(shown.revisions).entries), "text/csv"));
part("import").addEventListener("change", async ({ target }) => {
  await read([...target.files]);
  target.value = "";
});
document.addEventListener("visibilitychange", () => {
  if (!document.hidden && !shown.edited.entry) open();
});

await open();
if ("serviceWorker" in navigator && window.isSecureContext) navigator.serviceWorker.register(worker, { scope }).catch(() => {});
if (shown.revisions.length) part("promise").textContent = (await persist()) ? LOGGING.promised : LOGGING.not_promised;
