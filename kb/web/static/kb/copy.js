/** Buttons that copy: the text of an area with the address of its page, or the address of this page alone. */

import { TEXTS } from "./shared.js";

for (const button of document.querySelectorAll("button[data-copies]")) {
  const { copies, link } = button.dataset;
  button.hidden = !navigator.clipboard;
  button.addEventListener("click", async () => {
    const parts = [document.getElementById(copies)?.value, link && new URL(link, location.href).href];
    await navigator.clipboard.writeText(parts.filter(Boolean).join("\n") || location.href);
    button.nextElementSibling.textContent = TEXTS.copied;
  });
}
