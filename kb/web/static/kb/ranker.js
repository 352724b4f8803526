/**
 * Searches without network: reads a query, ranks the rulings and says what is known, as `kb search` does.
 *
 * Scores and constants come from one index made from the built base (kb/search/offline_index.py); what stands
 * here is only what is done with them, in the order of kb/search/query.py and kb/knowledge.py. Quotes, `*`
 * and `~` are read as plain words, and the result says so; `-word` leaves out the rulings that have
 * the word, and filters without words give reading order.
 */

import { Postings } from "./postings.js";
import { SPACES, UNSURE, fill } from "./shared.js";
import { ANSWERED, AnswerJudge, NEAREST, NONE, OTHER_GAME, RULE, why } from "./states.js";
import { WordJudge } from "./word.js";
import { Cutter, DIGITS, Frames, Speller, Stemmer, withoutArticles, replaceRuns, known, longestRuns, mapOf, pairs, size } from "./words.js";

const SPACE = new RegExp(`[${SPACES}]`);
const MARKED = /^[\p{L}\p{N}]+[*~]$/u;

/** What is told of a query that cannot be read. */
const NOTHING = {
  state: "", why: "", results: [], rules: [], parts: [], terms: [], searched_for: "", also: [], notes: [], problem: "",
  game: null, unknown: [], named: [], absent: [], only: [], chosen: false, likely: false, strong: false,
};
/** What a query is before it is read. */
const unread = () => ({
  terms: [], games: [], absent: [], only: [], chosen: false, wants: new Set(), senses: new Set(), filters: new Map(), excluded: [],
  faint: new Set(), corrected: new Map(), unknown: [], expanded: [], notes: new Set(), plainly: false,
});

/** What is wrong with a query, in one line for the reader. */
class Problem extends Error {}

/** Cuts at spaces outside quotes; a quote that is never closed is an ordinary character. */
function pieces(raw) {
  const out = [];
  for (let i = 0; i < raw.length; i += 1) {
    if (SPACE.test(raw[i])) continue;
    const start = i;
    for (; i < raw.length && !SPACE.test(raw[i]); i += 1) {
      const opens = raw[i] === '"' && (i === start || raw[i - 1] === ":" || raw[i - 1] === "-");
      const end = opens ? raw.indexOf('"', i + 1) : -1;
      if (end > 0) i = end;
    }
    out.push(raw.slice(start, i));
  }
  return out;
}

/** Searches the index of one build. Whatever is typed, it answers; it never throws. */
export class Ranker {
  /** @param index what kb/search/offline_index.py gives, parsed */
  constructor(index) {
    this.constants = index.constants;
    this.notes = index.notes;
    this.refusals = index.refusals;
    this.edges = new Set(index.punctuation);
    this.cutter = new Cutter(index.cutting);
    this.stemmer = new Stemmer(index.stemming);
    this.speller = new Speller(index.words, index.constants);
    this.games = mapOf(index.games);
    this.values = mapOf(index.filters);
    this.fields = new Set(index.fields);
    this.rulings = new Map(index.rulings.map((ruling) => [ruling.position, ruling]));
    this.ids = new Map(index.rulings.map((ruling) => [ruling.id, [ruling]]));
    for (const ruling of index.rulings) {
      const letters = ruling.id.replaceAll("-", "");
      this.ids.set(letters, [...(this.ids.get(letters) ?? []), ruling]);
    }
    this.sections = mapOf(index.sections);
    this.stems = new Set(index.stems);
    this.runs = Object.fromEntries(Object.entries(index.runs).map(([kind, runs]) => [kind, mapOf(runs)]));
    this.frames = new Frames(this.runs.frame, this.constants);
    this.postings = Object.fromEntries(
      Object.entries(index.postings).map(([kind, told]) => [kind, new Postings(told, this.runs.faint, index.constants)]));
    this.kin = new Map(Object.entries(index.kin).map(([position, others]) => [+position, others.split(" ").map(Number)]));
    this.short = index.short;
    const pattern = (name, flags) => new RegExp(index.constants[name], flags);
    this.questionPatterns = {
      ...index.constants, ASKS: pattern("PART_ASKS", "i"), BETWEEN: pattern("BETWEEN", "gi"), PRONOUN: pattern("PRONOUN", "gi"), QUANTITY: pattern("QUANTITY", "i"),
    };
    this.judge = new AnswerJudge(index, this.postings, this.kin, this.runs);
    this.wordJudge = new WordJudge(this.judge.readers.ruling, index);
  }

