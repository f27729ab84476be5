// The replay: by moves, by turns or by one player's turns, step by step or by itself; every step is fetched once and kept.
// @ts-check
import { Layers } from "./layers.js";
import { Look } from "./look.js";
import { PanZoom } from "./panzoom.js";
import { replace_parts } from "./parts.js";
import "./site.js";

/**
 * @typedef {object} Step
 * @property {number} at
 * @property {number} steps
 * @property {number} entry
 * @property {string} by
 * @property {string[]} lines
 * @property {string[]} touched
 * @property {string} log
 * @property {Record<string, string>} parts
 */

const page = /** @type {HTMLElement} */ (document.querySelector("[data-replay]"));
const slider = /** @type {HTMLInputElement} */ (document.getElementById("at"));
const way = /** @type {HTMLSelectElement} */ (document.getElementById("by"));
const speed = /** @type {HTMLSelectElement} */ (document.getElementById("speed"));
const link = /** @type {HTMLInputElement} */ (document.getElementById("moment-link"));
const said = /** @type {HTMLElement} */ (document.getElementById("happened"));
const counter = /** @type {HTMLOutputElement} */ (document.getElementById("at-text"));
const room = /** @type {HTMLElement} */ (document.getElementById("board"));
const map = room.querySelector("svg.map");
const panzoom = map instanceof SVGSVGElement ? new PanZoom(room, map) : null;
const PAUSE = 1200;
new Layers(room);
new Look(page, room, null, (thing) => panzoom?.seek(thing));

/** @type {Map<string, Promise<Step>>} */ const kept = new Map();
let at = Number(page.dataset.at);
let last = Number(slider.max);
let entry = Number(new URL(link.value).searchParams.get("entry"));
let clock = 0;
to_end(page.querySelector("#pane-log"));

/** @param {string} asked which step, as the address says it @returns {Promise<Step>} */
function fetched(asked) {
  const known = kept.get(asked);
  if (known) return known;
  const answer = fetch(`${page.dataset.url}?${asked}&by=${way.value}`, { headers: { Accept: "application/json" } }).then((got) => got.json());
  answer.catch(() => kept.delete(asked));
  kept.set(asked, answer);
  return answer;
}

/** @param {number} wanted */
async function go(wanted) {
  at = Math.max(0, Math.min(last, wanted));
  slider.value = String(at);
  counter.value = `${at} / ${last}`;
  const step = await fetched(`at=${at}`);
  if (step.at === at && step.by === way.value) show(step);
  if (at < last) fetched(`at=${at + 1}`);
}

/** @param {Step} step */
function show(step) {
  ({ at, entry } = step);
  last = step.steps - 1;
  slider.max = String(last);
  slider.value = page.dataset.at = String(at);
  counter.value = `${at} / ${last}`;
  replace_parts(page, { ...step.parts, log: step.log }, step.touched);
  to_end(page.querySelector("#pane-log"));
  panzoom?.labels.sift();
  panzoom?.reframe();
  said.textContent = step.lines.join(" ");
  const address = `?entry=${entry}&by=${way.value}`;
  history.replaceState(null, "", address);
  link.value = new URL(address, location.href).href;
}

/** @param {Element | null} pane what happened in this step stands at the end */
function to_end(pane) {
  const lines = pane?.querySelector('[data-part="log"]');
  if (lines) lines.scrollTop = lines.scrollHeight;
}

/** Another way through the same game: the moment that one looks at stays. */
async function change_way() {
  kept.clear();
  const step = await fetched(`entry=${entry}`);
  if (step.by === way.value) show(step);
}

/** @param {boolean} on */
function run(on) {
  clearTimeout(clock);
  clock = 0;
  const button = document.querySelector('[data-go="run"]');
  button?.setAttribute("aria-pressed", String(on));
  const icon = button?.querySelector("use");
  icon?.setAttribute("href", (icon.getAttribute("href") ?? "").replace(/#.*/, on ? "#pause" : "#run"));
  if (on) clock = setTimeout(walk, at < last ? PAUSE / Number(speed.value) : 0);
}

/** The next step, then a pause: a slow line makes steps late, never many at once. */
async function walk() {
  const mine = clock;
  if (at >= last) return run(false);
  await go(at + 1);
  if (clock === mine) run(true);
}

const moves = { first: () => 0, back: () => at - 1, next: () => at + 1, last: () => last };
page.addEventListener("click", (event) => {
  const from = event.target instanceof Element ? event.target : null;
  const button = from?.closest("[data-go]");
  const moment = from?.closest("a[data-step]");
  if (moment instanceof HTMLElement) {
    event.preventDefault();
    return seek(Number(moment.dataset.step));
  }
  if (!(button instanceof HTMLElement)) return;
  event.preventDefault();
  const what = button.dataset.go ?? "";
  if (what === "run") return run(!clock);
  run(false);
  go(moves[/** @type {keyof typeof moves} */ (what)]());
});

/** @param {number} wanted the number of an entry */
async function seek(wanted) {
  run(false);
  show(await fetched(`entry=${wanted}`));
}

slider.addEventListener("input", () => go(Number(slider.value)));
way.addEventListener("change", change_way);
slider.form?.addEventListener("submit", (event) => event.preventDefault());
document.addEventListener("keydown", (event) => {
  if ((event.target instanceof Element && event.target.matches("input, select, textarea")) || event.ctrlKey || event.metaKey || event.altKey) return;
  const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: last }[event.key];
  if (to !== undefined) {
    event.preventDefault();
    run(false);
    go(to);
  }
  if (event.key === " " && !(event.target instanceof Element && event.target.matches("button, a, summary"))) {
    event.preventDefault();
    run(!clock);
  }
  if (event.key === "+") panzoom?.zoom(1.4);
  if (event.key === "-") panzoom?.zoom(1 / 1.4);
  if (event.key === "0") panzoom?.fit();
});
document.documentElement.dataset.ready = "1";
