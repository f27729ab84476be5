// The bubble: a hint beside the pointer, a short menu, the card of a thing or a term, or the reason why not.
// @ts-check

export class Bubble {
  /** @param {HTMLElement} box @param {string} close the word for closing */
  constructor(box, close) {
    this.box = box;
    this.close_word = close;
    this.kind = "";
    /** @type {HTMLElement | SVGElement | null} */ this.opener = null;
    /** @type {{x: number, y: number} | undefined} */ this.at = undefined;
    this.returns = false;
    this.on_close = () => { };
    document.addEventListener("keydown", (event) => { if (event.key === "Escape" && !box.hidden) this.close(true); });
    document.addEventListener("pointerdown", (event) => {
      const inside = event.target instanceof Node && box.contains(event.target);
      if (!box.hidden && !inside && this.kind !== "hint") this.close(false);
    });
  }

  /**
   * @param {"hint" | "menu" | "why" | "term"} kind
   * @param {string} title
   * @param {Node[]} content
   * @param {Element} thing what it is about: the bubble stands beside it
   * @param {{x: number, y: number}} [at] where the pointer was
   */
  open(kind, title, content, thing, at) {
    const { box } = this;
    this.kind = kind;
    this.opener = thing instanceof HTMLElement || thing instanceof SVGElement ? thing : null;
    const head = document.createElement("h3");
    head.id = "bubble-title";
    head.textContent = title;
    box.replaceChildren(head, ...(kind === "hint" ? [] : [this.closer()]), ...content);
    box.className = `bubble ${kind}`;
    box.setAttribute("role", kind === "hint" ? "tooltip" : "dialog");
    box.setAttribute("aria-live", kind === "hint" ? "polite" : "off");
    box.hidden = false;
    this.place(thing, at);
    this.at = at;
    if (kind === "hint") return;
    const first = box.querySelector("button.choice") ?? box.querySelector("button");
    if (first instanceof HTMLElement) first.focus({ preventScroll: true });
  }

  /**
   * More to say of what is open already: it comes first, below the name, and the bubble makes room for it.
   * @param {Element} thing what it is about @param {Node | null} card
   */
  tell(thing, card) {
    if (this.box.hidden || this.opener !== thing || !card) return;
    this.box.querySelector(".known")?.remove();
    const head = this.box.querySelector("h3");
    head?.after(card);
    this.place(thing, this.at);
  }

  closer() {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "button close";
    button.setAttribute("aria-label", this.close_word);
    button.textContent = "×";
    button.addEventListener("click", () => this.close(true));
    return button;
  }

  /** @param {Element} thing @param {{x: number, y: number}} [at] */
  place(thing, at) {
    const seen = thing.getBoundingClientRect();
    const point = at ?? { x: seen.left + seen.width / 2, y: seen.top + seen.height / 2 };
    const { offsetWidth: width, offsetHeight: height } = this.box;
    const { clientWidth: right, clientHeight: bottom } = document.documentElement;
    const left = Math.max(8, Math.min(right - width - 8, point.x + 18));
    const below = point.y + 18;
    const above = point.y - height - 18;
    const top = below + height + 8 <= bottom ? below : above >= 8 ? above : bottom - height - 8;
    this.box.style.left = `${left}px`;
    this.box.style.top = `${Math.max(8, top)}px`;
  }

  /** @param {boolean} back does the focus return to where it came from? */
  close(back) {
    if (this.box.hidden) return;
    const was = this.kind;
    this.box.hidden = true;
    this.kind = "";
    if (was !== "hint") this.on_close();
    if (!back || was === "hint") return;
    this.returns = true; // who has just closed a card is not told the same again
    this.opener?.focus({ preventScroll: true });
    this.returns = false;
  }

  /** Close a hint, leave everything else open. */
  calm() {
    if (this.kind === "hint") this.close(false);
  }
}
