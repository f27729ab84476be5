// Letters: the number of those that are unread keeps up with the post.
// @ts-check
import { listen } from "./listen.js";

/**
 * How many letters are unread; null where nobody says.
 * @param {string} address
 */
async function unread(address) {
  const answer = await fetch(address, { headers: { Accept: "application/json" } }).catch(() => null);
  return answer?.ok ? Number((await answer.json()).unread) : null;
}

/** Ask how many letters are unread, and write it wherever it stands. */
export async function count() {
  const link = /** @type {HTMLElement | null} */ (document.querySelector("[data-unread]"));
  const badge = /** @type {HTMLElement | null} */ (link?.querySelector(".badge") ?? null);
  const number = link && badge ? await unread(link.dataset.unread ?? "") : null;
  if (!badge || number === null) return;
  badge.textContent = String(number);
  badge.hidden = !number;
}

const page = /** @type {HTMLElement | null} */ (document.querySelector("[data-letters]"));

/** More letters than the page knows of: it says so, and does not change under the hand of whoever writes. */
async function look() {
  const number = await unread(page?.dataset.url ?? "");
  if (number !== null && number > Number(page?.dataset.known)) page?.querySelector("[data-fresh]")?.removeAttribute("hidden");
}

if (page) {
  listen("/ws/me/", (news) => {
    if (news.kind === "hello" || (news.kind === "letter" && news.slug === page.dataset.letters)) look();
  });
}
