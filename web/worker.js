/* Python, in a dedicated worker: it answers what the service worker asks, by the studio's own application.

   One page at a time has it, by a Web Lock. Another page asks it to end (shell.js), and waits until it has: two would
   both answer. */

import {
  loadPyodide
} from "./py/pyodide.mjs";
import {
  Store
} from "./store.js";

const folder = new URL(".", location.href).pathname.slice(0, -1);
const channel = new BroadcastChannel(`liarsdeck ${folder}`);
const HOME = "/home/pyodide/liarsdeck";
const parts = ["py/pyodide.asm.wasm", "py/pyodide.asm.mjs", "py/stdlib.zip", "py/site.tar"];

/** Download the large files, which the service worker keeps, and say how far it is. */
async function download() {
  let loaded = 0;
  const answers = await Promise.all(parts.map((part) => fetch(new URL(part, location.href))));
  await Promise.all(answers.map(async (answer) => {
    if (!answer.ok) throw new Error(`${answer.url}: ${answer.status}`);
    for (const reader = answer.body.getReader();;) {
      const {
        done,
        value
      } = await reader.read();
      if (done) return;
      postMessage({
        loaded: loaded += value.length
      });
    }
  }));
}

/** Put the files of a tar archive (names below 100 letters, as `web/build.py` writes it) into a folder. */
function unpack(FS, data, root) {
  const text = (at, length) => new TextDecoder().decode(data.subarray(at, at + length)).replace(/\0.*$/s, "");
  for (let at = 0; data[at];) {
    const path = `${root}/${text(at, 100)}`,
      size = parseInt(text(at + 124, 12), 8);
    FS.mkdirTree(path.slice(0, path.lastIndexOf("/")));
    FS.writeFile(path, data.subarray(at + 512, at + 512 + size), {
      canOwn: true
    });
    at += 512 + Math.ceil(size / 512) * 512;
  }
}

const archive = async (name) =>
  new Uint8Array(await (await fetch(new URL(`py/${name}`, location.href))).arrayBuffer());

async function start() {
  await download();
  const site = archive("site.tar");
  const python = await loadPyodide({
    indexURL: new URL("py/", location.href).href,
    stdLibURL: new URL("py/stdlib.zip", location.href).href,
  });
  unpack(python.FS, await site, "/site");
  const store = await Store.open(python.FS, HOME, `liarsdeck ${folder}`);
  python.globals.set("end", () => postMessage({
    ended: true
  }));
  python.globals.set("folder", folder);
  python.globals.set("home", HOME);
  python.globals.set("language", navigator.languages.join());
  python.globals.set("progress", (label, done, total) => postMessage({
    progress: [label, done, total]
  }));
  const rest = () => archive("later.tar").then((data) => unpack(python.FS, data, "/site"));
  const early = !navigator.languages[0].startsWith("en") && rest(); // other languages are in it
  await early;
  const [page, allHere] = python.runPython(`
import sys
sys.dont_write_bytecode = True
sys.path.insert(0, "/site")
from cardgen.studio.webpage import WebPage
page = WebPage(folder, home, language, end, progress)
(lambda method, path, query, headers, body, reply, gone: page.answer(
    method, path, query, headers.to_py(), body.to_bytes(), reply, gone)), page.all_here`);
  await store.save();
  return {
    page,
    store,
    later: (early || rest()).then(() => allHere())
  };
}

/* What no first kit needs comes later (`LATER` in web/build.py): these are answered without it, and so is the way to
   the first kit where nothing is kept yet. */
const EARLY = /^\/studio\/(show.*|household.*|here|mark)$/;
const FIRST = /^\/studio\/(do\/deal|print|kit\.zip)?$/;
const asked = new Set();
const leaving = new Map(); // what is to be called when nobody waits for an answer any more, by its number

async function answer({
  page,
  store,
  later
}, {
  ask,
  method,
  path,
  query,
  headers,
  body
}) {
  if (asked.has(ask)) return;
  asked.add(ask);
  let begun = false;
  const gone = new Promise((left) => leaving.set(ask, left));
  const reply = async (status, said, bytes, more) => {
    const piece = {
      answer: ask,
      status,
      headers: said.toJs(),
      body: bytes.toJs(),
      more
    };
    await store.save();
    begun = true;
    channel.postMessage(piece);
  };
  try {
    const asks = path.slice(folder.length);
    if (!EARLY.test(asks) && !(store.isNew && FIRST.test(asks))) await later;
    await page(method, path, query, headers, body, reply, gone);
  } catch (error) {
    console.error(error);
    if (!begun) channel.postMessage({
      answer: ask,
      status: 500,
      headers: [],
      body: null,
      more: false
    });
  } finally {
    leaving.delete(ask);
  }
}

function hear(running, {
  data
}) {
  if (data.ask) answer(running, data);
  if (data.gone && leaving.has(data.gone)) leaving.get(data.gone)();
  if (data.anew) leaving.forEach((left) => left()); // the service worker was begun anew, and has forgotten all
}

/* How long a page that is reloaded or told to end may need for it; a busy computer needs longer. */
const PATIENCE_MS = 5000,
  LONGEST_MS = 60000;
let begun = false;
const takes = self.name === "take";
const locked = (how) => navigator.locks.request(`liarsdeck ${folder}`, how, async () => {
  begun = true;
  const running = await start();
  channel.onmessage = (event) => hear(running, event);
  channel.postMessage({
    ready: true
  });
  postMessage({
    ready: true
  });
  await new Promise(() => {}); // held until the worker ends
});
const patience = AbortSignal.timeout(takes ? PATIENCE_MS : LONGEST_MS);
if (!takes) setTimeout(() => begun || postMessage({
  elsewhere: true
}), PATIENCE_MS);
locked({
  signal: patience
}).catch((error) => {
  if (error !== patience.reason) throw error;
  if (takes) return locked({ // that page sleeps
    steal: true
  });
}).catch((error) => {
  postMessage(error.name === "AbortError" ? {
    stolen: true
  } : {
    failed: String(error && error.stack || error)
  });
});
