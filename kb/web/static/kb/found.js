/** What was found without network, as nodes: what kb/web/templates/kb/found.html shows of what the server finds. */

import { withoutFacets } from "./profile.js";
import { FACETS, PART, PART_OPEN, TEXTS, fill } from "./shared.js";
import { pageAt } from "./served.js";

/**
 * The node of what was found. `told` is what `Kept.find` of offline.js gives; `asked` is the question, {text, profile,
 * limit, all, chosen, most}, with `address`, which gives the address of a profile with other parameters, and that below which scenarios are, `scenarios`.
 */
export function foundOf(told, asked) {
  const hints = told.hints.map((line) => paragraph(line, "hint"));
  const notes = Object.entries(told.notes).map(([kind, line]) => note(kind, line, { ...asked, short: told.short }));
  const also = "also" in told.notes ? [notes.pop()] : [];
  const question = told.question ? [paragraph(told.question, "asked")] : [];
  const why = told.why ? [paragraph(told.why, `why ${told.state}`)] : [];
  const found = made("div", { id: "found", className: told.state ?? "" });
  found.append(
    ...question, ...why, ...rules(told, asked), ...hints, ...notes, ...ways(told, asked), ...near(told, asked), ...cards(told, asked),
    ...more(told, asked), ...also);
  return found;
}

/** What rules and printed values say to the question. */
function rules({ rules, strong }, { scenarios }) {
  if (!rules.length) return [];
  const list = made("ul", { className: "rules", ariaLabel: TEXTS.rules });
  list.append(...rules.map((each) => {
    const { played } = each;
    const item = made("li");
    item.append(...statement(each));
    if (played) item.append(" ", made("a", { textContent: TEXTS.played, href: pageAt(`${scenarios}${played}`) }));
    return item;
  }));
  return strong ? [list] : [made("h2", { textContent: TEXTS.near_rules }), list];
}

/** Where the rule books tell of it. */
function near({ near }, { profile, address }) {
  if (!near.length) return [];
  const open = { ...withoutFacets(profile), game: "", printing: "" };
  const list = made("ul", { className: "near" });
  for (const [id, label] of near) {
    const item = made("li");
    item.append(made("a", { textContent: label, href: address(open, { q: `section:${id}` }) }));
    list.append(item);
  }
  return [made("h2", { textContent: TEXTS.near_sections }), list];
}

/** The cards, marked as the nearest where they do not answer; with the parts of the question that the first does not answer. */
function cards({ html, rest, parts, nearest }, asked) {
  const others = parts.map((part) => ofPart(part, asked));
  if (!html || !nearest) return [...parsed(html), ...others, ...parsed(rest)];
  const section = made("section", { className: "nearest" });
  section.append(made("h2", { textContent: TEXTS.nearest }), ...parsed(html), ...parsed(rest));
  return [...others, section];
}

/** What is known of a part of a question of several. */
function ofPart({ asked, html, rules }, { profile, all, chosen, address }) {
  const section = made("section", { className: "part" });
  section.append(paragraph(fill(PART, asked), "asked"), ...parsed(html));
  for (const each of rules) {
    const line = made("p", { className: "rules" });
    line.append(...statement(each));
    section.append(line);
  }
  if (!html && !rules.length) {
    const open = paragraph(`${PART_OPEN} `, "hint");
    open.append(made("a", { textContent: TEXTS.ask_part, href: address(profile, { q: asked, all, chosen }) }));
    section.append(open);
  }
  return section;
}

/** What a rule or printed value says, and where. */
function statement({ says, where, subject }) {
  return [made("span", { className: "says", textContent: says }), " ", made("span", { className: "meta", textContent: where, title: subject })];
}

/** How the question was understood, with the way to another choice of editions. */
function note(kind, line, { text: q, profile, short, address }) {
  const said = paragraph(line, `hint ${kind}`);
  const open = { ...profile, game: "", printing: "" };
  const every = [TEXTS.all_editions, address(open, { q, all: "1" })];
  const asQuestion = [TEXTS.as_the_question, address(open, { q, all: "0" })];
  const chosen = [asQuestion[0], address(profile, { q })];
  const instead = [fill(TEXTS.ask_of, short[profile.game]), address(profile, { q, chosen: "1" })];
  const turn = { only: every, all: asQuestion, ...(profile.game ? { chosen, instead } : {}) }[kind];
  if (turn) said.append(" ", made("a", { textContent: turn[0], href: turn[1] }));
  return said;
}

/** Where to go from nothing. */
function ways({ ids, told, named }, { text, profile, all, address }) {
  if (ids.length || !told) return [];
  const facets = FACETS.map(({ name, widen }) => [name, widen, {}, all]);
  const wider = [...facets, ["game", TEXTS.widen_game, { printing: "" }, "1"]];
  const keptTo = { ...profile, game: profile.game || named };
  return wider.filter(([name]) => keptTo[name]).map(([name, label, also, every]) => {
    return button(label, address({ ...profile, ...also, [name]: "" }, { q: text, all: every }));
  });
}

function more({ ids }, { text, profile, limit, all, chosen, most, address }) {
  const full = ids.length === limit && limit < most;
  const n = Math.min(most, 2 * limit);
  return full ? [button(TEXTS.more, address(profile, { q: text, all, chosen, n }))] : [];
}

/** A link that looks like a button, in a line of its own. */
function button(label, href) {
  const line = made("p");
  line.append(made("a", { className: "button", textContent: label, href }));
  return line;
}

export function paragraph(text, name) {
  return made("p", { textContent: text, className: name });
}

export function parsed(html) {
  return [...new DOMParser().parseFromString(html, "text/html").body.childNodes];
}

function made(tag, properties = {}) {
  return Object.assign(document.createElement(tag), properties);
}
