// Messages to this device: switched on and off on the page of settings; kept up to date wherever there is news.
// @ts-check
import { registered } from "./app.js";

const desk = /** @type {HTMLElement | null} */ (document.querySelector("[data-push]"));

/** @param {string} text  Base64 as it is written in addresses. */
function bytes(text) {
  const plain = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(plain, (sign) => sign.charCodeAt(0));
}

/**
 * Tell the site where this browser's messages go.
 * @param {PushSubscription} subscription
 * @param {HTMLElement} desk
 */
async function keep(subscription, desk) {
  const { endpoint, keys } = subscription.toJSON();
  const facts = new URLSearchParams({ endpoint: endpoint ?? "", key: keys?.p256dh ?? "", auth: keys?.auth ?? "" });
  const token = /** @type {HTMLInputElement | null} */ (document.querySelector("[name=csrfmiddlewaretoken]"));
  const answer = await fetch(desk.dataset.push ?? "", {
    method: "POST",
    body: facts,
    headers: { "X-CSRFToken": token?.value ?? "", Accept: "application/json" },
  });
  return answer.ok;
}

/** @param {HTMLElement} desk @param {string} key */
function say(desk, key) {
  const line = /** @type {HTMLElement} */ (desk.querySelector("[data-push-says]"));
  line.textContent = desk.dataset[key] ?? "";
  line.hidden = !line.textContent;
}

/** @param {HTMLElement} desk */
async function switchOn(desk) {
  if ((await Notification.requestPermission()) !== "granted") return say(desk, "sayDenied");
  const registration = (await registered) && (await navigator.serviceWorker.ready);
  const wish = { userVisibleOnly: true, applicationServerKey: bytes(desk.dataset.key ?? "") };
  const subscription = await registration?.pushManager.subscribe(wish).catch(() => null);
  if (!subscription || !(await keep(subscription, desk))) return say(desk, "sayFailed");
  location.reload();
}

/**
 * A browser may change its keys by itself: the site is told whenever its owner looks.
 * @param {HTMLElement} desk
 */
async function refresh(desk) {
  const registration = await registered;
  const subscription = await registration?.pushManager?.getSubscription();
  if (subscription && desk.dataset.here) await keep(subscription, desk);
}

if (desk) {
  const button = /** @type {HTMLButtonElement} */ (desk.querySelector("[data-push-on]"));
  if (!("PushManager" in window) || !("Notification" in window)) say(desk, "sayUnable");
  else {
    button.hidden = Boolean(desk.dataset.here);
    button.addEventListener("click", () => switchOn(desk));
    refresh(desk);
  }
}

/** Whoever never chose a zone lives where the browser does. */
const zone = /** @type {HTMLSelectElement | null} */ (document.querySelector("select[name=zone][data-guess]"));
const here = Intl.DateTimeFormat().resolvedOptions().timeZone;
if (zone && [...zone.options].some((option) => option.value === here)) zone.value = here;
