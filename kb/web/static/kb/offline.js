/**
 * The search without network. It adds up the scores of kb/web/phone/offer.py as kb/search/rank.py does, and shows the
 * cards that the server rendered.
 */

import { NO_RULINGS, NOTHING, READ_AS, SHOWN, TEXTS, WEAK, fill } from "./shared.js";

let opened;

/** The kept build, opened when first asked for; rejected if nothing is kept. `links` are the form's data. */
export function kept(links) {
  opened ??= open(links).catch((error) => {
    opened = undefined;
    throw error;
  });
  return opened;
}

async function open({ cards, index }) {
  const [rendered, numbers] = await Promise.all([json(cards), json(index)]);
  return Object.assign(new Kept(rendered), { index: new Index(numbers) });
}

async function json(url) {
  const response = await fetch(url);
  if (!response.ok) throw new Error("not kept");
  return response.json();
}

/** The number of letters that are added, left out, changed or exchanged with the next one between two words. */
function edits(word, other) {
  let [before, row] = [[], [...other, ""].map((_, at) => at)];
  for (let at = 1; at <= word.length; at += 1) {
    const two = before;
    [before, row] = [row, [at]];
    for (let to = 1; to <= other.length; to += 1) {
      row[to] = Math.min(before[to] + 1, row[to - 1] + 1, before[to - 1] + (word[at - 1] !== other[to - 1]));
      if (at > 1 && to > 1 && word[at - 1] === other[to - 2] && word[at - 2] === other[to - 1]) row[to] = Math.min(row[to], two[to - 2] + 1);
    }
  }
  return row[other.length];
}

const bestFirst = ([one, high], [other, low]) => low - high || one - other;

/** What the build computed. */
export class Index {
  constructor({ forms, faint, articles, words, wants, elsewhere, constants, ids, folds, ...maps }) {
    const stems = Object.entries(forms).flatMap(([stem, some]) => some.split(" ").map((form) => [form.replace("-", stem), stem]));
    Object.assign(this, { stems: new Map(stems), faint: new Set(faint), articles: new Set(articles), wants: new Set(wants), elsewhere: new Set(elsewhere), words: words.split(" "), constants, ids, folds });
    for (const [name, values] of Object.entries(maps)) this[name] = new Map(Object.entries(values));
  }

  /** The known word that a misspelt one stands for, as kb/search/suggest.py finds it; undefined for none. */
  corrected(word) {
    const { shortest, two, start } = this.constants;
    if (word.length < shortest || !/^[a-z]+$/.test(word)) return undefined;
    const most = word.length < two ? 1 : 2;
    let [best, least] = [undefined, most + start];
    for (const known of this.words) {
      const same = known[0] === word[0];
      const begins = same || known.slice(1) === word || known.slice(1) === word.slice(1) || known === word.slice(1);
      if (!begins || Math.abs(known.length - word.length) > most) continue;
      const cost = edits(word, known);
      if (cost <= most && cost + (same ? 0 : start) < least) [best, least] = [known, cost + (same ? 0 : start)];
    }
    return best;
  }

  /** How a text is read: the games that it names, the titles of those not here, its terms with their weights, and its corrections. */
  read(text) {
    const read = new Map();
    // `can't` is `can not`, `sz5` is `sz 5`
    const plain = text.toLowerCase().replace(/['’]t\b/g, " not").replace(/['’]s\b/g, "").replace(/\bsz(?=\d)/g, "sz ");
    const stems = (plain.match(/[\p{L}\p{N}]+/gu) ?? []).map((word) => {
      const meant = this.stems.has(word) || /^\d+$/.test(word) ? word : this.corrected(word);
      if (meant && meant !== word) read.set(word, meant);
      return this.stems.get(meant) ?? word;
    });
    const runs = this.runs(stems, (run) => this.games.has(run) || this.absent.has(run) || this.same.has(run));
    const [games, absent] = [this.games, this.absent].map((names) => [...new Set(runs.filter((run) => names.has(run)).map((run) => names.get(run)))]);
    const terms = runs.filter((run) => !this.games.has(run) && !this.absent.has(run)).flatMap((run) => (this.same.get(run) ?? run).split(" "));
    const weights = new Map();
    for (const run of this.runs(terms.filter((term) => !this.articles.has(term)), (run) => this.near.has(run))) {
      for (const term of (this.near.get(run) ?? "").split(" ")) if (term) weights.set(term, this.constants.near);
    }
    for (const term of terms) weights.set(term, this.faint.has(term) ? this.constants.faint : 1);
    const inside = this.within(stems);
    const wants = ["wants", "elsewhere"].map((kind) => inside.some((run) => this[kind].has(run)));
    const things = this.runs(terms, (run) => this.things.has(run)).filter((run) => this.things.has(run));
    return { games, absent, weights, things, wants, read };
  }

