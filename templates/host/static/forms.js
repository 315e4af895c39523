// Answers to touch: groups of options, and the button whose line they make.
"use strict";

const forms = (() => {
  const $ = (what, from) => from.querySelector(what);
  const $$ = (what, from) => [...from.querySelectorAll(what)];

  const plain = (words) => Object.assign(document.createElement("i"), {
    textContent: words
  }).innerHTML;

  function chosen(form) {
    const found = {};
    for (const group of $$(".grp", form)) {
      const name = group.dataset.name;
      const on = $$('.opt[aria-pressed="true"]', group);
      const input = $("input.opt", group);
      found[name] = input ? [{
          value: input.value.trim(),
          shown: plain(input.value.trim())
        }] :
        on.map((one) => ({
          value: one.dataset.v,
          shown: ($(".w", one) || one).innerHTML
        }));
      found[name].few = Number(group.dataset.few);
      found[name].before = group.dataset.before || "";
    }
    return found;
  }

  function dress(root) {
    for (const group of $$(".grp", root)) { // one answer alone is no choice
      const all = $$(".opt[data-v]", group);
      if (all.length === 1 && group.dataset.few === "1") all[0].setAttribute("aria-pressed", "true");
    }
    for (const form of $$(".say", root)) update(form);
  }

  function update(form) {
    const found = chosen(form),
      key = $("[data-key]", form),
      off = (form.dataset.off || "").split(" ");
    let ready = true;
    const line = form.dataset.line.replace(/\s?\{(\w+)\}/g, (all, name) => {
      const got = found[name] || [];
      const values = got.filter((one) => one.value).map((one) => one.value);
      if (values.length < got.few) ready = false;
      if (!values.length) return "";
      const words = (got.before ? got.before + " " : "") + values.join(" ");
      return (all.startsWith(" ") ? " " : "") + words;
    });
    for (const slot of $$("[data-slot]", key)) {
      const got = found[slot.dataset.slot] || [];
      const before = slot.previousSibling; // of two empty slots side by side one says so
      const open = before && before.dataset && before.textContent === "…" ? "" : "…";
      slot.innerHTML = got.length && got[0].value ? got.map((one) => one.shown).join(" ") : open;
    }
    if (found.suit && found.rank) {
      const suit = found.suit[0] && found.suit[0].value;
      for (const one of $$('.opt[data-g="rank"]', form)) {
        const no = suit && off.includes(one.dataset.v + suit);
        one.setAttribute("aria-disabled", no ? "true" : "false");
      }
      const card = suit && found.rank[0] ? found.rank[0].value + suit : "";
      if (card && off.includes(card)) ready = false;
      const makes = form.closest("[data-makes]");
      if (makes) {
        const said = JSON.parse(makes.dataset.makes)[card];
        $("[data-makes]", key).textContent = !said ? "" : card === makes.dataset.true ?
          table.told("the truth · it would make {hand}", {
            hand: said
          }) : table.told("a lie · it would make {hand}", {
            hand: said
          });
      }
    }
    const card = found.card && found.card[0] && found.card[0].value;
    for (const one of $$('.opt[data-of="card"]', form)) {
      const kin = Boolean(card) && [...one.dataset.v].every((sign) => card.includes(sign));
      one.hidden = !kin;
      if (!kin && one.getAttribute("aria-pressed") === "true") {
        one.setAttribute("aria-pressed", "false");
        ready = false;
      }
    }
    const hint = $(".kins .hint", form);
    if (hint) hint.hidden = Boolean(card);
    key.dataset.line = line;
    key.setAttribute("aria-disabled", ready ? "false" : "true");
  }

  function touch(one) {
    const form = one.closest(".say"),
      group = one.closest(".grp");
    const most = Number(group.dataset.most),
      on = one.getAttribute("aria-pressed") === "true";
    const others = $$('.opt[aria-pressed="true"]', group);
    if (most === 1)
      for (const other of others) other.setAttribute("aria-pressed", "false");
    else if (!on && others.length >= most) others[0].setAttribute("aria-pressed", "false");
    one.setAttribute("aria-pressed", on && most > 1 ? "false" : "true");
    update(form);
  }

  return {
    dress,
    update,
    touch
  };
})();
