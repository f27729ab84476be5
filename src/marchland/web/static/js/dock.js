// The dock: tabs beside the board, on a phone a sheet that is folded, half as high as the page or covers the board; finding in lists; the rules.
// @ts-check

const narrow = matchMedia("(max-width: 820px)");
const wide = matchMedia("(min-width: 1500px)");
const HEIGHTS = ["", "half", "full"];
const PULL = 28;
const SPARE = 30;
/** @type {Record<string, string>} */ const ENTRIES = { kinds: ".kind" };

export class Dock {
  /** @param {HTMLElement} dock @param {string} rules address of the rules */
  constructor(dock, rules) {
    this.dock = dock;
    this.rules_address = rules;
    /** @type {Promise<void> | null} */ this.rules_loaded = null;
    this.was_pulled = false;
    this.is_lent = false;
    dock.addEventListener("click", (event) => {
      const pressed = event.target instanceof Element ? event.target.closest('.tabs [role="tab"], [data-grip]') : null;
      if (pressed) this.is_lent = false;
      if (this.was_pulled) return;
      if (pressed?.matches("[data-grip]")) this.stretch();
      else if (pressed) this.press(pressed);
    });
    this.steady(/** @type {HTMLElement | null} */(dock.querySelector(".pane-players")));
    this.swipe(/** @type {HTMLElement | null} */(dock.querySelector(".dock-head")));
    dock.addEventListener("keydown", (event) => this.key(event));
    document.addEventListener("input", (event) => { if (event.target instanceof HTMLInputElement && event.target.dataset.find) find(event.target); });
    document.addEventListener("click", (event) => {
      const link = event.target instanceof Element ? event.target.closest("a[data-rule]") : null;
      if (!(link instanceof HTMLElement)) return;
      event.preventDefault();
      this.rule(link.dataset.rule ?? "");
    });
  }

  /**
   * Beside the board the players keep the room that they had at first, and a line: what is below does not jump with what they hold.
   * @param {HTMLElement | null} players
   */
  steady(players) {
    const measure = () => {
      if (!players) return;
      players.style.height = "";
      if (!narrow.matches && players.scrollHeight <= players.clientHeight) players.style.height = `${players.offsetHeight + SPARE}px`;
    };
    measure();
    narrow.addEventListener("change", measure);
    document.fonts.ready.then(measure);
  }

  get tabs() {
    return [...this.dock.querySelectorAll('.tabs [role="tab"]')];
  }

  /**
   * A tab opens; on a phone the one that is open folds the sheet.
   * @param {Element} tab
   */
  press(tab) {
    const is_open = tab.getAttribute("aria-selected") === "true" && Boolean(this.dock.dataset.height);
    if (narrow.matches && is_open) this.set_height("");
    else this.open(tab.id.replace("tab-", ""));
  }

  /** Half the page, or all but the question. */
  stretch() {
    this.set_height(this.dock.dataset.height === "full" ? "half" : "full");
  }

  /** @param {string} height nothing where it is folded */
  set_height(height) {
    if (height) this.dock.dataset.height = height;
    else delete this.dock.dataset.height;
    const grip = this.dock.querySelector("[data-grip]");
    grip?.setAttribute("aria-expanded", String(height === "full"));
  }

  /**
   * Pulled up the sheet gets higher, pulled down lower.
   * @param {HTMLElement | null} head
   */
  swipe(head) {
    head?.addEventListener("pointerdown", (down) => {
      this.was_pulled = false;
      window.addEventListener("pointerup", (up) => this.pull(down.clientY - up.clientY), { once: true });
    });
  }

  /** @param {number} by upwards, in pixels */
  pull(by) {
    if (!narrow.matches || Math.abs(by) < PULL) return;
    this.was_pulled = true; // the click that follows is none
    this.is_lent = false;
    const to = HEIGHTS[HEIGHTS.indexOf(this.dock.dataset.height ?? "") + Math.sign(by)];
    if (to !== undefined) this.set_height(to);
  }

  /** Does the log stand in view, beside whatever tab is open (since.css)? */
  get has_log_in_view() {
    return wide.matches && !document.querySelector(".table .desk");
  }

  /** Where the log stands in view, its newest lines do. */
  read_to_end() {
    const pane = document.querySelector("#pane-log");
    if (this.has_log_in_view && pane) pane.scrollTop = pane.scrollHeight;
  }

