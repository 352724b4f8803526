/**
 * The revisions that a log consists of, as kb/event_log/record.py describes them: a first one says what was decided, a later
 * one corrects or strikes it and names those that it follows. Nothing is ever changed or taken away.
 */

import { LOG, SPACES, fill } from "./shared.js";

const whole = (pattern) => new RegExp(`^(?:${pattern})$`);
const [ID, TIME] = [LOG.ID, LOG.TIME].map(whole);
const UNWRITTEN = new RegExp(`[${LOG.UNWRITTEN}]`, "u");
const EVERY_UNWRITTEN = new RegExp(UNWRITTEN, "gu");
const SPACE = new RegExp(`[${SPACES}]+`);
const LISTS = Object.fromEntries(Object.entries(LOG.LISTS).map(([name, [pattern, most]]) => [name, [whole(pattern), most]]));
const TIMES = ["written", "ruled"];

/** A new id: random, so that no two phones ever give the same. */
export function newId() {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** A text as a revision may have it: one line, without what no text may have, not too long. */
export function cleaned(name, text) {
  const line = String(text).split(SPACE).filter(Boolean).join(" ").replace(EVERY_UNWRITTEN, "");
  return [...line].slice(0, LOG.TEXTS[name]).join("");
}

/** The first revision of a decision; `decided` has some of the texts and lists, and `state`; what is not said is empty. */
export function first(decided) {
  const now = new Date().toISOString();
  const texts = Object.fromEntries(Object.keys(LOG.TEXTS).map((name) => [name, cleaned(name, decided[name] ?? "")]));
  const lists = Object.fromEntries(Object.entries(LISTS).map(([name, [pattern, most]]) => [name, [...new Set(decided[name])].filter((id) => pattern.test(id)).slice(0, most)]));
  const position = [...texts.position].length < (decided.position ?? "").length ? "" : texts.position; // a part of it is none
  return inOrder({ entry: newId(), revision: newId(), written: now, ruled: now, struck: false, ...texts, ...lists, position, state: decided.state ?? "", why: "" });
}

/** A revision that follows `heads`, the last of which it changes; `changes` has some texts, perhaps `struck`. */
export function following(heads, changes) {
  const texts = Object.entries(changes).map(([name, text]) => [name, name in LOG.TEXTS ? cleaned(name, text) : text]);
  const after = [...new Set(heads.map(({ revision }) => revision))].slice(-LISTS.after[1]);
  return inOrder({ ...heads.at(-1), why: "", ...Object.fromEntries(texts), after, revision: newId(), written: new Date().toISOString() });
}

const inOrder = (revision) => Object.fromEntries(LOG.FIELDS.map((name) => [name, revision[name]]));

/** The fields that a revision has in a log of a version. */
function fields(version) {
  const later = Object.keys(LOG.ADDED).filter((since) => since > version).flatMap((since) => LOG.ADDED[since]);
  return LOG.FIELDS.filter((name) => !later.includes(name));
}

/** A revision that may be of a log of before: what later versions added is empty. */
export function completed(revision) {
  const empty = Object.values(LOG.ADDED).flat().map((name) => [name, name in LISTS ? [] : ""]);
  return { ...Object.fromEntries(empty), ...revision };
}

/** A revision as one line of JSON, in ASCII: the same for equal revisions, here and in kb/event_log/record.py. */
export function textOf(revision) {
  return JSON.stringify(inOrder(revision)).replace(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/** What a revision says was decided, and whether that stands; as text. */
export function decidedOf(revision) {
  return JSON.stringify(LOG.FIELDS.slice(LOG.FIELDS.indexOf("struck")).map((name) => revision[name]));
}

/** All that is wrong with a plain value that should be a revision in a log of a version; nothing where it is one. */
export function wrong(plain, version = LOG.VERSION) {
  if (typeof plain !== "object" || plain === null || Array.isArray(plain)) return ["is no table of keys"];
  const known = fields(version);
  const found = known.filter((name) => !Object.hasOwn(plain, name)).map((name) => `'${name}' is missing`);
  found.push(...Object.keys(plain).filter((name) => !known.includes(name)).map((name) => `unknown key '${[...name].slice(0, 40).join("")}'`));
  for (const name of known.filter((name) => Object.hasOwn(plain, name))) {
    const told = wrongValue(name, plain[name]);
    if (told) found.push(`'${name}' ${told}`);
  }
  if (plain.struck === true && typeof plain.why === "string" && !plain.why.split(SPACE).some(Boolean)) {
    found.push("'why' is empty: what is struck needs a reason");
  }
  if (Array.isArray(plain.after) && plain.after.includes(plain.revision)) found.push("'after' names the revision itself");
  return found;
}

function wrongValue(name, value) {
  const is = (pattern) => typeof value === "string" && pattern.test(value);
  if (name === "struck") return typeof value === "boolean" ? "" : "must be true or false";
  if (name === "state") return value === "" || LOG.STATES.includes(value) ? "" : `must be empty or one of ${LOG.STATES.join(", ")}`;
  if (name in LISTS) {
    const [pattern, most] = LISTS[name];
    const good = Array.isArray(value) && value.length <= most && value.every((each) => typeof each === "string" && pattern.test(each));
    return good && new Set(value).size === value.length ? "" : `must be a list of at most ${most} different ids`;
  }
  if (TIMES.includes(name)) return is(TIME) ? "" : "must be a time such as 2026-11-22T18:35:24.123Z";
  if (!(name in LOG.TEXTS)) return is(ID) ? "" : "must be an id of 32 digits 0-9 and a-f";
  if (typeof value !== "string") return "must be text";
  if ([...value].length > LOG.TEXTS[name]) return fill("is longer than {} characters", LOG.TEXTS[name].toLocaleString("en-US"));
  return UNWRITTEN.test(value) ? "has a character that no text may have, such as a control character" : "";
}
