// A place on the map that is spoken of elsewhere (a headline, a change): it is brought into sight and stays lit until one looks elsewhere.
// @ts-check

/** What a place is drawn by. */
const SHAPE = ["d", "href", "transform", "x", "y", "width", "height", "cx", "cy", "r", "points"];

export class Look {
  /**
   * @param {HTMLElement} table
   * @param {HTMLElement} room the map's
   * @param {import("./dock.js").Dock} dock
   * @param {(thing: Element) => void} seek bring something into sight
   */
  constructor(table, room, dock, seek) {
    this.table = table;
    this.room = room;
    this.dock = dock;
    this.seek = seek;
    table.addEventListener("click", (event) => this.press(event));
    document.addEventListener("keydown", (event) => { if (event.key === "Escape") this.away(); });
  }

  /** @param {MouseEvent} event */
  press(event) {
    const link = event.target instanceof Element ? event.target.closest("a[data-look]") : null;
    if (!(link instanceof HTMLElement) || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    this.at(link.dataset.look ?? "");
  }

  /** @param {string} space */
  at(space) {
    this.away();
    if (!space) return;
    this.dock.make_room();
    requestAnimationFrame(() => requestAnimationFrame(() => this.light(space))); // the map is drawn anew once in between
  }

  /** @param {string} space */
  light(space) {
    const place = this.room.querySelector(`.map [data-target="${CSS.escape(space)}"]`);
    if (!(place instanceof SVGElement)) return;
    this.seek(place);
    const light = /** @type {SVGElement} */ (place.cloneNode());
    for (const name of light.getAttributeNames()) if (!SHAPE.includes(name)) light.removeAttribute(name);
    light.setAttribute("class", "looked");
    light.setAttribute("data-looked", space);
    light.setAttribute("aria-hidden", "true");
    place.parentElement?.after(light);
  }

  away() {
    for (const light of this.room.querySelectorAll("[data-looked]")) light.remove();
  }
}
