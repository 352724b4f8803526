/** The log as a file: JSON lines to take along and to read again, CSV for a spreadsheet. docs/event-log.md has the format. */

import { completed, textOf, wrong } from "./log_record.js";
import { LOG } from "./shared.js";

const MOST_FINDINGS = 100;

/** The file of some revisions. */
export function exported(revisions) {
  const lines = [...new Set(revisions.map(textOf))].sort();
  return [JSON.stringify({ [LOG.MARK]: LOG.VERSION, revisions: lines.length }), ...lines, ""].join("\n");
}

/** What a file says: {revisions, findings}; with findings, each a line that says what is wrong, no revisions. */
export async function imported(file) {
  if (file.size > LOG.MOST_BYTES) return refused(`${file.name}: longer than ${LOG.MOST_BYTES.toLocaleString("en-US")} bytes`);
  const [head, ...rest] = (await file.text()).replace(/^\ufeff/, "").split("\n");
  const told = parsed(head);
  const version = told?.[LOG.MARK];
  if (Number.isInteger(version) && (version < 1 || version > LOG.VERSION)) return refused(`${file.name}:1: is of version ${version}, and this page reads 1 to ${LOG.VERSION}`);
  if (!Number.isInteger(version) || !Number.isInteger(told.revisions)) return refused(`${file.name}:1: is no log of judges`);
  const lines = rest.map((line, at) => [at + 2, line]).filter(([, line]) => line.trim());
  if (lines.length > LOG.MOST_REVISIONS) return refused(`${file.name}: has more than ${LOG.MOST_REVISIONS} revisions`);
  const read = lines.map(([number, line]) => [number, parsed(line)]);
  const findings = read.flatMap(([number, plain]) => problems(plain, version).map((each) => `${file.name}:${number}: ${each}`));
  if (lines.length !== told.revisions) findings.push(`${file.name}:1: has ${lines.length} revisions and its first line says ${told.revisions}: a part of it is lost or added`);
  if (findings.length) return refused(...findings);
  return { revisions: read.map(([, plain]) => completed(plain)), findings };
}

function refused(...findings) {
  const left = findings.length - MOST_FINDINGS;
  return { revisions: [], findings: [...findings.slice(0, MOST_FINDINGS), ...(left > 0 ? [`${left} more findings like these`] : [])] };
}

const problems = (plain, version) => (plain === undefined ? ["is not JSON, or too long, or has a key twice"] : wrong(plain, version));

/** The value of a line; undefined where it is none, too long, or has a key twice, of which JSON.parse takes the last. */
function parsed(line) {
  try {
    const value = line.length > LOG.LONGEST_LINE ? undefined : JSON.parse(line);
    const texts = line.match(/"(?:[^"\\]|\\.)*"\s*:?/g) ?? [];
    return texts.filter((each) => each.endsWith(":")).length === keysIn(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** How many keys all tables of a value have together. */
function keysIn(value) {
  if (typeof value !== "object" || value === null) return 0;
  const within = Object.values(value);
  return within.reduce((sum, each) => sum + keysIn(each), Array.isArray(value) ? 0 : within.length);
}

const COLUMNS = ["event", "round", "table", "ruled", "judge", "game", "question", "decision", "rulings", "struck", "why", "build", "entry", "state", "rules", "house", "near"];

/** The latest of each entry as CSV. A cell that a spreadsheet would run as a formula has an apostrophe before it. */
export function csv(entries) {
  const rows = entries.map(({ latest }) => COLUMNS.map((name) => (Array.isArray(latest[name]) ? latest[name].join(" ") : String(latest[name]))));
  return [COLUMNS, ...rows].map((row) => row.map(cell).join(",")).join("\r\n") + "\r\n";
}

const cell = (text) => `"${(/^\s*[=+\-@]/.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`;

/** Has the browser save a file. */
export function save(name, text, type) {
  const href = URL.createObjectURL(new Blob([text], { type }));
  Object.assign(document.createElement("a"), { href, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(href), 1000);
}
