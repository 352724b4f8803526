/** What the log keeps of a position that was asked. */

import { written } from "./ask_address.js";
import { verdictOf } from "./ask_answer.js";

/**
 * The action that was asked, the verdict, the official rulings that decide it, where it is no ruling's own case the engine's
 * rules, and the position as it stands in the address.
 */
export function askedOf(request, answer) {
  const act = answer.actions.find(({ legal }) => !legal) ?? answer.actions.at(-1);
  const because = act.reasons.length ? act.reasons : act.leaned_on;
  const decided = answer.decided?.length > 0;
  const rulings = decided ? answer.decided : because.flatMap((each) => each.rulings);
  const rules = decided ? [] : because.map(({ rule }) => `${request.game}/${rule}`);
  return { game: request.game, question: act.text, decision: verdictOf(answer).says, rulings, rules, position: written(request) };
}
