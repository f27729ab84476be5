// The desk's cards: what is chosen is written into the sheet by the server, and what is written comes back as cards.
// @ts-check
//
// The map and the cards speak by events on the document, each with a `detail`:
//   desk:lights  {group, lights: [{space, name, kind, look, order, note, values}]}  to the map: where this group can be sent, or what
//                                              the open card lets one choose there; without lights nothing is lit any more
//   desk:traces  {traces: [{line, look, spaces, text}]}   to the map: the orders of the sheet as they are drawn
//   desk:look    {}                                       to the map: it has the whole screen now, for what is lit
//   desk:wish    {group, kind, values, line}              from the map: this order is given, in the place of this line if there is one, or
//                                                         this value chosen for the open card
//   desk:point   {group}                                  from the map: somebody was chosen there; `desk:lights` follows
//   desk:place   {space}                                  from the map: somebody asks about a space; its card is shown on the desk
import { Clerk, spelled } from "./clerk.js";

/** @typedef {import("./clerk.js").Asked} Asked */
/** @typedef {import("./clerk.js").Light} Light */
/** @typedef {import("./clerk.js").Told} Told */
/**
 * The desk that the cards lie on. It is not named by its own module, which asks for this one: whoever writes hashes into file
 * names follows that name in a comment, too, and goes round in circles.
 * @typedef {import("./clerk.js").Desk & {part: HTMLElement, desk: HTMLElement | null, follow: () => void,
 *   replace: (text: string) => void, judge: (verdicts: string, text: string, stale: boolean) => void}} Paper
 */

const FACE = "desk-face";
const PAUSE = 350; // milliseconds without a keystroke after which the cards follow the text
const GAP = 8; // pixels between what stays in sight and what is brought there
const narrow = matchMedia("(max-width: 820px)");

export class Cards {
  /** @param {Paper} desk */
  constructor(desk) {
    this.desk = desk;
    this.part = desk.part;
    this.clerk = new Clerk(desk, {
      address: () => this.address,
      take: (told, asked) => this.take(told, asked),
      line: ({ group, kind }) => (this.is_open(group, kind) ? Number(this.opened?.dataset.lineNow) : 0),
      busy: (on) => this.place("cards")?.setAttribute("aria-busy", String(on)),
    });
    this.timer = 0;
    /** The text that the cards on the page were made of. */
    this.shown = "";
    this.lit = "";
    /** What was pressed last: it stays where it is on the screen. @type {HTMLElement | null} */
    this.touched = null;
    this.part.addEventListener("change", (event) => this.changed(event.target));
    this.part.addEventListener("click", (event) => this.click(event));
    this.part.addEventListener("keydown", (event) => this.key(event));
    this.part.addEventListener("toggle", (event) => this.toggled(event.target), true);
    document.addEventListener("desk:wish", (event) => this.wished(/** @type {CustomEvent} */(event).detail));
    document.addEventListener("desk:point", (event) => this.point(/** @type {CustomEvent} */(event).detail.group));
    document.addEventListener("desk:place", (event) => this.look_at(/** @type {CustomEvent} */(event).detail.space));
  }

  /** @returns {string} where cards are changed; empty where the title has none */
  get address() {
    return this.desk.desk?.dataset.cards ?? "";
  }

  /** The card that lies open. */
  get opened() {
    return /** @type {HTMLElement | null} */ (this.part.querySelector(".card-edit"));
  }

  /** @param {string} name */
  place(name) {
    return /** @type {HTMLElement | null} */ (this.part.querySelector(`[data-desk="${name}"]`));
  }

  /** The server drew the desk anew: the cards of what stands on it come as soon as they can. */
  renewed() {
    if (!this.address) return;
    this.clerk.forget();
    this.face(this.kept_face());
    this.ask({ verb: "show" });
  }

  // -- faces ----------------------------------------------------------------------------------------

  kept_face() {
    try {
      return localStorage.getItem(FACE) === "text" ? "text" : "cards";
    } catch { return "cards"; }
  }

