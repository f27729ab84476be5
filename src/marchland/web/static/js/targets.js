// Options drive the page: what an option touches lights up; a click plays it, opens a short menu, or says why not. Everything answers with its card.
// @ts-check
//
// An option's button may say how it wants to be played (`data-manner`): "asked" is never done by a single click on the board, its menu is shown first;
// "mode" is reached on the board only after `enter(verb)`, its `data-verb`; "spared" is not on the board at all.
// `enter` also narrows the board to the options of one verb.
import { Bubble } from "./bubble.js";

/** @typedef {{index: string, label: string, touches: string[], button: HTMLButtonElement, preview: HTMLTemplateElement | null}} Option */
/** @typedef {Option & {verb: string, manner: string}} Choice */
/** @typedef {HTMLElement | SVGElement} Thing */
/** @typedef {{x: number, y: number}} Point */

const SHORT = 12;
const AT_A_GLANCE = 4;
const SOON = 120;
/** @type {Record<string, [number, number]>} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** A finger hovers over nothing, though browsers say so of what comes to light under it when a card goes away. */
const hovers = matchMedia("(hover: hover)");

export class Targets {
  /**
   * @param {HTMLElement} table
   * @param {Bubble} bubble
   * @param {import("./answers.js").Answers} answers
   * @param {{play: (choice: Choice) => void, show: (thing: Element) => void}} does
   */
  constructor(table, bubble, answers, does) {
    this.table = table;
    this.bubble = bubble;
    this.answers = answers;
    this.does = does;
    this.verb = "";
    /** @type {Choice[]} */ this.choices = [];
    /** @type {string[]} */ this.picked = [];
    this.last = "";
    bubble.on_close = () => { if (this.picked.length) this.pick([]); };
    table.addEventListener("click", (event) => this.click(event));
    table.addEventListener("keydown", (event) => this.key(event));
    table.addEventListener("pointerover", (event) => { if (hovers.matches && event.pointerType === "mouse") this.hint(event.target, event); });
    table.addEventListener("pointerout", (event) => { if (this.thing(event.target) || this.option(event.target)) this.calm(); });
    table.addEventListener("focusin", (event) => this.focused(event.target));
    this.refresh();
  }

  /** Read the options anew and light what they touch. */
  refresh() {
    this.choices = [...this.table.querySelectorAll("button[data-choice]")]
      .filter((button) => button instanceof HTMLButtonElement && !button.closest(".bubble, [data-narrowed]"))
      .map((button) => this.read(/** @type {HTMLButtonElement} */(button)));
    if (!this.choices.some((choice) => choice.verb === this.verb)) this.verb = "";
    this.answers.forget();
    this.pick([]);
  }

  /**
   * Only what this kind of action touches is lit from now on; nothing said: everything that may be played by a click.
   * @param {string} verb
   */
  enter(verb) {
    this.verb = verb;
    this.bubble.close(false);
    this.pick([]);
  }

