// Replacing the parts of a page that have changed, with a short animation, and without losing one's place.
// @ts-check
import { lying, move } from "./motion.js";

/** @type {Map<string, string>} */ const drawn = new Map();
/** @type {Map<string, string>} */ const marks = new Map();

/** The parts this page has, so that the server need not send them again. */
export function held() {
  return [...marks].map((mark) => mark.join(":")).join(" ");
}

/**
 * What the server drew into the page.
 * @param {string} told
 */
export function hold(told) {
  for (const part of told.split(" ").filter(Boolean)) marks.set(...split(part));
}

/** @param {string} part @returns {[string, string]} */
function split(part) {
  const at = part.indexOf(":");
  return [part.slice(0, at), part.slice(at + 1)];
}

/**
 * Two answers may have been under way at once, the second made for a page that the first has changed since: is anything missing?
 * @param {Record<string, string>} now @param {Record<string, string>} parts @returns {boolean}
 */
export function take_marks(now, parts) {
  for (const name of Object.keys(parts)) if (now[name]) marks.set(name, now[name]);
  return Object.entries(now).every(([name, mark]) => marks.get(name) === mark);
}

/**
 * @param {HTMLElement} table
 * @param {Record<string, string>} parts
 * @param {string[]} touched board ids that something happened to
 * @returns {boolean} has anything changed?
 */
export function replace_parts(table, parts, touched) {
  const place = remember(table);
  const pieces = lying(table);
  let changed = false;
  for (const [name, html] of Object.entries(parts)) {
    const part = table.querySelector(`[data-part="${name}"]`);
    if (!part || drawn.get(name) === html || is_kept(part, html)) continue;
    drawn.set(name, html);
    changed = true;
    const open = at_bottom(part);
    const folds = new Map([...part.querySelectorAll("details[id]")].map((fold) => [fold.id, fold.hasAttribute("open")]));
    part.innerHTML = html;
    for (const fold of part.querySelectorAll("details[id]")) fold.toggleAttribute("open", folds.get(fold.id) ?? fold.hasAttribute("open"));
    if (open) to_bottom(part);
  }
  move(table, pieces);
  for (const target of touched) flash(table, target);
  place();
  return changed;
}

/**
 * Something is being written there, and it is still about the same thing.
 * @param {Element} part
 * @param {string} html
 */
function is_kept(part, html) {
  const key = /data-keep="([^"]*)"/.exec(html)?.[1];
  return key !== undefined && part.querySelector(`[data-keep="${CSS.escape(key)}"]`) !== null;
}

/**
 * New lines at the end of the log (two answers may bring the same ones); those up to one's own last move are news no more.
 * @param {HTMLElement} table @param {string} html @param {number} last_own
 */
export function append_log(table, html, last_own) {
  const part = table.querySelector('[data-part="log"]');
  if (!part) return;
  const open = at_bottom(part);
  drawn.delete("log");
  const fresh = document.createElement("template");
  fresh.innerHTML = html;
  const list = part.querySelector(".log");
  const last = Number(list?.lastElementChild?.getAttribute("data-n") ?? -1);
  const lines = [...fresh.content.querySelectorAll(".entry")].filter((line) => Number(line.getAttribute("data-n")) > last);
  if (list) list.append(...lines);
  else if (lines.length) part.innerHTML = html;
  for (const line of part.querySelectorAll(".entry.new")) if (Number(line.getAttribute("data-n")) <= last_own) line.classList.remove("new");
  if (open) to_bottom(part);
}

/**
 * Older lines at the start of the log.
 * @param {HTMLElement} table
 * @param {string} html
 */
export function prepend_log(table, html) {
  const older = document.createElement("template");
  older.innerHTML = html;
  table.querySelector('[data-part="log"] .log')?.prepend(...older.content.querySelectorAll(".entry"));
  drawn.delete("log");
}

/**
 * Where the focus is, and how to bring it back.
 * @param {HTMLElement} table
 */
function remember(table) {
  const focus = document.activeElement;
  if (!(focus instanceof HTMLElement || focus instanceof SVGElement) || !table.contains(focus) || !focus.closest("[data-part]")) return () => { };
  const { target, choice, allotDo } = focus.dataset;
  const part = focus.closest("[data-part]")?.getAttribute("data-part");
  return () => {
    if (focus.isConnected) return;
    const again = target ? `[data-target="${CSS.escape(target)}"]` : choice || allotDo ? "[data-choice]" : "";
    const found = again ? (table.querySelector(`[data-part="${part}"] ${again}`) ?? table.querySelector(again)) : null;
    if (found instanceof HTMLElement || found instanceof SVGElement) found.focus({ preventScroll: true });
  };
}

/** @param {Element} part */
function at_bottom(part) {
  const pane = part.closest(".pane, .lines");
  return (part.matches('[data-part="log"], [data-part="chat"]') && pane && pane.scrollTop + pane.clientHeight >= pane.scrollHeight - 40) ?? false;
}

/** @param {Element} part */
export function to_bottom(part) {
  const pane = part.matches(".lines") ? part : part.closest(".pane");
  if (pane) pane.scrollTop = pane.scrollHeight;
}

/** @param {HTMLElement} table @param {string} target */
function flash(table, target) {
  const space = table.querySelector(`.map [data-target="${CSS.escape(target)}"]`);
  if (!space) return;
  const light = /** @type {SVGElement} */ (space.cloneNode());
  for (const name of ["data-target", "data-lit", "role", "aria-label", "tabindex", "data-spoken", "data-name"]) light.removeAttribute(name);
  light.setAttribute("class", "flash");
  light.setAttribute("aria-hidden", "true");
  space.parentElement?.after(light);
  light.addEventListener("animationend", () => light.remove());
  setTimeout(() => light.remove(), 2000);
}