  /** @param {string} name */
  face(name) {
    const { desk } = this.desk;
    if (desk) desk.dataset.face = name;
    for (const tab of this.part.querySelectorAll("[data-show]")) {
      const chosen = tab.getAttribute("data-show") === name;
      tab.setAttribute("aria-selected", String(chosen));
      tab.setAttribute("tabindex", chosen ? "0" : "-1");
    }
    try {
      localStorage.setItem(FACE, name);
    } catch { /* private windows */ }
    if (name === "text") this.desk.follow();
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const tab = event.target instanceof Element ? event.target.closest("[data-show]") : null;
    if (tab && (event.key === "ArrowLeft" || event.key === "ArrowRight")) {
      event.preventDefault();
      const other = /** @type {HTMLElement | null} */ (this.part.querySelector(`[data-show]:not([aria-selected="true"])`));
      this.face(other?.dataset.show ?? "cards");
      other?.focus();
    }
    const field = event.target instanceof HTMLInputElement ? event.target : null;
    if (event.key === "Enter" && field?.closest(".card-edit")) {
      event.preventDefault(); // not the first button of the form: that would hand something in
      this.changed(field);
    }
    if (event.key === "Escape" && event.target instanceof Element && event.target.closest(".card-edit")) this.close();
  }

  // -- what is done with the cards ------------------------------------------------------------------

  /** @param {MouseEvent} event */
  click(event) {
    const from = event.target instanceof Element ? event.target : null;
    this.touched = /** @type {HTMLElement | null} */ (from?.closest("button, label, select, summary") ?? null);
    const tab = from?.closest("[data-show]");
    const step = from?.closest("[data-step]");
    const by_map = from?.closest("[data-by-map]");
    if (tab instanceof HTMLElement) this.face(tab.dataset.show ?? "cards");
    if (step instanceof HTMLElement) this.step(step);
    if (by_map instanceof HTMLElement) this.choose_by_map(by_map.dataset.byMap ?? "");
    const group = from?.closest("[data-map-group]");
    if (group instanceof HTMLElement) this.order_by_map(group.dataset.mapGroup ?? "");
    const led = from?.closest(".lesson-next [data-kind], [data-open-group]");
    if (led) this.face("cards");
    if (led instanceof HTMLAnchorElement) {
      event.preventDefault();
      this.unfold(led.dataset.openGroup ?? "");
    }
  }

  /**
   * A button of the cards; those of pages without scripts, which say all in their value.
   * @param {HTMLButtonElement} button @returns {boolean} was it one?
   */
  pressed(button) {
    if (!this.address || button.getAttribute("formaction") !== this.address) return false;
    if (button.hasAttribute("data-away")) this.redraw("place", "");
    else if (button.value === "show") this.close();
    else this.ask({ ...spelled(button.value), ...values_of(button), ...this.own(button) });
    return true;
  }

  /**
   * The card that lies open is written with what it holds.
   * @param {HTMLElement} button @returns {Partial<Asked>}
   */
  own(button) {
    const card = /** @type {HTMLElement | null} */ (button.closest(".card-edit"));
    return card && button.getAttribute("value")?.startsWith("set ") ? { opened: true, values: values_in(card) } : {};
  }

  /** @param {Asked} asked */
  ask(asked) {
    this.clerk.ask(asked);
  }

  /** @param {string} [group] @param {string} [kind] */
  is_open(group, kind) {
    const card = this.opened?.dataset;
    return card !== undefined && card.group === group && card.kind === kind;
  }

  /** @param {EventTarget | null} field */
  changed(field) {
    if (!(field instanceof HTMLInputElement || field instanceof HTMLSelectElement) || !field.name.startsWith("values.")) return;
    if (field.reportValidity()) this.set({});
  }

  /**
   * What the open card holds is what is wanted.
   * @param {Record<string, string>} more chosen elsewhere
   */
  set(more) {
    const card = this.opened;
    if (!card) return;
    const { group = "", kind = "" } = card.dataset;
    this.ask({ verb: "set", group, kind, opened: true, values: { ...values_in(card), ...more } });
  }

  /** @param {HTMLElement} button */
  step(button) {
    const field = button.parentElement?.querySelector("input");
    if (!field) return;
    const before = field.value;
    if (button.dataset.step === "1") field.stepUp();
    else if (Number(field.value || "0") > Number(field.min || "0")) field.stepDown();
    if (field.value !== before) this.changed(field);
  }

  /** The card that lies open goes; what it covers shows again, as it reads now. */
  close() {
    const slot = this.opened?.closest("[data-slot]");
    const fold = /** @type {HTMLElement | null | undefined} */ (slot?.closest(".desk-group"));
    if (!slot) return;
    fold?.querySelector("summary")?.focus({ preventScroll: true });
    this.lit = fold?.dataset.group ?? "";
    if (this.clerk.busy) return this.ask({ verb: "show" }); // what it holds may not be written yet
    this.uncover(slot);
    this.light_group(this.lit);
  }

  // -- the map --------------------------------------------------------------------------------------

