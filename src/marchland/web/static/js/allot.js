// Several at once: things are divided among places on the page, and sent as one answer.
// @ts-check
import { Bubble } from "./bubble.js";

/** @typedef {HTMLElement | SVGElement} Thing */

const WISH = "several-at-once";
const SVG = "http://www.w3.org/2000/svg";

export class Allotting {
  /** @param {HTMLElement} table @param {Bubble} bubble @param {(action: object) => void} answer */
  constructor(table, bubble, answer) {
    this.table = table;
    this.bubble = bubble;
    this.answer = answer;
    /** @type {HTMLElement | null} */ this.box = null;
    /** @type {Map<string, number>} */ this.put = new Map();
    /** @type {Set<string>} */ this.places = new Set();
    this.amount = 0;
    this.on = false;
    this.key = "";
    // Made before the one who plays a click at once: what is put down here does not reach that one.
    table.addEventListener("click", (event) => this.click(event));
    table.addEventListener("contextmenu", (event) => this.menu(event));
    table.addEventListener("keydown", (event) => this.press(event));
    this.refresh();
  }

  /** The question may have changed: what was put down stays only while it is the same one. */
  refresh() {
    this.box = this.table.querySelector("[data-allot]");
    const { action = "", places = "", amount = "0" } = this.box?.dataset ?? {};
    const key = [action, places, amount].join("|");
    if (key !== this.key) this.put.clear();
    this.key = key;
    this.places = new Set(places.split(" ").filter(Boolean));
    this.amount = Number(amount);
    if (this.box) this.box.hidden = false;
    this.turn(localStorage.getItem(WISH) === "1");
  }

  get left() {
    return this.amount - [...this.put.values()].reduce((sum, number) => sum + number, 0);
  }

  /** @param {boolean} on */
  turn(on) {
    this.on = on && this.box !== null;
    this.table.toggleAttribute("data-allotting", this.on);
    this.draw();
  }

  /**
   * The place behind something on the board or in the list.
   * @param {EventTarget | null} from
   */
  place(from) {
    const thing = from instanceof Element ? from.closest("[data-target], button[data-touches]") : null;
    if (!(thing instanceof HTMLElement || thing instanceof SVGElement) || thing.closest(".bubble")) return null;
    const target = thing.dataset.target ?? thing.dataset.touches ?? "";
    return this.places.has(target) ? { thing, target } : null;
  }

  /** @param {MouseEvent} event */
  click(event) {
    const button = event.target instanceof Element ? event.target.closest("[data-allot-do]") : null;
    if (button instanceof HTMLElement) return this.does(button.dataset.allotDo ?? "");
    const found = this.place(event.target);
    if (!found || !(this.on || event.shiftKey)) return;
    event.stopImmediatePropagation();
    event.preventDefault();
    const touch = event instanceof PointerEvent && event.pointerType === "touch";
    this.change(found.target, event.shiftKey ? this.left : 1);
    if (touch) this.steps(found.thing, found.target, { x: event.clientX, y: event.clientY });
    else this.bubble.calm();
  }

  /**
   * The right button takes one away.
   * @param {MouseEvent} event
   */
  menu(event) {
    const found = this.on ? this.place(event.target) : null;
    if (!found) return;
    event.preventDefault();
    this.change(found.target, -1);
  }

  /**
   * A digit says how many, Backspace takes one away.
   * @param {KeyboardEvent} event
   */
  press(event) {
    const found = this.place(event.target);
    const less = event.key === "Backspace" || event.key === "Delete";
    const more = this.on && (event.key === "Enter" || event.key === " ");
    if (!found || event.ctrlKey || event.metaKey || event.altKey || !(less || more || /^[1-9]$/.test(event.key))) return;
    event.stopImmediatePropagation();
    event.preventDefault();
    if (/^[1-9]$/.test(event.key)) this.change(found.target, Number(event.key) - (this.put.get(found.target) ?? 0));
    else this.change(found.target, less ? -1 : event.shiftKey ? this.left : 1);
    if (!this.left) /** @type {HTMLElement | null} */ (this.box?.querySelector('[data-allot-do="send"]'))?.focus();
  }

  /** @param {string} what */
  does(what) {
    if (what === "turn") {
      localStorage.setItem(WISH, this.on ? "" : "1");
      if (this.on) this.put.clear();
      return this.turn(!this.on);
    }
    if (what === "clear") this.put.clear();
    if (what === "even") this.even();
    if (what === "send" && !this.left) this.send();
    else this.draw();
  }

