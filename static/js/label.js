// The labelling screen: keys, buttons and dialogs lead to the session; what becomes of a decision
// is shown in a line of its own, so that nothing on the card moves. Without this script the card
// is a plain form.
import { CardView } from "./label-card.js";
import { connectKeyEditor } from "./label-key-editor.js";
import { Keys, isTyping, keyOf } from "./label-keys.js";
import { Server } from "./label-server.js";
import { Session } from "./label-session.js";

const BEAT = 15000; // milliseconds between signs of life
const DRAFT_PAUSE = 800;
const FRESH = 10000; // how long counts of others' work are good enough

const page = JSON.parse(document.getElementById("label-page").textContent);
const root = document.querySelector("[data-labelling]");
const part = (name) => root.querySelector(`[data-${name}]`);
const server = new Server(page);
const view = new CardView(root, page.words);
const keys = new Keys();
const session = new Session(page, server, view, (event, ...told) => listeners[event](...told));
let saved = false;
let refreshedAt = Date.now();

const listeners = { state: showState, stale: askWhichCounts, progress: showProgress, end: showEnd };

function counted(count, word) {
  return `${count} ${word}${count === 1 ? "" : "s"}`;
}

function showState(kind, body = {}) {
  const waiting = counted(session.queue.entries().length, "decision");
  const link = document.createElement("a");
  link.href = page.urls.login;
  link.textContent = "Log in and go on";
  const texts = {
    empty: [saved ? "Saved." : ""],
    offline: [`No connection. ${waiting} kept on this device; trying again by itself.`],
    login: [`You are logged out. ${waiting} kept on this device. `, link],
    refused: [`Not taken: ${body.text}`],
    fetching: ["The next card comes when your decision is stored."],
  };
  saved ||= kind === "ok";
  root.dataset.waiting = session.queue.entries().length;
  if (!texts[kind]) return;
  const line = part("state");
  if (line.dataset.kind === kind && line.textContent === texts[kind].map((text) => text.textContent ?? text).join("")) return;
  line.dataset.kind = kind;
  line.replaceChildren(...texts[kind]);
  line.classList.toggle("is-waiting", ["offline", "login", "refused"].includes(kind));
  if (kind === "empty" && Date.now() - refreshedAt > FRESH) refresh();
}

async function refresh() {
  refreshedAt = Date.now();
  const outcome = await server.state();
  if (outcome.kind === "ok") showCounts(outcome.body);
  return outcome;
}

function showCounts({ own, audit }) {
  for (const [name, counts] of [["own", own], ["audit", audit]]) {
    part(`${name}-text`).textContent = `${counts.done} / ${counts.total}`;
    part(`${name}-bar`).max = Math.max(counts.total, 1);
    part(`${name}-bar`).value = counts.done;
  }
  page.own = own;
}

function showProgress({ mine, audit }) {
  showCounts({ own: { done: mine, total: Math.max(page.own.total, mine) }, audit });
}

async function showEnd() {
  const outcome = await refresh();
  if (outcome.kind === "ok") view.showNothing(outcome.body.end.heading, outcome.body.end.text);
  else showState(outcome.kind, outcome);
}

function words(label) {
  if (!label) return "taken back";
  return [page.words[label.decision] || "taken back", label.reason, label.comment].filter(Boolean).join(", ");
}

function askWhichCounts(entry, body) {
  const dialog = part("stale");
  part("stale-stored").textContent = words(body.stored);
  part("stale-mine").textContent = words(body.sent);
  dialog.returnValue = "";
  dialog.addEventListener("close", () => session.resolve(entry, body, dialog.returnValue === "mine"), { once: true });
  dialog.showModal();
}

function askReason() {
  const dialog = part("skip");
  dialog.returnValue = "";
  dialog.addEventListener("close", () => dialog.returnValue && session.decide("skip", dialog.returnValue), { once: true });
  dialog.showModal();
}

const commands = {
  correct: () => session.decide("correct"),
  incorrect: () => session.decide("incorrect"),
  unsure: () => session.decide("unsure"),
  skip: askReason,
  flag: () => (view.toggleFlag(), session.keepDraft()),
  comment: () => part("comment").focus(),
  undo: () => session.undo(),
  back: () => session.back(),
  next: () => session.next(),
  help: () => part("help").showModal(),
};
const WITHOUT_CARD = ["undo", "back", "next", "help"];

function run(command) {
  if (!view.form.hidden || WITHOUT_CARD.includes(command)) commands[command]();
}

document.addEventListener("keydown", (event) => {
  if (root.querySelector("dialog[open]")) return;
  if (event.key === "Escape" && isTyping(event.target) && !event.isComposing) view.focus();
  const command = keys.commandOf(event);
  if (!command) return;
  event.preventDefault();
  run(command);
});

root.addEventListener("click", (event) => {
  const button = event.target.closest("button[data-command]");
  if (!button) return;
  event.preventDefault(); // the plain form is for browsers without script
  run(button.dataset.command);
});

part("skip").addEventListener("keydown", (event) => {
  const reason = part("skip").querySelectorAll(".reasons button")[Number(keyOf(event)) - 1];
  if (!keys.on || !reason || event.repeat || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault(); // the next card is not decided by the same press
  reason.click();
});

part("reveal-button")?.addEventListener("click", async (event) => {
  event.preventDefault(); // the plain form is for browsers without script
  const outcome = await server.reveal(session.current.id);
  if (outcome.kind !== "ok") return showState(outcome.kind, outcome);
  const { agent, judge, verdict } = outcome.body;
  part("revealed").textContent = `Agent: ${agent}. Judge ${judge}: ${verdict}.`;
  return undefined;
});

let draftTimer;
view.form.addEventListener("input", () => {
  clearTimeout(draftTimer);
  draftTimer = setTimeout(() => session.keepDraft(), DRAFT_PAUSE);
});
view.form.addEventListener("submit", (event) => event.preventDefault());

function beat() {
  const { current } = session;
  if (current?.item && !current.label && !view.form.hidden) server.renew(current.id, !document.hidden);
}
setInterval(() => document.hidden || beat(), BEAT);
document.addEventListener("visibilitychange", beat);
window.addEventListener("pagehide", () => session.leave());

root.classList.add("has-script");
connectKeyEditor(part("help"), keys);
session.start();
root.dataset.ready = "yes";
