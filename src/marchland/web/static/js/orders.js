// Orders given on the map: somebody is chosen, the spaces that his orders can name light up, and a second click gives the order.
// @ts-check
//
// What can be ordered is the server's to say (`cards.js` tells the events): this script lights spaces, asks where several orders are possible, and
// tells what was chosen.
import { coin, draw, spot } from "./looks.js";
import { Traces } from "./traces.js";

/** @typedef {import("./clerk.js").Light} Light */
/** @typedef {import("./bubble.js").Bubble} Bubble */

const FAR = 40; // kinds of orders that can name more spaces than this are lit only if somebody asks for them, or there are no others
const BESIDE = ["place"]; // to stand somewhere is no order for the season: where others can be given they come first
const HINTS = 6;
const narrow = matchMedia("(max-width: 820px)");
const looks = /** @type {HTMLTemplateElement | null} */ (document.getElementById("looks"));

export class Orders {
  /**
   * @param {HTMLElement} table
   * @param {HTMLElement} room
   * @param {SVGSVGElement} map
   * @param {Bubble} bubble
   * @param {import("./panzoom.js").PanZoom} panzoom
   */
  constructor(table, room, map, bubble, panzoom) {
    this.table = table;
    this.room = room;
    this.map = map;
    this.bubble = bubble;
    this.panzoom = panzoom;
    this.bar = /** @type {HTMLElement} */ (document.getElementById("lights"));
    this.group = "";
    /** @type {Light[]} */ this.lights = [];
    /** @type {Set<string>} the looks that are shown */ this.looks = new Set();
    /** Whose lights went out, by an order or otherwise: they stay so until somebody goes to the desk or to the map again. */
    this.left = "";
    this.layer = draw("g", { class: "lights", "aria-hidden": "true" });
    this.traces = new Traces(map, table);
    map.append(this.layer);
    this.listen();
  }

  listen() {
    const { room, table } = this;
    document.addEventListener("desk:lights", (event) => this.take(/** @type {CustomEvent} */(event).detail));
    room.addEventListener("click", (event) => this.click(event));
    room.addEventListener("keydown", (event) => this.key(event));
    room.addEventListener("pointerover", (event) => this.over(event));
    room.addEventListener("focusin", ({ target }) => {
      if (target instanceof Element && target.matches(":focus-visible")) queueMicrotask(() => this.hint(target));
    });
    // Before the bubble hears of it: whoever closes a menu wants to choose something else.
    document.addEventListener("keydown", ({ key }) => {
      if (key === "Escape" && ["", "hint"].includes(this.bubble.kind) && this.lights.length) this.leave();
    }, true);
    for (const name of ["pointerdown", "keydown"]) table.querySelector("#dock")?.addEventListener(name, () => { this.left = ""; });
    table.addEventListener("click", (event) => {
      const button = event.target instanceof Element ? event.target.closest("[data-point]") : null;
      if (button instanceof HTMLElement) this.point(button.dataset.point ?? "");
    });
    this.bar.addEventListener("click", (event) => this.press(event.target));
    // Spaces that the server drew anew are lit again; another desk has nothing to do with what was lit for the one before.
    const hits = this.map.querySelector('[data-part="hits"]');
    if (hits) new MutationObserver(() => this.show()).observe(hits, { childList: true });
    const desk = table.querySelector('[data-part="desk"]');
    if (desk) new MutationObserver(() => this.renewed()).observe(desk, { childList: true });
  }

  /** Is there a desk with cards, on which orders can be given? */
  get is_open() {
    return this.table.querySelector(".desk[data-cards]") !== null;
  }

  /** The desk was drawn anew: for another turn, or for none. */
  renewed() {
    this.leave();
    this.left = "";
    if (!this.is_open) this.traces.show([]);
  }

  // -- lights ---------------------------------------------------------------------------------------

  /** @param {{group: string, lights: Light[]}} told */
  take({ group, lights }) {
    if (this.left && this.left === group) lights = [];
    const same = group === this.group && lights.some((light) => this.looks.has(light.look));
    this.group = lights.length ? group : "";
    this.lights = lights;
    if (!same) this.looks = this.near_looks();
    this.show();
    // Fingers are broader than territories on a map as small as a hand.
    if (!same && narrow.matches && lights.some((light) => light.look !== "choice")) this.panzoom.near([...this.map.querySelectorAll("[data-light]")]);
  }

  /** @param {string} look */
  with_look(look) {
    return this.lights.filter((light) => light.look === look);
  }