  /** All runs of some words. */
  within(words) {
    return words.flatMap((_, at) => words.slice(at, at + this.constants.longest).map((__, many) => words.slice(at, at + many + 1).join(" ")));
  }

  /** The words with the longest known runs joined. */
  runs(words, isKnown) {
    const found = [];
    for (let at = 0; at < words.length; ) {
      let end = Math.min(words.length, at + this.constants.longest);
      while (end > at + 1 && !isKnown(words.slice(at, end).join(" "))) end -= 1;
      found.push(words.slice(at, end).join(" "));
      at = end;
    }
    return found;
  }

  /** Calls a function with each position that has a term, and the score there. */
  each(term, use) {
    const numbers = this.postings.get(term) ?? [];
    const many = (numbers.length - 1) / 2;
    for (let at = 1, position = 0; at <= many; at += 1) {
      position += numbers[at];
      use(position, numbers[many + at]);
    }
  }

  /** The positions that have some of the terms, each with its score and its share of the information, the highest score first: the formula of kb/search/rank.py. */
  ranked(weights) {
    const { breadth, faint, share } = this.constants;
    const [sums, having, had] = [new Map(), new Map(), new Map()];
    const add = (map, position, value) => map.set(position, (map.get(position) ?? 0) + value);
    let [asked, total] = [0, 0];
    for (const [term, weight] of weights) {
      const [information] = this.postings.get(term) ?? this.postings.get("");
      if (weight === 1) total += information;
      if ((this.postings.get(term)?.length ?? 0) < 2) continue;
      if (weight !== faint) asked += weight;
      this.each(term, (position, score) => {
        add(sums, position, weight * score);
        if (weight !== faint) add(having, position, weight);
        if (weight === 1) add(had, position, information);
      });
    }
    const raised = (position) => (1 + (breadth * (having.get(position) ?? 0)) / (asked || 1)) * (1 + (share * (had.get(position) ?? 0)) / (total || 1));
    return [...sums].map(([position, sum]) => [position, (sum * raised(position)) / this.constants.scale, (had.get(position) ?? 0) / (total || 1)]).sort(bestFirst);
  }

  /** Ranked positions, the best ones by score and likeness to the query, each with its likeness at the end. */
  compared(ranked, weights) {
    const { compared, faint } = this.constants;
    const information = (term) => (this.postings.get(term) ?? this.postings.get(""))[0];
    const sum = (terms, of) => terms.reduce((total, term) => total + of(term), 0);
    const known = new Map([...weights].filter(([, weight]) => weight !== faint).map(([term, weight]) => [term, weight * information(term)]));
    const total = sum([...weights.keys()].filter((term) => weights.get(term) === 1), information) || 1;
    const alike = (way) => (2 * sum(way, (term) => known.get(term) ?? 0)) / (total + sum(way, information));
    const best = ranked.slice(0, compared).map(([position, score, share]) => {
      const likeness = Math.max(0, ...(this.ways.get(`${position}`) ?? []).map((way) => alike(way.split(" "))));
      return [position, score * (1 + likeness ** 2), share, likeness];
    });
    return [...best, ...ranked.slice(compared)].sort(bestFirst);
  }

  /** The ranked positions in groups: a subject of statements with the best of the rulings on which it rests. */
  folded(ranked) {
    const order = new Map(ranked.map(([position], place) => [position, place]));
    const groups = new Map();
    for (const [position] of ranked) {
      const cited = (this.folds[position] ?? []).filter((each) => order.has(each)).sort((one, other) => order.get(one) - order.get(other));
      const group = groups.get(cited[0] ?? position) ?? groups.set(cited[0] ?? position, []).get(cited[0] ?? position);
      if (!cited.length || group.filter((each) => this.folds[each]).length < this.constants.folded) group.push(position);
    }
    return [...groups.values()];
  }
}

class Kept {
  constructor({ rulings, rendered, statements, lacking, titles }) {
    Object.assign(this, { rulings: new Map(Object.entries(rulings)), rendered, statements, lacking, titles });
  }