  /** What is left goes where least lies. */
  even() {
    const places = [...this.places];
    while (this.left > 0 && places.length) {
      const least = places.reduce((one, other) => ((this.put.get(other) ?? 0) < (this.put.get(one) ?? 0) ? other : one));
      this.put.set(least, (this.put.get(least) ?? 0) + 1);
    }
  }

  /** @param {string} target @param {number} by */
  change(target, by) {
    const was = this.put.get(target) ?? 0;
    const now = Math.max(0, Math.min(was + by, was + this.left));
    if (now) this.put.set(target, now);
    else this.put.delete(target);
    this.turn(true);
  }

  send() {
    const { action = "", field = "" } = this.box?.dataset ?? {};
    const answer = { type: action, [field]: Object.fromEntries(this.put) };
    this.put.clear();
    this.bubble.close(false);
    this.draw();
    this.answer(answer);
  }

  /**
   * Fingers have no right button: one less, one more, all that are left.
   * @param {Thing} thing
   * @param {string} target
   * @param {{x: number, y: number}} at
   */
  steps(thing, target, at) {
    const row = Object.assign(document.createElement("div"), { className: "steps" });
    const number = document.createElement("output");
    const show = () => { number.value = String(this.put.get(target) ?? 0); };
    /** @param {string} sign @param {string} name @param {() => number} by @param {string} look */
    const button = (sign, name, by, look) => {
      const made = Object.assign(document.createElement("button"), { type: "button", className: `button ${look}`, textContent: sign });
      made.setAttribute("aria-label", name);
      made.addEventListener("click", () => { this.change(target, by()); show(); });
      return made;
    };
    const { less = "", more = "", rest = "" } = this.box?.dataset ?? {};
    row.append(button("−", less, () => -1, ""), number, button("+", more, () => 1, "choice"), button(rest, rest, () => this.left, ""));
    show();
    this.bubble.open("menu", thing.dataset.name ?? "", [row], thing, at);
  }

  /** Numbers on the board and in the list, and what is left in the bar. */
  draw() {
    for (const thing of this.table.querySelectorAll("[data-put]")) thing.removeAttribute("data-put");
    const map = this.table.querySelector("svg.map");
    map?.querySelector(".allotted")?.remove();
    if (!this.box) return;
    this.box.toggleAttribute("data-on", this.on);
    for (const button of this.box.querySelectorAll("[data-allot-do]")) {
      if (button instanceof HTMLButtonElement && button.dataset.allotDo === "turn") button.setAttribute("aria-pressed", String(this.on));
      if (button instanceof HTMLButtonElement && button.dataset.allotDo === "send") button.disabled = this.left > 0;
    }
    const left = this.box.querySelector("output");
    if (left) left.value = (this.box.dataset.left ?? "").replace("{n}", String(this.left));
    const layer = document.createElementNS(SVG, "g");
    layer.setAttribute("class", "allotted");
    layer.setAttribute("aria-hidden", "true");
    if (map instanceof SVGSVGElement) map.append(layer);
    for (const [target, number] of this.put) this.mark(target, number, map, layer);
  }

  /** @param {string} target @param {number} number @param {Element | null} map @param {SVGElement} layer */
  mark(target, number, map, layer) {
    const name = CSS.escape(target);
    const places = this.table.querySelectorAll(`[data-target="${name}"]:not(.map *), button[data-touches="${name}"]`);
    for (const place of places) place.setAttribute("data-put", `+${number}`);
    const thing = map?.querySelector(`[data-piece="${name}"]`) ?? map?.querySelector(`[data-target="${name}"]`);
    const matrix = map instanceof SVGSVGElement ? map.getScreenCTM()?.inverse() : null;
    if (!thing || !matrix) return;
    const seen = thing.getBoundingClientRect();
    const at = new DOMPoint(seen.right, seen.top).matrixTransform(matrix);
    const size = Math.max(11, Math.min(18, (seen.height * matrix.a) / 2.4));
    const text = `<text dy="${size * 0.4}" font-size="${size * 1.2}">+${number}</text>`;
    const counter = `<g transform="translate(${at.x + size * 0.6} ${at.y})"><circle r="${size}"/>${text}</g>`;
    layer.insertAdjacentHTML("beforeend", counter);
  }
}
