// A hostile page in a guest's browser. Every function returns how often it tried, and what worked: nothing should.
window.hostile = (() => {
  const LATE = "late";
  const late = (ms) => new Promise((done) => setTimeout(done, ms, LATE));

  function tries() {
    const found = { tried: 0, worked: [] };
    const attempt = async (what, make) => {
      found.tried += 1;
      try {
        const got = await Promise.race([make(), late(3000)]);
        if (got && got !== LATE) found.worked.push(what + ": " + got);
      } catch { /* as it should be */ }
    };
    return { found, attempt };
  }

  async function read(answer) {
    if (answer.type === "opaque" || answer.type === "error") return "";
    return answer.status + " " + (await answer.text()).slice(0, 60);
  }

  const WAYS = [
    {}, { mode: "no-cors" }, { mode: "no-cors", headers: { range: "bytes=0-9" } },
    { mode: "no-cors", cache: "force-cache" },
  ];
  const TYPES = ["text/plain", "application/x-www-form-urlencoded", "application/json"];

  // Ask for everything and say everything, in all ways that a page has.
  async function assault({ at, shown, said, line }) {
    const { found, attempt } = tries();
    const asked = (path, how) => fetch(at + path, { credentials: "include", ...how }).then(read);
    const body = JSON.stringify(line);
    await Promise.all(shown.flatMap((path) => WAYS.map((how, way) => attempt(`fetch ${way} ${path}`, () => asked(path, how)))));
    await Promise.all(said.flatMap((name) => TYPES.map((type) => attempt(`post ${name} as ${type}`, () => asked("/api/v1/" + name, {
      method: "POST", mode: type === "application/json" ? "cors" : "no-cors", headers: { "content-type": type }, body,
    })))));
    await attempt("delete", () => asked("/api/v1/ahead", { method: "DELETE" }));
    for (const name of said) {
      found.tried += 1;
      navigator.sendBeacon(at + "/api/v1/" + name, new Blob([body], { type: "text/plain" }));
    }
    const element = (tag, attribute, path) => new Promise((done, failed) => {
      const one = document.createElement(tag);
      if (tag === "link") one.rel = "stylesheet";
      one.onload = () => done("loaded");
      one.onerror = failed;
      one[attribute] = at + path;
      document.body.append(one);
    });
    const kinds = [["img", "src"], ["script", "src"], ["link", "href"]];
    await Promise.all(shown.flatMap((path) => kinds.map(([tag, name]) => attempt(`${tag} ${path}`, () => element(tag, name, path)))));
    const opens = (what, make) => attempt(what, () => new Promise((done, failed) => {
      const one = make();
      one.onopen = () => done("open");
      one.onmessage = () => done("heard");
      one.onerror = failed;
    }));
    await opens("events", () => new EventSource(at + "/api/v1/events", { withCredentials: true }));
    await opens("web socket", () => new WebSocket(at.replace("http", "ws") + "/api/v1/events"));
    await attempt("worker", async () => (await navigator.serviceWorker.register(at + "/static/table.js", { scope: at + "/" })).scope);
    await attempt("import", () => import(at + "/static/table.js").then(() => "loaded"));
    for (const one of performance.getEntriesByType("resource").filter((entry) => entry.name.startsWith(at))) {
      const sizes = one.transferSize + one.encodedBodySize + one.decodedBodySize + one.responseStart;
      await attempt("the size of " + one.name, async () => sizes);
    }
    return found;
  }

  // Put it in frames.
  function frames({ at, shown }) {
    for (const [tag, attribute] of [["iframe", "src"], ["embed", "src"], ["object", "data"]]) {
      for (const path of shown.slice(0, 5)) {
        const one = document.createElement(tag);
        one[attribute] = at + path;
        document.body.append(one);
      }
    }
  }

  // Send forms whose text reads as JSON.
  function forms({ at, said }) {
    for (const name of said) {
      const form = document.createElement("form"), field = document.createElement("input");
      const frame = document.createElement("iframe");
      form.target = frame.name = "to-" + name;
      form.method = "POST";
      form.enctype = "text/plain";
      form.action = at + "/api/v1/" + name;
      field.name = '{"seat":"Ann","x":"';
      field.value = '"}';
      form.append(field);
      document.body.append(frame, form);
      form.submit();
    }
  }

  // Open it in a window of one's own: what can be read there, and done?
  async function opened({ at, wrong }) {
    const { found, attempt } = tries();
    const one = window.open(at + "/", "game");
    const loaded = () => { try { return one.location.href === null; } catch { return true; } };
    for (let wait = 0; wait < 60 && !one.closed && !loaded(); wait += 1) await late(50);
    if (one.closed) return { tried: 1, worked: [] }; // Cross-Origin-Opener-Policy: there is no way back
    const reads = { html: () => one.document.body.innerHTML, href: () => one.location.href, frames: () => one.frames[0].name,
      kept: () => one.localStorage.length, name: () => one.name, history: () => one.history.length };
    for (const [what, make] of Object.entries(reads)) await attempt(what, async () => String(make()));
    for (const word of wrong) {
      found.tried += 1;
      one.postMessage({ line: "Ann: leaves" }, "*");
      one.location = at + "/#" + word;
      await late(60);
    }
    one.close();
    return found;
  }

  return { assault, frames, forms, opened };
})();
