// Talking with the API on behalf of one person. Every outcome is a value: nothing throws.
//   {kind: "ok", body} · {kind: "stale", body} with both states · {kind: "refused", text}
//   {kind: "login"}: nobody, or somebody else, is logged in · {kind: "offline"}: try again later

async function jsonOf(response) {
  try {
    return await response.json();
  } catch {
    return null; // a page and not an answer: a proxy's error, for example
  }
}

export class Server {
  constructor(page) {
    this.user = page.user;
    this.token = page.token;
    this.urls = page.urls;
  }

  // Fetched beforehand its reading begins with the first sign of life.
  claim(besides) {
    return this.send("POST", this.urls.claim, { besides, is_active: false });
  }

  item(id, part = "") {
    return `${this.urls.items}${id}/${part}`;
  }

  read(id) {
    return this.send("GET", this.item(id));
  }

  label(id, label) {
    return this.send("PUT", this.item(id, "label/"), label);
  }

  draft(id, draft) {
    return this.send("PUT", this.item(id, "draft/"), draft);
  }

  reveal(id) {
    return this.send("POST", this.item(id, "reveal/"));
  }

  renew(id, isActive) {
    return this.send("POST", this.item(id, "renew/"), { is_active: isActive });
  }

  // The page's token belongs to one log-in. Where it, the log-in or the item is refused, the
  // server is asked who is logged in now: the same person goes on with the new token.
  async send(method, url, body) {
    const first = await this.ask(method, url, body);
    if (first.status !== 403 && first.status !== 404) return first;
    const state = await this.sharedState();
    if (state.kind !== "ok") return state;
    return first.status === 403 ? this.ask(method, url, body) : first;
  }

  // Asked once for all requests that wait for it: two answers would bring two tokens, of which the
  // cookie holds only one.
  sharedState() {
    this.asking ||= this.state().finally(() => {
      this.asking = null;
    });
    return this.asking;
  }

  async state() {
    const outcome = await this.ask("GET", this.urls.state);
    if (outcome.kind !== "ok") return outcome;
    if (outcome.body.user !== this.user) return { kind: "login" };
    this.token = outcome.body.token;
    return outcome;
  }

  async ask(method, url, body) {
    const headers = { Accept: "application/json", "X-CSRFToken": this.token };
    if (body) headers["Content-Type"] = "application/json";
    const options = { method, headers, body: body && JSON.stringify(body), cache: "no-store" };
    try {
      const response = await fetch(url, { ...options, redirect: "error" });
      return outcomeOf(response.status, await jsonOf(response));
    } catch {
      return { kind: "offline" };
    }
  }
}

function outcomeOf(status, body) {
  if (status === 401) return { kind: "login" };
  if (status === 409 && body && "sent" in body) return { kind: "stale", body };
  if (status === 429 || status >= 500 || (status < 400 && !body)) return { kind: "offline" };
  if (status === 403 && /^CSRF/.test(body?.detail)) return { kind: "offline", status }; // no fault of the decision
  if (status >= 400) return { kind: "refused", status, text: body?.detail || "The server refused it." };
  return { kind: "ok", body };
}
