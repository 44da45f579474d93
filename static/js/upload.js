// The upload form with drag and drop and a real progress bar. Without this script it is a plain
// form, and the server answers it with the same pages.
(() => {
  "use strict";
  const form = document.querySelector("[data-upload]");
  if (!form) return;
  const zone = form.querySelector("[data-drop-zone]");
  const input = form.querySelector("input[type=file]");
  const key = form.querySelector("input[name=idempotency_key]");
  const button = form.querySelector("button[type=submit]");
  const box = form.querySelector("[data-progress]");
  const bar = box.querySelector("progress");
  const mostBytes = Number(form.dataset.mostBytes);
  form.classList.add("has-script");

  function megabytes(bytes) {
    return `${(bytes / 1e6).toLocaleString("en", { maximumFractionDigits: 1 })} MB`;
  }

  function newKey() {
    const bytes = crypto.getRandomValues(new Uint8Array(16));
    return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  }

  function showProblem(text) {
    const place = form.querySelector("[data-problem]");
    place.replaceChildren();
    if (!text) return;
    const notice = document.createElement("p");
    notice.className = "notice bad";
    notice.textContent = text;
    place.append(notice);
  }

  function chosen() {
    const [file] = input.files;
    form.querySelector("[data-chosen]").textContent = file ? `${file.name} (${megabytes(file.size)})` : "";
    const tooLarge = file && file.size > mostBytes;
    showProblem(tooLarge ? `The file has ${megabytes(file.size)}; at most ${megabytes(mostBytes)} are taken.` : "");
    return file && !tooLarge;
  }

  function showProgress(share, text) {
    box.hidden = false;
    bar.value = share;
    box.querySelector("[data-progress-text]").textContent = text;
  }

  function announce(text) {
    form.querySelector("[data-announcement]").textContent = text;
  }

  function stop(text) {
    box.hidden = true;
    button.disabled = false;
    showProblem(text);
  }

  function answerOf(request) {
    try {
      return JSON.parse(request.responseText);
    } catch {
      return {}; // a page, not an answer: the log-in form or a proxy's error
    }
  }

  function ended(request) {
    const answer = answerOf(request);
    if (answer.href) {
      announce("Uploaded. The report follows.");
      location.assign(answer.href);
    } else if (answer.error) {
      stop(answer.error);
    } else if (request.status === 403 || request.responseURL.includes("/login")) {
      stop("You are no longer logged in. Log in in another tab, then press Upload again; the file stays chosen.");
    } else {
      stop(`The server answered with ${request.status}. Look at “Your archives” whether it arrived before you try again.`);
    }
  }

  function send() {
    const request = new XMLHttpRequest();
    const begun = performance.now();
    request.upload.addEventListener("progress", (event) => {
      if (!event.lengthComputable) return;
      const rate = event.loaded / Math.max(performance.now() - begun, 1) / 1000;
      const text = `${megabytes(event.loaded)} of ${megabytes(event.total)}, ${rate.toFixed(1)} MB a second`;
      showProgress(event.loaded / event.total, event.loaded < event.total ? text : "Uploaded; the server keeps it.");
    });
    request.addEventListener("load", () => ended(request));
    request.addEventListener("error", () => {
      stop("The connection broke off. Press Upload to try again: the same file is never taken twice.");
    });
    request.open("POST", form.action);
    request.setRequestHeader("Accept", "application/json");
    showProgress(0, "Beginning …");
    announce("Uploading.");
    button.disabled = true;
    request.send(new FormData(form));
  }

  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (chosen()) send();
    else if (!input.files.length) showProblem("Choose a file first.");
  });
  form.addEventListener("change", () => {
    key.value = newKey(); // another file or choice is another upload
    chosen();
  });
  for (const type of ["dragover", "dragleave", "drop"]) {
    zone.addEventListener(type, (event) => {
      event.preventDefault();
      zone.classList.toggle("is-over", type === "dragover");
    });
  }
  zone.addEventListener("drop", (event) => {
    if (!event.dataTransfer.files.length) return;
    input.files = event.dataTransfer.files;
    key.value = newKey();
    chosen();
  });
})();
