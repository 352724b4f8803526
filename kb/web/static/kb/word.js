/** The word that answers a question: yes, no, depends, or none where that is not sure; as kb/search/answer.py finds it. */

import { likeness, tellingTerms } from "./states.js";

const NO_WORD = { word: "", condition: "" };
const together = (words) => [...words].sort().join(" ");

export class WordJudge {
  /**
   * @param reader the evidence of rulings
   * @param asked by position the ways to ask that a word answers: [number, word, condition, senses]
   * @param differing the positions of rulings of games that differ from another one
   */
  constructor(reader, { asked, differing, constants: { LIKE, AHEAD, SURE, OTHER_SENSE } }) {
    Object.assign(this, { reader, asked, LIKE, AHEAD, SURE, OTHER_SENSE });
    this.differing = new Set(differing.map(Number));
  }

  /** {word, condition} of the ruling at a position; `probability` is that it answers the question. */
  word(query, position, probability) {
    const told = query.only.length > 0 || !this.differing.has(position);
    const asks = told && probability >= this.SURE ? (this.asked[position] ?? []) : [];
    if (!asks.length) return NO_WORD;
    const telling = tellingTerms(query);
    const asked = this.reader.weighed(telling);
    const ways = this.reader.ways(position, telling);
    const likenesses = asks.map(([number, , , senses]) => {
      const { both, way } = ways[number] ?? { both: 0, way: 0 };
      return likeness(both, asked, way) * (senses === together(query.senses) ? 1 : this.OTHER_SENSE);
    });
    const like = Math.max(...likenesses);
    const [, word, condition, senses] = asks[likenesses.indexOf(like)];
    const other = Math.max(0, ...likenesses.filter((_, i) => asks[i][1] !== word));
    const sure = like >= this.LIKE && like - other >= this.AHEAD && senses === together(query.senses);
    return sure ? { word, condition } : NO_WORD;
  }
}
