// Shows the cells of an audit's design while it is being chosen. Without this script the button
// "Show the cells" does it.
(() => {
  "use strict";
  const form = document.querySelector("[data-design]");
  if (!form) return;
  const DECIDING = ["kind", "runs", "families", "judge", "size"];
  const PAUSE = 400; // milliseconds after the last change
  const place = form.querySelector("[data-cells]");
  let timer;
  let latest = 0;

  async function show() {
    const asked = ++latest;
    try {
      const response = await fetch(form.dataset.cellsUrl, { method: "POST", body: new FormData(form) });
      if (!response.ok || response.redirected) throw new Error(response.statusText);
      const html = await response.text();
      if (asked === latest) place.innerHTML = html; // our own template, escaped by it
    } catch {
      if (asked === latest) place.textContent = "The cells cannot be shown now; the button below the form tries again.";
    }
  }

  form.addEventListener("input", (event) => {
    if (!DECIDING.includes(event.target.name)) return;
    clearTimeout(timer);
    timer = setTimeout(show, PAUSE);
  });
})();