  /** @param {string} name @param {object} detail */
  tell(name, detail) {
    document.dispatchEvent(new CustomEvent(`desk:${name}`, { detail }));
  }

  /**
   * What the open card lets one choose on the map: for the field that is asked about, or the first that is empty.
   * @param {string} [wanted]
   */
  light_choices(wanted) {
    const card = this.opened;
    const on_map = /** @type {HTMLElement[]} */ ([...card?.querySelectorAll(".card-field:has([data-by-map])") ?? []]);
    const fields = on_map.filter((one) => one.dataset.field === wanted || !one.closest(".more-fields"));
    const field = fields.find((one) => one.dataset.field === wanted) ?? fields.find((one) => !value_of(one)) ?? fields[0];
    if (!card || !field) return this.dim();
    this.lit = card.dataset.group ?? "";
    this.tell("lights", { group: this.lit, lights: choices_of(card, field) });
  }

  /** The cards were drawn anew: what is lit may have changed. */
  relight() {
    if (this.opened) this.light_choices();
    else if (this.lit) this.light_group(this.lit);
  }

  dim() {
    this.lit = "";
    this.tell("lights", { group: "", lights: [] });
  }

  /** @param {string} field */
  choose_by_map(field) {
    this.light_choices(field);
    this.make_way();
  }

  /** @param {string} group */
  order_by_map(group) {
    this.light_group(group);
    this.make_way();
  }

  /** On a phone the map gets the whole screen. */
  make_way() {
    const dock = document.getElementById("dock");
    if (!narrow.matches || !dock) return;
    delete dock.dataset.height;
    this.tell("look", {});
  }

  /** @param {{group: string, kind: string, values?: Record<string, string>, line?: number}} wish */
  wished({ group, kind, values, line }) {
    this.raise();
    this.touched = null;
    if (this.is_open(group, kind)) return this.set(values ?? {});
    this.unfold(group);
    this.ask({ verb: "set", group, kind, line: line ?? 0, values: values ?? {} });
  }

  /** On a phone the desk comes up: as far as it can where a card is to be filled in. */
  raise() {
    const dock = document.getElementById("dock");
    if (dock && narrow.matches) dock.dataset.height = this.opened ? "full" : (dock.dataset.height ?? "half");
  }

  /** @param {string} group */
  point(group) {
    this.unfold(group);
    this.light_group(group);
  }

  /** @param {string} group */
  light_group(group) {
    if (!group) return this.dim();
    this.lit = group;
    this.ask({ verb: "lights", group });
  }

  /** @param {string} space */
  look_at(space) {
    if (this.address) this.ask({ verb: "place", space });
  }

  /** @param {string} id */
  fold(id) {
    return /** @type {HTMLDetailsElement | null} */ (this.part.querySelector(`.desk-group[data-group="${CSS.escape(id)}"]`));
  }

  /** @param {string} id */
  unfold(id) {
    const fold = this.fold(id);
    if (!fold) return;
    this.face("cards");
    fold.open = true;
    this.bring(fold, "summary");
  }

  /**
   * Whoever is looked at shows on the map where he can go.
   * @param {EventTarget | null} fold
   */
  toggled(fold) {
    if (!(fold instanceof HTMLDetailsElement) || !fold.matches(".desk-group") || this.opened || this.drawing) return;
    const group = fold.dataset.group ?? "";
    if (fold.open) this.light_group(group);
    else if (this.lit === group) this.dim();
  }

  // -- the server -----------------------------------------------------------------------------------

  /** The sheet reads otherwise: the cards follow. */
  text_changed(pause = PAUSE) {
    if (!this.address) return;
    clearTimeout(this.timer);
    if (this.desk.text === this.shown) return;
    this.timer = setTimeout(() => this.ask({ verb: "show" }), pause);
  }

  /** @param {Told} told @param {Asked} asked */
  take(told, asked) {
    const { card, ...parts } = told.parts;
    const steady = this.steady();
    if (parts.cards !== undefined) this.shown = told.text;
    if (told.text !== this.desk.text) this.desk.replace(told.text);
    if (told.verdicts !== undefined) this.desk.judge(told.verdicts, told.text, false);
    for (const [name, html] of Object.entries(parts)) this.redraw(name, html);
    if (card !== undefined) this.lay(card);
    if (this.opened && this.clerk.wanted) fill_in(this.opened, this.clerk.wanted);
    steady();
    if (parts.cards !== undefined) this.ask({ verb: "more" });
    if (told.traces) this.tell("traces", { traces: told.traces });
    if (asked.verb === "lights") this.tell("lights", { group: asked.group, lights: told.lights });
    else if (card !== undefined || parts.cards !== undefined) this.relight();
    if (asked.verb === "open") this.raise();
    if (asked.verb === "open" || (asked.verb === "set" && !this.touched)) this.bring(this.opened, ".order-name");
    if (asked.verb === "place") this.show_place();
    if (asked.verb === "advise") this.bring(this.place("proposals"), "h4");
  }

