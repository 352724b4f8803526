/** The word that answers a question: yes, no, depends, or none where that is not sure; as kb/search/answer.py finds it. */

import { likeness, tellingTerms } from "./states.js";

const NO_WORD = { word: "", condition: "" };
const together = (words) => [...words].sort().join(" ");
const sum = (numbers) => numbers.reduce((total, each) => total + each, 0);

export class WordJudge {
  /**
   * @param reader the evidence of rulings
   * @param asked by position the ways to ask that a word answers: [number, word, condition, senses, whether it may be told]
   * @param word_model the weights of what speaks for a word
   * @param differing the positions of rulings of games that differ from another one
   */
  constructor(reader, { asked, word_model: model, differing, constants: { LIKE, FEWEST, SHOWN, OTHER_SENSE, FALL } }) {
    Object.assign(this, { reader, asked, model, LIKE, FEWEST, SHOWN, OTHER_SENSE, FALL });
    this.differing = new Set(differing.map(Number));
  }

  /** {word, condition} of the ruling at a position; `probability` is that it answers the question, 0 where no word is wanted. */
  word(query, position, probability) {
    const told = probability > 0 && (query.only.length > 0 || !this.differing.has(position));
    const telling = tellingTerms(query);
    const asked = this.reader.weighed(telling);
    const rows = told && telling.length >= this.FEWEST ? (this.asked[position] ?? []) : [];
    if (!rows.length) return NO_WORD;
    const ways = this.reader.ways(position, telling);
    const senses = together(query.senses);
    const asks = rows.map(([number, word, condition, own, may]) => {
      const { has, both, way } = ways[number] ?? { has: [], both: 0, way: 0 };
      return { word, condition, own, may, has, like: likeness(both, asked, way) * (own === senses ? 1 : this.OTHER_SENSE) };
    });
    const highest = Math.max(...asks.map(({ like }) => like));
    const shares = new Map();
    for (const { word, like } of asks) shares.set(word, (shares.get(word) ?? 0) + Math.exp(this.FALL * (like - highest)));
    const [word, share] = [...shares].reduce((best, each) => (each[1] > best[1] ? each : best));
    const [best, next] = asks.filter((each) => each.word === word).sort((one, other) => other.like - one.like);
    if (!best.may || highest < this.LIKE) return NO_WORD;
    const [mine, others] = [asks.filter((each) => each.word === word), asks.filter((each) => each.word !== word)];
    const having = (term, among) => among.some(({ has }) => has.includes(term));
    const lacking = telling.filter((term) => !best.has.includes(term));
    const same = asks.filter((each) => each.own === best.own);
    const found = {
      always: 1,
      lacking: lacking.length ? Math.max(...lacking.map((term) => this.reader.weight(term))) / this.reader.heaviest() : 1,
      lead: best.like - Math.max(0, ...others.map(({ like }) => like)),
      other: this.reader.weighed(telling.filter((term) => having(term, others) && !having(term, mine))) / asked,
      second: next?.like ?? 0,
      sense: same.filter((each) => each.word === word).length / same.length,
      share: share / sum([...shares.values()]),
      state: probability,
    };
    const sure = 1 / (1 + Math.exp(-sum(Object.entries(this.model).map(([name, weight]) => weight * found[name]))));
    return sure >= this.SHOWN ? { word, condition: best.condition } : NO_WORD;
  }
}