  /** What was found for the parameters of an address: its nodes, and what is said of it (`told`). */
  found(query) {
    const text = query.get("q") ?? "";
    const id = text.trim().toLowerCase();
    const read = this.index.read(text);
    const chosen = query.get("game") ? [query.get("game")] : [];
    const only = read.games.length && query.get("all") !== "1" ? read.games : chosen;
    let [groups, told] = [[], ""];
    if (this.rulings.has(id)) groups = [[this.rendered[id]]];
    else if (text) [groups, told] = this.searched(read, only);
    else if (only.length) groups = [...this.rulings].filter(([, game]) => only.includes(game)).slice(0, SHOWN).map(([each]) => [this.rendered[each]]);
    const node = Object.assign(document.createElement("div"), { id: "found", className: told ? "weak" : "" });
    if (only.length) node.innerHTML = `<p class="scope">${fill(TEXTS.only_edition, only.map((game) => this.titles[game]).join(", "))}${TEXTS.between}<a href="?${new URLSearchParams({ q: text, all: 1 })}">${TEXTS.all_editions}</a></p>`;
    const corrected = [...read.read].map(([typed, meant]) => `${meant} (${typed})`).join(", ");
    for (const line of [corrected && fill(READ_AS, corrected), told]) {
      if (line) node.append(Object.assign(document.createElement("p"), { className: line === told ? "why" : "hint", textContent: line }));
    }
    node.insertAdjacentHTML("beforeend", groups.map((cards) => `<section class="result">${cards.join("\n")}</section>`).join("\n"));
    if (text && !groups.length) node.append(document.querySelector("#front .tries").cloneNode(true));
    if (groups.length === 1 && this.rulings.has(id)) node.querySelector("details").open = true;
    return { nodes: [node], told };
  }

  /** The results for what was read, each a list of cards, and the remark above them. */
  searched({ absent, games, weights, things, wants: [wants, elsewhere] }, only) {
    const { ranked, levels } = this.index.constants;
    if (absent.length && !games.length) return [[], fill(NO_RULINGS, absent.join(", "))];
    const every = this.index.ranked(weights);
    const own = this.index.compared(every.filter(([position]) => this.games(position, only).length).slice(0, ranked), weights);
    const [, best, share, likeness] = own[0] ?? [0, 0, 0, 0];
    const [divisor, whole] = wants || elsewhere ? [levels.wanting, 0] : [1, likeness];
    const lacked = this.lacked(things, only, this.index.compared(every, weights), best);
    const none = (best < levels.weak && share < levels.whole) || (elsewhere && best < levels.elsewhere);
    if (none && !lacked.length) return [[], NOTHING];
    const groups = this.index.folded(own);
    const next = groups.slice(1).find(([head]) => this.games(head, only).some((game) => this.games(groups[0][0], only).includes(game)));
    const fit = (best + levels.lead * (best - (next ? new Map(own).get(next[0]) : 0))) / divisor;
    const cards = groups.map((group) => group.flatMap((position) => this.cards(position, only)));
    return [[...lacked, ...cards].slice(0, SHOWN), fit < (this.index.ids[own[0]?.[0]] ? levels.close : levels.statement) && whole < levels.whole && !lacked.length ? WEAK : ""];
  }

  /** The games of a result that are searched. */
  games(position, only) {
    const id = this.index.ids[position];
    const games = id ? [this.rulings.get(id)] : this.statements[position].flatMap(([each]) => Object.keys(each));
    return games.filter((game) => !only.length || only.includes(game));
  }

  /** The cards of a ruling or of a subject of statements; none if it is of other games. */
  cards(position, only) {
    const [id, searched] = [this.index.ids[position], this.games(position, only)];
    if (id) return searched.length ? [this.rendered[id]] : [];
    const fitting = this.statements[position].filter(([games]) => Object.keys(games).some((game) => searched.includes(game)));
    return fitting.map(([games, html]) => {
      const [own, meta] = (only.length === 1 && games[only[0]]) || [];
      return own ? html.replaceAll(Object.values(games)[0][0], own).replace(/<p class="labels">.*<\/p>/, () => meta) : html;
    });
  }

  /** The card that says that the game asked lacks what the query names, with the best of the games that have it. */
  lacked(things, only, every, score) {
    const best = every[0];
    if (only.length !== 1 || !best || best[1] <= score) return [];
    for (const run of things) {
      const card = this.lacking[only[0]]?.[this.index.things.get(run)];
      const has = run.split(" ").every((term) => !this.index.postings.has(term) || this.has(term, best[0]));
      if (card && has) return [[card, ...this.cards(best[0], Object.keys(this.titles).filter((game) => game !== only[0]))]];
    }
    return [];
  }

  /** Whether a result has a term. */
  has(term, position) {
    let found = false;
    this.index.each(term, (at) => (found ||= at === position));
    return found;
  }
}
