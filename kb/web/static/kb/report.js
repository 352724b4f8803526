/** Adds to the report that something is wrong what only the page on the screen knows: what was asked, and the board. */

import { CUT, LONGEST_ADDRESS, LONGEST_FACT } from "./shared.js";

const STEP = 20;
const report = document.querySelector(".report");
const area = report.querySelector("textarea");
const link = report.querySelector("a");
const begin = link?.href.slice(0, link.href.indexOf("&body=") + "&body=".length);
const isAsked = (line) => /^(?:Edition|Question): /.test(line);
const made = area.value.split("\n").filter((line) => !isAsked(line));
const asked = area.value.split("\n").filter(isAsked);

/** A fact as kb/text/report.py writes it. */
function fact(name, value) {
  const line = value.replace(/[\p{C}\p{Z}]/gu, " ").trim().replace(/ +/g, " ");
  return line ? [`${name}: ${line.length > LONGEST_FACT ? `${line.slice(0, LONGEST_FACT)} …` : line}`] : [];
}

/** What is asked now: on the judge's page, by the board, or on the judge's page that led here. */
function now() {
  const form = document.getElementById("ask");
  if (form?.elements.game) return [...fact("Edition", form.elements.game.value), ...fact("Question", form.elements.q.value)];
  if (document.getElementById("asking")) return location.hash.length > 1 ? [`Board: ${location.hash}`] : [];
  const from = document.referrer ? new URL(document.referrer) : location;
  const question = from.origin === location.origin && /\/judge\/?$/.test(from.pathname) && from.searchParams.get("q");
  return question ? fact("Question", question) : asked;
}

/** The address with as much of the text as fits. */
function address(text) {
  let [body, end] = [text, ""];
  while (body && begin.length + encodeURIComponent(body + end).length > LONGEST_ADDRESS) {
    [body, end] = [body.slice(0, -STEP).replace(/[\uD800-\uDBFF]$/, ""), CUT];
  }
  return begin + encodeURIComponent(body + end);
}

function fill() {
  area.value = [...made, ...now()].join("\n");
  if (link) link.href = address(area.value);
}

for (const when of ["toggle", "focusin", "pointerdown"]) report.addEventListener(when, fill);
if (report.open) fill(); // it was opened before this file was there
