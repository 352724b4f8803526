/** A question to take along: as a case for `kb ask` and `kb check`. */

import { made } from "./ask_dom.js";

/** The case as a file: an action that is only judged is its last; where it is refused, it says so. */
export function caseOf(request, answer) {
  const { game, board, ruleset, title, position, do: acts = [], may } = request;
  const refused = answer?.legal === false ? { refused: "yes" } : {};
  const all = may ? [...acts, { ...may, ...refused }] : acts;
  const scenario = { id: "my-case", ...(title && { title }), position, ...(all.length && { do: all }) };
  return yaml({ game, ...(board && { board }), ...(ruleset && { ruleset }), scenarios: [scenario] });
}

/** Plain values as YAML: tables and lists in blocks; words that need it in quotes. */
export function yaml(value, indent = "") {
  if (Array.isArray(value)) return value.length ? value.map((each) => `${indent}- ${item(each, `${indent}  `)}`).join("") : `${indent}[]\n`;
  return Object.entries(value).map(([key, each]) => `${indent}${word(key)}:${inner(each, indent)}`).join("");
}

const item = (value, indent) => (simple(value) ? `${word(value)}\n` : yaml(value, indent).slice(indent.length));
const simple = (value) => typeof value !== "object" || value === null;
const size = (value) => (Array.isArray(value) ? value : Object.keys(value)).length;

function inner(value, indent) {
  if (simple(value)) return ` ${word(value)}\n`;
  if (!size(value)) return Array.isArray(value) ? " []\n" : " {}\n";
  if (Array.isArray(value) && value.every(simple)) return ` [${value.map(word).join(", ")}]\n`;
  return `\n${yaml(value, `${indent}  `)}`;
}

/** A word or number; in quotes where YAML could take it for something else. */
function word(value) {
  return /^[\p{L}\p{N}][\p{L}\p{N} _/()-]*$/u.test(String(value)) && !String(value).endsWith(" ") ? String(value) : JSON.stringify(String(value));
}

/** Has the browser save the case. */
export function download(request, answer) {
  const href = URL.createObjectURL(new Blob([caseOf(request, answer)], { type: "text/yaml" }));
  made("a", { href, download: "my-case.yaml" }).click();
  setTimeout(() => URL.revokeObjectURL(href), 1000);
}