  /** The looks to begin with: all, but for those that would light half the world, or be in the way of others. */
  near_looks() {
    const all = [...new Set(this.lights.map((light) => light.look))];
    const near = all.filter((look) => !BESIDE.includes(look) && new Set(this.with_look(look).map((light) => light.space)).size <= FAR);
    return new Set(near.length ? near : all);
  }

  /** @param {string} space */
  at(space) {
    return this.lights.filter((light) => light.space === space && this.looks.has(light.look));
  }

  show() {
    /** @type {SVGElement[]} */ const coins = [];
    for (const hit of /** @type {NodeListOf<SVGElement>} */ (this.map.querySelectorAll(".hits [data-target]"))) {
      const space = hit.dataset.target ?? "";
      const lights = this.at(space);
      this.light(hit, lights);
      const point = lights.length ? spot(this.map, space) : null;
      if (point) coins.push(coin(lights[0].look, point.x, point.y - 30, lights.length > 1 ? String(lights.length) : ""));
    }
    this.layer.replaceChildren(...coins);
    this.map.toggleAttribute("data-lights", this.lights.length > 0);
    this.show_bar();
  }

  /** @param {SVGElement} hit @param {Light[]} lights */
  light(hit, lights) {
    const base = (hit.dataset.spoken ??= hit.getAttribute("aria-label") ?? hit.dataset.name ?? "");
    if (lights.length) hit.dataset.light = lights[0].look;
    else delete hit.dataset.light;
    hit.setAttribute("aria-label", [base, ...lights.slice(0, HINTS).map((light) => light.order)].join(". "));
    hit.setAttribute("role", lights.length ? "button" : "img");
  }

  leave() {
    this.left = this.group;
    this.lights = [];
    this.group = "";
    this.show();
  }

  // -- the bar: who is chosen, and what is lit ------------------------------------------------------

  show_bar() {
    const { bar } = this;
    bar.hidden = !this.lights.length;
    if (bar.hidden) return bar.replaceChildren();
    const who = Object.assign(document.createElement("strong"), { textContent: this.name_of(this.group) });
    const close = this.button(bar.dataset.sayClose ?? "", { close: "" });
    const looks = [...new Set(this.lights.map((light) => light.look))];
    bar.replaceChildren(who, ...looks.map((look) => this.chip(look)), close);
    return undefined;
  }

  /** @param {string} look */
  chip(look) {
    const spaces = new Set(this.with_look(look).map((light) => light.space)).size;
    const word = looks?.content.querySelector(`[data-look="${CSS.escape(look)}"]`)?.textContent ?? look;
    const chip = this.button("", { look });
    chip.setAttribute("aria-pressed", String(this.looks.has(look)));
    chip.classList.add(`look-${look}`);
    const sign = draw("svg", { viewBox: "-13 -13 26 26", class: "map sign", "aria-hidden": "true" }, [coin(look, 0, 0)]);
    chip.append(sign, `${word} `, Object.assign(document.createElement("b"), { textContent: String(spaces) }));
    return chip;
  }

  /** @param {string} text @param {Record<string, string>} data */
  button(text, data) {
    const button = Object.assign(document.createElement("button"), { type: "button", className: "button small", textContent: text });
    Object.assign(button.dataset, data);
    return button;
  }

  /** @param {EventTarget | null} from */
  press(from) {
    const button = from instanceof Element ? from.closest("button") : null;
    if (!button) return;
    const { look } = button.dataset;
    if (look === undefined) return this.leave();
    if (this.looks.has(look)) this.looks.delete(look);
    else this.looks.add(look);
    this.show();
    /** @type {HTMLElement | null} */ (this.bar.querySelector(`[data-look="${CSS.escape(look)}"]`))?.focus();
  }

  // -- choosing -------------------------------------------------------------------------------------

  /** @param {EventTarget | null} from @returns {SVGElement | null} */
  space(from) {
    const hit = from instanceof Element ? from.closest(".hits [data-target]") : null;
    return hit instanceof SVGElement ? hit : null;
  }

  /** @param {MouseEvent} event */
  click(event) {
    const hit = this.space(event.target);
    if (!hit || !this.is_open) return;
    event.stopPropagation();
    const at = event.clientX || event.clientY ? { x: event.clientX, y: event.clientY } : undefined;
    this.choose(hit, event instanceof PointerEvent && event.pointerType === "touch", at);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const hit = this.space(event.target);
    if (!hit || !this.is_open || (event.key !== "Enter" && event.key !== " ")) return;
    event.stopPropagation();
    event.preventDefault();
    this.choose(hit, false);
  }

