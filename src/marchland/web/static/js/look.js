// Places that are spoken of elsewhere (in a headline, by the coach): they are brought into sight and stay lit until one looks elsewhere.
// @ts-check

/** What a place is drawn by. */
const SHAPE = ["d", "href", "transform", "x", "y", "width", "height", "cx", "cy", "r", "points"];

export class Look {
  /**
   * @param {HTMLElement} table
   * @param {HTMLElement} room the map's
   * @param {import("./dock.js").Dock | null} dock
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
    if (!link.dataset.look) return; // nothing on the map: the link leads to the replay
    event.preventDefault();
    this.at(link.dataset.look);
  }

  /** @param {string} spaces one or several, with blanks between */
  at(spaces) {
    this.away();
    const wanted = spaces.split(" ").filter(Boolean);
    if (!wanted.length) return;
    if (!wanted.some((space) => this.on_map(space))) return this.beside(wanted[0]);
    this.dock?.make_room();
    requestAnimationFrame(() => requestAnimationFrame(() => wanted.forEach((space) => this.light(space)))); // the map is drawn anew once in between
  }

  /** @param {string} space @returns {SVGElement | null} */
  on_map(space) {
    return this.room.querySelector(`.map [data-target="${CSS.escape(space)}"]`);
  }

  /**
   * What lies beside the map: its pane comes to the front.
   * @param {string} thing
   */
  beside(thing) {
    const found = this.table.querySelector(`.pane [data-target="${CSS.escape(thing)}"]`);
    if (!(found instanceof HTMLElement)) return;
    this.dock?.open(found.closest(".pane")?.id.replace("pane-", "") ?? "");
    found.setAttribute("data-looked-at", "");
    found.scrollIntoView({ block: "center" });
  }

  /** @param {string} space */
  light(space) {
    const place = this.on_map(space);
    if (!place) return;
    if (!this.room.querySelector("[data-looked]")) this.seek(place);
    const light = /** @type {SVGElement} */ (place.cloneNode());
    for (const name of light.getAttributeNames()) if (!SHAPE.includes(name)) light.removeAttribute(name);
    light.setAttribute("class", "looked");
    light.setAttribute("data-looked", space);
    light.setAttribute("aria-hidden", "true");
    place.parentElement?.after(light);
  }

  away() {
    for (const light of this.room.querySelectorAll("[data-looked]")) light.remove();
    for (const found of this.table.querySelectorAll("[data-looked-at]")) found.removeAttribute("data-looked-at");
  }
}
