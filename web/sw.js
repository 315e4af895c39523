/* The service worker: it keeps the page's files for when there is no network, and passes what is asked of studio and
   table on to the worker that has Python. Browsers stop it at will: it knows nothing that it can't lose. */

const FILES = {}; // path: its hash and its size; web/build.py writes it here
const CACHE = "liarsdeck";
const folder = new URL(self.registration.scope).pathname.slice(0, -1);
const channel = new BroadcastChannel(`liarsdeck ${folder}`);
const name = (path) => new URL(`${path}?${FILES[path][0]}`, self.registration.scope).href;

/** A file of this version: from the cache, else from the network into the cache. */
async function file(path) {
  const cache = await caches.open(`${CACHE} ${folder}`);
  const kept = await cache.match(name(path));
  if (kept) return kept;
  const came = await fetch(new URL(path, self.registration.scope), {
    cache: "no-cache",
    integrity: FILES[path][0]
  });
  if (!came.ok) return came;
  await cache.put(name(path), came); // not its clone, as then all of it is held until somebody reads the other
  return cache.match(name(path));
}

/** Keep all files, so that the page needs no network. */
async function keep() {
  const cache = await caches.open(`${CACHE} ${folder}`),
    kept = new Set((await cache.keys()).map((request) => request.url));
  for (const path of Object.keys(FILES))
    if (!kept.has(name(path)) && !(await file(path)).ok) throw new Error(path);
  channel.postMessage({
    kept: true
  });
}

/** On the first visit files are kept as they are used, then the rest; a new version is offered when all of it is there. */
self.addEventListener("install", (event) => {
  if (!self.registration.active) {
    self.skipWaiting();
    return;
  }
  event.waitUntil(keep());
});

self.addEventListener("activate", (event) => event.waitUntil((async () => {
  const cache = await caches.open(`${CACHE} ${folder}`),
    mine = new Set(Object.keys(FILES).map(name));
  for (const request of await cache.keys())
    if (!mine.has(request.url)) await cache.delete(request);
  await self.clients.claim();
})()));

self.addEventListener("message", (event) => {
  if (event.data === "take over") self.skipWaiting();
  if (event.data === "keep all") event.waitUntil(keep());
});

/* What is asked and not answered yet, by its number. */
const waiting = new Map();
channel.postMessage({
  anew: true
});

channel.onmessage = ({
  data
}) => {
  if (data.ready)
    for (const one of waiting.values()) channel.postMessage(one.message);
  if (data.stopped)
    for (const one of waiting.values()) one.stop();
  const one = data.answer && waiting.get(data.answer);
  if (one) one.take(data);
};

async function ask(request) {
  const url = new URL(request.url),
    id = crypto.randomUUID();
  const body = request.method === "GET" ? new Uint8Array() : new Uint8Array(await request.arrayBuffer());
  const message = {
    ask: id,
    method: request.method,
    path: decodeURI(url.pathname),
    query: url.search.slice(1),
    headers: [...request.headers],
    body
  };
  return new Promise((resolve) => {
    let pieces = null;
    waiting.set(id, {
      message,
      stop() {
        waiting.delete(id);
        if (pieces) pieces.error();
        else resolve(new Response("Stopped.", {
          status: 503
        }));
      },
      take({
        status,
        headers,
        body: piece,
        more
      }) {
        if (!more) waiting.delete(id);
        if (!pieces && !more) {
          const empty = [204, 303, 304].includes(status);
          resolve(status === 303 ? Response.redirect(new URL(headers.find(([key]) => key === "location")[1],
              url), 303) :
            new Response(empty ? null : piece, {
              status,
              headers
            }));
          return;
        }
        if (!pieces) resolve(new Response(new ReadableStream({
          start: (control) => {
            pieces = control;
          },
          cancel: () => {
            waiting.delete(id);
            channel.postMessage({
              gone: id
            });
          }
        }), {
          status,
          headers
        }));
        if (piece && piece.length) pieces.enqueue(piece);
        if (!more) pieces.close();
      },
    });
    channel.postMessage(message);
  });
}

/* WebKit waits 70 seconds for an answer. Then it passes all that is asked to the host, which has none. So what takes
   long is asked again by a redirect to itself, and gets the answer that is under way. Firefox forgets by that where it
   came from. */
const PATIENCE_MS = 30000;
const late = new Map(); // what is under way, by its address

async function patient(request) {
  const {
    url
  } = request, answer = late.get(url) || ask(request);
  late.delete(url);
  if (request.method !== "GET") return answer;
  const soon = await Promise.race([answer, new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))]);
  if (soon) return soon;
  late.set(url, answer);
  answer.then(() => setTimeout(() => late.get(url) === answer && late.delete(url),
    PATIENCE_MS)); // nobody came for it
  return Response.redirect(url, 307);
}

self.addEventListener("fetch", (event) => {
  const {
    request
  } = event, url = new URL(request.url);
  if (url.origin !== location.origin || !url.pathname.startsWith(`${folder}/`)) return;
  const path = url.pathname.slice(folder.length + 1);
  if (/^(studio|table)\//.test(path)) {
    /* A form or a link of another site may lead here too, but it can't name one of our pages as where it came from.
       From elsewhere one may look at a page, and do nothing: begin a table (?new), or make a file. */
    const looks = request.method === "GET" && !url.search && !/\.\w+$/.test(path);
    const ours = looks || late.has(request.url) || request.referrer.startsWith(self.registration.scope);
    event.respondWith(ours ? patient(request) : new Response("This comes from another site.", {
      status: 403
    }));
  } else if (FILES[path || "index.html"]) event.respondWith(file(path || "index.html"));
});
