/** What the phone keeps of a build: its rulings' cards and slips, searched and arranged without network. */

import { arranged, dressed, words } from "./profile.js";

const START = "Type a question, a few words or an id; or choose an edition or a phase.";
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

class Kept {
  constructor({ build, choices, rendered }, ranker) {
    Object.assign(this, { build, choices, rendered, ranker });
  }

  /** What was found: {ids, hints, also, told, said, html}, as kb/web/pages/judge.py tells it. */
  find(text, limit, profile) {
    const asked = text.trim() ? text : this.allOf(profile);
    const said = words(profile, this.choices);
    if (!asked) return { ids: [], hints: [START], also: [], told: "", said, html: "" };
    const all = Object.keys(this.choices.rulings).length;
    const found = this.ranker.search(asked, { game: profile.game, limit: all });
    const { results, searchedFor, expanded, notes, problem } = found;
    const ids = arranged(results.map(({ id }) => id), profile, this.choices).slice(0, limit);
    const hints = [...(problem ? [problem] : []), ...(searchedFor ? [`Searched for: ${searchedFor}`] : []), ...notes];
    const also = expanded.map((each) => `Also searched: ${each}`);
    const told = ids.length ? `${ids.length} ruling${ids.length === 1 ? "" : "s"}` : "Nothing found";
    return { ids, hints, also, told, said, html: ids.map((id) => this.dress(this.rendered[id][0], profile)).join("\n") };
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