  /**
   * The rulings that answer `query`, best first, at most `limit`; `game` keeps to one game, without it a game that
   * the query names, unless `allGames`; with `namedFirst` such a game is kept to in the place of `game`. `problem` is what could not be done, `features` what the answer state was found
   * by, and everything else what `Results.plain` of kb/search tells, under the same names. Scores are not rounded.
   */
  search(query, { game = "", limit = 10, synonyms = true, allGames = false, namedFirst = false } = {}) {
    try {
      const raw = String(query ?? "");
      const exact = this.spelled(raw);
      if (exact) return this.exact(exact, namedFirst ? "" : game);
      const read = this.read(raw, game, synonyms, allGames, namedFirst);
      const [ranked, answer] = this.answered(read);
      const found = ranked.map(([position, score]) => [this.rulings.get(position), score]);
      const told = this.told(read, found, answer);
      told.parts = read.excluded.length || read.filters.size || read.plainly ? [] : this.parts(raw, read, told, synonyms);
      const results = told.results.slice(0, Math.max(0, limit));
      return { ...told, results, searched_for: this.searchedFor(raw, read.corrected) };
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      return { ...NOTHING, problem: error.message };
    }
  }

  /** What is known of each part of a question of several, as kb/knowledge.py tells it. */
  parts(raw, whole, told, synonyms) {
    const { LEAST_FOUND, SURE } = this.constants;
    const subject = ({ id }) => id.slice(id.indexOf("/") + 1);
    const first = told.results[0]?.id;
    const answered = first && whole.terms.length && (told.state === ANSWERED || told.likely || told.state === OTHER_GAME);
    let [open, others] = [0, 0];
    const found = this.questions(raw).map(([typed, searched]) => {
      const query = searched ? this.read(searched, "", synonyms, true) : unread();
      Object.assign(query, { only: whole.only, chosen: whole.chosen });
      const [ranked, answer] = query.terms.length ? this.answered(query) : [[], { state: NEAREST, rules: [], probability: 1 }];
      const part = this.told(query, ranked.slice(0, LEAST_FOUND).map(([position, score]) => [this.rulings.get(position), score]), answer);
      const sure = answer.probability >= SURE && [ANSWERED, OTHER_GAME, RULE].includes(part.state);
      const ofWhole = answered && part.results.slice(0, sure ? 1 : LEAST_FOUND).some(({ id }) => id === first);
      const sameRule = Boolean(told.state === RULE && part.rules.length && subject(told.rules[0]) === subject(part.rules[0]));
      const byRule = sameRule || (sure && part.state === RULE);
      part.results = byRule ? [] : ofWhole ? told.results.slice(0, 1) : sure ? part.results.slice(0, 1) : [];
      part.rules = byRule ? part.rules.filter((each) => subject(each) === subject(part.rules[0])) : [];
      const known = part.results.length + part.rules.length > 0;
      if (!known) open += 1;
      if (known && !ofWhole && !sameRule) others += 1;
      return { ...part, query: typed, other: !(ofWhole || sameRule || (answered && known && part.results[0]?.id === first)) };
    });
    return others || (open && (answered || told.state === RULE)) ? found : [];
  }

  /** The parts of a text that asks several questions, each as it is typed and as it is searched, as kb/search/query.py finds them. */
  questions(raw) {
    const { ASKS, BETWEEN, LONGEST_RUN, MOST_QUESTIONS, PRONOUN, QUANTITY } = this.questionPatterns;
    const typed = raw.split(BETWEEN).map((part) => part.replace(/^[ ,.?\n]+|[ ,.?\n]+$/g, "")).filter(Boolean);
    if (typed.length < 2 || typed.length > MOST_QUESTIONS || !typed.every((part) => ASKS.test(part))) return [];
    const { name, rule, same } = this.runs;
    const found = [];
    let subject = "";
    for (const text of typed) {
      const words = this.cutter.tokens(text);
      const stems = words.map((word) => this.stem(word) ?? word);
      const has = (map) => [stems, replaceRuns(stems, same, LONGEST_RUN)].some((terms) => known(terms, map, LONGEST_RUN).size);
      const own = words.find((_, i) => name.has(stems[i]) || name.has(same.get(stems[i]) ?? stems[i])) ?? "";
      const refers = text.search(PRONOUN) >= 0 && subject;
      let searched = own || has(rule) || refers ? text : "";
      if (refers) searched = searched.replace(PRONOUN, () => subject);
      else if (searched && subject && !own) searched = `${text} ${subject}`;
      if (!searched && !(found.length && QUANTITY.test(text))) return [];
      found.push([text, searched]);
      subject ||= own;
    }
    return found[0][1] ? found : [];
  }

