// Pan, zoom, pinch and fit for a map. The view box is the only state; gestures move a composited picture and settle on it.
// @ts-check
import { Labels } from "./labels.js";

const MOST = 9;
const DRAG = 6;
const FULL = 2.2;
const TALL = 1.5;
const AROUND = 5;
const ROOMY = 1.3;
const GAP = 8;
const narrow = matchMedia("(max-width: 820px)");

/** @typedef {{x: number, y: number, w: number, h: number}} Box */

export class PanZoom {
  /** @param {HTMLElement} room @param {SVGSVGElement} map */
  constructor(room, map) {
    this.room = room;
    this.map = map;
    this.labels = new Labels(map);
    const [x, y, w, h] = (map.dataset.frame ?? map.getAttribute("viewBox") ?? "0 0 1 1").split(" ").map(Number);
    /** @type {Box} */ this.frame = { x, y, w, h };
    /** @type {Box} */ this.box = { x, y, w, h };
    /** @type {Map<number, {x: number, y: number}>} */ this.fingers = new Map();
    this.moved = 0;
    /** @type {(() => void) | null} */ this.waiting = null;
    this.listen();
    this.fit();
    new ResizeObserver(() => this.resized()).observe(room);
  }

  /** Is there anything to be seen? Under a sheet that covers the whole map nothing can be measured, nor brought into sight. */
  get is_shown() {
    return this.room.clientWidth > 0 && this.room.clientHeight > 0;
  }

  resized() {
    const { waiting } = this;
    if (!this.is_shown) return;
    this.waiting = null;
    this.settle();
    if (waiting) requestAnimationFrame(waiting);
  }

  /**
   * What depends on where things are drawn waits until they are; the last wish counts.
   * @param {() => void} look
   */
  once_shown(look) {
    if (this.is_shown) look();
    else this.waiting = look;
  }

  listen() {
    const { room, map } = this;
    map.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    map.addEventListener("pointerdown", (event) => this.down(event));
    map.addEventListener("pointermove", (event) => this.move(event));
    for (const name of ["pointerup", "pointercancel"]) window.addEventListener(name, (event) => this.up(/** @type {PointerEvent} */(event)));
    map.addEventListener("click", (event) => { if (this.moved > DRAG) { event.stopPropagation(); event.preventDefault(); } }, { capture: true });
    room.addEventListener("click", (event) => {
      const button = event.target instanceof Element ? event.target.closest("[data-zoom]") : null;
      if (button instanceof HTMLElement) this.press(button.dataset.zoom ?? "");
    });
  }

  /** @param {string} what */
  press(what) {
    if (what === "in") this.zoom(1.5);
    if (what === "out") this.zoom(1 / 1.5);
    if (what === "fit") this.fit();
  }

  /** The whole map, and whatever runs around it: beside the buttons; on a phone as wide as that is, where it stands clear of them. */
  fit() {
    this.box = { ...this.frame };
    if (this.is_shown && !(narrow.matches && this.stands_clear)) {
      this.box.w += this.margin * Math.max(this.box.w / (this.room.clientWidth - this.margin), this.box.h / this.room.clientHeight);
    }
    this.settle();
  }

  /** Is there so much room over the map that the buttons cover none of it? */
  get stands_clear() {
    const { clientWidth: width, clientHeight: height } = this.room;
    const corner = /** @type {HTMLElement | null} */ (this.room.querySelector(".corner.top.right"));
    const above = (height - (this.frame.h * width) / this.frame.w) / 2;
    return !corner || above >= corner.offsetTop + corner.offsetHeight;
  }

  /** How much of the room's right side the buttons take, in pixels. */
  get margin() {
    const corner = this.room.querySelector(".corner.top.right");
    return corner instanceof HTMLElement && corner.offsetWidth ? this.room.clientWidth - corner.offsetLeft + GAP : 0;
  }

  /** The part of the map that is played on may change once a game has begun: the pieces say so. */
  reframe() {
    const told = /** @type {SVGElement | null} */ (this.map.querySelector(".pieces [data-frame]"))?.dataset.frame;
    if (!told || told === this.map.dataset.frame) return;
    this.map.dataset.frame = told;
    const [x, y, w, h] = told.split(" ").map(Number);
    this.frame = { x, y, w, h };
    this.fit();
  }

  /**
   * In a room much taller than the map is: fill it, about these things if there are any.
   * @param {Element[]} things
   */
  fill(things) {
    this.once_shown(() => this.fill_with(things));
  }

