/**
 * The postings of rulings, or of the subjects of statements: which of these things have a term, and how much it scores
 * in each. Adds the scores up as kb/search/rank.py does.
 */

import { mapOf } from "./words.js";

/** How much each term of a query counts, in parts of `UNIT`, so that sums are exact. */
function weightsOf(query, { NEAR, FAINT, PAIR, UNIT }) {
  const weights = new Map(query.near.map((term) => [term, NEAR]));
  for (const term of query.terms) weights.set(term, query.faint.has(term) ? FAINT : 1);
  for (const term of query.pairs) weights.set(term, PAIR);
  return new Map([...weights].map(([term, weight]) => [term, Math.round(UNIT * weight)]));
}

/** `gap gap:tenths ...` as {numbers, counts}; a gap is the difference from the number before, a count without tenths is 1. */
function read(text) {
  const given = text ? text.split(" ") : [];
  const numbers = new Int32Array(given.length);
  const counts = new Float64Array(given.length);
  let number = 0;
  given.forEach((each, i) => {
    const [gap, tenths = "10"] = each.split(":");
    numbers[i] = number += +gap;
    counts[i] = +tenths / 10;
  });
  return { numbers, counts };
}

/** The rows of texts of one kind, of whose `sizes` the scores of their terms are computed: BM25, as kb/search/bm25.py has it. */
class Rows {
  constructor(sizes, { SCALE, K1, B, LEAST }) {
    let total = 0;
    for (const size of sizes.values()) total += size;
    const mean = total / (sizes.size || 1);
    const length = (row) => K1 * (1 - B + B * (sizes.get(row) / mean));
    this.scored = ({ numbers, counts }, silent) => {
      const tells = Math.max(Math.log((sizes.size - numbers.length + 0.5) / (numbers.length + 0.5)), LEAST);
      const score = (row, i) => Math.floor(SCALE * (tells * (counts[i] * (K1 + 1) / (counts[i] + length(row)))) + 0.5);
      return { numbers, scores: silent ? new Int32Array(numbers.length) : Int32Array.from(numbers, score) };
    };
  }
}

export class Postings {
  /** @param told what kb/search/offline_index.py gives of a kind; `faint` are the terms that score nothing in a way to ask. */
  constructor({ sizes, terms }, faint, constants) {
    this.told = mapOf(terms);
    this.size = sizes.length;
    this.faint = faint;
    this.constants = constants;
    this.read = new Map();
    const own = new Map();
    this.firstWay = []; // the number of the first way to ask for each thing; the last entry is how many ways there are
    this.thingOf = [];
    const asks = [];
    sizes.forEach((each, position) => {
      this.firstWay.push(asks.length);
      if (!each) return;
      const [first, ...ways] = each.split(" ").map(Number);
      own.set(position, first);
      asks.push(...ways);
      this.thingOf.push(...ways.map(() => position));
    });
    this.firstWay.push(asks.length);
    this.own = new Rows(own, constants);
    this.asks = new Rows(new Map(asks.entries()), constants);
  }

  /** All terms. */
  terms() {
    return this.told.keys();
  }

  /** What has a term, things in their `own` words and ways to ask (`asks`), as {numbers, scores}; read when first asked for. */
  of(term) {
    if (!this.read.has(term)) {
      const [own, asks] = (this.told.get(term) ?? ["", ""]).map(read);
      this.read.set(term, { own: this.own.scored(own), asks: this.asks.scored(asks, this.faint.has(term)) });
    }
    return this.read.get(term);
  }

  /** The things of some ways to ask. */
  positions(rows) {
    return rows.map((row) => this.thingOf[row]);
  }

  /** The score of each thing for a query, by position; 0 for what shares no term with it. */
  scores(query) {
    const { ASKS, SECOND, BREADTH, SCALE, UNIT } = this.constants;
    const scores = new Float64Array(this.size);
    const had = new Float64Array(this.size);
    const ways = new Float64Array(this.thingOf.length);
    let askedFor = 0;
    for (const [term, weight] of weightsOf(query, this.constants)) {
      const { own, asks } = this.of(term);
      own.numbers.forEach((position, i) => { scores[position] += weight * own.scores[i]; });
      asks.numbers.forEach((row, i) => { ways[row] += weight * asks.scores[i]; });
      if (query.faint.has(term)) continue;
      const things = this.scored(own, asks);
      if (!things.size) continue;
      askedFor += weight;
      for (const position of things) had[position] += weight;
    }
    const breadth = BREADTH / (askedFor || 1);
    return scores.map((own, position) => {
      let [best, second] = [0, 0];
      for (let row = this.firstWay[position]; row < this.firstWay[position + 1]; row += 1) {
        if (ways[row] > best) [best, second] = [ways[row], best];
        else if (ways[row] > second) second = ways[row];
      }
      return (own + ASKS * (best + SECOND * second)) * ((1 + breadth * had[position]) / (SCALE * UNIT));
    });
  }

  /** The things in which a term scores. */
  scored(own, asks) {
    const some = ({ numbers, scores }) => numbers.filter((_, i) => scores[i]);
    return new Set([...some(own), ...this.positions(some(asks))]);
  }

  /** [position, score] of those that are chosen and were found, best first, ties by position. */
  first(scores, chosen) {
    return [...chosen].filter((position) => scores[position])
      .sort((one, other) => scores[other] - scores[one] || one - other)
      .map((position) => [position, scores[position]]);
  }
}
