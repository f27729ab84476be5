// A finger that stays where it is asks what lies there: what it would have pressed is not pressed.
// @ts-check

const LONG = 450;
const STILL = 10;

/** @typedef {{x: number, y: number}} Point */

export class LongPress {
  /** @param {HTMLElement} room @param {(from: Element, at: Point) => boolean} does was there anything to show? */
  constructor(room, does) {
    this.does = does;
    this.done = false;
    this.since = 0;
    /** @type {Point} */ this.from = { x: 0, y: 0 };
    room.addEventListener("pointerdown", (event) => this.down(event));
    room.addEventListener("pointermove", ({ clientX: x, clientY: y }) => {
      if (Math.hypot(x - this.from.x, y - this.from.y) > STILL) clearTimeout(this.waits);
    });
    window.addEventListener("pointercancel", () => clearTimeout(this.waits));
    window.addEventListener("pointerup", (event) => {
      clearTimeout(this.waits);
      // A machine that is busy tells of the finger late: it was a tap all the same.
      if (event.timeStamp - this.since < LONG) this.done = false;
    });
    room.addEventListener("contextmenu", (event) => { if (this.done) event.preventDefault(); });
    room.addEventListener("click", (event) => {
      if (!this.done) return;
      this.done = false;
      event.stopPropagation();
      event.preventDefault();
    }, { capture: true });
  }

  /** @param {PointerEvent} event */
  down(event) {
    clearTimeout(this.waits);
    this.done = false;
    if (event.pointerType === "mouse" || !event.isPrimary || !(event.target instanceof Element)) return;
    const { target, clientX: x, clientY: y } = event;
    this.from = { x, y };
    this.since = event.timeStamp;
    this.waits = setTimeout(() => { this.done = this.does(target, this.from); }, LONG);
  }
}
