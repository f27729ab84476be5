// What moves on the board when it is drawn anew: only what the rules have moved glides, and what is new appears where it stands.
// @ts-check

const calm = matchMedia("(prefers-reduced-motion: reduce)");
const GLIDE = { duration: 420, easing: "cubic-bezier(0.3, 0, 0.2, 1)" };
const APPEAR = { duration: 450, easing: "ease-out" };

/** @typedef {Map<string, SVGGraphicsElement>} Pieces */

/**
 * The pieces as they lie now, by name.
 * @param {HTMLElement} table @returns {Pieces}
 */
export function lying(table) {
  const pieces = /** @type {NodeListOf<SVGGraphicsElement>} */ (table.querySelectorAll(".map [data-piece]"));
  return new Map([...pieces].map((piece) => [piece.dataset.piece ?? "", piece]));
}

/**
 * Pieces that were drawn anew: what differs from before is shown, and nothing else stirs.
 * @param {HTMLElement} table @param {Pieces} before
 */
export function move(table, before) {
  if (calm.matches) return;
  for (const [name, piece] of lying(table)) {
    const old = before.get(name);
    if (old === piece || old?.outerHTML === piece.outerHTML) continue;
    if (old) glide(piece, place(old), place(piece));
    for (const thing of old ? fresh(old, piece) : [piece]) thing.animate({ opacity: [0, 1] }, APPEAR);
  }
}

/** @typedef {{x: number, y: number}} Point */
/**
 * Where its own `translate` puts it, if it has one. The drawing says so in an attribute, which a style's `transform` would replace; its `translate` adds to it.
 * @param {Element} piece @returns {Point | null}
 */
function place(piece) {
  const said = /translate\(\s*(\S+?)[\s,]+(\S+?)\s*\)/.exec(piece.getAttribute("transform") ?? "");
  return said && { x: Number(said[1]), y: Number(said[2]) };
}

/** @param {Element} piece @param {Point | null} from @param {Point | null} to */
function glide(piece, from, to) {
  if (!from || !to || (from.x === to.x && from.y === to.y)) return;
  piece.animate({ translate: [`${from.x - to.x}px ${from.y - to.y}px`, "0px 0px"] }, GLIDE);
}

/**
 * The things in the new drawing of a piece that were not in the old one, as small as they can be told.
 * @param {Element} old @param {Element} piece @returns {Element[]}
 */
function fresh(old, piece) {
  const same = new Set([...old.children].map((child) => child.outerHTML));
  const others = [...old.children].filter((child) => ![...piece.children].some((now) => now.outerHTML === child.outerHTML));
  return [...piece.children].filter((child) => !same.has(child.outerHTML)).flatMap((child) => {
    const was = others.find((other) => is_like(other, child));
    return was && child.children.length ? fresh(was, child) : [child];
  });
}

/** @param {Element} one @param {Element} other */
function is_like(one, other) {
  return ["class", "transform"].every((name) => one.getAttribute(name) === other.getAttribute(name)) && one.tagName === other.tagName;
}
