// A picture of the evening for the guests' own chat: drawn here, and saved by the phone. It is sent nowhere.
"use strict";

(() => {
  const WIDE = 1080,
    MARGIN = 120,
    INK = "#221f2b",
    RED = "#d0331f",
    GOLD = "#f2b705",
    PAPER = "#fbf7ef",
    CROWN = "M14 66L6 22l26 18L44 8l16 28L76 8l12 32 26-18-8 44z",
    serif = (weight, px) => weight + " " + px + 'px "LD Serif", Georgia, serif',
    sans = (weight, px) => weight + " " + px + 'px "LD Sans", sans-serif';

  function lozenge(pen, x, y, w, h, fill) {
    pen.beginPath();
    pen.moveTo(x, y - h);
    pen.lineTo(x + w, y);
    pen.lineTo(x, y + h);
    pen.lineTo(x - w, y);
    pen.closePath();
    pen.fillStyle = fill;
    pen.fill();
  }

  // The lines of a text in this font, no wider than the poster.
  function lines(pen, words, font) {
    pen.font = font;
    const found = [""];
    for (const word of words.split(/\s+/)) {
      const longer = (found.at(-1) + " " + word).trim();
      if (pen.measureText(longer).width > WIDE - 2 * MARGIN - 80 && found.at(-1)) found.push(word);
      else found[found.length - 1] = longer;
    }
    return found;
  }

  // What stands on the poster, from top to bottom: its font, colour, space above, and height of a line.
  function rows(told) {
    return [
      [told.when.toUpperCase(), sans(600, 30), INK, 60, 40],
      [told.head, serif(600, 104), INK, 250, 108],
      [told.ending, serif(400, 46), INK, 50, 60],
      ...told.awards.flatMap(([title, words]) => [
        [title.toUpperCase(), sans(700, 28), RED, 56, 40],
        [words, serif(400, 38), INK, 8, 50],
      ]),
      [told.foot, serif(600, 34), INK, 70, 44],
    ].filter(([words]) => words);
  }

  function draw(told) {
    const canvas = document.createElement("canvas"),
      pen = canvas.getContext("2d"),
      set = rows(told).map(([words, font, fill, above, height]) => ({
        words: lines(pen, words, font),
        font,
        fill,
        above,
        height
      })),
      tall = set.reduce((sum, one) => sum + one.above + one.words.length * one.height, 2 * MARGIN + 120);
    canvas.width = WIDE;
    canvas.height = Math.max(1080, tall);
    pen.fillStyle = INK;
    pen.fillRect(0, 0, canvas.width, canvas.height);
    for (let y = 0, row = 0; y < canvas.height + 90; y += 90, row++)
      for (let x = row % 2 ? 54 : 0; x < WIDE + 54; x += 108) {
        lozenge(pen, x, y, 46, 78, RED);
        lozenge(pen, x + 54, y, 7, 7, GOLD);
      }
    const box = [MARGIN / 2, MARGIN / 2, WIDE - MARGIN, canvas.height - MARGIN];
    pen.fillStyle = PAPER;
    pen.fillRect(...box);
    pen.lineWidth = 8;
    pen.strokeStyle = INK;
    pen.strokeRect(...box);
    pen.lineWidth = 3;
    pen.strokeStyle = GOLD;
    pen.strokeRect(box[0] + 16, box[1] + 16, box[2] - 32, box[3] - 32);
    pen.textAlign = "center";
    let y = MARGIN + (canvas.height - tall) / 2;
    set.forEach((one, at) => {
      y += one.above;
      if (at === 1) {
        pen.save();
        pen.translate(WIDE / 2 - 108, y - 260);
        pen.scale(1.8, 1.8);
        const crown = new Path2D(CROWN);
        pen.fillStyle = GOLD;
        pen.fill(crown);
        pen.lineWidth = 4;
        pen.strokeStyle = INK;
        pen.stroke(crown);
        pen.fillStyle = INK;
        pen.fillRect(13, 66, 94, 11);
        lozenge(pen, 60, 50, 7, 9, RED);
        pen.restore();
      }
      pen.font = one.font;
      pen.fillStyle = one.fill;
      for (const words of one.words) {
        pen.fillText(words, WIDE / 2, y);
        y += one.height;
      }
    });
    return canvas;
  }

  document.addEventListener("click", async (event) => {
    const one = event.target.closest("[data-picture]");
    if (!one) return;
    const told = JSON.parse(one.dataset.picture);
    await Promise.all([serif(600, 104), serif(400, 46), sans(700, 28)].map((font) => document.fonts.load(
      font)));
    draw(told).toBlob((made) => {
      const link = document.createElement("a");
      link.href = URL.createObjectURL(made);
      link.download = "liarsdeck.png";
      link.click();
      setTimeout(() => URL.revokeObjectURL(link.href), 60000);
    });
  });
})();
