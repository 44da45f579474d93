// Decisions on their way to the server. Each is kept in localStorage under the audit and the
// person until the server has it, so that neither a lost connection nor an expired log-in nor a
// closed window costs an answer. Two tabs keep apart: each decision has a key of its own.

const FIRST_PAUSE = 1000;
const LONGEST_PAUSE = 15000;

export class Queue {
  // send(entry) gives an outcome of label-server.js; on(event, entry, body) is told what happens.
  constructor(name, send, on) {
    this.prefix = `label-queue:${name}:`;
    this.send = send;
    this.on = on;
    this.sending = null;
    this.pause = FIRST_PAUSE;
    this.unstorable = new Map(); // where storage is switched off or full
    window.addEventListener("online", () => this.drain());
  }

  entries() {
    const found = [...this.unstorable.values()];
    for (let index = 0; index < localStorage.length; index += 1) {
      const key = localStorage.key(index);
      if (key.startsWith(this.prefix)) found.push({ ...JSON.parse(localStorage.getItem(key)), key });
    }
    return found.sort((one, other) => one.at - other.at);
  }

  entryOf(item) {
    return this.entries().findLast((entry) => entry.item === item);
  }

  keep(entry) {
    try {
      localStorage.setItem(entry.key, JSON.stringify(entry));
    } catch {
      this.unstorable.set(entry.key, entry);
    }
  }

  drop(entry) {
    localStorage.removeItem(entry.key);
    this.unstorable.delete(entry.key);
  }

  // A later decision on the same item takes the place of one that has not left yet.
  push(entry) {
    this.takeBack(entry.item);
    const at = Date.now();
    const key = `${this.prefix}${at}:${Math.random().toString(36).slice(2)}`;
    this.keep({ ...entry, at, key });
    this.drain();
  }

  // True where the decision had not left yet and is gone now.
  takeBack(item) {
    const waiting = this.entries().filter((entry) => entry.item === item && entry.key !== this.sending);
    waiting.forEach((entry) => this.drop(entry));
    return waiting.length > 0;
  }

  async drain() {
    if (this.sending) return;
    clearTimeout(this.timer);
    for (let entry = this.entries()[0]; entry; entry = this.entries()[0]) {
      this.sending = entry.key;
      this.on("sending", entry);
      const outcome = await this.send(entry);
      this.sending = null;
      if (outcome.kind === "offline" || outcome.kind === "login") return this.wait(outcome.kind, entry);
      this.pause = FIRST_PAUSE;
      this.drop(entry);
      if (outcome.kind === "ok") this.follow(entry.item, outcome.body.version);
      this.on(outcome.kind, entry, outcome.body || outcome);
    }
    return this.on("empty");
  }

  // What was decided again meanwhile builds upon the version just stored.
  follow(item, version) {
    for (const entry of this.entries()) {
      if (entry.item === item) this.keep({ ...entry, version });
    }
  }

  wait(kind, entry) {
    this.timer = setTimeout(() => this.drain(), this.pause);
    this.on(kind, entry, { pause: this.pause });
    this.pause = Math.min(this.pause * 2, LONGEST_PAUSE);
  }
}
