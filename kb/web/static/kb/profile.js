/**
 * A profile without network: what kb/web/profile.py does, on the choices of the kept build.
 *
 * A profile has each name of SINGLE with its value, and a list of options for each name of STATES; choices are
 * {games, options: id -> title, printings: game -> list, facets: name -> value -> title, rulings: id -> [game, options, name -> values]}.
 */

import {
  ANY_PRINTING, FACETS, HIDDEN_NOTE, LONGEST_REPEATED, OPTION_FIELD, OPTION_NOTE, PRINTING_NOTE, PROFILE_IN_LINK, SHOWN_NOTE,
  SINGLE, STATES, TEXTS, UNSAID, fill,
} from "./shared.js";

/** The profile of a query or of a form's fields; `option.technology=on` is another way of saying `on=technology`. */
export function read(params) {
  const profile = Object.fromEntries(SINGLE.map((name) => [name, (params.get(name) ?? "").trim()]));
  const said = [...params].filter(([name]) => name.startsWith(OPTION_FIELD));
  for (const state of Object.keys(STATES)) {
    const fields = said.filter(([, value]) => value === state).map(([name]) => name.slice(OPTION_FIELD.length));
    profile[state] = [...new Set([...params.getAll(state), ...fields])].filter(Boolean);
  }
  return profile;
}

/** Whether a profile says anything. */
export const said = (profile) => Object.values(profile).some((value) => value.length > 0);

/** The profile of what is played alone, whatever the results are narrowed by. */
export function withoutFacets(profile) {
  return { ...profile, ...Object.fromEntries(FACETS.map(({ name }) => [name, ""])) };
}

/** The profile as the query of a link, behind `more`; what is not said is left out. */
export function query(profile, more = {}) {
  const pairs = [...Object.entries(more), ...SINGLE.map((name) => [name, profile[name]])];
  for (const state of Object.keys(STATES)) pairs.push(...profile[state].map((option) => [state, option]));
  return new URLSearchParams(pairs.filter(([, value]) => value)).toString();
}

/** `on`, `off`, or `unsaid`. */
export function state(profile, option) {
  return Object.keys(STATES).find((each) => profile[each].includes(option)) ?? UNSAID;
}

/** The printing of a game that is played; empty where the profile does not say which. */
export function printingOf(profile, game = profile.game) {
  return profile.game === game && profile.printing !== ANY_PRINTING ? profile.printing : "";
}

/** The profile without what is not known here, and a line for each value that was left out, as kb/web/profile.py tells it. */
export function known(profile, choices) {
  const lines = [];
  const fits = (what, among, value) => {
    if (!value || among.includes(value)) return true;
    lines.push(fill(TEXTS.not_known, what, [...value].slice(0, LONGEST_REPEATED).join("")));
    return false;
  };
  const one = (name, what, among) => (fits(what, among, profile[name]) ? profile[name] : "");
  const game = one("game", "edition", Object.keys(choices.games));
  const printing = one("printing", "printing", choices.printings[game] ?? []);
  const facets = FACETS.map(({ name }) => [name, one(name, name, Object.keys(choices.facets[name]))]);
  const options = Object.keys(STATES).map((state) => [state, profile[state].filter((option) => fits("option", Object.keys(choices.options), option))]);
  return { profile: { ...profile, game, printing, ...Object.fromEntries([...facets, ...options]) }, lines };
}

/** The profile as a line for readers; empty if nothing is said. */
export function words(profile, choices) {
  const titles = (options) => options.map((id) => choices.options[id]).join(", ");
  return [
    choices.games[profile.game], profile.printing && fill(TEXTS.printing, profile.printing),
    ...FACETS.map(({ name }) => choices.facets[name][profile[name]]),
    ...Object.entries(STATES).map(([name, told]) => profile[name].length && `${told}: ${titles(profile[name])}`),
  ].filter(Boolean).join(TEXTS.between);
}

/** The rulings that have the chosen values of facets, those in force before those that are not. */
export function ordered(ids, profile, choices) {
  const missing = (id) => choices.rulings[id][1].some((option) => profile.off.includes(option));
  const fits = (id) => FACETS.every(({ name }) => !profile[name] || choices.rulings[id][2][name].includes(profile[name]));
  const kept = ids.filter(fits);
  return [...kept.filter((id) => !missing(id)), ...kept.filter(missing)];
}

const ESCAPED = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&#34;", "'": "&#39;" };
const escape = (text) => text.replace(/[&<>"']/g, (char) => ESCAPED[char]);

/** Rendered cards with the notes shown that the profile calls for, and the profile put where it belongs. */
export function appliedTo(html, profile, choices) {
  const notes = Object.keys(choices.options).map((option) => fill(OPTION_NOTE, state(profile, option), option));
  for (const game of Object.keys(choices.games)) notes.push(fill(PRINTING_NOTE, game, printingOf(profile, game)));
  const shown = notes.reduce((told, note) => told.replaceAll(fill(HIDDEN_NOTE, note), () => fill(SHOWN_NOTE, note)), html);
  const link = query(profile);
  return shown.replaceAll(PROFILE_IN_LINK, () => (link ? `?${escape(link)}` : ""));
}
