// One reviewer's way through the cards: what was seen, what is on the screen, the one card ahead,
// and the decisions on their way to the server.
import { Queue } from "./label-queue.js";

const RETRY = 2000; // milliseconds
const NOTHING_ENTERED = { comment: "", flag: false };

export class Session {
  // on(event, ...) is told of "state", "stale", "progress" and "end"; see label.js.
  constructor(page, server, view, on) {
    Object.assign(this, { server, view, on });
    this.cards = page.past.map((id) => ({ id }));
    this.place = this.cards.length - 1;
    this.ahead = null;
    this.decided = [];
    this.queue = new Queue(`${page.audit}:${page.user}`, (entry) => this.send(entry), (...told) => this.told(...told));
    if (page.card) this.begin(page.card);
  }

  begin(card) {
    const place = this.cards.findIndex(({ id }) => id === card.item.id);
    this.place = place < 0 ? this.cards.length : place;
    this.cards[this.place] = loaded(card);
    const waiting = this.queue.entryOf(card.item.id);
    if (waiting) this.current.label = shownLabel(waiting.label);
    this.show();
  }

  get current() {
    return this.cards[this.place];
  }

  get inHand() {
    return this.cards.filter((card) => card.item && !card.label).map(({ id }) => id);
  }

  show(word = "") {
    this.view.show(this.current, word);
    if (!this.current.label) this.server.renew(this.current.id, true);
  }

  start() {
    this.queue.drain();
    if (!this.current || this.queue.entryOf(this.current.id)) this.forward();
    else this.fetchAhead();
  }

  decide(decision, reason = "") {
    const card = this.current;
    if (!card) return;
    const label = { decision, reason, ...this.view.entered };
    this.decided = this.decided.filter((id) => id !== card.id).concat(card.id);
    this.push(card, label);
    this.forward(`Decided: ${this.view.words[decision]}. `);
  }

  push(card, label) {
    card.label = label.decision === "cleared" ? null : shownLabel(label);
    card.entered = { comment: label.comment, flag: label.flag };
    this.queue.push({ item: card.id, version: card.version, label: { ...label, request_id: requestId() } });
  }

  // A decision that has not left yet is dropped; another one is taken back on the server.
  undo() {
    const id = this.decided.pop();
    const place = this.cards.findIndex((card) => card.id === id);
    if (place < 0) return this.view.announce("There is nothing to undo.");
    this.leave();
    this.place = place;
    const card = this.current;
    if (this.queue.takeBack(id)) card.label = card.stored;
    else this.push(card, { decision: "cleared", reason: "", ...(card.entered || NOTHING_ENTERED) });
    return this.show("Undone. ");
  }

  // A changed comment or flag of a decided card is a decision as well; otherwise it is a draft.
  leave() {
    const card = this.current;
    if (!card?.item) return;
    const { entered } = this.view;
    const before = card.entered || card.label || card.draft || NOTHING_ENTERED;
    if (entered.comment === (before.comment || "") && entered.flag === Boolean(before.flag)) return;
    if (card.label) this.push(card, { decision: card.label.decision, reason: card.label.reason, ...entered });
    else this.keepDraft();
  }

  keepDraft() {
    const card = this.current;
    if (!card?.item || card.label) return;
    card.entered = this.view.entered;
    this.server.draft(card.id, card.entered);
  }

  async goTo(place, word = "") {
    const card = this.cards[place];
    if (!card.item) {
      const outcome = await this.server.read(card.id);
      if (outcome.kind !== "ok") return this.on("state", outcome.kind, outcome);
      this.cards[place] = loaded(outcome.body);
      const waiting = this.queue.entryOf(card.id);
      if (waiting) this.cards[place].label = shownLabel(waiting.label);
    }
    this.place = place;
    return this.show(word);
  }

  back() {
    if (this.view.form.hidden && this.current) return this.show();
    if (this.place <= 0) return this.view.announce("This is your first card.");
    this.leave();
    return this.goTo(this.place - 1);
  }

  next() {
    if (this.place === this.cards.length - 1 && !this.current?.label) return this.view.announce("Decide or skip this card first.");
    this.leave();
    return this.forward();
  }

  // After a decision (with a word) on to what is undecided; otherwise to the card beside.
  forward(word = "") {
    const undecided = this.cards.findIndex((card, place) => place > this.place && card.item && !card.label);
    if (word && undecided >= 0) return this.goTo(undecided, word);
    if (!word && this.place < this.cards.length - 1) return this.goTo(this.place + 1);
    if (!this.ahead) return this.fetchAhead(word || " ");
    this.cards.push(this.ahead);
    this.ahead = null;
    this.place = this.cards.length - 1;
    this.show(word);
    return this.fetchAhead();
  }

  // With a word the reader waits for the card: it is shown as soon as it is there.
  async fetchAhead(word = "") {
    if (word) this.waitingWord = word;
    if (this.ahead || this.fetching || (this.queue.entries().length && !this.waitingWord)) return;
    if (this.queue.entries().length) return this.on("state", "fetching");
    this.fetching = true;
    const outcome = await this.server.claim(this.inHand);
    this.fetching = false;
    if (outcome.kind === "ok") return this.arrived(outcome.body.claimed);
    if (outcome.kind === "offline") setTimeout(() => this.fetchAhead(), RETRY);
    return this.waitingWord && this.on("state", outcome.kind, outcome);
  }

  arrived(claimed) {
    const isNeeded = this.waitingWord;
    if (!claimed && this.queue.entries().length) return undefined; // asked again once they are stored
    this.waitingWord = "";
    if (!claimed) return isNeeded && this.on("end");
    if (this.cards.some(({ id }) => id === claimed.item.id)) return undefined;
    this.ahead = loaded(claimed);
    return isNeeded && this.forward(isNeeded.trimStart());
  }

  // The last decision on its way brings the card ahead back with it, where there is room for one.
  async send(entry) {
    await null; // the next card is on the screen by now
    const isLast = this.queue.entries().at(-1)?.key === entry.key;
    const next = isLast && !this.ahead && !this.fetching && entry.label.decision !== "cleared";
    this.fetching ||= next;
    const asked = next ? { next, besides: this.inHand } : {};
    const outcome = await this.server.label(entry.item, { ...entry.label, ...asked, version: entry.version });
    if (next) this.fetching = false;
    return outcome;
  }

  told(event, entry, body) {
    const card = entry && this.cards.find(({ id }) => id === entry.item);
    if (event === "ok" && card) Object.assign(card, { version: body.version, stored: body.label && shownLabel(body.label) });
    if (event === "refused" && card) card.label = card.stored;
    if (event === "ok") this.on("progress", body);
    if (event === "ok" && body.next) this.arrived(body.next);
    if (event === "stale") this.on("stale", entry, body);
    this.on("state", event, body);
    if (event === "empty") this.fetchAhead();
  }

  // After both states were shown: the reader takes one.
  resolve(entry, body, takesMine) {
    const card = this.cards.find(({ id }) => id === entry.item) || { id: entry.item };
    card.version = body.version;
    card.label = card.stored = body.stored && shownLabel(body.stored);
    card.entered = null;
    if (takesMine) this.push(card, entry.label);
    if (card === this.current) this.view.press(card);
  }
}

function loaded(claimed) {
  return { ...claimed, id: claimed.item.id, stored: claimed.label };
}

function shownLabel({ decision, reason, comment, flag, is_stale: isStale }) {
  return decision === "cleared" ? null : { decision, reason, comment, flag, is_stale: Boolean(isStale) };
}

function requestId() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}
