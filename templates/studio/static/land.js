/* The first page: names become chips, and the sample makes way for cards made just now. The page works without it. */
(() => {
  "use strict";

  const words = document.getElementById("words"),
    messages = words ? JSON.parse(words.textContent) : {};
  const told = (message, fields = {}) => (messages[message] || message).replace(/\{(\w+)\}/g, (_, name) =>
    fields[name]);

  /* Names as chips: the field that is sent keeps them, with commas between. */
  const split = (text) => text.split(/[,;]|\s(?:and|und|y|&)(?=\s|$)/).map((name) => name.trim()).filter(Boolean);

  function chips() {
    const field = document.getElementById("names"),
      row = field && field.parentElement;
    if (!row || row.dataset.chips) return;
    row.dataset.chips = "1";
    field.hidden = true;
    const list = document.createElement("ul"),
      more = document.createElement("input");
    const described = field.getAttribute("aria-describedby");
    more.className = "input";
    more.id = "another";
    more.maxLength = 40;
    more.autocomplete = "off";
    more.setAttribute("enterkeyhint", "next");
    if (described) more.setAttribute("aria-describedby", described);
    if (field.hasAttribute("aria-invalid")) more.setAttribute("aria-invalid", "true");
    list.setAttribute("aria-label", told("Who is coming"));
    row.append(list, more);
    row.parentElement.querySelector("label[for=names]").htmlFor = "another";
    let names = split(field.value);

    function tell() {
      field.value = [...names, ...split(more.value)].join(", ");
      const many = names.length > 2 ? names.length : 5,
        count = document.getElementById("count");
      count.textContent = told("{cards} cards on {sheets} sheets", {
        cards: 6 * many,
        sheets: Math.ceil(6 * many / 9)
      });
    }

    function draw() {
      list.replaceChildren(...names.map((name, at) => {
        const one = document.createElement("li"),
          off = document.createElement("button");
        off.type = "button";
        off.textContent = "×";
        off.setAttribute("aria-label", told("{name} does not come", {
          name
        }));
        off.addEventListener("click", () => {
          names.splice(at, 1);
          draw();
          more.focus();
        });
        one.append(name, off);
        return one;
      }));
      more.placeholder = names.length ? told("+ a name") : field.placeholder;
      tell();
    }

    function take() {
      const came = split(more.value);
      if (came.length) names = [...names, ...came.filter((name) => !names.includes(name))];
      more.value = "";
      draw();
      return came.length > 0;
    }
    more.addEventListener("input", () => {
      if (/[,;]/.test(more.value)) take();
      else tell();
    });
    more.addEventListener("keydown", (event) => {
      if (event.isComposing) return;
      if (event.key === "Enter" && take()) event.preventDefault();
      if (event.key === "Backspace" && !more.value && names.length) {
        names.pop();
        draw();
      }
    });
    draw();
  }

  /* New cards take the sample's place when all of them are there. */
  async function fresh() {
    const show = document.getElementById("show");
    if (!show) return;
    show.dataset.fresh = "1";
    const answer = await fetch(show.dataset.show).catch(() => null);
    if (!answer || !answer.ok) return;
    const cards = await answer.json(),
      drawn = Object.values(cards).map(([address]) => {
        const one = new Image();
        one.src = address;
        return one.decode();
      });
    if ((await Promise.allSettled(drawn)).some((one) => one.status === "rejected") || !show.isConnected) return;
    for (const [name, [address, text]] of Object.entries(cards)) {
      const one = document.getElementById(name);
      one.src = address;
      one.alt = text;
    }
    for (const one of document.querySelectorAll(".vote input")) one.checked = false;
    const said = show.querySelector(".plate span"),
      made = document.createElement("b"),
      sentence = told("Made <b>just now</b>, to look at. No deck will deal these.").split(/<\/?b>/);
    made.textContent = sentence[1];
    said.replaceChildren(sentence[0], made, sentence[2]);
  }
  document.addEventListener("click", (event) => {
    if (!event.target.closest("#five") || event.ctrlKey || event.metaKey || event.button) return;
    event.preventDefault();
    event.stopPropagation();
    fresh();
  }, true);

  function begin() {
    chips();
    const show = document.getElementById("show");
    if (show && !show.dataset.fresh) fresh();
    const take = document.querySelector("a[data-now]");
    if (take) {
      delete take.dataset.now;
      take.click();
    }
  }
  addEventListener("put", begin);
  begin();
})();
