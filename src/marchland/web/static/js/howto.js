// The page of a title: whatever an address or a link points at is unfolded, in browsers that do not do so by themselves too.
// @ts-check
import "./ask.js";

function unfold() {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (!target) return;
  let folded = target.closest("details") ?? target.querySelector(":scope > details, :scope ~ details");
  if (target instanceof HTMLDetailsElement) folded = target;
  if (!(folded instanceof HTMLDetailsElement) || folded.open) return;
  folded.open = true;
  target.scrollIntoView();
}

addEventListener("hashchange", unfold);
unfold();
