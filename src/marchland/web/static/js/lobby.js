// The lobby: lists that keep up with the tables, the form for a new table.
// @ts-check
import "./app.js";
import { tick } from "./clock.js";

import { listen } from "./listen.js";

/** @type {HTMLElement | null} */
const lists = document.querySelector("[data-lists]");
if (lists) {
  setInterval(() => refresh(lists), 60000);
  if (lists.dataset.socket) listen(lists.dataset.socket, () => refresh(lists));
}

/**
 * The lists as they are now; where the link is lost, the next time will do.
 * @param {HTMLElement} lists
 */
async function refresh(lists) {
  const answer = await fetch(lists.dataset.lists ?? "").catch(() => null);
  if (!answer?.ok) return;
  lists.innerHTML = await answer.text();
  count(answer.headers.get("X-News") ?? "0");
  tick();
}

/**
 * The number beside the bell.
 * @param {string} news
 */
function count(news) {
  const badge = /** @type {HTMLElement | null} */ (document.querySelector("[data-badge]"));
  if (!badge) return;
  badge.textContent = news;
  badge.hidden = news === "0";
}

/** Show only the seats that are played, and a name only for those who share the screen.
 * @param {HTMLFormElement} form */
function arrange(form) {
  const count = Number(new FormData(form).get("seats"));
  for (const place of form.querySelectorAll("[data-place]")) {
    const box = /** @type {HTMLElement} */ (place);
    box.hidden = Number(box.dataset.place) >= count;
    const kind = /** @type {HTMLSelectElement} */ (box.querySelector("select")).value;
    const name = /** @type {HTMLElement} */ (box.querySelector("[data-place-name]"));
    name.hidden = kind !== "hotseat";
  }
  const delay = /** @type {HTMLElement} */ (form.querySelector("[data-delay]"));
  delay.hidden = !new FormData(form).get("delay_by");
}

/** Whoever makes a table lives by the clocks of their own place, unless they say otherwise.
 * @param {HTMLFormElement} form */
function guess_zone(form) {
  const zones = /** @type {HTMLSelectElement | null} */ (form.querySelector("[data-own-zone] select"));
  const own = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  if (zones && [...zones.options].some((zone) => zone.value === own)) zones.value = own;
}

const form = /** @type {HTMLFormElement | null} */ (document.getElementById("new-table"));
if (form) {
  guess_zone(form);
  form.addEventListener("change", () => arrange(form));
  arrange(form);
}
