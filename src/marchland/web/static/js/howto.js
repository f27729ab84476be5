// The page of a title: whatever an address or a link points at is unfolded, in browsers that do not do so by themselves too.
// @ts-check
import "./ask.js";

function unfold() {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (!target) return;
  const folded = target.closest("details");
  if (!folded || folded.open) return;
  folded.open = true;
  target.scrollIntoView();
}

addEventListener("hashchange", unfold);
unfold();