  /** The ruling whose id a text is, in either case, with spaces or underscores for hyphens or with hyphens missing. */
  spelled(text) {
    const name = text.trim().toLowerCase().split(/[\s_-]+/).join("-");
    const same = this.ids.get(name) ?? this.ids.get(name.replaceAll("-", "")) ?? [];
    return same.length === 1 ? same[0] : undefined;
  }

  /** The ruling of an id; nothing if it is of another game than the one asked for, but whose it is. */
  exact(ruling, game) {
    const only = game ? [this.gameNamed(game)] : [];
    const query = { ...unread(), only, chosen: Boolean(game) };
    if (!only.length || only.includes(ruling.game)) return this.told(query, [[ruling, 0]], { state: ANSWERED, rules: [] });
    return this.told(query, [], { state: OTHER_GAME, rules: [] }, [ruling]);
  }

  /** All that is told of what was found, [ruling, score]; `keptOut` are rulings that are told of instead. */
  told(query, found, { state, rules, features, probability = 1, likely = false, strong = false, played = true }, keptOut = []) {
    const only = query.only.length ? query.only : (query.filters.get("game") ?? []);
    const named = found.length ? found.map(([ruling]) => ruling) : keptOut;
    return {
      state, rules, features, only, likely, strong,
      why: why(likely ? UNSURE[state] : state, named, rules[0]?.says ?? "", query, this.short, played),
      results: found.map(([{ id, position }, score], place) => {
        const sure = state === ANSWERED && place === 0 ? probability : 0; // only the best result has a word
        const answering = () => this.wordJudge.word(query, position, sure);
        return { id, score, get word() { return answering().word; }, get condition() { return answering().condition; } };
      }),
      game: only.length === 1 ? only[0] : null,
      parts: [],
      terms: query.terms,
      searched_for: "",
      also: query.expanded,
      notes: [...query.notes],
      unknown: query.unknown.filter((word) => !query.corrected.has(word)),
      named: [...new Set(query.games)],
      absent: query.absent,
      chosen: query.chosen,
      problem: query.plainly ? this.notes.offline : "",
    };
  }

  /** The rulings, [position, score], and what is known of the question: judged by its words, where it has any. */
  answered(query) {
    const passing = (filters) => ([position]) => this.passes(this.rulings.get(position), filters, query.excluded);
    if (!query.terms.length || query.excluded.length) {
      const found = (query.terms.length ? this.rank(query) : this.inOrder(query)).filter(passing(query.filters));
      return this.ofGamesAsked(this.namedFirst(found, query), query);
    }
    const { game: filtered, ...others } = Object.fromEntries(query.filters);
    const passes = passing(new Map(Object.entries(others)));
    const chosen = [...this.rulings.keys()].filter((position) => passes([position]));
    const games = query.only.length ? query.only.filter((game) => !filtered || filtered.includes(game)) : filtered;
    const isOf = (position) => !games || games.includes(this.rulings.get(position).game);
    const own = this.rank(query, chosen.filter(isOf));
    const other = filtered ? [] : this.rank(query, chosen.filter((position) => !isOf(position)));
    const { LEAST_FOUND } = this.constants;
    const answer = this.judge.judge(query, games ?? [], own.slice(0, LEAST_FOUND), other.slice(0, LEAST_FOUND));
    const given = { [OTHER_GAME]: [...own.slice(0, answer.likely ? 1 : 0), ...other], [NEAREST]: own.length ? own : other, [NONE]: [] };
    return [given[answer.state] ?? own, answer];
  }

  /** The rulings in the same order, but those of the games that the query names before all others. */
  namedFirst(ranked, { games }) {
    const isNamed = ([position]) => games.includes(this.rulings.get(position).game);
    return [...ranked.filter(isNamed), ...ranked.filter((pair) => !isNamed(pair))];
  }

