/** The build that the browser keeps for use without network: search and cards of its rulings. */

import { appliedTo, escape, ordered, topicOf } from "./profile.js";
import {
  CLOSED, CONDITION, CONDITION_HERE, FACETS, LIKELY, MOST_RULES, MOST_SECTIONS, NO_ANSWERS, OPEN, SEARCH_NOTES, TEXTS, TOLD, WORD, WORDS,
  WORD_HERE, fill,
} from "./shared.js";
import { ANSWERED, NEAREST, RULE, listed } from "./states.js";

let opened;

/** The kept build, opened when first asked for; rejected if nothing is kept. `links` are the form's data. */
export function kept(links) {
  opened ??= open(links).catch((error) => {
    opened = undefined;
    throw error;
  });
  return opened;
}

async function open({ cards, index, ranker }) {
  const [kept, { Ranker }] = await Promise.all([keptCards(cards), import(new URL(ranker, document.baseURI))]);
  kept.ranker = new Ranker(await json(index));
  return kept;
}

/** The kept cards alone, without what searches. */
export async function keptCards(cards) {
  return new Kept(await json(cards));
}

async function json(url) {
  const response = await fetch(url);
  if (!response.ok) throw new Error("not kept");
  return response.json();
}

/** How a question was understood, as kb/text/search.py tells it: kind -> sentence. */
export function searchNotes(found, titles, passedOver = "") {
  const [only, named] = [found.only, found.named].map((games) => games.map((game) => titles[game]).join(" and "));
  const differs = found.chosen && !found.named.every((game) => found.only.includes(game));
  const said = {
    searched_for: [found.searched_for],
    only: [found.chosen || passedOver ? "" : only],
    instead: passedOver ? [only, titles[passedOver]] : [""],
    chosen: differs ? [only, named] : [""],
    all: [only ? "" : named],
    absent: [found.absent.join(" and ")],
    unknown: [found.unknown.join(", ")],
    notes: [found.notes.join("; ")],
    also: [found.also.join("; ")],
  };
  const told = Object.entries(said).filter(([, [first]]) => first);
  return Object.fromEntries(told.map(([kind, parts]) => [kind, fill(SEARCH_NOTES[kind], ...parts)]));
}

/** Why the rulings shown do not answer, in a line, as kb/web/pages/judge.py tells it. */
export function line(found, shown) {
  if (!found.state || found.state === ANSWERED || (found.state === NEAREST && !shown.length)) return "";
  const says = found.state === RULE ? found.rules[0].says : "";
  return found.why.slice(0, found.why.length - says.length).trim();
}

/** The statements that answer or are nearest, {says, where, subject, played}, as kb/web/pages/judge.py gives them. */
export function rules(found, short, shown) {
  const subject = ({ id }) => id.slice(id.indexOf("/") + 1);
  let given = found.rules;
  if (found.state !== RULE && shown.length) given = found.strong ? given.filter((each) => subject(each) === subject(given[0])) : [];
  const alike = new Map();
  for (const each of given) {
    const key = JSON.stringify([each.says, each.confidence]);
    alike.set(key, [...(alike.get(key) ?? []), each]);
  }
  return [...alike.values()].slice(0, MOST_RULES).map((some) => {
    const [{ id, says, confidence }] = some;
    const mark = confidence === "stated" ? "" : ` (${confidence})`;
    const where = listed(some.map(({ game }) => short[game])) + mark;
    const played = some.map((each) => each.played).find(Boolean) ?? "";
    return { says, where, subject: subject({ id }), played };
  });
}

/** The sections nearest to a question, [id, label], as kb/web/pages/judge.py finds them. */
function nearest(sections, terms, game) {
  const asked = new Set(terms);
  return sections.filter((each) => !game || each[1] === game)
    .map(([id, , label, own]) => ({ id, label, many: own.length, shared: new Set(own.filter((term) => asked.has(term))).size }))
    .filter(({ shared }) => shared).sort((one, other) => other.shared - one.shared || one.many - other.many)
    .slice(0, MOST_SECTIONS).map(({ id, label }) => [id, label]);
}

/** The answer state and how many rulings were found, as kb/web/shared.py tells it. */
function told(number, { state, likely, terms }) {
  if (!number && state !== RULE) return TEXTS.nothing_found;
  const many = fill(number === 1 ? TEXTS.one_found : TEXTS.found, number);
  if (!terms.length) return many;
  return fill(TOLD[likely ? LIKELY : state], state === ANSWERED ? number - 1 : many);
}

