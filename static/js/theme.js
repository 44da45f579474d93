// Light, dark or as the system says. Loaded in the head, before the first paint, so that a
// stored choice never flashes the other one.
(() => {
  "use strict";
  const CHOICES = ["system", "light", "dark"];
  const root = document.documentElement;

  function stored() {
    try {
      const choice = localStorage.getItem("theme");
      return CHOICES.includes(choice) ? choice : "system";
    } catch {
      return "system"; // storage is switched off
    }
  }

  function apply(choice) {
    if (choice === "system") delete root.dataset.theme;
    else root.dataset.theme = choice;
  }

  function store(choice) {
    try {
      localStorage.setItem("theme", choice);
    } catch {
      // The choice then lasts as long as the page.
    }
  }

  function connect(button) {
    let choice = stored();
    const show = () => {
      button.textContent = `Theme: ${choice}`;
    };
    button.addEventListener("click", () => {
      choice = CHOICES[(CHOICES.indexOf(choice) + 1) % CHOICES.length];
      store(choice);
      apply(choice);
      show();
      document.dispatchEvent(new CustomEvent("themechange"));
    });
    button.dataset.ready = "yes";
    show();
  }

  apply(stored());
  document.addEventListener("DOMContentLoaded", () => {
    document.querySelectorAll("[data-theme-button]").forEach(connect);
  });
})();
