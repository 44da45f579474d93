// Asks for AMS under other parameters while sliders move, and writes it into the tables that are
// there. Without this script the numbers of the form and its button do the same.
(() => {
  "use strict";
  const form = document.querySelector("[data-sensitivity]");
  const PAUSE = 120; // milliseconds between two questions while a slider moves
  const CALM = 700; // milliseconds of rest before the result is read out
  const UNKNOWN = "\u2013";
  const numbers = [...form.querySelectorAll("input[type=number]")];
  const table = (key) => document.querySelector(`#${key} table`);
  let waiting = 0;
  let calm = 0;
  let asked = 0;
  let shown = 0;

  // Each number gets a range beside it, named after the same label.
  function addRange(number) {
    const range = document.createElement("input");
    Object.assign(range, { type: "range", min: number.min, max: number.max, step: number.step });
    range.value = number.value;
    range.setAttribute("aria-label", `${number.labels[0].textContent} (slider)`);
    range.addEventListener("input", () => moved(number, range.value));
    number.addEventListener("input", () => moved(number));
    number.before(range);
    number.parentElement.classList.add("has-range");
    number.range = range;
  }

  function moved(number, value = number.value) {
    if (number.value !== value) number.value = value;
    number.range.value = value;
    clearTimeout(calm);
    askIn(PAUSE);
  }

  function askIn(pause) {
    waiting ||= setTimeout(ask, pause);
  }

  // Only what differs from the published values stands in the URL.
  function changed() {
    const apart = numbers.filter(({ value, dataset }) => Number(value) !== Number(dataset.published));
    return apart.map(({ name, value }) => [name, value]);
  }

  function withValues(address, values) {
    const url = new URL(address);
    numbers.forEach(({ name }) => url.searchParams.delete(name));
    values.forEach(([name, value]) => url.searchParams.set(name, value));
    return url.href;
  }

  // In the address of the page, and in those that sort its tables.
  function keepInUrl(values) {
    history.replaceState(null, "", withValues(location, values));
    document.querySelectorAll(".sensitivity-results thead a").forEach((link) => {
      link.href = withValues(link.href, values);
    });
  }

  async function ask() {
    clearTimeout(waiting);
    waiting = 0;
    const mine = ++asked;
    const values = changed();
    try {
      const response = await fetch(withValues(new URL(form.dataset.sensitivity, location), values));
      const state = await response.json();
      if (mine < shown) return; // the answer to a later question came before
      shown = mine;
      answered(response, state, values);
    } catch {
      say("The site does not answer; the tables show its last answer.");
    }
  }

  function answered(response, state, values) {
    if (response.status === 429) {
      askIn(1000 * Number(response.headers.get("Retry-After") || 1));
      say("Too many questions at once; the tables follow in a moment.");
      return;
    }
    complain(state.problems || []);
    if (response.ok) {
      form.querySelector("[data-cannot]")?.remove();
      keepInUrl(values);
      show(state);
    } else {
      say(`${state.detail} The tables show the last answer.`);
    }
  }

  function complain(problems) {
    const byName = new Map(problems.map((problem) => [problem.field, problem.message]));
    for (const number of numbers) {
      const text = byName.get(number.name) || "";
      if (text) number.setAttribute("aria-invalid", "true");
      else number.removeAttribute("aria-invalid");
      number.parentElement.querySelector("[data-problem]").textContent = text;
    }
  }

  function say(text) {
    clearTimeout(calm);
    calm = setTimeout(() => {
      form.querySelector("[data-said]").textContent = text;
    }, CALM);
  }

  const score = (value) => value.toFixed(3);
  const of = (count, all) => `${count}\u00a0/\u00a0${all}`;
  const shift = (by) => (by ? `${by > 0 ? "down" : "up"} ${Math.abs(by)}` : "same");
  const correlation = (value) => (value < 0 ? "\u2212" : "") + Math.abs(value).toFixed(3);

  function show(state) {
    showChanges(state.changes);
    showOrders(state.rows);
    showMoved(state.moved);
    const refused = document.querySelector("[data-refused]");
    refused.hidden = !state.refused.length;
    refused.textContent = state.refused.length
      ? `No calibration can be made under these parameters: ${state.refused.join(" ")}`
      : "";
    if (state.changes) say(sentence(state.changes));
  }

  function sentence({ moved, tasks, changed: places, configurations, kept, top, spearman }) {
    const agreement = spearman.value === null ? "" : `, Spearman ${correlation(spearman.value)}`;
    return (
      `${moved} of ${tasks} tasks move, ${places} of ${configurations} places change, ` +
      `${kept} of the first ${top} stay${agreement}.`
    );
  }

  function showChanges(changes) {
    const texts = changes && {
      moved: of(changes.moved, changes.tasks),
      changed: of(changes.changed, changes.configurations),
      kept: of(changes.kept, changes.top),
      spearman: changes.spearman.value === null ? UNKNOWN : correlation(changes.spearman.value),
      largest_shift: changes.largest_shift.value ?? UNKNOWN,
    };
    for (const name of ["moved", "changed", "kept", "spearman", "largest_shift"]) {
      document.getElementById(`changes-${name}`).cells[1].textContent = texts ? texts[name] : UNKNOWN;
    }
  }

  // Rows keep their elements, so that a link that has the focus keeps it; they change places only
  // where the reader has them sorted by place.
  function showOrders(rows) {
    const shown = table("orders");
    const body = shown.tBodies[0];
    const ofKey = new Map([...body.rows].map((row) => [row.cells[0].textContent.trim(), row]));
    for (const { key, now, shift: by } of rows) {
      const { cells } = ofKey.get(key);
      cells[1].textContent = now ? now.place : UNKNOWN;
      cells[2].textContent = now ? shift(by) : UNKNOWN;
      cells[2].classList.toggle("is-changed", Boolean(by));
      cells[3].textContent = now ? score(now.ams) : UNKNOWN;
    }
    const sorted = shown.querySelector("th[aria-sort]");
    if (sorted?.cellIndex === 1 && sorted.ariaSort === "ascending") {
      reorder(body, rows.map(({ key }) => ofKey.get(key)));
    }
  }

  function reorder(body, rows) {
    rows.forEach((row, place) => {
      if (body.rows[place] !== row) body.insertBefore(row, body.rows[place] || null);
    });
  }

  function showMoved(tasks) {
    const body = table("moved").tBodies[0];
    const columns = table("moved").tHead.rows[0].cells.length;
    body.replaceChildren(...(tasks.length ? tasks.map(movedRow) : [emptyRow(columns)]));
  }

  function movedRow(task) {
    const row = document.createElement("tr");
    const head = document.createElement("th");
    head.scope = "row";
    head.className = "kind-text";
    const link = document.createElement("a");
    link.href = `${form.dataset.bundle}tasks/${encodeURIComponent(task.task_id)}/`;
    link.textContent = task.task_id;
    head.append(link);
    row.append(head);
    const efforts = [task.published_effort, task.effort].map(score);
    for (const [text, css] of [
      [task.published, "kind-text"],
      [task.stratum, "kind-text"],
      ...efforts.map((text) => [text, "num kind-number"]),
    ]) {
      const cell = row.insertCell();
      cell.className = css;
      cell.textContent = text;
    }
    return row;
  }

  function emptyRow(columns) {
    const row = document.createElement("tr");
    row.className = "is-empty";
    const cell = row.insertCell();
    cell.colSpan = columns;
    cell.textContent = "Every task is in the stratum that is published.";
    return row;
  }

  numbers.forEach(addRange);
  form.querySelector("[data-show]").remove(); // everything is shown at once
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    ask();
  });
  form.querySelector("[data-reset]").addEventListener("click", (event) => {
    event.preventDefault();
    numbers.forEach((number) => {
      number.value = number.range.value = number.dataset.published;
    });
    ask();
  });
})();
