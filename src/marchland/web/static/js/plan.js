// A plan in the making: the options stand on the map as they do at the table, and the way of what is planned is drawn on it.
// @ts-check
import { Answers } from "./answers.js";
import { Bubble } from "./bubble.js";
import { Kinds } from "./kinds.js";
import { PanZoom } from "./panzoom.js";
import { Targets } from "./targets.js";

const page = /** @type {HTMLElement} */ (document.querySelector("[data-plan]"));
const room = /** @type {HTMLElement} */ (document.getElementById("board"));
const form = /** @type {HTMLFormElement} */ (document.getElementById("act"));
const bubble = new Bubble(/** @type {HTMLElement} */(document.getElementById("bubble")), page.dataset.sayClose ?? "");
const map = room.querySelector("svg.map");
const SVG = "http://www.w3.org/2000/svg";

if (map instanceof SVGSVGElement) draw_way(map, (page.dataset.way ?? "").split(" ").filter(Boolean));
const panzoom = map instanceof SVGSVGElement ? new PanZoom(room, map) : null;
// What is put together lies on a copy of the table, of which the server tells no cards.
const targets = new Targets(page, bubble, new Answers("", ""), {
  play: (choice) => form.requestSubmit(choice.button), show: (thing) => panzoom?.show(thing),
});
new Kinds(page, bubble, {
  narrow: (kind) => targets.enter(kind),
  list: () => document.querySelector("#pane-play .group:not([hidden])")?.scrollIntoView(),
  play: (button) => form.requestSubmit(button),
});

/**
 * A line through the middle of the places of the plan, in their order.
 * @param {SVGSVGElement} chart @param {string[]} places
 */
function draw_way(chart, places) {
  const middles = places.flatMap((place) => middle(chart, place));
  if (!middles.length) return;
  const line = document.createElementNS(SVG, "polyline");
  line.setAttribute("points", middles.map((at) => `${at.x},${at.y}`).join(" "));
  line.setAttribute("class", "plan-way");
  const layer = document.createElementNS(SVG, "g");
  layer.setAttribute("aria-hidden", "true");
  layer.append(line, ...middles.map(stop));
  chart.append(layer);
}

/** @param {{x: number, y: number}} at */
function stop(at) {
  const dot = document.createElementNS(SVG, "circle");
  for (const [name, value] of Object.entries({ cx: at.x, cy: at.y, r: 5, class: "plan-stop" })) dot.setAttribute(name, String(value));
  return dot;
}

/**
 * Of a place that is on the map.
 * @param {SVGSVGElement} chart @param {string} place @returns {{x: number, y: number}[]}
 */
function middle(chart, place) {
  const thing = chart.querySelector(`[data-target="${CSS.escape(place)}"]`);
  if (!(thing instanceof SVGGraphicsElement)) return [];
  const box = thing.getBBox();
  return [{ x: box.x + box.width / 2, y: box.y + box.height / 2 }];
}

panzoom?.fill([...room.querySelectorAll(".map [data-lit], .plan-stop")]);
document.documentElement.dataset.ready = "1";
