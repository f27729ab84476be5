// Options drive the page: what an option touches lights up; a click plays it, opens a short menu, or says why not.
// @ts-check
import { Bubble } from "./bubble.js";

/** @typedef {{index: string, label: string, touches: string[], button: HTMLButtonElement, preview: HTMLTemplateElement | null}} Choice */
/** @typedef {HTMLElement | SVGElement} Thing */

const SHORT = 12;
const AT_A_GLANCE = 4;
/** @type {Record<string, [number, number]>} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

export class Targets {
  /**
   * @param {HTMLElement} table
   * @param {Bubble} bubble
   * @param {{play: (choice: Choice) => void, why: (target: string, thing: Thing, at?: {x: number, y: number}) => void, show: (thing: Element) => void}} does
   */
  constructor(table, bubble, does) {
    this.table = table;
    this.bubble = bubble;
    this.does = does;
    /** @type {Choice[]} */ this.choices = [];
    /** @type {string[]} */ this.picked = [];
    this.last = "";
    bubble.on_close = () => { if (this.picked.length) this.pick([]); };
    table.addEventListener("click", (event) => this.click(event));
    table.addEventListener("keydown", (event) => this.key(event));
    table.addEventListener("pointerover", (event) => { if (event.pointerType === "mouse") this.hint(event.target, event); });
    table.addEventListener("pointerout", () => this.bubble.calm());
    table.addEventListener("focusin", (event) => this.focused(event.target));
    this.refresh();
  }

  /** Read the options anew and light what they touch. */
  refresh() {
    this.choices = [...this.table.querySelectorAll("button[data-choice]")]
      .filter((button) => button instanceof HTMLButtonElement && !button.closest(".bubble"))
      .map((button) => this.read(/** @type {HTMLButtonElement} */(button)));
    this.pick([]);
  }

  /** @param {HTMLButtonElement} button @returns {Choice} */
  read(button) {
    const template = button.parentElement?.querySelector("template.preview");
    return {
      index: button.dataset.choice ?? "",
      label: button.querySelector("span")?.textContent ?? button.textContent ?? "",
      touches: (button.dataset.touches ?? "").split(" ").filter(Boolean),
      button,
      preview: template instanceof HTMLTemplateElement ? template : null,
    };
  }

  /** @returns {Thing[]} */
  get things() {
    return /** @type {Thing[]} */ ([...this.table.querySelectorAll("[data-target]")]);
  }

  /** The options that touch everything picked so far. */
  candidates() {
    return this.choices.filter((choice) => choice.touches.length && this.picked.every((target) => choice.touches.includes(target)));
  }

  /** @param {string[]} targets */
  pick(targets) {
    this.picked = targets;
    /** @type {Map<string, Choice[]>} */ const lit = new Map();
    for (const choice of this.candidates()) for (const target of choice.touches) lit.set(target, [...(lit.get(target) ?? []), choice]);
    for (const thing of this.things) this.light(thing, lit.get(thing.dataset.target ?? "") ?? []);
    this.rove();
  }

  /** @param {Thing} thing @param {Choice[]} choices */
  light(thing, choices) {
    const base = (thing.dataset.spoken ??= thing.getAttribute("aria-label") ?? thing.dataset.name ?? "");
    thing.toggleAttribute("data-lit", choices.length > 0);
    thing.classList.toggle("picked", this.picked.includes(thing.dataset.target ?? ""));
    const what = choices.length === 1 ? choices[0].label : choices.length ? `${this.table.dataset.saySeveral}: ${choices.length}` : "";
    thing.setAttribute("aria-label", what ? `${base}. ${what}` : base);
    if (thing instanceof SVGElement) thing.setAttribute("role", choices.length ? "button" : "img");
    else if (thing.closest(".seat-card")) thing.tabIndex = choices.length ? 0 : -1;
  }

  /** One tab stop for the map: the space last visited, or the first that can be played. */
  rove() {
    const spaces = this.things.filter((thing) => thing instanceof SVGElement);
    const stop = spaces.find((thing) => thing.dataset.target === this.last) ?? spaces.find(is_lit) ?? spaces[0];
    for (const thing of spaces) thing.setAttribute("tabindex", thing === stop ? "0" : "-1");
  }

  /** @param {EventTarget | null} from @returns {Thing | null} */
  thing(from) {
    const thing = from instanceof Element ? from.closest("[data-target]") : null;
    return thing instanceof HTMLElement || thing instanceof SVGElement ? thing : null;
  }

  /** @param {MouseEvent} event */
  click(event) {
    const thing = this.thing(event.target);
    if (!thing) return;
    const touch = event instanceof PointerEvent && event.pointerType === "touch";
    const at = event.clientX || event.clientY ? { x: event.clientX, y: event.clientY } : undefined;
    this.choose(thing, touch, at);
  }

  /** @param {Thing} thing @param {boolean} ask show the option before playing it @param {{x: number, y: number}} [at] */
  choose(thing, ask, at) {
    const target = thing.dataset.target ?? "";
    this.last = target;
    if (this.picked.length && !("lit" in thing.dataset)) this.pick([]);
    if (!("lit" in thing.dataset)) return this.does.why(target, thing, at);
    this.pick([...this.picked, target]);
    const choices = this.candidates();
    if (choices.length === 1 && !ask) {
      this.bubble.close(false);
      this.does.play(choices[0]);
      return;
    }
    this.menu(thing, choices, at);
  }

  /** @param {Thing} thing @param {Choice[]} choices @param {{x: number, y: number}} [at] */
  menu(thing, choices, at) {
    const picked = this.picked;
    const alone = choices.length === 1;
    const note = thing.dataset.note ? [noted(thing.dataset.note)] : [];
    const content = choices.slice(0, SHORT).flatMap((choice) => [
      ...this.breakdown(choice, alone),
      this.button(choice),
      ...this.breakdown(choice, !alone && choices.length <= AT_A_GLANCE),
    ]);
    this.bubble.open("menu", thing.dataset.name ?? "", [...note, ...content], thing, at);
    this.picked = picked;
  }

  /** @param {Choice} choice */
  button(choice) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "button choice";
    button.append(Object.assign(document.createElement("span"), { textContent: choice.label }));
    const figure = choice.button.querySelector(".figures");
    if (figure) button.append(figure.cloneNode(true));
    const about = choice.button.querySelector(".about");
    if (about) button.append(about.cloneNode(true));
    button.addEventListener("click", () => { this.bubble.close(false); this.does.play(choice); });
    return button;
  }

  /** @param {Choice} choice @param {boolean} wanted @returns {Node[]} */
  breakdown(choice, wanted) {
    return wanted && choice.preview ? [choice.preview.content.cloneNode(true)] : [];
  }

  /**
   * What an option would cost, before it is played.
   * @param {EventTarget | null} from
   * @param {PointerEvent} [event]
   */
  hint(from, event) {
    if (this.bubble.kind && this.bubble.kind !== "hint") return;
    const thing = this.thing(from);
    const button = from instanceof Element ? from.closest("button[data-choice]") : null;
    const choices = thing
      ? this.candidates().filter((choice) => choice.touches.includes(thing.dataset.target ?? ""))
      : this.choices.filter((choice) => choice.button === button);
    const shown = thing ?? button;
    const note = thing?.dataset.note ? [noted(thing.dataset.note)] : [];
    if (!shown || !(note.length || choices.some((choice) => choice.preview))) return this.bubble.calm();
    const told = choices.slice(0, AT_A_GLANCE).flatMap((choice) => [
      Object.assign(document.createElement("p"), { textContent: choice.label }),
      ...this.breakdown(choice, true),
    ]);
    const name = /** @type {HTMLElement} */ (shown).dataset.name ?? choices[0]?.label ?? "";
    const content = choices.length === 1 && !thing ? this.breakdown(choices[0], true) : [...note, ...told];
    this.bubble.open("hint", name, content, shown, event && { x: event.clientX, y: event.clientY });
  }

  /** @param {EventTarget | null} from */
  focused(from) {
    const thing = this.thing(from);
    if (!(from instanceof Element) || !from.matches(":focus-visible")) return;
    if (thing instanceof SVGElement) {
      this.last = thing.dataset.target ?? "";
      this.rove();
      this.does.show(thing);
    }
    this.hint(from);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const thing = this.thing(event.target);
    if (!(thing instanceof SVGElement) || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      this.choose(thing, false);
    } else if (event.key.startsWith("Arrow")) {
      event.preventDefault();
      this.step(thing, event.key, event.shiftKey);
    }
  }

  /**
   * To the nearest space in a direction; without Shift only to those that can be played.
   * @param {SVGElement} from
   * @param {string} key
   * @param {boolean} any
   */
  step(from, key, any) {
    const [dx, dy] = ARROWS[key] ?? [0, 0];
    const here = middle(from);
    let best = /** @type {SVGElement | null} */ (null);
    let least = Infinity;
    const lit = this.things.some((thing) => thing instanceof SVGElement && is_lit(thing));
    for (const thing of this.things) {
      if (!(thing instanceof SVGElement) || thing === from || (lit && !any && !is_lit(thing))) continue;
      const there = middle(thing);
      const along = (there.x - here.x) * dx + (there.y - here.y) * dy;
      const aside = Math.abs((there.x - here.x) * dy) + Math.abs((there.y - here.y) * dx);
      const distance = along > 1 ? along + 2 * aside : Infinity;
      if (distance < least) [best, least] = [thing, distance];
    }
    if (best) {
      this.last = best.dataset.target ?? "";
      this.rove();
      best.focus();
    }
  }
}

/**
 * What is there, in words.
 * @param {string} text
 */
export function noted(text) {
  return Object.assign(document.createElement("p"), { className: "note", textContent: text });
}

/**
 * Something can be done there: an option, or an order (`orders.js`).
 * @param {Thing} thing
 */
function is_lit(thing) {
  return "lit" in thing.dataset || "light" in thing.dataset;
}

/** @param {Element} thing */
function middle(thing) {
  const seen = thing.getBoundingClientRect();
  return { x: seen.left + seen.width / 2, y: seen.top + seen.height / 2 };
}
