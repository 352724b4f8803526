/**
 * The search without network: it adds up the numbers of kb/web/phone/offer.py and shows the cards and statements that
 * the server rendered.
 */

import { RULE_BOOK, SHOWN, TEXTS } from "./shared.js";

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

/** The words of a text, in small letters: `can't` is `can not`, `sz5` is `sz 5`. */
function wordsOf(text) {
  const plain = text.toLowerCase().replace(/['’]t\b/g, " not").replace(/['’]s\b/g, "").replace(/\bsz(?=\d)/g, "sz ");
  return plain.match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** What the build computed. */
export class Index {
  constructor({ forms, faint, articles, weights, longest, ids, ...maps }) {
    const stems = Object.entries(forms).flatMap(([stem, some]) => some.split(" ").map((form) => [form.replace("-", stem), stem]));
    Object.assign(this, { stems: new Map(stems), faint: new Set(faint), articles: new Set(articles), weights, longest, ids });
    for (const [name, values] of Object.entries(maps)) this[name] = new Map(Object.entries(values));
  }

  /** The games that a text names, empty for one that is not here; and its terms with their weights. */
  read(text) {
    const stems = wordsOf(text).map((word) => this.stems.get(word)).filter(Boolean);
    const runs = this.runs(stems, (run) => this.games.has(run) || this.same.has(run));
    const games = runs.filter((run) => this.games.has(run)).map((run) => this.games.get(run));
    const terms = runs.filter((run) => !this.games.has(run)).flatMap((run) => (this.same.get(run) ?? run).split(" "));
    const weights = new Map();
    for (const run of this.runs(terms.filter((term) => !this.articles.has(term)), (run) => this.near.has(run))) {
      for (const term of (this.near.get(run) ?? "").split(" ")) weights.set(term, this.weights.near);
    }
    for (const term of terms) weights.set(term, this.faint.has(term) ? this.weights.faint : 1);
    return { games: [...new Set(games)], weights };
  }

  /** The words with the longest known runs joined. */
  runs(words, isKnown) {
    const found = [];
    for (let at = 0; at < words.length; ) {
      let end = Math.min(words.length, at + this.longest);
      while (end > at + 1 && !isKnown(words.slice(at, end).join(" "))) end -= 1;
      found.push(words.slice(at, end).join(" "));
      at = end;
    }
    return found;
  }

  /** The positions of `rulings` or `statements` that have some of the terms, those of the highest sums first. */
  ranked(kind, weights) {
    const sums = new Map();
    for (const [term, weight] of weights) {
      const added = this[kind].get(term) ?? [];
      const many = added.length / 2;
      for (let at = 0, position = 0; at < many; at += 1) {
        position += added[at];
        sums.set(position, (sums.get(position) ?? 0) + weight * added[many + at]);
      }
    }
    return [...sums].sort(([one, high], [other, low]) => low - high || one - other).map(([position]) => position);
  }
}

class Kept {
  constructor({ rulings, rendered, statements }) {
    Object.assign(this, { rulings, rendered, statements });
  }

  /** What was found for the parameters of an address: its nodes, and what is said of it (`told`). */
  found(query) {
    const text = query.get("q") ?? "";
    const game = query.get("game") ?? "";
    const { games, weights } = this.index.read(text);
    const only = game ? [game] : query.get("all") === "1" ? [] : games;
    const fits = (each) => !only.length || only.includes(each);
    const id = text.trim().toLowerCase();
    const isId = id in this.rulings;
    const ranked = this.index.ranked("rulings", weights).map((position) => this.index.ids[position]);
    const asked = text ? ranked : query.size ? Object.keys(this.rulings) : [];
    const ids = isId ? [id] : asked.filter((each) => fits(this.rulings[each])).slice(0, SHOWN);
    const rules = isId ? [] : this.rulesOf(this.index.ranked("statements", weights), fits);
    const node = Object.assign(document.createElement("div"), { id: "found" });
    node.innerHTML = ids.map((each) => this.rendered[each]).join("\n");
    if (ids.length === 1) node.querySelector("details").open = true;
    if (rules.length) node.insertAdjacentHTML("beforeend", `<h2>${RULE_BOOK}</h2><ul class="rules">${rules.join("")}</ul>`);
    const told = ids.length || rules.length ? "" : text ? TEXTS.nothing_found : TEXTS.start;
    if (told) node.append(Object.assign(document.createElement("p"), { className: "hint", textContent: told }));
    return { nodes: [node], told };
  }

  /** The first statements, as the server rendered them, of games that fit. */
  rulesOf(places, fits) {
    const fitting = places.flatMap((place) => this.statements[place].filter(([games]) => games.some(fits)));
    return fitting.slice(0, SHOWN).map(([, html]) => html);
  }
}
