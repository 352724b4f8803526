/**
 * Words as kb/search has them: tokens, stems, spelling corrections, and the lexicon's runs of words.
 *
 * The patterns, word lists and numbers come with the index (kb/search/offline_index.py).
 */

export const LETTERS = /^\p{L}+$/u;
export const DIGITS = /^\p{Nd}+$/u;

/** Characters, as Python counts them. */
export const size = (text) => [...text].length;
/** An object as a map: no word is mistaken for a method. */
export const mapOf = (object = {}) => new Map(Object.entries(object));

/** Cuts text into words, lower case: `can't` is `can not`, `U.S.` is `us`, `sz5` is `sz 5`. */
export class Cutter {
  constructor({ folded, contractions }) {
    this.folded = mapOf(folded);
    this.contractions = mapOf(contractions);
  }

  tokens(text) {
    const plain = text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, (char) => this.folded.get(char) ?? " ");
    return plain.split(" ").flatMap((chunk) => this.cut(chunk.replace(/^'+|'+$/g, "")));
  }

  cut(chunk) {
    let word = chunk;
    if (word.includes("'") && !this.contractions.has(word)) {
      word = word.endsWith("n't") ? `${word.slice(0, -3)} not` : word.replace(/'s$/, "").replaceAll("'", "");
    }
    if (word.includes(".")) {
      const letters = word.replaceAll(".", "");
      if (size(word) < 2 * size(letters) - 1 || !LETTERS.test(letters)) {
        return word.split(".").flatMap((part) => this.split(part));
      }
      word = letters;
    }
    return word.split(" ").flatMap((part) => this.split(part));
  }

  split(word) {
    if (this.contractions.has(word)) return this.contractions.get(word).split(" ");
    if (word.startsWith("sz") && DIGITS.test(word.slice(2))) return ["sz", word.slice(2)];
    return word ? [word] : [];
  }
}

/**
 * The Porter stemmer, on the patterns of the one that the base was built with. That one never adds an
 * "e" to "at", "bl", "iz", nor takes off a doubled letter by itself; so neither does this.
 */
export class Stemmer {
  constructor({ whole, irregular, step2, step3, patterns }) {
    this.whole = new Set(whole);
    this.irregular = mapOf(irregular);
    this.step2 = mapOf(step2);
    this.step3 = mapOf(step3);
    // these patterns are matched at the beginning of a word, whether or not they say so
    this.match = Object.fromEntries(
      Object.entries(patterns).map(([name, source]) => {
        const pattern = new RegExp(`^(?:${source})`, "u");
        return [name, (word) => pattern.exec(word)];
      }),
    );
  }

  stem(word) {
    if (this.irregular.has(word)) return this.irregular.get(word);
    if (!LETTERS.test(word)) return /\p{Nd}s$/u.test(word) ? word.slice(0, -1) : word;
    if (size(word) <= 3) {
      return word.endsWith("s") && !word.endsWith("ss") && !this.whole.has(word) ? word.slice(0, -1) || word : word;
    }
    const told = this.porter(word);
    return told.length > 3 && /([^aeiouls])\1$/u.test(told) && /(ed|ing)$/.test(word) ? told.slice(0, -1) : told;
  }

  porter(given) {
    const { mgr0, mgr1, meq1, c_v } = this.match;
    let word = given.startsWith("y") ? `Y${given.slice(1)}` : given;
    word = this.pastAndPlural(word);
    word = this.swapped(word, this.match.step2(word), this.step2, mgr0);
    word = this.swapped(word, this.match.step3(word), this.step3, mgr0);
    const ending = this.match.step4_1(word);
    const ion = ending ? null : this.match.step4_2(word);
    const short = ending?.[1] ?? (ion ? ion[1] + ion[2] : "");
    if (mgr1(short)) word = short;
    const base = this.match.step5(word)?.[1] ?? "";
    if (mgr1(base) || (meq1(base) && !c_v(base))) word = base;
    if (word.endsWith("ll") && mgr1(word)) word = word.slice(0, -1);
    return given.startsWith("y") ? `y${word.slice(1)}` : word;
  }

  pastAndPlural(given) {
    const { mgr0, s_v, c_v, ed_ing } = this.match;
    let word = given;
    if (/(ss|i)es$/.test(word)) word = word.slice(0, -2);
    else if (/[^s]s$/u.test(word)) word = word.slice(0, -1);
    const base = ed_ing(word)?.[1];
    if (word.endsWith("eed")) {
      if (mgr0(word.slice(0, -3))) word = word.slice(0, -1);
    } else if (base !== undefined && s_v(base)) {
      word = c_v(base) ? `${base}e` : base;
    }
    return word.endsWith("y") && s_v(word.slice(0, -1)) ? `${word.slice(0, -1)}i` : word;
  }

  swapped(word, found, endings, longEnough) {
    return found && longEnough(found[1]) ? found[1] + endings.get(found[2]) : word;
  }
}

// -- spelling ------------------------------------------------------------------------------------

/** How many edits lie between two words; with `swaps`, two letters changed about are one. */
function distance(one, other, swaps) {
  let before = [];
  let row = Array.from({ length: other.length + 1 }, (_, y) => y);
  for (let x = 1; x <= one.length; x += 1) {
    const next = [x];
    for (let y = 1; y <= other.length; y += 1) {
      const same = one[x - 1] === other[y - 1];
      next[y] = Math.min(row[y] + 1, next[y - 1] + 1, row[y - 1] + (same ? 0 : 1));
      const swapped = x > 1 && y > 1 && !same && one[x - 1] === other[y - 2] && one[x - 2] === other[y - 1];
      if (swaps && swapped) next[y] = Math.min(next[y], before[y - 2] + 1);
    }
    [before, row] = [row, next];
  }
  return row[other.length];
}

