// How orders look on the map: a sign of its own for each kind, so that nobody has to tell them by their colours.
// @ts-check

const SVG = "http://www.w3.org/2000/svg";
/** Signs in a box from -7 to 7. */
const SIGNS = /** @type {Record<string, string>} */ ({
  march: "M-5 4 0-5 5 4M0-5V7",
  attack: "M-5-5 5 5M5-5-5 5M2 5h3V2M-2 5h-3V2",
  siege: "M-6 6V-3h3v2h2v-4h2v4h2v-2h3v9z",
  raid: "M0 6c-5 0-5-5-3-8 1 2 2 1 2-1 0-2 0-3 2-4 0 3 4 5 4 9 0 3-2 4-5 4z",
  sea: "M-6 0c2-3 4-3 6 0s4 3 6 0M-6 5c2-3 4-3 6 0s4 3 6 0M0-1v-6l4 4z",
  tunnel: "M-6 6V1a6 6 0 0 1 12 0v5M-2.500 6V2a2.500 2.500 0 0 1 5 0v4",
  work: "M-5 6 2-2M-6-2c4-5 8-5 11-1M-6-2c4-2 8-2 11-1",
  spy: "M-7 0c3-5 11-5 14 0-3 5-11 5-14 0zM0-2a2 2 0 1 0 .1 0",
  unrest: "M-4 6V-1l2-2v-3h2v3h1v-4h2v4h1v5l-2 4z",
  claim: "M-4 7V-6M-4-6H5l-2 3 2 3h-9",
  spell: "M0-7 2-2l5 2-5 2-2 5-2-5-5-2 5-2z",
  place: "M0 7c-4-5-5-7-5-9a5 5 0 0 1 10 0c0 2-1 4-5 9zM0-4a2 2 0 1 0 .1 0",
  stay: "M-5-6H5v6c0 4-3 6-5 7-2-1-5-3-5-7z",
  army: "M-5-6H5v6c0 4-3 6-5 7-2-1-5-3-5-7zM-5 0H5M0-6V6",
  caravan: "M-6 4h12M-6 4c0-6 2-9 6-9s6 3 6 9M-3.500 6.500h.1M3.500 6.500h.1",
  shipment: "M-6-2 0-6l6 4v6L0 7l-6-3zM-6-2 0 1l6-3M0 1v6",
  choice: "M-3 0a3 3 0 1 0 6 0 3 3 0 1 0-6 0",
});

/**
 * @param {string} name @param {Record<string, string | number>} [given] @param {Node[]} [inside]
 * @returns {SVGElement}
 */
export function draw(name, given = {}, inside = []) {
  const drawn = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(given)) drawn.setAttribute(key, String(value));
  drawn.append(...inside);
  return drawn;
}

/**
 * A coin with the sign of a look, and a number if there are several.
 * @param {string} look @param {number} x @param {number} y @param {string} [count]
 */
export function coin(look, x, y, count = "") {
  const parts = [draw("circle", { r: 12 }), draw("path", { d: SIGNS[look] ?? SIGNS.choice })];
  if (count) {
    const text = draw("text", { x: 11, y: -7 });
    text.textContent = count;
    parts.push(text);
  }
  return draw("g", { class: `coin look-${look}`, transform: `translate(${x} ${y})` }, parts);
}

/**
 * Where something about a space is drawn.
 * @param {SVGSVGElement} map @param {string} space @returns {{x: number, y: number} | null}
 */
export function spot(map, space) {
  const hit = /** @type {SVGElement | null} */ (map.querySelector(`.hits [data-target="${CSS.escape(space)}"]`));
  const [x, y] = (hit?.dataset.at ?? "").split(" ").map(Number);
  return hit && Number.isFinite(x) && Number.isFinite(y) ? { x, y } : null;
}
