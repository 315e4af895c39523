// The phone: to join, to sit, to hold a hand open, to say a line.
// Secrets are fetched when they are held and dropped after.
"use strict";

(() => {
  const $ = (what, from = document) => from.querySelector(what);
  const $$ = (what, from = document) => [...from.querySelectorAll(what)];
  const {
    page,
    ask,
    told,
    refresh
  } = table;
  const sheet = $("#sheet"),
    step = $("#step"),
    handBox = $("#hand");

  // ------------------------------------------------------------------------------------------- sheets and steps

  // Back closes what is open, and leaves the table only where nothing is.
  let armed = Boolean(history.state && history.state.open);

  function arm() {
    if (!armed) history.pushState({
      open: true
    }, "");
    armed = true;
  }
  window.addEventListener("popstate", () => {
    if (!armed || location.hash || (history.state && history.state.open)) return;
    armed = false;
    if (!sheet.open && step.hidden) history.back();
    closeSheet();
    closeStep();
  });

  function openSheet(content) {
    arm();
    sheet.replaceChildren(content);
    if (!sheet.open) sheet.showModal();
    sheet.scrollTop = 0; // the focus is on its first button
    forms.dress(sheet);
    for (const one of $$("[data-buzz]", sheet)) one.textContent = sound.buzz();
  }

  function closeSheet() {
    if (sheet.open) sheet.close();
    sheet.replaceChildren();
  }
  sheet.addEventListener("click", (event) => {
    if (event.target === sheet) closeSheet();
  });
  sheet.addEventListener("close", () => {
    sheet.replaceChildren();
    delete sheet.dataset.wants;
  });

  function openStep(content) {
    arm();
    step.replaceChildren(content);
    step.hidden = false;
    page.inert = true;
    window.scrollTo(0, 0);
    const first = $("h1", step);
    if (first) {
      first.tabIndex = -1;
      first.focus();
    }
  }

  function closeStep() {
    step.hidden = true;
    step.replaceChildren();
    page.inert = false;
  }

  const el = (name, words, cls) => Object.assign(document.createElement(name), {
    textContent: words,
    className: cls || ""
  });

  let refused = 0; // when a sheet said no: it goes with what it was about, when it has been read

  function say_no(why, rule, title = told("Not so.")) {
    refused = performance.now();
    const box = document.createDocumentFragment();
    const head = el("h2", title, "ask"),
      text = el("p", why, "why");
    head.id = "no";
    text.id = "why";
    sheet.setAttribute("aria-labelledby", "no");
    sheet.setAttribute("aria-describedby", "why");
    box.append(head, text);
    if (rule) {
      const line = el("p", told("rule") + " ", "rid"),
        link = el("a", rule);
      link.href = "rules#" + rule;
      line.append(link);
      box.append(line);
    }
    const why_back = rule ? told("Choose another") : told("Close");
    const back = el("button", title === told("Not so.") ? why_back : told("Back"), "btn key");
    back.type = "button";
    back.dataset.close = "";
    box.append(back);
    openSheet(box);
  }

  // -------------------------------------------------------------------------------------------------- a line

  let sending = false;
  const keys = new Map(); // a line that was sent and not answered keeps its key, so that it is one line

  async function say(line, button) {
    if (sending) return;
    sending = true;
    document.body.classList.add("sending");
    if (button) button.setAttribute("aria-busy", "true"); // it stays pressed until it is answered
    const seen = table.seq(),
      named = seen + " " + line;
    if (!keys.has(named)) keys.set(named, table.key());
    const answer = await ask("api/v1/line", {
      line,
      key: keys.get(named),
      seen
    });
    keys.delete(named);
    if (answer.ok) {
      closeSheet();
      closeStep();
    }
    await refresh();
    sending = false;
    document.body.classList.remove("sending");
    if (button) button.removeAttribute("aria-busy");
    if (!answer.ok) {
      closeStep();
      say_no(answer.why || told("Look again."), answer.rule, answer.status === 409 ? told(
        "The table has moved on.") : undefined);
    }
  }

  async function post(path, method, body = {}) {
    const answer = await ask(path, method === "DELETE" ? undefined : body, method);
    if (!answer.ok) say_no(answer.why || told("That did not work."), answer.rule);
    else closeSheet();
    await refresh();
  }

  async function confirm(line) {
    const answer = await ask("part/confirm", {
      line
    });
    if (!answer.ok) {
      await refresh();
      say_no(answer.why, answer.rule, told("The table has moved on."));
      return;
    }
    const made = document.createElement("template");
    made.innerHTML = answer.text;
    openStep(made.content);
  }

  // ------------------------------------------------------------------------------------------- what is touched

  document.addEventListener("input", (event) => {
    const form = event.target.closest(".say"),
      full = event.target.value.length === event.target.maxLength && event.target.form?.querySelector(".no");
    if (form) forms.update(form);
    if (full) {
      full.textContent = full.dataset.full;
      full.hidden = false;
    }
  });

  const does = {
    close() {
      closeSheet();
    },
    leave() {
      closeStep();
    },
    open(one) {
      openSheet(page.querySelector("#" + CSS.escape(one.dataset.open)).content.cloneNode(true));
    },
    async fetch(one) {
      const answer = await ask(one.dataset.fetch, undefined, "GET"),
        made = document.createElement("template");
      if (!answer.ok) {
        say_no(answer.why, "");
        return;
      }
      made.innerHTML = answer.text;
      openSheet(made.content);
    },
    say(one) {
      say(one.dataset.say, one);
    },
    async only(one) {
      const seat = await ask("api/v1/seat", undefined, "GET"),
        lines = (seat.legal || []).filter((line) => line.includes(": " + one.dataset.only + " "));
      if (lines.length === 1) say(lines[0], one);
      else refresh();
    },
    confirm(one) {
      confirm(one.dataset.confirm);
    },
    key(one) {
      if (one.dataset.line) say(one.dataset.line, one);
    },
    async post(one) {
      const then = one.dataset.then;
      await post(one.dataset.post, "POST");
      if (then) location.href = then;
    },
    moment(one) {
      const [since, place] = one.dataset.moment.split(" ").map(Number);
      post("api/v1/moment", "POST", {
        since,
        place
      });
    },
    nose(one) {
      post("api/v1/nose", "POST", {
        claim: one.dataset.nose,
        lie: one.dataset.lie === "yes"
      });
    },
    stamp(one) {
      post("api/v1/stamp", "POST", {
        stamp: one.dataset.stamp
      });
    },
    buzz(one) {
      one.textContent = sound.buzz(true);
    },
    another(one) {
      write(one, {
        another: true
      });
    },
    doubt(one) {
      write(one, {
        doubt: one.dataset.doubt === "yes"
      });
    },
    veto(one) {
      write(one, {
        veto: Number(one.dataset.veto)
      });
    },
    hush(one) {
      write(one, {
        silent: one.dataset.hush === "yes"
      });
    },
    leftout(one) {
      about(one.closest("form"), {
        left_out: true
      });
    },
    delete(one) {
      post(one.dataset.delete, "DELETE");
    },
    async wants(one) {
      const answer = await ask("api/v1/claim", {
        seat: one.dataset.wants,
        pin: ""
      });
      if (answer.ok) return;
      say_no(answer.why, "", told("Ask the host."));
      sheet.dataset.wants = one.dataset.wants;
    },
    sit(one) {
      pin(one.dataset.sit, one.hasAttribute("data-taken"), one.hasAttribute("data-either"));
    },
    new() {
      openSheet($("#t-name", page).content.cloneNode(true));
      $("#name", sheet).focus();
    },
    dismiss(one) {
      const bill = one.closest("[data-once]");
      remember(bill.dataset.once);
      bill.remove();
    },
    note(one) {
      note(one.dataset.note, $(".note span", one));
    },
    digit(one) {
      digit(one.dataset.digit);
    },
    longer(one) {
      const typed = $("[data-pin]", step);
      for (const other of [one, $(".slots", step), $(".keys", step), $("[data-digits]", step)]) other.hidden = true;
      for (const other of [typed, $("[data-words]", step)]) other.hidden = false;
      $("input", typed).focus();
    },
  };

  document.addEventListener("click", (event) => {
    const one = event.target.closest("button, a");
    if (event.target.closest(".fan.shut") && !document.body.classList.contains(
        "peeking")) { // touched, it opens for a while
      held++;
      clearTimeout(sticky);
      sticky = setTimeout(cover, OPEN_MS);
      document.body.classList.add("peeking");
      return;
    }
    if (!one || one.closest("[inert]")) return;
    if (one.getAttribute("aria-disabled") === "true") {
      event.preventDefault();
      if (one.dataset.why) say_no(one.dataset.why, one.dataset.rule);
      else if (one.hasAttribute("data-key")) shake(one);
      return;
    }
    if (one.hasAttribute("data-hold")) return;
    for (const name of Object.keys(does))
      if (one.hasAttribute("data-" + name)) {
        does[name](one);
        return;
      }
    if (one.classList.contains("opt")) forms.touch(one);
  });

  function shake(one) {
    one.classList.remove("shake");
    void one.offsetWidth;
    one.classList.add("shake");
  }

  async function about(form, body) {
    const answer = await ask("api/v1/about", body),
      no = $(".no", form);
    if (answer.ok) {
      closeSheet();
      await refresh();
    } else {
      no.textContent = answer.why;
      no.hidden = false;
    }
  }

  // An ending for the opening on the page, another opening, or a word on those about whoever holds this phone.
  async function write(one, body) {
    const form = one.closest("form"),
      no = form && $(".no", form);
    const answer = await ask("api/v1/ask", form ? {
      no: Number(form.dataset.ask),
      ...body
    } : body);
    if (no) {
      no.hidden = answer.ok || answer.status === 409;
      no.textContent = answer.why || "";
      form.dataset.sure = answer.rule === "host.twice" ? "yes" : "";
      if (no.hidden && !("doubt" in body)) form.reset();
    }
    await refresh();
    if (no) $("#ending", page)?.focus();
  }

  // What was waved away stays away, also after a reload.
  function remember(name) {
    try {
      sessionStorage.setItem(name, "1");
    } catch {
      /* a private window */
    }
  }

  function waved() {
    for (const bill of $$("[data-once]", page)) {
      let seen = false;
      try {
        seen = sessionStorage.getItem(bill.dataset.once) === "1";
      } catch {
        /* a private window */
      }
      if (seen) bill.remove();
      else if (!bill.contains(document.activeElement)) $("button", bill).focus({
        preventScroll: true
      });
    }
  }

  // ------------------------------------------------------------------------------------------- to come and sit

  document.addEventListener("submit", async (event) => {
    event.preventDefault();
    const form = event.target,
      no = $(".no", form);
    if (form.hasAttribute("data-join")) {
      const answer = await table.join({
        word: $("input", form).value
      });
      if (!answer.ok) {
        no.textContent = answer.why;
        no.hidden = false;
      }
    } else if (form.hasAttribute("data-about")) {
      about(form, {
        pronoun: $("[name=pronoun]:checked", form).value,
        said: $("#said", form).value.trim().replace(/\s+/g, " ")
      });
    } else if (form.hasAttribute("data-ask")) {
      await write(form, {
        text: $("input", form).value,
        sure: form.dataset.sure === "yes"
      });
    } else if (form.hasAttribute("data-pin")) {
      await claim($("input", form).value);
    } else if (form.hasAttribute("data-name")) {
      const name = $("input", form).value.trim().replace(/\s+/g, " ");
      if (!name) return;
      const named = (one) => (one.dataset.sit || one.dataset.wants).toLowerCase() === name.toLowerCase();
      const known = $$("[data-sit], [data-wants]", page).find(named);
      // Without a PIN the table says only whether the name will do.
      const answer = known ? {
        rule: "host.pin"
      } : await ask("api/v1/claim", {
        seat: name,
        pin: ""
      });
      if (answer.rule !== "host.pin") {
        no.textContent = answer.why;
        no.hidden = false;
        return;
      }
      closeSheet();
      if (known) known.click();
      else pin(name, false, false, true);
    } else if (form.hasAttribute("data-keepnote")) {
      await ask("api/v1/note", {
        card: form.dataset.keepnote,
        text: $("input", form).value
      });
      closeSheet();
    }
  });

  let sitting = "",
    mine = false, // a name that was typed here: nobody had it
    digits = "";

  function pin(name, old, either = false, typed = false) {
    sitting = name;
    mine = typed;
    digits = "";
    openStep($("#t-pin", page).content.cloneNode(true));
    for (const one of $$("[data-fill]", step)) one.textContent = name;
    for (const one of $$("[data-if]", step)) one.hidden = either ? one.nodeName === "P" : (one.dataset.if ===
      "old") !== old;
    if (either)
      for (const one of $$('[data-if="old"]', step)) one.hidden = true;
  }
  async function digit(sign) {
    if (digits.length > 3 && sign !== "-") return;
    digits = sign === "-" ? digits.slice(0, -1) : digits + sign;
    const slots = $(".slots", step);
    $$("i", slots).forEach((one, at) => one.classList.toggle("on", at < digits.length));
    slots.setAttribute("aria-label", told("{n} of 4 digits typed", {
      n: digits.length
    }));
    if (digits.length < 4) return;
    await claim(digits);
    digits = "";
    $$("i", slots).forEach((one) => one.classList.remove("on"));
  }
  async function claim(typed) {
    const answer = await ask("api/v1/claim", {
      seat: sitting,
      pin: typed,
      new: mine
    });
    if (answer.ok) {
      closeStep();
      table.listen();
      await refresh();
      return;
    }
    const no = $(".no", step);
    if (!no) return; // the page has moved on meanwhile
    no.textContent = answer.why;
    no.hidden = false;
  }
  document.addEventListener("keydown", (event) => {
    if (step.hidden || !$(".keys:not([hidden])", step)) return;
    if (/^\d$/.test(event.key)) digit(event.key);
    else if (event.key === "Backspace") digit("-");
  });

  // --------------------------------------------------------------------------------------------- to hold a hand

  const OPEN_MS = 10000,
    READ_MS = 4000,
    TAP_MS = 350;
  let held = 0,
    sticky = 0,
    lastTap = 0,
    downAt = 0;

  const parsed = (html) => Object.assign(document.createElement("template"), {
    innerHTML: html
  }).content;

  // Where the hand is what is asked about, its marks come to its rows; false where they are not all in the window.
  function peek(hand) {
    const rows = $$("[data-card]", page),
      own = (row) => hand.querySelector('[data-card="' + row.dataset.card + '"]');
    if (!rows.length || !rows.every(own)) return false;
    for (const row of rows) {
      const mark = $(".mk", own(row)),
        veiled = $(".veiled", row);
      if (veiled) veiled.textContent = $(".fact", own(row)).textContent;
      if (mark && $(".mark", row)) {
        const shown = el("span", "", "shown");
        shown.append(...mark.childNodes);
        $(".mark", row).append(shown);
      }
    }
    const rivals = $(".rivals", hand),
      hint = $("[data-hint]", page);
    if (rivals && hint) {
      hint.hidden = true;
      hint.after(rivals);
    }
    document.body.classList.add("peeking");
    const first = rivals && hint ? rivals : rows[0],
      end = $("[data-hold]", page).getBoundingClientRect().top,
      last = rows.at(-1).getBoundingClientRect().bottom;
    if (last - first.getBoundingClientRect().top > end) { // in large text
      fold();
      return false;
    }
    if (last > end) first.scrollIntoView();
    return true;
  }

  function fold() {
    for (const one of $$(".mark .shown, .rivals", page)) one.remove();
    for (const one of $$("[data-hint]", page)) one.hidden = false;
    for (const one of $$(".veiled", page)) one.textContent = "";
    document.body.classList.remove("peeking");
  }

  async function uncover(button) {
    const mine = ++held;
    let html = "";
    try {
      const answer = await fetch("part/hand", {
        cache: "no-store",
        credentials: "same-origin"
      });
      if (!answer.ok) return;
      html = await answer.text();
    } catch {
      return;
    }
    if (mine !== held) return; // lifted meanwhile
    if (!peek(parsed(html))) {
      handBox.replaceChildren(parsed(html));
      handBox.hidden = false;
      table.fit(handBox); // the thumb that holds can't scroll
    }
    for (const one of $$("[data-hold]", page)) {
      one.setAttribute("aria-pressed", "true");
      const words = $(".lt", one);
      const half = one.classList.contains("holdb"); // beside another button: it must not grow over the rows
      const now = sticky ? [told("Open for ten seconds"), told("Ten seconds")] : [told("Lift your thumb to cover"),
        told("Lift to cover")
      ];
      if (!words.dataset.was) {
        words.dataset.was = words.textContent;
        words.textContent = now[Number(half)];
      }
    }
    const lift = $("[data-lift]", handBox);
    if (lift && sticky) {
      lift.textContent = told("Tap to cover");
      handBox.classList.add("timed");
    }
  }

  function cover() {
    held++;
    clearTimeout(sticky);
    sticky = 0;
    handBox.hidden = true;
    handBox.classList.remove("timed");
    handBox.replaceChildren();
    fold();
    for (const one of $$("[data-hold]", page)) {
      one.setAttribute("aria-pressed", "false");
      const words = $(".lt", one);
      if (words && words.dataset.was) {
        words.textContent = words.dataset.was;
        delete words.dataset.was;
      }
    }
  }

  function stay(button) {
    clearTimeout(sticky);
    sticky = setTimeout(cover, OPEN_MS);
    uncover(button);
  }

  document.addEventListener("pointerdown", (event) => {
    const button = event.target.closest("[data-hold]");
    if (!button || event.button) return;
    event.preventDefault();
    if (sticky) {
      cover();
      return;
    }
    button.setPointerCapture(event.pointerId);
    const now = performance.now();
    if (now - lastTap < TAP_MS) {
      lastTap = 0;
      stay(button);
      return;
    }
    downAt = now;
    uncover(button);
  });
  const lift = (event) => {
    if (!event.target.closest || !event.target.closest("[data-hold]") || sticky) return;
    const now = performance.now();
    lastTap = now - downAt < TAP_MS ? now : 0;
    cover();
  };
  document.addEventListener("pointerup", lift);
  document.addEventListener("pointercancel", () => cover());
  document.addEventListener("click", (event) => {
    const button = event.target.closest && event.target.closest("[data-hold]");
    if (button && event.detail === 0) {
      if (sticky) cover();
      else stay(button);
    } // Enter, or a screen reader
    else if (sticky && event.target.closest("#hand .hold")) cover();
  });
  document.addEventListener("contextmenu", (event) => {
    if (event.target.closest("[data-hold]")) event.preventDefault();
  });
  window.addEventListener("blur", cover);
  window.addEventListener("pagehide", cover);
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) cover();
  });

  function note(card, words) {
    const form = document.createElement("form");
    form.className = "group";
    form.dataset.keepnote = card;
    const head = el("h2", told("A note on {card}", {
        card
      }), "ask"),
      label = el("label", told("Only you see it."), "small soft"),
      input = el("input", "", "input tall");
    input.id = "notetext";
    input.maxLength = 80;
    input.value = words ? words.textContent : "";
    label.htmlFor = "notetext";
    form.append(head, label, input, el("button", told("Keep it"), "btn key"));
    cover();
    openSheet(form);
    input.focus();
  }

  // -------------------------------------------------------------------------------------------------- to begin

  // What somebody was typing stays, with the focus: in the new page, or in a sheet of it.
  function retype(field) {
    const at = "#" + CSS.escape(field.id),
      within = $$("template", page).find((one) => $(at, one.content));
    if (within && !$(at, page)) openSheet(within.content.cloneNode(true));
    const again = $(at);
    if (!again) return;
    again.value = field.value;
    again.focus();
    again.setSelectionRange(field.selectionStart, field.selectionEnd);
  }

  // In large text, or in a small window, the page begins with what is asked, also of a nose: what comes before it is
  // scrolled to.
  function asked() {
    const wanted = $("[data-wanted]", page),
      ask = $(wanted ? "main .ask" : ".smell", page),
      answer = wanted ? $("main :is([data-say], [data-confirm], [data-only], .opt)", page) : $$(".smell .btn", page)
      .at(-1);
    if (!ask || !answer) return;
    const hold = $(".phone > .hold", page),
      end = Math.min(innerHeight, hold ? hold.getBoundingClientRect().top : innerHeight);
    if (answer.getBoundingClientRect().bottom > end) ask.scrollIntoView();
  }

  let smelled; // the claim that the page asks about

  table.changed((forced, field) => {
    if (forced) {
      cover();
      closeStep();
      const begun = $$("input:not([type=radio])", sheet).some((one) => one.value !== one.defaultValue);
      const read = !$(".sheet .why") || performance.now() - refused > READ_MS;
      if (!sending && !begun && read) closeSheet();
      window.scrollTo(0, 0);
    }
    const claim = $("[data-nose]", page)?.dataset.nose;
    if (forced || claim !== smelled) asked();
    smelled = claim;
    if (field) retype(field);
    const given = sheet.dataset.wants && $('[data-sit="' + CSS.escape(sheet.dataset.wants) + '"]', page);
    if (given) { // the host has said that this seat has a phone
      closeSheet();
      given.click();
    }
    forms.dress(page);
    waved();
  });

  function enter() { // by the code: also where the door stands open in this window already
    const word = decodeURIComponent(location.hash.slice(1));
    if (!word) return;
    history.replaceState(null, "", location.pathname);
    table.join({
      word
    }).then((answer) => {
      const no = $("[data-join] .no");
      if (!answer.ok && no) {
        no.textContent = answer.why;
        no.hidden = false;
      }
    });
  }
  window.addEventListener("hashchange", enter);
  enter();
  forms.dress(page);
  document.fonts.ready.then(asked);
  waved();
  sound.start({
    big: false
  });
  table.start();
})();
