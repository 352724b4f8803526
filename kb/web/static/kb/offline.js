/** The build that the browser keeps for use without network: search, cards and slips of its rulings. */

import { ordered, appliedTo, topicOf, words } from "./profile.js";
import { FACETS, SEARCH_NOTES, TEXTS, fill } from "./shared.js";

let opened;

/** The kept build, opened when first asked for; rejected if nothing is kept. `links` are the form's data. */
export function kept(links) {
  opened ??= open(links).catch((error) => {
    opened = undefined;
    throw error;
  });
  return opened;
}

async function open({ cards, index, ranker }) {
  const json = async (url) => {
    const response = await fetch(url);
    if (!response.ok) throw new Error("not kept");
    return response.json();
  };
  const [bundle, { Ranker }] = await Promise.all([json(cards), import(ranker)]);
  return new Kept(bundle, new Ranker(await json(index)));
}

/** How a question was understood, as kb/wording/search.py tells it: kind -> sentence. */
export function searchNotes(found, titles) {
  const [only, named] = [found.only, found.named].map((games) => games.map((game) => titles[game]).join(" and "));
  const differs = found.chosen && !found.named.every((game) => found.only.includes(game));
  const said = {
    searched_for: [found.searched_for],
    only: [found.chosen || found.other_games ? "" : only],
    chosen: differs ? [only, named] : [""],
    all: [only ? "" : named],
    absent: [found.absent.join(" and ")],
    unknown: [found.unknown.join(", ")],
    notes: [found.notes.join("; ")],
    other_games: [found.other_games ? only : ""],
    also: [found.also.join("; ")],
  };
  const told = Object.entries(said).filter(([, [first]]) => first);
  return Object.fromEntries(told.map(([kind, parts]) => [kind, fill(SEARCH_NOTES[kind], ...parts)]));
}

class Kept {
  constructor({ build, choices, rendered }, ranker) {
    Object.assign(this, { build, choices, rendered, ranker });
  }

  /** What was found: {ids, hints, notes, names, named, told, said, html}, as kb/web/pages/judge.py tells it. */
  find(text, limit, profile, allGames) {
    const asked = text.trim() ? text : this.allOf(profile);
    const said = words(profile, this.choices);
    if (!asked) return { ids: [], hints: [TEXTS.start], notes: {}, told: "", said, html: "" };
    const limitless = Object.keys(this.choices.rulings).length;
    const found = this.ranker.search(asked, { game: profile.game, limit: limitless, allGames });
    const ids = ordered(found.results.map(({ id }) => id), profile, this.choices).slice(0, limit);
    const topic = topicOf(ids, found.terms, this.choices);
    const told = ids.length ? fill(ids.length === 1 ? TEXTS.one_found : TEXTS.found, ids.length) : TEXTS.nothing_found;
    return {
      ids, told, said, hints: found.problem ? [found.problem] : [], notes: searchNotes(found, this.choices.games),
      names: found.named.join(" "), named: found.only.length === 1 && !found.chosen ? found.only[0] : "",
      html: ids.map((id) => this.applyTo(this.rendered[id][0], profile, topic)).join("\n"),
    };
  }

  /** The slip of a ruling, or nothing for an id that the build does not have. */
  slip(id, profile) {
    const known = this.rendered[id.toLowerCase()];
    return known && this.applyTo(known[1], profile);
  }

  applyTo(html, profile, topic = "") {
    return appliedTo(html, profile, this.choices, topic);
  }

  /** A query for every ruling that a profile is about; empty for a profile about nothing. */
  allOf(profile) {
    const narrowed = FACETS.some(({ name }) => profile[name]);
    const games = profile.game ? [profile.game] : narrowed ? Object.keys(this.choices.games) : [];
    return games.map((each) => `game:${each}`).join(" ");
  }
}
