// j and k lead to the next and the previous episode, unless somebody is typing.
(() => {
  "use strict";
  document.addEventListener("keydown", (event) => {
    const typing = event.target.closest("input, textarea, select, [contenteditable]");
    if (typing || event.ctrlKey || event.metaKey || event.altKey) return;
    const link = event.key.length === 1 && document.querySelector(`[data-key="${CSS.escape(event.key)}"]`);
    if (link) link.click();
  });
})();