  /** Of all that was found, what is of the games asked for; if they have nothing, the rest. */
  ofGamesAsked(ranked, { only, filters }) {
    const found = (some, state = ANSWERED) => [some, { state: some.length ? state : NEAREST, rules: [] }];
    if (!only.length) return found(ranked);
    const own = ranked.filter(([position]) => only.includes(this.rulings.get(position).game));
    return own.length || filters.has("game") ? found(own) : found(ranked, OTHER_GAME);
  }

  // -- reading a query

  read(raw, game, synonyms, allGames, namedFirst) {
    if (size(raw) > this.constants.LONGEST_QUERY) throw this.refused("too long");
    const query = unread();
    const parts = this.readPieces(raw, query);
    const [words, whole] = [this.withoutAsides(parts), parts.flat()].map((each) => this.kept(each, query));
    this.readWords(words, query, synonyms);
    if (!query.terms.length && words.length < whole.length) this.readWords(whole, query, synonyms);
    let wanted = game && this.gameNamed(game);
    if (namedFirst && !allGames && (query.filters.has("game") || query.games.some((each) => each !== wanted))) wanted = "";
    query.chosen = Boolean(wanted) || query.filters.has("game");
    query.only = wanted ? [wanted] : query.chosen || allGames ? [] : [...new Set(query.games)];
    if (!query.terms.length && !query.filters.size) {
      const games = query.only.length ? query.only : query.games;
      if (!games.length) {
        throw this.refused(raw.trim() ? "no words" : "empty", [], [], query.notes);
      }
      query.filters.set("game", games);
    }
    return query;
  }

  /** The error for a query that cannot be read; `known` are the values that there are. */
  refused(what, parts = [], known = [], notes = []) {
    const [message, hint] = this.refusals[what];
    return new Problem([...notes, fill(message, ...parts), fill(hint, known.join(", "))].join("; "));
  }

  /** The first `most` of some values, with a note if there are more. */
  limited(query, values, most, what) {
    if (values.length > most) query.notes.add(this.notes[what]);
    return values.slice(0, most);
  }

  /** Reads the operators of a query, each different one once, and gives its plain words, cut at punctuation. */
  readPieces(raw, query) {
    const { MOST } = this.constants;
    const operators = new Map();
    const parts = [[]];
    for (const piece of pieces(raw)) {
      const kind = this.operator(piece);
      if (kind) operators.set(kind, (operators.get(kind) ?? new Set()).add(piece));
      else parts.at(-1).push(...this.wordsOf(piece, query));
      if (this.constants.PART_ENDS.includes([...piece].at(-1)) && parts.at(-1).length) parts.push([]);
    }
    for (const [kind, found] of operators) {
      const kept = this.limited(query, [...found], MOST[kind], kind);
      kept.forEach((piece) => (kind === "filter" ? this.readFilter(piece, query) : this.readExcluded(piece, query)));
    }
    return parts.filter((part) => part.length);
  }

  /** Of the plain words as many as are searched for. */
  kept(words, query) {
    const { LONGEST_WORD, MOST_DIFFERENT, MOST_WORDS } = this.constants;
    const short = words.filter((word) => size(word) <= LONGEST_WORD);
    if (short.length < words.length) query.notes.add(this.notes.long);
    const different = [...new Set(short)].slice(MOST_DIFFERENT);
    const most = Math.min(different.length ? short.indexOf(different[0]) : short.length, MOST_WORDS);
    return this.limited(query, short, most, "words");
  }

  /** `filter` or `excluded`; nothing for what is read as words. */
  operator(piece) {
    const colon = piece.indexOf(":");
    const value = piece.slice(colon + 1).replace(/^"+|"+$/g, "");
    if (colon > 0 && this.fields.has(piece.slice(0, colon).toLowerCase()) && value) return "filter";
    return size(piece) > 2 && /^-\p{L}/u.test(piece) ? "excluded" : "";
  }

