/* The page round the studio: it starts the two workers, says what goes on, and shows the studio in its frame. */

const TOTAL = 1; // bytes of what the worker downloads; web/build.py writes it here
const folder = new URL(".", location.href);
const at = (id) => document.getElementById(id);
const frame = at("studio");
const channel = new BroadcastChannel(`liarsdeck ${folder.pathname.slice(0, -1)}`);
let python = null;

/** The address of the step that the frame shows; "" if it shows none yet. */
function step() {
  const shown = frame.contentWindow.location;
  return ["studio/", "table/"].some((part) => shown.pathname.startsWith(folder.pathname + part)) ? shown.pathname +
    shown
    .search : "";
}

channel.onmessage = (event) => {
  if (event.data.kept) document.documentElement.dataset.kept = "1"; // from now on it needs no network
};

/* A reload comes back to the same step. */
const STEP = `step ${folder.pathname}`;
addEventListener("pagehide", () => sessionStorage.setItem(STEP, step()));

/** Show a sentence, with a button that does something if there is one; nothing shown without a sentence. */
function say(sentence, button = "", act = null, share = null) {
  at("bar").hidden = !sentence;
  at("said").textContent = sentence;
  at("act").hidden = !button;
  at("act").textContent = button;
  at("act").onclick = act;
  at("loaded").hidden = share === null;
  at("loaded").value = share || 0;
}

const told = {
  loaded: (bytes) => say("Loading the print room, once.", "", null, Math.min(1, bytes / TOTAL)),
  progress: ([label, done, total]) => done < total ? say(label, "Stop", restart, done / total) : say(""),
  ready() {
    say("");
    document.documentElement.dataset.ready = "1";
    navigator.serviceWorker.controller.postMessage("keep all");
    const names = step() ? null : frame.contentDocument.getElementById("names"); // typed while the rest was loading
    const start = `${folder.pathname}studio/`;
    const typed = names && names.value ? `${start}?names=${encodeURIComponent(names.value)}` : "";
    frame.contentWindow.location.replace(step() || typed || sessionStorage.getItem(STEP) || start);
  },
  elsewhere: () => say("The print room is open in another tab.", "Use it here", () => start(true)),
  stolen() {
    stop();
    say("You went on in another tab.", "Use it here", () => start(true));
  },
  ended() {
    stop();
    say("The studio is closed; your kit is kept.", "Open it", () => start());
  },
  failed(why) {
    console.error(why);
    stop();
    say("The print room could not be started.", "Try again", () => start());
  },
};

function stop() {
  if (python) python.terminate();
  python = null;
}

/** End what Python is doing, and begin anew: what was asked and not answered is given up. */
function restart() {
  channel.postMessage({
    stopped: true
  });
  start();
}

/** Start Python; `steal` takes it from another tab. */
function start(steal = false) {
  stop();
  say("The print room opens.");
  python = new Worker(new URL("worker.js", folder), {
    type: "module",
    name: steal ? "steal" : ""
  });
  python.onmessage = ({
    data
  }) => Object.entries(data).forEach(([what, value]) => told[what](value));
  python.onerror = (event) => told.failed(event.message);
}

/** Resolve when the service worker sees what this page asks. */
async function controlled() {
  const registration = await navigator.serviceWorker.register(new URL("sw.js", folder));
  if (!navigator.serviceWorker.controller) {
    await new Promise((resolve) => navigator.serviceWorker.addEventListener("controllerchange", resolve, {
      once: true
    }));
  }
  return registration;
}

function offer(registration) {
  const waits = () => registration.waiting && navigator.serviceWorker.controller &&
    say("There is a new version of this page.", "Use it now", () => registration.waiting.postMessage("take over"));
  waits();
  registration.addEventListener("updatefound", () => {
    const {
      installing
    } = registration;
    installing.addEventListener("statechange", waits);
  });
  navigator.serviceWorker.addEventListener("controllerchange", () => location.reload());
}

/** Fetch a file and save it: browsers do not ask a service worker for a link with `download`. */
async function save(address) {
  say("Making it ready to save.", "Stop", restart);
  const answer = await fetch(address);
  if (!python) return;
  const named = /filename="([^"]+)"/.exec(answer.headers.get("content-disposition"));
  if (!named) {
    say("");
    frame.src = address; // a page that says why there is none
    return;
  }
  const file = document.createElement("a");
  file.href = URL.createObjectURL(await answer.blob());
  file.download = named[1];
  file.click();
  setTimeout(() => URL.revokeObjectURL(file.href), 60000);
  if (await navigator.storage.persist()) say("");
  else say("Saved. This browser may clear what the page remembers of it.", "Keep a copy", () => {
    say("");
    frame.src = `${folder.pathname}studio/household`;
  });
}

/* The studio's script sends its links with `download` here. */
addEventListener("message", (event) => {
  if (event.origin === location.origin && event.source === frame.contentWindow) save(event.data.save);
});
frame.addEventListener("load", () => {
  document.title = frame.contentDocument.title || document.title;
});

if (!("serviceWorker" in navigator) || !("locks" in navigator) || typeof WebAssembly !== "object") {
  say("This page needs https, or an address on this computer, and a browser that is not older than a few years.");
} else {
  offer(await controlled());
  start();
}
