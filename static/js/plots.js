// Draws the figures of a page when they come into view: Plotly is loaded then, from this site.
// A figure's numbers stand in the table beside it, so that nothing is lost without this script.
(() => {
  "use strict";
  const holders = document.querySelectorAll("[data-figure]");
  let library = null;

  function plotly(source) {
    library ??= new Promise((resolve, reject) => {
      const script = document.createElement("script");
      script.src = source;
      script.onload = () => resolve(window.Plotly);
      script.onerror = () => reject(new Error("The drawing library could not be loaded."));
      document.head.append(script);
    });
    return library;
  }

  // "var(--series-1)" or "var(--series-1) 0.2" -> the colour in the theme of the reader.
  const probe = document.createElement("span");
  probe.hidden = true;
  document.body.append(probe);

  function colour(text) {
    const [, name, opacity] = text.match(/^var\((--[a-z0-9-]+)\)(?: ([\d.]+))?$/) || [];
    if (!name) return text;
    probe.style.color = `var(${name})`;
    const rgb = getComputedStyle(probe).color;
    return opacity ? rgb.replace("rgb(", "rgba(").replace(")", `, ${opacity})`) : rgb;
  }

  function themed(value) {
    if (typeof value === "string") return colour(value);
    if (Array.isArray(value)) return value.map(themed);
    if (value && typeof value === "object") {
      return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, themed(part)]));
    }
    return value;
  }

  function axis(given) {
    const own = {
      gridcolor: "var(--line)",
      linecolor: "var(--line-strong)",
      zerolinecolor: "var(--line)",
      automargin: true,
      fixedrange: true,
    };
    const title = given?.title && { ...given.title, font: { size: 13, ...given.title.font } };
    return { ...own, ...given, ...(title && { title }) };
  }

  function layout(given) {
    const family = getComputedStyle(document.body).fontFamily;
    return themed({
      paper_bgcolor: "rgba(0,0,0,0)",
      plot_bgcolor: "rgba(0,0,0,0)",
      font: { family, size: 13, color: "var(--ink)" },
      margin: { l: 8, r: 8, t: 8, b: 8, pad: 0 },
      hoverlabel: { bgcolor: "var(--ink)", font: { color: "var(--paper)", family, size: 13 } },
      ...given,
      xaxis: axis(given.xaxis),
      yaxis: axis(given.yaxis),
    });
  }

  async function draw(holder) {
    const spec = JSON.parse(document.getElementById(holder.dataset.figure).textContent);
    const wait = holder.querySelector(".plot-wait");
    try {
      const library = await plotly(holder.dataset.library);
      wait?.remove();
      const options = { displayModeBar: false, responsive: true };
      await library.react(holder, themed(spec.data), layout(spec.layout), options);
      holder.dataset.drawn = "yes";
    } catch (error) {
      if (wait) wait.textContent = `${error.message} The numbers are in the table.`;
    }
  }

  const seen = new IntersectionObserver(
    (entries) =>
      entries
        .filter((entry) => entry.isIntersecting)
        .forEach((entry) => {
          seen.unobserve(entry.target);
          draw(entry.target);
        }),
    { rootMargin: "300px" },
  );
  holders.forEach((holder) => seen.observe(holder));

  const redraw = () => document.querySelectorAll("[data-drawn]").forEach(draw);
  document.addEventListener("themechange", redraw);
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", redraw);
})();
