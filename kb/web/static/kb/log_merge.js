/** Puts revisions together, as kb/event_log/merging.py does: the latest of each entry, and what contradicts. */

import { decidedOf, textOf } from "./log_record.js";
import { SPACES } from "./shared.js";

const SPACE = new RegExp(`[${SPACES}]+`);

/**
 * What some revisions come to, whatever their order and however often they are said: {entries: [{latest, heads, revisions}],
 * conflicts: [{kind, revisions}]}. The entries are by the time of their decisions.
 */
export function merged(revisions) {
  const texts = [...new Map(revisions.map((each) => [textOf(each), each]))].map(([text, each]) => [[each.written, each.revision, text], each]);
  const every = texts.sort(([one], [other]) => compared(one, other)).map(([, each]) => each);
  const byEntry = grouped(every, ({ entry }) => entry);
  const entries = byEntry.map((revisions) => entryOf(headsOf(revisions), revisions));
  entries.sort((one, other) => compared([one.latest.ruled, one.latest.entry], [other.latest.ruled, other.latest.entry]));
  const retold = grouped(every, ({ revision }) => revision).filter(({ length }) => length > 1).map((some) => ({ kind: "retold", revisions: some }));
  const found = [...retold, ...byEntry.flatMap(within), ...decided(entries)];
  const keyed = found.map((each) => [[each.kind, ...each.revisions.map(textOf)], each]);
  return { entries, conflicts: keyed.sort(([one], [other]) => compared(one, other)).map(([, each]) => each) };
}

const entryOf = (heads, revisions) => ({ latest: heads.at(-1), heads, revisions });

const byTime = (one, other) => compared([one.written, one.revision, textOf(one)], [other.written, other.revision, textOf(other)]);

/** Compares lists of texts in ASCII as Python does. */
function compared(one, other) {
  for (let at = 0; at < Math.min(one.length, other.length); at += 1) if (one[at] !== other[at]) return one[at] < other[at] ? -1 : 1;
  return one.length - other.length;
}

function grouped(some, key) {
  const groups = new Map();
  for (const each of some) {
    const name = key(each);
    if (groups.has(name)) groups.get(name).push(each);
    else groups.set(name, [each]);
  }
  return [...groups.values()];
}

/** The revisions of an entry that no other follows; all of them where they follow each other in a circle. */
function headsOf(some) {
  const followed = new Set(some.flatMap(({ after }) => after));
  const heads = some.filter(({ revision }) => !followed.has(revision));
  return heads.length ? heads : some;
}

function within(some) {
  const heads = headsOf(some);
  const known = new Set(some.map(({ revision }) => revision));
  const apart = new Set(heads.map(decidedOf)).size > 1 ? [{ kind: "corrected", revisions: heads }] : [];
  const lost = some.filter(({ after }) => after.some((id) => !known.has(id)));
  const followed = some.flatMap(({ revision, after }) => after.filter((id) => known.has(id)).map((earlier) => [revision, earlier]));
  const circling = new Set(waiting(waiting(followed).map(([later, earlier]) => [earlier, later])).flat());
  const circle = circling.size ? [{ kind: "circle", revisions: some.filter(({ revision }) => circling.has(revision)) }] : [];
  return [...apart, ...lost.map((each) => ({ kind: "missing", revisions: [each] })), ...circle];
}

/** Of pairs, in each of which the first waits for the second, those that wait for ever, as in a circle. */
function waiting(pairs) {
  const left = [...new Map(pairs.map((pair) => [pair.join(), pair])).values()];
  const waits = new Map(left.flat().map((id) => [id, 0]));
  for (const [one] of left) waits.set(one, waits.get(one) + 1);
  const behind = new Map(grouped(left, ([, other]) => other).map((group) => [group[0][1], group]));
  const free = [...waits.keys()].filter((id) => !waits.get(id));
  for (const id of free) { // it grows
    for (const [one] of behind.get(id) ?? []) {
      waits.set(one, waits.get(one) - 1);
      if (!waits.get(one)) free.push(one);
    }
  }
  return left.filter(([one, other]) => waits.get(one) && waits.get(other));
}

/** What two judges decided differently. A table that nobody named is not the same table. */
function decided(entries) {
  const told = entries.map(({ latest }) => latest).filter(({ struck, table, question, decision }) => !struck && plain(table) && plain(question) && decision);
  const alike = grouped(told, ({ table, question, round, event }) => JSON.stringify([table, question, round, event].map(plain)));
  const many = (some, name) => new Set(some.map((each) => plain(each[name]))).size > 1;
  return alike.filter((some) => many(some, "judge") && many(some, "decision")).map((some) => ({ kind: "decided", revisions: some.sort(byTime) }));
}

/** A text as it is compared: small letters, single spaces. */
const plain = (text) => text.toLowerCase().split(SPACE).filter(Boolean).join(" ");
