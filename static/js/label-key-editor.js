// The part of the help where keys are seen and changed, and the hints beside the buttons.
import { keyOf } from "./label-keys.js";

const NAMES = {
  correct: "Correct",
  incorrect: "Incorrect",
  unsure: "Unsure",
  skip: "Skip, with a reason",
  flag: "Flag",
  comment: "Comment",
  undo: "Undo the last decision",
  back: "Back",
  next: "Next",
  help: "This help",
};
const ALSO = { back: "or ←", next: "or →" };

function isPlain(event) {
  return event.key.length === 1 && event.key !== " " && !event.ctrlKey && !event.metaKey && !event.altKey;
}

export function connectKeyEditor(dialog, keys) {
  const rows = dialog.querySelector("[data-key-rows]");
  const note = dialog.querySelector("[data-key-note]");
  const on = dialog.querySelector("[data-keys-on]");
  let waiting = null;

  function showHints() {
    for (const hint of document.querySelectorAll("[data-key-of]")) {
      hint.textContent = keys.on ? keys.keys[hint.dataset.keyOf] : "";
    }
    for (const button of document.querySelectorAll("[data-command]")) {
      if (keys.on) button.setAttribute("aria-keyshortcuts", keys.keys[button.dataset.command]);
      else button.removeAttribute("aria-keyshortcuts");
    }
  }

  function row(command) {
    const line = document.createElement("tr");
    const name = document.createElement("th");
    name.scope = "row";
    name.textContent = NAMES[command];
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = keys.keys[command];
    button.setAttribute("aria-label", `${NAMES[command]}: ${keys.keys[command]}. Change`);
    button.addEventListener("click", () => {
      waiting = command;
      note.textContent = `Press the key for “${NAMES[command]}”; Escape leaves it.`;
    });
    const cell = document.createElement("td");
    cell.append(button, " ", ALSO[command] || "");
    line.append(name, cell);
    return line;
  }

  function show() {
    on.checked = keys.on;
    rows.replaceChildren(...Object.keys(keys.keys).map(row));
    showHints();
  }

  function take(event) {
    const key = keyOf(event);
    const user = keys.userOf(key, waiting);
    if (event.key === "Escape") note.textContent = "Nothing was changed.";
    else if (!isPlain(event)) return; // Tab and the like keep their meaning
    else if (user) note.textContent = `“${key}” is taken by “${NAMES[user]}”; choose another.`;
    else {
      keys.change(waiting, key);
      note.textContent = `“${NAMES[waiting]}” is now ${key}.`;
    }
    event.preventDefault();
    event.stopPropagation();
    const place = Object.keys(keys.keys).indexOf(waiting);
    if (event.key === "Escape" || !user) waiting = null;
    show();
    rows.querySelectorAll("button")[place].focus();
  }

  dialog.addEventListener("keydown", (event) => {
    if (waiting) take(event);
  });
  on.addEventListener("change", () => {
    keys.turn(on.checked);
    show();
  });
  dialog.querySelector("[data-keys-reset]").addEventListener("click", () => {
    keys.reset();
    note.textContent = "The usual keys are back.";
    show();
  });
  show();
}
