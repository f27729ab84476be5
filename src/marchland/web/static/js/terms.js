// Terms: every sign and figure with `data-term` says what it is, to the pointer, to the keyboard and to a finger that stays on it.
// @ts-check
//
// Terms that stand together are one stop of the tab key; arrows go from one to the next. What can be pressed itself is a stop anyway.

/** @typedef {import("./bubble.js").Bubble} Bubble */
/** @typedef {import("./answers.js").Answers} Answers */
/** @typedef {HTMLElement | SVGElement} Thing */

const PRESSED = "button, a, summary, label, input, select";
const TOGETHER = ".seat-card, .offer, .box, li, section, details, .bar, .legend";
const OF_ITS_OWN = "li, dt, dd, div, h3, th, td"; // what these are to a screen reader they stay
const BEFORE = ["ArrowLeft", "ArrowUp"], AFTER = ["ArrowRight", "ArrowDown"];
const SOON = 350;

export class Terms {
  /** @param {HTMLElement} table @param {Bubble} bubble @param {Answers} answers */
  constructor(table, bubble, answers) {
    this.table = table;
    this.bubble = bubble;
    this.answers = answers;
    /** @type {Thing | null} the term that is pointed at or shown */ this.shown = null;
    table.addEventListener("pointerover", (event) => { if (event.pointerType === "mouse") this.over(event); });
    table.addEventListener("pointerleave", () => this.leave());
    table.addEventListener("click", (event) => this.click(event));
    table.addEventListener("focusin", ({ target }) => {
      if (!bubble.returns && target instanceof Element && target.matches("[data-term]:focus-visible")) this.show(/** @type {Thing} */(target));
    });
    table.addEventListener("focusout", ({ target }) => { if (target === this.shown) this.leave(); });
    table.addEventListener("keydown", (event) => this.key(event));
    this.refresh();
  }

  /** @returns {HTMLElement[]} terms that nothing else makes a stop of the keyboard */
  get plain() {
    const all = /** @type {HTMLElement[]} */ ([...this.table.querySelectorAll("[data-term]:not(svg *)")]);
    return all.filter((term) => !term.closest(PRESSED) && !term.closest("[aria-hidden=true]"));
  }

  refresh() {
    /** @type {Set<Element | null>} */ const stopped = new Set();
    for (const term of this.plain) {
      const group = term.closest(TOGETHER);
      if (!term.hasAttribute("role") && !term.matches(OF_ITS_OWN)) term.setAttribute("role", "button");
      term.tabIndex = stopped.has(group) ? -1 : 0;
      stopped.add(group);
    }
  }

  /** @param {EventTarget | null} from @returns {Thing | null} */
  term(from) {
    return from instanceof Element ? from.closest("[data-term]") : null;
  }

  /** @param {PointerEvent} event */
  over(event) {
    const term = this.term(event.target);
    if (term === this.shown) return;
    this.leave();
    if (!term) return;
    this.shown = term;
    const at = { x: event.clientX, y: event.clientY };
    this.soon = setTimeout(() => this.show(term, at), SOON);
  }

  leave() {
    clearTimeout(this.soon);
    if (this.shown && this.bubble.opener === this.shown) this.bubble.calm();
    this.shown = null;
  }

  /** @param {Thing} term @param {{x: number, y: number}} [at] @param {boolean} [stays] */
  async show(term, at, stays = false) {
    if (!stays && this.bubble.kind && this.bubble.kind !== "hint") return;
    this.shown = term;
    const told = await this.answers.meaning(term);
    if (told && this.shown === term && term.isConnected) this.bubble.open(stays ? "term" : "hint", told.name, told.lines, term, at);
  }

  /** @param {MouseEvent} event */
  click(event) {
    const term = this.term(event.target);
    if (term && !term.closest(PRESSED)) this.show(term, { x: event.clientX, y: event.clientY }, true);
  }

  /** @param {Element} from @param {{x: number, y: number}} at @returns {boolean} was there anything to show? */
  pressed(from, at) {
    const term = this.term(from);
    if (term) this.show(term, at, true);
    return term !== null;
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const term = event.target;
    if (!(term instanceof HTMLElement) || !term.matches("[data-term][tabindex]") || term.closest(PRESSED)) return;
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      this.show(term, undefined, true);
    }
    const step = AFTER.includes(event.key) ? 1 : BEFORE.includes(event.key) ? -1 : 0;
    if (!step) return;
    const group = this.plain.filter((one) => one.closest(TOGETHER) === term.closest(TOGETHER));
    const next = group[group.indexOf(term) + step];
    if (!next) return;
    event.preventDefault();
    for (const one of group) one.tabIndex = one === next ? 0 : -1;
    next.focus();
  }
}
