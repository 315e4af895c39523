/* The studio's page: a form is sent when something in it changes, and what comes back takes the page's place.
   Nothing is kept here. Without this script every form has its button, and every picture is there. */
(() => {
  "use strict";
  const base = document.body.dataset.base,
    root = document.documentElement,
    said = document.getElementById("said"),
    words = document.getElementById("words"),
    messages = words ? JSON.parse(words.textContent) : {};
  const told = (message) => messages[message] || message;
  const page = () => document.getElementById("page");
  let asked = 0,
    asking = 0,
    changes = 0;

  /* Pictures that may wait come one after the other, when the page that is looked at is there. */
  let round = 0;
  async function later() {
    const mine = ++round;
    const seen = document.getElementById("seen");
    if (seen && !seen.complete) await new Promise((done) => {
      seen.onload = seen.onerror = done;
    });
    for (const one of document.querySelectorAll("img[data-src]")) {
      if (mine !== round) return;
      await new Promise((done) => {
        one.onload = one.onerror = done;
        one.src = one.dataset.src;
        one.removeAttribute("data-src");
      });
    }
  }

  /* Whoever goes by keys finds the same thing again, else the first one where it was, else the heading. */
  const KEYED = "input:not([type=hidden]), textarea, select, button, a[href], summary";
  const mark = (one) => one.id ? `#${CSS.escape(one.id)}` : one.name ?
    `[name="${CSS.escape(one.name)}"]${one.value && /^(radio|submit|checkbox)$/.test(one.type) ? `[value="${CSS.escape(one.value)}"]` : ""}` :
    one.getAttribute("href") ? `[href="${CSS.escape(one.getAttribute("href"))}"]` : "";

  function places(one) {
    if (!one || !page().contains(one)) return [];
    const found = [mark(one)];
    for (let kin = one.parentElement; kin && kin !== page(); kin = kin.parentElement)
      if (kin.id) found.push(`#${CSS.escape(kin.id)}`);
    return found.filter(Boolean);
  }

  function find(where) {
    for (const place of where) {
      const one = document.querySelector(place),
        key = one && (one.matches(KEYED) ? one : one.querySelector(KEYED));
      if (key) {
        key.focus({
          preventScroll: true
        });
        if (document.activeElement === key) return true;
      }
    }
    return false;
  }

  function put(text, address) {
    const came = new DOMParser().parseFromString(text, "text/html");
    const next = came.getElementById("page");
    if (!next || next.dataset.run !== page().dataset.run) throw new Error("no page of this studio");
    for (const one of next.querySelectorAll("noscript")) one.remove(); // read by a parser without a script
    const where = places(document.activeElement),
      old = location.pathname;
    const opened = [...document.querySelectorAll("details[open] summary")].map((one) => one.textContent);
    page().replaceWith(document.adoptNode(next));
    document.title = came.title;
    const to = new URL(next.dataset.here || address || location.href, location).href,
      same = new URL(to).pathname === old;
    if (to !== location.href) history[same ? "replaceState" : "pushState"](null, "", to);
    for (const one of document.querySelectorAll("details summary"))
      if (opened.includes(one.textContent)) one.parentElement.open = true;
    if (!same || (where.length && !find(where))) {
      const head = document.querySelector("h1");
      if (head) {
        head.tabIndex = -1;
        head.focus({
          preventScroll: true
        });
      }
      const part = !same && address && new URL(address, location).hash;
      if (part) document.querySelector(part).scrollIntoView();
      else if (!same) scrollTo(0, 0);
    }
    const fault = document.querySelector(".fault");
    if (fault) fault.scrollIntoView({
      block: "nearest"
    });
    said.textContent = fault ? fault.textContent : "";
    delete root.dataset.lost;
    root.dataset.changes = String(++changes);
    later();
    watch();
    dispatchEvent(new Event("put"));
  }

  /* A studio that is opened anew has other addresses, and this page is none of its own. */
  function lose() {
    said.textContent =
      told("The studio does not answer this page any more. Start the studio again: it opens your kit in a new page.");
    root.dataset.lost = "1";
  }

  async function ask(address, how) {
    const mine = ++asked;
    asking++;
    root.dataset.busy = "1";
    try {
      const answer = await fetch(address, how);
      const text = await answer.text();
      if (mine !== asked && !(how && how.method)) return;
      if (!(answer.headers.get("content-type") || "").startsWith("text/html")) throw new Error(text);
      put(text, answer.redirected ? answer.url : how && how.method ? "" : address);
    } catch {
      lose();
    } finally {
      if (!--asking) delete root.dataset.busy;
    }
  }

  /* One thing is done after the other, each to the kit that the one before left. */
  let done = Promise.resolve(),
    pending = 0;

  function send(form, by) {
    const sent = form.enctype === "multipart/form-data",
      fields = sent ? new FormData(form) : new URLSearchParams(new FormData(form)),
      waits = pending++ > 0;
    if (by && by.name) fields.set(by.name, by.value);
    post(form.action, fields, waits);
  }

  function post(address, fields, waits = pending++ > 0) {
    done = done.then(() => {
      if (waits && fields.has("kit")) fields.set("kit", page().dataset.mark);
      return ask(address, {
        method: "POST",
        headers: {
          "x-part": "1"
        },
        body: fields
      });
    }).finally(() => {
      pending--;
    });
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
    } else if (event.target.id === "across" || event.target.id === "up") send(form, {
      name: "what",
      value: "read"
    });
  });
  /* Files that are dropped go to the form that they fall on, else to the first; folders with all that is in them. */
  async function inside(entry) {
    if (entry.isFile) {
      const one = await new Promise((done, no) => entry.file(done, no));
      return [
        [one, entry.fullPath.slice(1)]
      ];
    }
    const reader = entry.createReader(),
      found = [];
    for (;;) {
      const some = await new Promise((done, no) => reader.readEntries(done, no));
      if (!some.length) return found;
      for (const one of some) found.push(...await inside(one));
    }
  }
  const holds = (event) => event.dataTransfer && [...event.dataTransfer.types].includes("Files") &&
    document.querySelector("form.bring");
  document.addEventListener("dragover", (event) => {
    if (!holds(event)) return;
    event.preventDefault();
    root.dataset.drag = "1";
  });
  document.addEventListener("dragleave", (event) => {
    if (!event.relatedTarget) delete root.dataset.drag;
  });
  document.addEventListener("drop", async (event) => {
    const first = holds(event);
    if (!first) return;
    event.preventDefault();
    delete root.dataset.drag;
    const form = event.target.closest("form.bring") || first;
    const entries = [...event.dataTransfer.items].map((one) => one.webkitGetAsEntry()).filter(Boolean),
      plain = [...event.dataTransfer.files];
    const fields = new FormData(form);
    fields.delete("files");
    for (const entry of entries)
      for (const [one, name] of await inside(entry)) fields.append("files", one, name);
    if (!entries.length)
      for (const one of plain) fields.append("files", one);
    post(form.action, fields);
  });
  document.addEventListener("click", (event) => {
    const link = event.target.closest("a[href]");
    if (link && link.hasAttribute("download") && parent !== window) { // the web page round the studio saves it
      event.preventDefault();
      parent.postMessage({
        save: link.href
      }, location.origin);
      return;
    }
    if (!link || link.target || link.hasAttribute("download") || event.ctrlKey || event.metaKey || event.button)
      return;
    const to = new URL(link.href);
    if (to.origin !== location.origin || (to.hash && to.pathname === location.pathname)) return;
    event.preventDefault();
    ask(link.href);
  });
  addEventListener("popstate", () => ask(location.href));

  /* The arrow keys turn pages, unless somebody writes or chooses; Enter sends a sentence, which has one line. */
  document.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && event.target.matches("textarea:not(.lines)") && !event.isComposing) {
      event.preventDefault();
      event.target.form.requestSubmit(event.target.form.querySelector("button"));
    }
    if (event.target.closest("input, select, textarea, .full") || event.ctrlKey || event.altKey || event.metaKey)
      return;
    const to = {
      ArrowLeft: "before",
      ArrowRight: "after"
    } [event.key];
    const link = to && document.getElementById(to);
    if (link) {
      event.preventDefault();
      link.click();
    }
  });

  /* What changed elsewhere is shown here too: the kit in another tab, the files of a deck.
     Not while somebody writes. */
  let watching = 0,
    gone = false;
  const written = () => [...document.querySelectorAll("#page textarea, #page input.input")].some((one) => one
    .value !== one.defaultValue);

  function watch() {
    clearTimeout(watching);
    if (page().dataset.watch) watching = setTimeout(look, 700);
  }
  async function look() {
    const now = page(),
      before = asked;
    clearTimeout(watching);
    if (now.dataset.watch && !document.hidden && !root.dataset.busy && !written()) {
      const answer = await fetch(now.dataset.watch).catch(() => null);
      const back = gone;
      gone = !answer || answer.status === 403;
      if (gone) lose();
      else if (answer.ok) {
        const told = await answer.json().catch(() => ({})),
          found = told.mark,
          other = back || found !== now.dataset.mark || ("live" in now.dataset && told.live !== now.dataset.live);
        if (found && other && now === page() && asked === before) {
          ask(location.href);
          return;
        }
      }
    }
    watch();
  }
  document.addEventListener("visibilitychange", look);

  setInterval(() => {
    fetch(`${base}/here`).catch(() => {});
  }, 60000);
  later();
  watch();
  root.dataset.changes = "0"; // from now on this script hears what is pressed
})();
