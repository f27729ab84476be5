// Letters: the number of those that are unread keeps up with the post.
// @ts-check
import { listen } from "./listen.js";

/** Ask how many letters are unread, and write it wherever it stands. */
export async function count() {
  const links = /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-unread]"));
  if (!links.length) return;
  const answer = await fetch(links[0].dataset.unread ?? "", { headers: { Accept: "application/json" } }).catch(() => null);
  if (!answer?.ok) return;
  const { unread } = await answer.json();
  for (const link of links) {
    const badge = /** @type {HTMLElement} */ (link.querySelector(".badge"));
    badge.textContent = String(unread);
    badge.hidden = !unread;
  }
}

const page = /** @type {HTMLElement | null} */ (document.querySelector("[data-letters]"));
if (page) {
  listen("/ws/me/", (news) => {
    const fresh = page.querySelector("[data-fresh]");
    if (news.kind === "letter" && news.slug === page.dataset.letters) fresh?.removeAttribute("hidden");
  });
}
