/**
 * Decides what is known of a question, as kb/search does: the answer state with its reason, and what rules and printed
 * values say. The names are those of evidence.py, statements.py, state.py and answer.py there.
 */

import { ANSWER_STATES, LIKELY, WHY, WHY_NAMES } from "./shared.js";
import { longestRuns } from "./words.js";

export const [ANSWERED, OTHER_GAME, RULE, NEAREST, NONE] = ANSWER_STATES;

// -- evidence.py ----------------------------------------------------------------------------------

const NO_FIT = { score: 0, lead: 0, had: 0, had_own: 0, had_ask: 0, of_ask: 0, missing: 1 };

/** How much a term tells that so many of all things have, a whole number as the base has it. */
const information = (having, of, scale) => Math.round(scale * Math.max(0.05, Math.log((of + 1) / (having + 0.5))));

/** The terms of a question that tell something, in order. */
export const tellingTerms = (query) => [...new Set(query.terms)].filter((term) => !query.faint.has(term));

const sum = (numbers) => numbers.reduce((total, each) => total + each, 0);

/** How like a question, whose terms tell `asked`, a way to ask is, whose terms tell `way`: `both` is what those tell that both have. */
export const likeness = (both, asked, way) => (both ? (2 * both) / (asked + way) : 0);

/** Reads how well things of one kind fit a question. */
class EvidenceReader {
  /** @param many how many things there are; `faint` are the terms that count little */
  constructor(postings, many, faint, { WEIGHT_SCALE }) {
    Object.assign(this, { postings, many, faint, scale: WEIGHT_SCALE, weights: new Map() });
  }

  /** Which terms each thing has in its own words and in each way to ask, made when first asked for. */
  get things() {
    this.made ??= this.turned();
    return this.made;
  }

  turned() {
    const things = Array.from({ length: this.postings.size }, () => ({ own: [], asks: [] }));
    for (const term of this.postings.terms()) {
      if (term.includes("_")) continue; // a pair of words
      const { own, asks } = this.postings.of(term);
      for (const position of own.numbers) things[position].own.push(term);
      for (const row of asks.numbers) {
        const position = this.postings.thingOf[row];
        (things[position].asks[row - this.postings.firstWay[position]] ??= []).push(term);
      }
    }
    return things;
  }

  heaviest() {
    return information(0, this.many, this.scale);
  }

  /** How much a term tells; one that nothing has tells most. */
  weight(term) {
    if (!this.weights.has(term)) {
      const { own, asks } = this.postings.of(term);
      const having = new Set([...own.numbers, ...this.postings.positions(asks.numbers)]);
      this.weights.set(term, information(having.size, this.many, this.scale));
    }
    return this.weights.get(term);
  }

  /** How much some terms tell together. */
  weighed(terms) {
    return sum(terms.map((term) => this.weight(term)));
  }

  knows(term) {
    const { own, asks } = this.postings.of(term);
    return own.numbers.length + asks.numbers.length > 0;
  }

  /** Of the ways to ask for a thing what each `has` of the question's terms, what these tell (`both`), and what all its terms tell (`way`). */
  ways(position, telling) {
    return Array.from(this.things[position].asks, (ask = []) => {
      const has = telling.filter((term) => ask.includes(term));
      return { has, both: this.weighed(has), way: this.weighed(ask.filter((term) => !this.faint.has(term))) };
    });
  }

  /** Whether a thing has a term anywhere. */
  has(position, term) {
    const { own, asks } = this.things[position];
    return own.includes(term) || asks.some((ask) => ask.includes(term));
  }

  /** How well a thing fits a question, by the names of `Fit`. */
  fit(position, score, lead, query) {
    const { own, asks } = this.things[position];
    const telling = tellingTerms(query);
    const anywhere = (term) => this.has(position, term);
    const asked = this.weighed(telling);
    const total = asked || 1;
    const missing = telling.filter((term) => !anywhere(term)).map((term) => this.weight(term));
    let [best, found] = [0, { had_ask: 0, of_ask: 0 }];
    for (const { both, way } of this.ways(position, telling)) {
      const like = likeness(both, asked, way);
      if (like > best) [best, found] = [like, { had_ask: both / asked, of_ask: both / way }];
    }
    return {
      score, lead, ...found,
      had: this.weighed(telling.filter(anywhere)) / total,
      had_own: this.weighed(telling.filter((term) => own.includes(term))) / total,
      missing: Math.max(0, ...missing) / this.heaviest(),
    };
  }
}

// -- state.py -------------------------------------------------------------------------------------

