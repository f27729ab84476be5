// Kinds of action in the bar: choosing one leaves only its options, on the board and in the list, until one goes back.
// What gives something up is asked about once.
// @ts-check
import { Bubble } from "./bubble.js";

export class Kinds {
  /**
   * @param {HTMLElement} table
   * @param {Bubble} bubble
   * @param {{narrow: (kind: string) => void, list: () => void, play: (button: HTMLButtonElement) => void}} does
   */
  constructor(table, bubble, does) {
    this.table = table;
    this.bubble = bubble;
    this.does = does;
    this.chosen = "";
    this.question = "";
    table.addEventListener("click", (event) => this.click(event), { capture: true });
    document.addEventListener("keydown", (event) => this.key(event));
    this.refresh();
  }

  /** The question may have changed: what was chosen stays only while the same is asked again. */
  refresh() {
    const bar = this.table.querySelector("[data-question]");
    const question = bar instanceof HTMLElement ? bar.dataset.question ?? "" : "";
    const goes_on = question === this.question && this.sort(this.chosen) !== null;
    if (question !== this.question) this.to_start();
    this.question = question;
    if (this.chosen && !goes_on) this.enter("");
    else this.draw();
  }

  /** @param {string} kind */
  sort(kind) {
    const found = kind ? this.table.querySelector(`.sort[data-kind="${CSS.escape(kind)}"]`) : null;
    return found instanceof HTMLElement ? found : null;
  }

  /** @param {MouseEvent} event */
  click(event) {
    const from = event.target instanceof Element ? event.target.closest(".sort[data-kind], [data-kind-back], [data-show-list], button[data-ask]") : null;
    if (!(from instanceof HTMLElement)) return;
    event.preventDefault();
    event.stopPropagation();
    if (from.dataset.kind !== undefined) this.choose(from.dataset.kind);
    else if (from.dataset.kindBack !== undefined) this.choose("");
    else if (from.dataset.showList !== undefined) this.does.list();
    else if (from instanceof HTMLButtonElement) this.ask(from);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.key === "Escape" && this.chosen && !this.bubble.kind) this.choose("");
  }

  /** @param {string} kind */
  choose(kind) {
    const was = this.chosen;
    this.enter(kind);
    const first = kind ? this.row(kind)?.querySelector("button.choice, button") : this.sort(was);
    if (first instanceof HTMLElement) first.focus({ preventScroll: true });
  }

  /** @param {string} kind */
  enter(kind) {
    this.chosen = kind;
    this.draw();
    this.to_start();
    this.does.narrow(kind);
  }

  /** Another row begins at its beginning, however far the last one was scrolled. */
  to_start() {
    this.table.querySelector(".acts")?.scrollTo({ left: 0 });
  }

  /** @param {string} kind */
  row(kind) {
    return this.table.querySelector(`[data-narrowed="${CSS.escape(kind)}"]`);
  }

  draw() {
    const { chosen, table } = this;
    table.toggleAttribute("data-narrow", chosen !== "");
    table.querySelector("[data-question]")?.toggleAttribute("hidden", chosen !== "");
    table.querySelector("[data-asked]")?.toggleAttribute("hidden", chosen !== "");
    for (const row of /** @type {NodeListOf<HTMLElement>} */ (table.querySelectorAll("[data-narrowed]"))) row.hidden = row.dataset.narrowed !== chosen;
    for (const about of /** @type {NodeListOf<HTMLElement>} */ (table.querySelectorAll("[data-about]"))) about.hidden = about.dataset.about !== chosen;
    for (const group of /** @type {NodeListOf<HTMLElement>} */ (table.querySelectorAll(".group"))) {
      group.hidden = chosen !== "" && group.dataset.inKind !== chosen;
      if (chosen && !group.hidden) group.setAttribute("open", "");
    }
  }

  /**
   * What it brings, and whether it is really meant.
   * @param {HTMLButtonElement} button
   */
  ask(button) {
    const template = button.parentElement?.querySelector("template.preview");
    const label = button.querySelector("span")?.textContent ?? "";
    const yes = made(label, "button choice", () => { this.bubble.close(false); this.does.play(button); });
    const no = made(button.dataset.ask ?? "", "button", () => this.bubble.close(true));
    const told = template instanceof HTMLTemplateElement ? [template.content.cloneNode(true)] : [];
    this.bubble.open("menu", label, [...told, yes, no], button);
  }
}

/** @param {string} text @param {string} look @param {() => void} does */
function made(text, look, does) {
  const button = Object.assign(document.createElement("button"), { type: "button", className: look, textContent: text });
  button.addEventListener("click", does);
  return button;
}
