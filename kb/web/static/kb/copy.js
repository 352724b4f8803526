/** The buttons that copy the text of an area; where a browser does not let them, the text is there to be marked. */

import { TEXTS } from "./shared.js";

for (const button of document.querySelectorAll("button[data-copies]")) {
  const area = document.getElementById(button.dataset.copies);
  button.hidden = !navigator.clipboard;
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(area.value);
    button.nextElementSibling.textContent = TEXTS.text_copied;
  });
}
