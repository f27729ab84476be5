// The replay: a slider, steps and a clock; every step is fetched once and kept.
// @ts-check
import { Layers } from "./layers.js";
import { PanZoom } from "./panzoom.js";
import { replace_parts } from "./parts.js";

/** @typedef {{at: number, steps: number, lines: string[], touched: string[], parts: Record<string, string>}} Step */

const page = /** @type {HTMLElement} */ (document.querySelector("[data-replay]"));
const slider = /** @type {HTMLInputElement} */ (document.getElementById("at"));
const said = /** @type {HTMLElement} */ (document.getElementById("happened"));
const counter = /** @type {HTMLOutputElement} */ (document.getElementById("at-text"));
const room = /** @type {HTMLElement} */ (document.getElementById("board"));
const map = room.querySelector("svg.map");
const panzoom = map instanceof SVGSVGElement ? new PanZoom(room, map) : null;
const last = Number(slider.max);
new Layers(room);

/** @type {Map<number, Promise<Step>>} */ const kept = new Map();
let at = Number(page.dataset.at);
let clock = 0;

/** @param {number} step @returns {Promise<Step>} */
function fetched(step) {
  const known = kept.get(step);
  if (known) return known;
  const asked = fetch(`${page.dataset.url}?at=${step}`, { headers: { Accept: "application/json" } }).then((answer) => answer.json());
  asked.catch(() => kept.delete(step));
  kept.set(step, asked);
  return asked;
}

/** @param {number} wanted */
async function go(wanted) {
  at = Math.max(0, Math.min(last, wanted));
  slider.value = String(at);
  counter.value = `${at} / ${last}`;
  const step = await fetched(at);
  if (step.at !== at) return;
  replace_parts(page, step.parts, step.touched);
  panzoom?.reframe();
  said.textContent = step.lines.join(" ");
  history.replaceState(null, "", `?at=${at}`);
  if (at < last) fetched(at + 1);
}

/** @param {boolean} on */
function run(on) {
  clearInterval(clock);
  clock = 0;
  const button = document.querySelector('[data-go="run"]');
  button?.setAttribute("aria-pressed", String(on));
  const icon = button?.querySelector("use");
  icon?.setAttribute("href", (icon.getAttribute("href") ?? "").replace(/#.*/, on ? "#pause" : "#run"));
  if (on) clock = setInterval(() => (at < last ? go(at + 1) : run(false)), 900);
}

const moves = { first: () => 0, back: () => at - 1, next: () => at + 1, last: () => last };
page.addEventListener("click", (event) => {
  const button = event.target instanceof Element ? event.target.closest("[data-go]") : null;
  if (!(button instanceof HTMLElement)) return;
  const what = button.dataset.go ?? "";
  if (what === "run") return run(!clock);
  run(false);
  go(moves[/** @type {keyof typeof moves} */ (what)]());
});
slider.addEventListener("input", () => go(Number(slider.value)));
slider.form?.addEventListener("submit", (event) => event.preventDefault());
document.addEventListener("keydown", (event) => {
  if (event.target instanceof Element && event.target.matches("input, select, textarea")) return;
  if (event.key === "ArrowLeft") go(at - 1);
  if (event.key === "ArrowRight") go(at + 1);
  if (event.key === "+") panzoom?.zoom(1.4);
  if (event.key === "-") panzoom?.zoom(1 / 1.4);
  if (event.key === "0") panzoom?.fit();
});
document.documentElement.dataset.ready = "1";