  /**
   * The second click gives an order; the first chooses somebody, or asks about the place.
   * @param {SVGElement} hit @param {boolean} ask show the order before it is given @param {{x: number, y: number}} [at]
   */
  choose(hit, ask, at) {
    const space = hit.dataset.target ?? "";
    const lights = this.at(space);
    if (lights.length === 1 && !ask) return this.give(lights[0]);
    if (lights.length) return this.menu(hit, lights.map((light) => this.choice(light.order, light.note ?? "", () => this.give(light), light.look)), at);
    if (this.lights.length) this.leave();
    const groups = this.standing(space);
    if (groups.length === 1) return this.point(groups[0]);
    if (!groups.length) return this.ask_about(space);
    const about = this.choice(this.bar.dataset.sayAbout ?? "", "", () => this.ask_about(space));
    return this.menu(hit, [...groups.map((group) => this.choice(this.name_of(group), this.facts_of(group), () => this.point(group))), about], at);
  }

  /**
   * Who stands there and takes orders.
   * @param {string} space @returns {string[]}
   */
  standing(space) {
    const folds = /** @type {NodeListOf<HTMLElement>} */ (this.table.querySelectorAll(`.desk [data-group][data-space="${CSS.escape(space)}"]`));
    return [...new Set([...folds].map((fold) => fold.dataset.group ?? ""))].filter(Boolean);
  }

  /** @param {string} group */
  name_of(group) {
    return this.table.querySelector(`.desk-group[data-group="${CSS.escape(group)}"] .group-name`)?.textContent ?? "";
  }

  /** @param {string} group */
  facts_of(group) {
    return this.table.querySelector(`.desk-group[data-group="${CSS.escape(group)}"] .group-facts`)?.textContent ?? "";
  }

  /** @param {SVGElement} hit @param {Node[]} content @param {{x: number, y: number}} [at] */
  menu(hit, content, at) {
    this.bubble.open("menu", hit.dataset.name ?? "", content, hit, at);
  }

  /** @param {string} text @param {string} note @param {() => void} does @param {string} [look] */
  choice(text, note, does, look) {
    const button = Object.assign(document.createElement("button"), { type: "button", className: "button choice" });
    if (look) button.append(draw("svg", { viewBox: "-13 -13 26 26", class: "map sign", "aria-hidden": "true" }, [coin(look, 0, 0)]));
    button.append(Object.assign(document.createElement("span"), { textContent: text }));
    if (note) button.append(Object.assign(document.createElement("span"), { className: "about", textContent: note }));
    button.addEventListener("click", () => { this.bubble.close(true); does(); });
    return button;
  }

  /** @param {Light} light */
  give(light) {
    const { group } = this;
    this.bubble.calm();
    if (light.look !== "choice") this.leave();
    this.tell("wish", { group, kind: light.kind, values: light.values ?? {}, line: light.line ?? 0 });
  }

  /** @param {string} group */
  point(group) {
    this.left = "";
    this.tell("point", { group });
  }

  /** @param {string} space */
  ask_about(space) {
    this.tell("place", { space });
  }

  /** @param {string} name @param {object} detail */
  tell(name, detail) {
    document.dispatchEvent(new CustomEvent(`desk:${name}`, { detail }));
  }

  // -- hints ----------------------------------------------------------------------------------------

  /** @param {PointerEvent} event */
  over(event) {
    if (event.pointerType !== "mouse" || !this.space(event.target)?.dataset.light) return;
    event.stopPropagation();
    this.hint(event.target, { x: event.clientX, y: event.clientY });
  }

  /** @param {EventTarget | null} from @param {{x: number, y: number}} [at] */
  hint(from, at) {
    const hit = this.space(from);
    const lights = hit ? this.at(hit.dataset.target ?? "") : [];
    if (!hit || !lights.length || (this.bubble.kind && this.bubble.kind !== "hint")) return;
    const told = lights.slice(0, HINTS).flatMap((light) => [
      Object.assign(document.createElement("p"), { textContent: light.order }),
      ...(light.note ? [Object.assign(document.createElement("p"), { className: "note", textContent: light.note })] : []),
    ]);
    const more = lights.length > HINTS ? [Object.assign(document.createElement("p"), { className: "note", textContent: `+ ${lights.length - HINTS}` })] : [];
    this.bubble.open("hint", hit.dataset.name ?? "", [...told, ...more], hit, at);
  }
}