  /** @param {HTMLButtonElement} button @returns {Choice} */
  read(button) {
    const template = button.parentElement?.querySelector("template.preview");
    return {
      index: button.dataset.choice ?? "",
      label: button.querySelector("span")?.textContent ?? button.textContent ?? "",
      touches: (button.dataset.touches ?? "").split(" ").filter(Boolean),
      verb: button.dataset.verb ?? "",
      manner: button.dataset.manner ?? "",
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
    return this.choices.filter((choice) => choice.touches.length && this.is_open(choice) && this.picked.every((target) => choice.touches.includes(target)));
  }

  /** @param {Choice} choice */
  is_open(choice) {
    if (choice.manner === "spared") return false;
    return this.verb ? choice.verb === this.verb : choice.manner !== "mode";
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
    const near = from instanceof Element ? from.closest("[data-target], [data-also]") : null;
    const also = near instanceof SVGElement ? near.dataset.also : undefined; // a piece beside its space
    const thing = also ? this.table.querySelector(`.hits [data-target="${CSS.escape(also)}"]`) : near;
    return thing instanceof HTMLElement || thing instanceof SVGElement ? thing : null;
  }

  /** @param {EventTarget | null} from */
  option(from) {
    const button = from instanceof Element ? from.closest("button[data-choice]") : null;
    return button instanceof HTMLButtonElement ? button : null;
  }

  /** @param {MouseEvent} event */
  click(event) {
    const thing = this.thing(event.target);
    if (!thing) return;
    const touch = event instanceof PointerEvent && event.pointerType === "touch";
    const at = event.clientX || event.clientY ? { x: event.clientX, y: event.clientY } : undefined;
    this.choose(thing, touch, at);
  }

  /** @param {Thing} thing @param {boolean} ask show the option before playing it @param {Point} [at] */
  choose(thing, ask, at) {
    const target = thing.dataset.target ?? "";
    this.last = target;
    if (this.picked.length && !("lit" in thing.dataset)) this.pick([]);
    if (!("lit" in thing.dataset)) return this.card("why", thing, [], at);
    this.pick([...this.picked, target]);
    const choices = this.candidates();
    if (choices.length === 1 && !ask && choices[0].manner !== "asked") {
      this.bubble.close(false);
      this.does.play(choices[0]);
      return;
    }
    this.menu(thing, choices, at);
  }

  /** @param {Thing} thing @param {Choice[]} choices @param {Point} [at] */
  menu(thing, choices, at) {
    const picked = this.picked;
    const alone = choices.length === 1;
    const content = choices.slice(0, SHORT).flatMap((choice) => [
      ...this.breakdown(choice, alone),
      this.button(choice, thing.dataset.target),
      ...this.breakdown(choice, !alone && choices.length <= AT_A_GLANCE),
    ]);
    this.card("menu", thing, content, at);
    this.picked = picked;
  }

  /**
   * What is there: at once what the page knows, and what the server says of it as soon as it is heard.
   * @param {"hint" | "menu" | "why"} kind @param {Thing} thing @param {Node[]} content @param {Point} [at]
   */
  card(kind, thing, content, at) {
    const known = said(thing);
    this.bubble.open(kind, thing.dataset.name ?? "", [...(known ? [noted(known)] : []), ...content], thing, at);
    clearTimeout(this.soon);
    this.soon = setTimeout(async () => this.bubble.tell(thing, await this.answers.card(thing.dataset.target ?? "")), kind === "hint" ? SOON : 0);
  }

  calm() {
    if (this.bubble.kind === "hint") clearTimeout(this.soon);
    this.bubble.calm();
  }

  /** @param {Choice} choice @param {string} [told] what the card around it tells already */
  button(choice, told) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "button choice";
    button.append(Object.assign(document.createElement("span"), { textContent: choice.label }));
    const figure = choice.button.querySelector(".figures");
    if (figure) button.append(figure.cloneNode(true));
    const about = choice.button.querySelector(".about");
    if (about instanceof HTMLElement && about.dataset.of !== told) button.append(about.cloneNode(true));
    button.addEventListener("click", () => { this.bubble.close(false); this.does.play(choice); });
    return button;
  }

  /** @param {Choice} choice @param {boolean} wanted @returns {Node[]} */
  breakdown(choice, wanted) {
    return wanted && choice.preview ? [choice.preview.content.cloneNode(true)] : [];
  }

  /**
   * What a thing is and what its options would cost, before one is played.
   * @param {EventTarget | null} from
   * @param {PointerEvent} [event]
   */
  hint(from, event) {
    if (this.bubble.kind && this.bubble.kind !== "hint") return;
    const thing = this.thing(from), button = this.option(from);
    const at = event && { x: event.clientX, y: event.clientY };
    if (thing) return this.card("hint", thing, this.costs(thing), at);
    const choice = this.choices.find((one) => button && one.index === button.dataset.choice);
    if (button && choice?.preview) this.bubble.open("hint", choice.label, this.breakdown(choice, true), button, at);
  }

  /** @param {Thing} thing */
  costs(thing) {
    const choices = this.candidates().filter((choice) => choice.touches.includes(thing.dataset.target ?? ""));
    return choices.slice(0, AT_A_GLANCE).flatMap((choice) => [
      Object.assign(document.createElement("p"), { className: "would", textContent: choice.label }),
      ...this.breakdown(choice, true),
    ]);
  }

  /**
   * A finger stays on something: its card, and nothing else happens.
   * @param {Element} from @param {Point} at @returns {boolean} was there anything to show?
   */
  pressed(from, at) {
    const thing = this.thing(from), button = this.option(from);
    const choice = this.choices.find((one) => button && one.index === button.dataset.choice);
    if (thing) this.card("why", thing, this.costs(thing), at);
    else if (button && choice) this.bubble.open("why", choice.label, this.breakdown(choice, true), button, at);
    return Boolean(thing || choice);
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
    if (!this.bubble.returns) this.hint(from);
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
 * What the page itself knows of a thing: what a screen reader says of it, but for its name.
 * @param {Thing} thing
 */
function said(thing) {
  const spoken = thing.dataset.spoken ?? thing.getAttribute("aria-label") ?? "";
  const name = thing.dataset.name ?? "";
  return spoken === name ? "" : spoken.startsWith(`${name}, `) ? spoken.slice(name.length + 2) : spoken;
}

/** @param {string} text */
function noted(text) {
  return Object.assign(document.createElement("p"), { className: "note known", textContent: text });
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