  /**
   * Where there is room the players stand beside every other tab, and on wide screens the log: they need not be opened.
   * @param {string} name
   */
  open(name) {
    if (name === "players" && !narrow.matches) return;
    if (name === "log" && this.has_log_in_view) return;
    for (const tab of this.tabs) {
      const chosen = tab.id === `tab-${name}`;
      tab.setAttribute("aria-selected", String(chosen));
      tab.setAttribute("tabindex", chosen ? "0" : "-1");
      if (chosen) tab.querySelector(".dot")?.remove();
      document.getElementById(tab.getAttribute("aria-controls") ?? "")?.toggleAttribute("data-active", chosen);
    }
    if (narrow.matches && !this.dock.dataset.height) this.set_height("half");
    if (name === "rules") this.load_rules();
    if (name === "log" || name === "chat") {
      const pane = document.querySelector(name === "log" ? "#pane-log" : "#pane-chat .lines");
      if (pane) pane.scrollTop = pane.scrollHeight;
    }
  }

  /**
   * Scroll so that something in the open tab stands at its top; on a phone the sheet scrolls, beside the board the tab does.
   * @param {Element | null} thing
   */
  bring(thing) {
    for (let room = thing?.parentElement; thing && room && room !== this.dock; room = room.parentElement) {
      room.scrollTop += thing.getBoundingClientRect().top - room.getBoundingClientRect().top;
    }
  }

  /**
   * What is asked stands in a tab: it opens, and on a phone the sheet is given back once the board is asked about again.
   * @param {string} name
   */
  lend(name) {
    this.is_lent ||= narrow.matches && !this.dock.dataset.height;
    this.open(name);
  }

  /** The board is asked about: a sheet that came by itself, and that nobody has touched, goes by itself. */
  give_back() {
    if (this.is_lent && narrow.matches) this.set_height("");
    this.is_lent = false;
  }

  /** Something is to be seen on the map: a sheet that covers it all sinks to half its height. */
  make_room() {
    if (narrow.matches && this.dock.dataset.height === "full") this.set_height("half");
  }

  /** @param {string} name */
  is_open(name) {
    return document.getElementById(`pane-${name}`)?.hasAttribute("data-active") && (!narrow.matches || Boolean(this.dock.dataset.height));
  }

  /**
   * Something new in a tab that is not open.
   * @param {string} name
   */
  mark(name) {
    const tab = document.getElementById(`tab-${name}`);
    if (name === "log" && this.has_log_in_view) return;
    if (!tab || this.is_open(name) || tab.querySelector(".dot")) return;
    tab.append(Object.assign(document.createElement("span"), { className: "dot" }));
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const tabs = this.tabs.filter((tab) => tab instanceof HTMLElement && tab.offsetParent);
    const here = event.target instanceof Element ? tabs.indexOf(event.target) : -1;
    const to = { ArrowRight: here + 1, ArrowLeft: here - 1, Home: 0, End: tabs.length - 1 }[event.key];
    if (here < 0 || to === undefined) return;
    event.preventDefault();
    const tab = /** @type {HTMLElement} */ (tabs[(to + tabs.length) % tabs.length]);
    this.open(tab.id.replace("tab-", ""));
    tab.focus();
  }

  load_rules() {
    this.rules_loaded ??= fetch(this.rules_address)
      .then((answer) => answer.text())
      .then((html) => {
        const place = document.getElementById("rules");
        if (place) place.innerHTML = html;
      });
    return this.rules_loaded;
  }

  /**
   * Open the rules at one rule.
   * @param {string} id
   */
  async rule(id) {
    this.open("rules");
    await this.load_rules();
    document.querySelector(".rule-entry.found")?.classList.remove("found");
    const entry = document.getElementById(`rule-${id}`);
    entry?.classList.add("found");
    entry?.scrollIntoView({ block: "center" });
  }
}

/**
 * Show only what holds every word.
 * @param {HTMLInputElement} field
 */
function find(field) {
  const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
  const pane = field.closest("section, aside");
  const kind = ENTRIES[field.dataset.find ?? ""] ?? "ul.choices > li";
  const entries = [...(pane?.querySelectorAll(kind) ?? [])];
  let shown = 0;
  for (const entry of entries) {
    const text = (entry.getAttribute("data-text") ?? entry.textContent ?? "").toLowerCase();
    const fits = words.every((word) => text.includes(word));
    entry.toggleAttribute("hidden", !fits);
    shown += Number(fits);
  }
  for (const chapter of pane?.querySelectorAll(".chapter") ?? []) chapter.toggleAttribute("hidden", !chapter.querySelector(`${kind}:not([hidden])`));
  for (const group of pane?.querySelectorAll(".group") ?? []) {
    group.toggleAttribute("hidden", !group.querySelector("li:not([hidden])"));
    if (group instanceof HTMLDetailsElement && words.length) group.open = true;
  }
  pane?.querySelector("[data-none]")?.toggleAttribute("hidden", shown > 0);
}
