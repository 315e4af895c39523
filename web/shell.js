/* The page round the studio: it starts the two workers, says what goes on, and shows the studio in its frame. */

const TOTAL = 1; // bytes of what the worker downloads; web/build.py writes it here
const folder = new URL(".", location.href);
const at = (id) => document.getElementById(id);
const frame = at("studio");

/* The first of the browser's languages that the studio speaks, as WebPage decides too. */
const SAID = {}; // by language: its sentences by the English ones; web/build.py writes it here
const language = navigator.languages.map((one) => one.slice(0, 2).toLowerCase()).find((one) => one === "en" ||
  SAID[one]) || "en";
const told = (sentence) => (SAID[language] || {})[sentence] || sentence;
document.documentElement.lang = language;
at("loaded").setAttribute("aria-label", told("Loading"));
if (language !== "en") frame.contentWindow.location.replace(new URL(`first-${language}.html`, folder));
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
  if (event.data.take && python) heard.stolen();
  if (event.data.kept) document.documentElement.dataset.kept = "1"; // from now on it needs no network
};

/* A reload comes back to the same step. */
const STEP = `step ${folder.pathname}`;
addEventListener("pagehide", leave);
addEventListener("pageshow", (event) => {
  if (event.persisted) start();
});

function leave() {
  if (frame.isConnected) sessionStorage.setItem(STEP, step());
  stop(); // a page that is kept to go back to would keep Python from every other
}

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

/* What is pressed on the page that is there first, while the rest loads, is done as soon as it can be. */
let pressed = null;

function hold(event) {
  const link = event.target.closest("a[href]");
  if (document.documentElement.dataset.ready || (event.type === "click" && (!link || link.hash))) return;
  event.preventDefault();
  pressed = () => {
    if (event.type === "submit") event.target.requestSubmit(event.submitter);
    else if (!link.hasAttribute("download")) link.click();
    else save(link.href); // and the studio opens
    return event.type === "submit" || !link.hasAttribute("download");
  };
}

const heard = {
  loaded: (bytes) => say(told("Loading the print room, once."), "", null, Math.min(1, bytes / TOTAL)),
  progress: ([label, done, total]) => done < total ? say(label, told("Stop"), restart, done / total) : say(""),
  ready() {
    say("");
    document.documentElement.dataset.ready = "1";
    navigator.serviceWorker.controller.postMessage("keep all");
    if (pressed && !step() && pressed()) return;
    const names = step() ? null : frame.contentDocument.getElementById("names"); // typed while the rest was loading
    const start = `${folder.pathname}studio/`;
    const typed = names && names.value ? `${start}?names=${encodeURIComponent(names.value)}` : "";
    frame.contentWindow.location.replace(step() || typed || sessionStorage.getItem(STEP) || start);
  },
  elsewhere: () => say(told("The print room is open in another tab."), told("Use it here"), take),
  stolen() {
    stop();
    say(told("You went on in another tab."), told("Use it here"), take);
  },
  ended() {
    stop();
    say(told("The studio is closed; your kit is kept."), told("Open it"), () => start());
  },
  failed(why) {
    console.error(why);
    stop();
    say(told("The print room could not be started."), told("Try again"), () => start());
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
  start(true); // the worker that was ended may have the lock for a moment yet
}

/** Go on here: another tab that has Python ends it, and what it asked and got no answer to is given up. */
function take() {
  channel.postMessage({
    take: true,
    stopped: true
  });
  start(true);
}

/** Start Python; `takes` takes it even from a tab that sleeps. */
function start(takes = false) {
  stop();
  say(told("The print room opens."));
  python = new Worker(new URL("worker.js", folder), {
    type: "module",
    name: takes ? "take" : ""
  });
  python.onmessage = ({
    data
  }) => Object.entries(data).forEach(([what, value]) => heard[what](value));
  python.onerror = (event) => heard.failed(event.message);
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

/** Let the new service worker take over. It waits until the old one has answered or given up all requests, so the frame
    goes first, as it would send more of them, and Python, which could be busy. */
function takeOver(worker) {
  leave();
  frame.remove();
  channel.postMessage({
    stopped: true
  });
  worker.postMessage("take over");
}

function offer(registration) {
  const waits = () => registration.waiting && navigator.serviceWorker.controller &&
    say(told("There is a new version of this page."), told("Use it now"), () => takeOver(registration.waiting));
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
  say(told("Making it ready to save."), told("Stop"), restart);
  const answer = await fetch(address);
  if (!python || answer.status === 503) return; // closed, or stopped
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
  if (navigator.storage.persist && await navigator.storage.persist()) say("");
  else say(told("Saved. This browser may clear what the page remembers of it."), told("Keep a copy"), () => {
    say("");
    frame.src = `${folder.pathname}studio/household`;
  });
}

/* The studio's script sends its links with `download` here. */
addEventListener("message", (event) => {
  if (event.origin === location.origin && event.source === frame.contentWindow) save(event.data.save);
});

function came() {
  const page = frame.contentDocument; // none where the browser shows an error of its own
  if (page) document.title = page.title || document.title;
  if (!page || step()) return;
  for (const kind of ["submit", "click"]) page.addEventListener(kind, hold);
}
frame.addEventListener("load", came);
came();

if (!("serviceWorker" in navigator) || !("locks" in navigator) || typeof WebAssembly !== "object") {
  say(told("This page needs https, or an address on this computer, and a browser that is not older than a few years."),
    told("A sample kit"), () => location.assign("sample.zip"));
} else {
  offer(await controlled());
  start();
}
