/** The button that prints a slip. */

const print = document.getElementById("print");
print.hidden = false;
print.addEventListener("click", () => window.print());