  show_place() {
    this.face("cards");
    this.raise();
    this.bring(this.place("place"), ".order-name");
  }

  /**
   * Something comes into sight, its heading in any case, and neither behind what the lesson keeps in sight.
   * @param {HTMLElement | null} what @param {string} heading
   */
  bring(what, heading) {
    const pane = /** @type {HTMLElement | null} */ (this.part.closest(".pane"));
    const banner = /** @type {HTMLElement | null} */ (this.part.querySelector(".lesson-next"));
    if (pane) pane.style.scrollPaddingTop = banner?.offsetHeight ? `${banner.offsetHeight + GAP}px` : "";
    what?.scrollIntoView({ block: "nearest" });
    what?.querySelector(heading)?.scrollIntoView({ block: "nearest" });
  }

  /** Where lies what was pressed? Once all is drawn anew it is brought back there: nothing moves away under a finger. */
  steady() {
    const pane = this.part.closest(".pane");
    const { touched } = this;
    const stays = [touched, touched?.closest(".card-edit"), touched?.closest(".desk-group"), touched?.closest("[data-desk]")]
      .filter((one) => one instanceof HTMLElement && one.offsetParent)
      .map((one) => ({ twin: twin_of(/** @type {HTMLElement} */(one), this.part), top: top_of(/** @type {HTMLElement} */(one)) }));
    return () => {
      const found = stays.map(({ twin, top }) => ({ now: twin(), top })).find(({ now }) => now?.offsetParent);
      if (!pane || !found?.now) return;
      pane.scrollTop += top_of(found.now) - found.top;
    };
  }

  /**
   * A part as the server has it now; folds stay as they are, and so does the focus.
   * @param {string} name @param {string} html
   */
  redraw(name, html) {
    const place = this.place(name);
    if (!place) return;
    const back = this.remember(place);
    const folds = new Map([...place.querySelectorAll("details[id]")].map((fold) => [fold.id, fold.hasAttribute("open")]));
    this.drawing = true;
    place.innerHTML = html;
    for (const fold of place.querySelectorAll("details[id]")) if (folds.get(fold.id)) fold.setAttribute("open", "");
    back();
    requestAnimationFrame(() => { this.drawing = false; });
  }

  /**
   * A card is laid open where its order stands, or below the others of its group.
   * @param {string} html
   */
  lay(html) {
    const place = this.place("cards");
    if (!place) return;
    const back = this.remember(place);
    const old = this.opened?.closest("[data-slot]");
    const fresh = Object.assign(document.createElement("li"), { innerHTML: html });
    const card = /** @type {HTMLElement | null} */ (fresh.querySelector(".card-edit"));
    const { group = "", kind = "", lineNow = "0" } = card?.dataset ?? {};
    const is_same = this.is_open(group, kind);
    const fold = this.fold(group);
    fresh.dataset.slot = lineNow;
    if (old) this.uncover(old);
    const order = /** @type {HTMLElement | null} */ (fold?.querySelector(`[data-order="${lineNow}"]`));
    if (order) { order.hidden = true; order.after(fresh); } else fold?.querySelector(".orders")?.append(fresh);
    this.drawing = true;
    fold?.setAttribute("open", "");
    fold?.querySelector(".offers")?.removeAttribute("open");
    requestAnimationFrame(() => { this.drawing = false; });
    if (is_same) back();
    else /** @type {HTMLElement | null} */ (fresh.querySelector(".order-name"))?.focus({ preventScroll: true });
  }

  /**
   * The card that lay open goes; the order it covered shows again.
   * @param {Element} slot
   */
  uncover(slot) {
    const covered = slot.previousElementSibling;
    if (covered instanceof HTMLElement) covered.hidden = false;
    slot.remove();
  }

