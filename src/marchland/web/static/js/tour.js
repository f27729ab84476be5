// A guided game: its card keeps out of the way of what it points at, and that is marked as long as the step lasts.
// @ts-check

/** Where the card may stand, the best place first. On a phone it is as wide as the board. */
const PLACES = ["bottom left", "bottom right", "top left", "top right"];
const HIGH_OR_LOW = ["bottom left", "top left"];
/** Room around what is pointed at. */
const AIR = 6;
/** How far from the edge of the board it should stand, at least. */
const EDGE = 24;
const narrow = matchMedia("(max-width: 820px)");

/** @typedef {{left: number, right: number, top: number, bottom: number}} Box */

export class Tour {
  /**
   * @param {HTMLElement} table
   * @param {HTMLElement} room the board's
   * @param {import("./dock.js").Dock} dock
   * @param {(dx: number, dy: number) => void} move move the map under the card
   */
  constructor(table, room, dock, move) {
    this.table = table;
    this.room = room;
    this.dock = dock;
    this.move = move;
    this.shown = "";
    this.is_new = false;
    this.was_inside = false;
    table.addEventListener("focusin", (event) => { this.was_inside = event.target instanceof Element && event.target.closest(".tour-card") !== null; });
    this.corner = /** @type {HTMLElement | null} */ (table.querySelector('[data-part="tour"]')?.closest(".corner"));
    new MutationObserver(() => this.soon()).observe(table, { childList: true, subtree: true });
    new ResizeObserver(() => this.soon()).observe(room);
    table.addEventListener("toggle", (event) => this.give_way(event.target), true);
    this.soon();
  }

  get card() {
    return /** @type {HTMLDetailsElement | null} */ (this.table.querySelector(".tour-card"));
  }

  /** Once for everything that changes in one go, after others have lit what can be played. */
  soon() {
    cancelAnimationFrame(this.waiting ?? 0);
    this.waiting = requestAnimationFrame(() => this.refresh());
  }

  /**
   * On a phone there is room for one: the card, or what happened since one's last turn.
   * @param {EventTarget | null} opened
   */
  give_way(opened) {
    const strip = document.getElementById("since");
    if (!narrow.matches || !(opened instanceof HTMLDetailsElement) || !opened.open) return;
    if (opened === strip && this.card) this.card.open = false;
    else if (opened === this.card && strip instanceof HTMLDetailsElement) strip.open = false;
  }

  refresh() {
    this.mark();
    const card = this.card;
    if (!card || !this.corner) return;
    const key = `${card.id} ${this.table.querySelector("#act input[name=entry]")?.getAttribute("value")}`;
    if (this.shown !== key) {
      this.shown = key;
      this.is_new = true;
      if (this.clear_the_board()) return; // the board is drawn anew in its new room, and that is heard of
    }
    this.make_way(card, this.corner);
    if (this.is_new) this.bring_into_sight(card);
    if (this.is_new) this.keep_focus(card);
    this.is_new = false;
  }

  /** What the step points at, and nothing else, is marked. */
  mark() {
    const wanted = new Set((this.card?.dataset.point ?? "").split(" ").filter(Boolean).map(selector));
    const things = [...wanted].flatMap((one) => [...this.table.querySelectorAll(one)]);
    for (const thing of this.table.querySelectorAll(".pointed")) if (!things.includes(thing)) thing.classList.remove("pointed");
    for (const thing of things) thing.classList.add("pointed");
    for (const tab of this.table.querySelectorAll('[role="tab"]')) {
      tab.classList.toggle("pointed", narrow.matches && things.some((thing) => thing.closest(".pane")?.id === tab.getAttribute("aria-controls")));
    }
  }

  /**
   * A new step: the tab that it speaks of is opened, where one sees it. On a phone, where that covers half the board, only if nothing there is meant.
   * @returns {boolean} has the board a new size?
   */
  clear_the_board() {
    const sheet = this.dock.dock, before = sheet.dataset.height;
    const inside = narrow.matches && this.on_the_board().length ? null : this.in_the_dock();
    const pane = inside?.closest(".pane");
    if (pane) this.dock.open(pane.id.replace("pane-", ""));
    else if (narrow.matches) this.dock.set_height("");
    inside?.scrollIntoView({ block: "nearest" });
    return narrow.matches && before !== sheet.dataset.height;
  }

