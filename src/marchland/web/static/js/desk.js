// The desk: a sheet of text with its verdicts line by line, drafts kept on the server and in this browser, help to insert from.
// @ts-check
import { Cards } from "./cards.js";
import { held } from "./parts.js";
import { tell } from "./site.js";

const MARKS = { accepted: "✓", doubtful: "?", refused: "✗" };
const KEPT = "desk:";
const PAUSE = 2000; // milliseconds without a keystroke after which a draft is saved

export class Desk {
  /**
   * @param {HTMLFormElement} form
   * @param {HTMLElement} table
   * @param {(answer: Response, news: any) => void} settle what the page does with the answer to a move
   */
  constructor(form, table, settle) {
    this.form = form;
    this.table = table;
    this.settle = settle;
    this.checked = "";
    this.judged = "";
    this.turn = "";
    this.busy = false;
    this.timer = 0;
    this.unsaved = false;
    this.part = /** @type {HTMLElement} */ (table.querySelector('[data-part="desk"]'));
    this.cards = new Cards(this);
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      if (!(event.submitter instanceof HTMLButtonElement && this.cards.pressed(event.submitter))) this.send(event.submitter);
    });
    this.part.addEventListener("input", (event) => { if (event.target === this.sheet) this.edited(); });
    this.part.addEventListener("scroll", () => this.follow(), true);
    this.part.addEventListener("click", (event) => this.click(event));
    this.part.addEventListener("toggle", (event) => this.load(event.target), true);
    document.addEventListener("visibilitychange", () => { if (document.visibilityState === "hidden") this.save(); });
    new MutationObserver(() => this.renewed()).observe(this.part, { childList: true });
    this.renewed();
  }

  /** @returns {HTMLTextAreaElement | null} */
  get sheet() {
    return this.part.querySelector("textarea");
  }

  /** What stands on the sheet. */
  get text() {
    return this.sheet?.value ?? "";
  }

  get gutter() {
    return /** @type {HTMLElement | null} */ (this.part.querySelector(".gutter"));
  }

  get desk() {
    return /** @type {HTMLElement | null} */ (this.part.querySelector(".desk"));
  }

  /** Drafts belong to a table, a seat and a turn. */
  get place() {
    return `${KEPT}${location.pathname}:${this.field("seat")}:${this.desk?.dataset.turn ?? ""}`;
  }

  /** @param {string} name */
  field(name) {
    return /** @type {HTMLInputElement | null} */ (this.form.elements.namedItem(name))?.value ?? "";
  }

  /** The server drew the desk anew: what this browser kept comes back, unless the server has something newer or a sheet is in. */
  renewed() {
    const { sheet } = this;
    if (!sheet) return;
    const handed = this.part.querySelector(".desk.handed");
    const draft = handed ? null : this.stored();
    if (handed) this.forget();
    if (draft && draft.saved === (this.desk?.dataset.saved ?? "") && sheet.value !== draft.text) {
      sheet.value = draft.text;
      this.unsaved = true;
      this.save_soon();
    }
    this.checked = handed ? sheet.value : "";
    this.judged = "";
    this.number();
    this.cards.renewed();
    this.begin_turn(this.desk?.dataset.turn ?? "");
  }

  /**
   * A new turn is read from the top: what is new stands there.
   * @param {string} turn
   */
  begin_turn(turn) {
    const pane = this.part.closest(".pane");
    if (this.turn && this.turn !== turn) {
      if (pane) pane.scrollTop = 0;
      this.cards.dim();
    }
    this.turn = turn;
  }

  /**
   * What this browser kept of the turn: the text, and when the server had last saved it. A browser that keeps nothing is no reason to stop.
   * @returns {{ text: string, saved: string } | null}
   */
  stored() {
    try {
      const kept = JSON.parse(localStorage.getItem(this.place) ?? "null");
      return typeof kept?.text === "string" ? kept : null;
    } catch { return null; }
  }

  forget() {
    try {
      for (const key of Object.keys(localStorage)) if (key.startsWith(`${KEPT}${location.pathname}:`)) localStorage.removeItem(key);
    } catch { /* private windows */ }
  }

  /** @param {string} text */
  store(text) {
    this.forget();
    try {
      localStorage.setItem(this.place, JSON.stringify({ text, saved: this.desk?.dataset.saved ?? "" }));
    } catch { /* private windows */ }
  }

  edited() {
    this.store(this.sheet?.value ?? "");
    this.unsaved = true;
    this.show_saved(false);
    this.save_soon();
    this.doubt("");
    this.warn(false);
    this.number();
    this.cards.text_changed();
  }

  /**
   * The sheet as the cards write it.
   * @param {string} text
   */
  replace(text) {
    const { sheet } = this;
    if (!sheet) return;
    const { scrollTop } = sheet;
    sheet.value = text;
    sheet.scrollTop = scrollTop;
    this.edited();
  }

  save_soon() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.save(), PAUSE);
  }

  /** The draft goes to the server, where it answers if time runs out; without a line it stays here and is tried again. */
  async save() {
    const { sheet, desk } = this;
    const address = this.form.dataset.draft;
    clearTimeout(this.timer);
    if (!sheet || !desk || !address || !this.unsaved) return;
    const text = sheet.value;
    const body = new FormData(this.form);
    body.delete("entry");
    body.set("text", text);
    body.set("turn", desk.dataset.turn ?? "");
    this.unsaved = false;
    try {
      const answer = await fetch(address, { method: "POST", body, headers: { Accept: "application/json" }, keepalive: text.length < 20000 });
      if (!answer.ok) throw new Error(String(answer.status));
      desk.dataset.saved = (await answer.json()).saved;
      if (sheet.isConnected && sheet.value === text) {
        this.store(text);
        this.show_saved(true);
      }
    } catch { this.unsaved = true; }
  }

  /** @param {boolean} on */
  show_saved(on) {
    this.part.querySelector(".desk-saved")?.toggleAttribute("hidden", !on);
  }

  /** Line numbers, with a mark where a verdict still belongs to the text. */
  number() {
    const { sheet, gutter } = this;
    if (!sheet || !gutter) return;
    const box = /** @type {HTMLElement | null} */ (this.part.querySelector(".verdicts"));
    const marks = box && sheet.value === this.checked ? JSON.parse(box.dataset.marks ?? "{}") : {};
    const lines = sheet.value.split("\n").map((_, index) => {
      const status = marks[index + 1] ?? "";
      const mark = MARKS[/** @type {"accepted"} */ (status)] ?? "";
      return Object.assign(document.createElement("span"), { className: status, textContent: `${mark} ${index + 1}` });
    });
    gutter.replaceChildren(...lines);
    box?.classList.toggle("stale", sheet.value !== this.checked);
    this.follow();
  }

  follow() {
    if (this.sheet && this.gutter) this.gutter.scrollTop = this.sheet.scrollTop;
  }

  /** @param {HTMLElement | null} submitter */
  async send(submitter) {
    const what = submitter instanceof HTMLButtonElement ? submitter.value : "check";
    const { sheet } = this;
    if (this.busy || !sheet) return;
    this.busy = true;
    this.part.setAttribute("aria-busy", "true");
    try {
      if (what === "hand" && !(await this.is_fine(sheet))) return;
      await this.ask(what, sheet);
    } catch {
      tell(this.table.dataset.sayFailed ?? "");
    } finally {
      this.busy = false;
      this.part.removeAttribute("aria-busy");
    }
  }

  /**
   * Before a sheet is handed in it is checked; with lines in doubt one must press again.
   * @param {HTMLTextAreaElement} sheet
   */
  async is_fine(sheet) {
    const warned = !this.part.querySelector(".desk-warning")?.hasAttribute("hidden");
    if (sheet.value === this.checked && warned) return true;
    await this.ask("check", sheet);
    const doubts = this.part.querySelector(".verdicts .doubtful:not(.none), .verdicts .refused:not(.none)");
    this.warn(Boolean(doubts));
    return sheet.value === this.checked && !doubts;
  }

  /**
   * The sheet was not taken yet: it says so little that one is asked once more.
   * @param {string} html
   */
  doubt(html) {
    const place = this.part.querySelector("#desk-sure");
    if (!place || (!html && !place.childElementCount)) return;
    place.innerHTML = html;
    place.querySelector("button")?.focus();
  }

  /** @param {boolean} on */
  warn(on) {
    this.part.querySelector(".desk-warning")?.toggleAttribute("hidden", !on);
  }

  /** @param {string} what @param {HTMLTextAreaElement} sheet */
  async ask(what, sheet) {
    const body = new FormData(this.form);
    const text = sheet.value;
    body.set("do", what);
    body.set("text", text);
    const answer = await fetch(`${this.form.action}?append`, { method: "POST", body, headers: { Accept: "application/json", "X-Drawn": held() } });
    if (answer.status === 413) return tell(this.table.dataset.sayFailed ?? "");
    const said = await answer.json();
    if (said.verdicts !== undefined && !what.startsWith("start:")) this.judge(said.verdicts, text);
    if (answer.ok && what.startsWith("start:")) this.write(said.text);
    if (answer.ok && what === "check") await this.save();
    if (answer.ok && what.startsWith("hand")) this.put_away();
    if (said.sure !== undefined) return this.doubt(said.sure);
    if (said.parts || !answer.ok) this.settle(answer, said);
  }

  /** The sheet is in: there is nothing left to save. */
  put_away() {
    clearTimeout(this.timer);
    this.unsaved = false;
    this.forget();
  }

  /** @param {string} html @param {string} text @param {boolean} show is it what one waits for? */
  judge(html, text, show = true) {
    const place = this.part.querySelector("#desk-verdicts");
    if (place && this.judged !== html) place.innerHTML = html; // what is the same stays, with all that was unfolded in it
    this.judged = html;
    this.checked = text;
    this.number();
    if (show) place?.scrollIntoView({ block: "nearest" });
  }

  /**
   * Another sheet takes this one's place, in a way that the browser can undo.
   * @param {string} text
   */
  write(text) {
    const { sheet } = this;
    if (!sheet) return;
    sheet.focus();
    sheet.select();
    if (!sheet.offsetParent || !document.execCommand("insertText", false, text)) sheet.value = text;
    sheet.setSelectionRange(0, 0);
    sheet.scrollTop = 0;
    this.edited();
  }

  /** @param {MouseEvent} event */
  click(event) {
    const from = event.target instanceof Element ? event.target : null;
    const line = from?.closest("[data-line]");
    const insert = from?.closest("[data-insert]");
    if (line instanceof HTMLElement) this.show(Number(line.dataset.line));
    if (insert instanceof HTMLElement) this.insert(insert.dataset.insert ?? "", insert.dataset.section ?? "");
  }

  /**
   * Select a line of the sheet.
   * @param {number} number
   */
  show(number) {
    const { sheet } = this;
    if (!sheet) return;
    const lines = sheet.value.split("\n");
    const start = lines.slice(0, number - 1).reduce((sum, line) => sum + line.length + 1, 0);
    sheet.focus();
    sheet.setSelectionRange(start, start + (lines[number - 1] ?? "").length);
    const height = parseFloat(getComputedStyle(sheet).lineHeight);
    sheet.scrollTop = Math.max(0, (number - 4) * height);
  }

  /**
   * A line under its heading, which is added if it is missing.
   * @param {string} order
   * @param {string} section
   */
  insert(order, section) {
    const { sheet } = this;
    if (!sheet) return;
    const lines = sheet.value.replace(/\n+$/, "").split("\n");
    const heading = lines.findIndex((line) => line.trim().toUpperCase() === `[${section}]`);
    let at = lines.length;
    let text = section && heading < 0 ? `[${section}]\n${order}` : order;
    if (heading >= 0) {
      const next = lines.findIndex((line, index) => index > heading && /^\s*\[/.test(line));
      at = next < 0 ? lines.length : next;
    }
    sheet.focus();
    const start = Math.min(sheet.value.length, lines.slice(0, at).join("\n").length);
    sheet.setSelectionRange(start, start);
    text = `\n${text}`;
    if (!document.execCommand("insertText", false, text)) sheet.setRangeText(text, start, start, "end");
    this.edited();
    this.show(at + 1 + (text.split("\n").length - 2));
  }

  /**
   * The help comes when it is opened for the first time.
   * @param {EventTarget | null} details
   */
  async load(details) {
    if (!(details instanceof HTMLDetailsElement) || !details.open || !details.matches("[data-load]")) return;
    const place = details.querySelector(".kinds-list");
    if (!place || place.childElementCount) return;
    const answer = await fetch(`${this.form.dataset.kinds}?seat=${this.field("seat")}`);
    if (answer.ok) place.innerHTML = await answer.text();
  }
}
