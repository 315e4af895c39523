/* The studio's page: a form is sent when something in it changes, and what comes back takes the page's place.
   Nothing is kept here. Without this script every form has its button, and every picture is there. */
(() => {
"use strict";
const base = document.body.dataset.base;
let asked = 0;

/* Pictures that may wait come one after the other, when the page that is looked at is there. */
let round = 0;
async function later() {
  const mine = ++round;
  const seen = document.getElementById("seen");
  if (seen && !seen.complete) await new Promise((done) => { seen.onload = seen.onerror = done; });
  for (const one of document.querySelectorAll("img[data-src]")) {
    if (mine !== round) return;
    await new Promise((done) => { one.onload = one.onerror = done; one.src = one.dataset.src; one.removeAttribute("data-src"); });
  }
}

const mark = (one) => one && (one.id ? `#${CSS.escape(one.id)}` : one.name ? `[name="${CSS.escape(one.name)}"]${one.value && one.type !== "text" ? `[value="${CSS.escape(one.value)}"]` : ""}` : one.getAttribute && one.getAttribute("href") ? `[href="${CSS.escape(one.getAttribute("href"))}"]` : "");

function put(text, address) {
  const came = new DOMParser().parseFromString(text, "text/html");
  const page = came.getElementById("page");
  if (!page) return;
  const held = mark(document.activeElement);
  const work = document.querySelector(".work"), top = work ? work.scrollTop : 0, opened = [...document.querySelectorAll("details[open] summary")].map((one) => one.textContent);
  const same = address === undefined || new URL(address, location).pathname === location.pathname;
  document.getElementById("page").replaceWith(document.adoptNode(page));
  document.title = came.title;
  if (address !== undefined) history.replaceState(null, "", address);
  const fault = document.querySelector(".fault");
  const again = held && document.querySelector(held);
  if (again) again.focus({ preventScroll: true });
  else if (!same) { const head = document.querySelector("h1"); if (head) { head.tabIndex = -1; head.focus({ preventScroll: true }); } scrollTo(0, 0); }
  for (const one of document.querySelectorAll("details summary")) if (opened.includes(one.textContent)) one.parentElement.open = true;
  const now = document.querySelector(".work");
  if (same && now) now.scrollTop = top;
  document.getElementById("said").textContent = fault ? fault.textContent : "";
  document.documentElement.dataset.changes = String(++changes);
  later();
  watch();
}
let changes = 0;

async function ask(address, how) {
  const mine = ++asked;
  document.documentElement.dataset.busy = "1";
  try {
    const answer = await fetch(address, how);
    const text = await answer.text();
    if (mine !== asked && !(how && how.method)) return;
    if (!(answer.headers.get("content-type") || "").startsWith("text/html")) throw new Error(text);
    put(text, answer.redirected ? answer.url : how && how.method ? undefined : address);
  } catch {
    document.getElementById("said").textContent = "The studio does not answer. Is it still open?";
    document.documentElement.dataset.lost = "1";
  } finally { delete document.documentElement.dataset.busy; }
}

function send(form, by) {
  const fields = new URLSearchParams(new FormData(form));
  if (by && by.name) fields.set(by.name, by.value);
  ask(form.action, { method: "POST", headers: { "x-part": "1" }, body: fields });
}

document.addEventListener("submit", (event) => {
  event.preventDefault();
  send(event.target, event.submitter);
});
document.addEventListener("change", (event) => {
  const form = event.target.form;
  if (!form) return;
  if (form.hasAttribute("data-live")) {
    const other = event.target.type === "radio" && form.elements[`${event.target.name}-other`];
    if (other) other.value = "";
    send(form);
  } else if (event.target.id === "across" || event.target.id === "up") send(form, { name: "what", value: "read" });
});
document.addEventListener("click", (event) => {
  const link = event.target.closest("a[href]");
  if (!link || link.target || link.hasAttribute("download") || event.ctrlKey || event.metaKey || event.button) return;
  if (new URL(link.href).origin !== location.origin) return;
  event.preventDefault();
  ask(link.href);
});

/* The arrow keys turn pages, unless somebody writes or chooses. */
document.addEventListener("keydown", (event) => {
  if (event.target.closest("input, select, textarea, .full") || event.ctrlKey || event.altKey || event.metaKey) return;
  const to = { ArrowLeft: "before", ArrowRight: "after" }[event.key];
  const link = to && document.getElementById(to);
  if (link) { event.preventDefault(); link.click(); }
});

/* A deck of one's own: looked at again when its files change. */
let watching = 0;
function watch() {
  clearTimeout(watching);
  const work = document.querySelector("[data-watch]");
  if (!work) return;
  watching = setTimeout(async () => {
    try {
      const now = await (await fetch(work.dataset.watch)).json();
      if (now.mark && now.mark !== work.dataset.mark && document.contains(work)) { ask(location.href); return; }
    } catch { /* it may come back */ }
    watch();
  }, 700);
}

setInterval(() => { fetch(`${base}/here`).catch(() => {}); }, 60000);
later();
watch();
})();