  /**
   * Where the focus is, and how to bring it back once the part is drawn anew.
   * @param {HTMLElement} place
   */
  remember(place) {
    const focus = document.activeElement;
    if (!(focus instanceof HTMLElement) || !place.contains(focus)) return () => { };
    const { name, value } = /** @type {HTMLInputElement} */ (focus);
    const group = /** @type {HTMLElement | null} */ (focus.closest(".desk-group"))?.dataset.group ?? "";
    const step = focus.dataset.step ? twin_of(focus, place) : () => null;
    return () => {
      if (focus.isConnected) return;
      const same = [...place.querySelectorAll("input, select, button")].filter((one) => /** @type {HTMLInputElement} */(one).name === name);
      const exact = same.find((one) => /** @type {HTMLInputElement} */(one).value === value);
      const again = name && name !== "do" ? (exact ?? same[0]) : exact;
      const back = step() ?? again ?? (name === "do" ? this.opened?.querySelector(".order-name") : null) ?? this.fold(group)?.querySelector("summary");
      if (back instanceof HTMLElement) back.focus({ preventScroll: true });
    };
  }
}

/** @param {HTMLElement} element */
function top_of(element) {
  return element.getBoundingClientRect().top;
}

/**
 * How to find a thing again once its part is drawn anew.
 * @param {HTMLElement} element @param {HTMLElement} part @returns {() => HTMLElement | null}
 */
function twin_of(element, part) {
  const step = element.dataset.step;
  const field = /** @type {HTMLInputElement | null} */ (element.matches("input, select") ? element : (element.parentElement?.querySelector("input")));
  const { group = "", kind = "" } = element.dataset;
  const places = [
    [step, `.card-stepper:has([name="${field?.name}"]) [data-step="${step}"]`],
    [element.matches("button[name=do]"), `button[name="do"][value="${CSS.escape(element.getAttribute("value") ?? "")}"]`],
    [element.matches(".card-edit"), `.card-edit[data-group="${group}"][data-kind="${kind}"]`],
    [element.matches(".desk-group"), `.desk-group[data-group="${group}"]`],
  ];
  const path = places.find(([fits]) => fits)?.[1];
  return () => (element.isConnected ? element : path ? part.querySelector(String(path)) : null);
}

/**
 * What an open card holds, as its form would send it.
 * @param {HTMLElement} card
 */
function values_in(card) {
  /** @type {Record<string, string>} */ const values = {};
  for (const field of /** @type {NodeListOf<HTMLInputElement | HTMLSelectElement>} */ (card.querySelectorAll('[name^="values."]'))) {
    const name = field.name.replace("values.", "");
    const off = field instanceof HTMLInputElement && ["radio", "checkbox"].includes(field.type) && !field.checked;
    values[name] = [values[name], off ? "" : field.value].filter(Boolean).join(" ");
  }
  return values;
}

/**
 * What was chosen while an answer was under way stays chosen.
 * @param {HTMLElement} card @param {Record<string, string>} values
 */
function fill_in(card, values) {
  for (const field of /** @type {NodeListOf<HTMLInputElement | HTMLSelectElement>} */ (card.querySelectorAll('[name^="values."]'))) {
    const value = values[field.name.replace("values.", "")];
    if (value === undefined || (field instanceof HTMLInputElement && field.type === "checkbox")) continue;
    if (field instanceof HTMLInputElement && field.type === "radio") field.checked = field.value === value;
    else field.value = value;
  }
}

/**
 * An order that is given with all it needs is written at once.
 * @param {HTMLElement} button @returns {Partial<Asked>}
 */
function values_of(button) {
  return button.dataset.values ? { verb: "set", values: JSON.parse(button.dataset.values) } : {};
}

/** @param {HTMLElement} field */
function value_of(field) {
  return Object.values(values_in(field)).join("");
}

/**
 * The choices of a field as the map shows them: a click gives what was chosen so far, and this.
 * @param {HTMLElement} card @param {HTMLElement} field @returns {Light[]}
 */
function choices_of(card, field) {
  const name = field.dataset.field ?? "";
  const verb = /** @type {HTMLElement | null} */ (field.querySelector("[data-verb]"))?.dataset.verb ?? "";
  const so_far = field.classList.contains("places") ? values_in(field)[name] ?? "" : "";
  return [.../** @type {NodeListOf<HTMLOptionElement | HTMLInputElement>} */ (field.querySelectorAll("[data-space]"))].map((one) => {
    const said = (one instanceof HTMLInputElement ? one.closest("label")?.textContent : one.textContent)?.trim() ?? "";
    const value = [so_far, one.value].filter(Boolean).join(" ");
    return { space: one.dataset.space ?? "", name: said, kind: card.dataset.kind ?? "", look: "choice", order: `${verb} ${said}`, values: { [name]: value } };
  });
}