  /** What the learner is to press or to look at behind a tab. */
  in_the_dock() {
    const lit = this.card?.dataset.asked === undefined ? null : this.table.querySelector(".pane [data-lit]");
    return lit ?? this.table.querySelector(".pane .pointed");
  }

  /**
   * Whoever went on by the keyboard is still on the card, though it was drawn anew.
   * @param {HTMLElement} card
   */
  keep_focus(card) {
    if (!this.was_inside || document.activeElement !== document.body) return;
    const next = /** @type {HTMLElement | null} */ (card.querySelector("button.primary") ?? card.querySelector("summary"));
    next?.focus({ preventScroll: true });
  }

  /**
   * What lies under the card, or outside, is brought to where one sees it.
   * @param {HTMLElement} card
   */
  bring_into_sight(card) {
    const about = bounds(this.on_the_board().map((thing) => thing.getBoundingClientRect()));
    if (!about) return;
    const free = this.free(card.getBoundingClientRect());
    const dx = shift(about.left - EDGE, about.right + EDGE, free.left, free.right);
    const dy = shift(about.top - EDGE, about.bottom + EDGE, free.top, free.bottom);
    if (!dx && !dy) return;
    this.move(dx, dy);
    this.soon();
  }

  /**
   * What is left of the board beside the card: on a phone, where it is as wide as the board, above or below it.
   * @param {Box} card
   * @returns {Box}
   */
  free(card) {
    const { left, right, top, bottom } = this.room.getBoundingClientRect();
    if (!narrow.matches) return { left, right, top, bottom };
    return card.top - top > bottom - card.bottom ? { left, right, top, bottom: card.top } : { left, right, top: card.bottom, bottom };
  }

  /** Where the learner is to look or to click, as far as it lies on the board. */
  on_the_board() {
    const lit = this.card?.dataset.asked === undefined ? [] : [...this.room.querySelectorAll(".map [data-lit], .tableaus [data-lit]")];
    return [...this.room.querySelectorAll(".pointed"), ...lit];
  }

  /**
   * The first place where the card covers nothing of it, or the one where it covers least.
   * @param {HTMLElement} card
   * @param {HTMLElement} corner
   */
  make_way(card, corner) {
    const about = this.on_the_board().map((thing) => thing.getBoundingClientRect());
    let least = Infinity, best = PLACES[0];
    for (const place of narrow.matches ? HIGH_OR_LOW : PLACES) {
      corner.dataset.at = place;
      const covered = about.reduce((sum, box) => sum + overlap(card.getBoundingClientRect(), box), 0);
      if (covered < least) [least, best] = [covered, place];
      if (!covered) break;
    }
    corner.dataset.at = best;
  }
}

/** @param {string} wanted */
function selector(wanted) {
  return wanted.startsWith("part:") ? `[data-part="${CSS.escape(wanted.slice(5))}"]` : `[data-target="${CSS.escape(wanted)}"]`;
}

/** @param {Box[]} boxes @returns {Box | null} */
function bounds(boxes) {
  if (!boxes.length) return null;
  const sides = (/** @type {keyof Box} */ side) => boxes.map((box) => box[side]);
  return { left: Math.min(...sides("left")), right: Math.max(...sides("right")), top: Math.min(...sides("top")), bottom: Math.max(...sides("bottom")) };
}

/**
 * By how much something must be moved to lie between two edges: not at all, or to the middle; what is longer than the room is left if it fills it.
 * @param {number} from @param {number} to @param {number} low @param {number} high
 */
function shift(from, to, low, high) {
  const is_inside = to - from < high - low ? from >= low && to <= high : from <= low && to >= high;
  return is_inside ? 0 : (low + high - from - to) / 2;
}

/** @param {Box} one @param {Box} other */
function overlap(one, other) {
  const wide = Math.min(one.right, other.right + AIR) - Math.max(one.left, other.left - AIR);
  const high = Math.min(one.bottom, other.bottom + AIR) - Math.max(one.top, other.top - AIR);
  return wide > 0 && high > 0 ? wide * high : 0;
}
