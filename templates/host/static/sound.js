// Sound, voice and buzz. The big screen plays six short sounds, which are made here from tones and noise, and reads
// claims and verdicts aloud; a phone buzzes and flashes when it is its owner's turn. Nothing plays before a touch.
"use strict";

const sound = (() => {
  // A part is [wave, start, length, Hz at its start, Hz at its end, loudness]; times are seconds. Noise is filtered
  // about its frequency.
  const SOUNDS = {
    card: [
      ["noise", 0, 0.07, 2600, 1200, 0.5],
      ["sine", 0.01, 0.09, 190, 90, 0.5],
    ],
    breath: Array.from({
      length: 30
    }, (_, at) => ["noise", at * 0.048, 0.06, 240, 180, 0.3 + 0.06 * at]), // a drum roll that grows
    stamp: [
      ["noise", 0, 0.12, 700, 200, 1],
      ["sine", 0, 0.3, 150, 42, 0.95],
    ],
    out: [
      ["triangle", 0, 0.3, 311, 305, 0.5],
      ["triangle", 0.32, 0.3, 277, 271, 0.5],
      ["triangle", 0.64, 0.9, 233, 165, 0.55],
    ],
    win: [523, 659, 784, 1047, 784, 1047].map((hz, at) => ["triangle", at * 0.13, at === 5 ? 0.9 : 0.24, hz, hz,
      0.45
    ]),
    turn: [
      ["sine", 0, 0.5, 880, 880, 0.4],
      ["sine", 0.16, 0.7, 1175, 1175, 0.35],
    ],
    // the four stamps that phones throw
    liar: [
      ["sawtooth", 0, 0.22, 233, 220, 0.3],
      ["sawtooth", 0.24, 0.5, 175, 98, 0.35],
    ],
    ooh: [
      ["sine", 0, 0.35, 330, 620, 0.5],
      ["sine", 0.3, 0.45, 620, 360, 0.4],
    ],
    ha: [0, 0.14, 0.28].map((at) => ["square", at, 0.1, 520 - 300 * at, 400 - 300 * at, 0.22]),
    bravo: Array.from({
      length: 26
    }, (_, at) => ["noise", at * 0.03 + 0.011 * (at % 3), 0.035, 1500 + 350 * (at % 4), 900, 0.35]), // clapping
  };
  const LEVELS = [0, 0.25, 0.8]; // how loud

  function noise(audio) {
    const made = audio.createBuffer(1, audio.sampleRate / 2, audio.sampleRate),
      samples = made.getChannelData(0);
    let state = 1;
    for (let at = 0; at < samples.length; at++) {
      state = (state * 16807) % 2147483647;
      samples[at] = state / 1073741824 - 1;
    }
    return made;
  }

  // Put one sound into an audio context, to begin at `when`.
  function put(audio, name, when, loud) {
    for (const [wave, start, length, from, to, level] of SOUNDS[name]) {
      const source = wave === "noise" ? audio.createBufferSource() : audio.createOscillator(),
        gain = audio.createGain(),
        at = when + start;
      let hz = source.frequency,
        last = source;
      if (wave === "noise") {
        source.buffer = noise(audio);
        last = audio.createBiquadFilter();
        last.type = "bandpass";
        hz = last.frequency;
        source.connect(last);
      } else source.type = wave;
      hz.setValueAtTime(from, at);
      hz.exponentialRampToValueAtTime(to, at + length);
      gain.gain.setValueAtTime(0, at);
      gain.gain.linearRampToValueAtTime(level * loud, at + 0.006);
      gain.gain.exponentialRampToValueAtTime(0.0005, at + length);
      last.connect(gain).connect(audio.destination);
      source.start(at);
      source.stop(at + length);
    }
  }

  const recall = (name) => {
    try {
      return localStorage.getItem(name);
    } catch {
      return null; // a private window
    }
  };
  const keep = (name, value) => {
    try {
      localStorage.setItem(name, value);
    } catch {
      /* a private window */
    }
  };

  let audio = null, // from the first touch on
    level = Number(recall("sound") ?? 2),
    speaks = recall("voice") === "on",
    buzzes = recall("buzz") !== "off";

  // Say whether this phone calls its owner, after turning that over if `turned`.
  function buzz(turned = false) {
    if (turned) {
      buzzes = !buzzes;
      keep("buzz", buzzes ? "on" : "off");
    }
    return buzzes ? table.told("Call me when it is my turn: yes") : table.told("Call me when it is my turn: no");
  }

  function play(name, after = 0) {
    if (audio && LEVELS[level]) put(audio, name, audio.currentTime + 0.02 + after, LEVELS[level]);
  }

  // A voice of this device: one of the network would send the claims away.
  const voice = () => window.speechSynthesis && speechSynthesis.getVoices().find((one) =>
    one.localService && one.lang.startsWith(document.documentElement.lang));

  function say(words) {
    const own = voice();
    if (!audio || !speaks || !own || !words) return;
    const said = new SpeechSynthesisUtterance(words);
    said.voice = own;
    said.volume = Math.max(LEVELS[level], 0.5);
    speechSynthesis.cancel();
    speechSynthesis.speak(said);
  }

  // ------------------------------------------------------------------------------------- what happened, as sounds

  // What the page says of the table: the numbers and kinds that sounds depend on.
  function now() {
    const root = table.page.firstElementChild,
      held = root.querySelector(".mo");
    return {
      seq: Number(root.dataset.seq),
      kind: root.dataset.kind,
      wanted: held ? undefined : root.dataset.wanted,
      held,
      moment: held ? (root.className.match(/mo-\d+-\d+/) || [""])[0] : "",
      thrown: [...root.querySelectorAll(".stamp")].map((one) => [one.id, one.dataset.stamp]),
      aloud: [...root.querySelectorAll("[data-aloud]")].map((one) => one.textContent.trim().replace(/\s+/g, " "))
        .join(
          ". "),
    };
  }

  // The sounds between two states of the big screen, each with its delay in seconds.
  function between(was, is) {
    const known = new Set((was.thrown || []).map(([id]) => id)),
      stamps = (is.thrown || []).filter(([id]) => !known.has(id)).map(([, name]) => [name, 0]);
    return [...happened(was, is), ...stamps];
  }

  function happened(was, is) {
    if (is.kind === "over" && was.kind !== "over" && !is.held) return [
      ["win", 0]
    ];
    if (is.moment && is.moment !== was.moment) {
      if (is.held.classList.contains("m-crown")) return [
        ["win", 0], ...[...is.held.querySelectorAll("li")].map((_, at) => ["card", 1.2 + 0.7 * at])
      ];
      const out = "out" in is.held.dataset ? [
        ["out", 0.4]
      ] : [];
      if (!is.held.classList.contains("verdict")) return out.length ? out : [
        ["card", 0]
      ];
      return [
        ["breath", 0],
        ["stamp", 1.5], ...out.map(([name]) => [name, 2.1])
      ];
    }
    if (is.kind !== "table" || is.held) return [];
    const heard = is.seq > was.seq ? [
      ["card", 0]
    ] : [];
    return is.wanted && is.wanted !== was.wanted ? [...heard, ["turn", 0.5]] : heard;
  }

  function start({
    big
  }) {
    let was = now();
    const tools = document.getElementById("sounds"),
      buttons = tools ? [...tools.querySelectorAll("button")] : [];

    function label() {
      if (!tools) return;
      buttons[0].textContent = [table.told("Sound: off"), table.told("Sound: low"), table.told("Sound: loud")][
        level
      ];
      buttons[1].textContent = speaks ? table.told("Voice: on") : table.told("Voice: off");
      buttons[1].hidden = !voice();
    }

    function turn(which) {
      if (which === 0) {
        level = (level + 1) % LEVELS.length;
        keep("sound", level);
        play("turn");
      } else {
        speaks = !speaks;
        keep("voice", speaks ? "on" : "off");
        if (speaks) say(table.told("Every word of it is true."));
        else speechSynthesis.cancel();
      }
      label();
    }

    function touched() {
      if (big && !audio) audio = new AudioContext();
      if (audio && audio.state === "suspended") audio.resume();
      awake();
    }
    for (const kind of ["pointerdown", "keydown"]) document.addEventListener(kind, touched);
    buttons.forEach((one, which) => one.addEventListener("click", () => turn(which)));
    document.addEventListener("keydown", (event) => {
      if (!tools || event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, textarea"))
        return;
      if (event.key === "m") turn(0);
      if (event.key === "v" && voice()) turn(1);
    });
    if (window.speechSynthesis) speechSynthesis.addEventListener("voiceschanged", label);
    label();

    table.changed(() => {
      const is = now();
      if (big) {
        for (const [name, after] of between(was, is)) play(name, after);
        if (is.aloud !== was.aloud) setTimeout(() => say(is.aloud), is.held && is.held.matches(".verdict") ?
          1700 : 0);
      } else if (buzzes && is.wanted !== undefined && was.wanted === undefined) {
        if (navigator.vibrate) navigator.vibrate([60, 60, 120]);
        document.body.classList.add("flash");
        setTimeout(() => document.body.classList.remove("flash"), 900);
      }
      was = is;
    });
  }

  // Keep the screen awake while a table is open. Browsers allow it on https and on this computer alone.
  let lock = null;
  async function awake() {
    if (!navigator.wakeLock || lock || document.hidden) return;
    try {
      lock = await navigator.wakeLock.request("screen");
      lock.addEventListener("release", () => {
        lock = null;
      });
    } catch {
      /* the battery is low */
    }
  }
  document.addEventListener("visibilitychange", awake);

  return {
    names: Object.keys(SOUNDS),
    put,
    between,
    buzz,
    start
  };
})();