  /** @param {Element[]} things */
  fill_with(things) {
    const { clientWidth: width, clientHeight: height } = this.room;
    const fuller = (height / width) * (this.frame.w / this.frame.h);
    if (!(fuller > TALL)) return;
    const seen = things.map((thing) => thing.getBoundingClientRect());
    const left = Math.min(...seen.map((box) => box.left)), right = Math.max(...seen.map((box) => box.right));
    const top = Math.min(...seen.map((box) => box.top)), bottom = Math.max(...seen.map((box) => box.bottom));
    const about = seen.length ? this.at((left + right) / 2, (top + bottom) / 2) : { x: this.frame.x + this.frame.w / 2, y: this.frame.y + this.frame.h / 2 };
    const by = Math.min(fuller, FULL);
    this.box = { x: about.x - this.frame.w / by / 2, y: about.y - this.frame.h / by / 2, w: this.frame.w / by, h: this.frame.h / by };
    this.settle();
  }

  /**
   * Come so near to these things that they fill most of the room; whoever is nearer already stays.
   * @param {Element[]} things
   */
  near(things) {
    this.once_shown(() => this.come_near(things));
  }

  /** @param {Element[]} things */
  come_near(things) {
    const seen = things.map((thing) => thing.getBoundingClientRect());
    if (!seen.length) return;
    const low = this.at(Math.min(...seen.map((box) => box.left)), Math.min(...seen.map((box) => box.top)));
    const high = this.at(Math.max(...seen.map((box) => box.right)), Math.max(...seen.map((box) => box.bottom)));
    const { clientWidth: width, clientHeight: height } = this.room;
    const scale = ROOMY * Math.max((high.x - low.x) / width, (high.y - low.y) / height);
    if (!(scale < this.scale)) return;
    const middle = { x: (low.x + high.x) / 2, y: (low.y + high.y) / 2 };
    this.box = { x: middle.x - (scale * width) / 2, y: middle.y - (scale * height) / 2, w: scale * width, h: scale * height };
    this.settle();
  }

  /** Units of the map per pixel. */
  get scale() {
    return Math.max(this.box.w / this.room.clientWidth, this.box.h / this.room.clientHeight) || 1;
  }

  /**
   * A point of the screen in map units.
   * @param {number} clientX
   * @param {number} clientY
   */
  at(clientX, clientY) {
    const area = this.room.getBoundingClientRect();
    const scale = this.scale;
    const middle = { x: this.box.x + this.box.w / 2, y: this.box.y + this.box.h / 2 };
    return { x: middle.x + (clientX - area.left - area.width / 2) * scale, y: middle.y + (clientY - area.top - area.height / 2) * scale };
  }

  /**
   * Zoom about a point (the middle by default).
   * @param {number} by
   * @param {{x: number, y: number}} [about]
   */
  zoom(by, about) {
    if (!this.is_shown) return;
    const { box, frame } = this;
    const least = Math.max(frame.w / box.w, frame.h / box.h);
    const factor = Math.min(MOST / least, Math.max(0.8 / least, by));
    const point = about ?? { x: box.x + box.w / 2, y: box.y + box.h / 2 };
    this.box = { x: point.x - (point.x - box.x) / factor, y: point.y - (point.y - box.y) / factor, w: box.w / factor, h: box.h / factor };
    this.settle();
  }

  /** Keep some of the map in sight and draw it. */
  settle() {
    if (!this.is_shown) return; // there is no middle to keep
    const { box, frame } = this;
    const middle = { x: box.x + box.w / 2, y: box.y + box.h / 2 };
    const shown = this.shown();
    middle.x = keep(middle.x, frame.x, frame.w, shown.w, this.margin * this.scale);
    middle.y = keep(middle.y, frame.y, frame.h, shown.h, 0);
    box.x = middle.x - box.w / 2;
    box.y = middle.y - box.h / 2;
    cancelAnimationFrame(this.drawing ?? 0);
    this.drawing = requestAnimationFrame(() => {
      this.map.setAttribute("viewBox", `${box.x} ${box.y} ${box.w} ${box.h}`);
      this.labels.drawn(this.scale);
    });
  }

  /** What the room shows, in map units: the box, wider or higher where the room is. */
  shown() {
    const scale = this.scale;
    return { w: this.room.clientWidth * scale, h: this.room.clientHeight * scale };
  }