  /** The words of a question, cut at punctuation, without the parts at its ends that are about nothing. */
  withoutAsides(parts) {
    const { LONGEST_RUN, MOST_CORRECTIONS, MOST_PARTS, MOST_WORDS, SHORTEST_MEANT } = this.constants;
    if (parts.length < 2 || parts.length > MOST_PARTS || parts.flat().length > MOST_WORDS) return parts.flat();
    const strange = [...new Set(parts.flat())].filter((word) => this.stem(word) === undefined).slice(0, MOST_CORRECTIONS);
    const meant = new Map(strange.map((word) => {
      const mended = size(word) >= SHORTEST_MEANT ? this.speller.correction(word) : "";
      return [word, (mended && this.stem(mended)) || word];
    }));
    const { rule, name, edition, absent, want, near, same, asking } = this.runs;
    const has = (terms, maps) => terms.some((some) => maps.some((map) => known(some, map, LONGEST_RUN).size));
    const terms = parts.map((part) => {
      const stems = part.map((word) => meant.get(word) ?? this.stem(word) ?? word);
      return [stems, replaceRuns(stems, same, LONGEST_RUN)];
    });
    if (!terms.some((part) => has(part, [rule, name]))) return parts.flat();
    const about = terms.map((part, number) => {
      const unheard = number && parts[number].every((word) => meant.has(word));
      return unheard || has(part, [rule, name, edition, absent, want, ...(number ? [near] : [])]) || asking.has(part[0][0]);
    });
    return parts.slice(about.indexOf(true), about.lastIndexOf(true) + 1).flat();
  }

  wordsOf(piece, query) {
    const bare = this.stripped(piece);
    const quoted = piece.startsWith('"') && piece.indexOf('"', 1) > 0;
    query.plainly ||= quoted || MARKED.test(bare);
    return this.cutter.tokens(quoted ? piece.slice(1, piece.indexOf('"', 1)) : piece);
  }

  /** A piece without the punctuation around it. */
  stripped(piece) {
    let [start, end] = [0, piece.length];
    while (start < end && this.edges.has(piece[start])) start += 1;
    while (end > start && this.edges.has(piece[end - 1])) end -= 1;
    return piece.slice(start, end);
  }

  readExcluded(piece, query) {
    const words = this.cutter.tokens(piece.slice(1));
    query.excluded.push(...this.terms(this.limited(query, words, this.constants.LONGEST_EXCLUDED, "excluded words")));
  }

  readFilter(piece, query) {
    const colon = piece.indexOf(":");
    const field = piece.slice(0, colon).toLowerCase();
    let value = piece.slice(colon + 1).replace(/^"+|"+$/g, "").toLowerCase();
    if (field === "section" && !value.includes("/")) {
      const named = [...new Set(this.cutter.tokens(value))];
      value = this.limited(query, named, this.constants.LONGEST_SECTION, "section words").join(" ");
    }
    query.filters.set(field, [...(query.filters.get(field) ?? []), this.filterValue(field, value)]);
  }

  filterValue(field, value) {
    if (field === "game") return this.gameNamed(value);
    const known = this.values.get(field);
    if (known && !known.includes(value)) {
      throw this.refused("value", [field, value], known);
    }
    return value;
  }

  gameNamed(value) {
    const given = String(value).slice(0, this.constants.LONGEST_QUERY);
    const told = given.toLowerCase();
    for (const [game, prefix] of this.games) if (told === game || told === prefix) return game;
    const run = this.cutter.tokens(told).map((word) => this.stem(word) ?? word).join(" ");
    if (this.runs.edition.has(run)) return this.runs.edition.get(run);
    throw this.refused("game", [given], [...this.games.keys()]);
  }

  /** The stem of a word that the corpus or the lexicon knows in some form; else undefined. */
  stem(word) {
    const told = this.stemmer.stem(word);
    return this.stems.has(told) || DIGITS.test(word) ? told : undefined;
  }

  terms(words) {
    return replaceRuns(words.map((word) => this.stem(word) ?? word), this.runs.same, this.constants.LONGEST_RUN);
  }

