// A page to read: it calls its reader back when the next game begins, or when it is their turn.
"use strict";

(() => {
  const call = document.getElementById("call");
  let kind = "";

  async function look() {
    let answer;
    try {
      answer = await fetch("part/phone", {
        cache: "no-store",
        credentials: "same-origin"
      });
    } catch {
      return; // the table is out of reach: the next event says more
    }
    if (!answer.ok) return;
    const page = new DOMParser().parseFromString(await answer.text(), "text/html"),
      now = page.querySelector("[data-kind]").dataset;
    kind ||= now.kind;
    const why = "wanted" in now ? "turn" : now.kind !== kind ? now.kind : "";
    call.hidden = !call.dataset[why];
    call.textContent = call.dataset[why] || "";
  }
  new EventSource("api/v1/events").onmessage = look;
})();
