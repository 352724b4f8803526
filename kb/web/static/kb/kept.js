/** What the phone keeps of a build: its rulings' cards and slips, searched and arranged without network. */

import { arranged, dressed, words } from "./profile.js";

const START = "Type a question, a few words or an id; or choose an edition or a phase.";
let opened;

/** A sentence with its `{}` filled in, in order. */
const fill = (sentence, parts) => parts.reduce((told, each) => told.replace("{}", () => each), sentence);

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

class Kept {
  constructor({ build, choices, rendered, understood }, ranker) {
    Object.assign(this, { build, choices, rendered, understood, ranker });
  }

  /** What was found: {ids, hints, notes, names, named, told, said, html}, as kb/web/pages/judge.py tells it. */
  find(text, limit, profile, allGames) {
    const asked = text.trim() ? text : this.allOf(profile);
    const said = words(profile, this.choices);
    if (!asked) return { ids: [], hints: [START], notes: {}, told: "", said, html: "" };
    const limitless = Object.keys(this.choices.rulings).length;
    const found = this.ranker.search(asked, { game: profile.game, limit: limitless, allGames });
    const ids = arranged(found.results.map(({ id }) => id), profile, this.choices).slice(0, limit);
    const told = ids.length ? `${ids.length} ruling${ids.length === 1 ? "" : "s"}` : "Nothing found";
    return {
      ids, told, said, hints: found.problem ? [found.problem] : [], notes: this.notes(found),
      names: found.named.join(" "), named: found.only.length === 1 && !found.chosen ? found.only[0] : "",
      html: ids.map((id) => this.dress(this.rendered[id][0], profile)).join("\n"),
    };
  }

  /** How a question was understood, as kb/words.py tells it: kind -> sentence. */
  notes(found) {
    const [only, named] = [found.only, found.named].map((games) => games.map((game) => this.choices.games[game]).join(" and "));
    const differs = found.chosen && !found.named.every((game) => found.only.includes(game));
    const said = {
      searched_for: [found.searchedFor], only: [found.chosen || found.otherGames ? "" : only],
      chosen: differs ? [only, named] : [""], all: [only ? "" : named], absent: [found.absent.join(" and ")],
      unknown: [found.unknown.join(", ")], notes: [found.notes.join("; ")], other_games: [found.otherGames ? only : ""], also: [found.expanded.join("; ")],
    };
    const told = Object.entries(said).filter(([, [first]]) => first);
    return Object.fromEntries(told.map(([kind, parts]) => [kind, fill(this.understood[kind], parts)]));
  }

  /** The slip of a ruling, or nothing for an id that the build does not have. */
  slip(id, profile) {
    const known = this.rendered[id.toLowerCase()];
    return known && this.dress(known[1], profile);
  }

  dress(html, profile) {
    return dressed(html, profile, this.choices);
  }

  allOf({ game, phase }) {
    const games = game ? [game] : phase ? Object.keys(this.choices.games) : [];
    return games.map((each) => `game:${each}`).join(" ");
  }
}
