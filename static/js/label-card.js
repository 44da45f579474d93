// The card on the screen: shows an item and reads what was entered beside it. Texts of strangers
// are only ever set as text.

export class CardView {
  // words: what each decision is called on this screen
  constructor(root, words) {
    this.words = words;
    this.form = root.querySelector("[data-card]");
    this.nothing = root.querySelector("[data-nothing-left]");
    this.announcement = root.querySelector("[data-announcement]");
    this.part = (name) => this.form.querySelector(`[data-${name}]`);
  }

  show(card, word) {
    this.form.hidden = false;
    this.nothing.hidden = true;
    const { question, evidence, answer } = card.item;
    this.part("question").textContent = question;
    this.part("answer").textContent = answer;
    this.part("answer-part").hidden = !answer; // a review of tasks has none
    this.part("evidence").replaceChildren(...passages(evidence));
    this.part("evidence").scrollTop = 0;
    const entered = card.entered || card.label || card.draft || {};
    this.part("comment").value = entered.comment || "";
    this.part("flag").checked = Boolean(entered.flag);
    this.press(card);
    this.hideReveal();
    this.focus();
    this.announce(`${word}Question: ${question}`);
  }

  press(card) {
    for (const button of this.form.querySelectorAll("[aria-pressed]")) {
      button.setAttribute("aria-pressed", String(button.value === card.label?.decision));
    }
    this.part("decided").textContent = this.decidedText(card.label);
  }

  decidedText(label) {
    if (!label?.decision) return "";
    const reason = label.reason ? `, ${label.reason}` : "";
    const stale = label.is_stale ? "; the item has changed since, so decide again" : "";
    return `You decided: ${this.words[label.decision]}${reason}${stale}.`;
  }

  showNothing(heading, text) {
    this.form.hidden = true;
    this.nothing.hidden = false;
    const title = this.nothing.querySelector("[data-nothing-heading]");
    title.textContent = heading;
    this.nothing.querySelector("[data-nothing-text]").textContent = text;
    title.focus({ preventScroll: true });
    this.announce(`${heading} ${text}`);
  }

  focus() {
    this.part("heading").focus({ preventScroll: true });
    if (this.form.getBoundingClientRect().top < 0) this.form.scrollIntoView({ block: "start" });
  }

  announce(text) {
    this.announcement.textContent = text;
  }

  hideReveal() {
    if (!this.part("reveal")) return;
    this.part("reveal").open = false;
    this.part("revealed").textContent = "";
  }

  get entered() {
    return { comment: this.part("comment").value.trim(), flag: this.part("flag").checked };
  }

  toggleFlag() {
    const box = this.part("flag");
    box.checked = !box.checked;
    this.announce(box.checked ? "Flagged." : "Not flagged.");
  }
}

function passages(evidence) {
  if (!evidence.length) return [element("p", "This item has no evidence to show.", "soft")];
  return evidence.map(({ title, text }) => {
    const passage = element("article", "", "passage");
    if (title) passage.append(element("h3", title));
    passage.append(element("p", text));
    return passage;
  });
}

function element(name, text, css = "") {
  const made = document.createElement(name);
  made.textContent = text;
  if (css) made.className = css;
  return made;
}
