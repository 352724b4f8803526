// Puts a scenario and its contrasts behind tabs, so that one tap flips the decisive fact.
// Without this script they stand one below the other.

for (const scenario of document.querySelectorAll("[data-flip]")) {
  const cases = [...scenario.querySelectorAll(":scope > [data-tab]")];
  if (cases.length > 1) flip(scenario, cases);
}

// on a wide screen there is room for the pictures at once
if (matchMedia("(min-width: 60rem)").matches) document.getElementById("proof")?.parentElement.setAttribute("open", "");

function flip(scenario, cases) {
  const list = document.createElement("div");
  list.className = "tabs";
  list.setAttribute("role", "tablist");
  list.setAttribute("aria-label", "As it is, or with one fact changed");
  const tabs = cases.map((panel) => tab(panel));
  list.append(...tabs);
  cases[0].before(list);
  scenario.classList.add("flips");

  const choose = (chosen) => {
    tabs.forEach((each, place) => {
      const on = each === chosen;
      each.setAttribute("aria-selected", String(on));
      each.tabIndex = on ? 0 : -1;
      cases[place].hidden = !on;
    });
  };
  list.addEventListener("click", (event) => {
    const chosen = event.target.closest("[role=tab]");
    if (chosen) choose(chosen);
  });
  list.addEventListener("keydown", (event) => {
    const from = tabs.indexOf(event.target);
    const steps = { ArrowRight: from + 1, ArrowDown: from + 1, ArrowLeft: from - 1, ArrowUp: from - 1, Home: 0, End: -1 };
    if (!(event.key in steps)) return;
    event.preventDefault();
    const next = tabs.at(steps[event.key] % tabs.length);
    choose(next);
    next.focus();
  });
  choose(tabs[Math.max(0, cases.findIndex((each) => `#${each.id}` === location.hash))]);
}

function tab(panel) {
  const made = document.createElement("button");
  made.type = "button";
  made.id = `${panel.id}-tab`;
  made.textContent = panel.dataset.tab;
  made.setAttribute("role", "tab");
  made.setAttribute("aria-controls", panel.id);
  panel.setAttribute("role", "tabpanel");
  panel.setAttribute("aria-labelledby", made.id);
  panel.tabIndex = 0;
  return made;
}
