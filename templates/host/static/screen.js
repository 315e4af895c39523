// The big screen: it draws what everybody may know, and on the host's own machine has the host's buttons.
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
  const sheet = $("#sheet");

  function close() {
    if (sheet.open) sheet.close();
    sheet.replaceChildren();
  }

  function open(content) {
    sheet.replaceChildren(content);
    if (!sheet.open) sheet.showModal();
    forms.dress(sheet);
  }
  sheet.addEventListener("click", (event) => {
    if (event.target === sheet) close();
  });

  function no(why) {
    const words = document.createElement("p"),
      back = document.createElement("button");
    words.className = "ask";
    words.textContent = why;
    back.type = "button";
    back.className = "btn key";
    back.dataset.close = "";
    back.textContent = told("Back");
    const box = document.createDocumentFragment();
    box.append(words, back);
    open(box);
  }

  // What takes something from somebody is asked once more.
  function sure(question, means, yes, does) {
    const box = document.createDocumentFragment(),
      made = (name, words, cls) => Object.assign(document.createElement(name), {
        textContent: words,
        className: cls
      }),
      two = made("div", "", "two"),
      back = made("button", told("No, back"), "btn"),
      key = made("button", yes, "btn key");
    back.dataset.close = "";
    key.addEventListener("click", does);
    two.append(back, key);
    box.append(made("h2", question, "ask"), made("p", means, "soft"), two);
    open(box);
  }

  const deal = () => $("[data-deal]", page);

  async function host(what, body = {}) {
    const before = deal();
    const answer = await ask("api/v1/" + what, body, "POST", 0); // some take a while, and none is to be done twice
    close();
    if (!answer.ok) no(answer.why);
    else if (what === "asking" && answer.said) no(answer.said);
    await refresh();
    if (!before && deal()) location.assign(deal().href); // a game began, and its printed cards are to be dealt
  }

  const names = () => $$(".sitters .nm", page).map((one) => one.textContent);
  const laptops = () => $$("[data-atlaptop]", page).map((one) => one.dataset.atlaptop);

  function seats(order, laptop) {
    host("seats", {
      seats: order,
      laptop
    });
  }

  let sending = false;
  async function say(line) {
    if (sending) return;
    sending = true;
    const answer = await ask("api/v1/line", {
      line,
      key: table.key(),
      seen: table.seq()
    });
    close();
    await refresh();
    sending = false;
    if (!answer.ok) no(answer.why);
  }

  document.addEventListener("click", (event) => {
    const one = event.target.closest("button");
    if (!one) return;
    const data = one.dataset;
    if (one.getAttribute("aria-disabled") === "true") {
      if (data.why) no(data.why);
      return;
    }
    if ("close" in data) close();
    else if (data.host) {
      const words = one.innerHTML;
      if (data.busy) {
        one.textContent = data.busy;
        one.disabled = true;
      }
      host(data.host, JSON.parse(data.body || "{}")).then(() => {
        if (data.busy && one.isConnected) {
          one.innerHTML = words;
          one.disabled = false;
        }
      });
    } else if (data.free) sure(told("Free {seat}’s seat?", {
        seat: data.free
      }),
      told(
        "The phone that plays it is out. The next phone that takes the seat chooses a PIN. Everybody sees that it happened."
      ),
      told("Yes, for the next phone"), () => host("free", {
        seat: data.free,
        phone: true
      }));
    else if (data.watch) host("watch", {
      seat: data.watch,
      watches: data.watches === "yes",
      instead: data.instead || ""
    });
    else if (data.leaves) sure(told("{seat} goes home for good?", {
        seat: data.name
      }), data.means, told("Yes, good night, {seat}", {
        seat: data.name
      }),
      () =>
      say(data.leaves));
    else if (data.phones) host("phone", {
      seats: JSON.parse(data.phones),
      phone: !("not" in data)
    });
    else if (data.moment) {
      const [since, place] = data.moment.split(" ").map(Number);
      host("moment", {
        since,
        place
      });
    } else if (data.pace) host("moments", {
      seconds: Number(data.pace)
    });
    else if ("sits" in data) sure(told("A bot plays for {seat}?", {
        seat: data.bot
      }),
      told("The phone that plays this seat is out. Under “Seats …”, you can give the seat back to a person."),
      told("Yes, a bot"), () => host("bot", {
        seat: data.bot
      }));
    else if (data.bot) host("bot", {
      seat: data.bot,
      level: data.level || "",
      phone: data.level === "person"
    });
    else if ("deals" in data) host("game", {
      deal: data.deals === "yes"
    });
    else if (data.guests) host("game", {
      guests: data.guests === "yes"
    });
    else if (data.asking) host("asking", {
      on: data.asking === "on"
    });
    else if (data.share) host("asking", {
      share: data.share
    });
    else if (data.strike) host("asking", {
      strike: Number(data.strike)
    });
    else if ("keep" in data) host("asking", {
      keep: true
    });
    else if (data.noses) host("noses", {
      noses: data.noses
    });
    else if (data.options) host("game", {
      options: JSON.parse(data.options)
    });
    else if (data.game) host("game", {
      game: data.game
    });
    else if (data.open) open($("#" + data.open, page).content.cloneNode(true));
    else if (data.say) say(data.say);
    else if ("volunteer" in data) one.setAttribute("aria-pressed", one.getAttribute("aria-pressed") !== "true");
    else if ("draw" in data) host("draw", {
      seats: $$('[data-volunteer][aria-pressed="true"]', sheet).map((other) => other.dataset.volunteer)
    });
    else if ("key" in data) say(data.line);
    else if (data.up) {
      const order = names(),
        at = order.indexOf(data.up);
      order.splice(at - 1, 0, ...order.splice(at, 1));
      seats(order, laptops());
    } else if (data.gone) seats(names().filter((name) => name !== data.gone), laptops().filter((name) => name !==
      data.gone));
    else if (data.laptop) seats(names(), laptops().includes(data.laptop) ? laptops().filter((name) => name !==
      data.laptop) : [...laptops(), data.laptop]);
    else if (one.classList.contains("opt")) forms.touch(one);
  });

  document.addEventListener("submit", async (event) => {
    event.preventDefault();
    const form = event.target;
    if (form.hasAttribute("data-add")) {
      const name = $("input", form).value.trim().replace(/\s+/g, " ");
      if (name) {
        $("input", form).value = "";
        seats([...names(), name], [...laptops(), name]);
      }
    } else if (form.hasAttribute("data-rename")) {
      host("rename", {
        seat: form.dataset.rename,
        name: $("input", form).value
      });
    } else if (form.hasAttribute("data-newbot")) {
      host("bot", {
        seat: $("input", form).value,
        level: event.submitter.value
      });
    } else if (form.hasAttribute("data-kit")) {
      host("game", {
        kit: $("input", form).value.trim()
      });
    } else if (form.hasAttribute("data-join")) {
      const answer = await table.join({
        word: $("input", form).value
      });
      if (!answer.ok) {
        const why = $(".no", form);
        why.textContent = answer.why;
        why.hidden = false;
      }
    }
  });

  function enter() { // by the key of the address: also where the page stands open without it
    const key = location.hash.slice(1);
    if (!key) return;
    history.replaceState(null, "", location.pathname);
    table.join({
      host: key
    }).then((answer) => {
      if (answer.ok) close();
      else no(answer.why);
    });
  }
  window.addEventListener("hashchange", enter);
  enter();
  // The dealing script opens by itself, and when it was read out, the draw of who leads.
  const next = location.search ? $('.due[data-open="t-table"]', page) : deal();
  if (next && location.search !== "?later") next.click();
  sound.start({
    big: true
  });
  table.start();
})();