  /**
   * Bring a thing into sight if it is not.
   * @param {Element} thing
   */
  show(thing) {
    this.once_shown(() => this.bring(thing));
  }

  /** @param {Element} thing */
  bring(thing) {
    const seen = thing.getBoundingClientRect();
    const area = this.room.getBoundingClientRect();
    const inside = seen.left >= area.left && seen.right <= area.right && seen.top >= area.top && seen.bottom <= area.bottom;
    if (inside || seen.width > area.width || seen.height > area.height) return;
    const point = this.at(seen.left + seen.width / 2, seen.top + seen.height / 2);
    this.box.x = point.x - this.box.w / 2;
    this.box.y = point.y - this.box.h / 2;
    this.settle();
  }

  /**
   * Where none of these things is in sight, the first of them is brought there.
   * @param {Element[]} things
   */
  show_any(things) {
    this.once_shown(() => {
      const area = this.room.getBoundingClientRect();
      const is_seen = things.some((thing) => {
        const { left, right, top, bottom } = thing.getBoundingClientRect();
        const x = (left + right) / 2, y = (top + bottom) / 2;
        return x > area.left && x < area.right && y > area.top && y < area.bottom;
      });
      if (things.length && !is_seen) this.bring(things[0]);
    });
  }

  /**
   * Bring a thing into the middle, near enough to see what lies around it; who is nearer already stays so.
   * @param {Element} thing
   */
  seek(thing) {
    this.once_shown(() => this.bring_near(thing));
  }

  /** @param {Element} thing */
  bring_near(thing) {
    const seen = thing.getBoundingClientRect();
    const point = this.at(seen.left + seen.width / 2, seen.top + seen.height / 2);
    const wanted = Math.max(seen.width, seen.height) * this.scale * AROUND;
    const by = Math.min(1, wanted / Math.min(this.shown().w, this.shown().h));
    const { w, h } = this.box;
    this.box = { x: point.x - (w * by) / 2, y: point.y - (h * by) / 2, w: w * by, h: h * by };
    this.settle();
  }

  /** @param {WheelEvent} event */
  wheel(event) {
    event.preventDefault();
    const lines = event.deltaMode === 1 ? 18 : 1;
    this.zoom(Math.exp((-event.deltaY * lines) / (event.ctrlKey ? 120 : 500)), this.at(event.clientX, event.clientY));
  }

  /** @param {PointerEvent} event */
  down(event) {
    if (event.button) return;
    if (!this.fingers.size) this.moved = 0;
    this.fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
  }

  /** @param {PointerEvent} event */
  move(event) {
    const before = this.fingers.get(event.pointerId);
    if (!before) return;
    const others = [...this.fingers].filter(([id]) => id !== event.pointerId).map(([, point]) => point);
    const now = { x: event.clientX, y: event.clientY };
    this.fingers.set(event.pointerId, now);
    this.moved += Math.hypot(now.x - before.x, now.y - before.y);
    if (this.moved <= DRAG) return;
    this.room.classList.add("dragging");
    if (others.length) this.pinch(before, now, others[0]);
    else this.drag(now.x - before.x, now.y - before.y);
  }

  /** @param {number} dx @param {number} dy */
  drag(dx, dy) {
    const scale = this.scale;
    this.box.x -= dx * scale;
    this.box.y -= dy * scale;
    this.settle();
  }

  /** @typedef {{x: number, y: number}} Point */
  /** @param {Point} before @param {Point} now @param {Point} still */
  pinch(before, now, still) {
    const was = Math.hypot(before.x - still.x, before.y - still.y) || 1;
    const is = Math.hypot(now.x - still.x, now.y - still.y) || 1;
    this.drag((now.x - before.x) / 2, (now.y - before.y) / 2);
    this.zoom(is / was, this.at((now.x + still.x) / 2, (now.y + still.y) / 2));
  }

  /** @param {PointerEvent} event */
  up(event) {
    this.fingers.delete(event.pointerId);
    if (!this.fingers.size) this.room.classList.remove("dragging");
  }
}

/**
 * The middle of what is seen: a map that fits stands in the middle, or so far from the buttons that they cover none of it; of a
 * part one may see the edge beside the buttons, and no more.
 * @param {number} middle @param {number} start @param {number} length @param {number} shown @param {number} margin
 */
function keep(middle, start, length, shown, margin) {
  const last = start + length + margin - shown / 2;
  if (shown >= length + margin) return Math.max(start + length / 2, last);
  return Math.min(last, Math.max(start + shown / 2, middle));
}