/** Every feature by name; `fits` are those of `own`, `other` and `statement`, best first. */
function features(fits, question) {
  const found = { always: 1 };
  for (const [name, value] of Object.entries(question)) found[`question.${name}`] = value;
  for (const [name, some] of Object.entries(fits)) {
    const best = some[0] ?? NO_FIT;
    for (const [part, value] of Object.entries(best)) found[`${name}.${part}`] = part === "score" ? Math.log1p(value) : value;
    found[`${name}.best`] = Math.max(0, ...some.map((fit) => fit.had + fit.had_ask + fit.of_ask));
  }
  found["own-other.score"] = question.game * (found["own.score"] - found["other.score"]);
  found["own-other.had"] = question.game * (found["own.had"] - found["other.had"]);
  found["own-statement.had"] = found["own.had"] - found["statement.had"];
  found["own-statement.had_ask"] = found["own.had_ask"] - found["statement.had_ask"];
  found["least.missing"] = Math.min(...Object.keys(fits).map((name) => found[`${name}.missing`]));
  return found;
}

/** How probable each state is: the softmax of the sums of weights times features. */
function probabilities(model, found) {
  const sums = ANSWER_STATES.map((state) => {
    return sum(Object.entries(model).map(([feature, weights]) => weights[state] * (found[feature] ?? 0)));
  });
  const highest = Math.max(...sums);
  const powers = sums.map((each) => Math.exp(each - highest));
  return Object.fromEntries(ANSWER_STATES.map((state, number) => [state, powers[number] / sum(powers)]));
}

// -- answer.py and statements.py --------------------------------------------------------------------

/** Judges what was found: `postings` by kind, `kin` by position, and the lexicon's `runs` by kind. */
export class AnswerJudge {
  constructor(index, postings, kin, runs) {
    this.runs = runs;
    this.constants = index.constants;
    this.model = index.state_model;
    this.stateWords = index.state_words;
    this.unasked = new Set(index.unasked);
    this.subjects = index.statements.map((some) => {
      return some.map(([id, game, says, confidence, played]) => ({ id, game, says, confidence, played }));
    });
    this.kin = kin;
    this.postings = postings.statement;
    this.readers = {
      ruling: new EvidenceReader(postings.ruling, index.rulings.length, runs.faint, index.constants),
      statement: new EvidenceReader(postings.statement, index.statements.length, runs.faint, index.constants),
    };
  }

  /**
   * {state, rules, features, probability} for a question about these games (none: any); `own` and `other` are the best rulings of
   * these games and of the others, [position, score].
   */
  judge(query, games, own, other) {
    const subjects = this.bestSubjects(query, games);
    const question = { ...this.question(query, games), ...this.kinship(own, other) };
    const found = features({
      own: this.fits("ruling", own, query),
      other: this.fits("ruling", other, query),
      statement: this.fits("statement", subjects, query),
    }, question);
    const strange = question.unknown > 0 && !question.names && !query.games.length && !query.filters.size;
    const unasked = own.length > 0 && this.unasked.has(own[0][0]);
    if (unasked) for (const [name, value] of Object.entries(found)) found[`unasked.${name}`] = value;
    const probable = probabilities(this.model, found);
    const likely = own.length > 0 && probable[ANSWERED] >= this.constants.LIKELY;
    const foreign = !likely && (query.wants.has(this.constants.ELSEWHERE) || strange);
    const elsewhere = games.length > 0 && other.length > 0;
    const there = {
      [ANSWERED]: own.length > 0, [OTHER_GAME]: elsewhere,
      [RULE]: subjects.length > 0, [NEAREST]: true, [NONE]: foreign,
    };
    const like = Math.min(found["own.had_own"], found["own.had_ask"], found["own.of_ask"]);
    const asked = unasked && like >= this.constants.OWN_QUESTION;
    const possible = asked ? [ANSWERED] : ANSWER_STATES.filter((each) => there[each]);
    const likeliest = possible.reduce((best, each) => (probable[each] > probable[best] ? each : best));
    const doubtful = unasked && likeliest === OTHER_GAME && probable[OTHER_GAME] < this.constants.SURE_OF_DRAFTS;
    const state = doubtful ? NEAREST : likeliest;
    const rules = state === NONE ? [] : subjects.flatMap(([place]) => this.statements(place, games));
    const strong = rules.length > 0 && (state === RULE || probable[RULE] >= this.constants.STRONG);
    const played = !games.length || this.subjects.some((some) => some.some((each) => games.includes(each.game)));
    return { state, rules, features: found, probability: probable[state], likely: likely && state !== ANSWERED, strong, played };
  }

