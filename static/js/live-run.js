// Keeps the progress of a running run current. Only numbers in their fixed places change; when
// the run is over a link offers the scores, so that nothing moves under the reader's eyes.
(() => {
  "use strict";
  const section = document.querySelector("[data-live-url]");
  const PAUSE = 1500;
  const LONGEST_PAUSE = 30000;
  let pause = PAUSE;

  const part = (name) => document.querySelector(`[data-live="${name}"]`);

  function write(name, text) {
    const place = part(name);
    if (place && place.textContent !== text) place.textContent = text;
  }

  function links(episodes) {
    return episodes.flatMap((episode) => {
      const link = document.createElement("a");
      link.href = episode.href;
      link.textContent = episode.task_id;
      return [link, " "];
    });
  }

  function show(state) {
    part("bar").value = state.done;
    for (const name of ["status", "reason", "done_text", "rate_text", "remaining_text"]) {
      write(name, state[name]);
    }
    part("status").className = `status status-${state.status}`;
    write("errors", state.errors.map(([name, count]) => `${name}: ${count}`).join(", ") || "none");
    const latest = part("latest");
    if (state.latest.length && !latest.contains(document.activeElement)) {
      latest.replaceChildren(...links(state.latest));
    }
    part("ended").hidden = !state.is_over;
  }

  async function poll() {
    try {
      const response = await fetch(section.dataset.liveUrl, { cache: "no-store" });
      if (!response.ok) throw new Error(response.statusText);
      const state = await response.json();
      show(state);
      if (state.is_over) return;
      pause = PAUSE;
    } catch {
      pause = Math.min(pause * 2, LONGEST_PAUSE); // the site is away; it is asked more seldom
    }
    setTimeout(poll, document.hidden ? LONGEST_PAUSE : pause);
  }

  setTimeout(poll, PAUSE);
})();
