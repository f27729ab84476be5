// The page of a title: whatever an address or a link points at is unfolded, in browsers that do not do so by themselves too;
// and on pictures of the board nothing is written too small to be read.
// @ts-check
import "./ask.js";
import { Labels } from "./labels.js";

function unfold() {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (!target) return;
  const folded = target.closest("details");
  if (!folded || folded.open) return;
  folded.open = true;
  target.scrollIntoView();
}

/** @type {NodeListOf<SVGSVGElement>} */
const maps = document.querySelectorAll("figure svg.map");
for (const map of maps) {
  const labels = new Labels(map);
  new ResizeObserver(([size]) => {
    const width = size?.contentRect.width;
    if (width) labels.drawn(map.viewBox.baseVal.width / width);
  }).observe(map);
}

addEventListener("hashchange", unfold);
unfold();