/** Corrects a misspelt word against the words of the corpus, or leaves it alone. */
export class Speller {
  constructor(words, constants) {
    this.words = [...mapOf(words)];
    this.constants = constants;
  }

  /** The word that was probably meant, or the empty string: the nearest, then the commonest. */
  correction(word) {
    const { SHORTEST, LONG_ENOUGH_FOR_TWO, OTHER_START } = this.constants;
    if (word.length < SHORTEST || !/^[a-z]+$/.test(word)) return "";
    const costs = [...this.near(word, 1), ...this.near(word, 2)].map(([meant, times]) => {
      const edits = distance(word, meant, true) + (meant[0] === word[0] ? 0 : OTHER_START);
      return { meant, times, edits };
    });
    costs.sort((a, b) => a.edits - b.edits || b.times - a.times || (a.meant < b.meant ? -1 : 1));
    const most = word.length < LONG_ENOUGH_FOR_TWO ? 1 : 2;
    return costs.length && costs[0].edits <= most ? costs[0].meant : "";
  }

  /** The commonest words within so many edits; two edits only behind the same first letter. */
  near(word, edits) {
    return this.words
      .filter(([known]) => Math.abs(known.length - word.length) <= edits)
      .filter(([known]) => (edits < 2 || known[0] === word[0]) && distance(word, known, false) <= edits)
      .sort(([a, timesA], [b, timesB]) => timesB - timesA || (a < b ? 1 : -1))
      .slice(0, this.constants.SUGGESTIONS);
  }
}

// -- runs of words -------------------------------------------------------------------------------

/** Every run of one to `longest` words, joined by spaces. */
function ngrams(words, longest) {
  return words.flatMap((_, i) => words.slice(i, i + longest).map((_, n) => words.slice(i, i + n + 1).join(" ")));
}

/** What a map of the lexicon says of the runs in `words`. */
export function known(words, map, longest) {
  return new Map(ngrams(words, longest).filter((run) => map.has(run)).map((run) => [run, map.get(run)]));
}

/** Replaces runs by what `same` says they are, the longest first, in one pass. */
export function replaceRuns(stems, same, longest) {
  const out = [];
  for (let i = 0; i < stems.length; ) {
    let j = Math.min(i + longest, stems.length);
    while (j > i && !same.has(stems.slice(i, j).join(" "))) j -= 1;
    out.push(...(j > i ? same.get(stems.slice(i, j).join(" ")).split(" ") : [stems[i]]));
    i = Math.max(j, i + 1);
  }
  return out;
}

/** The known runs that lie inside no longer known run, in order, each once. */
export function longestRuns(words, map, longest) {
  const out = new Set();
  let end = 0;
  words.forEach((_, i) => {
    let j = Math.min(i + longest, words.length);
    while (j > i && !map.has(words.slice(i, j).join(" "))) j -= 1;
    if (j > i && j > end) {
      out.add(words.slice(i, j).join(" "));
      end = j;
    }
  });
  return [...out];
}

/** The terms without articles, if that leaves at least two: `hit the beach` -> `hit beach`. */
export function withoutArticles(terms, articles) {
  const told = terms.filter((term) => !articles.has(term));
  return told.length > 1 ? told : terms;
}

/** The neighbours of which one turns the other: `no destroyer` -> `no_destroyer`. */
export function pairs(terms, turning, faint) {
  const told = terms.filter((term) => !faint.has(term));
  return told.slice(1).flatMap((other, i) => {
    return turning.has(told[i]) || turning.has(other) ? [`${told[i]}_${other}`] : [];
  });
}

/** Takes off a question what stands around it, as kb/search/frame.py does: `where` says of a wording where it is taken off. */
export class Frames {
  constructor(where, { LONGEST_RUN, NUMBER, SOMEBODY }) {
    Object.assign(this, { where, longest: LONGEST_RUN, number: NUMBER, somebody: SOMEBODY });
  }

  /** The words without the wordings that are taken off anywhere; `stem` gives nothing for a word that nothing knows. */
  without(words, stem) {
    const spoken = this.spoken(words.map((word) => stem(word) ?? this.somebody));
    const kept = [];
    for (let at = 0; at < words.length; ) {
      const length = this.first(spoken.slice(at), ["anywhere"]);
      if (!length) kept.push(words[at]);
      at += length || 1;
    }
    return kept.length ? kept : words;
  }

  /** The stems without the wordings at both ends, again and again; all of them where nothing would be left. */
  inside(stems) {
    const spoken = this.spoken(stems);
    let [begin, end, length] = [0, stems.length, 0];
    while (begin < end && (length = this.first(spoken.slice(begin, end), ["edge", "begin"]))) begin += length;
    while (begin < end && (length = this.last(spoken.slice(begin, end)))) end -= length;
    return begin < end ? stems.slice(begin, end) : stems;
  }

  spoken(stems) {
    return stems.map((stem) => (DIGITS.test(stem) || this.where.get(stem) === "number" ? this.number : stem));
  }

  /** The length of the longest wording that the stems begin with, 0 for none. */
  first(spoken, where) {
    let length = Math.min(this.longest, spoken.length);
    while (length && !where.includes(this.where.get(spoken.slice(0, length).join(" ")))) length -= 1;
    return length;
  }

  /** The length of the longest wording that the stems end with, 0 for none. */
  last(spoken) {
    let length = Math.min(this.longest, spoken.length);
    while (length && this.where.get(spoken.slice(-length).join(" ")) !== "edge") length -= 1;
    return length;
  }
}
