/**
 * The search without network: it adds up the numbers of kb/web/offline_index.py and shows the cards and statements that
 * the server rendered.
 */

import { appliedTo, ordered, said } from "./profile.js";
import { CLOSED, OPEN, RULE_BOOK, SHOWN, SNIPPET_HERE, TEXTS } from "./shared.js";

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
  const [kept, numbers] = await Promise.all([keptCards(cards), json(index)]);
  kept.index = new Index(numbers);
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

/** The words of a text, in small letters: `can't` is `can not`, `sz5` is `sz 5`. */
function wordsOf(text) {
  const plain = text.toLowerCase().replace(/['’]t\b/g, " not").replace(/['’]s\b/g, "").replace(/\bsz(?=\d)/g, "sz ");
  return plain.match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** What the build computed. */
export class Index {
  constructor({ forms, faint, articles, weights, longest, ids, ...maps }) {
    const stems = Object.entries(forms).flatMap(([stem, some]) => some.split(" ").map((form) => [form, stem]));
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
      const pairs = this[kind].get(term) ?? [];
      for (let at = 0, position = 0; at < pairs.length; at += 2) {
        position += pairs[at];
        sums.set(position, (sums.get(position) ?? 0) + weight * pairs[at + 1]);
      }
    }
    return [...sums].sort(([one, high], [other, low]) => low - high || one - other).map(([position]) => position);
  }
}

class Kept {
  constructor({ build, choices, rendered, statements }) {
    Object.assign(this, { build, choices, rendered, statements });
  }

  /** What was found: its `node`, what is said of it (`told`), and the games that the text names, as found.html has them. */
  found(text, profile, all, chosen) {
    const { games, weights } = this.index.read(text);
    const kept = games.length > 0 && !all && !(chosen && profile.game);
    const only = kept ? games : [profile.game].filter((game) => game && !all);
    const shownFor = kept && profile.game ? { ...profile, game: "", printing: "" } : profile; // cards of other editions
    const fits = (game) => !only.length || only.includes(game);
    const id = text.trim().toLowerCase();
    const ranked = this.index.ranked("rulings", weights).map((position) => this.index.ids[position]);
    const asked = text.trim() ? ranked : said(profile) ? Object.keys(this.choices.rulings) : [];
    const fitting = ordered(asked.filter((each) => fits(this.choices.rulings[each][0])), shownFor, this.choices);
    const ids = this.rendered[id] ? [id] : fitting.slice(0, SHOWN);
    const cards = ids.map((each) => this.card(each, shownFor)).join("\n");
    const rules = this.rendered[id] ? [] : this.rulesOf(this.index.ranked("statements", weights), fits);
    const node = Object.assign(document.createElement("div"), { id: "found" });
    node.innerHTML = ids.length === 1 ? cards.replace(CLOSED, OPEN) : cards;
    if (rules.length) node.insertAdjacentHTML("beforeend", `<h2>${RULE_BOOK}</h2><ul class="rules">${rules.join("")}</ul>`);
    const told = ids.length || rules.length ? "" : text.trim() ? TEXTS.nothing_found : TEXTS.start;
    if (told) node.append(Object.assign(document.createElement("p"), { className: "hint", textContent: told }));
    const named = kept && only.length === 1 && !profile.game ? only[0] : "";
    return { node, told, named, names: games.filter(Boolean).join(" ") };
  }

  /** The first statements, as the server rendered them, of games that fit. */
  rulesOf(places, fits) {
    const fitting = places.flatMap((place) => this.statements[place].filter(([games]) => games.some(fits)));
    return fitting.slice(0, SHOWN).map(([, html]) => html);
  }

  /** The card of a ruling, or nothing for an id that the build does not have. */
  card(id, profile) {
    return this.rendered[id] && appliedTo(this.rendered[id], profile, this.choices).replaceAll(SNIPPET_HERE, "");
  }
}