  bestSubjects(query, games) {
    const places = this.subjects.map((_, place) => place).filter((place) => this.statements(place, games).length);
    const { AMONG, LOOKED_AT, NAMED } = this.constants;
    const ranked = this.postings.first(this.postings.scores(query), places).slice(0, AMONG);
    const names = tellingTerms(query).filter((term) => this.runs.name.has(term));
    if (names.length < 2) return ranked.slice(0, LOOKED_AT);
    const had = (place) => names.filter((name) => this.readers.statement.has(place, name)).length / names.length;
    const moved = ranked.map(([place, score]) => [place, score * (1 - NAMED + NAMED * had(place))]);
    return moved.sort(([a, one], [b, other]) => other - one || a - b).slice(0, LOOKED_AT);
  }

  statements(place, games) {
    return this.subjects[place].filter(({ game }) => !games.length || games.includes(game));
  }

  /** What the question itself tells. */
  question(query, games) {
    const reader = this.readers.ruling;
    const telling = tellingTerms(query);
    const many = telling.length || 1;
    const heaviest = reader.heaviest();
    const light = telling.filter((term) => reader.weight(term) < 0.6 * heaviest);
    const content = telling.filter((term) => reader.weight(term) > 0.25 * heaviest);
    const isKnown = (term) => this.runs.near.has(term) || Object.values(this.readers).some((each) => each.knows(term));
    const names = longestRuns(telling, this.runs.name, this.constants.LONGEST_RUN).length;
    const yes = (whether) => (whether ? 1 : 0);
    return {
      named: yes(query.games.length),
      common: light.length / many,
      rare: reader.weighed(telling) / many / heaviest,
      names: Math.min(names, 4) / 4,
      nameless: yes(!names),
      content: content.filter((term) => light.includes(term)).length / (content.length || 1),
      game: yes(games.length),
      absent: yes(query.absent.length),
      unknown: telling.filter((term) => !isKnown(term)).length / many,
      length: Math.min(telling.length, 16) / 16,
      short: yes(telling.length < 3),
      ...this.ofWords(query.terms),
      ...Object.fromEntries(this.constants.WANTS.map((want) => [want, yes(query.wants.has(want))])),
    };
  }

  /** How much the words of the question alone speak for each state: the logarithm of how probable it is by them. */
  ofWords(terms) {
    const rows = [...new Set(terms)].filter((term) => Object.hasOwn(this.stateWords, term)).map((term) => this.stateWords[term]);
    const each = 1 / Math.sqrt(rows.length || 1);
    const sums = this.stateWords[""].map((always, state) => always + each * sum(rows.map((row) => row[state])));
    const highest = Math.max(...sums);
    const total = highest + Math.log(sum(sums.map((one) => Math.exp(one - highest))));
    return Object.fromEntries(ANSWER_STATES.map((state, number) => [`words.${state}`, sums[number] - total]));
  }

  /** Whether the best ruling of other games is related to the best, or to any, of those found of the games asked. */
  kinship(own, other) {
    const related = own.length && other.length ? (this.kin.get(other[0][0]) ?? []) : [];
    const akin = own.slice(0, this.constants.LOOKED_AT).map(([position]) => (related.includes(position) ? 1 : 0));
    return { twin: akin[0] ?? 0, kin: Math.max(0, ...akin) };
  }

  fits(kind, ranked, query) {
    return ranked.slice(0, this.constants.LOOKED_AT).map(([position, score]) => {
      const related = kind === "ruling" ? (this.kin.get(position) ?? []) : [];
      const next = ranked.find(([place, each]) => place !== position && !related.includes(place) && each <= score);
      return this.readers[kind].fit(position, score, 1 - (next?.[1] ?? 0) / score, query);
    });
  }
}

// -- kb/text/search.py -----------------------------------------------------------------------------

/** `a, b and c`; empty parts are left out. */
export function listed(all) {
  const parts = all.filter(Boolean);
  return parts.length > 1 ? `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}` : parts.join("");
}

/** One sentence that says why a question has its answer state; `found` are {id, game}, best first. */
export function why(state, found, says, { only, absent, wants }, short, played = true) {
  let kind = state;
  if (state === NEAREST && !found.length) kind = "nothing";
  else if (state === NEAREST) kind = absent.length ? "absent" : (Object.keys(WHY).find((want) => wants.has(want)) ?? (played || !only.length ? state : "unplayed"));
  const named = found.slice(0, [ANSWERED, LIKELY].includes(state) ? 1 : WHY_NAMES);
  const parts = {
    asked: listed(only.map((game) => short[game])),
    games: listed([...new Set(named.map(({ game }) => short[game]))]),
    ids: listed(named.map(({ id }) => id)),
    says,
    absent: listed(absent),
  };
  return WHY[kind].replace(/\{(\w+)\}/g, (_, name) => parts[name]);
}
