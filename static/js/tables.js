// Tables that fit lose their scroll box, so that their header sticks to the window; explanations
// in `title` are also shown on keyboard focus. Everything here is an addition: tables are read,
// sorted and explained without it.
(() => {
  "use strict";

  function fit(box) {
    box.classList.remove("fits");
    const fits = box.scrollWidth <= box.clientWidth + 1;
    box.classList.toggle("fits", fits);
    if (fits) box.removeAttribute("tabindex");
    else box.tabIndex = 0;
  }

  function watchBoxes() {
    // What is around a box is watched: fitting changes the size of the box itself.
    document.querySelectorAll(".table-scroll").forEach((box) => {
      fit(box);
      new ResizeObserver(() => fit(box)).observe(box.parentElement);
    });
  }

  function makeTip() {
    const tip = document.createElement("div");
    tip.className = "tip";
    tip.hidden = true;
    tip.setAttribute("aria-hidden", "true"); // read out by aria-describedby already
    document.body.append(tip);
    return tip;
  }

  function place(tip, target) {
    const at = target.getBoundingClientRect();
    const left = Math.min(Math.max(8, at.left), window.innerWidth - tip.offsetWidth - 8);
    const below = at.bottom + 6 + tip.offsetHeight < window.innerHeight;
    tip.style.left = `${left}px`;
    tip.style.top = `${below ? at.bottom + 6 : at.top - tip.offsetHeight - 6}px`;
  }

  function connectTips() {
    const tip = makeTip();
    const hide = () => {
      tip.hidden = true;
    };
    const show = (event) => {
      const target = event.target.closest?.(".grid [title], .grid [data-tip]");
      if (!target) return hide();
      if (target.title) {
        target.dataset.tip = target.title; // or the browser would show it a second time
        target.removeAttribute("title");
      }
      tip.textContent = target.dataset.tip;
      tip.hidden = false;
      place(tip, target);
    };
    document.addEventListener("pointerover", show);
    document.addEventListener("focusin", show);
    document.addEventListener("focusout", hide);
    document.addEventListener("scroll", hide, { capture: true, passive: true });
    document.addEventListener("keydown", (event) => event.key === "Escape" && hide());
  }

  watchBoxes();
  connectTips();
})();
