// Orders as they are drawn while they are only orders: ways with an arrow, marks at a space. Pointing at a card shows its trace, and the other way round.
// @ts-check
import { coin, draw, spot } from "./looks.js";

/** @typedef {import("./clerk.js").Trace} Trace */
/** @typedef {{x: number, y: number}} Point */

const BEND = 0.14;
const HEAD = 15;
const ROOM = 25;
const BELOW = 26;
const ASIDE = [0, 1, -1, 2]; // several marks at one space stand in a row
const SHORT = 18; // a way ends before the pieces that stand there

export class Traces {
  /** @param {SVGSVGElement} map @param {HTMLElement} table */
  constructor(map, table) {
    this.map = map;
    this.table = table;
    this.layer = draw("g", { class: "traces", "aria-hidden": "true" });
    map.append(this.layer);
    document.addEventListener("desk:traces", (event) => this.show(/** @type {CustomEvent} */(event).detail.traces));
    for (const name of ["pointerover", "focusin"]) table.addEventListener(name, (event) => this.point(event.target));
  }

  /** @param {Trace[]} traces */
  show(traces) {
    /** @type {Map<string, number>} */ const marks = new Map();
    this.layer.replaceChildren(...traces.flatMap((trace) => this.drawn(trace, marks)));
  }

  /** @param {Trace} trace @param {Map<string, number>} marks how many stand at a space already @returns {SVGElement[]} */
  drawn(trace, marks) {
    const points = trace.spaces.map((space) => spot(this.map, space));
    if (!points.length || points.some((point) => !point)) return [];
    const said = draw("title");
    said.textContent = trace.text;
    const way = points.length > 1 ? ways(/** @type {Point[]} */(points)) : [];
    const last = trace.spaces[trace.spaces.length - 1];
    const there = marks.get(last) ?? 0;
    marks.set(last, there + 1);
    const end = /** @type {Point} */ (points[points.length - 1]);
    const sign = coin(trace.look, end.x + ASIDE[there % ASIDE.length] * ROOM, end.y + BELOW + Math.floor(there / ASIDE.length) * ROOM);
    return [draw("g", { class: `trace look-${trace.look}`, "data-line": trace.line }, [said, ...way, sign])];
  }

  /** @param {EventTarget | null} from */
  point(from) {
    const one = from instanceof Element ? from.closest("[data-order], [data-line-now], .traces [data-line]") : null;
    const line = one?.getAttribute("data-order") ?? one?.getAttribute("data-line-now") ?? one?.getAttribute("data-line") ?? "";
    for (const trace of this.layer.children) trace.classList.toggle("hot", Boolean(line) && trace.getAttribute("data-line") === line);
    for (const card of this.table.querySelectorAll("[data-order]")) card.classList.toggle("hot", Boolean(line) && card.getAttribute("data-order") === line);
  }
}

/**
 * A point a little before one comes there.
 * @param {Point} here @param {Point} there @returns {Point}
 */
function before(here, there) {
  const far = Math.hypot(there.x - here.x, there.y - here.y);
  const share = far > 3 * SHORT ? 1 - SHORT / far : 1;
  return { x: here.x + (there.x - here.x) * share, y: here.y + (there.y - here.y) * share };
}

/**
 * From space to space, each step a little bent, and a head at the end.
 * @param {Point[]} points
 */
function ways(points) {
  points = [...points.slice(0, -1), before(points[points.length - 2], points[points.length - 1])];
  let d = `M${points[0].x} ${points[0].y}`;
  let bend = points[0];
  for (const [index, there] of points.slice(1).entries()) {
    const here = points[index];
    bend = { x: (here.x + there.x) / 2 + (there.y - here.y) * BEND, y: (here.y + there.y) / 2 - (there.x - here.x) * BEND };
    d += `Q${bend.x} ${bend.y} ${there.x} ${there.y}`;
  }
  const end = points[points.length - 1];
  const turn = (Math.atan2(end.y - bend.y, end.x - bend.x) * 180) / Math.PI;
  const tip = `M0 0-${HEAD}-${HEAD / 2}-${HEAD * 0.7} 0-${HEAD} ${HEAD / 2}z`;
  const head = draw("path", { class: "head", d: tip, transform: `translate(${end.x} ${end.y}) rotate(${turn})` });
  return [draw("path", { class: "halo", d }), draw("path", { class: "way", d }), head];
}
