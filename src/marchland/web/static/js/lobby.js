// The lobby: lists that keep up with the tables, the form for a new table, the waiting room.
// @ts-check
import "./app.js";
import { tick } from "./clock.js";

/** Call `heard` for every message of a socket; come back by itself after a loss.
 * @param {string} path
 * @param {(news: {kind: string, slug?: string, begun?: boolean}) => void} heard */
function listen(path, heard) {
  let pause = 1000;
  const open = () => {
    const socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}${path}`);
    const beat = setInterval(() => socket.readyState === WebSocket.OPEN && socket.send("{}"), 60000);
    socket.addEventListener("open", () => { pause = 1000; });
    socket.addEventListener("message", (message) => heard(JSON.parse(message.data)));
    socket.addEventListener("close", (closing) => {
      clearInterval(beat);
      if (closing.code >= 4400) return;
      setTimeout(open, pause);
      pause = Math.min(pause * 2, 30000);
    });
  };
  open();
}

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
  tick();
}

/** @type {HTMLElement | null} */
const room = document.querySelector("[data-waiting]");
if (room?.dataset.socket) {
  // Somebody who has just sat down is on the way to the table: a reload now would lose the answer, and a guest's name with it.
  let leaving = false;
  document.addEventListener("submit", () => { leaving = true; });
  listen(room.dataset.socket, (news) => { if (!leaving && (news.begun || ["entry", "seats"].includes(news.kind))) location.reload(); });
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
