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

/** `gap score gap score ...` as {numbers, scores}; a gap is the difference from the number before. */
function read(text) {
  const given = text ? text.split(" ") : [];
  const numbers = new Int32Array(given.length / 2);
  const scores = new Int32Array(given.length / 2);
  for (let i = 0, number = 0; i < numbers.length; i += 1) {
    numbers[i] = number += +given[2 * i];
    scores[i] = +given[2 * i + 1];
  }
  return { numbers, scores };
}

export class Postings {
  /** @param terms what kb/search/offline_index.py gives of a kind; `size` is one more than the highest position. */
  constructor(terms, size, constants) {
    this.told = mapOf(terms);
    this.size = size;
    this.constants = constants;
    this.read = new Map();
  }

  /** All terms. */
  terms() {
    return this.told.keys();
  }

  /** What has a term, things in their `own` words and ways to ask (`asks`), as {numbers, scores}; read when first asked for. */
  of(term) {
    if (!this.read.has(term)) {
      const [own, asks] = (this.told.get(term) ?? ["", ""]).map(read);
      this.read.set(term, { own, asks });
    }
    return this.read.get(term);
  }

  /** The things of some ways to ask. */
  positions(rows) {
    return rows.map((row) => row >> this.constants.ASK_BITS);
  }

  /** The score of each thing for a query, by position; 0 for what shares no term with it. */
  scores(query) {
    const { ASK_BITS, ASKS, SECOND, BREADTH, SCALE, UNIT } = this.constants;
    const scores = new Float64Array(this.size);
    const had = new Float64Array(this.size);
    const ways = new Float64Array(this.size << ASK_BITS);
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
      for (let row = position << ASK_BITS; row < (position + 1) << ASK_BITS; row += 1) {
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
