/** The whole question in the address, behind the `#`: compact JSON in URL-safe base64, as kb/web/pages/ask.py writes it. */

/** A request as it stands in the address. */
export function written(request) {
  const bytes = new TextEncoder().encode(JSON.stringify(request));
  return btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** The request of an address's part behind the `#`; null for none, or one that cannot be read. */
export function read(hash) {
  try {
    const text = atob(hash.replace(/^#/, "").replaceAll("-", "+").replaceAll("_", "/"));
    const request = JSON.parse(new TextDecoder().decode(Uint8Array.from(text, (each) => each.codePointAt(0))));
    return request && typeof request.game === "string" ? request : null;
  } catch {
    return null;
  }
}

let last = "";

/**
 * Puts a request into the address. Going back leads to what was asked before; of changes of the same thing one after
 * another (`what`: the same units of the same space) only the last is kept.
 */
export function remember(request, what = "") {
  const how = what && what === last ? "replaceState" : "pushState";
  last = what;
  history[how](null, "", `#${written(request)}`);
}
