// The room before a table: seats, line and start keep up with everybody, without taking anything out of the reader's hands.
// @ts-check
import { listen } from "./listen.js";

const room = /** @type {HTMLElement} */ (document.querySelector("[data-room]"));
let leaving = false; // whoever has just sat down is on the way: a reload now would lose the answer, and a guest's name with it
let asked = 0;

/** What is being typed or chosen into is left alone; it is drawn anew once the reader lets go of it.
 * @param {Element} part */
const isInUse = (part) => part.contains(document.activeElement) && document.activeElement?.matches("select, input, textarea");

/** @param {Document} fresh */
function update(fresh) {
  for (const part of room.querySelectorAll("[data-live]")) {
    const other = fresh.querySelector(`[data-live="${part.getAttribute("data-live")}"]`);
    if (!other || isInUse(part) || sameBut(part, other)) continue;
    const open = part.querySelector("details[open]") !== null;
    part.replaceWith(document.adoptNode(other));
    if (open) other.querySelector("details")?.setAttribute("open", "");
  }
}

/** Tokens of forms differ on every page.
 * @param {Element} one @param {Element} other */
function sameBut(one, other) {
  const plain = (/** @type {Element} */ part) => {
    const copy = /** @type {Element} */ (part.cloneNode(true));
    for (const token of copy.querySelectorAll("[name=csrfmiddlewaretoken]")) token.remove();
    for (const details of copy.querySelectorAll("details")) details.removeAttribute("open");
    return copy.outerHTML;
  };
  return plain(one) === plain(other);
}

async function refresh() {
  const mine = ++asked;
  const answer = await fetch(location.href, { headers: { Accept: "text/html" } }).catch(() => null);
  if (leaving || mine !== asked || !answer) return;
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
  const there = /** @type {HTMLElement | null} */ (fresh.querySelector("[data-room]"));
  // No room any more: the game has begun for somebody who sits there, or there is nothing left to see here.
  if (leaving) return;
  const lives = [fresh, document].map((page) => page.querySelectorAll("[data-live]").length);
  if (!answer.ok || !there || there.dataset.gathering !== room.dataset.gathering || lives[0] !== lives[1]) location.reload();
  else update(fresh);
}

document.addEventListener("submit", () => { leaving = true; });
room.addEventListener("change", (event) => {
  const form = event.target instanceof Element ? event.target.closest("form[data-submit-on-change]") : null;
  if (form instanceof HTMLFormElement && !leaving) form.requestSubmit();
});
room.addEventListener("focusout", () => setTimeout(refresh, 0));
listen(room.dataset.socket ?? "", (news) => { if (!leaving && ["hello", "again", "seats", "entry", "watching"].includes(news.kind)) refresh(); });