/** A card with the word that it answers and what that depends on, as kb/web/cards.py makes it. */
function answering(card, { word: kind, condition }) {
  return card.replaceAll(WORD_HERE, () => (kind ? fill(WORD, kind, WORDS[kind]) : ""))
    .replaceAll(CONDITION_HERE, () => (condition ? fill(CONDITION, escape(condition)) : ""));
}

/** What is found where nothing is. */
const NOTHING = { ids: [], rules: [], near: [], hints: [], notes: {}, told: "", html: "", rest: "", parts: [], question: "" };

class Kept {
  constructor({ build, choices, sections, rendered }) {
    Object.assign(this, { build, choices, sections, rendered });
  }

  /**
   * What was found: {ids, question, state, why, rules, strong, nearest, hints, notes, names, named, told, html}, as
   * kb/web/pages/judge.py tells it; `nearest`: whether the rulings do not answer;
   * `question` is empty where there was none.
   */
  find(text, limit, profile, allGames, keptTo) {
    const asked = text.trim() ? text : this.allOf(profile);
    if (!asked) return { ...NOTHING, hints: [TEXTS.start] };
    const limitless = Object.keys(this.choices.rulings).length;
    const found = this.ranker.search(asked, { game: profile.game, limit: limitless, allGames, namedFirst: !keptTo });
    const byName = found.only.length > 0 && !found.chosen;
    const passedOver = byName ? profile.game : "";
    const shownFor = passedOver ? { ...profile, game: "", printing: "" } : profile; // cards of other editions
    const answers = new Map(found.results.map((result) => [result.id, result]));
    const ids = ordered([...answers.keys()], profile, this.choices).slice(0, limit);
    const mayAnswer = found.terms.length > 0 && (found.state === ANSWERED || found.likely);
    const topic = mayAnswer && !found.only.length ? topicOf(ids, found.terms, this.choices) : "";
    const notes = searchNotes(found, this.ranker.short, passedOver);
    const card = (result, of = "") => this.applyTo(answering(this.rendered[result.id], result), shownFor, of);
    const parts = found.parts.filter((part) => part.other).map((part) => {
      const by = part.results.map((result) => result.id);
      return { asked: part.query, by, html: part.results.map((each) => card(each)).join("\n"), rules: rules(part, this.ranker.short, []) };
    });
    const parted = parts.flatMap(({ by }) => by);
    const listed = ids.map((id, place) => [id, () => card(answers.get(id), place ? "" : topic)]);
    const [html, ...rest] = listed.filter(([id]) => !parted.includes(id)).map(([, shown]) => shown());
    const one = ids.length === 1 && !found.terms.length;
    const named = byName && found.only.length === 1 && !passedOver ? found.only[0] : "";
    const why = line(found, ids);
    if (why && found.state === NEAREST) delete notes.absent; // it is the reason
    return {
      ids, notes, why, state: found.state, told: told(ids.length, found),
      rules: rules(found, this.ranker.short, ids), strong: found.strong,
      nearest: NO_ANSWERS.includes(found.state) && !found.likely,
      question: found.terms.length ? text.trim() : "",
      hints: found.problem ? [found.problem] : [], near: ids.length ? [] : nearest(this.sections, found.terms, shownFor.game || named),
      names: found.named.join(" "), named, short: this.ranker.short,
      html: one ? html.replace(CLOSED, OPEN) : (html ?? ""), parts, rest: rest.join("\n"),
    };
  }

  /** The card of a ruling to which nothing was asked, or nothing for an id that the build does not have. */
  card(id, profile) {
    const known = this.rendered[id];
    return known && this.applyTo(answering(known, {}), profile);
  }

  applyTo(html, profile, topic = "") {
    return appliedTo(html, profile, this.choices, topic);
  }

  /** A query for every ruling that a profile is about; empty for a profile about nothing. */
  allOf(profile) {
    const narrowed = FACETS.some(({ name }) => profile[name]);
    const games = profile.game ? [profile.game] : narrowed ? Object.keys(this.choices.games) : [];
    return games.map((each) => `game:${each}`).join(" ");
  }
}
