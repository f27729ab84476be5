// What is written on a map: never too small to be read. Where it would not fit at that size, the less important gives way until one comes nearer.
// @ts-check

const QUIET = 90;
const STEP = 1.001;
const ASIDE = 0.06;
const ABOVE = 0.18;

export class Labels {
  /** @param {SVGSVGElement} map */
  constructor(map) {
    this.map = map;
    this.units = 0;
    /** @type {WeakMap<Element, {rank: number, room: number}>} */ this.known = new WeakMap();
    /** @type {ReturnType<typeof setTimeout> | undefined} */ this.soon = undefined;
  }

  /**
   * The map is drawn with so many of its units to a pixel: at once the first time, later when whoever zooms has come to rest.
   * @param {number} units
   */
  drawn(units) {
    if (units < this.units * STEP && units > this.units / STEP) return;
    clearTimeout(this.soon);
    if (this.units) this.soon = setTimeout(() => this.write(units), QUIET);
    else this.write(units);
  }

  /** @param {number} units */
  write(units) {
    this.units = units;
    this.map.style.setProperty("--px", String(units));
    this.sift();
    this.part();
  }

  /** Signs beside a name stand as far from its middle as it has grown. */
  part() {
    const texts = /** @type {NodeListOf<SVGTextElement>} */ (this.map.querySelectorAll("text[data-label]"));
    const names = new Map([...texts].map((text) => [text.getAttribute("data-label"), text]));
    const signs = /** @type {SVGElement[]} */ ([...this.map.querySelectorAll("[data-beside]")]);
    const grown = signs.map((sign) => growth(names.get(sign.dataset.beside ?? "")));
    signs.forEach((sign, n) => { sign.style.translate = grown[n] ? `${-grown[n]}px` : ""; });
  }

  /**
   * Important things first, then what is written large; what has outgrown the box it is written in, or would lie over something
   * written already, is left out. What is left out keeps its place unseen, so that all are measured at once, and only those are
   * touched that come or go: nothing need be worked out anew in between.
   */
  sift() {
    const labels = [...this.map.querySelectorAll("text")].filter((text) => this.style(text).rank > 0);
    const seen = labels.map((label) => ({ label, ...this.style(label), area: filled(label) })).filter(({ area }) => area.line);
    seen.sort((one, other) => other.rank - one.rank || other.area.line - one.area.line);
    /** @type {Area[]} */ const written = [];
    /** @type {Set<Element>} */ const crowded = new Set();
    for (const { label, room, area } of seen) {
      const is_outgrown = room > 0 && (area.right - area.left) * this.units > room;
      if (is_outgrown || written.some((other) => is_over(area, other))) crowded.add(label);
      else written.push(area);
    }
    for (const label of labels) label.toggleAttribute("data-crowded", crowded.has(label));
  }

  /**
   * The style sheets say how important it is, and how wide it may be in units of the map; what they say nothing of is always there.
   * @param {Element} text
   */
  style(text) {
    const told = this.known.get(text);
    if (told) return told;
    const style = getComputedStyle(text);
    const found = { rank: Number(style.getPropertyValue("--rank") || 0), room: Number(style.getPropertyValue("--room") || 0) };
    this.known.set(text, found);
    return found;
  }
}

/**
 * By how much a name reaches further to the left than its own size would, in units of the map.
 * @param {SVGTextElement | undefined} text
 */
function growth(text) {
  if (!text || text.hasAttribute("data-crowded")) return 0;
  const own = parseFloat(getComputedStyle(/** @type {Element} */(text.parentElement)).fontSize) / parseFloat(getComputedStyle(text).fontSize);
  return (text.getBBox().width * (1 - own)) / 2;
}

/** @typedef {{left: number, right: number, top: number, bottom: number, line: number}} Area */
/**
 * What its letters fill: the middle of their lines.
 * @param {Element} text @returns {Area}
 */
function filled(text) {
  const { left, right, top, bottom, height } = text.getBoundingClientRect();
  const line = height / (text.childElementCount || 1);
  return { left: left + ASIDE * line, right: right - ASIDE * line, top: top + ABOVE * line, bottom: bottom - ABOVE * line, line };
}

/** @param {Area} one @param {Area} other */
function is_over(one, other) {
  return one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
}
