// What all pages share: to ask, to say, to hear that something happened and to fetch the page's part again.
"use strict";

const table = (() => {
  const page = document.getElementById("page");
  const lost = document.getElementById("lost");
  let shown = ""; // the part as it came last
  let fetching = null; // one at a time; "again" when something happened meanwhile
  let again = false;
  const listeners = [];

  // What has not come by then is asked for anew: a network, or a laptop that slept,
  // may leave a question lying for minutes.
  const PATIENCE_MS = 8000,
    BEAT_MS = 15000;

  // What scripts say, in the language of the page; in English it says what stands here.
  const words = JSON.parse(document.getElementById("words")?.textContent || "{}");
  const told = (message, fields = {}) => (words[message] || message).replace(/\{(\w+)\}/g, (_, name) => fields[
    name]);

  const wait = (ms) => new Promise((done) => setTimeout(done, ms));

  async function send(path, body, method, patience) {
    const stop = new AbortController();
    const made = {
      method,
      headers: {},
      cache: "no-store",
      credentials: "same-origin",
      signal: stop.signal
    };
    if (body !== undefined) {
      made.headers["content-type"] = "application/json";
      made.body = JSON.stringify(body);
    }
    const timer = patience && setTimeout(() => stop.abort(), patience);
    try {
      const answer = await fetch(path, made);
      return {
        status: answer.status,
        ok: answer.ok,
        text: await answer.text()
      };
    } finally {
      clearTimeout(timer);
    }
  }

  // Ask until an answer comes: the same body, so the same key, as often as it takes.
  async function ask(path, body, method = "POST", patience = PATIENCE_MS) {
    for (let pause = 300;; pause = Math.min(2 * pause, 4000)) {
      try {
        const answer = await send(path, body, method, patience);
        if (answer.status < 500 && (answer.status !== 429 || answer.text.includes('"host.wait"'))) {
          lost.hidden = true;
          const text = answer.text;
          let found = {};
          try {
            found = JSON.parse(text);
          } catch {
            found = {
              text
            };
          }
          return {
            ok: answer.ok,
            status: answer.status,
            ...found
          };
        }
      } catch {
        /* the table is out of reach: again */
      }
      lost.hidden = false;
      await wait(pause);
    }
  }

  // Put new HTML in place of the old, leaving alone what is the same: a screen reader hears the sentence alone.
  // What somebody has begun to choose stays, as long as the same is asked.
  const came = new WeakMap();
  const note = (root) => {
    for (const form of root.querySelectorAll(".say")) came.set(form, form.outerHTML);
  };

  function place(old, fresh) {
    if (came.has(old) && came.get(old) === came.get(fresh)) return;
    if (old.nodeType !== fresh.nodeType || old.nodeName !== fresh.nodeName || old.id !== fresh.id) {
      old.replaceWith(fresh);
    } else if (old.nodeType !== Node.ELEMENT_NODE) {
      if (old.data !== fresh.data) old.data = fresh.data;
    } else if (old.nodeName === "TEMPLATE") { // what it holds counts for nothing where nodes are compared
      if (old.innerHTML !== fresh.innerHTML || !old.isEqualNode(fresh)) old.replaceWith(fresh);
    } else if (!old.isEqualNode(fresh) || fresh.querySelector("template")) {
      if (old.nodeName === "svg" || came.has(old)) {
        old.replaceWith(fresh);
        return;
      }
      for (const one of [...old.attributes])
        if (!fresh.hasAttribute(one.name)) old.removeAttribute(one.name);
      for (const one of fresh.attributes)
        if (old.getAttribute(one.name) !== one.value) old.setAttribute(one.name, one.value);
      const before = [...old.childNodes],
        after = [...fresh.childNodes];
      after.forEach((child, at) => (at < before.length ? place(before[at], child) : old.append(child)));
      before.slice(after.length).forEach((child) => child.remove());
    }
  }

  // What has to be seen at once is made as much smaller as its window asks.
  function fit(root = page) {
    for (const one of root.querySelectorAll(".fit")) {
      const over = () => one.scrollHeight > one.clientHeight + 1 || one.scrollWidth > one.clientWidth + 1;
      const parts = [one.querySelectorAll(".shownc"), one.children]; // drawn cards give way first
      for (const part of parts.flatMap((all) => [...all])) part.style.zoom = "";
      for (const part of parts)
        for (let zoom = 1; zoom > .42 && over(); zoom -= .03)
          for (const each of part) each.style.zoom = zoom;
    }
  }
  addEventListener("resize", () => fit());
  document.fonts.ready.then(() => fit());

  function put(html) {
    const same = html === shown;
    shown = html;
    if (same) return;
    const made = document.createElement("template");
    made.innerHTML = html;
    const fresh = made.content.firstElementChild,
      old = page.firstElementChild;
    note(fresh);
    const forced = !old || old.className !== fresh.className,
      field = document.activeElement,
      typing = page.contains(field) && field.matches("input[id]:not([type=radio])");
    if (forced) page.replaceChildren(fresh);
    else place(old, fresh);
    fit();
    for (const heard of listeners) heard(forced, typing && !field.isConnected ? field : null);
  }

  async function refresh() {
    if (fetching) {
      again = true;
      return fetching;
    }
    fetching = (async () => {
      do {
        again = false;
        try {
          const answer = await send(page.dataset.part, undefined, "GET", PATIENCE_MS);
          if (answer.ok) {
            put(answer.text);
            lost.hidden = true;
          } else if (answer.status === 429) {
            again = true;
            await wait(500);
          }
        } catch {
          lost.hidden = false;
          again = true;
          await wait(1000);
        }
      } while (again);
      fetching = null;
    })();
    return fetching;
  }

  let stream = null,
    heard = 0;

  function listen() {
    if (stream) stream.close();
    heard = Date.now();
    stream = new EventSource("api/v1/events");
    stream.onopen = () => {
      heard = Date.now();
    };
    stream.onmessage = () => {
      heard = Date.now();
      lost.hidden = true;
      refresh();
    };
    stream.addEventListener("beat", (beat) => {
      heard = Date.now();
      if (JSON.parse(beat.data).seq !== seq()) refresh();
    });
    stream.onerror = () => {
      setTimeout(() => {
        if (stream.readyState !== EventSource.OPEN) lost.hidden = false;
      }, 1500);
      if (stream.readyState === EventSource.CLOSED) setTimeout(listen, 2000);
    };
  }

  // A stream that says nothing any more is dead, though no end of it came through: listen anew.
  function wake() {
    if (stream && (stream.readyState === EventSource.CLOSED || Date.now() - heard > 2.5 * BEAT_MS)) {
      listen();
      refresh();
    }
  }

  const seq = () => Number(page.firstElementChild.dataset.seq);

  function start() {
    note(page);
    setInterval(wake, 5000);
    if (page.firstElementChild.dataset.kind !== "join") listen();
    refresh();
    document.addEventListener("visibilitychange", () => {
      if (document.hidden) return;
      refresh();
      wake();
    });
  }

  async function join(body) {
    const answer = await ask("api/v1/join", body);
    if (answer.ok) {
      listen();
      await refresh();
    }
    return answer;
  }

  return {
    page,
    ask,
    told,
    refresh,
    fit,
    join,
    listen,
    start,
    seq,
    changed: (heard) => listeners.push(heard),
    key: () => Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, "0"))
      .join(""),
  };
})();
