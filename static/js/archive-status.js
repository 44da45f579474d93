// Keeps the progress of an upload current, and shows its report as soon as there is one.
(() => {
  "use strict";
  const live = document.querySelector("[data-live]");
  if (!live) return;
  const FIRST_PAUSE = 500;
  const LONGEST_PAUSE = 5000;
  const words = live.querySelector("[data-live-status]");
  const bar = live.querySelector("[data-live-share]");

  function show(progress) {
    if (words.textContent !== progress.words) words.textContent = progress.words;
    words.className = `status status-${progress.status}`;
    bar.value = progress.share;
  }

  async function look(pause) {
    try {
      const answer = await fetch(live.dataset.live, { headers: { Accept: "application/json" } });
      if (answer.ok) {
        const progress = await answer.json();
        if (progress.is_over) {
          location.reload();
          return;
        }
        show(progress);
      }
    } catch {
      // The network is away; the next look may find it back.
    }
    setTimeout(look, pause, Math.min(pause * 1.2, LONGEST_PAUSE));
  }
  setTimeout(look, FIRST_PAUSE, FIRST_PAUSE);
})();
