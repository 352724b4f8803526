/** Asks the server's engine. */

/** The answer to a request, both plain values; what cannot be asked has `errors`. Rejected where nobody answers. */
export async function ask(request) {
  const home = document.getElementById("asking").dataset.answer;
  const answer = await fetch(home, { method: "POST", body: JSON.stringify(request), headers: { "content-type": "application/json" } });
  if (!answer.headers.get("content-type")?.startsWith("application/json")) throw new Error(`the server answered ${answer.status}`);
  return answer.json();
}
