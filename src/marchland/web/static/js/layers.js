// Layers of the map: what is shown on it, as this browser remembers it.
// @ts-check

const KEPT = "layers:";

export class Layers {
  /** @param {HTMLElement} room the box of the map */
  constructor(room) {
    this.room = room;
    const box = room.querySelector("[data-layers]");
    if (!(box instanceof HTMLDetailsElement)) return;
    this.box = box;
    this.recall();
    box.addEventListener("change", () => { this.keep(); this.show(); });
    document.addEventListener("pointerdown", (event) => { if (event.target instanceof Node && !box.contains(event.target)) box.open = false; });
    box.addEventListener("keydown", (event) => this.key(event));
    // What the server draws anew comes as it is at first.
    const news = new MutationObserver(() => this.show());
    for (const part of room.querySelectorAll(".map [data-part]")) news.observe(part, { childList: true });
    this.show();
  }

  /** @returns {HTMLInputElement[]} */
  get switches() {
    return [...(this.box?.querySelectorAll("input") ?? [])];
  }

  get place() {
    return KEPT + (this.box?.dataset.layers ?? "");
  }

  /** A browser that keeps nothing is no reason to stop. */
  recall() {
    try {
      const kept = JSON.parse(localStorage.getItem(this.place) ?? "{}");
      for (const one of this.switches) one.checked = kept[one.dataset.switch ?? ""] ?? one.checked;
    } catch { /* private windows */ }
  }

  keep() {
    try {
      localStorage.setItem(this.place, JSON.stringify(Object.fromEntries(this.switches.map((one) => [one.dataset.switch, one.checked]))));
    } catch { /* private windows */ }
  }

  show() {
    for (const one of this.switches) {
      const drawn = this.room.querySelectorAll(`.map [data-layer="${CSS.escape(one.dataset.switch ?? "")}"]`);
      for (const part of drawn) part.toggleAttribute("data-off", !one.checked);
    }
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.key !== "Escape" || !this.box?.open) return;
    event.stopPropagation();
    this.box.open = false;
    /** @type {HTMLElement | null} */ (this.box.querySelector("summary"))?.focus();
  }
}