  readWords(typed, query, synonyms) {
    const { LONGEST_RUN, MODAL, MOST_CORRECTIONS } = this.constants;
    const words = this.frames.without(typed, (word) => this.stem(word));
    query.unknown = [...new Set(words)].filter((word) => this.stem(word) === undefined);
    for (const word of this.limited(query, query.unknown, MOST_CORRECTIONS, "corrections")) {
      const meant = this.speller.correction(word);
      if (meant) query.corrected.set(word, meant);
    }
    const asked = words.map((word) => query.corrected.get(word) ?? word).map((word) => this.stem(word) ?? word);
    const { same, edition, faint, turning, absent, want, sense, modal } = this.runs;
    const meaning = [same, edition, faint, turning, absent].map((map) => known(asked, map, LONGEST_RUN));
    const names = [...meaning[1].keys(), ...meaning[4].keys()];
    const folded = replaceRuns(asked, new Map(names.map((run) => [run, `\0${run.replaceAll(" ", "\0")}`])), LONGEST_RUN);
    const named = folded.filter((term) => term[0] === "\0").map((term) => term.slice(1).replaceAll("\0", " "));
    query.games = named.filter((run) => edition.has(run)).map((run) => edition.get(run));
    query.absent = [...new Set(named.filter((run) => !edition.has(run)).map((run) => absent.get(run)))];
    const stems = this.frames.inside(folded.filter((term) => term[0] !== "\0"));
    const terms = replaceRuns(stems, meaning[0], LONGEST_RUN);
    query.terms = terms.map((term) => (modal.has(term) ? MODAL : term));
    const withSame = (runs) => new Set([...runs.keys()].flatMap((run) => [run, meaning[0].get(run) ?? run]));
    query.wants = new Set(known(stems, want, LONGEST_RUN).values());
    query.senses = new Set(known(stems, sense, LONGEST_RUN).values());
    query.faint = withSame(meaning[2]);
    if (asked.some((term) => modal.has(term))) query.faint.add(MODAL);
    query.pairs = pairs(query.terms, withSame(meaning[3]), query.faint);
    query.near = synonyms ? this.near(query) : [];
  }

  /** What the lexicon has near the terms; of runs one inside the other only the longest counts. */
  near(query) {
    const seen = new Set(query.terms);
    const runs = [withoutArticles(query.terms, this.runs.article), query.terms]
      .flatMap((terms) => longestRuns(terms, this.runs.near, this.constants.LONGEST_RUN));
    return [...new Set(runs)].flatMap((run) => {
      const fresh = this.runs.near.get(run).split(" ").filter((term) => term && !seen.has(term));
      fresh.forEach((term) => seen.add(term));
      if (fresh.length && this.runs.told.has(run)) query.expanded.push(this.runs.told.get(run));
      return fresh;
    });
  }

  searchedFor(raw, corrected) {
    if (!corrected.size) return "";
    const mended = (piece) => {
      const said = this.cutter.tokens(piece);
      const right = said.map((word) => corrected.get(word) ?? word);
      return right.some((word, i) => word !== said[i]) ? right.join(" ") : piece;
    };
    return pieces(raw).map(mended).join(" ");
  }

  // -- ranking

  /** The position and score of every ruling that shares a term with the query, best first, ties by position. */
  /** The chosen rulings, [position, score]: each moved towards its best related one among them or the leaders, never past it. */
  rank(query, chosen = [...this.rulings.keys()]) {
    const { LEADERS, RELATED_SHARE, RELATED_LIMIT } = this.constants;
    const scores = this.postings.ruling.scores(query);
    const leaders = this.postings.ruling.first(scores, this.rulings.keys()).slice(0, LEADERS).map(([position]) => position);
    const leading = new Set([...leaders, ...chosen]);
    const out = scores.slice();
    for (const position of chosen) {
      const score = scores[position];
      const related = (this.kin.get(position) ?? []).filter((other) => leading.has(other));
      const best = Math.max(0, ...related.map((other) => scores[other]));
      if (score && best > score) out[position] = Math.max(score, Math.min(score + RELATED_SHARE * best, RELATED_LIMIT * best));
    }
    return this.postings.ruling.first(out, chosen);
  }

  /** Every ruling in reading order: for filters without words; each filter counts one. */
  inOrder(query) {
    return [...this.rulings.keys()].map((position) => [position, query.filters.size]);
  }

  passes(ruling, filters, excluded) {
    const says = (term) => this.postings.ruling.of(term).own.numbers.includes(ruling.position);
    const meets = ([field, values]) => values.some((value) => this.has(ruling, field, value));
    return !excluded.some(says) && [...filters].every(meets);
  }

  has(ruling, field, value) {
    if (field !== "section") return [].concat(ruling[field]).includes(value);
    if (value.includes("/")) return ruling.section.includes(value);
    const words = new Set(ruling.section.flatMap((section) => this.cutter.tokens(this.sections.get(section))));
    const asked = this.cutter.tokens(value);
    return asked.length > 0 && asked.every((word) => words.has(word));
  }
}
