// What happened: the strip over the board opens with one's turn, cards show battles and money the moment they happen.
// @ts-check

const narrow = matchMedia("(max-width: 820px)");
const MOST = 3;

export class Since {
  /** @param {HTMLElement} table */
  constructor(table) {
    this.table = table;
    this.cards = /** @type {HTMLElement} */ (table.querySelector("#moments"));
    this.heeded = new Set(this.notices().keys());
    // Whoever answers or goes for the map has read enough: what lay under the strip and the cards can be pointed at.
    table.addEventListener("submit", (event) => { if (event.target instanceof HTMLFormElement && event.target.id === "act") this.make_way(); }, true);
    table.querySelector("#board svg.map")?.addEventListener("pointerdown", () => this.make_way());
    // A card that is pressed goes, so that nothing lies under it for longer than one likes; its links lead where they lead.
    this.cards.addEventListener("click", (event) => {
      const pressed = event.target instanceof Element ? event.target : null;
      if (!pressed?.closest("a, button")) pressed?.closest(".moment")?.remove();
    });
    // On a phone the strip and the card of a lesson would cover the map together: whoever opens one folds the other.
    table.addEventListener("toggle", (event) => {
      const fold = event.target;
      if (narrow.matches && fold instanceof HTMLDetailsElement && fold.open && fold.closest(".corner")) this.only(fold);
    }, true);
  }

  /** @returns {HTMLDetailsElement | null} */
  get strip() {
    return this.table.querySelector("#since");
  }

  /** One's turn has begun: on a phone the chip alone says that there is something to read. */
  open() {
    if (!narrow.matches && this.strip?.querySelector(".told")) this.strip.open = true;
  }

  make_way() {
    if (this.strip) this.strip.open = false;
    this.cards.replaceChildren();
  }

  /** @param {HTMLDetailsElement} open */
  only(open) {
    for (const other of this.table.querySelectorAll(".corner details[open]")) if (other !== open) other.removeAttribute("open");
  }

  /** @returns {Map<string, string>} what one had better know, by its key */
  notices() {
    const said = /** @type {NodeListOf<HTMLElement>} */ (this.table.querySelectorAll("#since [data-notice]"));
    return new Map([...said].map((notice) => [notice.dataset.notice ?? "", notice.innerHTML]));
  }

  /**
   * What has just happened, and notices that were not there before.
   * @param {string} html lines as the server told them
   */
  take(html) {
    const told = document.createElement("template");
    told.innerHTML = html;
    for (const card of [...told.content.children].slice(-MOST)) this.show(card);
    const now = this.notices();
    for (const [key, text] of now) if (!this.heeded.has(key)) this.show(heeded(text));
    this.heeded = new Set(now.keys());
  }

  /**
   * A card stays as long as it takes to read, and while somebody points at it.
   * @param {Element} card
   */
  show(card) {
    if (document.hidden || this.table.dataset.before === "curtain") return;
    while (this.cards.children.length >= MOST) this.cards.firstElementChild?.remove();
    // Each has a place of its own, so that none moves when another comes or goes.
    const free = [...Array(MOST).keys()].find((place) => !this.cards.querySelector(`[data-place="${place}"]`));
    card.setAttribute("data-place", String(free));
    this.cards.append(card);
    const leave = () => (card.matches(":hover, :focus-within") ? setTimeout(leave, 1500) : card.remove());
    setTimeout(leave, 3500 + 45 * (card.textContent ?? "").trim().length);
  }
}

/** @param {string} text */
function heeded(text) {
  const card = document.createElement("li");
  card.className = "moment heeded";
  card.innerHTML = text;
  return card;
}
