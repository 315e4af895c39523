// The dealing script of a sorted deck: one card at a time, by a tap, the space bar or the arrows.
"use strict";

(() => {
  const $ = (what) => table.page.querySelector(what);
  let at = 0;

  function show(place) {
    const rows = table.page.querySelectorAll(".script li");
    if (!rows.length) return;
    at = Math.max(0, Math.min(place, rows.length - 1));
    rows.forEach((row, number) => (row.hidden = number !== at));
    $("[data-back]").hidden = !at;
    $("[data-next]").hidden = at === rows.length - 1;
    $("[data-post]").hidden = at < rows.length - 1;
  }

  document.addEventListener("click", (event) => {
    if (event.target.closest(".dealing [data-next]")) show(at + 1);
    else if (event.target.closest(".dealing [data-back]")) show(at - 1);
  });
  document.addEventListener("keydown", (event) => {
    const takesSpace = event.target.closest("a, button, dialog, input, select, summary, textarea");
    if ((event.key === " " && !takesSpace) || event.key === "ArrowRight") show(at + 1);
    else if (event.key === "ArrowLeft") show(at - 1);
  });
  table.changed(() => show(at));
})();
