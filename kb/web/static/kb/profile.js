/**
 * An event's profile without network: what kb/web/profile.py does, on the choices of the kept build.
 *
 * A profile is {event, game, printing, phase, on: [option], off: [option]}; choices are {games, options,
 * phases: id -> title, rulings: id -> [game, options, phases]}.
 */

const SINGLE = ["event", "game", "printing", "phase"];
const OPTION = "option.";
/** what Python takes for a space, and what it does not print */
const SPACES = /[\t-\r\x1c-\x20\x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+/;
const UNPRINTED = /(?! )[\p{C}\p{Z}]/gu;

/** The profile of a query or of a form's fields; `option.technology=on` is another way of saying `on=technology`. */
export function read(params) {
  const profile = Object.fromEntries(SINGLE.map((name) => [name, (params.get(name) ?? "").trim()]));
  profile.event = (params.get("event") ?? "").split(SPACES).filter(Boolean).join(" ").replace(UNPRINTED, "");
  const said = [...params].filter(([name]) => name.startsWith(OPTION));
  for (const state of ["on", "off"]) {
    const fields = said.filter(([, value]) => value === state).map(([name]) => name.slice(OPTION.length));
    profile[state] = [...new Set([...params.getAll(state), ...fields])].filter(Boolean);
  }
  return profile;
}

/** Whether a profile says anything. */
export const said = (profile) => Object.values(profile).some((value) => value.length > 0);

/** The profile as the query of a link, behind `more`; what is not said is left out. */
export function query(profile, more = {}) {
  const pairs = [...Object.entries(more), ...SINGLE.map((name) => [name, profile[name]])];
  for (const state of ["on", "off"]) pairs.push(...profile[state].map((option) => [state, option]));
  return new URLSearchParams(pairs.filter(([, value]) => value)).toString();
}

/** `on`, `off`, or `unsaid`. */
export function state(profile, option) {
  return ["on", "off"].find((each) => profile[each].includes(option)) ?? "unsaid";
}

/** The profile as a line for readers; empty if nothing is said. */
export function words(profile, choices) {
  const listed = (head, options) => options.length && `${head}: ${options.map((id) => choices.options[id]).join(", ")}`;
  return [
    profile.event, choices.games[profile.game], profile.printing && `${profile.printing} printing`,
    choices.phases[profile.phase], listed("in force", profile.on), listed("not in force", profile.off),
  ].filter(Boolean).join(" · ");
}

/** Rulings as the profile wants them: only those of the phase, those in force before those that are not. */
export function arranged(ids, profile, choices) {
  const missing = (id) => choices.rulings[id][1].some((option) => profile.off.includes(option));
  const kept = ids.filter((id) => !profile.phase || choices.rulings[id][2].includes(profile.phase));
  return [...kept.filter((id) => !missing(id)), ...kept.filter(missing)];
}

const ESCAPED = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&#34;", "'": "&#39;" };
const escape = (text) => text.replace(/[&<>"']/g, (char) => ESCAPED[char]);

/** Rendered cards or a slip with the notes that the profile calls for shown, and the profile put where it belongs. */
export function dressed(html, profile, choices) {
  const notes = Object.keys(choices.options).map((option) => `${state(profile, option)}:${option}`);
  const shown = [...notes, `printing:${profile.printing}`].reduce(
    (told, note) => told.replaceAll(` hidden data-note="${note}"`, () => ` data-note="${note}"`), html);
  const link = query(profile);
  return shown.replaceAll("?@profile", () => (link ? `?${escape(link)}` : ""))
    .replaceAll("@profile@", () => escape(words(profile, choices) || "nothing said"));
}
