// Which key does what on the labelling screen. Keys can be changed and switched off; the choice is
// kept on this device. A key never counts inside a text field, with a modifier, while held down or
// while an input method composes.

export const COMMANDS = {
  correct: "1",
  incorrect: "2",
  unsure: "3",
  skip: "s",
  flag: "f",
  comment: "c",
  undo: "u",
  back: "k",
  next: "j",
  help: "?",
};
const ALWAYS = { ArrowLeft: "back", ArrowRight: "next" };
const STORED_AS = "label-keys";

function stored() {
  try {
    return JSON.parse(localStorage.getItem(STORED_AS)) || {};
  } catch {
    return {}; // storage is switched off, or holds something else
  }
}

// The key of an event by what it means: digits of the number pad (whatever NumLock says) and of
// the upper row (whatever the layout has there without shift) are digits.
export function keyOf(event) {
  const digit = /^(Numpad|Digit)(\d)$/.exec(event.code || "");
  if (digit && !event.shiftKey) return digit[2];
  return event.key;
}

export function isTyping(target) {
  return Boolean(target.closest?.("textarea, select, [contenteditable], input:not([type=checkbox], [type=radio])"));
}

function hasNoKey(event) {
  const composes = event.isComposing || event.keyCode === 229;
  const modified = event.ctrlKey || event.metaKey || event.altKey;
  return composes || modified || event.repeat || event.defaultPrevented;
}

export class Keys {
  constructor() {
    const { on = true, keys = {} } = stored();
    this.on = on !== false;
    this.keys = { ...COMMANDS };
    for (const [command, key] of Object.entries(keys)) {
      if (command in COMMANDS && typeof key === "string") this.keys[command] = key;
    }
  }

  commandOf(event) {
    if (!this.on || hasNoKey(event) || isTyping(event.target)) return null;
    const key = keyOf(event);
    const found = Object.keys(this.keys).find((command) => this.keys[command] === key);
    return found || (event.shiftKey ? null : ALWAYS[key]) || null;
  }

  userOf(key, except) {
    return Object.keys(this.keys).find((command) => command !== except && this.keys[command] === key);
  }

  change(command, key) {
    this.keys[command] = key;
    this.store();
  }

  turn(on) {
    this.on = on;
    this.store();
  }

  reset() {
    this.keys = { ...COMMANDS };
    this.turn(true);
  }

  store() {
    try {
      localStorage.setItem(STORED_AS, JSON.stringify({ on: this.on, keys: this.keys }));
    } catch {
      // The choice then lasts as long as the page.
    }
  }
}
